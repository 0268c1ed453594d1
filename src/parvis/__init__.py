"""Parvis: one table for four city-building games.

>>> import parvis
>>> position = parvis.start("cites-nouvelles", seats=4, seed=7)
>>> while not position.over():
...     position.play(position.moves()[0])
>>> len(position.scores())
2
"""

from __future__ import annotations

from collections.abc import Mapping

from parvis.engine import position as _position
from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.game import Game, UnknownGame, game_of, read_position
from parvis.engine.ledger import Line
from parvis.engine.packs import Pack, PackError, read_pack
from parvis.engine.picture import Picture
from parvis.engine.position import Position
from parvis.engine.record import Record, RecordError
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.engine.words import Speech
from parvis.games import all_games

__version__ = "0.1.0"
COMPILED: bool = not (_position.__file__ or "").endswith(".py")

__all__ = [
    "COMPILED",
    "Game",
    "Illegal",
    "Line",
    "Malformed",
    "Pack",
    "PackError",
    "Picture",
    "Position",
    "Record",
    "RecordError",
    "Refusal",
    "Rng",
    "Speech",
    "UnknownGame",
    "all_games",
    "game_of",
    "read_pack",
    "read_position",
    "start",
]


def start(
    game: str,
    seats: int,
    seed: int | str,
    options: Mapping[str, object] | None = None,
    pack: Pack | None = None,
) -> Position:
    """The first position of a game.

    >>> start("cites-nouvelles", seats=3, seed=1).seats
    3
    """
    declared = game_of(game)
    setting = declared.settle(seats, options, pack)
    return declared.begin(setting, Stream(key_of_seed(str(seed))))
