"""A drawing is made of panels, and a panel of fragments.

A page puts the panels where they belong by their role and draws a fragment again only when its
values have changed. A sheet puts all panels below and beside each other into one picture, with
the symbols that they refer to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Literal

from parvis.engine.drawing.fragment import Fragment
from parvis.engine.drawing.icons import SIGNS
from parvis.engine.drawing.patterns import PATTERNS
from parvis.engine.drawing.svg import Number, element, moved, rect, text
from parvis.engine.drawing.symbols import Symbols, definitions, used
from parvis.engine.drawing.tokens import settle

# board: the shared ground, or my own where each has one; hand: what I hold; area: another
# player's things; supply: stocks, rows and piles that are not on the board.
Role = Literal["board", "hand", "area", "supply"]
# Where a picture stands alone the page's typeface is not there: those that follow are as narrow.
FONT = "'Atkinson Hyperlegible', 'DejaVu Sans Condensed', 'Segoe UI', Arial, sans-serif"
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

    def sheet(self, theme: str = "light", tall: bool = False, head: Sequence[str] = ()) -> str:
        """One picture that stands alone: the board first, the rest below it or in columns beside it
        that are no higher. `head` are lines of text above all."""
        layout = self.layout(tall, len(head))
        parts = [*headlines(head), *(drawn(*spot) for spot in layout.spots)]
        return self.part(parts, (0, 0, layout.width, layout.height), theme)

    def layout(self, tall: bool = False, lines: int = 0) -> Layout:
        """Where the panels of a sheet stand, below so many lines of text."""
        top: Number = GAP + TITLE * lines
        x: Number = GAP
        bottom: Number = 0
        spots: list[tuple[Panel, Number, Number]] = []
        for column in self.columns(tall):
            y = top
            for panel in column:
                spots.append((panel, x, y))
                y += with_title(panel)
            x += max(panel.width for panel in column) + GAP
            bottom = max(bottom, y)
        return Layout(spots, x, bottom)

    def part(
        self, parts: Sequence[str], box: tuple[Number, Number, Number, Number], theme: str
    ) -> str:
        """Some of a sheet as a picture that stands alone: what lies in a box (x, y, width, height)
        of it."""
        symbols = used("".join(parts), {**KIT, **self.symbols})
        svg = element(
            "svg",
            definitions(symbols),
            rect(*box, fill="var(--paper)"),
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=" ".join(f"{float(edge):.10g}" for edge in box),
            width=f"{float(box[2]):.10g}",
            height=f"{float(box[3]):.10g}",
            font_family=FONT,
        )
        return settle(svg, theme)

    def columns(self, tall: bool) -> list[list[Panel]]:
        """The panels as a sheet has them beside each other."""
        boards, hands, rest = (
            [panel for panel in self.panels if panel.role in roles]
            for roles in (("board",), ("hand",), ("supply", "area"))
        )
        rest.sort(key=lambda panel: panel.role == "area")
        if tall or not boards + hands or not rest:
            return [boards + hands + rest]
        ways = ways_of(boards + hands, rest)
        if len(hands) > 1:  # all are open, and none is mine
            ways += ways_of(boards, rest + hands)
        return min(ways, key=longest)


@dataclass(frozen=True)
class Layout:
    """A sheet: its panels, each with where its title stands, or itself if it has none."""

    spots: list[tuple[Panel, Number, Number]]
    width: Number
    height: Number


def headlines(lines: Sequence[str]) -> list[str]:
    """The lines above a sheet, the first one bold."""
    return [
        text(GAP, GAP + TITLE * (row + 0.5), line, 15, font_weight=None if row else "bold")
        for row, line in enumerate(lines)
    ]


def drawn(panel: Panel, x: Number, y: Number) -> str:
    """A panel with its title, in a sheet."""
    if not panel.title:
        return moved(x, y, *panel.texts().values())
    title = text(x, y + TITLE / 2, panel.title, 15, font_weight="bold")
    return title + moved(x, y + TITLE, *panel.texts().values())


def ways_of(main: list[Panel], rest: list[Panel]) -> list[list[list[Panel]]]:
    """Some panels in a column, and the others in columns beside it, of any height."""
    heights = [sum(map(with_title, rest[:count])) for count in range(1, len(rest) + 1)]
    return [[main, *columns_of(rest, height)] for height in heights if main]


def columns_of(panels: Sequence[Panel], height: Number) -> list[list[Panel]]:
    """Panels in their order, in columns as high as this, or as one panel that is higher."""
    columns: list[list[Panel]] = []
    left: Number = 0
    for panel in panels:
        if not columns or with_title(panel) > left:
            columns.append([])
            left = height
        columns[-1].append(panel)
        left -= with_title(panel)
    return columns


def longest(columns: Sequence[Sequence[Panel]]) -> float:
    """How large a sheet of four to three must be to hold these columns."""
    width = sum(max(panel.width for panel in column) + GAP for column in columns)
    height = max(sum(map(with_title, column)) for column in columns)
    return max(width / 4, height / 3)


def with_title(panel: Panel) -> Number:
    """How high a panel is in a sheet."""
    return panel.height + GAP + (TITLE if panel.title else 0)
