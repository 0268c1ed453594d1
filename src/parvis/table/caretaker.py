"""What a server does for its database when little else is to be done: prune, and tidy the file.

Imports the store's errands, its journal and what is pruned.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from parvis.table.errands import Errands
from parvis.table.journal import Journal
from parvis.table.pruning import Keeping, prune
from parvis.table.store import Store, StoreError

EVERY = 60.0  # seconds between two rounds
BUSY = 60  # rounds that may be put off because people play

log = logging.getLogger("parvis.table")


class Caretaker:
    """Makes its rounds; one that finds nothing to do costs a query."""

    def __init__(
        self,
        store: Store,
        errands: Errands,
        journal: Journal,
        open_tables: Collection[str],
        keeping: Keeping,
        clock: Callable[[], float],
    ) -> None:
        self.store = store
        self.errands = errands
        self.journal = journal
        self.open_tables = open_tables
        self.keeping = keeping
        self.clock = clock
        self.seen = 0  # appends at the last round
        self.tidied = -1  # appends when the file was last tidied
        self.put_off = 0

    async def run(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.round()
            except StoreError as error:
                log.warning("cannot tidy up", extra={"why": str(error)})

    async def round(self) -> None:
        """Only when nothing was appended since the last one, or after an hour of play."""
        busy, self.seen = self.journal.appends != self.seen, self.journal.appends
        if busy and self.put_off < BUSY:
            self.put_off += 1
            return
        self.put_off = 0
        if self.tidied != self.seen:
            await self.errands.run(self.store.checkpoint)
            self.tidied = self.seen
        spared = tuple(self.open_tables)
        gone = await self.errands.run(prune, self.store, self.keeping, self.clock(), spared)
        if gone:
            log.info("tables removed", extra={"tables": len(gone)})
