"""Advice with its reasons and a button, levels, characters and their faces."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.tables import with_bot

MINE = "#table[data-mine=true] [data-reach]"


def advised(page: Page) -> None:
    page.click("#hint")
    page.wait_for_selector("#why.advice")


def test_advice_is_read_seen_on_the_board_and_played_by_its_button(
    visit: Visit, server: Server
) -> None:
    page = with_bot(visit, server, "bella-vista")
    page.wait_for_selector(MINE)
    advised(page)
    said = page.locator("#why p").all_inner_texts()
    assert re.match(r"Conseil.:.\S", said[0]), "the move"
    assert re.search(r"\d+.% de victoires", said[1]), "what to expect"
    assert any(re.match(r"Deuxième choix.:.\S", each) for each in said), "the second"
    clause = page.locator("#why .reason a.clause").first
    expect(clause).to_have_attribute("href", re.compile(r"/rules/bella-vista#BV-\d"))
    page.wait_for_selector("#table.ghostly")
    told = page.locator("#log .entry.move").count()
    page.click("[data-does=follow-hint]")
    page.wait_for_function(
        "told => document.querySelectorAll('#log .entry.move').length > told", arg=told
    )
    expect(page.locator("#why")).to_be_hidden()


def test_advice_keeps_to_what_is_already_picked(visit: Visit, server: Server) -> None:
    page = with_bot(visit, server, "bella-vista")
    page.wait_for_selector(MINE)
    advised(page)
    first = page.locator("#why p").first.inner_text()
    page.click("#why .close")
    cards = page.locator('[data-role=hand] [data-place^="card-"]:is(.is-legal, .is-ahead)')
    places = cards.evaluate_all("all => all.map((each) => each.dataset.place)")
    other = next(place for place in places if f"Carte {place[5:]}." not in first)
    page.locator(f'[data-role=hand] [data-place="{other}"]').first.click()
    advised(page)
    assert f"Carte {other[5:]}." in page.locator("#why p").first.inner_text()


def test_a_character_is_chosen_by_its_face_and_seen_at_its_seat(
    visit: Visit, server: Server
) -> None:
    page = visit(f"{server.address}/")
    offered = page.locator("[data-game=neoville] .versus button")
    expect(offered).to_have_count(3)
    who = offered.nth(1)
    name = who.inner_text().split("\n")[0]
    face = who.locator("img").get_attribute("src")
    assert face is not None
    assert who.evaluate("it => it.querySelector('img').naturalWidth") > 0, "it is drawn"
    who.click()
    page.wait_for_selector("#table[data-n]")
    seat = page.locator("#seats .seat", has_text=name)
    expect(seat.locator("img.face")).to_have_attribute("src", face)
    expect(seat.locator(".who")).to_have_attribute("title", re.compile(r"5"))


def test_one_scale_of_eight_levels_is_offered_and_the_middle_is_usual(
    visit: Visit, server: Server
) -> None:
    page = visit(f"{server.address}/")
    levels = page.locator("[data-game=neotopia] select[name=bot] option").all_inner_texts()
    assert [each.split()[0] for each in levels] == [str(n) for n in range(1, 9)]
    assert "débutant" in levels[0]
    assert "maître" in levels[-1]
    expect(page.locator("[data-game=neotopia] select[name=bot]")).to_have_value("level:4")
    page.select_option("[data-game=neotopia] select[name=bot]", "level:1")
    page.click("[data-game=neotopia] button.act")
    page.wait_for_selector("#table[data-n]")
    bot = page.locator("#seats .seat:not(.mine) .who")
    expect(bot.first).to_have_attribute("title", re.compile("débutant"))
    expect(bot.first.locator("img.face")).to_be_visible()


def test_who_seats_people_finds_levels_and_characters(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/new/cites-nouvelles?seats=3")
    expect(page.locator(".cast li")).to_have_count(3)
    page.select_option("[name=seat-1]", "bot:raymond")
    page.select_option("[name=seat-2]", "bot:level:2")
    page.click("form.form button.act")
    page.wait_for_selector("#table[data-n]")
    expect(page.locator("#seats .seat", has_text="Raymond").locator("img.face")).to_be_visible()
