"""One city: squares, districts, counts. Everything is kept up to date as tiles are laid.

A city is one flat list of numbers, so that a copy is one block of memory. Each square of the grid
is a packed number; the squares of a district form a ring of links, and the square that all of them
name as their label knows the size of the district and how many skyscrapers it holds.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import BIT
from parvis.engine.ledger import Line
from parvis.games.neoville.components import (
    COLUMNS_LEFT,
    CORNERS,
    PARK,
    ROWS_LEFT,
    SHEET,
    SKYSCRAPERS,
    SLOTS,
    SQUARES,
    WIDTH,
)

# A square: terrain from 1 (0: no tile here), icon, piece from 1, label, link; size and skyscrapers
# of the district if it is the square that the label names.
TERRAIN: Final = 7
ICON: Final = 3
ICON_MASK: Final = 3
PIECE_AT: Final = 5
PIECE_MASK: Final = 127
LABEL: Final = 12
LINK: Final = 20
BYTE: Final = 255
SIZE: Final = 28
SIZE_MASK: Final = 127
SKIES: Final = 35
A_SIZE: Final = 1 << SIZE
A_TOWER: Final = 1 << SKIES
BELOW_LABEL: Final = (1 << LABEL) - 1
BELOW_SIZE: Final = (1 << SIZE) - 1
NO_LABEL: Final = ~(BYTE << LABEL)
NO_LINK: Final = ~(BYTE << LINK)
TILE_MASK: Final = 3 | 3 << WIDTH  # the squares of a tile, from its corner

# Behind the squares: what lies in each row and column of squares (parks, sports, skyscrapers and
# utilities, a byte each), then single numbers, then the pieces in the order they came.
ROWS: Final = SQUARES
COLUMNS: Final = SQUARES + WIDTH
TILES: Final = SQUARES + 2 * WIDTH
TAKEN: Final = TILES + 1
TOP: Final = TILES + 2
BOTTOM: Final = TILES + 3
LEFT: Final = TILES + 4
RIGHT: Final = TILES + 5
PARKS: Final = TILES + 6
SPORTS: Final = TILES + 7
PIECES: Final = TILES + 8
FIRST_PIECE: Final = TILES + 9
LENGTH: Final = FIRST_PIECE + 16

A_PARK: Final = 1
A_SPORT: Final = 1 << 8
A_SKYSCRAPER: Final = 1 << 16
A_UTILITY: Final = 1 << 24


class Account:
    """What was told of a city: true while it has as many tiles and pieces, for it only grows."""

    def __init__(self, tiles: int, pieces: int, mirror: bool) -> None:
        self.tiles = tiles
        self.pieces = pieces
        self.mirror = mirror  # whether biodomes may be flipped
        self.lines: list[Line] = []  # of its pieces, for the seat `side`
        self.side = -1
        self.over = False
        self.seen: dict[str, object] | None = None  # as views have it


class City:
    """A city's numbers; shared with nobody.

    Interpreted code asks the city, not its cells: a vector handed from there to a compiled function
    is never released.
    """

    def __init__(self, cells: vec[i64], told: Account | None = None) -> None:
        self.cells = cells
        self.told = told  # kept by copies too

    def account(self, mirror: bool) -> Account:
        """What was told of it before, if it has not grown since; else a blank one."""
        told = self.told
        tiles, pieces = int(self.cells[TILES]), int(self.cells[PIECES])
        if told is None or told.tiles != tiles or told.pieces != pieces or told.mirror != mirror:
            told = Account(tiles, pieces, mirror)
            self.told = told
        return told

    def number(self, which: int) -> int:
        """One of the single numbers: TILES, TAKEN, PARKS and so on."""
        return self.cells[which]

    def label(self, square: int) -> int:
        """The square that stands for the district of a square."""
        return label_of(self.cells, square)

    def pieces(self) -> list[tuple[int, int]]:
        """The pieces as (kind, square), in the order they came."""
        return pieces_of(self.cells)

    def districts(self) -> list[tuple[int, int, int, int]]:
        """Each district: its label, terrain and size, and the empty squares it may grow to."""
        return districts_of(self.cells)

    def copy(self) -> City:
        """An independent copy."""
        return City(self.cells[:], self.told)


def bare_city() -> City:
    """A city before its first tile."""
    return City(vec[i64]([0] * LENGTH))


def columns_left(cells: vec[i64]) -> i64:
    """The slots that the limit on the width leaves a city that has a tile, as a set."""
    return COLUMNS_LEFT[cells[LEFT] * SHEET + cells[RIGHT]]


def rows_left(cells: vec[i64]) -> i64:
    """The slots that the limit on the height leaves a city that has a tile, as a set."""
    return ROWS_LEFT[cells[TOP] * SHEET + cells[BOTTOM]]


def unite(cells: vec[i64], one: i64, other: i64) -> None:
    """Make one district of two squares' districts if their terrain is the same."""
    a: i64 = cells[one]
    b: i64 = cells[other]
    if (a ^ b) & TERRAIN:
        return
    into: i64 = (a >> LABEL) & BYTE
    small: i64 = (b >> LABEL) & BYTE
    if into == small:
        return
    head: i64 = cells[into]
    tail: i64 = cells[small]
    if (head >> SIZE) & SIZE_MASK < (tail >> SIZE) & SIZE_MASK:
        into, small = small, into
        head, tail = tail, head
    # The larger one's label goes round the smaller ring; then the two rings become one.
    squares: i64 = head & BELOW_SIZE & NO_LINK
    counts: i64 = (head >> SIZE) + (tail >> SIZE)
    link_head: i64 = (head >> LINK) & BYTE
    link_tail: i64 = (tail >> LINK) & BYTE
    name: i64 = into << LABEL
    at: i64 = link_tail
    while at != small:
        here: i64 = cells[at]
        cells[at] = (here & NO_LABEL) | name
        at = (here >> LINK) & BYTE
    cells[small] = (tail & BELOW_LABEL) | name | (link_head << LINK)
    cells[into] = squares | (link_tail << LINK) | (counts << SIZE)


