"""Bella Vista: a hill town, an auction for the building order, a shared city."""

from __future__ import annotations

from parvis.engine.game import Game

GAME = Game(
    id="bella-vista",
    package=__name__,
    prefix="BV",
    rules=1,
    seats=(2, 3, 4),
    name="Bella Vista",
)
