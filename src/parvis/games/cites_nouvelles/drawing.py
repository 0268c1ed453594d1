"""The table as a view knows it: four lots, the trick between them, a hand, what memory gives.

Constructions are upright blocks with a roof band, decorations are pills: the shape tells trumps
apart, a pictogram tells ensembles and kinds apart, and colour only repeats it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from parvis.engine.drawing import patterns
from parvis.engine.drawing.icons import icon, owner
from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.drawing.svg import (
    circle,
    element,
    group,
    line,
    moved,
    number,
    path,
    place,
    rect,
    text,
)
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.choices import View, name_of
from parvis.games.cites_nouvelles.components import (
    DECORATIONS,
    ENOUGH,
    ENSEMBLES,
    LOT_PLACES,
    LOT_WORDS,
    ROOM,
    SUIT,
    TRUMPS,
    block_place,
)
from parvis.games.cites_nouvelles.position import best_of

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
KIND_PICTOGRAMS = (
    # a lawn: tufts
    "M2 21 C4 17 4 12 3 8 C6 11 7 14 7.5 17 C8.5 12 10 7 13 3 C12.5 9 13 13 14 17 "
    "C15.5 13 18 9 21.5 7 C19.5 12 19.5 17 22 21 Z",
    # a pool: two waves in a basin
    "M2 8 C5 4 8 4 12 8 S19 12 22 8 V12 C19 16 16 16 12 12 S5 8 2 12 Z "
    "M2 16 C5 12 8 12 12 16 S19 20 22 16 V20 C19 24 16 24 12 20 S5 16 2 20 Z",
    # a tree: crown and trunk
    "M12 1.5 C17 1.5 20 5 20 9 C20 13.5 17 16 13.3 16.3 V22.5 H10.7 V16.3 C7 16 4 13.5 4 9 "
    "C4 5 7 1.5 12 1.5 Z",
)
TINTS = ("red", "blue", "yellow", "white")
KIND_TINTS = ("green", "blue", "earth")


@dataclass(frozen=True)
class Measures:
    """The sizes of a wide or a tall screen."""

    width: int  # of the board and the hand
    lot_width: int
    lot_height: int
    header: int  # of a lot
    block: tuple[float, float]  # on a lot
    pill: tuple[float, float]  # a decoration on a lot
    gap: int
    trick: tuple[float, float]  # a block in the trick
    hand: tuple[float, float]  # a block in the hand
    a_row: int  # blocks of the hand in a row


WIDE = Measures(1000, 368, 264, 48, (44, 62), (36, 62), 5, (60, 82), (58, 80), 15)
TALL = Measures(390, 192, 202, 40, (32, 36), (27, 36), 4, (46, 62), (44, 60), 8)


def pictogram(data: str, x: float, y: float, size: float, fill: str) -> str:
    """A filled pictogram centred at (x, y)."""
    scale = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({size / 24:.4g})"
    return path(data, fill=fill, fill_rule="evenodd", transform=scale)


def look(block: int, kinds: list[int]) -> tuple[str, str]:
    """The tint and the pictogram of a block."""
    if SUIT[block] == TRUMPS:
        kind = kinds[block % 15]
        return KIND_TINTS[kind], KIND_PICTOGRAMS[kind]
    return TINTS[SUIT[block]], PICTOGRAMS[SUIT[block]]


def edge(tint: str) -> str:
    """The outline of a block: white's own ink would be lost on the dark table."""
    return "var(--soft)" if tint == "white" else f"var(--{tint}-ink)"


def body(block: int, kinds: list[int], x: float, y: float, size: tuple[float, float]) -> str:
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
    drawn = body(block, view["kinds"], x, y, size)
    return place(block_place(block), drawn, label=name_of(block, view, speech))


def signs(seats: list[int], x: float, y: float, size: float) -> str:
    """The signs of a side's seats, side by side, the last one ending at x."""
    parts = [
        owner(seat, x - size / 2 - (len(seats) - 1 - n) * (size + 3), y, size)
        for n, seat in enumerate(seats)
    ]
    return group(*parts)


def draw(view: View, speech: Speech, tall: bool = False) -> Drawing:
    """All panels of the table."""
    sizes = TALL if tall else WIDE
    panels = [board(view, speech, sizes)]
    if view["seat"] is not None:
        panels.append(hand(view, speech, sizes))
    panels += [area(view, speech, seat) for seat in around(view)[1:]]
    if view["seat"] is None:
        panels.append(area(view, speech, 0))
    panels += [captures(view, speech), memory(view, speech)]
    return Drawing(panels)


def around(view: View) -> list[int]:
    """The seats clockwise, from the one that looks on."""
    first = view["seat"] or 0
    return [(first + n) % view["seats"] for n in range(view["seats"])]


