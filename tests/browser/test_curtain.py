"""One device for several people, and several devices for one."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.browser.conftest import Visit
from tests.browser.player import Finger, Player
from tests.browser.serve import HOUSE
from tests.browser.server import Server
from tests.browser.tables import pair
from tests.browser.test_pages import healthy_in_both
from tests.browser.waiting import PATIENCE, answered

expect.set_options(timeout=1000 * PATIENCE)
# Whatever a page holds: text, attributes, what is hidden, what a screen reader is told.
EVERYTHING = "() => document.documentElement.outerHTML"
OWN = "() => [...document.querySelectorAll('#hand [data-place]')].map((one) => one.dataset.place)"


def around(visit: Visit, server: Server, game: str, phone: bool) -> Page:
    """Ada and Zoe share a screen."""
    page = visit(f"{server.address}/new/{game}?seats=2", phone)
    page.fill("#name", "Ada")
    page.select_option("[name=seat-1]", "me")
    page.fill("[name=name-1]", "Zoe")
    page.click("form.form button.act")
    page.wait_for_selector("#table[data-n]", state="attached")
    return page


def curtain_of(page: Page, name: str) -> None:
    """The curtain hangs, opaque, and behind it the page knows nothing of a hand."""
    expect(page.locator("#curtain")).to_be_visible()
    expect(page.locator("#curtain-lift")).to_contain_text(name)
    expect(page.locator("#curtain-lift")).to_be_focused()
    expect(page.locator("#hand [data-place]")).to_have_count(0)
    expect(page.locator("#ground")).not_to_be_visible()
    expect(page.locator("#live")).not_to_contain_text("vous", ignore_case=True)
    expect(page.locator("#log")).not_to_contain_text("vous", ignore_case=True)
    assert page.evaluate("document.getElementById('table').inert")
    over = page.evaluate(
        """() => [[8, 8], [innerWidth / 2, innerHeight - 8], [innerWidth - 8, innerHeight / 2]]
          .every(([x, y]) => document.elementFromPoint(x, y).closest('#curtain'))"""
    )
    assert over, "the curtain covers the whole window"
    ground = page.evaluate("getComputedStyle(document.getElementById('curtain')).backgroundColor")
    assert ground.startswith("rgb("), "and nothing shows through"


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_a_hand_is_not_in_the_page_until_its_own_person_taps(
    visit: Visit, server: Server, phone: bool
) -> None:
    page = around(visit, server, "cites-nouvelles", phone)
    heard: list[str] = []
    page.on("websocket", lambda socket: listen(socket, heard))
    expect(page.locator("#curtain-lift")).to_contain_text("moi")
    begins = "Ada" if "Ada" in page.inner_text("#curtain-lift") else "Zoe"
    other = "Zoe" if begins == "Ada" else "Ada"
    curtain_of(page, begins)
    page.click("#curtain-lift")
    expect(page.locator("#curtain")).to_be_hidden()
    page.wait_for_function(f"() => ({OWN})().length")
    held = page.evaluate(OWN)
    page.click("#hint")
    expect(page.locator("#why")).to_be_visible()
    player = (Finger if phone else Player)(page)
    while page.locator("#curtain").is_hidden():
        player.act()
        answered(page)
    curtain_of(page, other)
    hidden = page.evaluate(EVERYTHING)
    assert not page.locator("#why").text_content()
    for _ in range(3):
        page.keyboard.press("Escape")
    curtain_of(page, other)
    assert page.evaluate(EVERYTHING) == hidden
    healthy_in_both(page)
    page.reload()
    page.wait_for_selector("#table[data-n]", state="attached")
    curtain_of(page, other)
    assert heard
    assert not [text for text in heard if hand_in(text)], "nor was it sent"
    page.click("#curtain-lift")
    page.wait_for_function(f"() => ({OWN})().length")
    assert set(page.evaluate(OWN)).isdisjoint(held), "another hand"
    assert any(hand_in(text) for text in heard)


def listen(socket: WebSocket, heard: list[str]) -> None:
    socket.on("framereceived", lambda frame: heard.append(str(frame)))


def hand_in(text: str) -> bool:
    """Whether what was sent has somebody's cards in it."""
    panels = json.loads(text).get("panels") or []
    listed = panels if isinstance(panels, list) else list(panels.values())
    return any(panel.get("role") == "hand" for panel in listed)


def test_one_s_own_link_opens_the_seat_on_another_device_and_for_nobody_else(
    visit: Visit, own_server: Server
) -> None:
    host, guest = pair(visit, own_server, "cites-nouvelles")
    host.wait_for_function(f"() => ({OWN})().length")
    host.click("#show-invite")
    host.click("#device summary")
    expect(host.locator("#device-qr")).not_to_be_visible()  # no phone could come by it
    host.click("#invite button[value=open]")
    host.wait_for_function(f"() => ({OWN})().length")
    host.click("#show-invite")
    expect(host.locator("#device-qr")).not_to_have_attribute("src", re.compile("."))
    host.click("#device summary")
    host.wait_for_function("() => document.getElementById('device-qr').naturalWidth > 0")
    healthy_in_both(host)
    link = host.locator("#device-address").input_value()
    assert link.startswith(f"http://{HOUSE}:")
    assert link.removeprefix(f"http://{HOUSE}:{own_server.port}") not in guest.content()
    other = visit(link, phone=True)
    healthy_in_both(other)
    other.click("form.form button.act")
    other.wait_for_function(f"() => ({OWN})().length")
    assert set(other.evaluate(OWN)) == set(host.evaluate(OWN))
