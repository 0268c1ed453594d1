"""The log on both databases: unique numbers, nothing half-written, nothing of others listed."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from parvis.table.chair import Chair
from parvis.table.event import Event
from parvis.table.migrations import NEWEST, VERSION, migrate
from parvis.table.schema import METADATA
from parvis.table.store import Conflict, Store, StoreError, driver_url
from parvis.table.stored import Append, Snapshot, TableConfig
from tests.table.tables import ADA, BOB, persons

MADE = TableConfig(
    id="t1", game="stairs", rules=1, seats=2, options={"rounds": 3}, pack="name = 'x'\n",
    digest="d" * 64, seed="seed", salt="salt", commitment="c" * 64, key="key", code="CODE01",
    private=True, host=ADA, created=100.0,
)  # fmt: skip
CHAIRS = tuple(persons(ADA, BOB))
SNAPSHOT = Snapshot(0, 0, "stairs/1 …", "h" * 64, {"views": {"": {"a": [1, "é"]}}})


def event(n: int, command: str | None = None) -> Event:
    return Event(n, 100.0 + n, "chat", 0, {"text": f"é {n}"}, {"": [{"key": "k"}]}, command)


def begun(store: Store, config: TableConfig = MADE, chairs: tuple[Chair, ...] = CHAIRS) -> None:
    first = Event(0, config.created, "made", None, {"chairs": [chair.plain() for chair in chairs]})
    store.make(config, Append(config.id, (first,), 0, False, SNAPSHOT, chairs))


def one(n: int, command: str | None = None, table: str = "t1") -> Append:
    return Append(table, (event(n, command),), 1, False)


def test_what_is_appended_is_read_back_as_it_was(store: Store) -> None:
    begun(store)
    assert store.append([one(1, "abc"), one(2)]) == [None, None]
    kept = store.load("t1")
    assert kept is not None
    assert kept.config == MADE
    assert kept.snapshot == SNAPSHOT
    assert kept.events[1:] == [event(1, "abc"), event(2)]
    assert store.tail("t1", 1) == [event(2)]
    assert store.load("t2") is None


def test_a_number_is_given_once(store: Store) -> None:
    begun(store)
    assert store.append([one(1)]) == [None]
    [second] = store.append([one(1)])
    assert isinstance(second, Conflict)
    assert len(store.tail("t1", 0)) == 1


def test_a_command_is_applied_once(store: Store) -> None:
    begun(store)
    assert store.append([one(1, "abc")]) == [None]
    [second] = store.append([one(2, "abc")])
    assert isinstance(second, Conflict)


def test_of_many_appends_only_the_one_in_conflict_fails(store: Store) -> None:
    begun(store)
    begun(store, replace(MADE, id="t2", code="CODE02"))
    store.append([one(1)])
    outcome = store.append([one(1, table="t2"), one(1), one(2, table="t2")])
    assert [type(problem) for problem in outcome] == [type(None), Conflict, type(None)]
    assert [e.n for e in store.tail("t2", 0)] == [1, 2]


def test_several_events_of_a_command_come_together_or_not_at_all(store: Store) -> None:
    begun(store)
    store.append([one(2)])
    [problem] = store.append([Append("t1", (event(1), event(2)), 1, False)])
    assert isinstance(problem, Conflict)
    assert [e.n for e in store.tail("t1", 0)] == [2]


def test_a_code_belongs_to_one_table(store: Store) -> None:
    begun(store)
    with pytest.raises(Conflict):
        begun(store, replace(MADE, id="t2"))
    assert store.load("t2") is None
    assert store.by_code("CODE01") == "t1"
    assert store.by_code("CODE02") is None


def test_lists_show_my_tables_and_public_open_ones_and_no_others(store: Store) -> None:
    waiting = (CHAIRS[0], Chair())
    begun(store)
    begun(store, replace(MADE, id="t2", code="CODE02", host=BOB), (CHAIRS[1], Chair()))
    public = replace(MADE, id="t3", code="CODE03", private=False)
    begun(store, public, waiting)
    begun(store, replace(public, id="t4", code="CODE04"))  # public, and full
    assert {listed.id for listed in store.of_person(ADA)} == {"t1", "t3", "t4"}
    assert {listed.id for listed in store.of_person("nobody")} == set()
    assert [listed.id for listed in store.public()] == ["t3"]
    assert store.public()[0].chairs == ((0, ADA, "person", "Ada"), (1, "", "open", ""))


def test_lists_follow_turn_end_and_chairs(store: Store) -> None:
    begun(store)
    moved = Append("t1", (event(1),), None, True, None, (CHAIRS[0], Chair()))
    store.append([moved])
    [listed] = store.of_person(ADA)
    assert (listed.over, listed.turn, listed.last) == (True, None, 101.0)
    assert store.of_person(BOB) == []


def test_a_database_of_before_there_was_practice_opens_and_marks_nothing(
    store: Store, url: str
) -> None:
    begun(store)
    with store.engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE tables DROP COLUMN practice"))
        connection.execute(sa.text("DROP TABLE presence"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    again = Store(url)
    assert [listed.practice for listed in again.of_person(ADA)] == [False]
    assert again.append([replace(one(1), practice=True)]) == [None]
    assert [listed.practice for listed in again.of_person(ADA)] == [True]
    again.close()


def test_the_migrations_make_the_schema_that_the_code_expects(store: Store) -> None:
    with store.engine.begin() as connection:
        METADATA.drop_all(connection)
        VERSION.drop(connection)
        migrate(connection)
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == NEWEST


def test_a_new_database_is_as_if_it_had_seen_all_migrations(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == NEWEST


def test_servers_that_start_at_once_migrate_once(url: str) -> None:
    opened: list[Store] = []
    troubles: list[Exception] = []

    def start() -> None:
        try:
            opened.append(Store(url))
        except Exception as error:
            troubles.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not troubles
    begun(opened[0])
    assert all(store.load("t1") is not None for store in opened)
    for store in opened:
        store.close()


def test_a_database_made_by_a_later_program_is_not_touched(store: Store, url: str) -> None:
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="later"):
        Store(url)


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite://", "sqlite:///:memory:"])
def test_an_address_that_is_no_use_is_told_so(url: str) -> None:
    with pytest.raises(StoreError):
        Store(url)


def test_the_usual_short_form_of_an_address_is_understood() -> None:
    assert driver_url("postgres://u@h/d").drivername == "postgresql+psycopg"


def test_a_store_that_is_there_is_healthy(store: Store) -> None:
    assert store.healthy()


def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "parvis.db"
    file.write_bytes(b"not a database, whatever its name " * 99)
    with pytest.raises(StoreError, match=r"cannot open .*: file is not a database"):
        Store(f"sqlite:///{file}")
    assert file.read_bytes().startswith(b"not a database")


def test_a_new_database_is_for_its_owners_eyes_only(tmp_path: Path) -> None:
    file = tmp_path / "parvis.db"
    Store(f"sqlite:///{file}").close()
    assert file.stat().st_mode & 0o077 == 0


def test_what_an_error_says_holds_no_seed(store: Store) -> None:
    begun(store)
    with pytest.raises(Conflict) as caught:
        begun(store)
    assert MADE.seed in str(MADE.__dict__)
    assert "'seed'" not in str(caught.value.__cause__)
    assert "hidden due to hide_parameters" in str(caught.value.__cause__)
