"""What a city of Neoville may come to: its pieces and districts, each by its chance of success.

Asked many thousand times a move, so it reads the numbers of a city as they lie there: one look at
the open slots around a city says where its districts may still grow, one at its pieces what they
lack. What one more piece would change is told without putting it there. Compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import count, lowest
from parvis.games.neoville.city import (
    BOTTOM,
    BYTE,
    FIRST_PIECE,
    LABEL,
    LEFT,
    PARKS,
    PIECES,
    RIGHT,
    SIZE,
    SIZE_MASK,
    SPORTS,
    TAKEN,
    TERRAIN,
    TILES,
    TOP,
)
from parvis.games.neoville.components import (
    CORNERS,
    ECOMOBILE,
    SHEET,
    SIDE,
    SKYSCRAPERS,
    SQUARES,
    TURNS,
    VALUES,
    WIDTH,
    WINDMILL,
    Components,
)
from parvis.games.neoville.legality import open_slots
from parvis.games.neoville.scoring import district_shape, frames, good_frames, seen_from

CORNER: Final = vec[i64](CORNERS)
TOWERS: Final = (1 << VALUES) - 1  # the skyscrapers of a terrain, as a set
SHEET_ROW: Final = (1 << SHEET) - 1
SHEET_COLUMN: Final = sum(1 << SHEET * n for n in range(SHEET))
MAJORITY: Final = 5.0


def smooth(x: float) -> float:
    """From 0 to 1, one half at 0: nearly the logistic function, and much quicker."""
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


class Outlook:
    """How one values cities, and the city that was surveyed last."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.growth = weights["growth"]
        self.edge = weights["edge"]
        self.sharpness = weights["sharpness"]
        self.pace = weights["pace"]
        self.strain = weights["strain"]
        self.unmet = weights["unmet"]
        self.unbuilt = weights["unbuilt"]
        self.start = weights["start"]
        self.second = weights["second"]
        self.icons_ahead = weights["icons_ahead"]
        self.pieces_ahead = weights["pieces_ahead"]
        self.eco_sharpness = weights["eco_sharpness"]
        self.frame = weights["frame"]
        self.leak = weights["leak"]
        self.utilities = weights["utilities"]
        self.risk = weights["risk"]
        self.icon = weights["icon"]
        self.majority = weights["majority"]
        self.haste = weights["haste"]
        self.yet = weights["yet"]
        # The box, and what is the same for all placements that are compared.
        self.parts: Components | None = None
        self.points = vec[i64]()
        self.types = vec[i64]()
        self.counts = vec[i64]()
        self.least = vec[i64]()
        self.stands = vec[i64]()
        self.values = vec[i64]()  # of skyscrapers, ascending
        self.fits: dict[int, int] = {}
        self.mirror = False
        self.stock: i64 = 0
        self.most_parks: i64 = 0  # of the other cities
        self.most_sports: i64 = 0
        # The city surveyed last, by label of the district.
        self.cells = vec[i64]()
        self.turns: i64 = 0
        self.edges = vec[float]([0.0] * SQUARES)  # empty squares that it may grow to
        self.built = vec[i64]([0] * SQUARES)  # the skyscraper that counts there
        self.domed = vec[i64]([0] * SQUARES)  # biodomes
        self.promised = vec[float]([0.0] * SQUARES)  # what it promises without a skyscraper
        self.touched = vec[i64]([0] * SQUARES)  # the labels for which there is any of this,
        self.touches: i64 = 0  # so many
        self.first = vec[float]([0.0] * 5)  # by terrain: the best promise
        self.ahead: float = 0.0  # squares that a district may gain in the turns left
        self.hoped: float = 0.0  # what districts without a skyscraper promise
        self.left_out: i64 = 0  # and without this one too,
        self.rest: float = 0.0  # so much
        self.needed: i64 = 0  # squares that all skyscrapers lack
        self.watchers: i64 = 0  # ecomobiles that look for buildings

    def open_box(self, parts: Components, mirror: bool) -> None:
        """Read what pieces there are, once for each box."""
        if self.parts is parts and self.mirror == mirror:
            return
        self.parts = parts
        self.mirror = mirror
        self.points = vec[i64](parts.points)
        self.types = vec[i64](parts.type_of)
        self.counts = vec[i64](parts.counts)
        self.least = vec[i64](parts.least)
        self.stands = vec[i64](parts.stands)
        self.values = vec[i64](parts.values)
        self.fits = parts.fits_mirrored if mirror else parts.fits_as_shown

    # What can be hoped for.

    def reach_of(self, label: i64) -> float:
        """How many squares a district may still gain; -1 if none."""
        edges = self.edges[label]
        if edges <= 0 or self.turns == 0:
            return -1.0
        open = self.edge * edges
        return self.ahead * (open if open < 1.0 else 1.0)

    def tower_worth(self, size: float, reach: float, value: i64) -> float:
        """What a skyscraper of this value may bring in a district."""
        points = float(value)
        need = points - size
        if need <= 0:
            return points
        if reach < 0:
            return -self.risk * points
        x = self.sharpness * (reach - need)
        chance = 0.5 + 0.5 * x / sqrt(1.0 + x * x)
        return points * (chance - self.risk * (1.0 - chance))

    def utility_worth(self, value: i64, chance: float) -> float:
        """What a utility may bring."""
        return self.utilities * float(value) * (chance - self.risk * (1.0 - chance))

    def promise(self, label: i64) -> float:
        """The most that a skyscraper of the stock promises in a district one day."""
        head: i64 = self.cells[label]
        ground: i64 = (head & TERRAIN) - 1
        stock: i64 = (self.stock >> (VALUES * ground)) & TOWERS
        size = float((head >> SIZE) & SIZE_MASK) + self.start
        reach = self.reach_of(label)
        best = 0.0
        n: i64 = VALUES - 1
        while n >= 0:
            if (stock >> n) & 1:
                value: i64 = self.values[n]
                if float(value) <= best:
                    return best
                worth = self.tower_worth(size, reach, value)
                if worth > best:
                    best = worth
            n -= 1
        return best

    def hope(self, without: i64) -> float:
        """What districts without a skyscraper promise, one of them left out (0: none).

        A terrain has its best skyscraper once, and a turn builds one at most.
        """
        first = self.first
        ground: i64 = 1
        while ground <= 4:
            first[ground] = 0.0
            ground += 1
        total = 0.0
        hoping: i64 = 0
        i: i64 = 0
        while i < self.touches:
            label: i64 = self.touched[i]
            worth = self.promised[label]
            if worth > 0 and label != without:
                hoping += 1
                ground = self.cells[label] & TERRAIN
                if worth > first[ground]:
                    total += worth - first[ground] + self.second * first[ground]
                    first[ground] = worth
                else:
                    total += self.second * worth
            i += 1
        if hoping > self.turns:
            total = total * float(self.turns) / float(hoping)
        return self.unbuilt * total

    def burden(self, needed: i64) -> float:
        """What it costs that all skyscrapers together lack so many squares."""
        over = float(needed) - self.pace * float(self.turns)
        return self.strain * over if over > 0 else 0.0

    def eco_chance(self, square: i64, need: i64, counts: i64) -> float:
        """How likely an ecomobile finds what it lacks."""
        if need <= 0:
            return 1.0
        slot: i64 = ((square // WIDTH - 1) // 2) * SHEET + (square % WIDTH - 1) // 2
        taken: i64 = self.cells[TAKEN]
        row: i64 = (taken >> (slot // SHEET * SHEET)) & SHEET_ROW
        column: i64 = (taken >> (slot % SHEET)) & SHEET_COLUMN
        empty: i64 = 16 - 2 * (count(row) + count(column))
        if empty < need or self.turns == 0:
            return 0.0
        found = self.icons_ahead if counts < 3 else self.pieces_ahead
        if counts >= 3 and need > self.turns:
            return 0.0
        return smooth(self.eco_sharpness * (found * float(empty) - float(need)))

    def mill_chance(self, square: i64, stands: i64) -> float:
        """How likely a windmill stands right in the end."""
        good: i64 = good_frames(self.cells, square, stands)
        every: i64 = frames(self.cells)
        if good == every:
            return 1.0
        return float((float(good) / float(every)) ** self.frame)

    def dome_chance(self, kind: i64, square: i64) -> float:
        """How likely a biodome's district has its shape in the end."""
        fits: i64 = self.fits.get(int(district_shape(self.cells, square)), 0)
        if (fits >> kind) & 1 == 0:
            return 0.0
        edges = self.edges[(self.cells[square] >> LABEL) & BYTE]
        chance = 1.0 - self.leak * edges * edges
        return chance if chance > 0.05 else 0.05

    def most(self, mine: i64, other: i64) -> float:
        """What one kind of icon promises."""
        doubt = self.majority + self.haste * float(self.turns)
        lead = float(mine - other) + 0.5
        return MAJORITY / (1.0 + exp(-lead / doubt)) + self.icon * float(mine)

    # The city.

    def touch(self, label: i64, share: float) -> None:
        """A district may grow to one more empty square, with so much chance that it is filled."""
        if self.edges[label] == 0.0:
            self.touched[self.touches] = label
            self.touches += 1
        self.edges[label] += share

    def beside(self, one: i64, other: i64, share: float) -> None:
        """Two squares beside an empty one."""
        here: i64 = self.cells[one]
        there: i64 = self.cells[other]
        label: i64 = (here >> LABEL) & BYTE
        next: i64 = (there >> LABEL) & BYTE
        if here:
            self.touch(label, share)
        if there and next != label:
            self.touch(next, share)

    def survey(self, cells: vec[i64]) -> float:
        """Look at a city: what it may be worth in the end."""
        i: i64 = 0
        while i < self.touches:
            label: i64 = self.touched[i]
            self.edges[label] = 0.0
            self.built[label] = 0
            self.domed[label] = 0
            self.promised[label] = 0.0
            i += 1
        self.touches = 0
        self.left_out = 0
        self.cells = cells
        self.turns = TURNS - cells[TILES]
        self.ahead = self.growth * float(self.turns)
        self.look_around()
        total = self.stands_now()
        i = 0
        while i < self.touches:
            label = self.touched[i]
            if self.built[label] == 0 and self.edges[label] > 0:
                self.promised[label] = self.promise(label)
            i += 1
        self.hoped = self.hope(0)
        total += self.hoped - self.burden(self.needed)
        total += self.most(cells[PARKS], self.most_parks)
        total += self.most(cells[SPORTS], self.most_sports)
        # What nothing in the city shows yet; it fades as the city fills.
        left = float(self.turns) / float(TURNS)
        return total + self.yet * left * left * left * left

    def look_around(self) -> None:
        """Where the districts may grow."""
        cells = self.cells
        slots: i64 = open_slots(cells)
        top: i64 = cells[TOP]
        bottom: i64 = cells[BOTTOM]
        left: i64 = cells[LEFT]
        right: i64 = cells[RIGHT]
        high = float(SIDE - (bottom - top))
        wide = float(SIDE - (right - left))
        while slots:
            slot: i64 = lowest(slots)
            slots &= slots - 1
            # How many of the frames in which the city may end have this slot in them.
            row: i64 = slot // SHEET
            column: i64 = slot % SHEET
            share = 1.0
            if row < top:
                share = (high - float(top - row)) / high
            elif row > bottom:
                share = (high - float(row - bottom)) / high
            if column < left:
                share *= (wide - float(left - column)) / wide
            elif column > right:
                share *= (wide - float(column - right)) / wide
            at: i64 = CORNER[slot]
            self.beside(at - WIDTH, at - 1, share)
            self.beside(at + 1 - WIDTH, at + 2, share)
            self.beside(at + 2 * WIDTH, at + WIDTH - 1, share)
            self.beside(at + 2 * WIDTH + 1, at + WIDTH + 2, share)

    def stands_now(self) -> float:
        """What the pieces that stand may bring."""
        cells = self.cells
        self.needed = 0
        self.watchers = 0
        total = 0.0
        towers: i64 = 0
        many: i64 = cells[PIECES]
        i: i64 = 0
        while i < many:
            packed: i64 = cells[FIRST_PIECE + i]
            kind: i64 = packed & BYTE
            square: i64 = packed >> 8
            value: i64 = self.points[kind]
            label: i64 = (cells[square] >> LABEL) & BYTE
            if kind < SKYSCRAPERS:
                before: i64 = self.built[label]
                if before == 0:
                    if self.edges[label] == 0.0 and self.domed[label] == 0:
                        self.touched[self.touches] = label
                        self.touches += 1
                    self.built[label] = value
                    towers += 1
                else:
                    size: i64 = (cells[label] >> SIZE) & SIZE_MASK
                    better = before < value <= size or (before > size and value < before)
                    if better:
                        self.built[label] = value
            elif self.types[kind] == ECOMOBILE:
                counts: i64 = self.counts[kind]
                if counts >= 3:
                    self.watchers += 1
                need: i64 = self.least[kind] - seen_from(cells, square, counts)
                total += self.utility_worth(value, self.eco_chance(square, need, counts))
            elif self.types[kind] == WINDMILL:
                chance = self.mill_chance(square, self.stands[kind])
                total += self.utility_worth(value, chance)
            else:
                if self.domed[label] == 0:
                    if self.edges[label] == 0.0 and self.built[label] == 0:
                        self.touched[self.touches] = label
                        self.touches += 1
                    chance = self.dome_chance(kind, square)
                else:
                    chance = 0.0
                self.domed[label] += 1
                total += self.utility_worth(value, chance)
            i += 1
        if towers:
            i = 0
            while i < self.touches:
                label = self.touched[i]
                value = self.built[label]
                if value:
                    total += self.standing_tower(label, value)
                i += 1
        return total

    def standing_tower(self, label: i64, value: i64) -> float:
        """What the skyscraper of a district may bring; what it lacks is noted."""
        size: i64 = (self.cells[label] >> SIZE) & SIZE_MASK
        if value > size:
            self.needed += value - size
        worth = self.tower_worth(float(size), self.reach_of(label), value)
        return self.unmet * worth if value > size else worth

    # One more piece on the city surveyed last.

    def piece_gain(self, kind: i64, square: i64) -> float:
        """What putting a piece there adds to what the city may be worth."""
        cells = self.cells
        value: i64 = self.points[kind]
        label: i64 = (cells[square] >> LABEL) & BYTE
        seen = self.watched(square, kind) if self.watchers else 0.0
        if kind < SKYSCRAPERS:
            size: i64 = (cells[label] >> SIZE) & SIZE_MASK
            worth = self.tower_worth(float(size), self.reach_of(label), value)
            if value > size:
                worth = self.unmet * worth - self.burden(self.needed + value - size)
                worth += self.burden(self.needed)
            if self.promised[label] > 0:
                if self.left_out != label:
                    self.left_out = label
                    self.rest = self.hope(label)
                worth += self.rest - self.hoped
            return worth + seen
        if self.types[kind] == ECOMOBILE:
            counts: i64 = self.counts[kind]
            have: i64 = seen_from(cells, square, counts)
            if counts > 3:
                have += 2  # it does not stand there yet
            chance = self.eco_chance(square, self.least[kind] - have, counts)
        elif self.types[kind] == WINDMILL:
            chance = self.mill_chance(square, self.stands[kind])
        else:
            chance = 0.0 if self.domed[label] else self.dome_chance(kind, square)
        return self.utility_worth(value, chance) + seen

    def watched(self, square: i64, kind: i64) -> float:
        """What one more building in sight adds to the ecomobiles that look for such."""
        cells = self.cells
        wanted: i64 = 3 if kind < SKYSCRAPERS else 4
        total = 0.0
        many: i64 = cells[PIECES]
        i: i64 = 0
        while i < many:
            packed: i64 = cells[FIRST_PIECE + i]
            other: i64 = packed & BYTE
            at: i64 = packed >> 8
            if (
                other >= SKYSCRAPERS
                and self.counts[other] == wanted
                and (at // WIDTH == square // WIDTH or at % WIDTH == square % WIDTH)
            ):
                need: i64 = self.least[other] - seen_from(cells, at, wanted)
                before = self.eco_chance(at, need, wanted)
                total += self.utility_worth(
                    self.points[other], self.eco_chance(at, need - 1, wanted)
                )
                total -= self.utility_worth(self.points[other], before)
            i += 1
        return total
