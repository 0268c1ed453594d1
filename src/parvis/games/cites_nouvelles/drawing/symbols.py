"""What recurs: blocks of every kind and size without their numbers, empty lots, signs of memory."""

from __future__ import annotations

from parvis.engine.drawing.svg import line, number, path, rect, text
from parvis.engine.drawing.symbols import symbol, use
from parvis.games.cites_nouvelles.components import KINDS, LOTS, ROOM, SUIT
from parvis.games.cites_nouvelles.drawing.sizes import CELL, SMALL, TALL, WIDE, Measures, Size

# Pictograms in a box of 24 × 24, filled even-odd so that windows and doors stay open.
PICTOGRAMS = (
    # a house: gable, door
    "M12 3 L22 12 H19.5 V21 H4.5 V12 H2 Z M10 21 V14.5 H14 V21 Z",
    # a villa: wide roof with a chimney, two windows
    "M16 5 V3 H19 V7 L23 11 H21 V20 H3 V11 H1 L7.5 5 Z M6 13 H10 V17 H6 Z M14 13 H18 V17 H14 Z",
    # flats: a long block with rows of windows
    "M2 6 H22 V21 H2 Z M5 9 H8 V12 H5 Z M10.5 9 H13.5 V12 H10.5 Z M16 9 H19 V12 H16 Z "
    "M5 15 H8 V18 H5 Z M10.5 15 H13.5 V18 H10.5 Z M16 15 H19 V18 H16 Z",
    # a tower: tall and narrow, with a mast
    "M11.3 1 H12.7 V4 H17 V23 H7 V4 H11.3 Z M9.5 7 H14.5 V9 H9.5 Z M9.5 11.5 H14.5 V13.5 H9.5 Z "
    "M9.5 16 H14.5 V18 H9.5 Z",
)
KIND_PICTOGRAMS = {
    # tufts
    "lawn": "M2 21 C4 17 4 12 3 8 C6 11 7 14 7.5 17 C8.5 12 10 7 13 3 C12.5 9 13 13 14 17 "
    "C15.5 13 18 9 21.5 7 C19.5 12 19.5 17 22 21 Z",
    # two waves in a basin
    "pool": "M2 8 C5 4 8 4 12 8 S19 12 22 8 V12 C19 16 16 16 12 12 S5 8 2 12 Z "
    "M2 16 C5 12 8 12 12 16 S19 20 22 16 V20 C19 24 16 24 12 20 S5 16 2 20 Z",
    # crown and trunk
    "tree": "M12 1.5 C17 1.5 20 5 20 9 C20 13.5 17 16 13.3 16.3 V22.5 H10.7 V16.3 C7 16 4 13.5 4 9 "
    "C4 5 7 1.5 12 1.5 Z",
}
TINTS = ("red", "blue", "yellow", "white")
KIND_TINTS = {"lawn": "green", "pool": "blue", "tree": "earth"}
# A face is what a block shows besides its number: its ensemble, or the kind of a decoration.
FACES: tuple[str, ...] = (*LOTS, *KINDS)
TINT_OF = dict(zip(FACES, (*TINTS, *(KIND_TINTS[kind] for kind in KINDS)), strict=True))


def face_of(block: int, kind: str) -> str:
    """The face of a block; its kind, if it is a decoration."""
    return kind or FACES[SUIT[block]]


def pictogram(face: str, x: float, y: float, size: float, fill: str) -> str:
    """The pictogram of a face, centred at (x, y)."""
    return use(f"cn-{face}", x, y, size / 24, 0, fill=fill)


def edge(tint: str) -> str:
    """The outline of a block: white's own ink would be lost on the dark table."""
    return "var(--soft)" if tint == "white" else f"var(--{tint}-ink)"


def roundness(face: str, width: float) -> float:
    """The radius of a block's corners: decorations are pills."""
    return width / 2 if face in KINDS else width * 0.14


def blank(face: str, size: Size) -> str:
    """The name of the symbol of a block of this size, without its number."""
    return f"cn-{face}-{number(size[0])}"


