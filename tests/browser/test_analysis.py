"""The page of an analysis: wide and on a phone, begun and stopped, without scripts."""

from __future__ import annotations

import re
import sqlite3
import time
from pathlib import Path

from playwright.sync_api import Browser, Route, expect

from parvis.bots.analysis import Analysis, Decision, Gain, Ply, Value, Weighed, gathered, verdict_of
from parvis.engine.record import Record
from parvis.table.analyses import METHOD, packed
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_pages import healthy_in_both
from tests.browser.test_replay import bring
from tests.web.games import a_record

GAME = "cites-nouvelles"


def made_up(record: Record) -> Analysis:
    """An analysis such as a server finds, without its work: every third choice was a mistake."""
    plies: list[Ply] = []
    for number, (position, move) in enumerate(record.replay(), 1):
        seat, moves = position.turn(), position.moves()
        assert seat is not None
        share = 0.5 + 0.4 * (number % 7 - 3) / 3
        before = (Value(share, 4.0, 0.01, 1.0), Value(1 - share, -4.0, 0.01, 1.0))
        decision = None
        if len(moves) > 1:
            wrong = number % 3 == 0
            best = next(other for other in moves if (other != move) == wrong)
            cost = 0.02 + 0.002 * number if wrong else 0.0
            weighed = tuple(
                Weighed(position.say(each), Value(share, 4.0), 40)
                for each in dict.fromkeys((best, move))
            )
            loss = Value(cost, 30 * cost, cost / 5, 1.0)
            gains = (Gain("CN-6.1", 12.5), Gain("CN-6.2", -1.0)) if wrong else ()
            played = position.say(move)
            decision = Decision(number, seat, played, weighed, loss, cost, verdict_of(cost), gains)
        plies.append(Ply(number, seat, before, (), decision))
    end = (Value(1.0, 30.0), Value(0.0, -30.0))
    return gathered(record.game, record.position().sides(), 0, 1.0, plies, end)


def keep(folder: Path, table: str, text: str) -> None:
    """What was found of a game, as if the server had found it."""
    database = sqlite3.connect(folder / "parvis.db", timeout=60)
    row = (table, METHOD, "done", 1, time.time(), text)
    database.execute("INSERT OR REPLACE INTO analyses VALUES (?, ?, ?, ?, ?, ?)", row)
    database.commit()
    database.close()


def unless_it_looks(route: Route) -> None:
    if route.request.resource_type == "fetch":
        route.abort()
    else:
        route.continue_()


def test_an_analysis_is_begun_stopped_and_read(
    visit: Visit, server: Server, browser: Browser
) -> None:
    record = a_record(GAME)
    page = visit(f"{server.address}/", False)
    address = bring(page, server, record).removesuffix("/replay")

    # From the replay one comes to it; it says how far it is, and can be stopped.
    page.click(".replay-actions a[href$='/analysis']")
    page.route("**/analysis", unless_it_looks)  # how far it is: the page is to stay as it is
    page.click("button[value=start]")
    expect(page.locator("#job progress")).to_be_visible()
    healthy_in_both(page)
    page.unroute("**/analysis")
    page.reload()
    expect(page.locator("#job[data-state=running], #job[data-state=waiting]")).to_be_visible()
    page.click("button[value=stop]")
    expect(page.locator("#job[data-state=stopped] button[value=start]")).to_be_visible()

    # What is kept opens at once, on any screen.
    table = address.rpartition("/")[2]
    keep(server.folder, table, packed(made_up(record)))
    page.goto(f"{address}/analysis?all=1&seat=all")
    expect(page.locator(".players > li")).to_have_count(2)
    whole = page.locator(".decision").count()
    assert whole > 10
    healthy_in_both(page)
    page.locator(".filters a", has_text="Ada").click()
    assert 0 < page.locator(".decision").count() < whole
    page.locator(".decision a.number").first.click()
    page.wait_for_selector("#table[data-n]")
    assert re.search(r"/replay\?at=\d+&as=0", page.url)
    page.goto(f"{address}/analysis")
    box = page.locator(".victory-graph:not(.narrow)").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)
    page.wait_for_url("**/replay?at=*")

    phone = visit(f"{address}/analysis", True)
    healthy_in_both(phone)
    letters = phone.locator(".victory-graph.narrow .axis").first.bounding_box()
    assert letters is not None
    assert letters["height"] > 11, "figures that one can read"
    wide = phone.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "nothing is off the screen"

    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(f"{address}/analysis")
    expect(plain.locator(".moments > li, .decision").first).to_be_visible()
    plain.context.close()
