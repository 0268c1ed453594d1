"""What a seat may know, as plain data, and what it is told of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.sentence import Sentence
from parvis.games.neoville import scoring
from parvis.games.neoville.city import (
    BOTTOM,
    LEFT,
    PARKS,
    RIGHT,
    SPORTS,
    TOP,
    City,
    joins,
    look_of,
    pieces_of,
    size_of,
    tiles_of,
)
from parvis.games.neoville.components import (
    BIODOME,
    ECOMOBILE,
    FEATURES,
    HAND,
    PHASES,
    ROW,
    SKYSCRAPERS,
    SPINS,
    STANDS,
    TERRAINS,
    TURNS,
    TYPES,
    WINDMILL,
    Components,
    look_words,
    named,
    slot_name,
    slot_place,
    square_name,
    square_of,
    square_place,
    write_face,
)

if TYPE_CHECKING:
    from parvis.games.neoville.position import Neoville

A_SEAT: Final = 2 * HAND
STATES: Final = ("met", "short", "spare", "open", "second")


def seen(position: Neoville, seat: int | None) -> dict[str, object]:
    """The part of a view that is Neoville's own."""
    seats = len(position.cities)
    first = seats * A_SEAT
    tiles = position.tiles
    row: list[int | None] = []
    for i in range(ROW):
        face = tiles[first + i] - 1
        row.append(face if face >= 0 else None)
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
        "row": row,
        "stack": int(position.stack_left()),
        "stock": stock_seen(position),
        "types": [TYPES[type] for type in position.types()],
        "box": box_seen(parts),
    }


def city_seen(position: Neoville, city: City) -> dict[str, object]:
    """A city: tiles by slot, pieces with what they are doing, counts."""
    cells = city.cells
    tiles: dict[str, str] = {}
    for slot in tiles_of(cells):
        tiles[slot_name(slot)] = write_face(look_of(cells, slot))
    placed = pieces_of(cells)
    pieces = [
        piece_seen(position, cells, i, placed[i][0], placed[i][1]) for i in range(len(placed))
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
        "kind": kind,
        "square": square_name(square),
        "state": STATES[what],
        "have": have,
    }


def hand_seen(position: Neoville, owner: int, seat: int | None) -> dict[str, object]:
    """A hand: the tiles that this seat knows, and what is known of the others."""
    tiles = position.tiles
    shown: list[int] = []
    own: list[int] = []
    for i in range(HAND):
        face = tiles[owner * A_SEAT + i] - 1
        if face >= 0:
            shown.append(face)
        face = tiles[owner * A_SEAT + HAND + i] - 1
        if face >= 0:
            own.append(face)
    return {
        "shown": shown,
        "own": own if owner == seat else [],
        "unseen": len(own),
        "limits": [
            [face for face in range(position.parts.face_count) if limit >> face & 1]
            for limit in position.limits[owner]
        ],
    }


def stock_seen(position: Neoville) -> dict[str, int]:
    """How many of each kind of piece are in stock; kinds that are not there are left out."""
    found: dict[str, int] = {}
    for kind in range(position.parts.kind_count):
        left = position.left_of(kind)
        if left:
            found[str(kind)] = left
    return found


def box_seen(parts: Components) -> dict[str, object]:
    """The components themselves: the same for all positions of a pack, so made only once."""
    if parts.box is None:
        parts.box = {
            "faces": parts.faces,
            "spins": parts.spins,
            "equity": parts.equity,
            "kinds": [kind_seen(parts, kind) for kind in range(parts.kind_count)],
            "first_piece": int(parts.first_piece),
            "first_draw": int(parts.first_draw),
            "from_stack": int(parts.from_stack),
        }
    return parts.box


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


def told(position: Neoville, move: int, seat: int | None) -> list[Sentence]:
    """What happens when this legal move is played, as a seat sees it."""
    parts = position.parts
    actor = int(position.active())
    who = f"@{actor}"
    if move < parts.first_piece:
        return told_tile(position, move, actor)
    if move == parts.first_piece:
        return ended(position, move, [Sentence("nv.told.none", {"who": who})])
    if move < parts.first_draw:
        which = move - int(parts.first_piece) - 1
        square = square_of(int(position.slot), which % 4)
        params = named(parts, which // 4)
        params["who"] = who
        params["square"] = square_name(square)
        places = (square_place(actor, square),)
        return ended(position, move, [Sentence("nv.told.piece", params, places)])
    if move == parts.from_stack:
        if seat == actor or position.open_hands:
            tile = look_words(parts.looks[position.pile[position.top] * 4])
            said = Sentence("nv.told.stack.seen", {"who": who, "tile": tile}, ("stack",))
        else:
            said = Sentence("nv.told.stack", {"who": who}, ("stack",))
        return [said]
    face = move - int(parts.first_draw)
    tile = look_words(parts.looks[face * 4])
    lines = [Sentence("nv.told.row", {"who": who, "tile": tile}, (f"row-{face}",))]
    if position.stack_left():
        new = position.pile[position.top]
        tile = look_words(parts.looks[new * 4])
        lines.append(Sentence("nv.told.refill", {"tile": tile}, (f"row-{new}",)))
    return lines


def told_tile(position: Neoville, move: int, actor: int) -> list[Sentence]:
    """A tile is laid; if it joins what should stay apart, that is told too."""
    parts = position.parts
    at = move // SPINS * 4 + move % 4
    slot = move % SPINS // 4
    look = parts.looks[at]
    params: dict[str, object] = {
        "who": f"@{actor}",
        "slot": slot_name(slot),
        "tile": look_words(look),
    }
    places = (slot_place(actor, slot),)
    lines = [Sentence("nv.told.tile", params, places)]
    if joins(position.cities[actor].cells, slot, look, parts.areas[at]):
        lines.append(Sentence("nv.told.exception", {"who": f"@{actor}"}, places))
    return lines


def ended(position: Neoville, move: int, lines: list[Sentence]) -> list[Sentence]:
    """If this move ends the game, that is told at the end."""
    ahead = position.twin()
    ahead.decide(move)
    if ahead.over():
        lines.append(Sentence("nv.told.over"))
    return lines
