"""A scene of a figure, drawn: a few panels, cut down to some places, with signs on others.

The drawing is that of the table; nothing here knows a game.
"""

from __future__ import annotations

from dataclasses import dataclass

from parvis.engine.drawing.outlines import Box, Outline, outlines, union
from parvis.engine.drawing.panel import FONT, KIT, Drawing, Panel
from parvis.engine.drawing.svg import circle, element, group, line, number, path, rect, text
from parvis.engine.drawing.symbols import definitions, used
from parvis.engine.drawing.tokens import settle

MARGIN = 5.0  # around what is cut out
GAP = 14.0  # between two panels
SIGN = 11.0  # the radius of a sign, in a picture as wide as this
AS_WIDE = 340.0
LARGER = 1.5  # how much a small picture is enlarged at most
SLACK = 2.0
SMALL = 5.5  # radii: in a place that is no wider a sign would cover what stands there


@dataclass(frozen=True)
class Signs:
    """Which places bear which sign."""

    allowed: tuple[str, ...] = ()  # a tick
    refused: tuple[str, ...] = ()  # a cross
    spoken: tuple[str, ...] = ()  # a fine dashed line: what the refusal speaks of
    counted: tuple[str, ...] = ()  # a line: what counts
    marked: tuple[str, ...] = ()  # a line
    numbered: tuple[tuple[str, int], ...] = ()
    points: tuple[tuple[str, str, str], ...] = ()  # a place, "+8", the colour that says so too

    def places(self) -> set[str]:
        """All that bear one which is not to cover them."""
        return {*self.allowed, *self.refused, *self.counted}


def draw_scene(
    drawing: Drawing,
    show: tuple[str, ...],
    signs: Signs,
    theme: str,
    margin: float = MARGIN,
    above: float = 0,
) -> str:
    """One picture that stands alone: what is to be shown, one panel below the other."""
    cuts = cut(drawing, show, margin, above)
    width = max(box.right - box.left for _, _, box in cuts)
    unit = unit_of(width, [found for _, found, _ in cuts], signs.places())
    parts: list[str] = []
    y = 0.0
    for panel, found, box in cuts:
        wide, high = box.right - box.left, box.bottom - box.top
        parts.append(
            element(
                "svg",
                *panel.texts().values(),
                marks(found, signs, box, unit),
                x=(width - wide) / 2,
                y=y,
                width=wide,
                height=high,
                viewBox=" ".join(number(each) for each in (box.left, box.top, wide, high)),
            )
        )
        y += high + GAP
    bottom = y - GAP
    large = max(1.0, min(LARGER, AS_WIDE / width))
    symbols = used("".join(parts), {**KIT, **drawing.symbols})
    svg = element(
        "svg",
        definitions(symbols),
        rect(0, 0, width, bottom, fill="var(--paper)"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(bottom)}",
        width=round(width * large),
        height=round(bottom * large),
        font_family=FONT,
    )
    return settle(svg, theme)


def cut(
    drawing: Drawing, show: tuple[str, ...], margin: float, above: float
) -> list[tuple[Panel, dict[str, Outline], Box]]:
    """The panels that are shown, their outlines, and what of each; KeyError names a missing one."""
    panels = {panel.id: panel for panel in drawing.panels}
    found = {panel.id: outlines("".join(panel.texts().values())) for panel in drawing.panels}
    if not show:
        show = (drawing.panels[0].id,)
    boxes: dict[str, list[Box]] = {}
    for shown in show:
        name = shown
        if name in panels:
            boxes.setdefault(name, [])
            continue
        wanted, _, name = name.rpartition("/")  # a place may stand in several panels
        holder = next(
            (id for id, places in found.items() if name in places and wanted in ("", id)), None
        )
        if holder is None:
            raise KeyError(f"nothing drawn is called {name}")
        boxes.setdefault(holder, []).append(found[holder][name].box)
    cuts = []
    for id, parts in boxes.items():
        panel = panels[id]
        whole = Box(0, 0, float(panel.width), float(panel.height))
        box = whole
        if parts:
            box = union(parts).around(margin)
            box = box._replace(top=box.top - above).within(whole.around(MARGIN))
        cuts.append((panel, found[id], box))
    return cuts


def unit_of(width: float, found: list[dict[str, Outline]], places: set[str]) -> float:
    """How large lines and signs are: in proportion to the picture, and to small places."""
    unit = max(width / AS_WIDE, 0.7)
    sides = [
        min(box.right - box.left, box.bottom - box.top)
        for each in found
        for place, outline in each.items()
        if place in places
        for box in (outline.box,)
    ]
    return min(unit, max(0.4 * min(sides) / SIGN, unit / 2)) if sides else unit


