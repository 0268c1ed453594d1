"""What is in the box: reads and checks a pack, and holds the tables that the rules look up.

Everything about places is here too. A city is drawn on a sheet of 7 × 7 slots, because the first
tile lies in the middle (d4) and the city grows at most three tiles from it in any direction. Its
squares are numbered on a grid 16 wide, with an empty border, so that a neighbour is one addition
away.
"""

from __future__ import annotations

from typing import Final

from parvis.engine.packs import Entry, Pack, PackError
from parvis.games.neoville.moves import Moves

TERRAINS: Final = ("soil", "grass", "rock", "water")
LETTERS: Final = "sgrw"
PARK: Final = 1
SPORT: Final = 2
ICONS: Final = ("", "*", "+")
FEATURES: Final = ("parks", "sports", "icons", "skyscrapers", "utilities")
STANDS: Final = ("left", "right", "top", "bottom", "corner", "centre")
TYPES: Final = ("ecomobiles", "windmills", "biodomes")

SIDE: Final = 4  # tiles along a finished city
SHEET: Final = 7  # slots along the sheet
SLOTS: Final = 49
MIDDLE: Final = 24  # the slot of the first tile
WIDTH: Final = 16  # squares from one row of the grid to the next
SQUARES: Final = 256
TURNS: Final = 16
ROW: Final = 4  # tiles face up
HAND: Final = 3
A_SEAT: Final = 2 * HAND  # numbers of one hand: three known to all, three only to their owner

SKYSCRAPERS: Final = 28  # seven values on four terrains: the kinds 0 to 27
VALUES: Final = 7
MOST_KINDS: Final = 60
MOST_FACES: Final = 120
LARGEST_DOME: Final = 6

LEFT_OUT: Final = {2: (5, 7), 3: (7,), 4: ()}  # skyscraper values, by number of players
TOKENS: Final = {2: 5, 3: 6, 4: 7}  # utilities of each type, by number of players

ECOMOBILE: Final = 0
WINDMILL: Final = 1
BIODOME: Final = 2

# What is asked now, by the words for it.
PHASES: Final = ("tile", "piece", "draw", "over", "refill", "deal")
TILE: Final = 0
PIECE: Final = 1
DRAW: Final = 2
OVER: Final = 3
REFILL: Final = 4  # pending: the row wants a tile from the stack
DEAL: Final = 5  # pending: the seat wants the top of the stack

QUADRANTS: Final = ("nw", "ne", "sw", "se")
SPOTS: Final = {
    "nw": "#nv.spot.nw",
    "ne": "#nv.spot.ne",
    "sw": "#nv.spot.sw",
    "se": "#nv.spot.se",
}
COLUMNS: Final = "abcdefg"


def slot_name(slot: int) -> str:
    """A slot as people write it: column letter and row number, from the top left of the sheet.

    >>> slot_name(24)
    'd4'
    """
    return f"{COLUMNS[slot % SHEET]}{slot // SHEET + 1}"


def read_slot(text: str) -> int:
    """The slot of a name, or -1."""
    if len(text) == 2 and text[0] in COLUMNS and text[1] in "1234567":
        return (int(text[1]) - 1) * SHEET + COLUMNS.index(text[0])
    return -1


