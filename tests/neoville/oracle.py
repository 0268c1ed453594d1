"""The rules of Neoville once more, slow and obvious, from nothing but a view.

Nothing of the game's own code is used here, only the data of the view.
"""

from __future__ import annotations

from itertools import product
from typing import Any

Spot = tuple[int, int]
Square = tuple[str, str]  # terrain letter and icon


def squares_of_tile(look: str) -> dict[Spot, Square]:
    """The squares of a tile's text by row and column."""
    found: dict[Spot, Square] = {}
    for row, letters in enumerate(look.split("/")):
        column = -1
        for letter in letters:
            if letter in "*+":
                found[row, column] = (found[row, column][0], letter)
            else:
                column += 1
                found[row, column] = (letter, "")
    return found


def turned(tile: dict[Spot, Square]) -> dict[Spot, Square]:
    """A quarter turn clockwise."""
    return {(column, 1 - row): square for (row, column), square in tile.items()}


def slot_at(name: str) -> Spot:
    return int(name[1]) - 1, "abcdefg".index(name[0])


def square_at(name: str) -> Spot:
    row, column = slot_at(name)
    return row * 2 + name[2:].startswith("s"), column * 2 + name[2:].endswith("e")


def ground(city: dict[str, Any]) -> dict[Spot, Square]:
    """All squares of a city."""
    found: dict[Spot, Square] = {}
    for name, look in city["tiles"].items():
        row, column = slot_at(name)
        for (down, across), square in squares_of_tile(look).items():
            found[row * 2 + down, column * 2 + across] = square
    return found


def district(squares: dict[Spot, Square], spot: Spot) -> frozenset[Spot]:
    """Squares of one terrain that hang together."""
    found: set[Spot] = set()
    todo = [spot]
    while todo:
        here = todo.pop()
        if here in found or here not in squares or squares[here][0] != squares[spot][0]:
            continue
        found.add(here)
        row, column = here
        todo += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return frozenset(found)


def same_shape(one: frozenset[Spot], other: list[list[int]], mirror: bool) -> bool:
    """Whether a district has a shape in any direction."""

    def pushed(cells: Any) -> frozenset[Spot]:
        top = min(row for row, _ in cells)
        left = min(column for _, column in cells)
        return frozenset((row - top, column - left) for row, column in cells)

    shape = [(row, column) for row, column in other]
    for flip in (False, True) if mirror else (False,):
        cells = [(row, -column) for row, column in shape] if flip else shape
        for _ in range(4):
            if pushed(cells) == pushed(one):
                return True
            cells = [(column, -row) for row, column in cells]
    return False


