"""Cités Nouvelles (1974): tricks with bidding, whose captures are built on four shared lots."""

from parvis.engine.game import Game

GAME = Game(
    id="cites-nouvelles",
    package="parvis.games.cites_nouvelles",
    prefix="CN",
    rules=2,
    seats=(2, 3, 4),
    name="Cités Nouvelles",
    about="cn.about",
    minutes=(30, 60),
    weight=1,
)

# Sentences of its stories by which something ends that people look back at.
ENDS = {"cn.story.trick": "trick", "cn.story.trick_empty": "trick", "cn.story.deal": "round"}

# Who wins if several have the most points.
TIES = "CN-7.4"

# What mypyc compiles; what no playout runs is compiled with less effort, in half the time.
COMPILED = (
    "guessing",
    "legality",
    "lots",
    "moves",
    "position",
    "scoring",
    "terms",
    "tricks",
)
LIGHTLY = ("components", "notation", "refusals", "views")
# What tables run for all who look.
SHOWN = ("choices", "drawing", "labels", "stories")