def corner(slot: int) -> int:
    """The north-west square of a slot.

    >>> corner(0), corner(24)
    (17, 119)
    """
    return (slot // SHEET * 2 + 1) * WIDTH + slot % SHEET * 2 + 1


def slot_of(square: int) -> int:
    """The slot that a square lies in."""
    return (square // WIDTH - 1) // 2 * SHEET + (square % WIDTH - 1) // 2


def quadrant_of(square: int) -> int:
    """Which square of its tile a square is."""
    return (square // WIDTH - 1) % 2 * 2 + (square % WIDTH - 1) % 2


def square_of(slot: int, quadrant: int) -> int:
    """A square by its slot and quadrant."""
    return corner(slot) + quadrant // 2 * WIDTH + quadrant % 2


def square_name(square: int) -> str:
    """A square as people write it: its slot and quadrant.

    >>> square_name(corner(24) + 1)
    'd4ne'
    """
    return slot_name(slot_of(square)) + QUADRANTS[quadrant_of(square)]


def slot_place(seat: int, slot: int) -> str:
    """The place of a slot in a seat's city."""
    return f"slot-{seat}-{slot_name(slot)}"


def square_place(seat: int, square: int) -> str:
    """The place of a square in a seat's city."""
    return f"square-{seat}-{slot_name(slot_of(square))}-{QUADRANTS[quadrant_of(square)]}"


CORNERS: Final[list[int]] = [corner(slot) for slot in range(SLOTS)]


def spans(first: int, last: int, upright: bool) -> int:
    """The slots that a tile may use along one axis if the city spans first to last there."""
    found = 0
    for slot in range(SLOTS):
        along = slot % SHEET if upright else slot // SHEET
        if last - (SIDE - 1) <= along <= first + (SIDE - 1):
            found |= 1 << slot
    return found


# Which slots the limit of 4 × 4 leaves, by first * 7 + last row, and column, of the city.
ROWS_LEFT: Final[list[int]] = [spans(n // SHEET, n % SHEET, False) for n in range(SLOTS)]
COLUMNS_LEFT: Final[list[int]] = [spans(n // SHEET, n % SHEET, True) for n in range(SLOTS)]
NOT_WEST: Final = sum(1 << slot for slot in range(SLOTS) if slot % SHEET != 0)
NOT_EAST: Final = sum(1 << slot for slot in range(SLOTS) if slot % SHEET != SHEET - 1)
SHEET_MASK: Final = (1 << SLOTS) - 1


def turned(squares: list[int]) -> list[int]:
    """Four squares (nw, ne, sw, se) after a quarter turn clockwise.

    >>> turned([1, 2, 3, 4])
    [3, 1, 4, 2]
    """
    return [squares[2], squares[0], squares[3], squares[1]]


def read_face(text: str) -> list[int] | None:
    """The four squares (terrain from 1, plus 8 × icon) of a tile's text, or None.

    >>> read_face("sg*/r+w")
    [1, 10, 19, 4]
    """
    squares: list[int] = []
    rows = text.split("/")
    if len(rows) != 2:
        return None
    for row in rows:
        count = 0
        for letter in row:
            if letter in LETTERS:
                squares.append(LETTERS.index(letter) + 1)
                count += 1
            elif letter in "*+" and squares and squares[-1] < 8 and count:
                squares[-1] += 8 * (PARK if letter == "*" else SPORT)
            else:
                return None
        if count != 2:
            return None
    return squares


def write_face(squares: list[int]) -> str:
    """A tile's text.

    >>> write_face([1, 10, 19, 4])
    'sg*/r+w'
    """
    parts = [LETTERS[square % 8 - 1] + ICONS[square // 8] for square in squares]
    return f"{parts[0]}{parts[1]}/{parts[2]}{parts[3]}"


CROSSED_DOWN: Final = 256  # the upper left and the lower right square are alike, but apart
CROSSED_UP: Final = 512  # likewise the upper right and the lower left one


def regions(squares: list[int]) -> int:
    """Which squares of a tile hang together: two bits a square, the least square of its region;
    then whether squares that meet only in the middle are of one terrain."""
    least = [0, 1, 2, 3]
    for _ in range(2):
        for one, other in ((0, 1), (0, 2), (1, 3), (2, 3)):
            if squares[one] % 8 == squares[other] % 8:
                low = min(least[one], least[other])
                least[one] = low
                least[other] = low
    found = least[0] | least[1] << 2 | least[2] << 4 | least[3] << 6
    if squares[0] % 8 == squares[3] % 8 and least[0] != least[3]:
        found |= CROSSED_DOWN
    if squares[1] % 8 == squares[2] % 8 and least[1] != least[2]:
        found |= CROSSED_UP
    return found


def shape_mask(cells: list[tuple[int, int]]) -> int:
    """A shape pushed into the upper left corner, as a set of bits eight to a row."""
    top = min([row for row, _ in cells])
    left = min([column for _, column in cells])
    mask = 0
    for row, column in cells:
        mask |= 1 << ((row - top) * 8 + column - left)
    return mask


def shape_masks(cells: list[tuple[int, int]], mirror: bool) -> list[int]:
    """A shape in all its directions; flipped too, if it may be.

    >>> len(shape_masks([(0, 1), (0, 2), (1, 0), (1, 1)], True))
    4
    """
    found: list[int] = []
    for flipped in (False, True) if mirror else (False,):
        here = [(row, -column) for row, column in cells] if flipped else cells
        for _ in range(4):
            mask = shape_mask(here)
            if mask not in found:
                found.append(mask)
            here = [(column, -row) for row, column in here]
    return found


class Kind:
    """A kind of piece: a skyscraper, or a sort of utility."""

    def __init__(self, code: str, points: int, copies: int) -> None:
        self.code = code
        self.points = points
        self.copies = copies
        self.terrain = -1  # of a skyscraper
        self.type = -1  # of a utility
        self.counts = -1  # of an ecomobile: which feature,
        self.least = 0  # and how many
        self.stands = -1  # of a windmill
        self.cells: list[tuple[int, int]] = []  # of a biodome: its shape,
        self.shape = ""  # and its name


def fits_of(kinds: list[Kind], mirror: bool) -> dict[int, int]:
    """Which biodomes a district satisfies, by its shape; flipped too, if it may be."""
    found: dict[int, int] = {}
    for kind in range(len(kinds)):
        if kinds[kind].cells:
            for mask in shape_masks(kinds[kind].cells, mirror):
                found[mask] = found.get(mask, 0) | 1 << kind
    return found


class Components:
    """A checked pack with its tables, shared by all positions that are played with it."""

    def __init__(self, pack: Pack) -> None:
        entry = pack.entry()
        entry.text("name")
        self.faces: list[str] = []
        self.copies: list[int] = []
        # A look is a face turned some way; equal ones are one. The looks of a face follow each
        # other, from `first_look` on.
        self.first_look: list[int] = []
        self.looks_of: list[list[int]] = []
        self.spins: list[int] = []  # how many looks a face has
        self.look_texts: list[str] = []
        self.look_of: dict[str, int] = {}
        self.looks: list[int] = []  # the squares of a look, five bits each
        self.areas: list[int] = []  # which of its squares hang together
        self.face_of: list[int] = []  # the face of a look
        self.equity: list[int] = []
        self.box: dict[str, object] | None = None  # what a view says of it, made when asked for
        tiles = entry.texts("tiles")
        for n in range(len(tiles)):
            self.copies[self.take_face(entry, f"tiles[{n}]", tiles[n])] += 1
        # Beside the Equity tile everyone lays 15: with fewer tiles a hand could run empty.
        least = 4 * (TURNS - 1)
        if not least <= len(tiles) <= MOST_FACES - 4:
            raise entry.fail(
                "tiles", f"expected {least} to {MOST_FACES - 4} tiles, found {len(tiles)}"
            )
        equity = entry.texts("equity", count=4)
        for n in range(4):
            self.equity.append(self.take_face(entry, f"equity[{n}]", equity[n]))
        self.stack_size = len(tiles)
        self.face_count = len(self.faces)

        self.kinds: list[Kind] = []
        self.kind_of: dict[str, int] = {}
        self.values = entry.wholes("skyscrapers", 1, 64, VALUES)
        if sorted(set(self.values)) != self.values:
            raise entry.fail("skyscrapers", "expected seven different values, ascending")
        for terrain in range(4):
            for value in self.values:
                tower = Kind(f"{'EFSW'[terrain]}{value}", value, 1)
                tower.terrain = terrain
                self.take_kind(entry, "skyscrapers", tower)
        self.first_of: list[int] = []  # the first kind of each type of utility
        self.read_utilities(entry)
        entry.done()
        self.kind_count = len(self.kinds)
        self.points: list[int] = [kind.points for kind in self.kinds]
        self.type_of: list[int] = [kind.type for kind in self.kinds]
        self.counts: list[int] = [kind.counts for kind in self.kinds]
        self.least: list[int] = [kind.least for kind in self.kinds]
        self.stands: list[int] = [kind.stands for kind in self.kinds]
        self.fits_mirrored = fits_of(self.kinds, True)
        self.fits_as_shown = fits_of(self.kinds, False)
        self.moves = Moves(
            self.look_texts,
            [slot_name(slot) for slot in range(SLOTS)],
            [kind.code for kind in self.kinds],
            list(QUADRANTS),
            self.faces,
        )

    def take_face(self, entry: Entry, name: str, text: str) -> int:
        """The number of a face, a new one if it was not there in any rotation."""
        squares = read_face(text)
        if squares is None:
            raise entry.fail(name, f"expected a tile such as sg*/r+w, found {text[:20]!r}")
        if text in self.look_of:
            return self.face_of[self.look_of[text]]
        face = len(self.faces)
        self.faces.append(text)
        self.copies.append(0)
        self.first_look.append(len(self.looks))
        for _ in range(4):
            look = write_face(squares)
            if look not in self.look_of:
                self.look_of[look] = len(self.looks)
                self.look_texts.append(look)
                packed = 0
                for quadrant in range(4):
                    square = squares[quadrant]
                    packed |= (square % 8 | square // 8 << 3) << (5 * quadrant)
                self.looks.append(packed)
                self.areas.append(regions(squares))
                self.face_of.append(face)
            squares = turned(squares)
        self.spins.append(len(self.looks) - self.first_look[face])
        self.looks_of.append(list(range(self.first_look[face], len(self.looks))))
        return face

    def take_kind(self, entry: Entry, name: str, kind: Kind) -> None:
        """One more kind of piece."""
        if kind.code in self.kind_of:
            raise entry.fail(name, f"{kind.code} stands twice; use copies")
        self.kind_of[kind.code] = len(self.kinds)
        self.kinds.append(kind)
        if len(self.kinds) > MOST_KINDS:
            raise entry.fail(name, f"expected at most {MOST_KINDS} kinds of piece")

    def read_utilities(self, entry: Entry) -> None:
        """The three types of utility."""
        for type in range(3):
            self.first_of.append(len(self.kinds))
            tokens = 0
            for item in entry.tables(TYPES[type]):
                points = item.whole("points", 1, 99)
                copies = item.whole("copies", 1, 3)
                if type == ECOMOBILE:
                    counts = item.text("counts", FEATURES)
                    least = item.whole("least", 1, 15)
                    kind = Kind(f"eco-{counts}{least}", points, copies)
                    kind.counts = FEATURES.index(counts)
                    kind.least = least
                elif type == WINDMILL:
                    stands = item.text("stands", STANDS)
                    kind = Kind(f"mill-{stands}", points, copies)
                    kind.stands = STANDS.index(stands)
                else:
                    kind = read_biodome(item, points, copies)
                kind.type = type
                item.done()
                tokens += copies
                self.take_kind(entry, TYPES[type], kind)
            if tokens < TOKENS[4]:
                raise entry.fail(
                    TYPES[type], f"expected {TOKENS[4]} tokens or more, found {tokens}"
                )
        self.first_of.append(len(self.kinds))

    def tower(self, terrain: int, value: int) -> int:
        """The kind of a skyscraper."""
        return terrain * VALUES + self.values.index(value)


def read_biodome(item: Entry, points: int, copies: int) -> Kind:
    """A biodome with its shape: rows of x and dot."""
    name = item.text("name")
    if not name.isascii() or not name.isalnum() or len(name) > 8:
        raise item.fail("name", f"expected a short name such as L3, found {name[:20]!r}")
    kind = Kind(f"dome-{name}", points, copies)
    kind.shape = name
    rows = item.texts("shape")
    for row in range(len(rows)):
        for column in range(len(rows[row])):
            if rows[row][column] == "x":
                kind.cells.append((row, column))
            elif rows[row][column] != ".":
                raise item.fail(f"shape[{row}]", f"expected x and dots, found {rows[row][:20]!r}")
    if not hangs_together(kind.cells):
        raise item.fail("shape", f"expected 1 to {LARGEST_DOME} squares that hang together")
    return kind


def hangs_together(cells: list[tuple[int, int]]) -> bool:
    """Whether these cells could be a district."""
    if not 1 <= len(cells) <= LARGEST_DOME:
        return False
    reached = [cells[0]]
    for row, column in reached:
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near in cells and near not in reached:
                reached.append(near)
    return len(reached) == len(cells)


SKYSCRAPER_WORDS: Final = ("#nv.sky.earth", "#nv.sky.forest", "#nv.sky.stone", "#nv.sky.waterfall")
ECOMOBILE_WORDS: Final = (
    "#nv.eco.parks",
    "#nv.eco.sports",
    "#nv.eco.icons",
    "#nv.eco.skyscrapers",
    "#nv.eco.utilities",
)
WINDMILL_WORDS: Final = (
    "#nv.mill.left",
    "#nv.mill.right",
    "#nv.mill.top",
    "#nv.mill.bottom",
    "#nv.mill.corner",
    "#nv.mill.centre",
)


def named(parts: Components, kind: int) -> dict[str, object]:
    """The parameters that name a kind of piece in a sentence: "{piece} {mark}"."""
    it = parts.kinds[kind]
    if it.terrain >= 0:
        return {"piece": SKYSCRAPER_WORDS[it.terrain], "mark": str(it.points)}
    if it.type == ECOMOBILE:
        return {"piece": ECOMOBILE_WORDS[it.counts], "mark": f"≥ {it.least}"}
    if it.type == WINDMILL:
        return {"piece": WINDMILL_WORDS[it.stands], "mark": f"({it.points})"}
    return {"piece": "#nv.dome", "mark": it.shape}


# A square in words: by icon, then terrain.
SQUARE_WORDS: Final = (
    ("#nv.soil", "#nv.grass", "#nv.rock", "#nv.water"),
    ("#nv.soil.park", "#nv.grass.park", "#nv.rock.park", "#nv.water.park"),
    ("#nv.soil.sport", "#nv.grass.sport", "#nv.rock.sport", "#nv.water.sport"),
)


def square_words(squares: list[int]) -> list[object]:
    """A tile in words: its squares clockwise from the upper left."""
    return [SQUARE_WORDS[squares[n] // 8][squares[n] % 8 - 1] for n in (0, 1, 3, 2)]


def look_words(parts: Components, look: int) -> list[object]:
    """The same of a look."""
    packed = parts.looks[look]
    return square_words([packed >> (5 * quadrant) & 31 for quadrant in range(4)])


def face_words(parts: Components, face: int) -> list[object]:
    """A face in words, as the pack writes it."""
    return look_words(parts, parts.first_look[face])


KNOWN: Final[dict[str, Components]] = {}
MOST_KNOWN: Final = 16


def read_components(pack: Pack) -> Components:
    """The components of a pack; `PackError` names the entry that is wrong."""
    found = KNOWN.get(pack.source)
    if found is None:
        found = Components(pack)
        if len(KNOWN) >= MOST_KNOWN:
            KNOWN.clear()
        KNOWN[pack.source] = found
    return found


__all__ = ["Components", "Kind", "PackError", "read_components"]
