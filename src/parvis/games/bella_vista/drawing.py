"""The table as a view knows it: the city, the offers, the town hall, the contracts, the hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.svg import circle, group, line, moved, place, rect, text
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts, townhall
from parvis.games.bella_vista.architects import area, hand
from parvis.games.bella_vista.pictures import (
    NEUTRAL_OWNER,
    SQUARE,
    TINTS,
    building,
    district,
    park,
    river,
    symbol,
    tile_picture,
)
from parvis.games.bella_vista.refusals import TILE_PLACES, cell_name
from parvis.games.bella_vista.wording import (
    spots,
    square_name,
    square_words,
    tile_words,
)

View = Mapping[str, Any]
EDGE = 17  # units around the city
PHONE = 390  # points across a phone, and how high a number must be there
LEGIBLE = 12.5
ROOM = 2  # free cells around a city that is being laid


def draw(view: View, speech: Speech, tall: bool = False) -> Drawing:
    """The panels of the table."""
    if view["phase"] == "layout":
        return Drawing([laying(view, speech), tiles_left(view, speech, tall)])
    panels = [city(view, speech, tall)]
    if view["seat"] is not None:
        panels.append(hand(view, speech, tall))
    panels += townhall.panels(view, speech, tall)
    panels += [area(view, seat, speech) for seat in range(view["seats"]) if seat != view["seat"]]
    return Drawing(panels)


# The city.


def city(view: View, speech: Speech, tall: bool) -> Panel:
    """The shared city: ground, squares to point at, buildings."""
    cell = view["cell"] * SQUARE
    wide, high = len(view["map"][0]) * cell, len(view["map"]) * cell
    panel = Panel("city", "board", speech("bv.panel.city"), wide + 2 * EDGE, high + 2 * EDGE)
    panel.add("ground", moved(EDGE, EDGE, ground(tuple(view["map"]), cell)))
    where = spots(view["map"], view["cell"])
    taken = {square for one in view["buildings"] for square in one["squares"]}
    for square in range(len(where)):  # each a fragment: a move changes few of them
        if square not in taken:
            free = free_square(view, square, where[square], speech)
            panel.add(f"square-{square}", moved(EDGE, EDGE, free))
    standing = [one for one in view["buildings"] if one["squares"]]
    digit = max(0.5, min(0.68, LEGIBLE * panel.width / PHONE / SQUARE)) if tall else 0.5
    for one in sorted(standing, key=lambda one: depth(one, where)):
        panel.add(
            f"building-{one['building']}",
            moved(EDGE, EDGE, standing_building(view, one, where, digit, speech)),
        )
    return panel


@lru_cache(64)
def ground(rows: tuple[str, ...], cell: int) -> str:
    """The tiles of the city, seen from above."""
    parts: list[str] = []
    seen: set[str] = set()
    high, wide = len(rows), len(rows[0])
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter == ".":
                continue
            # One soft shadow under the whole city, cell by cell.
            parts.insert(0, rect(x * cell + 4, y * cell + 5, cell, cell, fill="var(--shadow)"))
            if letter == "*":
                parts.append(park(x * cell, y * cell, cell))
            elif letter in "12":
                parts.append(river(x * cell, y * cell, cell, cell))
            elif letter not in seen:
                seen.add(letter)
                kind = layouts.LETTERS.index(letter)
                parts.append(rect(x * cell, y * cell, 2 * cell, 2 * cell, fill="var(--sheet)"))
                parts.append(district(kind, x * cell, y * cell, 2 * cell))
    for y in range(high + 1):
        for x in range(wide + 1):
            parts += seams(rows, x, y, cell)
    for what, letters in (("park", "*"), ("river", "12")):
        for n, cells in enumerate(joined(rows, letters), 1):
            parts.append(
                place(
                    f"{what}-{n}",
                    *(rect(x * cell, y * cell, cell, cell, fill="transparent") for x, y in cells),
                )
            )
    return group(*parts)


def seams(rows: tuple[str, ...], x: int, y: int, cell: int) -> list[str]:
    """The lines between tiles, and the strong edge of the city, up and left of a corner."""
    here = letter_at(rows, x, y)
    parts: list[str] = []
    for other, x2, y2 in (
        (letter_at(rows, x, y - 1), x + 1, y),
        (letter_at(rows, x - 1, y), x, y + 1),
    ):
        if here == other or {here, other} == {"1", "2"}:
            continue
        edge = "." in (here, other)
        parts.append(
            line(
                x * cell,
                y * cell,
                x2 * cell,
                y2 * cell,
                stroke="var(--ink)",
                stroke_width=2 if edge else 1,
                stroke_linecap="round",
            )
        )
    return parts


def letter_at(rows: tuple[str, ...], x: int, y: int) -> str:
    """The letter of a cell; a dot outside the map."""
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[0]) else "."


def joined(rows: tuple[str, ...], letters: str) -> list[list[tuple[int, int]]]:
    """Cells of these letters that share sides, in reading order of their first cell."""
    cells = [(x, y) for y, row in enumerate(rows) for x, one in enumerate(row) if one in letters]
    groups: list[list[tuple[int, int]]] = []
    while cells:
        found = [cells.pop(0)]
        for x, y in found:
            for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if there in cells:
                    cells.remove(there)
                    found.append(there)
        groups.append(found)
    return groups


def free_square(view: View, square: int, spot: tuple[int, int], speech: Speech) -> str:
    """A square to build on, with the symbol of its district."""
    side = 2 * view["cell"]
    return place(
        f"square-{square_name(view, square)}",
        free_ground(square // (side * side) % 4, spot),
        label=square_words(view, square, speech),
    )


@lru_cache(2048)
def free_ground(which: int, spot: tuple[int, int]) -> str:
    """What is seen of a free square."""
    x, y = spot[0] * SQUARE, spot[1] * SQUARE
    return group(
        rect(
            x + 1.2,
            y + 1.2,
            SQUARE - 2.4,
            SQUARE - 2.4,
            rx=3,
            fill="var(--sheet)",
            fill_opacity=0.28,
            stroke=f"var(--{TINTS[which]}-ink)",
            stroke_opacity=0.25,
        ),
        symbol(which, x + SQUARE / 2, y + SQUARE / 2, 0.43 * SQUARE, opacity=0.6),
    )


def depth(one: Mapping[str, Any], where: list[tuple[int, int]]) -> tuple[int, int, int]:
    """Buildings further down and further right are nearer to the eye."""
    mine = [where[square] for square in one["squares"]]
    return (max(y for _, y in mine), max(x for x, _ in mine), one["building"])


def standing_building(
    view: View,
    one: Mapping[str, Any],
    where: list[tuple[int, int]],
    digit: float,
    speech: Speech,
) -> str:
    """A building of the city; each of its squares can be pointed at."""
    who = one["owner"] if one["owner"] < view["seats"] else NEUTRAL_OWNER
    label = speech("bv.label.building", number=one["number"], owner=owner_words(one["owner"], view))
    cells = frozenset(where[square] for square in one["squares"])
    volume = building(
        cells,
        one["number"],
        who,
        fresh=one["building"] == view["latest"],
        digit=digit,
    )
    hits = [
        place(
            f"square-{square_name(view, square)}",
            rect(
                where[square][0] * SQUARE,
                where[square][1] * SQUARE,
                SQUARE,
                SQUARE,
                fill="transparent",
            ),
            label=label,
        )
        for square in one["squares"]
    ]
    return group(volume, *hits)


def owner_words(seat: int, view: View) -> str:
    """Whose a building is, as a parameter of words."""
    return f"@{seat}" if seat < view["seats"] else "#bv.neutral"


# Laying the city.


def laying(view: View, speech: Speech) -> Panel:
    """The table while the architects lay the tiles: the city so far, and cells around it."""
    cell = view["cell"] * SQUARE
    middle = layouts.MIDDLE
    x0, y0, x1, y1 = view["origin"] or (middle, middle, middle + 2, middle + 2)
    left, top = max(0, x0 - ROOM), max(0, y0 - ROOM)
    right, bottom = min(layouts.TABLE, x1 + ROOM), min(layouts.TABLE, y1 + ROOM)
    panel = Panel(
        "city",
        "board",
        speech("bv.panel.city"),
        (right - left) * cell + 2 * EDGE,
        (bottom - top) * cell + 2 * EDGE,
    )
    if view["map"]:
        panel.add(
            "ground",
            moved(
                EDGE + (x0 - left) * cell,
                EDGE + (y0 - top) * cell,
                ground(tuple(view["map"]), cell),
                *laid_symbols(view["map"], cell),
            ),
        )
    cells: list[str] = []
    for y in range(top, bottom):
        for x in range(left, right):
            name = cell_name(y * layouts.TABLE + x)
            cells.append(
                place(
                    f"cell-{name}",
                    rect(
                        EDGE + (x - left) * cell + 3,
                        EDGE + (y - top) * cell + 3,
                        cell - 6,
                        cell - 6,
                        rx=6,
                        fill="transparent",
                        stroke=None if covered(view, x - x0, y - y0) else "var(--line)",
                        stroke_dasharray="5 5",
                    ),
                    label=speech("bv.label.cell", cell=name),
                )
            )
    panel.add("cells", *cells)
    return panel


def covered(view: View, x: int, y: int) -> bool:
    """Whether a tile lies on a cell, counted from the corner of the city."""
    return bool(view["map"]) and letter_at(tuple(view["map"]), x, y) != "."


def laid_symbols(rows: list[str], cell: int) -> list[str]:
    """A large symbol on each district that lies already."""
    parts: list[str] = []
    for kind, letter in enumerate(layouts.LETTERS):
        for y, row in enumerate(rows):
            if letter in row:
                x = (row.index(letter) + 1) * cell
                parts.append(circle(x, (y + 1) * cell, cell * 0.42, fill="var(--sheet)"))
                parts.append(symbol(kind % 4, x, (y + 1) * cell, cell * 0.6))
                break
    return parts


def tiles_left(view: View, speech: Speech, tall: bool) -> Panel:
    """The tiles that are still to be laid."""
    left = layouts.left(view["laid"])
    kinds = [tile // layouts.CELLS for tile in view["laid"]]
    a_row = 4 if tall else 6
    panel = Panel(
        "tiles",
        "supply",
        speech("bv.panel.tiles"),
        a_row * 88 + 8,
        ((len(left) + a_row - 1) // a_row) * 96 + 8,
    )
    for n, kind in enumerate(left):
        x, y = 8 + n % a_row * 88, 8 + n // a_row * 96
        parts = [rect(x, y, 80, 88, rx=8, fill="var(--sheet)", stroke="var(--line)")]
        if kind < layouts.PARK:
            parts.append(tile_picture(kind, x + 12, y + 16, 56))
        elif kind == layouts.PARK:
            parts.append(park(x + 22, y + 14, 36))
            parts.append(
                text(x + 40, y + 70, f"× {layouts.PARKS - kinds.count(kind)}", 15, "middle")
            )
        else:
            rivers = kinds.count(layouts.RIVER) + kinds.count(layouts.RIVER_DOWN)
            size = (56, 28) if kind == layouts.RIVER else (28, 50)
            parts.append(river(x + 40 - size[0] / 2, y + 35 - size[1] / 2, *size))
            parts.append(text(x + 40, y + 74, f"× {layouts.RIVERS - rivers}", 15, "middle"))
        panel.add(
            TILE_PLACES[kind], place(TILE_PLACES[kind], *parts, label=tile_words(kind, speech))
        )
    return panel
