"""Hearing of what other servers append to the same database, and of what else they tell.

Imports the store and its notifications.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Mapping

import sqlalchemy as sa

from parvis.table.notifications import listen
from parvis.table.store import CHANNEL, NEWS, Store

Heard = Callable[[str, int], None]
EVERY = 0.2  # seconds between two looks at an SQLite file

log = logging.getLogger("parvis.change_listener")


class ChangeListener:
    """A thread that calls `heard(table, n)`; with an empty table: anything may have happened."""

    def __init__(
        self,
        store: Store,
        heard: Heard,
        channels: Mapping[str, Callable[[str], None]] | None = None,
    ) -> None:
        """`channels`: what else PostgreSQL tells, and who is called for it."""
        self.store = store
        self.heard = heard
        self.channels = channels or {}
        self.stopping = threading.Event()
        work = self.look if store.sqlite else self.listen
        self.thread = threading.Thread(target=work, name="change_listener", daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.stopping.set()
        self.thread.join()

    def look(self) -> None:
        """SQLite tells cheaply whether anyone else has committed; then read what."""
        connection = sqlite3.connect(str(self.store.url.database))
        known, version = -1, -1
        while not self.stopping.is_set():
            try:
                if known < 0:
                    known = self.store.newest()
                now = connection.execute("PRAGMA data_version").fetchone()[0]
                if now != version:
                    news = self.store.news(known)
                    for seq, table, n in news:
                        known = max(known, seq)
                        self.heard(table, n)
                    if len(news) < NEWS:  # else there is more
                        version = now
            except (sqlite3.Error, sa.exc.SQLAlchemyError) as error:
                log.warning("cannot look", extra={"why": type(error).__name__})
            self.stopping.wait(EVERY)
        connection.close()

    def listen(self) -> None:
        """PostgreSQL tells by itself, in the append's own transaction."""

        def appended(payload: str) -> None:
            table, _, n = payload.partition(" ")
            self.heard(table, int(n))

        heard = {CHANNEL: appended, **self.channels}
        listen(self.store, heard, lambda: self.heard("", 0), self.stopping)
