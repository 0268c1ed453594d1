"""The palette of the editor: the tiles that lie in the stack, each kind once."""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.drawing.fragment import KEPT, fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import place, rect, text
from parvis.engine.words import Speech
from parvis.games.neoville.drawing.tiles import picture
from parvis.games.neoville.labels import tile_label

SIZE = 17  # of a square
STEP = 2 * SIZE + 3
A_ROW = 10
Spare = tuple[str, str, int, int]  # its pick, how it looks, how many there are, its Equity number


@lru_cache(KEPT)
def palette(tiles: tuple[Spare, ...], speech: Speech) -> Panel:
    """The tiles row by row."""
    rows = max(1, -(-len(tiles) // A_ROW))
    panel = Panel("palette", "supply", speech("nv.panel.palette"), A_ROW * STEP, rows * STEP + 4)
    for at, (pick, look, count, equity) in enumerate(tiles):
        x, y = at % A_ROW * STEP + 1, at // A_ROW * STEP + 2
        panel.add(pick, spare(pick, x, y, look, count, equity, speech))
    return panel


@fragment
def spare(pick: str, x: int, y: int, look: str, count: int, equity: int, speech: Speech) -> str:
    """A tile of the stack, and how many there are of it if there are more."""
    parts = [picture(look, x, y, SIZE)]
    if count > 1:
        parts.append(rect(x + 17, y + 20, 18, 15, rx=7, fill="var(--sheet)"))
        parts.append(text(x + 26, y + 27.5, f"×{count}", 12, "middle", font_weight="bold"))
    parts.append(rect(x, y, 2 * SIZE, 2 * SIZE, fill="transparent"))
    return place(pick, *parts, label=tile_label(look, equity, speech))
