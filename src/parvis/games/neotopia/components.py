"""What is in the box: regions, tiles, projects and tokens from a pack, and tables made from them.

Spaces have two numbers. Within its region a space is a bit of the region's bit sets (its *spot*,
row by row); over the whole city it is a *space*, counted on through the regions. Cards that show
the same project share a *design*; moves and texts speak of designs only.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parvis.engine.bits import members
from parvis.engine.packs import Entry, Pack, PackError
from parvis.games.neotopia.moves import Moves

COLOURS: Final = ("red", "green", "purple", "blue")
LETTERS: Final = "rgpb"
REGIONS: Final = ("desert", "water", "forest")
REGION_LETTERS: Final = "DWF"
KINDS: Final = ("grant", "automation", "initiative", "permit")
KIND_LETTERS: Final = "gaip"
GRANT: Final = 0
AUTOMATION: Final = 1
INITIATIVE: Final = 2
PERMIT: Final = 3

# Factory f stands between the regions BESIDE[2 f] and BESIDE[2 f + 1].
BESIDE: Final[list[int]] = [0, 1, 1, 2, 0, 2]

ON_SPACES: Final = 4  # tokens on each region's spaces
IN_PILE: Final = 4  # tokens in each region's pile
TOKENS: Final = 24  # six of each kind, all of them laid out
EACH_KIND: Final = 6
OFFER: Final = 4  # projects face up
DEALT: Final = 3  # projects a player starts with
ACTIONS: Final = 3
BONUS_POINTS: Final = 3
MOST_SPOTS: Final = 62  # a bit set must stay below 63 bits
MOST_CARDS: Final = 62
SIDES: Final = 6  # of a hexagon, and its turns
LAP: Final = 20  # spaces of a track
NONE: Final = -1

# The colours by seat unless they are chosen (NT-2.7), as owners are drawn.
BY_SEAT: Final[list[int]] = [3, 0, 1, 2]


class Layout:
    """One region map: where its spots lie and which of them touch."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        self.x: list[int] = []
        self.y: list[int] = []
        self.names: list[str] = []
        self.marks: list[str] = []
        for y in range(len(rows)):
            column = 0
            for x in range(len(rows[y])):
                if rows[y][x] != " ":
                    column += 1
                    self.x.append(x)
                    self.y.append(y)
                    self.names.append("abcdefghijklmnop"[y] + str(column))
                    self.marks.append(rows[y][x])
        self.at: dict[tuple[int, int], int] = {}
        for spot in range(len(self.x)):
            self.at[(self.x[spot], self.y[spot])] = spot
        self.near: list[int] = []  # by spot: its neighbours, as a bit set
        self.around: list[int] = []  # by spot: its neighbours on six sides, then NONE
        for spot in range(len(self.x)):
            mask = 0
            for dx, dy in ((-2, 0), (2, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)):
                other = self.at.get((self.x[spot] + dx, self.y[spot] + dy), NONE)
                if other >= 0:
                    mask |= 1 << other
                self.around.append(other)
            self.near.append(mask)
            self.around.append(NONE)
        self.ordinary = self.marked(".*c")
        self.outer = self.marked("o")
        self.bonus = [spot for spot in range(len(self.marks)) if self.marks[spot] == "*"]

    def beside(self, spot: int) -> list[int]:
        """Its neighbours left, right, upper left and right, lower left and right; or NONE."""
        return self.around[7 * spot : 7 * spot + 6]

    def marked(self, marks: str) -> int:
        """The spots with one of these marks."""
        mask = 0
        for spot in range(len(self.marks)):
            if self.marks[spot] in marks:
                mask |= 1 << spot
        return mask


