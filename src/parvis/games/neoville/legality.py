"""What bars a move: every rule once.

Where many moves are listed or drawn at random a rule is a set (the slots that are open, the pieces
that may stand on a square); what a set leaves out is told apart below it, in order of reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import BIT
from parvis.engine.refusal import Bar
from parvis.games.neoville.city import (
    BYTE,
    ICON,
    ICON_MASK,
    LABEL,
    SKIES,
    TAKEN,
    TERRAIN,
    columns_left,
    rows_left,
)
from parvis.games.neoville.components import (
    CORNERS,
    CROSSED_DOWN,
    CROSSED_UP,
    LEFT_OUT,
    MIDDLE,
    NOT_EAST,
    NOT_WEST,
    ROW,
    SHEET,
    SHEET_MASK,
    SKYSCRAPERS,
    VALUES,
    WIDTH,
)

if TYPE_CHECKING:
    from parvis.games.neoville.position import Neoville

# What can bar a move.
OVER: Final = Bar("NV-4.1", "nv.no.over")
TILE_FIRST: Final = Bar("NV-3.0", "nv.no.tile-first")
PIECE_FIRST: Final = Bar("NV-3.0", "nv.no.piece-first")
DRAW_FIRST: Final = Bar("NV-3.0", "nv.no.draw-first")
NOT_HELD: Final = Bar("NV-3.1", "nv.no.hand", 1)
NOT_MIDDLE: Final = Bar("NV-3.2", "nv.no.first", 2)
SLOT_TAKEN: Final = Bar("NV-3.2", "nv.no.taken", 2)
TOO_WIDE: Final = Bar("NV-3.2", "nv.no.wide", 3)
TOO_HIGH: Final = Bar("NV-3.2", "nv.no.high", 3)
APART: Final = Bar("NV-3.2", "nv.no.apart", 4)
JOINS: Final = Bar("NV-3.4", "nv.no.join", 5)
JOINS_BY_TILE: Final = Bar("NV-3.4", "nv.no.join.tile", 5)
LEFT_IN_BOX: Final = Bar("NV-2.1", "nv.no.left-out", 1)
GONE: Final = Bar("NV-3.6", "nv.no.gone", 1)
TYPE_OUT: Final = Bar("NV-2.2", "nv.no.type-out", 1)
NONE_LEFT: Final = Bar("NV-3.6", "nv.no.none-left", 1)
ON_ICON: Final = Bar("NV-3.6", "nv.no.icon", 2)
WRONG_TERRAIN: Final = Bar("NV-3.7", "nv.no.terrain", 3)
CROWDED: Final = Bar("NV-3.7", "nv.no.crowded", 4)
NOT_IN_ROW: Final = Bar("NV-3.9", "nv.no.row", 1)
STACK_EMPTY: Final = Bar("NV-3.9", "nv.no.stack", 1)

THE_MIDDLE: Final = 1 << MIDDLE
CROSSED: Final = CROSSED_DOWN | CROSSED_UP
# Sets of kinds of piece: all utilities, and the skyscrapers of each terrain (from 1).
UTILITIES: Final = (1 << 60) - (1 << SKYSCRAPERS)
TOWERS_ON: Final[list[int]] = [0, *[127 << VALUES * terrain for terrain in range(4)]]


# Laying a tile.


def lay_bar(position: Neoville, look: i64, slot: i64) -> Bar | None:
    """What bars laying a tile, turned so, in this slot."""
    parts = position.parts
    seat: i64 = position.active()
    face: i64 = parts.face_of[look]
    if not position.holds(seat, face):
        return NOT_HELD
    cells = position.cities[seat].cells
    bar = slot_bar(cells, slot)
    if bar is not None:
        return bar
    if not joins(cells, slot, parts.looks[look], parts.areas[look]) or excepted(position, face):
        return None
    return JOINS_BY_TILE if position.by_tile else JOINS


def open_slots(cells: vec[i64]) -> i64:
    """The slots that a tile may go to (NV-3.2), as a set."""
    taken: i64 = cells[TAKEN]
    if taken == 0:
        return THE_MIDDLE
    # Every shift stays on the sheet: rows beyond it are masked, columns do not wrap.
    near: i64 = ((taken & NOT_EAST) << 1) | ((taken & NOT_WEST) >> 1) | (taken >> SHEET)
    near |= (taken << SHEET) & SHEET_MASK
    return near & ~taken & rows_left(cells) & columns_left(cells)


def slot_bar(cells: vec[i64], slot: i64) -> Bar | None:
    """Why a slot is not open."""
    if (open_slots(cells) >> slot) & 1:
        return None
    if cells[TAKEN] == 0:
        return NOT_MIDDLE
    if (cells[TAKEN] >> slot) & 1:
        return SLOT_TAKEN
    if (columns_left(cells) >> slot) & 1 == 0:
        return TOO_WIDE
    if (rows_left(cells) >> slot) & 1 == 0:
        return TOO_HIGH
    return APART


def joins(cells: vec[i64], slot: i64, look: i64, area: i64) -> bool:
    """Whether a tile here would join districts that each hold a skyscraper (NV-3.4)."""
    at: i64 = CORNERS[slot]
    if area & CROSSED:
        area = bridged(cells, at, look, area)
    touches: i64 = TOUCHES
    seen: i64 = 0  # by region of the tile
    eight: i64 = 8
    for i in range(eight):
        here: i64 = cells[at + around(i)]
        quadrant: i64 = (touches >> (2 * i)) & 3
        if here & TERRAIN == (look >> (5 * quadrant)) & TERRAIN:
            label: i64 = (here >> LABEL) & BYTE
            if cells[label] >> SKIES:  # a skyscraper in that district
                seen = met(seen, (area >> (2 * quadrant)) & 3, label)
                if seen < 0:
                    return True
    return False


def met(seen: i64, group: i64, label: i64) -> i64:
    """The labels met first by each group, a byte each, with one more; -1 if its group has met
    another."""
    before: i64 = (seen >> (8 * group)) & BYTE
    if before == 0:
        return seen | label << (8 * group)
    return seen if before == label else -1


def around(i: i64) -> i64:
    """From the corner of a slot to the i-th of the eight squares around it, clockwise."""
    if i < 4:
        if i < 2:
            return i - WIDTH  # above
        return 2 if i == 2 else 2 + WIDTH  # right
    if i < 6:
        return 2 * WIDTH + 5 - i  # below
    return WIDTH - 1 if i == 6 else -1  # left


# The quadrant that each of them touches, two bits each.
TOUCHES: Final = 0 | 1 << 2 | 1 << 4 | 3 << 6 | 3 << 8 | 2 << 10 | 2 << 12 | 0 << 14


def bridged(cells: vec[i64], at: i64, look: i64, area: i64) -> i64:
    """The regions of a tile if squares that meet only in its middle, alike in terrain, are one
    region where a district around the tile touches both."""
    found: i64 = area
    if area & CROSSED_DOWN and linked(cells, at, look & TERRAIN, 7, 0):
        found &= ~192  # the lower right square belongs to the region of the upper left one, 0
    if area & CROSSED_UP and linked(cells, at, (look >> 5) & TERRAIN, 1, 2):
        found = (found & ~48) | 16  # the lower left one to that of the upper right one, 1
    return found


def linked(cells: vec[i64], at: i64, terrain: i64, one: i64, two: i64) -> bool:
    """Whether a district of this terrain lies both on one of these two squares around a slot and
    on one of those opposite."""
    a: i64 = district_at(cells, at + around(one), terrain)
    b: i64 = district_at(cells, at + around(two), terrain)
    c: i64 = district_at(cells, at + around((one + 4) % 8), terrain)
    d: i64 = district_at(cells, at + around(two + 4), terrain)
    return (a != 0 and a in (c, d)) or (b != 0 and b in (c, d))


def district_at(cells: vec[i64], square: i64, terrain: i64) -> i64:
    """The label of a square's district if it is of this terrain, else 0."""
    here: i64 = cells[square]
    return (here >> LABEL) & BYTE if here & TERRAIN == terrain else 0


