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
from typing import TYPE_CHECKING, overload

from parvis.engine.build import COMPILED
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

if TYPE_CHECKING:
    from parvis.bots.analysis import Analysis, Weighed

__version__ = "0.1.0"

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
    "analyse",
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


@overload
def analyse(what: Record, seed: int = 0, effort: float = 1.0) -> Analysis: ...


@overload
def analyse(what: Position, seed: int = 0, effort: float = 1.0) -> tuple[Weighed, ...]: ...


def analyse(
    what: Record | Position, seed: int = 0, effort: float = 1.0
) -> Analysis | tuple[Weighed, ...]:
    """A finished game, move by move; or, in a position, the moves that are worth a look.

    What a move is worth is found from what the seat to decide can know. The same seed gives the
    same figures; twice the effort takes twice as long. `docs/analysis.md` says how it is done.

    >>> moves = analyse(start("cites-nouvelles", seats=4, seed=7), effort=0.01)
    >>> moves[0].value.share >= moves[-1].value.share - 0.2
    True
    """
    from parvis.bots import analyst  # playing needs no bots

    if isinstance(what, Record):
        return analyst.analyse_record(what, seed, effort)
    return analyst.analyse_position(what, seed, effort)
