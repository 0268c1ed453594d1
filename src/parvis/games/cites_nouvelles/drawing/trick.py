"""The trick on the table, or the one before until the next is begun; the round above it."""

from __future__ import annotations

from parvis.engine.drawing import patterns
from parvis.engine.drawing.fragment import fragment
from parvis.engine.drawing.icons import icon, owner
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import element, group, place, rect, text
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.choices import idleness, last_chance
from parvis.games.cites_nouvelles.drawing.blocks import body, numbered, short, shown, star
from parvis.games.cites_nouvelles.drawing.sizes import TALL, Measures, Size
from parvis.games.cites_nouvelles.labels import kind_of
from parvis.games.cites_nouvelles.schema import View
from parvis.games.cites_nouvelles.tricks import best_of

NO_BLOCK = -1


def around(view: View) -> list[int]:
    """The seats clockwise, from the one that looks on."""
    first = view["seat"] or 0
    return [(first + n) % view["seats"] for n in range(view["seats"])]


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
    last = view["last"]
    if view["trick"] or last is None:
        return view["leader"], numbered(view["trick"]), False
    return last["leader"], numbered(last["blocks"]), True


def add_trick(panel: Panel, view: View, speech: Speech, sizes: Measures, gap: int) -> None:
    """The trick between the lots: who looks on at the bottom, then clockwise; or a row of seats."""
    first, second = heading(view, speech)
    past = speech("cn.draw.last-trick") if on_table(view)[2] else ""
    idle = idleness(view, speech) if view["idle"] else ""
    urgent = last_chance(view)
    if sizes is TALL:
        if past:
            second = f"{second} · {past}" if view["phase"] in ("offer", "answer") else past
        height = strip_height(view)
        panel.add("trick", strip(first, second, idle, urgent, sizes.width, height))
        if blank(view):
            return
        step = sizes.width / view["seats"]
        spots = [(step * (n + 0.5), headroom(view) + 31.0) for n in range(view["seats"])]
        letters = 11
    else:
        left = sizes.lot_width + gap
        width = sizes.width - 2 * left
        panel.add("trick", ring(first, second, past, idle, urgent, left, width, panel.height))
        middle, near, far = left + width / 2, left + 58.0, left + width - 58.0
        if view["seats"] == 2:
            spots = [(middle, 402.0), (middle, 150.0)]
        elif view["seats"] == 3:
            spots = [(middle, 402.0), (near, 262.0), (far, 262.0)]
        else:
            spots = [(middle, 402.0), (near, 276.0), (middle, 150.0), (far, 276.0)]
        letters = 10
    add_spots(panel, view, speech, spots, sizes.trick, letters)


def add_spots(
    panel: Panel,
    view: View,
    speech: Speech,
    spots: list[tuple[float, float]],
    size: Size,
    letters: int,
) -> None:
    """Every seat's place in the trick."""
    leader, blocks, past = on_table(view)
    best = best_of(blocks) if blocks else NO_BLOCK
    for seat, (x, y) in zip(around(view), spots, strict=True):
        turn = (seat - leader) % view["seats"]
        block = blocks[turn] if turn < len(blocks) else NO_BLOCK
        kind = kind_of(block, view["decorations"]) if turn < len(blocks) else ""
        name = speech.name(seat)
        lies = (block, kind, past, best == turn)
        shown_name = (name, letters, seat == view["turn"])
        panel.add(f"spot-{seat}", spot(seat, lies, shown_name, speech.common, x, y, size))


@fragment
def ring(
    first: str,
    second: str,
    past: str,
    idle: str,
    urgent: bool,
    left: float,
    width: float,
    height: float,
) -> str:
    """The ground of the trick between the lots, with its headings."""
    middle = left + width / 2
    parts = [
        rect(left, 0, width, height, rx=12, fill="var(--shade)"),
        element("ellipse", cx=middle, cy=276, rx=width / 2 - 14, ry=190,
                fill=patterns.fill("dots", "line"), stroke="var(--line)", stroke_width=1.25),
        text(middle, 26, first, 17, "middle", font_weight="bold"),
        text(middle, 48, second, 14, "middle", fill="var(--soft)"),
    ]  # fmt: skip
    if idle:
        parts.append(idle_line(idle, urgent, middle, 69, "middle"))
    if past:
        parts.append(text(middle, height - 22, past, 14, "middle", fill="var(--soft)"))
    return place("round", *parts, label=" · ".join(filter(None, (first, second))))


@fragment
def strip(first: str, second: str, idle: str, urgent: bool, width: float, height: float) -> str:
    """The ground of the trick above the lots, with its headings."""
    parts = [
        rect(0, 0, width, height, rx=12, fill="var(--shade)"),
        text(12, 17, first, 14, font_weight="bold"),
        text(width - 12, 17, second, 12, "end", fill="var(--soft)"),
    ]
    if idle:
        parts.append(idle_line(idle, urgent, 12, 35, "start"))
    return place("round", *parts, label=" · ".join(filter(None, (first, second))))


def idle_line(idle: str, urgent: bool, x: float, y: float, anchor: str) -> str:
    """The count of rounds that built nothing; bold before the last of them."""
    if urgent:
        return text(x, y, idle, 12, anchor, font_weight="bold")
    return text(x, y, idle, 12, anchor, fill="var(--soft)")


def headroom(view: View) -> int:
    """How high the headings over the trick of a tall screen are."""
    return 52 if view["idle"] else 34


def blank(view: View) -> bool:
    """Whether no trick is to be shown: at the offers of the first round."""
    return view["phase"] in ("offer", "answer") and not on_table(view)[1]


def strip_height(view: View) -> int:
    """How high the trick stands above the lots of a tall screen: low when there is none."""
    return headroom(view) + (0 if blank(view) else 92)


@fragment
def spot(
    seat: int,
    lies: tuple[int, str, bool, bool],
    shown_name: tuple[str, int, bool],
    speech: Speech,
    x: float,
    y: float,
    size: Size,
) -> str:
    """A seat's place in the trick, centred at (x, y): its block, its sign and its name."""
    block, kind, past, wins = lies
    full, letters, on_turn = shown_name
    width, height = size
    left, top = x - width / 2, y - height / 2
    parts: list[str] = []
    if block != NO_BLOCK:
        if past:
            parts.append(group(body(block, kind, left, top, size), opacity=0.75))
        else:
            parts.append(shown(block, kind, speech, left, top, size))
        if wins:
            parts.append(star(left + width - 2, top + 2))
    else:
        parts.append(
            rect(left, top, width, height, rx=8, fill="var(--sheet)", stroke="var(--line)",
                 stroke_width=1.5, stroke_dasharray="5 4")
        )  # fmt: skip
        if on_turn:
            parts.append(icon("arrow", x, y, 24, 90))
    below = y + height / 2 + 14
    name = short(full, letters)
    half = len(name) * 3.4 + 8
    parts += [
        owner(seat, x - half, below, 13),
        text(x - half + 11, below, name, 13, font_weight="bold" if on_turn else "normal"),
    ]
    return place(f"seat-{seat}", *parts, label=full)
