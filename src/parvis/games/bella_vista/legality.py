"""What bars a move: every rule of offers, buildings, contracts and tiles, once.

`Position.bar`, the list of moves, random play, refusals and the reading of texts all ask here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from parvis.engine.bits import BIT
from parvis.engine.refusal import Bar
from parvis.games.bella_vista import layouts, scoring
from parvis.games.bella_vista.city import IMPOSED, meets
from parvis.games.bella_vista.components import (
    A_ROW,
    BORDER_FORBIDDEN,
    COINS,
    CONTRACT,
    FIRST_RIVER,
    HAND,
    HEIGHTS,
    LAYOUT,
    LONE,
    NEUTRAL,
    NOTHING,
    OFFER,
    OVER,
    PAIR,
    PARK_FORBIDDEN,
    PARK_IMPOSED,
    RIVER_FORBIDDEN,
    STRADDLING,
    TILE_BITS,
)

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista

# What can bar a move.
NOTHING_TO_DECIDE: Final = Bar("BV-5.4", "bv.refuse.over")
NOW_LAYOUT: Final = Bar("BV-2.1", "bv.refuse.now_layout")
NOW_OFFER: Final = Bar("BV-3.1", "bv.refuse.now_offer")
NOW_BUILD: Final = Bar("BV-4.1", "bv.refuse.now_build")
NOW_NEUTRAL: Final = Bar("BV-5.1", "bv.refuse.now_neutral")
NOW_CONTRACT: Final = Bar("BV-4.7", "bv.refuse.now_contract")
TAKEN: Final = Bar("BV-3.1", "bv.refuse.taken", 1)
TAKEN_OWN: Final = Bar("BV-3.1", "bv.refuse.taken_own", 1)
CAN_PAY: Final = Bar("BV-3.2", "bv.refuse.can_pay", 1)
TOO_DEAR: Final = Bar("BV-3.1", "bv.refuse.too_dear", 2)
NOT_HELD: Final = Bar("BV-3.1", "bv.refuse.not_held", 3)
ROTATION: Final = Bar("BV-4.1", "bv.refuse.rotation", 1)
OUTSIDE: Final = Bar("BV-4.1", "bv.refuse.outside", 2)
ON_PARK: Final = Bar("BV-4.1", "bv.refuse.on_park", 3)
ON_RIVER: Final = Bar("BV-4.1", "bv.refuse.on_river", 3)
OCCUPIED: Final = Bar("BV-4.1", "bv.refuse.occupied", 4)
OTHER_DISTRICT: Final = Bar("BV-4.2", "bv.refuse.district", 5)
NO_PARK: Final = Bar("BV-4.2", "bv.refuse.park_imposed", 5)
BY_A_PARK: Final = Bar("BV-4.2", "bv.refuse.park_forbidden", 5)
BY_A_RIVER: Final = Bar("BV-4.2", "bv.refuse.river_forbidden", 5)
ON_THE_BORDER: Final = Bar("BV-4.2", "bv.refuse.border_forbidden", 5)
OFF_THE_BORDER: Final = Bar("BV-4.5", "bv.refuse.border_forced", 5)
NOT_DISPLAYED: Final = Bar("BV-4.7", "bv.refuse.not_displayed", 1)
UNMET: Final = Bar("BV-4.7", "bv.refuse.unmet", 2)
STRADDLED: Final = Bar("BV-4.8", "bv.refuse.straddling", 3)
NO_TILE: Final = Bar("BV-2.1", "bv.refuse.no_tile", 1)
NOT_MIDDLE: Final = Bar("BV-2.1", "bv.refuse.middle", 2)
OVERLAP: Final = Bar("BV-2.1", "bv.refuse.overlap", 2)
APART: Final = Bar("BV-2.1", "bv.refuse.apart", 3)
HOLE: Final = Bar("BV-2.1", "bv.refuse.hole", 4)
BAY: Final = Bar("BV-2.1", "bv.refuse.bay", 4)


def bar(position: BellaVista, move: i64) -> Bar | None:
    """What bars a well-formed move now."""
    if position.pending or position.phase == OVER:
        return NOTHING_TO_DECIDE
    phase: i64 = position.phase
    kinds = position.kinds
    kind = kinds.codec.kind_of(move)
    if phase == OFFER:
        if kind is not kinds.offer:
            return NOW_OFFER
        return offer_bar(position, kind.part(move, 0), kind.part(move, 1))
    if phase == CONTRACT:
        if kind is kinds.decline:
            return None
        return contract_bar(position, kind.only(move)) if kind is kinds.take else NOW_CONTRACT
    if phase == LAYOUT:
        if kind is not kinds.lay:
            return NOW_LAYOUT
        return position.laying().bar(int(kind.part(move, 0)), int(kind.part(move, 1)))
    if kind is not kinds.build:
        return NOW_NEUTRAL if phase == NEUTRAL else NOW_BUILD
    return build_bar(position, kind.part(move, 0), kind.part(move, 1))


# Offers.


def offer_bar(position: BellaVista, slot: i64, height: i64) -> Bar | None:
    """BV-3.1: an empty slot that can be paid, and a card from hand."""
    if open_slots(position) >> slot & 1 == 0:
        return slot_bar(position, slot)
    return None if held(position, position.order[position.step]) >> height & 1 else NOT_HELD


def open_slots(position: BellaVista) -> i64:
    """BV-3.1, BV-3.2: the slots that the seat on turn may take, as a set.

    Empty ones that it can pay; if there is none, the right of the board.
    """
    coins: i64 = position.tally[position.order[position.step] * A_ROW + COINS]
    line = position.line
    prices = position.prices
    slots: i64 = position.slots
    found: i64 = 0
    slot: i64 = 0
    while slot < slots:
        if line[slot] == NOTHING and i64(prices[slot]) <= coins:
            found |= BIT[slot]
        slot += 1
    return found if found else i64(BIT[slots])


def held(position: BellaVista, seat: i64) -> i64:
    """The different cards in a seat's hand, as a set: bit n for number n + 1."""
    hand: i64 = position.tally[seat * A_ROW + HAND]
    found: i64 = 0
    height: i64 = 0
    while hand:
        if hand & 3:
            found |= BIT[height]
        hand >>= 2
        height += 1
    return found


