"""What recurs, drawn once: signs, trees, plates, coins, backs of cards, pictures on cards."""

from __future__ import annotations

from parvis.engine.drawing.icons import CENTRED, OWNER_SHAPES, outlined, owner
from parvis.engine.drawing.svg import circle, path, rect
from parvis.engine.drawing.symbols import Symbols, symbol
from parvis.games.bella_vista.components import (
    CONSTRAINT_TEXT,
    CONTRACT_TEXT,
    GROUP_TEXT,
    HEIGHT_TEXT,
)
from parvis.games.bella_vista.drawing.pictures import (
    constraint_picture,
    contract_picture,
    group_picture,
    height_picture,
)
from parvis.games.bella_vista.drawing.tiles import SIGNS, TINTS, sign, trees

CARD = 48
CARD_HIGH = 66
PLATES = (  # by owner; the last is nobody's
    *OWNER_SHAPES[:2],
    "M8 1.5 h8 L24 21.5 H0 Z",  # a triangle without its point: a digit below one reads as an A
    *OWNER_SHAPES[3:],
    "M6.5 3 h11 l5 9 -5 9 h-11 l-5 -9 z",
)


def card_back(seat: int) -> str:
    """A construction card face down: its owner's colour and shape."""
    ink = {"stroke": "var(--ink)", "stroke_width": 1.25}
    return rect(0, 0, CARD, CARD_HIGH, rx=6, fill=f"var(--owner-soft-{seat})", **ink) + owner(
        seat, CARD / 2, CARD_HIGH / 2, 28
    )


def square(which: int) -> str:
    """What is seen on a free square of 30 × 30: a faint edge, and the sign of its district."""
    edge = {"fill": "none", "stroke": f"var(--{TINTS[which]}-ink)", "stroke_opacity": 0.25}
    return rect(1.2, 1.2, 27.6, 27.6, rx=3, **edge) + sign(which, 15, 15, 13, stroke_opacity=0.6)


SYMBOLS: Symbols = dict(
    [
        *(
            symbol(
                f"bv-sign-{which}",
                outlined(data, stroke=f"var(--{TINTS[which]}-ink)", fill="none"),
                transform=CENTRED,
            )
            for which, data in enumerate(SIGNS)
        ),
        *(symbol(f"bv-square-{which}", square(which)) for which in range(len(SIGNS))),
        symbol("bv-trees", trees()),
        *(
            symbol(
                f"bv-plate-{whose}",
                path(data, fill="var(--sheet)", stroke="var(--ink)", stroke_width=1.25),
                transform=CENTRED,
            )
            for whose, data in enumerate(PLATES)
        ),
        symbol(
            "bv-coin",
            circle(0, 0, 13, fill="var(--yellow)", stroke="var(--yellow-ink)", stroke_width=1.5),
        ),
        symbol(
            "bv-paper",
            path(
                "M0 0 h13 l4 4 v14 h-17 z",
                fill="var(--sheet)",
                stroke="var(--ink)",
                stroke_width=1.25,
            ),
        ),
        *(symbol(f"bv-back-{seat}", card_back(seat)) for seat in range(len(OWNER_SHAPES))),
        *(
            symbol(f"bv-constraint-{name}", constraint_picture(which))
            for which, name in enumerate(CONSTRAINT_TEXT)
        ),
        *(
            symbol(f"bv-contract-{name}", contract_picture(kind))
            for kind, name in enumerate(CONTRACT_TEXT)
        ),
        *(symbol(f"bv-height-{name}", height_picture(name)) for name in HEIGHT_TEXT),
        *(symbol(f"bv-group-{name}", group_picture(name)) for name in GROUP_TEXT),
    ]
)
