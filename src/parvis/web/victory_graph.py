"""The chance of victory over a game, drawn as a graph. Imports the analysis and the drawing.

The picture is for the eye and the mouse; a page says the same in words beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from parvis.bots.analysis import Analysis
from parvis.bots.telling import hundredths
from parvis.engine.drawing.svg import Number, element, line, text

WIDE, HIGH = 760, 260
NARROW = 340  # the width on a phone, where the same letters and marks need more of it
LEFT, RIGHT, TOP, BOTTOM = 46, 18, 16, 30
DASHES = ("none", "9 5", "2 4", "12 4 2 4")  # by side, so that no colour tells anything alone
NAMED = 70  # room for what the axis is called
MARK = 11  # the radius of a moment's mark


def x_of(at: int, last: int, wide: int) -> float:
    """Where a moment of the game stands, from left to right."""
    return round(LEFT + (wide - LEFT - RIGHT) * at / max(1, last), 1)


def y_of(share: float) -> float:
    return round(TOP + (HIGH - TOP - BOTTOM) * (1 - share), 1)


def graph(
    analysis: Analysis, names: Sequence[str], replay: str, move: str, wide: int = WIDE
) -> str:
    """The graph; `replay` is the address of the replay, `move` what the axis is called."""
    last = len(analysis.course) - 1
    parts: list[str] = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y: Number = y_of(share)
        parts.append(line(LEFT, y, wide - RIGHT, y, class_="grid"))
        parts.append(text(LEFT - 6, y, f"{round(100 * share)}", 13, "end", class_="axis"))
    step = max(10, 10 * round(last * WIDE / wide / 80))
    parts += [
        text(x_of(at, last, wide), HIGH - 10, str(at), 13, "middle", class_="axis")
        for at in range(0, last + 1, step)
        if x_of(at, last, wide) < wide - RIGHT - NAMED
    ]
    parts.append(text(wide - RIGHT, HIGH - 10, move, 13, "end", class_="axis what"))
    for side, seats in enumerate(analysis.sides):
        points = " ".join(
            f"{x_of(at, last, wide)},{y_of(values[side].share)}"
            for at, values in enumerate(analysis.course)
        )
        parts.append(
            element(
                "polyline",
                points=points,
                fill="none",
                stroke=f"var(--owner-{seats[0] % 4})",
                stroke_width=2.5,
                stroke_linejoin="round",
                stroke_dasharray=DASHES[side % len(DASHES)],
            )
        )
    parts += [hit(analysis, at, wide, names, replay) for at in range(last + 1)]
    for number, moment in enumerate(analysis.moments, 1):
        x = x_of(moment.number, last, wide)
        y = y_of(analysis.course[moment.number][moment.side].share)
        y = min(max(y, TOP + MARK), HIGH - BOTTOM - MARK)
        disc = element("circle", cx=x, cy=y, r=MARK, class_="mark")
        name = text(x, y, str(number), 13, "middle", class_="mark-number")
        parts.append(
            element("a", disc, name, href=f"#moment-{number}", tabindex=-1, class_="moment-link")
        )
    return element(
        "svg",
        *parts,
        viewBox=f"0 0 {wide} {HIGH}",
        class_="victory-graph" if wide == WIDE else "victory-graph narrow",
        aria_hidden="true",
        focusable="false",
    )


def hit(analysis: Analysis, at: int, wide: int, names: Sequence[str], replay: str) -> str:
    """A strip that leads to a moment and says how it stood."""
    last = len(analysis.course) - 1
    width = (wide - LEFT - RIGHT) / max(1, last)
    stood = ", ".join(
        f"{name} {hundredths(values.share)} %"
        for name, values in zip(names, analysis.course[at], strict=True)
    )
    strip = element(
        "rect",
        x=round(x_of(at, last, wide) - width / 2, 1),
        y=TOP,
        width=round(width, 1),
        height=HIGH - TOP - BOTTOM,
        class_="strip",
    )
    title = element("title", escape(f"{at} · {stood}", quote=False))
    return element("a", title, strip, href=f"{replay}?at={at}&as=all", tabindex=-1)
