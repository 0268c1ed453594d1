"""Appends from many tables, committed together by one thread: each waits for its own commit.

Imports the store and what it is given.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time

from parvis.table.store import Store
from parvis.table.stored import Append

MOST = 256  # appends in one transaction
PAUSE = 0.003  # seconds in which more may come, when many do
CLOSING = 9.0  # seconds for what is waiting at the end

Entry = tuple[Append, "asyncio.Future[None]"]


class Journal:
    """`await append(…)` returns when the events are committed, and raises if they are not."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.entries: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self.busy = False  # several came at once: a commit that waits for more spares others
        self.commits = 0
        self.appends = 0
        self.thread = threading.Thread(target=self.work, name="journal", daemon=True)
        self.thread.start()

    async def append(self, appended: Append) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.entries.put((appended, future))
        await future

    def working(self) -> bool:
        """Whether what is appended will be committed."""
        return self.thread.is_alive()

    def close(self) -> None:
        """Commit what is waiting, then stop; a database that stands still is not waited for."""
        self.entries.put(None)
        self.thread.join(CLOSING)

    def work(self) -> None:
        while True:
            batch = self.gathered()
            if batch:
                self.commit(batch)
            else:
                return

    def gathered(self) -> list[Entry]:
        """All entries that are waiting; none when it is time to stop."""
        entry = self.entries.get()
        if self.busy:
            time.sleep(PAUSE)
        batch: list[Entry] = []
        while entry is not None:
            batch.append(entry)
            if len(batch) == MOST:
                break
            try:
                entry = self.entries.get_nowait()
            except queue.Empty:
                break
        else:
            if batch:
                self.entries.put(None)
        self.busy = len(batch) > 1
        return batch

    def commit(self, batch: list[Entry]) -> None:
        try:
            outcomes = self.store.append([appended for appended, _ in batch])
        except Exception as error:
            outcomes = [error] * len(batch)
        self.commits += 1
        self.appends += len(batch)
        by_loop: dict[asyncio.AbstractEventLoop, list[tuple[Entry, Exception | None]]] = {}
        for entry, outcome in zip(batch, outcomes, strict=True):
            by_loop.setdefault(entry[1].get_loop(), []).append((entry, outcome))
        for loop, settled in by_loop.items():
            if not loop.is_closed():
                loop.call_soon_threadsafe(settle, settled)


def settle(settled: list[tuple[Entry, Exception | None]]) -> None:
    for (_, future), outcome in settled:
        if future.done():
            continue
        if outcome is None:
            future.set_result(None)
        else:
            future.set_exception(outcome)
