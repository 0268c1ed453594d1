"""Setting up a position: tiles and pieces in the city one looks at, its hand, the row, whose turn.

Tiles come from the stack and go back to it, pieces from the stock. What follows is put right: the
round is late enough for the tiles that lie, hands are as large as they have to be, and what hands
were known to hold is forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, cast

from parvis.engine.choices import Choice, Node, Step, Way
from parvis.engine.codec import Codec, Kind, Part
from parvis.engine.drawing.panel import Panel
from parvis.engine.editing import Editor, away, button, first, lead
from parvis.engine.refusal import Bar
from parvis.engine.words import Speech
from parvis.games.neoville import legality
from parvis.games.neoville.components import (
    DRAW,
    HAND,
    LEFT_OUT,
    MIDDLE,
    OVER,
    PARK,
    PHASES,
    PIECE,
    QUADRANTS,
    ROW,
    SHEET,
    SIDE,
    SKYSCRAPERS,
    SLOTS,
    TILE,
    TURNS,
    Components,
    face_words,
    named,
    read_face,
    read_slot,
    slot_name,
    slot_place,
)
from parvis.games.neoville.drawing.palette import Spare, palette
from parvis.games.neoville.labels import KEPT, turn_label
from parvis.games.neoville.position import Neoville
from parvis.games.neoville.refusals import TERRAIN_WORDS

NOT_SPARE: Final = Bar("NV-1.1", "nv.no.edit.spare", 1)
FULL: Final = Bar("NV-4.1", "nv.no.edit.full", 5)
NOTHING: Final = Bar("", "nv.no.edit.nothing", 1)
HOLDS: Final = Bar("NV-3.2", "nv.no.edit.holds", 2)
NOT_IN_BOX: Final = Bar("NV-1.3", "nv.no.edit.box", 2)
ONE_A_TILE: Final = Bar("NV-3.6", "nv.no.edit.one", 3)
NOT_ASKED: Final = Bar("NV-3.9", "nv.no.edit.draw", 1)
NOT_THERE: Final = Bar("", "nv.no.edit.there", 1)
SPOTS: Final = [f"{slot_name(slot)}-{quadrant}" for slot in range(SLOTS) for quadrant in QUADRANTS]
PACKS: Final = 8  # whose edits are kept


class Edits:
    """The kinds of edit of a pack."""

    def __init__(self, parts: Components) -> None:
        slots = [slot_name(slot) for slot in range(SLOTS)]
        pieces = [kind.code for kind in parts.kinds]
        faces, spots = Part("tile", parts.faces), Part("square", SPOTS)
        self.lay = Kind(
            "lay", "{slot}={tile}", (Part("tile", parts.look_texts), Part("slot", slots))
        )
        self.lift = Kind("lift", "{slot}=-", (Part("slot", slots),))
        self.put = Kind("put", "{piece}@{square}", (Part("piece", pieces), spots))
        piece = Part("piece", pieces)
        self.swap = Kind("swap", "{piece}>{for}", (piece, Part("for", pieces)))
        self.remove = Kind("remove", "-@{square}", (spots,))
        self.hand = Kind("hand", "{tile}>{held}", (faces, Part("held", parts.faces)))
        self.row = Kind("row", "{tile}>>{lying}", (faces, Part("lying", parts.faces)))
        self.turn = Kind("turn", "turn-{seat}", (Part("seat", list("0123")),), "edit-turn")
        rounds = [str(n + 1) for n in range(TURNS)]
        self.round = Kind("round", "round-{round}", (Part("round", rounds),), "edit-round")
        self.tile = Kind("tile", "tile", lead="edit-tile")
        self.piece = Kind("piece", "piece-{slot}", (Part("slot", slots),), "edit-piece")
        self.draw = Kind("draw", "draw", lead="edit-draw")
        self.codec = Codec([
            self.lay, self.lift, self.put, self.swap, self.remove, self.hand, self.row,
            self.turn, self.round, self.tile, self.piece, self.draw,
        ])  # fmt: skip


@lru_cache(PACKS)
def edits_of(parts: Components) -> Edits:
    """The kinds of edit, once for a pack."""
    return Edits(parts)


class Lies:
    """What lies where: a position taken apart, to be changed and written again."""

    def __init__(self, parts: Components, seats: int, fields: Mapping[str, str]) -> None:
        self.parts = parts
        self.seats = seats
        self.phase = PHASES.index(fields["phase"])
        self.first, self.done = int(fields["first"]), int(fields["done"])
        self.slot = read_slot(fields["slot"])
        self.cities: list[dict[int, str]] = []  # slot: look
        self.pieces: list[dict[str, str]] = []  # square: code
        self.hands: list[tuple[list[int], list[int]]] = []  # shown, own
        for seat in range(seats):
            tiles = [item.partition("=") for item in listed(fields[f"city.{seat}"])]
            self.cities.append({read_slot(slot): look for slot, _, look in tiles})
            pieces = [item.partition("@") for item in listed(fields[f"pieces.{seat}"])]
            self.pieces.append({square: code for code, _, square in pieces})
            shown, own, _ = fields[f"hand.{seat}"].split(";")
            self.hands.append((self.faces(shown), self.faces(own)))
        self.row = [self.face(look) for look in listed(fields["row"]) if look != "?"]
        stock = [item.partition(":") for item in listed(fields["stock"])]
        self.stock = {code: int(count) for code, _, count in stock}
        self.stack = [int(face) for face in listed(fields["stack"])]

    def face(self, look: str) -> int:
        return self.parts.face_of[self.parts.look_of[look]]

    def faces(self, text: str) -> list[int]:
        return [self.face(look) for look in listed(text)]

    @property
    def active(self) -> int:
        return (self.first + self.done) % self.seats

    def left(self, kind: int) -> int:
        """How many of a kind of piece the stock has."""
        code = self.parts.kinds[kind].code
        if kind >= SKYSCRAPERS:
            return self.stock.get(code, 0)
        used = any(code in pieces.values() for pieces in self.pieces)
        return 0 if used or self.parts.points[kind] in LEFT_OUT[self.seats] else 1

    def rounds(self, active: int, laid: bool) -> int:
        """How many rounds must be over for these tiles, if this seat is to play."""
        place = (active - self.first) % self.seats
        least = 0
        for seat in range(self.seats):
            before = (seat - self.first) % self.seats < place
            least = max(least, len(self.cities[seat]) - (before or (laid and seat == active)))
        return least

    # Changes.

    def lift(self, seat: int, slot: int) -> None:
        """A tile goes back to the stack, and the piece on it to the stock."""
        self.stack.append(self.face(self.cities[seat].pop(slot)))
        for square in [square for square in self.pieces[seat] if square[:2] == slot_name(slot)]:
            self.remove(seat, square)
        if seat == self.active and slot == self.slot:  # the tile that was just laid
            self.phase, self.slot = TILE, -1

    def remove(self, seat: int, square: str) -> None:
        code = self.pieces[seat].pop(square)
        if self.parts.kind_of[code] >= SKYSCRAPERS:
            self.stock[code] = self.stock.get(code, 0) + 1

    def settle(self, active: int, rounds: int = 0) -> None:
        """Bring round, row and hands into line."""
        laid = self.phase in (PIECE, DRAW)
        rounds = max(rounds, self.rounds(active, laid))
        if rounds == TURNS - 1 and self.phase == DRAW:
            self.phase = TILE  # there is no draw in the last round
            laid = False
            rounds = max(rounds, self.rounds(active, laid))
        place = (active - self.first) % self.seats
        self.done = rounds * self.seats + place
        if self.phase == TILE:
            self.slot = -1
        while len(self.row) < ROW and self.stack:
            self.row.append(self.stack.pop())
        for seat in range(self.seats):
            over = rounds == TURNS - 1 and (seat - self.first) % self.seats < place
            due = HAND - 1 if over or (laid and seat == active) else HAND
            shown, own = self.hands[seat]
            while len(shown) + len(own) > due:
                self.stack.append((own or shown).pop())
            while len(shown) + len(own) < due and self.stack:
                own.append(self.stack.pop())

    def fields(self) -> dict[str, str]:
        """The position as text again."""
        faces = self.parts.faces
        found = {
            "phase": PHASES[self.phase],
            "first": str(self.first),
            "done": str(self.done),
            "slot": slot_name(self.slot) if self.slot >= 0 else "-",
            "row": joined([*[faces[face] for face in self.row], *["?"] * (ROW - len(self.row))]),
            "stock": joined([f"{code}:{count}" for code, count in self.stock.items() if count]),
            "stack": joined([str(face) for face in self.stack]),
        }
        for seat in range(self.seats):
            tiles = [f"{slot_name(slot)}={look}" for slot, look in self.cities[seat].items()]
            found[f"city.{seat}"] = joined(tiles)
            pieces = [f"{code}@{square}" for square, code in self.pieces[seat].items()]
            found[f"pieces.{seat}"] = joined(pieces)
            shown, own = [[faces[face] for face in held] for held in self.hands[seat]]
            found[f"hand.{seat}"] = f"{joined(shown)};{joined(own)};-"
        return found


def listed(text: str) -> list[str]:
    """The parts of a value."""
    return [] if text == "-" else text.split(",")


def joined(parts: list[str]) -> str:
    return ",".join(parts) or "-"


def near(slot: int) -> list[int]:
    """The slots beside one."""
    row, column = divmod(slot, SHEET)
    beside = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [y * SHEET + x for y, x in beside if 0 <= y < SHEET and 0 <= x < SHEET]


def reached(slots: set[int]) -> set[int]:
    """The slots that hang together with the first tile's."""
    found, fresh = set[int](), [MIDDLE] if MIDDLE in slots else []
    while fresh:
        slot = fresh.pop()
        if slot not in found:
            found.add(slot)
            fresh += [beside for beside in near(slot) if beside in slots]
    return found


