"""Servers that share a database tell each other who is at their tables. Imports the store.

Each server raises a count beside the names of those who look at a table through it, and reads the
counts of the others; a server that stops, however it does, is one whose count rises no more.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping

from parvis.table.live_table import LiveTable
from parvis.table.store import Store, StoreError

BEAT = 5.0  # seconds
SILENT = 20.0  # seconds without a higher count: whoever was there is gone

log = logging.getLogger("parvis.table")


class RollCall:
    """Calls the names at all live tables, again and again."""

    def __init__(
        self, store: Store, tables: Mapping[str, LiveTable], monotonic: Callable[[], float]
    ) -> None:
        self.store = store
        self.tables = tables
        self.monotonic = monotonic
        self.server = secrets.token_hex(8)
        self.beat = 0
        self.written = False

    async def run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.call()
            except StoreError as error:
                log.warning("cannot call the roll", extra={"why": str(error)})

    async def call(self) -> None:
        """Tell who is here, hear who is elsewhere."""
        self.beat += 1
        there = {
            (id, person)
            for id, live in self.tables.items()
            for person in live.presence.windows
            if person
        }
        watched = {id: live for id, live in self.tables.items() if live.listeners}
        if not there and not watched and not self.written:
            return
        heard = await asyncio.to_thread(
            self.store.call_roll, self.server, self.beat, there, tuple(watched)
        )
        self.written = bool(there)
        now = self.monotonic()
        before = {id: live.presence.changes for id, live in watched.items()}
        for table, server, person, beat in heard:
            watched[table].presence.hear(server, person, beat, now)
        for id, live in watched.items():
            live.presence.forget(now, SILENT)
            if live.presence.changes != before[id]:
                live.tell()

    def leave(self) -> None:
        """This server stops: nobody is here any more."""
        if self.written:
            self.store.call_roll(self.server, self.beat, set(), ())
