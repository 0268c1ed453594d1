"""A game over three days: a server that is started anew, a lost device, a push and mails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from parvis.table.store import Store
from parvis.web.delivery import Delivery, new_key
from parvis.web.teller import Teller
from tests.table.places import relaxed
from tests.table.tables import Clock, registry_on
from tests.web.outside import Browser, mails, web
from tests.web.test_clocks import never
from tests.web.test_me import code_of, held, own
from tests.web.test_pages import HOME, Site, new_table, state_of

A_DAY = 86_400.0


def play_turn(browser: TestClient, address: str) -> bool:
    """Play until it is somebody else's turn; whether the game is over."""
    while True:
        state = state_of(browser, address)
        if state["over"] or not state["tree"]:
            return bool(state["over"])
        move = state["tree"][0]["choices"][0]["add"]
        with browser.websocket_connect(f"{address}/socket", headers=HOME) as socket:
            socket.send_json({"type": "hello"})
            told = {"type": "move", "id": f"move {state['n']} x", "n": state["n"], "move": move}
            socket.send_json(told)
            while socket.receive_json()["type"] not in ("done", "refused"):
                pass


def tell(site: Site) -> int:
    """What a server does every few seconds."""
    portal = site.root.portal
    assert portal is not None
    return int(portal.call(own(site).teller.round))


def test_a_game_of_three_days_reaches_people_wherever_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Teller, "run", never)  # here the test says when
    clock = Clock()
    url = f"sqlite:///{tmp_path}/parvis.db"
    with mails() as post, web() as service:
        delivery = Delivery("http://testserver", post.smtp, push_key=new_key(), inward=True)

        @contextmanager
        def server() -> Iterator[Site]:
            site = Site(registry_on(relaxed(Store(url)), clock), delivery=delivery)
            with site.root:
                yield site

        def on(site: Site, browser: TestClient) -> TestClient:
            """The same browser at a server that was started anew."""
            again = site.browser()
            again.cookies.update(browser.cookies)
            return again

        # The first day: both say how they want to be told, and Ada plays.
        with server() as site:
            ada, bob = site.browser(), site.browser()
            address = new_table(ada, **{"option-rounds": "2"})
            bob.get("/")
            code = site.live(address).table.config.code
            bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
            phone = Browser(f"{service.address}/ada")
            assert ada.post("/me/push", data=phone.form()).status_code == 200
            bob.post("/me/mail", data={"mail": "bob@table.example"})
            link = re.search(r"confirm\?token=(\S+)", post.text())
            assert link is not None
            bob.post("/mail/confirm", data={"token": link[1]})
            written_down = code_of(bob)
            tell(site)
            clock.now += 60
            play_turn(ada, address)

        # The second day: another server; Bob is told by mail, and has lost his device.
        clock.now += A_DAY
        with server() as site:
            assert tell(site) == 1
            assert f"http://testserver{address}" in post.text()
            assert len(post.got) == 2
            assert tell(site) == 0, "one mail, however long he waits"
            found = site.browser()
            found.get("/")
            found.post("/recover", data={"code": written_down, "others": "end"})
            assert held(found, address) == [1]
            clock.now += 120
            lost = on(site, bob)
            lost.get("/")  # its cookie is nobody's: it gets another
            assert held(lost, address) == []
            assert not play_turn(found, address)
            assert len(service.asked) == 1, "the first message only, so far"

        # The third day: Ada is told by a push, and the game comes to its end.
        clock.now += A_DAY
        with server() as site:
            ada, bob = on(site, ada), on(site, found)
            assert tell(site) == 1
            told = phone.opened(service.asked[-1].body)
            assert told["url"] == address
            assert "Bob" in told["body"]
            over = False
            while not over:
                clock.now += 60
                over = play_turn(ada, address) or play_turn(bob, address)
            assert state_of(bob, address)["proof"] is not None
            assert state_of(ada, address)["held"] == [0]
