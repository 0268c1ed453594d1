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
LONGEST_PAUSE = 0.015  # seconds from one commit to the next, when many appends come
MANY = 6  # appends in a commit, from which on the pause is that long
CLOSING = 9.0  # seconds for what is waiting at the end

Entry = tuple[Append, "asyncio.Future[None]"]


class Journal:
    """`await append(…)` returns when the events are committed, and raises if they are not."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.entries: queue.SimpleQueue[Entry | None] = queue.SimpleQueue()
        self.next = 0.0  # when the next commit may begin: one that waits for more spares others
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
        if entry is not None:
            time.sleep(max(0.0, self.next - time.monotonic()))
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
        return batch

    def commit(self, batch: list[Entry]) -> None:
        self.next = time.monotonic() + pause_after(len(batch))
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


def pause_after(appends: int) -> float:
    """Seconds from the beginning of a commit of so many to the next one, in which more may come;
    one alone keeps nobody waiting.

    >>> pause_after(1), pause_after(3), pause_after(200)
    (0.0, 0.0075, 0.015)
    """
    return 0.0 if appends < 2 else LONGEST_PAUSE * min(1.0, appends / MANY)


def settle(settled: list[tuple[Entry, Exception | None]]) -> None:
    for (_, future), outcome in settled:
        if future.done():
            continue
        if outcome is None:
            future.set_result(None)
        else:
            future.set_exception(outcome)
