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
    pieces_of,
)
from parvis.games.neoville.components import (
    BIODOME,
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
    square_of,
)
from parvis.games.neoville.position import PIECE, TILE, Neoville

GROWTH = 0.75  # squares a turn that a district gains when one works at it
CROWDING = 0.3  # how much each other unfinished district takes away from that
SHARPNESS = 1.8
FOUND = 0.2  # of the empty squares in sight, how many will carry an icon that is wanted,
BUILT = 0.12  # and how many a piece that is wanted
UNBUILT = 0.55  # what a skyscraper that could be built is worth beside one that is
SAMPLE = 3  # tiles of the stack that stand for all of them
FEATURE_WORTH = 0.25  # an icon, beyond the majority
NOWHERE = -50.0  # a tile that has no place
LOOKED_INTO = 14  # placements that are tried with every piece


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
        self.promised: dict[int, dict[int, float]] = {}  # by number of unfinished districts
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

    def tower_chance(self, size: float, value: int, edges: int, rivals: int) -> float:
        """How likely a district grows to a skyscraper's value; rivals want to grow too."""
        need = value - size
        if need <= 0:
            return 0.98
        if edges == 0 or self.turns == 0:
            return 0.0
        reach = self.turns * GROWTH * min(1.0, 0.35 + 0.13 * edges) / (1 + CROWDING * rivals)
        return 1 / (1 + exp(SHARPNESS * (need - reach)))

    def utility_chance(self, kind: int, square: int, alone: bool) -> float:
        """How likely a utility is met in the end; alone: no other biodome in its district."""
        cells = self.cells
        parts = self.parts
        type = parts.type_of[kind]
        if type == ECOMOBILE:
            need = parts.least[kind] - int(scoring.seen_from(cells, square, parts.counts[kind]))
            if need <= 0:
                return 1.0
            empty = self.empty_in_sight(square)
            if empty < need or self.turns == 0:
                return 0.0
            found = FOUND if parts.counts[kind] < 3 else BUILT
            return 1 / (1 + exp(1.7 * (need - found * empty)))
        if type == WINDMILL:
            good = int(scoring.good_frames(cells, square, parts.stands[kind]))
            return float((good / int(scoring.frames(cells))) ** 0.6)
        label = cells[square] >> LABEL & 255
        fits = parts.fits_mirrored if self.position.mirror else parts.fits_as_shown
        shape = int(scoring.district_shape(cells, square))
        if not alone or not fits.get(shape, 0) >> kind & 1:
            return 0.0
        # One or two open edges can be kept clear; more can not.
        return max(0.05, 1 - 0.05 * self.edges[label] ** 2)

    def empty_in_sight(self, square: int) -> int:
        """Squares of the row and the column that have no tile yet."""
        row, column = square // WIDTH * WIDTH, square % WIDTH
        filled = sum(1 for n in range(1, 15) if self.cells[row + n])
        filled += sum(1 for n in range(1, 15) if self.cells[n * WIDTH + column])
        return 16 - filled

    def value(self, kind: int = -1, square: int = 0) -> float:
        """What the city may be worth in the end, perhaps with one more piece."""
        pieces = pieces_of(self.cells)
        if kind >= 0:
            pieces.append((kind, square))
        towers: dict[int, list[int]] = {}
        domes: set[int] = set()
        total = self.majorities()
        for which, where in pieces:
            label = int(self.cells[where]) >> LABEL & 255
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
        sky = int(self.position.sky)
        first = (self.grounds[label] - 1) * VALUES
        best = 0.0
        for n in range(VALUES):
            if sky >> (first + n) & 1:
                points = self.parts.values[n]
                chance = self.tower_chance(
                    self.sizes[label] + 0.8, points, self.edges[label], short
                )
                best = max(best, points * (2 * chance - 1))
        return best

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


def weigh_pieces(position: Neoville, seat: int) -> list[tuple[int, float]]:
    """The pieces for the new tile, and none."""
    prospect = Prospect(position, seat)
    first = int(position.parts.first_piece)
    weighed = [(first, prospect.value())]
    slot = int(position.slot)
    for move in position.moves()[1:]:
        kind, quadrant = divmod(move - first - 1, 4)
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
    ahead.phase = TILE
    places = [move for move in ahead.moves() if move // SPINS == face]
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


BOTS = (Bot("greedy", think),)
