"""What recurs in Neotopia's drawings, drawn once: elements, tokens, the grounds of cards."""

from __future__ import annotations

from parvis.engine.drawing.icons import ICONS, shape
from parvis.engine.drawing.svg import circle, element, path, polygon, rect
from parvis.engine.drawing.symbols import symbol
from parvis.games.neotopia.components import COLOURS, KINDS
from parvis.games.neotopia.drawing.hexes import WIDE, hexagon

ELEMENT = 19  # sizes at which symbols are drawn: of an element,
GHOST = 14  # of the place of an element,
TOKEN = 11  # of a token
CARD = (124, 150)
SMALL_CARD = (88, 100)  # where many must find room

# In a box of 24 × 24, filled: a bolt, a sprout, a chip, two people.
ELEMENTS = (
    "M13.5 1.5 L4.5 13.5 H11 L9.5 22.5 L19.5 9.5 H13 Z",
    "M11 21.5 V14 C5.5 14 2.5 10.5 2.5 5 C7.5 5 11 7.8 11.8 11.6 "
    "C12.6 7 16 4 21.5 3.5 C21.5 9.5 18.5 13.6 13.2 14 V21.5 Z",
    "M6 6 H18 V18 H6 Z M10 10 V14 H14 V10 Z M8.5 2 h2 v4 h-2 z M13.5 2 h2 v4 h-2 z "
    "M8.5 18 h2 v4 h-2 z M13.5 18 h2 v4 h-2 z M2 8.5 h4 v2 h-4 z M2 13.5 h4 v2 h-4 z "
    "M18 8.5 h4 v2 h-4 z M18 13.5 h4 v2 h-4 z",
    "M8.5 3.5 a3.6 3.6 0 1 0 .01 0 z M1.5 20 c0 -5.5 2.8 -8 7 -8 s7 2.5 7 8 z "
    "M17 5.5 a3 3 0 1 0 .01 0 z "
    "M15.8 12.6 c4.2 -.9 6.9 1.9 6.9 7.4 h-5.2 c0 -3.2 -.6 -5.6 -1.7 -7.4 z",
)
TOKENS = (
    "M3.5 8 h10 v13 h-10 z M8.5 8 v-4.5 h11 v13.5 h-6",  # two cards
    "M12 8.2 a3.8 3.8 0 1 0 .01 0 z M12 2.5 v3 M12 18.5 v3 M2.5 12 h3 M18.5 12 h3 "
    "M5.3 5.3 l2.1 2.1 M16.6 16.6 l2.1 2.1 M5.3 18.7 l2.1 -2.1 M16.6 7.4 l2.1 -2.1",  # a gear
    "M9.5 18.5 h5 M10.5 21.5 h3 M9.3 15.5 a6.2 6.2 0 1 1 5.4 0 v.5 h-5.4 z",  # a bulb
    "M5 2.5 h14 v19 h-14 z M8.5 9 l2.7 2.7 4.5 -5 M8.5 16.5 h7",  # a stamped sheet
)
FLAG = "M6 22 V3 M6 4 h12 l-3.5 4 3.5 4 h-12"
PAINTS = ("var(--red-ink)", "var(--owner-2)", "var(--purple-ink)", "var(--owner-0)")


def glyph(data: str, size: float, fill: str) -> str:
    """A filled sign around the origin."""
    centred = f"scale({size / 24:.4g}) translate(-12 -12)"
    return path(data, fill=fill, fill_rule="evenodd", transform=centred)


def glass(colour: int) -> list[str]:
    """An element: a hex of glass with its sign."""
    half, low = ELEMENT * WIDE, ELEMENT / 2
    lit = [(-half, -low), (0.0, -float(ELEMENT)), (half, -low), (0.0, 0.0)]
    return [
        hexagon(0, 0, ELEMENT, fill=PAINTS[colour], stroke="var(--sheet)", stroke_width=1.5),
        polygon(lit, fill="var(--white)", opacity=0.16),
        glyph(ELEMENTS[colour], ELEMENT * 1.06, "var(--on-owner)"),
    ]


def ghost(colour: int) -> list[str]:
    """Where an element would be."""
    dashes = {"stroke": "var(--line)", "stroke_dasharray": "3 3"}
    return [
        hexagon(0, 0, GHOST, fill="var(--sheet)", **dashes),
        glyph(ELEMENTS[colour], GHOST * 0.9, "var(--line)"),
    ]


def token(sign: str, size: float) -> list[str]:
    """A bonus token with its sign."""
    ink = "var(--white-ink)"
    face = circle(0, 0, TOKEN, fill="var(--white)", stroke=ink, stroke_width=1.5)
    return [face, shape(sign, 0, 0, TOKEN * size, stroke=ink)]


def card_ground() -> str:
    wide, high = CARD
    return rect(1, 3, wide - 2, high - 3, rx=10, fill="var(--shadow)")


def band(card: tuple[int, int], low: int, rx: int) -> dict[str, str]:
    """The two halves of a band along a card's upper edge, in the paint of who uses them."""
    wide, _ = card
    bend = f"a{rx} {rx} 0 0"
    middle = f"H{wide // 2}V{low}z"
    return {
        "left": path(f"M2 {low}V{2 + rx}{bend} 1 {rx}-{rx}{middle}"),
        "right": path(f"M{wide - 2} {low}V{2 + rx}{bend} 0-{rx}-{rx}{middle}"),
    }


def four_elements() -> list[str]:
    """One element of each colour, as the backs of cards show them."""
    scale = f"scale({13 / ELEMENT:.4g})"
    return [
        element(
            "use",
            href=f"#nt-{colour}",
            transform=f"translate({(n - 1.5) * 26:g} {n % 2 * 16 - 8}) {scale}",
        )
        for n, colour in enumerate(COLOURS)
    ]


SYMBOLS = dict(
    [
        *(symbol(f"nt-{colour}", *glass(n)) for n, colour in enumerate(COLOURS)),
        *(symbol(f"nt-ghost-{colour}", *ghost(n)) for n, colour in enumerate(COLOURS)),
        *(symbol(f"nt-{kind}", *token(TOKENS[n], 1.35)) for n, kind in enumerate(KINDS)),
        symbol("nt-face-down", *token(ICONS["question"], 1.2)),
        symbol("nt-flag", shape(FLAG, 0, 0, stroke=None)),
        symbol("nt-card", card_ground()),
        *(symbol(f"nt-card-{side}", half) for side, half in band(CARD, 42, 9).items()),
        *(symbol(f"nt-small-{side}", half) for side, half in band(SMALL_CARD, 35, 7).items()),
        symbol("nt-back", *four_elements()),
        symbol("nt-badge", circle(0, 0, 13, fill="var(--ink)")),
    ]
)
