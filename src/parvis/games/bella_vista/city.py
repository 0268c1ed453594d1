"""A city and every way to build in it: adjacency, border, parks and rivers, the constraints."""

from __future__ import annotations

from typing import Any, Final, cast

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from parvis.engine.bits import BIT
from parvis.games.bella_vista.components import (
    ANY_PARK,
    ANY_RIVER,
    BORDER_FORBIDDEN,
    BORDER_FORCED,
    DISTRICTS,
    FIRST_PARK,
    FIRST_RIVER,
    NOTHING,
    ON_BORDER_BIT,
    PARK_FORBIDDEN,
    PARK_IMPOSED,
    PARK_SHIFT,
    RIVER_FORBIDDEN,
    RIVER_SHIFT,
    RULES,
    TILE_BITS,
    Components,
)
from parvis.games.bella_vista.layouts import LETTERS

WORD: Final = 60  # placements in each word of a set of them
KEPT: Final = 8  # cities: each takes 0.1 MB, and is made in 4 ms
IMPOSED: Final = [0x11, 0x22, 0x44, 0x88, 0x0F, 0xF0]  # districts by constraint


def meets(traits: int, rule: int) -> bool:
    """Whether a placement with these traits obeys a constraint (BV-4.2) or a fall-back (BV-4.5)."""
    if rule < PARK_IMPOSED:
        return traits & TILE_BITS & ~IMPOSED[rule] == 0
    if rule == PARK_IMPOSED:
        return traits & ANY_PARK != 0
    if rule == PARK_FORBIDDEN:
        return traits & ANY_PARK == 0
    if rule == RIVER_FORBIDDEN:
        return traits & ANY_RIVER == 0
    if rule == BORDER_FORBIDDEN:
        return traits & ON_BORDER_BIT == 0
    if rule == BORDER_FORCED:
        return traits & ON_BORDER_BIT != 0
    return True


def city_of(components: Components, source: str) -> City:
    """The city of a map; the last few are kept."""
    city = components.cities.get(source)
    if city is None:
        city = City(components, source)
        make_room(components.cities)
        components.cities[source] = city
    return city


def make_room(kept: dict[str, Any]) -> None:
    """Let go of the oldest, so that one more can be kept; other threads may be doing the same."""
    for source in list(kept)[: max(0, len(kept) - KEPT + 1)]:
        kept.pop(source, None)


def joined(lines: list[str], letters: str) -> list[list[tuple[int, int]]]:
    """The parks (or rivers): cells of these letters, joined by sides (BV-6.1, BV-6.2)."""
    cells = [
        (x, y) for y in range(len(lines)) for x in range(len(lines[y])) if lines[y][x] in letters
    ]
    groups: list[list[tuple[int, int]]] = []
    while cells:
        group = [cells.pop(0)]
        for x, y in group:
            for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if there in cells:
                    cells.remove(there)
                    group.append(there)
        groups.append(group)
    return groups


def once_each(numbers: list[int]) -> list[int]:
    """The same numbers, equal ones being one object."""
    known: dict[object, object] = {}
    found = [known.setdefault(number, number) for number in cast("list[object]", numbers)]
    return cast("list[int]", found)


