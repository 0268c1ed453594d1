"""What is in the box: tiles, buildings, offers, contracts, and the cities one can play in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from parvis.engine.packs import Entry, Pack, PackError
from parvis.games.bella_vista.layouts import LETTERS, CityError, read_map

if TYPE_CHECKING:
    from parvis.games.bella_vista.city import City

ROUNDS: Final = 8
HEIGHTS: Final = 8  # buildings of a colour, numbered 1 to 8
COLOURS: Final = 4
DISTRICTS: Final = 8
DISPLAYED: Final = 4  # contracts
RIGHT: Final = 3  # at most three cards lie to the right of the board: slot 0 takes the first

# Constraints. The first six impose districts: a symbol (0 to 3), hatched (4), plain (5).
HATCHED: Final = 4
PLAIN: Final = 5
PARK_IMPOSED: Final = 6
PARK_FORBIDDEN: Final = 7
RIVER_FORBIDDEN: Final = 8
BORDER_FORBIDDEN: Final = 9
CONSTRAINTS: Final = 10
BORDER_FORCED: Final = 10  # BV-4.5: no constraint but the border
ANYWHERE: Final = 11  # BV-4.5: no constraint at all
RULES: Final = 12
Symbol = Literal["flowers", "butterflies", "leaves", "birds"]
Constraint = Literal[Symbol, "hatched", "plain", "park", "no-park", "no-river", "no-border"]
Rule = Literal[Constraint, "border", "anywhere"]
CONSTRAINT_TEXT: Final[tuple[Constraint, ...]] = get_args(Constraint)
RULE_TEXT: Final[tuple[Rule, ...]] = get_args(Rule)

# Contracts: eight districts, four symbols, two styles, then the four kinds about the place.
PAIR: Final = 8
QUARTET: Final = 12
STRADDLING: Final = 14
ON_BORDER: Final = 15
BY_RIVER: Final = 16
BY_PARK: Final = 17
CONTRACTS: Final = 18
District = Literal["F", "B", "L", "O", "f", "b", "l", "o"]
Site = Literal["straddling", "border", "river", "park"]
ContractText = Literal[District, "Ff", "Bb", "Ll", "Oo", "FBLO", "fblo", Site]
CONTRACT_TEXT: Final[tuple[ContractText, ...]] = get_args(ContractText)
CONTRACT_ENTRY: Final[tuple[str, ...]] = (
    *("single",) * PAIR,
    *("pair",) * (QUARTET - PAIR),
    *("quartet",) * (STRADDLING - QUARTET),
    *get_args(Site),
)

# Objectives, in the order of the clauses.
HEIGHT_PARKS: Final = 0
HEIGHT_RIVERS: Final = 1
HEIGHT_BORDER: Final = 2
GROUP_SQUARES: Final = 0
GROUP_EACH: Final = 1
GROUP_ALONE: Final = 2
Height = Literal["parks", "rivers", "border"]
Group = Literal["largest", "each", "alone"]
HEIGHT_TEXT: Final[tuple[Height, ...]] = get_args(Height)
GROUP_TEXT: Final[tuple[Group, ...]] = get_args(Group)

# The traits of a placement, as one number: which districts, border, which parks and rivers.
BORDER_SHIFT: Final = 8
ON_BORDER_BIT: Final = 1 << BORDER_SHIFT
PARK_SHIFT: Final = 9
RIVER_SHIFT: Final = 14
ANY_PARK: Final = 31 << PARK_SHIFT
ANY_RIVER: Final = 3 << RIVER_SHIFT
TILE_BITS: Final = 255

# Phases.
LAYOUT: Final = 0
OFFER: Final = 1
BUILD: Final = 2
CONTRACT: Final = 3
NEUTRAL: Final = 4
OVER: Final = 5
Phase = Literal["layout", "offer", "build", "contract", "neutral", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

# What is left to resolve.
REVEAL: Final = 1  # turn up the next card
ROUND_END: Final = 2  # BV-5.2 and BV-5.3
DEAL: Final = 3  # the cards, once the city is laid

# A seat's row of `tally`: buildings wholly on each district, then the following.
STRADDLES: Final = 8
BORDERS: Final = 9
BY_RIVERS: Final = 10
BY_PARKS: Final = 11
COINS: Final = 12
PAID: Final = 13
HAND: Final = 14  # two bits a number: how many of it
A_ROW: Final = 16

# `site` of a building that stands nowhere.
UNBUILT: Final = -1
ASIDE: Final = -2

# `gain` of a building: lower neighbours, and these.
TALLEST: Final = 32
FORCED: Final = 64

FREE_COLOUR: Final = 3  # the neutral one at three architects
TALLEST_COINS: Final = 3


def coins_of(gain: int) -> int:
    """What a building has earned."""
    return gain % TALLEST + (TALLEST_COINS if gain & TALLEST else 0)


def sets(seats: int) -> int:
    """How many sets of cards and buildings each architect has (BV-2.4)."""
    return 2 if seats == 2 else 1


# What is at a point of the plan, if it is no square of a district.
NOTHING: Final = -1
FIRST_PARK: Final = -10  # park p is FIRST_PARK - p in the grid
FIRST_RIVER: Final = -20

# The only district in a set of districts, or nothing.
LONE: Final = [
    bits.bit_length() - 1 if bits and bits & (bits - 1) == 0 else NOTHING for bits in range(256)
]


class Contract:
    """One kind of contract card."""

    def __init__(self, entry: str, coins: int, copies: int, needs: int, needs_at_two: int) -> None:
        self.entry = entry
        self.coins = coins
        self.copies = copies
        self.needs = needs
        self.needs_at_two = needs_at_two


def in_all(needs: list[int]) -> list[int]:
    """How many buildings the contracts ask for: on one district or place, on two, on four."""
    return [
        needs[n] * (4 if QUARTET <= n < STRADDLING else 2 if PAIR <= n < QUARTET else 1)
        for n in range(CONTRACTS)
    ]


class Components:
    """A checked pack. `turned[n - 1]` has the distinct rotations of building n, each a list of
    (x, y) from the square that is pointed at; `shape[n - 1]` is equal for equal footprints."""

    def __init__(
        self,
        cell: int,
        turned: list[list[list[tuple[int, int]]]],
        offers: dict[int, list[int]],
        contracts: list[Contract],
        maps: dict[str, str],
    ) -> None:
        self.cell = cell
        self.turned = turned
        self.offers = offers
        self.contracts = contracts
        self.maps = maps
        self.shape: list[int] = []
        self.shapes: list[int] = []  # the first building of each footprint
        for number in range(HEIGHTS):
            same = [s for s in range(len(self.shapes)) if turned[self.shapes[s]] == turned[number]]
            if not same:
                self.shapes.append(number)
            self.shape.append(same[0] if same else len(self.shapes) - 1)
        # What each contract asks for at two architects and at more, on each of its districts and
        # in all.
        self.needs_at_two: list[int] = [contract.needs_at_two for contract in contracts]
        self.needs: list[int] = [contract.needs for contract in contracts]
        self.asked_at_two: list[int] = in_all(self.needs_at_two)
        self.asked: list[int] = in_all(self.needs)
        self.squares: int = DISTRICTS * 4 * cell * cell  # that can be built on
        self.size: list[int] = [len(turned[number][0]) for number in range(HEIGHTS)]
        self.cities: dict[str, City] = {}  # the last few; see `city_of`

    def name(self, square: int) -> str:
        """A square's name: its district, its column and its row there."""
        side = 2 * self.cell
        return f"{LETTERS[square // (side * side)]}{square % side + 1}{square // side % side + 1}"


