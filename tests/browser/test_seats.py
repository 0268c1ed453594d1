"""Whoever made a table opens a seat again: asked first, told to all, by keys and by fingers."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.tables import pair
from tests.browser.test_pages import healthy_in_both
from tests.browser.waiting import PATIENCE

GAME = "neoville"
expect.set_options(timeout=1000 * PATIENCE)


@pytest.mark.parametrize("phone", [False, True], ids=["keys", "fingers"])
def test_the_host_opens_a_seat_again_after_saying_yes_and_the_guest_is_told(
    visit: Visit, server: Server, phone: bool
) -> None:
    host, guest = pair(visit, server, GAME, phone)
    press = host.tap if phone else lambda where: host.press(where, "Enter")
    press("#show-invite")
    expect(guest.locator('[data-does="free"]')).to_have_count(0)
    press('[data-does="free"][data-seat="1"]')
    expect(host.locator('[data-does="free-yes"]')).to_be_focused()
    healthy_in_both(host)
    press('[data-does="free-no"]')
    expect(host.locator('[data-does="free-yes"]')).to_have_count(0)
    expect(host.locator('[data-does="free"]')).to_be_focused()
    press('[data-does="free"][data-seat="1"]')
    press('[data-does="free-yes"]')
    expect(host.locator("#log .entry").last).to_contain_text("Bruno")
    expect(guest.locator("#ask")).to_contain_text("votre place 2")
    expect(guest.locator("#hand .panel")).to_have_count(0)
    # Bruno sits down again, where he sat.
    guest.click("#show-invite")
    guest.click('#invite [data-does="take"]')
    expect(guest.locator("#ask")).not_to_contain_text("votre place 2")


def test_a_name_stays_whole_beside_its_buttons_on_a_narrow_phone(
    visit: Visit, server: Server
) -> None:
    host, _ = pair(visit, server, GAME, phone=True)
    host.set_viewport_size({"width": 360, "height": 640})
    host.tap("#show-invite")
    expect(host.locator("#invite-seats .name")).to_have_count(2)
    high: list[float] = host.locator("#invite-seats .name").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert max(high) < 60, "one line, and one about who it is"


def test_the_list_of_people_says_since_when_someone_is_away(visit: Visit, server: Server) -> None:
    host, guest = pair(visit, server, GAME)
    guest.goto(f"{server.address}/")
    host.click("#show-invite")
    expect(host.locator("#invite-seats li").nth(1)).to_contain_text("absent depuis")
