"""Two people at two servers of one database: what one does here the other answers there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from parvis.table.roll_call import SILENT
from parvis.table.store import Store
from parvis.table.timekeeper import Timekeeper
from parvis.table.timing import A_DAY, AN_HOUR
from parvis.web.delivery import Delivery, new_key
from parvis.web.teller import Teller
from tests.table.places import new_url, postgres_there, relaxed
from tests.table.tables import PATIENCE, Clock, registry_on
from tests.web.outside import Browser, Web, web
from tests.web.test_clocks import DAYS, never, told
from tests.web.test_me import own
from tests.web.test_pages import HOME, Site, new_table, state_of
from tests.web.test_three_days import play_turn, tell


class Pair:
    """Ada at one server, Bob at another, and a table where both sit."""

    def __init__(self, here: Site, there: Site, clock: Clock) -> None:
        self.here, self.there, self.clock = here, there, clock
        self.ada, self.bob = here.browser(), there.browser()

    def sit_down(self, **fields: str) -> str:
        address = new_table(self.ada, **fields)
        code = self.here.live(address).table.config.code
        self.bob.get("/")
        self.bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
        self.heard(address)
        return address

    def plays(self, browser: TestClient, address: str) -> None:
        """A turn of one of them."""
        play_turn(browser, address)
        self.heard(address)

    def heard(self, address: str) -> None:
        """Until both servers know what happened."""
        deadline = time.monotonic() + PATIENCE
        while len({site.live(address).table.n for site in (self.here, self.there)}) > 1:
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def at_both(self, call: Callable[[Site], Any]) -> list[Any]:
        """What each server does of itself, now and then."""
        done = []
        for site in (self.here, self.there):
            assert site.root.portal is not None
            done.append(site.root.portal.call(call(site)))
        return done


@pytest.fixture
def service() -> Iterator[Web]:
    with web() as noted:
        yield noted


@pytest.fixture(params=["sqlite", "postgresql"])
def two(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Pair]:
    if request.param == "postgresql" and not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")
    for of_itself in (Teller, Timekeeper):
        monkeypatch.setattr(of_itself, "run", never)  # here the test says when
    clock, key = Clock(), new_key()
    with new_url(request.param, tmp_path) as url:
        stores = [relaxed(Store(url)) for _ in range(2)]
        delivery = Delivery("http://testserver", push_key=key, inward=True)
        here, there = (
            Site(registry_on(store, clock, monotonic=clock), delivery=delivery) for store in stores
        )
        with here.root, there.root:
            yield Pair(here, there, clock)
        for store in stores:
            store.close()


def hello(socket: WebSocketTestSession) -> dict[str, Any]:
    socket.send_json({"type": "hello"})
    state: dict[str, Any] = socket.receive_json()
    return state


def until(socket: WebSocketTestSession, true: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """The next frame of which this holds."""
    while not true(frame := socket.receive_json()):
        pass
    found: dict[str, Any] = frame
    return found


def test_an_offer_to_stop_and_what_is_answered_go_from_one_server_to_the_other(two: Pair) -> None:
    address = two.sit_down()
    with (
        two.ada.websocket_connect(f"{address}/socket", headers=HOME) as hers,
        two.bob.websocket_connect(f"{address}/socket", headers=HOME) as his,
    ):
        hello(hers)
        hello(his)
        assert told(two.ada, address, "stop", yes=True)["type"] == "done"
        assert until(his, lambda frame: frame.get("stopping"))["stopping"]["vote"]
        assert told(two.bob, address, "stop", yes=False)["type"] == "done"
        until(hers, lambda frame: frame.get("stopping"))
        until(hers, lambda frame: "stopping" in frame and frame["stopping"] is None)
        assert not state_of(two.ada, address)["over"]
        his.send_json({"type": "stop", "id": "his own offer", "yes": True})
        assert until(hers, lambda frame: frame.get("stopping"))["stopping"]["vote"]
        hers.send_json({"type": "stop", "id": "agreed to it", "yes": True})
        for socket in (hers, his):
            assert until(socket, lambda frame: frame.get("stopped"))["stopped"]["why"] == "agreed"


def test_a_vote_on_taking_back_counts_wherever_it_is_given(two: Pair) -> None:
    address = two.sit_down()
    with (
        two.ada.websocket_connect(f"{address}/socket", headers=HOME) as hers,
        two.bob.websocket_connect(f"{address}/socket", headers=HOME) as his,
    ):
        hello(his)
        hello(hers)
        two.plays(two.ada, address)
        until(his, lambda frame: frame.get("tree"))
        assert told(two.ada, address, "undo")["type"] == "done"
        asked = until(his, lambda frame: (frame.get("undo") or {}).get("asked"))
        assert asked["undo"]["asked"]["vote"]
        assert told(two.bob, address, "vote", yes=True)["type"] == "done"
        until(hers, lambda frame: any(one["undone"] for one in frame.get("log", [])))
        state = state_of(two.ada, address)
        assert state["turn"]["mine"], "it is her turn again"
        assert not state_of(two.bob, address)["turn"]["mine"]


def test_clocks_stand_alike_at_both_and_at_zero_one_of_them_says_so(two: Pair) -> None:
    address = two.sit_down(**DAYS)
    two.clock.now += A_DAY + AN_HOUR
    for browser in (two.ada, two.bob):
        clocks = state_of(browser, address)["clocks"]
        assert clocks["left"] == [int(4 * A_DAY - AN_HOUR), int(5 * A_DAY)]
        assert clocks["running"] == 0
    two.plays(two.ada, address)
    two.clock.now += 5 * A_DAY
    assert state_of(two.bob, address)["clocks"]["left"][1] == 0
    two.at_both(lambda site: site.registry.timekeeper.round)
    stored = two.here.registry.store.load(address.rpartition("/")[2])
    assert stored is not None
    kinds = [event.kind for event in stored.events]
    assert (kinds.count("time"), kinds.count("end")) == (1, 1)
    two.heard(address)
    for browser in (two.ada, two.bob):
        state = state_of(browser, address)
        assert (state["stopped"]["why"], state["winners"]) == ("time", [0])


def test_who_has_the_table_open_at_the_other_server_is_not_told_and_then_once(
    two: Pair, service: Web
) -> None:
    address = two.sit_down()
    phone = Browser(f"{service.address}/bob")
    assert two.bob.post("/me/push", data=phone.form()).status_code == 200
    two.at_both(lambda site: own(site).teller.round)
    two.clock.now += 60
    with two.bob.websocket_connect(f"{address}/socket", headers=HOME) as his:
        hello(his)
        two.plays(two.ada, address)
        two.at_both(lambda site: site.registry.roll_call.call)
        two.clock.now += 60
        assert tell(two.here) == 0, "his page is open over there"
    two.at_both(lambda site: site.registry.roll_call.call)
    two.plays(two.bob, address)
    two.clock.now += SILENT
    two.plays(two.ada, address)
    two.clock.now += 60
    two.at_both(lambda site: site.registry.roll_call.call)
    assert sorted(tell(site) for site in (two.here, two.there)) == [0, 1]
    assert len(service.asked) == 2, "the first message, and this one"
    assert phone.opened(service.asked[-1].body)["url"] == address
