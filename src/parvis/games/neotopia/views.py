"""What a seat may know, and what it is told of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from parvis.engine.bits import count, members
from parvis.engine.sentence import Sentence
from parvis.games.neotopia import notation, scoring
from parvis.games.neotopia.components import (
    AUTO_DECK,
    AUTO_PLACE,
    AUTO_TAKE,
    BUILD,
    COLOURS,
    DECK,
    DECLINE,
    ELEMENT_WORDS,
    END,
    GRANT_DECK,
    GRANT_TAKE,
    IN_REGION,
    INITIATE,
    KIND_WORDS,
    LETTERS,
    PERMIT_PLACE,
    PLACE,
    REGIONS,
    SETUP,
    TAKE,
    TYPE_WORDS,
    Components,
    colour_of,
)

if TYPE_CHECKING:
    from parvis.games.neotopia.position import Neotopia


class Project(TypedDict):
    """What a project card shows."""

    main: int
    second: int
    points: int
    own: int
    pattern: list[str]
    name: str


class Region(TypedDict):
    """A region as all see it; lists by spot, or by seat."""

    key: str
    map: list[str]
    elements: str
    tokens: str
    pile: int
    top: int
    last: str | None
    track: list[int]
    group: list[int]
    points: list[int]


class View(TypedDict):
    """A view of Neotopia: the frame that all games have, and this game's own part."""

    seats: int
    seat: int | None
    turn: int | None
    over: bool
    scores: list[int]
    winners: list[int]
    moves: list[int]
    phase: str
    first: int
    round: int
    left: int
    used: bool
    end: str
    at: str | None
    regions: list[Region]
    factories: list[list[int]]
    centre: list[int]
    tiles: int
    mixes: list[str]
    flag: bool
    reserve: list[int]
    covered: list[int]
    held: list[list[int]]
    deck: int
    offer: list[str | None]
    cards: list[int]
    known: list[list[str]]
    hand: list[str] | None
    weakest: list[int]
    tracks: list[int]
    projects: dict[str, Project]
    completes: dict[str, dict[str, list[str]]]
    base: list[int]
    codes: list[str]


def view(position: Neotopia, seat: int | None) -> dict[str, object]:
    """All that a seat may know (None: a spectator)."""
    parts = position.parts
    seats = position.setting.seats
    hand = None if seat is None else designs_of(parts, position.hand[seat])
    offer = [None if card < 0 else parts.design_of[card] for card in position.offer]
    known = [designs_of(parts, cards) for cards in position.known]
    seen = {design for design in (*offer, *position.last) if design is not None and design >= 0}
    seen.update(hand or [])
    seen.update(design for cards in known for design in cards)
    own: dict[str, object] = {
        "phase": notation.PHASES[position.phase],
        "first": int(position.first),
        "round": int(position.round),
        "left": int(position.left),
        "used": bool(position.used),
        "end": notation.ENDS[position.end],
        "at": None if position.at < 0 else parts.place[position.at],
        "regions": [region_view(position, region) for region in range(3)],
        "factories": [position.stock[n * 4 : n * 4 + 4] for n in range(3)],
        "centre": position.stock[12:16],
        "tiles": int(count(position.tiles)) + int(position.flag),
        "mixes": sorted(mix_of(parts, tile) for tile in members(int(position.tiles))),
        "flag": bool(position.flag),
        "reserve": position.reserve[:],
        "covered": position.covered[:],
        "held": [position.held[n * 4 : n * 4 + 4] for n in range(seats)],
        "deck": int(count(position.deck)),
        "offer": [None if design is None else parts.codes[design] for design in offer],
        "cards": [int(count(cards)) for cards in position.hand],
        "known": [[parts.codes[design] for design in cards] for cards in known],
        "hand": None if hand is None else [parts.codes[design] for design in hand],
        "weakest": [scoring.weakest(position, other) for other in range(seats)],
        "tracks": parts.tracks[:],
        "projects": {parts.codes[design]: project_view(parts, design) for design in sorted(seen)},
        "completes": completes(position, seat),
        "base": parts.base[:],
        "codes": parts.codes[:],
    }
    return {**position.frame(seat), **own}


def designs_of(parts: Components, cards: int) -> list[int]:
    return [parts.design_of[card] for card in members(cards)]


def mix_of(parts: Components, tile: int) -> str:
    counts = parts.mixes[tile * 4 : tile * 4 + 4]
    return "".join(letter * number for letter, number in zip(LETTERS, counts, strict=True))


