"""The city of a view square by square: what lies where, for who is told it in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from parvis.games.bella_vista.city import joined
from parvis.games.bella_vista.labels import spots

View = Mapping[str, Any]
Spot = tuple[int, int]
SIDES = (("left", -1, 0), ("right", 1, 0), ("above", 0, -1), ("below", 0, 1))
LANDSCAPE = {"park": "*", "river": "12"}


class Ground:
    """Where the squares of the districts, the parks and the rivers lie, in squares."""

    def __init__(self, view: View) -> None:
        rows, cell = view["map"], view["cell"]
        self.wide, self.high = len(rows[0]) * cell, len(rows) * cell
        self.spots = spots(rows, cell)
        self.squares = {spot: square for square, spot in self.spots.items()}
        self.land: dict[Spot, str] = {}  # the place of the park or river on a spot
        for what, letters in LANDSCAPE.items():
            for number, group in enumerate(joined(rows, letters), 1):
                for x, y in group:
                    for spot in cell_spots(x, y, cell):
                        self.land[spot] = f"{what}-{number}"
        self.built = {
            square: one for one in view["buildings"] if one["squares"] for square in one["squares"]
        }

    def spots_of(self, place: str) -> list[Spot]:
        """Where a park or a river lies."""
        return [spot for spot, name in self.land.items() if name == place]

    def touching(self, around: Iterable[Spot]) -> tuple[list[str], list[Mapping[str, Any]], bool]:
        """Parks and rivers, then buildings, next to some spots; and whether the border is."""
        inside = set(around)
        lands: dict[str, None] = {}
        buildings: dict[str, Mapping[str, Any]] = {}
        border = False
        for x, y in sorted(inside):
            for _, right, down in SIDES:
                spot = x + right, y + down
                if spot in inside:
                    continue
                if spot in self.land:
                    lands[self.land[spot]] = None
                elif spot not in self.squares:
                    border = True
                elif self.squares[spot] in self.built:
                    one = self.built[self.squares[spot]]
                    buildings[one["building"]] = one
        return sorted(lands), list(buildings.values()), border


def cell_spots(x: int, y: int, cell: int) -> list[Spot]:
    """The spots of a cell of the map."""
    return [(x * cell + dx, y * cell + dy) for dy in range(cell) for dx in range(cell)]


def bounds(around: Iterable[Spot]) -> dict[str, object]:
    """The columns and rows that some spots take, counted from 1."""
    found = list(around)
    return {
        "left": min(x for x, _ in found) + 1,
        "right": max(x for x, _ in found) + 1,
        "top": min(y for _, y in found) + 1,
        "bottom": max(y for _, y in found) + 1,
    }
