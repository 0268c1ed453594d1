"""Playing on from a move of a game that is over, or from the text of a position."""

from __future__ import annotations

import re
from html import unescape
from typing import get_args

import pytest
from starlette.testclient import TestClient

import parvis
from parvis.engine.record import Record
from parvis.engine.text import Fault
from parvis.table.chair import Chair
from parvis.web.position_text import FAULTS
from tests.web.finished import against_bots, play_out
from tests.web.test_my_games import make, person_of
from tests.web.test_pages import HOME, Site, state_of
from tests.web.test_pages import site as site

GAME = "cites-nouvelles"
BOT = "bot:level:2"


def middle(moves: int = 12, seats: int = 2) -> parvis.Position:
    position = parvis.start(GAME, seats=seats, seed=7)
    for _ in range(moves):
        position.play(position.moves()[0])
    return position


def played_on(browser: TestClient, address: str, **fields: str) -> str:
    form = {"name": "Ada", **fields}
    answer = browser.post(f"{address}/replay/on", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_table_begins_from_a_move_of_a_game_and_says_so(site: Site) -> None:
    ada = site.browser()
    source = make(site, GAME, against_bots(person_of(site, ada))).table
    address = f"/t/{source.config.id}"
    page = ada.get(f"{address}/replay/on?at=9").text
    assert "Move 9 of" in page
    chosen = re.findall(
        r'<select name="seat-(\d)".*?<option value="([^"]*)" selected', page, re.DOTALL
    )
    assert chosen == [("0", "me"), ("1", "bot:level:4")], "I go on where I sat"
    made = played_on(ada, address, at="9", **{"seat-0": "me", "seat-1": BOT, "private": "true"})
    table = site.live(made).table
    assert table.config.origin == source.at_move(9).text()
    assert table.source == (source.config.id, 9)
    assert table.config.private
    told = ada.get(made).text
    assert "From move 9" in told
    assert f'href="{address}/replay?at=9"' in unescape(told)
    state = state_of(ada, made)
    assert state["seat"] == 0


def test_seats_can_stay_open_for_people(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    source = make(site, GAME, against_bots(person_of(site, ada))).table
    made = played_on(ada, f"/t/{source.config.id}", at="9", **{"seat-0": "open", "seat-1": "me"})
    table = site.live(made).table
    assert [chair.kind for chair in table.chairs] == ["open", "person"]
    warned = "whoever made the table may know what is hidden there"
    assert warned in bob.get(f"/join/{table.config.code}").text, "before one sits down"
    bob.post(f"/join/{table.config.code}", data={"seat": "0", "name": "Bob"})
    assert table.chairs[0].name == "Bob"
    told = bob.get(made).text
    assert warned in told
    assert "From move 9" in told
    assert source.config.id not in told, "its replay shows all hands"
    portal = site.root.portal
    assert portal is not None
    portal.call(play_out, site.registry, site.live(made))
    assert source.config.id in bob.get(made).text


def test_it_is_played_to_its_end_recorded_replayed_and_begun_again(site: Site) -> None:
    ada = site.browser()
    person = person_of(site, ada)
    source = make(site, GAME, against_bots(person)).table
    made = played_on(ada, f"/t/{source.config.id}", at="9", **{"seat-0": "me", "seat-1": BOT})
    portal = site.root.portal
    assert portal is not None
    live = site.live(made)
    assert "from:" not in ada.get(f"{made}/record").text, "it tells hands"
    portal.call(play_out, site.registry, live, 3)
    record = Record.read(ada.get(f"{made}/record").text)
    assert record.origin == source.at_move(9).text()
    assert "the result is right" in record.verify()
    site.registry.live_tables.clear()  # as after a restart
    assert ada.get(f"{made}/replay?at=4").status_code == 200
    page = ada.get(made).text
    assert "from the same position" in page
    again = ada.post(f"{made}/again", data={}, follow_redirects=False, headers=HOME)
    table = site.live(str(again.headers["location"])).table
    assert (table.config.origin, table.source) == (record.origin, (source.config.id, 9))
    assert table.config.seed != "", "what is drawn from then on is drawn anew"


def test_where_the_game_is_over_nothing_is_played_on(site: Site) -> None:
    ada = site.browser()
    source = make(site, GAME, against_bots(person_of(site, ada))).table
    address, last = f"/t/{source.config.id}", len(source.moves)
    page = ada.get(f"{address}/replay/on?at={last}")
    assert page.status_code == 422
    assert "choose an earlier move" in page.text
    answer = ada.post(f"{address}/replay/on", data={"at": str(last)}, follow_redirects=False)
    assert answer.status_code == 422


def test_a_table_where_nobody_would_play_is_not_made(site: Site) -> None:
    ada = site.browser()
    source = make(site, GAME, against_bots(person_of(site, ada))).table
    form = {"at": "5", "seat-0": BOT, "seat-1": BOT}
    answer = ada.post(f"/t/{source.config.id}/replay/on", data=form, follow_redirects=False)
    assert answer.status_code == 422
    assert "else nobody plays" in answer.text
    wrong = ada.post(
        f"/t/{source.config.id}/replay/on", data={**form, "seat-1": "bot:nobody"},
        follow_redirects=False,
    )  # fmt: skip
    assert wrong.status_code == 422
    assert 'aria-invalid="true"' in wrong.text


def test_who_held_no_seat_there_is_offered_the_one_that_is_to_play(site: Site) -> None:
    source = make(site, GAME, against_bots("somebody")).table
    page = site.browser().get(f"/t/{source.config.id}/replay/on?at=9").text
    turn = source.at_move(9).turn()
    chosen = re.findall(
        r'<select name="seat-(\d)".*?<option value="([^"]*)" selected', page, re.DOTALL
    )
    assert [int(seat) for seat, value in chosen if value == "me"] == [turn]


def test_a_position_is_played_from_its_text(site: Site) -> None:
    ada = site.browser()
    position = middle(seats=4)
    assert "<textarea" in ada.get("/position").text
    shown = ada.post("/position", data={"text": f"\n  {position.text()}\n"})
    assert shown.status_code == 200
    assert "data:image/svg+xml;base64," in shown.text
    assert shown.text.count("<select name=") == 4
    form = {"text": position.text(), "go": "1", "name": "Ada", "seat-2": "me", "seat-0": "open"}
    made = ada.post("/position", data=form, follow_redirects=False)
    assert made.status_code == 303
    table = site.live(str(made.headers["location"])).table
    assert table.config.origin == position.text()
    assert "From a position" in ada.get(str(made.headers["location"])).text
    assert table.chairs[0] == Chair()


def changed(field: str, value: str) -> str:
    """The text of a position with something else in one field."""
    return re.sub(rf" {field}=\S+", f" {field}={value}", middle().text())


@pytest.mark.parametrize(
    ("text", "told", "detail"),
    [
        ("", "Il n’y a pas de texte.", ""),
        ("chess/1 seats=2", "Aucun jeu d’ici ne s’appelle « chess ».", ""),
        ("cites-nouvelles", "il commence par « cites-nouvelles ».", ""),
        ("cites-nouvelles/7", "la version « 7 » des règles ; ce programme joue la version", ""),
        (f"{GAME}/1 seats", "ceci n’en est pas un : « seats ».", ""),
        (f"{GAME}/1 seats=2 seats=2", "Le champ « seats » est donné deux fois.", ""),
        (changed("seats", "x"), "Le champ « seats » doit contenir des nombres entiers", ""),
        (changed("seats", "7"), "Le champ « seats » contient 7 ; nombres de joueurs poss", ""),
        (changed("phase", "tea"), "Le champ « phase » contient « tea » ; il doit contenir", ""),
        (
            changed("turn", "5"),
            "Dans le champ « turn », un nombre va de 0 à 1 ; il contient 5.",
            "",
        ),
        (changed("trick", "Z9"), "Le champ « trick » contient « Z9 »", "a block such as T14"),
        (changed("chance", "dice"), "Le champ « chance » contient « dice »", "unknown chance"),
        (middle().text().replace("phase=", "phrase="), "Il manque le champ « phase ».", ""),
        (middle().text() + " more=1", "Ce jeu n’a pas de champ « more »", ""),
        (middle().text() + " option.more=1", "pas de champ « option.more »", ""),
        (middle().text() + " option.contre=1", "Le champ « option.contre » contient « 1 »", "true"),
        (middle().text() + " pack=0123", "le champ « pack » contient « 0123 »", ""),
        (middle().text(0), "Le champ « seen-by » contient « 0 »", ""),
        ("x" * 60_000, "il commence par « xxxx", ""),
    ],
)
def test_a_text_that_is_no_position_is_told_in_the_readers_language_what_is_wrong_with_it(
    site: Site, text: str, told: str, detail: str
) -> None:
    answer = site.browser("fr").post("/position", data={"text": text})
    assert answer.status_code == 422
    page = unescape(answer.text)
    assert told in page.replace("\xa0", " ").replace("\u202f", " ")
    english = re.search('<code lang="en">(.*)</code>', page)
    assert detail in english[1] if english and detail else not (english or detail)
    assert 'aria-invalid="true"' in page
    assert text[:50].strip() in page, "nothing typed is lost"


def test_every_fault_of_a_text_has_its_words() -> None:
    assert set(FAULTS) == set(get_args(Fault))


def test_a_position_in_which_the_game_is_over_is_not_played(site: Site) -> None:
    position = parvis.start(GAME, seats=2, seed=7)
    position.playout(parvis.Rng(1))
    answer = site.browser("fr").post("/position", data={"text": position.text(), "go": "1"})
    assert answer.status_code == 422
    assert "il n’y a plus rien à jouer" in answer.text
