"""A first game: the pages of a course, its steps at a table that nobody stores, its guided game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

import parvis
from parvis.engine.course import course_of, judge
from parvis.engine.game import read_position
from parvis.table.store import Store
from parvis.web.lesson import Teaching
from parvis.web.pages.parts import first_whole
from parvis.web.speech import speech_for
from tests.table.tables import registry_on
from tests.web.test_pages import HOME, Site

CARD = "/learn/stairs/card"


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    made = Site(registry_on(store))
    with made.root:
        yield made


def moves() -> dict[str, int]:
    """The moves of the example's step, by their notation."""
    course = course_of(parvis.game_of("stairs"))
    assert course is not None
    position = read_position(course.steps[1].text)
    return {position.say(move): move for move in position.moves()}


def hear(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message


def at_step(browser: TestClient, path: str = CARD) -> WebSocketTestSession:
    browser.get(path)
    return browser.websocket_connect(f"{path}/socket", headers=HOME)


def try_move(socket: WebSocketTestSession, n: int, move: int, id: str) -> dict[str, Any]:
    socket.send_json({"type": "move", "id": f"try of {id}", "n": n, "move": move})
    return hear(socket, "update")


@pytest.mark.parametrize("language", ["fr", "en", "it"])
@pytest.mark.parametrize("game", [*(game.id for game in parvis.all_games()), "stairs"])
def test_a_course_and_its_steps_are_there_in_every_language(
    site: Site, game: str, language: str
) -> None:
    browser = site.browser(language)
    course = course_of(parvis.game_of(game))
    assert course is not None
    page = browser.get(f"/learn/{game}")
    assert page.status_code == 200
    assert "noscript" in page.text
    for step in course.steps:
        assert f"/learn/{game}/{step.id}" in page.text
        answer = browser.get(f"/learn/{game}/{step.id}")
        assert answer.status_code == 200
        assert f'lang="{language}"' in answer.text
        assert 'id="lesson-task"' in answer.text


def test_courses_are_offered_on_the_home_page_in_the_rules_and_at_the_table(site: Site) -> None:
    browser = site.browser()
    assert 'href="/learn/stairs"' in browser.get("/").text
    assert 'href="/learn/stairs"' in browser.get("/rules/stairs").text
    table = browser.post("/play-now/stairs", follow_redirects=False).headers["location"]
    page = browser.get(table).text
    assert 'href="/learn/stairs"' in page
    assert 'id="offer"' in page


@pytest.mark.parametrize("path", ["/learn/nothing", "/learn/stairs/nothing", "/learn/x/card"])
def test_what_is_not_taught_is_not_found(site: Site, path: str) -> None:
    assert site.browser().get(path).status_code == 404


def test_the_socket_of_a_step_that_there_is_not_closes(site: Site) -> None:
    browser = site.browser()
    browser.get("/")
    with (
        browser.websocket_connect("/learn/stairs/nothing/socket", headers=HOME) as socket,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        socket.receive_json()
    assert closed.value.code == 4404


def test_a_wrong_move_is_answered_by_what_it_brought_and_tried_again(site: Site) -> None:
    with at_step(site.browser()) as socket:
        socket.send_json({"type": "hello"})
        state = hear(socket, "state")
        assert state["lesson"]["state"] == "asked"
        assert state["lesson"]["places"] == ["card-9"]
        assert state["turn"]["mine"]
        wrong = try_move(socket, state["n"], moves()["c4"], "the four")
        assert wrong["lesson"]["state"] == "wrong"
        assert wrong["lesson"]["says"] == [
            "That move changes nothing in your points.",
            "That step does not bear your mark.",
            "The move in question: +9 (Points, ST-2.3).",
        ]
        assert wrong["tree"] is None, "nothing is asked before another try"
        socket.send_json({"type": "undo", "id": "once more"})
        again = hear(socket, "update")
        assert again["lesson"]["state"] == "asked"
        assert again["turn"]["mine"]
        typical = try_move(socket, again["n"], moves()["c7"], "the seven")
        assert typical["lesson"]["says"][1] == "The 7 is high, but its step is not yours."


@pytest.mark.parametrize("game", [game.id for game in parvis.all_games()])
def test_a_move_that_brings_no_points_is_not_told_as_bringing_some(game: str) -> None:
    found = parvis.game_of(game)
    course = course_of(found)
    assert course is not None
    for step in course.steps:
        position = read_position(step.text)
        teaching = Teaching(found, course, step)
        for move in position.moves()[:: max(1, len(position.moves()) // 12)] if step.ideas else []:
            told = teaching.says(judge(step, position.copy(), move), speech_for("en", found))
            assert not [words for words in told if words.endswith(": .")], step.id


def test_the_right_move_is_praised_with_its_points_and_nothing_is_stored(
    site: Site, store: Store
) -> None:
    with at_step(site.browser()) as socket:
        socket.send_json({"type": "hello"})
        state = hear(socket, "state")
        right = try_move(socket, state["n"], moves()["c9"], "the nine")
        assert right["lesson"]["state"] == "right"
        assert right["lesson"]["says"] == [
            "The card counts its number.",
            "That move: +9 (Points, ST-2.3).",
        ]
        assert [clause["number"] for clause in right["lesson"]["clauses"]] == ["ST-1.4", "ST-2.3"]
        # Once it is judged, no other move is taken.
        socket.send_json({"type": "move", "id": "one more", "n": right["n"], "move": 0})
        assert hear(socket, "refused")["reason"] == "bad"
    assert store.newest() == 0
    assert site.registry.live_tables == {}


def test_an_illegal_move_is_refused_by_its_clause_as_at_any_table(site: Site) -> None:
    with at_step(site.browser()) as socket:
        socket.send_json({"type": "hello"})
        state = hear(socket, "state")
        mark = parvis.start("stairs", 2, 1).read("m3")
        socket.send_json({"type": "move", "id": "too early", "n": state["n"], "move": mark})
        assert hear(socket, "refused")["clause"] == "ST-1.1"
        socket.send_json({"type": "preview", "ask": 3, "move": moves()["c9"]})
        assert hear(socket, "preview")["sides"][0]["points"] == 9


def test_who_asks_is_shown_the_idea_and_other_commands_are_refused(site: Site) -> None:
    with at_step(site.browser()) as socket:
        socket.send_json({"type": "hello"})
        hear(socket, "state")
        socket.send_json({"type": "hint", "ask": 5})
        hint = hear(socket, "hint")
        assert (hint["ask"], hint["move"], hint["picks"]) == (5, moves()["c9"], ["card-9"])
        socket.send_json({"type": "chat", "id": "number 1", "text": "hello?"})
        assert hear(socket, "refused")["reason"] == "bad"
        socket.send_json({"type": "bot_in", "id": "number 2", "seat": 0})
        assert hear(socket, "refused")["reason"] == "bad"


def test_at_a_step_to_look_at_nothing_is_asked(site: Site) -> None:
    with at_step(site.browser(), "/learn/stairs/look") as socket:
        socket.send_json({"type": "hello"})
        state = hear(socket, "state")
        assert state["tree"] is None
        assert not state["turn"]["mine"]
        assert state["lesson"]["places"] == ["step-9"]


def test_the_guided_game_begins_in_mid_game_against_an_easy_bot(site: Site) -> None:
    browser = site.browser()
    answer = browser.post("/learn/stairs", follow_redirects=False)
    assert answer.status_code == 303
    address = str(answer.headers["location"])
    table = site.live(address).table
    assert table.config.purpose == "lesson"
    assert table.position is not None
    assert table.position.scores() == [9, 2]
    assert [chair.kind for chair in table.chairs] == ["person", "bot"]
    page = browser.get(address).text
    assert "data-guided" in page
    # After it comes a whole game, not the same position once more.
    assert "/again" not in page
    assert page.index('action="/play-now/stairs"') < page.index('action="/learn/stairs"')
    assert 'action="/play-now/stairs"' in browser.get("/learn/stairs").text
    whole = first_whole(parvis.game_of("stairs"))
    answer = browser.post(whole["url"], data={"bot": whole["bot"]}, follow_redirects=False)
    made = site.live(str(answer.headers["location"])).table
    assert (made.config.purpose, made.config.origin) == ("", "")
    assert made.chairs[1].bot == table.chairs[1].bot


def test_remarks_are_made_to_who_asks_for_them_at_their_decision_and_once(site: Site) -> None:
    browser = site.browser()
    address = str(browser.post("/learn/stairs", follow_redirects=False).headers["location"])
    browser.get(address)
    with browser.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        assert hear(socket, "state")["remark"] is None
        socket.send_json({"type": "hello", "remarks": True})
        state = hear(socket, "state")
        assert state["remark"]["words"] == "A mark makes the cards of its number count."
        move = parvis.start("stairs", 2, 1).read("m4")
        after = try_move(socket, state["n"], move, "a mark")
        assert after["remark"] is None, "it is told once, at that decision"
