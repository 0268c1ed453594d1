"""Nine squares and a hand."""

from __future__ import annotations

from collections.abc import Mapping

from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.svg import place, text
from parvis.engine.words import Speech


def draw(view: Mapping[str, object], speech: Speech, tall: bool = False) -> Drawing:
    marks, hand = view["marks"], view["hand"]
    assert isinstance(marks, list)
    assert isinstance(hand, list)
    board = Panel("board", "board", speech("st.board"), 90, 90)
    for square, mark in enumerate(marks):
        board.add(str(square), place(f"square-{square}", text(10 * square, 20, str(mark))))
    held = Panel("hand", "hand", speech("st.hand"), 200, 40, seat=None)
    for number, card in enumerate(hand):
        held.add(str(number), place(f"card-{card}", text(10 * number, 20, str(card))))
    return Drawing([board, held])
