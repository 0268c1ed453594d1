"""Tiles: in a city, in a hand, in the row, face down."""

from __future__ import annotations

import textwrap
from functools import lru_cache, partial
from html import escape

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.svg import element, group, moved, place, rect, text
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.neoville.components import QUADRANTS, SPOTS, SQUARE_WORDS
from parvis.games.neoville.drawing.symbols import (
    BACK,
    CORNERS,
    LARGE,
    SMALL,
    SMALL_UP_TO,
    STACK,
    edges_symbol,
    square_symbol,
)
from parvis.games.neoville.labels import KEPT, squares_of, tile_label

STATE_KEYS = {
    "met": "#nv.state.met",
    "short": "#nv.state.short",
    "spare": "#nv.state.spare",
    "open": "#nv.state.open",
    "second": "#nv.state.second",
}
Standing = tuple[str, str, str, str]  # quadrant, a piece's name and mark, what it is doing
INSET = 2  # of a square's outline
HAND_STEP = 126  # from one tile of one's own hand to the next
OTHER_STEP = 54
LETTER = 0.56  # how wide one is, on average, of its height
ROW_STEP = 74


def unit(size: int) -> int:
    """The side of a square's symbol that is drawn at this size."""
    return SMALL if size <= SMALL_UP_TO else LARGE


def drawn_at(x: int, y: int, size: int) -> str:
    """Where a tile with squares of this size is drawn: its parts count in units."""
    return f"translate({x} {y}) scale({size / unit(size):.4g})"


