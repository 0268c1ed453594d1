"""What has the focus keeps it: marks stay the same nodes; the focus goes on with the question."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import parvis
from tests.browser.conftest import Visit
from tests.browser.player import Keys, Player
from tests.browser.server import Server
from tests.browser.tables import SOME_GAMES, pair
from tests.browser.waiting import answered, until

GAMES = [game.id for game in parvis.all_games()]
MINE = "#table[data-mine=true]"
MARKS = "[...document.querySelectorAll('.panel .mark[data-reach]')]"
WITH_THE_QUESTION = "() => Boolean(document.activeElement?.closest('#ask, #answers, [data-reach]'))"


def who_decides(pages: tuple[Page, Page]) -> tuple[Page, Page]:
    """The page of who is on turn, and the other one."""
    until(pages[0], lambda: any(page.locator(MINE).count() for page in pages))
    first = next(page for page in pages if page.locator(MINE).count())
    return first, next(page for page in pages if page is not first)


@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_mark_that_gets_the_focus_is_still_there_to_be_clicked(
    visit: Visit, server: Server, game: str
) -> None:
    page, _ = who_decides(pair(visit, server, game))
    page.wait_for_selector(".panel .mark[data-reach]")
    page.evaluate(f"() => {{ window.known = {MARKS}; }}")
    for number in range(min(5, page.evaluate("() => known.length"))):
        page.evaluate(f"() => known[{number}].focus()")
        answered(page)  # what it would bring is drawn by now
        assert page.evaluate(f"() => document.activeElement === known[{number}]")
        assert page.evaluate("() => known.every((mark) => mark.isConnected)")


def test_what_others_do_meanwhile_leaves_marks_and_focus_alone(
    visit: Visit, server: Server
) -> None:
    page, other = who_decides(pair(visit, server, "cites-nouvelles"))
    page.evaluate(f"() => {{ window.known = {MARKS}; known[1].focus(); }}")
    answered(page)
    other.locator("#tab-chat").click()
    other.fill("#say input", "well?")
    other.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#chat li').length > 0")
    assert page.evaluate("() => document.activeElement === known[1]")
    assert page.evaluate("() => known.every((mark) => mark.isConnected)")


@pytest.mark.parametrize("game", GAMES)
def test_after_a_move_by_keys_the_focus_is_at_the_question_and_never_lost(
    visit: Visit, server: Server, game: str
) -> None:
    pages = pair(visit, server, game)
    players: dict[Page, Player] = {page: Keys(page, 7) for page in pages}
    moves = 0
    while moves < 6:
        page, _ = who_decides(pages)
        moves += one_pick(page, players[page])
        assert page.evaluate(WITH_THE_QUESTION)


def test_a_focus_that_is_led_to_the_question_shows_nothing_that_nobody_pointed_at(
    visit: Visit, server: Server
) -> None:
    pages = pair(visit, server, "cites-nouvelles")
    asked = 0
    while asked < 4:
        page, _ = who_decides(pages)
        answered(page)
        # The only thing there is to do is shown at once; nothing else is.
        if page.evaluate(f"() => {MARKS}.length > 1"):
            assert page.locator("#table.ghostly").count() == 0
            asked += 1
        page.evaluate(f"() => {MARKS}[0].focus()")
        page.keyboard.press("Enter")
        page.wait_for_selector("#table:not(.waits)")


def one_pick(page: Page, player: Player) -> bool:
    """Let somebody pick something, and wait for what it brings; whether that was a move."""
    before = player.look()["n"]
    until(page, lambda: player.act() or not page.locator(MINE).count())
    until(page, lambda: not player.look()["waits"])
    return bool(player.look()["n"] > before)