class Shape:
    """A pattern without its colours: hexes of the main colour, hexes of the second one."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        self.main: list[tuple[int, int]] = []
        self.second: list[tuple[int, int]] = []
        for y in range(len(rows)):
            for x in range(len(rows[y])):
                if rows[y][x] == "A":
                    self.main.append((x, y))
                elif rows[y][x] == "B":
                    self.second.append((x, y))
        self.size = len(self.main) + len(self.second)

    def turned(self, turns: int, flip: bool) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """The hexes after some sixth turns, and before them a reflection if asked."""
        return (
            [turned(x, y, turns, flip) for x, y in self.main],
            [turned(x, y, turns, flip) for x, y in self.second],
        )


def turned(x: int, y: int, turns: int, flip: bool) -> tuple[int, int]:
    """A hex turned about (0, 0)."""
    q = (x - y) // 2
    r = y
    if flip:
        q, r = r, q
    for _ in range(turns):
        q, r = -r, q + r
    return 2 * q + r, r


class Matches:
    """Every way each shape can lie on each layout, as bit masks of its two colours.

    Those of shape s on layout l stand from `start[n]` to `start[n + 1]`, where n = s * layouts + l;
    those of them that cover spot p from `spot_start[m]` on, where m = n * MOST_SPOTS + p. Those of
    all designs that cover a spot and one beside it stand in `pair_…` (see `pair_up`).
    """

    def __init__(self, parts: Components, mirror: bool) -> None:
        self.start: list[int] = []
        self.first: list[int] = []
        self.second: list[int] = []
        self.spot_start: list[int] = []
        self.spot_first: list[int] = []
        self.spot_second: list[int] = []
        for shape in parts.shapes:
            for layout in parts.layouts:
                self.start.append(len(self.first))
                ways = lie(shape, layout, mirror)
                for first, second in ways:
                    self.first.append(first)
                    self.second.append(second)
                for spot in range(MOST_SPOTS):
                    self.spot_start.append(len(self.spot_first))
                    for first, second in ways:
                        if (first | second) >> spot & 1:
                            self.spot_first.append(first)
                            self.spot_second.append(second)
        self.start.append(len(self.first))
        self.spot_start.append(len(self.spot_first))
        self.sides: i64 = SIDES  # and one more if a hex of some pattern touches no other
        self.pair_up(parts)

    def pair_up(self, parts: Components) -> None:
        """Sort the ways of all designs by each spot that they cover and a side on which the pattern
        goes on: from `pair_start[n]` on, where n is their `pair_number`. What is needed of the
        spot's own colour stands in `pair_mine`, of the other one in `pair_theirs`."""
        layouts = len(parts.layouts)
        found: dict[int, list[tuple[int, int, int]]] = {}
        for design in range(parts.designs):
            for layout in range(layouts):
                m = parts.shape[design] * layouts + layout
                for i in range(self.start[m], self.start[m + 1]):
                    both = (self.first[i], self.second[i])
                    pair = (parts.main[design], parts.second[design])
                    for which in range(2):
                        mine, theirs = both[which], both[1 - which]
                        for spot in members(mine):
                            side, mate = self.side_of(parts.layouts[layout], spot, mine, theirs)
                            here = layout * MOST_SPOTS + spot
                            n = int(pair_number(here, side, mate, pair[which], pair[1 - which]))
                            found.setdefault(n, []).append((design, mine, theirs))
        starts: list[int] = []
        sorted_in: list[tuple[int, int, int]] = []
        for n in range(int(pair_number(layouts * MOST_SPOTS, 0, 0, 0, 0)) + 1):
            starts.append(len(sorted_in))
            sorted_in.extend(found.get(n, []))
        # Vectors, since they are looked up all over the place: lists of objects miss the cache.
        self.pair_start = vec[i64](starts)
        self.pair_bit = vec[i64]([1 << design for design, _, _ in sorted_in])
        self.pair_mine = vec[i64]([mine for _, mine, _ in sorted_in])
        self.pair_theirs = vec[i64]([theirs for _, _, theirs in sorted_in])

    def side_of(self, layout: Layout, spot: int, mine: int, theirs: int) -> tuple[int, int]:
        """A side on which a pattern goes on from a spot, if it can be with the other colour: there
        are fewer such patterns; and whether it is the same colour."""
        side = SIDES
        for n in range(SIDES):
            beside = layout.around[spot * (SIDES + 1) + n]
            if beside >= 0 and theirs >> beside & 1:
                return n, 0
            if beside >= 0 and mine >> beside & 1:
                side = n
        if side == SIDES:
            self.sides = SIDES + 1
            return SIDES, 0
        return side, 1


def pair_number(here: i64, side: i64, mate: i64, colour: i64, other: i64) -> i64:
    """Where the ways through a spot of a layout are sorted in: by a side, whether the element there
    is of the same colour, and the two colours."""
    return (((here * (SIDES + 1) + side) * 2 + mate) * 4 + colour) * 4 + other


