"""What was agreed on time at a table, and how long a while is when clocks stand still at night.

Imports nothing of Parvis.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Literal, get_args
from zoneinfo import ZoneInfo

# How quickly a table is played: in one sitting, some hours a turn, some days.
TablePace = Literal["live", "hours", "days"]
# What becomes of a seat whose time is up: a bot sits in, the others wait, it is given up.
AtZero = Literal["bot", "wait", "give_up"]
PACES: tuple[TablePace, ...] = get_args(TablePace)
AT_ZERO: tuple[AtZero, ...] = get_args(AtZero)
NO_CLOCK = "none"  # how a form and a search say so; a table then has no pace

A_MINUTE, AN_HOUR, A_DAY = 60.0, 3_600.0, 86_400.0
# By pace: what a seat can save up, which it has at the start, and what a turn adds to that.
BANKS: dict[TablePace, tuple[float, float]] = {
    "live": (10 * A_MINUTE, A_MINUTE),
    "hours": (A_DAY, 8 * AN_HOUR),
    "days": (5 * A_DAY, 2 * A_DAY),
}
Span = tuple[float, float]  # from a Unix time to another


@dataclass(frozen=True)
class Timing:
    """What was agreed: `cap` seconds can be saved up, a turn adds `refill`.

    `night` are two hours of the day in `zone`: from the first to the second clocks stand still.
    """

    pace: TablePace
    cap: float
    refill: float
    zero: AtZero = "bot"
    night: tuple[int, int] | None = None
    zone: str = "UTC"

    def plain(self) -> dict[str, object]:
        return {
            "pace": self.pace,
            "cap": self.cap,
            "refill": self.refill,
            "zero": self.zero,
            "night": None if self.night is None else list(self.night),
            "zone": self.zone,
        }

    def nights(self, start: float) -> Iterator[Span]:
        """The nights that end after a time, one after the other, without end."""
        if self.night is None:
            return
        zone, (first, last) = zone_of(self.zone), self.night
        day = datetime.fromtimestamp(start, zone).date() - timedelta(days=1)
        while True:
            dawn = day if last > first else day + timedelta(days=1)
            night = moment(day, first, zone), moment(dawn, last, zone)
            if night[1] > start:
                yield night
            day += timedelta(days=1)

    def next_night(self, now: float) -> Span | None:
        """The night that it is, or the next one."""
        return next(self.nights(now), None)

    def counted(self, start: float, end: float) -> float:
        """How many seconds of a while count: those in which clocks go.

        >>> evening = datetime(2026, 3, 1, 20, tzinfo=UTC).timestamp()
        >>> Timing("days", A_DAY, A_DAY, night=(22, 8)).counted(evening, evening + A_DAY) / AN_HOUR
        14.0
        """
        seconds = max(0.0, end - start)
        for dusk, dawn in self.nights(start):
            if dusk >= end:
                break
            seconds -= min(dawn, end) - max(dusk, start)
        return seconds

    def after(self, start: float, seconds: float) -> float:
        """The time at which so many seconds have counted.

        >>> evening = datetime(2026, 3, 1, 20, tzinfo=UTC).timestamp()
        >>> end = Timing("days", A_DAY, A_DAY, night=(22, 8)).after(evening, 3 * AN_HOUR)
        >>> datetime.fromtimestamp(end, UTC).hour
        9
        """
        for dusk, dawn in self.nights(start):
            if start + seconds <= dusk:
                break
            seconds -= max(0.0, dusk - start)
            start = dawn
        return start + seconds


def usual_timing(
    pace: TablePace,
    zero: AtZero = "bot",
    night: tuple[int, int] | None = None,
    zone: str = "UTC",
) -> Timing:
    """The timing of a pace."""
    return Timing(pace, *BANKS[pace], zero, night, zone)


def read_timing(data: object) -> Timing | None:
    """What `plain` wrote; None where there is no clock."""
    if not isinstance(data, dict):
        return None
    night = data["night"]
    return Timing(
        data["pace"],
        data["cap"],
        data["refill"],
        data["zero"],
        None if night is None else (night[0], night[1]),
        data["zone"],
    )


@lru_cache(64)
def zone_of(name: str) -> tzinfo:
    """A time zone by its name; one that is not known here goes by UTC.

    >>> zone_of("Europe/Paris"), zone_of("Nowhere")
    (zoneinfo.ZoneInfo(key='Europe/Paris'), datetime.timezone.utc)
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # a name of no zone, or of no file at all
        return UTC


def known_zone(name: str) -> bool:
    """Whether this is the name of a time zone."""
    return zone_of(name) is not UTC


def moment(day: date, hour: int, zone: tzinfo) -> float:
    """The Unix time of an hour of a day."""
    return datetime(day.year, day.month, day.day, hour, tzinfo=zone).timestamp()