READ: Final[dict[str, Components]] = {}


def read_components(pack: Pack) -> Components:
    """The components of a pack; `PackError` names the entry that is wrong."""
    components = READ.get(pack.digest)
    if components is None:
        components = check_components(pack)
        if len(READ) >= 16:
            READ.clear()
        READ[pack.digest] = components
    return components


def check_components(pack: Pack) -> Components:
    entry = pack.entry()
    entry.text("name")
    tiles = entry.table("tiles")
    cell = tiles.whole("cell", 1, 3)
    tiles.done()
    buildings = entry.table("buildings")
    turned = [rotations(squares(buildings, str(number))) for number in range(1, HEIGHTS + 1)]
    for number in range(1, HEIGHTS):
        if len(turned[number][0]) > len(turned[number - 1][0]):
            raise buildings.fail(
                str(number + 1), f"covers more squares than the lower building {number}"
            )
    buildings.done()
    prices = entry.table("offers")
    offers: dict[int, list[int]] = {}
    for seats, slots in ((2, 5), (3, 4), (4, 5)):
        row = prices.wholes(str(seats), 0, 20, slots)
        if row != sorted(set(row), reverse=True) or row[-1] != 0:
            raise prices.fail(str(seats), "expected falling prices that end with 0")
        offers[seats] = row
    prices.done()
    kinds = entry.table("contracts")
    contracts: list[Contract] = []
    for name in CONTRACT_ENTRY:
        kind = kinds.table(name)
        contracts.append(
            Contract(
                name,
                kind.whole("coins", 0, 50),
                kind.whole("copies", 0, 4),
                kind.whole("needs", 1, 8),
                kind.whole("needs_at_two", 1, 16),
            )
        )
        kind.done()
    kinds.done()
    if sum([contract.copies for contract in contracts]) < DISPLAYED:
        raise kinds.fail("single.copies", f"there must be at least {DISPLAYED} cards in all")
    cities = entry.table("cities")
    maps: dict[str, str] = {}
    for name in cities.data:
        try:
            maps[name] = read_map(cities.text(name))
        except CityError as error:
            raise cities.fail(name, str(error)) from error
    if not maps:
        raise PackError("cities", "expected at least one city")
    entry.done()
    return Components(cell, turned, offers, contracts, maps)


