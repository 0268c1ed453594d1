"""The table while the architects lay the city: the city so far, and the tiles that are left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import circle, moved, place, rect, text
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.drawing.city import EDGE, ground, letter_at
from parvis.games.bella_vista.drawing.pictures import SQUARE, park, river, symbol, tile_picture
from parvis.games.bella_vista.labels import TILE_PLACES, tile_words

View = Mapping[str, Any]
ROOM = 2  # free cells around a city that is being laid


def laying(view: View, speech: Speech) -> Panel:
    """The table while the architects lay the tiles: the city so far, and cells around it."""
    cell = view["cell"] * SQUARE
    x0, y0, x1, y1 = corners(view["box"])
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
            name = layouts.cell_name(y * layouts.TABLE + x)
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


def corners(box: Mapping[str, int] | None) -> tuple[int, int, int, int]:
    """Where the city lies on the table; before the first tile, where a district would lie."""
    if box is None:
        x, y = layouts.CENTRE % layouts.TABLE, layouts.CENTRE // layouts.TABLE
        return x, y, x + 2, y + 2
    return box["left"], box["top"], box["right"], box["bottom"]


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
    kinds = [layouts.KIND_TEXT.index(one["tile"]) for one in view["laid"]]
    left = layouts.left([(kind, 0) for kind in kinds])
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
