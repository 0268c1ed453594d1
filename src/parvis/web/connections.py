"""How many connections stand, in all and of one household, and how many files that leaves room for.

Imports the guard, for what a household is.
"""

from __future__ import annotations

import contextlib
import importlib.util
import logging
import time
from collections import Counter
from collections.abc import Callable, Container

from parvis.web.security import household

ENOUGH = 65_536  # files; a bound that is higher, or none, is of no use to us
SPARE = 128  # files that are not connections: the database, bots' workers, what is being read
NEAR = 0.9
A_WHILE = 60.0  # seconds between two warnings of a kind

log = logging.getLogger("parvis.web")


class Connections:
    """The connections of a server, counted where they come and go.

    When all are there that may be, one that has yet to ask gives way to the next that comes.
    """

    def __init__(
        self,
        most: int,
        of_household: int,
        proxies: Container[str] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.most = most
        self.of_household = of_household
        self.proxies = proxies  # behind one of them many households come from one address
        self.clock = clock
        self.count = 0
        self.households: Counter[str] = Counter()
        # How to cut off those that ask for nothing, the first of them first.
        self.idle: dict[object, Callable[[], None]] = {}
        self.warned: dict[str, float] = {}

    def come(self, address: str) -> int | None:
        """One more from there, or the status that it is turned away with."""
        who = household(address)
        if self.count >= NEAR * self.most:
            self.warn("connections are near their bound", self.most)
        if self.households[who] >= self.of_household and address not in self.proxies:
            self.warn(
                "one address has as many connections as it may; is it a proxy? (--proxy)",
                self.of_household,
            )
            return 429
        if self.count >= self.most:
            if not self.idle:
                return 503
            self.idle.pop(next(iter(self.idle)))()  # it makes room for one that may ask
        self.count += 1
        self.households[who] += 1
        return None

    def go(self, address: str) -> None:
        """One that had come is gone."""
        who = household(address)
        self.count -= 1
        self.households[who] -= 1
        if not self.households[who]:
            del self.households[who]

    def warn(self, what: str, most: int) -> None:
        now = self.clock()
        if now - self.warned.get(what, -A_WHILE) >= A_WHILE:
            self.warned[what] = now
            log.warning(what, extra={"open": self.count, "most": most})


def room() -> int:
    """How many connections our open files leave room for, once as many as can be are allowed."""
    if importlib.util.find_spec("resource") is None:  # Windows has no such bound
        return ENOUGH
    import resource

    files, highest = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH if highest == resource.RLIM_INFINITY else min(highest, ENOUGH)
    if files != resource.RLIM_INFINITY and files < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, highest))
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = ENOUGH if files == resource.RLIM_INFINITY else files
    return max(files - SPARE, files // 2)
