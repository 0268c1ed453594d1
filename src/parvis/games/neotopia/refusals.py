"""Why a move is not allowed: the clause, the facts, the places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.bits import BIT, count
from parvis.engine.refusal import Refusal
from parvis.games.neotopia import scoring
from parvis.games.neotopia.components import (
    ACTIONS,
    AUTO_DECK,
    AUTO_PLACE,
    AUTO_TAKE,
    AUTOMATION,
    BESIDE,
    BUILD,
    COLOURS,
    DECK,
    DECLINE,
    ELEMENT_WORDS,
    END,
    GRANT,
    GRANT_DECK,
    GRANT_TAKE,
    IN_REGION,
    INITIATE,
    INITIATIVE,
    KIND_WORDS,
    KINDS,
    PERMIT,
    PERMIT_PLACE,
    PLACE,
    REGION_WORDS,
    REGIONS,
    SETUP,
    TAKE,
    TYPE_WORDS,
)

if TYPE_CHECKING:
    from parvis.games.neotopia.position import Neotopia

# How far a check got (see `Refusal.reach`).
TOKEN = 1
SOURCE = 2
REGION = 3
SPACE = 4
TOUCH = 5
PATTERN = 6
DIVERSITY = 7


def refusal(position: Neotopia, move: int) -> Refusal | None:
    """None if the move is legal now, else why it is not."""
    parts = position.parts
    sort = parts.sort_of[move]
    rest = move - parts.base[sort]
    refused = of_sort(position, sort)
    if refused is not None:
        return refused
    if sort == SETUP:
        return of_space(position, rest, "NT-2.5")
    if sort == PLACE:
        return of_element(position, rest, False)
    if sort == AUTO_PLACE:
        return of_element(position, rest, False)
    if sort == PERMIT_PLACE:
        return of_element(position, rest, True)
    if sort == INITIATE:
        colour = rest // parts.spaces
        if position.reserve[colour] == 0:
            return Refusal(
                "NT-3.5",
                "nt.no.reserve",
                {"element": ELEMENT_WORDS[colour]},
                (f"reserve-{COLOURS[colour]}",),
                SOURCE,
            )
        return of_space(position, rest % parts.spaces, "NT-6.3")
    if sort in (DECK, AUTO_DECK, GRANT_DECK):
        if position.deck:
            return None
        return Refusal("NT-3.8", "nt.no.deck_empty", None, ("deck",), SOURCE)
    if sort in (TAKE, AUTO_TAKE, GRANT_TAKE):
        if position.offered() & BIT[rest]:
            return None
        return Refusal(
            "NT-3.1",
            "nt.no.not_offered",
            {"project": TYPE_WORDS[parts.kind[rest]]},
            offer_places(position),
            SOURCE,
        )
    if sort == BUILD:
        return of_project(position, rest)
    return None


def of_sort(position: Neotopia, sort: int) -> Refusal | None:
    """Whether it is the time for this sort of move."""
    from parvis.games.neotopia.position import (
        ACTING,
        BUILDING,
        FIRST_ELEMENTS,
        OVER,
        SECOND_CARD,
    )

    phase = int(position.phase)
    if phase == OVER:
        return Refusal("NT-7.1", "nt.no.over")
    if position.due:
        return Refusal("NT-4.7", "nt.no.wait")
    if phase == FIRST_ELEMENTS:
        return None if sort == SETUP else Refusal("NT-2.5", "nt.no.first")
    if phase == BUILDING:
        if sort in (BUILD, DECLINE):
            return None
        return Refusal("NT-4.7", "nt.no.build_first", None, (position.parts.place[position.at],))
    if phase == SECOND_CARD:
        if sort in (DECK, TAKE):
            return None
        return Refusal("NT-6.1", "nt.no.second_card", None, ("deck", *offer_places(position)))
    assert phase == ACTING
    if sort == SETUP:
        return Refusal("NT-3.2", "nt.no.element_first")
    if sort in (BUILD, DECLINE):
        return Refusal("NT-4.1", "nt.no.build_when")
    if sort == END:
        if position.left == 0:
            return None
        return Refusal("NT-3.7", "nt.no.actions_left", {"n": int(position.left)})
    if sort in (PLACE, DECK, TAKE):
        if position.left:
            return None
        return Refusal("NT-3.7", "nt.no.actions_done", {"actions": ACTIONS})
    return of_token(position, kind_of(sort))


def kind_of(sort: int) -> int:
    """The bonus that a sort of move uses."""
    if sort == INITIATE:
        return INITIATIVE
    if sort == PERMIT_PLACE:
        return PERMIT
    if sort in (GRANT_DECK, GRANT_TAKE):
        return GRANT
    return AUTOMATION


def of_token(position: Neotopia, kind: int) -> Refusal | None:
    """Whether a bonus of this kind may be used."""
    if position.held[position.seat * 4 + kind] == 0:
        return Refusal(
            "NT-6.0",
            "nt.no.token",
            {"kind": KIND_WORDS[kind]},
            (f"bonus-{KINDS[kind]}",),
        )
    if position.used:
        return Refusal("NT-6.0", "nt.no.token_used", None, (f"bonus-{KINDS[kind]}",), TOKEN)
    return None


def of_element(position: Neotopia, rest: int, permit: bool) -> Refusal | None:
    """Whether an element of a factory may go to a space."""
    parts = position.parts
    source = rest // parts.spaces
    space = rest % parts.spaces
    factory = source // 4
    if position.stock[source] == 0:
        return Refusal(
            "NT-3.2",
            "nt.no.factory",
            {"factory": factory + 1, "element": ELEMENT_WORDS[source % 4]},
            (f"factory-{factory}",),
            SOURCE,
        )
    region = parts.region_of[space]
    left = BESIDE[factory * 2]
    right = BESIDE[factory * 2 + 1]
    if region != left and region != right:
        return Refusal(
            "NT-1.2",
            "nt.no.beside",
            {
                "factory": factory + 1,
                "region": REGION_WORDS[region],
                "regions": (REGION_WORDS[left], REGION_WORDS[right]),
            },
            (f"factory-{factory}", f"region-{REGIONS[left]}", f"region-{REGIONS[right]}"),
            REGION,
        )
    if permit:
        return of_outer(position, space)
    return of_space(position, space, "NT-3.2")


def of_space(position: Neotopia, space: int, clause: str) -> Refusal | None:
    """Whether an element may be placed on an ordinary space."""
    parts = position.parts
    region = parts.region_of[space]
    bit = BIT[parts.spot_of[space]]
    if position.room(region) & bit:
        return None
    if position.taken[region] & bit:
        return of_taken(position, space, clause)
    if parts.outer[region] & bit:
        return Refusal("NT-3.3", "nt.no.outer", None, (parts.place[space],), SPACE)
    if position.taken[region] == 0:
        centre = parts.offset[region] + parts.centre[region]
        return Refusal(
            clause, "nt.no.centre", {"region": IN_REGION[region]}, (parts.place[centre],), TOUCH
        )
    return Refusal(
        clause,
        "nt.no.apart",
        {"region": IN_REGION[region]},
        (parts.place[space], *scoring.spots_of(position, region, int(position.room(region)))),
        TOUCH,
    )


def of_taken(position: Neotopia, space: int, clause: str) -> Refusal:
    """The space is not free."""
    colour = colour_at(position, space)
    return Refusal(
        clause,
        "nt.no.taken",
        {"element": ELEMENT_WORDS[colour]},
        (position.parts.place[space],),
        SPACE,
    )


def of_outer(position: Neotopia, space: int) -> Refusal | None:
    """Whether a building permit allows this space (NT-6.4)."""
    parts = position.parts
    region = parts.region_of[space]
    bit = BIT[parts.spot_of[space]]
    if position.outskirts(region) & bit:
        return None
    if position.taken[region] & bit:
        return of_taken(position, space, "NT-6.4")
    if not parts.outer[region] & bit:
        free = parts.outer[region] & ~position.taken[region]
        return Refusal(
            "NT-6.4",
            "nt.no.not_outer",
            {"n": int(count(free))},
            scoring.spots_of(position, region, free),
            SPACE,
        )
    return Refusal(
        "NT-6.4", "nt.no.apart", {"region": IN_REGION[region]}, (parts.place[space],), TOUCH
    )


def colour_at(position: Neotopia, space: int) -> int:
    """The colour of the element on a space."""
    region = position.parts.region_of[space]
    bit = BIT[position.parts.spot_of[space]]
    for colour in range(4):
        if position.board[region * 4 + colour] & bit:
            return colour
    return -1


def of_project(position: Neotopia, design: int) -> Refusal | None:
    """Whether a project of the hand may be built around the last placement."""
    parts = position.parts
    region = parts.region_of[position.at]
    project: dict[str, object] = {"project": TYPE_WORDS[parts.kind[design]]}
    if not position.hand[position.seat] & parts.cards_of[design]:
        return Refusal("NT-4.1", "nt.no.not_in_hand", project, (), SOURCE)
    if position.way(design) == 0:
        return of_pattern(position, design, project)
    last = position.last[region]
    if last >= 0 and parts.kind[last] == parts.kind[design]:
        return Refusal(
            "NT-4.4",
            "nt.no.same_type",
            {"project": TYPE_WORDS[parts.kind[design]], "region": IN_REGION[region]},
            (f"last-{REGIONS[region]}",),
            DIVERSITY,
        )
    return None


def of_pattern(position: Neotopia, design: int, project: dict[str, object]) -> Refusal:
    """What a pattern lacks around the last placement."""
    parts = position.parts
    matches = position.matches
    region = parts.region_of[position.at]
    spot = BIT[parts.spot_of[position.at]]
    main = position.board[region * 4 + parts.main[design]]
    second = position.board[region * 4 + parts.second[design]]
    colour = colour_at(position, int(position.at))
    if colour != parts.main[design] and colour != parts.second[design]:
        return Refusal(
            "NT-4.1",
            "nt.no.colour",
            {**project, "element": ELEMENT_WORDS[colour]},
            (parts.place[position.at],),
            PATTERN,
        )
    m = parts.shape[design] * len(parts.layouts) + parts.layout_of[region]
    best = -1
    fewest = 99
    for n in range(matches.from_[m], matches.from_[m + 1]):
        first = matches.all_first[n]
        other = matches.all_second[n]
        missing = first & ~main | other & ~second
        if missing == 0:
            return Refusal(
                "NT-4.1",
                "nt.no.elsewhere",
                project,
                scoring.spots_of(position, region, first | other),
                PATTERN,
            )
        lacking = int(count(missing))
        if (first | other) & spot and not missing & spot and lacking < fewest:
            fewest = lacking
            best = missing
    if best < 0:
        return Refusal("NT-4.1", "nt.no.no_way", project, (parts.place[position.at],), PATTERN)
    return Refusal(
        "NT-4.1",
        "nt.no.missing",
        {**project, "n": fewest},
        scoring.spots_of(position, region, best),
        PATTERN,
    )


def offer_places(position: Neotopia) -> tuple[str, ...]:
    """The cards that lie in the offer."""
    parts = position.parts
    codes = sorted({parts.codes[parts.design_of[card]] for card in position.offer if card >= 0})
    return tuple([f"offer-{code}" for code in codes])
