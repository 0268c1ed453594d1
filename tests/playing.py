"""Moves in notation, for the tests of any game."""

from __future__ import annotations

from typing import TypeVar

from parvis.engine.position import Position
from parvis.engine.refusal import Refusal

Some = TypeVar("Some", bound=Position)


def play(position: Some, *moves: str) -> Some:
    """Play moves; the same position."""
    for move in moves:
        position.play(position.read(move))
    return position


def refused(position: Position, move: str) -> Refusal:
    """Why a move is refused; it must be."""
    refusal = position.refusal(position.read(move))
    assert refusal is not None, f"{move} is legal"
    return refusal
