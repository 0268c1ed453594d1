"""Short text for moves and positions, both ways.

Moves: `e4=sg/r*w` lays that tile, turned so, in slot e4; `F8@ne` puts the Forest skyscraper of 8
on the north-east square of the new tile, `mill-left@sw` a windmill; `none` puts nothing; `+gs/wr*`
takes that tile of the row (as the pack writes it) and `+stack` the top of the stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.chance import Chance
from parvis.engine.position import Position
from parvis.engine.refusal import Malformed
from parvis.engine.setting import Setting
from parvis.engine.text import Fields
from parvis.games.neoville.city import (
    ICON,
    PIECE,
    PIECE_MASK,
    TAKEN,
    TERRAIN,
    TILES,
    City,
    bare_city,
    lay_tile,
    look_of,
    open_slots,
    pieces_of,
    put_piece,
    tiles_of,
)
from parvis.games.neoville.components import (
    HAND,
    LEFT_OUT,
    PHASES,
    QUADRANTS,
    ROW,
    SKYSCRAPERS,
    SPINS,
    TOKENS,
    TURNS,
    Components,
    read_components,
    read_slot,
    slot_name,
    slot_of,
    square_name,
    square_of,
    write_face,
)

if TYPE_CHECKING:
    from parvis.games.neoville.position import Neoville

SETTLED: Final = PHASES[:4]  # a position that waits for the stack has no text of its own
A_SEAT: Final = 2 * HAND


def say(parts: Components, move: int) -> str:
    """A well-formed move in notation."""
    if move < parts.first_piece:
        look = parts.looks[move // SPINS * 4 + move % 4]
        squares = [look >> (5 * quadrant) & 31 for quadrant in range(4)]
        return f"{slot_name(move % SPINS // 4)}={write_face(squares)}"
    if move == parts.first_piece:
        return "none"
    if move < parts.first_draw:
        which = move - parts.first_piece - 1
        return f"{parts.kinds[which // 4].code}@{QUADRANTS[which % 4]}"
    if move == parts.from_stack:
        return "+stack"
    return "+" + parts.faces[move - parts.first_draw]


def read(parts: Components, text: str) -> int:
    """The move that a notation names; `Malformed` says what was expected."""
    if text == "none":
        return parts.first_piece
    if text == "+stack":
        return parts.from_stack
    if text.startswith("+"):
        at = parts.face_of.get(text[1:], -1)
        if at < 0:
            raise Malformed(f"expected a tile of this game behind the +, found {text[1:30]!r}")
        return parts.first_draw + at // 4
    name, equals, look = text.partition("=")
    if equals:
        slot = read_slot(name)
        if slot < 0:
            raise Malformed(f"expected a slot from a1 to g7 before the =, found {name[:20]!r}")
        at = parts.face_of.get(look, -1)
        if at < 0:
            raise Malformed(f"expected a tile of this game behind the =, found {look[:20]!r}")
        return at // 4 * SPINS + slot * 4 + at % 4
    code, sign, quadrant = text.partition("@")
    if not sign:
        raise Malformed(
            f"expected slot=tile, piece@square, none, +tile or +stack, found {text[:30]!r}"
        )
    if code not in parts.kind_of:
        raise Malformed(f"expected a piece of this game before the @, found {code[:20]!r}")
    if quadrant not in QUADRANTS:
        raise Malformed(f"expected nw, ne, sw or se behind the @, found {quadrant[:20]!r}")
    return parts.first_piece + 1 + parts.kind_of[code] * 4 + QUADRANTS.index(quadrant)


def listed(items: list[str]) -> str:
    """Several parts as one value."""
    return ",".join(items) if items else "-"


def fields(position: Neoville, seat: int | None, everything: bool) -> list[tuple[str, str]]:
    """The position's text, field by field."""
    parts = position.parts
    seats = len(position.cities)
    found = [
        ("phase", PHASES[position.phase]),
        ("first", str(int(position.first))),
        ("done", str(int(position.done))),
        ("slot", slot_name(int(position.slot)) if position.slot >= 0 else "-"),
    ]
    for other in range(seats):
        cells = position.cities[other].cells
        tiles = [
            f"{slot_name(slot)}={write_face(look_of(cells, slot))}" for slot in tiles_of(cells)
        ]
        pieces = [
            f"{parts.kinds[kind].code}@{square_name(square)}" for kind, square in pieces_of(cells)
        ]
        found.append((f"city.{other}", listed(tiles)))
        found.append((f"pieces.{other}", listed(pieces)))
    for other in range(seats):
        shown: list[str] = []
        own: list[str] = []
        for i in range(HAND):
            tile = int(position.tiles[other * A_SEAT + i])
            if tile:
                shown.append(parts.faces[tile - 1])
            tile = int(position.tiles[other * A_SEAT + HAND + i])
            if tile:
                own.append(parts.faces[tile - 1])
        if not everything and other != seat:
            own = ["?"] * len(own)
        limits = [f"{limit:x}" for limit in position.limits[other]]
        found.append((f"hand.{other}", listed(shown) + ";" + listed(own) + ";" + listed(limits)))
    row: list[str] = []
    for i in range(ROW):
        tile = int(position.tiles[seats * A_SEAT + i])
        row.append(parts.faces[tile - 1] if tile else "?")
    found.append(("row", listed(row)))
    stock = [
        f"{parts.kinds[kind].code}:{position.left_of(kind)}"
        for kind in range(SKYSCRAPERS, parts.kind_count)
        if position.left_of(kind)
    ]
    found.append(("stock", listed(stock)))
    stack = position.pile[position.top :]
    if everything:
        found.append(("stack", listed([str(face) for face in stack])))
    else:
        found.append(("stack", str(len(stack))))
    return found


