"""A table folded from its log: by snapshot and tail, or from the first move on, it is the same."""

from __future__ import annotations

import asyncio
import sys
import tracemalloc
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING

import pytest

from parvis.engine.chance import Rng
from parvis.engine.game import REGISTER, register
from parvis.engine.record import Record
from parvis.engine.seeds import keeps
from parvis.table.decisions import Refused
from parvis.table.live_table import LiveTable
from parvis.table.log_writer import SNAPSHOTS
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.stored import StoredTable
from parvis.table.table import TOLD, Table, fold, position_hash
from tests.stairs import GAME
from tests.table.tables import (
    ADA,
    BOB,
    Watcher,
    bot,
    closing,
    first_move,
    in_registry,
    persons,
    registry_on,
    say,
)

if TYPE_CHECKING:
    from _typeshed import TraceFunction

PEOPLE = (ADA, BOB)


async def play(registry: Registry, live: LiveTable, count: int, rng: Rng) -> None:
    """Some moves by whoever is to decide."""
    for _ in range(count):
        position = live.table.position
        assert position is not None
        if position.over():
            return
        seat = position.turn()
        assert seat is not None
        moves = position.moves()
        move = moves[int(rng.below(len(moves)))]
        await registry.command(live, say("move", PEOPLE[seat], n=live.table.n, move=move))


async def a_game(registry: Registry, rounds: int = 20, moves: int = 10_000) -> LiveTable:
    live = await registry.make("stairs", persons(*PEOPLE), ADA, {"rounds": rounds})
    await play(registry, live, moves, Rng(5))
    return live


def same(one: Table, other: Table) -> None:
    assert one.n == other.n
    assert one.moves == other.moves
    assert one.chairs == other.chairs
    assert one.log == other.log
    assert one.chat == other.chat
    assert one.asked == other.asked
    assert one.practice == other.practice
    assert one.position is not None
    assert other.position is not None
    assert one.position.text() == other.position.text()


def kept_of(store: Store, live: LiveTable) -> StoredTable:
    kept = store.load(live.table.config.id)
    assert kept is not None
    return kept


@pytest.mark.parametrize("moves", [0, 1, SNAPSHOTS - 1, SNAPSHOTS, SNAPSHOTS + 1, 53, 10_000])
def test_snapshot_and_tail_give_the_table_as_it_was(store: Store, moves: int) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 20, moves))
    same(fold(kept_of(store, live)), live.table)


def test_a_table_remembers_no_more_of_its_log_than_can_be_told(store: Store) -> None:
    """However long the game: the moves themselves stand in `moves`, each notation once."""

    async def long_game(registry: Registry) -> LiveTable:
        live = await a_game(registry, rounds=80, moves=3 * TOLD)
        await registry.command(live, say("undo", PEOPLE[live.table.moves[-1].seat]))
        return live

    live = in_registry(store, long_game)
    table, entries = live.table, [entry.n for entry in live.table.log]
    assert len(table.moves) > 2 * TOLD
    assert entries == [*range(table.n - TOLD + 1, table.n + 1)]
    assert len({id(played.text) for played in table.moves}) < len(table.moves) / 2
    same(table, fold(kept_of(store, live)))


def test_all_moves_from_the_seed_give_the_same_position(store: Store) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 20, 70))
    kept = kept_of(store, live)
    assert kept.snapshot is not None
    assert kept.snapshot.moves >= 2 * SNAPSHOTS
    broken = replace(kept.snapshot, text="stairs/1 seats=2 nonsense=1")
    same(fold(replace(kept, snapshot=broken)), live.table)


def test_a_table_with_undo_chat_and_changed_seats_is_folded_the_same(store: Store) -> None:
    async def turbulent(registry: Registry) -> LiveTable:
        live = await a_game(registry, 20, SNAPSHOTS + 1)
        await registry.command(live, say("chat", BOB, text="hm"))
        await registry.command(live, say("undo", ADA))
        await registry.command(live, say("vote", BOB, yes=True))
        await registry.command(live, say("bot_in", BOB, seat=1, bot="random"))
        await registry.command(live, say("bot_out", BOB, seat=1))
        await play(registry, live, 3, Rng(8))
        return live

    live = in_registry(store, lambda registry: turbulent(registry))
    same(fold(kept_of(store, live)), live.table)


async def peeked(registry: Registry) -> LiveTable:
    """Someone alone, who has drawn a card, seen it, and taken that back."""
    live = await registry.make("stairs", [*persons(ADA), bot()], ADA, {"rounds": 1})
    for _ in range(2):
        await registry.command(live, first_move(live, ADA))
    await registry.command(live, say("undo", ADA, practice=True))
    return live


