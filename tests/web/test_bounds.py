"""How much one person and one household may have kept; beyond, they are told in words."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from parvis.table.store import Store
from parvis.web.limits import MOST_BUCKETS, UNLIMITED, Bucket, Buckets, Limits, a_day
from tests.table.tables import registry_on
from tests.web.test_pages import HOME, Site, new_table

NUMBERS = itertools.count()


def limited(store: Store, **bounds: object) -> Site:
    return Site(registry_on(store), replace(UNLIMITED, **bounds))  # type: ignore[arg-type]


def talk(browser: TestClient, address: str, lines: int) -> list[str]:
    """What each of some lines of chat is answered: done, or the refusal."""
    heard: list[str] = []
    with browser.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        for _ in range(lines):
            socket.send_json({"type": "chat", "id": f"line {next(NUMBERS):06}", "text": "x" * 500})
            answer = socket.receive_json()
            heard.append(answer["words"] if answer["type"] == "refused" else answer["type"])
    return heard


def test_one_person_talks_only_so_fast(store: Store) -> None:
    with (site := limited(store, chats=(3, 0.0001))).root:
        browser = site.browser()
        address = new_table(browser)
        assert talk(browser, address, 2) == ["done"] * 2
        assert talk(browser, address, 2) == [
            "done",
            "That was a little too fast. Wait a moment.",
        ], "whichever socket"
        assert len(site.live(address).table.chat) == 3


def test_one_household_talks_only_so_much_a_day(store: Store) -> None:
    with (site := limited(store, chats_of_address=a_day(3))).root:
        answers = []
        for _ in range(2):  # as two persons
            browser = site.browser()
            answers += talk(browser, new_table(browser), 2)
        assert answers[:3] == ["done"] * 3
        assert "one day allows" in answers[3]


def test_one_household_has_only_so_much_written_a_day(store: Store) -> None:
    with (site := limited(store, commands_of_address=a_day(2))).root:
        browser, other = site.browser(), site.browser("fr")
        address = new_table(browser)
        assert talk(browser, address, 2) == ["done"] * 2
        code = site.live(address).table.config.code
        answer = other.post(f"/join/{code}", data={"seat": "1", "name": "Eve"})
        assert answer.status_code == 409
        assert "ce qu’un jour permet" in answer.text


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Come back tomorrow"), ("fr", "Revenez demain"), ("it", "Torna domani")],
)
def test_one_household_makes_only_so_many_tables_a_day(
    store: Store, language: str, words: str
) -> None:
    with (site := limited(store, tables_of_address=a_day(2))).root:
        answers = [site.browser(language).post("/play-now/stairs") for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert words in answers[-1].text


def test_one_person_has_only_so_many_tables_that_are_not_over(store: Store) -> None:
    with (site := limited(store, unfinished=2)).root:
        browser = site.browser()
        for _ in range(2):
            new_table(browser)
        answer = browser.post("/play-now/stairs")
        assert answer.status_code == 429
        assert "not over yet" in answer.text
        assert site.browser().post("/play-now/stairs").status_code == 200, "somebody else"


def test_a_rate_of_a_day_comes_back_within_a_day() -> None:
    bucket = Bucket(*a_day(100), 0.0, 0.0)
    assert not bucket.take(0.0)
    assert bucket.take(865.0)
    assert not bucket.take(866.0)


def test_what_one_address_can_fill_in_a_day_is_bounded_by_the_usual_limits() -> None:
    usual = Limits()
    talked = usual.chats_of_address[0] * 2 * 2_500  # twice: all at once, and what comes back
    written = usual.commands_of_address[0] * 2 * 1_500
    made = usual.tables_of_address[0] * 2 * 20_000
    assert talked + written + made < 150e6


class Looks(Buckets):
    """Counts how often all are looked at."""

    looks = 0

    def forget(self, now: float) -> None:
        self.looks += 1
        super().forget(now)


def test_however_many_households_come_only_so_many_are_remembered_and_looked_at_seldom() -> None:
    now = 0.0
    buckets = Looks((2, 0.001), lambda: now)
    for number in range(3 * MOST_BUCKETS):
        if number % 1000 == 0:
            assert buckets.take("who asks often") is (number < 2000)
        buckets.take(f"household {number}")
        now += 0.001
    assert len(buckets.buckets) == MOST_BUCKETS
    assert buckets.looks == 1, "once a minute at most"
    now += 10_000.0
    assert buckets.take("a new one")
    assert list(buckets.buckets) == ["a new one"], "all others are full again"
