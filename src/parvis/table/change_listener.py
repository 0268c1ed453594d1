"""Hearing of what other servers append to the same database. Imports the store only."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable

import sqlalchemy as sa

from parvis.table.store import CHANNEL, Store

Heard = Callable[[str, int], None]
EVERY = 0.2  # seconds between two looks at an SQLite file
PAUSE = 1.0  # before a lost connection is made anew

log = logging.getLogger("parvis.change_listener")


class ChangeListener:
    """A thread that calls `heard(table, n)`; with an empty table: anything may have happened."""

    def __init__(self, store: Store, heard: Heard) -> None:
        self.store = store
        self.heard = heard
        self.stopping = threading.Event()
        work = self.look if store.sqlite else self.listen
        self.thread = threading.Thread(target=work, name="change_listener", daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.stopping.set()
        self.thread.join()

    def look(self) -> None:
        """SQLite tells cheaply whether anyone else has committed; then read what."""
        known = self.store.newest()
        connection = sqlite3.connect(str(self.store.url.database))
        version = -1
        while not self.stopping.wait(EVERY):
            try:
                now = connection.execute("PRAGMA data_version").fetchone()[0]
                if now == version:
                    continue
                version = now
                for seq, table, n in self.store.news(known):
                    known = max(known, seq)
                    self.heard(table, n)
            except (sqlite3.Error, sa.exc.SQLAlchemyError) as error:
                log.warning("cannot look", extra={"why": type(error).__name__})
        connection.close()

    def listen(self) -> None:
        """PostgreSQL tells by itself, in the append's own transaction."""
        import psycopg  # who uses SQLite need not wait for it

        address = self.store.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self.stopping.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.heard("", 0)
                    while not self.stopping.is_set():
                        for note in connection.notifies(timeout=0.5):
                            table, _, n = note.payload.partition(" ")
                            self.heard(table, int(n))
            except psycopg.Error as error:
                log.warning("cannot listen", extra={"why": type(error).__name__})
                self.stopping.wait(PAUSE)
