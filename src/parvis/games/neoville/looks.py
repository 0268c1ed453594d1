"""Reads what a view says: tiles as texts, slots and squares by their names.

Shared by choices and drawing, which know nothing but a view.
"""

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
    turned,
    write_face,
)

View = Mapping[str, Any]


def squares_of(look: str) -> list[tuple[int, int]]:
    """The squares nw, ne, sw, se of a tile's text as (terrain from 0, icon).

    >>> squares_of("sg*/r+w")
    [(0, 0), (1, 1), (2, 2), (3, 0)]
    """
    squares = read_face(look)
    assert squares is not None, look
    return [(square % 8 - 1, square // 8) for square in squares]


def rotated(look: str, quarters: int) -> str:
    """A tile's text after some quarter turns clockwise.

    >>> rotated("sg/rw", 1)
    'rs/wg'
    """
    squares = read_face(look)
    assert squares is not None, look
    for _ in range(quarters):
        squares = turned(squares)
    return write_face(squares)


def tile_words(look: str) -> list[object]:
    """A tile in words: its squares clockwise from the upper left."""
    squares = read_face(look)
    assert squares is not None, look
    return square_words(squares)


def square_word(square: tuple[int, int]) -> str:
    """A square in words."""
    return SQUARE_WORDS[square[1]][square[0]]


def tile_label(view: View, face: int, speech: Speech) -> str:
    """A tile of a hand or the row, as one says it."""
    box = view["box"]
    words = tile_words(box["faces"][face])
    if face in box["equity"]:
        return speech("nv.label.equity", number=box["equity"].index(face) + 1, tile=words)
    return speech("nv.label.tile", tile=words)


def piece_label(kind: Mapping[str, Any], speech: Speech) -> str:
    """A kind of piece, as one says it."""
    return speech("nv.label.piece", piece=kind["piece"], mark=kind["mark"])


def own_tiles(view: View, seat: int) -> list[int]:
    """The faces in a hand that the view knows, those that all know first."""
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
