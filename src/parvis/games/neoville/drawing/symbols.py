"""What recurs in Neoville's drawings: squares of terrain, roofs, plans, signs.

Where a symbol names no colour it has that of its use, so that one serves pieces in full ink and
light ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress, product

from parvis.engine.drawing.icons import CENTRED, icon
from parvis.engine.drawing.patterns import fill
from parvis.engine.drawing.svg import Number, circle, group, moved, number, path, rect
from parvis.engine.drawing.symbols import symbol, use
from parvis.games.neoville.components import TERRAINS

TINTS = ("earth", "green", "stone", "blue")
INKS = ("earth-ink", "green-ink", "stone-ink", "blue-ink")
PATTERNS = ("furrows", "grass", "pebbles", "waves")
ICONS = ("", "-park", "-sport")
SIGN_INKS = {"park": "green-ink", "sport": "red-ink"}

Squares = tuple[tuple[int, int], ...]  # terrain and icon, nw, ne, sw, se
SEAMS = ((0, 1), (2, 3), (0, 2), (1, 3))  # which of them lie beside or below each other

# A square is drawn in a large and a small size, because a pattern that is scaled much is none.
LARGE, SMALL = 64, 36
SMALL_UP_TO = 48  # the size of a square
TOWER = 0.062  # from the size of a square to the unit of a tower, which is 10 wide
TOKEN = 48  # the side of a utility
BACK = 44  # of a tile face down
BADGE = 16
CORNERS = 96  # the side of what they are around
STACK = 66

# In a box of 24 × 24: a tree, and somebody running.
TREE = "M12 2.5 c4 0 7 3 7 6.4 c0 3.6 -3 5.9 -7 5.9 c-4 0 -7 -2.3 -7 -5.9 c0 -3.4 3 -6.4 7 -6.4 z"
RUNNER = (
    "M9.2 8.2 l4.6 -.9 l2.6 3.2 l3.2 .4 M12.6 7.8 l-1.8 5.4 l3.8 2.8 l-.6 5 "
    "M10.8 13.2 l-2 3.6 l-4.4 .6 M9.2 8.2 l-3 3.2"
)
TEETH = (
    "M12 3 v4 M12 17 v4 M3 12 h4 M17 12 h4 "
    "M5.6 5.6 l2.8 2.8 M15.6 15.6 l2.8 2.8 M18.4 5.6 l-2.8 2.8 M8.4 15.6 l-2.8 2.8"
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
PLANS = {
    "left": ("x...",) * 4,
    "right": ("...x",) * 4,
    "top": ("xxxx", "....", "....", "...."),
    "bottom": ("....", "....", "....", "xxxx"),
    "corner": ("x..x", "....", "....", "x..x"),
    "centre": ("....", ".xx.", ".xx.", "...."),
}


def sign(name: str, x: Number, y: Number, size: Number, ink: str = "") -> str:
    """A park, a sport, a tower or a cog, centred at (x, y)."""
    paint = f"var(--{ink or SIGN_INKS[name]})"
    return use(f"nv-{name}", x, y, size / 24, 0, fill=paint, stroke=paint)


def signs() -> Iterator[tuple[str, str]]:
    """The signs of parks, sports, skyscrapers and utilities."""
    tree = path(TREE, stroke="none")
    trunk = path("M12 13 v8.5", stroke_width=2.6, stroke_linecap="round")
    yield symbol("nv-park", tree, trunk, transform=CENTRED)
    head = circle(15, 3.9, 2.6, stroke="none")
    round_ = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    runner = path(RUNNER, fill="none", stroke_width=2.3, **round_)
    yield symbol("nv-sport", head, runner, transform=CENTRED)
    yield symbol("nv-tower", path("M7 22 V6 L12 2 L17 6 V22 Z", stroke="none"), transform=CENTRED)
    wheel = circle(12, 12, 4.6, fill="none", stroke_width=2.6)
    teeth = path(TEETH, stroke_width=2.6, stroke_linecap="round")
    yield symbol("nv-cog", wheel, teeth, transform=CENTRED)


def square_symbol(terrain: int, icon: int, small: bool) -> str:
    """The name of a square of terrain with its icon."""
    return f"nv-{TERRAINS[terrain]}{ICONS[icon]}{'-small' if small else ''}"


def squares() -> Iterator[tuple[str, str]]:
    """Squares of terrain, with and without an icon, from their upper left corner."""
    for terrain in range(len(TERRAINS)):
        for kind, name in enumerate(ICONS):
            for size in (LARGE, SMALL):
                parts = [
                    rect(0, 0, size, size, fill=f"var(--{TINTS[terrain]})"),
                    rect(0, 0, size, size, fill=fill(PATTERNS[terrain], INKS[terrain])),
                ]
                if name:
                    parts.append(circle(size / 2, size / 2, size * 0.36, fill="var(--sheet)"))
                    parts.append(sign(name[1:], size / 2, size / 2, size * 0.6))
                yield symbol(square_symbol(terrain, kind, size == SMALL), *parts)


def edges_symbol(looks: Squares, small: bool) -> str:
    """The name of the ink on a tile whose squares are these."""
    seams = "".join("01"[looks[one][0] != looks[other][0]] for one, other in SEAMS)
    return f"nv-edges-{seams}{'-small' if small else ''}"


def edges() -> Iterator[tuple[str, str]]:
    """Ink around a tile and where its terrains meet, for all tiles that there can be."""
    for size, small in ((LARGE, False), (SMALL, True)):
        strokes = (f"M{size} 0v{size}", f"M{size} {size}v{size}",
                   f"M0 {size}h{size}", f"M{size} {size}h{size}")  # fmt: skip
        whole = rect(0, 0, 2 * size, 2 * size, stroke_width=1.5)
        for terrains in product(range(len(TERRAINS)), repeat=4):
            looks = tuple((terrain, 0) for terrain in terrains)
            met = [looks[one] != looks[other] for one, other in SEAMS]
            inner = path("".join(compress(strokes, met)) or "M0 0", stroke_width=1.25)
            paints = {"fill": "none", "stroke": "var(--ink)"}
            yield symbol(edges_symbol(looks, small), inner, whole, **paints)


def tower_symbol(terrain: int, state: str) -> str:
    """The name of a skyscraper that is doing so."""
    name = state if state in ("met", "stock", "short") else "light"
    return f"nv-tower-{TERRAINS[terrain]}-{name}"


def towers() -> Iterator[tuple[str, str]]:
    """Skyscrapers: in full ink, light, and those that are not built to their full height."""
    for terrain, roof in enumerate(ROOFS):
        ink = f"var(--{INKS[terrain]})"
        for state, height, body, line in (
            ("met", 0.88, ink, "paper"),
            ("stock", 0.88, ink, "ink"),
            ("light", 0.88, "var(--white)", "ink"),
            ("short", 0.66, "var(--white)", "ink"),
        ):
            foot = number(height / TOWER)
            paints = {"fill": body, "stroke": f"var(--{line})", "stroke_linejoin": "round"}
            tower = path(f"M0 {foot} {roof} V{foot} Z", **paints)
            yield symbol(tower_symbol(terrain, state), tower)


def plans() -> Iterator[tuple[str, str]]:
    """The plans of windmills, and the dome."""
    cell = TOKEN * 0.8 * 0.84 / 4
    start = TOKEN * 0.1 + TOKEN * 0.8 * 0.08
    side = number(cell - 1)
    for stands, rows in PLANS.items():
        marks = {"x": "", ".": ""}
        for row, letters in enumerate(rows):
            for column, letter in enumerate(letters):
                x, y = start + column * cell, start + row * cell
                marks[letter] += (
                    f"M{number(x + 0.5)} {number(y + 0.5)}h{side}v{side}h-{side}z"
                    if letter == "x"
                    else f"M{number(x + cell / 2)} {number(y + cell / 2)}h.01"
                )
        dots = path(marks["."], stroke_width=cell * 0.28, stroke_linecap="round")
        yield symbol(f"nv-plan-{stands}", path(marks["x"], stroke="none"), dots)
    yield symbol("nv-dome", path("M3.84 43.2V22.08A20.16 19.2 0 0 1 44.16 22.08V43.2Z"))


def badges() -> Iterator[tuple[str, str]]:
    """How a piece is doing: a tick, a question or a cross."""
    for name, mark, ink in (
        ("met", "tick", "good"),
        ("open", "question", "soft"),
        ("bad", "cross", "bad"),
    ):
        paint = f"var(--{ink})"
        disc = circle(0, 0, BADGE / 2, fill="var(--sheet)", stroke=paint, stroke_width=1.4)
        yield symbol(f"nv-badge-{name}", disc, icon(mark, 0, 0, BADGE * 0.74, stroke=paint))


def backs() -> Iterator[tuple[str, str]]:
    """A tile face down, a stack of them with room for their number, corners around a tile."""
    yield symbol("nv-back", back(BACK))
    room = circle(STACK / 2, STACK / 2, 17, fill="var(--sheet)", stroke="var(--ink)")
    yield symbol("nv-stack", *(moved(up, -up, back(STACK - 4)) for up in (0, 2, 4)), room)
    corners = "M16 0H0V16M80 0H96V16M16 96H0V80M80 96H96V80"
    yield symbol("nv-corners", path(corners, stroke="var(--ink)", fill="none"))


def back(size: Number) -> str:
    """A tile face down."""
    return group(
        rect(0, 0, size, size, rx=2, fill="var(--shade)", stroke="var(--ink)", stroke_width=1.5),
        rect(0, 0, size, size, rx=2, fill=fill("cross", "soft")),
    )


SYMBOLS = dict([*signs(), *squares(), *edges(), *towers(), *plans(), *badges(), *backs()])
