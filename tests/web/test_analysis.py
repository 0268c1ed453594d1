"""The page of an analysis: never of a game that goes on; begun, watched, stopped, and kept."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import parvis
from parvis.bots import telling
from parvis.table.store import Store
from parvis.web.pages.analysis import worth_showing
from parvis.web.speech import speech_for
from tests.table.conftest import hold as hold
from tests.table.tables import PATIENCE, registry_on
from tests.web.games import a_record, brought
from tests.web.test_again import played_out
from tests.web.test_pages import HOME, Site, new_table
from tests.web.test_pages import site as site


@pytest.fixture(autouse=True)
def little_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parvis.table.analyses.LONG", 0.05)


def finished(site: Site, browser: TestClient) -> str:
    """The address of a game of the example that is over."""
    del site
    return brought(browser, a_record("stairs", rounds=1))


def begin(browser: TestClient, address: str, do: str = "start") -> int:
    answer = browser.post(f"{address}/analysis", data={"do": do}, follow_redirects=False)
    return answer.status_code


def ended(browser: TestClient, address: str) -> str:
    """The page when nothing is on its way any more."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        page = browser.get(f"{address}/analysis").text
        if not re.search(r'data-state="(waiting|running)"', page):
            return page
        time.sleep(0.02)
    raise AssertionError("still on its way")


def test_a_game_that_goes_on_is_never_analysed(site: Site) -> None:
    ada, bob = site.browser("fr"), site.browser()
    address = new_table(ada)
    code = site.live(address).table.config.code
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    for browser in (ada, bob, site.browser()):
        assert browser.get(f"{address}/analysis").status_code == 409
        assert begin(browser, address) == 409
        assert begin(browser, address, "stop") == 409
        assert browser.get(f"{address}/analysis/picture.svg?move=1").status_code == 409
    played_out(site, {0: ada, 1: bob}, address)
    assert ada.get(f"{address}/analysis").status_code == 200
    assert begin(ada, address) == 303
    assert 'id="players"' in ended(ada, address)


def test_it_is_begun_on_request_and_tells_players_luck_moments_and_decisions(site: Site) -> None:
    browser = site.browser("fr")
    address = finished(site, browser)
    page = browser.get(f"{address}/analysis").text
    assert "Analyser la partie" in page
    assert begin(browser, address) == 303
    found = ended(browser, address)
    for words in ("Qui a joué comment", "Chance et jeu", "Les décisions", "victory-graph"):
        assert words in found
    assert "Ada" in found
    assert "Bruno" in found
    assert "style=" not in re.sub(r"<svg.*?</svg>", "", found, flags=re.DOTALL)
    whole = browser.get(f"{address}/analysis?seat=all&all=1").text
    one = browser.get(f"{address}/analysis?seat=0&all=1").text
    shown = [re.findall(r'<li class="decision', text) for text in (whole, one)]
    assert len(shown[0]) > len(shown[1]) > 0
    for language in ("en", "it"):
        assert site.browser(language).get(f"{address}/analysis").status_code == 200
    for query in ("move=1", "move=1&better=1", "move=3&theme=dark"):
        drawn = browser.get(f"{address}/analysis/picture.svg?{query}")
        assert drawn.headers["content-type"].startswith("image/svg")
    for query in ("", "move=0", "move=x", "move=1&theme=pink"):
        assert browser.get(f"{address}/analysis/picture.svg?{query}").status_code == 404


@pytest.mark.parametrize("game", [game.id for game in parvis.all_games()])
def test_a_decision_is_told_to_all_and_nobody_is_taken_for_its_player(game: str) -> None:
    record = a_record(game, 3)
    speech = speech_for("fr", record.declared(), record.players)
    for position, move in record.replay():
        seat = position.turn()
        assert seat is not None
        public = [speech.tell(one.key, one.params) for one in position.story(move, None)]
        words = telling.told(position, move, seat, speech)
        outside = re.sub("«.*?»", "", words)
        assert not re.search(r"\b[Vv]ous\b", outside), words
        assert record.players[seat] in words or " ".join(public).startswith(words)


def test_a_picture_shows_where_something_happened() -> None:
    game = parvis.game_of("bella-vista")
    record = a_record(game.id)
    speech = speech_for("fr", game, record.players)
    roles: set[tuple[str, str]] = set()
    for position, move in record.replay():
        seat = position.turn()
        before = game.draw(position.view(seat), speech).panels
        after = game.draw(position.foresee(move).view(seat), speech).panels
        kind = str(position.meaning(move)["kind"])
        roles |= {(kind, panel.role) for panel in worth_showing(before, after)}
    assert ("build", "board") in roles
    assert ("offer", "supply") in roles
    assert ("build", "supply") not in roles


def test_who_comes_back_finds_it_at_once(site: Site) -> None:
    browser = site.browser()
    address = finished(site, browser)
    begin(browser, address)
    first = ended(browser, address)
    where = site.registry.store.url.render_as_string(hide_password=False)
    again = Site(registry_on(Store(where)))  # another server, which remembers nothing of it
    with again.root:
        assert "Who played how well" in again.browser().get(f"{address}/analysis").text
    assert "Who played how well" in first


def test_it_is_stopped_by_who_played_or_brought_the_game(
    site: Site,
    hold: Path,
) -> None:
    browser, other = site.browser(), site.browser()
    address = finished(site, browser)
    assert begin(browser, address) == 303
    page = browser.get(f"{address}/analysis").text
    assert "<progress" in page
    assert '<noscript><meta http-equiv="refresh"' in page
    assert 'value="stop"' in page
    assert 'value="stop"' not in other.get(f"{address}/analysis").text
    assert begin(other, address, "stop") == 403
    assert begin(browser, address, "stop") == 303
    assert "was stopped" in ended(browser, address)
    hold.unlink()
    assert begin(browser, address) == 303
    assert 'id="players"' in ended(browser, address)


def test_nonsense_is_told_so(site: Site) -> None:
    browser = site.browser()
    address = finished(site, browser)
    assert begin(browser, address, "fly") == 400
    foreign = browser.post(
        f"{address}/analysis", data={"do": "start"}, headers=HOME | {"origin": "http://elsewhere"}
    )
    assert foreign.status_code == 403
    assert browser.get("/t/nothing/analysis").status_code == 404
