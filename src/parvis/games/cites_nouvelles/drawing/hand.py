"""A seat's own blocks."""

from __future__ import annotations

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import text
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import CODES, SUIT
from parvis.games.cites_nouvelles.drawing.blocks import numbered, shown
from parvis.games.cites_nouvelles.drawing.sizes import TALL, Measures
from parvis.games.cites_nouvelles.labels import kind_of
from parvis.games.cites_nouvelles.schema import View


def hand(view: View, speech: Speech, sizes: Measures) -> Panel:
    """My blocks by ensemble; when decorations are chosen, those to choose from."""
    asked = view["decorate"]
    choosing = asked is not None and bool(view["moves"])
    blocks = numbered(asked["among"] if asked is not None and choosing else view["hand"])
    width, height = sizes.hand
    rows = 2 if sizes is TALL else 1
    title = speech("cn.draw.choose") if choosing else speech("cn.draw.hand", n=len(blocks))
    panel = Panel("hand", "hand", title, sizes.width, rows * (height + 6) + 6, view["seat"])
    gap = 2.5 if sizes is TALL else 4
    between = 0 if sizes is TALL else 9
    x = 3.0
    for n, block in enumerate(blocks):
        if n % sizes.a_row == 0:
            x = 3.0
        elif SUIT[block] != SUIT[blocks[n - 1]]:
            x += between
        y = 3 + (n // sizes.a_row) * (height + 6)
        panel.add(
            CODES[block],
            held(block, kind_of(block, view["decorations"]), speech.common, x, y, sizes),
        )
        x += width + gap
    if not blocks:
        panel.add("empty", nothing(speech.common, height / 2))
    return panel


@fragment
def held(block: int, kind: str, speech: Speech, x: float, y: float, sizes: Measures) -> str:
    return shown(block, kind, speech, x, y, sizes.hand)


@fragment
def nothing(speech: Speech, y: float) -> str:
    return text(8, y, speech("cn.draw.empty-hand"), 14, fill="var(--soft)")
