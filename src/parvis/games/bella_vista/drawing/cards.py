"""Construction cards, coins, and words that have to fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parvis.engine.drawing.icons import owner
from parvis.engine.drawing.svg import Number, group, path, rect, remembered, text
from parvis.engine.drawing.symbols import use
from parvis.games.bella_vista.drawing.symbols import CARD, CARD_HIGH

Footprint = tuple[tuple[int, int], ...]


def footprint(view: Mapping[str, Any], number: int) -> Footprint:
    """The squares of a building, not turned."""
    return tuple(map(tuple, view["shapes"][number - 1][0]))


@remembered
def card_face(seat: int, number: int, shape: Footprint, hidden: bool = False) -> str:
    """A construction card; dashed while the others cannot see it."""
    unit = 7
    across = [dx for dx, _ in shape]
    left = CARD / 2 - (max(across) + min(across) + 1) * unit / 2
    top = 45 - min(dy for _, dy in shape) * unit
    foot = "".join(f"M{left + dx * unit:g} {top + dy * unit:g}h6v6h-6z" for dx, dy in shape)
    look = {"fill": "var(--sheet)", "stroke": "var(--ink)", "stroke_width": 1.25}
    return (
        rect(0, 0, CARD, CARD_HIGH, rx=6, **look, stroke_dasharray="4 3" if hidden else None)
        + owner(seat, 10, 11, 12)
        + text(CARD / 2, 25, str(number), 28, "middle", font_weight="bold")
        + path(foot, fill=f"var(--owner-{seat})")
    )


@remembered
def coin(x: Number, y: Number, amount: int | str, radius: Number = 13) -> str:
    """An amount of coins."""
    ink = {"fill": "var(--yellow-ink)", "font_weight": "bold"}
    return use("bv-coin", x, y, radius / 13) + text(
        x, y, str(amount), radius * 1.05, "middle", **ink
    )


def wrapped(words: str, size: Number, width: Number) -> list[str]:
    """Words in lines that fit a width, by the average width of a letter."""
    room = int(width / (size * 0.5))
    lines: list[str] = []
    for word in words.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines


def paragraph(
    x: Number, middle: Number, words: str, size: Number, width: Number, weight: str = "normal"
) -> str:
    """Wrapped words around a middle line."""
    lines: Sequence[str] = wrapped(words, size, width)
    high = size * 1.3
    top = middle - (len(lines) - 1) * high / 2
    return group(
        *(text(x, top + n * high, row, size, font_weight=weight) for n, row in enumerate(lines))
    )
