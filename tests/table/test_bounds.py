"""What one table may hold: so much talk, so many events, and always its moves."""

from __future__ import annotations

import pytest

from parvis.table import decisions
from parvis.table.decisions import Refused
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.store import Store
from tests.table.tables import ADA, BOB, Watcher, first_move, in_registry, persons, say, until


async def refusal(registry: Registry, live: LiveTable, kind: str, **data: object) -> str:
    with pytest.raises(Refused) as refused:
        await registry.command(live, say(kind, ADA, None, **data))
    return refused.value.key


def test_a_table_keeps_so_many_lines_of_chat_and_refuses_more_in_words(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "MOST_CHAT", 3)

    async def talk(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        for number in range(3):
            await registry.command(live, say("chat", ADA, text=f"line {number}"))
        assert await refusal(registry, live, "chat", text="more") == "table.refused.chat_full"
        assert len(live.table.chat) == 3
        await registry.command(live, first_move(live, ADA))

    in_registry(store, talk)


def test_a_full_log_takes_moves_to_the_end_of_the_game_and_nothing_else(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "MOST_EVENTS", 4)

    async def fill(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 2})
        while live.table.n < 4:
            await registry.command(live, say("chat", ADA, text="x"))
        assert await refusal(registry, live, "chat", text="x") == "table.refused.log_full"
        await registry.command(live, first_move(live, ADA))
        assert await refusal(registry, live, "undo", practice=True) == "table.refused.log_full"
        assert await refusal(registry, live, "leave", seat=0) == "table.refused.log_full"
        while (turn := live.table.turn()) is not None:
            await registry.command(live, first_move(live, (ADA, BOB)[turn]))
        assert live.table.over()

    in_registry(store, fill)


def test_a_full_log_still_takes_a_bot_for_who_is_away_once_a_seat(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decisions, "MOST_EVENTS", 1)

    async def left_alone(registry: Registry) -> None:
        live = await registry.make("stairs", persons(BOB, ADA), ADA, {"rounds": 2})
        await registry.command(live, say("chat", ADA, text="x"))
        registry.dispatcher.patience = 0.0  # Bob is away
        registry.join(live, Watcher(ADA))
        await registry.command(live, say("bot_in", ADA, seat=0, bot="random"))
        assert await refusal(registry, live, "bot_in", seat=0) == "table.refused.taken"
        assert await refusal(registry, live, "bot_out", seat=0) == "table.refused.log_full"
        await until(lambda: live.table.turn() == 1)

    in_registry(store, left_alone)


def test_the_bounds_are_far_above_any_real_game() -> None:
    longest = 3_000  # moves; no game of the shelf comes near it
    assert 3 * longest < decisions.MOST_EVENTS
    # In bytes a table is bounded too: a line has at most four of them for each character.
    assert decisions.MOST_CHAT * decisions.LONGEST_CHAT * 4 <= 2_000_000


def test_unfinished_tables_are_counted_for_who_made_them(store: Store) -> None:
    async def make(registry: Registry) -> None:
        for _ in range(3):
            live = await registry.make("stairs", persons(ADA, BOB), ADA, {"rounds": 1})
        while (turn := live.table.turn()) is not None:
            await registry.command(live, first_move(live, (ADA, BOB)[turn]))

    in_registry(store, make)
    assert store.unfinished(ADA) == 2
    assert store.unfinished(BOB) == 0
