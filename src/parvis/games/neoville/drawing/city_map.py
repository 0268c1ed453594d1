"""The map of a city: tiles, districts, pieces and how they are doing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from parvis.engine.drawing.svg import group, moved, number, path, place, rect, text
from parvis.engine.words import Speech
from parvis.games.neoville.components import QUADRANTS, SIDE
from parvis.games.neoville.drawing.pictures import INKS, badge, piece_picture, square_picture
from parvis.games.neoville.labels import (
    name_at,
    slot_at,
    square_at,
    square_word,
    squares_of,
)
from parvis.games.neoville.schema import View

MARGIN = 18  # for the letters and numbers along the edges
STATE_KEYS = {
    "met": "#nv.state.met",
    "short": "#nv.state.short",
    "spare": "#nv.state.spare",
    "open": "#nv.state.open",
    "second": "#nv.state.second",
}
Spot = tuple[int, int]


class CityMap:
    """A city drawn in a square of this width.

    Shown are its tiles and all slots that a next tile could go to: the box and one more on each
    side, as far as 4 × 4 allows.
    """

    def __init__(self, view: View, seat: int, speech: Speech, width: int, own: bool) -> None:
        self.view = view
        self.seat = seat
        self.speech = speech
        self.own = own
        self.city = view["cities"][seat]
        self.kinds = cast(Mapping[str, Mapping[str, Any]], view["box"]["pieces"])
        box = self.city["box"] or ["d4", "d4"]
        (top, left), (bottom, right) = slot_at(box[0]), slot_at(box[1])
        bare = not self.city["tiles"]
        self.rows = [top] if bare else span(top, bottom)
        self.columns = [left] if bare else span(left, right)
        across = max(SIDE, len(self.rows), len(self.columns))
        self.size = (width - MARGIN) / across / 2  # of a square
        self.width = width
        self.height = round(MARGIN + self.size * 2 * max(SIDE, len(self.rows))) + 4
        # Few columns or rows stand in the middle.
        self.left = MARGIN + (across - len(self.columns)) * self.size
        self.top = MARGIN + (max(SIDE, len(self.rows)) - len(self.rows)) * self.size
        self.grounds: dict[Spot, tuple[int, int]] = {}
        for name, look in self.city["tiles"].items():
            row, column = slot_at(name)
            for n, square in enumerate(squares_of(look)):
                self.grounds[row * 2 + n // 2, column * 2 + n % 2] = square
        self.pieces = {square_at(piece["square"]): piece for piece in self.city["pieces"]}

    def x(self, column: int) -> float:
        """Where a column of squares begins."""
        return self.left + (column - self.columns[0] * 2) * self.size

    def y(self, row: int) -> float:
        """Where a row of squares begins."""
        return self.top + (row - self.rows[0] * 2) * self.size

    def fragments(self) -> Iterator[tuple[str, str]]:
        """The map's fragments in their order."""
        yield "edges", self.edges()
        for row in self.rows:
            for column in self.columns:
                name = name_at(row, column)
                drawn = self.tile(name) if name in self.city["tiles"] else self.slot(name)
                yield f"slot-{name}", drawn
        yield "borders", self.borders()
        yield "districts", group(*self.outlines(), pointer_events="none")
        yield "pieces", group(*self.standing(), pointer_events="none")

    def edges(self) -> str:
        """Letters above, numbers at the left; the frame once it is settled."""
        parts: list[str] = []
        for column in self.columns:
            x = self.x(column * 2) + self.size
            parts.append(text(x, self.top - 9, "abcdefg"[column], 12, "middle", fill="var(--soft)"))
        for row in self.rows:
            y = self.y(row * 2) + self.size
            parts.append(text(self.left - 9, y, str(row + 1), 12, "middle", fill="var(--soft)"))
        if len(self.rows) == len(self.columns) == SIDE and self.settled():
            parts.append(
                rect(
                    self.left - 2, self.top - 2, 8 * self.size + 4, 8 * self.size + 4, rx=3,
                    fill="none", stroke="var(--ink)", stroke_width=2,
                )
            )  # fmt: skip
        return group(*parts)

    def settled(self) -> bool:
        """Whether the city is 4 wide and 4 high already."""
        (top, left), (bottom, right) = (slot_at(name) for name in self.city["box"])
        return bottom - top == right - left == SIDE - 1

    def slot(self, name: str) -> str:
        """A slot without a tile: dashes, since something could be there."""
        row, column = slot_at(name)
        x, y, size = self.x(column * 2), self.y(row * 2), self.size * 2
        parts = [
            rect(
                x + 3, y + 3, size - 6, size - 6, rx=4, fill="var(--sheet)", stroke="var(--line)",
                stroke_width=1.5, stroke_dasharray="5 5",
            )
        ]  # fmt: skip
        label = self.speech("nv.label.slot", slot=name)
        if not self.city["tiles"] and self.size > 30:
            words = self.speech("nv.draw.bare").split()
            half = (len(words) + 1) // 2  # two lines, for the small slot of a phone
            for line, part in enumerate((words[:half], words[half:])):
                middle = y + size / 2 + 16 * line - 8
                said = " ".join(part)
                parts.append(text(x + size / 2, middle, said, 12, "middle", fill="var(--soft)"))
        return place(f"slot-{self.seat}-{name}", *parts, label=label)

    def tile(self, name: str) -> str:
        """A tile: four squares, each a place of its own."""
        row, column = slot_at(name)
        # The outline of the whole, which a page marks when it speaks of the slot.
        whole = self.size * 2
        parts = [rect(self.x(column * 2), self.y(row * 2), whole, whole, fill="none")]
        for n, square in enumerate(squares_of(self.city["tiles"][name])):
            spot = (row * 2 + n // 2, column * 2 + n % 2)
            drawn = moved(self.x(spot[1]), self.y(spot[0]), square_picture(square, self.size))
            label = self.square_label(name + QUADRANTS[n], spot)
            parts.append(place(f"square-{self.seat}-{name}-{QUADRANTS[n]}", drawn, label=label))
        return place(f"slot-{self.seat}-{name}", *parts)

    def square_label(self, name: str, spot: Spot) -> str:
        """A square in words, with what stands on it."""
        piece = self.pieces.get(spot)
        if piece is None and not self.own:
            return ""  # in other cities only pieces are worth a word
        ground = square_word(self.grounds[spot])
        if piece is None:
            return self.speech("nv.label.square", square=name, ground=ground)
        kind = self.kinds[piece["kind"]]
        return self.speech(
            "nv.label.standing", square=name, ground=ground, piece=kind["piece"],
            mark=kind["mark"], state=STATE_KEYS[piece["state"]],
        )  # fmt: skip

    def borders(self) -> str:
        """Ink where terrains meet, hairlines where only tiles do, a quiet mark on the last tile."""
        strong: list[str] = []
        faint: list[str] = []
        for (row, column), (terrain, _) in self.grounds.items():
            x, y, size = self.x(column), self.y(row), self.size
            for down, across in ((1, 0), (0, 1)):
                other = self.grounds.get((row + down, column + across))
                if other is None:
                    continue
                start = f"M{number(x + across * size)} {number(y + down * size)}"
                stroke = start + (f"h{number(size)}" if down else f"v{number(size)}")
                if other[0] != terrain:
                    strong.append(stroke)
                elif (row if down else column) % 2:
                    faint.append(stroke)
        parts = [
            path("".join(faint), stroke="var(--line)", stroke_width=0.75, fill="none"),
            path("".join(strong), stroke="var(--ink)", stroke_width=1.25, fill="none"),
        ]
        parts += [
            rect(
                self.x(column * 2), self.y(row * 2), self.size * 2, self.size * 2,
                fill="none", stroke="var(--ink)", stroke_width=1.5,
            )
            for row, column in map(slot_at, self.city["tiles"])
        ]  # fmt: skip
        if self.is_last():
            parts.append(self.last_mark())
        return group(*parts, pointer_events="none")

    def is_last(self) -> bool:
        """Whether the last tile of all was laid in this city."""
        view = self.view
        if view["slot"] is None:
            return False
        active = view["active"]
        if active is None:
            return (view["first"] - 1) % view["seats"] == self.seat
        if view["phase"] == "tile":
            return (active - 1) % view["seats"] == self.seat
        return active == self.seat

    def last_mark(self) -> str:
        """Corners around the last tile."""
        row, column = slot_at(self.view["slot"] or "")
        x, y, size = self.x(column * 2), self.y(row * 2), self.size * 2
        arm = size / 6
        corners = "".join(
            f"M{number(cx + dx * arm)} {number(cy)}H{number(cx)}V{number(cy + dy * arm)}"
            for cx, cy, dx, dy in (
                (x, y, 1, 1), (x + size, y, -1, 1), (x, y + size, 1, -1),
                (x + size, y + size, -1, -1),
            )
        )  # fmt: skip
        return path(corners, stroke="var(--ink)", stroke_width=4, fill="none")

    def district(self, spot: Spot) -> set[Spot]:
        """The squares of a square's district."""
        terrain = self.grounds[spot][0]
        found = {spot}
        todo = [spot]
        while todo:
            row, column = todo.pop()
            for near in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if near not in found and self.grounds.get(near, (-1, 0))[0] == terrain:
                    found.add(near)
                    todo.append(near)
        return found

    def outlines(self) -> Iterator[str]:
        """Every district with a skyscraper: a firm line if one is satisfied, dashes if not yet."""
        done: set[Spot] = set()
        for spot, piece in self.pieces.items():
            kind = self.kinds[piece["kind"]]
            if "terrain" not in kind or spot in done:
                continue
            district = self.district(spot)
            done |= district
            met = any(
                self.pieces[other]["state"] == "met"
                for other in district & self.pieces.keys()
                if "terrain" in self.kinds[self.pieces[other]["kind"]]
            )
            width = max(2.5, self.size / 18)
            yield path(
                self.outline(district, width / 2 + 1.5),
                stroke=f"var(--{INKS[self.grounds[spot][0]]})",
                stroke_width=width,
                stroke_dasharray=None
                if met
                else f"{number(self.size / 7)} {number(self.size / 9)}",
                fill="none",
            )

    def outline(self, district: set[Spot], inset: float) -> str:
        """The edge of a district, drawn a little inside it."""
        parts: list[str] = []
        for row, column in sorted(district):
            x, y, size = self.x(column), self.y(row), self.size
            for down in (-1, 1):
                if (row + down, column) in district:
                    continue
                level = y + inset if down < 0 else y + size - inset
                ends = []
                for side, edge in ((-1, x), (1, x + size)):
                    ends.append(edge - side * bend(district, row, column, down, side) * inset)
                parts.append(f"M{number(ends[0])} {number(level)}H{number(ends[1])}")
            for across in (-1, 1):
                if (row, column + across) in district:
                    continue
                level = x + inset if across < 0 else x + size - inset
                ends = []
                for side, edge in ((-1, y), (1, y + size)):
                    beside = (row + side, column) in district
                    corner = (row + side, column + across) in district
                    turn = 1 if not beside else -1 if corner else 0
                    ends.append(edge - side * turn * inset)
                parts.append(f"M{number(level)} {number(ends[0])}V{number(ends[1])}")
        return "".join(parts)

    def standing(self) -> Iterator[str]:
        """The pieces, then how they are doing."""
        for (row, column), piece in self.pieces.items():
            kind = self.kinds[piece["kind"]]
            x, y = self.x(column), self.y(row)
            yield moved(x, y, piece_picture(kind, self.size, piece["state"]))
            yield moved(x, y, badge(kind, piece, self.size))


def span(first: int, last: int) -> list[int]:
    """The rows (or columns) of slots to show for a city that spans first to last."""
    return list(range(max(first - 1, last - SIDE + 1), min(last + 1, first + SIDE - 1) + 1))


def bend(district: set[Spot], row: int, column: int, down: int, side: int) -> int:
    """How a level edge ends: 1 before a corner, -1 beyond one that turns outwards, 0 going on."""
    if (row, column + side) not in district:
        return 1
    return -1 if (row + down, column + side) in district else 0
