"""The table while the architects lay the city: the city so far, and the tiles that are left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import circle, place, rect, text
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.drawing.plan import EDGE, SQUARE, ground, letter_at
from parvis.games.bella_vista.drawing.tiles import park, river, sign, tile_picture
from parvis.games.bella_vista.labels import TILE_PLACES, tile_words

View = Mapping[str, Any]
ROOM = 2  # free cells around a city that is being laid


def laying(view: View, speech: Speech) -> Panel:
    """The table while the architects lay the tiles: the city so far, and cells around it."""
    rows = view["map"]
    cell = view["cell"] * SQUARE
    x0, y0, x1, y1 = corners(view["box"])
    left, top = max(0, x0 - ROOM), max(0, y0 - ROOM)
    right, bottom = min(layouts.TABLE, x1 + ROOM), min(layouts.TABLE, y1 + ROOM)
    wide, high = (right - left) * cell + 2 * EDGE, (bottom - top) * cell + 2 * EDGE
    panel = Panel("city", "board", speech("bv.panel.city"), wide, high)
    if rows:
        plan = "/".join(rows)
        corner = EDGE + (x0 - left) * cell, EDGE + (y0 - top) * cell
        panel.add("ground", ground(plan, view["cell"], speech.common, *corner))
        panel.add("signs", signs(plan, cell, *corner))
    for y in range(top, bottom):
        laid = "".join(
            [letter_at(rows, x - x0, y - y0) if rows else "." for x in range(left, right)]
        )
        taken = "".join(["." if letter == "." else "#" for letter in laid])
        panel.add(f"row-{y}", row(y, left, EDGE + (y - top) * cell, cell, taken, speech.common))
    return panel


@fragment
def row(number: int, left: int, y: int, cell: int, taken: str, speech: Speech) -> str:
    """The cells of a row of the table, from one on; dashed where no tile lies."""
    parts: list[str] = []
    for n, here in enumerate(taken):
        name = layouts.cell_name(number * layouts.TABLE + left + n)
        dashes = {"stroke": "var(--line)", "stroke_dasharray": "5 5"} if here == "." else {}
        x = EDGE + n * cell
        spot = rect(x + 3, y + 3, cell - 6, cell - 6, rx=6, fill="transparent", **dashes)
        parts.append(place(f"cell-{name}", spot, label=speech("bv.label.cell", cell=name)))
    return "".join(parts)


def corners(box: Mapping[str, int] | None) -> tuple[int, int, int, int]:
    """Where the city lies on the table; before the first tile, where a district would lie."""
    if box is None:
        x, y = layouts.CENTRE % layouts.TABLE, layouts.CENTRE // layouts.TABLE
        return x, y, x + 2, y + 2
    return box["left"], box["top"], box["right"], box["bottom"]


@fragment
def signs(plan: str, cell: int, left: int, top: int) -> str:
    """A large sign on each district that lies already."""
    parts: list[str] = []
    rows = plan.split("/")
    for kind, letter in enumerate(layouts.LETTERS):
        y = next((n for n, row in enumerate(rows) if letter in row), None)
        if y is None:
            continue
        middle = left + (rows[y].index(letter) + 1) * cell, top + (y + 1) * cell
        parts.append(circle(*middle, cell * 0.42, fill="var(--sheet)"))
        parts.append(sign(kind % 4, *middle, cell * 0.6))
    return "".join(parts)


def tiles_left(view: View, speech: Speech, tall: bool) -> Panel:
    """The tiles that are still to be laid."""
    kinds = [layouts.KIND_TEXT.index(one["tile"]) for one in view["laid"]]
    left = layouts.left([(kind, 0) for kind in kinds])
    a_row = 4 if tall else 6
    wide, high = a_row * 88 + 8, ((len(left) + a_row - 1) // a_row) * 96 + 8
    panel = Panel("tiles", "supply", speech("bv.panel.tiles"), wide, high)
    parks = layouts.PARKS - kinds.count(layouts.PARK)
    rivers = layouts.RIVERS - kinds.count(layouts.RIVER) - kinds.count(layouts.RIVER_DOWN)
    for n, kind in enumerate(left):
        count = 1 if kind < layouts.PARK else parks if kind == layouts.PARK else rivers
        x, y = 8 + n % a_row * 88, 8 + n // a_row * 96
        panel.add(TILE_PLACES[kind], tile(kind, count, x, y, speech.common))
    return panel


@fragment
def tile(kind: int, count: int, x: int, y: int, speech: Speech) -> str:
    """A tile that may be laid, and how many of it there are."""
    parts = [rect(x, y, 80, 88, rx=8, fill="var(--sheet)", stroke="var(--line)")]
    if kind < layouts.PARK:
        parts.append(tile_picture(kind, x + 12, y + 16, 56))
    elif kind == layouts.PARK:
        parts.append(park(x + 22, y + 14, 36))
        parts.append(text(x + 40, y + 70, f"× {count}", 15, "middle"))
    else:
        size = (56, 28) if kind == layouts.RIVER else (28, 50)
        parts.append(river(x + 40 - size[0] / 2, y + 35 - size[1] / 2, *size))
        parts.append(text(x + 40, y + 74, f"× {count}", 15, "middle"))
    return place(TILE_PLACES[kind], *parts, label=tile_words(kind, speech))
