"""Hexes that stand on a point: one alone, and the land under many."""

from __future__ import annotations

from math import sqrt

from parvis.engine.drawing.svg import Number, number, path

WIDE = sqrt(3) / 2  # half the width of a hex of size 1
Point = tuple[float, float]
# The corners of a hex, clockwise from its top, in half widths and half sizes from its middle.
CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def hexagon(x: Number, y: Number, size: Number, **attributes: object) -> str:
    """A hex centred at (x, y)."""
    across, down = number(WIDE * size), number(size / 2)
    top, side = f"M{number(x)} {number(y - size)}", number(size * 1.0)
    data = f"{top}l{across} {down}v{side}l-{across} {down}-{across}-{down}v-{side}z"
    return path(data, **attributes)


def land(cells: list[tuple[int, int]], middle: Point, size: Number, rim: Number) -> str:
    """The path around hexes that lie in these columns and rows, and a rim beyond them.

    `middle` is where column 0, row 0 is drawn. Along the outline a corner belongs to one hex or to
    two; either way it moves outwards by as much.
    """
    inside: dict[tuple[int, int], list[tuple[int, int]]] = {}  # by corner: the hexes it belongs to
    edges: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for column, row in cells:
        corners = [(column + x, 3 * row + y) for x, y in CORNERS]
        for n, corner in enumerate(corners):
            inside.setdefault(corner, []).append((column, 3 * row))
            edges.add((corner, corners[(n + 1) % 6]))
    after = {start: end for start, end in edges if (end, start) not in edges}
    moved = rim / size

    def drawn(corner: tuple[int, int]) -> str:
        x, y = (
            corner[n] + moved * sum(corner[n] - hexed[n] for hexed in inside[corner])
            for n in (0, 1)
        )
        return f"{number(middle[0] + x * WIDE * size)} {number(middle[1] + y * size / 2)}"

    data = ""
    while after:
        corner = min(after)
        loop: list[str] = []
        while corner in after:
            loop.append(drawn(corner))
            corner = after.pop(corner)
        data += f"M{'L'.join(loop)}z"
    return data