def lie(shape: Shape, layout: Layout, mirror: bool) -> list[tuple[int, int]]:
    """All ways a shape lies on a layout, each once."""
    found: dict[tuple[int, int], bool] = {}
    for flip in (False, True) if mirror else (False,):
        for turns in range(SIDES):
            main, second = shape.turned(turns, flip)
            here = main[0]
            for spot in range(len(layout.x)):
                dx = layout.x[spot] - here[0]
                dy = layout.y[spot] - here[1]
                first = covered(main, layout, dx, dy)
                other = covered(second, layout, dx, dy)
                if first >= 0 and other >= 0:
                    found[(first, other)] = True
    return list(found)


def covered(hexes: list[tuple[int, int]], layout: Layout, dx: int, dy: int) -> int:
    """The spots under some hexes moved by (dx, dy); -1 if one of them is off the map."""
    mask = 0
    for x, y in hexes:
        spot = layout.at.get((x + dx, y + dy))
        if spot is None:
            return -1
        mask |= 1 << spot
    return mask


class Components:
    """A checked pack, and the tables that play needs."""

    def __init__(self, pack: Pack) -> None:
        entry = pack.entry()
        entry.text("name")
        self.elements = entry.whole("elements", 5, 60)
        self.tracks = entry.wholes("tracks", 1, 100)
        if not self.tracks or self.tracks != sorted(set(self.tracks)):
            raise entry.fail("tracks", "expected thresholds in ascending order")
        self.read_regions(entry)
        self.read_tiles(entry)
        self.read_projects(entry)
        entry.done()
        self.name_places()
        self.moves = Moves(self.space_code, self.codes, list(COLOURS))
        self.plain: Matches | None = None
        self.mirrored: Matches | None = None

    def read_regions(self, entry: Entry) -> None:
        self.layouts: list[Layout] = []
        # By region, then by space. Vectors, since play looks them up all the time: lists would
        # hold objects.
        self.layout_of = vec[i64]()
        self.offset = vec[i64]()  # the first space
        self.ordinary = vec[i64]()
        self.outer = vec[i64]()
        self.centre: list[int] = []  # the spot in the middle
        self.region_of = vec[i64]()
        self.spot_of = vec[i64]()
        self.spot_bit = vec[i64]()  # the spot as a bit set
        self.near = vec[i64]()
        self.slot = vec[i64]()  # which token lies there at the start, or -1
        self.slot_space: list[int] = []
        for region, table in enumerate(entry.tables("region", len(REGIONS))):
            table.text("key", (REGIONS[region],))
            rows = table.texts("map")
            check_map(table, rows)
            layout = Layout(rows)
            check_layout(table, layout)
            self.layout_of = append(self.layout_of, self.same_layout(layout))
            self.offset = append(self.offset, len(self.region_of))
            self.ordinary = append(self.ordinary, layout.ordinary)
            self.outer = append(self.outer, layout.outer)
            self.centre.append(layout.marks.index("c"))
            for spot in range(len(layout.x)):
                if spot in layout.bonus:
                    self.slot = append(self.slot, len(self.slot_space))
                    self.slot_space.append(len(self.region_of))
                else:
                    self.slot = append(self.slot, -1)
                self.region_of = append(self.region_of, region)
                self.spot_of = append(self.spot_of, spot)
                self.spot_bit = append(self.spot_bit, 1 << spot)
                self.near = append(self.near, layout.near[spot])
            table.done()
        self.spaces = len(self.region_of)

    def same_layout(self, layout: Layout) -> int:
        for number in range(len(self.layouts)):
            if self.layouts[number].rows == layout.rows:
                return number
        self.layouts.append(layout)
        return len(self.layouts) - 1

    def read_tiles(self, entry: Entry) -> None:
        self.mixes: list[int] = []  # four counts a tile
        self.mix_texts: list[str] = []  # the same as letters
        self.flag = -1
        self.leaves: list[list[int]] = []
        for number, table in enumerate(entry.tables("tile")):
            mix = table.text("mix")
            if len(mix) != 4 or mix.strip(LETTERS):
                raise table.fail(
                    "mix", f"expected four of the letters {LETTERS}, found {mix[:20]!r}"
                )
            self.mixes.extend([mix.count(letter) for letter in LETTERS])
            self.mix_texts.append("".join(letter * mix.count(letter) for letter in LETTERS))
            self.leaves.append(table.wholes("leaves", 2, 4) if table.has("leaves") else [])
            if table.has("flag") and table.truth("flag"):
                if self.flag >= 0:
                    raise table.fail("flag", f"tile[{self.flag}] has the flag already")
                if self.leaves[number]:
                    raise table.fail("leaves", "the flagged tile never leaves")
                self.flag = number
            table.done()
        self.tiles = len(self.leaves)
        if not 1 <= self.tiles <= MOST_SPOTS:
            raise entry.fail("tile", f"expected 1 to {MOST_SPOTS} tiles, found {self.tiles}")
        if self.flag < 0:
            raise entry.fail("tile", "one tile must have the flag")
        self.alike: list[int] = []  # by tile: all tiles that show the same, as a bit set
        for tile in range(self.tiles):
            mask = 0
            for other in range(self.tiles):
                if self.mix(other) == self.mix(tile):
                    mask |= 1 << other
            self.alike.append(mask)

    def mix(self, tile: int) -> list[int]:
        """How many elements of each colour a tile shows."""
        return self.mixes[tile * 4 : tile * 4 + 4]

    def read_projects(self, entry: Entry) -> None:
        self.shapes: list[Shape] = []
        self.shape: list[int] = []
        self.main: list[int] = []
        self.second: list[int] = []
        self.kind: list[int] = []  # main colour * 4 + second: the type that diversity speaks of
        self.points: list[int] = []
        self.own: list[int] = []
        copies: list[int] = []
        for table in entry.tables("project"):
            pairs = colour_pairs(table)
            rows = table.texts("pattern")
            two = pairs[0][0] != pairs[0][1]
            shape = check_pattern(table, rows, two)
            count = table.whole("copies", 1, MOST_CARDS)
            points = table.whole("points", 1, 20)
            own = table.whole("own", 1, 20) if table.has("own") else points
            if two and own != points:
                raise table.fail("own", "only a project of one colour has points of its own")
            self.shapes.append(shape)
            for main, second in pairs:
                self.shape.append(len(self.shapes) - 1)
                self.main.append(main)
                self.second.append(second)
                self.kind.append(main * 4 + second)
                self.points.append(points)
                self.own.append(own)
                copies.append(count)
            table.done()
        self.cards = sum(copies)
        if not 16 <= self.cards <= MOST_CARDS:
            raise entry.fail("project", f"expected 16 to {MOST_CARDS} cards, found {self.cards}")
        self.sort_designs(copies)

    def sort_designs(self, copies: list[int]) -> None:
        """Number the designs by type, and by their order in the pack within a type."""
        order = sorted(range(len(self.kind)), key=lambda design: (self.kind[design], design))
        self.shape = [self.shape[design] for design in order]
        self.main = [self.main[design] for design in order]
        self.second = [self.second[design] for design in order]
        self.points = [self.points[design] for design in order]
        self.own = [self.own[design] for design in order]
        self.kind = [self.kind[design] for design in order]
        self.designs = len(order)
        self.copies = [copies[design] for design in order]  # by design: how many cards
        self.codes: list[str] = []  # rg2: the second design of the type red-green
        self.design_of = vec[i64]()  # by card
        self.design_bit = vec[i64]()  # by card: its design as a bit set
        self.cards_of = vec[i64]()  # by design: a bit set of cards
        first = 0  # the design's first card
        for design in range(self.designs):
            nth = self.kind[: design + 1].count(self.kind[design])
            self.codes.append(LETTERS[self.main[design]] + LETTERS[self.second[design]] + str(nth))
            number = copies[order[design]]
            self.cards_of = append(self.cards_of, ((1 << number) - 1) << first)
            first += number
            for _ in range(number):
                self.design_of = append(self.design_of, design)
                self.design_bit = append(self.design_bit, 1 << design)
        self.of_type: list[int] = [0] * 16  # by type: a bit set of designs
        for design in range(self.designs):
            self.of_type[self.kind[design]] |= 1 << design
        self.design_of_code: dict[str, int] = {}
        for design in range(self.designs):
            self.design_of_code[self.codes[design]] = design

    def name_places(self) -> None:
        self.place: list[str] = []
        self.space_code: list[str] = []
        for space in range(self.spaces):
            region = self.region_of[space]
            name = self.layouts[self.layout_of[region]].names[self.spot_of[space]]
            self.place.append(f"space-{REGIONS[region]}-{name}")
            self.space_code.append(REGION_LETTERS[region] + name)
        self.space_of_code: dict[str, int] = {}
        for space in range(self.spaces):
            self.space_of_code[self.space_code[space]] = space

    def matches(self, mirror: bool) -> Matches:
        """The masks of all patterns, made when first asked for."""
        made = self.mirrored if mirror else self.plain
        if made is None:
            made = Matches(self, mirror)
            if mirror:
                self.mirrored = made
            else:
                self.plain = made
        return made

    def tiles_at(self, seats: i64) -> int:
        """The tiles of the pile at a player count, as a bit set, without the flagged one."""
        mask = 0
        for tile in range(self.tiles):
            if tile != self.flag and int(seats) not in self.leaves[tile]:
                mask |= 1 << tile
        return mask


