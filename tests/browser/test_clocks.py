"""Clocks beside the seats, agreed on in the form; resigning and stopping together, asked first."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.tables import join_table, pair
from tests.browser.test_pages import healthy_in_both
from tests.browser.waiting import PATIENCE

GAME = "neoville"
# Names are people's own at a server that all tests share: the next one is Ada 2.
ADA_OFFERS = re.compile(r"Ada( \d+)? propose")
BRUNO_OFFERS = re.compile(r"Bruno( \d+)? propose")
BRUNO_RESIGNS = re.compile(r"Bruno( \d+)? abandonne")
expect.set_options(timeout=1000 * PATIENCE)


def timed_pair(visit: Visit, server: Server, pace: str, phone: bool) -> tuple[Page, Page]:
    """Two at a table with a clock, made with the form."""
    host = visit(f"{server.address}/new/{GAME}?seats=2", phone)
    host.fill("#name", "Ada")
    host.select_option("[name=seat-1]", "open")
    host.click("details.timing summary")
    expect(host.locator("[name=zero]").first).to_be_hidden()
    host.check(f"[name=pace][value={pace}]")
    host.check("[name=zero][value=give_up]")
    host.check("#night")
    # Whatever the time is, it is not night just now.
    hour = host.evaluate("() => new Date().getHours()")
    host.select_option("[name=night-from]", str((hour + 6) % 24))
    host.select_option("[name=night-to]", str((hour + 9) % 24))
    healthy_in_both(host)
    host.click("form.form button.act")
    host.wait_for_selector("#table[data-n]")
    link = host.locator("#join-address").input_value()
    guest = visit(link, phone)
    expect(guest.locator(".timing-told li")).to_have_count(3)
    guest.close()
    return host, join_table(visit, host, phone=phone)


@pytest.mark.parametrize(
    ("pace", "phone", "shows"), [("hours", True, "1 j"), ("live", False, ":")], ids=["far", "close"]
)
def test_clocks_are_calm_far_from_the_end_and_count_close_to_it(
    visit: Visit, server: Server, pace: str, phone: bool, shows: str
) -> None:
    host, guest = timed_pair(visit, server, pace, phone)
    for page in (host, guest):
        expect(page.locator("#seats .clock")).to_have_count(2)
        expect(page.locator("#seats .clock", has_text=shows).first).to_be_visible()
    healthy_in_both(host)
    assert host.locator("#seats [aria-live], #seats [role=timer]").count() == 0
    host.click("#show-invite")
    expect(host.locator("#timing li")).to_have_count(3)


def test_who_resigns_is_asked_first_and_all_see_how_it_ended(visit: Visit, server: Server) -> None:
    host, guest = pair(visit, server, GAME, guest_phone=True)
    guest.tap("#menu > summary")
    guest.tap('[data-does="resign"]')
    expect(guest.locator('[data-does="resign-yes"]')).to_be_focused()
    healthy_in_both(guest)
    guest.tap('[data-does="ending-no"]')
    expect(guest.locator("#ending")).to_be_hidden()
    # An offer to stop is declined, then made by the other, and withdrawn.
    host.click("#menu > summary")
    host.click('[data-does="stop"]')
    host.click('[data-does="stop-yes"]')
    expect(guest.locator("#ending")).to_contain_text(ADA_OFFERS)
    guest.tap('#ending [data-does="stop-no"]')
    expect(host.locator("#ending")).to_be_hidden()
    guest.tap("#menu > summary")
    guest.tap('[data-does="resign"]')
    guest.tap('[data-does="resign-yes"]')
    for page in (host, guest):
        expect(page.locator("#result-stopped")).to_contain_text(BRUNO_RESIGNS)
        expect(page.locator("#result-sides li").first).to_contain_text("Ada")
    healthy_in_both(host)
    expect(host.locator('#menu [data-does="resign"]')).to_be_hidden()


def test_the_host_hands_the_place_on_and_the_next_host_closes(visit: Visit, server: Server) -> None:
    host, guest = pair(visit, server, GAME)
    host.click("#show-invite")
    host.click('[data-does="hand_on"]')
    healthy_in_both(host)
    host.click('[data-does="hand_on-yes"]')
    expect(guest.locator("#log .entry").last).to_contain_text("Bruno")
    expect(host.locator('#menu [data-does="close-table"]')).to_be_hidden()
    guest.click("#menu > summary")
    guest.click('[data-does="close-table"]')
    guest.click('[data-does="close-table-yes"]')
    expect(host.locator("#result-stopped")).to_contain_text("Personne ne l’emporte")


def test_a_public_screen_shows_the_clocks_an_offer_and_how_it_ended(
    visit: Visit, server: Server
) -> None:
    host, guest = timed_pair(visit, server, "live", phone=False)
    shown = host.get_attribute("#menu a[target=_blank][href*='/screen']", "href")
    screen = visit(f"{server.address}{shown}")
    expect(screen.locator("#turn-clock .clock")).to_contain_text(":")
    expect(screen.locator("#scores .clock:visible")).to_have_count(2)
    told = screen.locator("#turn-clock .clock [aria-hidden]")
    before = told.inner_text()
    expect(told).not_to_have_text(before)  # it goes on by itself
    assert screen.locator("[role=status] .clock, [aria-live] .clock").count() == 0
    guest.click("#menu > summary")
    guest.click('[data-does="stop"]')
    guest.click('[data-does="stop-yes"]')
    expect(screen.locator("#told")).to_contain_text(BRUNO_OFFERS)
    healthy_in_both(screen)
    guest.click("#menu > summary")
    guest.click('[data-does="resign"]')
    guest.click('[data-does="resign-yes"]')
    expect(screen.locator("#ending-stopped")).to_contain_text(BRUNO_RESIGNS)
    expect(screen.locator("#ending-sides .winner")).to_contain_text("Ada")
    expect(screen.locator("#ending-sides li").last).to_contain_text("a abandonné")
    healthy_in_both(screen)


@pytest.mark.parametrize(
    "size",
    [(390, 844), pytest.param((768, 1024), marks=pytest.mark.long), (1280, 800)],
    ids=str,
)
def test_that_somebody_has_given_up_is_told_whole_beside_a_long_name(
    visit: Visit, server: Server, size: tuple[int, int]
) -> None:
    host = visit(f"{server.address}/new/{GAME}?seats=3", size=size, phone=size[0] < 1000)
    host.fill("#name", "Maximilien-Alexandre")
    host.select_option("[name=seat-1]", "open")
    host.select_option("[name=seat-2]", "open")
    host.click("form.form button.act")
    host.wait_for_selector("#table[data-n]")
    for name in ("Bérénice", "Zoé"):
        join_table(visit, host, name)
    host.click("#menu > summary")
    host.click('[data-does="resign"]')
    host.click('[data-does="resign-yes"]')
    seat = host.locator("#seats .given-up")
    expect(seat).to_have_count(1)
    expect(seat.locator(".name")).to_have_css("text-decoration-line", "line-through")
    told = seat.locator(".doing", has_text="a abandonné")
    expect(told).to_be_visible()
    assert told.evaluate("(one) => one.clientWidth >= one.scrollWidth && one.clientWidth > 40")
    healthy_in_both(host)
