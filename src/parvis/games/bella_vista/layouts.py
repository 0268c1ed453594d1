"""Cities: maps as text, the laying of tiles one by one, and cities made by chance (BV-2.1).

A map has one letter a cell. While a city is being laid its ground is a set of cells of the table,
one bit a cell, with an empty rim so that a shift never runs around an edge.
"""

from __future__ import annotations

from itertools import accumulate
from operator import or_
from textwrap import dedent
from typing import Final

from parvis.engine.chance import Chance, shuffle
from parvis.engine.options import DocumentError
from parvis.engine.sentence import Sentence

LETTERS: Final = "FBLOfblo"  # district t: symbol t % 4, hatched below 4, plain from 4 on
PARKS: Final = 5
RIVERS: Final = 2
TILES: Final = len(LETTERS) + PARKS + RIVERS
LONGEST: Final = 2 * len(LETTERS) + PARKS + 2 * RIVERS  # cells: all tiles in one row
EMPTY: Final = ". "  # a dot in a map, or a blank as people type it

# Kinds of tiles to lay: the eight districts, a park, a river across, a river down. A tile that is
# laid is its kind and the cell of its corner.
PARK: Final = 8
RIVER: Final = 9
RIVER_DOWN: Final = 10
KIND_TEXT: Final = (*LETTERS, "*", "-", "|")
KIND_CELLS: Final = ((2, 2),) * 8 + ((1, 1), (2, 1), (1, 2))

# The table, in cells: so large that no city can get stuck at its edge. A city that leaves less
# than two rows and two columns free on all sides would need more cells than the tiles have.
TABLE: Final = 22
CELLS: Final = TABLE * TABLE
CENTRE: Final = 10 * TABLE + 10  # the cell on which the first tile has its corner
ROW: Final = LONGEST + 2  # bits a row, with the rim: a map may be longer than the table
ALL: Final = (1 << (ROW * ROW)) - 1
A_ROW: Final = (1 << ROW) - 1
WIDEST: Final = 9  # cells: cities made by chance stay legible
SHORE: Final = 8  # district squares beside parks, and beside rivers, that such a city has at least
DRAWS: Final = 300  # spots tried for a tile before a city made by chance is given up


Tile = tuple[int, int]

# What the tiles of a map are called, by their letters.
TILE_WORDS: Final = {
    "F": "#bv.district.0",
    "B": "#bv.district.1",
    "L": "#bv.district.2",
    "O": "#bv.district.3",
    "f": "#bv.district.4",
    "b": "#bv.district.5",
    "l": "#bv.district.6",
    "o": "#bv.district.7",
    "*": "#bv.tile.park",
    "1": "#bv.tile.river",
    "2": "#bv.tile.river",
}


class CityError(DocumentError):
    """What is wrong with a city's map, and with which tile."""


