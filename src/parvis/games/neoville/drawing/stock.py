"""The stock: a row for each sort of piece."""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.drawing.fragment import KEPT, Fragment, fragment
from parvis.engine.drawing.svg import place, rect
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.neoville.boxes import Index
from parvis.games.neoville.drawing.pieces import PIECE, TAGS, stocked
from parvis.games.neoville.drawing.symbols import SMALL, square_symbol

STEP = PIECE + 10  # from row to row
TOP = 2
TOWER_SORTS = ("earth", "forest", "stone", "waterfall")  # by terrain
SORT_KEYS = {
    "earth": "nv.sort.earth",
    "forest": "nv.sort.forest",
    "stone": "nv.sort.stone",
    "waterfall": "nv.sort.waterfall",
    "ecomobiles": "nv.sort.ecomobiles",
    "windmills": "nv.sort.windmills",
    "biodomes": "nv.sort.biodomes",
}


@lru_cache(KEPT)
def stock_row(
    index: Index, row: int, sort: str, left: tuple[int, ...], width: int, speech: Speech
) -> dict[str, Fragment]:
    """The pieces of a sort with how many are left; remembered, because few rows change."""
    y = TOP + row * STEP
    kinds = index.rows.get(sort, ())
    start = 32 if sort in TOWER_SORTS else 4
    wide = PIECE if sort in TOWER_SORTS else PIECE + TAGS
    step = min(wide + 4, (width - start) // max(1, len(kinds)))
    found = {f"stock-{sort}": shelf(sort, y, width, speech)}
    for at, kind in enumerate(kinds):
        drawn = stocked(kind, start + at * step, y + 3, left[at], speech)
        found[f"stock-{kind.code}"] = drawn
    return found


@fragment
def shelf(sort: str, y: int, width: int, speech: Speech) -> str:
    """What a row stands on: for skyscrapers with their terrain."""
    parts = [rect(0, y, width, PIECE + 6, rx=6, fill="var(--shade)")]
    if sort in TOWER_SORTS:
        name = square_symbol(TOWER_SORTS.index(sort), 0, small=True)
        parts.append(use(name, 6, y + PIECE / 2 - 8, 22 / SMALL))
        parts.append(rect(6, y + PIECE / 2 - 8, 22, 22, fill="none", stroke="var(--ink)"))
    return place(f"shelf-{sort}", *parts, label=speech(SORT_KEYS[sort]))
