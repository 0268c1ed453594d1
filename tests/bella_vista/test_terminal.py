"""The table in rows of text."""

from __future__ import annotations

import parvis
from parvis.games.bella_vista.terminal import rows
from tests.bella_vista.tables import begin, give, stand
from tests.playing import play

GAME = parvis.game_of("bella-vista")
SPEECH = parvis.Speech("en", [GAME.catalogue("en")], ["Ada", "Bob", "Cleo"])


def test_the_map_shows_buildings_by_owner_and_height() -> None:
    position = begin(3)
    stand(position, 0, "6:F11n")
    stand(position, 3, "8:b11n")
    lines = rows(position.view(1), SPEECH)[0][1].split("\n")
    assert lines[0].startswith("a6  a6  F31 F41 n8  b21")
    assert "♣" in lines[4]
    assert "≈≈" in lines[4]


def test_a_card_face_down_shows_no_number() -> None:
    position = begin(3)
    give(position, 0, 6)
    play(position, "@4:6")
    seen = dict(rows(position.view(1), SPEECH))
    assert seen["Offer board"] == "6: – · 4: Ada ? · 2: – · 0: –"
    assert dict(rows(position.view(0), SPEECH))["Offer board"].startswith("6: – · 4: Ada 6")


def test_a_city_that_is_being_laid_is_shown() -> None:
    position = parvis.start("bella-vista", 2, 1, {"layout": "players"})
    position.play(position.read("F@K11"))
    ((_, drawn),) = rows(position.view(0), SPEECH)
    assert drawn.split() == ["F·"] * 16
