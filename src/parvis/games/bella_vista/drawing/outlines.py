"""Outlines of squares that are joined by sides, as points and as path data."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from parvis.engine.drawing.svg import number

Square = tuple[int, int]
Point = tuple[float, float]


def outline(
    squares: Iterable[Square], unit: float, inset: float = 0, right: float = 0, down: float = 0
) -> list[Point]:
    """The corners of some squares, clockwise, drawn in a little; more so on the right and below."""
    corners = turns(frozenset(squares))
    points: list[Point] = []
    for n, (x, y) in enumerate(corners):
        before, after = corners[n - 1], corners[(n + 1) % len(corners)]
        comes_upright = before[0] == x
        upright, level = (before, after) if comes_upright else (after, before)
        # Clockwise: what runs down is a right side, what runs to the left is a bottom.
        runs_down = (y > upright[1]) == comes_upright
        runs_left = (x < level[0]) != comes_upright
        points.append(
            (
                x * unit + (-inset - right if runs_down else inset),
                y * unit + (-inset - down if runs_left else inset),
            )
        )
    return points


def turns(squares: frozenset[Square]) -> list[Square]:
    """The corners where the outline of some squares turns, clockwise; y points down."""
    edges = {  # each with the squares on its right
        start: end
        for x, y in squares
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        )
        if beside not in squares
    }
    round_: list[Square] = [min(edges)]
    while (following := edges[round_[-1]]) != round_[0]:
        round_.append(following)
    count = len(round_)
    return [
        here
        for n, here in enumerate(round_)
        if not (round_[n - 1][0] == round_[(n + 1) % count][0] == here[0])
        and not (round_[n - 1][1] == round_[(n + 1) % count][1] == here[1])
    ]


def along(points: list[Point]) -> str:
    """Path data along corners whose sides are upright and level by turns.

    >>> along([(1, 1), (3, 1), (3, 2.5), (1, 2.5)])
    'M1 1h2v1.5h-2z'
    """
    data = f"M{number(points[0][0])} {number(points[0][1])}"
    for (x, y), (to_x, to_y) in pairwise(points):
        data += f"v{number(to_y - y)}" if to_x == x else f"h{number(to_x - x)}"
    return data + "z"


def swept(points: list[Point], dx: float, dy: float) -> str:
    """Path data of what an outline covers on its way to the right and down, but where it began."""
    data = along([(x + dx, y + dy) for x, y in points])
    there, back = f"l{number(dx)} {number(dy)}", f"l{number(-dx)} {number(-dy)}"
    for n, (x, y) in enumerate(points):
        to_x, to_y = points[(n + 1) % len(points)]
        if to_x < x or to_y > y:  # a bottom or a right side
            side = f"v{number(to_y - y)}" if to_x == x else f"h{number(to_x - x)}"
            data += f"M{number(x)} {number(y)}{there}{side}{back}z"
    return data
