"""The city: regions, factories, the production pile, the reserve, the round."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from parvis.engine.drawing.fragment import Fragment, fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import Number, circle, group, line, moved, path, place, rect, text
from parvis.engine.words import Speech
from parvis.games.neotopia.components import BESIDE, COLOURS, REGIONS
from parvis.games.neotopia.drawing import pieces, regions
from parvis.games.neotopia.drawing.hexes import hexagon
from parvis.games.neotopia.drawing.regions import STRIP, Colours, Land, Site, land_of
from parvis.games.neotopia.labels import (
    FACTORY_WORDS,
    REGION_WORDS,
    completing,
    reserve_label,
    stock_label,
)
from parvis.games.neotopia.schema import View

FACTORY = (148, 82)  # its width and height
SQUARE_FACTORY = (106, 126)  # with its elements two by two: on a phone a finger finds each
KEPT = 1 << 9  # states of the board that are remembered
Point = tuple[Number, Number]
Counts = tuple[int, ...]  # of red, green, purple, blue


class Plan(NamedTuple):
    """Where everything lies."""

    width: Number
    height: Number
    size: int  # of a space
    maps: tuple[Point, ...]  # the middle of each region
    strips: tuple[Point, ...]
    strip: Number  # the width of a strip
    factories: tuple[Point, ...]  # the upper left corner of each factory
    square: bool  # whether the elements of a factory lie two by two
    centre: Point
    box: Point  # the reserve
    round: Point
    roads: bool


WIDE_PLAN = Plan(
    width=690,
    height=644,
    size=21,
    maps=((131, 206), (559, 206), (345, 440)),
    strips=((4, 4), (434, 4), (219, 562)),
    strip=252,
    factories=((271, 5), (478, 333), (64, 333)),
    square=False,
    centre=(271, 145),
    box=(12, 500),
    round=(502, 500),
    roads=True,
)
# On a phone what lies between the regions is one panel, and each region another one.
TALL_PLAN = Plan(
    width=334,
    height=300,
    size=28,
    maps=((178, STRIP + 16 + 28 * 5.5),) * 3,
    strips=((2, 4),) * 3,
    strip=352,
    factories=((0, 2), (114, 2), (228, 2)),
    square=True,
    centre=(0, 144),
    box=(4, 242),
    round=(153, 148),
    roads=False,
)
LAND = (356, STRIP + 20 + 28 * 11)  # of a region's panel


class Middle(NamedTuple):
    """What all see between the regions, as values that can be remembered."""

    factories: tuple[Counts, ...]
    centre: Counts
    tiles: int
    flag: bool
    in_box: Counts  # the reserve
    round: int
    first: int
    turn: int | None  # the seat whose actions are shown
    left: int
    end: str
    at: str | None
    tracks: tuple[int, ...]


def middle_of(view: View) -> Middle:
    first, second, third = view["factories"]
    return Middle(
        (tuple(first), tuple(second), tuple(third)),
        tuple(view["centre"]),
        view["tiles"],
        view["flag"],
        tuple(view["reserve"]),
        view["round"],
        view["first"],
        view["turn"] if view["phase"] in ("act", "build", "second") else None,
        view["left"],
        view["end"],
        view["at"],
        tuple(view["tracks"]),
    )


def city(
    view: View, speech: Speech, colours: Colours, names: tuple[str, ...], tall: bool
) -> list[Panel]:
    """The board, on a phone in parts; what an element would complete is shown to its seat alone."""
    plan = TALL_PLAN if tall else WIDE_PLAN
    title = speech("nt.draw.centre" if tall else "nt.draw.board")
    panels = [Panel("city", "board", title, plan.width, plan.height)]
    if tall:
        panels += [
            Panel(f"land-{key}", "board", speech.spoken(words), *LAND)
            for key, words in zip(REGIONS, REGION_WORDS, strict=True)
        ]
    seen = tuple([land_of(view, region) for region in range(3)])
    parts = board(seen, middle_of(view), colours, names, tall, speech.common)
    for panel, fragments in zip(panels, parts, strict=True):
        panel.fragments = fragments.copy()
    for name, found in completing(view).items():
        id = f"city-{name}"
        panel = next(panel for panel in panels if id in panel.fragments)
        panel.fragments[id] = regions.with_hint(panel.fragments[id], found)
    return panels


@lru_cache(KEPT)
def board(
    lands: tuple[Land, ...],
    middle: Middle,
    colours: Colours,
    names: tuple[str, ...],
    tall: bool,
    speech: Speech,
) -> tuple[dict[str, Fragment], ...]:
    """What all see of the city, part by part; the same for all seats."""
    plan = TALL_PLAN if tall else WIDE_PLAN
    maps = tuple([land.map for land in lands])
    panel = Panel("city", "board", "", 0, 0)
    parts = [panel, *(Panel("city", "board", "", 0, 0) for _ in range(3 if tall else 0))]
    panel.add("ground", ground(maps, middle.tracks, tall, speech))
    at = spot(middle.at, maps, plan)
    for n, land in enumerate(lands):
        part = parts[n + 1] if tall else panel
        site = Site((*plan.maps[n], plan.size), *plan.strips[n], plan.strip)
        if tall:
            part.add(f"ground-{REGIONS[n]}", land_ground(n, land.map, middle.tracks, speech))
        part.fragments |= regions.spaces(n, land.map, site.map, land.elements, land.tokens, speech)
        part.fragments |= regions.strip(n, site, land, colours, names, speech)
        if tall:
            here = at[1] if at is not None and at[0] == n else None
            part.add(f"at-{REGIONS[n]}", regions.ring(here, plan.size))
    if not tall:
        panel.add("at", regions.ring(None if at is None else at[1], plan.size))
    panel.fragments |= stocks(middle.factories, tall, speech)
    panel.add("centre", centre(*plan.centre, middle.centre, middle.tiles, middle.flag, speech))
    panel.add("reserve", reserve(*plan.box, middle.in_box, 4 if tall else 2, speech))
    first, turn = middle.first, middle.turn
    panel.add("round", round(*plan.round, middle.round, first, colours[first], speech))
    colour = None if turn is None else colours[turn]
    panel.add("turn", turning(*plan.round, turn, colour, middle.left, middle.end, speech))
    return tuple([part.fragments for part in parts])


def spot(
    at: str | None, maps: tuple[str, ...], plan: Plan
) -> tuple[int, tuple[float, float]] | None:
    """The region of a space, and its middle there, by its place."""
    if at is None:
        return None
    _, key, space = at.split("-")
    region = REGIONS.index(key)
    return region, regions.middles(maps[region], *plan.maps[region], plan.size)[space]


@fragment
def ground(maps: tuple[str, ...], tracks: tuple[int, ...], tall: bool, speech: Speech) -> str:
    """What never changes: roads, land, strips, the boxes of the factories."""
    plan = TALL_PLAN if tall else WIDE_PLAN
    parts = roads(plan) if plan.roads else []
    if not tall:
        parts += [lie(region, map, tracks, plan, speech) for region, map in enumerate(maps)]
    parts += [factory(n, *box, plan.square, speech) for n, box in enumerate(plan.factories)]
    return "".join(parts)


@fragment
def land_ground(region: int, map: str, tracks: tuple[int, ...], speech: Speech) -> str:
    """What never changes of a region that is a panel of its own."""
    return lie(region, map, tracks, TALL_PLAN, speech)


def lie(region: int, map: str, tracks: tuple[int, ...], plan: Plan, speech: Speech) -> str:
    """The land of a region, and its strip."""
    land = regions.ground(region, map, *plan.maps[region], plan.size, speech)
    return land + regions.strip_ground(region, *plan.strips[region], plan.strip, tracks, speech)


def roads(plan: Plan) -> list[str]:
    """Which factory delivers where."""
    wide, high = FACTORY[0] // 2, FACTORY[1] // 2
    centre = plan.centre[0] + wide, plan.centre[1] + high
    boxes = [(x + wide, y + high) for x, y in plan.factories]
    ends = [(boxes[n], plan.maps[region]) for n in range(3) for region in beside(n)]
    ends += [(centre, box) for box in boxes]
    broad: dict[str, Any] = {
        "stroke": "var(--shade)",
        "stroke_width": 22,
        "stroke_linecap": "round",
    }
    middle: dict[str, Any] = {
        "stroke": "var(--line)",
        "stroke_width": 1.5,
        "stroke_dasharray": "2 8",
    }
    return [line(*a, *b, **look) for look in (broad, middle) for a, b in ends]


def factory(number: int, x: Number, y: Number, square: bool, speech: Speech) -> str:
    """A factory without its elements."""
    width, height = SQUARE_FACTORY if square else FACTORY
    ends = (37, 70, 103) if square else (41, 76, 110, 144)
    left = 3 if square else 6
    teeth = "".join(f"L{x} 3 L{x} 15 " for x in ends)
    words = speech("nt.draw.factory", factory=number + 1)
    names = speech.spoken(FACTORY_WORDS[number])
    body = path(
        f"M{left} 15 {teeth} V{height - 3} H{left} Z",
        fill="var(--stone)",
        stroke="var(--stone-ink)",
        stroke_width=1.5,
        stroke_linejoin="round",
    )
    below = text(width / 2, height - 13, names, 13, "middle", fill="var(--stone-ink)")
    return moved(x, y, place(f"factory-{number}", body, below, label=f"{words} ({names})"))


@lru_cache(KEPT)
def stocks(factories: tuple[Counts, ...], tall: bool, speech: Speech) -> dict[str, Fragment]:
    """The elements of all factories, by the id of each colour."""
    plan = TALL_PLAN if tall else WIDE_PLAN
    return {
        f"city-factory-{n}-{COLOURS[colour]}": stock(
            n, colour, count, *plan.factories[n], plan.square, speech
        )
        for n, counts in enumerate(factories)
        for colour, count in enumerate(counts)
    }


@fragment
def stock(
    factory: int, colour: int, count: int, x: Number, y: Number, square: bool, speech: Speech
) -> str:
    """A factory's elements of one colour."""
    if square:
        left, top, size = x + 30 + colour % 2 * 46, y + 37 + colour // 2 * 45, 21
    else:
        left, top, size = x + 22 + colour * 35, y + 41, 15
    # The number lies above the mark that is drawn along the outline.
    outline = hexagon(left, top, size if count else size - 1, fill="none")
    return place(
        f"factory-{factory}-{COLOURS[colour]}",
        group(heap(colour, count, left, top, size), outline),
        counted(count, left, top, size),
        label=stock_label(factory, colour, count, speech),
    )


