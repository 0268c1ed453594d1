"""The sizes of a wide and of a tall screen."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Measures:
    """The sizes of a wide or a tall screen."""

    width: int  # of the board and the hand
    lot_width: int
    lot_height: int
    header: int  # of a lot
    block: tuple[float, float]  # on a lot
    pill: tuple[float, float]  # a decoration on a lot
    gap: int
    trick: tuple[float, float]  # a block in the trick
    hand: tuple[float, float]  # a block in the hand
    a_row: int  # blocks of the hand in a row


WIDE = Measures(1000, 368, 264, 48, (44, 62), (36, 62), 5, (60, 82), (58, 80), 15)
TALL = Measures(390, 192, 202, 40, (32, 36), (27, 36), 4, (46, 62), (44, 60), 8)
