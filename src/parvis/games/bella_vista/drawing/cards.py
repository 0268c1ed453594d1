"""Construction cards, coins, and words that have to fit."""

from __future__ import annotations

from parvis.engine.drawing.icons import owner
from parvis.engine.drawing.svg import circle, group, rect, text

CARD = 48
CARD_HIGH = 66


def card_back(x: float, y: float, seat: int) -> str:
    """A construction card face down: its owner's colour and shape."""
    return group(
        rect(
            x,
            y,
            CARD,
            CARD_HIGH,
            rx=6,
            fill=f"var(--owner-soft-{seat})",
            stroke="var(--ink)",
            stroke_width=1.25,
        ),
        owner(seat, x + CARD / 2, y + CARD_HIGH / 2, 28),
    )


def card_face(
    x: float, y: float, seat: int, number: int, shape: list[list[int]], hidden: bool = False
) -> str:
    """A construction card; dashed while the others cannot see it."""
    unit = 7
    across = [dx for dx, _ in shape]
    left = x + CARD / 2 - (max(across) + min(across) + 1) * unit / 2
    top = y + 45 - min(dy for _, dy in shape) * unit
    foot = [
        rect(left + dx * unit, top + dy * unit, unit - 1, unit - 1, fill=f"var(--owner-{seat})")
        for dx, dy in shape
    ]
    return group(
        rect(
            x,
            y,
            CARD,
            CARD_HIGH,
            rx=6,
            fill="var(--sheet)",
            stroke="var(--ink)",
            stroke_width=1.25,
            stroke_dasharray="4 3" if hidden else None,
        ),
        owner(seat, x + 10, y + 11, 12),
        text(x + CARD / 2, y + 25, str(number), 28, "middle", font_weight="bold"),
        *foot,
    )


def coin(x: float, y: float, amount: int | str, radius: float = 13) -> str:
    """An amount of coins."""
    return group(
        circle(x, y, radius, fill="var(--yellow)", stroke="var(--yellow-ink)", stroke_width=1.5),
        text(
            x, y, str(amount), radius * 1.05, "middle", fill="var(--yellow-ink)", font_weight="bold"
        ),
    )


def wrapped(words: str, size: float, width: float) -> list[str]:
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
    x: float, middle: float, words: str, size: float, width: float, weight: str = "normal"
) -> str:
    """Wrapped words around a middle line."""
    lines = wrapped(words, size, width)
    high = size * 1.3
    top = middle - (len(lines) - 1) * high / 2
    return group(
        *(text(x, top + n * high, row, size, font_weight=weight) for n, row in enumerate(lines))
    )
