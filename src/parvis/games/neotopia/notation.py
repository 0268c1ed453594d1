"""The text of a position, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import count, lowest
from parvis.engine.chance import Chance
from parvis.engine.position import EVERYTHING
from parvis.engine.setting import Setting
from parvis.engine.text import Fields
from parvis.games.neotopia import legality, scoring
from parvis.games.neotopia.components import (
    BY_SEAT,
    IN_PILE,
    KIND_LETTERS,
    LETTERS,
    OFFER,
    ON_SPACES,
    TOKENS,
    Components,
    read_components,
)
from parvis.games.neotopia.moves import Runs
from parvis.games.neotopia.phases import ENDS, PHASES

if TYPE_CHECKING:
    from parvis.games.neotopia.position import Neotopia


def fields(position: Neotopia, seat: int | None) -> list[tuple[str, str]]:
    """The text of a position, field by field; another's hand is its number of unknown cards."""
    parts = position.parts
    seats = position.setting.seats
    hands: list[str] = []
    for other in range(seats):
        if seat == EVERYTHING or other == seat:
            hands.append(codes_of(parts, position.hand[other]))
        else:
            hands.append(str(int(count(position.hand[other] & ~position.known[other]))))
    return [
        ("phase", PHASES[position.phase]),
        ("turn", str(position.seat)),
        ("first", str(position.first)),
        ("colours", "".join([colour_letter(colour) for colour in position.colour])),
        ("round", str(position.round)),
        ("left", str(position.left)),
        ("used", str(int(position.used))),
        ("end", ENDS[position.end]),
        ("acted", str(int(position.acted))),
        ("at", "-" if position.at < 0 else parts.space_code[position.at]),
        ("board", "/".join([row_of(position, region) for region in range(3)])),
        ("stock", "/".join([stock_of(position, place) for place in range(4)])),
        ("tiles", tiles_of(position)),
        ("flag", str(int(position.flag))),
        ("lying", "".join([kind_letter(kind) for kind in position.lying])),
        ("pile", ",".join([str(number) for number in position.pile])),
        ("top", "".join([kind_letter(kind) for kind in position.top])),
        ("covered", ",".join([str(number) for number in position.covered])),
        ("held", ",".join([str(number) for number in position.held])),
        ("offer", ",".join([card_code(parts, card) for card in position.offer])),
        ("known", "/".join([codes_of(parts, known) for known in position.known])),
        ("hands", "/".join(hands)),
        ("builds", builds_of(position)),
    ]


def row_of(position: Neotopia, region: int) -> str:
    """A region's elements, spot by spot."""
    parts = position.parts
    letters = ["."] * len(parts.layouts[parts.layout_of[region]].x)
    for colour in range(4):
        spots: i64 = position.board[region * 4 + colour]
        while spots:
            letters[lowest(spots)] = LETTERS[colour]
            spots &= spots - 1
    return "".join(letters)


def stock_of(position: Neotopia, place: int) -> str:
    """A factory's elements (3: the centre's)."""
    text = ""
    for colour in range(4):
        text += LETTERS[colour] * position.stock[place * 4 + colour]
    return text or "-"


def tiles_of(position: Neotopia) -> str:
    """The numbers of the tiles that are left; by elimination everybody knows them."""
    left = [str(tile) for tile in range(position.parts.tiles) if position.tiles >> tile & 1]
    return ",".join(left) or "-"


def kind_letter(kind: int) -> str:
    if kind < 0:
        return "." if kind == -1 else "?"
    return KIND_LETTERS[kind]


def colour_letter(colour: int) -> str:
    return "." if colour < 0 else LETTERS[colour]


def card_code(parts: Components, card: int) -> str:
    return "." if card < 0 else parts.codes[parts.design_of[card]]


def codes_of(parts: Components, cards: int) -> str:
    """A set of cards by their designs."""
    codes = [parts.codes[parts.design_of[card]] for card in range(parts.cards) if cards >> card & 1]
    return ",".join(codes) or "-"


