"""The table as a view knows it: four lots, the trick between them, a hand, what memory gives."""

from __future__ import annotations

from parvis.engine.drawing.panel import Drawing
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.drawing.board import board
from parvis.games.cites_nouvelles.drawing.hand import hand
from parvis.games.cites_nouvelles.drawing.kept import captures
from parvis.games.cites_nouvelles.drawing.memory import memory
from parvis.games.cites_nouvelles.drawing.players import area
from parvis.games.cites_nouvelles.drawing.sizes import TALL, WIDE
from parvis.games.cites_nouvelles.drawing.symbols import SYMBOLS
from parvis.games.cites_nouvelles.drawing.trick import around
from parvis.games.cites_nouvelles.schema import View

__all__ = ["SYMBOLS", "draw"]


def draw(view: View, speech: Speech, tall: bool = False) -> Drawing:
    """All panels of the table."""
    sizes = TALL if tall else WIDE
    panels = [board(view, speech, sizes)]
    if view["seat"] is not None:
        panels.append(hand(view, speech, sizes))
    panels += [area(view, speech, seat) for seat in around(view)[1:]]
    if view["seat"] is None:
        panels.append(area(view, speech, 0))
    panels += [captures(view, speech), memory(view, speech)]
    return Drawing(panels, SYMBOLS)
