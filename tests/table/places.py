"""Databases for tests: a file, or a schema of its own in the PostgreSQL of the machine."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import psycopg
import sqlalchemy as sa
from psycopg import sql

from parvis.table.store import Store

SERVER = "postgresql://postgres@127.0.0.1:5432/test"


@cache
def postgres_there() -> bool:
    try:
        psycopg.connect(SERVER, connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True


def relaxed(store: Store) -> Store:
    """A store that does not wait for the disk: tests write much, and lose nothing that matters."""

    def relax(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA synchronous=OFF").close()

    if store.sqlite:
        sa.event.listen(store.engine, "connect", relax)
        store.engine.dispose()
    return store


@contextmanager
def new_url(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield f"sqlite:///{folder / 'tables.db'}"
        return
    name = f"parvis_{secrets.token_hex(6)}"
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(sql.SQL("CREATE SCHEMA {}").format(sql.Identifier(name)))
    try:
        yield f"{SERVER}?options=-csearch_path%3D{name}%20-csynchronous_commit%3Doff"
    finally:
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(name)))
