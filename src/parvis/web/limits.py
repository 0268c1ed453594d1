"""How much one client may ask for: buckets that fill again with time. Imports nothing of Parvis."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """Bounds of a server; a rate is (at once, a second)."""

    form: int = 64 * 1024  # bytes
    message: int = 8 * 1024  # bytes
    sockets: int = 100  # of one address
    sockets_at_table: int = 60
    posts: tuple[float, float] = (40, 1.0)
    tables: tuple[float, float] = (20, 0.2)
    codes: tuple[float, float] = (20, 0.2)  # wrong ones
    pages: tuple[float, float] = (300, 30.0)
    messages: tuple[float, float] = (80, 25.0)  # of one socket
    events: tuple[float, float] = (40, 8.0)  # commands of one socket
    frames: tuple[float, float] = (200, 60.0)  # of any kind, by one socket: beyond, it is cut off
    questions: tuple[float, float] = (60, 15.0)  # of one person, whatever their sockets
    questions_of_address: tuple[float, float] = (240, 60.0)


UNLIMITED = Limits(
    sockets=10**6,
    sockets_at_table=10**6,
    posts=(1e9, 1e9),
    tables=(1e9, 1e9),
    codes=(1e9, 1e9),
    pages=(1e9, 1e9),
    messages=(1e9, 1e9),
    events=(1e9, 1e9),
    frames=(1e9, 1e9),
    questions=(1e9, 1e9),
    questions_of_address=(1e9, 1e9),
)


@dataclass
class Bucket:
    """Tokens that are taken and come back."""

    most: float
    rate: float
    left: float
    at: float

    def take(self, now: float) -> bool:
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass
class Buckets:
    """A bucket for each client; full ones are forgotten now and then."""

    rate: tuple[float, float]
    clock: Callable[[], float] = time.monotonic
    buckets: dict[str, Bucket] = field(default_factory=dict)

    def take(self, client: str) -> bool:
        """Whether this client may, once more."""
        now = self.clock()
        bucket = self.buckets.get(client)
        if bucket is None:
            if len(self.buckets) > 10_000:
                self.forget(now)
            bucket = self.buckets[client] = Bucket(*self.rate, self.rate[0], now)
        return bucket.take(now)

    def give_back(self, client: str) -> None:
        """What was taken turned out to cost nothing."""
        bucket = self.buckets.get(client)
        if bucket is not None:
            bucket.left = min(bucket.most, bucket.left + 1)

    def forget(self, now: float) -> None:
        self.buckets = {
            client: bucket
            for client, bucket in self.buckets.items()
            if bucket.left + (now - bucket.at) * bucket.rate < bucket.most
        }
