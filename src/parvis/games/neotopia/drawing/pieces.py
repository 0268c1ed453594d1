"""The pieces of Neotopia as small drawings: hexes, elements, tokens, project cards."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

from parvis.engine.drawing.icons import icon, owner, shape
from parvis.engine.drawing.svg import (
    Number,
    circle,
    group,
    path,
    polygon,
    rect,
    remembered,
    text,
)
from parvis.engine.words import Speech
from parvis.games.neotopia.components import COLOURS
from parvis.games.neotopia.labels import worth
from parvis.games.neotopia.schema import Project

WIDE = sqrt(3) / 2  # half the width of a hex of size 1

# In a box of 24 × 24, filled: a bolt, a sprout, a chip, two people.
ELEMENTS = (
    "M13.5 1.5 L4.5 13.5 H11 L9.5 22.5 L19.5 9.5 H13 Z",
    "M11 21.5 V14 C5.5 14 2.5 10.5 2.5 5 C7.5 5 11 7.8 11.8 11.6 "
    "C12.6 7 16 4 21.5 3.5 C21.5 9.5 18.5 13.6 13.2 14 V21.5 Z",
    "M6 6 H18 V18 H6 Z M10 10 V14 H14 V10 Z M8.5 2 h2 v4 h-2 z M13.5 2 h2 v4 h-2 z "
    "M8.5 18 h2 v4 h-2 z M13.5 18 h2 v4 h-2 z M2 8.5 h4 v2 h-4 z M2 13.5 h4 v2 h-4 z "
    "M18 8.5 h4 v2 h-4 z M18 13.5 h4 v2 h-4 z",
    "M8.5 3.5 a3.6 3.6 0 1 0 .01 0 z M1.5 20 c0 -5.5 2.8 -8 7 -8 s7 2.5 7 8 z "
    "M17 5.5 a3 3 0 1 0 .01 0 z "
    "M15.8 12.6 c4.2 -.9 6.9 1.9 6.9 7.4 h-5.2 c0 -3.2 -.6 -5.6 -1.7 -7.4 z",
)
TOKENS = (
    "M3.5 8 h10 v13 h-10 z M8.5 8 v-4.5 h11 v13.5 h-6",  # two cards
    "M12 8.2 a3.8 3.8 0 1 0 .01 0 z M12 2.5 v3 M12 18.5 v3 M2.5 12 h3 M18.5 12 h3 "
    "M5.3 5.3 l2.1 2.1 M16.6 16.6 l2.1 2.1 M5.3 18.7 l2.1 -2.1 M16.6 7.4 l2.1 -2.1",  # a gear
    "M9.5 18.5 h5 M10.5 21.5 h3 M9.3 15.5 a6.2 6.2 0 1 1 5.4 0 v.5 h-5.4 z",  # a bulb
    "M5 2.5 h14 v19 h-14 z M8.5 9 l2.7 2.7 4.5 -5 M8.5 16.5 h7",  # a stamped sheet
)
PAINTS = ("var(--red-ink)", "var(--owner-2)", "var(--purple-ink)", "var(--owner-0)")
TINTS = ("var(--red)", "var(--green)", "var(--purple)", "var(--blue)")
FLAG = "M6 22 V3 M6 4 h12 l-3.5 4 3.5 4 h-12"


@remembered
def hexagon(x: Number, y: Number, size: Number, **attributes: object) -> str:
    """A hex that stands on its point, centred at (x, y)."""
    points = [
        (x + size * cos(pi / 6 + n * pi / 3), y + size * sin(pi / 6 + n * pi / 3)) for n in range(6)
    ]
    return polygon(points, **attributes)


def glyph(data: str, x: Number, y: Number, size: Number, fill: str) -> str:
    """A filled sign centred at (x, y)."""
    return group(
        path(data, fill=fill, fill_rule="evenodd"),
        transform=f"translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({size / 24:.4g})",
    )


def element(colour: int, x: Number, y: Number, size: Number) -> str:
    """An element: a hex of glass with its sign."""
    lit = [(x + size * WIDE * a, y + size * b) for a, b in ((-1, -0.5), (0, -1), (1, -0.5), (0, 0))]
    return group(
        hexagon(x, y, size, fill=PAINTS[colour], stroke="var(--sheet)", stroke_width=1.5),
        polygon(lit, fill="var(--white)", opacity=0.16),
        glyph(ELEMENTS[colour], x, y, size * 1.06, "var(--on-owner)"),
    )


def ghost(colour: int, x: Number, y: Number, size: Number) -> str:
    """Where an element would be."""
    return group(
        hexagon(
            x,
            y,
            size,
            fill="var(--sheet)",
            stroke="var(--line)",
            stroke_width=1,
            stroke_dasharray="3 3",
        ),
        glyph(ELEMENTS[colour], x, y, size * 0.9, "var(--line)"),
    )


def token(kind: int, x: Number, y: Number, radius: Number) -> str:
    """A bonus token; a kind below 0 lies face down."""
    face = circle(x, y, radius, fill="var(--white)", stroke="var(--white-ink)", stroke_width=1.5)
    if kind < 0:
        return group(face, icon("question", x, y, radius * 1.2, stroke="var(--white-ink)"))
    return group(face, shape(TOKENS[kind], x, y, radius * 1.35, stroke="var(--white-ink)"))


def pattern(project: Project, x: Number, y: Number, width: Number, height: Number) -> str:
    """A project's pattern, as large as the box allows, centred at (x, y)."""
    cells = [
        (column, row, mark)
        for row, line in enumerate(project["pattern"])
        for column, mark in enumerate(line)
        if mark != " "
    ]
    left, right = min(c for c, _, _ in cells), max(c for c, _, _ in cells)
    top, bottom = min(r for _, r, _ in cells), max(r for _, r, _ in cells)
    size = min(width / ((right - left + 2) * WIDE), height / ((bottom - top) * 1.5 + 2), 17)
    drawn = [
        element(
            COLOURS.index(project["main"] if mark == "A" else project["second"]),
            x + (column - (left + right) / 2) * WIDE * size,
            y + (row - (top + bottom) / 2) * 1.5 * size,
            size,
        )
        for column, row, mark in cells
    ]
    return group(*drawn)


