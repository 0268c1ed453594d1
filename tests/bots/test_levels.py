"""Levels: one scale in words, in order for every game; and named characters."""

from __future__ import annotations

from itertools import pairwise

import pytest

import parvis
from parvis.bots import (
    BotError,
    bot_label,
    characters_for,
    level_of,
    levels_for,
    player_of,
    skills_of,
    usual_bot,
)
from parvis.bots.levels import EARLIER, LEVEL_WORDS, SCALE, USUAL, WHO_WORDS
from parvis.bots.skill import Skill, changed, read_skills
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech, read_catalogue
from parvis.lab.ladder import ladder
from tests.example import registered
from tests.stairs import GAME as EXAMPLE

GAMES = parvis.all_games()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_game_has_eight_levels_each_called_by_its_number(game: parvis.Game) -> None:
    levels = levels_for(game)
    assert list(levels) == list(SCALE), "weakest first"
    for level, bot in levels.items():
        assert bot == f"level:{level}"
        assert level_of(game, bot) == level
        assert str(player_of(game, bot)) == bot
        assert not player_of(game, bot).budget, "it thinks by what it can, not by the clock"
    assert usual_bot(game) == levels[USUAL]
    assert level_of(game, "flat:1.5s") is None
    assert level_of(game, "level:9") is None
    assert level_of(game, "4") is None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_what_levels_were_called_before_still_plays(game: parvis.Game) -> None:
    for name, level in EARLIER.items():
        assert str(player_of(game, name)) == f"level:{level}"
        assert level_of(game, name) == level


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_higher_level_sees_at_least_as_far(game: parvis.Game) -> None:
    skills = skills_of(game)
    assert skills is not None
    assert len(skills.levels) == len(SCALE)
    for lower, higher in pairwise(skills.levels):
        assert lower != higher
        assert higher.worlds >= lower.worlds
        if higher.weights == lower.weights:  # who sees more things may see them as roughly
            assert higher.grain <= lower.grain


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_a_game_has_named_opponents_of_known_level_and_style(game: parvis.Game) -> None:
    characters = characters_for(game)
    assert len(characters) >= 3
    assert {each.style for each in characters} == {"builder", "miser", "spoiler"}
    assert len({each.name for each in characters}) == len(characters)
    for each in characters:
        assert str(player_of(game, each.id)) == each.id
        assert level_of(game, each.id) == str(each.level)


def test_nobody_has_the_name_of_a_character_of_another_game() -> None:
    ids = [each.id for game in GAMES for each in characters_for(game)]
    assert len(set(ids)) == len(ids)


@pytest.mark.heavy
def test_a_game_that_says_nothing_has_levels_by_simulations() -> None:
    with registered():
        (rung,) = ladder(EXAMPLE.id, 2, ["level:4", "level:1"], 60, seed="levels")
    assert rung.share > 0.55, rung.plain()


def test_every_step_is_called_something_else_in_each_language() -> None:
    for language in LANGUAGES:
        words = read_catalogue("parvis.bots", language)
        for keys in (LEVEL_WORDS, WHO_WORDS):
            assert list(keys) == list(SCALE)
            assert len({words[key] for key in keys.values()}) == len(SCALE)


def test_who_tries_something_changes_a_level_in_place() -> None:
    game = parvis.game_of("neotopia")
    assert str(player_of(game, "level:4  worlds=2   breadth=3")) == "level:4 worlds=2 breadth=3"
    assert changed(Skill(weights={"hope": 1.0}), {"hope": "0.5"}, "").weights == {"hope": 0.5}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("level:0", "levels are level:1 to level:8, not 'level:0'"),
        ("level:", "levels are level:1 to level:8, not 'level:'"),
        ("level:4 colour=3", "level:4 colour=3: 'colour' is none of worlds, breadth, sight"),
        ("level:4 worlds=many", "level:4 worlds=many: worlds is 'many', which is no number"),
        ("nobody", "unknown bot 'nobody'; for neoville there are: level:1 to level:8, "),
    ],
)
def test_a_level_that_is_none_is_refused_in_words(text: str, told: str) -> None:
    with pytest.raises(BotError) as caught:
        player_of(parvis.game_of("neoville"), text)
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[weights", "here: "),
        ("[spans]\nhope = [0, 1]", "here: a span for hope, which is no weight"),
        ("[[level]]\nhope = 1", "here: level 1: 'hope' is none of"),
    ],
)
def test_a_data_file_with_a_fault_says_which(text: str, told: str) -> None:
    with pytest.raises(BotError) as caught:
        read_skills(text, "here")
    assert str(caught.value).startswith(told)


@pytest.mark.parametrize("bot", ["random", "flat:200", "flat:1.5s", "flat:quick", "greedy"])
def test_a_bot_of_no_level_is_told_in_words_and_not_as_it_is_written(bot: str) -> None:
    game = parvis.game_of("neoville")
    for language in LANGUAGES:
        said = bot_label(Speech(language, (read_catalogue("parvis.bots", language),)), game, bot)
        assert said != bot
        assert ":" not in said
        assert " " in said


@pytest.mark.heavy
@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.id))
def test_each_level_beats_the_one_below(game: parvis.Game) -> None:
    for weaker, stronger in pairwise(["random", *levels_for(game).values()]):
        (rung,) = ladder(game.id, 2, [stronger, weaker], 40, seed="levels")
        assert rung.share > 0.5, rung.plain()
