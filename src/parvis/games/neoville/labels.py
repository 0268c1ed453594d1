"""What tiles, squares and pieces are called, read from a view.

What is said at all tables alike is remembered by its values: give the `common` speech.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from parvis.engine.words import Speech
from parvis.games.neoville.boxes import Index, PlainKind
from parvis.games.neoville.components import (
    COLUMNS,
    QUADRANTS,
    SHEET,
    SQUARE_WORDS,
    read_face,
    square_words,
)
from parvis.games.neoville.schema import View

KEPT = 1 << 11  # a pack has some 300 tiles that are turned some way, in three languages


@lru_cache(KEPT)
def squares_of(look: str) -> tuple[tuple[int, int], ...]:
    """The squares nw, ne, sw, se of a tile's text as (terrain from 0, icon).

    >>> squares_of("sg*/r+w")
    ((0, 0), (1, 1), (2, 2), (3, 0))
    """
    squares = read_face(look)
    assert squares is not None, look
    return tuple((square % 8 - 1, square // 8) for square in squares)


def tile_words(look: str) -> list[object]:
    """A tile in words: its squares clockwise from the upper left."""
    squares = read_face(look)
    assert squares is not None, look
    return square_words(squares)


def square_word(square: tuple[int, int]) -> str:
    """A square in words."""
    return SQUARE_WORDS[square[1]][square[0]]


@lru_cache(KEPT)
def tile_label(tile: str, equity: int, speech: Speech) -> str:
    """A tile of a hand or the row, as one says it; an Equity tile with its number."""
    words = tile_words(tile)
    if equity:
        return speech("nv.label.equity", number=equity, tile=words)
    return speech("nv.label.tile", tile=words)


@lru_cache(KEPT)
def turn_label(look: str, speech: Speech) -> str:
    """A tile turned some way, told by its squares."""
    return speech("nv.label.turn", tile=tile_words(look))


def tile_pick(index: Index, tile: str) -> str:
    """The place of a tile in hand."""
    return f"tile-{index.numbers[tile]}"


def row_pick(index: Index, tile: str) -> str:
    """The place of a tile in the row."""
    return f"row-{index.numbers[tile]}"


def piece_label(kind: Mapping[str, Any], speech: Speech) -> str:
    """A kind of piece, as one says it."""
    return speech("nv.label.piece", piece=kind["piece"], mark=kind["mark"])


def stock_label(kind: PlainKind, left: int, speech: Speech) -> str:
    """A kind of piece with how many are in stock, and what it wants."""
    piece = speech("nv.label.piece", piece=kind.piece, mark=kind.mark)
    wants = speech(WANTS.get(kind.sort, "nv.wants.sky"), n=kind.wants)
    return f"{speech('nv.label.stock', piece=piece, n=left)}. {wants}"


WANTS = {
    "ecomobiles": "nv.wants.eco",
    "windmills": "nv.wants.mill",
    "biodomes": "nv.wants.dome",
}  # in words, by type; else a skyscraper


def own_tiles(view: View, seat: int) -> tuple[str, ...]:
    """The tiles in a hand that the view knows, those that all know first."""
    hand = view["hands"][seat]
    return (*hand["shown"], *hand["own"])


SLOTS = {
    f"{letter}{row + 1}": (row, column)
    for row in range(SHEET)
    for column, letter in enumerate(COLUMNS)
}
NAMES = {spot: name for name, spot in SLOTS.items()}
SQUARES = {
    slot + quadrant: (row * 2 + n // 2, column * 2 + n % 2)
    for slot, (row, column) in SLOTS.items()
    for n, quadrant in enumerate(QUADRANTS)
}


def slot_at(name: str) -> tuple[int, int]:
    """Row and column of a slot's name.

    >>> slot_at("e4")
    (3, 4)
    """
    return SLOTS[name]


def name_at(row: int, column: int) -> str:
    """The name of a slot.

    >>> name_at(3, 4)
    'e4'
    """
    return NAMES[row, column]


def square_at(name: str) -> tuple[int, int]:
    """Row and column of a square's name, on the sheet's 14 × 14 squares.

    >>> square_at("e4sw")
    (7, 8)
    """
    return SQUARES[name]