def slot_bar(position: BellaVista, slot: i64) -> Bar | None:
    """Why a slot is not among the open ones."""
    if slot == position.slots:
        return CAN_PAY
    card: i64 = position.line[slot]
    if card == NOTHING:
        return TOO_DEAR
    return TAKEN_OWN if card // HEIGHTS == position.order[position.step] else TAKEN


# Buildings.


def build_bar(position: BellaVista, square: i64, turn: i64) -> Bar | None:
    """BV-4.1, BV-4.2, BV-4.5: free squares of districts, as the constraint or its recourse says."""
    city = position.town()
    height: i64 = position.building % HEIGHTS
    if turn >= len(position.components.turned[height]):
        return ROTATION
    placement: i64 = city.placement(position.components.shape[height], square, turn)
    if placement == NOTHING:
        return off_ground(position, square, turn)
    if not position.free(placement):
        return OCCUPIED
    if meets(city.traits[placement], position.rule):
        return None
    return against(position.rule)


def off_ground(position: BellaVista, square: i64, turn: i64) -> Bar | None:
    """A building that would leave the districts: where to?"""
    city = position.town()
    x = city.spot[square] % city.wide
    y = city.spot[square] // city.wide
    turned = position.components.turned[position.building % HEIGHTS][turn]
    found = [city.at(x + dx, y + dy) for dx, dy in turned]
    if NOTHING in found:
        return OUTSIDE
    return ON_PARK if min(found) > FIRST_RIVER else ON_RIVER


def against(rule: i64) -> Bar | None:
    """A building on free squares that is not as the rule wants it."""
    if rule < PARK_IMPOSED:
        return OTHER_DISTRICT
    if rule == PARK_IMPOSED:
        return NO_PARK
    if rule == PARK_FORBIDDEN:
        return BY_A_PARK
    if rule == RIVER_FORBIDDEN:
        return BY_A_RIVER
    if rule == BORDER_FORBIDDEN:
        return ON_THE_BORDER
    return OFF_THE_BORDER


# Contracts.


def takeable(position: BellaVista, seat: i64) -> i64:
    """BV-4.7: the displayed contracts that a seat's buildings meet, as a set."""
    found: i64 = 0
    for shown in position.display:
        contract: i64 = shown
        if contract != NOTHING and scoring.fulfils(position, seat, contract):
            found |= BIT[contract]
    return found


def contract_bar(position: BellaVista, contract: i64) -> Bar | None:
    """BV-4.7, BV-4.8: displayed, and met by one's own buildings."""
    seat: i64 = position.line[position.slot] // HEIGHTS
    if takeable(position, seat) >> contract & 1:
        return None
    if int(contract) not in position.display:
        return NOT_DISPLAYED
    return STRADDLED if straddlers(position, int(seat), int(contract)) else UNMET


def straddlers(position: BellaVista, seat: int, contract: int) -> list[int]:
    """A seat's buildings that straddle a district which the contract names."""
    if contract >= STRADDLING:
        return []
    named = 1 << contract if contract < PAIR else IMPOSED[contract - PAIR]
    traits = position.town().traits
    return [
        building
        for building in scoring.owned(position, seat)
        if traits[position.site[building]] & named
        and LONE[traits[position.site[building]] & TILE_BITS] == NOTHING
    ]


# Tiles.


class Laying:
    """A city being laid (BV-2.1): which tile may come next, and where."""

    def __init__(self, laid: list[tuple[int, int]], bays: bool) -> None:
        self.laid = laid
        self.left: list[int] = layouts.left(laid)
        self.ground: int = layouts.ground_of(laid)
        self.rim: int = layouts.around(self.ground)
        self.gap: dict[int, bool] = {}  # by the cells that a tile covers
        self.bays = bays
        if not bays and not self.goes_on():
            # A crooked city can leave the last districts no other room: they may make a bay.
            self.bays = True
            self.gap = {}

    def goes_on(self) -> bool:
        """Whether any tile may be laid."""
        for kind, cell in self.candidates():
            if self.bar(kind, cell) is None:
                return True
        return False

    def candidates(self) -> list[tuple[int, int]]:
        """The tiles that are left, on the cells where they might touch the city."""
        cells = layouts.near(self.rim) if self.laid else [layouts.CENTRE]
        return [
            (kind, cell) for kind in self.left for cell in cells if layouts.cells_of(kind, cell)
        ]

    def bar(self, kind: int, cell: int) -> Bar | None:
        """What bars a tile that lies on the table."""
        if kind not in self.left:
            return NO_TILE
        if not self.laid:
            return None if cell == layouts.CENTRE else NOT_MIDDLE
        covered = layouts.cells_of(kind, cell)
        if covered & self.ground:
            return OVERLAP
        if not covered & self.rim:
            return APART
        if covered not in self.gap:
            built = self.ground | covered
            self.gap[covered] = (layouts.holes(built) if self.bays else layouts.gaps(built)) != 0
        if not self.gap[covered]:
            return None
        return HOLE if self.bays else BAY
