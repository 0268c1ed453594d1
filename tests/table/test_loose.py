"""Tables that are never stored."""

from __future__ import annotations

import asyncio

from parvis.engine.record import Record
from parvis.table.chair import Chair
from parvis.table.commands import Command, Move, Undo
from parvis.table.pace import AT_ONCE
from parvis.table.registry import Registry
from parvis.table.store import Store
from tests.table.tables import ADA, persons

GAME = "cites-nouvelles"


def test_a_loose_table_is_played_at_and_taken_back_at_and_nothing_is_stored(store: Store) -> None:
    async def play() -> None:
        registry = Registry(store)
        live = registry.make_loose(Record.begin(GAME, 2), persons(ADA, ADA), ADA)
        position = live.table.position
        assert position is not None
        await registry.command(live, Command(ADA, Move(0, position.moves()[0])))
        assert len(live.table.moves) == 1
        await registry.command(live, Command(ADA, Undo(practice=True)))
        assert live.table.moves == []
        assert registry.live_tables == {}

    asyncio.run(play())
    assert store.newest() == 0, "no event was written"


class Looking:
    """Somebody for whom bots play."""

    person = ADA
    household = "here"

    def __init__(self) -> None:
        self.told = asyncio.Event()

    def changed(self) -> None:
        self.told.set()

    def gone(self) -> None:
        raise AssertionError("a loose table is never lost")


def test_bots_play_at_a_loose_table(store: Store) -> None:
    async def play() -> None:
        registry = Registry(store, pace=AT_ONCE)
        chairs = [Chair("bot", "Alba", (), "random"), Chair("bot", "Bruno", (), "random")]
        live = registry.make_loose(Record.begin(GAME, 2), chairs, ADA)
        looking = Looking()
        registry.join(live, looking)
        while not live.table.moves:
            looking.told.clear()
            await looking.told.wait()
        registry.part(live, looking)
        await registry.close()

    asyncio.run(play())
