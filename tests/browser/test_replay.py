"""A finished game looked through again: by keys, slider, links and eyes, and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

import parvis
from parvis.engine.chance import Rng
from parvis.engine.record import Record
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.tables import SOME_GAMES
from tests.browser.test_pages import healthy_in_both
from tests.web.games import a_record

FEW = (("bella-vista", False), ("neotopia", True))  # one game wide, one on a phone
PHONES = [
    pytest.param(game.id, phone, marks=[] if (game.id, phone) in FEW else pytest.mark.long)
    for game in parvis.all_games()
    for phone in (False, True)
]
FRAGMENTS = """() => Object.fromEntries(
  [...document.querySelectorAll(".panel svg > g[id]")].map((one) => [one.id, one.textContent]))"""


def bring(page: Page, server: Server, record: Record) -> str:
    """Bring a record by the page's own form; the address of its replay."""
    page.goto(f"{server.address}/records")
    file = {"name": "a.parvis", "mimeType": "text/plain", "buffer": record.text().encode()}
    page.set_input_files("#file", file)  # type: ignore[arg-type]
    page.click("form button.act")
    page.wait_for_url("**/replay*")
    return page.url.partition("?")[0]


def at(page: Page, number: int) -> None:
    """Until this move is shown."""
    page.wait_for_selector(f'#table[data-n="{number}"]')


@pytest.mark.parametrize(("game", "phone"), PHONES)
def test_a_game_is_looked_through_from_its_first_move_to_its_last(
    visit: Visit, server: Server, game: str, phone: bool
) -> None:
    record = a_record(game)
    last = len(record.moves)
    page = visit(f"{server.address}/", phone)
    address = bring(page, server, record)
    at(page, 0)
    total = page.locator("#count").inner_text()
    assert re.search(rf"\b{last}\b", total)
    assert page.locator("#log li.entry").count() == 0, "nothing of what comes"

    # Every move forward by key; each has its words, and its line in the log.
    boards = {0: page.evaluate(FRAGMENTS)}
    for number in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        at(page, number)
        if number in (5, 9, last):
            boards[number] = page.evaluate(FRAGMENTS)
        assert page.locator("#now").inner_text().strip()
        assert page.locator("#log li.entry").count() == number
    assert record.result is not None
    texts = page.locator("#seats .points").all_inner_texts()
    shown = [int(text.replace("−", "-").replace("★", "")) for text in texts]
    assert set(shown) == set(record.result)
    page.keyboard.press("ArrowRight")
    at(page, last)

    # Back, to the ends, and to a move by its line: all as it was, and nothing is forgotten.
    page.keyboard.press("ArrowLeft")
    at(page, last - 1)
    page.keyboard.press("Home")
    at(page, 0)
    assert page.evaluate(FRAGMENTS) == boards[0]
    assert page.locator("#log li.later").count() == last
    page.keyboard.press("End")
    at(page, last)
    assert page.evaluate(FRAGMENTS) == boards[last]
    if phone:
        page.tap("#show-tabs")
    page.click('#log a[data-at="5"]')
    at(page, 5)
    assert page.evaluate(FRAGMENTS) == boards[5]
    page.wait_for_url("**/replay?at=5&as=*")

    # The slider, and the wheel over the board.
    page.locator("#scrub").fill("9")
    at(page, 9)
    assert page.evaluate(FRAGMENTS) == boards[9]
    if not phone:
        page.hover("#ground")
        page.mouse.wheel(0, 120)
        at(page, 10)
        page.mouse.wheel(0, -120)
        at(page, 9)
    page.click("#on")
    at(page, 10)
    page.click("#back")
    at(page, 9)

    # Other eyes: each seat's own drawing, and all hands.
    table = address.removesuffix("/replay")
    for eyes in ("1", "all", "0"):
        page.click(f'.eyes [data-as="{eyes}"]')
        page.wait_for_selector(f'#table[data-as="{eyes}"][data-n="9"]')
        query = f"at=9&as={eyes}{'&tall=1' if phone else ''}"
        wanted = page.request.get(f"{table}/replay/step?{query}").json()
        ids = {id for panel in wanted["panels"].values() for id in panel["order"]}
        assert set(page.evaluate(FRAGMENTS)) == ids
        if eyes == "all":
            assert page.locator("#hand .panel").count() == record.seats
            assert page.locator("#hand .panel figcaption").first.is_visible()
            healthy_in_both(page)
    page.keyboard.press("o")
    page.wait_for_selector('#table[data-as="all"]')

    # A link leads here, for anybody.
    page.wait_for_url("**/replay?at=9&as=all")
    other = visit(page.url, phone)
    at(other, 9)
    assert other.locator("#table").get_attribute("data-as") == "all"
    assert other.locator("#log li.entry").count() == 9

    # How it came out, only for who asks.
    assert other.locator("#outcome").is_hidden()
    known = other.locator("#plot .unknown").count()
    if phone:  # where there is hardly room, it stands in the menu
        other.set_viewport_size({"width": 360, "height": 640})
        other.click("#menu summary")
    other.click(f"{'.menu' if phone else '.replay'}-actions [data-does=whole]")
    expect(other.locator("#outcome")).to_be_visible()
    assert (known, other.locator("#plot .unknown").count()) == (1, 0)
    for points in record.result:
        assert str(abs(points)) in other.locator("#outcome").inner_text()


