"""What a seat sees: its view of the table, and the story of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.sentence import Sentence
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import (
    A_ROW,
    ANYWHERE,
    ASIDE,
    BORDER_FORCED,
    BUILD,
    COINS,
    CONTRACT,
    CONTRACT_TEXT,
    CONTRACTS,
    FORCED,
    HEIGHTS,
    LAYOUT,
    NEUTRAL,
    NOTHING,
    OFFER,
    PAID,
    REVEAL,
    TALLEST,
    TALLEST_COINS,
    UNBUILT,
)
from parvis.games.bella_vista.notation import PHASES
from parvis.games.bella_vista.refusals import cell_name, slot_name
from parvis.games.bella_vista.scoring import place_of, progress
from parvis.games.bella_vista.wording import ABOUT_KEYS, CONSTRAINT_KEYS, TILE_KEYS

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista


def view(position: BellaVista, seat: int | None) -> dict[str, object]:
    """All that a seat may know."""
    seats = position.setting.seats
    laying = position.phase == LAYOUT
    dealt = position.round > 0
    placing = position.phase in (BUILD, NEUTRAL) and position.building >= 0
    seen = position.frame(seat)
    seen.update(
        {
            "phase": PHASES[position.phase],
            "pending": position.pending > 0,
            "round": int(position.round),
            "cell": position.components.cell,
            "map": rows_of(position),
            "origin": list(layouts.extent(position.laid)) if laying and position.laid else [],
            "laid": list(position.laid) if laying else [],
            "height": int(position.height) if dealt else None,
            "group": int(position.group) if dealt else None,
            "constraint": position.constraints[position.round - 1] if dealt else None,
            "constraints": position.constraints[: position.round],
            "order": list(position.order),
            "step": int(position.step),
            "line": [sight_of_card(position, slot, seat) for slot in range(len(position.line))],
            "slot": int(position.slot),
            "building": int(position.building),
            "rule": int(position.rule) if placing else None,
            "forced": placing and position.rule >= BORDER_FORCED,
            "latest": int(position.latest),
            "buildings": [
                sight_of_building(position, building)
                for building in range(len(position.site))
                if position.site[building] != UNBUILT
            ],
            "players": [sight_of_player(position, other) for other in range(seats)],
            "hand": [] if seat is None else position.cards(seat),
            "display": list(position.display),
            "progress": [
                [
                    None if kind == NOTHING else list(progress(position, other, kind))
                    for kind in position.display
                ]
                for other in range(seats)
            ],
            "contracts": [
                {"coins": kind.coins, "needs": position.needs(n)}
                for n, kind in enumerate(position.components.contracts)
            ],
            "contracts_left": len(position.contracts) - int(position.dealt),
            "prices": position.prices(),
            "shapes": [
                [[list(square) for square in turned] for turned in rotations]
                for rotations in position.components.turned
            ],
            "first": [position.first_build, position.first_contract, position.first_tile],
        }
    )
    return seen


def rows_of(position: BellaVista) -> list[str]:
    """The city, or as much of it as is laid, row by row."""
    if position.city is not None:
        return position.city.lines
    return layouts.map_of(position.laid).split("/") if position.laid else []


def sight_of_card(position: BellaVista, slot: int, seat: int | None) -> dict[str, object] | None:
    """A card on the offer board; its number only to its owner until it is turned up."""
    card = position.line[slot]
    if card == NOTHING:
        return None
    up = position.face_up(slot)
    known = up or card // HEIGHTS == seat
    return {
        "seat": card // HEIGHTS,
        "number": card % HEIGHTS + 1 if known else None,
        "up": up,
    }


def sight_of_building(position: BellaVista, building: int) -> dict[str, object]:
    """A building in the city, or one that was set aside."""
    site = position.site[building]
    gain = position.gain[building]
    seen: dict[str, object] = {
        "building": building,
        "number": building % HEIGHTS + 1,
        "owner": position.owner(building),
        "squares": [],
        "forced": gain & FORCED > 0,
        "coins": gain % TALLEST + (TALLEST_COINS if gain & TALLEST else 0),
    }
    if site != ASIDE:
        city = position.town()
        seen["squares"] = city.covers[city.covers_from[site] : city.covers_from[site + 1]]
    return seen


def sight_of_player(position: BellaVista, seat: int) -> dict[str, object]:
    """What everybody knows of an architect."""
    size = 2 * HEIGHTS if position.setting.seats == 2 else HEIGHTS
    return {
        "coins": position.tally[seat * A_ROW + COINS],
        "paid": position.tally[seat * A_ROW + PAID],
        "hand": len(position.cards(seat)),
        "deck": size - int(position.drawn(position.round)),
        "unseen": position.unseen(seat),
        "taken": [card // 4 for card in position.taken if card % 4 == seat],
    }


# Stories.


def story(position: BellaVista, move: int, seat: int | None) -> list[Sentence]:
    """What happens when a legal move is played, as a seat sees it."""
    ahead = position.foresee(move)
    told = told_at_once(position, ahead, move, seat)
    if position.phase != LAYOUT:
        told += neutral_aside(position, ahead)
    while ahead.pending:
        before = ahead.copy()
        ahead.resolve_one()
        if before.pending == REVEAL:
            told += told_of_card(before, ahead)
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
    if position.phase == OFFER:
        return [told_of_offer(position, move // HEIGHTS, move % HEIGHTS + 1, mine)]
    if position.phase == CONTRACT:
        kind = move - position.first_contract
        if kind == CONTRACTS:
            return [Sentence("bv.story.no_contract_own" if mine else "bv.story.no_contract", who)]
        who["n"] = position.components.contracts[kind].coins
        who["about"] = "#" + ABOUT_KEYS[kind]
        place = f"contract-{CONTRACT_TEXT[kind]}"
        return [Sentence("bv.story.contract_own" if mine else "bv.story.contract", who, (place,))]
    if position.phase == LAYOUT:
        tile = move - position.first_tile
        place = "cell-" + cell_name(tile % layouts.CELLS)
        who["tile"] = "#" + TILE_KEYS[tile // layouts.CELLS]
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
        gain = ahead.gain[building]
        coins = gain % TALLEST + (TALLEST_COINS if gain & TALLEST else 0)
        key = "bv.story.coins_own" if mine else "bv.story.coins"
        told.append(Sentence(key, {"n": coins, "seat": f"@{turn}"}, places))
    return told


def told_of_offer(position: BellaVista, slot: int, number: int, mine: bool) -> Sentence:
    """An offer: the owner is told the number, the others are not."""
    params: dict[str, object] = {"seat": f"@{position.turn()}"}
    if mine:
        params["number"] = number
    place = (slot_name(position, slot),)
    if slot == position.slots:
        return Sentence("bv.story.right_own" if mine else "bv.story.right", params, place)
    params["n"] = position.prices()[slot]
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


def told_of_card(before: BellaVista, after: BellaVista) -> list[Sentence]:
    """A card is turned up, and perhaps its building fits nowhere."""
    slot = int(before.next_slot())
    card = before.line[slot]
    params: dict[str, object] = {"seat": f"@{card // HEIGHTS}", "number": card % HEIGHTS + 1}
    place = (slot_name(before, min(slot, before.slots)),)
    told = [Sentence("bv.story.reveal", params, place)]
    aside = [
        building
        for building in range(len(after.site))
        if after.site[building] == ASIDE and before.site[building] != ASIDE
    ]
    if aside and after.owner(aside[0]) == card // HEIGHTS:
        told.append(Sentence("bv.story.aside", params, place))
    elif after.building >= 0 and after.phase == BUILD and after.rule >= BORDER_FORCED:
        told.append(Sentence("bv.story.must", params, place))
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
