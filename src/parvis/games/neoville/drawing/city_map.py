"""The map of a city: which tiles, slots and pieces are drawn where."""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.drawing.fragment import KEPT, Fragment, fragment
from parvis.engine.drawing.svg import element, group, rect
from parvis.engine.words import Speech
from parvis.games.neoville.boxes import Index
from parvis.games.neoville.components import COLUMNS, SIDE
from parvis.games.neoville.drawing.districts import WIDTH, Edge, district_around, grounds_of
from parvis.games.neoville.drawing.pieces import placed
from parvis.games.neoville.drawing.tiles import Standing, corners, empty, laid
from parvis.games.neoville.labels import name_at, slot_at, square_at

MARGIN = 18  # for the letters and numbers along the edges
LARGE = 400  # beyond this width a city is one's own on a wide screen
Tiles = tuple[tuple[str, str], ...]  # slot and look
Pieces = tuple[tuple[str, str, str, int], ...]  # kind, square, state, what it has


class Frame:
    """Where the slots of a city are drawn: its tiles and all that a next tile could go to.

    That is the box and one more on each side, as far as 4 × 4 allows.
    """

    def __init__(self, box: tuple[str, ...], top: int, width: int) -> None:
        self.bare = not box  # no tile lies there yet
        (north, west), (south, east) = map(slot_at, box or ("d4", "d4"))
        self.settled = south - north == east - west == SIDE - 1
        rows = span(north, south) if box else range(north, north + 1)
        columns = span(west, east) if box else range(west, west + 1)
        self.row, self.rows = rows[0], len(rows)
        self.column, self.columns = columns[0], len(columns)
        high = max(SIDE, len(rows))
        across = max(high, len(columns))
        self.size = size = (width - MARGIN) // across // 2  # of a square
        self.letters = 15 if width > LARGE else 12  # what is drawn large may be shown smaller
        self.height = top + MARGIN + size * 2 * high + 4
        # Few columns or rows stand in the middle.
        self.x = MARGIN + (across - len(columns)) * size
        self.y = top + MARGIN + (high - len(rows)) * size
        # Where the sheet begins, which may lie outside; where its slots and squares are.
        self.left = self.x - 2 * columns[0] * size
        self.top = self.y - 2 * rows[0] * size
        self.slots = {
            name_at(row, column): (self.left + 2 * column * size, self.top + 2 * row * size)
            for row in rows
            for column in columns
        }


@lru_cache(KEPT)
def frame_of(box: tuple[str, ...], top: int, width: int) -> Frame:
    """The frame of a city in a square of this width, below its headline."""
    return Frame(box, top, width)


def span(first: int, last: int) -> range:
    """The rows (or columns) of slots to show for a city that spans first to last."""
    return range(max(first - 1, last - SIDE + 1), min(last + 1, first + SIDE - 1) + 1)


@lru_cache(KEPT)
def city_map(
    seat: int, frame: Frame, tiles: Tiles, pieces: Pieces, index: Index, speech: Speech
) -> dict[str, Fragment]:
    """The fragments of a city; remembered, because most moves change no more than one city.

    Under its id `last` has a place for what marks the last tile: above tiles, below pieces.
    """
    on: dict[str, Standing] = {}
    for code, square, state, _ in pieces:
        kind = index.pieces[code]
        on[square[:2]] = (square[2:], kind.piece, kind.mark, state)
    found = {**bare_ground(seat, frame, speech)}
    for slot, look in tiles:
        x, y = frame.slots[slot]
        found[f"city-{seat}-{slot}"] = laid(
            seat, slot, x, y, frame.size, look, on.get(slot), speech
        )
    found[f"city-{seat}-last"] = corners(0, 0, 0)
    found.update(piece_fragments(seat, frame, tiles, pieces, index))
    return found


@lru_cache(KEPT)
def bare_ground(seat: int, frame: Frame, speech: Speech) -> dict[str, Fragment]:
    """The letters and numbers along the edges, then slot by slot, all of them empty."""
    found = {
        f"city-{seat}-edges": edges(
            frame.x, frame.y, frame.size, frame.column, frame.columns, frame.row, frame.rows,
            frame.settled, frame.letters,
        )
    }  # fmt: skip
    for slot, (x, y) in frame.slots.items():
        letters = frame.letters if frame.bare else 0
        drawn = empty(seat, slot, x, y, frame.size, letters, speech)
        found[f"city-{seat}-{slot}"] = drawn
    return found


def piece_fragments(
    seat: int, frame: Frame, tiles: Tiles, pieces: Pieces, index: Index
) -> dict[str, Fragment]:
    """The skyscrapers with the edges of their districts, then the utilities over them."""
    grounds = grounds_of(tiles)
    size, left, top = frame.size, frame.left, frame.top
    towers: dict[str, Fragment] = {}
    utilities: dict[str, Fragment] = {}
    edged = 0  # the squares of districts that have their edge already
    for code, square, state, have in pieces:
        kind = index.pieces[code]
        row, column = square_at(square)
        around = None
        found = utilities
        if kind.terrain >= 0:
            found = towers
            at = 1 << (row * WIDTH + column)
            if not edged & at:
                district = district_around(grounds[kind.terrain], at)
                edged |= district
                firm = state == "met" or (state == "spare" and met_in(district, pieces, index))
                around = Edge(district, left, top, size, firm)
        x, y = left + column * size, top + row * size
        found[f"city-{seat}-{square}"] = placed(kind, x, y, size, state, have, around)
    return {**towers, **utilities}


def met_in(district: int, pieces: Pieces, index: Index) -> bool:
    """Whether one of a district's skyscrapers has what it wants."""
    for code, square, state, _ in pieces:
        row, column = square_at(square)
        here = district >> (row * WIDTH + column) & 1
        if here and state == "met" and index.pieces[code].terrain >= 0:
            return True
    return False


@fragment
def edges(
    x: int, y: int, size: int, column: int, columns: int, row: int, rows: int, settled: bool,
    letters: int,
) -> str:  # fmt: skip
    """Letters above, numbers at the left; the frame once it is settled."""
    found = [
        element("text", letter, x=x + (2 * n + 1) * size, y=y - 5)
        for n, letter in enumerate(COLUMNS[column : column + columns])
    ]
    found += [
        element("text", str(row + n + 1), x=x - 9, y=y + (2 * n + 1) * size + 4)
        for n in range(rows)
    ]
    names = group(*found, fill="var(--soft)", font_size=letters, text_anchor="middle")
    if not settled:
        return names
    wide, high = 2 * columns * size + 4, 2 * rows * size + 4
    line = {"fill": "none", "stroke": "var(--ink)", "stroke_width": 2}
    return names + rect(x - 2, y - 2, wide, high, rx=3, **line)
