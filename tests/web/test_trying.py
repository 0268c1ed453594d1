"""A table of one's own where anything can be tried: its page, and what its socket is told."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import WebSocketTestSession

import parvis
from parvis.web.updates import resolved
from tests.web.test_pages import HOME, Site, new_table
from tests.web.test_pages import site as site

GAMES = [game.id for game in parvis.all_games()]


class Bench:
    """A browser that tries something: what it says, and the state that it shows by then."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.state: dict[str, Any] = {}
        self.named = 0

    def hear(self, *types: str) -> dict[str, Any]:
        while True:
            frame: dict[str, Any] = self.socket.receive_json()
            if frame["type"] == "state":
                self.state = frame
            elif frame["type"] == "update":
                assert frame["from"] == self.state["n"]
                self.state |= resolved(frame, self.state)
            if frame["type"] in types:
                return frame

    def greet(self, **more: object) -> None:
        self.socket.send_json({"type": "hello", **more})
        self.hear("state")

    def do(self, type: str, **body: object) -> dict[str, Any]:
        """A command; what it is answered by."""
        self.named += 1
        self.socket.send_json({"type": type, "id": f"command {self.named}", **body})
        return self.hear("done", "refused")

    def ask(self, type: str, **body: object) -> dict[str, Any]:
        self.named += 1
        self.socket.send_json({"type": type, "ask": self.named, **body})
        return self.hear("why", "preview", "explain")

    @property
    def text(self) -> str:
        return str(self.state["trying"]["text"])

    def first_move(self) -> int:
        """The first move, or edit, of the tree."""
        total, node = 0, self.state["tree"][0]
        while True:
            choice = node["choices"][0]
            total += int(choice["add"])
            if "then" not in choice:
                return total
            node = self.state["tree"][choice["then"]]


@contextmanager
def bench(site: Site, game: str, query: str = "") -> Iterator[Bench]:
    with site.browser().websocket_connect(f"/try/{game}/socket{query}", headers=HOME) as socket:
        found = Bench(socket)
        found.greet()
        yield found


@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_the_table_s_and_nothing_is_stored(site: Site, game: str) -> None:
    browser = site.browser()
    page = browser.get(f"/try/{game}?seats=4")
    assert page.status_code == 200
    assert f'data-socket="/try/{game}/socket?seats=4"' in page.text
    with bench(site, game) as trying:
        assert trying.do("move", n=trying.state["n"], move=trying.first_move())["type"] == "done"
    assert "/t/" not in browser.get("/").text, "it is in no list"


@pytest.mark.parametrize("game", GAMES)
def test_one_plays_every_seat_and_takes_back_as_one_likes(site: Site, game: str) -> None:
    with bench(site, game) as trying:
        texts = [trying.text]
        for _ in range(6):
            assert trying.state["seat"] == trying.state["turn"]["seat"], (
                "the hand of who is to play"
            )
            assert (
                trying.do("move", n=trying.state["n"], move=trying.first_move())["type"] == "done"
            )
            texts.append(trying.text)
        assert trying.do("undo")["type"] == "done"
        assert trying.text != texts[-1]
        assert trying.state["practice"] is False
        while trying.state["undo"]["can"]:
            assert trying.do("undo")["type"] == "done"
        assert trying.text == texts[0]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_edited_is_previewed_made_and_taken_back(site: Site, game: str) -> None:
    with bench(site, game) as trying:
        before = trying.text
        assert trying.do("mode", editing=True)["type"] == "done"
        assert trying.state["trying"]["editing"]
        assert trying.state["tree"][0]["ask"] == "What do you want to change?"
        assert any(panel["id"] == "palette" for panel in panels(trying.state))
        edit = trying.first_move()
        preview = trying.ask("preview", move=edit)
        assert preview["type"] == "preview"
        assert trying.do("move", n=trying.state["n"], move=edit)["type"] == "done"
        assert trying.text != before
        assert trying.do("move", n=trying.state["n"] - 1, move=edit)["reason"] == "stale"
        assert trying.do("undo")["type"] == "done"
        assert position_of(trying.text) == position_of(before)
        assert trying.do("undo")["reason"] == "bad"
        assert trying.do("mode", editing=False)["type"] == "done"
        assert trying.state["tree"][0]["ask"] != "What do you want to change?"


