"""Tables for the tests: made with the page's own form, joined with the page's own link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import parvis
from tests.browser.conftest import Visit
from tests.browser.server import Server

NOWHERE = "about:blank"
STANDING_IN = {"bella-vista", "neotopia"}  # for the others, unless there is time for all
SOME_GAMES = [
    pytest.param(game.id, marks=[] if game.id in STANDING_IN else pytest.mark.long)
    for game in parvis.all_games()
]


def open_table(
    visit: Visit, server: Server, game: str, name: str = "Ada", phone: bool = False
) -> Page:
    """Make a table for two with an open seat."""
    page = visit(f"{server.address}/new/{game}?seats=2", phone)
    page.fill("#name", name)
    page.select_option("[name=seat-1]", "open")
    page.click("form.form button.act")
    page.wait_for_selector("#table[data-n]")
    return page


def join_table(visit: Visit, host: Page, name: str = "Bruno", phone: bool = False) -> Page:
    """Take the open seat by the link that the host sees."""
    link = host.locator("#join-address").input_value()
    page = visit(link, phone)
    page.fill("#name", name)
    page.locator("button[name=seat]").first.click()
    page.wait_for_selector("#table[data-n]")
    return page


def pair(
    visit: Visit, server: Server, game: str, phone: bool = False, guest_phone: bool = False
) -> tuple[Page, Page]:
    """Two people at a table: on phones, or only the guest. Neither sees a form on the way."""
    host = visit(NOWHERE, phone)
    wanted = {"game": game, "seats": "2", "seat-0": "me", "seat-1": "open", "name": "Ada"}
    led(host, server, f"{server.address}/tables", wanted)
    guest = visit(NOWHERE, phone or guest_phone)
    link = host.locator("#join-address").input_value()
    led(guest, server, link, {"seat": "1", "name": "Bruno"})
    host.wait_for_function("() => !document.getElementById('invite').open")
    return host, guest


def with_bot(
    visit: Visit, server: Server, game: str, phone: bool = False, locale: str = "fr-FR"
) -> Page:
    """Somebody at a table with a quick bot."""
    page = visit(NOWHERE, phone, locale=locale)
    led(page, server, f"{server.address}/play-now/{game}", {"bot": "random"})
    return page


def led(page: Page, server: Server, address: str, form: dict[str, str]) -> None:
    """Send what a form would, and look at the table that it leads to: pages take time."""
    said = {"origin": server.address, "accept-language": page.evaluate("navigator.language")}
    page.goto(page.request.post(address, form={**form}, headers=said).url)
    page.wait_for_selector("#table[data-n]")