def edgy(cells: vec[i64], slot: i64) -> bool:
    """Whether two districts of one terrain, each with a skyscraper, border on this slot.

    If not, no tile can join any there: where all placements are listed this answers for most
    slots at once. A test holds it against `joins`.
    """
    at: i64 = CORNERS[slot]
    seen: i64 = 0  # by terrain
    eight: i64 = 8
    for i in range(eight):
        here: i64 = cells[at + around(i)]
        label: i64 = (here >> LABEL) & BYTE
        if here and cells[label] >> SKIES:
            seen = met(seen, here & TERRAIN, label)
            if seen < 0:
                return True
    return False


def listed(slots: i64) -> list[int]:
    """A set of slots as a list, ascending."""
    found: list[int] = []
    slot: i64 = 0
    while slots:
        if slots & 1:
            found.append(slot)
        slots >>= 1
        slot += 1
    return found


def hot_slots(cells: vec[i64], slots: list[int]) -> i64:
    """Those of these slots where some tiles would join too much, as a set."""
    hot: i64 = 0
    for slot in slots:
        if edgy(cells, slot):
            hot |= BIT[slot]
    return hot


def free_among(position: Neoville, face: i64, slots: list[int], hot: i64) -> list[int]:
    """The placements of a face in these slots that join nothing they should not, ascending."""
    parts = position.parts
    lay = parts.moves.lay
    cells = position.cities[position.active()].cells
    found: list[int] = []
    for look in parts.looks_of[face]:
        squares: i64 = parts.looks[look]
        area: i64 = parts.areas[look]
        free = slots
        if hot:
            free = [
                slot
                for slot in slots
                if hot & i64(BIT[slot]) == 0 or not joins(cells, slot, squares, area)
            ]
        lay.list_into(found, look, free)
    return found


