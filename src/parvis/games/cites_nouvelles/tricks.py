"""A trick as one number, and who wins it.

Seven bits a block, one more than its number, from the leader on: 0 is a trick without blocks.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parvis.games.cites_nouvelles.components import SUIT_OF, TRUMPS

BITS: Final = 7
ONE: Final = 127  # the bits of one block


def packed(blocks: list[int]) -> i64:
    """Up to eight blocks as a trick.

    >>> unpacked(packed([56, 58, 2]))
    [56, 58, 2]
    """
    trick: i64 = 0
    for block in reversed(blocks):
        trick = trick << BITS | (block + 1)
    return trick


def unpacked(trick: i64) -> list[int]:
    """The blocks of a trick, from the leader on."""
    blocks: list[int] = []
    while trick:
        blocks.append(int((trick & ONE) - 1))
        trick >>= BITS
    return blocks


def best_in(trick: i64) -> i64:
    """Which block of a trick wins, counted from the leader."""
    best: i64 = (trick & ONE) - 1
    led: i64 = SUIT_OF[best]
    at: i64 = 0
    i: i64 = 1
    trick >>= BITS
    while trick:
        block: i64 = (trick & ONE) - 1
        # The suit that was led and higher; or a trump, higher than any construction.
        if block > best and SUIT_OF[block] in (TRUMPS, led):
            best = block
            at = i
        trick >>= BITS
        i += 1
    return at


def best_of(blocks: list[int]) -> i64:
    """Which block of a trick wins, counted from the leader.

    >>> int(best_of([56, 58, 2, 53]))
    1
    """
    return best_in(packed(blocks))


def beats(block: int, best: int) -> bool:
    """Whether a block beats the best one before it."""
    return best_of([best, block]) == 1
