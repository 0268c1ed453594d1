"""What a seat may know: the game's own part of a view, as `schema` types it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from parvis.engine.bits import count, lowest, members
from parvis.games.neotopia import legality, notation, phases, scoring
from parvis.games.neotopia.components import COLOURS, KINDS, REGIONS, Components
from parvis.games.neotopia.labels import TYPE_WORDS

if TYPE_CHECKING:
    from parvis.games.neotopia.position import Neotopia
    from parvis.games.neotopia.schema import Built, Project, Region

MOST_PACKS: Final = 32  # whose projects are remembered


def seen(position: Neotopia, seat: int | None) -> dict[str, object]:
    """The game's own part of what a seat may know (None: a spectator)."""
    parts = position.parts
    seats = position.setting.seats
    hand = None if seat is None else designs_of(parts, position.hand[seat])
    offer = [None if card < 0 else parts.design_of[card] for card in position.offer]
    known = [designs_of(parts, cards) for cards in position.known]
    shown = {
        design
        for design in (*offer, *[built[2] for built in position.builds])
        if design is not None
    }
    projects = projects_of(parts)
    shown.update(hand or [])
    shown.update(design for cards in known for design in cards)
    return {
        "phase": phases.PHASES[position.phase],
        "colours": [None if colour < 0 else COLOURS[colour] for colour in position.colour],
        "first": int(position.first),
        "round": int(position.round),
        "left": int(position.left),
        "used": position.used,
        "end": phases.ENDS[position.end],
        "acted": position.acted,
        "at": None if position.at < 0 else parts.place[position.at],
        "regions": [region_view(position, region) for region in range(3)],
        "built": built(position),
        "factories": [list(position.stock[n * 4 : n * 4 + 4]) for n in range(3)],
        "centre": list(position.stock[12:16]),
        "tiles": int(count(position.tiles)) + int(position.flag),
        "mixes": sorted(parts.mix_texts[tile] for tile in members(int(position.tiles))),
        "flag": position.flag,
        "reserve": list(position.reserve),
        "covered": position.covered[:],
        "held": [list(position.held[n * 4 : n * 4 + 4]) for n in range(seats)],
        "deck": int(count(position.deck)),
        "offer": [None if design is None else parts.codes[design] for design in offer],
        "cards": [int(count(cards)) for cards in position.hand],
        "known": [[parts.codes[design] for design in cards] for cards in known],
        "hand": None if hand is None else [parts.codes[design] for design in hand],
        "weakest": [REGIONS[scoring.weakest(position, other)] for other in range(seats)],
        "tracks": parts.tracks[:],
        "projects": {parts.codes[design]: projects[design] for design in sorted(shown)},
        "completes": completes(position, seat),
        "codes": parts.codes[:],
    }


def designs_of(parts: Components, cards: int) -> list[int]:
    return [parts.design_of[card] for card in members(cards)]


@lru_cache(MOST_PACKS)
def projects_of(parts: Components) -> list[Project]:
    """What every design shows; all views share it."""
    return [
        {
            "main": COLOURS[parts.main[design]],
            "second": COLOURS[parts.second[design]],
            "points": parts.points[design],
            "own": parts.own[design],
            "pattern": parts.shapes[parts.shape[design]].rows,
            "name": TYPE_WORDS[parts.kind[design]],
        }
        for design in range(len(parts.codes))
    ]


def region_view(position: Neotopia, region: int) -> Region:
    parts = position.parts
    seats = range(position.setting.seats)
    layout = parts.layouts[parts.layout_of[region]]
    last = position.last[region]
    top = position.top[region]
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
        "top": None if top < 0 else KINDS[top],
        "last": None if last < 0 else parts.codes[last],
        "track": [position.track[seat * 3 + region] for seat in seats],
        "group": [int(count(scoring.group_of(position, seat, region))) for seat in seats],
        "points": [int(scoring.region_points(position, seat, region)) for seat in seats],
    }


def built(position: Neotopia) -> list[Built]:
    """Every project that was built, also those that lie covered: all have seen them."""
    parts = position.parts
    return [
        {
            "seat": seat,
            "space": parts.place[space],
            "project": parts.codes[design],
            "points": points,
            "spaces": list(scoring.spots_of(position, parts.region_of[space], way)),
        }
        for seat, space, design, points, way in position.builds
    ]


def completes(position: Neotopia, seat: int | None) -> dict[str, dict[str, list[str]]]:
    """For the seat on turn: the projects of the hand that a legal placement would complete, by
    colour and space, the diversity rule included."""
    parts = position.parts
    matches = position.matches
    if seat is None or position.turn() != seat or position.phase != phases.ACT:
        return {}
    open_spots = placements(position)
    firsts, seconds = matches.first, matches.second
    found: dict[str, dict[str, list[str]]] = {}
    for design in sorted(set(designs_of(parts, position.hand[seat]))):
        for region in range(3):
            here: i64 = open_spots[region * 4 + parts.main[design]]
            there: i64 = open_spots[region * 4 + parts.second[design]]
            if not here | there or legality.barred_types(position, region) >> design & 1:
                continue
            main: i64 = position.board[region * 4 + parts.main[design]]
            second: i64 = position.board[region * 4 + parts.second[design]]
            if count(main | second) < parts.shapes[parts.shape[design]].size - 1:
                continue  # more than one element lacks wherever it lies
            m = parts.shape[design] * len(parts.layouts) + parts.layout_of[region]
            for n in range(matches.start[m], matches.start[m + 1]):
                lacking: i64 = firsts[n] & ~main
                missing: i64 = lacking | (seconds[n] & ~second)
                if missing & (missing - 1) or not missing & (here if lacking else there):
                    continue
                colour = parts.main[design] if lacking else parts.second[design]
                space = parts.offset[region] + int(lowest(missing))
                codes = found.setdefault(COLOURS[colour], {}).setdefault(parts.place[space], [])
                if parts.codes[design] not in codes:
                    codes.append(parts.codes[design])
    return found


def placements(position: Neotopia) -> list[int]:
    """The spots where an element may go now, by region and colour."""
    parts = position.parts
    found = [0] * 12
    codec = parts.moves.codec
    for move in position.moves():
        kind = codec.kind_of(move)
        if len(kind.parts) == 2:
            space = kind.part(move, 1)
            colour = kind.part(move, 0) % 4
            found[parts.region_of[space] * 4 + colour] |= parts.spot_bit[space]
    return found
