"""Twins: other cards in other hands, another stream to draw from."""

from __future__ import annotations

from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.position import Position
from tests.stairs.components import STEPS
from tests.stairs.position import Stairs


def twin(position: Position, seat: int | None, rng: Rng) -> Stairs:
    assert isinstance(position, Stairs)
    other = position.twin(Stream(key_of_seed(f"twin {rng.below(1_000_000)}")))
    for holder, hand in enumerate(position.hands):
        if holder != seat:
            other.hands[holder] = [int(rng.below(STEPS)) for _ in hand]
    return other
