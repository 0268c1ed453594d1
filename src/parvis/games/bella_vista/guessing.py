"""What a seat cannot see, dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.chance import Rng, shuffle
from parvis.games.bella_vista.components import A_ROW, HAND, HEIGHTS, NOTHING, sets

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista


def guessed(position: BellaVista, seat: int | None, rng: Rng) -> BellaVista:
    """Everything unseen in a new order: others' cards, all decks, and what is not dealt yet."""
    twin = position.twin(rng.spawn())
    twin.decks = position.decks.copy()
    seats = position.setting.seats
    size = sets(seats) * HEIGHTS
    drawn = int(position.drawn(position.round))
    for other in range(seats):
        if other == seat:
            rest = sorted(position.decks[other * size + drawn : (other + 1) * size])
            shuffle(rest, rng)
        else:
            rest = redeal(twin, other, rng)
        # What was drawn would tell the hands: a guess keeps only what is still to come.
        twin.decks[other * size : (other + 1) * size] = [0] * drawn + rest
    deal_later(position, twin, rng)
    return twin


def redealt(position: BellaVista, rng: Rng) -> BellaVista:
    """All decks in a new order, all cards that anybody has drawn as they are."""
    twin = position.twin(rng.spawn())
    twin.decks = position.decks.copy()
    seats = position.setting.seats
    size = sets(seats) * HEIGHTS
    drawn = int(position.drawn(position.round))
    for seat in range(seats):
        rest = sorted(position.decks[seat * size + drawn : (seat + 1) * size])
        shuffle(rest, rng)
        twin.decks[seat * size + drawn : (seat + 1) * size] = rest
    deal_later(position, twin, rng)
    return twin


def deal_later(position: BellaVista, twin: BellaVista, rng: Rng) -> None:
    """What is not dealt yet, in a new order: constraints, contracts, the first die."""
    seen = int(position.round)
    hidden = sorted(position.constraints[seen:])
    shuffle(hidden, rng)
    twin.constraints = position.constraints[:seen] + hidden
    hidden = sorted(position.contracts[position.dealt :])
    shuffle(hidden, rng)
    twin.contracts = position.contracts[: position.dealt] + hidden
    if position.round == 0:
        twin.height = rng.below(3)
        twin.group = rng.below(3)


def redeal(position: BellaVista, seat: int, rng: Rng) -> list[int]:
    """Deal a seat's unseen cards anew, face down on the board and in hand; the rest."""
    unseen = position.unseen(seat)
    shuffle(unseen, rng)
    for slot in range(len(position.line)):
        card = position.line[slot]
        if card != NOTHING and card // HEIGHTS == seat and not position.face_up(slot):
            position.line[slot] = seat * HEIGHTS + unseen.pop() - 1
    bits = 0
    for _ in range(len(position.cards(seat))):
        bits += 1 << (2 * unseen.pop() - 2)
    position.tally[seat * A_ROW + HAND] = bits
    return unseen
