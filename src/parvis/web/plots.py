"""Small plots for pages, as SVG in the tokens of the theme. Every number in them is said beside
them too. Imports the engine's drawing.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from parvis.engine.drawing.svg import circle, element, number, path, rect

WIDE, HIGH = 320, 96
EDGE = 8
BAR = 240


def share_bar(parts: Sequence[tuple[int, str]]) -> Markup:
    """Numbers as parts of one bar, each with the class that says how it looks."""
    total = sum(count for count, _ in parts)
    x = 0.0
    drawn: list[str] = []
    for count, look in parts:
        wide = BAR * count / total if total else 0
        if count:
            drawn.append(rect(x, 0, max(0.0, wide - 1), 12, class_=f"bar {look}"))
        x += wide
    return framed("plot-bar", BAR, 12, drawn, preserveAspectRatio="none")


def length_bar(value: float, most: float) -> Markup:
    """One number as a bar; what is below zero is hatched by its class."""
    wide = BAR * min(1.0, abs(value) / most) if most else 0
    look = "bar below" if value < 0 else "bar"
    drawn = [rect(0, 0, max(2.0, wide), 6, class_=look)] if value else []
    return framed("plot-length", BAR, 6, drawn, preserveAspectRatio="none")


def points_line(points: Sequence[tuple[int, bool]], label: str) -> Markup:
    """Points game by game; a full dot is a game that was won."""
    values = [value for value, _ in points]
    low, high = min(0, *values), max(1, *values)

    def at(place: int) -> float:
        return EDGE + (WIDE - 2 * EDGE) * (place / (len(points) - 1) if len(points) > 1 else 0.5)

    def level(value: float) -> float:
        return HIGH - EDGE - (HIGH - 2 * EDGE) * (value - low) / (high - low)

    mean = sum(values) / len(values)
    steps = " ".join(
        f"{'L' if place else 'M'}{number(at(place))} {number(level(value))}"
        for place, value in enumerate(values)
    )
    drawn = [
        path(f"M{EDGE} {number(level(0))}H{WIDE - EDGE}", class_="ground-line"),
        path(f"M{EDGE} {number(level(mean))}H{WIDE - EDGE}", class_="mean-line"),
        path(steps, class_="points-line"),
        *(
            circle(at(place), level(value), 3.2, class_="dot won" if won else "dot")
            for place, (value, won) in enumerate(points)
        ),
    ]
    return framed("plot-line", WIDE, HIGH, drawn, role="img", aria_label=label)


def framed(
    look: str, width: int, height: int, drawn: Sequence[str], **attributes: object
) -> Markup:
    if "role" not in attributes:
        attributes["aria_hidden"] = "true"
    svg = element(
        "svg", *drawn, viewBox=f"0 0 {width} {height}", class_=f"plot {look}", **attributes
    )
    return Markup(svg)