# The board.


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
    bidders = [side for side, offer in enumerate(view["offers"]) if offer == n]
    standing: list[int] = view["lots"][n]
    constructions = [block for block in standing if SUIT[block] != TRUMPS]
    decorations = [block for block in standing if SUIT[block] == TRUMPS]
    finished = len(constructions) >= ENOUGH and len(decorations) == DECORATIONS
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
    if finished:
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
    for kind in range(3):
        mine = [block for block in standing if view["kinds"][block % 15] == kind]
        for n in range(ROOM):
            if sizes is TALL:
                x = pad + (2 * kind + n) * (width + 2.8)
                y = sizes.header + 3 * (sizes.block[1] + sizes.gap) + 2
            else:
                x = sizes.lot_width - pad - (2 - n) * width - (1 - n) * sizes.gap
                y = sizes.header + kind * (height + sizes.gap)
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


# The trick.


def heading(view: View, speech: Speech) -> tuple[str, str]:
    """Two short lines over the trick: the round, and where in the round we are."""
    over = view["over"]
    first = speech("cn.draw.over") if over else speech("cn.draw.round", number=view["round"])
    if over:
        return first, ""
    if view["phase"] in ("offer", "answer"):
        return first, speech("cn.draw.offers")
    if view["phase"] == "trick":
        return first, speech("cn.draw.tricks-left", n=max(view["hand_sizes"]))
    return first, speech("cn.draw.building")


def on_table(view: View) -> tuple[int, list[int], bool]:
    """Leader and blocks to show: the trick, or the one before until the next is begun."""
    if view["trick"] or not view["last"]:
        return view["leader"], view["trick"], False
    return view["last"][0], view["last"][1:], True


def trick_ring(view: View, speech: Speech, sizes: Measures, width: float, height: float) -> str:
    """The trick between the lots: who looks on at the bottom, then clockwise."""
    middle = width / 2
    spots = {
        2: [(middle, 402), (middle, 150)],
        3: [(middle, 402), (58, 262), (width - 58, 262)],
        4: [(middle, 402), (58, 276), (middle, 150), (width - 58, 276)],
    }[view["seats"]]
    first, second = heading(view, speech)
    parts = [
        rect(0, 0, width, height, rx=12, fill="var(--shade)"),
        element("ellipse", cx=middle, cy=276, rx=width / 2 - 14, ry=190,
                fill=patterns.fill("dots", "line"), stroke="var(--line)", stroke_width=1.25),
        text(middle, 26, first, 17, "middle", font_weight="bold"),
        text(middle, 48, second, 13, "middle", fill="var(--soft)"),
    ]  # fmt: skip
    for seat, (x, y) in zip(around(view), spots, strict=True):
        parts.append(spot(view, speech, seat, x, y, sizes.trick, 10))
    if on_table(view)[2]:
        parts.append(
            text(
                middle, height - 22, speech("cn.draw.last-trick"), 13, "middle", fill="var(--soft)"
            )
        )
    return group(*parts)


def strip_height(view: View) -> int:
    """How high the trick stands above the lots of a tall screen: low while offers are made."""
    return 34 if view["phase"] in ("offer", "answer") else 126


def trick_row(view: View, speech: Speech, sizes: Measures) -> str:
    """The trick above the lots: the seats side by side, who looks on first."""
    first, second = heading(view, speech)
    if on_table(view)[2]:
        second = speech("cn.draw.last-trick")
    height = strip_height(view)
    parts = [
        rect(0, 0, sizes.width, height, rx=12, fill="var(--shade)"),
        text(12, 17, first, 14, font_weight="bold"),
        text(sizes.width - 12, 17, second, 12, "end", fill="var(--soft)"),
    ]
    if view["phase"] not in ("offer", "answer"):
        step = sizes.width / view["seats"]
        for n, seat in enumerate(around(view)):
            parts.append(spot(view, speech, seat, step * (n + 0.5), 65, sizes.trick, 11))
    return group(*parts)


