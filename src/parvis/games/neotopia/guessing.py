"""Positions that a seat could be in: other hands are dealt anew from the cards it has not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from parvis.engine.bits import BIT, count, nth
from parvis.engine.chance import Rng

if TYPE_CHECKING:
    from parvis.games.neotopia.position import Neotopia


def guessed(position: Neotopia, seat: int | None, rng: Rng) -> Neotopia:
    """A full position with the same view; all its future chance comes from `rng`."""
    guess = position.twin(rng.spawn())
    others = [other for other in range(position.setting.seats) if other != seat]
    for other in others:
        guess.deck |= position.hand[other] & ~position.known[other]
    for other in others:
        number: i64 = count(position.hand[other] & ~position.known[other])
        hand: i64 = position.known[other]
        while number:
            card: i64 = nth(guess.deck, rng.below(count(guess.deck)))
            guess.deck &= ~i64(BIT[card])
            hand |= BIT[card]
            number -= 1
        guess.hand[other] = hand
    return guess
