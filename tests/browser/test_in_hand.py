"""The move in hand: its button and its place, what was cancelled, any order, no click too many."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import parvis
from tests.browser.conftest import Visit
from tests.browser.player import Finger, Player, play_out
from tests.browser.server import Server
from tests.browser.tables import pair
from tests.browser.test_hands import MINE, at_turn, middle, moves_told
from tests.browser.waiting import answered, until

GAMES = [game.id for game in parvis.all_games()]
TURNING = '#answers [data-does="turn-right"]'
STOCKED = '[data-place^="piece-"].is-legal'
SQUARE = '[data-place^="square-"]:is(.is-legal, .is-picked)'
SEVERAL = 3  # times that the table went on by itself, or somebody declined
RECT = "(element) => JSON.stringify(element.getBoundingClientRect())"

# Counts the questions whose only answer is to go on.
ALONE = """() => {
  window.parvisAlone = 0;
  new MutationObserver(() => {
    const answers = document.querySelectorAll("#answers [data-pick]").length;
    const places = document.querySelectorAll(".is-legal").length;
    if (answers === 1 && !places && !document.querySelector(".waits")) parvisAlone++;
  }).observe(document.getElementById("answers"), { childList: true, subtree: true });
}"""


# Notes at every frame where the button of a move stands that has not been played yet.
STANDS = """() => {
  window.parvisStands = {};
  const look = () => {
    const button = document.querySelector('#answers [data-does="confirm"]');
    if (button) {
      const picked = [...document.querySelectorAll(".is-picked")].map((each) => each.dataset.place);
      const move = [document.getElementById("table").dataset.n, picked].join(" ");
      (parvisStands[move] ??= new Set()).add(Math.round(button.getBoundingClientRect().top));
    }
    requestAnimationFrame(look);
  };
  look();
}"""
STOOD = "() => Object.values(parvisStands).map((tops) => [...tops])"


def needs(game: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(game not in GAMES, reason=f"{game} is not registered")


def turning(visit: Visit, server: Server, phone: bool = False) -> Page:
    """Somebody in Bella Vista who has a building in hand that can be turned."""
    pages = pair(visit, server, "bella-vista", phone)
    players = [Player(page, seed) for seed, page in enumerate(pages, 3)]

    def begun() -> bool:
        if any(page.locator(TURNING).count() for page in pages):
            return True
        for player in players:
            player.act()
        return False

    until(pages[0], begun)
    return next(page for page in pages if page.locator(TURNING).count())


@needs("neotopia")
@pytest.mark.parametrize(
    "size",
    [
        (360, 640),
        (844, 390),
        pytest.param((390, 844), marks=pytest.mark.long),
        pytest.param((820, 1180), marks=pytest.mark.long),
    ],
)
def test_the_button_of_a_move_stands_still_when_what_it_brings_is_told(
    visit: Visit, server: Server, size: tuple[int, int]
) -> None:
    pages = pair(visit, server, "neotopia", phone=True)
    for page in pages:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate(STANDS)
    players = [Finger(page, seed) for seed, page in enumerate(pages)]

    def enough() -> bool:
        for player in players:
            player.act()
            answered(player.page)
        return sum(len(page.evaluate(STOOD)) for page in pages) >= 6

    until(pages[0], enough)
    assert [tops for page in pages for tops in page.evaluate(STOOD) if len(tops) > 1] == []


@needs("bella-vista")
@pytest.mark.parametrize("phone", [False, True])
def test_the_buttons_stand_still_while_one_turns_and_nothing_is_left_when_one_cancels(
    visit: Visit, server: Server, phone: bool
) -> None:
    page = turning(visit, server, phone)
    answered(page)
    confirm = page.locator('#answers [data-does="confirm"]')
    assert confirm.inner_text().startswith("Construire le "), "a verb"
    where = confirm.evaluate(RECT)
    for _ in range(4):
        page.click(TURNING)
        answered(page)
        assert confirm.evaluate(RECT) == where
    # The same beside it on the board, within what is seen of it, for a finger too.
    ground = page.locator("#main").bounding_box()
    assert ground
    for button in page.locator("#beside button").all():
        box = button.bounding_box()
        assert box
        assert box["width"] >= 44
        assert box["height"] >= 44
        assert ground["x"] <= box["x"]
        assert ground["y"] <= box["y"]
        assert box["x"] + box["width"] <= ground["x"] + ground["width"]
        assert box["y"] + box["height"] <= ground["y"] + ground["height"]
    if phone:  # they leave the view with what lies on the board, and come back with it
        there = page.evaluate("ground.scrollTop")
        page.evaluate("ground.scrollTop = 1e6")
        page.wait_for_selector("#beside", state="hidden")
        page.evaluate(f"ground.scrollTop = {there}")
        page.wait_for_selector("#beside", state="visible")
    page.locator('#beside [data-does="turn-left"]').click()
    answered(page)
    page.locator('#beside [data-does="back"]').click()
    answered(page)
    assert page.locator("#beside").is_hidden()
    assert not page.locator("#table.ghostly").count(), "no phantom of what was cancelled"
    assert not page.locator("#seats .delta").count(), "nor its points"
    assert page.locator("#ground .is-legal").count() > 1


@needs("neoville")
def test_a_place_is_picked_before_its_tile_and_what_is_held_is_shown(
    visit: Visit, server: Server
) -> None:
    page = at_turn(visit, server, "neoville")
    page.mouse.click(*middle(page, ".hand .is-legal"))  # the first tile has one place
    page.locator('#beside [data-does="confirm"]').click()
    page.wait_for_selector('#answers [data-pick="none"]')
    assert not page.locator("#answers .act").count(), "declining is quiet"
    page.locator(STOCKED).first.click()
    page.wait_for_selector("#held .held-thing svg")
    assert ". " in page.locator("#held").inner_text(), "what it is, and what it wants"
    square = page.locator(SQUARE).first.get_attribute("data-place")
    page.keyboard.press("Escape")
    # Now the other way round: the square first, then a piece that can go there.
    before = moves_told(page)
    page.mouse.click(*middle(page, f'[data-place="{square}"]'))
    page.wait_for_selector(f'.is-picked[data-place="{square}"]')
    page.locator(STOCKED).first.click()
    until(page, lambda: moves_told(page) > before)


@needs("neotopia")
def test_nobody_clicks_to_go_on(visit: Visit, server: Server, long: bool) -> None:
    """No question has going on as its only answer: in a whole game, or while some might have."""
    players = [Player(page, seed) for seed, page in enumerate(pair(visit, server, "neotopia"))]
    for player in players:
        player.page.evaluate(ALONE)

    def went_on() -> bool:
        for player in players:
            player.act()
        logs = [player.page.locator("#log").inner_text() for player in players]
        return all(log.count("ne construit rien") >= SEVERAL for log in logs)

    until(players[0].page, went_on)
    if long:
        play_out(players)
    for player in players:
        assert player.page.evaluate("parvisAlone") == 0


@needs("bella-vista")
def test_a_card_is_laid_before_its_slot_is_picked_and_the_others_are_dimmed(
    visit: Visit, server: Server
) -> None:
    page = at_turn(visit, server, "bella-vista")
    before = moves_told(page)
    assert page.locator(".hand .is-ahead").count() > 1
    assert not page.locator(".hand .is-barred").count()
    page.mouse.click(*middle(page, ".hand .is-ahead"))
    page.wait_for_selector(".hand .is-picked")
    page.locator("#ground .is-legal").first.click()
    until(page, lambda: moves_told(page) > before)
    assert page.locator(MINE).count() in (0, 1)