class City:
    """A city and every way to build in it, as flat tables that all copies share.

    Squares are numbered district by district, row by row within one; a placement is a footprint
    in one rotation with its pointed square on a square. `grid` has, for each point of the plan,
    the square's number or what else is there. A set of placements is several words of 60 bits; the
    placements of a footprint lie together, so only some words are about it.
    """

    def __init__(self, components: Components, source: str) -> None:
        self.source = source
        self.lines: list[str] = source.split("/")
        cell = components.cell
        side = 2 * cell
        self.cell = cell
        self.side = side
        self.wide: int = len(self.lines[0]) * cell
        self.high: int = len(self.lines) * cell
        self.squares: int = components.squares
        self.spot: list[int] = [0] * self.squares  # a square's point of the plan, y * wide + x
        self.grid: list[int] = [NOTHING] * (self.wide * self.high)
        self.parks: list[list[tuple[int, int]]] = joined(self.lines, "*")
        self.rivers: list[list[tuple[int, int]]] = joined(self.lines, "12")
        self.chart()
        # Placements: see `arrange`.
        self.index = vec[i16]([NOTHING] * (len(components.shapes) * self.squares * 4))
        # All that is long is in few bytes: each table has a city of its own.
        self.shape_of = vec[i16]()  # by placement
        self.square_of = vec[i16]()  # that is pointed at
        self.turn_of = vec[i16]()
        self.covers = vec[i16]()
        self.covers_from = vec[i64]([0])
        self.touches = vec[i16]()
        self.touches_from = vec[i64]([0])
        self.traits: list[int] = []
        shapes = len(components.shapes)
        self.first_word = vec[i64]([0] * shapes)  # by footprint: where its placements begin
        self.end_word = vec[i64]([0] * shapes)
        for shape in range(shapes):
            self.first_word[shape] = len(self.square_of) // WORD
            self.arrange(shape, components.turned[components.shapes[shape]])
            self.end_word[shape] = (len(self.square_of) + WORD - 1) // WORD
        self.shape_of = self.shape_of[:]  # without the room for more
        self.square_of = self.square_of[:]
        self.turn_of = self.turn_of[:]
        self.covers = self.covers[:]
        self.touches = self.touches[:]
        self.traits = once_each(self.traits)
        # Sets of placements: all; by footprint and rule, those that meet it, in the words that are
        # about the footprint. With the number of a word, `rows` tells where it is.
        self.words: i64 = (len(self.square_of) + WORD - 1) // WORD
        self.everywhere = vec[i64]([0] * int(self.words))
        self.rows = vec[i64]([0] * (shapes * RULES))
        size: i64 = 0
        for row in range(shapes * RULES):
            self.rows[row] = size - self.first_word[row // RULES]
            size += self.end_word[row // RULES] - self.first_word[row // RULES]
        self.meeting = vec[i64]([0] * int(size))
        # Square by square the words in which there are placements that cover it, and the others.
        self.hit_from = vec[i64]([0])
        self.hit_word = vec[i16]()
        self.hit_others = vec[i64]()
        self.gather()

    def sites(self) -> list[tuple[int, int, int]]:
        """The footprint of each placement, the square that is pointed at, and the turn."""
        return [
            (int(self.shape_of[n]), int(self.square_of[n]), int(self.turn_of[n]))
            for n in range(len(self.square_of))
        ]

    def chart(self) -> None:
        """Fill in the plan."""
        cell, side, wide = self.cell, self.side, self.wide
        for tile in range(DISTRICTS):
            letter = LETTERS[tile]
            y = min([n for n in range(len(self.lines)) if letter in self.lines[n]])
            x = self.lines[y].index(letter)
            for dy in range(side):
                for dx in range(side):
                    square = (tile * side + dy) * side + dx
                    spot = (y * cell + dy) * wide + x * cell + dx
                    self.spot[square] = spot
                    self.grid[spot] = square
        for first, groups in ((FIRST_PARK, self.parks), (FIRST_RIVER, self.rivers)):
            for n in range(len(groups)):
                for x, y in groups[n]:
                    for dy in range(cell):
                        for dx in range(cell):
                            self.grid[(y * cell + dy) * wide + x * cell + dx] = first - n

    def at(self, x: int, y: int) -> int:
        """What is at a point of the plan."""
        if 0 <= x < self.wide and 0 <= y < self.high:
            return self.grid[y * self.wide + x]
        return NOTHING

    def placement(self, shape: i64, square: i64, turn: i64) -> i64:
        """A footprint on a square, turned so; `NOTHING` if it would leave the districts."""
        squares: i64 = self.squares
        return i64(self.index[(shape * squares + square) * 4 + turn])

    def covered(self, placement: int) -> list[int]:
        """The squares of a placement."""
        covers = self.covers[self.covers_from[placement] : self.covers_from[placement + 1]]
        return [int(square) for square in covers]

    def tile_of(self, square: int) -> int:
        """The district that a square lies on."""
        return square // (self.side * self.side)

    def arrange(self, shape: int, turned: list[list[tuple[int, int]]]) -> None:
        """List the placements of a footprint."""
        wide, high, grid = self.wide, self.high, self.grid
        area = self.side * self.side
        for square in range(self.squares):
            x0 = self.spot[square] % wide
            y0 = self.spot[square] // wide
            for rotation in range(len(turned)):
                covered: list[int] = []
                for dx, dy in turned[rotation]:
                    x = x0 + dx
                    y = y0 + dy
                    if not (0 <= x < wide and 0 <= y < high) or grid[y * wide + x] < 0:
                        break
                    covered.append(grid[y * wide + x])
                if len(covered) < len(turned[rotation]):
                    continue
                traits = 0
                near: list[int] = []
                for here in covered:
                    traits |= 1 << (here // area)
                    spot = self.spot[here]
                    x = spot % wide
                    y = spot // wide
                    for there in (
                        grid[spot + 1] if x + 1 < wide else NOTHING,
                        grid[spot - 1] if x > 0 else NOTHING,
                        grid[spot + wide] if y + 1 < high else NOTHING,
                        grid[spot - wide] if y > 0 else NOTHING,
                    ):
                        if there >= 0:
                            if there not in covered:
                                near.append(there)
                        elif there == NOTHING:
                            traits |= ON_BORDER_BIT
                        elif there > FIRST_RIVER:
                            traits |= 1 << (PARK_SHIFT + FIRST_PARK - there)
                        else:
                            traits |= 1 << (RIVER_SHIFT + FIRST_RIVER - there)
                self.index[(shape * self.squares + square) * 4 + rotation] = i16(
                    len(self.square_of)
                )
                self.shape_of = append(self.shape_of, shape)
                self.square_of = append(self.square_of, square)
                self.turn_of = append(self.turn_of, rotation)
                for here in covered:
                    self.covers = append(self.covers, here)
                self.covers_from = append(self.covers_from, len(self.covers))
                for there in near:
                    self.touches = append(self.touches, there)
                self.touches_from = append(self.touches_from, len(self.touches))
                self.traits.append(traits)

    def gather(self) -> None:
        """Note the sets of placements."""
        hits = [[0] * int(self.words) for _ in range(self.squares)]
        placements: int = len(self.square_of)
        for placement in range(placements):
            word = placement // WORD
            bit = BIT[placement % WORD]
            self.everywhere[word] |= bit
            for square in self.covered(placement):
                hits[square][word] |= bit
            for rule in range(RULES):
                if meets(self.traits[placement], rule):
                    row = int(self.shape_of[placement]) * RULES + rule
                    self.meeting[self.rows[row] + word] |= bit
        for square in range(self.squares):
            for word in range(len(hits[square])):
                if hits[square][word]:
                    self.hit_word = append(self.hit_word, word)
                    self.hit_others = append(self.hit_others, ~hits[square][word])
            self.hit_from = append(self.hit_from, len(self.hit_word))