@lru_cache(KEPT)
def square(terrain: int, icon: int, n: int, side: int) -> str:
    """The n-th square of a tile: nw, ne, sw, se."""
    return use(square_symbol(terrain, icon, side == SMALL), n % 2 * side, n // 2 * side)


@lru_cache(KEPT)
def outline(n: int, side: int) -> str:
    """The outline of a square, a little inside: the squares beside it must not cover a mark."""
    x, y = n % 2 * side + INSET, n // 2 * side + INSET
    return element("rect", x=x, y=y, width=side - 2 * INSET, height=side - 2 * INSET)


@lru_cache(KEPT)
def edges(look: str, side: int) -> str:
    """Ink around a tile and where its terrains meet, and its outline."""
    around = element("rect", width=2 * side, height=2 * side)
    return use(edges_symbol(squares_of(look), side == SMALL)) + around


def picture(look: str, x: int, y: int, size: int) -> str:
    """A tile that lies somewhere else than in a city."""
    return group(whole(look, unit(size)), fill="none", transform=drawn_at(x, y, size))


@lru_cache(KEPT)
def whole(look: str, side: int) -> str:
    """A tile whose squares are no places."""
    drawn = [square(terrain, icon, n, side) for n, (terrain, icon) in enumerate(squares_of(look))]
    return "".join(drawn) + edges(look, side)


@fragment
def laid(
    seat: int, slot: str, x: int, y: int, size: int, look: str,
    piece: Standing | None, speech: Speech,
) -> str:  # fmt: skip
    """A tile of a city: four squares, each a place of its own."""
    side = unit(size)
    parts: list[str] = []
    for n, (terrain, icon) in enumerate(squares_of(look)):
        quadrant = QUADRANTS[n]
        title = square_title(slot, quadrant, SQUARE_WORDS[icon][terrain], piece, speech)
        drawn = outline(n, side) + square(terrain, icon, n, side)
        parts.append(f"<g data-place='square-{seat}-{slot}-{quadrant}'>{title}{drawn}</g>")
    parts.append(edges(look, side))
    where = drawn_at(x, y, size)
    label = speech("nv.label.slot", slot=slot)
    return place(f"slot-{seat}-{slot}", *parts, label=label, fill="none", transform=where)


def square_title(
    slot: str, quadrant: str, ground: str, piece: Standing | None, speech: Speech
) -> str:
    """A square in words, with what stands on it."""
    params: dict[str, object] = {"slot": slot, "spot": SPOTS[quadrant], "ground": ground}
    if piece is None or piece[0] != quadrant:
        return titled(speech.tell("nv.label.square", params))
    params |= {"piece": piece[1], "mark": piece[2], "state": STATE_KEYS[piece[3]]}
    return titled(speech.tell("nv.label.standing", params))


def titled(words: str) -> str:
    """What something is called."""
    return f"<title>{escape(words)}</title>"


@fragment
def empty(seat: int, slot: str, x: int, y: int, size: int, letters: int, speech: Speech) -> str:
    """A slot without a tile: dashes; the first one says in letters of this size what it is."""
    drawn = dashes(size) + (bare_words(size, letters, speech) if letters and size > 30 else "")
    label = speech("nv.label.slot", slot=slot)
    where = f"translate({x} {y})"
    return place(f"slot-{seat}-{slot}", drawn, label=label, transform=where)


@lru_cache(16)
def dashes(size: int) -> str:
    """The outline of a slot."""
    whole = 2 * size - 6
    line = {"stroke": "var(--line)", "stroke_width": 1.5, "stroke_dasharray": "5 5"}
    return rect(3, 3, whole, whole, rx=4, fill="var(--sheet)", **line)


def bare_words(size: int, letters: int, speech: Speech) -> str:
    """What is said in the first slot, in as few lines of like width as fit."""
    room = int((2 * size - 12) / (letters * LETTER))
    words = partial(textwrap.wrap, speech("nv.draw.bare"), break_long_words=False)
    fewest = len(words(room))
    lines = next(found for width in range(1, room + 1) if len(found := words(width)) == fewest)
    high = letters + 4
    top = size - high / 2 * (len(lines) - 1)
    return "".join(
        text(size, top + high * n, line, letters, "middle", fill="var(--soft)")
        for n, line in enumerate(lines)
    )


@fragment
def corners(x: int, y: int, size: int) -> str:
    """Corners around the last tile; none where the size is 0."""
    if not size:
        return ""
    scale = 2 * size / CORNERS
    return use("nv-corners", x, y, scale, stroke_width=4 / scale, pointer_events="none")


@fragment
def held(at: int, pick: str, look: str, equity: int, speech: Speech) -> str:
    """A tile of one's own hand, large enough to take hold of."""
    parts = [picture(look, 0, 0, 56)]
    if equity:
        words = speech("nv.draw.equity", number=equity)
        parts.append(text(56, 124, words, 14, "middle", fill="var(--soft)"))
    label = tile_label(look, equity, speech)
    return moved(4 + at * HAND_STEP, 4, place(pick, *parts, label=label))


@fragment
def shown(seat: int, at: int, y: int, look: str | None, equity: int, speech: Speech) -> str:
    """A tile of another hand; None is one that was not seen, and nothing is where none is."""
    if look == "":
        return ""
    x = 2 + at * OTHER_STEP
    if look is None:
        label, drawn = speech("nv.label.hidden"), use("nv-back", x, y + 8, 44 / BACK)
    else:
        label, drawn = tile_label(look, equity, speech), picture(look, x, y + 8, 22)
    outline = rect(x, y + 8, 44, 44, fill="transparent")
    return place(f"hand-{seat}-{at}", drawn, outline, label=label)


@fragment
def offered(at: int, pick: str, look: str | None, equity: int, speech: Speech) -> str:
    """A tile of the row, or the gap where none came."""
    x = 2 + at * ROW_STEP
    if look is not None:
        label = tile_label(look, equity, speech)
        return place(pick, picture(look, x, 4, 33), label=label)
    gap = rect(x, 4, 66, 66, rx=4, fill="none", stroke="var(--line)", stroke_dasharray="4 4")
    return place(f"row-gap-{at}", gap, label=speech("nv.label.gap"))


@fragment
def stack(count: int, speech: Speech) -> str:
    """The stack with the number of its tiles."""
    middle = STACK / 2
    number = text(middle, middle, str(count), 16, "middle", font_weight="bold")
    if count:
        drawn = use("nv-stack") + rect(4, -4, STACK - 4, STACK - 4, rx=2, fill="none")
    else:
        line = {"stroke": "var(--line)", "stroke_dasharray": "4 4"}
        drawn = rect(0, 0, STACK, STACK, rx=4, fill="none", **line)
    label = speech("nv.label.stack", n=count)
    return place("stack", drawn, number, label=label, transform="translate(302 4)")
