"""A greedy bot for Neoville: one move ahead, each piece weighed by what may still become of it.

The ledger says what a piece is worth now and what it lacks; here that becomes a chance of success
by how many turns, open edges and empty squares are left to make it good.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from parvis.bots.bot import Budget, Thought, ranked
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence
from parvis.games.neoville import scoring
from parvis.games.neoville.city import (
    PARKS,
    SPORTS,
    TAKEN,
    TILES,
)
from parvis.games.neoville.components import (
    BIODOME,
    ECOMOBILE,
    PIECE,
    SHEET,
    SKYSCRAPERS,
    TILE,
    TURNS,
    VALUES,
    WINDMILL,
    slot_of,
    square_of,
)
from parvis.games.neoville.position import Neoville

GROWTH = 0.75  # squares a turn that a district gains when one works at it
CROWDING = 0.3  # how much each other unfinished district takes away from that
SHARPNESS = 1.8
FOUND = 0.2  # of the empty squares in sight, how many will carry an icon that is wanted,
BUILT = 0.12  # and how many a piece that is wanted
UNBUILT = 0.55  # what a skyscraper that could be built is worth beside one that is
SAMPLE = 3  # tiles of the stack that stand for all of them
FEATURE_WORTH = 0.25  # an icon, beyond the majority
NOWHERE = -50.0  # a tile that has no place
SHEET_ROW = (1 << SHEET) - 1
SHEET_COLUMN = sum(1 << SHEET * n for n in range(SHEET))
TOWERS = (1 << VALUES) - 1  # the skyscrapers of a terrain, as a set
LOOKED_INTO = 14  # placements that are tried with every piece


@lru_cache(1 << 13)
def grown(size: float, value: int, edges: int, rivals: int, turns: int) -> float:
    """How likely a district grows to a skyscraper's value in so many turns."""
    need = value - size
    if need <= 0:
        return 0.98
    if edges == 0 or turns == 0:
        return 0.0
    reach = turns * GROWTH * min(1.0, 0.35 + 0.13 * edges) / (1 + CROWDING * rivals)
    return 1 / (1 + exp(SHARPNESS * (need - reach)))


@lru_cache(1 << 12)
def stocked(values: tuple[int, ...], stock: int) -> tuple[int, ...]:
    """Those of the values that a terrain's part of the stock still has."""
    return tuple(value for n, value in enumerate(values) if stock >> n & 1)


@lru_cache(1 << 13)
def promised(values: tuple[int, ...], size: int, edges: int, short: int, turns: int) -> float:
    """The most that a skyscraper of these values promises in a district."""
    best = 0.0
    for points in values:
        chance = grown(size + 0.8, points, edges, short, turns)
        best = max(best, points * (2 * chance - 1))
    return best


class Prospect:
    """A city as the bot sees it: its districts, their open edges, the turns that are left."""

    def __init__(self, position: Neoville, seat: int) -> None:
        self.position = position
        self.parts = position.parts
        self.seat = seat
        self.city = position.cities[seat]
        self.turns = TURNS - self.city.number(TILES)
        self.taken = self.city.number(TAKEN)
        self.edges: dict[int, int] = {}
        self.sizes: dict[int, int] = {}
        self.grounds: dict[int, int] = {}
        for label, terrain, size, edges in self.city.districts():
            self.grounds[label] = terrain
            self.sizes[label] = size
            self.edges[label] = edges
        self.promised: dict[int, dict[int, float]] = {}  # by number of unfinished districts
        # What no piece that is tried changes: the majorities, and the skyscrapers in stock.
        self.icons = self.majorities()
        values, stock = tuple(self.parts.values), int(position.stock)
        self.stocked = [stocked(values, stock >> VALUES * n & TOWERS) for n in range(4)]

    def tower_chance(self, size: float, value: int, edges: int, rivals: int) -> float:
        """How likely a district grows to a skyscraper's value; rivals want to grow too."""
        return grown(size, value, edges, rivals, self.turns)

    def utility_chance(self, kind: int, square: int, alone: bool) -> float:
        """How likely a utility is met in the end; alone: no other biodome in its district."""
        city = self.city
        parts = self.parts
        type = parts.type_of[kind]
        if type == ECOMOBILE:
            need = parts.least[kind] - scoring.in_sight(city, square, parts.counts[kind])
            if need <= 0:
                return 1.0
            empty = self.empty_in_sight(square)
            if empty < need or self.turns == 0:
                return 0.0
            found = FOUND if parts.counts[kind] < 3 else BUILT
            return 1 / (1 + exp(1.7 * (need - found * empty)))
        if type == WINDMILL:
            good, every = scoring.frames_of(city, square, parts.stands[kind])
            return float((good / every) ** 0.6)
        label = city.label(square)
        fits = parts.fits_mirrored if self.position.mirror else parts.fits_as_shown
        shape = scoring.shape_of(city, square)
        if not alone or not fits.get(shape, 0) >> kind & 1:
            return 0.0
        # One or two open edges can be kept clear; more can not.
        return max(0.05, 1 - 0.05 * self.edges[label] ** 2)

    def empty_in_sight(self, square: int) -> int:
        """Squares of the row and the column that have no tile yet."""
        slot = slot_of(square)
        row = self.taken >> slot // SHEET * SHEET & SHEET_ROW
        column = self.taken >> slot % SHEET & SHEET_COLUMN
        return 16 - 2 * (row.bit_count() + column.bit_count())

    def value(self, kind: int = -1, square: int = 0) -> float:
        """What the city may be worth in the end, perhaps with one more piece."""
        pieces = self.city.pieces()
        if kind >= 0:
            pieces.append((kind, square))
        towers: dict[int, list[int]] = {}
        domes: set[int] = set()
        total = self.icons
        for which, where in pieces:
            label = self.city.label(where)
            if which < SKYSCRAPERS:
                towers.setdefault(label, []).append(self.parts.points[which])
            else:
                chance = self.utility_chance(which, where, label not in domes)
                total += self.parts.points[which] * (2 * chance - 1)
                if self.parts.type_of[which] == BIODOME:
                    domes.add(label)
        short = sum(1 for label, values in towers.items() if min(values) > self.sizes[label])
        for label, values in towers.items():
            size = self.sizes[label]
            met = [points for points in values if points <= size]
            points = max(met) if met else min(values)
            chance = self.tower_chance(size, points, self.edges[label], short - 1)
            total += points * (2 * chance - 1)
        return total + self.unbuilt(towers, short)

    def unbuilt(self, towers: dict[int, list[int]], short: int) -> float:
        """What the districts without a skyscraper promise."""
        if self.turns == 0:
            return 0.0
        if short not in self.promised:
            self.promised[short] = {
                label: self.promise(label, short) for label in self.sizes if self.edges[label]
            }
        promises = [worth for label, worth in self.promised[short].items() if label not in towers]
        promises.sort(reverse=True)
        return UNBUILT * sum(promises[: self.turns])

    def promise(self, label: int, short: int) -> float:
        """The best skyscraper of the stock that a district might carry one day."""
        values = self.stocked[self.grounds[label] - 1]
        return promised(values, self.sizes[label], self.edges[label], short, self.turns)

    def majorities(self) -> float:
        """What parks and sports promise."""
        total = 0.0
        for which in (PARKS, SPORTS):
            mine = self.city.number(which)
            others = [
                city.number(which)
                for seat, city in enumerate(self.position.cities)
                if seat != self.seat
            ]
            lead = mine - max(others) + 0.5
            total += 5 / (1 + exp(-lead / (0.5 + 0.12 * self.turns))) + FEATURE_WORTH * mine
        return total


