"""How long tables are kept, which are never touched, and what people are told afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from parvis.table.decisions import Refused
from parvis.table.live_table import LiveTable
from parvis.table.pruning import TOLD, Keeping, Removed, prune, removed, removed_of
from parvis.table.registry import NoTable, Registry
from parvis.table.schema import CHAIRS, EVENTS, REMOVED, SNAPSHOTS, TABLES
from parvis.table.store import A_DAY, Store
from parvis.table.stored import StoredTable
from tests.table.tables import (
    ADA,
    BOB,
    Clock,
    Watcher,
    closing,
    first_move,
    in_registry,
    persons,
    registry_on,
    say,
)

FOR_EVER = Keeping(0, 0)


async def ended(registry: Registry) -> LiveTable:
    live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 1})
    while (turn := live.table.turn()) is not None:
        await registry.command(live, first_move(live, (ADA, BOB)[turn]))
    return live


async def begun(registry: Registry) -> LiveTable:
    live = await registry.make("stairs", persons(ADA, BOB), ADA)
    await registry.command(live, first_move(live, ADA))
    return live


async def unbegun(registry: Registry) -> LiveTable:
    live = await registry.make("stairs", persons(ADA, BOB), ADA)
    await registry.command(live, say("chat", ADA, text="is anybody there?"))
    return live


def made(
    store: Store, *which: Callable[[Registry], Awaitable[LiveTable]]
) -> tuple[list[str], float]:
    """Some tables, and the time at which all were last touched; a newer one keeps them company."""
    clock = Clock()

    async def script(registry: Registry) -> list[str]:
        lives = [await make(registry) for make in which]
        ids = [live.table.config.id for live in lives]
        clock.now += 400 * A_DAY
        await registry.make("stairs", persons(BOB, ADA), BOB)
        clock.now -= 400 * A_DAY
        return ids

    return in_registry(store, script, clock), clock.now


def days_later(store: Store, keeping: Keeping, now: float, days: float) -> list[tuple[str, str]]:
    return [(one.table, one.why) for one in prune(store, keeping, now + days * A_DAY)]


def test_by_default_finished_games_stay_and_others_go_after_their_time(store: Store) -> None:
    (over, left, never), now = made(store, ended, begun, unbegun)
    keeping = Keeping()
    assert days_later(store, keeping, now, 6.9) == []
    assert days_later(store, keeping, now, 7.1) == [(never, "unbegun")]
    assert days_later(store, keeping, now, 89.9) == []
    assert days_later(store, keeping, now, 90.1) == [(left, "untouched")]
    assert days_later(store, keeping, now, 399) == []
    assert store.load(over) is not None
    assert store.load(left) is None


def test_finished_games_go_if_the_operator_says_so_and_nothing_goes_if_they_say_that(
    store: Store,
) -> None:
    (over, _), now = made(store, ended, begun)
    assert days_later(store, FOR_EVER, now, 399) == []
    assert days_later(store, Keeping(30, 0), now, 29) == []
    assert days_later(store, Keeping(30, 0), now, 31) == [(over, "finished")]


def test_nothing_is_left_of_a_table_but_a_line_for_its_people(store: Store) -> None:
    [id], now = made(store, begun)
    [gone] = prune(store, Keeping(), now + 91 * A_DAY)
    with store.reading() as connection:
        for table in (EVENTS, SNAPSHOTS, CHAIRS):
            rows = sa.select(table).where(table.c.table_id == id)
            assert connection.execute(rows).first() is None
        assert connection.execute(sa.select(TABLES).where(TABLES.c.id == id)).first() is None
        persons = sa.select(REMOVED.c.person).where(REMOVED.c.table_id == id)
        assert set(connection.execute(persons).scalars()) == {"", ADA, BOB}
    assert (gone.last, gone.at) == (now, now + 91 * A_DAY)
    told = removed(store, id)
    assert told == Removed(id, "stairs", "untouched", gone.at), "its last event is forgotten"
    assert (told.why, told.at) == ("untouched", gone.at)
    assert [one.table for one in removed_of(store, ADA, gone.at)] == [id]
    assert removed_of(store, ADA, gone.at + 15 * A_DAY) == []
    assert removed_of(store, "nobody", gone.at) == []


def test_what_is_told_of_removed_tables_is_forgotten_in_time(store: Store) -> None:
    [id], now = made(store, begun)
    later = now + 91 * A_DAY
    prune(store, Keeping(), later)
    prune(store, Keeping(), later + TOLD - 1)
    assert removed(store, id) is not None
    prune(store, Keeping(), later + TOLD + 1)
    assert removed(store, id) is None


def test_a_table_that_is_open_here_or_elsewhere_is_not_touched(store: Store) -> None:
    (here, elsewhere), now = made(store, begun, begun)
    store.call_roll("another server", 1, {(elsewhere, ADA)}, ())
    assert prune(store, Keeping(), now + 91 * A_DAY, spared=(here,)) == []
    store.call_roll("another server", 2, set(), ())
    found = prune(store, Keeping(), now + 91 * A_DAY)
    assert {one.table for one in found} == {here, elsewhere}


def test_the_table_of_the_newest_event_stays_so_that_no_number_comes_twice(store: Store) -> None:
    clock = Clock()
    in_registry(store, unbegun, clock)
    assert prune(store, Keeping(), clock.now + 8 * A_DAY) == []


def test_a_trial_says_the_same_and_removes_nothing(store: Store) -> None:
    ids, now = made(store, begun, unbegun)
    later = now + 91 * A_DAY
    trial = prune(store, Keeping(), later, dry=True)
    assert {one.table for one in trial} == set(ids)
    assert prune(store, Keeping(), later) == trial


def test_tables_go_in_small_batches(store: Store) -> None:
    _, now = made(store, *[unbegun] * 5)
    later = now + 8 * A_DAY
    assert [len(prune(store, Keeping(), later, most=2)) for _ in range(4)] == [2, 2, 1, 0]


# The server.


def test_a_server_prunes_when_it_is_idle_and_not_while_people_play(store: Store) -> None:
    [id], now = made(store, begun)
    clock = Clock()
    clock.now = now + 91 * A_DAY

    async def rounds(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        await registry.command(live, first_move(live, ADA))
        await registry.caretaker.round()
        assert store.load(id) is not None, "someone has just played"
        await registry.caretaker.round()
        assert store.load(id) is None
        with pytest.raises(NoTable) as none:
            await registry.open(id)
        assert none.value.removed is not None

    in_registry(store, rounds, clock)


def test_play_without_end_does_not_put_it_off_for_ever(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.table.caretaker.BUSY", 2)
    [id], now = made(store, begun)
    clock = Clock()
    clock.now = now + 91 * A_DAY

    async def rounds(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        for _ in range(3):
            assert store.load(id) is not None
            await registry.command(live, say("chat", ADA, text="on and on"))
            await registry.caretaker.round()
        assert store.load(id) is None

    in_registry(store, rounds, clock)


def test_a_table_in_memory_that_another_server_removed_is_given_up_in_words(store: Store) -> None:
    clock = Clock()

    async def whole() -> None:
        async with closing(registry_on(store, clock)) as registry:
            live = await begun(registry)
            await registry.make("stairs", persons(BOB, ADA), BOB)
            watcher = Watcher(BOB)
            registry.join(live, watcher)
            assert prune(store, Keeping(), clock.now + 91 * A_DAY)
            with pytest.raises(Refused) as refused:
                await registry.command(live, first_move(live, (ADA, BOB)[live.table.turn() or 0]))
            assert refused.value.key == "table.refused.gone"
            assert watcher.closed
            with pytest.raises(NoTable):
                await registry.open(live.table.config.id)

    asyncio.run(whole())


def test_a_table_that_is_removed_while_it_is_opened_is_told_as_removed(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    [id], now = made(store, begun)
    load = store.load

    def late(table: str) -> StoredTable | None:
        kept = load(table)
        assert prune(store, Keeping(), now + 91 * A_DAY)
        return kept

    async def opened(registry: Registry) -> None:
        monkeypatch.setattr(store, "load", late)
        with pytest.raises(NoTable) as none:
            await registry.open(id)
        assert none.value.removed is not None
        assert none.value.removed.why == "untouched"
        assert not registry.live_tables

    in_registry(store, opened)


def test_an_idle_server_leaves_nothing_in_the_log_beside_an_sqlite_file(store: Store) -> None:
    if not store.sqlite:
        pytest.skip("PostgreSQL has no such file")
    beside = f"{store.url.database}-wal"

    async def rounds(registry: Registry) -> None:
        await begun(registry)
        assert Path(beside).stat().st_size > 0
        await registry.caretaker.round()
        await registry.caretaker.round()
        assert Path(beside).stat().st_size == 0

    in_registry(store, rounds)
