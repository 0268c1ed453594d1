"""Neoville: tiles, districts, skyscrapers and utilities, in a city of 4 × 4 tiles each."""

from __future__ import annotations

from parvis.engine.game import Game

GAME = Game(
    id="neoville",
    package="parvis.games.neoville",
    prefix="NV",
    rules=1,
    seats=(2, 3, 4),
    name="Neoville",
)