def spot(
    view: View,
    speech: Speech,
    seat: int,
    x: float,
    y: float,
    size: tuple[float, float],
    letters: int,
) -> str:
    """A seat's place in the trick, centred at (x, y): its block, its sign and its name."""
    leader, blocks, past = on_table(view)
    width, height = size
    left, top = x - width / 2, y - height / 2
    turn = (seat - leader) % view["seats"]
    parts: list[str] = []
    if turn < len(blocks):
        block = blocks[turn]
        if past:
            parts.append(group(body(block, view["kinds"], left, top, size), opacity=0.75))
        else:
            parts.append(shown(block, view, speech, left, top, size))
        if best_of(blocks) == turn:
            parts.append(star(left + width - 2, top + 2))
    else:
        dashes = "5 4"
        parts.append(
            rect(left, top, width, height, rx=8, fill="var(--sheet)", stroke="var(--line)",
                 stroke_width=1.5, stroke_dasharray=dashes)
        )  # fmt: skip
        if seat == view["turn"]:
            parts.append(icon("arrow", x, y, 24, transform=f"rotate(90 {number(12)} {number(12)})"))
    below = y + height / 2 + 14
    name = short(speech.name(seat), letters)
    weight = "bold" if seat == view["turn"] else "normal"
    half = len(name) * 3.4 + 8
    parts += [
        owner(seat, x - half, below, 13),
        text(x - half + 11, below, name, 13, font_weight=weight),
    ]
    return place(f"seat-{seat}", *parts, label=speech.name(seat))


def star(x: float, y: float) -> str:
    """The mark of the block that wins the trick, and of a finished lot."""
    return group(
        circle(x, y, 10, fill="var(--ink)"),
        icon("star", x, y, 14, fill="var(--paper)", stroke="var(--paper)"),
    )


def short(name: str, letters: int) -> str:
    """A name cut to so many letters."""
    return name if len(name) <= letters else name[: letters - 1] + "…"


# The hand.


