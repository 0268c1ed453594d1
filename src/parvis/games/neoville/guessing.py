"""Positions that a seat could be in: all that it cannot know is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parvis.engine.chance import Rng, shuffle
from parvis.games.neoville.components import A_SEAT, HAND

if TYPE_CHECKING:
    from parvis.games.neoville.position import Neoville

DEALS: Final = 64


def guessed(position: Neoville, seat: int | None, rng: Rng) -> Neoville:
    """The unseen tiles dealt anew to the other hands and the stack, within what is known."""
    unseen = position.pile[position.top :]
    wants: list[tuple[int, int]] = []  # (set of faces or -1, where in `tiles`)
    for other in range(len(position.cities)):
        if other == seat:
            continue
        limits = position.limits[other]
        hidden = position.unseen(other)
        unseen.extend(hidden)
        first = other * A_SEAT + HAND
        wants.extend(
            [(limits[n] if n < len(limits) else -1, first + n) for n in range(len(hidden))]
        )
    unseen.sort()
    ahead = position.twin(rng.spawn())
    dealt = deal(unseen, [limit for limit, _ in wants], rng)
    for i in range(len(wants)):
        ahead.tiles[wants[i][1]] = dealt[i] + 1
    ahead.pile = dealt[len(wants) :]
    ahead.top = 0
    return ahead


def redealt(position: Neoville, rng: Rng) -> Neoville:
    """The stack in a new order, all hands as they are."""
    left = sorted(position.pile[position.top :])
    shuffle(left, rng)
    ahead = position.twin(rng.spawn())
    ahead.pile = left
    ahead.top = 0
    return ahead


def deal(tiles: list[int], limits: list[int], rng: Rng) -> list[int]:
    """Tiles in random order, the first of them each within its limit (-1: none).

    Whole deals are thrown away until one fits, so all that fit are equally likely. If none does in
    a while, hands are filled one after the other with what fits, going back where it must.
    """
    dealt = tiles[:]
    for _ in range(DEALS):
        shuffle(dealt, rng)
        if within(dealt, limits):
            return dealt
    order = sorted(
        range(len(limits)), key=lambda i: 999 if limits[i] < 0 else limits[i].bit_count()
    )
    chosen = [-1] * len(limits)
    if not fill(dealt, limits, order, 0, chosen):
        raise ValueError("no deal fits what is known")
    rest = dealt[:]
    for face in chosen:
        rest.remove(face)
    return chosen + rest


def within(dealt: list[int], limits: list[int]) -> bool:
    """Whether the first tiles are each within their limit."""
    for i in range(len(limits)):
        if limits[i] >= 0 and not limits[i] >> dealt[i] & 1:
            return False
    return True


def fill(tiles: list[int], limits: list[int], order: list[int], n: int, chosen: list[int]) -> bool:
    """Choose a tile for each limit, in this order; False if there is no way."""
    if n == len(order):
        return True
    limit = limits[order[n]]
    tried: list[int] = []
    for i in range(len(tiles)):
        face = tiles[i]
        if face not in tried and (limit < 0 or limit >> face & 1):
            tried.append(face)
            chosen[order[n]] = face
            if fill(tiles[:i] + tiles[i + 1 :], limits, order, n + 1, chosen):
                return True
    return False
