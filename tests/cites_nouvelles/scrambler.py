"""Twins of a position, made from what the rules call hidden: other hands, and the Reserve.

Blocks that nobody has shown since the deal change places, two at a time, wherever the voids shown
allow it. The Reserve's order is hidden too, so what will be dealt is another.
"""

from __future__ import annotations

from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.position import Position
from parvis.games.cites_nouvelles.components import BLOCK_OF, MARK, SUIT
from parvis.games.cites_nouvelles.position import Cites
from tests.cites_nouvelles.tables import viewed

RESERVE = -1


def twin(position: Position, seat: int | None, rng: Rng) -> Cites:
    """Another position that differs only in what the seat (None: a spectator) cannot know."""
    assert isinstance(position, Cites)
    other = position.twin(Stream(key_of_seed(f"twin {rng.below(1_000_000)}")))
    shown = seen_by_all(position)
    if seat is not None:
        shown |= set(position.hand(seat))
    where = {block: RESERVE for block in range(75) if block not in shown}
    for holder in range(position.seats):
        if holder != seat:
            where |= dict.fromkeys(position.hand(holder), holder)
    blocks = sorted(where)
    for _ in range(8 * len(blocks)):
        a, b = (blocks[rng.below(len(blocks))] for _ in range(2))
        if may_hold(position, where[b], a) and may_hold(position, where[a], b):
            where[a], where[b] = where[b], where[a]
    for holder in range(position.seats):
        if holder != seat:
            for suit in range(5):
                other.hands[5 * holder + suit] = 0
    for block, holder in where.items():
        if holder != RESERVE:
            other.hands[5 * holder + SUIT[block]] |= MARK[block]
    return other


def seen_by_all(position: Cites) -> set[int]:
    """Built, kept, returned, in the trick, or turned up for the first speaker."""
    view = viewed(position)
    codes = {*view["returned"], *view["trick"], *[turned["block"] for turned in view["turned"]]}
    for group in (*view["lots"].values(), *view["kept"]):
        codes |= set(group)
    return {BLOCK_OF[code] for code in codes}


def may_hold(position: Cites, holder: int, block: int) -> bool:
    """Whether a hand has not shown that it lacks the block's suit."""
    return holder == RESERVE or not position.voids[holder] >> SUIT[block] & 1
