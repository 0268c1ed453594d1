"""The toy's table: two lines of text."""

from __future__ import annotations

from collections.abc import Mapping

from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.svg import text
from parvis.engine.words import Speech


def draw(view: Mapping[str, object], speech: Speech, tall: bool = False) -> Drawing:
    hand = Panel("hand", "hand", speech("ty.hand"), 200, 40)
    hand.add("cards", text(10, 20, str(view["hand"])))
    board = Panel("board", "board", speech("ty.table"), 200, 40)
    board.add("cards", text(10, 20, str(view["table"])))
    return Drawing([board, hand])
