"""Cités Nouvelles (1974): tricks with bidding, whose captures are built on four shared lots."""

from parvis.engine.game import Game

GAME = Game(
    id="cites-nouvelles",
    package="parvis.games.cites_nouvelles",
    prefix="CN",
    rules=1,
    seats=(2, 3, 4),
    name="Cités Nouvelles",
)
