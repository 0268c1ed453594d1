"""The ledger: every point with its clause and places."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

BANKED: Final = "banked"  # will not change any more
STANDING: Final = "standing"  # what it is worth if the game ended now
OPEN: Final = "open"  # counts 0 until decided; low and high are its bounds


class Line:
    """Some points of one side: why (clause and words), where (places), and how firmly."""

    def __init__(
        self,
        side: int,
        points: int,
        clause: str,
        key: str,
        params: dict[str, object] | None = None,
        places: tuple[str, ...] = (),
        status: str = BANKED,
        low: int = 0,
        high: int = 0,
    ) -> None:
        self.side = side
        self.points = points
        self.clause = clause
        self.key = key
        self.params: dict[str, object] = {} if params is None else params
        self.places = places
        self.status = status
        self.low = low
        self.high = high

    def plain(self) -> dict[str, object]:
        """The line as plain data."""
        return {
            "side": self.side,
            "points": self.points,
            "clause": self.clause,
            "key": self.key,
            "params": self.params,
            "places": list(self.places),
            "status": self.status,
            "low": self.low,
            "high": self.high,
        }

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Line)
            and self.points == other.points
            and self.side == other.side
            and self.key == other.key
            and self.clause == other.clause
            and self.status == other.status
            and self.places == other.places
            and self.params == other.params
            and self.low == other.low
            and self.high == other.high
        )

    def __hash__(self) -> int:
        return hash((self.side, self.points, self.clause, self.key, self.places))

    def __repr__(self) -> str:
        return f"Line(side {self.side}: {self.points} {self.clause} {self.key} {self.status})"


def read_line(plain: Mapping[str, Any]) -> Line:
    """What `plain` wrote."""
    return Line(**{**plain, "places": tuple(plain["places"])})


def totals(lines: list[Line], sides: int) -> list[int]:
    """The points of each side.

    >>> totals([Line(0, 5, "X-1", "x.a"), Line(1, 2, "X-1", "x.a"), Line(0, -1, "X-2", "x.b")], 2)
    [4, 2]
    """
    sums = [0] * sides
    for line in lines:
        sums[line.side] += line.points
    return sums


def change(before: list[Line], after: list[Line]) -> tuple[list[Line], list[Line]]:
    """The lines that went and the lines that came."""
    return without(before, after), without(after, before)


def without(lines: list[Line], others: list[Line]) -> list[Line]:
    """The lines that are not among others; each of these stands for one."""
    left = others.copy()
    found: list[Line] = []
    for line in lines:
        if line in left:
            left.remove(line)
        else:
            found.append(line)
    return found