def windmill(city: dict[str, Any], stands: str, spot: Spot) -> int:
    """1 if every frame of 4 × 4 around the city suits it, -1 if none does, else 0."""
    slots = [slot_at(name) for name in city["tiles"]]
    tile = (spot[0] // 2, spot[1] // 2)
    suits: list[bool] = []
    for top, left in product(range(-3, 7), repeat=2):
        frame = set(product(range(top, top + 4), range(left, left + 4)))
        if not set(slots) <= frame:
            continue
        row, column = tile[0] - top, tile[1] - left
        suits.append(
            {
                "left": column == 0,
                "right": column == 3,
                "top": row == 0,
                "bottom": row == 3,
                "corner": row in (0, 3) and column in (0, 3),
                "centre": row in (1, 2) and column in (1, 2),
            }[stands]
        )
    return 1 if all(suits) else -1 if not any(suits) else 0


def points(view: dict[str, Any]) -> list[int]:
    """The points of every seat."""
    cities = view["cities"]
    grounds = [ground(city) for city in cities]
    counts = [
        [sum(1 for _, icon in squares.values() if icon == sign) for sign in "*+"]
        for squares in grounds
    ]
    totals: list[int] = []
    for seat, city in enumerate(cities):
        total = city_points(view, city, grounds[seat])
        for n in range(2):
            if counts[seat][n] == max(count[n] for count in counts):
                total += 5
        totals.append(total)
    return totals


def city_points(view: dict[str, Any], city: dict[str, Any], squares: dict[Spot, Square]) -> int:
    """The points of a city's pieces."""
    kinds = view["box"]["pieces"]
    mirror = view["options"]["biodome_mirror"]
    pieces = {square_at(piece["square"]): kinds[piece["kind"]] for piece in city["pieces"]}
    total = 0
    for whole in {district(squares, spot) for spot in squares}:
        towers = sorted(
            kind["points"] for spot, kind in pieces.items() if spot in whole and "terrain" in kind
        )
        met = [value for value in towers if value <= len(whole)]
        if met:
            total += met[-1]
        elif towers:
            total -= towers[0]
        domes = [kind for spot, kind in pieces.items() if spot in whole and "cells" in kind]
        fitting = [kind["points"] for kind in domes if same_shape(whole, kind["cells"], mirror)]
        total -= sum(kind["points"] for kind in domes)
        if fitting:
            total += 2 * max(fitting)
    for spot, kind in pieces.items():
        if "stands" in kind:
            total += kind["points"] * windmill(city, kind["stands"], spot)
        if "counts" in kind:
            seen = sum(
                1
                for other in squares
                if (other[0] == spot[0] or other[1] == spot[1])
                and counted(kind["counts"], squares[other][1], pieces.get(other), other == spot)
            )
            total += kind["points"] if seen >= kind["least"] else -kind["points"]
    return total


def counted(what: str, icon: str, piece: dict[str, Any] | None, itself: bool) -> bool:
    """Whether an ecomobile counts a square."""
    if what == "parks":
        return icon == "*"
    if what == "sports":
        return icon == "+"
    if what == "icons":
        return icon != ""
    if what == "skyscrapers":
        return piece is not None and "terrain" in piece
    return piece is not None and "terrain" not in piece and not itself


def placements(view: dict[str, Any], seat: int) -> set[tuple[str, str]]:
    """The legal placements of a seat to lay a tile: slot and the tile as it would lie."""
    city = view["cities"][seat]
    taken = {slot_at(name) for name in city["tiles"]}
    hand = view["hands"][seat]
    looks = {*hand["shown"], *hand["own"]}
    every: dict[str, list[tuple[str, str, bool]]] = {}
    for look in looks:
        every[look] = []
        tile = squares_of_tile(look)
        for _ in range(4):
            for slot in open_slots(taken):
                laid = (name_of(slot), text_of(tile), joins(view, city, slot, tile))
                every[look].append(laid)
            tile = turned(tile)
    if view["options"]["merge_exception"] == "tile":
        groups = list(every.values())
    else:
        groups = [[laid for group in every.values() for laid in group]]
    found: set[tuple[str, str]] = set()
    for group in groups:
        free = [(name, text) for name, text, bad in group if not bad]
        found |= set(free or [(name, text) for name, text, _ in group])
    return found


def open_slots(taken: set[Spot]) -> list[Spot]:
    """Where the next tile may go."""
    if not taken:
        return [(3, 3)]
    found = []
    for row, column in product(range(-3, 10), repeat=2):
        box = taken | {(row, column)}
        high = max(r for r, _ in box) - min(r for r, _ in box)
        wide = max(c for _, c in box) - min(c for _, c in box)
        sides = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        if (row, column) not in taken and sides & taken and high < 4 and wide < 4:
            found.append((row, column))
    return found


def joins(view: dict[str, Any], city: dict[str, Any], slot: Spot, tile: dict[Spot, Square]) -> bool:
    """Whether two districts that each hold a skyscraper become one."""
    squares = ground(city)
    kinds = view["box"]["pieces"]
    before = {
        district(squares, square_at(piece["square"]))
        for piece in city["pieces"]
        if "terrain" in kinds[piece["kind"]]
    }
    after = dict(squares)
    for (row, column), square in tile.items():
        after[slot[0] * 2 + row, slot[1] * 2 + column] = square
    new = {district(after, min(old)) for old in before}
    return len(new) < len(before)


def name_of(slot: Spot) -> str:
    return f"{'abcdefg'[slot[1]]}{slot[0] + 1}"


def text_of(tile: dict[Spot, Square]) -> str:
    parts = ["".join(tile[spot]) for spot in ((0, 0), (0, 1), (1, 0), (1, 1))]
    return f"{parts[0]}{parts[1]}/{parts[2]}{parts[3]}"