def heap(colour: int, count: int, x: Number, y: Number, size: Number) -> str:
    """Some elements of a colour."""
    if not count:
        return pieces.ghost(colour, x, y, size - 1)
    drawn = [pieces.element(colour, x + 3 * n, y - 3 * n, size) for n in range(count)]
    return "".join(drawn[::-1])


def counted(count: int, x: Number, y: Number, size: Number) -> str:
    """How many elements lie in a heap, if there are several."""
    if count < 2:
        return ""
    return pieces.badge(x + size * 0.67, y + size * 0.8, 8.5, count, 13)


@fragment
def centre(x: Number, y: Number, counts: Counts, tiles: int, flag: bool, speech: Speech) -> str:
    """The production pile: what the next empty factory gets, and the tiles left."""
    width, height = FACTORY
    said = speech("nt.draw.tiles", n=tiles) if tiles else speech("nt.draw.no_tile")
    title = speech("nt.draw.centre")
    parts = [
        rect(
            3 + n * 3, 14 + n * 3, width - 12, height - 16, rx=8,
            fill="var(--shade)", stroke="var(--line)",
        )
        for n in range(min(3, tiles), -1, -1)
    ]  # fmt: skip
    if flag:
        parts.append(pieces.flag(width - 24, height - 14, 14, "soft"))
    for colour, count in enumerate(counts):
        spot = 19 + colour * 35, 43, 15
        parts += [heap(colour, count, *spot), counted(count, *spot)]
    parts += [
        text(width / 2 - 6, height - 12, said, 13, "middle", fill="var(--soft)"),
        text(width / 2 - 4, 4, title, 13, "middle", font_weight="bold"),
    ]
    return moved(x, y, place("centre", *parts, label=f"{title}, {said}"))