def test_a_practice_game_is_one_still_after_the_server_was_started_again(store: Store) -> None:
    live = in_registry(store, peeked)
    again = fold(kept_of(store, live))
    same(again, live.table)
    assert again.practice == live.table.practice == 2
    assert [listed.practice for listed in store.of_person(ADA)] == [True]


def test_lists_know_practice_games_from_others(store: Store) -> None:
    in_registry(store, lambda registry: a_game(registry, 3, 5))
    assert [listed.practice for listed in store.of_person(ADA)] == [False]


def test_the_record_of_a_practice_game_says_so_before_and_after_the_end(store: Store) -> None:
    async def to_the_end(registry: Registry) -> LiveTable:
        live = await peeked(registry)
        assert "\npractice: 2\n" in live.table.record().text()
        await registry.command(live, say("chat", ADA, text="on"))
        watcher = Watcher(ADA)
        registry.join(live, watcher)
        while not live.table.over():
            if live.table.turn() == 0:
                await registry.command(live, first_move(live, ADA))
            else:
                watcher.news.clear()
                await watcher.news.wait()
        registry.part(live, watcher)
        return live

    live = in_registry(store, to_the_end)
    record = live.table.record()
    assert record.practice == 2
    assert Record.read(record.text()).practice == 2
    assert [listed.practice for listed in store.of_person(ADA)] == [True]
    assert "so were the " in "".join(record.verify()), "what was taken back is in the record too"
    assert record.course == tuple(live.table.course)
    assert len(record.course) > len(record.moves)


def test_logs_of_before_there_was_practice_are_marked_by_what_they_tell(store: Store) -> None:
    """Such a log says "agreed" of one who was alone, and of those who were asked."""

    def older(kept: StoredTable) -> StoredTable:
        events = [
            replace(event, data={"to": event.data["to"], "agreed": True})
            if event.kind == "undo"
            else event
            for event in kept.events
        ]
        return replace(kept, events=events)

    async def asked(registry: Registry) -> LiveTable:
        live = await a_game(registry, 20, 3)
        await registry.command(live, say("undo", ADA))
        await registry.command(live, say("vote", BOB, yes=True))
        return live

    alone = fold(older(kept_of(store, in_registry(store, peeked))))
    assert alone.practice == 2
    assert alone.log[-1].key == "table.log.undo.practice"
    together = fold(older(kept_of(store, in_registry(store, asked))))
    assert together.practice == 0
    assert together.log[-1].key == "table.log.undo.agreed"


class Work:
    """What some code does, in lines of Parvis and the example and in bytes that it holds.

    Unlike time, both are the same on every machine, however busy.
    """

    def __init__(self) -> None:
        self.lines = 0
        self.bytes = 0

    def __enter__(self) -> Work:
        self.before = sys.gettrace()
        tracemalloc.start()
        self.held = tracemalloc.get_traced_memory()[0]
        sys.settrace(self.entered)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(self.before)
        self.bytes = tracemalloc.get_traced_memory()[1] - self.held
        tracemalloc.stop()

    def entered(self, frame: FrameType, event: str, _: object) -> TraceFunction | None:
        name = frame.f_code.co_filename
        return self.line if "parvis" in name or "stairs" in name else None

    def line(self, frame: FrameType, event: str, _: object) -> TraceFunction:
        self.lines += event == "line"
        return self.line


def test_a_move_late_in_a_long_game_costs_no_more_than_an_early_one(store: Store) -> None:
    if not store.sqlite:
        pytest.skip("the fold is the same; measured once")

    async def measured(registry: Registry) -> tuple[list[Work], list[Work]]:
        live = await registry.make("stairs", persons(*PEOPLE), ADA, {"rounds": 400})
        rng = Rng(3)
        stretches: list[Work] = []
        for number in range(48):
            if 8 <= number < 40:
                await play(registry, live, SNAPSHOTS, rng)
                continue
            with Work() as work:
                await play(registry, live, SNAPSHOTS, rng)
            stretches.append(work)
        assert len(live.table.moves) == 48 * SNAPSHOTS
        return stretches[:8], stretches[8:]

    early, late = in_registry(store, lambda registry: measured(registry))
    assert sum(work.lines for work in late) < 1.05 * sum(work.lines for work in early)
    copied = 8 * 48 * SNAPSHOTS  # the list of moves, to ask what comes of one more
    assert min(work.bytes for work in late) < 1.1 * min(work.bytes for work in early) + copied


