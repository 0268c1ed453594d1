"""The last session of a person, told to all servers of a database."""

from __future__ import annotations

import asyncio

from parvis.table.errands import Errands
from parvis.table.sessions import Sessions
from parvis.table.store import Store
from tests.table.tables import ADA, BOB, Clock

A_YEAR = 365 * 86_400.0


def test_a_session_ends_for_servers_that_share_the_database_and_after_a_restart(
    store: Store,
) -> None:
    async def script() -> None:
        told: list[tuple[str, int]] = []
        here = Sessions(store, Errands(), A_YEAR)
        there = Sessions(
            store, Errands(), A_YEAR, lambda person, number: told.append((person, number))
        )
        await there.hear()
        for person, number in ((ADA, 1), (ADA, 2), (BOB, 1)):
            await here.begin(person, number)
        assert (here.current(ADA), here.current(BOB)) == (2, 1)
        assert there.current(ADA) == 0
        await there.hear()
        await there.hear()
        assert sorted(told) == [(ADA, 2), (BOB, 1)]
        later = Sessions(store, Errands(), A_YEAR)
        await later.hear()
        assert (later.current(ADA), later.current("nobody")) == (2, 0)

    asyncio.run(script())


def test_of_sessions_that_begin_at_once_at_two_servers_the_last_is_good(store: Store) -> None:
    async def script() -> None:
        here, there = Sessions(store, Errands(), A_YEAR), Sessions(store, Errands(), A_YEAR)
        both = zip((here, there) * 5, range(10, 0, -1), strict=True)
        await asyncio.gather(*(server.begin(ADA, number) for server, number in both))
        assert here.since(0) == [(ADA, 10)]
        await there.begin(ADA, 3)
        assert there.current(ADA) == 10, "a server learns what it had not heard of"

    asyncio.run(script())


def test_a_server_can_ask_at_once_what_others_know_of_a_person(store: Store) -> None:
    async def script() -> None:
        here, there = Sessions(store, Errands(), A_YEAR), Sessions(store, Errands(), A_YEAR)
        await here.begin(ADA, 7)
        await there.learn(ADA)
        await there.learn(BOB)
        assert (there.current(ADA), there.current(BOB)) == (7, 0)

    asyncio.run(script())


def test_a_session_has_a_greater_number_than_any_that_was_given_out_before(store: Store) -> None:
    clock = Clock()
    clock.now = 2_000_000_000.0
    sessions = Sessions(store, Errands(), A_YEAR, clock=clock)
    held_back = sessions.after(0)
    assert sessions.after(0) == held_back, "a form that is sent twice asks for the same"
    clock.now += 1
    assert sessions.after(0) > held_back
    assert sessions.after(sessions.after(0)) > sessions.after(0)


def test_numbers_go_on_after_what_is_known_of_a_person_was_forgotten(store: Store) -> None:
    async def script() -> None:
        clock = Clock()
        clock.now = 2_000_000_000.0
        here = Sessions(store, Errands(), A_YEAR, clock=clock)
        first = here.after(0)
        await here.begin(ADA, first)
        clock.now += A_YEAR + 1
        await here.begin(BOB, here.after(0))
        there = Sessions(store, Errands(), A_YEAR, clock=clock)
        await there.hear()
        assert there.current(ADA) == 0
        await there.begin(ADA, there.after(first))
        await here.hear()
        assert there.current(ADA) == here.current(ADA) > first

    asyncio.run(script())


def test_what_no_cookie_can_remember_is_not_kept(store: Store) -> None:
    async def script() -> None:
        clock = Clock()
        sessions = Sessions(store, Errands(), A_YEAR, clock=clock)
        await sessions.begin(ADA, 1)
        clock.now += A_YEAR + 1
        await sessions.begin(BOB, 1)
        assert sessions.since(0) == [(BOB, 1)]

    asyncio.run(script())
