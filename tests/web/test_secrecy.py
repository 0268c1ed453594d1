"""The law of non-interference over the wire: what a seat is sent does not depend on what it
cannot know. Twin positions, equal clocks and names; every byte is compared."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Coroutine
from functools import partial

import pytest

import parvis
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.table.pace import Pace
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.table import Table
from parvis.web.screen_socket import ScreenConnection
from parvis.web.socket import Connection
from tests.conformance.cases import Case
from tests.stairs import GAME
from tests.table.places import new_url, relaxed
from tests.table.tables import Clock, CountedIds, in_registry, persons, say
from tests.web.wires import looking

PEOPLE = ("ada-browser", "bob-browser", "cleo-browser", "dan-browser")


def games() -> list[parvis.Game]:
    found = [GAME]
    for game in parvis.all_games():
        try:
            importlib.import_module(f"tests.{game.package.rpartition('.')[2]}.scrambler")
        except ModuleNotFoundError:
            continue
        found.append(game)
    return found


def twin_of(game: parvis.Game, position: Position, seat: int | None, rng: Rng) -> Position:
    return Case(game, position.seats).twin(position, seat, rng)


def alike(
    store: Store, script: Callable[[Registry], Coroutine[object, object, list[str]]]
) -> list[str]:
    """What a script hears where clock, names and secrets are the same each time."""
    return in_registry(store, script, Clock(), CountedIds())


async def heard(
    registry: Registry,
    game: parvis.Game,
    position: Position,
    seat: int | None,
    screen: bool = False,
) -> list[str]:
    """Every frame that a seat is sent at a table in this position, asking all it can; or a public
    screen, in a browser that holds a seat."""
    registry.bots.pauses.pace = Pace(3600.0)  # nobody goes on by themselves meanwhile
    people = PEOPLE[: position.seats]
    registry.bots.pauses.pace = Pace(1e6)  # nobody goes on meanwhile
    live = await registry.make(game.id, persons(*people), people[0])
    put(live.table, position)
    person = people[0] if screen else "a looker-on" if seat is None else people[seat]
    make = partial(ScreenConnection, knows=lambda _: True) if screen else Connection
    async with looking(registry, live, person, make=make) as wire:
        state = (await wire.quiet())[-1]
        limit = position.move_limit
        rng = Rng(4)
        tries = [int(rng.below(limit)) for _ in range(12)]
        for move in tries:
            wire.say(type="preview", ask=1, move=move, words=True)
        panels = state["panels"]
        assert isinstance(panels, list)
        for pick in picks(panels)[:40]:
            wire.say(type="why", ask=2, path=[pick])
            wire.say(type="explain", ask=3, place=pick)
            wire.say(type="around", ask=4, place=pick)
        wire.say(type="describe", ask=5)
        for move in tries:
            if position.names(move):
                wire.say(type="read", ask=6, text=position.say(move))
        wire.say(type="read", ask=7, text="")
        if position.turn() != seat:
            for number, move in enumerate(tries):
                wire.say(type="move", id=f"command {number}", n=0, move=move)
            wire.say(type="undo", id="undo 0001")
        await wire.quiet()
        return wire.frames


def put(table: Table, position: Position) -> None:
    """Set a table into the middle of a game."""
    table.position = position.copy()


def picks(panels: list[dict[str, object]]) -> list[str]:
    """Every place that is drawn."""
    text = json.dumps(panels)
    return sorted({part.split('\\"')[0] for part in text.split('data-place=\\"')[1:]})


def middles(game: parvis.Game, seats: int, count: int) -> list[Position]:
    """Positions from all over a game."""
    found: list[Position] = []
    rng = Rng(17)
    position = parvis.start(game.id, seats, 17)
    length = parvis.start(game.id, seats, 17).playout(Rng(17))
    for number in range(max(1, length - 1)):
        if position.over():
            break
        if number % max(1, length // count) == 0:
            found.append(position.copy())
        moves = position.moves()
        position.play(moves[int(rng.below(len(moves)))])
    return found[:count]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_bytes_sent_to_a_seat_do_not_depend_on_what_it_cannot_know(
    game: parvis.Game, tmp_path_factory: pytest.TempPathFactory, long: bool
) -> None:
    seats = min(count for count in game.seats if count > 1)
    differing = 0
    rng = Rng(23)
    for position in middles(game, seats, 40 if long else 4):
        for seat, screen in (
            (None, True),
            (None, False),
            *((seat, False) for seat in range(seats)),
        ):
            twin = twin_of(game, position, seat, rng)
            differing += twin.text() != position.text()
            sent: list[list[str]] = []
            for truth in (position, twin):
                listens = partial(heard, game=game, position=truth, seat=seat, screen=screen)
                with new_url("sqlite", tmp_path_factory.mktemp("twin")) as url:
                    sent.append(alike(relaxed(Store(url)), listens))
            assert sent[0] == sent[1]
    assert differing, "the scrambler never changed anything"


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_a_common_move_of_another_seat_is_shown_alike(
    game: parvis.Game, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """After the same move in twin worlds a seat gets the same bytes, if it saw the same."""
    seats = min(count for count in game.seats if count > 1)
    rng = Rng(29)
    compared = 0
    for position in middles(game, seats, 8):
        turn = position.turn()
        assert turn is not None
        seat = (turn + 1) % seats
        twin = twin_of(game, position, seat, rng)
        common = sorted(set(position.moves()) & set(twin.moves()))
        for move in common[:1]:
            one, other = position.copy(), twin.copy()
            one.play(move)
            other.play(move)
            if one.view(seat) != other.view(seat):
                continue
            sent = []
            for truth in (position, twin):
                with new_url("sqlite", tmp_path_factory.mktemp("twin")) as url:
                    store = relaxed(Store(url))
                    sent.append(
                        alike(
                            store, partial(shown, game=game, position=truth, seat=seat, move=move)
                        )
                    )
            assert sent[0] == sent[1]
            compared += 1
    assert compared


async def shown(
    registry: Registry, game: parvis.Game, position: Position, seat: int, move: int
) -> list[str]:
    people = PEOPLE[: position.seats]
    live = await registry.make(game.id, persons(*people), people[0])
    put(live.table, position)
    async with looking(registry, live, people[seat]) as wire:
        await wire.quiet()
        turn = position.turn()
        assert turn is not None
        await registry.command(live, say("move", people[turn], n=0, move=move))
        await wire.quiet()
        return wire.frames


def test_no_frame_holds_a_card_of_another_hand(store: Store) -> None:
    """The drawing of a hand and the story of a draw are the owner's alone."""

    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(*PEOPLE[:2]), PEOPLE[0])
        async with looking(registry, live, PEOPLE[1]) as bob, looking(registry, live, "x") as other:
            for move in (0, 20):
                await registry.command(live, say("move", PEOPLE[0], n=live.table.n, move=move))
            for wire in (bob, other):
                await wire.quiet()
                text = "".join(wire.frames)
                assert "You draw" not in text
                assert "Ada draws" in text
            text = "".join(other.frames)
            assert 'data-place=\\"card-' not in text

    in_registry(store, script)
