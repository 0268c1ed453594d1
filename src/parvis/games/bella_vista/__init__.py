"""Bella Vista: a hill town, an auction for the building order, a shared city."""

from __future__ import annotations

from parvis.engine.game import Game

GAME = Game(
    id="bella-vista",
    package=__name__,
    prefix="BV",
    rules=2,
    seats=(2, 3, 4),
    name="Bella Vista",
    about="bv.about",
    minutes=(35, 45),
    weight=2,
)

# Sentences of its stories by which something ends that people look back at.
ENDS = {"bv.story.round": "round"}

# Who wins if several have the most points.
TIES = "BV-6.5"

# What mypyc compiles; what no playout runs is compiled with less effort, in half the time.
COMPILED = ("city", "guessing", "legality", "moves", "position", "scoring")
LIGHTLY = ("components", "notation", "refusals", "views")
# What tables run for all who look.
SHOWN = ("choices", "drawing", "labels", "stories")
