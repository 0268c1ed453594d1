"""What counts of a while when clocks stand still at night."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parvis.table.timing import A_DAY, AN_HOUR, Timing, read_timing, usual_timing, zone_of

PARIS = "Europe/Paris"
HOURS = st.integers(0, 23)


def at(text: str, zone: str = PARIS) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


def nightly(first: int = 22, last: int = 8, zone: str = PARIS) -> Timing:
    return usual_timing("days", night=(first, last), zone=zone)


def test_without_nights_every_second_counts() -> None:
    timing = usual_timing("hours")
    assert timing.counted(100.0, 4_000.0) == 3_900.0
    assert timing.after(100.0, 3_900.0) == 4_000.0
    assert timing.counted(4_000.0, 100.0) == 0.0, "time does not run back"


def test_a_night_does_not_count_wherever_a_while_begins_and_ends() -> None:
    timing = nightly()
    evening, midnight, morning = (
        at("2026-05-04T21:00"),
        at("2026-05-05T00:00"),
        at("2026-05-05T09:00"),
    )
    assert timing.counted(evening, midnight) == AN_HOUR
    assert timing.counted(evening, morning) == 2 * AN_HOUR
    assert timing.counted(midnight, morning) == AN_HOUR
    assert timing.counted(midnight, at("2026-05-05T07:00")) == 0.0
    assert timing.after(evening, 2 * AN_HOUR) == morning


def test_a_night_may_lie_within_a_day() -> None:
    timing = nightly(1, 7)
    assert timing.counted(at("2026-05-04T00:00"), at("2026-05-05T00:00")) == 18 * AN_HOUR


def test_nights_follow_the_clock_of_the_zone_also_when_it_is_changed() -> None:
    timing = nightly(22, 8)
    # In the night to 29 March 2026 an hour is left out in Paris: the night has nine.
    assert timing.counted(at("2026-03-28T22:00"), at("2026-03-29T22:00")) == 14 * AN_HOUR
    assert at("2026-03-29T22:00") - at("2026-03-28T22:00") == 23 * AN_HOUR


def test_a_zone_that_is_not_known_here_goes_by_utc() -> None:
    for name in ("Middle/Earth", "", "../../etc/passwd", "x" * 300, "\0"):
        assert zone_of(name) is UTC


@pytest.mark.parametrize("timing", [usual_timing("live"), nightly(), usual_timing("days", "wait")])
def test_what_is_stored_is_read_again(timing: Timing) -> None:
    assert read_timing(timing.plain()) == timing
    assert read_timing(None) is None


@given(HOURS, HOURS, st.floats(0, 20 * A_DAY), st.floats(60, 9 * A_DAY))
def test_after_and_counted_are_of_one_mind(
    first: int, last: int, start: float, seconds: float
) -> None:
    timing = nightly(first, (last + 1) % 24 if first == last else last)
    begin = at("2026-03-20T00:00") + start
    end = timing.after(begin, seconds)
    assert timing.counted(begin, end) == pytest.approx(seconds, abs=0.01)
    assert timing.counted(begin, end - 30.0) < seconds
