"""What waits for me is told on every page, as it happens."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.server import Server

WHOLE = """(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  (document.querySelector(".top h1"))"""


def begin(page: Page, form: str) -> None:
    """A new table where I begin; who does is drawn."""
    mine = False
    while not mine:
        page.goto(form)
        page.select_option("[name=seat-1]", "open")
        page.click("form.form button.act")
        page.wait_for_selector("#table[data-n]")
        mine = page.evaluate("table.dataset.mine === 'true'")


def test_another_tab_counts_the_tables_that_wait(visit: Visit, server: Server) -> None:
    home = visit(f"{server.address}/")
    bell = home.locator(".head .bell")
    expect(bell).to_have_accessible_name("Aucune table ne vous attend")
    expect(home).to_have_title(re.compile(r"^Parvis"))
    table = home.context.new_page()
    begin(table, f"{server.address}/new/neoville?seats=2")
    expect(table).to_have_title(re.compile("^● "))
    expect(home).to_have_title(re.compile(r"^\(1\) Parvis"))
    expect(bell).to_have_accessible_name("1 table vous attend")
    expect(bell.locator(".count")).to_have_text("1")
    icon = home.locator("link[rel=icon]")
    expect(icon).to_have_attribute("href", re.compile("icon-turn"))
    # A table's own page counts the others, and leads to the next.
    other = table.context.new_page()
    other.goto(f"{server.address}/new/cites-nouvelles?seats=2")
    other.click("form.form button.act")
    onward = other.locator(".top .bell")
    expect(onward).to_have_attribute("href", re.compile(r"/t/"))
    for width, height in ((1280, 800), (390, 844), (844, 390), (640, 400)):
        other.set_viewport_size({"width": width, "height": height})
        expect(onward).to_be_visible()
        other.wait_for_function(WHOLE)  # the name of the game is never cut
    onward.click()
    expect(other).to_have_url(table.url)
