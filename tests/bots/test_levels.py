"""Levels: a scale in words, in order for every game."""

from __future__ import annotations

from itertools import pairwise

import pytest

import parvis
from parvis.bots import level_of, levels_for, player_of, usual_bot
from parvis.bots.levels import LEVEL_WORDS, SCALE, USUAL, WHO_WORDS
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import read_catalogue
from parvis.lab.ladder import ladder

GAMES = parvis.all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_game_has_some_of_the_steps_each_by_one_bot(game: parvis.Game) -> None:
    levels = levels_for(game)
    assert list(levels) == [level for level in SCALE if level in levels], "weakest first"
    assert len(set(levels.values())) == len(levels) >= 3
    for level, bot in levels.items():
        assert level_of(game, bot) == level
        assert str(player_of(game, level)) == bot, "at the command line it is asked for by its name"
        assert not player_of(game, bot).budget.seconds, "the same on slow machines"
    assert usual_bot(game) == levels[USUAL]
    assert level_of(game, "flat:1.5s") is None


def test_every_step_is_called_something_else_in_each_language() -> None:
    for language in LANGUAGES:
        words = read_catalogue("parvis.bots", language)
        for keys in (LEVEL_WORDS, WHO_WORDS):
            assert list(keys) == list(SCALE)
            assert len({words[key] for key in keys.values()}) == len(SCALE)


@pytest.mark.heavy
@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_each_step_beats_the_one_below(game: parvis.Game) -> None:
    for weaker, stronger in pairwise(levels_for(game).values()):
        (rung,) = ladder(game.id, 2, [stronger, weaker], 40, seed="levels")
        assert rung.share > 0.5, rung.plain()
