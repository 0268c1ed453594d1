"""The ground of the city: its tiles from above, the lines between them, its strong edge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import moved, path, place
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.city import joined
from parvis.games.bella_vista.drawing.outlines import Square, along, outline
from parvis.games.bella_vista.drawing.tiles import district
from parvis.games.bella_vista.labels import spots

SQUARE = 30  # units a square of the plan
EDGE = 17  # units around the city
PARKS, RIVERS = "*", "12"
CITIES = 1 << 8  # that are remembered: every table has one of its own


@lru_cache(CITIES)
def spots_of(plan: str, cell: int) -> Mapping[str, Square]:
    """Where each square lies, by its name, in squares from the top left of the city."""
    return spots(plan.split("/"), cell)


def letter_at(rows: list[str], x: int, y: int) -> str:
    """The letter of a cell; a dot outside the map."""
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[0]) else "."


@fragment
def ground(plan: str, cell: int, speech: Speech, left: int = EDGE, top: int = EDGE) -> str:
    """The tiles of a plan, whose rows are parted by strokes, with its corner at a point."""
    rows, side = plan.split("/"), cell * SQUARE
    cells = [(x, y) for y, row in enumerate(rows) for x in range(len(row)) if row[x] != "."]
    # One soft shadow under the whole city.
    parts = [moved(4, 5, path(covering(cells, side), fill="var(--shadow)"))]
    parts.append(path(covering(cells, side), fill="var(--sheet)"))
    for kind, letter in enumerate(layouts.LETTERS):
        corner = next(((x, y) for x, y in cells if rows[y][x] == letter), None)
        if corner:
            parts.append(district(kind, corner[0] * side, corner[1] * side, 2 * side))
    parks = [(x, y) for x, y in cells if rows[y][x] in PARKS]
    rivers = [(x, y) for x, y in cells if rows[y][x] in RIVERS]
    for tiles, tint, pattern in ((parks, "green", "grass"), (rivers, "blue", "waves")):
        if tiles:
            parts.append(path(covering(tiles, side), fill=f"var(--{tint})"))
            parts.append(path(covering(tiles, side), fill=fill(pattern, f"{tint}-ink")))
    parts += [use("bv-trees", x * side, y * side, side / 60) for x, y in parks]
    parts += seams(rows, side)
    for what, letters in (("park", PARKS), ("river", RIVERS)):
        for n, group in enumerate(joined(rows, letters), 1):
            shape = path(along(outline(group, side)), fill="transparent")
            key = "bv.label.park" if what == "park" else "bv.label.river"
            parts.append(place(f"{what}-{n}", shape, label=speech(key, number=n)))
    return moved(left, top, *parts)


def covering(cells: Iterable[Square], side: int) -> str:
    """Path data of cells."""
    return "".join(f"M{x * side} {y * side}h{side}v{side}h-{side}z" for x, y in cells)


def seams(rows: list[str], side: int) -> list[str]:
    """The lines between tiles, and the strong edge of the city."""
    between, edge = "", ""
    for y in range(len(rows) + 1):
        for x in range(len(rows[0]) + 1):
            here = letter_at(rows, x, y)
            for other, way in ((letter_at(rows, x, y - 1), "h"), (letter_at(rows, x - 1, y), "v")):
                if here == other or {here, other} == set(RIVERS):
                    continue
                drawn = f"M{x * side} {y * side}{way}{side}"
                if "." in (here, other):
                    edge += drawn
                else:
                    between += drawn
    ink = {"fill": "none", "stroke": "var(--ink)", "stroke_linecap": "round"}
    return [path(between, **ink), path(edge, **ink, stroke_width=2)]
