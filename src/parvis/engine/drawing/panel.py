"""A drawing is made of panels, and a panel of fragments.

A page puts the panels where they belong by their role and draws a fragment again only when its
values have changed. A sheet puts all panels below and beside each other into one picture, with
the symbols that they refer to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from typing import Literal

from parvis.engine.drawing.fragment import Fragment
from parvis.engine.drawing.icons import SIGNS
from parvis.engine.drawing.patterns import PATTERNS
from parvis.engine.drawing.svg import Number, element, moved, number, rect, text
from parvis.engine.drawing.symbols import Symbols, definitions, used
from parvis.engine.drawing.tokens import settle

# board: the shared ground, or my own where each has one; hand: what I hold; area: another
# player's things; supply: stocks, rows and piles that are not on the board.
Role = Literal["board", "hand", "area", "supply"]
FONT = "'Atkinson Hyperlegible', 'DejaVu Sans', 'Segoe UI', Verdana, sans-serif"
GAP = 16
TITLE = 28
NAMED = re.compile(r"data-place='([^']+)'[^>]*>(?:<title>([^<]*)</title>)?")
KIT: Symbols = {**PATTERNS, **SIGNS}  # what all games draw with


@dataclass
class Panel:
    """A part of the table with its own coordinates. Fragments are drawn in their order."""

    id: str
    role: Role
    title: str
    width: Number
    height: Number
    seat: int | None = None  # whose it is, if it is somebody's
    fragments: dict[str, Fragment] = field(default_factory=dict)

    def add(self, name: str, fragment: Fragment) -> None:
        """Add a fragment; its id in the page is the panel's id and this name."""
        full = f"{self.id}-{name}"
        assert full not in self.fragments, f"fragment {full} stands twice"
        self.fragments[full] = fragment

    def texts(self) -> dict[str, str]:
        """What stands in each fragment, by its id, in drawing order."""
        return {id: fragment.svg() for id, fragment in self.fragments.items()}


@dataclass
class Drawing:
    """All panels of a table as one seat sees it."""

    panels: list[Panel]
    symbols: Symbols = field(default_factory=dict)  # of the game, that the fragments refer to

    def texts(self) -> dict[str, str]:
        """What stands in each fragment of all panels, by its id."""
        return {id: svg for panel in self.panels for id, svg in panel.texts().items()}

    def names(self) -> dict[str, str]:
        """What every place is called; the first one that has a name gives it."""
        found: dict[str, str] = {}
        for svg in self.texts().values():
            for place, name in NAMED.findall(svg):
                if not found.get(place):
                    found[unescape(place)] = unescape(name)
        return found

    def sheet(self, theme: str = "light", tall: bool = False) -> str:
        """One picture that stands alone: the board first, the rest beside it or below it."""
        order = ("board", "hand", "supply", "area")
        panels = sorted(self.panels, key=lambda panel: order.index(panel.role))
        main = [panel for panel in panels if panel.role in ("board", "hand")]
        rest = [panel for panel in panels if panel.role not in ("board", "hand")]
        columns = [panels] if tall or not rest else [main, rest]
        parts: list[str] = []
        x: Number = GAP
        bottom: Number = 0
        for column in columns:
            y: Number = GAP
            for panel in column:
                if panel.title:
                    parts.append(text(x, y + TITLE / 2, panel.title, 15, font_weight="bold"))
                    y += TITLE
                parts.append(moved(x, y, *panel.texts().values()))
                y += panel.height + GAP
            x += max(panel.width for panel in column) + GAP
            bottom = max(bottom, y)
        symbols = used("".join(parts), {**KIT, **self.symbols})
        svg = element(
            "svg",
            definitions(symbols),
            rect(0, 0, x, bottom, fill="var(--paper)"),
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(x)} {number(bottom)}",
            width=x,
            height=bottom,
            font_family=FONT,
        )
        return settle(svg, theme)


def png(svg: str, scale: float = 2.0) -> bytes:
    """A picture of points instead of lines; needs the extra `png` (CairoSVG)."""
    import cairosvg

    return bytes(cairosvg.svg2png(bytestring=svg.encode(), scale=scale))
