"""Pieces: in a city with how they are doing, and in stock."""

from __future__ import annotations

from functools import lru_cache

from parvis.engine.drawing.fragment import KEPT, fragment
from parvis.engine.drawing.svg import circle, group, moved, number, path, place, rect, text
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.neoville.boxes import PlainKind
from parvis.games.neoville.drawing.districts import Edge, edge
from parvis.games.neoville.drawing.symbols import BADGE, INKS, TOKEN, TOWER, sign, tower_symbol
from parvis.games.neoville.labels import stock_label

SIGNS = {"parks": "park", "sports": "sport", "skyscrapers": "tower", "utilities": "cog"}
PIECE = 44  # the size of a piece in stock
TAGS = 10  # room beside a utility for what it is worth and how many are left
COUNTED = 34  # below this size the count of what a piece has covers its lower half


@fragment
def placed(
    kind: PlainKind, x: int, y: int, size: int, state: str, have: int, district: Edge | None
) -> str:
    """A piece in a city, over the edge of its district if it is the one to show it."""
    drawn = moved(x, y, told(kind, size, state, have))
    around = "" if district is None else edge(district, INKS[kind.terrain])
    return group(around, drawn, pointer_events="none")


@lru_cache(KEPT)
def told(kind: PlainKind, size: int, state: str, have: int) -> str:
    """A piece with how it is doing."""
    return picture(kind, size, state) + badge(kind, size, state, have)


@fragment
def stocked(kind: PlainKind, x: int, y: int, left: int, speech: Speech) -> str:
    """A piece of the stock; where there is none left, only its outline."""
    wide = PIECE if kind.terrain >= 0 else PIECE + TAGS
    parts = [rect(0, 0, wide, PIECE, fill="transparent")]
    if left:
        parts.append(picture(kind, PIECE, "stock"))
        if kind.terrain < 0:
            parts.append(value_tag(kind.points))
        if left > 1:
            parts.append(rect(wide - 23, -1, 24, 17, rx=8.5, fill="var(--shade)"))
            parts.append(text(wide - 11, 7.5, f"×{left}", 15, "middle", font_weight="bold"))
    else:
        parts.append(group(picture(kind, PIECE, "gone"), opacity=0.28))
    label = stock_label(kind, left, speech)
    where = f"translate({x} {y})"
    return place(f"piece-{kind.code}", *parts, label=label, transform=where)


def picture(kind: PlainKind, size: int, state: str) -> str:
    """A piece. One that has what it wants is in full ink, any other is light.

    `state` is what the piece is doing, or "stock", or "gone" for one that is not in stock.
    """
    if kind.terrain >= 0:
        return tower(kind, size, state)
    if kind.sort == "ecomobiles":
        return ecomobile(kind, size, state)
    return windmill(kind, size, state) if kind.sort == "windmills" else biodome(kind, size, state)


def tower(kind: PlainKind, size: int, state: str) -> str:
    """A skyscraper: its roof tells the terrain, its number the district it wants.

    One that still needs squares is not built to its full height: the count stands below it, and
    where that takes half a square it alone has the number.
    """
    low = state == "short"
    ink = "var(--paper)" if state in ("met", "stock") else "var(--white-ink)"
    top = size * (0.03 if low else 0.06)
    middle = top + size * (0.66 * 0.62 if low else 0.88 * 0.6)
    scale = size * TOWER
    name = tower_symbol(kind.terrain, state)
    drawn = use(name, size * 0.19, top, scale, stroke_width=1.4 / scale)
    if low and size < COUNTED:
        return drawn
    return drawn + text(
        size / 2, middle, str(kind.points), round(max(12, size * (0.34 if low else 0.4)), 1),
        "middle", fill=ink, font_weight="bold",
    )  # fmt: skip


def token_paints(state: str) -> tuple[str, str]:
    """What a utility is filled with, and the ink that reads on it."""
    return ("var(--ink)", "paper") if state == "met" else ("var(--white)", "white-ink")