def project_view(parts: Components, design: int) -> Project:
    return {
        "main": parts.main[design],
        "second": parts.second[design],
        "points": parts.points[design],
        "own": parts.own[design],
        "pattern": parts.shapes[parts.shape[design]].rows,
        "name": TYPE_WORDS[parts.kind[design]],
    }


def region_view(position: Neotopia, region: int) -> Region:
    parts = position.parts
    seats = range(position.setting.seats)
    layout = parts.layouts[parts.layout_of[region]]
    last = position.last[region]
    tokens = ["."] * len(layout.x)
    for slot, kind in enumerate(position.lying):
        space = parts.slot_space[slot]
        if parts.region_of[space] == region:
            tokens[parts.spot_of[space]] = notation.kind_letter(kind)
    return {
        "key": REGIONS[region],
        "map": layout.rows,
        "elements": notation.row_of(position, region),
        "tokens": "".join(tokens),
        "pile": position.pile[region],
        "top": position.top[region],
        "last": None if last < 0 else parts.codes[last],
        "track": [position.track[seat * 3 + region] for seat in seats],
        "group": [int(count(scoring.group_of(position, seat, region))) for seat in seats],
        "points": [int(scoring.region_points(position, seat, region)) for seat in seats],
    }


def completes(position: Neotopia, seat: int | None) -> dict[str, dict[str, list[str]]]:
    """For the seat on turn: the projects of the hand that a legal placement would complete, by
    colour and space, the diversity rule included."""
    parts = position.parts
    matches = position.matches
    if seat is None or position.turn() != seat or notation.PHASES[position.phase] != "act":
        return {}
    open_spots = placements(position)
    found: dict[str, dict[str, list[str]]] = {}
    for design in sorted(set(designs_of(parts, position.hand[seat]))):
        for region in range(3):
            last = position.last[region]
            if last >= 0 and parts.kind[last] == parts.kind[design]:
                continue
            main = position.board[region * 4 + parts.main[design]]
            second = position.board[region * 4 + parts.second[design]]
            m = parts.shape[design] * len(parts.layouts) + parts.layout_of[region]
            for n in range(matches.from_[m], matches.from_[m + 1]):
                lacking = matches.all_first[n] & ~main
                missing = lacking | matches.all_second[n] & ~second
                colour = parts.main[design] if lacking else parts.second[design]
                if missing & (missing - 1) or not missing & open_spots[region * 4 + colour]:
                    continue
                space = parts.offset[region] + missing.bit_length() - 1
                codes = found.setdefault(COLOURS[colour], {}).setdefault(parts.place[space], [])
                if parts.codes[design] not in codes:
                    codes.append(parts.codes[design])
    return found


def placements(position: Neotopia) -> list[int]:
    """The spots where an element may go now, by region and colour."""
    parts = position.parts
    found = [0] * 12
    for move in position.moves():
        sort = parts.sort_of[move]
        if sort in (PLACE, AUTO_PLACE, PERMIT_PLACE, INITIATE):
            source, space = divmod(move - parts.base[sort], parts.spaces)
            found[parts.region_of[space] * 4 + source % 4] |= 1 << parts.spot_of[space]
    return found


# Stories.


def story(position: Neotopia, move: int, seat: int | None) -> list[Sentence]:
    """What happens when this legal move is played, as that seat sees it."""
    after = position.copy()
    after.play(move)
    parts = position.parts
    sort = parts.sort_of[move]
    rest = move - parts.base[sort]
    who = f"@{int(position.seat)}"
    told = used_token(position, sort, who)
    if sort in (DECK, AUTO_DECK, GRANT_DECK):
        told += tell_draw(position, after, seat, who)
    elif sort in (TAKE, AUTO_TAKE, GRANT_TAKE):
        project = TYPE_WORDS[parts.kind[rest]]
        told.append(Sentence("nt.story.take", {"who": who, "project": project}))
    elif sort == BUILD:
        told += tell_building(position, after, rest, who)
    elif sort == DECLINE:
        told.append(Sentence("nt.story.decline", {"who": who}))
    elif sort == END:
        told.append(Sentence("nt.story.end", {"who": who}))
    else:
        told += tell_placement(position, after, sort, rest, who)
    return told + tell_passage(position, after)


def used_token(position: Neotopia, sort: int, who: str) -> list[Sentence]:
    """The bonus that a move uses, if it uses one."""
    from parvis.games.neotopia.refusals import kind_of

    if sort not in (
        AUTO_PLACE,
        AUTO_DECK,
        AUTO_TAKE,
        GRANT_DECK,
        GRANT_TAKE,
        INITIATE,
        PERMIT_PLACE,
    ):
        return []
    kind = KIND_WORDS[kind_of(sort)]
    return [Sentence("nt.story.bonus", {"who": who, "kind": kind}, (f"tokens-{position.seat}",))]