def builds_of(position: Neotopia) -> str:
    """Every project built: seat, space, design, and the spots of its pattern."""
    parts = position.parts
    texts = [
        f"{seat}:{parts.space_code[space]}:{parts.codes[design]}:{way:x}"
        for seat, space, design, _, way in position.builds
    ]
    return ",".join(texts) or "-"


def restore(setting: Setting, chance: Chance, given: Fields) -> Neotopia:
    """A position from the fields of its text."""
    from parvis.games.neotopia.position import Neotopia

    position = Neotopia(setting, chance, read_components(setting.pack))
    seats = setting.seats
    position.phase = PHASES.index(given.word("phase", PHASES))
    position.seat = given.whole("turn", 0, seats - 1)
    position.first = given.whole("first", 0, seats - 1)
    read_colours(position, given)
    position.round = given.whole("round", 0, 10**6)
    position.left = given.whole("left", 0, 3)
    position.used = given.whole("used", 0, 1) == 1
    position.end = ENDS.index(given.word("end", ENDS))
    position.acted = given.whole("acted", 0, 1) == 1
    read_board(position, given)
    read_stock(position, given)
    read_tiles(position, given)
    read_tokens(position, given)
    read_builds(position, given)
    read_cards(position, given)
    read_at(position, given)
    return position


def read_colours(position: Neotopia, given: Fields) -> None:
    """Every seat's colour; of those who still choose, the first ones have chosen."""
    letters = given.take("colours")
    seats = position.setting.seats
    if len(letters) != seats or letters.strip(LETTERS + "."):
        raise given.fail("colours", f"expected {seats} of the letters {LETTERS}.")
    position.colour = [LETTERS.find(letter) for letter in letters]
    if position.setting.options["colours"] != "chosen" and position.colour != BY_SEAT[:seats]:
        raise given.fail("colours", "these go by seat unless they are chosen")
    choosing = PHASES[position.phase] == "colours"
    chosen = (int(position.seat) - int(position.first)) % seats if choosing else seats
    for n in range(seats):
        colour = position.colour[(position.first + n) % seats]
        if (colour >= 0) != (n < chosen):
            raise given.fail("colours", "they are chosen in turn order before the first elements")
        if colour >= 0 and position.colour.count(colour) > 1:
            raise given.fail("colours", "each can be chosen once")


def read_board(position: Neotopia, given: Fields) -> None:
    parts = position.parts
    rows = given.take("board").split("/")
    if len(rows) != 3:
        raise given.fail("board", f"expected three regions, found {len(rows)}")
    for region in range(3):
        size = len(parts.layouts[parts.layout_of[region]].x)
        if len(rows[region]) != size:
            raise given.fail("board", f"expected {size} spaces, found {len(rows[region])}")
        for spot in range(size):
            letter = rows[region][spot]
            if letter == ".":
                continue
            if letter not in LETTERS:
                raise given.fail("board", f"expected . or one of {LETTERS}, found {letter!r}")
            colour = LETTERS.index(letter)
            position.board[region * 4 + colour] |= 1 << spot
            position.taken[region] |= 1 << spot
            position.near[region] |= parts.near[parts.offset[region] + spot]
            position.reserve[colour] -= 1
        position.near[region] &= ~position.taken[region]


def read_stock(position: Neotopia, given: Fields) -> None:
    places = given.take("stock").split("/")
    if len(places) != 4:
        raise given.fail("stock", f"expected three factories and the centre, found {len(places)}")
    for place in range(4):
        if places[place] == "-":
            continue
        for letter in places[place]:
            if letter not in LETTERS:
                raise given.fail("stock", f"expected - or some of {LETTERS}, found {letter!r}")
            colour = LETTERS.index(letter)
            position.stock[place * 4 + colour] += 1
            position.reserve[colour] -= 1
    for colour in range(4):
        if position.reserve[colour] < 0:
            raise given.fail("stock", f"there are only {position.parts.elements} of each colour")


