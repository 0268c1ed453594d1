"""The palette of the editor: blocks that are in the Reserve or in others' hands."""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.drawing.fragment import KEPT, fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import place
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import CODES, SUITS
from parvis.games.cites_nouvelles.drawing.blocks import body
from parvis.games.cites_nouvelles.drawing.sizes import SMALL
from parvis.games.cites_nouvelles.labels import block_label

WIDE, HIGH = SMALL[0] + 2, SMALL[1] + 3


@lru_cache(KEPT)
def palette(blocks: tuple[tuple[int, str], ...], speech: Speech) -> Panel:
    """A row for each suit, every block where its number is."""
    title = speech("cn.panel.palette")
    panel = Panel("palette", "supply", title, 15 * WIDE + 2, SUITS * HIGH + 2)
    for block, kind in blocks:
        panel.add(CODES[block], spare(block, kind, speech))
    return panel


@fragment
def spare(block: int, kind: str, speech: Speech) -> str:
    x, y = block % 15 * WIDE + 2, block // 15 * HIGH + 2
    label = block_label(block, kind, speech)
    return place(f"spare-{CODES[block]}", body(block, kind, x, y, SMALL), label=label)
