"""What a city is worth: quickly as one number, and line by line with clauses and places."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import BIT
from parvis.engine.ledger import BANKED, OPEN, STANDING, Line
from parvis.games.neoville.city import (
    BOTTOM,
    BYTE,
    COLUMNS,
    FIRST_PIECE,
    LABEL,
    LEFT,
    LINK,
    PARKS,
    PIECES,
    RIGHT,
    ROWS,
    SIZE,
    SIZE_MASK,
    SKIES,
    SPORTS,
    TOP,
    City,
    district_of,
)
from parvis.games.neoville.components import (
    BIODOME,
    ECOMOBILE,
    LARGEST_DOME,
    SIDE,
    SKYSCRAPERS,
    WIDTH,
    Components,
    named,
    square_place,
)

MOST: Final = 5  # points for most parks, and for most sports
MAJORITIES: Final = (
    (PARKS, "nv.line.parks", "nv.line.parks.behind"),
    (SPORTS, "nv.line.sports", "nv.line.sports.behind"),
)

# What a piece is doing, and what it is worth for that: plus, minus or nothing.
MET: Final = 0
SHORT: Final = 1
SPARE: Final = 2  # a skyscraper beside a better one
UNDECIDED: Final = 3  # a windmill that some frames satisfy and others do not
SECOND: Final = 4  # a biodome beside one that scores


def seen_from(cells: vec[i64], square: i64, counts: i64) -> i64:
    """How many of a feature an ecomobile sees in its row and column (NV-4.4)."""
    both: i64 = cells[ROWS + square // WIDTH] + cells[COLUMNS + square % WIDTH]
    if counts == 0:
        return both & BYTE
    if counts == 1:
        return (both >> 8) & BYTE
    if counts == 2:
        return (both & BYTE) + ((both >> 8) & BYTE)
    if counts == 3:
        return (both >> 16) & BYTE
    return (both >> 24) - 2  # itself, once in the row and once in the column


def frames(cells: vec[i64]) -> i64:
    """In how many frames of 4 × 4 the city could still end."""
    high: i64 = SIDE - (cells[BOTTOM] - cells[TOP])
    wide: i64 = SIDE - (cells[RIGHT] - cells[LEFT])
    return high * wide


def good_frames(cells: vec[i64], square: i64, stands: i64) -> i64:
    """In how many of them a windmill on this square would be where it should (NV-4.6)."""
    row: i64 = (square // WIDTH - 1) // 2
    column: i64 = (square % WIDTH - 1) // 2
    rows: i64 = good_starts(row, cells[TOP], cells[BOTTOM], stands, True)
    return rows * good_starts(column, cells[LEFT], cells[RIGHT], stands, False)


def good_starts(at: i64, first: i64, last: i64, stands: i64, upright: bool) -> i64:
    """Of the lines where a frame around the city's first to last may begin, those that suit a
    windmill at this line."""
    found: i64 = 0
    start: i64 = last - (SIDE - 1)
    while start <= first:
        if fits_line(at - start, stands, upright):
            found += 1
        start += 1
    return found


def fits_line(at: i64, stands: i64, upright: bool) -> bool:
    """Whether a tile's row (or column) in the frame suits a windmill."""
    if stands == 4:
        return at == 0 or at == SIDE - 1
    if stands == 5:
        return at == 1 or at == 2
    if stands < 2:
        return upright or at == (0 if stands == 0 else SIDE - 1)
    return not upright or at == (0 if stands == 2 else SIDE - 1)


def in_sight(city: City, square: int, counts: int) -> int:
    """`seen_from`, for who holds a city."""
    return seen_from(city.cells, square, counts)


def frames_of(city: City, square: int, stands: int) -> tuple[int, int]:
    """The frames that would suit a windmill here, and all that are possible."""
    return good_frames(city.cells, square, stands), frames(city.cells)


def shape_of(city: City, square: int) -> int:
    """`district_shape`, for who holds a city."""
    return district_shape(city.cells, square)


