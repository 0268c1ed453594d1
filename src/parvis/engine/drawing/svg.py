"""SVG as text: small functions that return elements."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import ParamSpec

Number = float | int
Given = ParamSpec("Given")
KEPT = 1 << 11  # texts of each kind


def remembered(made: Callable[Given, str]) -> Callable[Given, str]:
    """A function of plain values whose texts are remembered: drawings say the same ones again."""
    kept: Callable[Given, str] = lru_cache(KEPT, typed=True)(made)  # type: ignore[assignment]
    return kept


@remembered
def number(value: Number) -> str:
    """A coordinate with at most two decimals.

    >>> number(3.0), number(1 / 3), number(-0.001)
    ('3', '0.33', '0')
    """
    if not isinstance(value, float):
        return str(value)
    shown = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown


@remembered
def attribute(name: str, value: object) -> str:
    """An attribute with a space before it; in single quotes, which need no escape on the wire."""
    shown = number(value) if isinstance(value, (int, float)) else str(value)
    return f" {name.rstrip('_').replace('_', '-')}='{escape(shown)}'"


def element(tag: str, *children: str, **attributes: object) -> str:
    """An element. `_` in attribute names is `-` (`class_` and `in_` lose it); None is left out.

    >>> element("rect", x=1.0, stroke_width=2, class_="tile")
    "<rect x='1' stroke-width='2' class='tile'/>"
    """
    opening = tag
    for name, value in attributes.items():
        if value is not None:
            opening += attribute(name, value)
    inside = "".join(children)
    return f"<{opening}>{inside}</{tag}>" if inside else f"<{opening}/>"


def group(*children: str, **attributes: object) -> str:
    """A group."""
    return element("g", *children, **attributes)


def place(name: str, *children: str, label: str = "", **attributes: object) -> str:
    """A group that can be pointed at: `name` is the place, `label` what it is called."""
    title = f"<title>{escape(label)}</title>" if label else ""
    return element("g", title, *children, data_place=name, **attributes)


def moved(x: Number, y: Number, *children: str) -> str:
    """Children with their origin elsewhere."""
    return group(*children, transform=f"translate({number(x)} {number(y)})")


@remembered
def rect(x: Number, y: Number, width: Number, height: Number, **attributes: object) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


@remembered
def circle(x: Number, y: Number, radius: Number, **attributes: object) -> str:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


@remembered
def line(x1: Number, y1: Number, x2: Number, y2: Number, **attributes: object) -> str:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, **attributes)


@remembered
def path(d: str, **attributes: object) -> str:
    return element("path", d=d, **attributes)


def polygon(points: list[tuple[float, float]], **attributes: object) -> str:
    joined = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", points=joined, **attributes)


@remembered
def text(
    x: Number, y: Number, words: str, size: Number = 14, anchor: str = "start", **attributes: object
) -> str:
    """A line of text; `y` is its middle, not its base line."""
    attributes.setdefault("fill", "var(--ink)")
    # dominant-baseline is not drawn alike everywhere; a third of the size below the middle is.
    return element(
        "text",
        escape(words, quote=False),
        x=x,
        y=y + size * 0.35,
        font_size=size,
        text_anchor=anchor,
        **attributes,
    )
