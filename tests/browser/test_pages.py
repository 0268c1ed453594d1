"""The pages: reachable for everyone, no sideways scroll, light and dark."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import parvis
from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.server import Server
from tests.browser.tables import join_table, open_table, pair

OF_COLOURS = ("color-contrast", "link-in-text-block")  # those of the rules that are about them
AXE = Path(__file__).with_name("vendor") / "axe.min.js"
GAMES = [game.id for game in parvis.all_games()]
FIRST = GAMES[0]
SMALL = 43.5  # pixels; what browsers round to 44


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe-core finds, in short: by all its rules, or only by these."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
    found: dict[str, Any] = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{rule['id']}: {node['target']} {node['failureSummary'][:300]}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]


def healthy(page: Page, rules: Sequence[str] = ()) -> None:
    """No violation, no sideways scroll."""
    found = violations(page, rules)
    assert found == [], "\n".join([page.url, *found])
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def healthy_in_both(page: Page) -> None:
    """The same in light and in dark, where nothing but the colours is other."""
    page.emulate_media(color_scheme="light")
    healthy(page)
    page.emulate_media(color_scheme="dark")
    healthy(page, OF_COLOURS)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_no_page_has_a_barrier(visit: Visit, server: Server, phone: bool) -> None:
    page = visit(f"{server.address}/", phone)
    healthy_in_both(page)
    for path in (
        f"/new/{FIRST}",
        f"/rules/{FIRST}",
        "/records",
        "/join",
        "/join/NOSUCH",
        "/t/nowhere",
        "/x",
    ):
        page.goto(server.address + path)
        healthy_in_both(page)


@pytest.mark.parametrize("game", GAMES)
def test_no_table_has_a_barrier(visit: Visit, server: Server, game: str) -> None:
    page = visit(f"{server.address}/")
    page.click(f"[data-game={game}] button.act")
    page.wait_for_selector("#table[data-n] [data-reach]")
    healthy_in_both(page)
    page.click("#tab-log")
    healthy(page)


def test_nothing_beside_the_board_has_a_barrier(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/")
    page.click(f"[data-game={FIRST}] button.act")
    page.wait_for_selector("#table[data-n] [data-reach]")
    page.click("#tab-chat")
    page.fill("#say-text", "Bonjour")
    page.press("#say-text", "Enter")
    page.wait_for_selector("#chat .said")
    page.click("#menu summary")
    healthy_in_both(page)
    page.click("#menu summary")
    page.click("#show-invite")
    page.wait_for_selector("#invite[open]")
    healthy_in_both(page)


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_has_no_barrier_and_targets_for_fingers(
    visit: Visit, server: Server, game: str
) -> None:
    page = visit(f"{server.address}/", phone=True)
    page.tap(f"[data-game={game}] button.act")
    page.wait_for_selector("#table[data-n] [data-reach]")
    healthy(page)
    small = page.evaluate(
        f"""() => [...document.querySelectorAll("button, summary, .brand, input")]
          .filter((e) => e.offsetParent && e.type !== "hidden")
          .map((e) => [e.id || e.className, (e.closest("label") ?? e).getBoundingClientRect()])
          .filter(([, r]) => r.width && (r.height < {SMALL} || r.width < {SMALL}))
          .map(([name, r]) => `${{name}} ${{r.width}}x${{r.height}}`)"""
    )
    assert small == []


@pytest.mark.parametrize("game", GAMES)
def test_the_board_has_most_of_a_desktop_and_nothing_scrolls(
    visit: Visit, server: Server, game: str
) -> None:
    page = visit(f"{server.address}/")
    page.click(f"[data-game={game}] button.act")
    page.wait_for_selector("#table[data-n] [data-reach]")
    box = page.locator("#ground").bounding_box()
    assert box
    assert box["width"] * box["height"] >= 0.6 * 1280 * 800
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    outside = page.evaluate(
        """() => {
          const ground = document.getElementById("ground").getBoundingClientRect();
          return [...document.querySelectorAll("#ground svg")]
            .map((svg) => svg.getBoundingClientRect())
            .filter((r) => r.right > ground.right + 1 || r.bottom > ground.bottom + 1
              || r.left < ground.left - 1 || r.top < ground.top - 1).length; }"""
    )
    assert outside == 0


@pytest.mark.parametrize("locale", ["fr-FR", "en-GB", "it-IT"])
def test_every_game_and_all_its_buttons_are_seen_at_home_without_scrolling_on_a_laptop(
    visit: Visit, server: Server, locale: str
) -> None:
    page = visit(server.address, locale=locale, size=(1280, 800))
    cards = page.locator(".plan")
    expect(cards).to_have_count(len(GAMES))
    for card in cards.all():
        expect(card).to_be_in_viewport(ratio=1)
        expect(card.locator("button").last).to_be_in_viewport(ratio=1)


def test_a_phone_is_no_screen_for_all_but_plays_with_whoever_is_there(
    visit: Visit, server: Server
) -> None:
    page = visit(server.address, phone=True)
    game = page.locator("[data-game=neoville]")
    expect(game.locator("button[formaction^='/screen/']")).to_be_hidden()
    game.locator("button[formaction^='/play-open/']").tap()
    page.wait_for_selector("#table[data-n]")


def test_the_language_and_the_look_can_be_changed(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/")
    assert page.locator("html").get_attribute("lang") == "fr"
    page.click("button[value=it]")
    page.wait_for_selector("html[lang=it]")
    page.click("button[value=dark]")
    page.wait_for_selector("html[data-theme=dark]")
    assert page.locator("html").get_attribute("lang") == "it"


def test_a_table_waits_with_link_and_code_says_what_phones_need_and_is_found_again(
    visit: Visit, server: Server
) -> None:
    host = open_table(visit, server, FIRST)
    host.wait_for_selector("#invite[open]")
    expect(host.locator("#invite .house-words")).to_be_visible()  # no phone comes to localhost
    code = host.locator(".big-code").inner_text()
    guest = visit(f"{server.address}/")
    guest.fill("#code", code)
    guest.press("#code", "Enter")
    guest.wait_for_selector("button[name=seat]")
    healthy(guest)
    join_table(visit, host)
    host.goto(f"{server.address}/")
    host.locator(".my-games .rows a").first.click()
    host.wait_for_selector("#table[data-n]")


def test_a_link_of_the_ledger_leads_to_its_clause(visit: Visit, server: Server) -> None:
    players = [Player(page, 5 + seed) for seed, page in enumerate(pair(visit, server, FIRST))]
    page = players[0].page
    while not page.locator("#ledger .clause").count():
        for player in players:
            player.act()
    address = page.locator("#ledger .clause").first.get_attribute("href")
    assert address
    page.goto(server.address + address)
    assert page.locator(":target").count() == 1
    page.goto(f"{server.address}/")
    healthy(page)
