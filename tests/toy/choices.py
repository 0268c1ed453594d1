"""The toy's one question."""

from __future__ import annotations

from collections.abc import Mapping

from parvis.engine.choices import Choice, Node, Tree
from parvis.engine.words import Speech


def choices(view: Mapping[str, object], speech: Speech) -> Tree:
    moves = view["moves"]
    assert isinstance(moves, list)
    cards = [Choice(f"card-{m + 1}", speech("ty.card", card=m + 1), m) for m in moves]
    return Tree([Node(speech("ty.ask"), cards)]) if cards else Tree()
