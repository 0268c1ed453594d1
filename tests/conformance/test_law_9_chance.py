"""Law 9: deals come from the seed alone."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import parvis
from tests.conformance.cases import Case, plain_cases, random_game

SOURCES = Path(__file__).parents[2] / "src" / "parvis"


def test_the_global_random_module_is_never_used() -> None:
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert all(name.name.split(".")[0] != "random" for name in node.names), path
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").split(".")[0] != "random", path


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_equal_seeds_deal_equal_games_and_other_seeds_deal_others(case: Case) -> None:
    texts = {
        case.start(seed).text().replace(case.start(seed).chance.text(), "") for seed in range(8)
    }
    assert len(texts) == 8
    assert case.start(3).text() == case.start(3).text()


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_record_shows_no_seed_until_the_game_has_ended(case: Case) -> None:
    record = parvis.Record.begin(case.game.id, case.seats)
    assert len(record.seed) == 64
    shown = record.public().text()
    assert record.seed not in shown
    assert record.salt not in shown
    assert record.commitment in shown
    with pytest.raises(parvis.RecordError, match="seed"):
        parvis.Record.read(shown).start()


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_a_guess_draws_nothing_from_the_games_stream(case: Case) -> None:
    for position, _ in random_game(case, 13):
        before = position.chance.text()
        position.guess(position.turn(), parvis.Rng(1)).playout(parvis.Rng(2))
        assert position.chance.text() == before
        break
