"""Many appends, few commits; each waits for its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from parvis.table.journal import LONGEST_PAUSE, Journal
from parvis.table.store import Conflict, Store, StoreError
from parvis.table.stored import Append
from tests.table.test_store import begun, one

PATIENCE = 120.0  # seconds, on a machine that has much else to do


def test_appends_of_one_moment_share_a_commit(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store)
    real, asked = store.append, threading.Event()

    def once_all_are_asked(batch: Sequence[Append]) -> list[Exception | None]:
        assert asked.wait(PATIENCE)
        return real(batch)

    monkeypatch.setattr(store, "append", once_all_are_asked)
    journal = Journal(store)

    async def many() -> None:
        waiting = [asyncio.ensure_future(journal.append(one(n))) for n in range(1, 101)]
        await asyncio.sleep(0)
        asked.set()
        await asyncio.gather(*waiting)

    asyncio.run(many())
    journal.close()
    assert [e.n for e in store.tail("t1", 0)] == list(range(1, 101))
    assert journal.commits <= 2  # what was there at once, and what came meanwhile


def test_commits_of_several_keep_apart_and_one_alone_waits_for_nobody(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store)
    pauses: list[float] = []
    monkeypatch.setattr("parvis.table.journal.time.sleep", pauses.append)
    monkeypatch.setattr("parvis.table.journal.time.monotonic", lambda: 100.0)
    held, real = threading.Event(), store.append

    def holding(batch: Sequence[Append]) -> list[Exception | None]:
        assert held.wait(PATIENCE)
        return real(batch)

    monkeypatch.setattr(store, "append", holding)
    journal = Journal(store)

    async def some() -> None:
        waiting = [asyncio.ensure_future(journal.append(one(n))) for n in range(1, 8)]
        await asyncio.sleep(0)
        held.set()
        await asyncio.gather(*waiting)
        for n in (8, 9):
            await journal.append(one(n))

    asyncio.run(some())
    journal.close()
    several, *later = pauses[-3:]  # after the first commit, or the first two
    assert several <= LONGEST_PAUSE
    assert max(pauses) > 0
    assert later[-1] == 0  # the one before was alone


def test_only_the_append_in_conflict_is_told_so(store: Store) -> None:
    begun(store)
    journal = Journal(store)

    async def both() -> list[BaseException | None]:
        waiting = [journal.append(one(n)) for n in (1, 1, 2)]
        return await asyncio.gather(*waiting, return_exceptions=True)

    outcome = asyncio.run(both())
    journal.close()
    assert [type(problem) for problem in outcome] == [type(None), Conflict, type(None)]


def test_what_waits_is_committed_before_the_journal_closes(store: Store) -> None:
    begun(store)
    journal = Journal(store)

    async def leave() -> None:
        waiting = [asyncio.ensure_future(journal.append(one(n))) for n in range(1, 20)]
        await asyncio.sleep(0)
        await asyncio.to_thread(journal.close)
        await asyncio.gather(*waiting)

    asyncio.run(leave())
    assert len(store.tail("t1", 0)) == 19


def test_a_database_that_fails_is_told_to_all(store: Store) -> None:
    begun(store)
    journal = Journal(store)

    async def failing() -> list[BaseException | None]:
        waiting = [journal.append(one(n, table="no such table")) for n in (1, 2)]
        return await asyncio.gather(*waiting, return_exceptions=True)

    outcome = asyncio.run(failing())
    journal.close()
    assert all(isinstance(problem, (Conflict, StoreError)) for problem in outcome)
