"""Neoville: tiles, districts, skyscrapers and utilities, in a city of 4 × 4 tiles each."""

from __future__ import annotations

from parvis.engine.game import Game

GAME = Game(
    id="neoville",
    package="parvis.games.neoville",
    prefix="NV",
    rules=2,
    seats=(2, 3, 4),
    name="Neoville",
    about="nv.about",
    minutes=(30, 45),
    weight=2,
)

# Who wins if several have the most points.
TIES = "NV-4.10"

# What mypyc compiles; what no playout runs is compiled with less effort, in half the time.
COMPILED = ("city", "legality", "moves", "position", "scoring")
LIGHTLY = ("components", "guessing", "notation", "refusals", "views")
# What tables run for all who look.
SHOWN = ("choices", "drawing", "labels", "stories")
