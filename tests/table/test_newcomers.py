"""Whoever takes a bot's place early need not inherit its moves: the game begins anew."""

from __future__ import annotations

from dataclasses import replace

from parvis.engine.record import BACK
from parvis.table.chair import Chair
from parvis.table.commands import Command, Take, Vote
from parvis.table.decisions import EARLY, decide, played
from parvis.table.event import Event
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.table import Table, fold
from tests.table.tables import ADA, BOB, in_registry, persons

ROOM = Chair("bot", "Alba", (), "random", yields="random")


def at_table(store: Store, *chairs: Chair) -> tuple[Table, str]:
    """A table of the example, whose moves the test plays."""
    found: list[Table] = []

    async def script(registry: Registry) -> None:
        found.append((await registry.make("stairs", [*chairs], ADA, {"rounds": 9})).table)

    in_registry(store, script)
    [table] = found
    assert table.position is not None
    return table, table.position.text()


def play(table: Table, count: int) -> None:
    """Moves of whoever is to play, person or bot."""
    for _ in range(count):
        assert table.position is not None
        seat = table.turn()
        assert seat is not None
        outcome = played(table, seat, table.position.moves()[0])
        table.take(outcome.numbered(table.n, 0.0), outcome.position)


def does(table: Table, person: str, wish: Take | Vote) -> list[str]:
    """What follows, by its kinds."""
    outcome = decide(table, Command(person, wish))
    table.take(outcome.numbered(table.n, 0.0), outcome.position)
    return [event.kind for event in outcome.events]


def until(table: Table, seat: int) -> None:
    """Play on until a seat has played, and is to play no more."""
    while table.turn() != seat:
        play(table, 1)
    while table.turn() == seat:
        play(table, 1)


def text(table: Table) -> str:
    assert table.position is not None
    return table.position.text()


def told(table: Table) -> list[str]:
    return [entry.key for entry in table.log if entry.kind != "move"]


def test_where_only_bots_have_played_the_game_begins_anew_at_once(store: Store) -> None:
    table, first = at_table(store, ROOM, *persons(ADA))
    until(table, 0)
    assert {move.seat for move in table.moves} == {0}
    assert does(table, BOB, Take(0, "Bob")) == ["chair", "undo"]
    assert text(table) == first
    assert table.moves == []
    assert not table.practice
    assert told(table) == ["table.log.take", "table.log.undo.anew"]


def test_where_a_person_has_played_a_little_they_are_asked_and_may_agree(store: Store) -> None:
    table, first = at_table(store, *persons(ADA), ROOM)
    until(table, 1)
    before = len(table.moves)
    assert does(table, BOB, Take(1, "Bob")) == ["chair", "ask"]
    assert len(table.moves) == before, "nothing is lost unasked"
    assert table.unanswered() == [0]
    assert does(table, ADA, Vote(True)) == ["vote", "undo"]
    assert text(table) == first
    assert told(table)[1:] == ["table.log.ask.anew", "table.log.vote.yes", "table.log.undo.anew"]


def test_who_does_not_agree_plays_on_and_so_does_the_newcomer(store: Store) -> None:
    table, _ = at_table(store, *persons(ADA), ROOM)
    until(table, 1)
    before = len(table.moves)
    does(table, BOB, Take(1, "Bob"))
    assert does(table, ADA, Vote(False)) == ["vote"]
    assert table.asked is None
    assert len(table.moves) == before


def test_a_bot_that_plays_meanwhile_does_not_answer_for_people_who_play_does(store: Store) -> None:
    table, _ = at_table(store, *persons(ADA), ROOM, ROOM)
    until(table, 1)
    does(table, BOB, Take(1, "Bob"))
    while table.chairs[table.turn() or 0].kind == "bot":
        play(table, 1)
    assert table.asked is not None
    assert table.turn() == 0
    play(table, 1)
    assert table.asked is None, "Ada plays on"


def test_whose_bot_has_not_played_or_who_comes_late_just_sits_down(store: Store) -> None:
    table, _ = at_table(store, *persons(ADA), ROOM)
    play(table, 1)
    assert {move.seat for move in table.moves} == {0}
    assert does(table, BOB, Take(1, "Bob")) == ["chair"]
    late, _ = at_table(store, *persons(ADA), ROOM)
    play(late, EARLY * 2 + 1)
    assert does(late, BOB, Take(1, "Bob")) == ["chair"]


def test_the_log_tells_it_to_a_server_that_reads_it_later(store: Store) -> None:
    table, first = at_table(store, ROOM, *persons(ADA))
    stored = store.load(table.config.id)
    assert stored is not None
    events: list[Event] = [*stored.events]
    while not table.moves or table.turn() == 0:
        assert table.position is not None
        outcome = played(table, 0, table.position.moves()[0])
        events += (numbered := outcome.numbered(table.n, 0.0))
        table.take(numbered, outcome.position)
    outcome = decide(table, Command(BOB, Take(0, "Bob")))
    events += outcome.numbered(table.n, 0.0)
    later = fold(replace(stored, events=events))
    assert text(later) == first
    assert [chair.name for chair in later.chairs] == ["Bob", table.chairs[1].name]
    assert later.course[-1] == f"{BACK}{len(table.moves)}"
