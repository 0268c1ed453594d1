"""Positions to test with, set up by their text."""

from __future__ import annotations

from typing import cast

import parvis
from parvis.engine.chance import Rng
from parvis.games.cites_nouvelles import GAME
from parvis.games.cites_nouvelles.position import Cites
from parvis.games.cites_nouvelles.schema import View
from tests.playing import play

Options = dict[str, object]


def begin(seats: int = 4, seed: int = 1, **options: object) -> Cites:
    """A game's first position."""
    position = parvis.start("cites-nouvelles", seats=seats, seed=seed, options=options)
    assert isinstance(position, Cites)
    return position


def table(
    seats: int = 4,
    hands: str = "",
    offers: str = "",
    phase: str = "trick",
    speaker: int = 0,
    turn: int | None = None,
    leader: int = 0,
    trick: str = "-",
    kept: str = "",
    raised: str = "-",
    number: int = 1,
    returned: str = "-",
    voids: str = "",
    **options: object,
) -> Cites:
    """A position as its text would give it; what is not said is empty."""
    sides = 2 if seats == 4 else seats
    given = GAME.changed(GAME.settle(seats, options).options)
    played = 0 if trick == "-" else trick.count(".") + 1
    to_decide = str((leader + played) % seats if turn is None else turn)
    words = [
        f"cites-nouvelles/{GAME.rules}",
        f"seats={seats}",
        *[f"option.{name}={value}" for name, value in given.items()],
        f"chance={Rng(1).text()}",
        f"phase={phase}",
        f"round={number}",
        f"speaker={speaker}",
        f"turn={'-' if phase == 'over' else to_decide}",
        f"leader={leader}",
        f"offers={offers or ','.join('-' * sides)}",
        f"hands={hands or ','.join('-' * seats)}",
        f"trick={trick}",
        "last=-",
        f"kept={kept or ','.join('-' * sides)}",
        f"returned={returned}",
        f"voids={voids or ','.join('-' * seats)}",
        "turned=-",
        f"raised={raised}",
    ]
    position = parvis.read_position(" ".join(words))
    assert isinstance(position, Cites)
    return position


def settled_contre() -> Cites:
    """A contre was settled, and its winner is to choose decorations."""
    position = table(
        2, hands="P1,P2", offers="T0,T1", kept="T1.D1.D4.D7,T9.D2", contre=True,
        choose_decorations=True,
    )  # fmt: skip
    return play(position, "P1", "P2")


def spoken(position: Cites) -> list[str]:
    """The legal moves in notation."""
    return [position.say(move) for move in position.moves()]


def random_game(position: Cites, rng: Rng) -> list[Cites]:
    """Every position of a game played at random, from a copy of this one on."""
    position = copied(position)
    found = [copied(position)]
    while not position.over():
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])
        found.append(copied(position))
    return found


def viewed(position: Cites, seat: int | None = None) -> View:
    """What a seat knows, by its own type; by default what a spectator knows."""
    return cast(View, position.view(seat))


def copied(position: Cites) -> Cites:
    """A copy by its own type."""
    return position.twin(position.chance.copy())
