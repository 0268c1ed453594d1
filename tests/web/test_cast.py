"""Characters on the pages: each has a face of its own, words in every language, and its name."""

from __future__ import annotations

import pytest

from parvis.bots import characters_for
from parvis.engine.game import Game
from parvis.engine.rulebook import LANGUAGES
from parvis.games import all_games
from parvis.table.decisions import bot_name
from parvis.web.assets import STATIC
from parvis.web.cast import character_choices, face_of
from parvis.web.speech import known_bots, speech_for

FACES = STATIC / "faces"


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.id)
def test_a_game_has_a_builder_a_miser_and_a_spoiler_each_with_a_face(game: Game) -> None:
    characters = characters_for(game)
    assert {each.style for each in characters} == {"builder", "miser", "spoiler"}
    for each in characters:
        assert (FACES / f"{each.id}.svg").is_file()
        assert each.id in known_bots(game)
        assert f"/{each.id}.svg?v=" in face_of(game, each.id)
    assert "/robot.svg?v=" in face_of(game, "level:4")


def test_no_two_faces_are_alike_and_all_are_small_drawings() -> None:
    drawn = {path.name: path.read_text(encoding="utf-8") for path in FACES.iterdir()}
    named = {each.id for game in all_games() for each in characters_for(game)}
    assert {f"{id}.svg" for id in (*named, "robot")} == set(drawn)
    assert len(set(drawn.values())) == len(drawn)
    for text in drawn.values():
        assert text.startswith("<svg")
        assert "<image" not in text
        assert len(text) < 3000


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_character_is_introduced_by_name_level_and_style(language: str) -> None:
    for game in all_games():
        for each in character_choices(speech_for(language, game), game):
            assert each["label"] == f"{each['name']} ({each['level']}): {each['style']}"
            assert each["level"][0] in "12345678"


def test_a_character_sits_under_its_own_name_and_nobody_has_anothers() -> None:
    (game,) = [game for game in all_games() if game.id == "neoville"]
    silas = next(each for each in characters_for(game) if each.style == "spoiler")
    assert bot_name(game, silas.id, 1, ["Ada"]) == silas.name
    assert bot_name(game, silas.id, 2, ["Ada", silas.name]) == f"{silas.name} 2"
    assert bot_name(game, "level:4", 1, ["Bruno"]) not in ("Bruno", silas.name)
