"""The story of a move, as a seat sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.sentence import Sentence
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import (
    ANYWHERE,
    ASIDE,
    BORDER_FORCED,
    BUILD,
    CONTRACT,
    CONTRACT_TEXT,
    HEIGHTS,
    LAYOUT,
    NEUTRAL,
    OFFER,
    REVEAL,
    coins_of,
)
from parvis.games.bella_vista.labels import ABOUT_KEYS, CONSTRAINT_KEYS, TILE_KEYS
from parvis.games.bella_vista.refusals import slot_place
from parvis.games.bella_vista.scoring import place_of

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista


def recount(position: BellaVista, move: int, seat: int | None) -> list[Sentence]:
    """What happens when a legal move is played, as a seat sees it."""
    ahead = position.twin(position.chance.copy())
    ahead.decide(move)
    told = told_at_once(position, ahead, move, seat)
    if position.phase != LAYOUT:
        told += neutral_aside(position, ahead)
    while ahead.pending:
        before = ahead.twin(ahead.chance)
        ahead.resolve_one()
        if before.pending == REVEAL:
            told += told_of_card(before, ahead, seat)
        else:
            told += told_of_round(before, ahead, seat)
    if ahead.over():
        told.append(Sentence("bv.story.over"))
    return told


def told_at_once(
    position: BellaVista, ahead: BellaVista, move: int, seat: int | None
) -> list[Sentence]:
    """What the move itself does."""
    turn = position.turn()
    mine = turn == seat
    who: dict[str, object] = {"seat": f"@{turn}"}
    made = position.codec.kind_of(move)
    values = made.values(move)
    if position.phase == OFFER:
        return [told_of_offer(position, values[0], values[1] + 1, mine)]
    if position.phase == CONTRACT:
        if made is position.kinds.decline:
            return [Sentence("bv.story.no_contract_own" if mine else "bv.story.no_contract", who)]
        kind = values[0]
        who["n"] = position.components.contracts[kind].coins
        who["about"] = "#" + ABOUT_KEYS[kind]
        place = f"contract-{CONTRACT_TEXT[kind]}"
        return [Sentence("bv.story.contract_own" if mine else "bv.story.contract", who, (place,))]
    if position.phase == LAYOUT:
        place = "cell-" + layouts.cell_name(values[1])
        who["tile"] = "#" + TILE_KEYS[values[0]]
        return [Sentence("bv.story.lay_own" if mine else "bv.story.lay", who, (place,))]
    building = int(position.building)
    who["number"] = building % HEIGHTS + 1
    places = (place_of(ahead, building),)
    if position.phase == NEUTRAL:
        key = "bv.story.neutral_own" if mine else "bv.story.neutral"
        return [Sentence(key, who, places)]
    told = [Sentence("bv.story.build_own" if mine else "bv.story.build", who, places)]
    if position.rule == BORDER_FORCED:
        told.append(Sentence("bv.story.forced", {}, places))
    elif position.rule == ANYWHERE:
        told.append(Sentence("bv.story.anywhere", {}, places))
    else:
        key = "bv.story.coins_own" if mine else "bv.story.coins"
        coins = coins_of(ahead.gain[building])
        told.append(Sentence(key, {"n": coins, "seat": f"@{turn}"}, places))
    return told


def told_of_offer(position: BellaVista, slot: int, number: int, mine: bool) -> Sentence:
    """An offer: the owner is told the number, the others are not."""
    params: dict[str, object] = {"seat": f"@{position.turn()}"}
    if mine:
        params["number"] = number
    place = (slot_place(position, slot),)
    if slot == position.slots:
        return Sentence("bv.story.right_own" if mine else "bv.story.right", params, place)
    params["n"] = position.prices[slot]
    return Sentence("bv.story.offer_own" if mine else "bv.story.offer", params, place)


def neutral_aside(position: BellaVista, ahead: BellaVista) -> list[Sentence]:
    """A neutral building that fits nowhere is set aside without anybody deciding."""
    return [
        Sentence("bv.story.neutral_aside", {"number": building % HEIGHTS + 1})
        for building in range(3 * HEIGHTS, 4 * HEIGHTS)
        if position.setting.seats == 3
        and position.site[building] != ASIDE
        and ahead.site[building] == ASIDE
    ]


def told_of_card(before: BellaVista, after: BellaVista, seat: int | None) -> list[Sentence]:
    """A card is turned up, and perhaps its building fits nowhere."""
    slot = int(before.next_slot())
    card = before.line[slot]
    mine = card // HEIGHTS == seat
    params: dict[str, object] = {"seat": f"@{card // HEIGHTS}", "number": card % HEIGHTS + 1}
    place = (slot_place(before, min(slot, before.slots)),)
    told = [Sentence("bv.story.reveal_own" if mine else "bv.story.reveal", params, place)]
    aside = [
        building
        for building in range(len(after.site))
        if after.site[building] == ASIDE and before.site[building] != ASIDE
    ]
    if aside and after.owner(aside[0]) == card // HEIGHTS:
        told.append(Sentence("bv.story.aside_own" if mine else "bv.story.aside", params, place))
    elif after.building >= 0 and after.phase == BUILD and after.rule >= BORDER_FORCED:
        told.append(Sentence("bv.story.must_own" if mine else "bv.story.must", params, place))
    return told + neutral_aside(before, after)


def told_of_round(before: BellaVista, after: BellaVista, seat: int | None) -> list[Sentence]:
    """A round begins: its constraint, and what the seat draws."""
    told = [
        Sentence(
            "bv.story.round",
            {
                "round": int(after.round),
                "constraint": "#" + CONSTRAINT_KEYS[after.constraints[after.round - 1]],
            },
            ("constraint",),
        )
    ]
    if seat is not None:
        old, new = before.cards(seat), after.cards(seat)
        for number in old:
            new.remove(number)
        if new:
            drawn: list[object] = [str(number) for number in new]
            told.append(Sentence("bv.story.draw", {"cards": drawn, "n": len(drawn)}, ("hand",)))
    return told
