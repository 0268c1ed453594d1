"""The trick on the table, or the one before until the next is begun; the round above it."""

from __future__ import annotations

from parvis.engine.drawing import patterns
from parvis.engine.drawing.icons import icon, owner
from parvis.engine.drawing.svg import element, group, number, place, rect, text
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.choices import idleness, last_chance
from parvis.games.cites_nouvelles.drawing.blocks import body, numbered, short, shown, star
from parvis.games.cites_nouvelles.drawing.sizes import Measures
from parvis.games.cites_nouvelles.schema import View
from parvis.games.cites_nouvelles.tricks import best_of


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
    if view["idle"]:
        parts.append(idle_line(view, speech, middle, 69, "middle"))
    for seat, (x, y) in zip(around(view), spots, strict=True):
        parts.append(spot(view, speech, seat, x, y, sizes.trick, 10))
    if on_table(view)[2]:
        parts.append(
            text(
                middle, height - 22, speech("cn.draw.last-trick"), 13, "middle", fill="var(--soft)"
            )
        )
    return group(*parts)


def idle_line(view: View, speech: Speech, x: float, y: float, anchor: str) -> str:
    """The count of rounds that built nothing; bold before the last of them."""
    if last_chance(view):
        return text(x, y, idleness(view, speech), 12, anchor, font_weight="bold")
    return text(x, y, idleness(view, speech), 12, anchor, fill="var(--soft)")


def headroom(view: View) -> int:
    """How high the headings over the trick of a tall screen are."""
    return 52 if view["idle"] else 34


def blank(view: View) -> bool:
    """Whether no trick is to be shown: at the offers of the first round."""
    return view["phase"] in ("offer", "answer") and not on_table(view)[1]


def strip_height(view: View) -> int:
    """How high the trick stands above the lots of a tall screen: low when there is none."""
    return headroom(view) + (0 if blank(view) else 92)


def trick_row(view: View, speech: Speech, sizes: Measures) -> str:
    """The trick above the lots: the seats side by side, who looks on first."""
    first, second = heading(view, speech)
    if on_table(view)[2]:
        past = speech("cn.draw.last-trick")
        second = f"{second} · {past}" if view["phase"] in ("offer", "answer") else past
    height = strip_height(view)
    parts = [
        rect(0, 0, sizes.width, height, rx=12, fill="var(--shade)"),
        text(12, 17, first, 14, font_weight="bold"),
        text(sizes.width - 12, 17, second, 12, "end", fill="var(--soft)"),
    ]
    if view["idle"]:
        parts.append(idle_line(view, speech, 12, 35, "start"))
    if not blank(view):
        step = sizes.width / view["seats"]
        middle = headroom(view) + 31
        for n, seat in enumerate(around(view)):
            parts.append(spot(view, speech, seat, step * (n + 0.5), middle, sizes.trick, 11))
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
            parts.append(group(body(block, view["decorations"], left, top, size), opacity=0.75))
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
