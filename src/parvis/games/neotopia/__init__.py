"""Neotopia: three shared regions, three factories between them, projects in hand."""

from __future__ import annotations

from parvis.engine.game import Game

GAME = Game(
    id="neotopia",
    package="parvis.games.neotopia",
    prefix="NT",
    rules=2,
    seats=(2, 3, 4),
    name="Neotopia",
    about="nt.about",
    minutes=(45, 60),
    weight=3,
)

# Sentences of its stories by which something ends that people look back at.
ENDS = {"nt.story.last_round": "round"}

# Who wins if several have the most points.
TIES = "NT-7.4"

# What mypyc compiles; what no playout runs is compiled with less effort, in half the time.
COMPILED = ("guessing", "legality", "moves", "phases", "position", "scoring")
LIGHTLY = ("components", "notation", "refusals", "views")
# What tables run for all who look.
SHOWN = ("choices", "drawing", "labels", "stories")
