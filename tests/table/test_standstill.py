"""A database that does not answer: nobody waits for it for ever, and afterwards all goes on."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from parvis.table.decisions import Refused
from parvis.table.errands import Errands
from parvis.table.journal import Journal
from parvis.table.registry import Registry
from parvis.table.store import Store, StoreError
from parvis.table.stored import Append
from tests.table.standstill import Place, place_of
from tests.table.tables import ADA, BOB, closing, first_move, persons, registry_on
from tests.table.test_store import begun, one

PATIENCE = 2.0  # seconds that these stores wait: a busy machine answers within that


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with place_of(request.param, tmp_path) as found:
        yield found


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    opened = Store(place.url, PATIENCE)
    yield opened
    opened.close()


def test_a_write_that_gets_no_answer_fails_and_the_next_one_works(
    store: Store, place: Place
) -> None:
    begun(store)
    with place.standstill():
        [failed] = store.append([one(1)])
        assert isinstance(failed, StoreError)
    assert store.append([one(1)]) == [None]


def test_health_means_that_something_can_be_written(store: Store, place: Place) -> None:
    assert store.healthy()
    with place.standstill():
        assert not store.healthy()
    assert store.healthy()


def test_of_many_appends_that_get_no_answer_not_each_is_waited_for(
    store: Store, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store)
    tried: list[int] = []
    append = store.append

    def counted(batch: Sequence[Append]) -> list[Exception | None]:
        tried.append(len(batch))
        return append(batch)

    monkeypatch.setattr(store, "append", counted)
    with place.standstill():
        failed = store.append([one(n) for n in range(1, 100)])
    assert len(failed) == 99
    assert all(isinstance(failure, StoreError) for failure in failed)
    assert tried == [99]


def test_a_move_that_cannot_be_stored_is_refused_in_words_and_can_be_played_later(
    store: Store, place: Place
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        with place.standstill():
            with pytest.raises(Refused) as refused:
                await registry.command(live, first_move(live, ADA, "a"))
            assert refused.value.key == "table.refused.storage"
            assert live.table.moves == []
            assert not await registry.healthy()
        await registry.command(live, first_move(live, ADA, "a"))
        assert len(live.table.moves) == 1

    async def whole() -> None:
        async with closing(registry_on(store)) as registry:
            await script(registry)

    asyncio.run(whole())


def test_a_registry_closes_while_the_database_stands_still(store: Store, place: Place) -> None:
    async def whole() -> None:
        registry = registry_on(store)
        registry.start()
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        registry.roll_call.said = {(live.table.config.id, ADA)}
        with place.standstill():
            waiting = asyncio.ensure_future(registry.command(live, first_move(live, ADA)))
            await asyncio.sleep(0)
            await registry.close()
            await asyncio.wait({waiting})

    asyncio.run(whole())


def test_an_errand_has_a_deadline_whatever_it_waits_for() -> None:
    free = threading.Event()

    async def asked() -> None:
        errands = Errands(0.1)
        try:
            with pytest.raises(StoreError, match="no answer"):
                await errands.run(free.wait)
        finally:
            free.set()
            errands.close()

    asyncio.run(asked())


def test_a_journal_closes_while_its_commit_hangs(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.table.journal.CLOSING", 0.1)
    free, asked = threading.Event(), threading.Event()

    def hang(batch: object) -> list[Exception | None]:
        asked.set()
        free.wait()
        return [None]

    monkeypatch.setattr(store, "append", hang)

    async def whole() -> None:
        journal = Journal(store)
        waiting = asyncio.ensure_future(journal.append(one(1)))
        await asyncio.to_thread(asked.wait)
        journal.close()
        free.set()
        await waiting

    asyncio.run(whole())


FULL = """
import resource, signal, sys
from pathlib import Path
from parvis.table.store import Store
store = Store("sqlite:///" + sys.argv[1])
assert store.healthy()
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
size = Path(sys.argv[1] + "-wal").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
print(store.healthy())
"""


def test_a_disk_that_takes_no_more_is_not_healthy(tmp_path: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path / "parvis.db")], capture_output=True, text=True
    )
    assert found.stdout == "False\n", found.stderr
