"""All games of one browser: the list and its filters, what they add up to, all in one file."""

from __future__ import annotations

import io
import re
import zipfile
from html import unescape

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from parvis.engine.record import Record
from parvis.table import my_games
from parvis.table.chair import Chair
from parvis.table.live_table import LiveTable
from parvis.table.my_games import Filter
from parvis.table.schema import CHAIRS, RESULTS, TABLES
from parvis.web.pages.home import outcome
from parvis.web.speech import speech_for
from tests.web.finished import against_bots, finished
from tests.web.test_home import rows
from tests.web.test_pages import Site, new_table
from tests.web.test_pages import site as site


def person_of(site: Site, browser: TestClient) -> str:
    """Who a browser is, by a table that it makes."""
    address = new_table(browser)
    return site.live(address).table.chairs[0].persons[0]


def make(site: Site, game: str, chairs: list[Chair], seed: int = 1) -> LiveTable:
    portal = site.root.portal
    assert portal is not None
    return portal.call(finished, site.registry, game, chairs, seed)


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_who_has_not_played_is_told_what_will_be_here_and_how_to_begin(site: Site) -> None:
    page = site.browser().get("/games").text
    assert "All your games will be here" in page
    assert 'class="button act" href="/"' in page
    assert "all.zip" not in page


def test_games_are_narrowed_by_what_they_were_and_how_they_came_out(site: Site) -> None:
    ada = site.browser()
    person = person_of(site, ada)
    bot = make(site, "stairs", against_bots(person, bot="level:2"), 1)
    people = make(site, "stairs", [*against_bots(person)[:1], Chair("person", "Bob", ("bob",))], 2)
    other = make(site, "cites-nouvelles", against_bots(person), 3)
    assert len(rows(ada.get("/games").text)) == 4

    def found(query: str) -> set[str]:
        return set(re.findall(r'href="/t/([^"/]+)"', ada.get(f"/games?{query}").text))

    ids = [live.table.config.id for live in (bot, people, other)]
    assert found("state=finished") == set(ids)
    assert len(found("state=running")) == 1
    assert found("game=cites-nouvelles") == {ids[2]}
    assert found("against=2") == {ids[0]}
    assert found("against=4") == {ids[2]}
    assert found("against=people") == {ids[1]}
    won = found("outcome=won") | found("outcome=tied")
    assert won | found("outcome=lost") == set(ids)
    assert not won & found("outcome=lost")
    assert found("kind=practice") == set()
    assert found("kind=record&state=finished") == set()
    assert "No game matches" in ada.get("/games?kind=practice").text
    assert len(found("game=nonsense&against=nonsense")) == 4, "what means nothing narrows nothing"


