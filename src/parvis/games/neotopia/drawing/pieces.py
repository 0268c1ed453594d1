"""The pieces of Neotopia as small drawings: elements, tokens, project cards."""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.drawing.icons import icon, owner
from parvis.engine.drawing.svg import Number, circle, group, number, rect, text
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.neotopia.components import COLOURS, KINDS
from parvis.games.neotopia.drawing.hexes import WIDE
from parvis.games.neotopia.drawing.symbols import CARD, ELEMENT, GHOST, SMALL_CARD, TOKEN
from parvis.games.neotopia.labels import Face

KEPT = 1 << 10  # cards and patterns that are remembered


def element(colour: int, x: Number, y: Number, size: Number) -> str:
    """An element: a hex of glass with its sign."""
    return use(f"nt-{COLOURS[colour]}", x, y, size / ELEMENT)


def ghost(colour: int, x: Number, y: Number, size: Number = GHOST) -> str:
    """Where an element would be."""
    return use(f"nt-ghost-{COLOURS[colour]}", x, y, size / GHOST)


def token(kind: int, x: Number, y: Number, radius: Number) -> str:
    """A bonus token; a kind below 0 lies face down."""
    return use(f"nt-{KINDS[kind]}" if kind >= 0 else "nt-face-down", x, y, radius / TOKEN)


def flag(x: Number, y: Number, size: Number, ink: str = "ink") -> str:
    """The flag of the last production tile."""
    return use("nt-flag", x, y, size / 24, stroke=f"var(--{ink})")


def badge(x: Number, y: Number, radius: Number, points: int, size: int) -> str:
    """Points on a dark disc."""
    said = text(x, y, str(points), size, "middle", fill="var(--paper)", font_weight="bold")
    return use("nt-badge", x, y, radius / 13) + said


@lru_cache(KEPT)
def pattern(face: Face, x: Number, y: Number, width: Number, height: Number) -> str:
    """A project's pattern, as large as the box allows, centred at (x, y)."""
    cells = [
        (column, row, mark)
        for row, line in enumerate(face.pattern.split("/"))
        for column, mark in enumerate(line)
        if mark != " "
    ]
    left, right = min(c for c, _, _ in cells), max(c for c, _, _ in cells)
    top, bottom = min(r for _, r, _ in cells), max(r for _, r, _ in cells)
    size = min(width / ((right - left + 2) * WIDE), height / ((bottom - top) * 1.5 + 2), 17)
    drawn = [
        use(
            f"nt-{face.main if mark == 'A' else face.second}",
            (column - (left + right) / 2) * WIDE * ELEMENT,
            (row - (top + bottom) / 2) * 1.5 * ELEMENT,
        )
        for column, row, mark in cells
    ]
    placed = f"translate({number(x)} {number(y)}) scale({size / ELEMENT:.3g})"
    return group(*drawn, transform=placed)


def tint(colour: str) -> str:
    """The ground of a card's half."""
    return f"var(--{colour})"


@lru_cache(KEPT)
def card(face: Face, colour: int | None, speech: Speech, seen: bool = False) -> str:
    """A project card at (0, 0)."""
    width, height = CARD
    lines = wrapped(speech.spoken(face.name), 13)
    first = 22 if len(lines) == 1 else 14
    parts = [
        use("nt-card"),
        rect(1, 1, width - 2, height - 3, rx=10, fill="var(--sheet)", stroke="var(--line)"),
        use("nt-card-left", fill=tint(face.main)),
        use("nt-card-right", fill=tint(face.second)),
        *(
            text(width / 2, first + n * 16, line, 13, "middle", font_weight="bold")
            for n, line in enumerate(lines)
        ),
        pattern(face, width / 2, 82, width - 16, 72),
        badge(width - 18, height - 20, 13, face.worth(colour), 16),
    ]
    if face.own != face.points:
        parts += [
            element(COLOURS.index(face.main), 17, height - 19, 10),
            text(30, height - 19, f"{face.own} / {face.points}", 13),
        ]
    if seen:
        parts.append(icon("eye", 78, height - 19, 18, stroke="var(--soft)"))
    return "".join(parts)


@lru_cache(KEPT)
def small_card(face: Face, colour: int | None, speech: Speech, seen: bool = False) -> str:
    """A project card at (0, 0), where many must find room: what nobody can read is of no use."""
    width, height = SMALL_CARD
    lines = wrapped(speech.spoken(face.name), 12)
    first = 19 if len(lines) == 1 else 12
    parts = [
        rect(1, 1, width - 2, height - 2, rx=8, fill="var(--sheet)", stroke="var(--line)"),
        use("nt-small-left", fill=tint(face.main)),
        use("nt-small-right", fill=tint(face.second)),
        *(
            text(width / 2, first + n * 14, line, 12, "middle", font_weight="bold")
            for n, line in enumerate(lines)
        ),
        pattern(face, width / 2 - 10, 67, width - 32, 56),
        badge(width - 14, height - 15, 11, face.worth(colour), 14),
    ]
    if seen:
        parts.append(icon("eye", width - 14, 48, 15, stroke="var(--soft)"))
    return "".join(parts)


def gap(large: bool = True) -> str:
    """Where a card would lie."""
    width, height = CARD if large else SMALL_CARD
    dashes = {"stroke": "var(--line)", "stroke_dasharray": "5 5"}
    return rect(1, 1, width - 2, height - 3, rx=10, fill="none", **dashes)


def back(count: str, large: bool = True) -> str:
    """The deck at (0, 0): the backs of cards, and how many."""
    width, height = CARD if large else SMALL_CARD
    up, size = (70, 1) if large else (42, 0.62)
    return "".join(
        [
            rect(5, 5, width - 6, height - 6, rx=10, fill="var(--shade)", stroke="var(--line)"),
            rect(1, 1, width - 6, height - 7, rx=10, fill="var(--sheet)", stroke="var(--line)"),
            group(
                use("nt-back"), transform=f"translate({number(width / 2 - 2)} {up}) scale({size})"
            ),
            text(
                width / 2 - 2, height - (28 if large else 16), count, 14 if large else 12, "middle"
            ),
        ]
    )


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


def outline(x: Number, y: Number, radius: Number) -> str:
    """What marks a place along a piece that is a symbol."""
    return circle(x, y, radius, fill="none")


def sign(seat: int, colour: int | None, x: Number, y: Number, size: Number = 16) -> str:
    """A player's sign: the shape of the seat in the colour that it plays."""
    return owner(seat, x, y, size, fill=paint(colour), stroke="var(--sheet)", stroke_width=1)


def paint(colour: int | None, soft: str = "") -> str:
    """The paint of whoever plays a colour; owners are blue, red, green, purple."""
    return "var(--soft)" if colour is None else f"var(--owner{soft}-{(colour + 1) % 4})"
