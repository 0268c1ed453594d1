"""A region: its land and spaces, and the strip with its last project, its pile and its points."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from parvis.engine.drawing.fragment import Fragment, fragment
from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import Number, circle, group, line, moved, path, place, rect, text
from parvis.engine.words import Speech
from parvis.games.neotopia.components import KIND_LETTERS, KINDS, LAP, LETTERS, REGIONS
from parvis.games.neotopia.drawing import pieces
from parvis.games.neotopia.drawing.hexes import WIDE, Point, hexagon, land
from parvis.games.neotopia.labels import (
    IN_REGION,
    KIND_WORDS,
    REGION_WORDS,
    Completing,
    Face,
    face_of,
    hint_words,
    layout_in,
    space_label,
)
from parvis.games.neotopia.schema import View

GROUNDS = (("yellow", "dots"), ("blue", "waves"), ("green", "grass"))  # tint and hatching
STRIP = 78  # height of a region's strip
KEPT = 1 << 10  # states of regions that are remembered
Colours = tuple[int | None, ...]  # what each seat plays


class Land(NamedTuple):
    """A region as all see it, as values that can be remembered."""

    map: str
    elements: str
    tokens: str
    last: Face | None
    pile: int
    top: str | None
    track: tuple[int, ...]
    group: tuple[int, ...]
    weakest: tuple[bool, ...]  # by seat: whether it would be tripled


def land_of(view: View, region: int) -> Land:
    seen = view["regions"][region]
    key, code = seen["key"], seen["last"]
    return Land(
        "/".join(seen["map"]),
        seen["elements"],
        seen["tokens"],
        None if code is None else face_of(view["projects"][code]),
        seen["pile"],
        seen["top"],
        tuple(seen["track"]),
        tuple(seen["group"]),
        tuple([weakest == key for weakest in view["weakest"]]),
    )


class Site(NamedTuple):
    """Where a region is drawn."""

    map: tuple[Number, Number, Number]  # its middle, and the size of a space
    x: Number  # of its strip
    y: Number
    width: Number


@lru_cache(KEPT)
def origin(map: str, x: Number, y: Number, size: Number) -> Point:
    """Where column 0, row 0 of a map is, if it is centred at (x, y)."""
    layout = layout_in(map)
    column, row = (min(layout.x) + max(layout.x)) / 2, (min(layout.y) + max(layout.y)) / 2
    return x - column * WIDE * size, y - row * 1.5 * size


@lru_cache(KEPT)
def middles(map: str, x: Number, y: Number, size: Number) -> dict[str, Point]:
    """The middle of every space, by its name, of a map that is centred at (x, y)."""
    layout = layout_in(map)
    left, top = origin(map, x, y, size)
    return {
        name: (round(left + column * WIDE * size, 2), round(top + row * 1.5 * size, 2))
        for name, column, row in zip(layout.names, layout.x, layout.y, strict=True)
    }


def ground(region: int, map: str, x: Number, y: Number, size: Number, speech: Speech) -> str:
    """The region's land: one shape under all its hexes."""
    tint, hatching = GROUNDS[region]
    layout = layout_in(map)
    cells = list(zip(layout.x, layout.y, strict=True))
    shape = land(cells, origin(map, x, y, size), size, 5)
    return place(
        f"region-{REGIONS[region]}",
        path(shape, fill=f"var(--{tint})"),
        path(shape, fill=fill(hatching, f"{tint}-ink"), opacity=0.6),
        label=speech.spoken(REGION_WORDS[region]),
    )


@lru_cache(KEPT)
def spaces(
    region: int,
    map: str,
    middle: tuple[Number, Number, Number],
    elements: str,
    tokens: str,
    speech: Speech,
) -> dict[str, Fragment]:
    """The spaces of a region with what lies on them, by the id of each."""
    layout = layout_in(map)
    size = middle[2]
    return {
        f"city-space-{REGIONS[region]}-{name}": noted_space(
            region, name, mark, x, y, size, element, token, speech, ()
        )
        for (name, (x, y)), mark, element, token in zip(
            middles(map, *middle).items(), layout.marks, elements, tokens, strict=True
        )
    }


