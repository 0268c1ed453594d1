"""Quiet hatchings, so that nothing is told by colour alone.

Each pattern exists once for each ink it is asked in: `fill(...)` gives the paint, and `PATTERNS`
holds them all, as symbols.
"""

from __future__ import annotations

from parvis.engine.drawing.svg import element

# name: (tile size, path data, filled instead of stroked)
SHAPES: dict[str, tuple[int, str, bool]] = {
    "hatch": (8, "M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6", False),
    "cross": (10, "M0 0 L10 10 M10 0 L0 10", False),
    "rows": (7, "M0 3.5 H7", False),
    "bricks": (12, "M0 0.5 H12 M0 6.5 H12 M3 0 V6 M9 6 V12", False),
    "dots": (8, "M2 2 h.01 M6 6 h.01", False),
    "waves": (14, "M0 4 q3.5 -4 7 0 t7 0 M0 11 q3.5 -4 7 0 t7 0", False),
    "grass": (14, "M3 7 v-4 M3 7 l-2 -3 M3 7 l2 -3 M10 14 v-4 M10 14 l-2 -3 M10 14 l2 -3", False),
    "furrows": (10, "M0 2 h6 M5 7 h5 M0 7 h1", False),
    "pebbles": (14, "M2 4 l3 -2 3 2 -2 3 z M9 10 l2 -2 3 3 -3 2 z", False),
    "squares": (8, "M2 2 h3 v3 h-3 z", True),
}
INKS = (
    "ink", "soft", "line", "red-ink", "blue-ink", "yellow-ink", "green-ink", "purple-ink",
    "earth-ink", "stone-ink", "owner-0", "owner-1", "owner-2", "owner-3",
)  # fmt: skip


def fill(name: str, ink: str) -> str:
    """The paint of a pattern in an ink."""
    assert name in SHAPES, name
    assert ink in INKS, ink
    return f"url(#kit-{name}-{ink})"


def definition(name: str, ink: str) -> str:
    """A pattern as an SVG element."""
    size, data, filled = SHAPES[name]
    colour = f"var(--{ink})"
    mark = element(
        "path",
        d=data,
        fill=colour if filled else "none",
        stroke=None if filled else colour,
        stroke_width=None if filled else (2 if name == "dots" else 1),
        stroke_linecap="round",
        opacity=0.45,
    )
    return element(
        "pattern",
        mark,
        id=f"kit-{name}-{ink}",
        width=size,
        height=size,
        patternUnits="userSpaceOnUse",
    )


PATTERNS = {f"kit-{name}-{ink}": definition(name, ink) for name in SHAPES for ink in INKS}
