"""Who can do nothing goes on without a click, and nobody can tell it from one who would not."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.table.decisions import Refused
from parvis.table.live_table import LiveTable
from parvis.table.pace import AT_ONCE, Pace
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.worker_pool import WorkerPool
from tests.table.tables import (
    ADA,
    BOB,
    PATIENCE,
    WORKER,
    CountedIds,
    Watcher,
    bot,
    closing,
    persons,
    say,
    until,
)

PATIENT = Pace(4 * PATIENCE, 0.0, 0.0)  # every pause lasts as long as nobody would wait
Forwarded = Callable[[float], None]


def asked_to_build(position: Position, forced: bool) -> bool:
    """Whether the seat to decide may build, or can only go on."""
    declines = position.codec.kind("decline")
    if position.turn() is None or position.bar(declines.base) is not None:
        return False
    return (position.going_on() is not None) == forced


async def table_at(
    registry: Registry,
    found: Callable[[Position], bool],
    game: str = "neotopia",
    alone: bool = False,
) -> LiveTable:
    """A table whose last move has led to this; nobody looks yet."""
    others = [bot()] if alone else persons(BOB)
    if game == "neoville":  # where many play the pieces run out
        others += persons("cleo-browser", "dan-browser")
    chairs = [*persons(ADA), *others]
    live = await registry.make(game, chairs, ADA)
    position = live.table.position
    assert position is not None
    ahead = position.copy()
    texts: list[str] = []
    rng = Rng(5)
    while not (texts and found(ahead)):
        assert not ahead.over(), "it never came to that"
        moves = ahead.moves()
        move = moves[int(rng.below(len(moves)))]
        texts.append(ahead.say(move))
        ahead.play(move)
    for text in texts:
        await playing(registry, live, text)
    return live


async def playing(registry: Registry, live: LiveTable, text: str | int) -> int:
    position, seat = live.table.position, live.table.turn()
    assert position is not None
    assert seat is not None
    move = position.read(text) if isinstance(text, str) else text
    chair = live.table.chairs[seat]
    if chair.kind == "bot":
        outcome = registry.bots.outcome(live.table, seat, type("Answer", (), {"move": move})())
        return await registry.writer.append(live, outcome)
    live.paused = live.table.moved, 0.0  # nobody looks yet: no pause
    return await registry.command(live, say("move", chair.persons[0], n=live.table.n, move=move))


def run(
    store: Store,
    pace: Pace,
    script: Callable[[Registry, Forwarded], Awaitable[None]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A script in a registry, whose clock it can put forward."""
    ahead = 0.0

    def forward(seconds: float) -> None:
        nonlocal ahead
        ahead += seconds

    async def whole() -> None:
        loop = asyncio.get_running_loop()
        real = loop.time
        monkeypatch.setattr(loop, "time", lambda: real() + ahead)
        async with closing(
            Registry(store, WorkerPool(1, WORKER), pace, ids=CountedIds())
        ) as registry:
            await script(registry, forward)

    asyncio.run(whole())


async def a_while() -> None:
    for _ in range(30):
        await asyncio.sleep(0)


@pytest.mark.parametrize("forced", [True, False])
def test_declining_is_seen_after_the_same_pause_whether_or_not_one_could_have_built(
    store: Store, monkeypatch: pytest.MonkeyPatch, forced: bool
) -> None:
    async def script(registry: Registry, forward: Forwarded) -> None:
        live = await table_at(registry, lambda position: asked_to_build(position, forced))
        count, seat = len(live.table.moves), live.table.turn()
        assert seat is not None
        live.paused = (-1, 0.0)
        registry.join(live, Watcher(ADA))
        registry.join(live, Watcher(BOB))
        sent: asyncio.Task[int] | None = None
        position = live.table.position
        assert position is not None
        if not forced:
            decline = int(position.codec.kind("decline").base)
            person = live.table.chairs[seat].persons[0]
            command = say("move", person, n=live.table.n, move=decline)
            sent = asyncio.ensure_future(registry.command(live, command))
        await a_while()
        forward(3.9 * PATIENCE)
        await a_while()
        assert len(live.table.moves) == count, "seen too soon"
        forward(0.2 * PATIENCE)
        await until(lambda: len(live.table.moves) == count + 1)
        assert (live.table.moves[-1].text, live.table.moves[-1].seat) == ("no", seat)
        if sent is not None:
            assert await sent == live.table.n

    run(store, PATIENT, script, monkeypatch)


