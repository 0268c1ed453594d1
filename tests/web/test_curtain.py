"""Around one screen: what a browser that holds several seats is sent, and when."""

from __future__ import annotations

from typing import Any

from starlette.testclient import WebSocketTestSession

from tests.web.test_pages import HOME, Site, new_table
from tests.web.test_pages import site as site

AROUND = {"seat-1": "me", "name-1": "Zoe"}


def greeted(socket: WebSocketTestSession, **more: object) -> dict[str, Any]:
    """The state that a greeting is answered by."""
    socket.send_json({"type": "hello", **more})
    while (told := socket.receive_json())["type"] != "state":
        pass
    state: dict[str, Any] = told
    return state


def shows_a_hand(state: dict[str, Any]) -> bool:
    panels = state.get("panels") or []
    listed = panels if isinstance(panels, list) else list(panels.values())
    return any(panel.get("role") == "hand" for panel in listed)


def test_nothing_of_a_hand_is_sent_until_its_person_says_so(site: Site) -> None:
    ada, eve = site.browser(), site.browser()
    address = new_table(ada, **AROUND)
    with (
        ada.websocket_connect(f"{address}/socket", headers=HOME) as socket,
        eve.websocket_connect(f"{address}/socket", headers=HOME) as watching,
    ):
        public = greeted(watching)
        hidden = greeted(socket)
        assert (hidden["seat"], hidden["curtain"], hidden["tree"]) == (None, 0, None)
        assert hidden["held"] == [0, 1]
        assert hidden["ask"] == "Pass the device to Ada."
        for part in ("panels", "log", "ledger", "last", "since"):
            assert hidden[part] == public[part], "as to one who looks on"
        wrong = greeted(socket, seat=1)
        assert (wrong["seat"], wrong["curtain"]) == (None, 0), "it is not their turn"
        shown = greeted(socket, seat=0)
        assert (shown["seat"], shown["curtain"]) == (0, None)
        assert shows_a_hand(shown)
        assert greeted(watching, seat=0)["seat"] is None, "who holds no seat lifts nothing"


def test_the_curtain_falls_again_when_the_turn_passes_and_when_one_comes_anew(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada, **AROUND)
    live = site.live(address)
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        state = greeted(socket, seat=0)
        while live.table.turn() == 0:
            choice = state["tree"][0]["choices"][0]
            body = {"id": f"number {state['n']}", "n": state["n"], "move": choice["add"]}
            socket.send_json({"type": "move", **body})
            last: dict[str, Any] = {}
            while (told := socket.receive_json())["type"] != "done":
                last = told if told["type"] == "update" else last
            if live.table.turn() == 0:
                state = greeted(socket, seat=0)
        assert last["curtain"] == 1
        assert last["seat"] is None
        assert last["tree"] is None
        assert not shows_a_hand(last)
        socket.send_json({"type": "hint", "ask": 7})
        assert socket.receive_json()["reason"] == "turn", "nor is anything asked for them"
    with (
        ada.websocket_connect(f"{address}/socket", headers=HOME) as again,
        site.browser().websocket_connect(f"{address}/socket", headers=HOME) as watching,
    ):
        anew = greeted(again)
        assert (anew["seat"], anew["curtain"]) == (None, 1)
        assert anew["panels"] == greeted(watching)["panels"]


def test_whoever_has_a_screen_of_their_own_meets_no_curtain(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada)
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        state = greeted(socket)
        assert (state["seat"], state["curtain"]) == (0, None)


def test_where_a_bot_sits_in_for_the_other_there_is_nobody_to_hide_from(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada, **AROUND)
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        greeted(socket)
        socket.send_json({"type": "bot_in", "id": "number 1", "seat": 1, "bot": "random"})
        while socket.receive_json()["type"] != "done":
            pass
        state = greeted(socket)
        assert (state["seat"], state["curtain"]) == (0, None)