def marks(found: dict[str, Outline], signs: Signs, box: Box, unit: float) -> str:
    """Lines along places, then the signs on them, so that no line lies on a sign."""
    size = SIGN * unit
    lines: list[str] = []
    tops: list[str] = []

    def along(places: tuple[str, ...], token: str, dash: str | None = None) -> None:
        for place in places:
            if place not in found:
                continue
            outline = found[place]
            halo = outline.drawn(
                6 * unit, fill="none", stroke="var(--paper)", stroke_linejoin="round"
            )
            lines.append(halo)
            lines.append(
                outline.drawn(
                    3 * unit,
                    fill="none",
                    stroke=f"var(--{token})",
                    stroke_dasharray=dash,
                    stroke_linejoin="round",
                )
            )

    barred = [found[place].box for place in signs.refused if place in found]
    around = tuple(
        place
        for place in signs.spoken
        if place in found and not any(holds(box, found[place].box) for box in barred)
    )
    along(signs.counted, "ink")
    along(signs.marked, "ink", "7 4")
    along(around, "ink", "4 4")
    along(signs.allowed, "good")
    along(signs.refused, "bad")
    taken = [
        pill_box(found[place], box, size, said) for place, said, _ in signs.points if place in found
    ]
    for place, n in signs.numbered:
        if place in found:
            at = counter_box(found[place], box, size, taken)
            taken.append(at)
            tops.append(counter(at, n))
    for sign, places in ((tick, signs.allowed), (cross, signs.refused)):
        tops += [sign(*spot(found[place], box, size), size) for place in places if place in found]
    for place, words, token in signs.points:
        if place in found:
            tops.append(pill(pill_box(found[place], box, size, words), words, token))
    return group(*lines, *tops)


def holds(box: Box, other: Box) -> bool:
    """Whether one lies in the other, but for the width of a line."""
    wide = box.around(SLACK)
    return other.within(wide) == other


def spot(outline: Outline, box: Box, size: float) -> tuple[float, float]:
    """Where a tick or a cross stands: in the middle, or on the corner of what is to be read."""
    if not outline.written:
        return middle(outline, box)
    seen = outline.box.within(box)
    x = max(seen.left + size * 0.4, box.left + size + 2)
    return x, max(seen.top + size * 0.4, box.top + size + 2)


def middle(outline: Outline, box: Box) -> tuple[float, float]:
    """The middle of what is seen of a place."""
    seen = outline.box.within(box)
    return (seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2


def square(x: float, y: float, size: float) -> Box:
    return Box(x - size, y - size, x + size, y + size)


def counter_box(outline: Outline, box: Box, size: float, taken: list[Box]) -> Box:
    """The middle of a large place; a corner of it where a number would cover much: the upper left
    one, or the lower left one where something else stands there."""
    seen = outline.box.within(box)
    small = min(seen.right - seen.left, seen.bottom - seen.top) < size * SMALL
    if not small and not outline.written:
        return square(*middle(outline, box), size)
    size *= 0.85
    x = max(seen.left - size * 0.35, box.left + size + 2)
    upper = square(x, max(seen.top - size * 0.35, box.top + size + 2), size)
    if not any(meet(upper, other) for other in taken):
        return upper
    return square(x, min(seen.bottom + size * 0.35, box.bottom - size - 2), size)


def meet(one: Box, other: Box) -> bool:
    """Whether two cover the same."""
    across = one.left < other.right and other.left < one.right
    return across and one.top < other.bottom and other.top < one.bottom


def counter(at: Box, n: int) -> str:
    """A number. Its ground is no circle: in circles stand numbers of the games."""
    size, x, y = (at.right - at.left) / 2, (at.left + at.right) / 2, (at.top + at.bottom) / 2
    ground = rect(
        x - size,
        y - size,
        size * 2,
        size * 2,
        rx=size / 3,
        fill="var(--ink)",
        stroke="var(--paper)",
        stroke_width=size / 6,
    )
    shown = text(x, y, str(n), size * 1.4, "middle", fill="var(--paper)", font_weight="bold")
    return ground + shown


def tick(x: float, y: float, size: float) -> str:
    mark = path(
        f"M{number(x - size * 0.45)} {number(y)}l{number(size * 0.32)} {number(size * 0.36)}"
        f"l{number(size * 0.58)} {number(-size * 0.72)}",
        fill="none",
        stroke="var(--paper)",
        stroke_width=2.5,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    ground = circle(x, y, size, fill="var(--good)", stroke="var(--paper)", stroke_width=2)
    return ground + mark


def cross(x: float, y: float, size: float) -> str:
    arm = size * 0.4
    drawn = {"stroke": "var(--paper)", "stroke_width": 2.5, "stroke_linecap": "round"}
    return (
        circle(x, y, size, fill="var(--bad)", stroke="var(--paper)", stroke_width=2)
        + line(x - arm, y - arm, x + arm, y + arm, **drawn)
        + line(x - arm, y + arm, x + arm, y - arm, **drawn)
    )


def pill_box(outline: Outline, box: Box, size: float, words: str) -> Box:
    """The upper right corner of a place, where points cover least."""
    wide = size * (1.3 + 0.68 * len(words))
    seen = outline.box.within(box)
    x = min(seen.right - size * 0.6, box.right - wide / 2 - size / 6)
    y = max(seen.top + size * 0.4, box.top + size + 2)
    return Box(x - wide / 2, y - size, x + wide / 2, y + size)


def pill(at: Box, words: str, token: str) -> str:
    """Points; their sign says, and their ground too, whether they are won or lost."""
    size, x, y = (at.bottom - at.top) / 2, (at.left + at.right) / 2, (at.top + at.bottom) / 2
    return rect(
        at.left,
        at.top,
        at.right - at.left,
        size * 2,
        rx=size,
        fill=f"var(--{token})",
        stroke="var(--paper)",
        stroke_width=size / 6,
    ) + text(x, y, words, size * 1.3, "middle", fill="var(--paper)", font_weight="bold")
