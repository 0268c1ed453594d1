"""The rules in the browser: pictures that fit, search as one types, a clause at the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.tables import SOME_GAMES
from tests.browser.test_pages import healthy, healthy_in_both

# Every picture is there, no wider than what it stands in, and large enough to be read.
PICTURES = """async () => {
  const found = [];
  for (const image of document.querySelectorAll("figure img")) {
    image.scrollIntoView({ block: "center" });
    if (!image.complete) await new Promise((done) => { image.onload = image.onerror = done; });
    const box = image.getBoundingClientRect();
    const fits = box.left >= 0 && box.right <= innerWidth + 1 && box.width >= 60;
    if (!image.naturalWidth || !fits) found.push(`${image.currentSrc} ${box.left} ${box.width}`);
  }
  return found;
}"""
LOOKED_FOR = {
    "neoville": ("ecomobile", "écomobile"),
    "bella-vista": ("batiment", "bâtiment"),
    "neotopia": ("manufacture", "manufacture"),
    "cites-nouvelles": ("decorations", "décorations"),
}


FOUND = """(found) => [...document.querySelectorAll("#hits mark")]
  .some((mark) => mark.textContent.toLowerCase() === found)"""


def search(page: Page, words: str, found: str) -> None:
    page.keyboard.press("/")
    page.keyboard.type(words)
    page.wait_for_function(FOUND, arg=found)


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
@pytest.mark.parametrize("game", SOME_GAMES)
def test_a_rulebook_is_read_looked_at_and_searched(
    visit: Visit, server: Server, game: str, phone: bool
) -> None:
    page = visit(f"{server.address}/rules/{game}", phone)
    assert page.locator(".opening figure").count() == 3
    assert page.evaluate(PICTURES) == []
    page.evaluate("scrollTo(0, 0)")
    healthy_in_both(page)
    # The contents are folded away on a phone, and show where one is on a desk.
    contents = page.locator("details.contents")
    assert (contents.get_attribute("open") is None) == phone
    page.locator(".clause").nth(8).scroll_into_view_if_needed()
    page.wait_for_selector(".contents [aria-current=true]", state="attached")
    # What is found comes as one types; Enter goes to the first one, and on to its clause.
    typed, found = LOOKED_FOR[game]
    search(page, typed, found)
    healthy(page)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.matches('#hits a')")
    aim = page.evaluate("() => document.activeElement.hash")
    page.keyboard.press("Enter")
    page.wait_for_function("(aim) => location.hash === aim", arg=aim)
    assert page.locator("#hits li").count() == 0
    top = page.evaluate(
        "(aim) => document.getElementById(aim.slice(1)).getBoundingClientRect().top", aim
    )
    bar = page.locator(".search input").bounding_box() if phone else None
    assert top >= (bar["y"] + bar["height"] - 8 if bar else 0), "nothing covers it"
    # Escape puts away what was found.
    search(page, typed, found)
    page.keyboard.press("Escape")
    assert page.locator("#hits li").count() == 0


def test_pictures_have_their_place_before_they_are_there(visit: Visit, server: Server) -> None:
    """So a link to a clause leads to it, and nothing moves while one reads."""
    page = visit(f"{server.address}/rules/neotopia")
    boxes = page.evaluate(
        """() => [...document.querySelectorAll(".clause figure img")]
            .filter((image) => !image.complete || !image.naturalWidth)
            .map((image) => image.getBoundingClientRect().height)"""
    )
    assert boxes, "those far below are not fetched yet"
    assert min(boxes) > 40


def test_the_head_of_a_page_fits_a_small_phone(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/rules/neoville", True)
    page.set_viewport_size({"width": 360, "height": 640})
    mark = page.locator(".brand svg").bounding_box()
    last = page.locator(".head .switch button").last.bounding_box()
    assert mark is not None
    assert last is not None
    assert mark["width"] >= 24
    assert last["x"] + last["width"] <= 360


def test_a_cited_clause_opens_at_the_table_with_its_figure(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/")
    page.click("[data-game=neoville] button.act")
    page.wait_for_selector("#table[data-n] [data-reach]")
    cited = page.locator("#ledger a.clause").first
    number = cited.inner_text()
    cited.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#clause[open] figure img")
    page.wait_for_function("() => document.querySelector('#clause img').naturalWidth > 0")
    assert page.locator("#clause-title .number").inner_text() == number
    healthy_in_both(page)
    whole = page.locator("#clause .onward a")
    assert (whole.get_attribute("href") or "").endswith(f"/rules/neoville#{number}")
    page.keyboard.press("Escape")
    assert page.locator("#clause[open]").count() == 0
    assert page.evaluate("() => document.activeElement?.textContent") == number
