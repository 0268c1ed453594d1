"""Ending before the end: resigning, stopping together, closing; and what the host hands on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from parvis.engine.record import Record, RecordError
from parvis.table import my_games
from parvis.table.awaited import awaited
from parvis.table.chair import Chair
from parvis.table.commands import Command
from parvis.table.decisions import Refused, decide
from parvis.table.export import record_of
from parvis.table.imported import checked
from parvis.table.live_table import LiveTable
from parvis.table.my_games import Filter
from parvis.table.registry import Registry
from parvis.table.replay import Replay
from parvis.table.store import Store
from parvis.table.table import Table, fold
from parvis.table.timing import A_DAY, TablePace, usual_timing
from tests.table.tables import (
    ADA,
    BOB,
    CLEO,
    Clock,
    bot,
    first_move,
    in_registry,
    persons,
    say,
    until,
)

Script = Callable[[Registry, LiveTable], Awaitable[None]]
DORA = "dora-browser"


def at_table(store: Store, chairs: list[Chair], script: Script, rounds: int = 2) -> LiveTable:
    async def whole(registry: Registry) -> LiveTable:
        live = await registry.make("stairs", chairs, ADA, {"rounds": rounds})
        await script(registry, live)
        return live

    return in_registry(store, whole)


def refused(table: Table, command: Command) -> str:
    with pytest.raises(Refused) as caught:
        decide(table, command)
    return caught.value.key


def again(store: Store, live: LiveTable) -> Table:
    """The table as the log tells it."""
    stored = store.load(live.table.config.id)
    assert stored is not None
    return fold(stored)


async def move(registry: Registry, live: LiveTable) -> None:
    seat = live.table.turn()
    assert seat is not None
    await registry.command(live, first_move(live, live.table.chairs[seat].persons[0]))


async def play_out(registry: Registry, live: LiveTable) -> None:
    while not live.table.over():
        seat = live.table.turn()
        assert seat is not None
        if live.table.chairs[seat].by_person:
            await move(registry, live)
        else:
            await asyncio.sleep(0.01)


# Resigning.


def test_who_resigns_between_two_loses_and_all_is_final(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await move(registry, live)
        await registry.command(live, say("resign", BOB, seat=1))

    live = at_table(store, persons(ADA, BOB), script)
    for table in (live.table, again(store, live)):
        assert table.over()
        assert table.turn() is None
        assert table.winners() == [0]
        assert awaited(table) == frozenset()
        for command in (
            first_move(live, ADA),
            say("undo", ADA),
            say("resign", ADA, seat=0),
            say("stop", ADA, yes=True),
            say("close", ADA),
            say("host", ADA, seat=1),
            say("bot_in", ADA, seat=0),
        ):
            assert refused(table, command) == "table.refused.over"
        decide(table, say("chat", BOB, text="Well played."))
    assert [entry.key for entry in live.table.log][-2:] == [
        "table.log.resign",
        "table.end.resigned.won",
    ]


def test_one_resigns_for_oneself_only_and_also_when_it_is_not_ones_turn(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        assert refused(live.table, say("resign", ADA, seat=1)) == "table.refused.not_yours"
        assert refused(live.table, say("resign", DORA, seat=1)) == "table.refused.not_yours"
        assert refused(live.table, say("resign", ADA, seat=9)) == "table.refused.no_seat"
        assert live.table.turn() == 0
        await registry.command(live, say("resign", BOB, seat=1))

    assert at_table(store, persons(ADA, BOB), script).table.over()


def test_among_three_a_bot_plays_on_and_who_resigned_cannot_win(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("resign", ADA, seat=0))
        table = live.table
        assert not table.over()
        assert table.chairs[0].given_up
        assert table.chairs[0].bot
        assert table.held(ADA) == (0,), "one may look on and talk"
        assert refused(table, say("resign", ADA, seat=0)) == "table.refused.given_up"
        assert refused(table, say("bot_out", ADA, seat=0)) == "table.refused.given_up"
        assert refused(table, say("leave", ADA, seat=0)) == "table.refused.not_yours"
        assert refused(table, say("free", ADA, seat=0)) == "table.refused.nobody"
        assert refused(table, say("stop", ADA, yes=True)) == "table.refused.seat"
        assert table.undoable_by(ADA) is None
        registry.join(live, Looker())
        await play_out(registry, live)

    live = at_table(store, persons(ADA, BOB, CLEO), script, rounds=1)
    for table in (live.table, again(store, live)):
        assert table.winners()
        assert 0 not in table.winners()
        assert table.stopped is None
        record = table.record()
        assert dict(record.gave_up) == {0: 0}
        assert record.won == tuple(table.winners())
        assert record.result is not None


class Looker:
    person, household = "", ""

    def changed(self) -> None: ...

    def gone(self) -> None: ...


def test_the_best_of_the_others_wins_if_the_bot_of_who_gave_up_does(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await play_out(registry, live)

    live = at_table(store, persons(ADA, BOB, CLEO), script, rounds=1)
    table = live.table
    assert table.position is not None
    best = table.position.winners()
    table.chairs[best[0]] = replace(table.chairs[best[0]], given_up=True)
    scores = table.position.scores()
    others = [seat for seat in range(3) if seat != best[0]]
    most = max(scores[seat] for seat in others)
    assert table.winners() == [seat for seat in others if scores[seat] == most]


def test_the_last_side_that_has_not_given_up_wins(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("resign", ADA, seat=0))
        await registry.command(live, say("resign", CLEO, seat=2))

    live = at_table(store, persons(ADA, BOB, CLEO), script)
    assert live.table.winners() == [1]
    assert live.table.stopped is not None


def test_where_only_bots_would_play_on_the_game_is_over(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("resign", ADA, seat=0))

    live = at_table(store, [*persons(ADA), bot(), replace(bot(), name="Bruno")], script)
    assert live.table.over()
    assert live.table.winners() == [1, 2]


def test_who_resigns_is_asked_nothing_any_more(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await move(registry, live)
        await move(registry, live)
        await move(registry, live)
        assert live.table.turn() == 1
        await registry.command(live, say("undo", ADA))
        assert live.table.unanswered() == [1, 2]
        await registry.command(live, say("resign", CLEO, seat=2))
        assert live.table.unanswered() == [1]
        await registry.command(live, say("resign", ADA, seat=0))
        assert live.table.asked is None

    at_table(store, persons(ADA, BOB, CLEO), script)


# Stopping together.


def test_all_who_play_have_to_agree_to_stop_and_then_nobody_has_won(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("stop", BOB, yes=True))
        assert live.table.asked_to_stop() == [0, 2]
        assert awaited(live.table) == {ADA, CLEO}
        await move(registry, live)
        assert live.table.offer is not None, "one may go on playing meanwhile"
        assert refused(live.table, say("stop", BOB, yes=True)) == "table.refused.voted"
        await registry.command(live, say("stop", CLEO, yes=True))
        assert refused(live.table, say("stop", CLEO, yes=True)) == "table.refused.no_vote"
        assert not live.table.over()
        assert again(store, live).offer == live.table.offer
        await registry.command(live, say("stop", ADA, yes=True))

    live = at_table(store, persons(ADA, BOB, CLEO), script)
    for table in (live.table, again(store, live)):
        assert table.over()
        assert table.winners() == []
        assert table.offer is None


def test_one_no_is_enough_and_who_offers_can_withdraw(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        assert refused(live.table, say("stop", ADA, yes=False)) == "table.refused.no_vote"
        await registry.command(live, say("stop", ADA, yes=True))
        await registry.command(live, say("stop", BOB, yes=False))
        assert live.table.offer is None
        await registry.command(live, say("stop", BOB, yes=True))
        await registry.command(live, say("stop", BOB, yes=False))
        assert live.table.offer is None
        assert refused(live.table, say("stop", DORA, yes=True)) == "table.refused.seat"

    assert not at_table(store, persons(ADA, BOB), script).table.over()


def test_an_offer_goes_with_who_made_it_and_a_newcomer_has_not_agreed(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("stop", BOB, yes=True))
        await registry.command(live, say("stop", CLEO, yes=True))
        await registry.command(live, say("leave", CLEO, seat=2))
        await registry.command(live, say("take", DORA, seat=2, name="Dora"))
        assert live.table.asked_to_stop() == [0, 2]
        await registry.command(live, say("leave", BOB, seat=1))
        assert live.table.offer is None

    at_table(store, persons(ADA, BOB, CLEO), script)


def test_who_plays_with_bots_alone_stops_at_once(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await registry.command(live, say("stop", ADA, yes=True))

    live = at_table(store, [*persons(ADA), bot()], script)
    assert live.table.over()
    assert live.table.winners() == []


# The host.


def test_the_host_closes_the_table_and_hands_the_place_on(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        for command in (say("close", BOB), say("host", BOB, seat=1)):
            assert refused(live.table, command) == "table.refused.host"
        assert refused(live.table, say("host", ADA, seat=0)) == "table.refused.bad"
        assert refused(live.table, say("host", ADA, seat=7)) == "table.refused.no_seat"
        await registry.command(live, say("host", ADA, seat=1))
        assert refused(live.table, say("close", ADA)) == "table.refused.host"
        assert refused(live.table, say("free", ADA, seat=2)) == "table.refused.host"
        await registry.command(live, say("free", BOB, seat=2))
        assert refused(live.table, say("host", BOB, seat=2)) == "table.refused.nobody"
        assert store.unfinished(ADA) == 0, "it is Bob's table now"
        assert store.unfinished(BOB) == 1
        assert again(store, live).hosts == {BOB}
        await registry.command(live, say("close", BOB))

    live = at_table(store, persons(ADA, BOB, CLEO), script)
    for table in (live.table, again(store, live)):
        assert table.over()
        assert table.winners() == []


@pytest.mark.parametrize(("pace", "days"), [(None, 1), ("hours", 1), ("days", 3)])
def test_whoever_sits_there_takes_the_place_of_a_host_who_is_gone_for_long(
    store: Store, pace: TablePace | None, days: int
) -> None:
    clock = Clock()
    timing = None if pace is None else usual_timing(pace, "wait")

    async def script(registry: Registry) -> LiveTable:
        registry.dispatcher.patience = 0.0  # who is not there is away
        live = await registry.make("stairs", persons(ADA, BOB, CLEO), ADA, timing=timing)
        clock.now += A_DAY / 2
        await registry.command(live, say("chat", ADA, text="back on Monday"))
        clock.now += days * A_DAY
        with pytest.raises(Refused):
            await registry.command(live, say("host", BOB, seat=1))
        clock.now += 1.0
        for wish in (say("host", BOB, seat=2), say("host", "somebody", seat=1)):
            with pytest.raises(Refused):  # nobody makes another the host, nor comes from outside
                await registry.command(live, wish)
        live.presence.come(ADA)
        with pytest.raises(Refused):  # Ada is there, though she does nothing
            await registry.command(live, say("host", BOB, seat=1))
        live.presence.go(ADA, registry.monotonic())
        await registry.command(live, say("host", BOB, seat=1))
        with pytest.raises(Refused):  # Bob is the host now, and has just been heard of
            await registry.command(live, say("host", CLEO, seat=2))
        return live

    live = in_registry(store, script, clock)
    for table in (live.table, again(store, live)):
        assert table.hosts == {BOB}
        assert table.log[-1].key == "table.log.host.taken"


def test_a_bot_that_plays_for_the_host_is_no_sign_of_them(store: Store) -> None:
    table = Table(at_table(store, persons(ADA, BOB), nothing).table.config)
    table.chairs = [replace(persons(ADA)[0], bot="random"), *persons(BOB)]
    assert not table.is_hosts(0)
    table.chairs = persons(ADA, BOB)
    assert table.is_hosts(0)
    assert not table.is_hosts(1)


async def nothing(registry: Registry, live: LiveTable) -> None:
    """Just a table."""


# Records, lists, replays.


def ended_by(store: Store, *commands: Command, chairs: list[Chair] | None = None) -> LiveTable:
    async def script(registry: Registry, live: LiveTable) -> None:
        for _ in range(4):
            await move(registry, live)
        for command in commands:
            await registry.command(live, command)

    return at_table(store, chairs or persons(ADA, BOB), script)


@pytest.mark.parametrize(
    ("commands", "stopped", "won"),
    [
        ([say("resign", ADA, seat=0)], "resigned", (1,)),
        ([say("stop", ADA, yes=True), say("stop", BOB, yes=True)], "agreed", ()),
        ([say("close", ADA)], "closed", ()),
    ],
)
def test_a_record_tells_how_it_ended_and_is_verified_and_brought_back(
    store: Store, commands: list[Command], stopped: str, won: tuple[int, ...]
) -> None:
    live = ended_by(store, *commands)
    record = live.table.record()
    assert (record.stopped, record.won, record.result) == (stopped, won, None)
    assert Record.read(record.text()) == replace(record, rows=Record.read(record.text()).rows)
    assert any("stopped" in sentence for sentence in record.verify())
    stored = store.load(live.table.config.id)
    assert stored is not None
    assert record_of(stored) == record, "as the file of all games has it"
    assert checked(record.text()).stopped == stopped
    replay = Replay(live.table)
    assert len(replay) == 4
    assert replay.winners == list(won)

    async def brought(registry: Registry) -> Table:
        return (await registry.open(await registry.keep_record(record, CLEO))).table

    table = in_registry(store, brought)
    assert table.over()
    assert tuple(table.winners()) == won
    assert table.record() == record


def test_a_game_with_somebody_who_gave_up_is_brought_back_too(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await move(registry, live)
        await registry.command(live, say("resign", BOB, seat=1))
        registry.join(live, Looker())
        await play_out(registry, live)

    record = at_table(store, persons(ADA, BOB, CLEO), script, rounds=1).table.record()
    assert dict(record.gave_up) == {1: 1}
    assert record.verify()

    async def brought(registry: Registry) -> Table:
        return (await registry.open(await registry.keep_record(record, CLEO))).table

    assert in_registry(store, brought).record() == record


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("stopped: resigned", "stopped: tired"),
        ("won: 2", "won: 7"),
        ("won: 2", "won: 1"),
        ("gave up 1: 4", "gave up 3: 4"),
        ("gave up 1: 4", "gave up 1: 9"),
        ("gave up 1: 4", "gave up 1: x"),
        ("stopped: resigned", "stopped: agreed"),
        ("gave up 1: 4\n", ""),
    ],
)
def test_a_record_that_ends_as_it_cannot_is_refused(store: Store, line: str, other: str) -> None:
    text = ended_by(store, say("resign", ADA, seat=0)).table.record().text()
    assert line in text
    with pytest.raises(RecordError):
        Record.read(text.replace(line, other)).verify()


def test_a_game_that_was_played_to_its_end_was_not_stopped(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        await play_out(registry, live)

    record = at_table(store, persons(ADA, BOB), script, rounds=1).table.record()
    assert "stopped" not in record.text()
    for wrong in (replace(record, stopped="agreed", won=()), replace(record, gave_up={0: 2})):
        with pytest.raises(RecordError):
            wrong.verify()


def test_lists_and_sums_know_who_resigned_and_count_no_points_of_it(store: Store) -> None:
    ended_by(store, say("resign", ADA, seat=0))
    ended_by(store, say("stop", ADA, yes=True), say("stop", BOB, yes=True))
    assert [listed.stopped for listed in store.of_person(ADA, True)] == ["agreed", "resigned"]
    assert [[won for _, _, won in one.standing] for one in store.of_person(ADA)] == [
        [False, False],
        [False, True],
    ]
    tally = my_games.summed(store, ADA).games["stairs"]
    assert (tally.games, tally.won, tally.lost, tally.best) == (1, 0, 1, None)
    assert my_games.summed(store, BOB).games["stairs"].won == 1
    assert my_games.page(store, ADA, Filter(outcome="lost"), 9).count == 1
    assert my_games.page(store, BOB, Filter(outcome="won"), 9).count == 1
    assert not my_games.add_older(store, ADA)


def test_a_bots_move_that_was_on_its_way_comes_too_late(store: Store) -> None:
    async def script(registry: Registry, live: LiveTable) -> None:
        registry.join(live, Looker())
        while live.table.turn() == 0:
            await move(registry, live)
        await registry.command(live, say("resign", ADA, seat=0))
        count = len(live.table.moves)
        await until(lambda: live.bot_task is None)
        assert len(live.table.moves) == count

    at_table(store, [*persons(ADA), bot("flat")], script)