class NeovilleEditor(Editor):
    """What can be changed in Neoville."""

    def __init__(self, position: Neoville, seat: int) -> None:
        super().__init__(position, seat)
        self.parts = position.parts
        self.kinds = edits_of(position.parts)
        self.lies = self.taken_apart()
        self.city, self.pieces = self.lies.cities[seat], self.lies.pieces[seat]
        self.hand = [*self.lies.hands[seat][0], *self.lies.hands[seat][1]]

    def taken_apart(self) -> Lies:
        return Lies(self.parts, self.position.seats, self.fields)

    @property
    def codec(self) -> Codec:
        return self.kinds.codec

    def pick(self, kind: Kind, n: int, value: int) -> str:
        kinds, name = self.kinds, kind.parts[n].name
        if name == "tile":
            return f"spare-{self.parts.face_of[value] if kind is kinds.lay else value}"
        if name == "slot":
            return slot_place(self.seat, value)
        if name == "square":
            return f"square-{self.seat}-{SPOTS[value]}"
        if name == "for":
            return f"piece-{kind.parts[n].texts[value]}"
        if name in ("held", "lying"):
            return f"{'tile' if name == 'held' else 'row'}-{value}"
        if name == "seat":
            return f"edit-seat-{value}"
        return f"edit-round-{value}" if name == "round" else super().pick(kind, n, value)

    # What bars an edit.

    def candidates(self, turned: bool = True) -> list[int]:
        """`turned` leaves no direction of a tile out."""
        kinds, lies, parts = self.kinds, self.lies, self.parts
        slots = [slot for slot in range(SLOTS) if self.slot_bar(slot) is None]
        faces = sorted(set(lies.stack))
        squares = [slot * 4 + n for slot in sorted(self.city) for n in range(4)]
        found = [
            int(kinds.lay.move(look, slot))
            for face in faces
            for slot in slots
            for look in parts.looks_of[face][: None if turned else 1]
        ]
        found += [int(kinds.lift.move(slot)) for slot in sorted(self.city)]
        stocked = [kind for kind in range(parts.kind_count) if lies.left(kind)]
        found += [int(kinds.put.move(kind, spot)) for kind in stocked for spot in squares]
        utilities = range(SKYSCRAPERS, parts.kind_count)
        found += [int(kinds.swap.move(new, old)) for new in utilities for old in utilities]
        found += [int(kinds.remove.move(spot)) for spot in squares]
        for exchange, lying in ((kinds.hand, self.hand), (kinds.row, lies.row)):
            here = sorted(set(lying))
            found += [int(exchange.move(face, old)) for face in faces for old in here]
        others = (kinds.turn, kinds.round, kinds.tile, kinds.piece, kinds.draw)
        return found + [
            edit for kind in others for edit in range(int(kind.base), int(kind.base + kind.size))
        ]

    def bar(self, edit: int) -> Bar | None:
        kinds, lies = self.kinds, self.lies
        if lies.phase == OVER:
            return legality.OVER
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        if kind is kinds.lay:
            if self.parts.face_of[values[0]] not in lies.stack:
                return NOT_SPARE
            return self.slot_bar(values[1])
        if kind is kinds.lift:
            if values[0] not in self.city:
                return NOTHING
            rest = set(self.city) - {values[0]}
            return None if len(reached(rest)) == len(rest) else HOLDS
        if kind is kinds.put:
            return self.put_bar(*values)
        if kind is kinds.swap:
            return self.swap_bar(*values)
        if kind is kinds.remove:
            return None if square_of(values[0]) in self.pieces else NOTHING
        if kind in (kinds.hand, kinds.row):
            lying = self.hand if kind is kinds.hand else lies.row
            if values[1] not in lying:
                return NOT_THERE
            return None if values[0] in lies.stack else NOT_SPARE
        return self.course_bar(kind, values)

    def course_bar(self, kind: Kind, values: list[int]) -> Bar | None:
        """What bars changing whose turn it is, which round, what is asked."""
        kinds, lies = self.kinds, self.lies
        if kind is kinds.turn:
            if values[0] >= lies.seats or values[0] == lies.active:
                return NOT_THERE
            return None if lies.rounds(values[0], False) < TURNS else FULL
        laid = lies.phase in (PIECE, DRAW)
        if kind is kinds.round:
            if values[0] == lies.done // lies.seats:
                return NOT_THERE
            return None if values[0] >= lies.rounds(lies.active, laid) else FULL
        if kind is kinds.tile:
            if lies.phase == TILE and lies.active == self.seat:
                return NOT_THERE
            return None if lies.rounds(self.seat, False) < TURNS else FULL
        if kind is kinds.piece:
            slot = values[0]
            if slot not in self.city:
                return NOTHING
            if any(square[:2] == slot_name(slot) for square in self.pieces):
                return ONE_A_TILE
            return None if lies.rounds(self.seat, True) < TURNS else FULL
        if not self.city or (lies.phase == DRAW and lies.active == self.seat):
            return NOT_THERE
        last = max(lies.rounds(self.seat, True), lies.done // lies.seats)
        return None if last < TURNS - 1 else NOT_ASKED

    def slot_bar(self, slot: int) -> Bar | None:
        """Why no tile can lie in a slot."""
        city = self.city
        if slot in city:
            return None
        if not city:
            return None if slot == MIDDLE else legality.NOT_MIDDLE
        for along, bar in ((SHEET, legality.TOO_HIGH), (1, legality.TOO_WIDE)):
            lines = [n // along if along > 1 else n % SHEET for n in (*city, slot)]
            if max(lines) - min(lines) >= SIDE:
                return bar
        if not any(beside in city for beside in near(slot)):
            return legality.APART
        lies = self.lies
        city[slot] = ""
        rounds = lies.rounds(lies.active, lies.phase in (PIECE, DRAW))
        del city[slot]
        return None if rounds < TURNS else FULL

    def put_bar(self, kind: int, spot: int) -> Bar | None:
        """Why a piece cannot stand on a square."""
        it, slot = self.parts.kinds[kind], spot // 4
        if slot not in self.city:
            return NOTHING
        if not self.lies.left(kind):
            if kind < SKYSCRAPERS:
                left_out = it.points in LEFT_OUT[self.lies.seats]
                return legality.LEFT_IN_BOX if left_out else legality.GONE
            return legality.NONE_LEFT
        ground = ground_of(self.city[slot], spot % 4)
        if ground // 8:
            return legality.ON_ICON
        if it.terrain >= 0 and it.terrain + 1 != ground % 8:
            return legality.WRONG_TERRAIN
        others = [square for square in self.pieces if square[:2] == slot_name(slot)]
        return ONE_A_TILE if others and others[0] != square_of(spot) else None

    def swap_bar(self, new: int, old: int) -> Bar | None:
        """Why a utility of the box cannot be in stock in place of another."""
        lies, parts = self.lies, self.parts
        alike = parts.type_of[new] == parts.type_of[old] and new != old
        if min(new, old) < SKYSCRAPERS or not alike or not lies.left(old):
            return NOT_THERE
        code = parts.kinds[new].code
        used = sum([*pieces.values()].count(code) for pieces in lies.pieces)
        return None if used + lies.left(new) < parts.kinds[new].copies else NOT_IN_BOX

    def facts(self, edit: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        picks = [self.pick(kind, n, value) for n, value in enumerate(values)]
        places = tuple(pick for pick in picks if not pick.startswith("edit-"))
        params: dict[str, object] = {}
        for part, value in zip(kind.parts, values, strict=True):
            if part.name == "slot":
                params |= self.slot_facts(value, bar)
            elif part.name == "square":
                params |= self.square_facts(value)
            elif part.name == "piece":
                params |= named(self.parts, value)
                params["n"] = self.lies.seats
                params["needs"] = TERRAIN_WORDS[self.parts.kinds[value].terrain]
            elif part.name == "tile":
                face = self.parts.face_of[value] if kind is self.kinds.lay else value
                params["tile"] = face_words(self.parts, face)
        return params, places

    def slot_facts(self, slot: int, bar: Bar) -> dict[str, object]:
        """What is said of a slot."""
        if bar is legality.NOT_MIDDLE:
            return {"slot": slot_name(MIDDLE)}
        wide = bar is legality.TOO_WIDE
        lines = [n % SHEET if wide else n // SHEET for n in (*self.city, slot)]
        return {"slot": slot_name(slot), "n": max(lines) - min(lines) + 1, "limit": SIDE}

    def square_facts(self, spot: int) -> dict[str, object]:
        """What is said of a square."""
        params: dict[str, object] = {"slot": slot_name(spot // 4)}
        if spot // 4 in self.city:
            ground = ground_of(self.city[spot // 4], spot % 4)
            params["terrain"] = TERRAIN_WORDS[ground % 8 - 1]
            params["icon"] = "#nv.park" if ground // 8 == PARK else "#nv.sport"
        return params

    # What an edit does.

    def change(self, edit: int) -> Mapping[str, str]:
        kinds, lies = self.kinds, self.taken_apart()
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        active, rounds, seat = lies.active, lies.done // lies.seats, self.seat
        if kind is kinds.lay:
            if values[1] in lies.cities[seat]:
                phase, slot = lies.phase, lies.slot
                lies.lift(seat, values[1])
                lies.phase, lies.slot = phase, slot
            lies.cities[seat][values[1]] = self.parts.look_texts[values[0]]
            lies.stack.remove(self.parts.face_of[values[0]])
        elif kind is kinds.lift:
            lies.lift(seat, values[0])
        elif kind is kinds.put:
            self.put(lies, values[0], square_of(values[1]))
        elif kind is kinds.swap:
            new, old = [self.parts.kinds[value].code for value in values]
            lies.stock[old] -= 1
            lies.stock[new] = lies.stock.get(new, 0) + 1
        elif kind is kinds.remove:
            lies.remove(seat, square_of(values[0]))
        elif kind in (kinds.hand, kinds.row):
            self.exchange(lies, kind, values[0], values[1])
        elif kind is kinds.turn:
            active, lies.phase = values[0], TILE
        elif kind is kinds.round:
            rounds = values[0]
        else:
            active = seat
            lies.phase = {kinds.tile: TILE, kinds.piece: PIECE, kinds.draw: DRAW}[kind]
            lies.slot = values[0] if kind is kinds.piece else -1
        lies.settle(active, rounds)
        return lies.fields()

    def put(self, lies: Lies, kind: int, square: str) -> None:
        """A piece of the stock stands on a square, in place of what stood there."""
        if square in lies.pieces[self.seat]:
            lies.remove(self.seat, square)
        code = self.parts.kinds[kind].code
        lies.pieces[self.seat][square] = code
        if kind >= SKYSCRAPERS:
            lies.stock[code] -= 1
        if lies.phase == PIECE and lies.active == self.seat and square[:2] == slot_name(lies.slot):
            lies.phase = DRAW  # one piece a tile

    def exchange(self, lies: Lies, kind: Kind, new: int, old: int) -> None:
        """A tile of the hand or the row for one of the stack."""
        shown, own = lies.hands[self.seat]
        held = lies.row if kind is self.kinds.row else shown if old in shown else own
        lies.stack.remove(new)
        lies.stack.append(old)
        held[held.index(old)] = new

    def emptied(self) -> Mapping[str, str]:
        lies = self.taken_apart()
        for seat in range(lies.seats):
            for slot in [*lies.cities[seat]]:
                lies.lift(seat, slot)
        lies.phase = TILE
        lies.settle(lies.active)
        return lies.fields()

    # How one picks it.

    def steps(self, edit: int, speech: Speech) -> tuple[Step, ...]:
        kinds = self.kinds
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        picks = [self.pick(kind, n, value) for n, value in enumerate(values)]
        if kind is kinds.lay:
            return (
                first(picks[0], speech),
                Step(speech("kit.edit.where"), picks[1], "", titled=True),
            )
        if kind in (kinds.lift, kinds.remove):
            return (first(picks[0], speech), away(speech))
        if kind in (kinds.put, kinds.swap, kinds.hand, kinds.row):
            does = speech("nv.does.put" if kind is kinds.put else "kit.edit.exchange")
            where = Step(speech("kit.edit.where"), picks[1], "", titled=True, does=does)
            return (first(picks[0], speech), where)
        if kind is kinds.turn:
            who = button(
                picks[0], speech("kit.edit.plays", who=f"@{values[0]}"), speech("kit.edit.who")
            )
            return (lead("turn", "kit.edit.turn", speech), who)
        if kind is kinds.round:
            number = button(picks[0], str(values[0] + 1), speech("kit.edit.which"))
            return (lead("round", "kit.edit.round", speech), number)
        asked = lead("phase", "kit.edit.phase", speech)
        ask = speech("kit.edit.which")
        if kind is kinds.piece:
            begin = button("edit-piece", speech("nv.edit.piece"), ask)
            where = Step(speech("nv.edit.laid"), picks[0], "", titled=True)
            return (asked, begin, where)
        key = "nv.edit.tile" if kind is kinds.tile else "nv.edit.draw"
        return (asked, button(kind.lead, speech(key), ask))

    def ways(self, speech: Speech) -> tuple[list[Way], dict[int, Node]]:
        """A tile lies in a slot in the first of its turns; the others are asked for after it."""
        ways: list[Way] = []
        rest: dict[int, Node] = {}
        lay, faces = self.kinds.lay, self.parts.face_of
        for edit in self.candidates(turned=False):
            if self.bar(edit) is None:
                if self.codec.kind_of(edit) is lay:
                    face = faces[int(lay.part(edit, 0))]
                    rest[edit] = turning(self.parts, face, speech.common)
                ways.append((edit, self.steps(edit, speech)))
        return ways, rest

    def palette(self, speech: Speech) -> Panel | None:
        parts, stack = self.parts, self.lies.stack
        equity = {face: number + 1 for number, face in enumerate(parts.equity)}
        tiles: list[Spare] = [
            (f"spare-{face}", parts.faces[face], stack.count(face), equity.get(face, 0))
            for face in sorted(set(stack))
        ]
        return palette(tuple(tiles), speech.common)


@lru_cache(KEPT)
def turning(parts: Components, face: int, speech: Speech) -> Node:
    """In which direction a tile lies."""
    stride = edits_of(parts).lay.strides[0]
    turns = [
        Choice(f"turn-{n}", turn_label(parts.look_texts[look], speech), n * stride)
        for n, look in enumerate(parts.looks_of[face])
    ]
    return Node(speech("nv.ask.turn"), turns, "cycle", speech("nv.does.lay"))


def square_of(spot: int) -> str:
    """A square by its number among all."""
    return slot_name(spot // 4) + QUADRANTS[spot % 4]


def ground_of(look: str, quadrant: int) -> int:
    """A square of a tile: its terrain from 1, plus 8 × icon."""
    return cast(list[int], read_face(look))[quadrant]


def editor(position: Neoville, seat: int) -> Editor:
    """Who changes a position, looking from a seat."""
    return NeovilleEditor(position, seat)
