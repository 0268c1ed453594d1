"""Clocks at a table: the fold alone tells them; what happens at zero, at one server or several."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

import pytest
import sqlalchemy as sa

from parvis.table.awaited import persons_at
from parvis.table.chair import Chair
from parvis.table.clocks import Clocks
from parvis.table.decisions import Refused, made_good, time_up
from parvis.table.live_table import LiveTable
from parvis.table.outages import due_tables
from parvis.table.registry import Registry
from parvis.table.schema import CLOCKS_KEPT, TABLES
from parvis.table.store import Store
from parvis.table.table import Table, fold
from parvis.table.timing import A_DAY, AN_HOUR, AtZero, Timing, usual_timing
from tests.table.tables import (
    ADA,
    BOB,
    CLEO,
    Clock,
    CountedIds,
    Watcher,
    bot,
    closing,
    first_move,
    in_registry,
    persons,
    registry_on,
    say,
    until,
)

CAP, REFILL = 5 * A_DAY, 2 * A_DAY


def timed(zero: AtZero = "bot", night: tuple[int, int] | None = None) -> Timing:
    return usual_timing("days", zero, night)


async def make(
    registry: Registry, chairs: Sequence[Chair], timing: Timing, rounds: int = 2
) -> LiveTable:
    return await registry.make("stairs", [*chairs], ADA, {"rounds": rounds}, timing=timing)


async def play_turn(registry: Registry, live: LiveTable) -> None:
    """The person to decide plays until it is another's turn."""
    seat = live.table.turn()
    assert seat is not None
    while live.table.turn() == seat:
        await registry.command(live, first_move(live, live.table.chairs[seat].persons[0]))


def clocks_of(table: Table) -> Clocks:
    assert table.clocks is not None
    return table.clocks


def left(live: LiveTable, clock: Clock) -> tuple[float, ...]:
    return clocks_of(live.table).now(clock.now).left


def kinds(table: Table) -> list[str]:
    return [entry.key for entry in table.log if entry.kind != "move"]


def folded(store: Store, live: LiveTable) -> Table:
    """The table as another server reads it: from the log, with its snapshot."""
    stored = store.load(live.table.config.id)
    assert stored is not None
    return fold(stored)


def due(store: Store, live: LiveTable) -> float | None:
    with store.reading() as connection:
        row = sa.select(TABLES.c.due).where(TABLES.c.id == live.table.config.id)
        found: float | None = connection.execute(row).scalar()
        return found


def attended(store: Store, clock: Clock) -> None:
    """Some server was there until now, and has said so all the time."""
    with store.writing() as connection:
        connection.execute(sa.update(CLOCKS_KEPT).values(at=clock.now))


# The fold.


def test_a_table_without_timing_has_no_clock_and_its_events_say_nothing_of_it(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        await registry.command(live, first_move(live, ADA))
        assert live.table.clocks is None
        stored = store.load(live.table.config.id)
        assert stored is not None
        assert [set(event.data) for event in stored.events] == [{"chairs"}, {"text"}]
        assert due(store, live) is None

    in_registry(store, script)


def test_time_goes_by_for_who_is_to_decide_and_a_turn_brings_some_back(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB), timed())
        assert left(live, clock) == (CAP, CAP)
        clock.now += 3 * A_DAY
        assert left(live, clock) == (CAP - 3 * A_DAY, CAP)
        assert due(store, live) == clock.now + 2 * A_DAY
        await play_turn(registry, live)
        assert left(live, clock) == (CAP - 3 * A_DAY + REFILL, CAP)
        clock.now += A_DAY
        await play_turn(registry, live)
        assert left(live, clock) == (CAP - A_DAY, CAP), "no more than the cap"
        clock.now += 0.5 * A_DAY
        # The fold of the log, with and without its snapshot, tells the same.
        stored = store.load(live.table.config.id)
        assert stored is not None
        for kept in (stored, replace(stored, snapshot=None)):
            again = clocks_of(fold(kept))
            assert again == live.table.clocks
            assert again.now(clock.now).left == left(live, clock)

    in_registry(store, script, clock)


