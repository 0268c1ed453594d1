"""Pictures of single things: squares, tiles, skyscrapers, utilities."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from parvis.engine.drawing.icons import icon
from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import Number, circle, group, moved, number, path, rect, text
from parvis.games.neoville.labels import squares_of

TINTS = ("earth", "green", "stone", "blue")
INKS = ("earth-ink", "green-ink", "stone-ink", "blue-ink")
PATTERNS = ("furrows", "grass", "pebbles", "waves")
TERRAIN_NUMBERS = {"soil": 0, "grass": 1, "rock": 2, "water": 3}

# In a box of 24 × 24: a tree, and somebody running.
TREE = "M12 2.5 c4 0 7 3 7 6.4 c0 3.6 -3 5.9 -7 5.9 c-4 0 -7 -2.3 -7 -5.9 c0 -3.4 3 -6.4 7 -6.4 z"
RUNNER = (
    "M9.2 8.2 l4.6 -.9 l2.6 3.2 l3.2 .4 M12.6 7.8 l-1.8 5.4 l3.8 2.8 l-.6 5 "
    "M10.8 13.2 l-2 3.6 l-4.4 .6 M9.2 8.2 l-3 3.2"
)

# The tops of skyscrapers in a box 10 wide, from the left wall to the right one: steps, a crown of
# leaves, a pointed roof, a falling wave.
ROOFS = (
    "V5 H2.5 V2.5 H7.5 V5 H10",
    "V5 C-0.8 2.6 1.6 1 3 2.2 C3.6 .2 6.4 .2 7 2.2 C8.4 1 10.8 2.6 10 5",
    "V5 L5 .6 L10 5",
    "V2 C2.5 -.4 4 4.6 6 3.4 C7.4 2.6 8.4 2.4 10 4.6",
)

# Which tiles of a city a windmill asks for, row by row.
DIAGRAMS = {
    "left": ("x...",) * 4,
    "right": ("...x",) * 4,
    "top": ("xxxx", "....", "....", "...."),
    "bottom": ("....", "....", "....", "xxxx"),
    "corner": ("x..x", "....", "....", "x..x"),
    "centre": ("....", ".xx.", ".xx.", "...."),
}


@lru_cache(maxsize=512)
def square_picture(square: tuple[int, int], size: float) -> str:
    """A square of terrain with its icon."""
    terrain, sign = square
    parts = [
        rect(0, 0, size, size, fill=f"var(--{TINTS[terrain]})"),
        rect(0, 0, size, size, fill=fill(PATTERNS[terrain], INKS[terrain])),
    ]
    if sign:
        draw = park_icon if sign == 1 else sport_icon
        parts.append(circle(size / 2, size / 2, size * 0.36, fill="var(--sheet)"))
        parts.append(draw(size / 2, size / 2, size * 0.6))
    return group(*parts)


@lru_cache(maxsize=1024)
def tile_picture(look: str, size: float) -> str:
    """A tile that lies somewhere else than in a city."""
    squares = squares_of(look)
    parts = [
        moved(n % 2 * size, n // 2 * size, square_picture(square, size))
        for n, square in enumerate(squares)
    ]
    inner: list[str] = []
    for one, other, stroke in (
        (0, 1, f"M{number(size)} 0v{number(size)}"),
        (2, 3, f"M{number(size)} {number(size)}v{number(size)}"),
        (0, 2, f"M0 {number(size)}h{number(size)}"),
        (1, 3, f"M{number(size)} {number(size)}h{number(size)}"),
    ):
        if squares[one][0] != squares[other][0]:
            inner.append(stroke)
    parts.append(
        path("".join(inner) or "M0 0", stroke="var(--ink)", stroke_width=1.25, fill="none")
    )
    parts.append(
        rect(0, 0, 2 * size, 2 * size, rx=2, fill="none", stroke="var(--ink)", stroke_width=1.5)
    )
    return group(*parts)


@lru_cache(maxsize=16)
def tile_back(size: float) -> str:
    """A tile face down."""
    return group(
        rect(0, 0, size, size, rx=2, fill="var(--shade)", stroke="var(--ink)", stroke_width=1.5),
        rect(0, 0, size, size, rx=2, fill=fill("cross", "soft")),
    )


def stack_picture(size: float, count: int) -> str:
    """The stack with the number of its tiles."""
    parts: list[str] = []
    if count:
        parts += [moved(shift, -shift, tile_back(size - 4)) for shift in (0, 2, 4)]
    else:
        parts.append(
            rect(0, 0, size, size, rx=4, fill="none", stroke="var(--line)", stroke_dasharray="4 4")
        )
    parts.append(circle(size / 2, size / 2, 17, fill="var(--sheet)", stroke="var(--ink)"))
    parts.append(text(size / 2, size / 2, str(count), 16, "middle", font_weight="bold"))
    return group(*parts)


def boxed(x: Number, y: Number, size: Number, *children: str) -> str:
    """Children of a box of 24 × 24, centred at (x, y)."""
    scale = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({size / 24:.4g})"
    return group(*children, transform=scale)


def park_icon(x: Number, y: Number, size: Number, ink: str = "green-ink") -> str:
    """A tree."""
    return boxed(
        x, y, size,
        path(TREE, fill=f"var(--{ink})"),
        path("M12 13 v8.5", stroke=f"var(--{ink})", stroke_width=2.6, stroke_linecap="round"),
    )  # fmt: skip


def sport_icon(x: Number, y: Number, size: Number, ink: str = "red-ink") -> str:
    """Somebody running."""
    return boxed(
        x, y, size,
        circle(15, 3.9, 2.6, fill=f"var(--{ink})"),
        path(
            RUNNER, fill="none", stroke=f"var(--{ink})", stroke_width=2.3,
            stroke_linecap="round", stroke_linejoin="round",
        ),
    )  # fmt: skip


def tower_icon(x: Number, y: Number, size: Number, ink: str = "ink") -> str:
    """A skyscraper in general."""
    return boxed(x, y, size, path("M7 22 V6 L12 2 L17 6 V22 Z", fill=f"var(--{ink})"))


def utility_icon(x: Number, y: Number, size: Number, ink: str = "ink") -> str:
    """A utility in general: a cog."""
    teeth = (
        "M12 3 v4 M12 17 v4 M3 12 h4 M17 12 h4 "
        "M5.6 5.6 l2.8 2.8 M15.6 15.6 l2.8 2.8 M18.4 5.6 l-2.8 2.8 M8.4 15.6 l-2.8 2.8"
    )
    return boxed(
        x, y, size,
        circle(12, 12, 4.6, fill="none", stroke=f"var(--{ink})", stroke_width=2.6),
        path(teeth, stroke=f"var(--{ink})", stroke_width=2.6, stroke_linecap="round"),
    )  # fmt: skip


def piece_picture(kind: Mapping[str, Any], size: float, state: str) -> str:
    """A piece. One that has what it wants is in full ink, any other is light.

    `state` is what the piece is doing, or "stock", or "gone" for one that is not in stock.
    """
    if "terrain" in kind:
        return tower_picture(kind, size, state)
    draw = {"ecomobiles": ecomobile_picture, "windmills": windmill_picture}
    token = draw.get(kind["sort"], biodome_picture)(kind, size, state)
    return group(token, value_tag(kind["points"], size)) if state == "stock" else token


def token_paints(state: str) -> tuple[str, str]:
    """What a utility is filled with, and the ink that reads on it."""
    return ("var(--ink)", "paper") if state == "met" else ("var(--white)", "white-ink")


def value_tag(points: int, size: float) -> str:
    """What a utility is worth, at its lower right while it is in stock."""
    at = size * 0.84
    return group(
        circle(at, at, 8.5, fill="var(--sheet)", stroke="var(--ink)", stroke_width=1.2),
        text(at, at, str(points), 12, "middle", font_weight="bold"),
    )


def tower_picture(kind: Mapping[str, Any], size: float, state: str) -> str:
    """A skyscraper: its roof tells the terrain, its number the district it wants.

    One that still needs squares is not built to its full height: the count stands below it.
    """
    terrain = TERRAIN_NUMBERS[kind["terrain"]]
    full = state in ("met", "stock")
    body = f"var(--{INKS[terrain]})" if full else "var(--white)"
    ink = "var(--paper)" if full else "var(--white-ink)"
    width, height = size * 0.62, size * (0.66 if state == "short" else 0.88)
    unit = width / 10
    tower = f"M0 {number(height / unit)} {ROOFS[terrain]} V{number(height / unit)} Z"
    edge = "var(--ink)" if state != "met" else "var(--paper)"
    return moved(
        size * 0.19,
        size * (0.03 if state == "short" else 0.06),
        group(
            path(tower, fill=body, stroke=edge, stroke_width=1.4 / unit, stroke_linejoin="round"),
            transform=f"scale({unit:.4g})",
        ),
        text(
            width / 2, height * (0.62 if state == "short" else 0.6), str(kind["points"]),
            max(12, size * (0.34 if state == "short" else 0.4)), "middle",
            fill=ink, font_weight="bold",
        ),
    )  # fmt: skip


def ecomobile_picture(kind: Mapping[str, Any], size: float, state: str) -> str:
    """An ecomobile: a disc with what it counts and, unless its badge tells, how many it wants."""
    body, ink = token_paints(state)
    middle = size / 2
    parts = [
        circle(middle, middle, size * 0.43, fill=body, stroke="var(--ink)", stroke_width=1.4),
    ]
    counts = kind["counts"]
    told = state in ("stock", "gone") or (state == "met" and size >= 44)
    top = size * (0.34 if told else 0.42)
    grown = 1.0 if told else 1.25
    if counts == "icons":
        parts.append(park_icon(size * 0.36, top, size * 0.3 * grown, ink))
        parts.append(sport_icon(size * 0.64, top, size * 0.3 * grown, ink))
    else:
        draw = {
            "parks": park_icon,
            "sports": sport_icon,
            "skyscrapers": tower_icon,
            "utilities": utility_icon,
        }[counts]
        parts.append(draw(middle, top, size * 0.38 * grown, ink))
    if told:
        parts.append(
            text(
                size * 0.4, size * 0.7, f"≥{kind['least']}", max(12, size * 0.27), "middle",
                fill=f"var(--{ink})", font_weight="bold",
            )
        )  # fmt: skip
    return group(*parts)


def windmill_picture(kind: Mapping[str, Any], size: float, state: str) -> str:
    """A windmill: the plan of a city with the tiles it asks for."""
    body, ink = token_paints(state)
    left = size * 0.1
    wide = size * 0.8
    cell = wide * 0.84 / 4
    parts = [
        rect(
            left, left, wide, wide, rx=size * 0.08, fill=body, stroke="var(--ink)", stroke_width=1.4
        )
    ]
    start = left + wide * 0.08
    for row, marks in enumerate(DIAGRAMS[kind["stands"]]):
        for column, mark in enumerate(marks):
            x, y = start + column * cell, start + row * cell
            if mark == "x":
                parts.append(rect(x + 0.5, y + 0.5, cell - 1, cell - 1, fill=f"var(--{ink})"))
            else:
                dot = max(0.8, cell * 0.14)
                parts.append(circle(x + cell / 2, y + cell / 2, dot, fill=f"var(--{ink})"))
    return group(*parts)


def biodome_picture(kind: Mapping[str, Any], size: float, state: str) -> str:
    """A biodome: a dome over the shape it wants."""
    body, ink = token_paints(state)
    dome = (
        f"M{number(size * 0.08)} {number(size * 0.9)}"
        f"V{number(size * 0.46)}"
        f"A{number(size * 0.42)} {number(size * 0.4)} 0 0 1"
        f" {number(size * 0.92)} {number(size * 0.46)}"
        f"V{number(size * 0.9)}Z"
    )
    parts = [path(dome, fill=body, stroke="var(--ink)", stroke_width=1.4)]
    cells: list[list[int]] = kind["cells"]
    rows = max(row for row, _ in cells) + 1
    columns = max(column for _, column in cells) + 1
    cell = min(size * 0.19, size * 0.62 / max(rows, columns))
    x = size / 2 - columns * cell / 2
    y = size * 0.55 - rows * cell / 2
    for row, column in cells:
        parts.append(
            rect(
                x + column * cell + 0.5, y + row * cell + 0.5, cell - 1, cell - 1,
                fill=f"var(--{ink})",
            )
        )  # fmt: skip
    return group(*parts)


def badge(kind: Mapping[str, Any], piece: Mapping[str, Any], size: float) -> str:
    """How a piece is doing, at its lower right: a tick, how much it has, or a cross."""
    state = piece["state"]
    high = max(13.0, size * 0.27)
    right, bottom = size * 0.98, size * 0.98
    if state == "short" and ("terrain" in kind or kind["sort"] == "ecomobiles"):
        need = kind["points"] if "terrain" in kind else kind["least"]
        words = f"{piece['have']}/{need}"
        wide = high * 0.5 + len(words) * high * 0.5
        right = size / 2 + wide / 2
        return group(
            rect(
                right - wide, bottom - high, wide, high, rx=high / 2,
                fill="var(--sheet)", stroke="var(--bad)", stroke_width=1.4,
            ),
            text(
                right - wide / 2, bottom - high / 2, words, high * 0.84, "middle",
                fill="var(--bad)", font_weight="bold",
            ),
        )  # fmt: skip
    sign = {"met": "tick", "open": "question"}.get(state, "cross")
    token = {"met": "good", "open": "soft"}.get(state, "bad")
    x, y = right - high / 2, bottom - high / 2
    return group(
        circle(x, y, high / 2, fill="var(--sheet)", stroke=f"var(--{token})", stroke_width=1.4),
        icon(sign, x, y, high * 0.74, stroke=f"var(--{token})"),
    )
