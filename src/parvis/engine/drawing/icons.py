"""Shapes that all games share: owners' signs and a few icons, drawn in a box of 24 × 24."""

from __future__ import annotations

from parvis.engine.drawing.svg import Number, element, group, number
from parvis.engine.drawing.symbols import symbol, use

OWNER_SHAPES: tuple[str, ...] = (
    "M12 3 a9 9 0 1 0 .01 0 z",  # disc
    "M4 4 h16 v16 h-16 z",  # square
    "M12 2.5 L22 20.5 H2 Z",  # triangle
    "M12 1.5 L22.5 12 L12 22.5 L1.5 12 Z",  # diamond
)

ICONS: dict[str, str] = {
    "star": "M12 2.5 l2.9 6.2 6.6 .8 -4.9 4.6 1.3 6.7 -5.9 -3.3 "
    "-5.9 3.3 1.3 -6.7 -4.9 -4.6 6.6 -.8 z",
    "tick": "M4 12.5 l5.5 5.5 L20.5 6.5",
    "cross": "M5 5 L19 19 M19 5 L5 19",
    "question": "M8 9 a4 4 0 1 1 5.5 3.7 c-1 .5 -1.5 1.2 -1.5 2.8 M12 19.5 h.01",
    "lock": "M6 11 h12 v9 h-12 z M8.5 11 v-3 a3.5 3.5 0 0 1 7 0 v3",
    "stack": "M3 8 l9 -4.5 9 4.5 -9 4.5 z M3 12 l9 4.5 9 -4.5 M3 16 l9 4.5 9 -4.5",
    "arrow": "M4 12 h15 M13 6 l6 6 -6 6",
    "turn": "M19 12 a7 7 0 1 1 -2.6 -5.4 M17 2.5 v4.5 h-4.5",
    "eye": "M2 12 c4 -7 16 -7 20 0 c-4 7 -16 7 -20 0 z M12 9 a3 3 0 1 0 .01 0 z",
    "coin": "M12 3 a9 9 0 1 0 .01 0 z M12 7 v10 "
    "M9.5 9.5 a2.5 2 0 0 1 5 0 M14.5 14.5 a2.5 2 0 0 1 -5 0",
}


def owner(seat: int, x: Number, y: Number, size: Number = 16, **attributes: object) -> str:
    """The sign of a seat's owner: a colour and a shape, always both, centred at (x, y)."""
    attributes.setdefault("fill", f"var(--owner-{seat % 4})")
    return use(f"kit-owner-{seat % 4}", x, y, size / 24, 0, **attributes)


def icon(
    name: str, x: Number, y: Number, size: Number = 24, turn: int = 0, **attributes: object
) -> str:
    """A line icon centred at (x, y)."""
    attributes.setdefault("stroke", "var(--ink)")
    attributes.setdefault("fill", "none")
    return use(f"kit-{name}", x, y, size / 24, turn, **attributes)


def shape(data: str, x: Number, y: Number, size: Number = 24, **attributes: object) -> str:
    """Path data of a 24 × 24 box as a line drawing centred at (x, y)."""
    attributes.setdefault("stroke", "var(--ink)")
    attributes.setdefault("fill", "none")
    scale = size / 24
    return group(
        outlined(data, **attributes),
        transform=f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({scale:.4g})",
    )


def outlined(data: str, **attributes: object) -> str:
    """Path data as a line drawing."""
    round_ = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return element("path", d=data, **round_, stroke_width=1.75, **attributes)


CENTRED = "translate(-12 -12)"
# As symbols: their colours come from where they are used.
SIGNS = dict(
    [
        *(
            symbol(f"kit-owner-{seat}", element("path", d=data), transform=CENTRED)
            for seat, data in enumerate(OWNER_SHAPES)
        ),
        *(symbol(f"kit-{name}", outlined(data), transform=CENTRED) for name, data in ICONS.items()),
    ]
)
