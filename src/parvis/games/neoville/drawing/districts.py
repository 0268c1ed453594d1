"""Districts: which squares of a city hang together, as sets of bits, and the lines around them."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from typing import NamedTuple

from parvis.engine.drawing.fragment import KEPT
from parvis.engine.drawing.svg import moved, path
from parvis.games.neoville.components import TERRAINS
from parvis.games.neoville.labels import slot_at, squares_of

WIDTH = 16  # bits from one row of squares to the next: two more than a sheet has, always empty


class Edge(NamedTuple):
    """The line around a district: firm if it satisfies its skyscraper, dashes if not yet."""

    squares: int  # its squares, as a set
    left: int  # where the sheet begins
    top: int
    size: int  # of a square
    firm: bool


@lru_cache(KEPT)
def grounds_of(tiles: tuple[tuple[str, str], ...]) -> tuple[int, ...]:
    """The squares of each terrain, as sets."""
    grounds = [0] * len(TERRAINS)
    for slot, look in tiles:
        row, column = slot_at(slot)
        corner = 1 << (2 * row * WIDTH + 2 * column)
        nw, ne, sw, se = squares_of(look)
        grounds[nw[0]] |= corner
        grounds[ne[0]] |= corner << 1
        grounds[sw[0]] |= corner << WIDTH
        grounds[se[0]] |= corner << WIDTH + 1
    return tuple(grounds)


@lru_cache(KEPT)
def district_around(ground: int, square: int) -> int:
    """All squares of this ground that hang together with a square."""
    found, grown = 0, square
    while grown != found:
        found = grown
        grown |= (found << 1 | found >> 1 | found << WIDTH | found >> WIDTH) & ground
    return found


def edge(district: Edge, ink: str) -> str:
    """The edge of a district, drawn a little inside it."""
    size = district.size
    width = max(2.5, round(size / 9) / 2)
    line = path(
        outline(district.squares, size, round(width / 2 + 1.5)),
        stroke=f"var(--{ink})",
        stroke_width=width,
        stroke_dasharray=None if district.firm else f"{size // 7} {size // 9}",
        fill="none",
    )
    return moved(district.left, district.top, line)


@lru_cache(KEPT)
def outline(squares: int, size: int, inset: int) -> str:
    """The strokes along the sides of squares, longer or shorter where the edge turns."""
    parts: list[str] = []
    inside = positions(squares)
    for at in inside:
        row, column = divmod(at, WIDTH)
        x, y = column * size, row * size
        for beyond, level in ((-WIDTH, y + inset), (WIDTH, y + size - inset)):
            if at + beyond not in inside:
                start = x + turn(inside, at - 1, beyond) * inset
                end = x + size - turn(inside, at + 1, beyond) * inset
                parts.append(f"M{start} {level}H{end}")
        for beyond, level in ((-1, x + inset), (1, x + size - inset)):
            if at + beyond not in inside:
                start = y + turn(inside, at - WIDTH, beyond) * inset
                end = y + size - turn(inside, at + WIDTH, beyond) * inset
                parts.append(f"M{level} {start}V{end}")
    return "".join(parts)


def positions(squares: int) -> dict[int, None]:
    """The squares of a set by their numbers, ascending."""
    found: dict[int, None] = {}
    while squares:
        found[(squares & -squares).bit_length() - 1] = None
        squares &= squares - 1
    return found


def turn(inside: Container[int], following: int, beyond: int) -> int:
    """How an edge ends: 1 before a corner, -1 beyond one that turns outwards, 0 going on."""
    if following not in inside:
        return 1
    return -1 if following + beyond in inside else 0