def stuck(position: Neoville, face: i64) -> bool:
    """Whether this face, anywhere on the active city and in any direction, joins too much."""
    cells = position.cities[position.active()].cells
    slots = listed(open_slots(cells))
    return not free_among(position, face, slots, hot_slots(cells, slots))


def excepted(position: Neoville, face: i64) -> bool:
    """Whether the exception (NV-3.5) lets this face be laid although it joins too much."""
    if position.by_tile:
        return stuck(position, face)
    for held in position.hand_faces(position.active()):
        if not stuck(position, held):
            return False
    return True


def placements(position: Neoville) -> list[int]:
    """The tile placements that nothing bars, ascending."""
    parts = position.parts
    seat: i64 = position.active()
    cells = position.cities[seat].cells
    slots = listed(open_slots(cells))
    hot: i64 = hot_slots(cells, slots)
    found: list[int] = []
    for face in position.hand_faces(seat):
        free = free_among(position, face, slots, hot)
        if not free and excepted(position, face):
            for look in parts.looks_of[face]:
                parts.moves.lay.list_into(free, look, slots)
        found.extend(free)
    return found


# Putting a piece.


def standing(cells: vec[i64], square: i64, stock: i64) -> i64:
    """The kinds of piece of this stock that may stand on a square of the new tile, as a set.

    None on a park or a sport (NV-3.6); a skyscraper on its own terrain, in a district that has
    none (NV-3.7); a utility anywhere else (NV-3.8).
    """
    here: i64 = cells[square]
    if (here >> ICON) & ICON_MASK:
        return 0
    towers: i64 = 0
    if cells[(here >> LABEL) & BYTE] >> SKIES == 0:
        towers = TOWERS_ON[here & TERRAIN]
    return stock & (UTILITIES | towers)


def put_bar(position: Neoville, kind: i64, quadrant: i64) -> Bar | None:
    """Why a piece may not stand on this square of the new tile."""
    cells = position.cities[position.active()].cells
    square: i64 = CORNERS[position.slot] + (quadrant >> 1) * WIDTH + (quadrant & 1)
    if (standing(cells, square, position.stock) >> kind) & 1:
        return None
    parts = position.parts
    if (position.stock >> kind) & 1 == 0:
        if kind < SKYSCRAPERS:
            left_out = parts.points[kind] in LEFT_OUT[len(position.cities)]
            return LEFT_IN_BOX if left_out else GONE
        return NONE_LEFT if parts.type_of[kind] in position.types() else TYPE_OUT
    here: i64 = cells[square]
    if (here >> ICON) & ICON_MASK:
        return ON_ICON
    own: i64 = TOWERS_ON[here & TERRAIN]
    return WRONG_TERRAIN if (own >> kind) & 1 == 0 else CROWDED


def pieces(position: Neoville) -> list[int]:
    """No piece, then the pieces that nothing bars, ascending."""
    moves = position.parts.moves
    found: list[int] = [moves.none.base]
    cells = position.cities[position.active()].cells
    at: i64 = CORNERS[position.slot]
    stock: i64 = position.stock
    nw: i64 = standing(cells, at, stock)
    ne: i64 = standing(cells, at + 1, stock)
    sw: i64 = standing(cells, at + WIDTH, stock)
    se: i64 = standing(cells, at + WIDTH + 1, stock)
    kind: i64 = 0
    while nw | ne | sw | se:
        if nw & 1:
            found.append(moves.put.move(kind, 0))
        if ne & 1:
            found.append(moves.put.move(kind, 1))
        if sw & 1:
            found.append(moves.put.move(kind, 2))
        if se & 1:
            found.append(moves.put.move(kind, 3))
        nw >>= 1
        ne >>= 1
        sw >>= 1
        se >>= 1
        kind += 1
    return found


# Drawing a tile.


def take_bar(position: Neoville, face: i64) -> Bar | None:
    """What bars taking a tile of the row (NV-3.9)."""
    return None if position.find(face + 1, position.row_at(), ROW) >= 0 else NOT_IN_ROW


def stack_bar(position: Neoville) -> Bar | None:
    """What bars drawing from the stack (NV-3.9)."""
    return None if position.stack_left() > 0 else STACK_EMPTY


def draws(position: Neoville) -> list[int]:
    """The draws that nothing bars, ascending."""
    moves = position.parts.moves
    found: list[int] = [moves.take.move(face) for face in position.row_faces()]
    if stack_bar(position) is None:
        found.append(moves.stack.base)
    return found