def test_a_running_game_against_people_is_one_against_people(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    address = new_table(ada)
    code = site.live(address).table.config.code
    assert rows(ada.get("/games?against=people").text) == []
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    assert len(rows(ada.get("/games?against=people").text)) == 1


def test_what_the_games_add_up_to_is_what_their_ledgers_say(site: Site) -> None:
    ada = site.browser()
    person = person_of(site, ada)
    made = [make(site, "cites-nouvelles", against_bots(person), seed) for seed in range(4)]
    total = my_games.summed(site.registry.store, person)
    positions = [live.table.position for live in made]
    points = [position.scores()[0] for position in positions if position is not None]
    tally = total.games["cites-nouvelles"]
    assert (tally.games, tally.points, tally.best) == (4, sum(points), max(points))
    assert sum(total.sources["cites-nouvelles"].values()) == sum(points)
    assert [value for value, _ in total.latest["cites-nouvelles"]] == points
    assert set(total.against["cites-nouvelles"]) == {"4"}
    page = ada.get("/games").text
    assert "4 games" in words(page)
    assert f"from {min(points)} to {max(points)}" in page
    assert "role='img'" in page
    assert "style=" not in page


def test_a_game_begun_from_a_position_is_listed_and_counts_for_nothing(site: Site) -> None:
    ada = site.browser()
    person = person_of(site, ada)
    made = make(site, "stairs", against_bots(person, bot="level:2"))
    store = site.registry.store
    assert my_games.summed(store, person).games["stairs"].games == 1
    with store.writing() as connection:
        this = sa.update(TABLES).where(TABLES.c.id == made.table.config.id)
        connection.execute(this.values(origin=made.table.first().text()))
    assert my_games.summed(store, person).games == {}
    assert f"/t/{made.table.config.id}" in ada.get("/games").text


def test_games_that_ended_before_results_were_kept_are_added_when_one_looks(site: Site) -> None:
    ada = site.browser()
    person = person_of(site, ada)
    for seed in range(3):
        make(site, "stairs", against_bots(person, bot="level:2"), seed)
    store = site.registry.store
    before = my_games.summed(store, person)
    with store.writing() as connection:
        connection.execute(sa.delete(RESULTS))
        connection.execute(sa.update(TABLES).values(standing=None))
    assert my_games.summed(store, person).games == {}
    ada.get("/games")
    assert my_games.summed(store, person) == before


def test_results_go_with_their_table(site: Site) -> None:
    from parvis.table.pruning import Keeping, prune

    ada = site.browser()
    person = person_of(site, ada)
    id = make(site, "stairs", against_bots(person)).table.config.id
    new_table(ada)  # the newest event is never removed
    site.registry.live_tables.clear()
    later = site.registry.clock() + 10 * 86_400
    gone = prune(site.registry.store, Keeping(finished=1), later)
    assert id in {one.table for one in gone}
    assert my_games.summed(site.registry.store, person).games == {}


def test_there_is_a_page_of_older_games_and_a_way_back(site: Site) -> None:
    ada = site.browser()
    person = person_of(site, ada)
    store = site.registry.store
    with store.writing() as connection:
        row = dict(connection.execute(sa.select(TABLES)).mappings().one())
        for number in range(30):
            id, code = f"copy{number}", f"CODE{number:02}"
            copy = {**row, "id": id, "code": code, "last": row["last"] - number - 1}
            connection.execute(sa.insert(TABLES), copy)
            chair = {"table_id": id, "seat": 0, "person": person, "kind": "person", "name": "Ada"}
            connection.execute(sa.insert(CHAIRS), chair)
    page = ada.get("/games?state=running").text
    assert len(rows(page)) == 24
    assert "31 games" in words(page)
    older = re.search(r'href="(/games\?[^"]*before=[^"]*)#list"', page)
    assert older is not None
    rest = ada.get(unescape(older[1])).text
    assert "state=running" in older[1]
    assert len(rows(rest)) == 7
    assert "The latest" in rest


def test_nobody_sees_the_games_of_another(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    make(site, "stairs", against_bots(person_of(site, ada)))
    assert "All your games will be here" in bob.get("/games").text
    with zipfile.ZipFile(io.BytesIO(bob.get("/games/all.zip").content)) as file:
        assert file.namelist() == []


def test_all_games_come_in_one_file_and_those_that_go_on_without_their_secrets(site: Site) -> None:
    ada = site.browser()
    person = person_of(site, ada)
    over = make(site, "cites-nouvelles", against_bots(person)).table
    portal = site.root.portal
    assert portal is not None
    going = portal.call(
        finished, site.registry, "cites-nouvelles", against_bots(person), 7, 9
    ).table
    answer = ada.get("/games/all.zip")
    assert answer.headers["content-type"] == "application/zip"
    assert going.config.seed.encode() not in answer.content
    with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
        texts = [file.read(name).decode() for name in file.namelist()]
        assert file.testzip() is None
        assert all(
            re.fullmatch(r"[a-z-]+-\d{4}-\d\d-\d\d-\d{5}\.parvis", n) for n in file.namelist()
        )
    assert len(texts) == 3
    assert over.record().text() in texts
    (kept,) = (one for one in texts if f"commitment: {going.config.commitment}" in one)
    read = Record.read(kept)
    assert (read.seed, read.salt, read.moves) == ("", "", ())
    Record.read(over.record().text()).verify()


def test_asking_for_everything_again_and_again_has_to_wait(site: Site) -> None:
    from parvis.web.limits import Limits

    strict = Site(site.registry, Limits())
    strict.root = site.root
    browser = strict.browser()
    statuses = [browser.get("/games/all.zip").status_code for _ in range(6)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_page_speaks_the_language_of_its_reader(site: Site, language: str) -> None:
    browser = site.browser(language)
    person = person_of(site, browser)
    make(site, "cites-nouvelles", against_bots(person))
    title = {"fr": "Mes parties", "en": "My games", "it": "Le mie partite"}[language]
    assert title in browser.get("/games").text


def test_ten_thousand_games_are_listed_and_added_up_in_a_few_steps(site: Site) -> None:
    """The list reads one page, and the sums one small row a game."""
    ada = site.browser()
    person = person_of(site, ada)
    id = make(site, "stairs", against_bots(person, bot="level:2")).table.config.id
    store = site.registry.store
    with store.writing() as connection:
        for table in (TABLES, CHAIRS, RESULTS):
            own = table.c.id if table is TABLES else table.c.table_id
            kept = [
                dict(row)
                for row in connection.execute(sa.select(table).where(own == id)).mappings()
            ]
            for row in kept:
                copies = []
                for number in range(10_000):
                    name = f"many{number}"
                    copy = {**row, own.name: name}
                    if table is TABLES:
                        copy |= {"code": f"m{number}", "last": row["last"] - number}
                    copies.append(copy)
                connection.execute(sa.insert(table), copies)
    found = my_games.page(store, person, Filter(state="finished"), 24)
    assert found.count == 10_001
    assert len(found.tables) == 24
    assert my_games.summed(store, person).games["stairs"].games == 10_001
    page = ada.get("/games")
    assert page.status_code == 200
    assert len(page.content) < 100_000


@pytest.mark.parametrize(
    ("standing", "held", "told"),
    [
        ([([0], 40, True), ([1], 30, False)], [0], "gagnée"),
        ([([0], 40, True), ([1], 40, True), ([2], 9, False)], [1], "victoire partagée"),
        ([([0], 40, True), ([1], 30, False)], [1], "2e sur 2"),
        ([([0], 40, True), ([1], 40, False), ([2], 9, False)], [1], "2e sur 3"),  # a tie was broken
        ([([0], 5, False), ([1], 40, True), ([2], 9, False), ([3], 9, False)], [2], "2e sur 4"),
        ([([0], 5, False), ([1], 40, True), ([2], 9, False), ([3], 9, False)], [0], "4e sur 4"),
        ([([0, 2], 320, True), ([1, 3], 180, False)], [3], "2e sur 2"),
        ([([0], 40, True), ([1], 30, False)], [0, 1], "terminée"),  # around one screen
        ([([0], 40, False), ([1], 30, False)], [1], "terminée"),  # nobody has won
        ([], [0], "terminée"),
    ],
)
def test_a_game_that_is_over_says_how_it_came_out_for_me(
    standing: list[tuple[list[int], int, bool]], held: list[int], told: str
) -> None:
    assert outcome(tuple(standing), held, speech_for("fr")) == told


@pytest.mark.parametrize(
    ("held", "told"), [([0], "finie par abandon · gagnée"), ([1], "finie par abandon")]
)
def test_a_game_that_ended_before_its_end_says_why_and_has_no_places(
    held: list[int], told: str
) -> None:
    standing = (([0], 3, True), ([1], 30, False))
    assert outcome(standing, held, speech_for("fr"), "resigned") == told
