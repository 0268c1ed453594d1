"""Why a move is not allowed: the clause, the facts, the places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.refusal import Refusal
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import (
    A_ROW,
    BORDER_FORBIDDEN,
    BUILD,
    COINS,
    CONTRACT,
    CONTRACT_TEXT,
    CONTRACTS,
    FIRST_RIVER,
    HEIGHTS,
    IMPOSED,
    LAYOUT,
    LONE,
    NEUTRAL,
    NOTHING,
    OFFER,
    PAIR,
    PARK_FORBIDDEN,
    PARK_IMPOSED,
    RIVER_FORBIDDEN,
    STRADDLING,
    TILE_BITS,
    meets,
)
from parvis.games.bella_vista.scoring import owned, place_of, progress
from parvis.games.bella_vista.wording import CONSTRAINT_KEYS, DISTRICT_KEYS

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista


def refusal(position: BellaVista, move: int) -> Refusal | None:
    """None if a well-formed move is legal now."""
    phase = position.phase
    if position.pending or phase not in (LAYOUT, OFFER, BUILD, CONTRACT, NEUTRAL):
        return Refusal("BV-5.4", "bv.refuse.over")
    if move < position.first_build:
        if phase != OFFER:
            return of_the_turn(position)
        return offer_refusal(position, move // HEIGHTS, move % HEIGHTS + 1)
    if move < position.first_contract:
        if phase not in (BUILD, NEUTRAL):
            return of_the_turn(position)
        place = move - position.first_build
        return build_refusal(position, place // 4, place % 4)
    if move < position.first_tile:
        if phase != CONTRACT:
            return of_the_turn(position)
        return contract_refusal(position, move - position.first_contract)
    if phase != LAYOUT:
        return of_the_turn(position)
    tile = move - position.first_tile
    return layout_refusal(position, tile // layouts.CELLS, tile % layouts.CELLS)


def of_the_turn(position: BellaVista) -> Refusal:
    """The move belongs to another phase: what is to be done now."""
    if position.phase == LAYOUT:
        return Refusal("BV-2.1", "bv.refuse.now_layout")
    if position.phase == OFFER:
        return Refusal("BV-3.1", "bv.refuse.now_offer")
    if position.phase == CONTRACT:
        return Refusal("BV-4.7", "bv.refuse.now_contract")
    number = int(position.building) % HEIGHTS + 1
    if position.phase == NEUTRAL:
        return Refusal("BV-5.1", "bv.refuse.now_neutral", {"number": number})
    return Refusal("BV-4.1", "bv.refuse.now_build", {"number": number})


def slot_name(position: BellaVista, slot: int) -> str:
    """A slot by its price; the right of the board by that name."""
    return f"slot-{position.prices()[slot]}" if slot < position.slots else "slot-right"


def offer_refusal(position: BellaVista, slot: int, number: int) -> Refusal | None:
    seat = position.order[position.step]
    coins = position.tally[seat * A_ROW + COINS]
    payable = position.payable()
    place = slot_name(position, slot)
    if slot not in payable:
        if slot == position.slots:
            prices = position.prices()
            least = min([prices[there] for there in payable])
            return Refusal(
                "BV-3.2",
                "bv.refuse.can_pay",
                {"coins": coins, "price": least},
                tuple([slot_name(position, there) for there in payable]),
                1,
            )
        price = position.prices()[slot]
        if position.line[slot] != NOTHING:
            owner = position.line[slot] // HEIGHTS
            return Refusal(
                "BV-3.1", "bv.refuse.taken", {"price": price, "seat": f"@{owner}"}, (place,), 1
            )
        return Refusal(
            "BV-3.1", "bv.refuse.too_dear", {"price": price, "coins": coins}, (place,), 2
        )
    if number not in position.hand(seat):
        hand: list[object] = [str(card) for card in position.cards(seat)]
        return Refusal(
            "BV-3.1", "bv.refuse.not_held", {"number": number, "hand": hand}, (place,), 3
        )
    return None


def build_refusal(position: BellaVista, square: int, rotation: int) -> Refusal | None:
    city = position.town()
    components = position.components
    height = int(position.building) % HEIGHTS
    number = height + 1
    here = "square-" + components.name(square)
    turned = components.turned[height]
    if rotation >= len(turned):
        return Refusal(
            "BV-4.1", "bv.refuse.rotation", {"number": number, "n": len(turned)}, (here,), 1
        )
    placement = city.index[(components.shape[height] * position.squares + square) * 4 + rotation]
    if placement == NOTHING:
        return off_ground(position, square, rotation)
    covered = city.covers[city.covers_from[placement] : city.covers_from[placement + 1]]
    blocked = [there for there in covered if position.at[there]]
    if blocked:
        other = position.at[blocked[0]] - 1
        return Refusal(
            "BV-4.1",
            "bv.refuse.occupied",
            {"number": number, "other": other % HEIGHTS + 1, "owner": whose(position, other)},
            tuple(["square-" + components.name(there) for there in blocked]),
            4,
        )
    traits = city.traits[placement]
    if meets(traits, int(position.rule)):
        return None
    return against(position, covered, traits)


def whose(position: BellaVista, building: int) -> str:
    """The owner of a building, as a word."""
    owner = position.owner(building)
    return f"@{owner}" if owner < position.setting.seats else "#bv.neutral"


def off_ground(position: BellaVista, square: int, rotation: int) -> Refusal:
    """The building would leave the districts: where to?"""
    city = position.town()
    height = int(position.building) % HEIGHTS
    here = ("square-" + position.components.name(square),)
    x0 = city.spot[square] % city.wide
    y0 = city.spot[square] // city.wide
    params: dict[str, object] = {"number": height + 1}
    found = [city.at(x0 + x, y0 + y) for x, y in position.components.turned[height][rotation]]
    if NOTHING in found:
        return Refusal("BV-4.1", "bv.refuse.outside", params, here, 2)
    if min(found) > FIRST_RIVER:
        return Refusal("BV-4.1", "bv.refuse.on_park", params, here, 3)
    return Refusal("BV-4.1", "bv.refuse.on_river", params, here, 3)


def against(position: BellaVista, covered: list[int], traits: int) -> Refusal:
    """The building would stand on free squares, but not as the constraint wants it."""
    components = position.components
    rule = int(position.rule)
    params: dict[str, object] = {"number": int(position.building) % HEIGHTS + 1}
    places = tuple(["square-" + components.name(square) for square in covered])
    if rule < PARK_IMPOSED:
        area = 4 * components.cell * components.cell
        strays = [square for square in covered if not IMPOSED[rule] >> (square // area) & 1]
        params["district"] = DISTRICT_KEYS[strays[0] // area]
        params["wanted"] = "#" + CONSTRAINT_KEYS[rule]
        return Refusal(
            "BV-4.2",
            "bv.refuse.district",
            params,
            tuple(["square-" + components.name(square) for square in strays]),
            5,
        )
    if rule == PARK_IMPOSED:
        return Refusal("BV-4.2", "bv.refuse.park_imposed", params, places, 5)
    if rule == PARK_FORBIDDEN:
        return Refusal("BV-4.2", "bv.refuse.park_forbidden", params, places, 5)
    if rule == RIVER_FORBIDDEN:
        return Refusal("BV-4.2", "bv.refuse.river_forbidden", params, places, 5)
    if rule == BORDER_FORBIDDEN:
        return Refusal("BV-4.2", "bv.refuse.border_forbidden", params, places, 5)
    return Refusal("BV-4.5", "bv.refuse.border_forced", params, places, 5)


def contract_refusal(position: BellaVista, kind: int) -> Refusal | None:
    if kind == CONTRACTS:
        return None
    seat = position.line[position.slot] // HEIGHTS
    place = f"contract-{CONTRACT_TEXT[kind]}"
    if kind not in position.display:
        return Refusal("BV-4.7", "bv.refuse.not_displayed", {}, (place,), 1)
    if position.fulfils(seat, kind):
        return None
    have, needs = progress(position, seat, kind)
    named = named_districts(kind)
    city = position.town()
    across = [
        building
        for building in owned(position, seat)
        if city.traits[position.site[building]] & named
        and LONE[city.traits[position.site[building]] & TILE_BITS] == NOTHING
    ]
    if across:
        return Refusal(
            "BV-4.8",
            "bv.refuse.straddling",
            {"have": have, "needs": needs, "n": len(across)},
            (place, *[place_of(position, building) for building in across]),
            3,
        )
    return Refusal("BV-4.7", "bv.refuse.unmet", {"have": have, "needs": needs}, (place,), 2)


def named_districts(kind: int) -> int:
    """The districts that a contract names, as a set."""
    if kind < PAIR:
        return 1 << kind
    if kind < STRADDLING:
        return IMPOSED[kind - PAIR]
    return 0


def layout_refusal(position: BellaVista, kind: int, cell: int) -> Refusal | None:
    laid = position.laid
    place = "cell-" + cell_name(cell)
    if kind not in layouts.left(laid):
        return Refusal("BV-2.1", "bv.refuse.no_tile", {}, (tile_place(kind),), 1)
    if not laid:
        middle = layouts.MIDDLE * layouts.TABLE + layouts.MIDDLE
        if cell == middle:
            return None
        return Refusal("BV-2.1", "bv.refuse.middle", {}, ("cell-" + cell_name(middle),), 2)
    ground = layouts.ground_of(laid)
    covered = layouts.cells_of(kind, cell)
    if covered & ground:
        return Refusal("BV-2.1", "bv.refuse.overlap", {}, (place,), 2)
    if not covered & layouts.around(ground):
        return Refusal("BV-2.1", "bv.refuse.apart", {}, (place,), 3)
    if layouts.holes(ground | covered):
        return Refusal("BV-2.1", "bv.refuse.hole", {}, (place,), 4)
    return None


def cell_name(cell: int) -> str:
    """A cell of the table: column and row."""
    return f"{layouts.column(cell % layouts.TABLE)}{cell // layouts.TABLE + 1}"


TILE_PLACES = (
    *["tile-" + letter for letter in layouts.LETTERS],
    "tile-park",
    "tile-river-across",
    "tile-river-down",
)


def tile_place(kind: int) -> str:
    """A tile that is still to be laid, as a place."""
    return TILE_PLACES[kind]


def fitting(position: BellaVista, path: tuple[str, ...]) -> list[int]:
    """The well-formed moves that begin with these picks."""
    if not path or len(path) > 2:
        return []
    found = [
        first + second
        for first in firsts(position, path[0])
        for second in seconds(position, path)
        if position.names(first + second)
    ]
    return sorted(found)


def firsts(position: BellaVista, pick: str) -> list[int]:
    """What the first pick adds to the move's id (none if it names nothing)."""
    kind, _, name = pick.partition("-")
    if kind == "slot":
        return [
            slot * HEIGHTS
            for slot in range(position.slots + 1)
            if slot_name(position, slot) == pick
        ]
    if kind == "square":
        return [
            position.first_build + square * 4
            for square in range(position.squares)
            if position.components.name(square) == name
        ]
    if pick == "none":
        return [position.first_contract + CONTRACTS]
    if kind == "contract" and name in CONTRACT_TEXT:
        return [position.first_contract + CONTRACT_TEXT.index(name)]
    if kind == "tile" and position.by_players and pick in TILE_PLACES:
        return [position.first_tile + TILE_PLACES.index(pick) * layouts.CELLS]
    return []


def seconds(position: BellaVista, path: tuple[str, ...]) -> list[int]:
    """What the second pick adds: one number, or all if it is not made yet."""
    kind = path[0].partition("-")[0]
    if kind == "slot":
        names = [f"card-{number}" for number in range(1, HEIGHTS + 1)]
    elif kind == "square":
        names = [f"turn-{rotation}" for rotation in range(4)]
    elif kind == "tile":
        names = ["cell-" + cell_name(cell) for cell in range(layouts.CELLS)]
    else:
        return [0] if len(path) == 1 else []
    return [n for n in range(len(names)) if len(path) == 1 or names[n] == path[1]]
