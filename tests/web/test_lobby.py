"""Open tables, and playing at once with whoever is there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from parvis.table.roll_call import RollCall
from parvis.table.store import Store
from tests.table.tables import registry_on
from tests.web.test_pages import HOME, Site, new_table, state_of


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    made = Site(registry_on(store))
    with made.root:
        yield made


def play(browser: TestClient, **fields: str) -> str:
    browser.get("/")
    answer = browser.post("/play-open/stairs", data=fields, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def call_roll(site: Site) -> None:
    """What servers do every few seconds: say who is at their tables."""
    roll: RollCall = site.registry.roll_call
    portal = site.root.portal
    assert portal is not None
    portal.call(roll.call)


def test_one_plays_at_once_against_a_bot_that_makes_room(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    address = play(ada, name="Ada", bot="random")
    table = site.live(address).table
    assert [chair.kind for chair in table.chairs] == ["person", "bot"]
    assert not table.config.private
    assert play(bob, name="Bob", bot="random") != address, "nobody is there to be met"
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["seats"][1]["vacant"]
        call_roll(site)
        cleo = site.browser()
        assert "Ada" in cleo.get("/lobby").text
        assert play(cleo, name="Cleo") == address
        assert [chair.name for chair in table.chairs] == ["Ada", "Cleo"]
        assert table.chairs[1].by_person
        state = state_of(cleo, address)
        assert state["held"] == [1]
        call_roll(site)
        assert play(site.browser(), name="Dora") != address, "it is full"


def test_when_the_newcomer_gets_up_the_bot_plays_on(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    address = play(ada, name="Ada", bot="random")
    code = site.live(address).table.config.code
    bob.get("/")
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    live = site.live(address)
    assert live.table.chairs[1].by_person
    with bob.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        socket.receive_json()
        socket.send_json({"type": "leave", "id": "I go home", "seat": 1})
        while socket.receive_json()["type"] != "done":
            pass
    assert (live.table.chairs[1].kind, live.table.chairs[1].bot) == ("bot", "random")
    assert live.table.chairs[1].vacant
    said = live.table.log[-1]
    assert (said.key, (said.params or {})["name"]) == ("table.log.leave", "Bob")


def test_who_has_seen_a_hand_does_not_take_over_another(site: Site) -> None:
    ada = site.browser()
    address = play(ada, name="Ada", seats="3", bot="random")
    code = site.live(address).table.config.code
    answer = ada.post(f"/join/{code}", data={"seat": "1"}, follow_redirects=False)
    assert answer.status_code == 303, "she is led to her own"
    assert site.live(address).table.chairs[1].kind == "bot"


def test_a_bot_of_another_table_does_not_make_room(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    address = new_table(ada, **{"seats": "3", "seat-1": "bot:random", "seat-2": "open"})
    code = site.live(address).table.config.code
    bob.get("/")
    assert bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"}).status_code == 409


def test_the_lobby_is_narrowed_and_nonsense_narrows_nothing(site: Site) -> None:
    fr, it = site.browser("fr"), site.browser("it")
    two = site.live(new_table(fr)).table.config.code
    three = site.live(new_table(it, **{"seats": "3", "seat-2": "open"})).table.config.code

    def seen(query: str) -> set[str]:
        page = site.browser().get(f"/lobby?{query}").text
        return {code for code in (two, three) if f"/join/{code}" in page}

    assert seen("") == {two, three}
    assert seen("seats=3") == {three}
    assert seen("language=fr") == {two}
    assert seen("game=stairs&seats=2&language=fr") == {two}
    assert seen("game=neoville") == set()
    assert seen("seats=99&game=chess&language=xx&pace=never") == {two, three}