@fragment
def space(
    region: int,
    name: str,
    mark: str,
    x: float,
    y: float,
    size: Number,
    element: str,
    token: str,
    speech: Speech,
    completing: Completing,
) -> str:
    """A space, what lies on it, and the elements that would complete a project of the hand here."""
    tint = GROUNDS[region][0]
    outer = mark == "o"
    parts = [
        hexagon(
            x,
            y,
            size - 1.5,
            fill=f"var(--{tint})" if outer else "var(--sheet)",
            stroke=f"var(--{tint}-ink)",
            stroke_dasharray="4 3" if outer else None,
        )
    ]
    if element != ".":
        parts.append(pieces.element(LETTERS.index(element), x, y, size - 2))
    else:
        if outer:
            r = size * 0.42
            half = f"M{x - r:.1f} {y + r / 2:.1f}a{r:.1f} {r:.1f} 0 0 1 {2 * r:.1f} 0z"
            parts.append(path(half, fill=f"var(--{tint}-ink)", opacity=0.75))
        if mark == "c":
            parts.append(circle(x, y, size * 0.22, fill="none", stroke=f"var(--{tint}-ink)"))
        if token != ".":
            parts.append(pieces.token(KIND_LETTERS.index(token), x, y, size * 0.64))
    first = x - (len(completing) - 1) * 8
    parts += [
        pieces.element(colour, first + n * 16, y + size * 0.55, 9)
        for n, (colour, _) in enumerate(completing)
    ]
    label = space_label(region, name, outer, element, token, speech)
    label += hint_words(completing, speech)
    return place(f"space-{REGIONS[region]}-{name}", *parts, label=label)


# The same space in many states of its region is one object.
noted_space = lru_cache(1 << 12)(space)


def with_hint(shown: Fragment, completing: Completing) -> Fragment:
    """The same space with what an element there would complete."""
    return Fragment(shown.drawn, (*shown.values[:-1], completing))


@fragment
def ring(at: tuple[float, float] | None, size: Number) -> str:
    """Around the last element that was placed."""
    if at is None:
        return ""
    return circle(
        *at,
        size * 0.72,
        fill="none",
        stroke="var(--on-owner)",
        stroke_width=1.5,
        stroke_dasharray="3 3",
        pointer_events="none",
    )


@lru_cache(KEPT)
def strip(
    region: int,
    site: Site,
    land: Land,
    colours: Colours,
    names: tuple[str, ...],
    speech: Speech,
) -> dict[str, Fragment]:
    """What changes on a region's strip, by the id of each."""
    _, x, y, width = site
    id = f"city-{REGIONS[region]}"
    points = tuple(zip(land.track, land.group, land.weakest, strict=True))
    return {
        f"{id}-last": last(region, x, y, land.last, speech),
        f"{id}-pile": pile(region, x + width - 18, y, land.pile, land.top, speech),
        f"{id}-track": markers(x, y, width, land.track, colours),
        f"{id}-points": standing(region, x, y, width, points, colours, names, speech),
    }


def strip_ground(
    region: int, x: Number, y: Number, width: Number, tracks: tuple[int, ...], speech: Speech
) -> str:
    """The ground of a region's strip: its name, its track with the thresholds."""
    tint, _ = GROUNDS[region]
    left, down, step = along_track(width)
    ground = [
        rect(0, 0, width, STRIP, rx=10, fill="var(--sheet)", stroke=f"var(--{tint}-ink)"),
        text(68, 15, speech.spoken(REGION_WORDS[region]), 15, font_weight="bold"),
    ]
    parts = [
        rect(left - 6, down - 12, LAP * step + 14, 32, rx=8, fill="transparent"),
        line(left, down, left + LAP * step, down, stroke="var(--line)", stroke_width=3),
    ]
    for threshold in tracks:
        at = left + on_lap(threshold) * step
        parts.append(circle(at, down, 7, fill="var(--white)", stroke="var(--line)"))
        parts.append(text(at, down + 15, str(threshold), 14, "middle", fill="var(--soft)"))
    label = speech("nt.label.track", region=IN_REGION[region])
    return moved(x, y, *ground, place(f"track-{REGIONS[region]}", *parts, label=label))


