"""Courses: how moves are judged and when remarks are made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import parvis
from parvis.engine.course import Course, Gain, Idea, Remark, course_of, gains, judge, read_idea
from parvis.engine.course import remark_of as remark_now
from parvis.engine.game import read_position
from parvis.engine.packs import Entry, PackError
from parvis.engine.position import Position
from tests.example import registered
from tests.stairs import GAME


@pytest.fixture(autouse=True)
def stairs() -> Iterator[None]:
    with registered():
        yield


def course() -> Course:
    found = course_of(GAME)
    assert found is not None
    return found


def card_step() -> Position:
    return read_position(course().steps[1].text)


def test_an_idea_is_met_by_kind_parts_points_and_what_it_leads_to() -> None:
    position = card_step()
    nine, four = position.read("c9"), position.read("c4")
    assert Idea({"kind": ("play",)}).fits(position, four)
    assert not Idea({"kind": ("mark",)}).fits(position, four)
    assert Idea({"card": ("4", "7")}).fits(position, four)
    assert not Idea({"card": ("7",)}).fits(position, four)
    assert Idea({}, "ST-2.3", 9).fits(position, nine)
    assert not Idea({}, "ST-2.3", 10).fits(position, nine)
    assert not Idea({}, then="mark").fits(position, nine), "then another seat marks"
    first = read_position(course().steps[0].text)
    assert Idea({}, then="draw").fits(first, first.read("m3"))


def test_what_a_move_brings_is_told_by_clause() -> None:
    position = card_step()
    assert gains(position, position.read("c9")) == [Gain("ST-2.3", 9)]
    assert gains(position, position.read("c4")) == []


def test_a_typical_mistake_is_known_by_its_name() -> None:
    position, step = card_step(), course().steps[1]
    assert judge(step, position, position.read("c9")).right
    seven = judge(step, position, position.read("c7"))
    assert (seven.right, seven.mistake) == (False, "seven")
    assert seven.better == (Gain("ST-2.3", 9),)
    assert judge(step, position, position.read("c4")).mistake == ""


def test_what_the_step_is_about_is_told_before_what_a_move_brings_besides() -> None:
    lower = course_of(parvis.game_of("bella-vista"))
    assert lower is not None
    step = next(step for step in lower.steps if step.id == "lower")
    position = read_position(step.text)
    verdict = judge(step, position, step.answers(position)[0])
    assert verdict.brings[0] == Gain("BV-4.6", 5)
    assert abs(verdict.brings[1].points) > 5
    assert verdict.better == verdict.brings


def test_a_remark_on_something_new_waits_until_it_is() -> None:
    position = read_position(course().game)
    scored = Remark("scored", clause="ST-2.3", new=True)
    assert not scored.holds(position, 0, None), "nobody knows what was before"
    assert not scored.holds(position, 0, position.ledger())
    assert scored.holds(position, 0, [])
    assert Remark("much", clause="ST-2.3", above=8).holds(position, 0, None)
    assert not Remark("little", clause="ST-2.3", below=9).holds(position, 0, None)
    assert not Remark("twice", clause="ST-2.3", least=2).holds(position, 0, None)


def test_a_remark_is_made_once_in_the_order_of_the_file() -> None:
    position = read_position(course().game)
    first = remark_now(course(), position, 0, [], ())
    assert first is not None
    assert first.id == "scored"
    second = remark_now(course(), position, 0, [], {"scored"})
    assert second is not None
    assert second.id == "mark"
    assert remark_now(course(), position, 0, [], {"scored", "mark"}) is None


def test_what_is_wrong_in_a_course_is_named_by_its_entry() -> None:
    with pytest.raises(PackError, match=r"steps\[0\].right\[1\].points: expected a whole number"):
        read_idea(Entry({"clause": "ST-2.3", "points": "many"}, "steps[0].right[1]"))
    with pytest.raises(PackError, match=r"right\[0\].card: expected a list"):
        read_idea(Entry({"card": 7}, "right[0]"))
