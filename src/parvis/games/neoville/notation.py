"""A position as text, both ways. Moves are written as `moves` says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.chance import Chance
from parvis.engine.position import Position
from parvis.engine.setting import Setting
from parvis.engine.text import Fields
from parvis.games.neoville.city import (
    ICON,
    PIECE_AT,
    PIECE_MASK,
    TAKEN,
    TERRAIN,
    City,
    bare_city,
    lay_tile,
    look_of,
    pieces_of,
    put_piece,
    tiles_of,
)
from parvis.games.neoville.components import (
    A_SEAT,
    DRAW,
    HAND,
    LEFT_OUT,
    OVER,
    PHASES,
    PIECE,
    QUADRANTS,
    ROW,
    SKYSCRAPERS,
    TILE,
    TOKENS,
    TURNS,
    read_components,
    read_slot,
    slot_name,
    slot_of,
    square_name,
    square_of,
    write_face,
)
from parvis.games.neoville.legality import open_slots

if TYPE_CHECKING:
    from parvis.games.neoville.position import Neoville

SETTLED: Final = PHASES[:4]  # a position that waits for the stack has no text of its own


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
        shown = [parts.faces[face] for face in position.shown(other)]
        known = everything or other == seat
        own = [parts.faces[face] if known else "?" for face in position.unseen(other)]
        limits = [f"{limit:x}" for limit in position.limits[other]]
        found.append((f"hand.{other}", listed(shown) + ";" + listed(own) + ";" + listed(limits)))
    row = [parts.faces[face] if face >= 0 else "?" for face in position.row()]
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

    def look(self, name: str, text: str) -> int:
        """A tile that is still to be had, in any direction: its look."""
        look = self.parts.look_of.get(text, -1)
        if look < 0:
            raise self.fields.fail(name, f"expected a tile of this game, found {text[:20]!r}")
        face = self.parts.face_of[look]
        if self.left[face] == 0:
            raise self.fields.fail(name, f"tile {text} stands more often than the box has it")
        self.left[face] -= 1
        return look

    def face(self, name: str, text: str) -> int:
        """The same, only which tile it is."""
        return self.parts.face_of[self.look(name, text)]

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
            laid[slot] = self.look(name, look)
        if len(laid) > tiles:  # fewer do no harm: a position may be set up to try something
            raise self.fields.fail(
                name, f"expected at most {tiles} tiles by now, found {len(laid)}"
            )
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
            if ground >> ICON & 3 or ground >> PIECE_AT & PIECE_MASK:
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
                tiles[seat * A_SEAT + i * HAND + n] = self.face(name, items[n]) + 1
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
    from parvis.games.neoville.position import Neoville

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
        turns = turns_of(seats, first, done, seat)
        laying = phase != TILE and phase != OVER and seat == active
        cities.append(reading.city(seat, turns + (1 if laying else 0)))
    last = active if phase in (PIECE, DRAW) else (first + done - 1) % seats
    if where != "-" and (slot < 0 or not int(cities[last].cells[TAKEN]) >> slot & 1):
        raise fields.fail("slot", "expected the slot of the last tile, or - if there is none")
    if phase == PIECE and slot < 0:
        raise fields.fail("slot", "expected the slot of the new tile")
    if phase == PIECE and slot in [slot_of(square) for _, square in pieces_of(cities[last].cells)]:
        raise fields.fail("slot", "the new tile has a piece already")
    position = Neoville(setting, chance, parts)
    position.cities = cities
    position.first = first
    position.done = done
    position.phase = phase
    position.slot = slot
    tiles = position.tiles
    position.limits = [reading.hand(seat, tiles) for seat in range(seats)]
    row = reading.several("row")
    if len(row) != ROW:
        raise fields.fail("row", f"expected {ROW} tiles, ? for a gap, found {len(row)}")
    for i in range(ROW):
        if row[i] != "?":
            tiles[seats * A_SEAT + i] = reading.face("row", row[i]) + 1
    copies = reading.stock()
    for kind in range(SKYSCRAPERS):
        if not reading.used[kind] and parts.points[kind] not in LEFT_OUT[seats]:
            copies[kind] = 1
    position.fill_stock(copies)
    position.pile = fields.wholes("stack", 0, parts.face_count - 1)
    for face in position.pile:
        if reading.left[face] == 0:
            raise fields.fail("stack", f"tile {parts.faces[face]} stands more often than it should")
        reading.left[face] -= 1
    for face in range(parts.face_count):
        if reading.left[face]:
            raise fields.fail("stack", f"tile {parts.faces[face]} is missing")
    check_hands(fields, position)
    return position


def turns_of(seats: int, first: int, done: int, seat: int) -> int:
    """How many turns a seat has had when so many are over."""
    return (done + seats - 1 - (seat - first) % seats) // seats


def check_hands(fields: Fields, position: Neoville) -> None:
    """Hands have three tiles, one less after laying; fewer only when there was nothing to draw."""
    seats = len(position.cities)
    gaps = position.row().count(-1)
    if gaps and position.stack_left():
        raise fields.fail("row", "the row has a gap although the stack is not empty")
    for seat in range(seats):
        held = len(position.shown(seat)) + len(position.unseen(seat))
        to_lay = TURNS - turns_of(seats, int(position.first), int(position.done), seat)
        laying = position.phase in (PIECE, DRAW) and seat == position.active()
        to_lay -= 1 if laying else 0
        laid = laying or to_lay == 0
        due = HAND - 1 if laid else HAND
        least = min(due, to_lay) if gaps == ROW else due
        if not least <= held <= due:
            raise fields.fail(f"hand.{seat}", f"expected {least} to {due} tiles, found {held}")
