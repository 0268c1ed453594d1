"""A whole database in one file, while servers go on; and from the file into an empty database.

The file is an SQLite database, whichever kind it was made from, with a seal: how many rows there
are, and a digest of them all. Who is at which table is not in it, and the secret key neither.
Imports the store, its schema and its migrations.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import sqlalchemy as sa

from parvis.table.migrations import NEWEST, VERSION
from parvis.table.schema import METADATA, PASSING
from parvis.table.store import Store, StoreError

KEPT = [table for table in METADATA.sorted_tables if table not in PASSING]
SEAL = sa.Table(
    "backup",
    sa.MetaData(),
    sa.Column("made", sa.Float, nullable=False),
    sa.Column("counts", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
)
AT_ONCE = 500  # rows
LOCK = sa.text("SELECT pg_advisory_xact_lock(7024190117)")  # the same as for migrations
NUMBERING = sa.text(
    "SELECT setval(pg_get_serial_sequence('events', 'seq'), (SELECT max(seq) FROM events))"
)


class BackupError(StoreError):
    """Why there is no backup, or why a file is not taken for one."""


@dataclass
class Tally:
    """How many rows of which table, and a digest that does not depend on their order."""

    counts: dict[str, int] = field(default_factory=dict)
    total: int = 0

    def add(self, table: str, rows: Sequence[sa.Row[tuple[object, ...]]]) -> None:
        self.counts[table] = self.counts.get(table, 0) + len(rows)
        for row in rows:
            plain = [int(value) if isinstance(value, bool) else value for value in row]
            line = json.dumps([table, *plain], ensure_ascii=False).encode()
            self.total += int.from_bytes(hashlib.sha256(line).digest())

    @property
    def digest(self) -> str:
        return f"{self.total % 2**256:064x}"


def back_up(store: Store, file: Path, force: bool = False) -> Tally:
    """Everything that a database holds at one moment, in a file that was read back and compared."""
    if file.exists() and not force:
        raise BackupError(f"{file} is there already (--force writes over it)")
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))  # seeds and keys are in it
        with opened(part) as engine:
            tally = written(store, engine)
        if checked(part) != tally:
            raise BackupError(f"{file}: what was written is not what was read")
        with part.open("rb") as done:
            os.fsync(done.fileno())
        part.replace(file)
    except sa.exc.SQLAlchemyError as error:
        raise BackupError(f"cannot make {file}: {plain_words(error)}") from error
    finally:
        part.unlink(missing_ok=True)
    return tally


def written(store: Store, engine: sa.Engine) -> Tally:
    with reading_one_moment(store) as source, engine.begin() as target:
        METADATA.create_all(target)
        VERSION.create(target)
        SEAL.create(target)
        tally = copy(source, target, KEPT)
        target.execute(VERSION.insert().values(version_num=NEWEST))
        seal = {"made": time.time(), "counts": json.dumps(tally.counts), "digest": tally.digest}
        target.execute(SEAL.insert(), seal)
    return tally


@contextmanager
def reading_one_moment(store: Store) -> Iterator[sa.Connection]:
    """Whatever is appended meanwhile is not seen."""
    with store.engine.connect() as connection:
        if store.sqlite:
            yield connection.execution_options(reading=True)
        else:
            yield connection.execution_options(isolation_level="REPEATABLE READ")


def copy(source: sa.Connection, target: sa.Connection, tables: Sequence[sa.Table]) -> Tally:
    tally = Tally()
    for table in tables:
        for rows in parts(source, table):
            tally.add(table.name, rows)
            target.execute(sa.insert(table), [row._asdict() for row in rows])
    return tally


def tally_of(connection: sa.Connection, tables: Sequence[sa.Table]) -> Tally:
    tally = Tally()
    for table in tables:
        for rows in parts(connection, table):
            tally.add(table.name, rows)
    return tally


def parts(
    connection: sa.Connection, table: sa.Table
) -> Iterator[Sequence[sa.Row[tuple[object, ...]]]]:
    """All rows of a table, not all at once."""
    yield from connection.execute(
        sa.select(table), execution_options={"yield_per": AT_ONCE}
    ).partitions()


@contextmanager
def opened(file: Path) -> Iterator[sa.Engine]:
    engine = sa.create_engine(sa.URL.create("sqlite", database=str(file)), hide_parameters=True)
    try:
        yield engine
    finally:
        engine.dispose()


def checked(file: Path) -> Tally:
    """What is in a backup, if it is whole; `BackupError` if it is not, or none at all."""
    if not file.is_file():
        raise BackupError(f"{file}: there is no such file")
    try:
        with opened(file) as engine, engine.connect() as connection:
            held = sa.MetaData()
            held.reflect(connection)
            if SEAL.name not in held.tables:
                raise BackupError(f"{file} is no backup of Parvis")
            for pragma, fine in (("integrity_check", [("ok",)]), ("foreign_key_check", [])):
                if connection.exec_driver_sql(f"PRAGMA {pragma}").all() != fine:
                    raise BackupError(f"{file} is damaged")
            seal = connection.execute(sa.select(SEAL)).one()
            own = (SEAL.name, VERSION.name)
            tally = tally_of(connection, [t for n, t in held.tables.items() if n not in own])
            sealed = json.loads(seal.counts), seal.digest
    except (ValueError, TypeError) as error:
        raise BackupError(f"{file} is damaged") from error
    except sa.exc.SQLAlchemyError as error:
        raise BackupError(f"{file} is no backup of Parvis, or damaged") from error
    if (tally.counts, tally.digest) != sealed:
        raise BackupError(f"{file} is damaged: its content is not what was sealed")
    return tally


def restore(file: Path, store: Store) -> Tally:
    """A backup into an empty database, as a whole or not at all."""
    tally = checked(file)
    try:
        with newest(file) as engine, engine.connect() as source, store.engine.begin() as target:
            if not store.sqlite:
                target.execute(LOCK)
            if any(target.execute(sa.select(table).limit(1)).first() for table in KEPT):
                raise BackupError("the database is not empty; a backup goes into an empty one only")
            copied = copy(source, target, KEPT)
            if tally_of(target, KEPT) != copied:
                raise BackupError("the database does not give back what was written to it")
            if not store.sqlite and copied.counts.get("events"):
                target.execute(NUMBERING)
    except sa.exc.SQLAlchemyError as error:
        raise BackupError(f"cannot restore {file}: {plain_words(error)}") from error
    return tally


@contextmanager
def newest(file: Path) -> Iterator[sa.Engine]:
    """A backup as the schema of today; the file itself is left as it is."""
    with opened(file) as engine:
        with engine.connect() as connection:
            version = connection.execute(sa.select(VERSION.c.version_num)).scalar_one()
        if version == NEWEST:
            yield engine
            return
    if version > NEWEST:
        raise BackupError(f"{file} was made by a later version of Parvis")
    with tempfile.TemporaryDirectory() as folder:
        aside = Path(folder) / "backup.db"
        shutil.copyfile(file, aside)
        aside.chmod(0o600)
        Store(f"sqlite:///{aside}").close()
        with opened(aside) as engine:
            yield engine


def plain_words(error: sa.exc.SQLAlchemyError) -> str:
    """What the database itself says, without the statement."""
    with suppress(AttributeError):
        return str(error.orig)  # type: ignore[attr-defined]
    return type(error).__name__