def read_tiles(position: Neotopia, given: Fields) -> None:
    there = int(position.tiles)
    tiles = 0
    for tile in given.wholes("tiles", 0, position.parts.tiles - 1):
        if tiles >> tile & 1 or not there >> tile & 1:
            raise given.fail("tiles", f"tile {tile} is not in the pile, or twice")
        tiles |= 1 << tile
    position.tiles = sum(last_of_equals(position.parts, there, tiles))
    position.flag = given.whole("flag", 0, 1) == 1
    if position.tiles and not position.flag:
        raise given.fail("flag", "the flagged tile is the last one")
    if position.flag == (position.end > 0):
        raise given.fail("flag", "the end is announced when the flagged tile is turned")


def last_of_equals(parts: Components, there: int, tiles: int) -> list[int]:
    """As many tiles of each sort, but the last ones, as play leaves them; each as its bit."""
    found: list[int] = []
    for tile in range(parts.tiles):
        later = (parts.alike[tile] & there) >> (tile + 1)
        if there >> tile & 1 and int(count(later)) < int(count(parts.alike[tile] & tiles)):
            found.append(1 << tile)
    return found


def read_tokens(position: Neotopia, given: Fields) -> None:
    lying = given.take("lying")
    if len(lying) != 3 * ON_SPACES or lying.strip(KIND_LETTERS + "."):
        raise given.fail("lying", f"expected {3 * ON_SPACES} of the letters {KIND_LETTERS}.")
    parts = position.parts
    for slot in range(3 * ON_SPACES):
        position.lying[slot] = KIND_LETTERS.find(lying[slot])
        space = parts.slot_space[slot]
        under = position.taken[parts.region_of[space]] >> parts.spot_of[space] & 1
        if under and lying[slot] != ".":
            raise given.fail("lying", f"an element covers the token on {parts.space_code[space]}")
    position.pile = given.wholes("pile", 0, IN_PILE, 3)
    top = given.take("top")
    if len(top) != 3 or top.strip(KIND_LETTERS + "."):
        raise given.fail("top", f"expected three of the letters {KIND_LETTERS}.")
    for region in range(3):
        if (top[region] == ".") != (position.pile[region] == 0):
            raise given.fail("top", "a pile has a top exactly if it is not empty")
        position.top[region] = KIND_LETTERS.find(top[region])
    position.covered = given.wholes("covered", 0, TOKENS, 4)
    hidden = sum([number - 1 for number in position.pile if number])
    if sum(position.covered) != hidden:
        raise given.fail("covered", f"{hidden} tokens lie under the tops")
    position.held = vec[i64](given.wholes("held", 0, TOKENS, 4 * position.setting.seats))


def read_builds(position: Neotopia, given: Fields) -> None:
    parts = position.parts
    text = given.take("builds")
    for part in [] if text == "-" else text.split(","):
        words = part.split(":")
        if len(words) != 4:
            raise given.fail("builds", f"expected seat:space:project:spots, found {part[:30]!r}")
        seat = given.number("builds", words[0], 0, position.setting.seats - 1)
        space = parts.space_of_code.get(words[1], -1)
        design = parts.design_of_code.get(words[2], -1)
        if space < 0 or design < 0:
            raise given.fail("builds", f"there is no such space or project: {part[:30]!r}")
        region = parts.region_of[space]
        position.at = space
        ways = ways_of(position, design)
        way = -1
        for candidate in ways:
            if f"{candidate:x}" == words[3]:
                way = candidate
        if way < 0:
            raise given.fail("builds", f"the pattern of {words[2]} does not lie there")
        points = int(scoring.built_points(position, seat, design))
        position.builds.append((seat, space, design, points, way))
        position.last[region] = design
        position.track[seat * 3 + region] += points
        remove_card(position, given, "builds", design)


