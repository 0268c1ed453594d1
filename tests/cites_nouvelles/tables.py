"""Positions to test with, set up by their text."""

from __future__ import annotations

import parvis
from parvis.engine.chance import Rng
from parvis.engine.game import game_of
from parvis.engine.refusal import Refusal
from parvis.games.cites_nouvelles.position import Cites

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
    settled = game_of("cites-nouvelles").settle(seats, options)
    given = game_of("cites-nouvelles").changed(settled.options)
    played = 0 if trick == "-" else trick.count(".") + 1
    words = [
        "cites-nouvelles/1",
        f"seats={seats}",
        *[f"option.{name}={value}" for name, value in given.items()],
        f"chance={Rng(1).text()}",
        f"phase={phase}",
        f"round={number}",
        f"speaker={speaker}",
        f"turn={(leader + played) % seats if turn is None else turn}",
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


def play(position: Cites, *moves: str) -> Cites:
    """Play moves given in notation; the same position."""
    for move in moves:
        position.play(position.read(move))
    return position


def refused(position: Cites, move: str) -> Refusal:
    """Why a move is refused; it must be."""
    refusal = position.refusal(position.read(move))
    assert refusal is not None, f"{move} is allowed"
    return refusal


def spoken(position: Cites) -> list[str]:
    """The legal moves in notation."""
    return [position.say(move) for move in position.moves()]


def random_game(position: Cites, rng: Rng) -> list[Cites]:
    """Every position of a game played at random, from a copy of this one on."""
    position = position.copy()
    found = [position.copy()]
    while not position.over():
        moves = position.moves()
        position.play(moves[rng.below(len(moves))])
        found.append(position.copy())
    return found