def hand(view: View, speech: Speech, sizes: Measures) -> Panel:
    """My blocks by ensemble; when decorations are chosen, those to choose from."""
    asked = view["decorate"]
    choosing = asked is not None and bool(view["moves"])
    blocks: list[int] = asked["among"] if choosing else view["hand"]
    width, height = sizes.hand
    rows = 2 if sizes is TALL else 1
    title = speech("cn.draw.choose") if choosing else speech("cn.draw.hand", n=len(blocks))
    panel = Panel("hand", "hand", title, sizes.width, rows * (height + 6) + 6, view["seat"])
    parts: list[str] = []
    gap = 2.5 if sizes is TALL else 4
    between = 0 if sizes is TALL else 9
    x = 3.0
    for n, block in enumerate(blocks):
        if n % sizes.a_row == 0:
            x = 3.0
        elif SUIT[block] != SUIT[blocks[n - 1]]:
            x += between
        y = 3 + (n // sizes.a_row) * (height + 6)
        parts.append(shown(block, view, speech, x, y, sizes.hand))
        x += width + gap
    if not blocks:
        parts.append(text(8, height / 2, speech("cn.draw.empty-hand"), 14, fill="var(--soft)"))
    panel.add("blocks", *parts)
    return panel


# The other players.


def area(view: View, speech: Speech, seat: int) -> Panel:
    """What everybody knows of a player: how many blocks, which suits are missing, the offer."""
    panel = Panel(f"seat-{seat}", "area", speech.name(seat), 150, 96, seat)
    size: int = view["hand_sizes"][seat]
    side = seat % len(view["sides"])
    back = {"rx": 4, "fill": "var(--shade)", "stroke": "var(--soft)", "stroke_width": 1.5}
    parts = [
        rect(1, 1, 148, 94, rx=10, fill="var(--sheet)", stroke="var(--line)", stroke_width=1.5),
        place(
            f"hand-{seat}",
            rect(16, 10, 24, 33, **back),
            rect(11, 15, 24, 33, **back),
            text(48, 30, str(size), 34, font_weight="bold"),
            label=speech("cn.draw.in-hand", n=size),
        ),
    ]
    if view["namers"][side] == seat:
        parts.append(pictogram(PICTOGRAMS[view["offers"][side]], 122, 29, 32, "var(--ink)"))
    elif view["speaker"] == seat and view["phase"] in ("offer", "answer"):
        label = speech("cn.draw.speaker")
        parts.append(place(f"speaker-{seat}", icon("star", 122, 29, 30), label=label))
    missing: list[int] = view["voids"][seat]
    if missing:
        marks = [void_mark(suit, 22 + 27 * n, 73) for n, suit in enumerate(missing)]
        lacks = [LOT_WORDS[suit] if suit < TRUMPS else "#cn.trumps" for suit in missing]
        label = speech("cn.draw.void", suits=lacks)
        parts.append(place(f"voids-{seat}", *marks, label=label))
    panel.add("facts", *parts)
    return panel


def void_mark(suit: int, x: float, y: float) -> str:
    """A suit that a hand lacks: its pictogram, struck out."""
    if suit == TRUMPS:
        figure = rect(x - 8, y - 11, 16, 22, rx=8, fill="none", stroke="var(--ink)", stroke_width=2)
    else:
        figure = pictogram(PICTOGRAMS[suit], x, y, 23, "var(--ink)")
    strike = line(x - 11, y + 12, x + 11, y - 12, stroke="var(--bad)", stroke_width=3)
    return group(figure, strike)


# What was taken, and what memory gives.

SMALL = (28, 37)
A_ROW = 11


def captures(view: View, speech: Speech) -> Panel:
    """What each side has kept in this round."""
    parts: list[str] = []
    y = 0.0
    choosing: list[int] = view["decorate"]["among"] if view["decorate"] and view["moves"] else []
    for side, seats in enumerate(view["sides"]):
        blocks = [block for block in view["kept"][side] if block not in choosing]
        offer = view["offers"][side]
        if offer >= 0:
            named = speech.tell(LOT_WORDS[offer].removeprefix("#"))
        else:
            named = short(", ".join(speech.name(seat) for seat in seats), 26)
        rows = max(1, -(-len(blocks) // A_ROW))
        high = 30 + rows * (SMALL[1] + 5)
        parts += [
            rect(1, y + 1, 350, high, rx=10, fill="var(--sheet)", stroke="var(--line)",
                 stroke_width=1.5),
            signs(seats, 12 + 19 * len(seats), y + 17, 16),
            text(18 + 19 * len(seats), y + 17, named, 14, font_weight="bold"),
            text(340, y + 17, speech("cn.draw.points", n=view["scores"][side]), 13, "end"),
        ]  # fmt: skip
        for n, block in enumerate(blocks):
            at = (9 + (n % A_ROW) * 31, y + 30 + (n // A_ROW) * (SMALL[1] + 5))
            parts.append(shown(block, view, speech, at[0], at[1], SMALL))
        if not blocks:
            parts.append(text(12, y + 49, speech("cn.draw.nothing-kept"), 13, fill="var(--soft)"))
        y += high + 10
    panel = Panel("kept", "supply", speech("cn.draw.kept"), 352, y)
    panel.add("sides", *parts)
    return panel


def memory(view: View, speech: Speech) -> Panel:
    """All 75 blocks: those nobody has seen since the deal, mine, those seen, those built."""
    panel = Panel("memory", "supply", speech("cn.draw.reserve", n=view["reserve"]), 352, 156)
    built = {block for standing in view["lots"] for block in standing}
    seen = {block for blocks in view["kept"] for block in blocks}
    seen |= {*view["returned"], *view["trick"], *[block for _, block in view["turned"]]}
    mine = set(view["hand"])
    for block in range(75):  # each a fragment: a move changes few of them
        suit, rank = SUIT[block], block % 15
        x, y = 28 + rank * 21.5, 2 + suit * 24
        tint = look(block, view["kinds"])[0]
        round_ = 9.5 if suit == TRUMPS else 3
        if block in built:
            parts = [
                rect(x, y, 19, 21, rx=round_, fill=f"var(--{tint}-ink)", stroke=edge(tint),
                     stroke_width=1)
            ]  # fmt: skip
        elif block in mine or block not in seen:
            held = block in mine
            parts = [
                rect(x, y, 19, 21, rx=round_, fill=f"var(--{tint})",
                     stroke="var(--ink)" if held else "var(--line)",
                     stroke_width=2.25 if held else 1),
                text(x + 9.5, y + 10.5, str(rank + 1), 13, "middle", fill=f"var(--{tint}-ink)",
                     font_weight="bold" if held else "normal"),
            ]  # fmt: skip
        else:
            parts = [line(x + 6, y + 10.5, x + 13, y + 10.5, stroke="var(--line)", stroke_width=2)]
        panel.add(str(block), *parts)
    parts = []
    for suit in range(ENSEMBLES):
        parts.append(pictogram(PICTOGRAMS[suit], 12, 12.5 + suit * 24, 18, "var(--ink)"))
    parts.append(
        rect(6, 4 + TRUMPS * 24, 12, 17, rx=6, fill="none", stroke="var(--ink)", stroke_width=2)
    )
    legend = (
        ("cn.draw.mine", "mine"), ("cn.draw.unseen", "unseen"),
        ("cn.draw.seen", "seen"), ("cn.draw.built", "built"),
    )  # fmt: skip
    for n, (key, what) in enumerate(legend):
        parts.append(moved(28 + n * 82, 134, legend_mark(what), text(19, 8, speech(key), 12)))
    panel.add("legend", *parts)
    return panel


def legend_mark(what: str) -> str:
    """One of the four signs of the memory panel."""
    if what == "seen":
        return line(3, 8, 12, 8, stroke="var(--line)", stroke_width=2)
    if what == "built":
        return rect(0, 0, 14, 16, rx=3, fill="var(--ink)")
    held = what == "mine"
    return rect(
        1, 1, 12, 14, rx=3, fill="var(--shade)",
        stroke="var(--ink)" if held else "var(--line)", stroke_width=2.25 if held else 1,
    )  # fmt: skip