def check_map(table: Entry, rows: list[str]) -> None:
    """Check a region's map line by line."""
    if not 1 <= len(rows) <= 15:
        raise table.fail("map", f"expected 1 to 15 rows, found {len(rows)}")
    parity = -1
    for y in range(len(rows)):
        if len(rows[y]) > 40:
            raise table.fail(f"map[{y}]", "expected at most 40 columns")
        for x in range(len(rows[y])):
            mark = rows[y][x]
            if mark == " ":
                continue
            if mark not in ".*co":
                raise table.fail(f"map[{y}]", f"expected . * c o or a blank, found {mark!r}")
            if parity < 0:
                parity = (x + y) % 2
            if (x + y) % 2 != parity:
                raise table.fail(f"map[{y}]", f"column {x} lies between two hexes")


def check_layout(table: Entry, layout: Layout) -> None:
    """Check a region's map as a whole."""
    if len(layout.x) > MOST_SPOTS:
        raise table.fail("map", f"expected at most {MOST_SPOTS} spaces, found {len(layout.x)}")
    if layout.marks.count("c") != 1:
        raise table.fail("map", f"expected one centre, found {layout.marks.count('c')}")
    if len(layout.bonus) != ON_SPACES:
        raise table.fail("map", f"expected {ON_SPACES} bonus spaces, found {len(layout.bonus)}")
    reached = 1 << layout.marks.index("c")
    grown = 0
    while grown != reached:
        grown = reached
        for spot in range(len(layout.x)):
            if reached >> spot & 1:
                reached |= layout.near[spot] & layout.ordinary
    if reached != layout.ordinary:
        raise table.fail("map", "some ordinary spaces cannot be reached from the centre")


