"""The log in a database: SQLite by default, PostgreSQL by its address.

An append is one transaction with its snapshot and with what lists need; the number of an event is
unique in its table, so of two servers that both play move n one is told `Conflict`.
Imports the schema with its migrations, what a store is given, results, and whose turn it is to
write.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import sys
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
import sqlalchemy as sa

from parvis.table.chair import Chair
from parvis.table.event import Event, key_of, packed
from parvis.table.migrations import NEWEST, LaterSchema, bring_up_to_date, version_of
from parvis.table.prepared import Prepared
from parvis.table.results import put_results
from parvis.table.schema import AWAITED, CHAIRS, EVENTS, PACKS, PRESENCE, SNAPSHOTS, TABLES
from parvis.table.stored import (
    Append,
    Snapshot,
    StoredTable,
    TableConfig,
    TableSummary,
    read_standing,
)
from parvis.table.turns import Turns

CHANNEL = "parvis"
PATIENCE = 4.0  # seconds that an answer, or another writer, is waited for
MIGRATING = 600.0  # the same while the schema is brought up to date
A_DAY = 86_400.0
# What a row of a table and its config call by the same name.
AS_IT_IS = (
    "id", "game", "rules", "seats", "seed", "salt", "commitment", "key", "code", "private", "host",
    "origin", "purpose", "language", "announced",
)  # fmt: skip
OF_EVENT = ("table_id", "n", "at", "kind", "seat", "data", "told", "command")
SEATS = 4  # that one person may hold at a table, around one screen
NEWS = 10_000  # events that are told of at once
BEATEN = ("40001", "40P01")  # what PostgreSQL calls two who got in each other's way
STANDSTILL = (sa.exc.OperationalError, sa.exc.TimeoutError, sa.exc.InterfaceError)


class Conflict(Exception):
    """Someone else has appended this number, or applied this command, before."""


class StoreError(Exception):
    """The database cannot be used; says why."""


def data_folder() -> Path:
    """Where a user's tables are kept."""
    return Path(platformdirs.user_data_dir("parvis", appauthor=False))


def default_url() -> str:
    """The address of the user's own database."""
    return f"sqlite:///{data_folder() / 'parvis.db'}"


def driver_url(url: str) -> sa.URL:
    """A database's address with the driver that comes with Parvis."""
    try:
        read = sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise StoreError(f"not the address of a database: {error}") from error
    if read.drivername in ("postgres", "postgresql"):
        return read.set(drivername="postgresql+psycopg")
    if read.drivername not in ("sqlite", "postgresql+psycopg"):
        raise StoreError(f"sqlite:///… or postgresql://…, not {read.drivername[:30]}")
    return read