def ways_of(position: Neotopia, design: int) -> list[int]:
    """All ways a design's pattern lies around the last placement, as sets of spots."""
    parts = position.parts
    matches = position.matches
    region = parts.region_of[position.at]
    main = position.board[region * 4 + parts.main[design]]
    second = position.board[region * 4 + parts.second[design]]
    spot = parts.spot_bit[position.at]
    m = parts.shape[design] * len(parts.layouts) + parts.layout_of[region]
    found: list[int] = []
    for n in range(matches.start[m], matches.start[m + 1]):
        first = matches.first[n]
        other = matches.second[n]
        if not first & ~main and not other & ~second and (first | other) & spot:
            found.append(first | other)
    return found


def remove_card(position: Neotopia, given: Fields, name: str, design: int) -> int:
    """Take a card of a design off the deck; its bit."""
    cards = int(position.deck) & position.parts.cards_of[design]
    if cards == 0:
        raise given.fail(name, f"there are not so many {position.parts.codes[design]}")
    card = cards & -cards
    position.deck = int(position.deck) & ~card
    return card


def read_cards(position: Neotopia, given: Fields) -> None:
    parts = position.parts
    seats = position.setting.seats
    slots = given.take("offer").split(",")
    if len(slots) != OFFER:
        raise given.fail("offer", f"expected {OFFER} cards, found {len(slots)}")
    for slot in range(OFFER):
        if slots[slot] != ".":
            design = design_in(parts, given, "offer", slots[slot])
            card = remove_card(position, given, "offer", design)
            position.offer[slot] = card.bit_length() - 1
    hands = given.take("hands").split("/")
    known = given.take("known").split("/")
    if len(hands) != seats or len(known) != seats:
        raise given.fail("hands", f"expected {seats} hands")
    for seat in range(seats):
        for code in [] if hands[seat] == "-" else hands[seat].split(","):
            design = design_in(parts, given, "hands", code)
            position.hand[seat] |= remove_card(position, given, "hands", design)
        for code in [] if known[seat] == "-" else known[seat].split(","):
            design = design_in(parts, given, "known", code)
            cards = position.hand[seat] & ~position.known[seat] & parts.cards_of[design]
            if cards == 0:
                raise given.fail("known", f"{code} is not in the hand")
            position.known[seat] |= cards & -cards


def design_in(parts: Components, given: Fields, name: str, code: str) -> int:
    design = parts.design_of_code.get(code, -1)
    if design < 0:
        raise given.fail(name, f"there is no project {code[:20]!r}")
    return design


def read_at(position: Neotopia, given: Fields) -> None:
    """The last placement, and whether the position is at rest."""
    parts = position.parts
    code = given.take("at")
    position.at = -1 if code == "-" else parts.space_of_code.get(code, -2)
    if position.at == -2:
        raise given.fail("at", f"there is no space {code[:20]!r}")
    if position.at >= 0:
        region = parts.region_of[position.at]
        if not position.taken[region] >> parts.spot_of[position.at] & 1:
            raise given.fail("at", f"no element lies on {code}")
    phase = PHASES[position.phase]
    if phase == "build":
        if position.at < 0:
            raise given.fail("phase", "building needs an element")
        position.fits = legality.fitting(position)
        if not legality.may_build(position):
            raise given.fail("phase", "no project might be built with that element")
    if phase == "second" and not legality.drawable(position):
        raise given.fail("phase", "no card is left to draw")
    if phase == "act":
        if position.left and not legality.can_act(position):
            raise given.fail("left", "no action is possible")
        if position.left == 0 and not legality.can_use(position):
            raise given.fail("left", "without actions and bonuses the turn is over")
    if phase == "first":
        runs = Runs()
        legality.legal(position, runs)
        if runs.total == 0:
            raise given.fail("phase", "there is no room for a first element")
        if position.reserve[position.colour[position.seat]] == 0:
            raise given.fail("phase", "the reserve has none of the colour to be placed")