def after(position: Neoville, move: int, seat: int) -> float:
    """The city's prospect after a move."""
    ahead = position.foresee(move)
    assert isinstance(ahead, Neoville)
    return Prospect(ahead, seat).value()


def weigh_pieces(position: Neoville, seat: int) -> list[tuple[int, float]]:
    """The pieces for the new tile, and none."""
    prospect = Prospect(position, seat)
    none, put = position.parts.moves.none, position.parts.moves.put
    weighed = [(int(none.base), prospect.value())]
    slot = int(position.slot)
    for move in position.moves()[1:]:
        kind, quadrant = put.values(move)
        weighed.append((move, prospect.value(kind, square_of(slot, quadrant))))
    return weighed


def weigh_tiles(position: Neoville, seat: int) -> list[tuple[int, float]]:
    """Placements by prospect; the most promising ones with their best piece."""
    plain = [(move, after(position, move, seat)) for move in position.moves()]
    plain.sort(key=lambda pair: -pair[1])
    weighed: list[tuple[int, float]] = []
    for move, _ in plain[:LOOKED_INTO]:
        ahead = position.foresee(move)
        assert isinstance(ahead, Neoville)
        weighed.append((move, max(value for _, value in weigh_pieces(ahead, seat))))
    return weighed


def weigh_draws(position: Neoville, seat: int) -> list[tuple[int, float]]:
    """Tiles by the best place they could have in the city as it is."""
    moves = position.parts.moves
    worth: dict[int, float] = {}
    weighed: list[tuple[int, float]] = []
    for move in position.moves():
        if move == moves.stack.base:
            left = position.pile[position.top :]
            faces = left[:: max(1, len(left) // SAMPLE)][:SAMPLE]
        else:
            faces = moves.take.values(move)
        for face in faces:
            if face not in worth:
                worth[face] = best_place(position, face, seat)
        weighed.append((move, sum(worth[face] for face in faces) / len(faces)))
    return weighed


def best_place(position: Neoville, face: int, seat: int) -> float:
    """The best prospect of a face on the city as it is, without a piece."""
    ahead = position.try_tile(face)
    lay, face_of = position.parts.moves.lay, position.parts.face_of
    places = [move for move in ahead.moves() if face_of[lay.values(move)[0]] == face]
    # A tile that would only join what must stay apart is worth nothing now.
    return max([after(ahead, move, seat) for move in places], default=NOWHERE)


def think(position: Position, rng: Rng, budget: Budget) -> Thought:
    """The move with the best prospect for one's own city."""
    assert isinstance(position, Neoville)
    seat = position.turn()
    assert seat is not None
    if position.phase == TILE:
        values = weigh_tiles(position, seat)
    elif position.phase == PIECE:
        values = weigh_pieces(position, seat)
    else:
        values = weigh_draws(position, seat)
    values = [(move, round(value, 6)) for move, value in values]
    thought = ranked(values, rng)
    best = max(value for _, value in values)
    reason = Sentence("nv.reason", {"n": round(best)})
    return Thought(thought.move, thought.considered, (reason,))
