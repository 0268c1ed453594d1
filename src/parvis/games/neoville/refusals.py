"""What the words of a refusal speak of, and the places they point at; nothing is decided here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parvis.engine.codec import Kind
from parvis.engine.refusal import Bar
from parvis.games.neoville.city import (
    BOTTOM,
    ICON,
    LEFT,
    RIGHT,
    TERRAIN,
    TOP,
    City,
    district_of,
    ground_of,
    label_of,
    lay_tile,
    pieces_of,
)
from parvis.games.neoville.components import (
    MIDDLE,
    PARK,
    QUADRANTS,
    SHEET,
    SIDE,
    SKYSCRAPERS,
    SLOTS,
    face_words,
    named,
    read_slot,
    slot_name,
    slot_place,
    square_of,
    square_place,
)
from parvis.games.neoville.legality import (
    CROWDED,
    DRAW_FIRST,
    JOINS,
    JOINS_BY_TILE,
    LEFT_IN_BOX,
    NOT_HELD,
    NOT_MIDDLE,
    ON_ICON,
    PIECE_FIRST,
    TOO_HIGH,
    TOO_WIDE,
    WRONG_TERRAIN,
    placements,
)
from parvis.games.neoville.moves import LAY, PUT, TAKE

if TYPE_CHECKING:
    from parvis.games.neoville.position import Neoville

Facts = tuple[dict[str, object], tuple[str, ...]]

TERRAIN_WORDS: Final = ("#nv.soil", "#nv.grass", "#nv.rock", "#nv.water")


def facts(position: Neoville, move: int, bar: Bar) -> Facts:
    """The parameters of a bar's words for this move, and the places concerned."""
    if bar.reach == 0:
        return order_facts(position, bar)
    moves = position.parts.moves
    kind = moves.codec.number_at[move]
    if kind == LAY:
        return tile_facts(position, int(moves.lay.part(move, 0)), int(moves.lay.part(move, 1)), bar)
    if kind == PUT:
        piece, quadrant = int(moves.put.part(move, 0)), int(moves.put.part(move, 1))
        return piece_facts(position, piece, quadrant, bar)
    if kind == TAKE:
        face = int(moves.take.only(move))
        return {"tile": face_words(position.parts, face)}, (f"row-{face}",)
    return {}, ("stack",)


def order_facts(position: Neoville, bar: Bar) -> Facts:
    """The order of a turn: tile, piece, draw."""
    if bar is PIECE_FIRST:
        return {}, (slot_place(int(position.active()), int(position.slot)),)
    return {}, ("stack",) if bar is DRAW_FIRST else ()


def tile_facts(position: Neoville, look: int, slot: int, bar: Bar) -> Facts:
    """A tile that may not be laid there."""
    seat = int(position.active())
    face = position.parts.face_of[look]
    if bar is NOT_HELD:
        return {"tile": face_words(position.parts, face)}, (f"tile-{face}",)
    if bar is NOT_MIDDLE:
        return {"slot": slot_name(MIDDLE)}, (slot_place(seat, MIDDLE),)
    params: dict[str, object] = {"slot": slot_name(slot)}
    place = slot_place(seat, slot)
    cells = position.cities[seat].cells
    if bar in (TOO_WIDE, TOO_HIGH):
        wide = bar is TOO_WIDE
        at = slot % SHEET if wide else slot // SHEET
        low, high = int(cells[LEFT if wide else TOP]), int(cells[RIGHT if wide else BOTTOM])
        params["n"] = max(high, at) - min(low, at) + 1
        params["limit"] = SIDE
    elif bar in (JOINS, JOINS_BY_TILE):
        towers, terrain, places = joined(position, look, slot)
        params["terrain"] = TERRAIN_WORDS[terrain - 1]
        params["towers"] = [str(value) for value in towers]
        if bar is JOINS:
            params["n"] = len(placements(position))
        return params, (place, *places)
    return params, (place,)


def joined(position: Neoville, look: int, slot: int) -> tuple[list[int], int, list[str]]:
    """The skyscrapers that a tile would bring into one district, its terrain, and their squares.

    The tile is laid on a copy of the city, and districts there are compared with those before.
    """
    parts = position.parts
    seat = int(position.active())
    before = position.cities[seat]
    after: City = before.copy()
    lay_tile(after.cells, slot, parts.looks[look])
    groups: dict[int, list[int]] = {}  # the districts with a skyscraper, by what becomes of them
    for kind, square in pieces_of(before.cells):
        old = label_of(before.cells, square)
        group = groups.setdefault(label_of(after.cells, square), [])
        if kind < SKYSCRAPERS and old not in group:
            group.append(old)
    together = next(group for group in groups.values() if len(group) > 1)
    towers = [
        parts.points[kind]
        for kind, square in pieces_of(before.cells)
        if kind < SKYSCRAPERS and label_of(before.cells, square) in together
    ]
    places: list[str] = []
    for label in together:
        places.extend([square_place(seat, near) for near in district_of(before.cells, label)])
    return towers, ground_of(before.cells, together[0]) & TERRAIN, places


