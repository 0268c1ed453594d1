"""Whatever one rests on explains itself; keys tell what they do; one's own colours do for all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, ElementHandle, Page

import parvis
from tests.browser.conftest import Visit
from tests.browser.player import NAMES, Named, Player, play_out
from tests.browser.server import Server
from tests.browser.tables import SOME_GAMES, pair
from tests.browser.test_focus import who_decides
from tests.browser.test_pages import healthy_in_both, violations
from tests.browser.test_whole_games import agree
from tests.browser.waiting import answered, until

GAMES = [game.id for game in parvis.all_games()]
SHORT = "bella-vista"
OPEN = "#explained:not([hidden])"
RAW = re.compile(r"^[a-z]+-|\b[a-z]+-\d")
LOOK = """(element) => { const style = getComputedStyle(element);
  return ["backgroundColor", "color", "borderBottomColor", "borderLeftColor", "outlineStyle"]
    .map((name) => style[name]).join(); }"""
STROKE = """(element) => { const style = getComputedStyle(element);
  return [style.stroke, style.strokeDasharray, style.strokeWidth].join(); }"""
# What something is written with and on, and what is chosen is to be.
WRITTEN = "(one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
CHOSEN = """(one) => {
  Object.assign(one.style, { color: "HighlightText", background: "Highlight" });
  return [getComputedStyle(one).color, getComputedStyle(one).backgroundColor];
}"""
REACHED = "() => document.querySelectorAll('.panel [data-reach]').length"


def legal(page: Page) -> ElementHandle:
    page.wait_for_selector(".panel .mark-legal")
    found = page.query_selector(".panel .is-legal")
    assert found
    return found


def middle(element: ElementHandle) -> tuple[float, float]:
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def rest_on(page: Page, element: ElementHandle) -> None:
    x, y = middle(element)
    page.mouse.move(x - 3, y)
    page.mouse.move(x, y)


@pytest.mark.parametrize("game", SOME_GAMES)
def test_what_the_mouse_rests_on_explains_itself_and_covers_nothing_to_pick(
    visit: Visit, server: Server, game: str
) -> None:
    page, other = who_decides(pair(visit, server, game))
    thing = legal(page)
    rest_on(page, thing)
    card = page.wait_for_selector(OPEN)
    assert card
    name = page.locator("#explained .name").inner_text()
    assert name
    assert not RAW.search(name)
    # Its clause stands on the page of rules.
    link = page.locator("#explained .clauses a").first
    address, _, clause = (link.get_attribute("href") or "").partition("#")
    assert f'id="{clause}"' in page.request.get(server.address + address).text()
    # Neither the thing nor anything else to pick that could be left free is covered.
    x, y = middle(thing)
    assert page.evaluate(f"() => !document.elementFromPoint({x}, {y})?.closest('#explained')")
    # One can point at the card, and it goes with Escape.
    page.mouse.move(*middle(card))
    page.wait_for_timeout(500)
    assert card.is_visible()
    healthy_in_both(page)
    page.keyboard.press("Escape")
    assert card.is_hidden()
    # Who is not asked anything clicks to ask.
    hers = other.query_selector(".panel[data-role=board] [data-place]")
    assert hers
    hers.dispatch_event("click")
    other.wait_for_selector(OPEN)


def test_what_was_just_clicked_does_not_explain_itself(visit: Visit, server: Server) -> None:
    page, _ = who_decides(pair(visit, server, "neoville"))
    page.mouse.click(*middle(legal(page)))
    answered(page)
    page.wait_for_timeout(900)
    assert page.locator(OPEN).count() == 0


def test_a_long_press_asks_and_picks_nothing_and_a_tap_picks(visit: Visit, server: Server) -> None:
    page, _ = who_decides(pair(visit, server, "cites-nouvelles", phone=True))
    x, y = middle(legal(page))
    before = page.locator("#table").get_attribute("data-n")
    touch = page.context.new_cdp_session(page)
    at = [{"x": x, "y": y}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.wait_for_selector(OPEN)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    answered(page)
    assert page.locator(OPEN).count() == 1, "it stays when the finger goes"
    assert page.locator("#table").get_attribute("data-n") == before
    assert page.locator(".mark-picked, #answers [data-does=confirm]").count() == 0
    page.touchscreen.tap(x, y)
    page.wait_for_selector("#answers [data-does=confirm]")
    assert page.locator(OPEN).count() == 0
    # A finger that moves scrolls or drags: it asks nothing.
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y - 30}]}
    )
    page.wait_for_timeout(700)
    assert page.locator(OPEN).count() == 0
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_focus_explains_too_and_a_key_goes_into_the_card_and_back(
    visit: Visit, server: Server
) -> None:
    page, _ = who_decides(pair(visit, server, "bella-vista"))
    page.wait_for_selector(".panel .mark-legal")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(OPEN)
    assert (
        page.evaluate("() => document.activeElement.getAttribute('aria-describedby')")
        == "explained"
    )
    page.evaluate("() => { window.here = document.activeElement; }")
    page.keyboard.press("i")
    assert page.evaluate("() => Boolean(document.activeElement.closest('#explained a'))")
    page.keyboard.press("Escape")
    assert page.locator(OPEN).count() == 0
    assert page.evaluate("() => document.activeElement === here")
    page.keyboard.press("i")
    page.wait_for_selector(OPEN)
    page.wait_for_function("() => document.getElementById('live').textContent.length > 40")


@pytest.mark.parametrize("game", GAMES)
def test_when_everything_is_reachable_everything_has_a_name_in_words_and_answers(
    visit: Visit, server: Server, game: str
) -> None:
    page, _ = who_decides(pair(visit, server, game))
    page.wait_for_selector(".panel .mark-legal")
    few = page.evaluate(REACHED)
    page.keyboard.press("w")
    page.wait_for_function(f"() => ({REACHED})() > {few}")
    names: list[str] = page.evaluate(NAMES)
    assert [name for name in names if not name or RAW.search(name)] == []
    assert violations(page) == []
    grey = page.query_selector_all(".panel [data-place].is-grey")
    for element in grey[:: max(1, len(grey) // 8)]:
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.evaluate("() => document.querySelector('#why [data-does=hush]')?.click()")
        element.dispatch_event("click")
        page.wait_for_selector(f"#why:not([hidden]), {OPEN}")


def test_the_sheet_of_keys_tells_all_keys_and_single_ones_can_be_switched_off(
    visit: Visit, server: Server
) -> None:
    page, _ = who_decides(pair(visit, server, "neoville"))
    page.wait_for_selector(".panel .mark-legal")
    page.keyboard.press("?")
    page.wait_for_selector("#keys[open]")
    told = page.locator("#key-list kbd").all_inner_texts()
    assert {"←", "↑", "→", "↓", "R", "I", "W", "?", "Entrée", "Échap"} <= set(told)
    assert all(page.locator("#key-list dd").all_inner_texts())
    healthy_in_both(page)
    page.locator("#pref-keys").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector(".panel .mark-legal")
    few = page.evaluate(REACHED)
    for key in ("w", "?", "i", "r"):
        page.keyboard.press(key)
    answered(page)
    assert page.evaluate(REACHED) == few
    assert page.locator(f"#keys[open], {OPEN}").count() == 0
    page.keyboard.press("ArrowRight")  # is no character
    assert page.evaluate("() => Boolean(document.activeElement.closest('[data-reach]'))")


def test_arrows_go_where_they_point(visit: Visit, server: Server) -> None:
    page, _ = who_decides(pair(visit, server, "neotopia"))
    page.wait_for_selector(".panel .mark-legal")
    place = "() => { const r = document.activeElement.getBoundingClientRect(); return [r.x, r.y]; }"
    page.keyboard.press("Home")
    moved = 0
    for key, axis, sign in (("Down", 1, 1), ("Up", 1, -1), ("Down", 1, 1), ("Down", 1, 1)):
        before = page.evaluate(place)
        page.keyboard.press(f"Arrow{key}")
        after = page.evaluate(place)
        if after != before:
            moved += 1
            assert (after[axis] - before[axis]) * sign > 0, key
    assert moved >= 3
    page.keyboard.press("End")
    end = page.evaluate(place)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(place) == end, "nothing goes round"


def test_with_colours_of_ones_own_pressed_selected_and_on_turn_differ(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(forced_colors="active", viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{server.address}/")
    page.click("[data-game=cites-nouvelles] button.act")
    page.wait_for_selector("#table[data-mine=true] .mark-legal")

    def style(selector: str) -> str:
        return str(page.locator(selector).first.evaluate(LOOK))

    assert style("[role=tab][aria-selected=true]") != style("[role=tab][aria-selected=false]")
    assert style(".seat.on-turn .who") != style(".seat:not(.on-turn) .who")
    page.locator("#menu summary").click()
    assert style(".switch [aria-pressed=true], .switch [aria-current=true]") != style(
        ".switch [aria-pressed=false], .switch :not([aria-current=true])"
    )
    page.locator("#menu summary").click()
    legal_line = page.locator(".mark-legal").first.evaluate(STROKE)
    Player(page).act()
    until(page, lambda: page.locator(".mark-picked, .mark-last").count())
    other = page.locator(".mark-picked, .mark-last").first.evaluate(STROKE)
    assert legal_line != other
    page.set_viewport_size({"width": 390, "height": 844})
    part = page.locator(".jump[aria-current=true]")
    part.wait_for()
    assert part.evaluate(WRITTEN) == page.locator("body").evaluate(CHOSEN), "it can be read"
    context.close()


def whole_game(visit: Visit, server: Server, game: str) -> None:
    pages = pair(visit, server, game)
    players: list[Player] = [Named(page, seed) for seed, page in enumerate(pages)]
    play_out(players)
    agree(players)


def test_a_game_is_played_by_names_alone_with_the_focus_before_the_click(
    visit: Visit, server: Server
) -> None:
    whole_game(visit, server, SHORT)


@pytest.mark.long
@pytest.mark.parametrize("game", [game for game in GAMES if game != SHORT])
def test_every_game_is_played_by_names_alone(visit: Visit, server: Server, game: str) -> None:
    whole_game(visit, server, game)