def along_track(width: Number) -> tuple[float, float, float]:
    """Where the track of a strip begins, and how long a step on it is."""
    return 72, 38, (width - 80) / (LAP + 0.8)


def on_lap(points: int) -> int:
    """The step of the track where a marker stands."""
    return (points - 1) % LAP + 1 if points else 0


@fragment
def last(region: int, x: Number, y: Number, face: Face | None, speech: Speech) -> str:
    """The last project built in a region, which bars its type."""
    under = rect(5, 5, 54, STRIP - 10, rx=6, fill="var(--shade)")
    if face is None:
        label = speech("nt.draw.no_last")
        dashes = {"stroke": "var(--line)", "stroke_dasharray": "4 4"}
        shown = rect(10, 10, 44, STRIP - 20, rx=4, fill="none", **dashes)
    else:
        label = speech("nt.draw.last", project=face.name)
        shown = pieces.pattern(face, 32, STRIP / 2, 50, STRIP - 14)
    return moved(x, y, place(f"last-{REGIONS[region]}", under, shown, label=label))


@fragment
def pile(region: int, x: Number, y: Number, size: int, top: str | None, speech: Speech) -> str:
    """The tokens of a region's track: the top one, and how many."""
    name = f"pile-{REGIONS[region]}"
    if size == 0:
        words = speech("nt.draw.pile_empty")
        empty = circle(0, 15, 11, fill="none", stroke="var(--line)", stroke_dasharray="3 3")
        return moved(x, y, place(name, empty, label=words))
    kind = -1 if top is None else KINDS.index(top)
    said = KIND_WORDS[kind] if kind >= 0 else "#nt.draw.face_down"
    under = [circle(0, 15 + n, 11, fill="var(--shade)", stroke="var(--line)") for n in (4, 2)]
    shown = place(
        name,
        *(under if size > 1 else []),
        pieces.token(kind, 0, 14, 11),
        pieces.outline(0, 14, 11),
        text(-16, 15, f"{size} ×", 14, "end", fill="var(--soft)"),
        label=speech("nt.draw.pile", n=size, kind=said),
    )
    return moved(x, y, shown)


@fragment
def markers(x: Number, y: Number, width: Number, track: tuple[int, ...], colours: Colours) -> str:
    """Everybody's marker on a region's track."""
    left, down, step = along_track(width)
    heaps: dict[int, list[int]] = {}
    for seat, points in enumerate(track):
        heaps.setdefault(on_lap(points), []).append(seat)
    parts: list[str] = []
    for points, seats in sorted(heaps.items()):
        for n, seat in enumerate(seats):
            spot = left + points * step, down - (len(seats) - 1) * 4 + n * 8
            if track[seat] > LAP:  # on the second lap the marker is turned over
                parts.append(circle(*spot, 9, fill="var(--sheet)", stroke="var(--ink)"))
            parts.append(pieces.sign(seat, colours[seat], *spot, 13))
    return moved(x, y, group(*parts, pointer_events="none"))


# Of each seat in a region: points of the track, size of the group, whether they are tripled.
Standing = tuple[tuple[int, int, bool], ...]


@fragment
def standing(
    region: int,
    x: Number,
    y: Number,
    width: Number,
    points: Standing,
    colours: Colours,
    names: tuple[str, ...],
    speech: Speech,
) -> str:
    """Everybody's points here: track and group, and whether they will be tripled."""
    step = (width - 68) / len(points)
    named = speech.with_names(names)
    parts: list[str] = []
    for seat, (track, size, weakest) in enumerate(points):
        at = 66 + seat * step
        label = named("nt.draw.points", who=f"@{seat}", track=track, group=size)
        soft = "none"
        said = str(track + size)
        if weakest:
            label += f", {speech('nt.draw.weakest')}"
            soft = pieces.paint(colours[seat], "-soft")
            said += "×3"
        parts.append(
            place(
                f"points-{REGIONS[region]}-{seat}",
                rect(at, 58, min(step - 2, 58), 18, rx=9, fill=soft),
                pieces.sign(seat, colours[seat], at + 7, 67, 11),
                text(at + 14, 67, said, 13, font_weight="bold" if weakest else None),
                label=label,
            )
        )
    return moved(x, y, *parts)