def lay_tile(cells: vec[i64], slot: i64, look: i64) -> None:
    """Lay a tile; the caller has checked that it may lie there."""
    at: i64 = CORNERS[slot]
    row: i64 = at // WIDTH
    column: i64 = at % WIDTH
    quadrant: i64 = 0
    while quadrant < 4:
        square: i64 = at + (quadrant >> 1) * WIDTH + (quadrant & 1)
        ground: i64 = (look >> (5 * quadrant)) & 31
        cells[square] = ground | (square << LABEL) | (square << LINK) | A_SIZE
        icon: i64 = ground >> ICON
        if icon != 0:
            mark: i64 = A_PARK if icon == PARK else A_SPORT
            cells[ROWS + row + (quadrant >> 1)] += mark
            cells[COLUMNS + column + (quadrant & 1)] += mark
            cells[PARKS if icon == PARK else SPORTS] += 1
        quadrant += 1
    unite(cells, at, at + 1)
    unite(cells, at, at + WIDTH)
    unite(cells, at + 1, at + WIDTH + 1)
    unite(cells, at + WIDTH, at + WIDTH + 1)
    # Squares without a tile are 0, of no terrain: they unite with nothing.
    unite(cells, at, at - WIDTH)
    unite(cells, at + 1, at + 1 - WIDTH)
    unite(cells, at + 1, at + 2)
    unite(cells, at + WIDTH + 1, at + WIDTH + 2)
    unite(cells, at + WIDTH + 1, at + 2 * WIDTH + 1)
    unite(cells, at + WIDTH, at + 2 * WIDTH)
    unite(cells, at + WIDTH, at + WIDTH - 1)
    unite(cells, at, at - 1)
    slot_row: i64 = slot // SHEET
    slot_column: i64 = slot % SHEET
    if cells[TILES] == 0:
        cells[TOP] = slot_row
        cells[BOTTOM] = slot_row
        cells[LEFT] = slot_column
        cells[RIGHT] = slot_column
    else:
        if slot_row < cells[TOP]:
            cells[TOP] = slot_row
        elif slot_row > cells[BOTTOM]:
            cells[BOTTOM] = slot_row
        if slot_column < cells[LEFT]:
            cells[LEFT] = slot_column
        elif slot_column > cells[RIGHT]:
            cells[RIGHT] = slot_column
    cells[TILES] += 1
    cells[TAKEN] |= BIT[slot]


