"""The bots of Neoville: what a turn may bring the city, and games played on by that.

A placement is valued with the best piece for it; a tile of the row by the best place it could have.
In playouts the seat that thinks plays so, the others more hastily: they matter for what they
take from the stock and the row. Compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.bots.bot import Bot
from parvis.bots.neoville_greedy import think as think_greedily
from parvis.bots.neoville_outlook import Outlook
from parvis.bots.playouts import Judge, Outcome, chances, ended, lead
from parvis.bots.search import Sense
from parvis.bots.skill import skills_in
from parvis.engine.bits import BIT, lowest
from parvis.engine.chance import Rng
from parvis.engine.ledger import Line, change
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence
from parvis.games.neoville.city import (
    PARKS,
    SPORTS,
    TILES,
    lay_tile,
)
from parvis.games.neoville.components import (
    CORNERS,
    PIECE,
    SKYSCRAPERS,
    TILE,
    TURNS,
    WIDTH,
    named,
)
from parvis.games.neoville.legality import (
    free_among,
    hot_slots,
    listed,
    open_slots,
    placements,
    standing,
)
from parvis.games.neoville.moves import PUT
from parvis.games.neoville.position import Neoville

NEARER: Final = ("nv.line.sky.short", "nv.line.eco.short", "nv.line.mill.open")
A_POINT: Final = 1.0  # what is worth saying
NOWHERE: Final = -50.0  # a tile that has no place
MOST: Final = 512  # placements, at most
SAMPLE: Final = 5  # tiles of the stack that stand for all of them
LOOKED_INTO: Final = 20  # placements that are tried with every piece,
GLANCE: Final = 5  # and in playouts
HURRY: Final = 4  # placements that others look at in playouts


class Planner:
    """Plans turns for the seat to decide; one for each thought."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.outlook = Outlook(weights)
        self.many: i64 = 0  # placements that were weighed last
        self.worth = vec[float]([0.0] * MOST)
        self.moves = vec[i64]([0] * MOST)
        # The best piece for the city that was surveyed last; -1 for none.
        self.kind: i64 = -1
        self.quadrant: i64 = 0
        self.denial = weights["denial"]
        self.doubt = weights["doubt"]
        self.a_turn = weights["a_turn"]

    def attend(self, position: Neoville, seat: i64) -> None:
        """Look at things from this seat."""
        outlook = self.outlook
        outlook.open_box(position.parts, position.mirror)
        outlook.stock = position.stock
        parks: i64 = 0
        sports: i64 = 0
        for other in range(len(position.cities)):
            if other != seat:
                cells = position.cities[other].cells
                parks = max(parks, cells[PARKS])
                sports = max(sports, cells[SPORTS])
        outlook.most_parks = parks
        outlook.most_sports = sports

    def laid(self, position: Neoville, move: i64) -> float:
        """What the city may be worth with a tile laid so."""
        parts = position.parts
        lay = parts.moves.lay
        cells = position.cities[position.active()].cells[:]
        lay_tile(cells, lay.part(move, 1), parts.looks[lay.part(move, 0)])
        return self.outlook.survey(cells)

    def add_piece(self, at: i64) -> float:
        """What the best piece on the tile at this corner adds; 0 for none."""
        outlook = self.outlook
        cells = outlook.cells
        best = 0.0
        self.kind = -1
        quadrant: i64 = 0
        while quadrant < 4:
            square: i64 = at + (quadrant >> 1) * WIDTH + (quadrant & 1)
            kinds: i64 = standing(cells, square, outlook.stock)
            while kinds:
                kind: i64 = lowest(kinds)
                kinds &= kinds - 1
                gain = outlook.piece_gain(kind, square)
                if gain > best:
                    best = gain
                    self.kind = kind
                    self.quadrant = quadrant
            quadrant += 1
        return best

    def best_of(self) -> i64:
        """Of the placements that were weighed, the best one."""
        best: i64 = 0
        i: i64 = 1
        while i < self.many:
            if self.worth[i] > self.worth[best]:
                best = i
            i += 1
        return best

    def weigh(self, position: Neoville, moves: list[int]) -> None:
        """Placements without a piece."""
        self.many = 0
        for move in moves:
            self.worth[self.many] = self.laid(position, move)
            self.moves[self.many] = move
            self.many += 1

    def best_placement(self, position: Neoville, moves: list[int], tried: i64) -> i64:
        """The best placement if the most promising ones are tried with every piece; plans that
        piece."""
        self.weigh(position, moves)
        lay = position.parts.moves.lay
        best: i64 = moves[0]
        highest = NOWHERE * 2
        kind: i64 = -1
        quadrant: i64 = 0
        if tried > self.many:
            tried = self.many
        while tried > 0:
            i: i64 = self.best_of()
            move: i64 = self.moves[i]
            self.worth[i] = NOWHERE * 4
            value = self.laid(position, move)
            value += self.add_piece(CORNERS[lay.part(move, 1)])
            if value > highest:
                highest = value
                best = move
                kind = self.kind
                quadrant = self.quadrant
            tried -= 1
        self.kind = kind
        self.quadrant = quadrant
        return best

    # What every move is worth.

    def tile_values(self, position: Neoville) -> list[tuple[int, float]]:
        """Placements, the most promising ones, each with its best piece."""
        self.attend(position, position.active())
        self.weigh(position, placements(position))
        order = [(-self.worth[i], int(self.moves[i])) for i in range(self.many)]
        order.sort()
        lay = position.parts.moves.lay
        found: list[tuple[int, float]] = []
        for _, move in order[:LOOKED_INTO]:
            value = self.laid(position, move)
            found.append((move, value + self.add_piece(CORNERS[lay.part(move, 1)])))
        return found

    def piece_values(self, position: Neoville) -> list[tuple[int, float]]:
        """The pieces for the new tile, and none."""
        seat: i64 = position.active()
        self.attend(position, seat)
        moves = position.parts.moves
        value = self.outlook.survey(position.cities[seat].cells)
        found: list[tuple[int, float]] = []
        for move in position.moves():
            if move == moves.none.base:
                found.append((move, value))
                continue
            quadrant: i64 = moves.put.part(move, 1)
            square: i64 = CORNERS[position.slot] + (quadrant >> 1) * WIDTH + (quadrant & 1)
            found.append((move, value + self.outlook.piece_gain(moves.put.part(move, 0), square)))
        if self.denial:
            denied = self.denied(position, [int(moves.put.part(move, 0)) for move, _ in found[1:]])
            found[1:] = [
                (found[n][0], found[n][1] + self.denial * denied[n - 1])
                for n in range(1, len(found))
            ]
        return found

    def denied(self, position: Neoville, kinds: list[int]) -> list[float]:
        """What the others together hope for less if the stock has one less of each kind."""
        outlook = self.outlook
        found = [0.0] * len(kinds)
        seat: i64 = position.active()
        for other in range(len(position.cities)):
            if other == seat:
                continue
            self.attend(position, other)
            cells = position.cities[other].cells
            hoped = outlook.survey(cells)
            for n in range(len(kinds)):
                # Of a utility nobody is sure before the tile that it is for.
                if kinds[n] < SKYSCRAPERS:
                    outlook.stock = position.stock & ~BIT[kinds[n]]
                    found[n] += hoped - outlook.survey(cells)
                    outlook.stock = position.stock
        self.attend(position, seat)
        return found

    def face_value(self, position: Neoville, face: i64, slots: list[int], hot: i64) -> float:
        """The best place of a face on the city as it is, without a piece."""
        best = NOWHERE
        for move in free_among(position, face, slots, hot):
            value = self.laid(position, move)
            if value > best:
                best = value
        return best

    def draw_values(self, position: Neoville) -> list[tuple[int, float]]:
        """Tiles by the best place they could have in the city as it is."""
        seat: i64 = position.active()
        self.attend(position, seat)
        moves = position.parts.moves
        cells = position.cities[seat].cells
        slots = listed(open_slots(cells))
        hot: i64 = hot_slots(cells, slots)
        found: list[tuple[int, float]] = []
        known: dict[int, float] = {}
        for move in position.moves():
            if move == moves.stack.base:
                left = position.pile[position.top :]
                faces = left[:: max(1, len(left) // SAMPLE)][:SAMPLE]
            else:
                faces = [int(moves.take.only(move))]
            total = 0.0
            for face in faces:
                if face not in known:
                    known[face] = self.face_value(position, face, slots, hot)
                total += known[face]
            worth = total / float(len(faces))
            if self.denial and len(faces) == 1:
                worth += self.denial * self.wanted(position, faces[0])
            found.append((move, worth))
        return found

    def wanted(self, position: Neoville, face: int) -> float:
        """What a tile would bring the city of the next seat, if it joined nothing it must not."""
        seat: i64 = position.active()
        next: i64 = (seat + 1) % len(position.cities)
        self.attend(position, next)
        parts = position.parts
        cells = position.cities[next].cells
        best = 0.0
        if cells[TILES]:
            now = self.outlook.survey(cells)
            for slot in listed(open_slots(cells)):
                for look in parts.looks_of[face]:
                    ahead = cells[:]
                    lay_tile(ahead, slot, parts.looks[look])
                    best = max(best, self.outlook.survey(ahead) - now)
        self.attend(position, seat)
        return best

    def values(self, position: Neoville) -> list[tuple[int, float]]:
        """Each move that is worth a thought and what the city may be worth with it."""
        if position.phase == TILE:
            return self.tile_values(position)
        if position.phase == PIECE:
            return self.piece_values(position)
        return self.draw_values(position)

    # Turns of playouts.

    def lay_and_put(self, position: Neoville, rng: Rng, some: i64) -> None:
        """Lay a tile and put a piece: the best of all placements, or of `some` random ones."""
        self.attend(position, position.active())
        moves = placements(position)
        if some > 0 and len(moves) > some:
            size: i64 = len(moves)
            moves = [moves[rng.below(size)] for _ in range(some)]
        position.decide(self.best_placement(position, moves, GLANCE))
        if self.kind >= 0:
            position.put(self.kind, self.quadrant)
        else:
            position.end_pieces()

    def put_best(self, position: Neoville) -> None:
        """Put the best piece on the new tile."""
        seat: i64 = position.active()
        self.attend(position, seat)
        self.outlook.survey(position.cities[seat].cells)
        self.add_piece(CORNERS[position.slot])
        if self.kind >= 0:
            position.put(self.kind, self.quadrant)
        else:
            position.end_pieces()

    def go_on(self, position: Neoville, rng: Rng, carefully: bool) -> None:
        """One decision, or two at once."""
        if position.phase == TILE:
            self.lay_and_put(position, rng, 0 if carefully else HURRY)
        elif position.phase == PIECE:
            self.put_best(position)
        else:
            position.draw_any(rng)
        position.resolve()

    def likely(self, position: Neoville, rng: Rng) -> i64:
        """What the seat to decide would play; any tile is taken, as in playouts."""
        seat: i64 = position.active()
        moves = position.parts.moves
        self.attend(position, seat)
        if position.phase == TILE:
            return self.best_placement(position, placements(position), GLANCE)
        if position.phase == PIECE:
            self.outlook.survey(position.cities[seat].cells)
            self.add_piece(CORNERS[position.slot])
            return moves.put.move(self.kind, self.quadrant) if self.kind >= 0 else moves.none.base
        return position.random_move(rng)

    def estimate(self, position: Neoville) -> tuple[list[float], float]:
        """What each city may be worth in the end, and how far that may be off."""
        found: list[float] = []
        left: i64 = 0
        seat: i64 = 0
        for city in position.cities:
            self.attend(position, seat)
            found.append(self.outlook.survey(city.cells))
            left += TURNS - city.cells[TILES]
            seat += 1
        turns = float(left) / float(seat)
        return found, self.doubt + self.a_turn * turns**0.5


def settled(position: Neoville) -> bool:
    """Whether all cities have as many tiles."""
    return position.phase == TILE and position.done % len(position.cities) == 0


class Course(Judge):
    """Plays a game on as the seat that thinks would, the others more hastily."""

    def __init__(self, planner: Planner, seat: int, sight: int) -> None:
        super().__init__(horizon=sight)
        self.planner = planner
        self.seat: i64 = seat

    def play_on(self, position: Position, rng: Rng) -> None:
        assert isinstance(position, Neoville)
        position.chance = rng
        position.resolve()
        seats: i64 = len(position.cities)
        # Three decisions are a turn; whoever begins within one has it to the end.
        until: i64 = position.done + self.horizon * seats // 3
        while not position.over():
            if self.horizon > 0 and position.done >= until and settled(position):
                return
            self.planner.go_on(position, rng, position.active() == self.seat)

    def outcome(self, position: Position) -> Outcome:
        assert isinstance(position, Neoville)
        if position.over():
            return ended(position)
        points, spread = self.planner.estimate(position)
        return Outcome(chances(points, spread), [lead(points, n) for n in range(len(points))])


class Prospects(Sense):
    """What levels see: what may become of cities."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.weights = weights

    def values(self, position: Position, rng: Rng) -> list[tuple[int, float]]:
        assert isinstance(position, Neoville)
        return [(move, round(value, 6)) for move, value in Planner(self.weights).values(position)]

    def likely(self, position: Position, rng: Rng) -> int:
        assert isinstance(position, Neoville)
        return int(Planner(self.weights).likely(position, rng))

    def estimate(self, position: Position) -> tuple[list[float], float]:
        assert isinstance(position, Neoville)
        return Planner(self.weights).estimate(position)

    def quiet(self, position: Position) -> bool:
        assert isinstance(position, Neoville)
        return settled(position)

    def judge(self, seat: int, sight: int) -> Judge:
        return Course(Planner(self.weights), seat, sight)

    def reasons(self, position: Position, move: int) -> list[Sentence]:
        assert isinstance(position, Neoville)
        return reasons(Planner(self.weights), position, move)


def reasons(planner: Planner, position: Neoville, move: int) -> list[Sentence]:
    """What a move brings its city at once or brings nearer, whom it denies a skyscraper, and what
    the city may come to."""
    seat = int(position.active())
    ahead = position.foresee(move)
    assert isinstance(ahead, Neoville)
    _, came = change(position.ledger(), ahead.ledger())
    lines = [line for line in came if line.side == seat]
    found = [told(line) for line in lines if line.points > 0]
    found += [told(line) for line in lines if line.key in NEARER]
    moves = position.parts.moves
    if moves.codec.number_at[move] == PUT:
        kind = int(moves.put.part(move, 0))
        worth = planner.denied(position, [kind])[0]
        if worth >= A_POINT:
            params = named(position.parts, kind)
            params["n"] = round(worth)
            found.append(Sentence("nv.reason.denied", params))
    planner.attend(ahead, seat)
    worth = planner.outlook.survey(ahead.cities[seat].cells)
    found.append(Sentence("nv.reason", {"n": round(worth)}))
    return found


def told(line: Line) -> Sentence:
    """A line of the ledger as a sentence."""
    return Sentence(line.key, line.params, line.places)


def sense(weights: Mapping[str, float]) -> Sense:
    """What levels of these weights think with."""
    return Prospects(weights)


SKILLS = skills_in("neoville")
assert SKILLS is not None
WHOLE = Prospects(SKILLS.weights)  # what analysis judges by
JUDGE = Judge(
    worlds=24,
    openly=144,
    scale=12.0,
    policy=WHOLE.likely,
    horizon=3,
    quiet=WHOLE.quiet,
    estimate=WHOLE.estimate,
)
BOTS = (Bot("greedy", think_greedily),)
