"""Who wins a trick."""

from __future__ import annotations

from mypy_extensions import i64

from parvis.games.cites_nouvelles.components import SUIT, TRUMPS


def best_of(trick: list[int]) -> i64:
    """Which block of a trick wins, counted from the leader.

    >>> int(best_of([56, 58, 2, 53]))
    1
    """
    best: i64 = trick[0]
    at: i64 = 0
    i: i64
    for i in range(1, len(trick)):
        block: i64 = trick[i]
        suit: i64 = SUIT[block]
        # The same suit and higher; or a trump on a construction.
        if block > best and (suit == TRUMPS or suit == SUIT[best]):
            best = block
            at = i
    return at


def beats(block: int, best: int) -> bool:
    """Whether a block beats the best one before it."""
    return best_of([best, block]) == 1