def check_pattern(table: Entry, rows: list[str], two: bool) -> Shape:
    """Check a pattern and make its shape."""
    if not 1 <= len(rows) <= 8:
        raise table.fail("pattern", f"expected 1 to 8 rows, found {len(rows)}")
    for y in range(len(rows)):
        if rows[y].strip(" AB") or len(rows[y]) > 20:
            raise table.fail(f"pattern[{y}]", f"expected A, B and blanks, found {rows[y][:20]!r}")
    shape = Shape(rows)
    if not shape.main or bool(shape.second) != two:
        wanted = "both A and B" if two else "A only"
        raise table.fail("pattern", f"expected {wanted} for these colours")
    for x, y in shape.main + shape.second:
        if (x + y) % 2 != (shape.main[0][0] + shape.main[0][1]) % 2:
            raise table.fail(f"pattern[{y}]", f"column {x} lies between two hexes")
    return shape


def colour_pairs(table: Entry) -> list[tuple[int, int]]:
    """The (main, second) colours that a project comes in."""
    if not table.has("colours"):
        distance = table.whole("distance", 0, 3)
        return [(main, (main + distance) % 4) for main in range(4)]
    pairs: list[tuple[int, int]] = []
    for text in table.texts("colours"):
        if not 1 <= len(text) <= 2 or text.strip(LETTERS):
            raise table.fail(
                "colours", f"expected one or two of the letters {LETTERS}, found {text[:20]!r}"
            )
        pairs.append((LETTERS.index(text[0]), LETTERS.index(text[-1])))
    if len({main == second for main, second in pairs}) != 1:
        raise table.fail("colours", "expected all of one colour or all of two")
    return pairs


READ: dict[str, Components] = {}


def read_components(pack: Pack) -> Components:
    """The components of a pack; `PackError` names the entry that is wrong."""
    components = READ.get(pack.digest)
    if components is None:
        try:
            components = Components(pack)
        except RecursionError as error:
            raise PackError("", "nested too deeply") from error
        if len(READ) > 20:  # packs come from outside: do not keep them all
            READ.clear()
        READ[pack.digest] = components
    return components
