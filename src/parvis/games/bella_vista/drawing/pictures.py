"""The pieces of the drawing: symbols, tiles, and buildings as volumes."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from parvis.engine.drawing.icons import OWNER_SHAPES, icon, shape
from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import (
    Number,
    circle,
    element,
    group,
    line,
    number,
    path,
    polygon,
    rect,
    text,
)
from parvis.games.bella_vista.components import (
    BORDER_FORBIDDEN,
    BY_PARK,
    BY_RIVER,
    CONSTRAINT_TEXT,
    CONTRACT_TEXT,
    HATCHED,
    ON_BORDER,
    PAIR,
    PARK_FORBIDDEN,
    PARK_IMPOSED,
    QUARTET,
    RIVER_FORBIDDEN,
    STRADDLING,
)

Point = tuple[float, float]

SQUARE = 30  # units a square of the plan
INSET = 0.088  # a building is a little smaller than its squares: so much of one, on each side
LEAN = 0.25  # how far a roof leans to the left for each unit it rises
NEUTRAL_OWNER = 9

# The ground of a district by its symbol, and the ink of the symbol.
TINTS = ("red", "purple", "yellow", "earth")
ROOFS = ("rows", "dots", "bricks", "cross")


def petals() -> str:
    """A flower: five round petals."""
    data = "M12 9.6 a2.4 2.4 0 1 0 .01 0 z"
    for n in range(5):
        x = 12 + 5.9 * sin(2 * pi * n / 5)
        y = 12 - 5.9 * cos(2 * pi * n / 5)
        data += f" M{x:.1f} {y - 3.3:.1f} a3.3 3.3 0 1 0 .01 0 z"
    return data


SYMBOL_SHAPES = (
    petals(),
    "M12 5 V19 M12 11 C9 3 2 3 3 9 C3.6 12.4 8 13 12 11 C16 13 20.4 12.4 21 9 C22 3 15 3 12 11 "
    "M12 12 C7 12.5 4 15 6 18.5 C8 21 12 18 12 13.5 C12 18 16 21 18 18.5 C20 15 17 12.5 12 12",
    "M5 19 C2 9 9 3.5 20.5 3.5 C21 14 15 21.5 5 19 Z M5 19 L15 9 M9 15 v-5 M9 15 h5",
    "M2.5 19 L8 13 C7.5 8.5 11 6 15 7 C16 4.5 19.5 4.5 20 7.5 L22.5 9 L20 10 "
    "C20 15.5 15.5 19 8 18 Z M17.5 8 h.01",
)


def symbol(which: int, x: Number, y: Number, size: Number, **attributes: object) -> str:
    """The symbol of a district, centred."""
    attributes.setdefault("stroke", f"var(--{TINTS[which]}-ink)")
    return shape(SYMBOL_SHAPES[which], x, y, size, **attributes)


def district(kind: int, x: Number, y: Number, side: Number, mark: Number = 0) -> str:
    """The ground of a district: its tint, its hatching, its symbol if `mark` gives a size."""
    tint = TINTS[kind % 4]
    parts = [rect(x, y, side, side, fill=f"var(--{tint})", opacity=0.62)]
    if kind < 4:
        parts.append(rect(x, y, side, side, fill=fill("hatch", f"{tint}-ink")))
    if mark:
        parts.append(circle(x + side / 2, y + side / 2, mark * 0.68, fill="var(--sheet)"))
        parts.append(symbol(kind % 4, x + side / 2, y + side / 2, mark))
    return group(*parts)


def park(x: Number, y: Number, side: Number) -> str:
    """A park tile: grass, and a few trees."""
    parts = [
        rect(x, y, side, side, fill="var(--green)"),
        rect(x, y, side, side, fill=fill("grass", "green-ink")),
    ]
    for dx, dy, radius in ((0.3, 0.34, 0.16), (0.68, 0.62, 0.19), (0.7, 0.24, 0.11)):
        cx, cy, r = x + side * dx, y + side * dy, side * radius
        parts.append(circle(cx + r * 0.25, cy + r * 0.35, r, fill="var(--shadow)"))
        parts.append(
            circle(
                cx, cy, r, fill="var(--green)", stroke="var(--green-ink)", stroke_width=side / 50
            )
        )
    return group(*parts)


def river(x: Number, y: Number, wide: Number, high: Number) -> str:
    """A river tile, or a part of one."""
    return group(
        rect(x, y, wide, high, fill="var(--blue)"),
        rect(x, y, wide, high, fill=fill("waves", "blue-ink")),
    )


# Buildings.


def outline(squares: frozenset[tuple[int, int]], unit: float, inset: float) -> list[Point]:
    """The outline of some squares, clockwise, drawn in a little."""
    # Each edge runs with the squares on its right; y points down.
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for x, y in squares:
        for beside, start, end in (
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ):
            if beside not in squares:
                edges.setdefault(start, []).append(end)
    start = min(edges)
    corners = [start]
    here = edges[start][0]
    while here != start:
        corners.append(here)
        here = edges[here][0]
    points: list[Point] = []
    for n, (x, y) in enumerate(corners):
        before, after = corners[n - 1], corners[(n + 1) % len(corners)]
        into, out = (x - before[0], y - before[1]), (after[0] - x, after[1] - y)
        if into == out:
            continue
        # The inside of an edge (dx, dy) lies to its right: (-dy, dx).
        shift_x = -(into[1] + out[1]) * inset
        shift_y = (into[0] + out[0]) * inset
        points.append((x * unit + shift_x, y * unit + shift_y))
    return points


def lifted(points: list[Point], by: float) -> list[Point]:
    """The roof above an outline."""
    return [(x - LEAN * by, y - by) for x, y in points]


def colour_of(owner: int) -> str:
    """An owner's colour; the neutral colour is stone."""
    return f"var(--owner-{owner})" if owner < 4 else "var(--stone-ink)"


