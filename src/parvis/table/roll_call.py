"""Servers that share a database tell each other who is at their tables.

Each server writes down who looks at a table through it and, if others are there to hear it, a count
that rises; a server that stops, however it does, is one whose count rises no more. One that is
alone writes only when someone comes or goes, and now and then, lest it be taken for one that ended.
Who has no name is written down too, so that no table is removed under their eyes, and is nobody.
Imports the store and its errands.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
from collections.abc import Callable, Collection, Mapping

from parvis.table.errands import Errands
from parvis.table.live_table import LiveTable
from parvis.table.store import Store, StoreError

BEAT = 5.0  # seconds
SILENT = 20.0  # seconds without a higher count: whoever was there is gone
AGAIN = 3600.0  # seconds after which also one that is alone says who is there

log = logging.getLogger("parvis.table")


class RollCall:
    """Calls the names at all live tables, again and again."""

    def __init__(
        self,
        store: Store,
        errands: Errands,
        tables: Mapping[str, LiveTable],
        monotonic: Callable[[], float],
    ) -> None:
        self.store = store
        self.errands = errands
        self.tables = tables
        self.monotonic = monotonic
        self.server = secrets.token_hex(8)
        self.beat = 0
        self.said: set[tuple[str, str]] = set()
        self.spoke = 0.0  # when that was last said
        self.company = False  # whether another server was heard of
        self.line = threading.Lock()  # for one call at a time
        self.left = False

    async def run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.call()
            except StoreError as error:
                log.warning("cannot call the roll", extra={"why": str(error)})

    async def call(self) -> None:
        """Tell who is here, hear who is elsewhere."""
        now = self.monotonic()
        there = {
            (id, person) for id, live in self.tables.items() for person in live.presence.windows
        }
        watched = {id: live for id, live in self.tables.items() if live.listeners}
        due = self.company or now - self.spoke >= AGAIN
        speaks = there != self.said or (due and bool(there))
        if not speaks and not watched:
            return
        self.beat += speaks
        heard = await self.errands.run(self.say, there, speaks, tuple(watched))
        self.company = bool(heard)
        if speaks:
            self.spoke = now
        now = self.monotonic()
        before = {id: live.presence.changes for id, live in watched.items()}
        for table, server, person, beat in heard:
            if person:
                watched[table].presence.hear(server, person, beat, now)
        for id, live in watched.items():
            live.presence.forget(now, SILENT)
            if live.presence.changes != before[id]:
                live.tell()

    def say(
        self, there: set[tuple[str, str]], speaks: bool, watched: Collection[str]
    ) -> list[tuple[str, str, str, int]]:
        """Blocks. Nothing is said any more after this server has left."""
        with self.line:
            if self.left:
                return []
            told = there if speaks else None
            heard = self.store.call_roll(self.server, self.beat, told, watched)
            self.said = there
            return heard

    def leave(self) -> None:
        """This server stops: nobody is here any more. A call that was begun ends before."""
        with self.line:
            self.left = True
            if self.said:
                self.store.call_roll(self.server, self.beat, set(), ())