def column(x: int) -> str:
    """A column's letters: A to Z, then AA.

    >>> column(0), column(25), column(26)
    ('A', 'Z', 'AA')
    """
    return chr(65 + x) if x < 26 else chr(64 + x // 26) + chr(65 + x % 26)


def cell_name(cell: int) -> str:
    """A cell of the table: column and row.

    >>> cell_name(CENTRE)
    'K11'
    """
    return f"{column(cell % TABLE)}{cell // TABLE + 1}"


def read_map(source: str) -> str:
    """A map made tidy and checked against BV-2.1; `CityError` names the tile that is wrong.

    >>> read_map("FF")
    Traceback (most recent call last):
    ...
    parvis.games.bella_vista.layouts.CityError: tile F: expected 2 × 2 cells, found 2 × 1 at A1
    """
    typed = source.replace("\r", "").replace("/\n", "\n").replace("/", "\n")
    rows = dedent(typed.rstrip()).lstrip("\n").split("\n")
    spots: dict[str, list[tuple[int, int]]] = {}
    for y in range(len(rows)):
        for x in range(len(rows[y])):
            letter = rows[y][x]
            if letter in EMPTY:
                continue
            if letter not in LETTERS and letter not in "*12":
                cell = f"{column(x)}{y + 1}"
                raise CityError(
                    f"unknown tile {letter!r} at {cell}; there are {LETTERS}*12",
                    Sentence("bv.map.unknown", {"letter": repr(letter), "cell": cell}),
                )
            spots.setdefault(letter, []).append((x, y))
    if not spots:
        raise CityError("the map is empty", Sentence("bv.map.empty"))
    for letter in LETTERS:
        check_tile(letter, spots.get(letter, []), ((2, 2),))
    for letter in "12":
        check_tile(letter, spots.get(letter, []), ((2, 1), (1, 2)))
    parks = spots.get("*", [])
    if len(parks) != PARKS:
        raise CityError(
            f"tile *: expected {PARKS} parks, found {len(parks)}",
            Sentence("bv.map.parks", {"wanted": PARKS, "found": len(parks)}),
        )
    left = min([x for cells in spots.values() for x, _ in cells])
    wide = max([x for cells in spots.values() for x, _ in cells]) + 1 - left
    top = min([y for cells in spots.values() for _, y in cells])
    high = max([y for cells in spots.values() for _, y in cells]) + 1 - top
    if wide > LONGEST or high > LONGEST:
        raise CityError(
            f"tiles spread over {wide} × {high} cells cannot be joined into one city",
            Sentence("bv.map.spread", {"wide": wide, "high": high}),
        )
    ground = [["."] * wide for _ in range(high)]
    for letter, spot in spots.items():
        for x, y in spot:
            ground[y - top][x - left] = letter
    lines = ["".join(row) for row in ground]
    cells = sum(bit_of(x - left, y - top) for spot in spots.values() for x, y in spot)
    apart = cells & ~joined(cells)
    if apart:
        x, y = first_of(apart)
        cell = f"{column(left + x)}{top + y + 1}"
        raise CityError(
            f"tile {lines[y][x]}: at {cell}, not joined to the city",
            Sentence("bv.map.apart", {"tile": TILE_WORDS[lines[y][x]], "cell": cell}),
        )
    hole = holes(cells)
    if hole:
        x, y = first_of(hole)
        cell = f"{column(left + x)}{top + y + 1}"
        raise CityError(
            f"tile {lines[y - 1][x]}: encloses a hole at {cell}",
            Sentence("bv.map.hole", {"tile": TILE_WORDS[lines[y - 1][x]], "cell": cell}),
        )
    return "/".join(lines)


def check_tile(
    letter: str, cells: list[tuple[int, int]], forms: tuple[tuple[int, int], ...]
) -> None:
    """Complain of a tile that is missing or out of shape."""
    if not cells:
        raise CityError(
            f"tile {letter}: is missing", Sentence("bv.map.missing", {"tile": TILE_WORDS[letter]})
        )
    left = min([x for x, _ in cells])
    top = min([y for _, y in cells])
    wide = max([x for x, _ in cells]) - left + 1
    high = max([y for _, y in cells]) - top + 1
    if (wide, high) in forms and len(cells) == wide * high:
        return
    expected = " or ".join([f"{form[0]} × {form[1]}" for form in forms])
    found = f"{wide} × {high}" if len(cells) == wide * high else f"{len(cells)} scattered cells"
    cell = f"{column(left)}{top + 1}"
    key = "bv.map.district" if letter in LETTERS else "bv.map.river"
    raise CityError(
        f"tile {letter}: expected {expected} cells, found {found} at {cell}",
        Sentence(key, {"tile": letter, "cell": cell}),
    )


# Sets of cells.


def bit_of(x: int, y: int) -> int:
    """A cell as a set: there is a rim around the first row and column."""
    return 1 << ((y + 1) * ROW + x + 1)


def first_of(cells: int) -> tuple[int, int]:
    """The topmost cell of a set, and of these the leftmost: column and row.

    >>> first_of(bit_of(3, 1) | bit_of(0, 2))
    (3, 1)
    """
    bit = (cells & -cells).bit_length() - 1
    return bit % ROW - 1, bit // ROW - 1


def joined(ground: int) -> int:
    """The cells that are joined by sides to the first one."""
    found, wider = 0, ground & -ground
    while wider != found:
        found = wider
        wider = around(found) & ground
    return found


def cells_of(kind: int, cell: int) -> int:
    """The cells that a tile covers with its corner on a cell; 0 if it leaves the table."""
    x, y = cell % TABLE, cell // TABLE
    wide, high = KIND_CELLS[kind]
    if x + wide > TABLE or y + high > TABLE:
        return 0
    return sum(bit_of(x + dx, y + dy) for dx in range(wide) for dy in range(high))


def around(cells: int) -> int:
    """The cells that share a side with these, and these."""
    return cells | cells << 1 | cells >> 1 | cells << ROW | cells >> ROW


def holes(ground: int) -> int:
    """The empty cells that are not joined by sides to the outside."""
    empty = ALL & ~ground
    return empty & ~joined(empty)


def gaps(ground: int) -> int:
    """The empty cells between two tiles of their row or of their column: bays and holes."""
    rows = [ground >> (y * ROW) & A_ROW for y in range(ROW)]
    above = list(accumulate(rows, or_))
    below = list(accumulate(reversed(rows), or_))[::-1]
    found = 0
    for y, row in enumerate(rows):
        across = (1 << row.bit_length()) - (row & -row or 1)
        found |= ((across | above[y] & below[y]) & ~row) << (y * ROW)
    return found


def left(laid: list[Tile]) -> list[int]:
    """The kinds of tiles that are still to be laid."""
    kinds = [kind for kind, _ in laid]
    found = [kind for kind in range(PARK) if kind not in kinds]
    if kinds.count(PARK) < PARKS:
        found.append(PARK)
    if kinds.count(RIVER) + kinds.count(RIVER_DOWN) < RIVERS:
        found += [RIVER, RIVER_DOWN]
    return found


def ground_of(laid: list[Tile]) -> int:
    """The cells that are covered."""
    return sum(cells_of(kind, cell) for kind, cell in laid)


def near(rim: int) -> list[int]:
    """The cells of the table at which a tile's corner can lie if it is to touch the rim."""
    wider = rim | rim >> 1 | rim >> ROW | rim >> (ROW + 1)
    found: list[int] = []
    while wider:
        x, y = first_of(wider)
        if 0 <= x < TABLE and 0 <= y < TABLE:
            found.append(y * TABLE + x)
        wider &= wider - 1
    return found


def map_of(laid: list[Tile]) -> str:
    """The map of the tiles laid so far, trimmed; rivers are numbered as they came."""
    rows = [["."] * TABLE for _ in range(TABLE)]
    rivers = 0
    for kind, cell in laid:
        letter = KIND_TEXT[kind]
        if kind >= RIVER:
            rivers += 1
            letter = str(rivers)
        for dy in range(KIND_CELLS[kind][1]):
            for dx in range(KIND_CELLS[kind][0]):
                rows[cell // TABLE + dy][cell % TABLE + dx] = letter
    x0, y0, x1, y1 = extent(laid)
    return "/".join("".join(row[x0:x1]) for row in rows[y0:y1])


def extent(laid: list[Tile]) -> tuple[int, int, int, int]:
    """The least box of cells around the tiles: left, top, right, bottom (the last two beyond)."""
    xs, ys, rights, bottoms = [], [], [], []
    for kind, cell in laid:
        xs.append(cell % TABLE)
        ys.append(cell // TABLE)
        rights.append(cell % TABLE + KIND_CELLS[kind][0])
        bottoms.append(cell // TABLE + KIND_CELLS[kind][1])
    return min(xs), min(ys), max(rights), max(bottoms)


def made_by_chance(chance: Chance, bays: bool = False) -> str:
    """The map of a city that nobody planned: tile by tile, more or less close together."""
    while True:
        laid = laid_by_chance(chance, bays)
        if len(laid) < TILES:
            continue
        source = read_map(map_of(laid))
        if beside(source, "*") >= SHORE and beside(source, "12") >= SHORE:
            return source


def laid_by_chance(chance: Chance, bays: bool) -> list[Tile]:
    """Tiles in any order, each on one of the spots drawn for it; fewer if one found no room."""
    looks = (3, 6, 12)[chance.below(3)]  # of how many spots the closest one is taken
    kinds = [*range(PARK), *[PARK] * PARKS, *[RIVER] * RIVERS]
    shuffle(kinds, chance)
    unfit = holes if bays else gaps
    laid = [(kinds[0], CENTRE)]
    ground = ground_of(laid)
    for kind in kinds[1:]:
        rim = around(ground)
        cells = near(rim)
        best, closest = (-1, -1), -1
        found = draws = 0
        while found < looks and draws < DRAWS:
            draws += 1
            turned = kind if kind != RIVER else RIVER + int(chance.below(2))
            cell = cells[chance.below(len(cells))]
            covered = cells_of(turned, cell)
            if not covered or covered & ground or not covered & rim:
                continue
            x0, y0, x1, y1 = extent([*laid, (turned, cell)])
            if x1 - x0 > WIDEST or y1 - y0 > WIDEST or unfit(ground | covered):
                continue
            found += 1
            contact = (around(covered) & ground).bit_count()
            if contact > closest:
                best, closest = (turned, cell), contact
        if closest < 0:
            return laid
        laid.append(best)
        ground |= cells_of(best[0], best[1])
    return laid


def beside(source: str, letters: str) -> int:
    """How many district squares share a side with such tiles, at two by two squares a cell.

    A set of cells serves as one of squares: cities made by chance are not half as wide as it is.
    """
    near = around(squares_of(source, letters))
    return (near & squares_of(source, LETTERS)).bit_count()


def squares_of(source: str, letters: str) -> int:
    """The squares of such tiles."""
    return sum(
        bit_of(2 * x + dx, 2 * y + dy)
        for y, row in enumerate(source.split("/"))
        for x, letter in enumerate(row)
        if letter in letters
        for dx in range(2)
        for dy in range(2)
    )