def panels(state: dict[str, Any]) -> list[dict[str, Any]]:
    found = state["panels"]
    return found if isinstance(found, list) else [{"id": id, **each} for id, each in found.items()]


def position_of(text: str) -> list[str]:
    """A text without its chance, which is new at every table."""
    return [word for word in text.split() if not word.startswith("chance=")]


def test_a_refused_edit_is_refused_with_its_clause(site: Site) -> None:
    with bench(site, "neoville") as trying:
        trying.do("mode", editing=True)
        place = f"slot-{trying.state['seat']}-a1"
        tile = trying.state["tree"][0]["choices"][0]["pick"]
        why = trying.ask("why", path=[tile, place])
        assert (why["clause"], why["places"]) == ("NV-3.2", [tile, place])
        assert why["text"], "the clause's own words"


def test_one_looks_from_any_seat_and_edits_it(site: Site) -> None:
    with bench(site, "bella-vista", "?seats=4") as trying:
        trying.do("mode", editing=True)
        for seat in (3, 1):
            assert trying.do("look", seat=seat)["type"] == "done"
            assert trying.state["seat"] == seat
        assert trying.do("look", seat=7)["type"] == "refused"
        trying.do("move", n=trying.state["n"], move=trying.first_move())
        assert trying.state["seat"] == 1, "also when it is another's turn then"


def test_a_text_is_set_up_or_told_what_is_wrong_with_it(site: Site) -> None:
    text = parvis.start("cites-nouvelles", 3, 5).text()
    with bench(site, "cites-nouvelles") as trying:
        assert trying.do("setup", text=f"  {text}\n")["type"] == "done"
        assert position_of(trying.text) == position_of(text)
        wrong = trying.do("setup", text=text.replace("round=1", "round=none"))
        assert "The field “round” must hold whole numbers; “none” is none." in wrong["words"]
        other = trying.do("setup", text=parvis.start("neoville", 2, 5).text())
        assert "It is a position of Neoville, not of Cités Nouvelles." in other["words"]
        assert position_of(trying.text) == position_of(text), "it stays"


def test_a_link_carries_the_position_and_a_wrong_one_names_the_field(site: Site) -> None:
    text = parvis.start("neotopia", 3, 5).text()
    browser = site.browser()
    assert browser.get(f"/try/neotopia?position={quote(text)}").status_code == 200
    with bench(site, "neotopia", f"?position={quote(text)}") as trying:
        assert position_of(trying.text) == position_of(text)
    wrong = browser.get(f"/try/neotopia?position={quote(text.replace('left=0', 'left=9'))}")
    assert wrong.status_code == 422
    assert "In the field “left” a number goes from 0 to 3; it holds 9." in wrong.text
    long = browser.get("/try/neotopia?position=" + "x" * 7000)
    assert long.status_code == 422
    assert "The text has 7,000 characters; the limit is 6,000." in long.text
    assert browser.get("/try/nothing").status_code == 404


def test_a_figure_of_the_rules_can_be_tried(site: Site) -> None:
    figures = parvis.game_of("neoville").figures()
    name = next(iter(figures))
    browser = site.browser()
    assert browser.get(f"/try/neoville?figure={name}").status_code == 200
    assert browser.get("/try/neoville?figure=no-such-figure").status_code == 404
    with bench(site, "neoville", f"?figure={name}") as trying:
        assert position_of(trying.text) == position_of(figures[name].position().text())