def lift_of(height: int, unit: float) -> float:
    """How far a roof stands above the ground."""
    return unit * (0.06 + 0.05 * height)


@lru_cache(4096)
def building(
    squares: frozenset[tuple[int, int]],
    height: int,
    owner: int,
    unit: float = SQUARE,
    fresh: bool = False,
    digit: float = 0.5,
) -> str:
    """A building as a volume: shadow, walls, roof, and its number in the owner's shape."""
    base = outline(squares, unit, INSET * unit)
    lift = lift_of(height, unit)
    roof = lifted(base, lift)
    colour = colour_of(owner)
    reach = unit * 0.045 * height
    parts = [
        polygon([(x + reach, y + reach * 0.7) for x, y in base], fill="var(--shadow)"),
        *walls(base, roof, colour),
        polygon(roof, fill=colour),
        # Taller is lighter, as if nearer to the sun.
        polygon(roof, fill="var(--white)", opacity=0.06 + 0.07 * height),
    ]
    if owner < 4:
        parts.append(polygon(roof, fill=fill(ROOFS[owner], f"owner-{owner}")))
    parts.append(
        polygon(
            roof,
            fill="none",
            stroke="var(--ink)",
            stroke_width=unit / (16 if fresh else 27),
            stroke_linejoin="round",
        )
    )
    x, y = middle(squares, unit)
    parts.append(
        plate(
            owner, height, x - LEAN * lift, y - lift, unit * min(0.86, 1.48 * digit), unit * digit
        )
    )
    return group(*parts)


def walls(base: list[Point], roof: list[Point], colour: str) -> list[str]:
    """The walls that are seen: those that face down and those that face right."""
    parts: list[str] = []
    for n in range(len(base)):
        a, b = base[n], base[(n + 1) % len(base)]
        above_a, above_b = roof[n], roof[(n + 1) % len(base)]
        down, right = b[0] < a[0], b[1] > a[1]
        if down or right:
            quad = [a, b, above_b, above_a]
            parts.append(polygon(quad, fill=colour))
            parts.append(
                polygon(
                    quad,
                    fill="var(--white-ink)",
                    opacity=0.32 if down else 0.5,
                    stroke="var(--ink)",
                    stroke_width=0.6,
                )
            )
    return parts


def middle(squares: frozenset[tuple[int, int]], unit: float) -> Point:
    """Where the number goes: the middle if it is on the building, else its innermost square."""
    x = sum(square[0] for square in squares) / len(squares)
    y = sum(square[1] for square in squares) / len(squares)
    wide = {square[0] for square in squares}
    high = {square[1] for square in squares}
    if len(squares) == len(wide) * len(high):
        return ((x + 0.5) * unit, (y + 0.5) * unit)
    inner = min(squares, key=lambda s: ((s[0] - x) ** 2 + (s[1] - y) ** 2, s))
    return ((inner[0] + 0.5) * unit, (inner[1] + 0.5) * unit)