def test_who_plays_with_bots_alone_does_not_wait(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(registry: Registry, _: Forwarded) -> None:
        def found(position: Position) -> bool:
            return position.turn() == 0 and asked_to_build(position, True)

        live = await table_at(registry, found, alone=True)
        count = len(live.table.moves)
        registry.join(live, Watcher(ADA))
        await until(lambda: len(live.table.moves) > count)

    run(store, PATIENT, script, monkeypatch)


def test_what_all_can_see_is_not_waited_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """That no piece of Neoville can be put is plain to everybody."""

    async def script(registry: Registry, _: Forwarded) -> None:
        live = await table_at(
            registry, lambda position: position.going_on() is not None, "neoville"
        )
        count = len(live.table.moves)
        for chair in live.table.chairs:
            registry.join(live, Watcher(chair.persons[0]))
        await until(lambda: len(live.table.moves) > count)
        assert live.table.moves[count].text == "none"

    run(store, PATIENT, script, monkeypatch)


def test_nobody_goes_on_while_it_is_asked_to_take_back_or_nobody_looks(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(registry: Registry, forward: Forwarded) -> None:
        live = await table_at(registry, lambda position: asked_to_build(position, True))
        table, seat = live.table, live.table.turn()
        assert seat is not None
        count = len(table.moves)
        mover, other = table.chairs[seat].persons[0], table.chairs[1 - seat].persons[0]
        live.paused = (-1, 0.0)
        forward(5 * PATIENCE)
        await a_while()
        assert len(table.moves) == count, "nobody looks"
        registry.join(live, Watcher(mover))
        registry.join(live, Watcher(other))
        asker = other if table.undoable_by(other) else mover
        await registry.command(live, say("undo", asker))
        assert table.asked is not None
        forward(5 * PATIENCE)
        await a_while()
        assert len(table.moves) == count, "it is being asked"
        await registry.command(live, say("withdraw", asker))
        await a_while()
        forward(5 * PATIENCE)
        await until(lambda: len(table.moves) == count + 1)

    run(store, PATIENT, script, monkeypatch)


def test_who_is_away_is_waited_for_whether_or_not_they_could_do_something(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(registry: Registry, forward: Forwarded) -> None:
        live = await table_at(registry, lambda position: asked_to_build(position, True))
        seat, count = live.table.turn(), len(live.table.moves)
        assert seat is not None
        mover, other = (live.table.chairs[one].persons[0] for one in (seat, 1 - seat))
        registry.join(live, Watcher(other))
        forward(9 * PATIENCE)
        await a_while()
        assert len(live.table.moves) == count
        registry.join(live, Watcher(mover))
        await a_while()
        assert len(live.table.moves) == count, "they would look first"
        forward(5 * PATIENCE)
        await until(lambda: len(live.table.moves) == count + 1)

    run(store, PATIENT, script, monkeypatch)


def test_a_server_that_was_killed_in_the_pause_goes_on_after_it(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(registry: Registry, _: Forwarded) -> None:
        live = await table_at(registry, lambda position: asked_to_build(position, True))
        count = len(live.table.moves)
        registry.join(live, Watcher(ADA))
        registry.join(live, Watcher(BOB))
        await a_while()
        other = Registry(Store(url), WorkerPool(1, WORKER), AT_ONCE)
        async with closing(other):
            there = await other.open(live.table.config.id)
            assert len(there.table.moves) == count
            monkeypatch.setattr(other.drive_lock, "take", lambda _: True)  # the first is gone
            other.join(there, Watcher(ADA))
            other.join(there, Watcher(BOB))
            await until(lambda: len(there.table.moves) == count + 1)
            await registry.writer.catch_up(live)
            assert len(live.table.moves) == count + 1, "one move, not two"

    run(store, PATIENT, script, monkeypatch)


@pytest.mark.parametrize("forced", [True, False])
def test_what_is_taken_back_does_not_tell_whether_one_could_have_built(
    store: Store, monkeypatch: pytest.MonkeyPatch, forced: bool
) -> None:
    """Going on is taken back with what was done before it, by choice or not."""

    async def script(registry: Registry, _: Forwarded) -> None:
        def found(position: Position) -> bool:
            if not asked_to_build(position, forced):
                return False
            seat, ahead = position.turn(), position.copy()
            ahead.play(int(position.codec.kind("decline").base))
            return ahead.turn() == seat  # the turn goes on

        live = await table_at(registry, found)
        table = live.table
        seat = table.turn()
        assert seat is not None
        placed = len(table.moves) - 1
        showed = table.shows(placed)
        await playing(registry, live, "no")
        undoable = table.undoable(seat)
        assert undoable == ((placed + 1 if showed else placed), "free")

    run(store, AT_ONCE, script, monkeypatch)


def test_a_decline_that_all_could_see_is_taken_back_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(registry: Registry, _: Forwarded) -> None:
        def found(position: Position) -> bool:
            kind = position.codec.kind("none")
            free = position.turn() is not None and position.bar(kind.base) is None
            return free and position.going_on() is None

        live = await table_at(registry, found, "neoville")
        seat, count = live.table.turn(), len(live.table.moves)
        assert seat is not None
        await playing(registry, live, "none")
        assert live.table.undoable(seat) == (count, "free")

    run(store, AT_ONCE, script, monkeypatch)


def test_a_move_that_came_too_late_for_its_question_is_refused(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who declines and takes back meanwhile does not decline afterwards."""

    async def script(registry: Registry, forward: Forwarded) -> None:
        def found(position: Position) -> bool:
            return asked_to_build(position, False)

        live = await table_at(registry, found)
        table, seat, position = live.table, live.table.turn(), live.table.position
        assert seat is not None
        assert position is not None
        person = table.chairs[seat].persons[0]
        live.paused = (-1, 0.0)
        registry.join(live, Watcher(ADA))
        registry.join(live, Watcher(BOB))
        decline = say("move", person, n=table.n, move=int(position.codec.kind("decline").base))
        sent = asyncio.ensure_future(registry.command(live, decline))
        await a_while()
        count = len(table.moves)
        await registry.command(live, say("undo", person))
        forward(5 * PATIENCE)
        assert len(table.moves) < count
        with pytest.raises(Refused) as refused:
            await sent
        assert refused.value.reason in ("stale", "turn")

    run(store, PATIENT, script, monkeypatch)
