"""One at a time, in the order of asking. Imports nothing of Parvis.

SQLite lets one write at a time, and lets the others try again now and then: among the threads of a
server who tries at the right moment goes first, and whoever writes all the time leaves none. So
they stand in line before they come to the file.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """A line of threads."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.taken = False
        self.waiting: deque[threading.Event] = deque()

    @contextmanager
    def one(self, patience: float) -> Iterator[None]:
        """Wait for one's turn, and have it; `TimeoutError` if it does not come so soon."""
        mine = threading.Event()
        with self.guard:
            if self.taken:
                self.waiting.append(mine)
            else:
                self.taken = True
                mine.set()
        if not mine.wait(patience):
            with self.guard:
                if mine in self.waiting:
                    self.waiting.remove(mine)
                    raise TimeoutError
        try:
            yield
        finally:
            with self.guard:
                if self.waiting:
                    self.waiting.popleft().set()
                else:
                    self.taken = False
