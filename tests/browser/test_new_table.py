"""The form of a new table: the board as the options have it, a city laid tile by tile."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_pages import healthy_in_both
from tests.browser.waiting import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)


@pytest.mark.parametrize("phone", [False, True], ids=["keys", "fingers"])
def test_a_city_is_chosen_by_its_picture_or_laid_by_oneself(
    visit: Visit, server: Server, phone: bool
) -> None:
    page = visit(f"{server.address}/new/bella-vista?seats=2", phone)
    page.click("form.form > details > summary")
    shown = page.locator("#setup img")
    expect(shown).to_have_attribute("src", re.compile("option-layout=random"))
    page.check("input[value=banks]")
    expect(shown).to_have_attribute("src", re.compile("option-layout=banks"))
    page.click("#map summary")
    page.click("#map-from")
    done = page.inner_text("#map-state")
    expect(page.locator("#map-board .laid")).to_have_count(15)
    expect(shown).to_have_attribute("src", re.compile("option-city="))
    healthy_in_both(page)
    # One tile is taken up and laid elsewhere: apart from the city, which the server says.
    corner = page.locator("#map-board .laid").first
    (corner.tap if phone else corner.click)()
    expect(page.locator("#map-board .laid")).to_have_count(14)
    assert page.inner_text("#map-state") != done
    board = page.locator("#map-board")
    board.scroll_into_view_if_needed()
    if phone:
        board.tap(position={"x": 4, "y": 4})
    else:
        board.focus()
        for key in [*["ArrowUp"] * 12, *["ArrowLeft"] * 12, "Enter"]:
            page.keyboard.press(key)
    expect(page.locator("#map-board .laid")).to_have_count(15)
    expect(page.locator("#setup figcaption")).to_contain_text("une tuile n’est pas jointe")
    page.click("#map-from")
    page.click("form.form > button.act:not(.unseen)")
    page.wait_for_selector("#table[data-n]")
