"""A block as it is drawn, and the small signs that stand on and beside blocks.

Constructions are upright blocks with a roof band, decorations are pills: the shape tells trumps
apart, a pictogram tells ensembles and kinds apart, and colour only repeats it.
"""

from __future__ import annotations

from collections.abc import Iterable

from parvis.engine.drawing.icons import icon, owner
from parvis.engine.drawing.svg import circle, group, place, rect, remembered, text
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import BLOCK_OF, block_place
from parvis.games.cites_nouvelles.drawing.sizes import Size
from parvis.games.cites_nouvelles.drawing.symbols import TINT_OF, blank, face_of, roundness
from parvis.games.cites_nouvelles.labels import block_label


def numbered(codes: Iterable[str]) -> list[int]:
    """Blocks by their numbers, which sort them by suit and strength."""
    return [BLOCK_OF[code] for code in codes]


@remembered
def body(block: int, kind: str, x: float, y: float, size: Size) -> str:
    """A block with its corner at (x, y): its face, its outline and its number."""
    width, height = size
    face = face_of(block, kind)
    return (
        use(blank(face, size), x, y)
        + rect(x, y, width, height, rx=roundness(face, width), fill="none")
        + text(
            x + width / 2,
            y + height * 0.73,
            str(block % 15 + 1),
            max(12, round(height * 0.36)),
            "middle",
            fill=f"var(--{TINT_OF[face]}-ink)",
            font_weight="bold",
        )
    )


@remembered
def shown(block: int, kind: str, speech: Speech, x: float, y: float, size: Size) -> str:
    """A block that can be pointed at."""
    label = block_label(block, kind, speech)
    return place(block_place(block), body(block, kind, x, y, size), label=label)


def signs(seats: tuple[int, ...], x: float, y: float, size: float) -> str:
    """The signs of a side's seats, side by side, the last one ending at x."""
    parts = [
        owner(seat, x - size / 2 - (len(seats) - 1 - n) * (size + 3), y, size)
        for n, seat in enumerate(seats)
    ]
    return group(*parts)


def star(x: float, y: float, radius: float = 10) -> str:
    """The mark of the block that wins the trick, and of a finished lot."""
    return group(
        circle(x, y, radius, fill="var(--ink)"),
        icon("star", x, y, 1.4 * radius, fill="var(--paper)", stroke="var(--paper)"),
    )


def short(name: str, letters: int) -> str:
    """A name cut to so many letters."""
    return name if len(name) <= letters else name[: letters - 1] + "…"
