"""Law 3: the ledger sums to the scores at every moment."""

from __future__ import annotations

import pytest

from parvis.engine.ledger import BANKED, OPEN, STANDING, totals
from tests.conformance.cases import Case, all_cases, random_game


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_ledger_sums_to_the_scores_at_every_moment(case: Case, more: int) -> None:
    clauses = case.game.rulebook("en").clauses
    speech = case.speech()
    for seed in range(more):
        for number, (position, _) in enumerate(random_game(case, 100 + seed)):
            if number % 5 and more == 1:
                continue
            lines = position.ledger()
            assert totals(lines, len(position.sides())) == position.scores()
            for line in lines:
                assert line.clause in clauses
                assert line.status in (BANKED, STANDING, OPEN)
                assert speech.tell(line.key, line.params)
                if line.status == OPEN:
                    assert line.points == 0
                    assert line.low <= line.high
        lines = position.ledger()
        assert totals(lines, len(position.sides())) == position.scores()
        assert all(line.status != OPEN for line in lines), "at the end nothing is open"


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_the_winners_are_among_the_sides_with_the_best_score(case: Case) -> None:
    for seed in range(3):
        for position, _ in random_game(case, 200 + seed):
            if position.winners():
                pytest.fail("nobody has won before the end")
        scores = position.scores()
        sides = {position.side_of(seat) for seat in position.winners()}
        assert {scores[side] for side in sides} == {max(scores)}