class Store:
    """A database that holds tables. Its methods block; see `parvis.table.journal`."""

    def __init__(
        self, url: str, patience: float = PATIENCE, as_it_is: bool = False, connections: int = 5
    ) -> None:
        """`as_it_is`: nothing is made or brought up to date; what is not of today is refused.

        So many `connections` to PostgreSQL are kept.
        """
        self.url = driver_url(url)
        self.connections = connections
        self.patience = patience
        self.sqlite = self.url.drivername == "sqlite"
        if as_it_is and self.sqlite and not Path(self.url.database or "").is_file():
            raise StoreError(f"there is no database at {self.url!r}")
        self.turns = Turns()
        self.engine = self.file_engine() if self.sqlite else self.server_engine()
        dialect = self.engine.dialect
        self.put_events = Prepared(sa.insert(EVENTS), OF_EVENT, dialect)
        of_this = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("this"))
        stands: sa.ColumnElement[str] = sa.func.coalesce(sa.bindparam("stands"), TABLES.c.standing)
        self.note_turns = Prepared(
            of_this.values(standing=stands), ("turn", "over", "last", "practice", "due"), dialect
        )
        going_on = sa.and_(CHAIRS.c.table_id == sa.bindparam("this"), CHAIRS.c.ended.is_(None))
        self.note_ended = Prepared(sa.update(CHAIRS).where(going_on), ("ended",), dialect)
        of_awaited = AWAITED.c.table_id == sa.bindparam("this")
        self.forget_awaited = Prepared(sa.delete(AWAITED).where(of_awaited), (), dialect)
        self.put_awaited = Prepared(sa.insert(AWAITED), ("person", "table_id", "since"), dialect)
        try:
            if not as_it_is:
                self.migrate()
            elif not self.up_to_date():
                self.close()
                raise StoreError(f"{self.url!r} is of another version of Parvis, or of none")
        except sa.exc.DatabaseError as error:
            self.close()
            raise StoreError(f"cannot open {self.url!r}: {error.orig}") from error
        except LaterSchema as error:
            self.close()
            raise StoreError(f"{self.url!r} was made by a later version of Parvis") from error

    def file_engine(self) -> sa.Engine:
        if not self.url.database or self.url.database == ":memory:":
            raise StoreError("a database in memory would lose its tables; name a file")
        file = Path(self.url.database)
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.touch(mode=0o600)  # seeds and keys are in it
        # What an error says goes into logs: never the values.
        engine = sa.create_engine(
            self.url,
            connect_args={"timeout": self.patience},
            pool_timeout=self.patience,
            hide_parameters=True,
        )
        sa.event.listen(engine, "connect", set_up_sqlite)
        sa.event.listen(engine, "begin", begin_immediately)
        return engine

    def server_engine(self) -> sa.Engine:
        from parvis.table.bounded_connection import connect

        engine = sa.create_engine(
            self.url,
            pool_pre_ping=True,
            pool_size=self.connections,
            pool_timeout=self.patience,
            hide_parameters=True,
        )
        sa.event.listen(
            engine, "do_connect", lambda _, __, args, given: connect(self.patience, args, given)
        )
        return engine

    def migrate(self) -> None:
        """Bring the schema up to date; of two servers that start at once one waits."""
        with self.engine.begin() as connection:
            if not self.sqlite:
                line: Any = connection.connection.dbapi_connection
                line.patience = MIGRATING
                for limit in ("statement_timeout", "lock_timeout"):
                    connection.execute(sa.text(f"SET LOCAL {limit} = 0"))
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(7024190117)"))
            bring_up_to_date(connection)
            if not self.sqlite:
                line.patience = self.patience

    def up_to_date(self) -> bool:
        with self.reading() as connection:
            return version_of(connection) == NEWEST

    def close(self) -> None:
        """Whatever is still being asked in a thread closes its connection when it is done."""
        sa.event.listen(self.engine.pool, "checkin", lambda _, record: record.invalidate())
        self.engine.dispose()

    def checkpoint(self) -> None:
        """All that was committed into an SQLite file itself, so that a copy of it is whole."""
        if self.sqlite:
            line = sqlite3.connect(str(self.url.database), timeout=1.0)
            with closing(line), suppress(sqlite3.Error):  # someone is writing: another time
                line.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        with self.engine.connect() as connection:
            yield connection.execution_options(reading=True)

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction; of this server's threads one at a time, where the file allows no more."""
        if not self.sqlite:
            with self.engine.begin() as connection:
                yield connection
            return
        try:
            turn = self.turns.one(self.patience)
            with turn, self.engine.begin() as connection:
                yield connection
        except TimeoutError as error:
            raise sa.exc.TimeoutError("others are writing") from error

    def healthy(self) -> bool:
        """Whether the database takes what is written: a row that nobody ever sees."""
        row = {"table_id": "", "server": secrets.token_hex(8), "person": "", "beat": 0, "at": 0.0}
        own = PRESENCE.c.server == row["server"]
        try:
            with self.writing() as connection:
                connection.execute(sa.insert(PRESENCE), row)
                return connection.execute(sa.delete(PRESENCE).where(own)).rowcount == 1
        except sa.exc.SQLAlchemyError:
            return False

    # Writing.

    def make(self, config: TableConfig, appended: Append) -> None:
        """A new table with its first event; `Conflict` if the id or the code is taken."""
        row = {
            **{name: getattr(config, name) for name in AS_IT_IS},
            "options": json.dumps(config.options),
            "pack": config.digest,
            "made": config.created,
            "over": appended.over,
            "turn": appended.turn,
            "last": config.created,
            "pace": appended.pace,
        }
        try:
            with self.writing() as connection:
                known = sa.select(PACKS.c.digest).where(PACKS.c.digest == config.digest)
                if connection.execute(known).first() is None:
                    pack = {"digest": config.digest, "source": config.pack}
                    connection.execute(self.unless_there(PACKS), pack)
                connection.execute(sa.insert(TABLES), row)
                self.put(connection, [appended])
        except sa.exc.IntegrityError as error:
            raise Conflict from error

    def unless_there(self, table: sa.Table) -> sa.Insert:
        if self.sqlite:
            from sqlalchemy.dialects import sqlite

            return sqlite.insert(table).on_conflict_do_nothing()
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table).on_conflict_do_nothing()

    def append(self, batch: Sequence[Append]) -> list[Exception | None]:
        """Append in one transaction; if one of them fails, each in its own. What went wrong."""
        try:
            with self.writing() as connection:
                self.put(connection, batch)
        except sa.exc.SQLAlchemyError as error:
            in_conflict = isinstance(error, sa.exc.IntegrityError) or beaten(error)
            if in_conflict and len(batch) == 1:
                conflict = Conflict()
                conflict.__cause__ = error
                return [conflict]
            # A database that stands still would do so for each of them again.
            if not in_conflict and (len(batch) == 1 or isinstance(error, STANDSTILL)):
                failure = StoreError(type(error).__name__)
                failure.__cause__ = error
                return [failure] * len(batch)
        else:
            return [None] * len(batch)
        return [self.append([one])[0] for one in batch]

    def put(self, connection: sa.Connection, batch: Sequence[Append]) -> None:
        """All statements of some appends, table by table: no two servers wait for each other."""
        batch = sorted(batch, key=lambda one: one.table)
        self.put_events.run(
            connection, [event_row(one.table, event) for one in batch for event in one.events]
        )
        self.note_turns.run(
            connection,
            [
                {
                    "this": one.table,
                    "turn": one.turn,
                    "over": one.over,
                    "last": one.events[-1].at,
                    "practice": one.practice,
                    "due": one.due,
                    "stands": None if one.standing is None else json.dumps(one.standing),
                }
                for one in batch
            ],
        )
        kept = [(one.table, one.snapshot) for one in batch if one.snapshot is not None]
        self.put_snapshots(connection, kept)
        waits = [(one, one.awaited) for one in batch if one.awaited is not None]
        self.forget_awaited.run(connection, [{"this": one.table} for one, _ in waits])
        self.put_awaited.run(
            connection,
            [
                {"person": person, "table_id": one.table, "since": one.events[-1].at}
                for one, persons in waits
                for person in sorted(persons)
            ],
        )
        for one in batch:
            if one.chairs is not None:
                self.put_chairs(connection, one.table, one.chairs)
            if one.results:
                put_results(connection, one.table, one.results)
            changed: dict[str, object] = {"rules": one.rules, "host": one.host}
            changed = {name: value for name, value in changed.items() if value is not None}
            if one.stopped:
                changed["stopped"] = one.stopped
            if changed:
                connection.execute(
                    sa.update(TABLES).where(TABLES.c.id == one.table).values(changed)
                )
        over = [{"this": one.table, "ended": one.events[-1].at} for one in batch if one.over]
        self.note_ended.run(connection, over)
        if not self.sqlite:
            connection.execute(
                sa.text("SELECT pg_notify(:channel, :table)"),
                [{"channel": CHANNEL, "table": f"{one.table} {one.events[-1].n}"} for one in batch],
            )

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """A snapshot in place of one that was lost; another server may have been quicker."""
        with suppress(sa.exc.IntegrityError), self.writing() as connection:
            self.put_snapshots(connection, [(table, snapshot)])

    def put_snapshots(
        self, connection: sa.Connection, kept: Sequence[tuple[str, Snapshot]]
    ) -> None:
        """In place of those that were kept of these tables."""
        if not kept:
            return
        tables = [table for table, _ in kept]
        connection.execute(sa.delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id.in_(tables)))
        connection.execute(
            sa.insert(SNAPSHOTS),
            [
                {
                    "table_id": table,
                    "n": snapshot.n,
                    "moves": snapshot.moves,
                    "text": snapshot.text,
                    "hash": snapshot.hash,
                    "shown": snapshot.packed,
                }
                for table, snapshot in kept
            ],
        )

    def put_chairs(self, connection: sa.Connection, table: str, chairs: tuple[Chair, ...]) -> None:
        connection.execute(sa.delete(CHAIRS).where(CHAIRS.c.table_id == table))
        rows = [
            {
                "table_id": table,
                "seat": seat,
                "person": person,
                "kind": "yields" if chair.kind == "bot" and chair.yields else chair.kind,
                "name": chair.name,
            }
            for seat, chair in enumerate(chairs)
            for person in chair.persons or ("",)
        ]
        connection.execute(sa.insert(CHAIRS), rows)

    def call_roll(
        self,
        server: str,
        beat: int,
        there: Collection[tuple[str, str]] | None,
        watched: Collection[str],
    ) -> list[tuple[str, str, str, int]]:
        """Who is at these tables through other servers; first say who is through this one.

        None: what was said last still holds.
        """
        own = PRESENCE.c.server == server
        forgotten = PRESENCE.c.at < time.time() - A_DAY  # of servers that never said goodbye
        rows = [
            {"table_id": table, "server": server, "person": person, "beat": beat, "at": time.time()}
            for table, person in there or ()
        ]
        others = sa.select(
            PRESENCE.c.table_id, PRESENCE.c.server, PRESENCE.c.person, PRESENCE.c.beat
        ).where(PRESENCE.c.table_id.in_(watched), ~own)
        try:
            if there is not None:
                with self.writing() as connection:
                    connection.execute(sa.delete(PRESENCE).where(own | forgotten))
                    if rows:
                        connection.execute(sa.insert(PRESENCE), rows)
            with self.reading() as connection:
                return [tuple(row) for row in connection.execute(others)]
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(type(error).__name__) from error

    # Reading.

    def load(self, table: str) -> StoredTable | None:
        """All that is kept of a table, or None."""
        with self.reading() as connection:
            row = connection.execute(
                sa.select(TABLES, PACKS.c.source)
                .join(PACKS, PACKS.c.digest == TABLES.c.pack)
                .where(TABLES.c.id == table)
            ).first()
            if row is None:
                return None
            last = connection.execute(
                sa.select(SNAPSHOTS)
                .where(SNAPSHOTS.c.table_id == table)
                .order_by(SNAPSHOTS.c.n.desc())
                .limit(1)
            ).first()
            events = self.events(connection, table, -1)
        snapshot = None
        if last is not None:
            snapshot = Snapshot(last.n, last.moves, last.text, last.hash, last.shown)
        config = TableConfig(
            **{name: getattr(row, name) for name in AS_IT_IS},
            options=json.loads(row.options),
            pack=sys.intern(row.source),  # one text, however many tables have it
            digest=row.pack,
            created=row.made,
        )
        return StoredTable(config, events, snapshot)

    def seen(self, table: str, person: str) -> tuple[str, Mapping[str, object] | None]:
        """The game of a table, and what this person's seat saw of it when it was kept last.

        Who holds no seat, or several around one screen, sees what all do.
        """
        of_table = CHAIRS.c.table_id == table
        held = sa.select(CHAIRS.c.seat).where(of_table, CHAIRS.c.person == person)
        last = sa.select(SNAPSHOTS.c.shown).where(SNAPSHOTS.c.table_id == table)
        with self.reading() as connection:
            game = connection.execute(sa.select(TABLES.c.game).where(TABLES.c.id == table)).scalar()
            seats = connection.execute(held).scalars().all() if person else []
            shown = connection.execute(last.order_by(SNAPSHOTS.c.n.desc()).limit(1)).scalar()
        views = msgspec.json.decode(shown)["views"] if shown else {}
        return game or "", views.get(key_of(seats[0] if len(seats) == 1 else None))

    def has(self, table: str) -> bool:
        """Whether there is a table of this id."""
        with self.reading() as connection:
            found = connection.execute(sa.select(TABLES.c.id).where(TABLES.c.id == table))
            return found.first() is not None

    def tail(self, table: str, after: int) -> list[Event]:
        """The events that come after a number."""
        with self.reading() as connection:
            return self.events(connection, table, after)

    def events(self, connection: sa.Connection, table: str, after: int) -> list[Event]:
        rows = connection.execute(
            sa.select(EVENTS)
            .where(EVENTS.c.table_id == table, EVENTS.c.n > after)
            .order_by(EVENTS.c.n)
        )
        return [
            Event(
                row.n,
                row.at,
                row.kind,
                row.seat,
                json.loads(row.data),
                row.told,
                row.command,
            )
            for row in rows
        ]

    def by_code(self, code: str) -> str | None:
        """The table of a code."""
        with self.reading() as connection:
            found = connection.execute(sa.select(TABLES.c.id).where(TABLES.c.code == code))
            return found.scalar()

    def of_person(
        self,
        person: str,
        over: bool | None = None,
        most: int = 100,
    ) -> list[TableSummary]:
        """The tables where this browser holds a seat, the last played first: all, those that are
        over or those that go on. Of many that are over only as many are read as are wanted."""
        held = sa.select(CHAIRS.c.table_id).where(CHAIRS.c.person == person)
        going_on = held.where(CHAIRS.c.ended.is_(None))
        wanted = TABLES.c.purpose != "lesson"
        if over:
            ended = held.join(TABLES, TABLES.c.id == CHAIRS.c.table_id)
            ended = ended.where(CHAIRS.c.ended.is_not(None), wanted)
            last = ended.order_by(CHAIRS.c.ended.desc()).limit(SEATS * most).subquery()
            # During an upgrade a server of the version before ends games and tells no chair.
            untold = going_on.join(TABLES, TABLES.c.id == CHAIRS.c.table_id).where(TABLES.c.over)
            wanted = sa.and_(wanted, TABLES.c.id.in_(sa.union_all(sa.select(last), untold)))
        elif over is not None:
            # So told that no index of all games that go on is gone through for one's own.
            is_over = sa.case((TABLES.c.over, 1), else_=0)
            wanted = sa.and_(wanted, TABLES.c.id.in_(going_on), is_over == 0)
        else:
            wanted = sa.and_(wanted, TABLES.c.id.in_(held))
        return self.listed(wanted, most)

    def records_of(self, host: str, most: int = 24) -> list[TableSummary]:
        """The records that this browser has brought from elsewhere, the last first."""
        return self.listed(sa.and_(TABLES.c.host == host, TABLES.c.purpose == "record"), most)

    def unfinished(self, host: str) -> int:
        """How many tables this browser has made that are not over."""
        made = sa.select(sa.func.count()).where(
            TABLES.c.host == host, TABLES.c.over.is_(False), TABLES.c.purpose != "lesson"
        )
        with self.reading() as connection:
            return connection.execute(made).scalar() or 0

    def listed(self, wanted: sa.ColumnElement[bool], most: int) -> list[TableSummary]:
        with self.reading() as connection:
            rows = connection.execute(
                sa.select(TABLES).where(wanted).order_by(TABLES.c.last.desc()).limit(most)
            ).all()
            ids = [row.id for row in rows]
            chairs = connection.execute(
                sa.select(CHAIRS).where(CHAIRS.c.table_id.in_(ids)).order_by(CHAIRS.c.seat)
            ).all()
        sitting: dict[str, list[tuple[int, str, str, str]]] = {id: [] for id in ids}
        for chair in chairs:
            sitting[chair.table_id].append((chair.seat, chair.person, chair.kind, chair.name))
        return [
            TableSummary(
                id=row.id,
                game=row.game,
                code=row.code,
                over=row.over,
                turn=row.turn,
                last=row.last,
                chairs=tuple(sitting[row.id]),
                practice=row.practice,
                standing=read_standing(row.standing),
                due=row.due,
                stopped=row.stopped,
                pace=row.pace,
            )
            for row in rows
        ]

    def newest(self) -> int:
        """The sequence number of the newest event."""
        with self.reading() as connection:
            return connection.execute(sa.select(sa.func.max(EVENTS.c.seq))).scalar() or 0

    def news(self, after: int) -> list[tuple[int, str, int]]:
        """What came after a sequence number: (sequence number, table, n)."""
        with self.reading() as connection:
            rows = connection.execute(
                sa.select(EVENTS.c.seq, EVENTS.c.table_id, EVENTS.c.n)
                .where(EVENTS.c.seq > after)
                .order_by(EVENTS.c.seq)
                .limit(NEWS)
            )
            return [(row.seq, row.table_id, row.n) for row in rows]


def beaten(error: sa.exc.SQLAlchemyError) -> bool:
    """Whether another transaction was let through in place of this one."""
    return isinstance(error, sa.exc.DBAPIError) and (
        getattr(error.orig, "sqlstate", None) in BEATEN
    )


def event_row(table: str, event: Event) -> dict[str, object]:
    return {
        "table_id": table,
        "n": event.n,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "data": packed(event.data),
        "told": event.stories,
        "command": event.command,
    }


def set_up_sqlite(connection: object, _: object) -> None:
    """Write-ahead log, so that readers do not wait; a commit is on the disk when it returns."""
    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None  # transactions begin where we say so
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "cache_size=-256",  # KB: there are many connections, and the system keeps the file
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def begin_immediately(connection: sa.Connection) -> None:
    """Whoever means to write says so at once, and waits; a reader does not get in the way."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