class Reading:
    """A position's text on its way to being a position; every error names its field."""

    def __init__(self, setting: Setting, fields: Fields) -> None:
        self.fields = fields
        self.parts = read_components(setting.pack)
        self.seats = setting.seats
        self.left = self.parts.copies[:]  # tiles that the text has not named yet
        self.used: list[int] = [0] * self.parts.kind_count

    def face(self, name: str, text: str) -> int:
        """A tile that is still to be had, in any rotation: face * 4 + rotation."""
        at = self.parts.face_of.get(text, -1)
        if at < 0:
            raise self.fields.fail(name, f"expected a tile of this game, found {text[:20]!r}")
        if self.left[at // 4] == 0:
            raise self.fields.fail(name, f"tile {text} stands more often than the box has it")
        self.left[at // 4] -= 1
        return at

    def several(self, name: str) -> list[str]:
        """The parts of a value."""
        text = self.fields.take(name)
        return [] if text == "-" else text.split(",")

    def city(self, seat: int, tiles: int) -> City:
        """A city: its tiles, then its pieces."""
        name = f"city.{seat}"
        laid: dict[int, int] = {}
        for item in self.several(name):
            text, _, look = item.partition("=")
            slot = read_slot(text)
            if slot < 0 or slot in laid:
                raise self.fields.fail(
                    name, f"expected a new slot from a1 to g7, found {item[:20]!r}"
                )
            laid[slot] = self.face(name, look)
        if len(laid) != tiles:
            raise self.fields.fail(name, f"expected {tiles} tiles by now, found {len(laid)}")
        city = bare_city()
        cells = city.cells
        while laid:
            free = int(open_slots(cells))
            ready = [slot for slot in laid if free >> slot & 1]
            if not ready:
                raise self.fields.fail(
                    name, "the tiles do not make one city around d4 of at most 4 by 4"
                )
            lay_tile(cells, ready[0], self.parts.looks[laid.pop(ready[0])])
        self.pieces(seat, cells)
        return city

    def pieces(self, seat: int, cells: vec[i64]) -> None:
        """The pieces of a city."""
        name = f"pieces.{seat}"
        slots: list[int] = []
        for item in self.several(name):
            code, _, where = item.partition("@")
            if code not in self.parts.kind_of:
                raise self.fields.fail(name, f"expected a piece of this game, found {item[:20]!r}")
            kind = self.parts.kind_of[code]
            slot = read_slot(where[:2])
            if slot < 0 or where[2:] not in QUADRANTS or not int(cells[TAKEN]) >> slot & 1:
                raise self.fields.fail(name, f"expected a square of the city, found {item[:20]!r}")
            if slot in slots:
                raise self.fields.fail(name, f"two pieces on the tile at {where[:2]}")
            slots.append(slot)
            square = square_of(slot, QUADRANTS.index(where[2:]))
            ground = int(cells[square])
            if ground >> ICON & 3 or ground >> PIECE & PIECE_MASK:
                raise self.fields.fail(name, f"no piece may stand on {where}")
            it = self.parts.kinds[kind]
            if it.terrain >= 0:
                if it.terrain + 1 != ground & TERRAIN:
                    raise self.fields.fail(name, f"{code} does not stand on its terrain")
                if it.points in LEFT_OUT[self.seats]:
                    raise self.fields.fail(name, f"{code} is not in play with {self.seats} seats")
            if self.used[kind] == it.copies:
                raise self.fields.fail(name, f"{code} stands more often than the box has it")
            self.used[kind] += 1
            put_piece(cells, square, kind)

    def hand(self, seat: int, tiles: vec[i64]) -> tuple[int, ...]:
        """A hand goes among the tiles; its limits come back."""
        name = f"hand.{seat}"
        groups = self.fields.take(name).split(";")
        if len(groups) != 3:
            raise self.fields.fail(name, "expected shown tiles; own tiles; limits")
        for i in range(2):
            items = [] if groups[i] == "-" else groups[i].split(",")
            if len(items) > HAND:
                raise self.fields.fail(name, f"expected at most {HAND} tiles, found {len(items)}")
            for n in range(len(items)):
                tiles[seat * A_SEAT + i * HAND + n] = self.face(name, items[n]) // 4 + 1
        limits: list[int] = []
        for text in [] if groups[2] == "-" else groups[2].split(","):
            if len(text) > 40 or not text or text.strip("0123456789abcdef"):
                raise self.fields.fail(name, f"expected a set of faces, found {text[:20]!r}")
            limits.append(int(text, 16))
        own = [int(tiles[seat * A_SEAT + HAND + n]) - 1 for n in range(HAND)]
        if not fit([face for face in own if face >= 0], limits):
            raise self.fields.fail(name, "the tiles are not what the limits say")
        return tuple(limits)

    def stock(self) -> list[int]:
        """How many of each utility are in stock."""
        found = [0] * self.parts.kind_count
        for item in self.several("stock"):
            code, _, number = item.partition(":")
            kind = self.parts.kind_of.get(code, -1)
            if kind < SKYSCRAPERS or found[kind]:
                raise self.fields.fail("stock", f"expected a utility once, found {item[:20]!r}")
            most = self.parts.kinds[kind].copies - self.used[kind]
            found[kind] = self.fields.number("stock", number, 1, max(most, 1))
            if most < 1:
                raise self.fields.fail("stock", f"{code} stands more often than the box has it")
        totals = [0, 0, 0]
        for kind in range(SKYSCRAPERS, self.parts.kind_count):
            totals[self.parts.type_of[kind]] += found[kind] + self.used[kind]
        tokens = TOKENS[self.seats]
        if sorted(totals) != [0, tokens, tokens]:
            raise self.fields.fail(
                "stock", f"expected {tokens} utilities of each of two types, with those in cities"
            )
        return found


def fit(tiles: list[int], limits: list[int]) -> bool:
    """Whether the tiles can be given to the limits, one each, and these lie within each other."""
    if len(limits) > len(tiles):
        return False
    rest = tiles[:]
    before = 0
    for limit in limits:
        if before & ~limit:
            return False
        before = limit
        inside = [face for face in rest if limit >> face & 1]
        if not inside:
            return False
        rest.remove(inside[0])
    return True


def restore(setting: Setting, chance: Chance, fields: Fields) -> Position:
    """A position from the fields of its text."""
    from parvis.games.neoville.position import OVER, PIECE, TILE, Neoville, mask_of

    reading = Reading(setting, fields)
    parts = reading.parts
    seats = setting.seats
    phase = SETTLED.index(fields.word("phase", SETTLED))
    first = fields.whole("first", 0, seats - 1)
    done = fields.whole("done", 0, seats * TURNS)
    if (done == seats * TURNS) != (phase == OVER):
        raise fields.fail("phase", f"after {done} of {seats * TURNS} turns this cannot be")
    if done >= seats * (TURNS - 1) and phase not in (TILE, PIECE, OVER):
        raise fields.fail("phase", "there is no draw in the last round")
    for n in range(seats):
        reading.left[parts.equity[n]] += 1
    where = fields.take("slot")
    slot = -1 if where == "-" else read_slot(where)
    cities: list[City] = []
    active = (first + done) % seats
    for seat in range(seats):
        turns = (done + seats - 1 - (seat - first) % seats) // seats
        laying = phase != TILE and phase != OVER and seat == active
        cities.append(reading.city(seat, turns + (1 if laying else 0)))
    last = active if phase in (1, 2) else (first + done - 1) % seats
    if (slot >= 0) != (cities[last].cells[TILES] > 0) or (
        slot >= 0 and not int(cities[last].cells[TAKEN]) >> slot & 1
    ):
        raise fields.fail("slot", "expected the slot of the last tile, or - before the first")
    if phase == PIECE and slot in [slot_of(square) for _, square in pieces_of(cities[last].cells)]:
        raise fields.fail("slot", "the new tile has a piece already")
    tiles = vec[i64]([0] * (seats * A_SEAT + ROW))
    limits = [reading.hand(seat, tiles) for seat in range(seats)]
    row = reading.several("row")
    if len(row) != ROW:
        raise fields.fail("row", f"expected {ROW} tiles, ? for a gap, found {len(row)}")
    for i in range(ROW):
        if row[i] != "?":
            tiles[seats * A_SEAT + i] = reading.face("row", row[i]) // 4 + 1
    copies = reading.stock()[SKYSCRAPERS:]
    sky = 0
    for kind in range(SKYSCRAPERS):
        if not reading.used[kind] and parts.points[kind] not in LEFT_OUT[seats]:
            sky |= 1 << kind
    pile = fields.wholes("stack", 0, parts.face_count - 1)
    for face in pile:
        if reading.left[face] == 0:
            raise fields.fail("stack", f"tile {parts.faces[face]} stands more often than it should")
        reading.left[face] -= 1
    for face in range(parts.face_count):
        if reading.left[face]:
            raise fields.fail("stack", f"tile {parts.faces[face]} is missing")
    to_lay = [TURNS - int(city.cells[TILES]) for city in cities]
    check_hands(fields, active, phase, to_lay, tiles, len(pile))
    return Neoville(
        setting,
        chance,
        parts,
        cities,
        pile,
        0,
        tiles,
        limits,
        sky,
        mask_of(copies, 1),
        mask_of(copies, 2),
        mask_of(copies, 3),
        first,
        done,
        phase,
        slot,
    )


def check_hands(
    fields: Fields, active: int, phase: int, turns: list[int], tiles: vec[i64], stack: int
) -> None:
    """Hands have three tiles, one less after laying; fewer only when there was nothing to draw."""
    seats = len(turns)
    gaps = 0
    for i in range(ROW):
        if not tiles[seats * A_SEAT + i]:
            gaps += 1
    if gaps and stack:
        raise fields.fail("row", "the row has a gap although the stack is not empty")
    for seat in range(seats):
        held = 0
        for i in range(A_SEAT):
            if tiles[seat * A_SEAT + i]:
                held += 1
        laid = (phase in (1, 2) and seat == active) or turns[seat] == 0
        due = HAND - 1 if laid else HAND
        least = min(due, turns[seat]) if gaps == ROW else due
        if not least <= held <= due:
            raise fields.fail(f"hand.{seat}", f"expected {least} to {due} tiles, found {held}")