def district_shape(cells: vec[i64], square: i64) -> i64:
    """The shape of a square's district, as `components.shape_mask` makes it; 0 if it is large."""
    label: i64 = (cells[square] >> LABEL) & BYTE
    if (cells[label] >> SIZE) & SIZE_MASK > LARGEST_DOME:
        return 0
    top: i64 = WIDTH
    left: i64 = WIDTH
    at: i64 = label
    while True:
        if at // WIDTH < top:
            top = at // WIDTH
        if at % WIDTH < left:
            left = at % WIDTH
        at = (cells[at] >> LINK) & BYTE
        if at == label:
            break
    mask: i64 = 0
    while True:
        mask |= BIT[(at // WIDTH - top) * 8 + at % WIDTH - left]
        at = (cells[at] >> LINK) & BYTE
        if at == label:
            break
    return mask


def doing(parts: Components, mirror: bool, cells: vec[i64], index: i64) -> i64:
    """What the piece of this index is doing now."""
    packed: i64 = cells[FIRST_PIECE + index]
    kind: i64 = packed & BYTE
    square: i64 = packed >> 8
    if kind < SKYSCRAPERS:
        return skyscraper_doing(parts, cells, index)
    type: i64 = parts.type_of[kind]
    if type == ECOMOBILE:
        enough = seen_from(cells, square, parts.counts[kind]) >= parts.least[kind]
        return MET if enough else SHORT
    if type == BIODOME:
        return biodome_doing(parts, mirror, cells, index)
    good: i64 = good_frames(cells, square, parts.stands[kind])
    if good == 0:
        return SHORT
    return MET if good == frames(cells) else UNDECIDED


def skyscraper_doing(parts: Components, cells: vec[i64], index: i64) -> i64:
    """Whether a skyscraper's district is large enough (NV-4.2), or another one scores (NV-4.3)."""
    packed: i64 = cells[FIRST_PIECE + index]
    label: i64 = (cells[packed >> 8] >> LABEL) & BYTE
    head: i64 = cells[label]
    size: i64 = (head >> SIZE) & SIZE_MASK
    value: i64 = parts.points[packed & BYTE]
    if head >> SKIES > 1:
        count: i64 = cells[PIECES]
        for i in range(count):
            other: i64 = cells[FIRST_PIECE + i]
            if other & BYTE < SKYSCRAPERS and (cells[other >> 8] >> LABEL) & BYTE == label:
                rival: i64 = parts.points[other & BYTE]
                if size >= rival:  # it is met, so this one must be met and larger
                    if size < value or rival > value:
                        return SPARE
                elif rival < value:  # neither is met: the lower one is less bad
                    return SPARE
    return MET if size >= value else SHORT


def biodome_doing(parts: Components, mirror: bool, cells: vec[i64], index: i64) -> i64:
    """Whether a biodome's district has its shape (NV-4.7), and whether it is the one (NV-4.8)."""
    packed: i64 = cells[FIRST_PIECE + index]
    kind: i64 = packed & BYTE
    square: i64 = packed >> 8
    fits = parts.fits_mirrored if mirror else parts.fits_as_shown
    found: i64 = fits.get(district_shape(cells, square), 0)
    if (found >> kind) & 1 == 0:
        return SHORT
    label: i64 = (cells[square] >> LABEL) & BYTE
    count: i64 = cells[PIECES]
    for i in range(count):
        other: i64 = cells[FIRST_PIECE + i]
        rival: i64 = other & BYTE
        if (found >> rival) & 1 and (cells[other >> 8] >> LABEL) & BYTE == label:
            more: i64 = parts.points[rival] - parts.points[kind]
            if more > 0 or (more == 0 and i < index):
                return SECOND
    return MET


def city_points(parts: Components, mirror: bool, cells: vec[i64]) -> i64:
    """The points of a city's pieces if the game ended now; undecided windmills count 0."""
    sum: i64 = 0
    count: i64 = cells[PIECES]
    for i in range(count):
        value: i64 = parts.points[cells[FIRST_PIECE + i] & BYTE]
        sum += worth(doing(parts, mirror, cells, i), value)
    return sum


def worth(what: i64, value: i64) -> i64:
    """What a piece earns or costs by what it is doing."""
    if what == MET:
        return value
    return -value if what in (SHORT, SECOND) else 0


def all_points(parts: Components, mirror: bool, cities: list[City]) -> list[int]:
    """The points of every seat if the game ended now (NV-4.9 included)."""
    parks: i64 = most_of(cities, PARKS)
    sports: i64 = most_of(cities, SPORTS)
    found: list[int] = []
    for city in cities:
        sum: i64 = city_points(parts, mirror, city.cells)
        if city.cells[PARKS] == parks:
            sum += MOST
        if city.cells[SPORTS] == sports:
            sum += MOST
        found.append(sum)
    return found


def most_of(cities: list[City], which: i64) -> i64:
    """The most parks, or sports, that a city has."""
    most: i64 = 0
    for city in cities:
        if city.cells[which] > most:
            most = city.cells[which]
    return most


def ledger_lines(parts: Components, mirror: bool, cities: list[City], over: bool) -> list[Line]:
    """Every point with its clause, its words and its places.

    Full cities are not the end: the piece for the last tile can still change what others score.
    """
    lines: list[Line] = []
    status = BANKED if over else STANDING
    for seat in range(len(cities)):
        cells = cities[seat].cells
        lines.extend(piece_lines(parts, mirror, cities[seat], seat, over))
        for which, key, behind in MAJORITIES:
            mine, most = int(cells[which]), int(most_of(cities, which))
            if mine == most:
                lines.append(Line(seat, MOST, "NV-4.9", key, {"n": mine}, (), status))
            else:
                params: dict[str, object] = {"n": mine, "most": most}
                lines.append(Line(seat, 0, "NV-4.9", behind, params, (), status))
    return lines


def piece_lines(parts: Components, mirror: bool, city: City, seat: int, over: bool) -> list[Line]:
    """The ledger lines of a city's pieces, made once while it stays as it is."""
    told = city.account(mirror)
    if told.side != seat or told.over != over:
        cells = city.cells
        told.lines = [piece_line(parts, mirror, cells, seat, i, over) for i in range(told.pieces)]
        told.side = seat
        told.over = over
    return told.lines


def piece_line(
    parts: Components, mirror: bool, cells: vec[i64], seat: int, index: int, over: bool
) -> Line:
    """The ledger line of one piece."""
    packed = int(cells[FIRST_PIECE + index])
    kind = packed & BYTE
    square = packed >> 8
    what = int(doing(parts, mirror, cells, index))
    value = parts.points[kind]
    points = int(worth(what, value))
    here = square_place(seat, square)
    params = named(parts, kind)
    params["value"] = value
    status = BANKED if over else STANDING
    # A line points at the piece first, then at the rest of its district.
    around = [square_place(seat, near) for near in district_of(cells, square) if near != square]
    if kind < SKYSCRAPERS:
        size = len(around) + 1
        places = (here, *around)
        params["size"] = size
        params["n"] = size if what == MET else max(value - size, 0)
        if what == SPARE:
            return Line(seat, points, "NV-4.3", "nv.line.sky.spare", params, places, status)
        key = "nv.line.sky.met" if what == MET else "nv.line.sky.short"
        return Line(seat, points, "NV-4.2", key, params, places, status)
    type = parts.type_of[kind]
    if type == ECOMOBILE:
        have = int(seen_from(cells, square, parts.counts[kind]))
        params["have"] = have
        params["least"] = parts.least[kind]
        params["n"] = max(parts.least[kind] - have, 0)
        key = "nv.line.eco.met" if what == MET else "nv.line.eco.short"
        # What an ecomobile has seen does not go away again.
        firm = BANKED if what == MET else status
        return Line(seat, points, "NV-4.5", key, params, (here,), firm)
    if type == BIODOME:
        places = (here, *around)
        if what == SECOND:
            return Line(seat, points, "NV-4.8", "nv.line.dome.second", params, places, status)
        key = "nv.line.dome.met" if what == MET else "nv.line.dome.short"
        return Line(seat, points, "NV-4.7", key, params, places, status)
    if what == UNDECIDED:
        params["good"] = int(good_frames(cells, square, parts.stands[kind]))
        params["n"] = int(frames(cells))
        key = "nv.line.mill.open"
        return Line(seat, points, "NV-4.6", key, params, (here,), OPEN, low=-value, high=value)
    # Frames that are gone do not come back: a windmill's place is settled for good.
    key = "nv.line.mill.met" if what == MET else "nv.line.mill.short"
    return Line(seat, points, "NV-4.6", key, params, (here,), BANKED)
