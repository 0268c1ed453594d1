"""Bella Vista once more, slowly and obviously: sets of coordinates, no tables.

It knows a city as the set of its points and buildings as sets of points, and recomputes all that
follows from them whenever it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable

Point = tuple[int, int]


def beside(point: Point) -> list[Point]:
    x, y = point
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def edge(points: Iterable[Point]) -> set[Point]:
    """All points that share a side with these and are none of them."""
    points = set(points)
    return {there for point in points for there in beside(point)} - points


def pieces(points: set[Point]) -> list[set[Point]]:
    """Points joined by sides, piece by piece."""
    left, found = set(points), []
    while left:
        piece = {left.pop()}
        while more := edge(piece) & left:
            piece |= more
            left -= more
        found.append(piece)
    return found


class SlowCity:
    """A city from its map."""

    def __init__(self, rows: list[str]) -> None:
        self.tile: dict[Point, str] = {
            (2 * x + dx, 2 * y + dy): letter
            for y, row in enumerate(rows)
            for x, letter in enumerate(row)
            for dx in range(2)
            for dy in range(2)
            if letter != "."
        }
        self.parks = pieces({point for point, letter in self.tile.items() if letter == "*"})
        self.rivers = pieces({point for point, letter in self.tile.items() if letter in "12"})
        self.ground = {point for point, letter in self.tile.items() if letter.isalpha()}

    def square(self, name: str) -> Point:
        """The point of a square such as F32."""
        mine = [point for point, letter in self.tile.items() if letter == name[0]]
        left, top = min(x for x, _ in mine), min(y for _, y in mine)
        return (left + int(name[1]) - 1, top + int(name[2]) - 1)

    def on_border(self, house: set[Point]) -> bool:
        return any(there not in self.tile for point in house for there in beside(point))

    def by_park(self, house: set[Point]) -> int:
        return sum(bool(edge(house) & park) for park in self.parks)

    def by_river(self, house: set[Point]) -> int:
        return sum(bool(edge(house) & river) for river in self.rivers)

    def districts(self, house: set[Point]) -> set[str]:
        return {self.tile[point] for point in house}

    def meets(self, house: set[Point], constraint: str) -> bool:
        letters = {
            "flowers": "Ff",
            "butterflies": "Bb",
            "leaves": "Ll",
            "birds": "Oo",
            "hatched": "FBLO",
            "plain": "fblo",
        }
        if constraint in letters:
            return self.districts(house) <= set(letters[constraint])
        return {
            "park": self.by_park(house) > 0,
            "no-park": self.by_park(house) == 0,
            "no-river": self.by_river(house) == 0,
            "no-border": not self.on_border(house),
        }[constraint]


def turned(footprint: list[Point]) -> list[set[Point]]:
    """The four quarter turns of a footprint, moved to the origin, without repeats."""
    found: list[set[Point]] = []
    for _ in range(4):
        footprint = [(-y, x) for x, y in footprint]
        left, top = min(x for x, _ in footprint), min(y for _, y in footprint)
        here = {(x - left, y - top) for x, y in footprint}
        if here not in found:
            found.append(here)
    return found


def sites(city: SlowCity, footprint: list[Point], built: set[Point]) -> list[frozenset[Point]]:
    """Every way a footprint fits on free ground."""
    free = city.ground - built
    found = set()
    for shape in turned(footprint):
        for x, y in city.ground:
            for ox, oy in shape:
                house = frozenset((x - ox + dx, y - oy + dy) for dx, dy in shape)
                if house <= free:
                    found.add(house)
    return sorted(found, key=sorted)


def coins(house: set[Point], height: int, others: list[tuple[set[Point], int]]) -> int:
    """BV-4.6."""
    near = [tall for other, tall in others if edge(house) & other]
    return sum(tall < height for tall in near) + (3 if all(tall < height for tall in near) else 0)


def clusters(houses: list[set[Point]]) -> list[list[int]]:
    """Buildings that touch, as lists of their places in the list."""
    groups: list[list[int]] = []
    for n, house in enumerate(houses):
        touching = [g for g in groups if any(edge(house) & houses[m] for m in g)]
        merged = [n, *(m for g in touching for m in g)]
        groups = [*(g for g in groups if g not in touching), merged]
    return groups


def objectives(
    city: SlowCity, houses: list[tuple[set[Point], int]], height: str, group: str
) -> int:
    """BV-6.1 to BV-6.4."""
    total = 0
    for house, tall in houses:
        if height == "parks":
            total += tall * city.by_park(house)
        elif height == "rivers":
            total += tall * city.by_river(house)
        else:
            total += tall * city.on_border(house)
    groups = clusters([house for house, _ in houses])
    real = [g for g in groups if len(g) > 1]
    if group == "largest":
        total += 2 * max((sum(len(houses[n][0]) for n in g) for g in real), default=0)
    elif group == "each":
        total += 10 * len(real)
    else:
        total -= 5 * (len(groups) - len(real))
    return total
