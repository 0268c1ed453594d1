"""Playing with two keys, or with one: next, and choose."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import parvis
from tests.browser.conftest import Visit
from tests.browser.player import Player, TwoKeys, play_out
from tests.browser.server import Server
from tests.browser.tables import with_bot
from tests.browser.test_pages import healthy_in_both
from tests.browser.waiting import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)
GAMES = [game.id for game in parvis.all_games()]
SWITCHES = "localStorage['parvis.twoKeys'] = 'on'"


def alone(visit: Visit, server: Server, game: str, mode: str = "") -> Page:
    """Somebody with two keys at a table with a bot."""
    page = with_bot(visit, server, game)
    page.evaluate(SWITCHES)
    page.goto(page.url + mode)
    page.wait_for_selector("#table[data-n]")
    return page


def moves(page: Page) -> int:
    """How many moves of mine the log has."""
    return page.locator("#log .entry.move").count()


@pytest.mark.parametrize("game", GAMES)
def test_a_few_turns_of_each_game(visit: Visit, server: Server, game: str) -> None:
    page = alone(visit, server, game)
    player = TwoKeys(page, 2)
    began = moves(page)
    for _ in range(400):
        if moves(page) >= began + 4 or player.over():
            return
        if not player.act():
            page.wait_for_timeout(20)
    raise AssertionError("two keys did not play")


@pytest.mark.long
@pytest.mark.parametrize("mode", ["", "?mode=text"], ids=["pictures", "words"])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_each(visit: Visit, server: Server, game: str, mode: str) -> None:
    page = alone(visit, server, game, mode)
    players: list[Player] = [TwoKeys(page, 3)]
    play_out(players)
    page.wait_for_selector("#table[data-over=true]")


def test_all_that_can_be_done_is_come_by_also_the_menu_and_back(
    visit: Visit, server: Server
) -> None:
    page = alone(visit, server, "neoville")
    page.wait_for_selector(".is-legal")
    come_by = set()
    for _ in range(40):
        page.keyboard.press(" ")
        come_by.add(page.evaluate("document.activeElement.id || document.activeElement.localName"))
    assert {"path", "hint", "summary"} <= come_by
    while page.evaluate("document.activeElement.localName") != "summary":
        page.keyboard.press(" ")
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_have_attribute("open", "")
    while page.evaluate("document.activeElement.dataset.does") != "ease":
        page.keyboard.press(" ")
    page.keyboard.press("Enter")
    expect(page.locator("#ease")).to_be_visible()
    expect(page.locator("#ease #scan")).to_be_hidden()
    healthy_in_both(page)
    for _ in range(3):
        page.keyboard.press(" ")
    expect(page.locator("#ease #scan")).to_be_visible()
    while page.evaluate("document.activeElement.dataset.does") != "close":
        page.keyboard.press(" ")
    page.keyboard.press("Enter")
    expect(page.locator("#ease")).to_be_hidden()


# Whether the frame is around what would be chosen.
AROUND = """() => {
  const [frame, at] = [scan, document.activeElement].map((one) => one.getBoundingClientRect());
  return ["left", "top", "right", "bottom"].every((side) => Math.abs(frame[side] - at[side]) < 12);
}"""


def test_the_frame_goes_along_when_the_window_changes_and_is_gone_below_a_box(
    visit: Visit, server: Server
) -> None:
    page = alone(visit, server, "neotopia")
    page.wait_for_selector(".is-legal")
    page.evaluate("document.querySelector('#hint').focus()")
    while page.evaluate("document.activeElement.id") != "hint" or not page.evaluate(AROUND):
        page.keyboard.press(" ")
    for width, height in ((844, 390), (390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(AROUND)
    page.evaluate("ease.showModal()")
    expect(page.locator("#scan")).to_be_hidden()
    page.keyboard.press(" ")
    page.wait_for_function(AROUND)


def test_the_keys_are_ones_own_and_the_settings_stay(visit: Visit, server: Server) -> None:
    page = alone(visit, server, "neoville")
    page.evaluate("ease.showModal()")
    page.click("[data-key=nextKey]")
    page.keyboard.press("F8")
    expect(page.locator("[data-key=nextKey]")).to_have_text("F8")
    page.click("[data-key=chooseKey]")
    page.keyboard.press("F8")  # is taken
    expect(page.locator("[data-key=chooseKey]")).not_to_have_text("F8")
    page.check("#pref-contrast")
    page.check("#pref-large")
    page.reload()
    page.wait_for_selector(".is-legal")
    assert page.evaluate("({...document.documentElement.dataset})")["contrast"] == "high"
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--ink')") == "#000000"
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, summary')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 59)
          .map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert small == []
    page.keyboard.press("F8")
    expect(page.locator("#scan")).to_be_visible()
    healthy_in_both(page)


def test_with_one_key_the_page_goes_on_by_itself_and_waits_while_nothing_is_asked(
    visit: Visit, server: Server
) -> None:
    page = alone(visit, server, "neoville")
    page.evaluate("localStorage['parvis.scanPace'] = '0.2'")
    page.reload()
    page.wait_for_selector(".is-legal")
    expect(page.locator("#scan")).to_be_visible()  # nobody pressed anything
    asked = page.inner_text("#ask")
    page.wait_for_function("document.activeElement.closest('[data-reach]')")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).not_to_have_text(asked)
