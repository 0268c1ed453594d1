"""The sizes of a wide and of a tall screen."""

from __future__ import annotations

from dataclasses import dataclass

Size = tuple[float, float]
SMALL: Size = (28, 37)  # a block that was kept
CELL: Size = (19, 21)  # a block in the table of what memory gives


@dataclass(frozen=True, eq=False)  # there are two
class Measures:
    """The sizes of a wide or a tall screen."""

    name: str
    width: int  # of the board and the hand
    lot_width: int
    lot_height: int
    header: int  # of a lot
    pad: int  # between a lot's edge and what stands on it
    block: Size  # on a lot
    pill: Size  # a decoration on a lot
    gap: int
    trick: Size  # a block in the trick
    hand: Size  # a block in the hand
    a_row: int  # blocks of the hand in a row

    def slot(self, rank: int) -> tuple[float, float]:
        """The corner of a construction's place on its lot."""
        width, height = self.block
        x = self.pad + (rank % 5) * (width + self.gap)
        return x, self.header + (rank // 5) * (height + self.gap)

    def pill_slot(self, row: int, n: int) -> tuple[float, float]:
        """The corner of a decoration's place: a column on a wide screen, a row on a tall one."""
        width, height = self.pill
        if self is TALL:
            x = self.pad + (2 * row + n) * (width + 2.8)
            return x, self.header + 3 * (self.block[1] + self.gap) + 2
        x = self.lot_width - self.pad - (2 - n) * width - (1 - n) * self.gap
        return x, self.header + row * (height + self.gap)


WIDE = Measures("wide", 1000, 368, 264, 48, 12, (44, 62), (36, 62), 5, (60, 82), (58, 80), 15)
TALL = Measures("tall", 390, 192, 202, 40, 8, (32, 36), (27, 36), 4, (46, 62), (44, 60), 8)