def value_tag(points: int) -> str:
    """What a utility is worth, at its lower right while it is in stock: clear of what it counts."""
    x, y, line = PIECE - 1, PIECE - 11, {"stroke": "var(--ink)", "stroke_width": 1.2}
    return circle(x, y, 10, fill="var(--sheet)", **line) + text(
        x, y, str(points), 15, "middle", font_weight="bold"
    )


def ecomobile(kind: PlainKind, size: int, state: str) -> str:
    """An ecomobile: a disc with what it counts and, unless its badge tells, how many it wants."""
    body, ink = token_paints(state)
    middle = size / 2
    disc = circle(middle, middle, size * 0.43, fill=body, stroke="var(--ink)", stroke_width=1.4)
    told = state in ("stock", "gone") or (state == "met" and size >= PIECE)
    tight = not told and state == "short" and size < COUNTED
    top = size * (0.23 if tight else 0.34 if told else 0.42)
    grown = 0.9 if tight else 1.0 if told else 1.25
    if kind.about == "icons":
        wide = size * 0.3 * grown
        signs = sign("park", size * 0.36, top, wide, ink) + sign(
            "sport", size * 0.64, top, wide, ink
        )
    else:
        signs = sign(SIGNS[kind.about], middle, top, size * 0.38 * grown, ink)
    if not told:
        return disc + signs
    return disc + signs + text(
        size * 0.4, size * 0.7, f"≥{kind.wants}", max(12, size * 0.34), "middle",
        fill=f"var(--{ink})", font_weight="bold",
    )  # fmt: skip


def windmill(kind: PlainKind, size: int, state: str) -> str:
    """A windmill: the plan of a city with the tiles it asks for."""
    body, ink = token_paints(state)
    left, wide = size * 0.1, size * 0.8
    frame = {"fill": body, "stroke": "var(--ink)", "stroke_width": 1.4}
    paint = f"var(--{ink})"
    return rect(left, left, wide, wide, rx=size * 0.08, **frame) + use(
        f"nv-plan-{kind.about}", 0, 0, size / TOKEN, fill=paint, stroke=paint
    )


def biodome(kind: PlainKind, size: int, state: str) -> str:
    """A biodome: a dome over the shape it wants."""
    body, ink = token_paints(state)
    scale = size / TOKEN
    rows = max(row for row, _ in kind.shape) + 1
    columns = max(column for _, column in kind.shape) + 1
    cell = min(size * 0.19, size * 0.62 / max(rows, columns))
    left = size / 2 - columns * cell / 2 + 0.5
    top = size * 0.55 - rows * cell / 2 + 0.5
    side = number(cell - 1)
    cells = "".join(
        f"M{number(left + column * cell)} {number(top + row * cell)}h{side}v{side}h-{side}z"
        for row, column in kind.shape
    )
    dome = use("nv-dome", 0, 0, scale, fill=body, stroke="var(--ink)", stroke_width=1.4 / scale)
    return dome + path(cells, fill=f"var(--{ink})")


def badge(kind: PlainKind, size: int, state: str, have: int) -> str:
    """How a piece is doing, at its lower right: a tick, how much it has, or a cross."""
    high = round(max(min(14.5, size * 0.45), size * 0.29), 1)  # text of 12 where there is room
    end = size * 0.98
    if state != "short" or not kind.wants:
        name = state if state in ("met", "open") else "bad"
        return use(f"nv-badge-{name}", end - high / 2, end - high / 2, high / BADGE)
    words = f"{have}/{kind.wants}"
    wide = high * 0.5 + len(words) * high * 0.5
    line = {"fill": "var(--sheet)", "stroke": "var(--bad)", "stroke_width": 1.4}
    return group(
        rect(size / 2 - wide / 2, end - high, wide, high, rx=high / 2, **line),
        text(
            size / 2, end - high / 2, words, round(high * 0.84, 1), "middle",
            fill="var(--bad)", font_weight="bold",
        ),
        class_="fine",
    )  # fmt: skip