def test_the_board_is_emptied_and_filled_at_random(site: Site) -> None:
    with bench(site, "neoville") as trying:
        assert trying.do("shuffle", moves=40)["type"] == "done"
        assert "city.0=-" not in trying.text
        assert trying.do("clear")["type"] == "done"
        assert "city.0=- " in trying.text
        assert trying.do("shuffle", moves=4000)["type"] == "refused"


def test_whoever_was_cut_off_goes_on_where_they_were(site: Site) -> None:
    with bench(site, "neoville") as trying:
        trying.do("shuffle", moves=30)
        trying.do("mode", editing=True)
        trying.do("look", seat=1)
        shown = trying.state
    with site.browser().websocket_connect("/try/neoville/socket", headers=HOME) as socket:
        back = Bench(socket)
        told = shown["trying"]
        back.greet(position=told["text"], editing=told["editing"], seat=shown["seat"])
        assert position_of(back.text) == position_of(told["text"])
        assert back.state["trying"]["editing"]
        assert back.state["seat"] == 1


def test_a_table_that_is_stored_knows_nothing_of_edits(site: Site) -> None:
    browser = site.browser()
    address = new_table(browser)
    with browser.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        plain = Bench(socket)
        plain.greet()
        assert plain.state["trying"] is None
        for type, body in (
            ("mode", {"editing": True}), ("look", {"seat": 1}), ("clear", {}),
            ("setup", {"text": "x"}), ("shuffle", {"moves": 3}),
        ):  # fmt: skip
            assert plain.do(type, **body)["reason"] == "bad"


def test_nobody_sits_down_or_talks_where_nobody_else_is(site: Site) -> None:
    with bench(site, "neoville") as trying:
        for type, body in (("chat", {"text": "hm"}), ("take", {"seat": 0}), ("leave", {"seat": 0})):
            assert trying.do(type, **body)["reason"] == "bad"


def test_a_game_without_an_editor_can_be_tried_all_the_same(site: Site) -> None:
    assert site.browser().get("/try/stairs").status_code == 200
    with bench(site, "stairs") as trying:
        assert trying.do("move", n=trying.state["n"], move=trying.first_move())["type"] == "done"
        assert trying.do("mode", editing=True)["reason"] == "bad"
        assert trying.do("clear")["reason"] == "bad"


def test_a_seat_that_a_position_does_not_have_is_not_looked_from(site: Site) -> None:
    four = parvis.start("cites-nouvelles", seats=4, seed=1).text()
    with bench(site, "cites-nouvelles", "?seats=2") as trying:
        two = trying.text
        for type, body in (("setup", {"text": four}), ("mode", {"editing": True})):
            assert trying.do(type, **body)["type"] == "done"
        assert trying.do("look", seat=3)["type"] == "done"
        assert trying.state["seat"] == 3
        assert trying.do("undo")["type"] == "done"
        assert position_of(trying.text) == position_of(two)
        assert trying.state["seat"] in (0, 1)
        trying.greet(seat=7)
        assert trying.state["seat"] in (0, 1)
    with site.browser().websocket_connect("/try/neotopia/socket", headers=HOME) as socket:
        other = parvis.start("neotopia", seats=2, seed=1).text()
        Bench(socket).greet(position=other, editing=True, seat=7)


@pytest.mark.parametrize("field", ["#kit", "@1", "@" + "9" * 5000])
def test_a_field_is_told_of_as_it_was_written_not_as_a_word_or_a_seat(
    site: Site, field: str
) -> None:
    browser = site.browser("fr")
    text = f"{parvis.start('neotopia', seats=2, seed=1).text()} {field}=1"
    answer = browser.get(f"/try/neotopia?position={quote(text)}")
    assert answer.status_code == 422
    assert f"{field[1:]}"[:40] in answer.text
    answer = browser.post("/position", data={"text": text})
    assert answer.status_code == 422
    assert f"{field[1:]}"[:40] in answer.text
