"""The tiles of the city: districts with their signs, parks, rivers."""

from __future__ import annotations

from math import cos, pi, sin

from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import Number, circle, group, rect
from parvis.engine.drawing.symbols import use

# The ground of a district by its sign, and the ink of the sign.
TINTS = ("red", "purple", "yellow", "earth")
TREES = ((0.3, 0.34, 0.16), (0.68, 0.62, 0.19), (0.7, 0.24, 0.11))


def petals() -> str:
    """A flower: five round petals."""
    data = "M12 9.6 a2.4 2.4 0 1 0 .01 0 z"
    for n in range(5):
        x = 12 + 5.9 * sin(2 * pi * n / 5)
        y = 12 - 5.9 * cos(2 * pi * n / 5)
        data += f" M{x:.1f} {y - 3.3:.1f} a3.3 3.3 0 1 0 .01 0 z"
    return data


SIGNS = (
    petals(),
    "M12 5 V19 M12 11 C9 3 2 3 3 9 C3.6 12.4 8 13 12 11 C16 13 20.4 12.4 21 9 C22 3 15 3 12 11 "
    "M12 12 C7 12.5 4 15 6 18.5 C8 21 12 18 12 13.5 C12 18 16 21 18 18.5 C20 15 17 12.5 12 12",
    "M5 19 C2 9 9 3.5 20.5 3.5 C21 14 15 21.5 5 19 Z M5 19 L15 9 M9 15 v-5 M9 15 h5",
    "M2.5 19 L8 13 C7.5 8.5 11 6 15 7 C16 4.5 19.5 4.5 20 7.5 L22.5 9 L20 10 "
    "C20 15.5 15.5 19 8 18 Z M17.5 8 h.01",
)


def sign(which: int, x: Number, y: Number, size: Number, **attributes: object) -> str:
    """The sign of a district (flowers, butterflies, leaves, birds), centred."""
    return use(f"bv-sign-{which}", x, y, size / 24, 0, **attributes)


def district(kind: int, x: Number, y: Number, side: Number, mark: Number = 0) -> str:
    """The ground of a district: its tint, its hatching, its sign if `mark` gives a size."""
    tint = TINTS[kind % 4]
    parts = [rect(x, y, side, side, fill=f"var(--{tint})", opacity=0.62)]
    if kind < 4:
        parts.append(rect(x, y, side, side, fill=fill("hatch", f"{tint}-ink")))
    if mark:
        parts.append(circle(x + side / 2, y + side / 2, mark * 0.68, fill="var(--sheet)"))
        parts.append(sign(kind % 4, x + side / 2, y + side / 2, mark))
    return group(*parts)


def tile_picture(kind: int, x: Number, y: Number, side: Number) -> str:
    """A district, small."""
    return group(
        district(kind, x, y, side, side * 0.62),
        rect(x, y, side, side, fill="none", stroke="var(--ink)", stroke_width=1),
    )


def park(x: Number, y: Number, side: Number) -> str:
    """A park tile: grass, and a few trees."""
    return group(
        rect(x, y, side, side, fill="var(--green)"),
        rect(x, y, side, side, fill=fill("grass", "green-ink")),
        use("bv-trees", x, y, side / 60),
    )


def trees() -> str:
    """The trees of a park of 60 × 60."""
    parts: list[str] = []
    for x, y, radius in TREES:
        r = 60 * radius
        parts.append(circle(60 * x + r * 0.25, 60 * y + r * 0.35, r, fill="var(--shadow)"))
        ink = {"stroke": "var(--green-ink)", "stroke_width": 1.2}
        parts.append(circle(60 * x, 60 * y, r, fill="var(--green)", **ink))
    return "".join(parts)


def river(x: Number, y: Number, wide: Number, high: Number) -> str:
    """A river tile, or a part of one."""
    return group(
        rect(x, y, wide, high, fill="var(--blue)"),
        rect(x, y, wide, high, fill=fill("waves", "blue-ink")),
    )
