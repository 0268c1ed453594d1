"""What bars a move, once: sets of what is allowed, and what bars the rest, told apart in order of
reach. `legal` goes through the same sets to list, count and pick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from parvis.engine.bits import BIT, count, lowest
from parvis.engine.codec import Kind
from parvis.engine.refusal import Bar
from parvis.games.neotopia import moves, phases
from parvis.games.neotopia.components import (
    AUTOMATION,
    BESIDE,
    COLOURS,
    GRANT,
    INITIATIVE,
    MOST_SPOTS,
    NONE,
    PERMIT,
    SIDES,
    pair_number,
)

if TYPE_CHECKING:
    from parvis.games.neotopia.position import Neotopia

# How far a check got (see `Refusal.reach`).
TOKEN: Final = 1
SOURCE: Final = 2
REGION: Final = 3
SPACE: Final = 4
TOUCH: Final = 5
PATTERN: Final = 6
DIVERSITY: Final = 7


def space_bars(clause: str) -> list[Bar]:
    """What bars a space by this clause: it is taken, not the centre, apart (see `TAKEN`)."""
    return [
        Bar(clause, "nt.no.taken", SPACE),
        Bar(clause, "nt.no.centre", TOUCH),
        Bar(clause, "nt.no.apart", TOUCH),
    ]


# What can bar a move.
GAME_OVER: Final = Bar("NT-7.1", "nt.no.over")
SOMETHING_PENDS: Final = Bar("NT-4.7", "nt.no.wait")
COLOURS_COME_FIRST: Final = Bar("NT-2.7", "nt.no.colours_first")
ELEMENTS_COME_FIRST: Final = Bar("NT-2.5", "nt.no.first")
BUILD_OR_DECLINE_FIRST: Final = Bar("NT-4.7", "nt.no.build_first")
SECOND_CARD_FIRST: Final = Bar("NT-6.1", "nt.no.second_card")
COLOURS_SETTLED: Final = Bar("NT-2.7", "nt.no.colours_settled")
SPACE_WITHOUT_SOURCE: Final = Bar("NT-3.2", "nt.no.element_first")
NOTHING_TO_BUILD_WITH: Final = Bar("NT-4.1", "nt.no.build_when")
ACTIONS_LEFT: Final = Bar("NT-3.7", "nt.no.actions_left")
ACTIONS_DONE: Final = Bar("NT-3.7", "nt.no.actions_done")
NO_TOKEN: Final = Bar("NT-6.0", "nt.no.token")
TOKEN_USED: Final = Bar("NT-6.0", "nt.no.token_used", TOKEN)
COLOUR_TAKEN: Final = Bar("NT-2.7", "nt.no.colour_taken", SOURCE)
NOT_IN_FACTORY: Final = Bar("NT-3.2", "nt.no.factory", SOURCE)
NOT_IN_RESERVE: Final = Bar("NT-3.5", "nt.no.reserve", SOURCE)
NOT_BESIDE: Final = Bar("NT-1.2", "nt.no.beside", REGION)
DECK_EMPTY: Final = Bar("NT-3.8", "nt.no.deck_empty", SOURCE)
NOT_OFFERED: Final = Bar("NT-3.1", "nt.no.not_offered", SOURCE)
ONLY_BY_PERMIT: Final = Bar("NT-3.3", "nt.no.outer", SPACE)
# A space that is taken, not the centre of an empty region, or apart from all elements: three bars
# each for a first element, an ordinary one and one of the reserve.
FIRST_SPACE: Final = space_bars("NT-2.5")
ORDINARY_SPACE: Final = space_bars("NT-3.2")
RESERVE_SPACE: Final = space_bars("NT-6.3")
TAKEN: Final = 0
OFF_CENTRE: Final = 1
APART: Final = 2
OUTER_TAKEN: Final = Bar("NT-6.4", "nt.no.taken", SPACE)
NOT_OUTER: Final = Bar("NT-6.4", "nt.no.not_outer", SPACE)
OUTER_APART: Final = Bar("NT-6.4", "nt.no.apart", TOUCH)
NOT_IN_HAND: Final = Bar("NT-4.1", "nt.no.not_in_hand", SOURCE)
COLOUR_NOT_IN_PATTERN: Final = Bar("NT-4.1", "nt.no.colour", PATTERN)
PATTERN_ELSEWHERE: Final = Bar("NT-4.1", "nt.no.elsewhere", PATTERN)
NO_WAY: Final = Bar("NT-4.1", "nt.no.no_way", PATTERN)
ELEMENTS_MISSING: Final = Bar("NT-4.1", "nt.no.missing", PATTERN)
SAME_TYPE: Final = Bar("NT-4.4", "nt.no.same_type", DIVERSITY)


# The time for each kind of move.


def bar(position: Neotopia, move: i64) -> Bar | None:
    """What bars a well-formed move now."""
    kind = position.parts.moves.codec.kind_of(move)
    number: i64 = kind.number
    barred = time_bar(position, number)
    if barred is not None or number in (moves.END, moves.DECLINE):
        return barred
    if number in (moves.PLACE, moves.AUTO_PLACE, moves.PERMIT_PLACE):
        return element_bar(position, kind, move)
    if number in (moves.DRAW, moves.AUTO_DRAW, moves.GRANT_DRAW):
        return card_bar(position, kind.only(move))
    if number == moves.BUILD:
        return project_bar(position, kind.only(move))
    if number == moves.INITIATE:
        if position.reserve[kind.part(move, 0)] == 0:
            return NOT_IN_RESERVE
        return space_bar(position, kind.part(move, 1), RESERVE_SPACE)
    if number == moves.CHOOSE:
        return None if free_colours(position) >> kind.only(move) & 1 else COLOUR_TAKEN
    return space_bar(position, kind.only(move), FIRST_SPACE)


def time_bar(position: Neotopia, number: i64) -> Bar | None:
    """Whether it is the time for this kind of move, whatever its parts."""
    phase: i64 = position.phase
    if phase == phases.OVER:
        return GAME_OVER
    if position.due:
        return SOMETHING_PENDS
    if phase == phases.BUILD:
        return None if number in (moves.BUILD, moves.DECLINE) else BUILD_OR_DECLINE_FIRST
    if phase == phases.SECOND:
        return None if number == moves.DRAW else SECOND_CARD_FIRST
    if phase == phases.FIRST:
        return None if number == moves.START else ELEMENTS_COME_FIRST
    if phase == phases.COLOURS:
        return None if number == moves.CHOOSE else COLOURS_COME_FIRST
    if number in (moves.PLACE, moves.DRAW):
        return None if position.left else ACTIONS_DONE
    if number == moves.END:
        return ACTIONS_LEFT if position.left else None
    if number == moves.START:
        return SPACE_WITHOUT_SOURCE
    if number in (moves.BUILD, moves.DECLINE):
        return NOTHING_TO_BUILD_WITH
    if number == moves.CHOOSE:
        return COLOURS_SETTLED
    if position.held[position.seat * 4 + token_of(number)] == 0:
        return NO_TOKEN
    return TOKEN_USED if position.used else None


def token_of(number: i64) -> i64:
    """The bonus that a kind of move uses; NONE if it uses none."""
    if number in (moves.AUTO_PLACE, moves.AUTO_DRAW):
        return AUTOMATION
    if number == moves.GRANT_DRAW:
        return GRANT
    if number == moves.INITIATE:
        return INITIATIVE
    return PERMIT if number == moves.PERMIT_PLACE else NONE


# Elements and spaces.


def room(position: Neotopia, region: i64) -> i64:
    """The ordinary spots of a region where an element may go now (NT-3.2, NT-3.3)."""
    return position.near[region] & position.parts.ordinary[region]


def outskirts(position: Neotopia, region: i64) -> i64:
    """The outer spots of a region where a permit may be used now (NT-6.4)."""
    return position.near[region] & position.parts.outer[region]


def element_bar(position: Neotopia, kind: Kind, move: i64) -> Bar | None:
    """Whether an element of a factory may go to a space (NT-3.2, NT-1.2)."""
    source: i64 = kind.part(move, 0)
    space: i64 = kind.part(move, 1)
    if position.stock[source] == 0:
        return NOT_IN_FACTORY
    region: i64 = position.parts.region_of[space]
    factory: i64 = source // 4
    if region != BESIDE[factory * 2] and region != BESIDE[factory * 2 + 1]:
        return NOT_BESIDE
    if kind.number == moves.PERMIT_PLACE:
        return outer_bar(position, space)
    return space_bar(position, space, ORDINARY_SPACE)


def space_bar(position: Neotopia, space: i64, rule: list[Bar]) -> Bar | None:
    """Whether an element may be placed on an ordinary space; the rule has three bars."""
    parts = position.parts
    region: i64 = parts.region_of[space]
    bit: i64 = parts.spot_bit[space]
    if room(position, region) & bit:
        return None
    if position.taken[region] & bit:
        return rule[TAKEN]
    if parts.outer[region] & bit:
        return ONLY_BY_PERMIT
    return rule[APART if position.taken[region] else OFF_CENTRE]


def outer_bar(position: Neotopia, space: i64) -> Bar | None:
    """Whether a building permit allows this space."""
    parts = position.parts
    region: i64 = parts.region_of[space]
    bit: i64 = parts.spot_bit[space]
    if outskirts(position, region) & bit:
        return None
    if position.taken[region] & bit:
        return OUTER_TAKEN
    return OUTER_APART if parts.outer[region] & bit else NOT_OUTER


# Cards and colours.


def offered(position: Neotopia) -> i64:
    """The designs in the offer, as a bit set (NT-3.1)."""
    design_bit = position.parts.design_bit
    designs: i64 = 0
    for card in position.offer:
        if card >= 0:
            designs |= design_bit[card]
    return designs


def drawable(position: Neotopia) -> i64:
    """What a draw may name, as a bit set: the deck, and the designs in the offer."""
    cards: i64 = offered(position) * BIT[moves.FIRST_DESIGN]
    return cards | BIT[moves.OFF_THE_DECK] if position.deck else cards


def card_bar(position: Neotopia, card: i64) -> Bar | None:
    """Whether a card may be drawn (NT-3.1, NT-3.8)."""
    if drawable(position) >> card & 1:
        return None
    return DECK_EMPTY if card == moves.OFF_THE_DECK else NOT_OFFERED


def free_colours(position: Neotopia) -> i64:
    """The colours that nobody has chosen, as a bit set (NT-2.7)."""
    free: i64 = 0
    for colour in range(len(COLOURS)):
        if colour not in position.colour:
            free |= BIT[colour]
    return free


# Projects.


def barred_types(position: Neotopia, region: i64) -> i64:
    """The designs of the type that was built last in a region, as a bit set (NT-4.4)."""
    last: i64 = position.last[region]
    return 0 if last < 0 else position.parts.of_type[position.parts.kind[last]]


def fitting(position: Neotopia) -> i64:
    """The designs that could be built around the last placement by whoever holds them, as a bit set
    (NT-4.1, NT-4.4).

    It is asked after every placement and of the whole box, so it looks only at patterns through the
    new element and an element beside it (`Matches.pair_up`).
    """
    parts = position.parts
    matches = position.matches
    board = position.board
    region: i64 = parts.region_of[position.at]
    spot: i64 = parts.spot_of[position.at]
    layout: i64 = parts.layout_of[region]
    around = parts.layouts[layout].around
    colour: i64 = colour_at(position, region, spot)
    mine: i64 = board[region * 4 + colour]
    taken: i64 = position.taken[region]
    designs: i64 = 0
    for side in range(matches.sides):
        beside: i64 = around[spot * (SIDES + 1) + side]
        mate: i64 = 0  # whether the element on that side is of the same colour
        other: i64 = 0  # the second colour of the pattern: any, or the one on that side
        end: i64 = 4
        if beside >= 0:
            if mine >> beside & 1:
                mate = 1
            elif taken >> beside & 1:
                other = colour_at(position, region, beside)
                end = other + 1
            else:
                continue
        first: i64 = pair_number(layout * MOST_SPOTS + spot, side, mate, colour, 0)
        for second in range(other, end):
            n: i64 = first + second
            theirs: i64 = board[region * 4 + second]
            for i in range(matches.pair_start[n], matches.pair_start[n + 1]):
                if matches.pair_mine[i] & ~mine == 0 and matches.pair_theirs[i] & ~theirs == 0:
                    designs |= matches.pair_bit[i]
    return designs & ~barred_types(position, region)


def colour_at(position: Neotopia, region: i64, spot: i64) -> i64:
    """The colour of the element on a spot that is taken."""
    board = position.board
    colour: i64 = 0
    while board[region * 4 + colour] >> spot & 1 == 0:
        colour += 1
    return colour


def buildable(position: Neotopia) -> i64:
    """The designs of the hand that may be built now, as a bit set."""
    design_bit = position.parts.design_bit
    designs: i64 = 0
    hand: i64 = position.hand[position.seat]
    while hand:
        designs |= design_bit[lowest(hand)]
        hand &= hand - 1
    return designs & position.fits


def may_build(position: Neotopia) -> bool:
    """Whether the hand holds, for all that anyone can see, a project that fits (NT-4.1).

    It surely holds the cards that all have seen it take; its other cards can be any that nobody
    else has seen.
    """
    cards: i64 = position.known[position.seat]
    if position.hand[position.seat] != cards:
        cards |= unseen(position)
    designs: i64 = position.fits
    while designs:
        if cards & position.parts.cards_of[lowest(designs)]:
            return True
        designs &= designs - 1
    return False


def unseen(position: Neotopia) -> i64:
    """The cards that nobody but their holder has seen, in the deck or in a hand."""
    cards: i64 = position.deck
    for seat in range(position.setting.seats):
        cards |= position.hand[seat] & ~position.known[seat]
    return cards


def project_bar(position: Neotopia, design: i64) -> Bar | None:
    """Whether a project of the hand may be built around the last placement."""
    if position.hand[position.seat] & position.parts.cards_of[design] == 0:
        return NOT_IN_HAND
    if position.fits >> design & 1:
        return None
    return SAME_TYPE if way(position, design) else lacking(position, design)[0]


def way(position: Neotopia, design: i64) -> i64:
    """The first way a design's pattern lies around the last placement, as spots; 0: none."""
    parts = position.parts
    matches = position.matches
    region: i64 = parts.region_of[position.at]
    main: i64 = position.board[region * 4 + parts.main[design]]
    second: i64 = position.board[region * 4 + parts.second[design]]
    n: i64 = parts.shape[design] * len(parts.layouts) + parts.layout_of[region]
    n = n * MOST_SPOTS + parts.spot_of[position.at]
    for i in range(matches.spot_start[n], matches.spot_start[n + 1]):
        first: i64 = matches.spot_first[i]
        other: i64 = matches.spot_second[i]
        if first & ~main == 0 and other & ~second == 0:
            return first | other
    return 0


