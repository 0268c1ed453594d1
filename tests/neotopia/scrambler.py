"""Twins: positions that differ only in what one seat cannot know.

Hidden from a seat are the other hands, but for the cards that were taken from the offer, and what
chance will bring: the order of the deck, the tiles' backs, the tokens under the tops. Equal cards
cannot be told apart, so a twin is made by swapping designs between other hands and the deck.
"""

from __future__ import annotations

from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.position import Position
from parvis.games.neotopia.position import Neotopia


def twin(position: Position, seat: int | None, rng: Rng) -> Position:
    """Another position with the same view for a seat (None: for a spectator)."""
    assert isinstance(position, Neotopia)
    other = position.twin(position.chance)
    other.chance = Stream(key_of_seed(f"twin {int(rng.below(1 << 30))}"))
    cards = range(position.parts.cards)
    hands = [owner for owner in range(position.seats) if owner != seat]
    for _ in range(120):
        a = int(rng.below(len(hands) + 1))
        b = int(rng.below(len(hands) + 1))
        if a == b:
            continue
        mine = [card for card in cards if secret(other, hands, a) >> card & 1]
        yours = [card for card in cards if secret(other, hands, b) >> card & 1]
        if mine and yours:
            give = 1 << mine[int(rng.below(len(mine)))]
            get = 1 << yours[int(rng.below(len(yours)))]
            swap(other, hands, a, give, get)
            swap(other, hands, b, get, give)
    return other


def secret(position: Neotopia, hands: list[int], place: int) -> int:
    """The cards of a hand that nobody else has seen; the last place is the deck."""
    if place == len(hands):
        return int(position.deck)
    return position.hand[hands[place]] & ~position.known[hands[place]]


def swap(position: Neotopia, hands: list[int], place: int, give: int, get: int) -> None:
    if place == len(hands):
        position.deck = int(position.deck) & ~give | get
    else:
        position.hand[hands[place]] = position.hand[hands[place]] & ~give | get
