"""Time at a table as the pages ask for it and tell it; ending a game before its end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from parvis.table.store import Store
from parvis.table.timekeeper import Timekeeper
from parvis.table.timing import A_DAY, AN_HOUR, usual_timing
from tests.table.tables import Clock, registry_on
from tests.web.test_pages import HOME, Site, new_table, state_of

DAYS = {"pace": "days", "zero": "give_up"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def site(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    # A clock that jumps is an outage to who looks at it now and then: here the test says when.
    monkeypatch.setattr(Timekeeper, "run", never)
    made = Site(registry_on(store, clock))
    with made.root:
        yield made


async def never(of_itself: object) -> None:
    await asyncio.Event().wait()


def told(browser: TestClient, address: str, kind: str, **parts: object) -> dict[str, Any]:
    """Send a command; its answer."""
    with browser.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        socket.send_json({"type": kind, "id": f"one {kind} of mine", **parts})
        while (answer := socket.receive_json())["type"] not in ("done", "refused"):
            pass
    found: dict[str, Any] = answer
    return found


def words_of(browser: TestClient, path: str) -> str:
    """A page's text, whatever blanks keep its words together."""
    return " ".join(browser.get(path).text.split())


def pair(site: Site, **fields: str) -> tuple[TestClient, TestClient, str]:
    ada, bob = site.browser(), site.browser("fr")
    address = new_table(ada, **fields)
    code = site.live(address).table.config.code
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    return ada, bob, address


def test_a_new_table_has_no_clock_unless_somebody_asks_for_one(site: Site) -> None:
    ada = site.browser()
    page = ada.get("/new/stairs").text
    assert '<input type="radio" name="pace" value="none" checked>' in page
    address = new_table(ada)
    assert site.live(address).table.timing is None
    assert state_of(ada, address)["clocks"] is None


def test_the_form_makes_the_clock_that_it_says(site: Site) -> None:
    fields = {
        "pace": "hours", "zero": "wait", "night": "true", "night-from": "23", "night-to": "7",
        "zone": "Europe/Rome",
    }  # fmt: skip
    address = new_table(site.browser(), **fields)
    assert site.live(address).table.timing == usual_timing("hours", "wait", (23, 7), "Europe/Rome")
    unknown = new_table(site.browser(), **fields | {"zone": "Atlantis/Capital"})
    timing = site.live(unknown).table.timing
    assert timing is not None
    assert timing.zone == "UTC"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"pace": "weeks"}, "Please choose a pace."),
        ({"pace": "days", "zero": "cry"}, "Please choose what happens"),
        ({"pace": "days", "night": "true", "night-from": "7", "night-to": "7"}, "one full hour"),
        ({"pace": "days", "night": "true", "night-from": "-1", "night-to": "7"}, "one full hour"),
    ],
)
def test_a_clock_that_cannot_be_is_told_in_a_sentence(
    site: Site, fields: dict[str, str], words: str
) -> None:
    form = {"game": "stairs", "seats": "2", "seat-0": "me", "seat-1": "open", "name": "Ada"}
    answer = site.browser().post("/tables", data=form | fields)
    assert answer.status_code == 422
    assert words in answer.text


def test_what_was_agreed_is_told_before_anybody_sits_down(site: Site) -> None:
    ada, bob = site.browser(), site.browser("fr")
    address = new_table(ada, **DAYS, night="true", zone="Europe/Paris")
    table = site.live(address).table
    page = words_of(bob, f"/join/{table.config.code}")
    for words in (
        "Chaque tour joué ajoute 2 jours ; on peut garder jusqu’à 5 jours.",
        "c’est un abandon",
        "Les pendules s’arrêtent de 22 h à 8 h (Europe/Paris).",
    ):
        assert words in page
    link = next(seat["link"] for seat in state_of(ada, address)["seats"] if seat["link"])
    assert "Chaque tour joué" in bob.get(link).text
    assert any("jours" in words for words in state_of(bob, address)["clocks"]["words"])


def test_everybody_is_told_how_much_time_each_seat_has(site: Site, clock: Clock) -> None:
    ada, bob, address = pair(site, **DAYS)
    clock.now += A_DAY + AN_HOUR
    for browser in (ada, bob):
        clocks = state_of(browser, address)["clocks"]
        assert clocks["left"] == [int(4 * A_DAY - AN_HOUR), int(5 * A_DAY)]
        assert (clocks["running"], clocks["up"], clocks["still"]) == (0, False, None)


def test_the_night_is_told_from_now_on(site: Site, clock: Clock) -> None:
    clock.now = 400 * A_DAY + 21 * AN_HOUR
    ada, _, address = pair(site, **DAYS, night="true")
    assert state_of(ada, address)["clocks"]["still"] == [int(AN_HOUR), int(11 * AN_HOUR)]
    clock.now += 2 * AN_HOUR
    clocks = state_of(ada, address)["clocks"]
    assert clocks["still"] == [-int(AN_HOUR), int(9 * AN_HOUR)]
    assert clocks["left"][0] == int(5 * A_DAY - AN_HOUR)


