"""Taking back what one has seen the end of: warned of, marked, and told wherever the game is."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.player import Finger, Player
from tests.browser.server import Server
from tests.browser.tables import with_bot
from tests.browser.test_pages import healthy_in_both
from tests.browser.waiting import PATIENCE

GAME = "neoville"
expect.set_options(timeout=1000 * PATIENCE)


# All of it at one moment: the bot may have begun, and an update may come between two questions.
ANSWERED = """() => {
  const root = document.getElementById("table");
  return root.dataset.mine === "true" && !root.classList.contains("waits")
    && !document.getElementById("undo").disabled
    && document.querySelector("#log .entry.lately") !== null;
}"""


def until_answered(page: Page, phone: bool) -> None:
    """Play until the bot has moved after one's own move and it is one's turn again."""
    player = (Finger if phone else Player)(page, 3)
    for _ in range(400):
        if page.evaluate(ANSWERED):
            return
        if not player.act():
            page.wait_for_timeout(20)
    raise AssertionError("the bot never answered")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_who_goes_back_past_the_bots_answer_is_warned_and_the_game_is_marked(
    visit: Visit, server: Server, phone: bool
) -> None:
    page = with_bot(visit, server, GAME, phone)
    until_answered(page, phone)
    press = page.tap if phone else page.click
    told = page.locator("#log .entry").count()
    expect(page.locator("#practice")).to_be_hidden()
    press("#undo")
    expect(page.locator("#undo-asked")).to_contain_text("la partie devient un entraînement")
    healthy_in_both(page)
    press('[data-does="practice-no"]')
    expect(page.locator("#undo-asked")).to_be_hidden()
    assert page.locator("#log .entry").count() == told
    expect(page.locator("#practice")).to_be_hidden()
    press("#undo")
    press('[data-does="practice-yes"]')
    expect(page.locator("#practice")).to_be_visible()
    expect(page.locator("#practice")).to_have_text("Entraînement")
    expect(page.locator("#undo-asked")).to_be_hidden()
    expect(page.locator("#log .entry.undo")).to_contain_text("c’est une partie d’entraînement")
    box = page.locator("#practice").bounding_box()
    assert box is not None
    assert box["height"] >= 24
    # What the mark means is a touch away, and it is still there after a reload.
    press("#practice")
    expect(page.locator("#why")).to_contain_text("un coup a été repris")
    healthy_in_both(page)
    page.reload()
    expect(page.locator("#practice")).to_be_visible()
    page.goto(f"{server.address}/")
    expect(page.locator(".rows .practice").first).to_have_text("entraînement")


def test_once_a_game_is_practice_nobody_is_warned_again(visit: Visit, server: Server) -> None:
    page = with_bot(visit, server, GAME, False)
    until_answered(page, False)
    page.click("#undo")
    page.click('[data-does="practice-yes"]')
    expect(page.locator("#practice")).to_be_visible()
    until_answered(page, False)
    told = page.locator("#log .entry.undo").count()
    page.click("#undo")
    expect(page.locator("#log .entry.undo")).to_have_count(told + 1)


RESULT = """async ([sides, winners, practice]) => {
  const { showResult } = await import("/static/js/result.js");
  const { showSeats } = await import("/static/js/seats.js");
  const words = JSON.parse(document.getElementById("words").textContent);
  const seats = sides.flat().sort().map((seat) => ({
    seat, name: "ABCD"[seat], kind: "person", here: true, mine: false, sits_in: false,
    shape: "disc", side: sides.findIndex((side) => side.includes(seat)) }));
  const state = { over: true, winners, practice, proof: null, seats, turn: { seat: null },
    sides: sides.map((seats, side) => (
      { side, seats, points: 1, winner: seats.some((seat) => winners.includes(seat)) })) };
  document.getElementById("seats").replaceChildren();
  showResult(state, words);
  showSeats(state, null, words);
  return [
    [...document.querySelectorAll("#result-sides .wins")].map((each) => each.textContent),
    [...document.querySelectorAll("#seats .winner .doing")].map((each) => each.textContent),
    document.getElementById("result-practice").hidden,
  ];
}"""


@pytest.mark.parametrize(
    ("locale", "wins", "win", "shares"),
    [
        ("fr-FR", "gagne", "gagnent", "partage la victoire"),
        ("en-GB", "wins", "win", "shares the victory"),
        ("it-IT", "vince", "vincono", "condivide la vittoria"),
    ],
)
def test_one_winner_wins_two_win_and_a_tie_is_shared(
    visit: Visit, server: Server, locale: str, wins: str, win: str, shares: str
) -> None:
    page = visit(f"{server.address}/", locale=locale)
    page.click(f"[data-game={GAME}] button.act")
    page.wait_for_selector("#table[data-n]")

    def shown(sides: list[list[int]], winners: list[int], practice: bool = False) -> Any:
        return page.evaluate(RESULT, [sides, winners, practice])

    assert shown([[0], [1]], [1]) == [[wins], [wins], True]
    assert shown([[0, 2], [1, 3]], [0, 2]) == [[win], [wins] * 2, True]
    assert shown([[0], [1], [2]], [0, 2], True) == [[shares] * 2, [shares] * 2, False]