def test_several_decisions_of_one_turn_are_one_turn(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB), timed())
        clock.now += A_DAY
        await registry.command(live, first_move(live, ADA))
        assert live.table.turn() == 0, "the example's turn has several decisions"
        assert left(live, clock)[0] == CAP - A_DAY
        await play_turn(registry, live)
        assert left(live, clock)[0] == CAP

    in_registry(store, script, clock)


def test_clocks_wait_for_open_seats_and_bots_have_none(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, [*persons(ADA), Chair()], timed())
        clock.now += 9 * A_DAY
        assert left(live, clock) == (CAP, CAP)
        assert due(store, live) is None
        await registry.command(live, say("take", BOB, seat=1, name="Bob"))
        clock.now += A_DAY
        assert left(live, clock) == (CAP - A_DAY, CAP)
        await registry.command(live, say("bot_in", ADA, seat=0, bot="random"))
        assert clocks_of(live.table).running is None

    in_registry(store, script, clock)


def test_at_night_clocks_stand_still(store: Store) -> None:
    clock = Clock()
    clock.now = 10 * A_DAY + 20 * AN_HOUR  # eight in the evening, by UTC

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB), timed(night=(22, 8)))
        clock.now += A_DAY
        assert left(live, clock)[0] == CAP - 14 * AN_HOUR
        found = due(store, live)
        assert found is not None
        assert live.table.timing is not None
        assert live.table.timing.counted(live.table.at, found) == CAP

    in_registry(store, script, clock)


def test_taking_back_gives_the_turn_and_its_clock_back(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB), timed())
        await play_turn(registry, live)
        assert clocks_of(live.table).running == 1
        await registry.command(live, say("undo", ADA))
        await registry.command(live, say("vote", BOB, yes=True))
        assert clocks_of(live.table).running == 0
        assert folded(store, live).clocks == live.table.clocks

    in_registry(store, script, clock)


# Zero.


def test_before_zero_nothing_happens(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB), timed())
        clock.now += CAP - 1.0
        assert time_up(live.table, clock.now) is None
        await registry.timekeeper.round()
        assert kinds(live.table) == []

    in_registry(store, script, clock)


def test_at_zero_a_bot_sits_in_until_the_person_is_back(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB), timed("bot"), rounds=4)
        clock.now += CAP
        await registry.timekeeper.round()
        assert kinds(live.table) == ["table.log.time.bot"]
        with pytest.raises(Refused) as caught:
            await registry.command(live, say("bot_out", ADA, seat=0))
        assert caught.value.key == "table.refused.time_up", "this turn is the bot's"
        await until(lambda: live.table.turn() == 1)  # though nobody looks
        assert left(live, clock)[0] <= 0.0, "what a bot plays brings nothing back"
        await registry.command(live, say("bot_out", ADA, seat=0))
        assert left(live, clock)[0] == REFILL, "time for a turn"
        assert await registry.errands.run(persons_at, store, live.table.config.id) == {BOB}

    in_registry(store, script, clock)


def test_at_zero_the_others_may_wait_and_are_told_once(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB), timed("wait"))
        clock.now += CAP + A_DAY
        for _ in range(3):
            await registry.timekeeper.round()
            clock.now += A_DAY
        assert kinds(live.table) == ["table.log.time.wait"]
        assert clocks_of(live.table).up
        assert due(store, live) is None
        assert live.table.turn() == 0
        await play_turn(registry, live)
        assert not clocks_of(live.table).up
        assert left(live, clock)[0] == REFILL, "one is not punished twice"

    in_registry(store, script, clock)


def test_at_zero_a_seat_may_be_given_up_and_between_two_the_other_wins(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB), timed("give_up"))
        await play_turn(registry, live)
        clock.now += CAP
        await registry.timekeeper.round()
        assert live.table.over()
        assert live.table.winners() == [0]
        assert live.table.stopped is not None
        assert live.table.stopped.why == "time"
        assert due(store, live) is None
        (listed,) = store.of_person(ADA)
        assert (listed.over, listed.turn, listed.stopped) == (True, None, "time")
        assert await registry.errands.run(persons_at, store, live.table.config.id) == frozenset()

    in_registry(store, script, clock)