def lacking(position: Neotopia, design: int) -> tuple[Bar, int]:
    """What keeps a pattern from lying around the last placement: a bar, and the spots it is about;
    of elements that are missing, the fewest."""
    parts = position.parts
    matches = position.matches
    region = parts.region_of[position.at]
    spot = parts.spot_bit[position.at]
    main = position.board[region * 4 + parts.main[design]]
    second = position.board[region * 4 + parts.second[design]]
    if not (main | second) & spot:
        return COLOUR_NOT_IN_PATTERN, spot
    n = parts.shape[design] * len(parts.layouts) + parts.layout_of[region]
    best = 0
    fewest = MOST_SPOTS
    for i in range(matches.start[n], matches.start[n + 1]):
        first = matches.first[i]
        other = matches.second[i]
        missing = first & ~main | other & ~second
        if missing == 0:
            return PATTERN_ELSEWHERE, first | other
        size = int(count(missing))
        if (first | other) & spot and not missing & spot and size < fewest:
            fewest = size
            best = missing
    return (ELEMENTS_MISSING, best) if best else (NO_WAY, spot)


# All legal moves.


def legal(position: Neotopia, runs: moves.Runs) -> None:
    """Go through the legal moves, ascending; asked only on a turn."""
    kinds = position.parts.moves
    phase: i64 = position.phase
    if phase == phases.ACT:
        if time_bar(position, moves.PLACE) is None:
            add_elements(position, runs, kinds.place)
            runs.add_set(kinds.draw.move(), drawable(position))
        else:
            runs.add_one(kinds.end.move())
        add_bonuses(position, runs)
    elif phase == phases.BUILD:
        runs.add_one(kinds.decline.move())
        runs.add_set(kinds.build.move(), buildable(position))
    elif phase == phases.SECOND:
        runs.add_set(kinds.draw.move(), drawable(position))
    elif phase == phases.FIRST:
        for region in range(3):
            first: i64 = kinds.start.move(position.parts.offset[region])
            runs.add_set(first, room(position, region))
    elif phase == phases.COLOURS:
        runs.add_set(kinds.choose.move(), free_colours(position))


