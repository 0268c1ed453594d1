"""Cities: maps as text, the laying of tiles one by one, and cities made by chance (BV-2.1).

A map has one letter a cell. While a city is being laid its ground is a set of cells of the table,
one bit a cell, with an empty rim so that a shift never runs around an edge.
"""

from __future__ import annotations

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

# Kinds of tiles to lay: the eight districts, a park, a river across, a river down.
PARK: Final = 8
RIVER: Final = 9
RIVER_DOWN: Final = 10
KINDS: Final = 11
KIND_TEXT: Final = ("F", "B", "L", "O", "f", "b", "l", "o", "*", "-", "|")
KIND_CELLS: Final = ((2, 2),) * 8 + ((1, 1), (2, 1), (1, 2))

# The table, in cells: so large that no city can get stuck at its edge. A city that leaves less
# than two rows and two columns free on all sides would need more cells than the tiles have.
TABLE: Final = 22
MIDDLE: Final = 10
CELLS: Final = TABLE * TABLE
ROW: Final = TABLE + 2  # bits a row, with the rim
INSIDE: Final = sum(1 << ((y + 1) * ROW + x + 1) for y in range(TABLE) for x in range(TABLE))
ALL: Final = (1 << (ROW * ROW)) - 1
WIDEST: Final = 9  # cells: cities made by chance stay legible


class CityError(DocumentError):
    """What is wrong with a city's map, and with which tile."""


