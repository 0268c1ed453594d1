"""Why a move is not allowed: clause, words with the facts, places."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.refusal import Refusal
from parvis.games.neoville.city import (
    BOTTOM,
    ICON,
    LEFT,
    RIGHT,
    TAKEN,
    TERRAIN,
    TILES,
    TOP,
    district_of,
    ground_of,
    label_of,
    pieces_of,
    skyscrapers_of,
)
from parvis.games.neoville.components import (
    LEFT_OUT,
    MIDDLE,
    PARK,
    QUADRANTS,
    SHEET,
    SIDE,
    SKYSCRAPERS,
    SLOTS,
    SPINS,
    WIDTH,
    look_words,
    named,
    read_slot,
    slot_name,
    slot_place,
    square_of,
    square_place,
)

if TYPE_CHECKING:
    from parvis.games.neoville.position import Neoville

TILE_PHASE: Final = 0
PIECE_PHASE: Final = 1
OVER_PHASE: Final = 3

TERRAIN_WORDS: Final = ("#nv.soil", "#nv.grass", "#nv.rock", "#nv.water")


def refuse(position: Neoville, move: int) -> Refusal:
    """Why this well-formed move, which is not legal, is refused."""
    parts = position.parts
    if position.phase >= OVER_PHASE:
        return Refusal("NV-4.1", "nv.no.over")
    if move < parts.first_piece:
        if position.phase != TILE_PHASE:
            return wrong_time(position)
        return refuse_tile(position, move // SPINS, move % SPINS // 4, move % 4)
    if move < parts.first_draw:
        if position.phase != PIECE_PHASE:
            return wrong_time(position)
        which = move - parts.first_piece - 1
        return refuse_piece(position, which // 4, which % 4)
    if position.phase in (TILE_PHASE, PIECE_PHASE):
        return wrong_time(position)
    if move == parts.from_stack:
        return Refusal("NV-3.9", "nv.no.stack", {}, ("stack",), 1)
    face = move - parts.first_draw
    return Refusal(
        "NV-3.9", "nv.no.row", {"tile": look_words(parts.looks[face * 4])}, (f"row-{face}",), 1
    )


def wrong_time(position: Neoville) -> Refusal:
    """The order of a turn: tile, piece, draw."""
    if position.phase == TILE_PHASE:
        return Refusal("NV-3.0", "nv.no.tile-first")
    if position.phase == PIECE_PHASE:
        place = slot_place(int(position.active()), int(position.slot))
        return Refusal("NV-3.0", "nv.no.piece-first", {}, (place,))
    return Refusal("NV-3.0", "nv.no.draw-first", {}, ("stack",))


def refuse_tile(position: Neoville, face: int, slot: int, rotation: int) -> Refusal:
    """Why a tile may not be laid there."""
    parts = position.parts
    seat = int(position.active())
    cells = position.cities[seat].cells
    place = slot_place(seat, slot)
    tile = f"tile-{face}"
    if not position.holds(seat, face):
        return Refusal(
            "NV-3.1", "nv.no.hand", {"tile": look_words(parts.looks[face * 4])}, (tile,), 1
        )
    name = slot_name(slot)
    if cells[TILES] == 0:
        middle = slot_place(seat, MIDDLE)
        return Refusal("NV-3.2", "nv.no.first", {"slot": slot_name(MIDDLE)}, (middle,), 2)
    taken = int(cells[TAKEN])
    if taken >> slot & 1:
        return Refusal("NV-3.2", "nv.no.taken", {"slot": name}, (place,), 2)
    row = slot // SHEET
    column = slot % SHEET
    high = max(int(cells[BOTTOM]), row) - min(int(cells[TOP]), row) + 1
    wide = max(int(cells[RIGHT]), column) - min(int(cells[LEFT]), column) + 1
    if wide > SIDE:
        params: dict[str, object] = {"slot": name, "n": wide, "limit": SIDE}
        return Refusal("NV-3.2", "nv.no.wide", params, (place,), 3)
    if high > SIDE:
        params = {"slot": name, "n": high, "limit": SIDE}
        return Refusal("NV-3.2", "nv.no.high", params, (place,), 3)
    touching = False
    for other in range(SLOTS):
        steps = abs(other // SHEET - row) + abs(other % SHEET - column)
        if steps == 1 and taken >> other & 1:
            touching = True
    if not touching:
        return Refusal("NV-3.2", "nv.no.apart", {"slot": name}, (place,), 4)
    towers, terrain, places = joined(position, face, slot, rotation)
    params = {
        "slot": name,
        "terrain": TERRAIN_WORDS[terrain - 1],
        "towers": [str(value) for value in towers],
    }
    if position.by_tile:
        return Refusal("NV-3.4", "nv.no.join.tile", params, (place, *places), 5)
    params["n"] = len(position.free_moves(position.hand_faces(seat)))
    return Refusal("NV-3.4", "nv.no.join", params, (place, *places), 5)


def joined(
    position: Neoville, face: int, slot: int, rotation: int
) -> tuple[list[int], int, list[str]]:
    """The skyscrapers that a tile would bring into one district, its terrain, and their squares."""
    parts = position.parts
    seat = int(position.active())
    cells = position.cities[seat].cells
    look = parts.looks[face * 4 + rotation]
    area = parts.areas[face * 4 + rotation]
    for region in range(4):
        terrain = look >> (5 * region) & TERRAIN
        # What borders on this region of the tile; a district that also borders on another region
        # of the same terrain brings in what that one borders on.
        labels: list[int] = []
        reached = [region]
        for here in reached:
            for label in bordering(cells, slot, area, here, terrain):
                if label not in labels:
                    labels.append(label)
            for other in range(4):
                if other not in reached and look >> (5 * other) & TERRAIN == terrain:
                    around = bordering(cells, slot, area, other, terrain)
                    if any(label in labels for label in around):
                        reached.append(other)
        labels = [label for label in labels if skyscrapers_of(cells, label)]
        if len(labels) > 1:
            towers: list[int] = []
            places: list[str] = []
            for kind, square in pieces_of(cells):
                if kind < SKYSCRAPERS and label_of(cells, square) in labels:
                    towers.append(parts.points[kind])
            for label in labels:
                places.extend([square_place(seat, near) for near in district_of(cells, label)])
            return towers, terrain, places
    raise AssertionError("this tile joins nothing")


def bordering(cells: vec[i64], slot: int, area: int, region: int, terrain: int) -> list[int]:
    """The districts of a terrain, by label, that border on a region of a tile in this slot."""
    inside = [square_of(slot, quadrant) for quadrant in range(4)]
    found: list[int] = []
    for quadrant in range(4):
        if area >> (2 * quadrant) & 3 != region:
            continue
        square = inside[quadrant]
        around = (square - WIDTH, square - 1, square + 1, square + WIDTH)
        found.extend(
            [
                label_of(cells, near)
                for near in around
                if near not in inside and cells[near] & TERRAIN == terrain
            ]
        )
    return found


def refuse_piece(position: Neoville, kind: int, quadrant: int) -> Refusal:
    """Why a piece may not be put there."""
    parts = position.parts
    it = parts.kinds[kind]
    seat = int(position.active())
    cells = position.cities[seat].cells
    square = square_of(int(position.slot), quadrant)
    place = square_place(seat, square)
    piece = f"piece-{it.code}"
    seats = len(position.cities)
    params = named(parts, kind)
    if kind < SKYSCRAPERS:
        if it.points in LEFT_OUT[seats]:
            params["n"] = seats
            return Refusal("NV-2.1", "nv.no.left-out", params, (piece,), 1)
        if not position.sky >> kind & 1:
            return Refusal("NV-3.6", "nv.no.gone", params, (piece,), 1)
    elif not position.one >> (kind - SKYSCRAPERS) & 1:
        if it.type not in position.types():
            return Refusal("NV-2.2", "nv.no.type-out", params, (piece,), 1)
        return Refusal("NV-3.6", "nv.no.none-left", params, (piece,), 1)
    ground = ground_of(cells, square)
    if ground >> ICON:
        params["icon"] = "#nv.park" if ground >> ICON == PARK else "#nv.sport"
        return Refusal("NV-3.6", "nv.no.icon", params, (piece, place), 2)
    terrain = ground & TERRAIN
    if it.terrain + 1 != terrain:
        params["needs"] = TERRAIN_WORDS[it.terrain]
        params["terrain"] = TERRAIN_WORDS[terrain - 1]
        return Refusal("NV-3.7", "nv.no.terrain", params, (piece, place), 3)
    values = [
        str(parts.points[other])
        for other, where in pieces_of(cells)
        if other < SKYSCRAPERS and label_of(cells, where) == label_of(cells, square)
    ]
    params["towers"] = values
    district = [square_place(seat, near) for near in district_of(cells, square) if near != square]
    return Refusal("NV-3.7", "nv.no.crowded", params, (piece, place, *district), 4)


def fitting(position: Neoville, path: tuple[str, ...]) -> list[int]:
    """The well-formed moves that begin with these picks.

    A slot on its own stands for laying any tile there, and a square of a tile for its slot.
    """
    if not path:
        return [move for move in range(position.move_limit) if position.names(move)]
    first = path[0]
    parts = position.parts
    if first.startswith("tile-"):
        face = number_after(first, "tile-", parts.face_count)
        return [] if face < 0 else fitting_tile(position, face, path[1:])
    if first.startswith("piece-"):
        return fitting_piece(position, path)
    if len(path) > 1:
        return []
    if first == "none":
        return [int(parts.first_piece)]
    if first == "stack":
        return [int(parts.from_stack)]
    if first.startswith("row-"):
        face = number_after(first, "row-", parts.face_count)
        return [] if face < 0 else [int(parts.first_draw) + face]
    found: list[int] = []
    for face in position.hand_faces(position.active()):
        found.extend(fitting_tile(position, face, path))
    return found


def number_after(text: str, start: str, limit: int) -> int:
    """The number behind a word, or -1."""
    digits = text[len(start) :]
    if not digits.isdecimal() or not digits.isascii() or len(digits) > 3:
        return -1
    return int(digits) if int(digits) < limit else -1


def fitting_tile(position: Neoville, face: int, path: tuple[str, ...]) -> list[int]:
    """Placements of a face: slot, rotation."""
    slots = list(range(SLOTS))
    if path:
        slot = slot_picked(path[0], int(position.active()))
        if slot < 0 or len(path) > 2:
            return []
        slots = [slot]
    rotations = list(range(position.parts.spins[face]))
    if len(path) > 1:
        rotations = [n for n in rotations if path[1] == f"turn-{n}"]
    return [face * SPINS + slot * 4 + n for slot in slots for n in rotations]


def slot_picked(place: str, seat: int) -> int:
    """The slot of a place in this seat's city, or -1."""
    words = place.split("-")
    if len(words) == 3 and words[:2] == ["slot", str(seat)]:
        return read_slot(words[2])
    if len(words) == 4 and words[:2] == ["square", str(seat)] and words[3] in QUADRANTS:
        return read_slot(words[2])
    return -1


def fitting_piece(position: Neoville, path: tuple[str, ...]) -> list[int]:
    """Pieces: which one, which square of the new tile."""
    parts = position.parts
    kind = parts.kind_of.get(path[0].removeprefix("piece-"), -1)
    if kind < 0 or len(path) > 2:
        return []
    quadrants = list(range(4))
    if len(path) > 1:
        slot = int(position.slot)
        start = f"square-{int(position.active())}-{slot_name(slot)}-" if slot >= 0 else "?"
        quadrants = [n for n in quadrants if path[1] == start + QUADRANTS[n]]
    return [int(parts.first_piece) + 1 + kind * 4 + n for n in quadrants]