def test_loading_late_plays_only_the_moves_after_the_snapshot(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.stairs.position import Stairs

    live = in_registry(store, lambda registry: a_game(registry, 100, 300))
    kept = kept_of(store, live)
    played = 0
    play_really = Stairs.play

    def counted(position: Stairs, move: int) -> None:
        nonlocal played
        played += 1
        play_really(position, move)

    monkeypatch.setattr(Stairs, "play", counted)
    fold(kept)
    assert played < SNAPSHOTS


def test_a_finished_game_gives_a_record_that_verifies(store: Store) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 3))
    record = live.table.record()
    assert record.result is not None
    assert len(record.verify()) == 4


def test_before_the_end_a_record_has_neither_seed_nor_moves(store: Store) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 3, 5))
    text = live.table.record().text()
    assert live.table.config.seed not in text
    assert live.table.config.salt not in text
    assert "moves: 0" in text
    assert keeps(live.table.config.commitment, live.table.config.seed, live.table.config.salt)


# Games of older rules.


async def reopened(store: Store, id: str) -> tuple[LiveTable, Registry]:
    registry = registry_on(store)
    return await registry.open(id), registry


def test_an_old_game_that_replays_goes_on_and_says_so(store: Store) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 20, 40))
    register(replace(GAME, rules=2))

    async def go_on() -> None:
        again, registry = await reopened(store, live.table.config.id)
        async with closing(registry):
            assert again.table.position is not None
            assert again.table.position.text().startswith("stairs/2 ")
            assert again.table.log[-1].key == "table.log.rules"
            await play(registry, again, 5, Rng(1))
        once_more, registry = await reopened(store, live.table.config.id)
        async with closing(registry):
            same(once_more.table, again.table)
            assert [e.key for e in once_more.table.log].count("table.log.rules") == 1

    asyncio.run(go_on())


def test_a_game_that_went_on_under_newer_rules_gives_a_record_of_those(store: Store) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 3, 5))
    register(replace(GAME, rules=2))

    async def to_the_end() -> None:
        again, registry = await reopened(store, live.table.config.id)
        async with closing(registry):
            await play(registry, again, 10_000, Rng(1))
            record = again.table.record()
            assert record.rules == 2
            assert len(record.verify()) == 4
        assert fold(kept_of(store, live)).record() == record

    asyncio.run(to_the_end())


def test_an_old_game_that_does_not_replay_is_shown_and_not_played(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.stairs.position import Stairs

    live = in_registry(store, lambda registry: a_game(registry, 20, 40))
    monkeypatch.setattr(Stairs, "resolve", other_resolve)
    register(replace(GAME, rules=2))

    async def look() -> None:
        again, registry = await reopened(store, live.table.config.id)
        async with closing(registry):
            table = again.table
            assert table.position is None
            assert table.frozen is not None
            views = table.frozen["views"]
            assert isinstance(views, dict)
            assert set(views) == {"", "0", "1"}
            assert len(table.moves) == 40
            before = store.tail(table.config.id, -1)
            with pytest.raises(Refused) as refused:
                await registry.command(again, say("move", ADA, n=table.n, move=0))
            assert refused.value.key == "table.refused.read_only"
            assert store.tail(table.config.id, -1) == before

    asyncio.run(look())


def other_resolve(position: object) -> None:
    """Rules in which the same stream deals other cards."""
    from tests.stairs.position import DEALING, Stairs

    assert isinstance(position, Stairs)
    if position.phase == DEALING:
        position.hands[position.seat].append(9 - int(position.chance.below(10)))
        position.phase = "play"


def test_a_game_that_is_gone_is_kept_and_shown_without_a_board(store: Store) -> None:
    live = in_registry(store, lambda registry: a_game(registry, 20, 20))
    game = REGISTER.pop("stairs")
    try:
        again = in_registry(store, lambda registry: registry.open(live.table.config.id))
        assert again.table.position is None
        assert again.table.game is None
    finally:
        register(game)


def test_the_hash_of_a_position_does_not_hold_the_rules_version() -> None:
    assert position_hash("stairs/1 seats=2 a=b") == position_hash("stairs/2 seats=2 a=b")
    assert position_hash("stairs/1 seats=2 a=b") != position_hash("stairs/1 seats=2 a=c")


def test_first_move_of_a_new_table_is_event_one(store: Store) -> None:
    async def once(registry: Registry) -> int:
        live = await registry.make("stairs", persons(*PEOPLE), ADA)
        return await registry.command(live, first_move(live, ADA))

    assert in_registry(store, lambda registry: once(registry)) == 1