def drawn_blank(face: str, size: Size) -> tuple[str, str]:
    """A block without its number, with its corner at the origin."""
    width, height = size
    tint = TINT_OF[face]
    ink, fill = f"var(--{tint}-ink)", f"var(--{tint})"
    r = roundness(face, width)
    band = height * 0.46
    figure = min(width * 0.52, height * 0.38)
    parts = [
        rect(1.5, 2.5, width, height, rx=r, fill="var(--shadow)"),
        rect(0, 0, width, height, rx=r, fill=fill, stroke=edge(tint), stroke_width=1.5),
    ]
    if face in KINDS:
        parts.append(pictogram(face, width / 2, height * 0.3, min(width, figure * 1.05), ink))
    else:
        roof = (
            f"M0 {number(band)} V{number(r)} Q0 0 {number(r)} 0 H{number(width - r)} "
            f"Q{number(width)} 0 {number(width)} {number(r)} V{number(band)} Z"
        )
        parts += [
            path(roof, fill=ink),
            pictogram(face, width / 2, band * 0.52, figure, fill),
        ]
    return symbol(blank(face, size), *parts)


def empty_slots(sizes: Measures) -> str:
    """The name of the symbol of a lot's places with nothing on them."""
    return f"cn-slots-{sizes.name}"


def drawn_slots(sizes: Measures) -> tuple[str, str]:
    """Fifteen places, each for its number, and two for each kind of decoration."""
    dashed = {
        "fill": "none", "stroke": "var(--line)", "stroke_width": 1.25, "stroke_dasharray": "3 3",
    }  # fmt: skip
    width, height = sizes.block
    parts: list[str] = []
    for rank in range(15):
        x, y = sizes.slot(rank)
        size = 12 if sizes is TALL else 14
        parts += [
            rect(x, y, width, height, rx=roundness(LOTS[0], width), **dashed),
            text(x + width / 2, y + height / 2, str(rank + 1), size, "middle", fill="var(--soft)"),
        ]
    width, height = sizes.pill
    for row, kind in enumerate(KINDS):
        for n in range(ROOM):
            x, y = sizes.pill_slot(row, n)
            parts += [
                rect(x, y, width, height, rx=roundness(kind, width), **dashed),
                pictogram(kind, x + width / 2, y + height / 2, width * 0.5, "var(--line)"),
            ]
    return symbol(empty_slots(sizes), *parts)


def drawn_cell(face: str, state: str) -> tuple[str, str]:
    """A block in the table of what memory gives: built, mine or unseen."""
    tint = TINT_OF[face]
    width, height = CELL
    shape = {"rx": 9.5 if face in KINDS else 3}
    if state == "built":
        drawn = rect(0, 0, width, height, **shape, fill=f"var(--{tint}-ink)", stroke=edge(tint))
    else:
        mine = state == "mine"
        stroke = "var(--ink)" if mine else "var(--line)"
        drawn = rect(0, 0, width, height, **shape, fill=f"var(--{tint})", stroke=stroke,
                     stroke_width=2.25 if mine else 1)  # fmt: skip
    return symbol(f"cn-{face}-{state}", drawn)


def pictures() -> dict[str, str]:
    """A pictogram for each face: its colour comes from where it is used."""
    data = (*PICTOGRAMS, *(KIND_PICTOGRAMS[kind] for kind in KINDS))
    return dict(
        symbol(f"cn-{face}", path(d, fill_rule="evenodd", transform="translate(-12 -12)"))
        for face, d in zip(FACES, data, strict=True)
    )


def blanks() -> dict[str, str]:
    """Blocks of every size in which they are shown."""
    anywhere = (WIDE.trick, WIDE.hand, TALL.trick, TALL.hand, SMALL)
    sizes = {
        face: (*anywhere, *((WIDE.pill, TALL.pill) if face in KINDS else (WIDE.block, TALL.block)))
        for face in FACES
    }
    return dict(drawn_blank(face, size) for face in FACES for size in sizes[face])


SYMBOLS = {
    **pictures(),
    **blanks(),
    **dict(drawn_slots(sizes) for sizes in (WIDE, TALL)),
    **dict(drawn_cell(face, state) for face in FACES for state in ("built", "mine", "unseen")),
    **dict([symbol("cn-seen", line(6, 10.5, 13, 10.5, stroke="var(--line)", stroke_width=2))]),
}
