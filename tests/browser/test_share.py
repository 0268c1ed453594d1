"""From the end of a game: sharing it, playing on from one of its moves, finding it among mine."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageSequence
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, WIDE, Visit
from tests.browser.moments import Moment, be, prepare
from tests.browser.server import Server
from tests.browser.test_pages import healthy_in_both
from tests.browser.waiting import PATIENCE

GAME = "cites-nouvelles"  # short, and drawn quickly
OVER = 2.0  # as a share of the game: to its end
expect.set_options(timeout=1000 * PATIENCE)


def someone(browser: Browser, server: Server, moment: Moment, phone: bool = False) -> Page:
    """The person of the first seat, in French."""
    width, height = PHONE if phone else WIDE
    context = browser.new_context(
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        locale="fr-FR",
        service_workers="block",
        has_touch=phone,
        is_mobile=phone,
        accept_downloads=True,
    )
    context.set_default_timeout(1000 * PATIENCE)
    be(context, server.address, moment)
    return context.new_page()


@pytest.fixture
def over(tmp_path: Path) -> Iterator[tuple[Server, Moment]]:
    """A server where a game is over that the first person played."""
    (moment,) = prepare(tmp_path, [(GAME, 2, OVER)])
    server = Server(tmp_path)
    server.start()
    yield server, moment
    server.kill()


def test_from_the_end_one_shares_a_picture_and_a_film_and_plays_on_from_a_move(
    browser: Browser, over: tuple[Server, Moment]
) -> None:
    server, moment = over
    page = someone(browser, server, moment)
    page.goto(server.address + moment.path)
    # Sharing.
    page.locator("#result .answers a", has_text="Partager").click()
    page.wait_for_url("**/share")
    expect(page.locator("h1")).to_contain_text("Cités Nouvelles")
    page.select_option(".choose [name=as]", "0")
    page.wait_for_url(re.compile(r"as=0"))
    page.fill(".choose [name=at]", "7")
    page.press(".choose [name=at]", "Enter")
    page.wait_for_url(re.compile(r"at=7"))
    shown = page.locator(".shown .preview")
    page.wait_for_function("() => document.querySelector('.shown .preview').naturalWidth > 400")
    assert "/replay/picture.png?at=7&as=0" in (shown.get_attribute("src") or "")
    assert page.locator("#link").input_value().endswith("/replay?at=7&as=0")
    page.click("#copy")
    expect(page.locator("#copy")).to_contain_text("Copié")
    healthy_in_both(page)
    with page.expect_download() as saved:
        page.click("#gif")
        expect(page.locator("#gif")).to_have_attribute("aria-busy", "true")
    film = Path(saved.value.path()).read_bytes()
    assert len(film) <= 2_000_000
    with Image.open(io.BytesIO(film)) as animated:
        assert sum(1 for _ in ImageSequence.Iterator(animated)) > 20
    expect(page.locator("#film img")).to_be_visible()
    # The link leads to that moment; from there one goes on.
    page.goto(page.locator("#link").input_value())
    page.locator(".replay-actions a", has_text="Jouer d’ici").click()
    page.wait_for_url("**/replay/on**")
    healthy_in_both(page)
    page.select_option("[name=seat-1]", "bot:level:1")
    page.click("form.form button.act")
    page.wait_for_selector("#table[data-n]")
    expect(page.locator(".began")).to_have_text("Depuis le coup 7")
    expect(page.locator("#ask")).not_to_be_empty()
    page.context.close()


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_my_games_are_listed_narrowed_and_added_up(
    browser: Browser, over: tuple[Server, Moment], phone: bool
) -> None:
    server, moment = over
    page = someone(browser, server, moment, phone)
    page.goto(server.address)
    page.locator("a[href='/games']").first.click()
    page.wait_for_url("**/games")
    rows = page.locator(".games-list .game-row")
    expect(rows).to_have_count(1)
    expect(page.locator(".sum h3")).to_have_text("Cités Nouvelles")
    healthy_in_both(page)
    page.select_option("[name=state]", "running")
    page.click(".filters button")
    page.wait_for_url("**/games?**state=running**")
    expect(rows).to_have_count(0)
    expect(page.locator(".games-list")).to_contain_text("Aucune partie")
    page.locator(".filters a").click()
    expect(rows).to_have_count(1)
    page.context.close()


def test_who_pastes_a_text_that_is_no_position_reads_why_and_keeps_it(
    visit: Visit, server: Server
) -> None:
    page = visit(f"{server.address}/position", phone=True)
    page.fill("#text", "neoville/1 seats=2 nonsense")
    page.click("form.form button.act")
    expect(page.locator("#wrong-text")).to_contain_text("pas une position entière")
    assert page.locator("#text").input_value() == "neoville/1 seats=2 nonsense"
    healthy_in_both(page)
