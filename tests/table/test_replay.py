"""A game that is over can be looked through: any move, in any order, as any seat saw it."""

from __future__ import annotations

import pytest

from parvis.engine.chance import Rng
from parvis.table.registry import Registry
from parvis.table.replay import EVERY, LATELY, CannotReplay, Replay, Replays
from parvis.table.store import Store
from parvis.table.stored import TableConfig
from parvis.table.table import Table
from tests.table.tables import ADA, BOB, in_registry, persons, say

PEOPLE = (ADA, BOB)


async def a_table(registry: Registry, moves: int = 10_000) -> Table:
    live = await registry.make("stairs", persons(*PEOPLE), ADA, {"rounds": 12})
    rng = Rng(5)
    for _ in range(moves):
        position = live.table.position
        assert position is not None
        seat = position.turn()
        if seat is None:
            break
        options = position.moves()
        move = options[int(rng.below(len(options)))]
        await registry.command(live, say("move", PEOPLE[seat], n=live.table.n, move=move))
    return live.table


@pytest.fixture
def table(store: Store) -> Table:
    return in_registry(store, a_table)


def test_every_position_is_the_one_that_was_played_in_whichever_order_one_looks(
    table: Table,
) -> None:
    replay = Replay(table)
    assert len(replay) == len(table.moves) > 2 * EVERY
    position = table.first()
    texts = [position.text()]
    for played in table.moves:
        position.play(position.read(played.text))
        texts.append(position.text())
    last = len(texts) - 1
    for at in (last, 0, 3, EVERY + 1, EVERY, last - 1, *range(last, -1, -1), *range(last + 1)):
        assert replay.position(at).text() == texts[at]


def test_whoever_plays_on_a_position_changes_none_that_is_kept(table: Table) -> None:
    replay = Replay(table)
    for at in (0, EVERY, 5):
        position = replay.position(at)
        before = position.text()
        position.play(position.moves()[0])
        assert replay.position(at).text() == before


def test_nothing_is_played_further_than_somebody_has_looked(table: Table) -> None:
    replay = Replay(table)
    replay.position(4)
    replay.story(5, 0)
    assert len(replay.points) == 5
    assert replay.scores(2) == [
        list(side) for side in zip(*(table.at_move(at).scores() for at in range(3)), strict=True)
    ]


def test_a_move_is_told_as_each_seat_saw_it_when_it_was_played(table: Table) -> None:
    replay = Replay(table)
    for number in (len(replay), 1, 7, 8):
        before = table.at_move(number - 1)
        move = before.read(table.moves[number - 1].text)
        assert replay.mover(number) == table.moves[number - 1].seat
        for seat in (None, 0, 1):
            told = [sentence.plain() for sentence in replay.story(number, seat)]
            assert told == [sentence.plain() for sentence in before.story(move, seat)]


def test_what_is_kept_is_bounded(table: Table) -> None:
    replay = Replay(table)
    for at in range(len(replay) + 1):
        replay.position(at)
    assert len(replay.lately) <= LATELY
    assert len(replay.kept) == len(replay) // EVERY + 1
    replays = Replays(most=2)
    first = replays.of(table)
    assert replays.of(table) is first
    for name in ("b", "c"):
        other = Table(TableConfig(**{**vars(table.config), "id": name}))
        other.position, other.moves = table.position, table.moves
        replays.of(other)
    assert replays.of(table) is not first


def test_a_game_that_goes_on_is_not_looked_through(store: Store) -> None:
    going = in_registry(store, lambda registry: a_table(registry, 5))
    with pytest.raises(CannotReplay) as refused:
        Replay(going)
    assert refused.value.reason == "going"


def test_a_game_of_rules_that_play_it_no_more_says_so(table: Table) -> None:
    table.position, table.frozen = None, {"over": True}
    with pytest.raises(CannotReplay) as refused:
        Replay(table)
    assert refused.value.reason == "rules"


def test_there_is_no_move_beyond_the_last(table: Table) -> None:
    replay = Replay(table)
    for at in (-1, len(replay) + 1):
        with pytest.raises(IndexError):
            replay.position(at)
