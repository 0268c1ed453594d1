"""Whole games in real browsers: by mouse, by keyboard, by touch."""

from __future__ import annotations

import pytest

import parvis
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.browser.player import Finger, Keys, Player, play_out, points
from tests.browser.tables import pair

GAMES = [game.id for game in parvis.all_games()]


def agree(players: list[Player]) -> None:
    """Both see the end, the same points, and a winner."""
    first, *others = players
    for player in players:
        player.page.wait_for_selector("#result[open]")
        assert player.page.locator("#result-sides .winner").count() >= 1
        assert player.page.locator(".is-legal, #answers button").count() == 0
    for other in others:
        assert points(other) == points(first)


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_to_the_final_score_by_clicking(
    visit: Visit, house: House, game: str
) -> None:
    players = [Player(page, seed) for seed, page in enumerate(pair(visit, house, game))]
    play_out(players)
    agree(players)


def keyboard_game(visit: Visit, house: House, game: str) -> None:
    players: list[Player] = [Keys(page, seed) for seed, page in enumerate(pair(visit, house, game))]
    play_out(players)
    agree(players)


def touch_game(visit: Visit, house: House, game: str) -> None:
    pages = pair(visit, house, game, phone=True)
    players: list[Player] = [Finger(page, seed) for seed, page in enumerate(pages)]
    play_out(players)
    agree(players)
    for player in players:
        wide = player.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide, "scrolls sideways"


def test_a_game_can_be_played_by_the_keyboard_alone(visit: Visit, house: House) -> None:
    keyboard_game(visit, house, GAMES[0])


def test_a_game_can_be_played_on_a_phone_by_touch(visit: Visit, house: House) -> None:
    touch_game(visit, house, GAMES[-1])


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_by_the_keyboard_alone(
    visit: Visit, house: House, game: str
) -> None:
    keyboard_game(visit, house, game)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_on_a_phone_by_touch(
    visit: Visit, house: House, game: str
) -> None:
    touch_game(visit, house, game)