def add_bonuses(position: Neotopia, runs: moves.Runs) -> None:
    """All that the tokens allow."""
    kinds = position.parts.moves
    if time_bar(position, moves.AUTO_PLACE) is None:
        add_elements(position, runs, kinds.auto_place)
        runs.add_set(kinds.auto_draw.move(), drawable(position))
    if time_bar(position, moves.GRANT_DRAW) is None:
        runs.add_set(kinds.grant.move(), drawable(position))
    if time_bar(position, moves.INITIATE) is None:
        add_initiatives(position, runs)
    if time_bar(position, moves.PERMIT_PLACE) is None:
        add_elements(position, runs, kinds.permit)


def add_elements(position: Neotopia, runs: moves.Runs, kind: Kind) -> None:
    """The elements of factories, to all spaces where they may go."""
    permit = kind.number == moves.PERMIT_PLACE
    desert: i64 = outskirts(position, 0) if permit else room(position, 0)
    water: i64 = outskirts(position, 1) if permit else room(position, 1)
    forest: i64 = outskirts(position, 2) if permit else room(position, 2)
    in_desert: i64 = count(desert)
    in_water: i64 = count(water)
    in_forest: i64 = count(forest)
    # As `BESIDE` has it; a test compares all this with what `bar` says of every move.
    add_stock(position, runs, kind, 0, desert, in_desert, water, in_water)
    add_stock(position, runs, kind, 1, water, in_water, forest, in_forest)
    add_stock(position, runs, kind, 2, desert, in_desert, forest, in_forest)


