"""The table in words: nothing drawn is left out, nothing hidden is told, in every language."""

from __future__ import annotations

import re

import pytest

import parvis
from parvis.engine.description import all_places, changes, describe, reach
from parvis.engine.rulebook import LANGUAGES
from tests.conformance.cases import Case, all_cases, plain_cases, some_positions

RAW = re.compile(r"\b[a-z]+(?:-[a-z0-9]+)+-[a-z0-9]|[{}#@]")
HOSTILE = ["#nobody", "@1", "{name}", "Ada"]


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_every_place_of_every_drawing_is_described(case: Case, more: int) -> None:
    speech = case.speech()
    for position in some_positions(case, 211, 2 * more):
        for seat in (None, *range(case.seats)):
            view = position.view(seat)
            regions = describe(case.game, view, speech)
            drawn = set(case.game.draw(view, speech).names())
            drawn |= set(case.game.draw(view, speech, tall=True).names())
            assert drawn <= all_places(regions)
            assert len({region.id for region in regions}) == len(regions)
            for region in regions:
                assert region.title
                for thing in region.things:
                    assert thing.words
                    assert not RAW.search(thing.words), thing.words


@pytest.mark.parametrize("case", plain_cases(), ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_and_what_lies_around_is_told_in_every_language(
    case: Case, language: str
) -> None:
    speech = case.speech(language)
    (position,) = some_positions(case, 223, 1)
    for seat in (None, 0):
        view = position.view(seat)
        regions = describe(case.game, view, speech)
        assert regions
        for place in sorted(all_places(regions))[::7]:
            assert all(reach(case.game, view, place, speech)) or position.turn() != seat


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_what_a_seat_cannot_know_changes_no_description(case: Case) -> None:
    speech, rng = case.speech(), parvis.Rng(227)
    for position in some_positions(case, 227, 3):
        for seat in (None, *range(case.seats)):
            view, other = position.view(seat), case.twin(position, seat, rng).view(seat)
            mine = describe(case.game, view, speech)
            assert describe(case.game, other, speech) == mine
            for place in sorted(all_places(mine))[::11]:
                assert reach(case.game, other, place, speech) == reach(
                    case.game, view, place, speech
                )


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_name_is_never_taken_for_a_word(case: Case) -> None:
    speech = case.speech().with_names(HOSTILE[: case.seats])
    for position in some_positions(case, 229, 2):
        for seat in (None, 0):
            assert describe(case.game, position.view(seat), speech)


@pytest.mark.parametrize("case", [one for one in plain_cases() if one.game.describes], ids=str)
def test_a_move_that_names_something_changes_what_is_told(case: Case, more: int) -> None:
    """What a preview tells of the table comes from the difference."""
    speech = case.speech()
    for position in [one for one in some_positions(case, 233, 4 * more) if not one.over()]:
        seat = position.turn()
        assert seat is not None
        before = describe(case.game, position.view(seat), speech)
        named = [move for move in position.moves() if position.codec.kind_of(move).parts]
        for move in named[:3]:
            ahead = position.foresee(move)
            if ahead.turn() is not None:  # what waits for chance may change nothing yet
                assert changes(before, describe(case.game, ahead.view(seat), speech))
