"""The home page and the form of a new table: what people find there, and what it costs."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

import parvis
from parvis.bots import levels_for, usual_bot
from parvis.table.schema import CHAIRS, SNAPSHOTS, TABLES
from parvis.web.app import make_app
from parvis.web.front import Front
from parvis.web.limits import UNLIMITED
from parvis.web.pages.home import LATELY, SHOWN
from parvis.web.speech import speech_for, when
from tests.web.test_pages import HOME, KEY, Site, new_table, state_of
from tests.web.test_pages import site as site

A_DAY = 86_400.0


def rows(page: str) -> list[str]:
    """The tables in a page, as one reads them."""
    found = re.findall(r'<li class="game-row.*?</li>', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in found]


def moved(browser: TestClient, address: str) -> dict[str, Any]:
    """Play the first move there is."""
    with browser.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        state: dict[str, Any] = socket.receive_json()
        choice = state["tree"][0]["choices"][0]
        socket.send_json({"type": "move", "id": "number 1", "n": state["n"], "move": choice["add"]})
        while (told := socket.receive_json())["type"] != "done":
            assert told["type"] != "refused", told
    return state


def test_my_turn_comes_first_and_the_last_played_next(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    first = new_table(ada, name="Ada", **{"seat-1": "open"})
    second = new_table(ada, name="Ada", **{"seat-0": "open", "seat-1": "me"})
    for address in (first, second):
        code = site.live(address).table.config.code
        seat = "1" if address == first else "0"
        bob.post(f"/join/{code}", data={"seat": seat, "name": "Bob"})
    page = ada.get("/").text
    told = rows(page)
    assert len(told) == 2
    assert "your turn" in told[0], "although the other one was made later"
    assert "Bob to play" in told[1]
    assert page.index(first) < page.index(second)
    assert "just now" in told[0]


def test_a_list_tells_how_a_game_stands_and_who_won(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada, **{"seat-1": "me", "name-1": "Zoe", "option-rounds": "1"})
    live = site.live(address)
    while not live.table.over():
        state = state_of(ada, address)
        with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
            socket.send_json({"type": "hello", "seat": state["curtain"]})
            shown = socket.receive_json()
            choice = shown["tree"][0]["choices"][0]
            body = {"id": f"number {shown['n']}", "n": shown["n"], "move": choice["add"]}
            socket.send_json({"type": "move", **body})
            while socket.receive_json()["type"] != "done":
                pass
    position = live.table.position
    assert position is not None
    (told,) = rows(ada.get("/").text)
    for name, points in zip(("Ada", "Zoe"), position.scores(), strict=True):
        assert f"{name} {points}" in told, "those around one screen go by their names"
    assert "finished" in told, "nor is it one person's victory"
    assert "Finished games" in ada.get("/").text


def test_many_games_are_shown_some_at_a_time(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada)
    person = site.live(address).table.chairs[0].persons[0]
    store = site.registry.store
    with store.writing() as connection:
        row = dict(connection.execute(sa.select(TABLES)).mappings().one())
        for number in range(30):
            over = number >= SHOWN + 3
            id, code = f"copy{number}", f"CODE{number:02}"
            copy = {**row, "id": id, "code": code, "over": over, "last": row["last"] - number - 1}
            connection.execute(sa.insert(TABLES), copy)
            chair = {"table_id": id, "seat": 0, "person": person, "kind": "person", "name": "Ada"}
            chair["ended"] = copy["last"] if over else None
            connection.execute(sa.insert(CHAIRS), chair)
    page = ada.get("/").text
    assert "4 more games" in page, "one and nine go on, and six are shown"
    assert len(rows(page)) == 1 + SHOWN + 3 + LATELY
    assert 'href="/games"' in page


def test_ten_thousand_finished_games_of_others_cost_the_page_nothing(site: Site) -> None:
    ada = site.browser()
    new_table(ada)

    def steps() -> int:
        """What SQLite does for a page, in hundreds of its instructions."""
        ticks.clear()
        assert ada.get("/").status_code == 200
        return len(ticks)

    ticks: list[None] = []
    engine = site.registry.store.engine
    sa.event.listen(
        engine,
        "checkout",
        lambda raw, *_: raw.set_progress_handler(lambda: ticks.append(None), 100),
    )
    before = steps()
    store = site.registry.store
    with store.writing() as connection:
        row = dict(connection.execute(sa.select(TABLES)).mappings().one())
        made = [
            {**row, "id": f"c{n}", "code": f"C{n:05}", "over": True, "last": row["last"] - n}
            for n in range(1, 10_001)
        ]
        connection.execute(sa.insert(TABLES), made)
        sat = {"seat": 0, "person": "somebody", "kind": "person", "name": "Ada"}
        connection.execute(sa.insert(CHAIRS), [{"table_id": one["id"], **sat} for one in made])
    assert steps() < before + 100, "a list reads no more than it shows"


def test_a_small_picture_shows_my_own_side_only_and_opens_no_table(site: Site) -> None:
    ada, bob, eve = site.browser(), site.browser(), site.browser()
    address = new_table(ada, game="neoville")
    code = site.live(address).table.config.code
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    moved(ada if state_of(ada, address)["turn"]["mine"] else bob, address)
    live = site.live(address)
    assert live.table.position is not None
    seen = {}
    for name, who in (("ada", ada), ("bob", bob), ("eve", eve)):
        answer = who.get(f"{address}/picture.svg?v=1&theme=dark")
        assert answer.status_code == 200
        assert "private" in answer.headers["cache-control"]
        seen[name] = answer.text
    assert len(set(seen.values())) == 3, "each sees their own city, and who looks on both"
    del site.registry.live_tables[live.table.config.id]
    kept = {
        name: who.get(f"{address}/picture.svg").text for name, who in (("ada", ada), ("bob", bob))
    }
    assert kept["ada"] != kept["bob"]
    assert not site.registry.live_tables
    assert ada.get("/t/nowhere/picture.svg").status_code == 404
    with site.registry.store.writing() as connection:
        connection.execute(sa.delete(SNAPSHOTS))
    assert ada.get(f"{address}/picture.svg").status_code == 404


def test_games_stay_on_this_computer_only_where_nobody_else_comes(site: Site) -> None:
    words = "Your games stay on this computer"
    assert words not in site.browser().get("/").text
    app = make_app(site.registry, KEY, UNLIMITED, Front(alone=True))
    alone = TestClient(app, "http://localhost", client=("127.0.0.1", 1))
    alone.portal = site.root.portal
    assert words in alone.get("/", headers={"accept-language": "en"}).text
    passed_on = {"accept-language": "en", "x-forwarded-for": "192.0.2.7"}
    assert words not in alone.get("/", headers=passed_on).text


@pytest.mark.parametrize("game", parvis.all_games(), ids=lambda game: str(game.id))
def test_a_game_tells_what_it_is_and_offers_levels_that_begin_it(
    site: Site, game: parvis.Game
) -> None:
    browser = site.browser()
    page = browser.get("/").text
    card = page[page.index(f'data-game="{game.id}"') :].partition("</article>")[0]
    assert speech_for("en", game)(game.about).replace("'", "&#39;") in card
    for bot in levels_for(game).values():
        assert f'<option value="{bot}"' in card
    fields = {"seats": "3", "bot": next(iter(levels_for(game).values()))}
    answer = browser.post(f"/play-now/{game.id}", data=fields, follow_redirects=False)
    chairs = site.live(answer.headers["location"]).table.chairs
    assert [chair.bot for chair in chairs] == ["", fields["bot"], fields["bot"]]
    plain = browser.post(f"/play-now/{game.id}", follow_redirects=False)
    assert site.live(plain.headers["location"]).table.chairs[1].bot == usual_bot(game)


# The form.


def test_people_around_one_screen_have_names_of_their_own(site: Site) -> None:
    fields = {"seats": "3", "seat-1": "me", "name-1": "Zoe", "seat-2": "me", "private": ""}
    table = site.live(new_table(site.browser(), **fields)).table
    assert [chair.name for chair in table.chairs] == ["Ada", "Zoe", ""]
    page = site.browser().get(f"/join/{table.config.code}")
    assert "Player 3" in page.text, "nobody is called like the host, whose name is their own here"


def test_what_is_wrong_is_told_beside_its_field(site: Site) -> None:
    form = {"game": "stairs", "seats": "2", "name": "Ada", "option-rounds": "0"}
    page = site.browser().post("/tables", data=form).text
    field = page[page.index('id="option-rounds"') :]
    assert 'aria-invalid="true"' in field.partition(">")[0]
    assert 'aria-describedby="wrong-option-rounds-1"' in field.partition(">")[0]
    assert 'id="wrong-option-rounds-1"' in page


@pytest.mark.parametrize("game", parvis.all_games(), ids=lambda game: str(game.id))
def test_no_option_is_asked_for_in_signs(site: Site, game: parvis.Game) -> None:
    page = site.browser().get(f"/new/{game.id}").text
    assert not re.search(r"<textarea(?![^>]* hidden)", page), "what is written is laid out instead"
    for option in game.options:
        if option.kind == "choice" or option.seat:
            assert f'type="radio" name="option-{option.name}"' in page
    assert "Drawn by lot" in site.browser().get("/new/neoville").text


def test_the_city_is_drawn_as_the_options_have_it_or_told_what_is_wrong(site: Site) -> None:
    browser = site.browser()
    address = "/setup/bella-vista.svg?seats=2&option-layout="
    assert 'data-setup="/setup/bella-vista.svg"' in browser.get("/new/bella-vista").text
    drawn = {name: browser.get(address + name).text for name in ("piazza", "banks", "random")}
    assert len(set(drawn.values())) == 3
    assert all(text.startswith("<svg") for text in drawn.values())
    answer = browser.get(f"{address}random&option-city=FF")
    assert answer.status_code == 422
    assert "is a block of two letters by two" in answer.text
    assert browser.get("/setup/bella-vista.svg?theme=none").status_code == 404


# On another device.


def test_a_seat_s_link_is_drawn_for_a_camera_for_who_knows_it(site: Site) -> None:
    ada, phone = site.browser(), site.browser()
    address = new_table(ada)
    link = state_of(ada, address)["seats"][0]["link"]
    answer = phone.get(f"{link}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    before, _, token = link.rpartition("/")
    forged = ("y" if token[0] == "x" else "x") + token[1:]
    assert phone.get(f"{before}/{forged}/qr.svg").status_code == 404
    assert phone.get(f"{link.replace('/0/', '/7/')}/qr.svg").status_code == 404


# Words.


def test_when_something_was_is_told_as_one_says_it() -> None:
    english, french = speech_for("en"), speech_for("fr")
    now = 1_763_236_200.0
    assert when(now - 5, now, english) == "just now"
    assert when(now - 3 * 3600, now, english) == "3 hours ago"
    assert when(now - 3 * 3600, now, french) == "il y a 3 heures"
    assert when(now - 20 * A_DAY, now, french) == "26 octobre"
    assert when(now - 400 * A_DAY, now, speech_for("it")) == "11 ottobre 2024"
    assert when(now + 60, now, english) == "just now", "another server's clock"