def column(x: int) -> str:
    """A column's letters: A to Z, then AA.

    >>> column(0), column(25), column(26)
    ('A', 'Z', 'AA')
    """
    return chr(65 + x) if x < 26 else chr(64 + x // 26) + chr(65 + x % 26)


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
    for letter, cells in spots.items():
        for x, y in cells:
            ground[y - top][x - left] = letter
    lines = ["".join(row) for row in ground]
    apart = cut_off(lines)
    if apart is not None:
        x, y = apart
        cell = f"{column(left + x)}{top + y + 1}"
        raise CityError(
            f"tile {lines[y][x]}: at {cell}, not joined to the city",
            Sentence("bv.map.apart", {"tile": lines[y][x], "cell": cell}),
        )
    hole = enclosed(lines)
    if hole is not None:
        x, y = hole
        cell = f"{column(left + x)}{top + y + 1}"
        raise CityError(
            f"tile {lines[y - 1][x]}: encloses a hole at {cell}",
            Sentence("bv.map.hole", {"tile": lines[y - 1][x], "cell": cell}),
        )
    return "/".join(lines)


def check_tile(
    letter: str, cells: list[tuple[int, int]], forms: tuple[tuple[int, int], ...]
) -> None:
    """Complain of a tile that is missing or out of shape."""
    if not cells:
        raise CityError(f"tile {letter}: is missing", Sentence("bv.map.missing", {"tile": letter}))
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


def cut_off(lines: list[str]) -> tuple[int, int] | None:
    """A cell with a tile that is not joined by sides to the first one."""
    wide, high = len(lines[0]), len(lines)
    full = [(x, y) for y in range(high) for x in range(wide) if lines[y][x] != "."]
    seen = {full[0]}
    stack = [full[0]]
    while stack:
        x, y = stack.pop()
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if there in seen or not (0 <= there[0] < wide and 0 <= there[1] < high):
                continue
            if lines[there[1]][there[0]] != ".":
                seen.add(there)
                stack.append(there)
    for cell in full:
        if cell not in seen:
            return cell
    return None


def enclosed(lines: list[str]) -> tuple[int, int] | None:
    """An empty cell that is not joined by sides to the outside (the topmost one)."""
    wide, high = len(lines[0]), len(lines)
    seen = {(-1, -1)}
    stack = [(-1, -1)]
    while stack:
        x, y = stack.pop()
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if there in seen or not (-1 <= there[0] <= wide and -1 <= there[1] <= high):
                continue
            inside = 0 <= there[0] < wide and 0 <= there[1] < high
            if not inside or lines[there[1]][there[0]] == ".":
                seen.add(there)
                stack.append(there)
    for y in range(high):
        for x in range(wide):
            if lines[y][x] == "." and (x, y) not in seen:
                return (x, y)
    return None


# Laying tiles.


def cells_of(kind: int, cell: int) -> int:
    """The cells that a tile covers with its corner on a cell; 0 if it leaves the table."""
    x, y = cell % TABLE, cell // TABLE
    wide, high = KIND_CELLS[kind]
    if x + wide > TABLE or y + high > TABLE:
        return 0
    row = ((1 << wide) - 1) << (x + 1)
    return sum(row << ((y + 1 + dy) * ROW) for dy in range(high))


def around(cells: int) -> int:
    """The cells that share a side with these, and these."""
    return cells | cells << 1 | cells >> 1 | cells << ROW | cells >> ROW


def holes(ground: int) -> int:
    """The empty cells that are not joined to the outside."""
    empty = ALL & ~ground
    outside = ALL & ~INSIDE
    while True:
        wider = around(outside) & empty
        if wider == outside:
            return empty & ~outside
        outside = wider


def left(laid: list[int]) -> list[int]:
    """The kinds of tiles that are still to be laid."""
    kinds = [tile // CELLS for tile in laid]
    found = [kind for kind in range(PARK) if kind not in kinds]
    if kinds.count(PARK) < PARKS:
        found.append(PARK)
    if kinds.count(RIVER) + kinds.count(RIVER_DOWN) < RIVERS:
        found += [RIVER, RIVER_DOWN]
    return found


def ground_of(laid: list[int]) -> int:
    """The cells that are covered."""
    ground = 0
    for tile in laid:
        ground |= cells_of(tile // CELLS, tile % CELLS)
    return ground


def legal_tiles(laid: list[int]) -> list[int]:
    """Every tile that may be laid next, as kind * CELLS + cell, ascending."""
    if not laid:
        return [kind * CELLS + MIDDLE * TABLE + MIDDLE for kind in range(KINDS)]
    ground = ground_of(laid)
    rim = around(ground)
    cells = near(rim)
    found: list[int] = []
    fine: dict[int, bool] = {}
    for kind in left(laid):
        for cell in cells:
            covered = cells_of(kind, cell)
            if not covered or covered & ground or not covered & rim:
                continue
            if covered not in fine:
                fine[covered] = not holes(ground | covered)
            if fine[covered]:
                found.append(kind * CELLS + cell)
    return found


def near(rim: int) -> list[int]:
    """The cells at which a tile's corner can lie if it is to touch the rim."""
    wider = (rim | rim >> 1 | rim >> ROW | rim >> (ROW + 1)) & INSIDE
    found: list[int] = []
    while wider:
        bit = (wider & -wider).bit_length() - 1
        found.append((bit // ROW - 1) * TABLE + bit % ROW - 1)
        wider &= wider - 1
    return found


def map_of(laid: list[int]) -> str:
    """The map of the tiles laid so far, trimmed; rivers are numbered as they came."""
    rows = [["."] * TABLE for _ in range(TABLE)]
    rivers = 0
    for tile in laid:
        kind, cell = tile // CELLS, tile % CELLS
        letter = KIND_TEXT[kind]
        if kind >= RIVER:
            rivers += 1
            letter = str(rivers)
        for dy in range(KIND_CELLS[kind][1]):
            for dx in range(KIND_CELLS[kind][0]):
                rows[cell // TABLE + dy][cell % TABLE + dx] = letter
    x0, y0, x1, y1 = extent(laid)
    return "/".join("".join(row[x0:x1]) for row in rows[y0:y1])


def extent(laid: list[int]) -> tuple[int, int, int, int]:
    """The least box of cells around the tiles: left, top, right, bottom (the last two beyond)."""
    xs, ys, rights, bottoms = [], [], [], []
    for tile in laid:
        kind, cell = tile // CELLS, tile % CELLS
        xs.append(cell % TABLE)
        ys.append(cell // TABLE)
        rights.append(cell % TABLE + KIND_CELLS[kind][0])
        bottoms.append(cell // TABLE + KIND_CELLS[kind][1])
    return min(xs), min(ys), max(rights), max(bottoms)


def made_by_chance(chance: Chance) -> str:
    """The map of a city that nobody planned: tile by tile, more or less close together."""
    looks = (3, 6, 12)[chance.below(3)]  # of how many spots the closest one is taken
    kinds = [*range(PARK), *[PARK] * PARKS, *[RIVER] * RIVERS]
    shuffle(kinds, chance)
    laid = [kinds[0] * CELLS + MIDDLE * TABLE + MIDDLE]
    ground = ground_of(laid)
    for kind in kinds[1:]:
        rim = around(ground)
        cells = near(rim)
        best, closest = -1, -1
        found = 0
        while found < looks:
            turned = kind if kind != RIVER else RIVER + int(chance.below(2))
            cell = cells[chance.below(len(cells))]
            covered = cells_of(turned, cell)
            if not covered or covered & ground or not covered & rim:
                continue
            x0, y0, x1, y1 = extent([*laid, turned * CELLS + cell])
            if x1 - x0 > WIDEST or y1 - y0 > WIDEST or holes(ground | covered):
                continue
            found += 1
            contact = (around(covered) & ground).bit_count()
            if contact > closest:
                best, closest = turned * CELLS + cell, contact
        laid.append(best)
        ground |= cells_of(best // CELLS, best % CELLS)
    return read_map(map_of(laid))
