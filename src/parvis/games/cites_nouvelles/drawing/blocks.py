"""A block as it is drawn, and the small signs that stand on and beside blocks.

Constructions are upright blocks with a roof band, decorations are pills: the shape tells trumps
apart, a pictogram tells ensembles and kinds apart, and colour only repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from parvis.engine.drawing.icons import icon, owner
from parvis.engine.drawing.svg import circle, group, number, path, place, rect, text
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import BLOCK_OF, SUIT, TRUMPS, block_place
from parvis.games.cites_nouvelles.labels import block_label
from parvis.games.cites_nouvelles.schema import View

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


def numbered(codes: list[str]) -> list[int]:
    """Blocks by their numbers, which sort them by suit and strength."""
    return [BLOCK_OF[code] for code in codes]


def pictogram(data: str, x: float, y: float, size: float, fill: str) -> str:
    """A filled pictogram centred at (x, y)."""
    scale = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({size / 24:.4g})"
    return path(data, fill=fill, fill_rule="evenodd", transform=scale)


def look(block: int, kinds: Sequence[str]) -> tuple[str, str]:
    """The tint and the pictogram of a block."""
    if SUIT[block] == TRUMPS:
        kind = kinds[block % 15]
        return KIND_TINTS[kind], KIND_PICTOGRAMS[kind]
    return TINTS[SUIT[block]], PICTOGRAMS[SUIT[block]]


def edge(tint: str) -> str:
    """The outline of a block: white's own ink would be lost on the dark table."""
    return "var(--soft)" if tint == "white" else f"var(--{tint}-ink)"


def body(block: int, kinds: Sequence[str], x: float, y: float, size: tuple[float, float]) -> str:
    """A block with its corner at (x, y)."""
    tint, data = look(block, kinds)
    return solid(block, tint, data, x, y, size)


@lru_cache(4096)
def solid(block: int, tint: str, data: str, x: float, y: float, size: tuple[float, float]) -> str:
    """A block of a tint with a pictogram: drawn once for each place where it can lie."""
    width, height = size
    ink = f"var(--{tint}-ink)"
    fill = f"var(--{tint})"
    trump = SUIT[block] == TRUMPS
    round_ = width / 2 if trump else width * 0.14
    band = height * 0.46
    figure = min(width * 0.52, height * 0.38)
    middle = x + width / 2
    parts = [
        rect(x + 1.5, y + 2.5, width, height, rx=round_, fill="var(--shadow)"),
        rect(x, y, width, height, rx=round_, fill=fill, stroke=edge(tint), stroke_width=1.5),
    ]
    if trump:
        parts.append(pictogram(data, middle, y + height * 0.3, min(width, figure * 1.05), ink))
    else:
        r = round_
        roof = (
            f"M{number(x)} {number(y + band)} V{number(y + r)} "
            f"Q{number(x)} {number(y)} {number(x + r)} {number(y)} H{number(x + width - r)} "
            f"Q{number(x + width)} {number(y)} {number(x + width)} {number(y + r)} "
            f"V{number(y + band)} Z"
        )
        parts.append(path(roof, fill=ink))
        parts.append(pictogram(data, middle, y + band * 0.52, figure, fill))
    parts.append(
        text(
            middle,
            y + height * 0.73,
            str(block % 15 + 1),
            max(12, round(height * 0.36)),
            "middle",
            fill=ink,
            font_weight="bold",
        )
    )
    return group(*parts)


def shown(
    block: int, view: View, speech: Speech, x: float, y: float, size: tuple[float, float]
) -> str:
    """A block that can be pointed at."""
    drawn = body(block, view["decorations"], x, y, size)
    return place(block_place(block), drawn, label=block_label(block, view["decorations"], speech))


def signs(seats: list[int], x: float, y: float, size: float) -> str:
    """The signs of a side's seats, side by side, the last one ending at x."""
    parts = [
        owner(seat, x - size / 2 - (len(seats) - 1 - n) * (size + 3), y, size)
        for n, seat in enumerate(seats)
    ]
    return group(*parts)


def star(x: float, y: float) -> str:
    """The mark of the block that wins the trick, and of a finished lot."""
    return group(
        circle(x, y, 10, fill="var(--ink)"),
        icon("star", x, y, 14, fill="var(--paper)", stroke="var(--paper)"),
    )


def short(name: str, letters: int) -> str:
    """A name cut to so many letters."""
    return name if len(name) <= letters else name[: letters - 1] + "…"
