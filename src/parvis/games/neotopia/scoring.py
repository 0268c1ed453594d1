"""Points: what each region is worth to each seat, the final formula, and the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from parvis.engine.bits import count, lowest, members
from parvis.engine.ledger import BANKED, STANDING, Line
from parvis.games.neotopia.components import BONUS_POINTS, LAP, REGIONS, Components
from parvis.games.neotopia.labels import IN_REGION, REGION_WORDS, TYPE_WORDS

if TYPE_CHECKING:
    from parvis.games.neotopia.position import Neotopia


def largest(parts: Components, region: i64, elements: i64) -> i64:
    """The largest group of adjacent spots in a region, as a bit set (the first one, if several are
    equal)."""
    near = parts.near
    offset: i64 = parts.offset[region]
    best: i64 = 0
    size: i64 = 0
    while elements:
        group: i64 = elements & -elements
        edge: i64 = group
        while edge:
            spot: i64 = lowest(edge)
            edge &= edge - 1
            fresh: i64 = near[offset + spot] & elements & ~group
            group |= fresh
            edge |= fresh
        elements &= ~group
        if count(group) > size:
            size = count(group)
            best = group
    return best


def group_of(position: Neotopia, seat: i64, region: i64) -> i64:
    """The largest group of a seat's colour in a region, as a bit set."""
    colour: i64 = position.colour[seat]
    if colour < 0:
        return 0
    return largest(position.parts, region, position.board[region * 4 + colour])


def region_points(position: Neotopia, seat: i64, region: i64) -> i64:
    """A region's points: the track and the largest group (NT-7.2)."""
    track: i64 = position.track[seat * 3 + region]
    return track + count(group_of(position, seat, region))


def ranked(position: Neotopia, seat: i64) -> tuple[int, int, int]:
    """The points of a seat's weakest, second and best region."""
    points = sorted([int(region_points(position, seat, region)) for region in range(3)])
    return points[0], points[1], points[2]


def kept(position: Neotopia, seat: i64) -> int:
    """How many unused bonus tokens a seat holds."""
    return sum(position.held[seat * 4 : seat * 4 + 4])


def total(position: Neotopia, seat: i64) -> int:
    """The final formula (NT-7.3) as if the game ended now."""
    low, middle, high = ranked(position, seat)
    return high + middle + 3 * low + BONUS_POINTS * kept(position, seat)


def winners(position: Neotopia) -> list[int]:
    """Who wins once the game is over: the total, then the weakest, second and best region."""
    keys = [
        (total(position, seat), *ranked(position, seat)) for seat in range(position.setting.seats)
    ]
    best = max(keys)
    return [seat for seat in range(len(keys)) if keys[seat] == best]


def weakest(position: Neotopia, seat: i64) -> int:
    """The region that a seat triples: of equal ones the first."""
    points = [int(region_points(position, seat, region)) for region in range(3)]
    return points.index(min(points))


def ledger(position: Neotopia) -> list[Line]:
    """Every point of every seat."""
    parts = position.parts
    lines: list[Line] = []
    seats = position.setting.seats
    final = BANKED if position.over() else STANDING
    for seat, space, design, points, way in position.builds:
        region = parts.region_of[space]
        lines.append(
            Line(
                seat,
                points,
                "NT-4.5",
                "nt.line.project",
                {"project": TYPE_WORDS[parts.kind[design]], "region": IN_REGION[region]},
                spots_of(position, region, way),
                BANKED,
            )
        )
    for seat in range(seats):
        for region in range(3):
            group = group_of(position, seat, region)
            if group:
                lines.append(
                    Line(
                        seat,
                        int(count(group)),
                        "NT-7.2",
                        "nt.line.group",
                        {"n": int(count(group)), "region": IN_REGION[region]},
                        spots_of(position, region, int(group)),
                        final,
                    )
                )
        low = weakest(position, seat)
        points = int(region_points(position, seat, low))
        if points:
            lines.append(
                Line(
                    seat,
                    2 * points,
                    "NT-7.3",
                    "nt.line.triple",
                    {"region": REGION_WORDS[low], "points": points},
                    (f"region-{REGIONS[low]}",),
                    final,
                )
            )
        tokens = kept(position, seat)
        if tokens:
            lines.append(
                Line(
                    seat,
                    BONUS_POINTS * tokens,
                    "NT-6.6",
                    "nt.line.tokens",
                    {"n": tokens},
                    (f"tokens-{seat}",),
                    final,
                )
            )
    return lines


def spots_of(position: Neotopia, region: int, spots: int) -> tuple[str, ...]:
    """The places of a region's spots."""
    offset = position.parts.offset[region]
    return tuple([position.parts.place[offset + spot] for spot in members(spots)])


def built_points(position: Neotopia, seat: i64, design: i64) -> i64:
    """What a project gives a seat (NT-4.5)."""
    parts = position.parts
    # A project of two colours has the same points for all.
    table = parts.own if parts.main[design] == position.colour[seat] else parts.points
    return table[design]


def crossed(position: Neotopia, before: i64, after: i64) -> i64:
    """How many thresholds a marker reaches or passes on its way (NT-5.2)."""
    again = position.setting.options["second_lap"] is True
    number: i64 = 0
    for threshold in position.parts.tracks:
        if before < threshold <= after:
            number += 1
        if again and threshold <= LAP and before < threshold + LAP <= after:
            number += 1
    return number