def add_stock(
    position: Neotopia,
    runs: moves.Runs,
    kind: Kind,
    factory: i64,
    here: i64,
    near: i64,
    there: i64,
    far: i64,
) -> None:
    """The elements of one factory, to the open spots of the two regions beside it."""
    stock = position.stock
    first: i64 = factory * 4
    colours: i64 = 0
    for source in range(first, first + 4):
        if stock[source]:
            colours += 1
    if runs.skip(colours * (near + far)):
        return
    offset = position.parts.offset
    left: i64 = offset[BESIDE[factory * 2]]
    right: i64 = offset[BESIDE[factory * 2 + 1]]
    for source in range(first, first + 4):
        if stock[source]:
            runs.add(kind.move(source, left), here, near)
            runs.add(kind.move(source, right), there, far)


def add_initiatives(position: Neotopia, runs: moves.Runs) -> None:
    """Elements of the reserve, to all spaces where they may go."""
    kind = position.parts.moves.initiate
    for colour in range(4):
        if position.reserve[colour]:
            for region in range(3):
                first: i64 = kind.move(colour, position.parts.offset[region])
                runs.add_set(first, room(position, region))


def can_act(position: Neotopia) -> bool:
    """Whether an ordinary action is possible (NT-3.7)."""
    if position.deck or drawable(position):
        return True
    runs = moves.Runs()
    add_elements(position, runs, position.parts.moves.place)
    return runs.total != 0


def can_use(position: Neotopia) -> bool:
    """Whether a bonus can be used now (NT-3.9)."""
    if time_bar(position, moves.AUTO_PLACE) is None and can_act(position):
        return True
    if time_bar(position, moves.GRANT_DRAW) is None and drawable(position):
        return True
    runs = moves.Runs()
    if time_bar(position, moves.INITIATE) is None:
        add_initiatives(position, runs)
    if time_bar(position, moves.PERMIT_PLACE) is None:
        add_elements(position, runs, position.parts.moves.permit)
    return runs.total != 0