@pytest.mark.parametrize("game", SOME_GAMES)
def test_it_plays_by_itself_until_one_stops_it_and_tells_its_keys(
    visit: Visit, server: Server, game: str
) -> None:
    record = a_record(game)
    page = visit(f"{server.address}/", pace="fast")
    bring(page, server, record)
    at(page, 0)
    page.keyboard.press("Space")
    at(page, 2)
    assert page.locator("#play").get_attribute("aria-pressed") == "true"
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => Number(document.getElementById('table').dataset.n) > 2")
    page.locator("#ground [data-place]").first.click(force=True)
    expect(page.locator("#explained .name")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Escape")
    expect(page.locator("#explained")).to_be_hidden()
    page.keyboard.press("?")
    keys = page.locator("#keys[open] #key-list > div")
    assert keys.count() == 7
    assert all(keys.locator("dd").all_inner_texts())
    assert all(keys.locator("kbd").all_inner_texts())
    page.keyboard.press("Escape")
    page.click("#tab-ledger")
    assert page.locator("#ledger h2").count() >= 1
    table = page.url.partition("/replay")[0]
    page.goto(f"{table}/replay/list?at=12")
    healthy_in_both(page)
    page.goto(f"{table}/proof")
    expect(page.locator("#verdict.good")).to_be_visible()
    assert page.locator("#reckoned").inner_text() == record.commitment
    healthy_in_both(page)


def test_a_step_that_does_not_come_is_told_and_can_be_asked_for_again(
    visit: Visit, server: Server
) -> None:
    page = visit(f"{server.address}/")
    bring(page, server, a_record("neotopia"))
    at(page, 0)
    page.route("**/replay/step*", lambda route: route.abort())
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('[data-does="retry"]')
    page.unroute("**/replay/step*")
    page.click('[data-does="retry"]')
    at(page, 1)
    assert page.locator('[data-does="retry"]').count() == 0


def test_without_scripts_every_move_can_be_seen(browser: Browser, server: Server) -> None:
    record = a_record("bella-vista")
    context = browser.new_context(java_script_enabled=False, locale="fr-FR")
    page = context.new_page()
    page.goto(f"{server.address}/records")
    page.fill("#text", record.text())
    page.click("form button.act")
    page.wait_for_url("**/replay*")
    for number in range(1, 4):
        page.click("#on")
        page.wait_for_url(f"**/replay?at={number}&as=all")
        seen = "(one) => one.complete && one.naturalWidth > 100"
        assert page.locator("#ground img").evaluate(seen)
        assert page.locator("#log li.entry").count() == number
    page.click("#last")
    page.wait_for_url(f"**/replay?at={len(record.moves)}&as=all")
    page.click("#log li.entry:nth-child(7) a")
    page.click('.eyes [data-as="1"]')
    page.wait_for_url("**/replay?at=7&as=1")
    page.click("text=en images")
    assert page.locator(".told-moves li").count() == 8
    page.click(".told-moves li:last-child a")
    page.wait_for_url("**/replay?at=7&as=1")
    context.close()


def test_the_end_of_a_game_leads_to_its_replay(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/")
    bring(page, server, a_record("neotopia", seed=int(Rng(4).below(90))))
    page.click("#menu summary")
    page.click("#menu a.button:first-child")
    page.wait_for_selector("#result[open]")
    page.click("#result a[href$='/replay']")
    at(page, 0)