@fragment
def reserve(x: Number, y: Number, counts: Counts, columns: int, speech: Speech) -> str:
    """The elements that are left in the box, in so many columns."""
    parts = [text(0, 8, speech("nt.draw.reserve"), 14, font_weight="bold")]
    for colour, count in enumerate(counts):
        left, top = 15 + colour % columns * 80, 38 + colour // columns * 34
        label = reserve_label(colour, count, speech)
        sign = pieces.element(colour, left, top, 14) if count else pieces.ghost(colour, left, top)
        number = text(left + 19, top, str(count), 15)
        outline = hexagon(left, top, 14, fill="none")
        parts.append(place(f"reserve-{COLOURS[colour]}", sign, outline, number, label=label))
    return moved(x, y, *parts)


@fragment
def round(x: Number, y: Number, number: int, first: int, colour: int | None, speech: Speech) -> str:
    """The round and its first player."""
    words = speech("nt.draw.round", round=max(1, number))
    drawn = place(
        "round",
        rect(-4, -4, 186, 52, rx=6, fill="transparent"),
        text(0, 8, words, 14, font_weight="bold"),
        text(164, 8, speech("nt.draw.first"), 13, "end", fill="var(--soft)"),
        pieces.sign(first, colour, 174, 8, 13),
        label=words,
    )
    return moved(x, y, drawn)


@fragment
def turning(
    x: Number,
    y: Number,
    turn: int | None,
    colour: int | None,
    left: int,
    end: str,
    speech: Speech,
) -> str:
    """The actions of who is on turn, and how near the end is."""
    parts: list[str] = []
    down = 38
    if turn is not None:
        parts.append(pieces.sign(turn, colour, 9, down, 16))
        for n in range(3):
            inside = "var(--ink)" if n < left else "none"
            dot = circle(30 + n * 18, down, 6, fill=inside, stroke="var(--ink)", stroke_width=1.5)
            parts.append(dot)
        parts.append(text(80, down, speech("nt.draw.actions", n=left), 13))
        down += 30
    if end != "far":
        key = "nt.draw.announced" if end == "announced" else "nt.draw.last_round"
        parts.append(pieces.flag(9, down, 18))
        parts.append(text(24, down, speech(key), 13, font_weight="bold"))
    return moved(x, y, group(*parts, pointer_events="none"))


def beside(factory: int) -> list[int]:
    """The two regions that a factory delivers to."""
    return BESIDE[factory * 2 : factory * 2 + 2]