def squares(entry: Entry, key: str) -> list[tuple[int, int]]:
    """A footprint: one to six squares in one piece, within four by four."""
    found: list[tuple[int, int]] = []
    items = entry.items(key)
    if not 1 <= len(items) <= 6:
        raise entry.fail(key, f"expected 1 to 6 squares, found {len(items)}")
    for n in range(len(items)):
        pair = items[n]
        if not isinstance(pair, list) or len(pair) != 2:
            raise entry.fail(f"{key}[{n}]", "expected [x, y]")
        x, y = pair[0], pair[1]
        if not isinstance(x, int) or not isinstance(y, int) or not (0 <= x <= 3 and 0 <= y <= 3):
            raise entry.fail(f"{key}[{n}]", "expected x and y from 0 to 3")
        if (x, y) in found:
            raise entry.fail(f"{key}[{n}]", f"the square [{x}, {y}] stands twice")
        found.append((x, y))
    joined = [found[0]]
    for here in joined:
        for other in found:
            if other not in joined and abs(here[0] - other[0]) + abs(here[1] - other[1]) == 1:
                joined.append(other)
    if len(joined) != len(found):
        raise entry.fail(key, "the squares are not in one piece")
    return found


def rotations(footprint: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The distinct quarter turns, clockwise, each around the square that is pointed at."""
    found: list[list[tuple[int, int]]] = []
    seen: list[list[tuple[int, int]]] = []
    now = footprint
    for _ in range(4):
        left = min([x for x, _ in now])
        top = min([y for _, y in now])
        outline = sorted([(x - left, y - top) for x, y in now])
        if outline not in seen:
            seen.append(outline)
            origin = now[0]
            found.append([(x - origin[0], y - origin[1]) for x, y in now])
        now = [(-y, x) for x, y in now]
    return found
