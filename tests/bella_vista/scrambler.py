"""Twins of a position, made from what the rules call hidden: hands, decks, face-down offers.

An architect's cards that were never turned up change places two at a time: on the board, in hand,
in the deck. The decks of constraints and contracts are in another order, and before the deal the
objectives may be others.
"""

from __future__ import annotations

from typing import Any

from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.position import Position
from parvis.games.bella_vista.components import A_ROW, HAND, HEIGHTS
from parvis.games.bella_vista.position import BellaVista


def twin(position: Position, seat: int | None, rng: Rng) -> BellaVista:
    """Another position that differs only in what the seat (None: a spectator) cannot know."""
    assert isinstance(position, BellaVista)
    other = position.twin(Stream(key_of_seed(f"twin {rng.below(1_000_000)}")))
    other.decks = list(position.decks)
    for owner in range(position.seats):
        swap_cards(other, owner, owner == seat, rng)
    other.constraints = list(position.constraints)
    swap(other.constraints, range(int(position.round), 10), rng)
    other.contracts = list(position.contracts)
    swap(other.contracts, range(int(position.dealt), len(other.contracts)), rng)
    if position.round == 0:
        other.height, other.group = rng.below(3), rng.below(3)
    return other


def swap(cards: list[int], hidden: range, rng: Rng) -> None:
    """Swap hidden cards two at a time."""
    if not hidden:
        return
    for _ in range(4 * len(hidden)):
        a, b = (hidden[rng.below(len(hidden))] for _ in range(2))
        cards[a], cards[b] = cards[b], cards[a]


def swap_cards(position: BellaVista, owner: int, own: bool, rng: Rng) -> None:
    """An architect's unseen cards in other places; one's own only within the deck."""
    a_deck = 16 if position.seats == 2 else 8
    drawn = {0: 0}.get(int(position.round), int(position.round) + 2)
    if position.seats == 2 and position.round:
        drawn = 2 * int(position.round) + 3
    deck = range(owner * a_deck + min(drawn, a_deck), (owner + 1) * a_deck)
    if own:
        swap(position.decks, deck, rng)
        return
    line: Any = position.view(None)["line"]
    face_down = [
        slot
        for slot, card in enumerate(line)
        if card is not None and not card["up"] and card["seat"] == owner
    ]
    cards = [position.line[slot] % HEIGHTS + 1 for slot in face_down]
    cards += position.cards(owner)
    cards += [position.decks[n] for n in deck]
    swap(cards, range(len(cards)), rng)
    for slot in face_down:
        position.line[slot] = owner * HEIGHTS + cards.pop() - 1
    for n in deck:
        position.decks[n] = cards.pop()
    position.tally[owner * A_ROW + HAND] = sum(1 << 2 * (number - 1) for number in cards)
