"""The count of tables that wait, on every page: live, one's own, and for no ended session."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from parvis.table.store import Store
from parvis.web.limits import Limits
from tests.table.tables import first_move, registry_on
from tests.web.test_home import rows
from tests.web.test_pages import HOME, Site, new_table
from tests.web.test_pages import site as site


def heard(socket: WebSocketTestSession) -> list[str]:
    """What waits, as it is told next."""
    while (told := socket.receive_json())["type"] != "waiting":
        assert told["type"] == "pong"
    tables: list[str] = told["tables"]
    return tables


def id_of(address: str) -> str:
    return address.rpartition("/t/")[2]


def seated(site: Site, ada: TestClient) -> tuple[TestClient, str]:
    """Bob, opposite Ada at a new table where she begins."""
    bob = site.browser()
    address = new_table(ada)
    code = site.live(address).table.config.code
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    return bob, address


def play_turn(site: Site, address: str) -> None:
    """Ada's, until it is Bob's."""
    live, portal = site.live(address), site.root.portal
    assert portal is not None
    while live.table.turn() == 0:
        portal.call(site.registry.command, live, first_move(live, live.table.chairs[0].persons[0]))


def test_a_page_is_told_which_tables_wait_as_it_happens(site: Site) -> None:
    ada = site.browser()
    bob, address = seated(site, ada)
    with (
        ada.websocket_connect("/waiting", headers=HOME) as hers,
        bob.websocket_connect("/waiting", headers=HOME) as his,
    ):
        assert heard(hers) == [id_of(address)]
        assert heard(his) == []
        play_turn(site, address)
        assert heard(hers) == []
        assert heard(his) == [id_of(address)]
        his.send_json({"type": "hello", "here": True})
        assert heard(his) == [id_of(address)], "a tab that comes back asks anew"
        his.send_json({"type": "ping"})
        assert his.receive_json() == {"type": "pong"}
        his.send_text("nonsense")
        his.send_json({"type": "ping"})
        assert his.receive_json() == {"type": "pong"}
    assert not site.registry.waiting.listeners


def test_the_home_page_says_how_many_wait_and_why(site: Site) -> None:
    ada = site.browser()
    assert "wait" not in "".join(rows(ada.get("/").text))
    bob, address = seated(site, ada)
    assert "1 table waits for you" in ada.get("/").text
    play_turn(site, address)
    assert "1 table waits for you" not in ada.get("/").text.partition("<main")[2]
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        socket.receive_json()
        socket.send_json({"type": "undo", "id": "taking back"})
        while socket.receive_json()["type"] != "done":
            pass
    assert "your turn" in rows(bob.get("/").text)[0]
    assert "your turn" in rows(bob.get("/games").text)[0]


def test_nobody_hears_of_anothers_tables_or_without_a_cookie(site: Site) -> None:
    ada, eve = site.browser(), site.browser()
    seated(site, ada)
    assert refused(eve) == 4403
    eve.get("/")
    with eve.websocket_connect("/waiting", headers=HOME) as socket:
        assert heard(socket) == []
    with (
        pytest.raises(WebSocketDisconnect),
        ada.websocket_connect("/waiting", headers={"origin": "http://evil.example"}),
    ):
        pass


def refused(browser: TestClient, **more: Any) -> int:
    with browser.websocket_connect("/waiting", headers=HOME) as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        return closed.value.code


def test_the_socket_of_an_ended_session_is_cut_off(site: Site) -> None:
    ada = site.browser()
    seated(site, ada)
    thief = site.browser()
    thief.cookies.set("parvis", ada.cookies["parvis"])
    with thief.websocket_connect("/waiting", headers=HOME) as socket:
        assert len(heard(socket)) == 1
        ada.post("/session", data={"do": "renew"})
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4401
    assert refused(thief) == 4401


def test_who_opens_too_many_or_says_too_much_is_cut_off(store: Store) -> None:
    limits = Limits(pages_open=1, messages=(3, 0.001))
    made = Site(registry_on(store), limits)
    with made.root:
        ada = made.browser()
        ada.get("/")
        with ada.websocket_connect("/waiting", headers=HOME) as socket:
            assert heard(socket) == []
            assert refused(ada) == 4429
            for _ in range(5):
                socket.send_json({"type": "ping"})
            while (told := socket.receive())["type"] == "websocket.send":
                pass
            assert told["code"] == 4429
