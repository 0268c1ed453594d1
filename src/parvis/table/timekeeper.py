"""Looks after the clocks of all tables, also of those that nobody looks at.

One a server. What is due is written with every append (`tables.due`), so it knows the next moment
from one query; whoever is first appends, and the number of the event settles it among servers.
Time that no server was there for is nobody's (see outages).
Imports the store's errands, the log writer, the bots, live tables and what time brings about.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from parvis.table.bot_driver import BotDriver
from parvis.table.decisions import Outcome, made_good, time_up
from parvis.table.errands import Errands
from parvis.table.live_table import LiveTable
from parvis.table.log_writer import LogWriter, public_id
from parvis.table.outages import any_due, due_tables, keep_clocks, outages_after
from parvis.table.store import Conflict, Store, StoreError
from parvis.table.table import Table

EVERY = 20.0  # seconds at most between two looks
AGAIN = 30.0  # seconds before a table is looked at again whose bot is at work
GRACE = 300.0  # seconds that one has at least after no server ran
TRIES = 8  # when other servers are quicker each time

log = logging.getLogger("parvis.table")


class Timekeeper:
    """Sees to it that what is due at a table happens."""

    def __init__(
        self,
        store: Store,
        errands: Errands,
        writer: LogWriter,
        bots: BotDriver,
        clock: Callable[[], float],
        open_table: Callable[[str], Awaitable[LiveTable]],
        live_tables: Mapping[str, LiveTable],
    ) -> None:
        self.store = store
        self.errands = errands
        self.writer = writer
        self.bots = bots
        self.clock = clock
        self.open_table = open_table
        self.live_tables = live_tables
        self.begun = False  # whether this server has said that it is there
        self.watching = True  # whether it goes on saying so: there are clocks that go
        self.known = 0.0  # the end of the last outage that it knows of
        self.next: float | None = None  # when something is due
        self.sooner = asyncio.Event()
        self.seen: dict[str, float] = {}  # tables that were looked at, and until when that does

    async def run(self) -> None:
        while True:
            pause = EVERY
            try:
                await self.beat()
                pause = await self.round()
            except StoreError as error:
                log.warning("cannot look after clocks", extra={"why": str(error)})
            self.sooner.clear()
            try:
                await asyncio.wait_for(self.sooner.wait(), pause)
            except TimeoutError:
                continue

    def note(self, due: float) -> None:
        """Something is due then, perhaps sooner than all else."""
        if self.next is None or due < self.next:
            self.next = due
            self.sooner.set()

    async def beat(self) -> None:
        """Say that clocks are looked after; what went by without anybody is given back."""
        if not await self.keep():
            return
        for live in tuple(self.live_tables.values()):
            if live.table.clocks is not None and not live.loose:
                async with live.lock:
                    await self.make_good(live)

    async def keep(self) -> bool:
        """Whether there was an outage that is not known here yet."""
        ask = self.errands.run
        if self.begun and not await ask(any_due, self.store):
            self.watching = False  # until there are such clocks nothing has to be said
            return False
        last = await ask(keep_clocks, self.store, self.clock(), self.watching)
        self.begun = self.watching = True
        found, self.known = last > self.known, last
        return found

    async def round(self) -> float:
        """Do what is due by now; how many seconds nothing is."""
        now = self.clock()
        self.seen = {id: until for id, until in self.seen.items() if until > now}
        self.next = None
        for id, due in await self.errands.run(due_tables, self.store, now + EVERY):
            if due > now:
                self.note(due)
                break
            if id not in self.seen:
                self.seen[id] = now + AGAIN
                await self.look_at(id)
        return self.pause()

    def pause(self) -> float:
        """Seconds until something is due."""
        return EVERY if self.next is None else min(EVERY, max(0.0, self.next - self.clock()))

    async def look_at(self, id: str) -> None:
        """Whatever is due at a table; one that cannot be opened is left for later."""
        try:
            live = await self.open_table(id)
            async with live.lock:
                done = await self.append(live, lambda table: time_up(table, self.clock()))
        except (LookupError, ValueError) as error:
            log.error("cannot look at a table", extra={"table": public_id(id), "why": str(error)})
            return
        if done:
            live.tell()
            self.seen.pop(id, None)
        self.bots.wake(live)

    async def make_good(self, live: LiveTable) -> None:
        """Give back the time in which no server was there. The caller holds the table's lock."""
        if live.table.clocks is None or live.table.over():
            return
        if not self.begun:
            await self.keep()
        outages = await self.errands.run(outages_after, self.store, live.table.at)
        if outages and await self.append(live, lambda table: made_good(table, outages, GRACE)):
            live.tell()

    async def append(self, live: LiveTable, decide: Callable[[Table], Outcome | None]) -> bool:
        """Append what is decided, if anything is; another server may be quicker."""
        for _ in range(TRIES):
            outcome = None if live.broken else decide(live.table)
            if outcome is None:
                return False
            try:
                await self.writer.append(live, outcome)
            except Conflict:
                await self.writer.catch_up(live)
            else:
                return True
        return False
