"""Whom a table waits for: by its fold, in the database, and as it is told."""

from __future__ import annotations

import asyncio

import sqlalchemy as sa

from parvis.table.awaited import NOBODY, awaited, persons_at, tables_by_person, tables_for
from parvis.table.chair import Chair
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.schema import AWAITED
from parvis.table.store import Store
from tests.table.tables import (
    ADA,
    BOB,
    CLEO,
    bot,
    closing,
    first_move,
    in_registry,
    persons,
    registry_on,
    say,
    until,
)


async def written(registry: Registry, live: LiveTable) -> frozenset[str]:
    found = await registry.errands.run(persons_at, registry.store, live.table.config.id)
    assert found == awaited(live.table), "what is written is what the fold tells"
    return found


async def play_turn(registry: Registry, live: LiveTable, person: str) -> None:
    """Until it is another's turn."""
    seat = live.table.turn()
    while live.table.turn() == seat and not live.table.over():
        await registry.command(live, first_move(live, person))


def test_a_table_waits_for_who_is_on_turn_and_in_the_end_for_nobody(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 1})
        assert await written(registry, live) == {ADA}
        await play_turn(registry, live, ADA)
        assert await written(registry, live) == {BOB}
        while not live.table.over():
            await registry.command(
                live, first_move(live, live.table.chairs[live.table.turn() or 0].persons[0])
            )
        assert await written(registry, live) == NOBODY

    in_registry(store, script)


def test_all_browsers_of_a_seat_are_waited_for_and_nobody_while_a_bot_sits_in(
    store: Store,
) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        await registry.command(live, say("link", CLEO, seat=0, name=""))
        assert await written(registry, live) == {ADA, CLEO}
        await registry.command(live, say("bot_in", ADA, seat=0, bot="random"))
        assert ADA not in await written(registry, live)
        alone = await registry.make("stairs", [Chair(), bot()], BOB)
        assert await written(registry, alone) == NOBODY, "nobody sits there yet"
        await registry.command(alone, say("take", BOB, seat=0, name="Bob"))
        assert await written(registry, alone) == {BOB}

    in_registry(store, script)


def test_who_has_not_answered_is_waited_for(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB, CLEO), ADA)
        await play_turn(registry, live, ADA)
        await registry.command(live, say("undo", ADA))
        assert await written(registry, live) == {BOB, CLEO}
        await registry.command(live, say("vote", CLEO, yes=True))
        assert await written(registry, live) == {BOB}, "on turn, and asked"
        await registry.command(live, say("vote", BOB, yes=True))
        assert await written(registry, live) == {ADA}, "who has taken back"

    in_registry(store, script)


def test_an_append_that_fails_changes_nothing_in_memory(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB, CLEO), ADA)
        await play_turn(registry, live, ADA)
        table = live.table
        kept = (table.n, [*table.chairs], [*table.log], [*table.moves], dict(table.commands))
        seen = {person: set(seats) for person, seats in table.seen.items()}
        for command in (say("undo", ADA, "asking 1"), say("leave", CLEO, "leaving 1", seat=2)):
            from parvis.table.decisions import decide

            outcome = decide(table, command)
            table.ahead(outcome.numbered(table.n, 0.0), outcome.position)
        assert kept == (table.n, table.chairs, table.log, table.moves, table.commands)
        assert table.seen == seen
        assert table.asked is None

    in_registry(store, script)


def test_a_lesson_waits_for_nobody(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA, purpose="lesson")
        assert await written(registry, live) == NOBODY

    in_registry(store, script)


def test_what_is_not_written_as_it_is_is_put_right_when_the_table_is_opened(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        id = live.table.config.id
        with store.writing() as connection:
            connection.execute(sa.delete(AWAITED))
            wrong = {"person": CLEO, "table_id": id, "since": 0.0}
            connection.execute(sa.insert(AWAITED), wrong)
        del registry.live_tables[id]
        assert await written(registry, await registry.open(id)) == {ADA}
        assert tables_for(store, CLEO) == NOBODY
        assert tables_by_person(store, frozenset((ADA, BOB))) == {ADA: {id}, BOB: NOBODY}

    in_registry(store, script)


class Told:
    """What one person was told last, and how often."""

    def __init__(self) -> None:
        self.tables: frozenset[str] | None = None
        self.times = 0

    def __call__(self, tables: frozenset[str]) -> None:
        self.tables, self.times = tables, self.times + 1


def test_whoever_listens_is_told_by_any_server_and_after_a_restart(url: str) -> None:
    async def script() -> None:
        async with (
            closing(registry_on(Store(url))) as here,
            closing(registry_on(Store(url))) as there,
        ):
            here.start()
            there.start()
            ada, bob = Told(), Told()
            here.waiting.listen(ADA, ada)
            await until(lambda: ada.tables == NOBODY)
            live = await here.make("stairs", persons(ADA, BOB), ADA)
            id = live.table.config.id
            assert ada.tables == frozenset({id}), "at once"
            there.waiting.listen(BOB, bob)
            await until(lambda: bob.tables == NOBODY)
            await play_turn(here, live, ADA)
            assert ada.tables == NOBODY
            await until(lambda: bob.tables == frozenset({id}))
            far = await there.open(id)
            await play_turn(there, far, BOB)
            assert bob.tables == NOBODY
            await until(lambda: ada.tables == frozenset({id}))
            here.waiting.leave(ADA, ada)
            assert not here.waiting.listeners
            assert not here.waiting.known
        async with closing(registry_on(Store(url))) as again:
            again.start()
            later = Told()
            again.waiting.listen(ADA, later)
            await until(lambda: later.tables == frozenset({id}))
            again.heard("", 0)
            await until(lambda: not again.waiting.unsure)

    asyncio.run(script())


def test_a_move_that_changes_nothing_for_a_listener_tells_nothing(store: Store) -> None:
    async def script(registry: Registry) -> None:
        registry.spawn(registry.waiting.run())
        told = Told()
        registry.waiting.listen(CLEO, told)
        await until(lambda: told.times == 1)
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        await play_turn(registry, live, ADA)
        await registry.command(live, say("chat", BOB, text="hello"))
        await asyncio.sleep(0)
        assert told.times == 1

    in_registry(store, script)
