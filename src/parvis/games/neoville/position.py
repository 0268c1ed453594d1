"""A position of Neoville and how moves change it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import BIT, count, nth
from parvis.engine.chance import Chance, Rng, shuffle
from parvis.engine.codec import Codec, Kind
from parvis.engine.ledger import Line
from parvis.engine.position import EVERYTHING, Position
from parvis.engine.refusal import Bar
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.games.neoville import (
    guessing,
    legality,
    notation,
    refusals,
    scoring,
    stories,
    views,
)
from parvis.games.neoville.city import (
    BYTE,
    PIECES,
    bare_city,
    lay_tile,
    pieces_of,
    put_piece,
)
from parvis.games.neoville.components import (
    A_SEAT,
    CORNERS,
    DEAL,
    DRAW,
    HAND,
    LEFT_OUT,
    OVER,
    PIECE,
    REFILL,
    ROW,
    SKYSCRAPERS,
    TILE,
    TOKENS,
    TURNS,
    WIDTH,
    Components,
    read_components,
)
from parvis.games.neoville.moves import LAY, NONE, PUT, TAKE
from parvis.games.neoville.options import PAIRS

TRIES: Final = 6  # before a random placement is looked for in the list of all of them


class Neoville(Position):
    """Cities, hands, row, stack and stock, and who is to do what."""

    def __init__(
        self, setting: Setting, chance: Chance, parts: Components, source: Neoville | None = None
    ) -> None:
        self.setting = setting
        self.chance = chance
        self.parts = parts
        if source is None:
            seats = setting.seats
            self.cities = [bare_city() for _ in range(seats)]
            self.pile: list[int] = []  # never changed: the stack is what follows `top`
            self.top: i64 = 0
            # Hands, then the row; a tile is its face + 1, nothing is 0. The first three numbers of
            # a hand are tiles that all have seen, the next three those that only their owner has.
            self.tiles = vec[i64]([0] * (seats * A_SEAT + ROW))
            # For each seat, what its unseen tiles are known to be because it used the exception
            # (NV-3.5): sets of faces, each within the next. Tiles beyond these may be anything.
            self.limits: list[tuple[int, ...]] = [() for _ in range(seats)]
            # The kinds of piece of which the stock has at least one, two and three.
            self.stock: i64 = 0
            self.twice: i64 = 0
            self.thrice: i64 = 0
            self.first: i64 = 0
            self.done: i64 = 0  # turns that are over
            self.phase: i64 = TILE
            self.slot: i64 = -1  # where the last tile was laid
            self.open_hands = bool(setting.options["open_hands"])
            self.by_tile = setting.options["merge_exception"] == "tile"
            self.mirror = bool(setting.options["biodome_mirror"])
        else:
            self.cities = [city.copy() for city in source.cities]
            self.pile = source.pile
            self.top = source.top
            self.tiles = source.tiles[:]
            self.limits = source.limits[:]
            self.stock = source.stock
            self.twice = source.twice
            self.thrice = source.thrice
            self.first = source.first
            self.done = source.done
            self.phase = source.phase
            self.slot = source.slot
            self.open_hands = source.open_hands
            self.by_tile = source.by_tile
            self.mirror = source.mirror

    def twin(self, chance: Chance) -> Neoville:
        return Neoville(self.setting, chance, self.parts, self)

    # Whose turn it is, and what lies where.

    def active(self) -> i64:
        """The seat whose turn it is, also while something is pending."""
        seats: i64 = len(self.cities)
        return (self.first + self.done) % seats

    def turn(self) -> int | None:
        if self.phase >= OVER:
            return None
        return self.active()

    def over(self) -> bool:
        return self.phase == OVER

    def left_of(self, kind: int) -> int:
        """How many of a kind of piece the stock has."""
        return (self.stock >> kind & 1) + (self.twice >> kind & 1) + (self.thrice >> kind & 1)

    def types(self) -> list[int]:
        """The types of utility in play: those in stock or in a city (NV-2.2)."""
        found: list[int] = []
        for kind in range(SKYSCRAPERS, self.parts.kind_count):
            type = self.parts.type_of[kind]
            if type not in found and self.left_of(kind):
                found.append(type)
        for city in self.cities:
            for kind, _ in pieces_of(city.cells):
                if kind >= SKYSCRAPERS and self.parts.type_of[kind] not in found:
                    found.append(self.parts.type_of[kind])
        found.sort()
        return found

    def fill_stock(self, copies: list[int]) -> None:
        """Put so many pieces of each kind into the stock."""
        self.stock = kinds_with(copies, 1)
        self.twice = kinds_with(copies, 2)
        self.thrice = kinds_with(copies, 3)

    def stack_left(self) -> i64:
        """How many tiles the stack still has."""
        size: i64 = len(self.pile)
        return size - self.top

    def row_at(self) -> i64:
        """Where the row begins among the tiles."""
        seats: i64 = len(self.cities)
        return seats * A_SEAT

    def shown(self, seat: i64) -> list[int]:
        """The faces in a hand that all have seen, as they came."""
        return self.faces_at(seat * A_SEAT, HAND)

    def unseen(self, seat: i64) -> list[int]:
        """The faces in a hand that only its owner has seen, as they came."""
        return self.faces_at(seat * A_SEAT + HAND, HAND)

    def row(self) -> list[int]:
        """The faces of the row in their places; -1 is a gap."""
        first = self.row_at()
        return [self.tiles[first + i] - 1 for i in range(ROW)]

    def faces_at(self, first: i64, size: int) -> list[int]:
        """The faces in some places of the tiles."""
        return [self.tiles[first + i] - 1 for i in range(size) if self.tiles[first + i]]

    def hand_faces(self, seat: i64) -> list[int]:
        """The different faces in a hand, ascending."""
        return unpacked(self.different(seat * A_SEAT, A_SEAT))

    def row_faces(self) -> list[int]:
        """The different faces in the row, ascending."""
        return unpacked(self.different(self.row_at(), ROW))

    def different(self, first: i64, size: i64) -> i64:
        """The different tiles in some places, at most four, a byte each."""
        found: i64 = 0
        shift: i64 = 0
        i: i64 = first
        while i < first + size:
            tile: i64 = self.tiles[i]
            if tile != 0 and not (
                tile == found & BYTE or tile == (found >> 8) & BYTE or tile == (found >> 16) & BYTE
            ):
                found |= tile << shift
                shift += 8
            i += 1
        return found

    def find(self, tile: i64, first: i64, size: i64) -> i64:
        """The first of these places that holds such a tile (0: that is empty), or -1."""
        i: i64 = first
        while i < first + size:
            if self.tiles[i] == tile:
                return i
            i += 1
        return -1

    def holds(self, seat: i64, face: i64) -> bool:
        """Whether a hand has a tile of this face."""
        return self.find(face + 1, seat * A_SEAT, A_SEAT) >= 0

    # Which moves are allowed: see `legality`.

    @property
    def codec(self) -> Codec:
        return self.parts.moves.codec

    def bar(self, move: i64) -> Bar | None:
        if self.phase >= OVER:
            return legality.OVER
        moves = self.parts.moves
        kind: i64 = moves.codec.number_at[move]
        if self.phase == TILE:
            if kind != LAY:
                return legality.TILE_FIRST
            return legality.lay_bar(self, moves.lay.part(move, 0), moves.lay.part(move, 1))
        if self.phase == PIECE:
            if kind == NONE:
                return None
            if kind != PUT:
                return legality.PIECE_FIRST
            return legality.put_bar(self, moves.put.part(move, 0), moves.put.part(move, 1))
        if kind < TAKE:
            return legality.DRAW_FIRST
        if kind == TAKE:
            return legality.take_bar(self, moves.take.only(move))
        return legality.stack_bar(self)

    def facts(self, move: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        return refusals.facts(self, move, bar)

    def moves(self) -> list[int]:
        # Listed by the sets that `bar` asks, which takes a fraction of asking it for each.
        if self.phase == TILE:
            return legality.placements(self)
        if self.phase == PIECE:
            return legality.pieces(self)
        return legality.draws(self) if self.phase == DRAW else []

    def pick(self, kind: Kind, n: int, value: int) -> str:
        return refusals.picked(self, kind, n, value)

    def fitting(self, path: tuple[str, ...]) -> list[int]:
        found = refusals.pointed_at(self, path)
        return super().fitting(path) if found is None else found

    # What a move does.

    def decide(self, move: i64) -> None:
        moves = self.parts.moves
        kind: i64 = moves.codec.number_at[move]
        if kind == LAY:
            self.lay(moves.lay.part(move, 0), moves.lay.part(move, 1))
        elif kind == NONE:
            self.end_pieces()
        elif kind == PUT:
            self.put(moves.put.part(move, 0), moves.put.part(move, 1))
        elif kind == TAKE:
            self.take(moves.take.only(move))
        else:
            self.phase = DEAL

    def resolve(self) -> None:
        """Draw what is pending from the stack."""
        if self.phase < REFILL:
            return
        face: i64 = self.pile[self.top]
        self.top += 1
        if self.phase == REFILL:
            self.tiles[self.find(0, self.row_at(), ROW)] = face + 1
        else:
            self.gain(self.active(), face, self.open_hands)
        self.next_turn()

    def lay(self, look: i64, slot: i64) -> None:
        """Lay a tile (NV-3.1)."""
        parts = self.parts
        seat: i64 = self.active()
        cells = self.cities[seat].cells
        face: i64 = parts.face_of[look]
        # Judged by the hand, the exception tells about the tiles that its owner keeps (NV-3.5).
        tells = not self.by_tile and legality.joins(
            cells, slot, parts.looks[look], parts.areas[look]
        )
        self.lose(seat, face)
        if tells:
            self.learn(seat)
        lay_tile(cells, slot, parts.looks[look])
        self.slot = slot
        self.phase = PIECE

    def put(self, kind: i64, quadrant: i64) -> None:
        """Put a piece on the new tile (NV-3.6)."""
        square: i64 = CORNERS[self.slot] + (quadrant >> 1) * WIDTH + (quadrant & 1)
        put_piece(self.cities[self.active()].cells, square, kind)
        bit: i64 = BIT[kind]
        if self.thrice & bit:
            self.thrice &= ~bit
        elif self.twice & bit:
            self.twice &= ~bit
        else:
            self.stock &= ~bit
        self.end_pieces()

    def end_pieces(self) -> None:
        """Now the draw, if there is one (NV-3.9)."""
        seats: i64 = len(self.cities)
        if self.done // seats == TURNS - 1 or (self.stack_left() == 0 and not self.row_faces()):
            self.next_turn()
        else:
            self.phase = DRAW

    def take(self, face: i64) -> None:
        """Take a tile of the row (NV-3.9)."""
        self.tiles[self.find(face + 1, self.row_at(), ROW)] = 0
        self.gain(self.active(), face, True)
        if self.stack_left() > 0:
            # Gaps from an empty stack cannot be here: the stack never fills up again.
            self.phase = REFILL
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """The turn passes, or the game ends (NV-4.1)."""
        self.done += 1
        seats: i64 = len(self.cities)
        self.phase = OVER if self.done == seats * TURNS else TILE

    def gain(self, seat: i64, face: i64, seen: bool) -> None:
        """A tile comes to a hand, seen by all or only by its owner."""
        first: i64 = seat * A_SEAT + (0 if seen else HAND)
        self.tiles[self.find(0, first, HAND)] = face + 1

    def lose(self, seat: i64, face: i64) -> None:
        """A tile leaves a hand: one that all have seen if there is one.

        Equal tiles cannot be told apart, so which of them it was makes no difference to what can
        be known: what remains is the same set of tiles.
        """
        i: i64 = self.find(face + 1, seat * A_SEAT, A_SEAT)
        hidden = i >= seat * A_SEAT + HAND
        end: i64 = seat * A_SEAT + (A_SEAT if hidden else HAND)
        while i + 1 < end:
            self.tiles[i] = self.tiles[i + 1]
            i += 1
        self.tiles[i] = 0
        limits = self.limits[seat]
        if hidden and limits:
            # The tightest set that the tile fits: no other tile need be bound by it any more.
            for n in range(len(limits)):
                if limits[n] >> int(face) & 1:
                    self.limits[seat] = limits[:n] + limits[n + 1 :]
                    break

    def learn(self, seat: i64) -> None:
        """The seat uses the exception: all tiles it keeps are stuck on its city (NV-3.5)."""
        unseen = len(self.unseen(seat))
        if unseen == 0:
            return
        stuck = 0
        for face in range(self.parts.face_count):
            if legality.stuck(self, face):
                stuck |= 1 << face
        limits = [limit & stuck for limit in self.limits[seat]]
        limits.extend([stuck] * (unseen - len(limits)))
        self.limits[seat] = tuple(limits)

    def try_tile(self, face: int) -> Neoville:
        """What if the active seat held this tile too, and were to lay one: a copy, for bots."""
        ahead = self.twin(self.chance)
        ahead.gain(ahead.active(), face, True)
        ahead.phase = TILE
        return ahead

    # Random play: a candidate is drawn, and the rule that bars such a move is asked about it. The
    # moves' numbers, which the engine's own loop would make and take apart, cost half the speed.

    def playout(self, rng: Rng) -> int:
        self.chance = rng
        self.resolve()
        played: i64 = 0
        while self.phase != OVER:
            if self.phase == TILE:
                self.lay_any(rng)
            elif self.phase == PIECE:
                self.put_any(rng)
            else:
                self.draw_any(rng)
                self.resolve()
            played += 1
        return int(played)

    def lay_any(self, rng: Rng) -> None:
        """Lay a tile, drawn among all placements that NV-3.2 allows until nothing bars it.

        If that does not succeed soon, it is drawn from the list.
        """
        parts = self.parts
        seat: i64 = self.active()
        if not self.by_tile:
            cells = self.cities[seat].cells
            slots: i64 = legality.open_slots(cells)
            faces: i64 = self.different(seat * A_SEAT, A_SEAT)
            spins: i64 = 0  # how many looks they have in all
            rest: i64 = faces
            while rest:
                spins += parts.spins[(rest & BYTE) - 1]
                rest >>= 8
            ways: i64 = spins * count(slots)
            tries: i64 = 0
            while tries < TRIES:
                drawn: i64 = rng.below(ways)
                slot: i64 = nth(slots, drawn // spins)
                turn: i64 = drawn % spins
                face: i64 = (faces & BYTE) - 1
                rest = faces
                while turn >= parts.spins[face]:
                    turn -= parts.spins[face]
                    rest >>= 8
                    face = (rest & BYTE) - 1
                look: i64 = parts.first_look[face] + turn
                if not legality.joins(cells, slot, parts.looks[look], parts.areas[look]):
                    self.lose(seat, face)
                    lay_tile(cells, slot, parts.looks[look])
                    self.slot = slot
                    self.phase = PIECE
                    return
                tries += 1
        moves = legality.placements(self)
        size: i64 = len(moves)
        self.decide(moves[rng.below(size)])

    def put_any(self, rng: Rng) -> None:
        """Put a piece or none, every possibility being equally likely."""
        cells = self.cities[self.active()].cells
        at: i64 = CORNERS[self.slot]
        nw: i64 = legality.standing(cells, at, self.stock)
        ne: i64 = legality.standing(cells, at + 1, self.stock)
        sw: i64 = legality.standing(cells, at + WIDTH, self.stock)
        se: i64 = legality.standing(cells, at + WIDTH + 1, self.stock)
        one: i64 = count(nw)
        two: i64 = one + count(ne)
        three: i64 = two + count(sw)
        every: i64 = three + count(se)
        drawn: i64 = rng.below(every + 1)
        if drawn < one:
            self.put(nth(nw, drawn), 0)
        elif drawn < two:
            self.put(nth(ne, drawn - one), 1)
        elif drawn < three:
            self.put(nth(sw, drawn - two), 2)
        elif drawn < every:
            self.put(nth(se, drawn - three), 3)
        else:
            self.end_pieces()

    def draw_any(self, rng: Rng) -> None:
        """Draw a tile, every face of the row and the stack being equally likely."""
        faces: i64 = self.different(self.row_at(), ROW)
        kinds: i64 = 0
        while faces >> (8 * kinds):
            kinds += 1
        drawn: i64 = rng.below(kinds + (1 if legality.stack_bar(self) is None else 0))
        if drawn == kinds:
            self.phase = DEAL
        else:
            self.take(((faces >> (8 * drawn)) & BYTE) - 1)

    # How much.

    def scores(self) -> list[int]:
        return scoring.all_points(self.parts, self.mirror, self.cities)

    def winners(self) -> list[int]:
        if self.phase != OVER:
            return []
        scores = self.scores()
        ranks = [
            scores[seat] * 100 + int(self.cities[seat].cells[PIECES])
            for seat in range(len(self.cities))
        ]
        best = max(ranks)
        return [seat for seat in range(len(ranks)) if ranks[seat] == best]

    def ledger(self) -> list[Line]:
        return scoring.ledger_lines(self.parts, self.mirror, self.cities, self.over())

    # Knowledge and text.

    def seen(self, seat: int | None) -> dict[str, object]:
        return views.seen(self, seat)

    def guessed(self, seat: int | None, rng: Rng) -> Position:
        return guessing.guessed(self, seat, rng)

    def redealt(self, rng: Rng) -> Position:
        return guessing.redealt(self, rng)

    def recount(self, move: int, seat: int | None) -> list[Sentence]:
        return stories.recount(self, move, seat)

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        return notation.fields(self, seat, seat == EVERYTHING)


def unpacked(tiles: i64) -> list[int]:
    """The faces of tiles that are packed a byte each, ascending."""
    found: list[int] = []
    while tiles:
        found.append((tiles & BYTE) - 1)
        tiles >>= 8
    found.sort()
    return found


def kinds_with(copies: list[int], least: int) -> int:
    """The kinds of piece with at least so many copies, as a set."""
    found = 0
    for kind in range(len(copies)):
        if copies[kind] >= least:
            found |= 1 << kind
    return found


def begin(setting: Setting, chance: Chance) -> Position:
    """The first position (NV-2)."""
    parts = read_components(setting.pack)
    seats = setting.seats
    position = Neoville(setting, chance, parts)
    copies = [0] * parts.kind_count
    for kind in range(SKYSCRAPERS):
        if parts.points[kind] not in LEFT_OUT[seats]:
            copies[kind] = 1
    pair = PAIRS.get(str(setting.options["utilities"]))
    if pair is None:
        out = int(chance.below(3))
        pair = (0 if out != 0 else 1, 2 if out != 2 else 1)
    for type in pair:
        tokens: list[int] = []
        for kind in range(parts.first_of[type], parts.first_of[type + 1]):
            tokens.extend([kind] * parts.kinds[kind].copies)
        shuffle(tokens, chance)
        for kind in tokens[: TOKENS[seats]]:
            copies[kind] += 1
    position.fill_stock(copies)
    for face in range(parts.face_count):
        position.pile.extend([face] * parts.copies[face])
    shuffle(position.pile, chance)
    wish = setting.options["first"]
    assert isinstance(wish, int)
    position.first = wish - 1 if wish else int(chance.below(seats))
    for i in range(ROW):
        position.tiles[seats * A_SEAT + i] = position.pile[i] + 1
    position.top = ROW
    for n in range(seats):
        seat = (int(position.first) + n) % seats
        position.gain(seat, parts.equity[n], True)
        for _ in range(HAND - 1):
            position.gain(seat, position.pile[position.top], position.open_hands)
            position.top += 1
    return position
