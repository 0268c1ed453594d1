"""A greedy bot for Neoville: one move ahead, each piece weighed by what may still become of it.

The ledger says what a piece is worth now and what it lacks; here that becomes a chance of success
by how many turns, open edges and empty squares are left to make it good.
"""

from __future__ import annotations

from math import exp
from typing import Any

from parvis.bots.bot import Bot, Budget, Thought, ranked
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence
from parvis.games.neoville import scoring
from parvis.games.neoville.city import (
    BOTTOM,
    LABEL,
    LEFT,
    PARKS,
    RIGHT,
    SPORTS,
    TAKEN,
    TERRAIN,
    TILES,
    TOP,
    district_of,
    pieces_of,
)
from parvis.games.neoville.components import (
    COLUMNS_LEFT,
    CORNERS,
    ECOMOBILE,
    ROWS_LEFT,
    SHEET,
    SKYSCRAPERS,
    SPINS,
    TURNS,
    VALUES,
    WIDTH,
    WINDMILL,
    slot_of,
)
from parvis.games.neoville.position import DRAW, Neoville

GROWTH = 0.8  # squares a turn that a district gains when one works at it
FOUND = 0.2  # of the empty squares in sight, how many will carry what an ecomobile counts
UNBUILT = 0.55  # what a skyscraper that could be built is worth beside one that is
SAMPLE = 3  # tiles of the stack that stand for all of them
FEATURE_WORTH = 0.25  # an icon, beyond the majority


