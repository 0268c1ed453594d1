"""Twins: other cards in other hands, another stream to draw from."""

from __future__ import annotations

from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.position import Position
from tests.stairs.position import Stairs


def twin(position: Position, seat: int | None, rng: Rng) -> Stairs:
    assert isinstance(position, Stairs)
    other = position.copy()
    other.chance = Stream(key_of_seed(f"twin {rng.below(1_000_000)}"))
    for holder in range(position.seats):
        if holder != seat:
            other.hands[holder] = [int(rng.below(10)) for _ in position.hands[holder]]
    return other
