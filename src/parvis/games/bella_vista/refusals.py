"""What the words of a refusal speak of, once it is known what bars the move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.bits import members
from parvis.engine.refusal import Bar
from parvis.games.bella_vista import layouts, legality, scoring
from parvis.games.bella_vista.city import IMPOSED
from parvis.games.bella_vista.components import (
    A_ROW,
    COINS,
    CONTRACT_TEXT,
    HEIGHTS,
)
from parvis.games.bella_vista.labels import CONSTRAINT_KEYS, DISTRICT_KEYS, TILE_PLACES

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista

Facts = tuple[dict[str, object], tuple[str, ...]]


def facts(position: BellaVista, move: int, bar: Bar) -> Facts:
    """The parameters of a bar's words, and the places concerned."""
    if bar in (legality.NOW_BUILD, legality.NOW_NEUTRAL):
        return {"number": int(position.building) % HEIGHTS + 1}, ()
    if bar.reach == 0:
        return {}, ()
    kinds = position.kinds
    kind = kinds.codec.kind_of(move)
    values = kind.values(move)
    if kind is kinds.offer:
        return offer_facts(position, values[0], values[1], bar)
    if kind is kinds.build:
        return build_facts(position, values[0], values[1], bar)
    if kind is kinds.take:
        return contract_facts(position, values[0], bar)
    return tile_facts(values[0], values[1], bar)


def slot_place(position: BellaVista, slot: int) -> str:
    """A slot by its price; the right of the board by that name."""
    return f"slot-{position.prices[slot]}" if slot < position.slots else "slot-right"


def offer_facts(position: BellaVista, slot: int, height: int, bar: Bar) -> Facts:
    seat = position.order[position.step]
    coins = position.tally[seat * A_ROW + COINS]
    prices = position.prices
    places: tuple[str, ...] = (slot_place(position, slot),)
    if bar is legality.CAN_PAY:
        payable = members(int(legality.open_slots(position)))
        places = tuple([slot_place(position, there) for there in payable])
        return {"coins": coins, "price": min([prices[there] for there in payable])}, places
    if bar is legality.TAKEN:
        return {"price": prices[slot], "seat": f"@{position.line[slot] // HEIGHTS}"}, places
    if bar is legality.TAKEN_OWN:
        return {"price": prices[slot]}, places
    if bar is legality.TOO_DEAR:
        return {"price": prices[slot], "coins": coins}, places
    hand: list[object] = [str(card) for card in position.cards(seat)]
    return {"number": height + 1, "hand": hand}, places


def build_facts(position: BellaVista, square: int, turn: int, bar: Bar) -> Facts:
    city = position.town()
    components = position.components
    height = int(position.building) % HEIGHTS
    here = ("square-" + components.name(square),)
    params: dict[str, object] = {"number": height + 1}
    if bar is legality.ROTATION:
        params["n"] = len(components.turned[height])
        return params, here
    placement = city.placement(components.shape[height], square, turn)
    if placement < 0:
        return params, here
    covered = city.covered(placement)
    if bar is legality.OCCUPIED:
        covered = [there for there in covered if position.at[there]]
        other = position.at[covered[0]] - 1
        params["other"] = other % HEIGHTS + 1
        params["owner"] = whose(position, other)
    elif bar is legality.OTHER_DISTRICT:
        rule = int(position.rule)
        covered = [square for square in covered if not IMPOSED[rule] >> city.tile_of(square) & 1]
        params["district"] = DISTRICT_KEYS[city.tile_of(covered[0])]
        params["wanted"] = "#" + CONSTRAINT_KEYS[rule]
    return params, tuple(["square-" + components.name(there) for there in covered])


def whose(position: BellaVista, building: int) -> str:
    """The owner of a building, as a word to the architect who is on turn."""
    owner = position.owner(building)
    if owner == position.turn():
        return "#bv.yours"
    return f"@{owner}" if owner < position.setting.seats else "#bv.neutral"


def contract_facts(position: BellaVista, contract: int, bar: Bar) -> Facts:
    seat = position.line[position.slot] // HEIGHTS
    places: tuple[str, ...] = (f"contract-{CONTRACT_TEXT[contract]}",)
    if bar is legality.NOT_DISPLAYED:
        return {}, places
    params: dict[str, object] = {
        "have": int(scoring.met(position, seat, contract)),
        "needs": position.asked[contract],
    }
    if bar is legality.STRADDLED:
        across = legality.straddlers(position, seat, contract)
        params["n"] = len(across)
        places += tuple([scoring.place_of(position, building) for building in across])
    return params, places


def tile_facts(kind: int, cell: int, bar: Bar) -> Facts:
    if bar is legality.NO_TILE:
        return {}, (TILE_PLACES[kind],)
    if bar is legality.NOT_MIDDLE:
        cell = layouts.CENTRE
    return {}, ("cell-" + layouts.cell_name(cell),)
