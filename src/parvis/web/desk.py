"""Where questions are answered: beside the loop, and one at a time for each seat.

Imports the live table, whose seats are asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import WeakValueDictionary

from parvis.table.live_table import LiveTable

T = TypeVar("T")
CLERKS = 2  # threads; rules hold the interpreter, so more would only take turns


class Desk:
    """A few threads that think about positions nobody plays on."""

    def __init__(self) -> None:
        self.clerks = ThreadPoolExecutor(CLERKS, "parvis-desk")
        self.turns: WeakValueDictionary[tuple[LiveTable, int], asyncio.Lock] = WeakValueDictionary()

    def turn(self, live: LiveTable, seat: int) -> asyncio.Lock:
        """Held while a question of this seat is looked at; others of the seat wait."""
        return self.turns.setdefault((live, seat), asyncio.Lock())

    async def ask(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.clerks, work)

    def close(self) -> None:
        self.clerks.shutdown(wait=False, cancel_futures=True)
