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
from parvis.games.neoville.components import (
    COLUMNS_LEFT,
    CORNERS,
    MIDDLE,
    NOT_EAST,
    NOT_WEST,
    PARK,
    ROWS_LEFT,
    SHEET,
    SHEET_MASK,
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
PIECE: Final = 5
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
THE_MIDDLE: Final = 1 << MIDDLE

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


class City:
    """A city's numbers; shared with nobody."""

    def __init__(self, cells: vec[i64]) -> None:
        self.cells = cells

    def copy(self) -> City:
        """An independent copy."""
        return City(self.cells[:])


def bare_city() -> City:
    """A city before its first tile."""
    return City(vec[i64]([0] * LENGTH))


def open_slots(cells: vec[i64]) -> i64:
    """The slots that a tile may go to (NV-3.2), as a set."""
    taken: i64 = cells[TAKEN]
    if taken == 0:
        return THE_MIDDLE
    # Every shift stays on the sheet: rows beyond it are masked, columns do not wrap.
    near: i64 = ((taken & NOT_EAST) << 1) | ((taken & NOT_WEST) >> 1) | (taken >> SHEET)
    near |= (taken << SHEET) & SHEET_MASK
    rows: i64 = ROWS_LEFT[cells[TOP] * SHEET + cells[BOTTOM]]
    columns: i64 = COLUMNS_LEFT[cells[LEFT] * SHEET + cells[RIGHT]]
    return near & ~taken & rows & columns


def towered(cells: vec[i64], square: i64) -> i64:
    """The label and terrain of a square's district if it holds a skyscraper, else 0."""
    here: i64 = cells[square]
    if here == 0:
        return 0
    label: i64 = (here >> LABEL) & BYTE
    if cells[label] >> SKIES == 0:
        return 0
    return (label << 3) | (here & TERRAIN)


def edgy(cells: vec[i64], slot: i64) -> bool:
    """Whether two districts of one terrain, each with a skyscraper, border on this slot.

    If not, any tile may lie there: a quick answer for most slots.
    """
    at: i64 = CORNERS[slot]
    seen: i64 = 0  # the label met first for each terrain, a byte each
    i: i64 = 0
    while i < 8:
        found: i64 = towered(cells, at + around(i))
        if found != 0:
            shift: i64 = (found & TERRAIN) * 8
            before: i64 = (seen >> shift) & BYTE
            if before == 0:
                seen |= (found >> 3) << shift
            elif before != found >> 3:
                return True
        i += 1
    return False


def around(i: i64) -> i64:
    """From the corner of a slot to the i-th of the eight squares around it, clockwise."""
    if i < 4:
        if i < 2:
            return i - WIDTH  # above
        return 2 if i == 2 else 2 + WIDTH  # right
    if i < 6:
        return 2 * WIDTH + 5 - i  # below
    return WIDTH - 1 if i == 6 else -1  # left


# Which quadrant of the slot each of the eight squares around it touches, two bits each.
TOUCHES: Final = 0 | 1 << 2 | 1 << 4 | 3 << 6 | 3 << 8 | 2 << 10 | 2 << 12 | 0 << 14


def joins(cells: vec[i64], slot: i64, look: i64, area: i64) -> bool:
    """Whether a tile here would join districts that each hold a skyscraper (NV-3.4)."""
    at: i64 = CORNERS[slot]
    seen: i64 = 0  # the label met first by each region of the tile, a byte each
    i: i64 = 0
    while i < 8:
        found: i64 = towered(cells, at + around(i))
        if found != 0:
            touches: i64 = TOUCHES
            quadrant: i64 = (touches >> (2 * i)) & 3
            if (look >> (5 * quadrant)) & TERRAIN == found & TERRAIN:
                shift: i64 = ((area >> (2 * quadrant)) & 3) * 8
                before: i64 = (seen >> shift) & BYTE
                if before == 0:
                    seen |= (found >> 3) << shift
                elif before != found >> 3:
                    return True
        i += 1
    # Two squares across a corner of the tile may also be joined by a district around the tile.
    if linked(cells, at, look & TERRAIN, (look >> 15) & TERRAIN, seen & BYTE, seen >> 24, 0):
        return True
    a: i64 = (seen >> 8) & BYTE
    b: i64 = (seen >> 16) & BYTE
    return linked(cells, at, (look >> 5) & TERRAIN, (look >> 10) & TERRAIN, a, b, 1)


def linked(
    cells: vec[i64], at: i64, terrain: i64, other: i64, a: i64, b: i64, diagonal: i64
) -> bool:
    """Whether a district links two squares of a diagonal that touch the towered districts a and b.

    If the squares were one region of the tile, one of a and b would be 0.
    """
    if a == 0 or b == 0 or a == b or terrain != other:
        return False
    # On diagonal 0 the square at the top touches 7 and 0 around the slot, on diagonal 1 it touches
    # 1 and 2; the other square touches what lies opposite.
    one: i64 = district_at(cells, at + around(1 if diagonal else 7), terrain)
    two: i64 = district_at(cells, at + around(2 if diagonal else 0), terrain)
    three: i64 = district_at(cells, at + around(5 if diagonal else 3), terrain)
    four: i64 = district_at(cells, at + around(6 if diagonal else 4), terrain)
    if one != 0 and one in (three, four):
        return True
    return two != 0 and two in (three, four)


def district_at(cells: vec[i64], square: i64, terrain: i64) -> i64:
    """The label of a square's district if it is of this terrain, else 0."""
    here: i64 = cells[square]
    return (here >> LABEL) & BYTE if here & TERRAIN == terrain else 0


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
    here: i64 = cells[square] | ((kind + 1) << PIECE)
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


def skyscrapers_of(cells: vec[i64], square: int) -> int:
    """The number of skyscrapers in a square's district."""
    return cells[label_of(cells, square)] >> SKIES


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


def tiles_of(cells: vec[i64]) -> list[int]:
    """The slots that hold a tile, ascending."""
    taken = int(cells[TAKEN])
    return [slot for slot in range(SLOTS) if taken >> slot & 1]


def look_of(cells: vec[i64], slot: int) -> list[int]:
    """The four squares of the tile in a slot, as `components.read_face` gives them."""
    at = CORNERS[slot]
    return [int(cells[at + step]) & 31 for step in (0, 1, WIDTH, WIDTH + 1)]
