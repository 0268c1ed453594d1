"""Law 6: undo never takes back information."""

from __future__ import annotations

import pytest

import parvis
from tests.conformance.cases import Case, all_cases, random_game, some_positions


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_move_that_reveals_nothing_looks_the_same_in_every_twin(case: Case, more: int) -> None:
    rng = parvis.Rng(91)
    for position in some_positions(case, 91, 4 * more):
        moves = position.moves()
        for move in moves[:: max(1, len(moves) // 3)]:
            if position.reveals(move):
                continue
            after = position.copy()
            after.play(move)
            for seat in (None, *range(case.seats)):
                twin = case.twin(position, seat, rng)
                if move in twin.moves():
                    twin.play(move)
                    assert twin.view(seat) == after.view(seat)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_foreseeing_changes_nothing_and_draws_nothing(case: Case) -> None:
    revealing = 0
    for position, move in random_game(case, 93):
        before = position.text()
        drawn = position.chance.text()
        ahead = position.foresee(move)
        assert ahead.chance.text() == drawn
        assert position.text() == before
        revealing += position.reveals(move)
        assert position.text() == before
    assert revealing, "some move of every game turns something up"


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_preview_tells_the_ledger_lines_that_come_and_go(case: Case) -> None:
    for position in some_positions(case, 97, 3):
        turn = position.turn()
        for move in position.moves()[:2]:
            preview = position.preview(move, turn)
            ahead = position.foresee(move)
            assert preview["scores"] == ahead.scores()
            assert preview["view"] == ahead.view(turn)
