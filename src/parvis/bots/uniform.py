"""The bot that plays any legal move, each as likely as the other."""

from __future__ import annotations

from parvis.bots.bot import Bot, Budget, Thought
from parvis.engine.chance import Rng
from parvis.engine.position import Position


def think(position: Position, rng: Rng, budget: Budget) -> Thought:
    """Any legal move."""
    moves = position.moves()
    return Thought(moves[int(rng.below(len(moves)))])


RANDOM = Bot("random", think)