class Prospect:
    """A city as the bot sees it: its districts, their open edges, the turns that are left."""

    def __init__(self, position: Neoville, seat: int) -> None:
        self.position = position
        self.parts = position.parts
        self.seat = seat
        self.cells: Any = position.cities[seat].cells
        cells = self.cells
        self.turns = TURNS - int(cells[TILES])
        self.taken = int(cells[TAKEN])
        if self.taken:
            rows = ROWS_LEFT[int(cells[TOP]) * SHEET + int(cells[BOTTOM])]
            columns = COLUMNS_LEFT[int(cells[LEFT]) * SHEET + int(cells[RIGHT])]
            self.free = rows & columns & ~self.taken
        else:
            self.free = 0
        self.edges: dict[int, int] = {}
        self.sizes: dict[int, int] = {}
        self.grounds: dict[int, int] = {}
        self.look_around()

    def look_around(self) -> None:
        """Size and open edges of every district."""
        borders: dict[int, set[int]] = {}
        cells = self.cells
        for slot in range(SHEET * SHEET):
            if not self.taken >> slot & 1:
                continue
            at = CORNERS[slot]
            for square in (at, at + 1, at + WIDTH, at + WIDTH + 1):
                here = cells[square]
                label = here >> LABEL & 255
                self.sizes[label] = self.sizes.get(label, 0) + 1
                self.grounds[label] = here & TERRAIN
                border = borders.setdefault(label, set())
                for near in (square - WIDTH, square - 1, square + 1, square + WIDTH):
                    if not cells[near] and self.reachable(near):
                        border.add(near)
        self.edges = {label: len(border) for label, border in borders.items()}

    def reachable(self, square: int) -> bool:
        """Whether a tile may still come to lie on a square."""
        row, column = square // WIDTH - 1, square % WIDTH - 1
        if not (0 <= row < 2 * SHEET and 0 <= column < 2 * SHEET):
            return False
        return bool(self.free >> slot_of(square) & 1)

    def tower_chance(self, size: float, value: int, edges: int) -> float:
        """How likely a district grows to a skyscraper's value."""
        need = value - size
        if need <= 0:
            return 0.98
        if edges == 0 or self.turns == 0:
            return 0.0
        reach = self.turns * GROWTH * min(1.0, 0.35 + 0.13 * edges)
        return 1 / (1 + exp(2.2 * (need - reach * 0.62)))

    def piece_chance(self, index: int, kind: int, square: int) -> float:
        """How likely a piece is met in the end."""
        cells = self.cells
        parts = self.parts
        label = cells[square] >> LABEL & 255
        if kind < SKYSCRAPERS:
            return self.tower_chance(self.sizes[label], parts.points[kind], self.edges[label])
        type = parts.type_of[kind]
        if type == ECOMOBILE:
            need = parts.least[kind] - int(scoring.seen_from(cells, square, parts.counts[kind]))
            if need <= 0:
                return 1.0
            empty = self.empty_in_sight(square)
            if empty < need or self.turns == 0:
                return 0.0
            return 1 / (1 + exp(1.7 * (need - FOUND * empty)))
        if type == WINDMILL:
            good = int(scoring.good_frames(cells, square, parts.stands[kind]))
            return float((good / int(scoring.frames(cells))) ** 0.6)
        met = scoring.doing(parts, self.position.mirror, cells, index) == scoring.MET
        if not met:
            return 0.15 if self.edges[label] and self.sizes[label] < 4 else 0.0
        return max(0.35, 1 - 0.09 * self.edges[label])

    def empty_in_sight(self, square: int) -> int:
        """Squares of the row and the column that have no tile yet."""
        row, column = square // WIDTH * WIDTH, square % WIDTH
        filled = sum(1 for n in range(1, 15) if self.cells[row + n])
        filled += sum(1 for n in range(1, 15) if self.cells[n * WIDTH + column])
        return 16 - filled

    def value(self) -> float:
        """What the city may be worth in the end."""
        sum = 0.0
        built: dict[int, list[float]] = {}
        for index, (kind, square) in enumerate(pieces_of(self.cells)):
            chance = self.piece_chance(index, kind, square)
            worth = self.parts.points[kind] * (2 * chance - 1)
            if kind < SKYSCRAPERS:
                built.setdefault(int(self.cells[square]) >> LABEL & 255, []).append(worth)
            else:
                sum += worth
        for worths in built.values():
            worths.sort()
            sum += worths[-1]
        return sum + self.unbuilt(built) + self.majorities()

    def unbuilt(self, built: dict[int, list[float]]) -> float:
        """What the districts without a skyscraper promise."""
        if self.turns == 0:
            return 0.0
        sky = int(self.position.sky)
        promises: list[float] = []
        for label, size in self.sizes.items():
            if label in built or not self.edges[label]:
                continue
            first = (self.grounds[label] - 1) * VALUES
            best = 0.0
            for n in range(VALUES):
                if sky >> (first + n) & 1:
                    points = self.parts.values[n]
                    chance = self.tower_chance(size + 0.8, points, self.edges[label])
                    best = max(best, points * (2 * chance - 1))
            promises.append(best)
        promises.sort(reverse=True)
        return UNBUILT * sum(promises[: self.turns])

    def majorities(self) -> float:
        """What parks and sports promise."""
        total = 0.0
        for which in (PARKS, SPORTS):
            mine = int(self.cells[which])
            others = [
                int(city.cells[which])
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


def best_piece(position: Neoville, seat: int) -> float:
    """The prospect with the best piece on the new tile, or with none."""
    moves = position.moves()
    # Of the skyscrapers of one square only those near the best value are worth a look, and equal
    # utilities on equal squares differ little: trying them all is quick enough.
    return max(after(position, move, seat) for move in moves)


def weigh_tiles(position: Neoville, seat: int) -> list[tuple[int, float]]:
    """Placements by prospect; the most promising ones with their best piece."""
    plain = [(move, after(position, move, seat)) for move in position.moves()]
    plain.sort(key=lambda pair: -pair[1])
    weighed: list[tuple[int, float]] = []
    for number, (move, value) in enumerate(plain):
        if number < 10:
            ahead = position.foresee(move)
            assert isinstance(ahead, Neoville)
            value = best_piece(ahead, seat)
        weighed.append((move, value if number < 10 else value - 100))
    return weighed


def weigh_draws(position: Neoville, seat: int) -> list[tuple[int, float]]:
    """Tiles by the best place they could have in the city as it is."""
    parts = position.parts
    worth: dict[int, float] = {}
    weighed: list[tuple[int, float]] = []
    for move in position.moves():
        if move == parts.from_stack:
            left = position.pile[position.top :]
            faces = left[:: max(1, len(left) // SAMPLE)][:SAMPLE]
        else:
            faces = [move - int(parts.first_draw)]
        for face in faces:
            if face not in worth:
                worth[face] = best_place(position, face, seat)
        weighed.append((move, sum(worth[face] for face in faces) / len(faces)))
    return weighed


def best_place(position: Neoville, face: int, seat: int) -> float:
    """The best prospect of a face on the city as it is, without a piece."""
    ahead = position.twin()
    ahead.tiles[seat * 6] = face + 1
    ahead.phase = 0
    return max(after(ahead, move, seat) for move in ahead.moves() if move // SPINS == face)


def think(position: Position, rng: Rng, budget: Budget) -> Thought:
    """The move with the best prospect for one's own city."""
    assert isinstance(position, Neoville)
    seat = position.turn()
    assert seat is not None
    if position.phase == DRAW:
        values = weigh_draws(position, seat)
    elif position.phase == 0:
        values = weigh_tiles(position, seat)
    else:
        values = [(move, after(position, move, seat)) for move in position.moves()]
    values = [(move, round(value, 6)) for move, value in values]
    thought = ranked(values, rng)
    best = max(value for _, value in values)
    reason = Sentence("nv.reason", {"n": round(best)})
    return Thought(thought.move, thought.considered, (reason,))


BOTS = (Bot("greedy", think),)
