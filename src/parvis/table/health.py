"""Whether the database takes what is written to it, soon enough. Imports the store's errands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from parvis.table.errands import Errands
from parvis.table.store import StoreError

DEADLINE = 3.0  # seconds for an answer
FRESH = 1.0  # seconds for which an answer holds: many may ask, and each look writes


class Health:
    """Looks once for all who ask at about the same time."""

    def __init__(
        self,
        errands: Errands,
        write: Callable[[], bool],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.errands = errands
        self.write = write
        self.monotonic = monotonic
        self.looking: asyncio.Task[bool] | None = None
        self.known = (float("-inf"), False)

    async def good(self) -> bool:
        when, found = self.known
        if self.monotonic() - when < FRESH:
            return found
        if self.looking is None or self.looking.done():
            self.looking = asyncio.ensure_future(self.look())
        try:
            async with asyncio.timeout(DEADLINE):
                return await asyncio.shield(self.looking)
        except TimeoutError:
            return False

    async def look(self) -> bool:
        try:
            found = await self.errands.run(self.write)
        except StoreError:
            found = False
        self.known = (self.monotonic(), found)
        return found
