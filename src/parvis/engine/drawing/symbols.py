"""Pictures that recur, drawn once: a drawing refers to them, and a page keeps them.

A symbol is drawn in its own coordinates around its origin, in named colours, without words. What
a place is marked and pointed at by is its outline: draw that in the place itself, and let the
symbol hold what is on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from parvis.engine.drawing.svg import Number, element, number, remembered

REFERENCE = re.compile(r"""(?:href=['"]|url\()#([\w-]+)""")
Symbols = Mapping[str, str]  # what each looks like, by its name


@remembered
def use(
    name: str, x: Number = 0, y: Number = 0, scale: Number = 1, turn: int = 0, **attributes: object
) -> str:
    """A symbol with its origin at (x, y), scaled and turned (in degrees) around it.

    >>> use("kit-star", 3, 4)
    "<use href='#kit-star' x='3' y='4'/>"
    >>> use("kit-star", 3, 4, 0.5, 90)
    "<use href='#kit-star' transform='translate(3 4) rotate(90) scale(0.5)'/>"
    """
    if scale == 1 and not turn:
        return element("use", href=f"#{name}", x=x or None, y=y or None, **attributes)
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    steps += [f"rotate({turn})"] if turn else []
    steps += [f"scale({scale:.4g})"] if scale != 1 else []
    return element("use", href=f"#{name}", transform=" ".join(steps), **attributes)


def definitions(symbols: Symbols) -> str:
    """The symbols as a page or a picture must contain them once."""
    return element("defs", *symbols.values())


def used(svg: str, symbols: Symbols) -> Symbols:
    """Those that a drawing refers to, and those that these refer to."""
    found: dict[str, str] = {}
    texts = [svg]
    while texts:
        for name in REFERENCE.findall(texts.pop()):
            if name in symbols and name not in found:
                found[name] = symbols[name]
                texts.append(symbols[name])
    return {name: found[name] for name in sorted(found)}


def symbol(name: str, *parts: str, **attributes: object) -> tuple[str, str]:
    """A symbol by its name, as an entry of `Symbols`."""
    return name, element("g", *parts, id=name, **attributes)
