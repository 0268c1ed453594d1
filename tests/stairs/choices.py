"""One node a decision."""

from __future__ import annotations

from collections.abc import Mapping

from parvis.engine.choices import Choice, Node, Tree
from parvis.engine.words import Speech
from tests.stairs.position import DRAWING, pick_of


def choices(view: Mapping[str, object], speech: Speech) -> Tree:
    moves = view["moves"]
    assert isinstance(moves, list)
    found = [
        Choice(pick_of(move), speech("st.pick", number=move), move, button=move == DRAWING)
        for move in moves
    ]
    return Tree([Node(speech("st.ask"), found)]) if found else Tree()
