"""What the words of a refusal speak of: parameters and places for a bar that is known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.bits import count
from parvis.engine.refusal import Bar
from parvis.games.cites_nouvelles.components import (
    KINDS,
    LOT_PLACES,
    SUIT,
    TRUMPS,
    block_place,
    blocks_of,
)
from parvis.games.cites_nouvelles.labels import KINDS_WORDS, LOT_WORDS, block_words
from parvis.games.cites_nouvelles.legality import (
    DECORATE_NOW,
    DOUBLED,
    FOLLOWS,
    FOLLOWS_TRUMP,
    HANDED_BACK,
    NO_ROOM,
    NOT_HELD,
    NOT_KEPT,
    OFFERED,
)

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites

Facts = tuple[dict[str, object], tuple[str, ...]]


def facts(position: Cites, move: int, bar: Bar) -> Facts:
    """What is to be told of a move that this bars."""
    moves = position.terms.moves
    if bar in (OFFERED, DOUBLED):
        return of_name(position, int(moves.name.only(move)), bar)
    if bar is HANDED_BACK:
        return {"partner": f"@{position.partner()}"}, ()
    if bar is NOT_HELD:
        block = int(moves.play.only(move))
        return block_words(block, position.terms.kinds), (block_place(block),)
    if bar in (FOLLOWS, FOLLOWS_TRUMP):
        return of_following(position)
    if bar in (DECORATE_NOW, NOT_KEPT, NO_ROOM):
        return of_decorations(position, bar)
    return {}, ()


def of_name(position: Cites, lot: int, bar: Bar) -> Facts:
    words: dict[str, object] = {"lot": LOT_WORDS[lot]}
    if bar is OFFERED:
        words["namer"] = f"@{position.namers[position.offers.index(lot)]}"
    return words, (LOT_PLACES[lot],)


def of_following(position: Cites) -> Facts:
    """The blocks of which one must be played."""
    led = SUIT[position.trick[0]]
    held = position.hands[5 * int(position.seat) + led]
    words: dict[str, object] = {"n": int(count(held))}
    if led != TRUMPS:
        words["lot"] = LOT_WORDS[led]
    return words, tuple([block_place(block) for block in blocks_of(led, held)])


def of_decorations(position: Cites, bar: Bar) -> Facts:
    side, kind = position.surplus()
    lot = position.offers[side]
    among = blocks_of(TRUMPS, position.choosable())
    words: dict[str, object] = {
        "kind": KINDS_WORDS[KINDS[kind]],
        "lot": LOT_WORDS[lot],
        "kept": len(among),
        "n": int(position.room()),
    }
    places = tuple([block_place(block) for block in among])
    return words, ((LOT_PLACES[lot], *places) if bar is NO_ROOM else places)
