"""Why a move is not allowed: the clause, the facts, the places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.bits import COUNT16
from parvis.engine.refusal import Refusal
from parvis.games.cites_nouvelles.components import (
    ANSWER,
    BLOCK_OF,
    BLOCKS,
    BUILD,
    DECORATE,
    KINDS_WORDS,
    LOT_PLACES,
    LOT_WORDS,
    MARK,
    MOVES,
    PLAY,
    ROOM,
    STAY,
    SUIT,
    TRICK,
    TRUMPS,
    block_place,
    block_words,
    blocks_of,
)

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites


def refusal(position: Cites, move: int) -> Refusal | None:
    """None if a well-formed move is legal now, else why it is not."""
    if position.phase > DECORATE:
        return Refusal("CN-7.1", "cn.no.over")
    if position.phase == TRICK:
        if PLAY <= move < STAY:
            return of_block(position, move - PLAY)
        if position.trick:
            return Refusal("CN-4.1", "cn.no.follow-now")
        return Refusal("CN-4.1", "cn.no.lead-now")
    if position.phase == DECORATE:
        return of_decorations(position, move)
    if move > BUILD:
        if position.phase == ANSWER:
            return Refusal("CN-3.2", "cn.no.answer-now")
        return Refusal("CN-3.1", "cn.no.offer-now")
    if move == BUILD:
        return of_build(position)
    return of_name(position, move)


def of_build(position: Cites) -> Refusal | None:
    if position.phase == ANSWER:
        return Refusal("CN-3.2", "cn.no.hand-back", {"partner": f"@{(position.seat + 2) % 4}"})
    if position.terms.seats < 4:
        return Refusal("CN-3.2", "cn.no.partner")
    return None


def of_name(position: Cites, lot: int) -> Refusal | None:
    holders = [side for side in range(len(position.offers)) if position.offers[side] == lot]
    if not holders:
        return None
    facts: dict[str, object] = {"lot": LOT_WORDS[lot], "namer": f"@{position.namers[holders[0]]}"}
    places = (LOT_PLACES[lot],)
    if not position.terms.contre:
        return Refusal("CN-3.3", "cn.no.offered", facts, places, 1)
    if len(holders) == 2:
        return Refusal("CN-8.1", "cn.no.doubled", {"lot": LOT_WORDS[lot]}, places, 1)
    return None


def of_block(position: Cites, block: int) -> Refusal | None:
    seat = int(position.seat)
    suit = SUIT[block]
    if not position.hands[5 * seat + suit] & MARK[block]:
        facts = block_words(block, position.terms.kinds)
        return Refusal("CN-4.1", "cn.no.hand", facts, (block_place(block),), 1)
    if not position.trick:
        return None
    led = SUIT[position.trick[0]]
    owned = position.hands[5 * seat + led]
    if suit == led or not owned:
        return None
    places = tuple([block_place(mine) for mine in blocks_of(led, owned)])
    if led == TRUMPS:
        return Refusal("CN-4.3", "cn.no.follow-trump", {"n": COUNT16[owned]}, places, 2)
    return Refusal(
        "CN-4.2", "cn.no.follow", {"lot": LOT_WORDS[led], "n": COUNT16[owned]}, places, 2
    )


def of_decorations(position: Cites, move: int) -> Refusal | None:
    surplus = int(position.surplus())
    side = surplus // 3
    kind = surplus % 3
    lot = position.offers[side]
    marks = position.terms.kind_marks[kind]
    among = position.kept[2 * side + 1] & marks
    room = ROOM - COUNT16[position.lots[2 * lot + 1] & marks]
    facts: dict[str, object] = {
        "kind": KINDS_WORDS[kind],
        "lot": LOT_WORDS[lot],
        "kept": COUNT16[among],
        "n": room,
    }
    places = tuple([block_place(block) for block in blocks_of(TRUMPS, among)])
    if move < STAY:
        return Refusal("CN-5.3", "cn.no.decorate-now", facts, places)
    chosen = position.terms.stays[move - STAY]
    if chosen & ~among:
        return Refusal("CN-5.3", "cn.no.not-kept", facts, places, 1)
    if COUNT16[chosen] != room:
        return Refusal("CN-5.2", "cn.no.room", facts, (LOT_PLACES[lot], *places), 2)
    return None


def fitting(position: Cites, path: tuple[str, ...]) -> list[int]:
    """The moves, legal or not, that begin with these picks."""
    if path == ():
        return list(range(MOVES))
    if path == ("build",):
        return [BUILD]
    if len(path) == 1 and path[0] in LOT_PLACES:
        return [LOT_PLACES.index(path[0])]
    blocks = [BLOCK_OF.get(pick.removeprefix("block-"), BLOCKS) for pick in path]
    if BLOCKS in blocks or len(set(blocks)) < len(blocks):
        return []
    found = [PLAY + blocks[0]] if len(blocks) == 1 else []
    if min(blocks) >= 15 * TRUMPS:
        picked = 0
        for block in blocks:
            picked |= MARK[block]
        stays = position.terms.stays
        found += [STAY + n for n in range(len(stays)) if picked & ~stays[n] == 0]
    return found
