"""Neotopia: three shared regions, three factories between them, projects in hand."""

from __future__ import annotations

from parvis.engine.game import Game

GAME = Game(
    id="neotopia",
    package="parvis.games.neotopia",
    prefix="NT",
    rules=1,
    seats=(2, 3, 4),
    name="Neotopia",
)
