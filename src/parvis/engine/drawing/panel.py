"""A drawing is made of panels, and a panel of fragments.

A page puts the panels where they belong by their role and sends a fragment again only when it
has changed. A sheet puts all panels below and beside each other into one picture.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from parvis.engine.drawing.patterns import DEFS
from parvis.engine.drawing.svg import Number, element, moved, number, rect, text
from parvis.engine.drawing.tokens import settle

# board: the shared ground, or my own where each has one; hand: what I hold; area: another
# player's things; supply: stocks, rows and piles that are not on the board.
Role = Literal["board", "hand", "area", "supply"]
FONT = "'Atkinson Hyperlegible', 'DejaVu Sans', 'Segoe UI', Verdana, sans-serif"
GAP = 16
TITLE = 28


@dataclass
class Panel:
    """A part of the table with its own coordinates. Fragments are drawn in their order."""

    id: str
    role: Role
    title: str
    width: Number
    height: Number
    seat: int | None = None  # whose it is, if it is somebody's
    fragments: dict[str, str] = field(default_factory=dict)

    def add(self, name: str, *elements: str) -> None:
        """Add a fragment; its id in the page is the panel's id and this name."""
        full = f"{self.id}-{name}"
        assert full not in self.fragments, f"fragment {full} stands twice"
        self.fragments[full] = element("g", *(elements or ("<g/>",)), id=full)

    def svg(self) -> str:
        """The panel as an SVG element for a page that holds the patterns already."""
        return element(
            "svg",
            *self.fragments.values(),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(self.width)} {number(self.height)}",
            id=f"panel-{self.id}",
            role="group",
            aria_label=self.title,
        )


@dataclass
class Drawing:
    """All panels of a table as one seat sees it."""

    panels: list[Panel]

    def fragments(self) -> dict[str, str]:
        """Every fragment by its id."""
        return {id: svg for panel in self.panels for id, svg in panel.fragments.items()}

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
                parts.append(moved(x, y, *panel.fragments.values()))
                y += panel.height + GAP
            x += max(panel.width for panel in column) + GAP
            bottom = max(bottom, y)
        svg = element(
            "svg",
            DEFS,
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
