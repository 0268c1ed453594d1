"""One file from either kind of database while it is written to, and back into either kind."""

from __future__ import annotations

import asyncio
import itertools
import json
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import alembic.command
import alembic.config
import pytest
import sqlalchemy as sa

from parvis.engine.chance import Rng
from parvis.table import backup
from parvis.table.backup import KEPT, BackupError, back_up, checked, restore
from parvis.table.live_table import LiveTable
from parvis.table.migrations import SCRIPTS
from parvis.table.registry import Registry
from parvis.table.schema import PACKS, PRESENCE, TABLES
from parvis.table.store import Store, StoreError
from parvis.table.table import fold
from tests.table.places import new_url, postgres_there, relaxed
from tests.table.tables import ADA, BOB, closing, in_registry, persons, registry_on, say
from tests.table.test_fold import a_game, kept_of, play, same
from tests.table.test_store import begun, one

PATIENCE = 120.0  # seconds, on a machine that has much else to do


@pytest.fixture(params=["sqlite", "postgresql"])
def other(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """An empty database to restore into."""
    if request.param == "postgresql" and not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")
    with new_url(request.param, tmp_path_factory.mktemp("other")) as address:
        opened = relaxed(Store(address))
        yield opened
        opened.close()


def ids(store: Store) -> list[str]:
    with store.reading() as connection:
        return sorted(connection.execute(sa.select(TABLES.c.id)).scalars())


async def games(registry: Registry) -> list[LiveTable]:
    """One that has ended, one with everything, one that has only begun."""
    over = await a_game(registry, 3)
    live = await a_game(registry, 20, 30)
    await registry.command(live, say("chat", ADA, text="é — « ça va ? » 🏙"))
    await registry.command(live, say("undo", ADA))
    await registry.command(live, say("vote", BOB, yes=True))
    return [over, live, await a_game(registry, 20, 0)]


def test_a_backup_restores_to_the_same_tables_from_either_kind_to_either(
    store: Store, other: Store, tmp_path: Path
) -> None:
    tables = in_registry(store, games)
    store.call_roll("server", 1, {(tables[0].table.config.id, ADA)}, ())
    file = tmp_path / "backup.db"
    made = back_up(store, file)
    assert made.counts["tables"] == 3
    assert restore(file, other) == made
    for live in tables:
        same(fold(kept_of(other, live)), fold(kept_of(store, live)))
        assert kept_of(other, live) == kept_of(store, live)
    with other.reading() as connection:
        assert connection.execute(sa.select(PRESENCE)).first() is None

    async def play_on(registry: Registry) -> None:
        live = await registry.open(tables[2].table.config.id)
        await play(registry, live, 5, Rng(1))

    in_registry(other, play_on)  # its events are numbered on


def test_a_backup_is_one_moment_of_a_database_that_is_written_to(
    store: Store, other: Store, tmp_path: Path
) -> None:
    begun(store)
    stop, written, troubles = threading.Event(), threading.Event(), []

    def append() -> None:
        async def many() -> None:
            async with closing(registry_on(store)) as registry:
                lives = [
                    await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 2000})
                    for _ in range(3)
                ]
                rng = Rng(8)
                while not stop.is_set():
                    for live in lives:
                        await play(registry, live, 3, rng)
                    written.set()

        try:
            asyncio.run(many())
        except BaseException as error:
            troubles.append(error)

    store_for_reading = Store(store.url.render_as_string(hide_password=False))
    thread = threading.Thread(target=append)
    thread.start()
    try:
        for number in range(5):
            written.clear()
            assert written.wait(PATIENCE), troubles
            back_up(store_for_reading, tmp_path / f"{number}.db")
    finally:
        stop.set()
        thread.join()
        store_for_reading.close()
    assert not troubles
    restore(tmp_path / "4.db", other)
    found = [id for id in ids(other) if id != "t1"]
    assert len(found) == 3
    later = Store(store.url.render_as_string(hide_password=False))
    try:
        for id in found:
            kept, all_of_it = other.load(id), later.load(id)
            assert kept is not None
            assert all_of_it is not None
            assert kept.events == all_of_it.events[: len(kept.events)]
            assert [event.n for event in kept.events] == list(range(len(kept.events)))
            table = fold(kept)
            assert table.position is not None
            table.kept.clear()
            assert table.at_move(len(table.moves)).text() == table.position.text()
    finally:
        later.close()


def test_what_is_appended_between_two_tables_of_the_database_is_not_in_the_backup(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store)
    read = backup.parts
    numbers = itertools.count(1)

    def appended_meanwhile(*given: Any) -> Iterator[Any]:
        yield from read(*given)
        assert store.append([one(next(numbers))]) == [None]

    monkeypatch.setattr(backup, "parts", appended_meanwhile)
    assert back_up(store, tmp_path / "b.db").counts["events"] == 1
    assert len(store.tail("t1", -1)) > 2


