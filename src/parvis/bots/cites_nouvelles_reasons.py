"""Why a move of Cités Nouvelles: what its seat can see that speaks for it, in words."""

from __future__ import annotations

from parvis.bots.cites_nouvelles_sight import lacking
from parvis.engine.bits import count
from parvis.engine.sentence import Sentence
from parvis.games.cites_nouvelles.components import (
    LOT_PLACES,
    NOBODY,
    SUIT,
    TRICK,
    TRUMPS,
    block_place,
)
from parvis.games.cites_nouvelles.labels import LOT_WORDS, SUIT_WORDS
from parvis.games.cites_nouvelles.position import Cites
from parvis.games.cites_nouvelles.tricks import best_of

NEAR = 8  # blocks that a lot may lack to be worth a word


def reasons_for(position: Cites, move: int) -> list[Sentence]:
    """What speaks for a move, from what its seat may know."""
    moves = position.terms.moves
    kind = position.codec.kind_of(move)
    if kind is moves.name:
        return for_lot(position, int(moves.name.only(move)))
    if kind is moves.build:
        seat = position.turn()
        assert seat is not None
        most = max(held(position, seat, lot) for lot in range(len(LOT_PLACES)))
        return [Sentence("cn.reason.partner", {"n": most})]
    if position.phase == TRICK:
        return for_block(position, int(moves.play.only(move)))
    return []


def held(position: Cites, seat: int, suit: int) -> int:
    """How many blocks of a suit a seat holds."""
    return int(count(position.hands[5 * seat + suit]))


def for_lot(position: Cites, lot: int) -> list[Sentence]:
    """What one holds of an ensemble, and how near its lot is to be finished."""
    seat = position.turn()
    assert seat is not None
    words: dict[str, object] = {"lot": LOT_WORDS[lot]}
    found = [Sentence("cn.reason.hold", {**words, "n": held(position, seat, lot)})]
    lacks = int(lacking(position, lot))
    if lacks <= NEAR:
        found.append(Sentence("cn.reason.near", {**words, "n": lacks}, (LOT_PLACES[lot],)))
    return found


def for_block(position: Cites, block: int) -> list[Sentence]:
    """What a trick brings that this block ends; otherwise whether anything can still beat it."""
    trick = [*position.trick, block]
    best = int(best_of(trick))
    winner = (int(position.leader) + best) % position.seats
    seat = position.turn()
    assert seat is not None
    if len(trick) == position.seats:
        return for_last(position, trick, winner)
    if winner == seat and not beatable(position, seat, block):
        return [
            Sentence("cn.reason.master", {"suit": SUIT_WORDS[SUIT[block]]}, (block_place(block),))
        ]
    return []


def for_last(position: Cites, trick: list[int], winner: int) -> list[Sentence]:
    """What the trick gives the side that wins it, and whom it takes something from."""
    seat = position.turn()
    assert seat is not None
    side = position.side_of(winner)
    kept = [block for block in trick if SUIT[block] in (TRUMPS, position.offers[side])]
    places = tuple(block_place(block) for block in kept)
    if side != position.side_of(seat):
        if trick[-1] in kept:
            return []
        return [Sentence("cn.reason.nothing", {"who": f"@{winner}"}, (block_place(trick[-1]),))]
    found: list[Sentence] = []
    if kept and winner == seat:
        found.append(Sentence("cn.reason.takes", {"n": len(kept)}, places))
    elif kept:
        found.append(Sentence("cn.reason.feeds", {"n": len(kept), "who": f"@{winner}"}, places))
    for other, offer in enumerate(position.offers):
        denied = [block for block in trick if SUIT[block] == offer and block not in kept]
        if other != side and offer != NOBODY and denied:
            names = f"@{position.namers[other]}"
            places = tuple(block_place(block) for block in denied)
            found.append(Sentence("cn.reason.denies", {"n": len(denied), "who": names}, places))
    return found


def beatable(position: Cites, seat: int, block: int) -> bool:
    """Whether a block of the same suit that the seat has not seen would beat it."""
    suit = SUIT[block]
    unseen = position.unseen()[suit] & ~int(position.hands[5 * seat + suit])
    return unseen >> (block % 15 + 1) > 0
