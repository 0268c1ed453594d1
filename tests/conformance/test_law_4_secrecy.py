"""Law 4: what a seat is shown does not depend on what it cannot know."""

from __future__ import annotations

import json

import pytest

import parvis
from tests.conformance.cases import Case, all_cases, some_positions


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_twins_that_differ_in_hidden_things_look_the_same_to_a_seat(case: Case, more: int) -> None:
    differing = 0
    rng = parvis.Rng(61)
    for position in some_positions(case, 61, 4 * more):
        for seat in (None, *range(case.seats)):
            twin = case.twin(position, seat, rng)
            differing += twin.text() != position.text()
            view = position.view(seat)
            assert twin.view(seat) == view
            assert twin.text(seat) == position.text(seat)
            assert [line.plain() for line in twin.ledger()] == [
                line.plain() for line in position.ledger()
            ]
            if seat is not None and position.turn() == seat:
                check_what_is_asked(position, twin, seat, rng)
    assert differing, "the scrambler never changed anything"


def check_what_is_asked(
    position: parvis.Position, twin: parvis.Position, seat: int, rng: parvis.Rng
) -> None:
    assert twin.moves() == position.moves()
    for _ in range(40):
        move = rng.below(position.move_limit)
        if position.names(move):
            mine, other = position.refusal(move), twin.refusal(move)
            assert (mine and mine.plain()) == (other and other.plain())
    moves = position.moves()
    for _ in range(3):
        move = moves[rng.below(len(moves))]
        assert twin.preview(move, seat) == position.preview(move, seat)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_story_tells_a_seat_nothing_that_its_view_does_not_show(case: Case, more: int) -> None:
    rng = parvis.Rng(67)
    compared = 0
    for position in some_positions(case, 67, 4 * more):
        if position.over():
            continue
        for seat in (None, *range(case.seats)):
            twin = case.twin(position, seat, rng)
            common = sorted(set(position.moves()) & set(twin.moves()))
            for move in common[:: max(1, len(common) // 3)]:
                after, other = position.copy(), twin.copy()
                after.play(move)
                other.play(move)
                if after.view(seat) == other.view(seat):
                    compared += 1
                    mine = [sentence.plain() for sentence in position.story(move, seat)]
                    theirs = [sentence.plain() for sentence in twin.story(move, seat)]
                    assert mine == theirs
    assert compared


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_moves_that_another_seat_cannot_tell_apart_are_said_to_be_alike(
    case: Case, more: int
) -> None:
    rng = parvis.Rng(69)
    for position in some_positions(case, 69, 4 * more):
        moves = position.moves()
        shown: dict[tuple[int | None, str], int] = {}
        for move in moves[:: max(1, len(moves) // 12)]:
            alike = position.alike(move)
            assert move in alike
            assert [position.alike(other) for other in alike] == [alike] * len(alike)
            for other in {*alike, moves[rng.below(len(moves))]} & set(moves):
                after = position.copy()
                after.play(other)
                for seat in {None, *range(case.seats)} - {position.turn()}:
                    told = [sentence.plain() for sentence in position.story(other, seat)]
                    first = shown.setdefault((seat, after.text(seat) + json.dumps(told)), other)
                    assert first in position.alike(other)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_view_is_plain_data_with_what_every_page_needs(case: Case) -> None:
    for position in some_positions(case, 71, 3):
        for seat in (None, *range(case.seats)):
            view = position.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert view["game"] == case.game.id
            assert view["seat"] == seat
            assert view["turn"] == position.turn()
            assert view["moves"] == (position.moves() if position.turn() == seat else [])


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_no_view_and_no_seats_text_carries_the_seed(case: Case) -> None:
    for position in some_positions(case, 73, 3):
        key = position.chance.text().split(":")[1]
        assert len(key) == 64
        for seat in (None, *range(case.seats)):
            assert key not in json.dumps(position.view(seat))
            assert key not in position.text(seat)
