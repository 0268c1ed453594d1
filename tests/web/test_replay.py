"""Looking through a game that is over: any move, as a seat knew it, and nothing of what comes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

import parvis
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.record import Record
from parvis.table.replay import Replay
from parvis.web import messages, replay
from parvis.web.speech import speech_at
from tests.web.games import a_record, another_end, brought
from tests.web.test_again import played_out
from tests.web.test_pages import Site, new_table
from tests.web.test_pages import site as site
from tests.web.test_secrecy import games, twin_of

GAMES = [game.id for game in parvis.all_games()]
PLACE = re.compile("data-place='([^']*)'")


def step(browser: TestClient, address: str, **query: object) -> dict[str, Any]:
    answer = browser.get(f"{address}/replay/step", params={k: str(v) for k, v in query.items()})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def opened(site: Site, address: str) -> Replay:
    return Replay(site.live(address).table)


# Nothing of what comes.


@pytest.mark.parametrize("game", GAMES)
def test_what_is_sent_of_a_move_holds_nothing_of_what_was_played_later(
    site: Site, game: str
) -> None:
    first = a_record(game)
    browser = site.browser()
    for at in (0, 7, len(first.moves) // 2):
        other = another_end(first, at, 99)
        assert other.moves != first.moves
        assert other.result != first.result or other.final != first.final
        addresses = [brought(browser, record) for record in (first, other)]
        totals = [len(record.moves) for record in (first, other)]
        for eyes in ("0", "1", "all"):
            for path in (
                f"/replay/step?at={at}&as={eyes}",
                f"/replay/step?at={at}&as={eyes}&from={at // 2}&tall=1",
                f"/replay/step?at={at // 2}&as={eyes}&from={at}",
                f"/replay/picture.svg?at={at}&as={eyes}",
            ):
                sent = [browser.get(f"{address}{path}") for address in addresses]
                assert [answer.status_code for answer in sent] == [200, 200]
                assert sent[0].content == sent[1].content, path
                assert sent[0].headers == sent[1].headers, path
            shown = json.dumps(step(browser, addresses[0], at=at, **{"as": eyes})["panels"])
            places = sorted(set(PLACE.findall(shown)))
            assert places
            for place in places[:: max(1, len(places) // 8)]:
                path = f"/replay/explain?at={at}&as={eyes}&place={place}"
                told = [browser.get(f"{address}{path}").content for address in addresses]
                assert told[0] == told[1], path
            for path in (
                f"/replay?at={at}&as={eyes}",
                f"/replay/list?at={at}&as={eyes}",
                f"/share?at={at}&as={eyes}",
                f"/replay/on?at={at}&as={eyes}",
                "/analysis",
            ):
                pages = [
                    masked(browser.get(address + path).text, address, total)
                    for address, total in zip(addresses, totals, strict=True)
                ]
                assert pages[0] == pages[1], path


def masked(page: str, address: str, total: int) -> str:
    """A page without the address of its table and without how many moves there are."""
    return re.sub(rf"\b{total}\b", "TOTAL", page.replace(address, "/t/TABLE"))


def test_who_wants_to_know_is_told_how_it_came_out(site: Site) -> None:
    record = a_record("neotopia")
    browser = site.browser("fr")
    address = brought(browser, record)
    whole = browser.get(f"{address}/replay/course").json()
    assert record.result is not None
    assert [side["points"] for side in whole["sides"]] == list(record.result)
    assert [line[-1] for line in whole["course"]] == list(record.result)
    assert [len(line) for line in whole["course"]] == [len(record.moves) + 1] * 2
    page = browser.get(f"{address}/replay?at=3&whole=1").text
    assert whole["words"] in page
    assert whole["words"] not in browser.get(f"{address}/replay?at=3").text


# As a seat knew it.


@pytest.mark.parametrize("game", GAMES)
def test_a_step_is_what_its_seat_knew_then_and_was_told(site: Site, game: str) -> None:
    record = a_record(game)
    browser = site.browser("fr")
    address = brought(browser, record)
    table = site.live(address).table
    declared = parvis.game_of(game)
    speech = speech_at(table, "fr")
    position = record.start()
    shown: dict[str, list[str]] = {"0": [], "1": []}
    for number, text in enumerate(record.moves[:40], 1):
        move = position.read(text)
        for seat in (0, 1):
            told = [speech.tell(one.key, one.params) for one in position.recount(move, seat)]
            shown[str(seat)].append(" ".join(told))
        position.play(move)
        if number not in (1, 12, 40):
            continue
        for seat in (0, 1):
            found = step(browser, address, at=number, **{"as": seat})
            drawn = declared.draw(position.view(seat), speech, False)
            assert {
                id: svg
                for panel in found["panels"].values()
                for id, svg in panel["fragments"].items()
            } == drawn.texts()
            words = [" ".join(entry["words"]) for entry in found["log"]]
            assert words == shown[str(seat)]
            assert [side["points"] for side in found["sides"]] == position.scores()
            assert sum(line["points"] for line in found["ledger"]) == sum(position.scores())


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_what_a_seat_is_shown_does_not_depend_on_what_it_did_not_know(
    site: Site, game: parvis.Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = a_record(game.id)
    address = brought(site.browser(), record)
    table = site.live(address).table
    speech = speech_at(table, "fr")
    known, rng, differing = Replay.known, Rng(3), 0
    for at in (5, len(record.moves) // 2, len(record.moves) * 3 // 4):
        for seat in (0, 1):

            def twin(self: Replay, count: int, seat: int = seat) -> Position:
                return twin_of(game, known(self, count), seat, rng)

            sent: list[str] = []
            for look in (known, twin):
                monkeypatch.setattr(Replay, "known", look)
                found = replay.step(Replay(table), at, seat, speech, False, at)
                whole = replay.drawing(Replay(table), at, seat, speech, True)
                sent.append(messages.write(found) + whole.sheet())
            monkeypatch.setattr(Replay, "known", known)
            assert sent[0] == sent[1]
            before = opened(site, address).position(at)
            differing += twin_of(game, before, seat, rng).text() != before.text()
    assert differing, "twins that are the same would prove nothing"


@pytest.mark.parametrize("game", GAMES)
def test_all_open_shows_every_hand_and_what_only_its_player_was_told(site: Site, game: str) -> None:
    record = a_record(game, min(parvis.game_of(game).seats[-1], 3))
    browser = site.browser("fr")
    address = brought(browser, record)
    speech = speech_at(site.live(address).table, "fr")
    at = len(record.moves) // 3
    found = step(browser, address, at=at, **{"as": "all"})
    position = record.position(at)
    drawn = {svg for panel in found["panels"].values() for svg in panel["fragments"].values()}
    game_drawn = parvis.game_of(game).draw
    for seat in range(record.seats):
        panels = game_drawn(position.view(seat), speech, False).panels
        hand = [panel for panel in panels if panel.role == "hand"]
        assert hand
        for panel in hand:
            assert set(panel.texts().values()) <= drawn
    own = [words for entry in found["log"] for words in entry["words"] if "«" in words]
    if game == "bella-vista":  # cards are laid face down there
        assert own
    assert all(words.partition("«")[0] not in words.partition("«")[2] for words in own), (
        "who is named needs no quotation marks"
    )
    ids = [id for panel in found["panels"].values() for id in panel["fragments"]]
    assert len(ids) == len(set(ids)), "no two things of a page go by the same name"


def test_all_open_the_city_of_who_moved_is_the_large_one(site: Site) -> None:
    record = a_record("neoville", seats=3)
    browser = site.browser()
    address = brought(browser, record)
    seen = opened(site, address)
    for at in (0, 1, len(record.moves) // 2, len(record.moves)):
        found = step(browser, address, at=at, **{"as": "all"})
        cities = {id: one for id, one in found["panels"].items() if id.startswith("city-")}
        large = [id for id, one in cities.items() if one["role"] == "board"]
        assert large == [f"city-{seen.mover(max(1, at))}"]
        assert (len(cities), len({one["title"] for one in cities.values()})) == (3, 3)
        own = step(browser, address, at=at, **{"as": 1})["panels"]
        assert own["city-1"]["role"] == "board", "a seat has its own"


@pytest.mark.parametrize("game", GAMES)
def test_every_place_of_a_step_explains_itself_to_whoever_sees_it(site: Site, game: str) -> None:
    record = a_record(game)
    browser = site.browser("fr")
    address = brought(browser, record)
    at = len(record.moves) // 2
    seen: dict[str, set[str]] = {}
    for eyes in ("0", "1", "all"):
        drawn = json.dumps(step(browser, address, at=at, **{"as": eyes})["panels"])
        seen[eyes] = set(PLACE.findall(drawn))
        query = {"at": str(at), "as": eyes}
        for place in sorted(seen[eyes])[::7]:
            told = browser.get(f"{address}/replay/explain", params={**query, "place": place})
            assert told.json()["name"], place
    hidden = sorted(seen["1"] - seen["0"])
    for place in hidden[:5]:
        query = {"at": str(at), "as": "0", "place": place}
        assert browser.get(f"{address}/replay/explain", params=query).json()["name"] == ""


# Stepping.


def test_what_changed_is_sent_to_who_shows_another_step(site: Site) -> None:
    browser = site.browser()
    address = brought(browser, a_record("neotopia"))
    for before, after in ((10, 11), (11, 10), (3, 30), (30, 3), (5, 5)):
        shown = step(browser, address, at=before, **{"as": 0})
        whole = step(browser, address, at=after, **{"as": 0})
        part = step(browser, address, at=after, **{"as": 0, "from": before})
        fragments = {id: {**p["fragments"]} for id, p in shown["panels"].items()}
        for id, change in part["panels"].items():
            fragments.setdefault(id, {}).update(change.get("fragments", {}))
        for id, panel in whole["panels"].items():
            for name, svg in panel["fragments"].items():
                assert fragments[id][name] == svg
        numbers = [entry["n"] for entry in part["log"]]
        assert numbers == list(range(before + 1, after + 1))
        assert [len(line) for line in part["course"]] == [len(numbers)] * 2
        assert len(json.dumps(part)) < len(json.dumps(whole))


def test_one_can_go_to_the_turns_of_a_seat_and_to_the_ends_of_rounds(site: Site) -> None:
    browser = site.browser()
    record = a_record("neotopia")
    address = brought(browser, record)
    movers = opened(site, address).movers
    at = 0
    while at < len(record.moves):
        found = step(browser, address, at=at, go="turn-on", **{"as": 1})["at"]
        assert found > at
        assert all(mover != 1 for mover in movers[at + 1 : found])
        assert found == len(record.moves) or movers[found] == 1
        at = found
    back = step(browser, address, at=at, go="turn-back", **{"as": 1})["at"]
    assert back < at
    assert movers[back] == 1
    record = a_record("bella-vista")
    address = brought(browser, record)
    ends, at = [], 0
    while at < len(record.moves):
        shown = step(browser, address, at=at, go="round-on", **{"as": "all"})
        at = shown["at"]
        ends.append(shown["log"][-1].get("ends"))
    assert len(ends) > 2
    assert set(ends[:-1]) == {"round"}
    assert step(browser, address, at=1, go="round-back", **{"as": "all"})["at"] == 0


def test_an_address_that_means_nothing_shows_what_is_nearest(site: Site) -> None:
    browser = site.browser()
    record = a_record("neotopia")
    address = brought(browser, record)
    assert step(browser, address, at=9999, **{"as": 0})["at"] == len(record.moves)
    for nonsense in ("-1", "x", "", "1" * 40):
        assert step(browser, address, at=nonsense, **{"as": 0})["at"] == 0
    for nonsense in ("7", "me", ""):
        assert browser.get(f"{address}/replay?as={nonsense}").status_code == 200


# The page.


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_without_scripts_the_page_has_picture_words_and_ways_to_every_move(
    site: Site, language: str
) -> None:
    browser = site.browser(language)
    record = a_record("bella-vista")
    address = brought(browser, record)
    page = browser.get(f"{address}/replay?at=12&as=1").text
    assert f'lang="{language}"' in page
    ways = [way.replace("&amp;", "&") for way in re.findall(r'href="(\?at=[^"]*)"', page)]
    last = len(record.moves)
    for at in (0, 11, 13, last, *range(1, 13)):
        assert f"?at={at}&as=1" in ways
    assert "?at=12&as=all" in ways
    assert "?at=12&as=1&go=turn-on" in ways
    for path in re.findall(r'(?:src|srcset)="([^"]*picture\.svg[^"]*)"', page):
        picture = browser.get(path.replace("&amp;", "&"))
        assert picture.headers["content-type"].startswith("image/svg+xml")
    for way in dict.fromkeys(ways):
        assert browser.get(f"{address}/replay{way}").status_code == 200
    listed = browser.get(f"{address}/replay/list?at=20&as=1").text
    assert len(re.findall(r"<li class=\"card\">", listed)) == 12
    assert browser.get(f"{address}/replay/list?at=0").status_code == 200


def test_the_one_who_played_looks_from_their_own_seat_first(site: Site) -> None:
    ada, bob, cleo = site.browser(), site.browser(), site.browser()
    address = new_table(ada, **{"seat-1": "open", "option-rounds": "1"})
    bob.post(f"/join/{site.live(address).table.config.code}", data={"seat": "1", "name": "Bob"})
    assert ada.get(f"{address}/replay").status_code == 409, "not before the end"
    assert address in ada.get(f"{address}/replay").text, "it leads to the table"
    for path in ("step?at=0", "course", "picture.svg", "list", "explain?place=x"):
        assert ada.get(f"{address}/replay/{path}").status_code == 409
    assert ada.get(f"{address}/proof").status_code == 409
    played_out(site, {0: ada, 1: bob}, address)
    for browser, eyes in ((ada, "0"), (bob, "1"), (cleo, "all")):
        assert f'data-as="{eyes}" data-language' in browser.get(f"{address}/replay").text
    assert f"{address}/replay" in ada.get("/").text, "the list of games leads to it"
    assert f"{address}/replay" in ada.get(address).text


def test_a_game_that_today_s_rules_do_not_play_says_so(site: Site) -> None:
    browser = site.browser("fr")
    address = brought(browser, a_record("neotopia"))
    live = site.live(address)
    live.table.position, live.table.frozen = None, {"over": True}
    answer = browser.get(f"{address}/replay")
    assert answer.status_code == 409
    assert "ne rejoue plus" in answer.text
    assert f'href="{address}"' in answer.text


# The proof.


def test_the_proof_has_all_that_one_needs_to_check_it(site: Site) -> None:
    browser = site.browser("fr")
    record = a_record("neotopia")
    address = brought(browser, record)
    page = browser.get(f"{address}/proof").text
    for text in (record.commitment, record.seed, record.salt, f"{record.salt}:{record.seed}"):
        assert text in page
    assert f"les {len(record.moves)} coups étaient permis" in page
    assert page.count("<li>") >= 4
    bare = Record.read(record.text().replace(f"commitment: {record.commitment}\n", ""))
    assert "ne porte pas d’empreinte" in browser.get(f"{brought(browser, bare)}/proof").text
