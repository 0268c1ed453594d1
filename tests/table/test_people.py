"""People in the database: names, codes, ways to be told, whom they shun; on both databases."""

from __future__ import annotations

import asyncio
import re

import pytest
import sqlalchemy as sa

from parvis.table import people, shunned
from parvis.table.chair import Chair
from parvis.table.lobby import Wanted, level_by, open_tables, results_lately
from parvis.table.names import folded, free_beside
from parvis.table.notices import settle, take, visit, waiting, wanting
from parvis.table.people import FORGOTTEN, HELD, Person, Push, claim_name, person_of
from parvis.table.pruning import Keeping, prune
from parvis.table.registry import Registry
from parvis.table.schema import PEOPLE, PUSHES, SHUNNED
from parvis.table.store import Store
from parvis.table.telling import Notice
from tests.table.tables import (
    ADA,
    BOB,
    CLEO,
    Clock,
    bot,
    closing,
    in_registry,
    persons,
    registry_on,
)

NOW = 1_000_000.0


def pushed(person: str = ADA, endpoint: str = "https://push.example/1") -> Push:
    return Push(person, endpoint, "p", "a", "key")


# Names.


@pytest.mark.parametrize(
    ("one", "other"),
    [("Zoé", "zoe"), ("ANNA", "Аnnа"), ("Ada L.", "adal"), ("B0b", "Bob"), ("Ilse", "llse")],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert folded(one) == folded(other)


def test_a_name_is_held_by_one_and_another_gets_the_next(store: Store) -> None:
    assert claim_name(store, ADA, "Anna", NOW) == "Anna"
    assert claim_name(store, ADA, "Anna", NOW) == "Anna", "it is hers"
    assert claim_name(store, BOB, "anna ", NOW) == "anna 2"
    assert claim_name(store, CLEO, "ÀNNA", NOW) == "ÀNNA 3"
    assert claim_name(store, BOB, "Bob", NOW) == "Bob"
    assert claim_name(store, CLEO, "Anna", NOW) == "Anna 2", "which nobody holds any more"
    assert person_of(store, CLEO).name == "Anna 2"


def test_a_name_is_free_when_its_owner_has_not_been_here_for_long(store: Store) -> None:
    claim_name(store, ADA, "Anna", NOW)
    assert claim_name(store, BOB, "Anna", NOW + HELD - 1) == "Anna 2"
    people.touch(store, ADA, NOW + HELD - 1)
    assert people.free_name(store, BOB, "Anna", NOW + HELD + 1) == "Anna 2"
    assert claim_name(store, BOB, "Anna", NOW + 3 * HELD) == "Anna"


def test_a_long_name_stays_within_its_bound_and_too_many_of_one_name_are_refused() -> None:
    assert free_beside("A" * 30, {folded("A" * 30)}.__contains__) == "A" * 28 + " 2"
    assert free_beside("Anna", lambda _: True) == ""


# Recovery.


def test_a_code_finds_its_person_until_another_is_made_and_is_kept_as_a_hash(store: Store) -> None:
    code = people.make_recovery(store, ADA, "Ada", "fr", NOW)
    assert re.fullmatch(r"([A-HJ-NP-Z2-9]{4}-){3}[A-HJ-NP-Z2-9]{4}", code)
    found = people.recovered(store, code.lower().replace("-", " "))
    assert found is not None
    assert (found.person, found.name, found.language) == (ADA, "Ada", "fr")
    with store.reading() as connection:
        rows = str(connection.execute(sa.select(PEOPLE)).all())
    assert code not in rows
    assert code.replace("-", "") not in rows
    again = people.make_recovery(store, ADA, "Ada", "fr", NOW)
    assert people.recovered(store, code) is None
    assert people.recovered(store, again) is not None
    for wrong in ("", "AAAA", "A" * 16, "A" * 999, "é" * 16):
        assert people.recovered(store, wrong) is None


# Ways to be told.


def test_a_browser_belongs_to_one_person_and_of_many_the_oldest_give_way(store: Store) -> None:
    for number in range(people.MOST_PUSHES + 2):
        people.keep_push(store, pushed(ADA, f"https://push.example/{number}"), "en", NOW + number)
    kept = {push.endpoint[-1] for push in people.pushes_of(store, ADA)}
    assert kept == set("234567")
    people.keep_push(store, pushed(BOB, "https://push.example/7"), "en", NOW)
    assert "7" not in {push.endpoint[-1] for push in people.pushes_of(store, ADA)}
    people.keep_mail(store, CLEO, "cleo@table.example", "it", 0.0)
    assert wanting(store) == {ADA, BOB, CLEO}
    people.keep_mail(store, CLEO, "", "it", 0.0)
    people.forget_pushes(store, ADA)
    assert wanting(store) == {BOB}


def test_wishes_are_kept_beside_the_rest(store: Store) -> None:
    claim_name(store, ADA, "Ada", NOW)
    people.keep_wishes(
        store, Person(ADA, language="fr", zone="Europe/Paris", quiet=(1320, 480)), NOW
    )
    found = person_of(store, ADA)
    assert (found.name, found.zone, found.quiet) == ("Ada", "Europe/Paris", (1320, 480))
    people.keep_wishes(store, Person(ADA, language="it"), NOW)
    assert person_of(store, ADA).quiet is None


def test_of_two_servers_one_takes_a_notice(store: Store) -> None:
    async def script(registry: Registry) -> None:
        people.keep_push(store, pushed(), "en", NOW)
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        id = live.table.config.id
        [one] = waiting(store, "push", NOW + 60, "key")
        assert (one.person, one.table, one.wait.since) == (ADA, id, NOW)
        assert waiting(store, "push", NOW + 60, "another key") == []
        assert [take(store, one, NOW + 60) for _ in range(3)] == [True, False, False]
        assert waiting(store, "push", NOW + 61, "key") == [], "it is being sent"
        settle(store, one, NOW + 100)
        [again] = waiting(store, "push", NOW + 101, "key")
        assert again.wait.notice == Notice(NOW + 60, NOW + 100, 1)
        assert [take(store, again, NOW + 102) for _ in range(2)] == [True, False]
        settle(store, again)
        assert waiting(store, "push", NOW + 9999, "key") == []
        visit(store, ADA, id, NOW + 200)
        assert waiting(store, "push", NOW + 9999, "key") == [], "who was there since knows"

    in_registry(store, script, Clock())


def test_a_server_that_dies_while_it_sends_leaves_the_notice_to_another(store: Store) -> None:
    async def script(registry: Registry) -> None:
        people.keep_mail(store, ADA, "ada@table.example", "en", 0.0)
        await registry.make("stairs", persons(ADA, BOB), ADA)
        [one] = waiting(store, "mail", NOW + 60)
        assert take(store, one, NOW + 60)
        [left] = waiting(store, "mail", NOW + 60 + 121)
        assert take(store, left, NOW + 181)

    in_registry(store, script, Clock())


# Whom somebody shuns.


def test_whom_one_blocks_and_who_blocks_one_are_apart(store: Store) -> None:
    shunned.shun(store, ADA, BOB, "block", "Bob", NOW)
    shunned.shun(store, ADA, CLEO, "mute", "Cleo", NOW + 1)
    assert shunned.apart(store, ADA) == {BOB}
    assert shunned.apart(store, BOB) == {ADA}
    assert shunned.apart(store, CLEO) == frozenset()
    assert shunned.blocks(store, (ADA,), (BOB, CLEO)) == {(ADA, BOB)}
    assert [one.name for one in shunned.shunned_by(store, ADA)] == ["Cleo", "Bob"]
    shunned.shun(store, ADA, BOB, "mute", "Bob", NOW + 2)
    assert shunned.apart(store, ADA) == frozenset()
    shunned.welcome(store, ADA, BOB)
    assert [one.other for one in shunned.shunned_by(store, ADA)] == [CLEO]


# The lobby.


def test_the_lobby_shows_what_one_looks_for_and_nobody_one_keeps_apart_from(url: str) -> None:
    async def script() -> None:
        async with closing(registry_on(Store(url), Clock())) as registry:
            store = registry.store
            two = await registry.make(
                "stairs", [*persons(ADA), Chair()], ADA, private=False, language="fr"
            )
            three = await registry.make(
                "stairs", [*persons(BOB), bot(), Chair()], BOB, private=False, language="it"
            )
            await registry.make("stairs", [*persons(ADA), Chair()], ADA, private=True)
            yielding = [*persons(ADA), Chair("bot", "Alba", (), "random", yields="random")]
            await registry.make("stairs", yielding, ADA, private=False)

            def ids(wanted: Wanted, person: str = CLEO, apart: tuple[str, ...] = ()) -> set[str]:
                return {one.id for one in open_tables(store, wanted, person, apart, NOW + 1)}

            both = {two.table.config.id, three.table.config.id}
            assert ids(Wanted()) == both, "nobody is at the one where a bot makes room"
            assert ids(Wanted(seats=3)) == {three.table.config.id}
            assert ids(Wanted(language="fr")) == {two.table.config.id}
            assert ids(Wanted(game="neoville")) == set()
            assert ids(Wanted(), ADA) == {three.table.config.id}, "one's own are elsewhere"
            assert ids(Wanted(), CLEO, (BOB,)) == {two.table.config.id}

    asyncio.run(script())


def test_a_level_follows_how_one_played(store: Store) -> None:
    assert level_by(results_lately(store, ADA, "stairs")) == "4"
    assert level_by([("3", True), ("3", True), ("3", False)]) == "4"
    assert level_by([("8", True)] * 9) == "8"
    assert level_by([("1", False)] * 9) == "1"
    assert level_by([("4", True), ("4", False), ("4", False)]) == "4"


# Forgetting.


def rows(store: Store, person: str) -> list[int]:
    """What is known of somebody: their row, browsers, whom they shun."""
    with store.reading() as connection:
        return [
            len(connection.execute(sa.select(table).where(table.c.person == person)).all())
            for table in (PEOPLE, PUSHES, SHUNNED)
        ]


def test_who_has_no_game_and_was_not_here_for_long_is_forgotten_with_all_that_is_theirs(
    store: Store,
) -> None:
    claim_name(store, ADA, "Ada", NOW)
    people.keep_push(store, pushed(), "fr", NOW)
    people.keep_mail(store, ADA, "ada@table.example", "fr", NOW)
    shunned.shun(store, ADA, BOB, "mute", "Bob", NOW)
    prune(store, Keeping(), NOW + FORGOTTEN - 1)
    assert rows(store, ADA) == [1, 1, 1]
    people.touch(store, ADA, NOW + FORGOTTEN - 1)
    prune(store, Keeping(), NOW + FORGOTTEN + 1)
    assert rows(store, ADA) == [1, 1, 1], "she was here again"
    prune(store, Keeping(), NOW + 2 * FORGOTTEN)
    assert rows(store, ADA) == [0, 0, 0]
    assert claim_name(store, BOB, "Ada", NOW + 2 * FORGOTTEN) == "Ada"


def test_who_has_a_game_or_made_a_table_that_is_kept_is_not_forgotten(store: Store) -> None:
    async def script(registry: Registry) -> None:
        await registry.make("stairs", [*persons(BOB), bot()], ADA)

    in_registry(store, script)
    for person, name in ((ADA, "Ada"), (BOB, "Bob"), (CLEO, "Cleo")):
        claim_name(store, person, name, NOW)
    prune(store, Keeping(0, 0), NOW + FORGOTTEN + 1, dry=True)
    assert rows(store, CLEO)[0] == 1
    prune(store, Keeping(0, 0), NOW + FORGOTTEN + 1)
    assert [rows(store, person)[0] for person in (ADA, BOB, CLEO)] == [1, 1, 0]