def plate(owner: int, height: int, x: float, y: float, size: float, digit: float) -> str:
    """A number in its owner's shape."""
    data = OWNER_SHAPES[owner] if owner < 4 else "M6.5 3 h11 l5 9 -5 9 h-11 l-5 -9 z"
    corner = f"translate({number(x - size / 2)} {number(y - size / 2)})"
    drop = 0.12 * digit if owner == 2 else 0
    return group(
        element(
            "path",
            d=data,
            transform=f"{corner} scale({size / 24:.4g})",
            fill="var(--sheet)",
            stroke="var(--ink)",
            stroke_width=1,
        ),
        text(x, y + drop, str(height), digit, "middle", font_weight="bold"),
    )


# Pictures on cards, in a box of 48 × 48 with its corner at the origin.


def tile_picture(kind: int, x: Number, y: Number, side: Number) -> str:
    """A district, small."""
    return group(
        district(kind, x, y, side, side * 0.62),
        rect(x, y, side, side, fill="none", stroke="var(--ink)", stroke_width=1),
    )


def forbidden(size: Number) -> str:
    """A cross over a picture."""
    return group(
        line(6, 6, size - 6, size - 6, stroke="var(--sheet)", stroke_width=7),
        line(size - 6, 6, 6, size - 6, stroke="var(--sheet)", stroke_width=7),
        line(6, 6, size - 6, size - 6, stroke="var(--bad)", stroke_width=3.5),
        line(size - 6, 6, 6, size - 6, stroke="var(--bad)", stroke_width=3.5),
    )


def border_picture() -> str:
    """A corner of the city with its edge drawn strong."""
    return group(
        rect(14, 14, 34, 34, fill="var(--earth)", opacity=0.6),
        path("M14 48 V14 H48", fill="none", stroke="var(--ink)", stroke_width=3),
        path(
            "M6 48 V6 H48",
            fill="none",
            stroke="var(--soft)",
            stroke_width=1.5,
            stroke_dasharray="4 3",
        ),
    )


def constraint_picture(constraint: str) -> str:
    """What a constraint card shows."""
    return imposed_picture(CONSTRAINT_TEXT.index(constraint))


def imposed_picture(which: int) -> str:
    """A constraint by its number."""
    if which < HATCHED:
        return group(tile_picture(which, 0, 0, 30), tile_picture(which + 4, 18, 18, 30))
    if which < PARK_IMPOSED:
        shown = [
            tile_picture(n + 4 * (which - HATCHED), 25 * (n % 2), 25 * (n // 2), 23)
            for n in range(4)
        ]
        return group(*shown)
    if which == PARK_IMPOSED:
        return group(
            park(0, 0, 30),
            rect(0, 0, 30, 30, fill="none", stroke="var(--ink)", stroke_width=1),
            rect(31, 8, 16, 22, fill="var(--stone)", stroke="var(--ink)", stroke_width=1.2),
            icon("tick", 39, 40, 15, stroke="var(--good)"),
        )
    if which == PARK_FORBIDDEN:
        return group(park(4, 4, 40), forbidden(48))
    if which == RIVER_FORBIDDEN:
        return group(river(2, 12, 44, 24), forbidden(48))
    assert which == BORDER_FORBIDDEN
    return group(border_picture(), forbidden(48))


def contract_picture(contract: str) -> str:
    """What a contract card shows."""
    kind = CONTRACT_TEXT.index(contract)
    if kind < PAIR:
        return tile_picture(kind, 2, 2, 44)
    if kind < QUARTET:
        return imposed_picture(kind - PAIR)
    if kind < STRADDLING:
        return imposed_picture(HATCHED + kind - QUARTET)
    house = {"fill": "var(--stone)", "stroke": "var(--ink)", "stroke_width": 1.5}
    if kind == STRADDLING:
        return group(
            rect(0, 4, 23, 40, fill="var(--yellow)", stroke="var(--ink)", stroke_width=1),
            rect(25, 4, 23, 40, fill="var(--purple)", stroke="var(--ink)", stroke_width=1),
            rect(9, 17, 30, 14, **house),
        )
    if kind == ON_BORDER:
        return group(border_picture(), rect(16, 20, 14, 20, **house))
    if kind == BY_RIVER:
        return group(river(0, 26, 48, 20), rect(8, 8, 32, 17, **house))
    assert kind == BY_PARK
    return group(park(0, 14, 32), rect(33, 18, 14, 24, **house))
