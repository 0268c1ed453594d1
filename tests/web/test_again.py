"""Playing once more: the same people, seats, options and bots, and the others are told."""

from __future__ import annotations

import time
from typing import Any

from starlette.testclient import TestClient

from parvis.table.live_table import LiveTable
from tests.web.servers import PATIENCE
from tests.web.test_pages import HOME, Site, new_table, site, state_of  # noqa: F401


def played_out(site: Site, browsers: dict[int, TestClient], address: str) -> LiveTable:  # noqa: F811
    """Play the example to its end by its sockets, whoever is to decide."""
    until, n = time.monotonic() + PATIENCE, 0
    while time.monotonic() < until:
        n += 1
        states = {seat: state_of(browser, address) for seat, browser in browsers.items()}
        if any(state["over"] for state in states.values()):
            return site.live(address)
        seat = next((seat for seat, state in states.items() if state["tree"]), None)
        if seat is None:
            continue  # a bot is at work
        state = states[seat]
        move = state["tree"][0]["choices"][0]["add"]
        with browsers[seat].websocket_connect(f"{address}/socket", headers=HOME) as socket:
            socket.send_json({"type": "hello"})
            socket.send_json({"type": "move", "id": f"command {n}", "n": state["n"], "move": move})
            while socket.receive_json()["type"] not in ("done", "refused"):
                pass
    raise AssertionError("not over")


def once_more(browser: TestClient, address: str) -> Any:
    return browser.post(f"{address}/again", follow_redirects=False)


def test_the_next_table_has_the_same_people_seats_options_and_bots(site: Site) -> None:  # noqa: F811
    ada, bob = site.browser("fr"), site.browser("en")
    fields = {"seats": "3", "seat-0": "bot:random", "seat-1": "me", "seat-2": "open"}
    address = new_table(ada, **fields, **{"option-rounds": "2"})
    code = site.live(address).table.config.code
    bob.post(f"/join/{code}", data={"seat": "2", "name": "Bob"})
    assert once_more(ada, address).status_code == 409, "not before the end"
    live = played_out(site, {1: ada, 2: bob}, address)
    assert state_of(bob, address)["again"] is None
    made = once_more(ada, address)
    assert made.status_code == 303
    after = site.live(made.headers["location"]).table
    before = live.table
    assert after.config.id != before.config.id
    assert after.config.options == before.config.options
    assert after.config.options["rounds"] == 2
    assert after.config.private == before.config.private
    assert after.config.seed != before.config.seed
    assert [(c.kind, c.name, c.persons, c.bot) for c in after.chairs] == [
        (c.kind, c.name, c.persons, c.bot) for c in before.chairs
    ]
    # Bob is told in his page, and sits there already; pressing the same leads to the same table.
    told = state_of(bob, address)
    assert told["again"] == {"url": made.headers["location"], "seat": 1}
    assert told["log"][-1]["words"] == ["Ada suggests another game."]
    assert state_of(bob, told["again"]["url"])["seat"] == 2
    assert once_more(bob, address).headers["location"] == made.headers["location"]


def test_who_only_looked_on_makes_no_next_table_and_is_told_of_none(site: Site) -> None:  # noqa: F811
    ada, cleo = site.browser(), site.browser()
    address = new_table(ada, **{"seat-1": "bot:random", "option-rounds": "1"})
    cleo.get(address)
    played_out(site, {0: ada}, address)
    assert once_more(cleo, address).status_code == 409
    assert once_more(ada, address).status_code == 303
    assert state_of(cleo, address)["again"] is None
    assert state_of(ada, address)["again"] is not None


def test_a_bot_that_sat_in_gives_the_seat_back_for_the_next_game(site: Site) -> None:  # noqa: F811
    ada = site.browser()
    address = new_table(ada, **{"seat-1": "bot:random", "option-rounds": "1"})
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        socket.send_json({"type": "bot_in", "id": "sit in please", "seat": 0, "bot": "random"})
        while not socket.receive_json().get("over"):
            pass
    made = once_more(ada, address)
    chairs = site.live(made.headers["location"]).table.chairs
    assert [(chair.kind, chair.bot) for chair in chairs] == [("person", ""), ("bot", "random")]
