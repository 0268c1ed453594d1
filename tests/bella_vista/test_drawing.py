"""The drawing: outlines of buildings, words that fit, what is shown to whom."""

from __future__ import annotations

import re
from typing import Any

import pytest

import parvis
from parvis.games.bella_vista.components import CONTRACT_TEXT
from parvis.games.bella_vista.drawing.cards import wrapped
from parvis.games.bella_vista.drawing.pictures import building, outline
from parvis.games.bella_vista.drawing.townhall import CONTRACT_WORDS
from parvis.games.bella_vista.labels import contract_name
from tests.bella_vista.tables import begin, give, stand
from tests.playing import play

GAME = parvis.game_of("bella-vista")


def speech(language: str = "fr") -> parvis.Speech:
    return parvis.Speech(language, [GAME.catalogue(language)])


def test_the_outline_of_a_block_is_its_four_corners_drawn_in() -> None:
    squares = frozenset({(0, 0), (1, 0), (0, 1), (1, 1)})
    assert sorted(outline(squares, 10, 1)) == [(1, 1), (1, 19), (19, 1), (19, 19)]


def test_the_outline_of_an_l_has_six_corners_and_bends_inwards() -> None:
    points = outline(frozenset({(0, 0), (1, 0), (0, 1)}), 10, 1)
    assert len(points) == 6
    assert (9, 9) in points  # the inner corner is drawn in too


def test_taller_buildings_stand_higher() -> None:
    def top(height: int) -> float:
        drawn = building(frozenset({(0, 0)}), height, 0)
        return min(float(y) for y in re.findall(r"[-\d.]+,(-?[\d.]+)", drawn))

    tops = [top(height) for height in range(1, 9)]
    assert tops == sorted(tops, reverse=True)
    assert len(set(tops)) == 8


@pytest.mark.parametrize("language", ["fr", "en", "it"])
@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_contract_asks_fits_into_two_lines(language: str, seats: int) -> None:
    view = begin(seats).view(0)
    for kind in CONTRACT_TEXT:
        words = contract_name(view, kind, speech(language))
        assert len(wrapped(words, 13, CONTRACT_WORDS)) <= 2, words


def test_a_building_is_drawn_with_its_number_and_its_owners_shape() -> None:
    position = begin()
    stand(position, 2, "6:F11n")
    drawn = GAME.draw(position.view(None), speech()).fragments()
    (fragment,) = [svg for name, svg in drawn.items() if name.startswith("city-building-")]
    assert ">6</text>" in fragment
    assert "var(--owner-2)" in fragment
    assert 'data-place="square-F11"' in fragment
    assert 'data-place="square-F21"' in fragment


def test_a_face_down_card_is_drawn_without_its_number_to_others() -> None:
    position = begin()
    give(position, 0, 6)
    play(position, "@5:6")

    def slot(seat: int) -> str:
        drawn: Any = GAME.draw(position.view(seat), speech()).fragments()
        return str(drawn["hall-slot-5"])

    assert ">6</text>" in slot(0)
    assert ">6</text>" not in slot(1)
    assert slot(1) == slot(2)


def test_only_what_changed_is_another_fragment() -> None:
    position = begin()
    before = GAME.draw(position.view(1), speech()).fragments()
    give(position, 0, 6)
    play(position, "@5:6")
    after = GAME.draw(position.view(1), speech()).fragments()
    changed = {name for name in after if after[name] != before.get(name)}
    assert "city-ground" not in changed
    assert "city-squares" not in changed
    assert "hall-slot-5" in changed


@pytest.mark.parametrize("tall", [False, True])
def test_panels_on_a_phone_are_apart_and_as_wide_as_it(tall: bool) -> None:
    panels = GAME.draw(begin().view(0), speech(), tall).panels
    beside = [panel for panel in panels if panel.role == "supply"]
    assert len(beside) == (3 if tall else 1)
    assert all(panel.width <= 390 for panel in beside)
