"""The lots, with the trick between them, or above them on a tall screen."""

from __future__ import annotations

from parvis.engine.drawing.icons import icon
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import group, moved, place, rect, text
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import KINDS, LOT_PLACES, LOTS, ROOM, SUIT, TRUMPS
from parvis.games.cites_nouvelles.drawing.blocks import (
    KIND_PICTOGRAMS,
    PICTOGRAMS,
    TINTS,
    numbered,
    pictogram,
    shown,
    signs,
    star,
)
from parvis.games.cites_nouvelles.drawing.sizes import TALL, Measures
from parvis.games.cites_nouvelles.drawing.trick import strip_height, trick_ring, trick_row
from parvis.games.cites_nouvelles.labels import LOT_WORDS
from parvis.games.cites_nouvelles.lots import finished
from parvis.games.cites_nouvelles.schema import View


def board(view: View, speech: Speech, sizes: Measures) -> Panel:
    """The lots, and the trick between them, or above them on a tall screen."""
    tall = sizes is TALL
    gap = 8 if tall else 16
    top = strip_height(view) + 8 if tall else 0
    below = top + sizes.lot_height + gap
    height = below + sizes.lot_height
    panel = Panel("lots", "board", speech("cn.draw.board"), sizes.width, height)
    right = sizes.width - sizes.lot_width
    for n, (x, y) in enumerate(((0, top), (right, top), (0, below), (right, below))):
        panel.add(LOT_PLACES[n], moved(x, y, lot(n, view, speech, sizes)))
    if tall:
        panel.add("trick", trick_row(view, speech, sizes))
    else:
        inner = sizes.width - 2 * sizes.lot_width - 2 * gap
        ring = trick_ring(view, speech, sizes, inner, height)
        panel.add("trick", moved(sizes.lot_width + gap, 0, ring))
    return panel


def lot(n: int, view: View, speech: Speech, sizes: Measures) -> str:
    """A lot: its name, who offers it, what stands on it and what could still."""
    tall = sizes is TALL
    bidders = [side for side, offer in enumerate(view["offers"]) if offer == LOTS[n]]
    standing = numbered(view["lots"][LOTS[n]])
    constructions = [block for block in standing if SUIT[block] != TRUMPS]
    decorations = [block for block in standing if SUIT[block] == TRUMPS]
    tint = TINTS[n]
    width, height = sizes.lot_width, sizes.lot_height
    pad = 8 if tall else 12
    frame = "var(--ink)" if bidders else "var(--line)"
    parts = [
        rect(2, 3, width - 2, height - 2, rx=12, fill="var(--shadow)"),
        rect(1, 1, width - 2, height - 2, rx=12, fill="var(--sheet)", stroke=frame,
             stroke_width=2.5 if bidders else 1.5),
    ]  # fmt: skip
    figure = 26 if tall else 32
    middle = sizes.header / 2 + 1
    parts += [
        rect(pad, middle - figure / 2, figure, figure, rx=6, fill=f"var(--{tint}-ink)"),
        pictogram(PICTOGRAMS[n], pad + figure / 2, middle, figure * 0.72, f"var(--{tint})"),
    ]
    left = pad + figure + 8
    name = speech.tell(LOT_WORDS[n].removeprefix("#"))
    progress = speech(
        "cn.draw.progress", constructions=len(constructions), decorations=len(decorations)
    )
    size = 14 if tall else 17
    parts += [
        text(left, middle - size * 0.5, name, size, font_weight="bold"),
        text(left, middle + size * 0.62, progress, 12 if tall else 13, fill="var(--soft)"),
    ]
    if bidders:
        x = width - pad + 0.0
        for turn, side in enumerate(reversed(bidders)):
            if turn:
                parts.append(icon("cross", x - 5, middle - size * 0.5, 12))
                x -= 14
            parts.append(signs(view["sides"][side], x, middle - size * 0.5, 13 if tall else 17))
            x -= len(view["sides"][side]) * (16 if tall else 20) + 1
    if finished(len(constructions), len(decorations)):
        parts.append(star(pad + figure, middle - figure / 2))
    slots = [
        *construction_slots(n, constructions, view, speech, sizes, pad),
        *decoration_slots(decorations, view, speech, sizes, pad),
    ]
    # While ensembles are named, a click on a built block is meant for its lot.
    through = "none" if view["phase"] in ("offer", "answer") else None
    label = speech("cn.draw.doubled", lot=name) if len(bidders) == 2 else name
    return place(LOT_PLACES[n], *parts, group(*slots, pointer_events=through), label=label)


def construction_slots(
    n: int, standing: list[int], view: View, speech: Speech, sizes: Measures, pad: int
) -> list[str]:
    """The fifteen places of the constructions, each for its number."""
    width, height = sizes.block
    parts: list[str] = []
    for rank in range(15):
        x = pad + (rank % 5) * (width + sizes.gap)
        y = sizes.header + (rank // 5) * (height + sizes.gap)
        block = 15 * n + rank
        if block in standing:
            parts.append(shown(block, view, speech, x, y, sizes.block))
        else:
            parts += [
                rect(x, y, width, height, rx=width * 0.14, fill="none", stroke="var(--line)",
                     stroke_width=1.25, stroke_dasharray="3 3"),
                text(x + width / 2, y + height / 2, str(rank + 1), 12 if sizes is TALL else 14,
                     "middle", fill="var(--soft)"),
            ]  # fmt: skip
    return parts


def decoration_slots(
    standing: list[int], view: View, speech: Speech, sizes: Measures, pad: int
) -> list[str]:
    """Two places for each kind: a column on a wide screen, a row on a tall one."""
    width, height = sizes.pill
    parts: list[str] = []
    for row, kind in enumerate(KINDS):
        mine = [block for block in standing if view["decorations"][block % 15] == kind]
        for n in range(ROOM):
            if sizes is TALL:
                x = pad + (2 * row + n) * (width + 2.8)
                y = sizes.header + 3 * (sizes.block[1] + sizes.gap) + 2
            else:
                x = sizes.lot_width - pad - (2 - n) * width - (1 - n) * sizes.gap
                y = sizes.header + row * (height + sizes.gap)
            if n < len(mine):
                parts.append(shown(mine[n], view, speech, x, y, sizes.pill))
                continue
            parts += [
                rect(x, y, width, height, rx=width / 2, fill="none", stroke="var(--line)",
                     stroke_width=1.25, stroke_dasharray="3 3"),
                pictogram(KIND_PICTOGRAMS[kind], x + width / 2, y + height / 2, width * 0.5,
                          "var(--line)"),
            ]  # fmt: skip
    return parts
