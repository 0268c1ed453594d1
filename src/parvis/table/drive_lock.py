"""Which of several servers lets a table's bots think: the one that holds the table's lock.

The lock belongs to a connection of this server's own: when the server is gone the database lets go
of it. Bots that think twice do no harm, of two moves with one number only the first is kept; so
whoever cannot reach the lock need not wait for it. Imports the store and its line.
"""

from __future__ import annotations

import contextlib
import hashlib
import threading
from typing import TYPE_CHECKING

from parvis.table.store import Store

if TYPE_CHECKING:
    from parvis.table.bounded_connection import BoundedConnection

BOTS = "parvis_bots"  # the channel by which servers tell each other of bots at work


class DriveLock:
    """Locks of tables in PostgreSQL; an SQLite file has none, and all may drive."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.line: BoundedConnection | None = None
        self.schema = ""
        self.held: set[str] = set()
        self.one_at_a_time = threading.Lock()
        self.closed = False  # what is still asked for then would open a line that nobody closes

    def mine(self, table: str) -> bool:
        """Whether this server is known to let the table's bots think."""
        return self.store.sqlite or table in self.held

    def take(self, table: str) -> bool:
        """Whether this server lets the table's bots think from now on. Blocks, as all below."""
        import psycopg

        with self.one_at_a_time:
            if self.closed:
                return False
            if table in self.held:  # a lock that is taken twice would have to be given twice
                return True
            try:
                line = self.connected()
                asked = line.execute("SELECT pg_try_advisory_lock(%s)", [self.key(table)])
                taken = bool((asked.fetchone() or [False])[0])
            except psycopg.Error:
                self.lose()
                return True
            if taken:
                self.held.add(table)
            return taken

    def give(self, table: str) -> None:
        """Another server may."""
        import psycopg

        with self.one_at_a_time:
            if table in self.held and self.line is not None:
                self.held.discard(table)
                try:
                    self.line.execute("SELECT pg_advisory_unlock(%s)", [self.key(table)])
                except psycopg.Error:
                    self.lose()

    def tell(self, words: str) -> None:
        """Say something of a bot at work to the other servers."""
        import psycopg

        with self.one_at_a_time:
            if self.closed:
                return
            try:
                self.connected().execute("SELECT pg_notify(%s, %s)", [BOTS, words])
            except psycopg.Error:
                self.lose()

    def connected(self) -> BoundedConnection:
        from parvis.table.bounded_connection import listening

        if self.line is None:
            self.line = listening(self.store.url, self.store.patience)
            self.schema = str((self.line.execute("SELECT current_schema()").fetchone() or [""])[0])
        return self.line

    def key(self, table: str) -> int:
        """A number for a table; locks are of the database, tables of a schema in it."""
        named = hashlib.sha256(f"{self.schema} {table}".encode()).digest()
        return int.from_bytes(named[:8], signed=True)

    def lose(self) -> None:
        """Whatever was held is held no longer."""
        self.held.clear()
        if self.line is not None:
            with contextlib.suppress(Exception):
                self.line.close()
            self.line = None

    def close(self) -> None:
        with self.one_at_a_time:
            self.closed = True
            self.lose()