def test_of_three_the_one_whose_time_is_up_is_played_on_by_a_bot(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB, CLEO), timed("give_up"), rounds=1)
        clock.now += CAP
        await registry.timekeeper.round()
        assert not live.table.over()
        assert live.table.chairs[0].given_up
        await until(lambda: live.table.turn() == 1)
        with pytest.raises(Refused) as caught:
            await registry.command(live, say("bot_out", ADA, seat=0))
        assert caught.value.key == "table.refused.given_up"
        while not live.table.over():
            await play_turn(registry, live)
        assert 0 not in live.table.winners()
        assert live.table.winners()

    in_registry(store, script, clock)


# Servers.


def test_of_two_servers_that_notice_one_appends(url: str) -> None:
    clock = Clock()

    async def whole() -> None:
        stores = [Store(url), Store(url)]
        async with (
            closing(registry_on(stores[0], clock, CountedIds())) as here,
            closing(registry_on(stores[1], clock, CountedIds())) as there,
        ):
            live = await make(here, persons(ADA, BOB), timed("wait"))
            id = live.table.config.id
            other = await there.open(id)
            for turn in range(4):
                clock.now += 2 * CAP
                await asyncio.gather(here.timekeeper.round(), there.timekeeper.round())
                stored = stores[0].load(id)
                assert stored is not None
                assert [event.kind for event in stored.events].count("time") == turn + 1
                await here.writer.catch_up(live)
                await there.writer.catch_up(other)
                assert live.table.clocks == other.table.clocks
                await play_turn(here, live)
                await there.writer.catch_up(other)

    asyncio.run(whole())


def test_a_server_that_starts_does_what_is_due_at_tables_that_nobody_opened(store: Store) -> None:
    clock, ids = Clock(), CountedIds()

    async def first(registry: Registry) -> str:
        live = await make(registry, persons(ADA, BOB), timed("give_up"))
        await registry.timekeeper.beat()
        return live.table.config.id

    id = str(asyncio.run(run_in(store.url.render_as_string(False), first, clock, ids)))
    clock.now += CAP - 10.0

    async def second(registry: Registry) -> None:
        attended(store, clock)
        await registry.timekeeper.beat()
        ((found, at),) = due_tables(store, clock.now + 20.0)
        assert found == id
        assert at - clock.now == pytest.approx(10.0)
        clock.now += 10.0
        await registry.timekeeper.round()
        assert registry.live_tables[id].table.over()

    asyncio.run(run_in(store.url.render_as_string(False), second, clock, ids))


async def run_in(url: str, script: object, clock: Clock, ids: CountedIds) -> object:
    """A script in a registry of its own, on its own connections."""
    assert callable(script)
    async with closing(registry_on(Store(url), clock, ids)) as registry:
        return await script(registry)


def test_a_night_without_any_server_is_nobodys_time(store: Store) -> None:
    clock, ids = Clock(), CountedIds()
    url = store.url.render_as_string(False)
    made = ""

    async def first(registry: Registry) -> str:
        live = await make(registry, persons(ADA, BOB), timed("give_up"))
        clock.now += CAP - AN_HOUR
        await registry.timekeeper.keep()
        return live.table.config.id

    async def second(registry: Registry) -> None:
        clock.now += 9 * AN_HOUR
        live = await registry.open(made)
        assert kinds(live.table) == ["table.log.stood"]
        assert left(live, clock)[0] == pytest.approx(AN_HOUR)
        await registry.timekeeper.round()
        assert not live.table.over()
        assert folded(store, live).clocks == live.table.clocks
        clock.now += AN_HOUR
        await registry.timekeeper.round()
        assert live.table.over()

    async def third(registry: Registry) -> None:
        live = await registry.open(made)
        assert kinds(live.table).count("table.log.stood") == 1, "it is given back once"

    made = str(asyncio.run(run_in(url, first, clock, ids)))
    asyncio.run(run_in(url, second, clock, ids))
    asyncio.run(run_in(url, third, clock, ids))


def test_who_was_at_the_very_end_when_the_server_stopped_has_some_minutes(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, persons(ADA, BOB), timed())
        clock.now += CAP - 1.0
        outcome = made_good(live.table, [(clock.now, clock.now + 600.0)], 300.0)
        assert outcome is not None
        clock.now += 600.0
        live.table.take(outcome.numbered(live.table.n, clock.now), None)
        assert left(live, clock)[0] == 300.0

    in_registry(store, script, clock)


