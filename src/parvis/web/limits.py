"""How much one client may ask for: buckets that fill again with time.

Imports the table's own bound only.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from parvis.table.admission import MOST_BOT_TABLES

A_DAY = 86_400.0
MOST_BUCKETS = 10_000
FORGETTING = 60.0  # seconds between two looks for full ones


def a_day(most: float) -> tuple[float, float]:
    """A rate of so many a day, which may come at once."""
    return most, most / A_DAY


@dataclass(frozen=True)
class Limits:
    """Bounds of a server; a rate is (at once, a second)."""

    form: int = 64 * 1024  # bytes
    record: int = 256 * 1024  # bytes of a form that brings one
    message: int = 8 * 1024  # bytes
    head: int = 32 * 1024  # bytes of a request before its body
    asking: float = 20.0  # seconds in which a request has to come whole
    answering: float = 120.0  # seconds in which its answer has to be made and taken
    connections: int = 10_000
    connections_of_address: int = 250
    sockets: int = 100  # of one address
    pages_open: int = 150  # of one address, that are told what waits
    sockets_at_table: int = 60
    bot_tables: int = MOST_BOT_TABLES  # where only bots play, that go on at once for one address
    posts: tuple[float, float] = (40, 1.0)
    tables: tuple[float, float] = (20, 0.2)
    codes: tuple[float, float] = (20, 0.2)  # wrong ones
    recoveries: tuple[float, float] = (10, 0.02)  # codes of people that are tried
    pushes: tuple[float, float] = (12, 0.002)  # browsers that ask to be notified
    mails: tuple[float, float] = (3, 3 / 86_400)  # that ask for a confirmation: of one person, and
    # to one address
    pages: tuple[float, float] = (300, 30.0)
    requests: tuple[float, float] = (2_000, 300.0)  # for anything at all, also what is not there
    messages: tuple[float, float] = (80, 25.0)  # of one socket
    events: tuple[float, float] = (40, 8.0)  # commands of one socket
    frames: tuple[float, float] = (200, 60.0)  # of any kind, by one socket: beyond, it is cut off
    pictures: tuple[float, float] = (40, 0.5)  # of points
    films: tuple[float, float] = (6, 0.03)
    exports: tuple[float, float] = (4, 0.02)  # of all games of a person
    questions: tuple[float, float] = (60, 15.0)  # of one person, whatever their sockets
    questions_of_address: tuple[float, float] = (240, 60.0)
    # What is kept: by these, one address fills no disk.
    chats: tuple[float, float] = (15, 0.5)  # of one person
    chats_of_address: tuple[float, float] = a_day(2_000)
    commands_of_address: tuple[float, float] = a_day(30_000)
    tables_of_address: tuple[float, float] = a_day(200)
    analyses_of_address: tuple[float, float] = a_day(100)
    unfinished: int = 100  # tables that one person has made and that go on


UNLIMITED = Limits(
    connections=10**6,
    connections_of_address=10**6,
    sockets=10**6,
    pages_open=10**6,
    sockets_at_table=10**6,
    bot_tables=10**6,
    posts=(1e9, 1e9),
    tables=(1e9, 1e9),
    codes=(1e9, 1e9),
    recoveries=(1e9, 1e9),
    pushes=(1e9, 1e9),
    mails=(1e9, 1e9),
    pages=(1e9, 1e9),
    requests=(1e9, 1e9),
    messages=(1e9, 1e9),
    events=(1e9, 1e9),
    frames=(1e9, 1e9),
    pictures=(1e9, 1e9),
    films=(1e9, 1e9),
    exports=(1e9, 1e9),
    questions=(1e9, 1e9),
    questions_of_address=(1e9, 1e9),
    chats=(1e9, 1e9),
    chats_of_address=(1e9, 1e9),
    commands_of_address=(1e9, 1e9),
    tables_of_address=(1e9, 1e9),
    analyses_of_address=(1e9, 1e9),
    unfinished=10**9,
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
    """A bucket for each client, who asked last comes last.

    Full ones are forgotten now and then; then, of too many, who has not asked for longest.
    """

    rate: tuple[float, float]
    clock: Callable[[], float] = time.monotonic
    buckets: dict[str, Bucket] = field(default_factory=dict)
    looked: float = -math.inf

    def take(self, client: str) -> bool:
        """Whether this client may, once more."""
        now = self.clock()
        bucket = self.buckets.pop(client, None)
        if bucket is None:
            bucket = Bucket(*self.rate, self.rate[0], now)
            if len(self.buckets) >= MOST_BUCKETS and now - self.looked >= FORGETTING:
                self.forget(now)
            if len(self.buckets) >= MOST_BUCKETS:
                del self.buckets[next(iter(self.buckets))]
        self.buckets[client] = bucket
        return bucket.take(now)

    def pause(self) -> str:
        """After how many seconds one may ask once more, as `Retry-After` has it."""
        return str(max(1, math.ceil(1 / self.rate[1])))

    def give_back(self, client: str) -> None:
        """What was taken turned out to cost nothing."""
        bucket = self.buckets.get(client)
        if bucket is not None:
            bucket.left = min(bucket.most, bucket.left + 1)

    def forget(self, now: float) -> None:
        self.looked = now
        self.buckets = {
            client: bucket
            for client, bucket in self.buckets.items()
            if bucket.left + (now - bucket.at) * bucket.rate < bucket.most
        }
