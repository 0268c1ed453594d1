"""A tile of a map that people lay out before a game. Imports nothing."""

from __future__ import annotations

from typing import NamedTuple

CELL = 60  # units of its picture a cell


class MapTile(NamedTuple):
    """The letter that stands for it in a map, its cells, how many there are, its word and picture.

    One that may lie the other way round has a picture for that too.
    """

    letter: str
    wide: int
    high: int
    copies: int
    key: str
    picture: str
    turned: str = ""