def test_a_short_stop_is_no_outage_and_with_no_clock_nothing_is_written(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        keeper = registry.timekeeper
        await keeper.beat()
        clock.now += 9 * A_DAY
        await keeper.beat()  # there is no clock: nobody has to say that they are there
        live = await make(registry, persons(ADA, BOB), timed())
        clock.now += 15.0
        await keeper.beat()
        clock.now += 50.0
        await keeper.beat()
        assert kinds(live.table) == []
        clock.now += 500.0
        await keeper.beat()
        assert kinds(live.table) == ["table.log.stood"], "as when a laptop slept"

    in_registry(store, script, clock)


def test_bots_play_on_where_people_take_their_time_though_nobody_looks(store: Store) -> None:
    clock = Clock()

    async def script(registry: Registry) -> None:
        live = await make(registry, [bot(), *persons(ADA)], timed())
        assert live.table.turn() == 0
        await registry.timekeeper.round()
        await until(lambda: live.table.turn() == 1)
        unhurried = await registry.make("stairs", [bot(), *persons(ADA)], ADA)
        registry.bots.wake(unhurried)
        assert unhurried.bot_task is None, "without a clock as ever: somebody has to look"

    in_registry(store, script, clock)


def test_the_scheduler_wakes_when_something_is_due_sooner(store: Store) -> None:
    async def script(registry: Registry) -> None:
        keeper = registry.timekeeper
        assert await keeper.round() == 20.0
        await make(registry, persons(ADA, BOB), replace(timed("wait"), cap=0.2, refill=0.1))
        assert keeper.sooner.is_set()
        registry.start()
        live = next(iter(registry.live_tables.values()))
        await until(lambda: kinds(live.table) == ["table.log.time.wait"])

    in_registry(store, script)


# Three days.


def test_a_game_over_three_days_with_a_restart(store: Store) -> None:
    """Ada and Bob play some turns a day; in the second night the server is restarted."""
    clock, ids = Clock(), CountedIds()
    clock.now = 20_000 * A_DAY + 9 * AN_HOUR
    url = store.url.render_as_string(False)
    timing = Timing("hours", A_DAY, 8 * AN_HOUR, "bot", (22, 8), "UTC")

    async def first_day(registry: Registry) -> str:
        live = await make(registry, persons(ADA, BOB), timing, rounds=6)
        for _ in range(4):
            clock.now += 3 * AN_HOUR
            attended(store, clock)
            await registry.timekeeper.round()
            await play_turn(registry, live)
        # It is nine in the evening, and Ada is to play.
        assert left(live, clock) == (A_DAY, A_DAY)
        await registry.timekeeper.keep()
        return live.table.config.id

    id = str(asyncio.run(run_in(url, first_day, clock, ids)))
    # The server is away from nine to eleven at night: one of these hours would have counted.
    clock.now += 2 * AN_HOUR

    async def second_day(registry: Registry) -> None:
        live = await registry.open(id)
        assert left(live, clock)[0] == A_DAY
        clock.now += 11 * AN_HOUR  # ten in the morning
        assert left(live, clock)[0] == A_DAY - 2 * AN_HOUR
        attended(store, clock)
        await play_turn(registry, live)
        assert clocks_of(live.table).running == 1
        clock.now += 26 * AN_HOUR  # noon of the third day: fourteen and two hours have counted
        attended(store, clock)
        await registry.timekeeper.round()
        assert left(live, clock)[1] == A_DAY - 16 * AN_HOUR
        await registry.timekeeper.keep()

    asyncio.run(run_in(url, second_day, clock, ids))

    async def third_day(registry: Registry) -> None:
        live = await registry.open(id)
        assert live.table.turn() == 1
        clock.now += 8 * AN_HOUR  # Bob does not come: at eight in the evening his time is up
        attended(store, clock)
        await registry.timekeeper.round()
        assert kinds(live.table) == ["table.log.stood", "table.log.time.bot"]
        await until(lambda: live.table.turn() == 0)
        watcher = Watcher(BOB)
        registry.join(live, watcher)
        await registry.command(live, say("bot_out", BOB, seat=1))
        while not live.table.over():
            await play_turn(registry, live)
        registry.part(live, watcher)
        assert live.table.stopped is None, "played to its end"
        live.table.record().verify()

    asyncio.run(run_in(url, third_day, clock, ids))
