"""Pictures on cards: what constraints, contracts and objectives are about.

They become symbols: a card refers to them by name.
"""

from __future__ import annotations

from typing import Any

from parvis.engine.drawing.icons import icon
from parvis.engine.drawing.svg import Number, group, line, path, rect
from parvis.engine.drawing.symbols import use
from parvis.games.bella_vista.components import (
    BORDER_FORBIDDEN,
    BY_PARK,
    BY_RIVER,
    CONSTRAINT_TEXT,
    HATCHED,
    ON_BORDER,
    PAIR,
    PARK_FORBIDDEN,
    PARK_IMPOSED,
    QUARTET,
    RIVER_FORBIDDEN,
    STRADDLING,
)
from parvis.games.bella_vista.drawing.tiles import park, river, tile_picture

HOUSE: dict[str, Any] = {"fill": "var(--stone)", "stroke": "var(--ink)"}


# Pictures on cards, in a box of 48 × 48 with its corner at the origin.


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


def constraint_picture(which: int) -> str:
    """What a constraint card shows, by its number."""
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


def contract_picture(kind: int) -> str:
    """What a contract card shows, by its number."""
    if kind < PAIR:
        return tile_picture(kind, 2, 2, 44)
    if kind < STRADDLING:
        # A pair is a constraint's two districts, a quartet its four.
        same = kind - PAIR if kind < QUARTET else HATCHED + kind - QUARTET
        return use(f"bv-constraint-{CONSTRAINT_TEXT[same]}")
    if kind == STRADDLING:
        return group(
            rect(0, 4, 23, 40, fill="var(--yellow)", stroke="var(--ink)", stroke_width=1),
            rect(25, 4, 23, 40, fill="var(--purple)", stroke="var(--ink)", stroke_width=1),
            rect(9, 17, 30, 14, **HOUSE, stroke_width=1.5),
        )
    if kind == ON_BORDER:
        return group(border_picture(), rect(16, 20, 14, 20, **HOUSE, stroke_width=1.5))
    if kind == BY_RIVER:
        return group(river(0, 26, 48, 20), rect(8, 8, 32, 17, **HOUSE, stroke_width=1.5))
    assert kind == BY_PARK
    return group(park(0, 14, 32), rect(33, 18, 14, 24, **HOUSE, stroke_width=1.5))


# Pictures of objectives, in a box of 52 × 32.


def height_picture(which: str) -> str:
    """What a height objective shows."""
    ground = {
        "parks": park(0, 14, 18),
        "rivers": river(0, 18, 52, 14),
        "border": line(2, 31, 50, 31, stroke="var(--ink)", stroke_width=3),
    }[which]
    towers = [rect(22 + 10 * n, 18 - 6 * n, 8, 12 + 6 * n, **HOUSE) for n in range(3)]
    return group(ground, group(*towers, stroke_width=1.25))


def group_picture(which: str) -> str:
    """What a group objective shows."""
    if which == "largest":
        shown = [(4, 4), (16, 4), (28, 4), (28, 16), (40, 4)]
        houses = [rect(x, y, 11, 11, **HOUSE) for x, y in shown]
    elif which == "each":
        shown = [(2, 6), (13, 6), (32, 16), (32, 5), (43, 16)]
        houses = [rect(x, y, 10, 10, **HOUSE) for x, y in shown]
    else:
        houses = [rect(8, 10, 14, 14, **HOUSE), icon("cross", 40, 17, 16, stroke="var(--bad)")]
    return group(*houses, stroke_width=1.25)
