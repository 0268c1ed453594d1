"""Databases for tests: a file, or a schema of its own in the PostgreSQL of the machine."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import sqlite3
import subprocess
import tempfile
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


class OwnPostgres:
    """A PostgreSQL of its own, which may be restarted; it waits for the disk as one should."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="parvis-postgres-"))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self.restarts = 0

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    @staticmethod
    def missing() -> str:
        """Why there can be none, if so."""
        if not programs():
            return "no PostgreSQL server is installed"
        if os.geteuid() == 0 and not shutil.which("runuser"):
            return "PostgreSQL does not run as root, and there is no runuser"
        return ""

    def __enter__(self) -> OwnPostgres:
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
        self.run("initdb", "--auth=trust", "--username=postgres", "--no-sync")
        with (self.folder / "data" / "postgresql.conf").open("a") as settings:
            settings.write(
                f"port = {self.port}\nlisten_addresses = '127.0.0.1'\n"
                f"unix_socket_directories = '{self.folder}'\n"
            )
        self.run("pg_ctl", "--wait", f"--log={self.folder / 'log'}", "start")
        return self

    def __exit__(self, *_: object) -> None:
        self.run("pg_ctl", "--wait", "--mode=immediate", "stop")
        shutil.rmtree(self.folder)

    def restart(self) -> None:
        """Now in good order, now as if the power had failed."""
        self.restarts += 1
        mode = "fast" if self.restarts % 2 else "immediate"
        log = f"--log={self.folder / 'log'}"
        self.run("pg_ctl", "--wait", f"--mode={mode}", log, "restart")

    def run(self, program: str, *arguments: str) -> None:
        folder = programs()
        assert folder is not None
        command = [str(folder / program), f"--pgdata={self.folder / 'data'}", *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)


@cache
def programs() -> Path | None:
    """Where PostgreSQL's own programs are; Debian keeps them off the path."""
    found = shutil.which("initdb")
    places = [Path(found).parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists()), None)
