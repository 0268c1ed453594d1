"""Games that begin from a position, at a table that is kept."""

from __future__ import annotations

import asyncio

import pytest

import parvis
from parvis.engine.record import Record, RecordError
from parvis.table.commands import Command, Move
from parvis.table.pruning import Keeping, prune
from parvis.table.registry import Registry
from parvis.table.store import A_DAY, Store
from tests.table.tables import ADA, BOB, persons

GAME = "cites-nouvelles"


def middle(seed: int = 7, moves: int = 12) -> str:
    """A position some moves into a game."""
    position = parvis.start(GAME, seats=2, seed=seed)
    for _ in range(moves):
        position.play(position.moves()[0])
    return position.text()


async def played_out(registry: Registry, id: str) -> None:
    live = await registry.open(id)
    table = live.table
    while (seat := table.turn()) is not None:
        assert table.position is not None
        move = table.position.moves()[0]
        await registry.command(live, Command((ADA, BOB)[seat], Move(table.moved, move)))


def test_a_game_from_a_position_goes_on_after_a_restart_and_is_verified(store: Store) -> None:
    origin = middle()

    async def begin() -> str:
        registry = Registry(store)
        live = await registry.make(GAME, persons(ADA, BOB), ADA, origin=origin)
        position = live.table.position
        assert position is not None
        assert position.moves() == parvis.read_position(origin).moves()
        assert "from:" not in live.table.record().text(), "what is hidden there is told at the end"
        await registry.command(
            live, Command((ADA, BOB)[position.turn() or 0], Move(0, position.moves()[0]))
        )
        return live.table.config.id

    async def go_on(id: str) -> str:
        registry = Registry(store)
        live = await registry.open(id)
        assert len(live.table.moves) == 1
        await played_out(registry, id)
        return live.table.record().text()

    record = Record.read(asyncio.run(go_on(asyncio.run(begin()))))
    assert record.origin == origin
    assert "the result is right" in record.verify()


def test_its_further_chance_is_the_tables_own() -> None:
    origin = middle()
    texts = {Record.begin(GAME, 2, seed=seed, origin=origin).start().text() for seed in ("1", "2")}
    assert len(texts) == 2
    assert all(text.partition("chance=")[0] == origin.partition("chance=")[0] for text in texts)


@pytest.mark.parametrize(
    ("origin", "reason"),
    [
        ("nonsense", "from: expected game/rules-version first"),
        (middle().replace("seats=2", "seats=3"), "from: "),
        (parvis.start("neoville", seats=2, seed=1).text(), "from: a position of another game"),
    ],
)
def test_what_is_no_position_of_this_game_is_refused(
    store: Store, origin: str, reason: str
) -> None:
    registry = Registry(store)
    with pytest.raises(ValueError, match=reason):
        asyncio.run(registry.make(GAME, persons(ADA, BOB), ADA, origin=origin))


def test_a_record_that_began_elsewhere_is_found_out() -> None:
    record = Record.begin(GAME, 2, seed="1", origin=middle())
    position = record.start()
    while not position.over():
        move = position.moves()[0]
        record = record.with_move(position, move)
        position.play(move)
    text = record.finish(position).text()
    assert Record.read(text).verify()
    other = Record.read(
        text.replace(text.partition("from: ")[2].partition("\n")[0], middle(8).replace(" ", "%20"))
    )
    with pytest.raises(RecordError):
        other.verify()


def test_a_table_for_learning_is_in_no_list_and_kept_for_a_day(store: Store) -> None:
    async def learn() -> str:
        registry = Registry(store, clock=lambda: 1000.0)
        live = await registry.make(GAME, persons(ADA, BOB), ADA, purpose="lesson")
        await registry.make(GAME, persons(BOB, ADA), BOB)  # the newest is never removed
        return live.table.config.id

    lesson = asyncio.run(learn())
    assert [table.id for table in store.of_person(ADA) if table.id == lesson] == []
    assert store.unfinished(ADA) == 0
    assert prune(store, Keeping(), 1000.0 + A_DAY - 1) == []
    assert [gone.table for gone in prune(store, Keeping(), 1000.0 + A_DAY + 1)] == [lesson]
