"""Law 7: compiled and interpreted code play alike; a playout draws uniformly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import parvis
from tests.conformance.cases import Case, plain_cases, random_game
from tests.conformance.games_played import played

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(
    not parvis.COMPILED, reason="compares with the compiled code, which is not here"
)
def test_compiled_and_interpreted_code_play_the_same_1000_games_alike(more: int) -> None:
    count = 1000 if more == 1 else 4000
    interpreted = subprocess.run(
        [sys.executable, "-m", "tests.conformance.games_played", str(count)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert interpreted[0] == "interpreted"
    assert interpreted[1:] == played(count)


@pytest.mark.heavy
@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_playout_draws_uniformly_from_the_legal_moves(case: Case, more: int) -> None:
    """Near the end, playouts and move-by-move random games end alike about as often."""
    position = near_the_end(case)
    draws = 1000 * more
    rng = parvis.Rng(7)
    ends: Counter[str] = Counter()
    walks: Counter[str] = Counter()
    for _ in range(draws):
        played = position.copy()
        played.playout(rng)
        ends[str(played.scores())] += 1
        walked = position.copy()
        walked.chance = rng
        while not walked.over():
            moves = walked.moves()
            walked.play(moves[rng.below(len(moves))])
        walks[str(walked.scores())] += 1
    # Two-sample chi-square; 5 standard deviations above its mean is far beyond chance.
    cells = [end for end in ends | walks if ends[end] + walks[end] >= 20]
    chi = sum((ends[end] - walks[end]) ** 2 / (ends[end] + walks[end]) for end in cells)
    assert chi <= len(cells) + 5 * (2 * len(cells)) ** 0.5


def near_the_end(case: Case) -> parvis.Position:
    """A position a few decisions before the end, with something left to decide."""
    game = [position.copy() for position, _ in random_game(case, 3)]
    choices = 1
    for position in reversed(game):
        choices *= len(position.moves())
        if choices >= 12:
            return position
    return game[0]