CARD = (124, 150)
SMALL_CARD = (92, 72)


def tint(colour: str) -> str:
    """The ground of a card's half."""
    return TINTS[COLOURS.index(colour)]


def card(project: Project, colour: int | None, speech: Speech, seen: bool = False) -> str:
    """A project card at (0, 0)."""
    width, height = CARD
    lines = wrapped(speech.spoken(project["name"]), 13)
    first = 22 if len(lines) == 1 else 14
    parts = [
        rect(1, 3, width - 2, height - 3, rx=10, fill="var(--shadow)"),
        rect(1, 1, width - 2, height - 3, rx=10, fill="var(--sheet)", stroke="var(--line)"),
        path(f"M2 42 V11 a9 9 0 0 1 9 -9 H{width / 2} V42 Z", fill=tint(project["main"])),
        path(
            f"M{width - 2} 42 V11 a9 9 0 0 0 -9 -9 H{width / 2} V42 Z",
            fill=tint(project["second"]),
        ),
        *(
            text(width / 2, first + n * 16, line, 13, "middle", font_weight="bold")
            for n, line in enumerate(lines)
        ),
        pattern(project, width / 2, 82, width - 16, 72),
        circle(width - 18, height - 20, 13, fill="var(--ink)"),
        text(
            width - 18, height - 20, str(worth(project, colour)), 16, "middle",
            fill="var(--paper)", font_weight="bold",
        ),
    ]  # fmt: skip
    if project["own"] != project["points"]:
        parts += [
            element(COLOURS.index(project["main"]), 17, height - 19, 10),
            text(30, height - 19, f"{project['own']} / {project['points']}", 13),
        ]
    if seen:
        parts.append(icon("eye", 78, height - 19, 18, stroke="var(--soft)"))
    return group(*parts)


def small_card(project: Project, colour: int | None, seen: bool = False) -> str:
    """A project card at (0, 0) without its name, where many must find room."""
    width, height = SMALL_CARD
    parts = [
        rect(1, 1, width - 2, height - 2, rx=8, fill="var(--sheet)", stroke="var(--line)"),
        path(f"M2 9 a7 7 0 0 1 7 -7 H{width / 2} V9 Z", fill=tint(project["main"])),
        path(f"M{width - 2} 9 a7 7 0 0 0 -7 -7 H{width / 2} V9 Z", fill=tint(project["second"])),
        pattern(project, width / 2 - 11, 40, width - 30, 56),
        circle(width - 13, height - 14, 10, fill="var(--ink)"),
        text(
            width - 13, height - 14, str(worth(project, colour)), 13, "middle",
            fill="var(--paper)", font_weight="bold",
        ),
    ]  # fmt: skip
    if seen:
        parts.append(icon("eye", width - 13, 22, 15, stroke="var(--soft)"))
    return group(*parts)


def back(count: str, ground: bool = True) -> str:
    """The deck at (0, 0): the backs of cards, and how many."""
    width, height = CARD
    if not ground:
        return rect(
            1, 1, width - 2, height - 3, rx=10,
            fill="none", stroke="var(--line)", stroke_dasharray="5 5",
        )  # fmt: skip
    return group(
        rect(5, 5, width - 6, height - 6, rx=10, fill="var(--shade)", stroke="var(--line)"),
        rect(1, 1, width - 6, height - 7, rx=10, fill="var(--sheet)", stroke="var(--line)"),
        *(
            element(n, width / 2 - 2 + (n - 1.5) * 26, 62 + (n % 2) * 16, 13)
            for n in range(4)
        ),
        text(width / 2 - 2, height - 28, count, 14, "middle"),
    )  # fmt: skip


def wrapped(words: str, most: int) -> list[str]:
    """A name in at most two lines.

    >>> wrapped("Chaleur de quartier", 15)
    ['Chaleur de', 'quartier']
    """
    if len(words) <= most:
        return [words]
    parts = words.split(" ")
    best = min(range(1, len(parts)), key=lambda n: widest(parts, n), default=0)
    if best == 0:
        return [words]
    return [" ".join(parts[:best]), " ".join(parts[best:])]


def widest(parts: list[str], cut: int) -> int:
    return max(len(" ".join(parts[:cut])), len(" ".join(parts[cut:])))


def sign(seat: int, colour: int | None, x: Number, y: Number, size: Number = 16) -> str:
    """A player's sign: the shape of the seat in the colour that it plays."""
    return owner(seat, x, y, size, fill=paint(colour), stroke="var(--sheet)", stroke_width=1)


def paint(colour: int | None, soft: str = "") -> str:
    """The paint of whoever plays a colour; owners are blue, red, green, purple."""
    return "var(--soft)" if colour is None else f"var(--owner{soft}-{(colour + 1) % 4})"
