"""What a seat may know, as plain data; `schema` documents it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.games.neoville import scoring
from parvis.games.neoville.city import (
    BOTTOM,
    LEFT,
    PARKS,
    RIGHT,
    SPORTS,
    TOP,
    City,
    look_of,
    pieces_of,
    size_of,
    tiles_of,
)
from parvis.games.neoville.components import (
    BIODOME,
    ECOMOBILE,
    FEATURES,
    PHASES,
    SKYSCRAPERS,
    STANDS,
    TERRAINS,
    TURNS,
    TYPES,
    WINDMILL,
    Components,
    named,
    slot_name,
    square_name,
    write_face,
)

if TYPE_CHECKING:
    from parvis.games.neoville.position import Neoville

STATES: Final = ("met", "short", "spare", "open", "second")


def seen(position: Neoville, seat: int | None) -> dict[str, object]:
    """The part of a view that is Neoville's own."""
    seats = len(position.cities)
    parts = position.parts
    done = int(position.done)
    return {
        "phase": PHASES[position.phase],
        "active": None if position.over() else int(position.active()),
        "first": int(position.first),
        "round": min(done // seats + 1, TURNS),
        "slot": slot_name(int(position.slot)) if position.slot >= 0 else None,
        "cities": [city_seen(position, city) for city in position.cities],
        "hands": [hand_seen(position, other, seat) for other in range(seats)],
        "row": [parts.faces[face] if face >= 0 else None for face in position.row()],
        "stack": int(position.stack_left()),
        "stock": stock_seen(position),
        "types": [TYPES[type] for type in position.types()],
        "box": box_seen(parts),
    }


def city_seen(position: Neoville, city: City) -> dict[str, object]:
    """A city: tiles by slot, pieces with what they are doing, counts; made once while it stays."""
    told = city.account(position.mirror)
    if told.seen is None:
        told.seen = seen_anew(position, city.cells)
    return told.seen


def seen_anew(position: Neoville, cells: vec[i64]) -> dict[str, object]:
    """A city that nobody looked at since it grew."""
    tiles = {slot_name(slot): write_face(look_of(cells, slot)) for slot in tiles_of(cells)}
    pieces = [
        piece_seen(position, cells, i, kind, square)
        for i, (kind, square) in enumerate(pieces_of(cells))
    ]
    box: list[str] = []
    if tiles:
        box = [
            slot_name(int(cells[TOP]) * 7 + int(cells[LEFT])),
            slot_name(int(cells[BOTTOM]) * 7 + int(cells[RIGHT])),
        ]
    return {
        "tiles": tiles,
        "pieces": pieces,
        "box": box,
        "parks": int(cells[PARKS]),
        "sports": int(cells[SPORTS]),
    }


def piece_seen(
    position: Neoville, cells: vec[i64], index: int, kind: int, square: int
) -> dict[str, object]:
    """A piece: what it is, where it stands, and how it is doing."""
    parts = position.parts
    what = int(scoring.doing(parts, position.mirror, cells, index))
    have = 0
    if kind < SKYSCRAPERS:
        have = size_of(cells, square)
    elif parts.type_of[kind] == ECOMOBILE:
        have = int(scoring.seen_from(cells, square, parts.counts[kind]))
    elif parts.type_of[kind] == WINDMILL:
        have = int(scoring.good_frames(cells, square, parts.stands[kind]))
    return {
        "kind": parts.kinds[kind].code,
        "square": square_name(square),
        "state": STATES[what],
        "have": have,
    }


def hand_seen(position: Neoville, owner: int, seat: int | None) -> dict[str, object]:
    """A hand: the tiles that this seat knows, and what is known of the others."""
    faces = position.parts.faces
    own = [faces[face] for face in position.unseen(owner)]
    return {
        "shown": [faces[face] for face in position.shown(owner)],
        "own": own if owner == seat else [],
        "unseen": len(own),
        "limits": [
            [faces[face] for face in range(position.parts.face_count) if limit >> face & 1]
            for limit in position.limits[owner]
        ],
    }


def stock_seen(position: Neoville) -> dict[str, int]:
    """How many of each kind of piece are in stock; kinds that are not there are left out."""
    kinds = position.parts.kinds
    return {
        kinds[kind].code: position.left_of(kind)
        for kind in range(len(kinds))
        if position.left_of(kind)
    }


def box_seen(parts: Components) -> dict[str, object]:
    """The components themselves: the same for all positions of a pack, so made only once."""
    if parts.box is None:
        parts.box = {
            "tiles": parts.faces,
            "equity": [parts.faces[face] for face in parts.equity],
            "looks": [look_seen(parts, look) for look in range(len(parts.looks))],
            "pieces": {
                parts.kinds[kind].code: kind_seen(parts, kind) for kind in range(parts.kind_count)
            },
        }
    return parts.box


def look_seen(parts: Components, look: int) -> dict[str, object]:
    """A tile turned some way, as plain data."""
    face = parts.face_of[look]
    return {
        "tile": parts.faces[face],
        "turns": look - parts.first_look[face],
        "look": parts.look_texts[look],
    }


def kind_seen(parts: Components, kind: int) -> dict[str, object]:
    """A kind of piece as plain data."""
    it = parts.kinds[kind]
    found = named(parts, kind)
    found["code"] = it.code
    found["points"] = it.points
    if it.terrain >= 0:
        found["sort"] = ("earth", "forest", "stone", "waterfall")[it.terrain]
        found["terrain"] = TERRAINS[it.terrain]
        return found
    found["sort"] = TYPES[it.type]
    if it.type == ECOMOBILE:
        found["counts"] = FEATURES[it.counts]
        found["least"] = it.least
    elif it.type == BIODOME:
        found["cells"] = [[row, column] for row, column in it.cells]
    else:
        found["stands"] = STANDS[it.stands]
    return found
