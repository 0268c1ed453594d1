"""The palette of the editor: the buildings that do not stand in the city."""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.drawing.fragment import KEPT, fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import group, number, place, rect, text
from parvis.engine.words import Speech
from parvis.games.bella_vista.drawing.buildings import NEUTRAL, volume
from parvis.games.bella_vista.drawing.plan import SQUARE
from parvis.games.bella_vista.labels import building_label

ROOM = 66  # of each
A_ROW = 5
Shape = tuple[tuple[int, int], ...]
Spare = tuple[str, int, int, Shape, int]  # pick, height, owner, footprint, how many


@lru_cache(KEPT)
def palette(buildings: tuple[Spare, ...], name: str, speech: Speech) -> Panel:
    """The buildings row by row."""
    rows = max(1, -(-len(buildings) // A_ROW))
    panel = Panel("palette", "supply", speech("bv.panel.palette"), A_ROW * ROOM, rows * ROOM)
    for n, (pick, height, owner, shape, count) in enumerate(buildings):
        x, y = n % A_ROW * ROOM, n // A_ROW * ROOM
        panel.add(pick, spare(pick, height, owner, shape, count, x, y, name, speech))
    return panel


@fragment
def spare(
    pick: str, height: int, owner: int, shape: Shape, count: int, x: int, y: int, name: str,
    speech: Speech,
) -> str:  # fmt: skip
    """A building, small enough for its room."""
    wide = (max(dx for dx, _ in shape) - min(dx for dx, _ in shape) + 1) * SQUARE
    high = (max(dy for _, dy in shape) - min(dy for _, dy in shape) + 1) * SQUARE
    scale = min(0.9, (ROOM - 14) / wide, (ROOM - 14) / high)
    left = x + (ROOM - wide * scale) / 2 - min(dx for dx, _ in shape) * SQUARE * scale
    top = y + (ROOM - high * scale) / 2 - min(dy for _, dy in shape) * SQUARE * scale
    shadow, faces = volume(shape, height, owner, 16)
    where = f"translate({number(left)} {number(top)}) scale({scale:.3g})"
    # The card in the building's own measure: marks follow what is largest.
    side, inset = (ROOM - 3) / scale, 1 / scale
    edge_x, edge_y = (x - left) / scale + inset, (y - top) / scale + inset
    line = {"fill": "var(--sheet)", "stroke": "var(--line)", "stroke_width": inset}
    card = rect(edge_x, edge_y, side, side, rx=6 / scale, **line)
    parts = [group(card, shadow, faces, transform=where)]
    if count > 1:
        parts.append(text(x + ROOM - 8, y + ROOM - 12, f"×{count}", 12, "end", font_weight="bold"))
    label = building_label(height, owner if owner < NEUTRAL else None, name, speech)
    return place(pick, *parts, label=label)
