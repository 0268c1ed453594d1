"""The log in a database: SQLite by default, PostgreSQL by its address.

An append is one transaction with its snapshot and with what lists need; the number of an event is
unique in its table, so of two servers that both play move n one is told `Conflict`.
Imports the schema with its migrations, and what a store is given.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import sqlalchemy as sa

from parvis.table.chair import Chair
from parvis.table.event import Event
from parvis.table.migrations import LaterSchema, bring_up_to_date
from parvis.table.schema import CHAIRS, EVENTS, PACKS, PRESENCE, SNAPSHOTS, TABLES
from parvis.table.stored import Append, Snapshot, StoredTable, TableConfig, TableSummary

CHANNEL = "parvis"
WAIT = 10  # seconds a writer waits for another one
A_DAY = 86_400.0


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

    def __init__(self, url: str) -> None:
        self.url = driver_url(url)
        self.sqlite = self.url.drivername == "sqlite"
        if self.sqlite:
            if not self.url.database or self.url.database == ":memory:":
                raise StoreError("a database in memory would lose its tables; name a file")
            file = Path(self.url.database)
            file.parent.mkdir(parents=True, exist_ok=True)
            if not file.exists():
                file.touch(mode=0o600)  # seeds and keys are in it
            # What an error says goes into logs: never the values.
            self.engine = sa.create_engine(
                self.url, connect_args={"timeout": WAIT}, hide_parameters=True
            )
            sa.event.listen(self.engine, "connect", set_up_sqlite)
            sa.event.listen(self.engine, "begin", begin_immediately)
        else:
            self.engine = sa.create_engine(self.url, pool_pre_ping=True, hide_parameters=True)
        try:
            self.migrate()
        except sa.exc.DatabaseError as error:
            self.close()
            raise StoreError(f"cannot open {self.url!r}: {error.orig}") from error
        except LaterSchema as error:
            self.close()
            raise StoreError(f"{self.url!r} was made by a later version of Parvis") from error

    def migrate(self) -> None:
        """Bring the schema up to date; of two servers that start at once one waits."""
        with self.engine.begin() as connection:
            if not self.sqlite:
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(7024190117)"))
            bring_up_to_date(connection)

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        with self.engine.connect() as connection:
            yield connection.execution_options(reading=True)

    def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            with self.reading() as connection:
                return connection.execute(sa.select(sa.literal(1))).scalar() == 1
        except sa.exc.SQLAlchemyError:
            return False

    # Writing.

    def make(self, config: TableConfig, appended: Append) -> None:
        """A new table with its first event; `Conflict` if the id or the code is taken."""
        row = {
            "id": config.id,
            "game": config.game,
            "rules": config.rules,
            "seats": config.seats,
            "options": json.dumps(config.options),
            "pack": config.digest,
            "seed": config.seed,
            "salt": config.salt,
            "commitment": config.commitment,
            "key": config.key,
            "code": config.code,
            "private": config.private,
            "host": config.host,
            "made": config.created,
            "over": appended.over,
            "turn": appended.turn,
            "last": config.created,
        }
        try:
            with self.engine.begin() as connection:
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
            with self.engine.begin() as connection:
                self.put(connection, batch)
        except sa.exc.IntegrityError as error:
            if len(batch) == 1:
                conflict = Conflict()
                conflict.__cause__ = error
                return [conflict]
        except sa.exc.SQLAlchemyError as error:
            if len(batch) == 1:
                failure = StoreError(type(error).__name__)
                failure.__cause__ = error
                return [failure]
        else:
            return [None] * len(batch)
        return [self.append([one])[0] for one in batch]

    def put(self, connection: sa.Connection, batch: Sequence[Append]) -> None:
        """All statements of some appends."""
        connection.execute(
            sa.insert(EVENTS),
            [event_row(one.table, event) for one in batch for event in one.events],
        )
        connection.execute(
            sa.update(TABLES).where(TABLES.c.id == sa.bindparam("this")),
            [
                {
                    "this": one.table,
                    "turn": one.turn,
                    "over": one.over,
                    "last": one.events[-1].at,
                    "practice": one.practice,
                }
                for one in batch
            ],
        )
        for one in batch:
            if one.snapshot is not None:
                self.put_snapshot(connection, one.table, one.snapshot)
            if one.chairs is not None:
                self.put_chairs(connection, one.table, one.chairs)
            if one.rules is not None:
                connection.execute(
                    sa.update(TABLES).where(TABLES.c.id == one.table).values(rules=one.rules)
                )
        if not self.sqlite:
            connection.execute(
                sa.text("SELECT pg_notify(:channel, :table)"),
                [{"channel": CHANNEL, "table": f"{one.table} {one.events[-1].n}"} for one in batch],
            )

    def put_snapshot(self, connection: sa.Connection, table: str, snapshot: Snapshot) -> None:
        connection.execute(sa.delete(SNAPSHOTS).where(SNAPSHOTS.c.table_id == table))
        connection.execute(
            sa.insert(SNAPSHOTS),
            {
                "table_id": table,
                "n": snapshot.n,
                "moves": snapshot.moves,
                "text": snapshot.text,
                "hash": snapshot.hash,
                "shown": json.dumps(snapshot.shown),
            },
        )

    def put_chairs(self, connection: sa.Connection, table: str, chairs: tuple[Chair, ...]) -> None:
        connection.execute(sa.delete(CHAIRS).where(CHAIRS.c.table_id == table))
        rows = [
            {
                "table_id": table,
                "seat": seat,
                "person": person,
                "kind": chair.kind,
                "name": chair.name,
            }
            for seat, chair in enumerate(chairs)
            for person in chair.persons or ("",)
        ]
        connection.execute(sa.insert(CHAIRS), rows)

    def call_roll(
        self, server: str, beat: int, there: Collection[tuple[str, str]], watched: Collection[str]
    ) -> list[tuple[str, str, str, int]]:
        """Say who is at which table through this server; who is at these tables through others."""
        own = PRESENCE.c.server == server
        forgotten = PRESENCE.c.at < time.time() - A_DAY  # of servers that never said goodbye
        rows = [
            {"table_id": table, "server": server, "person": person, "beat": beat, "at": time.time()}
            for table, person in there
        ]
        others = sa.select(
            PRESENCE.c.table_id, PRESENCE.c.server, PRESENCE.c.person, PRESENCE.c.beat
        ).where(PRESENCE.c.table_id.in_(watched), ~own)
        try:
            with self.engine.begin() as connection:
                connection.execute(sa.delete(PRESENCE).where(own | forgotten))
                if rows:
                    connection.execute(sa.insert(PRESENCE), rows)
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
            snapshot = Snapshot(last.n, last.moves, last.text, last.hash, json.loads(last.shown))
        config = TableConfig(
            id=row.id,
            game=row.game,
            rules=row.rules,
            seats=row.seats,
            options=json.loads(row.options),
            pack=row.source,
            digest=row.pack,
            seed=row.seed,
            salt=row.salt,
            commitment=row.commitment,
            key=row.key,
            code=row.code,
            private=row.private,
            host=row.host,
            created=row.made,
        )
        return StoredTable(config, events, snapshot)

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
                None if row.told is None else json.loads(row.told),
                row.command,
            )
            for row in rows
        ]

    def by_code(self, code: str) -> str | None:
        """The table of a code."""
        with self.reading() as connection:
            found = connection.execute(sa.select(TABLES.c.id).where(TABLES.c.code == code))
            return found.scalar()

    def of_person(self, person: str, most: int = 30) -> list[TableSummary]:
        """The tables where this browser holds a seat, the last played first."""
        held = sa.select(CHAIRS.c.table_id).where(CHAIRS.c.person == person)
        return self.listed(TABLES.c.id.in_(held), most)

    def public(self, most: int = 30) -> list[TableSummary]:
        """Public tables with an open seat."""
        free = sa.select(CHAIRS.c.table_id).where(CHAIRS.c.kind == "open")
        wanted = sa.and_(
            TABLES.c.private.is_(False), TABLES.c.over.is_(False), TABLES.c.id.in_(free)
        )
        return self.listed(wanted, most)

    def listed(self, wanted: sa.ColumnElement[bool], most: int) -> list[TableSummary]:
        with self.reading() as connection:
            rows = connection.execute(
                sa.select(TABLES).where(wanted).order_by(TABLES.c.last.desc()).limit(most)
            ).all()
            ids = [row.id for row in rows]
            chairs = connection.execute(
                sa.select(CHAIRS).where(CHAIRS.c.table_id.in_(ids)).order_by(CHAIRS.c.seat)
            ).all()
        return [
            TableSummary(
                id=row.id,
                game=row.game,
                code=row.code,
                over=row.over,
                turn=row.turn,
                last=row.last,
                chairs=tuple(
                    (chair.seat, chair.person, chair.kind, chair.name)
                    for chair in chairs
                    if chair.table_id == row.id
                ),
                practice=row.practice,
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
                .limit(10_000)
            )
            return [(row.seq, row.table_id, row.n) for row in rows]


def event_row(table: str, event: Event) -> dict[str, object]:
    return {
        "table_id": table,
        "n": event.n,
        "at": event.at,
        "kind": event.kind,
        "seat": event.seat,
        "data": json.dumps(event.data, ensure_ascii=False),
        "told": None if event.stories is None else json.dumps(event.stories, ensure_ascii=False),
        "command": event.command,
    }


def set_up_sqlite(connection: object, _: object) -> None:
    """Write-ahead log, so that readers do not wait; a commit is on the disk when it returns."""
    import sqlite3

    assert isinstance(connection, sqlite3.Connection)
    connection.isolation_level = None  # transactions begin where we say so
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def begin_immediately(connection: sa.Connection) -> None:
    """Whoever means to write says so at once, and waits; a reader does not get in the way."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")