def piece_facts(position: Neoville, kind: int, quadrant: int, bar: Bar) -> Facts:
    """A piece that may not be put there."""
    parts = position.parts
    it = parts.kinds[kind]
    seat = int(position.active())
    params = named(parts, kind)
    piece = f"piece-{it.code}"
    if bar.reach < ON_ICON.reach:
        if bar is LEFT_IN_BOX:
            params["n"] = len(position.cities)
        return params, (piece,)
    cells = position.cities[seat].cells
    square = square_of(int(position.slot), quadrant)
    place = square_place(seat, square)
    ground = ground_of(cells, square)
    if bar is ON_ICON:
        params["icon"] = "#nv.park" if ground >> ICON == PARK else "#nv.sport"
    elif bar is WRONG_TERRAIN:
        params["needs"] = TERRAIN_WORDS[it.terrain]
        params["terrain"] = TERRAIN_WORDS[(ground & TERRAIN) - 1]
    elif bar is CROWDED:
        params["towers"] = [
            str(parts.points[other])
            for other, where in pieces_of(cells)
            if other < SKYSCRAPERS and label_of(cells, where) == label_of(cells, square)
        ]
        district = [
            square_place(seat, near) for near in district_of(cells, square) if near != square
        ]
        return params, (piece, place, *district)
    return params, (piece, place)


def picked(position: Neoville, kind: Kind, n: int, value: int) -> str:
    """What one picks for this value of a kind's n-th part; a tile's turn is picked after its slot
    (see `pointed_at`)."""
    parts = position.parts
    seat = int(position.active())
    if kind.number == LAY:
        return f"tile-{parts.face_of[value]}" if n == 0 else slot_place(seat, value)
    if kind.number == PUT:
        if n == 0:
            return f"piece-{parts.kinds[value].code}"
        slot = int(position.slot)
        return square_place(seat, square_of(slot, value)) if slot >= 0 else "?"
    return f"row-{value}"


def pointed_at(position: Neoville, path: tuple[str, ...]) -> list[int] | None:
    """The placements that these picks begin: a tile, its slot, its turn; None for other picks.

    A slot on its own stands for laying any tile of the hand there, and a square of a tile for its
    slot.
    """
    if not path:
        return None
    parts = position.parts
    seat = int(position.active())
    if path[0].startswith("tile-"):
        face = number_after(path[0], "tile-", parts.face_count)
        return [] if face < 0 else placed(position, [face], path[1:])
    if path[0].startswith(("slot-", "square-")) and len(path) == 1:
        return placed(position, position.hand_faces(seat), path)
    return None


def placed(position: Neoville, faces: list[int], path: tuple[str, ...]) -> list[int]:
    """Placements of these faces: slot, turn."""
    parts = position.parts
    slots = list(range(SLOTS))
    if path:
        slot = slot_picked(path[0], int(position.active()))
        if slot < 0 or len(path) > 2:
            return []
        slots = [slot]
    found: list[int] = []
    for face in faces:
        turns = list(range(parts.spins[face]))
        if len(path) > 1:
            turns = [n for n in turns if path[1] == f"turn-{n}"]
        first = parts.first_look[face]
        found.extend([int(parts.moves.lay.move(first + n, slot)) for n in turns for slot in slots])
    return found


def number_after(text: str, start: str, limit: int) -> int:
    """The number behind a word, or -1."""
    digits = text[len(start) :]
    if not digits.isdecimal() or not digits.isascii() or len(digits) > 3:
        return -1
    return int(digits) if int(digits) < limit else -1


def slot_picked(place: str, seat: int) -> int:
    """The slot of a place in this seat's city, or -1."""
    words = place.split("-")
    if len(words) == 3 and words[:2] == ["slot", str(seat)]:
        return read_slot(words[2])
    if len(words) == 4 and words[:2] == ["square", str(seat)] and words[3] in QUADRANTS:
        return read_slot(words[2])
    return -1
