"""When somebody is told that a table waits for them, and by which ways: pure.

Imports nothing of Parvis.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from typing import Literal
from zoneinfo import ZoneInfo

Way = Literal["push", "mail", "hook"]
# A table waits for somebody, a game of theirs is over, a table waits for people to come.
Kind = Literal["turn", "over", "open"]
# Seconds that a table waits before it is told: whoever is only between two pages is not disturbed,
# and a club's chat hears of those who are really away.
GRACE: dict[Way, float] = {"push": 20.0, "mail": 300.0, "hook": 600.0}
SOON = 30.0  # the same of what has ended, and of seats that are open
LEASE = 120.0  # seconds in which a server that has taken a notice sends it, or another one may
FIRST_PAUSE, LAST_PAUSE = 30.0, 3600.0  # seconds between two tries
MOST_TRIES = 6
A_DAY = 24 * 60  # minutes


@dataclass(frozen=True)
class Notice:
    """What was told, or is being told: when it was taken, when it is tried again."""

    at: float
    due: float
    tries: int = 0
    done: bool = False


@dataclass(frozen=True)
class Wait:
    """A table that waits for somebody, or has ended: since when, and what they know of it."""

    kind: Kind
    since: float
    present: bool = False  # a page of theirs is open at that table
    visited: float | None = None  # when they last were there
    notice: Notice | None = None  # what they were told by this way


def is_due(wait: Wait, way: Way, quiet: tuple[int, int] | None, zone: str, now: float) -> bool:
    """Whether somebody is to be told now, by a way that they want.

    One notice a table until they come back; who was there since knows. In quiet hours nothing is
    sent, and what still waits then is told when they are over.

    >>> is_due(Wait("turn", 0.0), "push", None, "", 60.0)
    True
    >>> is_due(Wait("turn", 0.0, present=True), "push", None, "", 60.0)
    False
    """
    grace = GRACE[way] if wait.kind == "turn" else SOON
    if wait.present or now - wait.since < grace or is_quiet(quiet, zone, now):
        return False
    if wait.visited is not None and wait.visited >= wait.since:
        return False
    told = wait.notice
    if told is None:
        return True
    if not told.done:
        return now >= told.due and told.tries < MOST_TRIES
    if way == "hook":  # a chat hears of each time once
        return wait.kind == "turn" and told.at < wait.since
    return wait.kind == "turn" and wait.visited is not None and told.at < wait.visited


def is_quiet(hours: tuple[int, int] | None, zone: str, now: float) -> bool:
    """Whether it is within somebody's quiet hours, in minutes of their day, perhaps over midnight.

    >>> is_quiet((22 * 60, 8 * 60), "Europe/Paris", 1_000_000_000.0)  # it is 3:46 there
    True
    """
    if hours is None or hours[0] == hours[1]:
        return False
    local = datetime.fromtimestamp(now, UTC).astimezone(zone_of(zone))
    minute, (low, high) = local.hour * 60 + local.minute, hours
    return (minute - low) % A_DAY < (high - low) % A_DAY


def zone_of(name: str) -> tzinfo:
    """The zone of a name; of one that nobody knows (any more) UTC."""
    try:
        return ZoneInfo(name) if name else UTC
    except (OSError, ValueError, LookupError):
        return UTC


def pause_after(tries: int) -> float:
    """Seconds before the next try: twice as long each time.

    >>> pause_after(1), pause_after(2), pause_after(20)
    (30.0, 60.0, 3600.0)
    """
    return min(LAST_PAUSE, FIRST_PAUSE * 2.0 ** max(0, tries - 1))
