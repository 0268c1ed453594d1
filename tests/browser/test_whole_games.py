"""Whole games in real browsers: by mouse, by keyboard, by touch."""

from __future__ import annotations

import json
import urllib.request
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Page

import parvis
from parvis.web.speech import speech_for
from tests.browser.conftest import Visit
from tests.browser.player import Finger, Keys, Player, play_out, points
from tests.browser.server import Server
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


def scrolls_sideways(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth > innerWidth"))


def drawn_in_public(record: str, *names: tuple[str, ...], tall: bool = False) -> set[str]:
    """Every fragment that somebody who looks on may be sent in this game, by the names that people
    have after one another before the first move."""
    told = parvis.Record.read(record)
    game = parvis.game_of(told.game)
    position = told.start()
    fragments: set[str] = set()
    for named in names:
        speech = speech_for("fr", game, named)
        fragments |= set(game.draw(position.view(None), speech, tall).texts().values())
    for move in told.moves:
        position.play(position.read(move))
        fragments |= set(game.draw(position.view(None), speech, tall).texts().values())
    return fragments


def sent_fragments(frame: dict[str, Any]) -> list[str]:
    panels = frame.get("panels") or []
    parts = panels.values() if isinstance(panels, dict) else panels
    return [svg for panel in parts for svg in panel.get("fragments", {}).values()]


def nothing_hidden(watcher: Page, frames: list[dict[str, Any]]) -> None:
    """Who looks on was sent the public drawing and nothing else, and is offered nothing."""
    with urllib.request.urlopen(f"{watcher.url}/record") as answer:
        state = next(frame for frame in frames if frame["type"] == "state")
        names = tuple(seat["name"] for seat in state["seats"])
        public = drawn_in_public(answer.read().decode(), names)
    sent = [svg for frame in frames for svg in sent_fragments(frame)]
    assert len(sent) > 20
    assert [svg for svg in sent if svg not in public] == []
    for frame in frames:
        assert not frame.get("tree")
        assert not frame.get("held")
        assert frame.get("seat") is None
        assert all(seat["link"] is None for seat in frame.get("seats", []))
        assert frame.get("over") is True or not frame.get("proof")
    assert watcher.locator('.panel[data-role="hand"], .panel [data-reach], .is-legal').count() == 0
    assert watcher.locator("#undo, #hint, #say").locator("visible=true").count() == 0


HANDS = zip(GAMES, cycle((Finger, Keys)), strict=False)
SHORT = {"cites-nouvelles"}  # Bella Vista is played by taps and by names elsewhere


@pytest.mark.parametrize(
    ("game", "hand"),
    [pytest.param(*each, marks=[] if each[0] in SHORT else pytest.mark.long) for each in HANDS],
)
def test_a_mouse_plays_keys_or_a_finger_to_the_end_and_who_looks_on_sees_nothing_hidden(
    visit: Visit, server: Server, game: str, hand: type[Player]
) -> None:
    pages = pair(visit, server, game, guest_phone=hand is Finger)
    frames: list[dict[str, Any]] = []
    watcher = visit("about:blank")
    watcher.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda data: frames.append(json.loads(data))),
    )
    watcher.goto(pages[0].url)
    watcher.wait_for_selector("#table[data-n]")
    players = [Player(pages[0], 0), hand(pages[1], 1)]
    play_out(players)
    agree(players)
    for page in pages:
        assert not scrolls_sideways(page)
    watcher.wait_for_selector("#table[data-over=true]")
    nothing_hidden(watcher, frames)


@pytest.mark.long
@pytest.mark.parametrize("hand", [Keys, Finger])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_by_keys_alone_and_on_phones(
    visit: Visit, server: Server, game: str, hand: type[Player]
) -> None:
    pages = pair(visit, server, game, phone=hand is Finger)
    players = [hand(page, seed) for seed, page in enumerate(pages)]
    play_out(players)
    agree(players)
    for page in pages:
        assert not scrolls_sideways(page)