def tell_draw(position: Neotopia, after: Neotopia, seat: int | None, who: str) -> list[Sentence]:
    mover = int(position.seat)
    if seat != mover:
        return [Sentence("nt.story.deck", {"who": who}, ("deck",))]
    card = members(after.hand[mover] & ~position.hand[mover])[0]
    parts = position.parts
    design = parts.design_of[card]
    params: dict[str, object] = {"project": TYPE_WORDS[parts.kind[design]]}
    return [Sentence("nt.story.draw", params, (f"hand-{parts.codes[design]}",))]


def tell_building(position: Neotopia, after: Neotopia, design: int, who: str) -> list[Sentence]:
    parts = position.parts
    mover = int(position.seat)
    region = parts.region_of[position.at]
    points = after.builds[-2]
    gained = [
        kind
        for kind in range(4)
        for _ in range(after.held[mover * 4 + kind] - position.held[mover * 4 + kind])
    ]
    built = Sentence(
        "nt.story.build",
        {
            "who": who,
            "project": TYPE_WORDS[parts.kind[design]],
            "region": IN_REGION[region],
            "n": points,
        },
        scoring.spots_of(position, region, after.builds[-1]),
    )
    tokens = [
        Sentence(
            "nt.story.track",
            {
                "who": who,
                "kind": KIND_WORDS[kind],
                "points": after.track[mover * 3 + region],
                "region": IN_REGION[region],
            },
            (f"pile-{REGIONS[region]}",),
        )
        for kind in gained
    ]
    return [built, *tokens]


def tell_placement(
    position: Neotopia, after: Neotopia, sort: int, rest: int, who: str
) -> list[Sentence]:
    parts = position.parts
    space = rest % parts.spaces
    region = parts.region_of[space]
    if sort == SETUP:
        colour = colour_of(int(position.seat))
    elif sort == INITIATE:
        colour = rest // parts.spaces
    else:
        colour = rest // parts.spaces % 4
    told = [
        Sentence(
            "nt.story.place",
            {"who": who, "element": ELEMENT_WORDS[colour], "region": IN_REGION[region]},
            (parts.place[space],),
        )
    ]
    slot = parts.slot[space]
    if slot >= 0 and position.lying[slot] >= 0:
        kind = KIND_WORDS[position.lying[slot]]
        told.append(Sentence("nt.story.token", {"who": who, "kind": kind}, (parts.place[space],)))
    if sort in (SETUP, INITIATE):
        return told
    factory = rest // parts.spaces // 4
    if sum(position.stock[factory * 4 : factory * 4 + 4]) == 1:
        told += tell_refill(position, after, factory)
    return told


def tell_refill(position: Neotopia, after: Neotopia, factory: int) -> list[Sentence]:
    """A factory that was emptied, and the tile that was turned for it."""
    told = [
        Sentence(
            "nt.story.refill",
            {
                "factory": factory + 1,
                "elements": elements(after.stock[factory * 4 : factory * 4 + 4]),
            },
            (f"factory-{factory}",),
        ),
        Sentence("nt.story.centre", {"elements": elements(after.stock[12:16])}, ("centre",)),
    ]
    if after.flag != position.flag:
        told.append(Sentence("nt.story.flag", None, ("centre",)))
    return told


def elements(counts: list[int]) -> object:
    """Elements as a list of words; a dash if there are none."""
    words = [
        word for word, number in zip(ELEMENT_WORDS, counts, strict=True) for _ in range(number)
    ]
    return words or "–"


def tell_passage(position: Neotopia, after: Neotopia) -> list[Sentence]:
    """What the end of the turn brings: new cards, the last round, the end."""
    parts = position.parts
    told: list[Sentence] = []
    fresh = [
        card for slot, card in enumerate(after.offer) if card >= 0 and card != position.offer[slot]
    ]
    if fresh:
        designs = [parts.design_of[card] for card in fresh]
        told.append(
            Sentence(
                "nt.story.offer",
                {"projects": [TYPE_WORDS[parts.kind[design]] for design in designs]},
                tuple(f"offer-{parts.codes[design]}" for design in designs),
            )
        )
    if notation.ENDS[after.end] == "last" and notation.ENDS[position.end] != "last":
        told.append(Sentence("nt.story.last_round"))
    if after.over():
        winners = [f"@{seat}" for seat in after.winners()]
        told.append(Sentence("nt.story.over", {"winners": winners, "n": len(winners)}))
    return told
