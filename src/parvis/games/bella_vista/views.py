"""What a seat sees of the table; `schema.py` has the types."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import (
    A_ROW,
    ASIDE,
    BUILD,
    COINS,
    CONSTRAINT_TEXT,
    CONTRACT_TEXT,
    FORCED,
    GROUP_TEXT,
    HEIGHT_TEXT,
    HEIGHTS,
    LAYOUT,
    NEUTRAL,
    NOTHING,
    PAID,
    PHASES,
    RULE_TEXT,
    TALLEST,
    UNBUILT,
    Components,
    coins_of,
    sets,
)
from parvis.games.bella_vista.labels import square_names
from parvis.games.bella_vista.scoring import met

if TYPE_CHECKING:
    from parvis.games.bella_vista.position import BellaVista

COLOURS: Final = "abcd"
# Buildings as views show them. What stands stays as it is, so that all views share it.
SEEN: Final[dict[tuple[Components, str, int, int, int, int, int], dict[str, object]]] = {}
MOST_SEEN: Final = 1 << 12


def seen(position: BellaVista, seat: int | None) -> dict[str, object]:
    """The game's own part of a view."""
    dealt = position.round > 0
    laying = position.phase == LAYOUT
    placing = position.phase in (BUILD, NEUTRAL) and position.building >= 0
    shown = [CONSTRAINT_TEXT[one] for one in position.constraints[: position.round]]
    return {
        "phase": PHASES[position.phase],
        "pending": position.pending > 0,
        "round": int(position.round),
        "cell": position.components.cell,
        "map": rows_of(position),
        "box": box_of(position) if laying and position.laid else None,
        "laid": [tile_seen(tile) for tile in position.laid] if laying else [],
        "height": HEIGHT_TEXT[position.height] if dealt else None,
        "group": GROUP_TEXT[position.group] if dealt else None,
        "constraint": shown[-1] if dealt else None,
        "constraints": shown,
        "order": list(position.order),
        "step": int(position.step),
        "line": [card_seen(position, slot, seat) for slot in range(len(position.line))],
        "slot": int(position.slot) if position.slot >= 0 else None,
        "building": name_of(int(position.building)) if position.building >= 0 else None,
        "rule": RULE_TEXT[position.rule] if placing else None,
        "latest": name_of(int(position.latest)) if position.latest >= 0 else None,
        "buildings": [
            building_seen(position, building)
            for building in range(len(position.site))
            if position.site[building] != UNBUILT
        ],
        "players": [player_seen(position, other) for other in range(position.setting.seats)],
        "hand": [] if seat is None else position.cards(seat),
        "display": [display_seen(position, contract) for contract in position.display],
        "contracts": terms_of(position.components, position.setting.seats == 2),
        "contracts_left": len(position.contracts) - int(position.dealt),
        "prices": position.prices,
        "shapes": shapes_of(position.components),
    }


# What stays the same all game long is made once, and shared by all views.


@lru_cache(16)
def terms_of(components: Components, at_two: bool) -> dict[str, dict[str, int]]:
    """What each contract of the box asks and brings."""
    needs = components.needs_at_two if at_two else components.needs
    return {
        CONTRACT_TEXT[n]: {"coins": contract.coins, "needs": needs[n]}
        for n, contract in enumerate(components.contracts)
    }


@lru_cache(16)
def shapes_of(components: Components) -> list[list[list[list[int]]]]:
    """The squares of each building, however it is turned."""
    return [
        [[list(square) for square in turned] for turned in rotations]
        for rotations in components.turned
    ]


def rows_of(position: BellaVista) -> list[str]:
    """The city, or as much of it as is laid, row by row."""
    if position.city is not None:
        return position.city.lines
    return layouts.map_of(position.laid).split("/") if position.laid else []


def box_of(position: BellaVista) -> dict[str, object]:
    """Where the map lies on the table."""
    left, top, right, bottom = layouts.extent(position.laid)
    return {"left": left, "top": top, "right": right, "bottom": bottom}


def tile_seen(tile: layouts.Tile) -> dict[str, object]:
    """A tile that is laid."""
    return {"tile": layouts.KIND_TEXT[tile[0]], "cell": layouts.cell_name(tile[1])}


def name_of(building: int) -> str:
    """A building by its colour and its number."""
    return f"{COLOURS[building // HEIGHTS]}{building % HEIGHTS + 1}"


def card_seen(position: BellaVista, slot: int, seat: int | None) -> dict[str, object] | None:
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


def building_seen(position: BellaVista, building: int) -> dict[str, object]:
    """A building in the city, or one that was set aside; the same for all who see it."""
    city, components = position.town(), position.components
    site, gain = position.site[building], position.gain[building]
    owner = position.owner(building)
    key = (components, city.source, building, site, gain, owner, position.setting.seats)
    known = SEEN.get(key)
    if known is not None:
        return known
    squares: list[str] = []
    if site != ASIDE:
        names = square_names(components.cell)
        squares = [names[one] for one in city.covered(site)]
    if len(SEEN) >= MOST_SEEN:
        SEEN.clear()
    SEEN[key] = found = {
        "building": name_of(building),
        "number": building % HEIGHTS + 1,
        "owner": owner if owner < position.setting.seats else None,
        "squares": squares,
        "forced": gain & FORCED > 0,
        "lower": gain % TALLEST,
        "highest": gain & TALLEST > 0,
        "coins": coins_of(gain),
    }
    return found


def player_seen(position: BellaVista, seat: int) -> dict[str, object]:
    """What everybody knows of an architect."""
    return {
        "coins": position.tally[seat * A_ROW + COINS],
        "paid": position.tally[seat * A_ROW + PAID],
        "hand": len(position.cards(seat)),
        "deck": sets(position.setting.seats) * HEIGHTS - int(position.drawn(position.round)),
        "unseen": position.unseen(seat),
        "taken": [CONTRACT_TEXT[card // 4] for card in position.taken if card % 4 == seat],
    }


def display_seen(position: BellaVista, contract: int) -> dict[str, object] | None:
    """A contract on display, and how far each architect is."""
    if contract == NOTHING:
        return None
    return {
        "contract": CONTRACT_TEXT[contract],
        "asked": position.asked[contract],
        "met": [int(met(position, seat, contract)) for seat in range(position.setting.seats)],
    }