def put_piece(cells: vec[i64], square: i64, kind: i64) -> None:
    """Put a piece on a square; the caller has checked that it may stand there."""
    here: i64 = cells[square] | ((kind + 1) << PIECE_AT)
    cells[square] = here
    mark: i64 = A_UTILITY
    if kind < SKYSCRAPERS:
        mark = A_SKYSCRAPER
        cells[(here >> LABEL) & BYTE] += A_TOWER
    cells[ROWS + square // WIDTH] += mark
    cells[COLUMNS + square % WIDTH] += mark
    cells[FIRST_PIECE + cells[PIECES]] = kind | (square << 8)
    cells[PIECES] += 1


def ground_of(cells: vec[i64], square: int) -> int:
    """The terrain (from 1) and icon of a square; 0 without a tile."""
    return cells[square] & 31


def label_of(cells: vec[i64], square: int) -> int:
    """The square that stands for the district of a square."""
    return (cells[square] >> LABEL) & BYTE


def size_of(cells: vec[i64], square: int) -> int:
    """The number of squares of a square's district."""
    return (cells[label_of(cells, square)] >> SIZE) & SIZE_MASK


def district_of(cells: vec[i64], square: int) -> list[int]:
    """The squares of a square's district, ascending."""
    found: list[int] = [square]
    at = (cells[square] >> LINK) & BYTE
    while at != square:
        found.append(at)
        at = (cells[at] >> LINK) & BYTE
    found.sort()
    return found


def pieces_of(cells: vec[i64]) -> list[tuple[int, int]]:
    """The pieces as (kind, square), in the order they came."""
    found: list[tuple[int, int]] = []
    for i in range(cells[PIECES]):
        packed = cells[FIRST_PIECE + i]
        found.append((packed & BYTE, packed >> 8))
    return found


def districts_of(cells: vec[i64]) -> list[tuple[int, int, int, int]]:
    """Each district: its label, terrain and size, and how many empty squares it may grow to."""
    free: i64 = columns_left(cells) & rows_left(cells) & ~cells[TAKEN]
    empty = 0  # the squares of slots that a tile may still come to, as a set
    for slot in range(SLOTS):
        if (free >> slot) & 1:
            empty |= TILE_MASK << CORNERS[slot]
    found: list[tuple[int, int, int, int]] = []
    for slot in tiles_of(cells):
        for step in (0, 1, WIDTH, WIDTH + 1):
            label = CORNERS[slot] + step
            if label_of(cells, label) != label:
                continue
            squares = 0
            for square in district_of(cells, label):
                squares |= 1 << square
            near = squares << 1 | squares >> 1 | squares << WIDTH | squares >> WIDTH
            edges = (near & empty).bit_count()
            found.append((label, cells[label] & TERRAIN, size_of(cells, label), edges))
    return found


def tiles_of(cells: vec[i64]) -> list[int]:
    """The slots that hold a tile, ascending."""
    taken = int(cells[TAKEN])
    return [slot for slot in range(SLOTS) if taken >> slot & 1]


def look_of(cells: vec[i64], slot: int) -> list[int]:
    """The four squares of the tile in a slot, as `components.read_face` gives them."""
    at = CORNERS[slot]
    return [int(cells[at + step]) & 31 for step in (0, 1, WIDTH, WIDTH + 1)]
