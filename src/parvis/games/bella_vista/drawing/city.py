"""The shared city: ground, squares to point at, buildings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import group, line, moved, place, rect
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.city import joined
from parvis.games.bella_vista.drawing.pictures import (
    NEUTRAL_OWNER,
    SQUARE,
    TINTS,
    building,
    district,
    park,
    river,
    symbol,
)
from parvis.games.bella_vista.labels import spots, square_words

View = Mapping[str, Any]
Spots = Mapping[str, tuple[int, int]]
EDGE = 17  # units around the city
PHONE = 390  # points across a phone, and how high a number must be there
LEGIBLE = 12.5


def city(view: View, speech: Speech, tall: bool) -> Panel:
    """The shared city: ground, squares to point at, buildings."""
    cell = view["cell"] * SQUARE
    wide, high = len(view["map"][0]) * cell, len(view["map"]) * cell
    panel = Panel("city", "board", speech("bv.panel.city"), wide + 2 * EDGE, high + 2 * EDGE)
    panel.add("ground", moved(EDGE, EDGE, ground(tuple(view["map"]), cell)))
    where = spots(view["map"], view["cell"])
    taken = {square for one in view["buildings"] for square in one["squares"]}
    for square, spot in where.items():  # each a fragment: a move changes few of them
        if square not in taken:
            panel.add(f"square-{square}", moved(EDGE, EDGE, free_square(square, spot, speech)))
    standing = [one for one in view["buildings"] if one["squares"]]
    digit = max(0.5, min(0.68, LEGIBLE * panel.width / PHONE / SQUARE)) if tall else 0.5
    for one in sorted(standing, key=lambda one: depth(one, where)):
        panel.add(
            f"building-{one['building']}",
            moved(EDGE, EDGE, standing_building(view, one, where, digit, speech)),
        )
    return panel


@lru_cache(64)
def ground(rows: tuple[str, ...], cell: int) -> str:
    """The tiles of the city, seen from above."""
    parts: list[str] = []
    seen: set[str] = set()
    high, wide = len(rows), len(rows[0])
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            if letter == ".":
                continue
            # One soft shadow under the whole city, cell by cell.
            parts.insert(0, rect(x * cell + 4, y * cell + 5, cell, cell, fill="var(--shadow)"))
            if letter == "*":
                parts.append(park(x * cell, y * cell, cell))
            elif letter in "12":
                parts.append(river(x * cell, y * cell, cell, cell))
            elif letter not in seen:
                seen.add(letter)
                kind = layouts.LETTERS.index(letter)
                parts.append(rect(x * cell, y * cell, 2 * cell, 2 * cell, fill="var(--sheet)"))
                parts.append(district(kind, x * cell, y * cell, 2 * cell))
    for y in range(high + 1):
        for x in range(wide + 1):
            parts += seams(rows, x, y, cell)
    for what, letters in (("park", "*"), ("river", "12")):
        for n, cells in enumerate(joined(list(rows), letters), 1):
            parts.append(
                place(
                    f"{what}-{n}",
                    *(rect(x * cell, y * cell, cell, cell, fill="transparent") for x, y in cells),
                )
            )
    return group(*parts)


def seams(rows: tuple[str, ...], x: int, y: int, cell: int) -> list[str]:
    """The lines between tiles, and the strong edge of the city, up and left of a corner."""
    here = letter_at(rows, x, y)
    parts: list[str] = []
    for other, x2, y2 in (
        (letter_at(rows, x, y - 1), x + 1, y),
        (letter_at(rows, x - 1, y), x, y + 1),
    ):
        if here == other or {here, other} == {"1", "2"}:
            continue
        edge = "." in (here, other)
        parts.append(
            line(
                x * cell,
                y * cell,
                x2 * cell,
                y2 * cell,
                stroke="var(--ink)",
                stroke_width=2 if edge else 1,
                stroke_linecap="round",
            )
        )
    return parts


def letter_at(rows: tuple[str, ...], x: int, y: int) -> str:
    """The letter of a cell; a dot outside the map."""
    return rows[y][x] if 0 <= y < len(rows) and 0 <= x < len(rows[0]) else "."


def free_square(square: str, spot: tuple[int, int], speech: Speech) -> str:
    """A square to build on, with the symbol of its district."""
    return place(
        f"square-{square}",
        free_ground(layouts.LETTERS.index(square[0]) % 4, spot),
        label=square_words(square, speech),
    )


@lru_cache(2048)
def free_ground(which: int, spot: tuple[int, int]) -> str:
    """What is seen of a free square."""
    x, y = spot[0] * SQUARE, spot[1] * SQUARE
    return group(
        rect(
            x + 1.2,
            y + 1.2,
            SQUARE - 2.4,
            SQUARE - 2.4,
            rx=3,
            fill="var(--sheet)",
            fill_opacity=0.28,
            stroke=f"var(--{TINTS[which]}-ink)",
            stroke_opacity=0.25,
        ),
        symbol(which, x + SQUARE / 2, y + SQUARE / 2, 0.43 * SQUARE, opacity=0.6),
    )


def depth(one: Mapping[str, Any], where: Spots) -> tuple[int, int, str]:
    """Buildings further down and further right are nearer to the eye."""
    mine = [where[square] for square in one["squares"]]
    return (max(y for _, y in mine), max(x for x, _ in mine), one["building"])


def standing_building(
    view: View,
    one: Mapping[str, Any],
    where: Spots,
    digit: float,
    speech: Speech,
) -> str:
    """A building of the city; each of its squares can be pointed at."""
    seat = one["owner"]
    who = NEUTRAL_OWNER if seat is None else seat
    whose = "#bv.neutral" if seat is None else f"@{seat}"
    label = speech("bv.label.building", number=one["number"], owner=whose)
    cells = frozenset(where[square] for square in one["squares"])
    volume = building(
        cells,
        one["number"],
        who,
        fresh=one["building"] == view["latest"],
        digit=digit,
    )
    hits = [
        place(
            f"square-{square}",
            rect(
                where[square][0] * SQUARE,
                where[square][1] * SQUARE,
                SQUARE,
                SQUARE,
                fill="transparent",
            ),
            label=label,
        )
        for square in one["squares"]
    ]
    return group(volume, *hits)