def test_lists_tell_how_much_time_is_left(site: Site, clock: Clock) -> None:
    ada, bob, _ = pair(site, **DAYS)
    clock.now += 2.5 * A_DAY
    assert "your turn" in words_of(ada, "/").lower()
    assert "2 days left" in words_of(ada, "/")
    assert "2 days left" in words_of(ada, "/games")
    assert "encore 2 jours" in words_of(bob, "/"), "of Ada, who is to play"
    clock.now += 2.4 * A_DAY
    assert "2 hours left" in words_of(ada, "/")
    untimed = site.browser()
    new_table(untimed, **{"seat-1": "bot:random"})
    assert " left" not in words_of(untimed, "/")


def test_at_zero_all_are_told_and_the_game_is_shown_as_over(site: Site, clock: Clock) -> None:
    ada, bob, address = pair(site, **DAYS)
    clock.now += 5 * A_DAY
    portal = site.root.portal
    assert portal is not None
    portal.call(site.registry.timekeeper.round)
    state = state_of(bob, address)
    assert state["over"]
    assert state["winners"] == [1]
    assert state["clocks"] is None
    assert state["stopped"] == {
        "why": "time",
        "words": "Ada n’a plus de temps\xa0: Bob remporte la partie.",
    }
    assert state["tree"] is None
    assert state["proof"] is not None
    assert "ended by the clock" in words_of(ada, "/")


def test_resigning_is_shown_in_the_result_the_replay_and_the_record(site: Site) -> None:
    ada, bob, address = pair(site)
    state = state_of(ada, address)
    move = state["tree"][0]["choices"][0]["add"]
    assert told(ada, address, "move", n=state["n"], move=move)["type"] == "done"
    assert told(bob, address, "resign", seat=0)["type"] == "refused"
    assert told(bob, address, "resign", seat=1)["type"] == "done"
    state = state_of(ada, address)
    assert state["ask"] == "Bob has resigned: Ada wins the game."
    assert state["seats"][1]["given_up"]
    assert [entry["words"] for entry in state["log"]][-2:] == [
        ["Bob resigns."],
        ["Bob has resigned: Ada wins the game."],
    ]
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        socket.send_json({"type": "result", "ask": 1})
        while (answer := socket.receive_json())["type"] != "result":
            pass
    assert (answer["turning"], answer["tie"]) == (None, None)
    step = ada.get(f"{address}/replay/step?at=1").json()
    assert step["over"]
    assert step["winners"] == [0]
    assert step["stopped"]["words"] == "Bob has resigned: Ada wins the game."
    before = ada.get(f"{address}/replay/step?at=0").json()
    assert (before["over"], before["stopped"]) == (False, None)
    assert "Bob has resigned" in ada.get(f"{address}/replay?at=1").text
    assert "Bob has resigned" in ada.get(f"{address}/replay/course").json()["words"]
    assert "who gave up or stopped" in ada.get(f"{address}/proof").text
    for path in ("share", "analysis", "replay/on?at=1", "replay/list"):
        assert ada.get(f"{address}/{path}").status_code == 200
    record = ada.get(f"{address}/record").text
    assert "stopped: resigned" in record
    brought = site.browser().post(
        "/records", data={"text": record}, files={"file": b""}, follow_redirects=False
    )
    assert brought.status_code == 303
    assert "Bob has resigned" in ada.get(f"{brought.headers['location']}?at=1").text
    assert "ended by resigning" in words_of(ada, "/games")
    assert ada.get("/games?outcome=won").text.count("game-row") == 1


def test_an_offer_to_stop_is_shown_to_all_and_needs_all(site: Site) -> None:
    ada, bob, address = pair(site)
    told(ada, address, "stop", yes=True)
    mine, asked = state_of(ada, address)["stopping"], state_of(bob, address)["stopping"]
    assert (mine["mine"], mine["vote"], mine["waiting"]) == (True, False, ["Bob"])
    assert (asked["mine"], asked["vote"], asked["name"]) == (False, True, "Ada")
    assert state_of(site.browser(), address)["stopping"]["vote"] is False
    told(bob, address, "stop", yes=True)
    state = state_of(ada, address)
    assert state["over"]
    assert state["winners"] == []
    assert state["stopped"]["why"] == "agreed"
    assert "stopped together" in words_of(ada, "/")


def test_only_the_host_closes_and_hands_on(site: Site) -> None:
    ada, bob, address = pair(site)
    assert [seat["hosts"] for seat in state_of(bob, address)["seats"]] == [True, False]
    assert told(bob, address, "close")["words"] == "Seul l’hôte de la table peut le faire."
    assert told(ada, address, "host", seat=1)["type"] == "done"
    assert (state_of(ada, address)["host"], state_of(bob, address)["host"]) == (False, True)
    assert told(bob, address, "close")["type"] == "done"
    assert state_of(ada, address)["stopped"]["why"] == "closed"


def test_the_next_table_has_the_same_clock(site: Site) -> None:
    ada, _, address = pair(site, **DAYS)
    told(ada, address, "close")
    made = ada.post(f"{address}/again", follow_redirects=False)
    assert site.live(made.headers["location"]).table.timing == usual_timing("days", "give_up")
