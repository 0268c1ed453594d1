"""The log on both databases: unique numbers, nothing half-written, nothing of others listed."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from parvis.table.chair import Chair
from parvis.table.event import Event, packed
from parvis.table.lobby import Wanted, open_tables
from parvis.table.migrations import NEWEST, VERSION, migrate
from parvis.table.notices import ended, unfilled, waiting
from parvis.table.people import claim_name, person_of
from parvis.table.pruning import removed, removed_of
from parvis.table.schema import METADATA
from parvis.table.shunned import apart, blocks, shunned_by
from parvis.table.store import Conflict, Store, StoreError, driver_url
from parvis.table.stored import Append, Snapshot, TableConfig
from tests.table.tables import ADA, BOB, persons

PATIENCE = 120.0  # seconds, on a machine that has much else to do
MADE = TableConfig(
    id="t1", game="stairs", rules=1, seats=2, options={"rounds": 3}, pack="name = 'x'\n",
    digest="d" * 64, seed="seed", salt="salt", commitment="c" * 64, key="key", code="CODE01",
    private=True, host=ADA, created=100.0,
)  # fmt: skip
CHAIRS = tuple(persons(ADA, BOB))
SNAPSHOT = Snapshot(0, 0, "stairs/1 …", "h" * 64, packed({"views": {"": {"a": [1, "é"]}}}))


def event(n: int, command: str | None = None) -> Event:
    told = packed({"": [{"key": "k"}]})
    return Event(n, 100.0 + n, "chat", 0, {"text": f"é {n}"}, told, command)


def begun(store: Store, config: TableConfig = MADE, chairs: tuple[Chair, ...] = CHAIRS) -> None:
    first = Event(0, config.created, "made", None, {"chairs": [chair.plain() for chair in chairs]})
    store.make(config, Append(config.id, (first,), 0, False, SNAPSHOT, chairs))


def one(n: int, command: str | None = None, table: str = "t1") -> Append:
    return Append(table, (event(n, command),), 1, False)


def test_a_connection_to_a_file_keeps_little_of_it_in_memory(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path / 'parvis.db'}").reading() as connection:
        assert connection.exec_driver_sql("PRAGMA cache_size").scalar() == -256


def test_tables_of_the_same_pack_share_its_text(store: Store) -> None:
    begun(store)
    begun(store, replace(MADE, id="another", code="ANOTHR"))
    kept = [store.load(id) for id in (MADE.id, "another")]
    first, second = (table.config.pack for table in kept if table is not None)
    assert first is second


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


@contextmanager
def another_server(url: str, deadlock_timeout: str) -> Iterator[tuple[Store, sa.Connection]]:
    """One in the midst of a transaction, which is undone in the end."""
    store = Store(url, PATIENCE)
    try:
        with store.engine.connect() as connection:
            connection.execute(sa.text(f"SET deadlock_timeout = '{deadlock_timeout}'"))
            yield store, connection
            connection.rollback()
    finally:
        store.close()


def until_someone_waits_for(connection: sa.Connection) -> None:
    waiting = sa.text(
        "SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    )
    since = time.monotonic()
    while not connection.execute(waiting).scalar():
        assert time.monotonic() - since < PATIENCE
        time.sleep(0.01)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_two_servers_append_to_the_same_tables_in_the_same_order(url: str) -> None:
    ours = Store(url, PATIENCE)
    begun(ours)
    begun(ours, replace(MADE, id="t2", code="CODE02"))
    with ThreadPoolExecutor() as threads:
        with another_server(url, "10ms") as (theirs, connection):
            theirs.put(connection, [one(1)])
            appended = threads.submit(ours.append, [one(1, table="t2"), one(1)])
            until_someone_waits_for(connection)
            theirs.put(connection, [one(1, table="t2")])  # waits for nobody
        assert appended.result(PATIENCE) == [None, None]
    ours.close()


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_of_two_servers_that_wait_for_each_other_the_one_that_gives_way_tries_again(
    url: str,
) -> None:
    ours = Store(url, PATIENCE)
    begun(ours)
    begun(ours, replace(MADE, id="t2", code="CODE02"))
    with ThreadPoolExecutor() as threads:
        with another_server(url, "100s") as (theirs, connection):
            theirs.put(connection, [one(1, table="t2")])
            appended = threads.submit(ours.append, [one(1, table="t2"), one(1)])
            until_someone_waits_for(connection)
            theirs.put(connection, [one(1)])  # now both wait
        assert appended.result(PATIENCE) == [None, None]
    ours.close()


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
    [listed] = open_tables(store, Wanted(), "nobody", (), 101.0)
    assert listed.id == "t3"
    assert listed.chairs == ((0, ADA, "person", "Ada"), (1, "", "open", ""))
    assert open_tables(store, Wanted(), ADA, (), 101.0) == [], "who sits there need not come"


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
        connection.execute(sa.text("DROP INDEX tables_due"))
        connection.execute(sa.text("DROP INDEX chairs_person_ended"))
        connection.execute(sa.text("CREATE INDEX chairs_person ON chairs (person)"))
        connection.execute(sa.text("ALTER TABLE chairs DROP COLUMN ended"))
        columns = ("practice", "standing", "origin", "purpose", "pace", "due", "stopped")
        for column in (*columns, "language", "announced"):
            connection.execute(sa.text(f"ALTER TABLE tables DROP COLUMN {column}"))
        gone = (
            "presence",
            "removed",
            "sessions",
            "questions",
            "workers",
            "results",
            "analyses",
            "awaited",
            "clocks_kept",
            "outages",
            "people",
            "pushes",
            "visits",
            "notices",
            "shunned",
        )
        for what in (*(f"TABLE {name}" for name in gone), "INDEX tables_host", "INDEX tables_last"):
            connection.execute(sa.text(f"DROP {what}"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))
    again = Store(url)
    assert [listed.practice for listed in again.of_person(ADA)] == [False]
    assert [listed.standing for listed in again.of_person(ADA)] == [()]
    assert again.append([replace(one(1), practice=True)]) == [None]
    assert [listed.practice for listed in again.of_person(ADA)] == [True]
    again.close()


def test_lists_know_how_a_game_stands_also_after_what_changes_nothing(store: Store) -> None:
    begun(store)
    stands = (([0], 7, True), ([1], -2, False))
    assert store.append([replace(one(1), standing=stands)]) == [None]
    assert store.append([one(2)]) == [None]
    (listed,) = store.of_person(ADA)
    assert listed.standing == stands


def test_my_tables_are_listed_by_whether_they_are_over(store: Store) -> None:
    begun(store)
    (listed,) = store.of_person(ADA, False)
    assert store.of_person(ADA, True) == []
    assert store.append([replace(one(1), over=True)]) == [None]
    assert store.of_person(ADA, False) == []
    assert [found.id for found in store.of_person(ADA, True)] == [listed.id]


def test_a_game_that_ends_anew_or_whose_chairs_change_stays_among_those_that_are_over(
    store: Store,
) -> None:
    begun(store)
    assert store.append([replace(one(1), over=True)]) == [None]
    chatted = replace(one(2), over=True)
    sat = replace(one(3), over=True, chairs=CHAIRS)  # by another browser, say
    assert store.append([chatted, sat]) == [None, None]
    assert store.of_person(ADA, False) == []
    assert [found.id for found in store.of_person(ADA, True)] == ["t1"]


def test_games_that_were_over_before_chairs_knew_of_it_are_among_them(
    store: Store, url: str
) -> None:
    begun(store)
    assert store.append([replace(one(1), over=True)]) == [None]
    with store.engine.begin() as connection:
        connection.execute(sa.text("DROP INDEX chairs_person_ended"))
        connection.execute(sa.text("CREATE INDEX chairs_person ON chairs (person)"))
        connection.execute(sa.text("ALTER TABLE chairs DROP COLUMN ended"))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0014'"))
    again = Store(url)
    assert again.of_person(ADA, False) == []
    assert [found.id for found in again.of_person(ADA, True)] == ["t1"]
    again.close()


def test_a_game_that_ended_without_a_word_to_its_chairs_is_among_those_that_are_over(
    store: Store,
) -> None:
    """As a server of the version before ends one while its database is up to date already."""
    begun(store)
    assert store.append([replace(one(1), over=True)]) == [None]
    with store.engine.begin() as connection:
        connection.execute(sa.text("UPDATE chairs SET ended = NULL"))
    assert store.of_person(ADA, False) == []
    assert [found.id for found in store.of_person(ADA, True)] == ["t1"]


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
    assert "'seed'" not in str(caught.value.__cause__)
    assert "hidden due to hide_parameters" in str(caught.value.__cause__)


def plan(store: Store, statement: str, parameters: object) -> list[str]:
    """How SQLite goes about a statement."""
    with store.reading() as connection:
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)  # type: ignore[arg-type]
        return [row[3] for row in rows]


def test_home_opening_a_table_and_a_move_never_read_a_whole_table_of_the_database(
    tmp_path: Path,
) -> None:
    """So that they cost the same however many games were finished."""
    store = Store(f"sqlite:///{tmp_path}/parvis.db")
    begun(store)
    asked: list[tuple[str, object]] = []

    def note(_: object, __: object, statement: str, parameters: object, *___: object) -> None:
        if statement.partition(" ")[0] in ("SELECT", "UPDATE", "DELETE"):
            asked.append((statement, parameters))

    sa.event.listen(store.engine, "before_cursor_execute", note)
    for over in (None, False, True):
        store.of_person(ADA, over, 4)
    for wanted in (Wanted(), Wanted("stairs", 2, "fr")):
        open_tables(store, wanted, ADA, (BOB,), 200.0)
    apart(store, ADA)
    shunned_by(store, ADA)
    blocks(store, [ADA], [BOB])
    person_of(store, ADA)
    claim_name(store, ADA, "Ada", 1.0)
    for way in ("push", "mail", "hook"):
        waiting(store, way, 200.0)
        ended(store, way, 200.0)
    unfilled(store, 200.0)
    store.unfinished(ADA)
    removed_of(store, ADA, 0.0)
    removed(store, "t1")
    store.by_code("CODE01")
    store.has("t1")
    store.load("t1")
    store.tail("t1", 0)
    store.append([replace(one(1), snapshot=SNAPSHOT, chairs=CHAIRS, rules=1)])
    store.newest()
    store.news(0)
    sa.event.remove(store.engine, "before_cursor_execute", note)
    assert len(asked) > 15
    read = {statement: plan(store, statement, parameters) for statement, parameters in asked}
    store.close()
    whole = {
        statement: steps
        for statement, steps in read.items()
        for step in steps
        if re.match(r"SCAN (tables|chairs|events|snapshots|removed)\b", step)
    }
    assert whole == {}


def test_what_is_asked_while_a_store_closes_leaves_no_connection_open(store: Store) -> None:
    before = store.engine.connect()
    store.close()
    after = store.engine.connect()
    for connection in (before, after):
        raw = connection.connection.dbapi_connection
        assert raw is not None
        connection.close()
        with pytest.raises(Exception, match="closed"):
            raw.cursor().execute("SELECT 1")
