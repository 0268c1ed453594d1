"""What tiles, squares and pieces are called, read from a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.words import Speech
from parvis.games.neoville.components import (
    COLUMNS,
    QUADRANTS,
    SQUARE_WORDS,
    read_face,
    square_words,
)
from parvis.games.neoville.schema import View


def squares_of(look: str) -> list[tuple[int, int]]:
    """The squares nw, ne, sw, se of a tile's text as (terrain from 0, icon).

    >>> squares_of("sg*/r+w")
    [(0, 0), (1, 1), (2, 2), (3, 0)]
    """
    squares = read_face(look)
    assert squares is not None, look
    return [(square % 8 - 1, square // 8) for square in squares]


def tile_words(look: str) -> list[object]:
    """A tile in words: its squares clockwise from the upper left."""
    squares = read_face(look)
    assert squares is not None, look
    return square_words(squares)


def square_word(square: tuple[int, int]) -> str:
    """A square in words."""
    return SQUARE_WORDS[square[1]][square[0]]


def tile_label(view: View, tile: str, speech: Speech) -> str:
    """A tile of a hand or the row, as one says it."""
    equity = view["box"]["equity"]
    words = tile_words(tile)
    if tile in equity:
        return speech("nv.label.equity", number=equity.index(tile) + 1, tile=words)
    return speech("nv.label.tile", tile=words)


def tile_pick(view: View, tile: str) -> str:
    """The place of a tile in hand."""
    return f"tile-{view['box']['tiles'].index(tile)}"


def row_pick(view: View, tile: str) -> str:
    """The place of a tile in the row."""
    return f"row-{view['box']['tiles'].index(tile)}"


def piece_label(kind: Mapping[str, Any], speech: Speech) -> str:
    """A kind of piece, as one says it."""
    return speech("nv.label.piece", piece=kind["piece"], mark=kind["mark"])


def own_tiles(view: View, seat: int) -> list[str]:
    """The tiles in a hand that the view knows, those that all know first."""
    hand = view["hands"][seat]
    return [*hand["shown"], *hand["own"]]


def slot_at(name: str) -> tuple[int, int]:
    """Row and column of a slot's name.

    >>> slot_at("e4")
    (3, 4)
    """
    return int(name[1]) - 1, COLUMNS.index(name[0])


def name_at(row: int, column: int) -> str:
    """The name of a slot.

    >>> name_at(3, 4)
    'e4'
    """
    return f"{COLUMNS[column]}{row + 1}"


def square_at(name: str) -> tuple[int, int]:
    """Row and column of a square's name, on the sheet's 14 × 14 squares.

    >>> square_at("e4sw")
    (7, 8)
    """
    row, column = slot_at(name[:2])
    quadrant = QUADRANTS.index(name[2:])
    return row * 2 + quadrant // 2, column * 2 + quadrant % 2
