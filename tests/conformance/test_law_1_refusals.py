"""Law 1: a move is refused exactly if it is not among the legal moves."""

from __future__ import annotations

import pytest

import parvis
from tests.conformance.cases import Case, all_cases, random_game, some_positions


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_every_well_formed_move_is_either_legal_or_refused_with_a_clause(
    case: Case, more: int
) -> None:
    clauses = case.game.rulebook("en").clauses
    speech = case.speech()
    for position in some_positions(case, 11, 2 * more):
        legal = position.moves()
        assert legal == sorted(set(legal))
        named = [move for move in range(position.move_limit) if position.names(move)]
        assert set(legal) <= set(named)
        if len(named) > 3000 and more == 1:
            step = len(named) // 1500
            named = sorted({*named[::step], *legal})
        for move in named:
            refusal = position.refusal(move)
            assert (refusal is None) == (move in legal), (move, position.say(move), refusal)
            if refusal is not None:
                assert refusal.clause in clauses
                assert speech.tell(refusal.key, refusal.params)


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_game_goes_on_until_it_is_over_and_always_offers_a_move(case: Case, more: int) -> None:
    for seed in range(2 * more):
        for position, move in random_game(case, seed):
            turn = position.turn()
            assert turn is not None
            assert 0 <= turn < case.seats
            assert move in position.moves()
        assert position.turn() is None
        assert position.moves() == []
        assert position.winners()


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_an_illegal_move_raises_its_refusal_and_changes_nothing(case: Case) -> None:
    for position in some_positions(case, 23, 3):
        legal = set(position.moves())
        refused = [
            move
            for move in range(0, position.move_limit, max(1, position.move_limit // 60))
            if position.names(move) and move not in legal
        ]
        before = position.text()
        for move in refused:
            with pytest.raises(parvis.Illegal) as caught:
                position.play(move)
            expected = position.refusal(move)
            assert expected is not None
            assert caught.value.refusal.clause == expected.clause
        assert position.text() == before


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_a_number_that_names_no_move_is_called_malformed(case: Case) -> None:
    position = case.start(1)
    for move in (-1, position.move_limit, position.move_limit + 12345, 2**63, -(2**63)):
        assert not position.names(move)
        with pytest.raises(parvis.Malformed):
            position.refusal(move)
        with pytest.raises(parvis.Malformed):
            position.play(move)