def test_a_backup_is_its_owners_alone_and_overwrites_nothing_unasked(
    store: Store, tmp_path: Path
) -> None:
    begun(store)
    file = tmp_path / "backup.db"
    file.write_text("something dear")
    with pytest.raises(BackupError, match="is there already"):
        back_up(store, file)
    assert file.read_text() == "something dear"
    back_up(store, file, force=True)
    assert file.stat().st_mode & 0o077 == 0
    assert {path.name for path in tmp_path.iterdir()} == {"backup.db"}


def test_a_backup_goes_into_an_empty_database_only(store: Store, tmp_path: Path) -> None:
    begun(store)
    file = tmp_path / "backup.db"
    back_up(store, file)
    with pytest.raises(BackupError, match="not empty"):
        restore(file, store)


def damage_a_row(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE events SET data = '{}' WHERE n = 1")
    connection.close()


def lose_a_row(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("DELETE FROM events WHERE n = 1")
    connection.close()


def damage_the_seal(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE backup SET counts = 'nonsense'")
    connection.close()


def bytes_for_text(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE events SET data = x'00ff'")
    connection.close()


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:20_000])


def nonsense(file: Path) -> None:
    file.write_text("not a database, whatever its name " * 99)


def another(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE tables (id TEXT)")
    connection.close()


def nothing(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize(
    "harm",
    [
        damage_a_row,
        lose_a_row,
        damage_the_seal,
        bytes_for_text,
        cut,
        nonsense,
        another,
        nothing,
    ],
)
def test_a_file_that_is_no_whole_backup_is_refused_and_changes_nothing(
    harm: object, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        first = Store(f"sqlite:///{tmp_path}/first.db")
        second = Store(f"sqlite:///{tmp_path}/second.db")
        stack.callback(first.close)
        stack.callback(second.close)
        begun(first)
        first.append([one(1), one(2)])
        file = tmp_path / "backup.db"
        back_up(first, file)
        assert callable(harm)
        harm(file)
        with pytest.raises(BackupError):
            restore(file, second)
        assert ids(second) == []


def test_a_restore_that_fails_midway_leaves_nothing(
    store: Store, other: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(store)
    back_up(store, tmp_path / "backup.db")
    real = backup.copy

    def copy_and_fail(*given: Any) -> backup.Tally:
        real(*given)
        raise BackupError("the power went")

    monkeypatch.setattr(backup, "copy", copy_and_fail)
    with pytest.raises(BackupError, match="power"):
        restore(tmp_path / "backup.db", other)
    with other.reading() as connection:
        assert not any(connection.execute(sa.select(table)).first() for table in KEPT)


def test_a_database_that_is_not_of_today_is_not_touched_by_a_backup(
    store: Store, tmp_path: Path
) -> None:
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0003'"))
    with pytest.raises(StoreError, match="another version"):
        Store(store.url.render_as_string(hide_password=False), as_it_is=True)
    with pytest.raises(StoreError, match="no database"):
        Store(f"sqlite:///{tmp_path}/nothing.db", as_it_is=True)
    assert not (tmp_path / "nothing.db").exists()


def test_a_backup_can_be_checked_by_itself(store: Store, tmp_path: Path) -> None:
    begun(store)
    assert back_up(store, tmp_path / "b.db") == checked(tmp_path / "b.db")


def backup_of(version: str, file: Path) -> None:
    """A backup as a Parvis of that schema made it, with a pack and nothing else."""
    with backup.opened(file) as engine, engine.begin() as connection:
        config = alembic.config.Config()
        config.set_main_option("script_location", str(SCRIPTS))
        config.set_main_option("path_separator", "os")
        config.attributes["connection"] = connection
        alembic.command.upgrade(config, version)
        connection.execute(sa.insert(PACKS), {"digest": "d" * 64, "source": "name = 'x'"})
        tally = backup.tally_of(connection, [PACKS])
        backup.SEAL.create(connection)
        seal = {"made": 1.0, "counts": json.dumps(tally.counts), "digest": tally.digest}
        connection.execute(backup.SEAL.insert(), seal)


def test_a_backup_of_an_older_schema_is_brought_up_to_date_and_left_as_it_is(
    other: Store, tmp_path: Path
) -> None:
    file = tmp_path / "older.db"
    backup_of("0003", file)
    before = file.read_bytes()
    assert restore(file, other).counts == {"packs": 1}
    assert file.read_bytes() == before
    begun(other)
    assert other.load("t1") is not None


def test_a_backup_of_a_later_schema_is_refused(other: Store, tmp_path: Path) -> None:
    file = tmp_path / "later.db"
    backup_of("head", file)
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(BackupError, match=r"later.db was made by a later version"):
        restore(file, other)


# The file itself.


def test_after_a_checkpoint_a_copy_of_the_file_alone_is_whole(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path}/parvis.db")
    begun(store)
    shutil.copyfile(tmp_path / "parvis.db", tmp_path / "before.db")
    store.checkpoint()
    shutil.copyfile(tmp_path / "parvis.db", tmp_path / "after.db")
    copied = Store(f"sqlite:///{tmp_path}/after.db")
    assert copied.load("t1") == store.load("t1")
    copied.close()
    store.close()
