"""Dragging, turning, changing one's mind, taking back: with a mouse and with a finger."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page

import parvis
from tests.browser.conftest import Visit
from tests.browser.player import Finger, Player
from tests.browser.server import Server
from tests.browser.tables import SOME_GAMES, pair
from tests.browser.waiting import answered, until

GAMES = [game.id for game in parvis.all_games()]
TURNS = "neoville"  # a game whose pieces are carried to a place and turned there

MINE = "#table[data-mine=true]"
BOARD_PLACE = '.panel[data-role="board"] :is(.is-legal, .is-picked)'  # the only one is picked

Point = tuple[float, float]

needs_turning = pytest.mark.skipif(TURNS not in GAMES, reason=f"{TURNS} is not registered")


def at_turn(visit: Visit, server: Server, game: str, phone: bool = False) -> Page:
    """The page of whoever begins."""
    pages = pair(visit, server, game, phone)
    until(pages[0], lambda: any(page.locator(MINE).count() for page in pages))
    return next(page for page in pages if page.locator(MINE).count())


def middle(page: Page, selector: str, nth: int = 0) -> Point:
    box = page.locator(selector).nth(nth).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def moves_told(page: Page) -> int:
    return page.locator("#log .entry.move").count()


def ghost(page: Page) -> str:
    """The board as it is drawn now."""
    return page.locator('.panel[data-role="board"] svg').first.inner_html()


def carry(page: Page, start: Point, end: Point) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@needs_turning
def test_a_tile_is_dragged_turned_by_wheel_key_and_button_and_placed(
    visit: Visit, server: Server
) -> None:
    page = at_turn(visit, server, TURNS)
    before = moves_told(page)
    start = middle(page, ".hand .is-legal")
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 30, start[1] - 60, steps=5)
    assert page.locator(".lifted").count() == 1
    end = middle(page, BOARD_PLACE)
    page.mouse.move(*end, steps=5)
    page.mouse.up()
    assert page.locator(".lifted").count() == 0
    page.wait_for_selector('[data-does="confirm"]')
    page.wait_for_selector("#table.ghostly")
    seen = {ghost(page)}
    page.mouse.wheel(0, 100)
    answered(page)
    seen.add(ghost(page))
    page.keyboard.press("r")
    answered(page)
    seen.add(ghost(page))
    page.click('[data-does="turn-right"]')
    answered(page)
    seen.add(ghost(page))
    assert len(seen) >= 2, "turning shows nothing"
    assert moves_told(page) == before
    page.click('[data-does="confirm"]')
    page.wait_for_selector("#table:not(.ghostly):not(.waits)")
    until(page, lambda: moves_told(page) > before)
    assert moves_told(page) == before + 1


@needs_turning
def test_one_may_change_ones_mind_and_take_back(visit: Visit, server: Server) -> None:
    page = at_turn(visit, server, TURNS)
    blank = ghost(page)
    page.locator(".hand .is-legal").first.click()
    assert page.locator(".hand .is-picked").count() == 1
    page.locator(".hand [data-place]").nth(1).click()
    assert page.locator(".hand .is-picked").count() == 1, "another tile instead"
    page.keyboard.press("Escape")
    assert page.locator(".is-picked").count() == 0
    page.locator(".hand .is-legal").first.click()  # the first tile has one place
    page.click('[data-does="confirm"]')
    page.wait_for_function("() => document.querySelectorAll('#log .entry.move').length === 1")
    page.click("#undo")
    page.wait_for_selector("#log .entry.undone", state="attached")
    page.wait_for_selector(".hand .is-legal")
    assert ghost(page).count("data-place") == blank.count("data-place")


@needs_turning
def test_a_finger_drags_a_tile_to_its_place(visit: Visit, server: Server) -> None:
    page = at_turn(visit, server, TURNS, phone=True)
    start = middle(page, ".hand .is-legal")
    end = middle(page, '.panel[data-role="board"] [data-place]', 0)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: Point) -> None:
        dots: list[dict[str, Any]] = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": dots})

    touch("touchStart", start)
    touch("touchMove", (start[0] + 5, start[1] - 40))
    page.wait_for_selector(".lifted")
    end = middle(page, BOARD_PLACE)
    touch("touchMove", end)
    touch("touchEnd")
    page.wait_for_selector('[data-does="confirm"]')
    page.tap('[data-does="confirm"]')
    page.wait_for_function("() => document.querySelectorAll('#log .entry.move').length === 1")


CUT = """() => {
  const room = document.getElementById("hand").getBoundingClientRect();
  return [...document.querySelectorAll("#hand [data-place]")]
    .map((each) => [each.dataset.place, each.getBoundingClientRect()])
    .filter(([, { left, right }]) => left < room.left || right > room.right)
    .map(([name]) => name);
}"""


@needs_turning
def test_a_hand_is_whole_while_what_came_into_it_is_still_on_its_way(
    visit: Visit, server: Server
) -> None:
    page = visit(server.address, phone=True, size=(360, 640), motion="full", pace="normal")
    made = page.request.post(
        f"{server.address}/play-now/{TURNS}",
        form={"bot": "random"},
        headers={"origin": server.address},
    )
    page.goto(made.url)
    page.wait_for_selector(MINE)
    finger = Finger(page, 3)
    while page.locator(MINE).count():
        finger.act()
        answered(page)
    page.wait_for_selector("#hand [data-place] >> nth=2")  # a tile was taken, and others play
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize("game", SOME_GAMES)
def test_pointing_shows_what_a_move_would_bring_and_takes_it_away_again(
    visit: Visit, server: Server, game: str
) -> None:
    pages = pair(visit, server, game)
    players = [Player(page, 40 + seed) for seed, page in enumerate(pages)]
    for _ in range(60):
        for player in players:
            page = player.page
            seen = player.look()
            if seen["target"]:
                before = page.locator(".ground").inner_text(), moves_told(page)
                target = seen["target"]
                page.mouse.move(target["x"], target["y"])
                answered(page)
                shown = page.locator("#table.ghostly").count()
                page.mouse.move(1270, 790)
                if shown:
                    page.wait_for_selector("#table:not(.ghostly)")
                    assert (page.locator(".ground").inner_text(), moves_told(page)) == before
                    return
            player.act()
    raise AssertionError("nothing was ever shown before it was played")


def test_a_move_beyond_ones_turn_is_taken_back_if_the_other_agrees(
    visit: Visit, server: Server
) -> None:
    pages = pair(visit, server, GAMES[0])
    players = [Player(page, 50 + seed) for seed, page in enumerate(pages)]
    for _ in range(200):
        for mine, other in (players, players[::-1]):
            wants = mine.page.locator("#undo:not([disabled])")
            if other.look()["mine"] and wants.count():
                told = moves_told(mine.page)
                wants.click()
                other.page.click('[data-does="vote-yes"]')
                mine.page.wait_for_selector("#log .entry.undone", state="attached")
                mine.page.wait_for_selector("#undo-asked", state="hidden")
                assert mine.page.locator("#log .entry.undone").count() <= told
                return
        for player in players:
            player.act()
    raise AssertionError("nobody could ever ask")


def test_a_bot_gives_advice_in_words_and_shows_where(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/")
    page.click(f"[data-game={GAMES[0]}] button.act")
    page.wait_for_selector("#table[data-mine=true] [data-reach]")
    page.click("#hint")
    page.wait_for_selector("#why:not([hidden])")
    said = page.locator("#why p").first.inner_text()
    assert re.match(r"Conseil.:.\S.*(rapporte|coûte)", said), "its move, and what that brings"
    page.click("#why .close")
    page.click("#hint")
    page.wait_for_selector("#why:not([hidden])")
    assert page.locator("#why p").first.inner_text() == said, "the same question"
