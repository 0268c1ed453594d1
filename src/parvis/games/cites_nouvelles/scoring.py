"""Points: what building brings, and the ledger that tells it line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from parvis.engine.bits import count
from parvis.engine.ledger import OPEN, Line
from parvis.games.cites_nouvelles.components import (
    ENOUGH,
    LOT_PLACES,
    MARK,
    NOBODY,
    SUIT,
    TRUMPS,
    block_place,
    blocks_of,
)
from parvis.games.cites_nouvelles.labels import LOT_WORDS
from parvis.games.cites_nouvelles.lots import finished, fitting

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites

EACH: Final = 10


class Raising:
    """What one side built on one lot in one round. `had_*` counts what stood there before."""

    def __init__(
        self,
        number: int,
        side: int,
        lot: int,
        constructions: int,
        decorations: int,
        had_constructions: int,
        had_decorations: int,
    ) -> None:
        self.number = number
        self.side = side
        self.lot = lot
        self.constructions = constructions
        self.decorations = decorations
        self.had_constructions = had_constructions
        self.had_decorations = had_decorations

    def blocks(self) -> list[int]:
        """The blocks, decorations last."""
        return blocks_of(self.lot, self.constructions) + blocks_of(TRUMPS, self.decorations)


def award(c0: i64, d0: i64, c1: i64, d1: i64) -> i64:
    """The award for finishing a lot that had c0 + d0 blocks and now has c1 + d1; 0 if unfinished.

    >>> int(award(0, 0, 10, 6)), int(award(4, 2, 15, 6)), int(award(0, 0, 15, 5))
    (300, 250, 0)
    """
    if not finished(c1, d1):
        return 0
    if c0 + d0 == 0:
        return 350 if c1 == 15 else 300
    return 250 if c1 == 15 else 150


def paid(c0: i64, d0: i64, c1: i64, d1: i64, cumulative: bool) -> i64:
    """How many blocks are paid each, beside an award, when c0 + d0 blocks become c1 + d1."""
    if cumulative or not finished(c1, d1):
        return c1 - c0 + d1 - d0
    return 0 if c1 == 15 else c1 - max(ENOUGH, c0)


def worth(c0: i64, d0: i64, c1: i64, d1: i64, cumulative: bool) -> i64:
    """The points for building from c0 + d0 to c1 + d1 blocks in one round.

    >>> int(worth(0, 0, 12, 6, False)), int(worth(0, 0, 12, 6, True))
    (320, 480)
    """
    return award(c0, d0, c1, d1) + EACH * paid(c0, d0, c1, d1, cumulative)


def raising_lines(raising: Raising, cumulative: bool) -> list[Line]:
    """The ledger's lines for what was built on a lot in a round."""
    c0 = raising.had_constructions
    d0 = raising.had_decorations
    c1 = c0 + int(count(raising.constructions))
    d1 = d0 + int(count(raising.decorations))
    prize = int(award(c0, d0, c1, d1))
    n = int(paid(c0, d0, c1, d1, cumulative))
    lot = LOT_PLACES[raising.lot]
    facts: dict[str, object] = {"lot": LOT_WORDS[raising.lot], "round": raising.number}
    places = (lot, *[block_place(block) for block in raising.blocks()])
    lines: list[Line] = []
    if prize:
        clause = "CN-6.3" if c1 == 15 else "CN-6.2"
        key = "cn.ledger.award.several" if c0 + d0 else "cn.ledger.award.once"
        lines.append(Line(raising.side, prize, clause, key, facts, places))
    if n:
        clause = "CN-6.1"
        key = "cn.ledger.blocks"
        if prize and cumulative:
            clause = "CN-6.4"
        elif prize:
            clause = "CN-6.2"
            key = "cn.ledger.beyond"
            beyond = blocks_of(raising.lot, raising.constructions)[-n:]
            places = (lot, *[block_place(block) for block in beyond])
        lines.append(Line(raising.side, EACH * n, clause, key, {**facts, "n": n}, places))
    return lines


def open_line(position: Cites, side: int) -> Line:
    """What the blocks that a side keeps this round may bring, as far as everybody can tell.

    At least what is kept now, unless a contre may still be lost; at most that and the best of the
    blocks that are still to be taken: those of the trick, and those that nobody has seen.
    """
    terms = position.terms
    lot = position.offers[side]
    rival = position.rival(side)
    c0 = int(count(position.lots[2 * lot]))
    standing = position.lots[2 * lot + 1]
    d0 = int(count(standing))
    own = position.kept[2 * side]
    trumps = position.kept[2 * side + 1]
    n = int(count(own)) + int(count(trumps))
    to_come = position.blocks_in_hands() + len(position.trick)
    low = 0
    clause = "CN-5.1"
    key = "cn.ledger.kept"
    if rival == NOBODY or to_come == 0:  # no contre, or it is settled
        placed = int(count(fitting(standing, trumps, terms.kind_marks)))
        low = int(worth(c0, d0, c0 + int(count(own)), d0 + placed, terms.cumulative))
    else:
        clause = "CN-8.3"
        key = "cn.ledger.kept.contre"
        if terms.takes_all:
            own |= position.kept[2 * rival]
            trumps |= position.kept[2 * rival + 1]
    takeable = position.unseen()
    for block in position.trick:
        takeable[SUIT[block]] |= MARK[block]
    c = int(count(own))
    d = int(count(fitting(standing, trumps, terms.kind_marks)))
    more_c = int(count(takeable[lot]))
    more_d = int(count(fitting(standing, trumps | takeable[TRUMPS], terms.kind_marks))) - d
    high = 0
    for extra_d in range(min(more_d, to_come) + 1):
        extra_c = min(more_c, to_come - extra_d)
        best = int(worth(c0, d0, c0 + c + extra_c, d0 + d + extra_d, terms.cumulative))
        high = max(high, best)
    places = [LOT_PLACES[lot], *[block_place(block) for block in position.kept_by(side)]]
    facts: dict[str, object] = {"lot": LOT_WORDS[lot], "round": position.number, "n": n}
    return Line(side, 0, clause, key, facts, tuple(places), OPEN, low=low, high=high)
