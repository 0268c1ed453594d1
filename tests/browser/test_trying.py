"""A table of one's own: a position is set up by clicking, rules answer, moves are played."""

from __future__ import annotations

from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Page, expect

import parvis
from parvis.games.neoville.editing import NeovilleEditor
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_pages import healthy

OTHERS = [game.id for game in parvis.all_games() if game.id != "neoville"]


def opened(
    visit: Visit, server: Server, path: str, phone: bool = False, dark: bool = False
) -> Page:
    page = visit(f"{server.address}/try/{path}", phone=phone, dark=dark)
    page.wait_for_selector("#table[data-n]")
    return page


def after(page: Page, doing: str) -> None:
    """Click, and wait until something has come of it."""
    before = page.get_attribute("#table", "data-n")
    page.click(doing)
    page.wait_for_function("n => document.getElementById('table').dataset.n !== n", arg=before)


def on_board(place: str) -> str:
    return f'.panel[data-role="board"] [data-place="{place}"]'


def start() -> tuple[str, int, list[int]]:
    """A game's beginning as text, the seat to play, and the numbers of spare tiles whose upper row
    is plain grass."""
    position = parvis.start("neoville", 2, 11)
    editor = parvis.game_of("neoville").editor(position, 0)
    assert isinstance(editor, NeovilleEditor)
    faces = editor.parts.faces
    green = [face for face in sorted(set(editor.lies.stack)) if faces[face].startswith("gg/")]
    return position.text(), position.turn() or 0, green


def test_a_small_city_is_set_up_by_clicking_and_its_rules_answer(
    visit: Visit, server: Server
) -> None:
    text, seat, green = start()
    page = opened(visit, server, f"neoville?position={quote(text)}")
    after(page, '[data-try="edit"]')
    expect(page.locator("#ask")).to_have_text("Que voulez-vous changer ?")
    # A tile of the palette, where it goes; it lies there as a ghost until one says yes.
    for face, slot in zip(green, ("d4", "e4"), strict=False):
        page.click(f'[data-place="spare-{face}"]')
        page.click(on_board(f"slot-{seat}-{slot}"))
        after(page, '#answers [data-does="confirm"]')
    # A skyscraper of the stock on its terrain: its points stand in the ledger at once.
    page.click('[data-place="piece-F8"]')
    after(page, on_board(f"square-{seat}-d4-nw"))
    expect(page.locator("#ledger")).to_contain_text("Gratte-ciel Forêt 8")
    expect(page.locator("#ledger")).to_contain_text("NV-4.2")
    # Another one on the same tile is refused, with the clause.
    page.click('[data-place="piece-F4"]')
    page.click(on_board(f"square-{seat}-d4-ne"))
    expect(page.locator("#why .clause")).to_have_text("NV-3.6")
    healthy(page)
    page.keyboard.press("Escape")
    # The place first, then what shall stand there: only what can is offered.
    page.keyboard.press("Escape")
    page.click(on_board(f"slot-{seat}-d5"))
    page.click('[data-panel="palette"] .is-legal')
    after(page, '#answers [data-does="confirm"]')
    after(page, "#undo")
    # What is set up is in the address, so that a reload finds it; and it is played by all seats.
    assert f"pieces.{seat}=F8@d4nw" in unquote(page.url)
    page.reload()
    page.wait_for_selector("#table[data-n]")
    assert page.locator(on_board(f"square-{seat}-d4-se")).count() == 1
    assert page.get_attribute('[data-try="play"]', "aria-pressed") == "true"
    page.locator('#hand [data-place^="tile-"]').first.click()
    page.locator('.panel[data-role="board"] .is-legal[data-place^="slot-"]').first.click()
    after(page, '#answers [data-does="confirm"]')
    after(page, "#undo")
    # A text that is none is told so, with its field; the right one is taken.
    page.click('[data-try="open"]')
    text = page.input_value("#try-text")
    page.fill("#try-text", text.replace("phase=tile", "phase=tea"))
    page.click("#try-setup button:not([type])")
    expect(page.locator("#try-problem")).to_contain_text("Le champ « phase » contient « tea »")
    page.fill("#try-text", text)
    healthy(page)
    page.click("#try-setup button:not([type])")
    expect(page.locator("#bench")).not_to_be_visible()


@pytest.mark.parametrize("game", [pytest.param(game, marks=pytest.mark.long) for game in OTHERS])
@pytest.mark.parametrize("phone", [False, True])
def test_any_game_is_set_up_by_keys_and_fingers(
    visit: Visit, server: Server, game: str, phone: bool
) -> None:
    page = opened(visit, server, game, phone=phone, dark=phone)
    after(page, '[data-try="edit"]')
    healthy(page)
    page.locator("#answers .choice").first.focus()
    page.keyboard.press("Enter")
    page.locator("#answers button").first.focus()
    page.keyboard.press("Escape")
    after(page, '[data-try="play"]')
    expect(page.locator("#table")).not_to_have_class("editing")
