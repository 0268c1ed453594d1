"""The lots, with the trick between them, or above them on a tall screen."""

from __future__ import annotations

from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.icons import icon
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import group, moved, place, rect, text
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import KINDS, LOT_PLACES, LOTS
from parvis.games.cites_nouvelles.drawing.blocks import numbered, shown, signs, star
from parvis.games.cites_nouvelles.drawing.sizes import TALL, Measures
from parvis.games.cites_nouvelles.drawing.symbols import TINTS, empty_slots, pictogram
from parvis.games.cites_nouvelles.drawing.trick import add_trick, strip_height
from parvis.games.cites_nouvelles.labels import LOT_WORDS, kind_of, progress_words
from parvis.games.cites_nouvelles.lots import finished
from parvis.games.cites_nouvelles.schema import View

Seats = tuple[int, ...]


def board(view: View, speech: Speech, sizes: Measures) -> Panel:
    """The lots, and the trick between them, or above them on a tall screen."""
    tall = sizes is TALL
    gap = 8 if tall else 16
    top = strip_height(view) + 8 if tall else 0
    below = top + sizes.lot_height + gap
    height = below + sizes.lot_height
    panel = Panel("lots", "board", speech("cn.draw.board"), sizes.width, height)
    right = sizes.width - sizes.lot_width
    # While ensembles are named, a click on a built block is meant for its lot.
    naming = view["phase"] in ("offer", "answer")
    kinds = tuple(view["decorations"])
    bidders: dict[str | None, tuple[Seats, ...]] = {}
    for seats, offer in zip(view["sides"], view["offers"], strict=True):
        bidders[offer] = (*bidders.get(offer, ()), tuple(seats))
    common = speech.common
    for n, (x, y) in enumerate(((0, top), (right, top), (0, below), (right, below))):
        letter = LOTS[n]
        codes = tuple(view["lots"][letter])
        panel.add(LOT_PLACES[n], lot(n, x, y, codes, bidders.get(letter, ()), common, sizes))
        panel.add(f"built-{letter}", built(x, y, codes, kinds, naming, common, sizes))
    add_trick(panel, view, speech, sizes, gap)
    return panel


@fragment
def lot(
    n: int,
    x: int,
    y: int,
    codes: tuple[str, ...],
    bidders: tuple[Seats, ...],
    speech: Speech,
    sizes: Measures,
) -> str:
    """A lot: its name, who offers it, how many constructions and decorations stand on it."""
    tall = sizes is TALL
    tint = TINTS[n]
    constructions = sum(code.startswith(LOTS[n]) for code in codes)
    decorations = len(codes) - constructions
    width, height, pad = sizes.lot_width, sizes.lot_height, sizes.pad
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
        pictogram(LOTS[n], pad + figure / 2, middle, figure * 0.72, f"var(--{tint})"),
    ]
    left = pad + figure + 8
    name = speech.tell(LOT_WORDS[n].removeprefix("#"))
    progress = progress_words(constructions, decorations, speech)
    size = 14 if tall else 17
    parts += [
        text(left, middle - size * 0.5, name, size, font_weight="bold"),
        text(left, middle + size * 0.62, progress, 12 if tall else 14, fill="var(--soft)"),
    ]
    end = width - pad + 0.0
    # Four signs and a name share a line that is short on a tall screen.
    sign = 17 if not tall else 13 if sum(map(len, bidders)) < 4 else 11
    for turn, seats in enumerate(reversed(bidders)):
        if turn:
            parts.append(icon("cross", end - 5, middle - size * 0.5, 12))
            end -= 14
        parts.append(signs(seats, end, middle - size * 0.5, sign))
        end -= len(seats) * (sign + 3) + 1
    if finished(constructions, decorations):  # where no word and no sign ever stands
        parts.append(star(pad, middle - figure / 2, size * 0.56))
    label = speech("cn.draw.doubled", lot=name) if len(bidders) == 2 else name
    return moved(x, y, place(LOT_PLACES[n], *parts, label=label))


@fragment
def built(
    x: int,
    y: int,
    codes: tuple[str, ...],
    kinds: tuple[str, ...],
    naming: bool,
    speech: Speech,
    sizes: Measures,
) -> str:
    """What stands on a lot, and places for what could still."""
    drawn: list[str] = []
    room: dict[str, int] = dict.fromkeys(KINDS, 0)
    for block in numbered(codes):
        kind = kind_of(block, kinds)
        if kind:
            at = sizes.pill_slot(KINDS.index(kind), room[kind])
            room[kind] += 1
        else:
            at = sizes.slot(block % 15)
        drawn.append(shown(block, kind, speech, *at, sizes.pill if kind else sizes.block))
    slots = use(empty_slots(sizes), pointer_events="none")
    return moved(x, y, slots, group(*drawn, pointer_events="none" if naming else None))
