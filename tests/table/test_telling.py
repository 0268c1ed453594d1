"""Who is told when: decided from plain values, at a time that the test says."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from parvis.table.telling import (
    GRACE,
    MOST_TRIES,
    SOON,
    Notice,
    Wait,
    Way,
    is_due,
    is_quiet,
    pause_after,
)

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC).timestamp()


def due(wait: Wait, way: Way = "push", now: float = NOON) -> bool:
    return is_due(wait, way, None, "", now)


@pytest.mark.parametrize("way", ["push", "mail", "hook"])
def test_somebody_is_told_after_a_while_and_not_before(way: Way) -> None:
    wait = Wait("turn", NOON)
    assert not due(wait, way, NOON + GRACE[way] - 1)
    assert due(wait, way, NOON + GRACE[way])


def test_who_has_the_table_open_is_not_told() -> None:
    assert not due(Wait("turn", 0.0, present=True))
    assert due(Wait("turn", 0.0, present=False))


def test_who_was_there_since_it_waits_knows_and_who_was_there_before_does_not() -> None:
    assert not due(Wait("turn", NOON - 1000, visited=NOON - 900))
    assert due(Wait("turn", NOON - 1000, visited=NOON - 1100))


@pytest.mark.parametrize("way", ["push", "mail"])
def test_a_table_is_told_of_once_until_one_comes_back(way: Way) -> None:
    told = Notice(NOON - 5000, 0.0, 1, done=True)
    assert not due(Wait("turn", NOON - 6000, visited=NOON - 7000, notice=told), way)
    assert not due(Wait("turn", NOON - 1000, notice=told), way), "not even for another turn"
    came_back = Wait("turn", NOON - 1000, visited=NOON - 3000, notice=told)
    assert due(came_back, way)


def test_that_a_game_is_over_is_told_soon_and_once_for_ever() -> None:
    assert not due(Wait("over", NOON - SOON + 1), "mail")
    assert due(Wait("over", NOON - SOON), "mail")
    told = Notice(NOON - 5000, 0.0, 1, done=True)
    assert not due(Wait("over", NOON - 1000, visited=NOON - 3000, notice=told))


def test_a_chat_hears_of_each_time_once() -> None:
    told = Notice(NOON - 5000, 0.0, 1, done=True)
    assert due(Wait("turn", NOON - 1000, notice=told), "hook")
    assert not due(Wait("turn", NOON - 6000, notice=told), "hook")
    assert not due(Wait("open", NOON - 1000, notice=told), "hook")


def test_what_was_not_delivered_is_tried_again_but_not_for_ever() -> None:
    def failed(tries: int, next_try: float) -> bool:
        return due(Wait("turn", 0.0, notice=Notice(NOON - 100, next_try, tries)))

    assert not failed(1, NOON + 1)
    assert failed(1, NOON)
    assert not failed(MOST_TRIES, NOON - 1)
    pauses = [pause_after(tries) for tries in range(1, 12)]
    assert pauses == sorted(pauses)
    assert pauses[-1] == 3600


def test_in_quiet_hours_nothing_is_told_and_afterwards_what_still_waits() -> None:
    night = (22 * 60, 8 * 60)
    paris = ZoneInfo("Europe/Paris")

    def told(hour: int, minute: int = 0) -> bool:
        now = datetime(2026, 3, 2, hour, minute, tzinfo=paris).timestamp()
        return is_due(Wait("turn", 0.0), "push", night, "Europe/Paris", now)

    assert [told(21, 59), told(22), told(3), told(7, 59), told(8)] == [
        True, False, False, False, True,
    ]  # fmt: skip
    assert not is_due(Wait("turn", 0.0), "push", night, "UTC", NOON + 11 * 3600)


def test_quiet_hours_are_those_of_the_zone_in_summer_and_in_winter() -> None:
    hours = (22 * 60, 8 * 60)
    for month, utc_hour in ((1, 21), (7, 20)):  # ten in the evening in Paris
        now = datetime(2026, month, 5, utc_hour, 30, tzinfo=UTC).timestamp()
        assert is_quiet(hours, "Europe/Paris", now)
        assert not is_quiet(hours, "Europe/Paris", now - 3600)
    assert not is_quiet((480, 480), "UTC", NOON), "from eight to eight is never"
    assert is_quiet((11 * 60, 13 * 60), "Atlantis/Deep", NOON), "a zone that is no more: UTC"
