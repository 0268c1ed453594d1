"""A bot that looks one move ahead."""

from parvis.bots.bot import Bot, Budget, Thought, ranked
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from tests.stairs.position import Stairs


def think(position: Position, rng: Rng, budget: Budget) -> Thought:
    """Points count, and half of what the cards left in hand would bring on marked steps."""
    seat = position.turn()
    assert seat is not None
    values: list[tuple[int, float]] = []
    for move in position.moves():
        ahead = position.foresee(move)
        assert isinstance(ahead, Stairs)
        promised = [card for card in ahead.hands[seat] if ahead.marks[card] == seat]
        values.append((move, ahead.points[seat] + sum(promised) / 2))
    return ranked(values, rng)


BOTS = (Bot("greedy", think),)
