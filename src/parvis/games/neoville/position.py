"""A position of Neoville and how moves change it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import BIT, COUNT16, count, nth
from parvis.engine.chance import Chance, Rng, shuffle
from parvis.engine.ledger import Line
from parvis.engine.position import EVERYTHING, Position
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.games.neoville import notation, refusals, scoring, views
from parvis.games.neoville.city import (
    BYTE,
    ICON,
    ICON_MASK,
    LABEL,
    PIECES,
    SKIES,
    TERRAIN,
    City,
    bare_city,
    edgy,
    joins,
    lay_tile,
    open_slots,
    pieces_of,
    put_piece,
)
from parvis.games.neoville.components import (
    CORNERS,
    HAND,
    LEFT_OUT,
    ROW,
    SKYSCRAPERS,
    SLOTS,
    SPINS,
    TOKENS,
    TURNS,
    VALUES,
    WIDTH,
    Components,
    read_components,
)
from parvis.games.neoville.options import PAIRS

# What is asked now.
TILE: Final = 0
PIECE: Final = 1
DRAW: Final = 2
OVER: Final = 3
REFILL: Final = 4  # pending: the row wants a tile from the stack
DEAL: Final = 5  # pending: the seat wants the top of the stack

A_SEAT: Final = 2 * HAND  # numbers of one hand: three known to all, three only to their owner
TRIES: Final = 6  # before a random placement is looked for in the list of all of them


class Neoville(Position):
    """Cities, hands, row, stack and stock, and who is to do what."""

    def __init__(
        self,
        setting: Setting,
        chance: Chance,
        parts: Components,
        cities: list[City],
        pile: list[int],
        top: i64,
        tiles: vec[i64],
        limits: list[tuple[int, ...]],
        sky: i64,
        one: i64,
        two: i64,
        three: i64,
        first: i64,
        done: i64,
        phase: i64,
        slot: i64,
    ) -> None:
        self.setting = setting
        self.chance = chance
        self.parts = parts
        self.cities = cities
        self.pile = pile  # never changed: the stack is what follows `top`
        self.top: i64 = top
        # Hands, then the row; a tile is its face + 1, nothing is 0. The first three numbers of a
        # hand are tiles that all have seen, the next three those that only their owner has.
        self.tiles = tiles
        # For each seat, what its unseen tiles are known to be because it used the exception
        # (NV-3.5): sets of faces, each within the next. Tiles beyond these may be anything.
        self.limits = limits
        self.sky: i64 = sky  # the skyscrapers in stock
        self.one: i64 = one  # utilities of which the stock has at least one (from kind 28 on),
        self.two: i64 = two  # at least two,
        self.three: i64 = three  # and three
        self.first: i64 = first
        self.done: i64 = done  # turns that are over
        self.phase: i64 = phase
        self.slot: i64 = slot  # where the last tile was laid, -1 at first
        self.open_hands = bool(setting.options["open_hands"])
        self.by_tile = setting.options["merge_exception"] == "tile"
        self.mirror = bool(setting.options["biodome_mirror"])

    # The course of play.

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

    @property
    def move_limit(self) -> int:
        return self.parts.move_limit

    def names(self, move: int) -> bool:
        if not 0 <= move < self.parts.move_limit:
            return False
        if move >= self.parts.first_piece:
            return True
        return move % 4 < self.parts.spins[move // SPINS]

    def left_of(self, kind: int) -> int:
        """How many of a kind of piece the stock has."""
        if kind < SKYSCRAPERS:
            return self.sky >> kind & 1
        which = kind - SKYSCRAPERS
        return (self.one >> which & 1) + (self.two >> which & 1) + (self.three >> which & 1)

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

    def stack_left(self) -> i64:
        """How many tiles the stack still has."""
        size: i64 = len(self.pile)
        return size - self.top

    def row_at(self) -> i64:
        """Where the row begins among the tiles."""
        seats: i64 = len(self.cities)
        return seats * A_SEAT

    def hand_faces(self, seat: i64) -> list[int]:
        """The different faces in a hand, ascending."""
        found: list[int] = []
        i: i64 = seat * A_SEAT
        end: i64 = i + A_SEAT
        while i < end:
            face: int = self.tiles[i] - 1
            if face >= 0 and face not in found:
                found.append(face)
            i += 1
        found.sort()
        return found

    def holds(self, seat: i64, face: i64) -> bool:
        """Whether a hand has a tile of this face."""
        i: i64 = seat * A_SEAT
        end: i64 = i + A_SEAT
        while i < end:
            if self.tiles[i] == face + 1:
                return True
            i += 1
        return False

    def row_faces(self) -> list[int]:
        """The different faces in the row, ascending."""
        found: list[int] = []
        i: i64 = self.row_at()
        end: i64 = i + ROW
        while i < end:
            face: int = self.tiles[i] - 1
            if face >= 0 and face not in found:
                found.append(face)
            i += 1
        found.sort()
        return found

    def moves(self) -> list[int]:
        if self.phase == TILE:
            return self.tile_moves()
        if self.phase == PIECE:
            return self.piece_moves()
        found: list[int] = []
        if self.phase == DRAW:
            first: int = self.parts.first_draw
            found = [first + face for face in self.row_faces()]
            if self.stack_left() > 0:
                found.append(self.parts.from_stack)
        return found

    def tile_moves(self) -> list[int]:
        """The placements that are allowed."""
        seat: i64 = self.active()
        faces = self.hand_faces(seat)
        free = self.free_moves(faces)
        if self.by_tile:
            found: list[int] = []
            for face in faces:
                mine = [move for move in free if move // SPINS == face]
                found.extend(mine if mine else self.all_moves([face]))
            return found
        return free if free else self.all_moves(faces)

    def free_moves(self, faces: list[int]) -> list[int]:
        """The placements of these faces that join nothing they should not."""
        cells = self.cities[self.active()].cells
        parts = self.parts
        slots: i64 = open_slots(cells)
        hot: i64 = 0  # the slots where some tiles would join too much
        slot: i64 = 0
        while slot < SLOTS:
            bit: i64 = BIT[slot]
            if slots & bit and edgy(cells, slot):
                hot |= bit
            slot += 1
        found: list[int] = []
        for face in faces:
            spins: i64 = parts.spins[face]
            base: i64 = face * SPINS
            slot = 0
            while slot < SLOTS:
                bit = BIT[slot]
                if slots & bit:
                    rotation: i64 = 0
                    while rotation < spins:
                        at: i64 = i64(face) * 4 + rotation
                        if hot & bit == 0 or not joins(
                            cells, slot, parts.looks[at], parts.areas[at]
                        ):
                            found.append(base + slot * 4 + rotation)
                        rotation += 1
                slot += 1
        return found

    def all_moves(self, faces: list[int]) -> list[int]:
        """The placements of these faces that NV-3.2 allows."""
        slots: i64 = open_slots(self.cities[self.active()].cells)
        found: list[int] = []
        for face in faces:
            for slot in range(SLOTS):
                if (slots >> slot) & 1:
                    base = face * SPINS + slot * 4
                    found.extend([base + turn for turn in range(self.parts.spins[face])])
        return found

    def piece_moves(self) -> list[int]:
        """No piece, then the pieces by kind and quadrant."""
        first: i64 = self.parts.first_piece
        found: list[int] = [first]
        cells = self.cities[self.active()].cells
        at: i64 = CORNERS[self.slot]
        bare: i64 = 0  # quadrants without an icon
        ready: i64 = 0  # those of them whose district has no skyscraper
        grounds: i64 = 0
        quadrant: i64 = 0
        while quadrant < 4:
            here: i64 = cells[at + (quadrant >> 1) * WIDTH + (quadrant & 1)]
            grounds |= (here & TERRAIN) << (4 * quadrant)
            if (here >> ICON) & ICON_MASK == 0:
                bare |= BIT[quadrant]
                if cells[(here >> LABEL) & BYTE] >> SKIES == 0:
                    ready |= BIT[quadrant]
            quadrant += 1
        kind: i64 = 0
        if ready:
            while kind < SKYSCRAPERS:
                if (self.sky >> kind) & 1:
                    terrain: i64 = kind // VALUES + 1
                    quadrant = 0
                    while quadrant < 4:
                        if (ready >> quadrant) & 1 and (grounds >> (4 * quadrant)) & 15 == terrain:
                            found.append(first + 1 + kind * 4 + quadrant)
                        quadrant += 1
                kind += 1
        if bare:
            left: i64 = self.one
            kind = SKYSCRAPERS
            while left:
                if left & 1:
                    quadrant = 0
                    while quadrant < 4:
                        if (bare >> quadrant) & 1:
                            found.append(first + 1 + kind * 4 + quadrant)
                        quadrant += 1
                left >>= 1
                kind += 1
        return found

    def stuck(self, face: i64) -> bool:
        """Whether every placement of this face on the active city would join too much."""
        cells = self.cities[self.active()].cells
        slots: i64 = open_slots(cells)
        slot: i64 = 0
        while slot < SLOTS:
            if (slots >> slot) & 1:
                rotation: i64 = 0
                while rotation < self.parts.spins[face]:
                    at: i64 = face * 4 + rotation
                    if not joins(cells, slot, self.parts.looks[at], self.parts.areas[at]):
                        return False
                    rotation += 1
            slot += 1
        return True

    def excepted(self, face: i64) -> bool:
        """Whether the exception (NV-3.5) lets this face be laid although it joins too much."""
        if self.by_tile:
            return self.stuck(face)
        for held in self.hand_faces(self.active()):
            if not self.stuck(held):
                return False
        return True

    def legal(self, move: i64) -> bool:
        """Whether a well-formed move may be played."""
        parts = self.parts
        if move < parts.first_piece:
            if self.phase != TILE:
                return False
            face: i64 = move // SPINS
            slot: i64 = move % SPINS // 4
            seat: i64 = self.active()
            cells = self.cities[seat].cells
            if not self.holds(seat, face) or (open_slots(cells) >> slot) & 1 == 0:
                return False
            at: i64 = face * 4 + move % 4
            return not joins(cells, slot, parts.looks[at], parts.areas[at]) or self.excepted(face)
        if move < parts.first_draw:
            return self.phase == PIECE and (
                move == parts.first_piece or self.may_stand(move - parts.first_piece - 1)
            )
        if self.phase != DRAW:
            return False
        if move == parts.from_stack:
            return self.stack_left() > 0
        wanted: i64 = move - parts.first_draw + 1
        i: i64 = self.row_at()
        end: i64 = i + ROW
        while i < end:
            if self.tiles[i] == wanted:
                return True
            i += 1
        return False

    def may_stand(self, which: i64) -> bool:
        """Whether a piece (kind * 4 + quadrant) may go on the new tile."""
        kind: i64 = which // 4
        quadrant: i64 = which % 4
        cells = self.cities[self.active()].cells
        here: i64 = cells[CORNERS[self.slot] + (quadrant >> 1) * WIDTH + (quadrant & 1)]
        if (here >> ICON) & ICON_MASK:
            return False
        if kind >= SKYSCRAPERS:
            return (self.one >> (kind - SKYSCRAPERS)) & 1 == 1
        if (self.sky >> kind) & 1 == 0 or kind // VALUES + 1 != here & TERRAIN:
            return False
        return cells[(here >> LABEL) & BYTE] >> SKIES == 0

    def play(self, move: int) -> None:
        if not self.names(move):
            raise Malformed(f"move {move} names nothing in this game")
        if not self.legal(move):
            refusal = refusals.refuse(self, move)
            assert refusal is not None
            raise Illegal(refusal)
        self.decide(move)
        self.resolve()

    def foresee(self, move: int) -> Position:
        refusal = self.refusal(move)
        if refusal is not None:
            raise Illegal(refusal)
        ahead = self.twin()
        ahead.decide(move)
        return ahead

    def decide(self, move: i64) -> None:
        """All that follows from public facts and the move itself."""
        parts = self.parts
        if move < parts.first_piece:
            self.lay(move // SPINS, move % SPINS // 4, move % 4)
        elif move < parts.first_draw:
            self.put(move - parts.first_piece - 1)
        elif move == parts.from_stack:
            self.phase = DEAL
        else:
            self.take(move - parts.first_draw)

    def resolve(self) -> None:
        """Draw what is pending from the stack."""
        if self.phase == REFILL:
            i: i64 = self.row_at()
            while self.tiles[i] != 0:
                i += 1
            self.tiles[i] = i64(self.pile[self.top]) + 1
            self.top += 1
            self.next_turn()
        elif self.phase == DEAL:
            self.gain(self.active(), self.pile[self.top], self.open_hands)
            self.top += 1
            self.next_turn()

    def lay(self, face: i64, slot: i64, rotation: i64) -> None:
        """Lay a tile of the hand (NV-3.1)."""
        seat: i64 = self.active()
        cells = self.cities[seat].cells
        at: i64 = face * 4 + rotation
        tells = not self.by_tile and joins(cells, slot, self.parts.looks[at], self.parts.areas[at])
        self.lose(seat, face)
        if tells:
            self.learn(seat)
        lay_tile(cells, slot, self.parts.looks[at])
        self.slot = slot
        self.phase = PIECE

    def put(self, which: i64) -> None:
        """Put a piece (kind * 4 + quadrant; -1: none) on the new tile (NV-3.6)."""
        if which >= 0:
            kind: i64 = which // 4
            quadrant: i64 = which % 4
            square: i64 = i64(CORNERS[self.slot]) + (quadrant >> 1) * WIDTH + (quadrant & 1)
            put_piece(self.cities[self.active()].cells, square, kind)
            if kind < SKYSCRAPERS:
                self.sky &= ~BIT[kind]
            else:
                bit: i64 = BIT[kind - SKYSCRAPERS]
                if self.three & bit:
                    self.three &= ~bit
                elif self.two & bit:
                    self.two &= ~bit
                else:
                    self.one &= ~bit
        seats: i64 = len(self.cities)
        if self.done // seats == TURNS - 1 or (self.stack_left() == 0 and not self.row_faces()):
            self.next_turn()
        else:
            self.phase = DRAW

    def take(self, face: i64) -> None:
        """Take a tile of the row (NV-3.9)."""
        i: i64 = self.row_at()
        while self.tiles[i] != face + 1:
            i += 1
        self.tiles[i] = 0
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
        i: i64 = seat * A_SEAT + (0 if seen else HAND)
        while self.tiles[i] != 0:
            i += 1
        self.tiles[i] = face + 1

    def lose(self, seat: i64, face: i64) -> None:
        """A tile leaves a hand: one that all have seen if there is one.

        Equal tiles cannot be told apart, so which of them it was makes no difference to what can
        be known: what remains is the same set of tiles.
        """
        i: i64 = seat * A_SEAT
        while self.tiles[i] != face + 1:
            i += 1
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
        unseen = 0
        for i in range(HAND):
            if self.tiles[seat * A_SEAT + HAND + i]:
                unseen += 1
        if unseen == 0:
            return
        stuck = 0
        for face in range(self.parts.face_count):
            if self.stuck(face):
                stuck |= 1 << face
        limits = [limit & stuck for limit in self.limits[seat]]
        limits.extend([stuck] * (unseen - len(limits)))
        self.limits[seat] = tuple(limits)

    def copy(self) -> Position:
        return self.twin()

    def twin(self) -> Neoville:
        """An independent copy, by its own type."""
        return Neoville(
            self.setting,
            self.chance,  # nothing is drawn from it after the deal
            self.parts,
            [city.copy() for city in self.cities],
            self.pile,
            self.top,
            self.tiles[:],
            self.limits[:],
            self.sky,
            self.one,
            self.two,
            self.three,
            self.first,
            self.done,
            self.phase,
            self.slot,
        )

    # Random play.

    def playout(self, rng: Rng) -> int:
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
        return played

    def lay_any(self, rng: Rng) -> None:
        """Lay a tile, every allowed placement being equally likely.

        A placement is drawn among all that NV-3.2 allows, again and again until it is free; if
        that does not succeed soon, it is drawn from the list.
        """
        parts = self.parts
        seat: i64 = self.active()
        if not self.by_tile:
            cells = self.cities[seat].cells
            slots: i64 = open_slots(cells)
            first: i64 = seat * A_SEAT
            # The different faces, one byte each, and how many rotations they have in all.
            faces: i64 = 0
            kinds: i64 = 0
            spins: i64 = 0
            i: i64 = 0
            while i < A_SEAT:
                tile: i64 = self.tiles[first + i]
                if tile != 0 and not (
                    tile == faces & BYTE
                    or tile == (faces >> 8) & BYTE
                    or tile == (faces >> 16) & BYTE
                ):
                    faces |= tile << (8 * kinds)
                    kinds += 1
                    spins += parts.spins[tile - 1]
                i += 1
            ways: i64 = spins * count(slots)
            tries: i64 = 0
            while tries < TRIES:
                drawn: i64 = rng.below(ways)
                slot: i64 = nth(slots, drawn // spins)
                rotation: i64 = drawn % spins
                face: i64 = (faces & BYTE) - 1
                rest: i64 = faces
                while rotation >= parts.spins[face]:
                    rotation -= parts.spins[face]
                    rest >>= 8
                    face = (rest & BYTE) - 1
                at: i64 = face * 4 + rotation
                look: i64 = parts.looks[at]
                if not joins(cells, slot, look, parts.areas[at]):
                    self.lose(seat, face)
                    lay_tile(cells, slot, look)
                    self.slot = slot
                    self.phase = PIECE
                    return
                tries += 1
        moves = self.tile_moves()
        size: i64 = len(moves)
        move: i64 = moves[rng.below(size)]
        self.lay(move // SPINS, move % SPINS // 4, move % 4)

    def put_any(self, rng: Rng) -> None:
        """Put a piece or none, every possibility being equally likely."""
        cells = self.cities[self.active()].cells
        at: i64 = CORNERS[self.slot]
        utilities: i64 = count(self.one)
        ways: i64 = 1
        chances: i64 = 0  # the skyscrapers that may stand on each quadrant, a byte each
        bare: i64 = 0
        quadrant: i64 = 0
        while quadrant < 4:
            here: i64 = cells[at + (quadrant >> 1) * WIDTH + (quadrant & 1)]
            if (here >> ICON) & ICON_MASK == 0:
                bare |= BIT[quadrant]
                ways += utilities
                if cells[(here >> LABEL) & BYTE] >> SKIES == 0:
                    towers: i64 = self.sky >> (((here & TERRAIN) - 1) * VALUES) & 127
                    chances |= towers << (8 * quadrant)
                    ways += COUNT16[towers]
            quadrant += 1
        drawn: i64 = rng.below(ways) - 1
        which: i64 = -1
        if drawn >= 0:
            quadrant = 0
            while True:
                if (bare >> quadrant) & 1:
                    towers = (chances >> (8 * quadrant)) & BYTE
                    here_ways: i64 = utilities + COUNT16[towers]
                    if drawn < here_ways:
                        break
                    drawn -= here_ways
                quadrant += 1
            kind: i64 = 0
            if drawn < utilities:
                kind = SKYSCRAPERS + nth(self.one, drawn)
            else:
                square: i64 = at + (quadrant >> 1) * WIDTH + (quadrant & 1)
                kind = ((cells[square] & TERRAIN) - 1) * VALUES + nth(towers, drawn - utilities)
            which = kind * 4 + quadrant
        self.put(which)

    def draw_any(self, rng: Rng) -> None:
        """Draw a tile, every face of the row and the stack being equally likely."""
        first: i64 = self.row_at()
        faces: i64 = 0
        kinds: i64 = 0
        i: i64 = 0
        while i < ROW:
            tile: i64 = self.tiles[first + i]
            if tile != 0 and not (
                tile == faces & BYTE or tile == (faces >> 8) & BYTE or tile == (faces >> 16) & BYTE
            ):
                faces |= tile << (8 * kinds)
                kinds += 1
            i += 1
        drawn: i64 = rng.below(kinds + (1 if self.stack_left() > 0 else 0))
        if drawn == kinds:
            self.phase = DEAL
        else:
            self.take(((faces >> (8 * drawn)) & BYTE) - 1)

    # Why not, and how much.

    def refusal(self, move: int) -> Refusal | None:
        if not self.names(move):
            raise Malformed(f"move {move} names nothing in this game")
        if self.legal(move):
            return None
        return refusals.refuse(self, move)

    def fitting(self, path: tuple[str, ...]) -> list[int]:
        return refusals.fitting(self, path)

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
        return scoring.ledger_lines(self.parts, self.mirror, self.cities)

    # Knowledge.

    def view(self, seat: int | None) -> dict[str, object]:
        view = self.frame(seat)
        view.update(views.seen(self, seat))
        return view

    def guess(self, seat: int | None, rng: Rng) -> Position:
        ahead = self.twin()
        ahead.chance = rng.spawn()
        unseen = sorted(self.pile[self.top :])
        wants: list[tuple[int, int]] = []  # (set of faces or -1, where in `tiles`)
        for other in range(len(self.cities)):
            if other == seat:
                continue
            limits = self.limits[other]
            n = 0
            for i in range(HAND):
                at = other * A_SEAT + HAND + i
                if self.tiles[at]:
                    unseen.append(self.tiles[at] - 1)
                    wants.append((limits[n] if n < len(limits) else -1, at))
                    n += 1
        unseen.sort()
        dealt = deal(unseen, [limit for limit, _ in wants], rng)
        for i in range(len(wants)):
            ahead.tiles[wants[i][1]] = dealt[i] + 1
        ahead.pile = dealt[len(wants) :]
        ahead.top = 0
        return ahead

    def story(self, move: int, seat: int | None) -> list[Sentence]:
        return views.told(self, move, seat)

    # Text.

    def say(self, move: int) -> str:
        return notation.say(self.parts, move)

    def read(self, text: str) -> int:
        return notation.read(self.parts, text)

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        return notation.fields(self, seat, seat == EVERYTHING)


DEALS: Final = 64


def deal(tiles: list[int], limits: list[int], rng: Rng) -> list[int]:
    """Tiles in random order, the first of them each within its limit (-1: none).

    Whole deals are thrown away until one fits, so all that fit are equally likely. If none does in
    a while, hands are filled one after the other with what fits, going back where it must.
    """
    dealt = tiles[:]
    for _ in range(DEALS):
        shuffle(dealt, rng)
        if within(dealt, limits):
            return dealt
    order = sorted(
        range(len(limits)), key=lambda i: 999 if limits[i] < 0 else limits[i].bit_count()
    )
    chosen = [-1] * len(limits)
    if not fill(dealt, limits, order, 0, chosen):
        raise ValueError("no deal fits what is known")
    rest = dealt[:]
    for face in chosen:
        rest.remove(face)
    return chosen + rest


def within(dealt: list[int], limits: list[int]) -> bool:
    """Whether the first tiles are each within their limit."""
    for i in range(len(limits)):
        if limits[i] >= 0 and not limits[i] >> dealt[i] & 1:
            return False
    return True


def fill(tiles: list[int], limits: list[int], order: list[int], n: int, chosen: list[int]) -> bool:
    """Choose a tile for each limit, in this order; False if there is no way."""
    if n == len(order):
        return True
    limit = limits[order[n]]
    tried: list[int] = []
    for i in range(len(tiles)):
        face = tiles[i]
        if face not in tried and (limit < 0 or limit >> face & 1):
            tried.append(face)
            chosen[order[n]] = face
            if fill(tiles[:i] + tiles[i + 1 :], limits, order, n + 1, chosen):
                return True
    return False


def begin(setting: Setting, chance: Chance) -> Position:
    """The first position (NV-2)."""
    parts = read_components(setting.pack)
    seats = setting.seats
    sky = 0
    for terrain in range(4):
        for n in range(VALUES):
            if parts.values[n] not in LEFT_OUT[seats]:
                sky |= 1 << (terrain * VALUES + n)
    pair = PAIRS.get(str(setting.options["utilities"]))
    if pair is None:
        out = int(chance.below(3))
        pair = (0 if out != 0 else 1, 2 if out != 2 else 1)
    copies = [0] * 64
    for type in pair:
        tokens: list[int] = []
        for kind in range(parts.first_of[type], parts.first_of[type + 1]):
            tokens.extend([kind - SKYSCRAPERS] * parts.kinds[kind].copies)
        shuffle(tokens, chance)
        for which in tokens[: TOKENS[seats]]:
            copies[which] += 1
    pile: list[int] = []
    for face in range(parts.face_count):
        pile.extend([face] * parts.copies[face])
    shuffle(pile, chance)
    wish = setting.options["first"]
    assert isinstance(wish, int)
    first = min(wish, seats) - 1 if wish else int(chance.below(seats))
    tiles = vec[i64]([0] * (seats * A_SEAT + ROW))
    for i in range(ROW):
        tiles[seats * A_SEAT + i] = pile[i] + 1
    position = Neoville(
        setting,
        chance,
        parts,
        [bare_city() for _ in range(seats)],
        pile,
        ROW,
        tiles,
        [() for _ in range(seats)],
        sky,
        mask_of(copies, 1),
        mask_of(copies, 2),
        mask_of(copies, 3),
        first,
        0,
        TILE,
        -1,
    )
    for n in range(seats):
        seat = (first + n) % seats
        position.gain(seat, parts.equity[n], True)
        for _ in range(HAND - 1):
            position.gain(seat, pile[position.top], position.open_hands)
            position.top += 1
    return position


def mask_of(copies: list[int], least: int) -> int:
    """The utilities with at least so many copies, as a set."""
    found = 0
    for which in range(len(copies)):
        if copies[which] >= least:
            found |= 1 << which
    return found
