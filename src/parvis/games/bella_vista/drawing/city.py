"""The shared city: ground, squares to point at, buildings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from sys import intern
from typing import Any

from parvis.engine.drawing.fragment import Fragment, fragment
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.svg import place, rect
from parvis.engine.drawing.symbols import use
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import COLOURS, HEIGHTS
from parvis.games.bella_vista.drawing.buildings import NEUTRAL, building, latest
from parvis.games.bella_vista.drawing.outlines import Square
from parvis.games.bella_vista.drawing.plan import CITIES, EDGE, SQUARE, ground, spots_of
from parvis.games.bella_vista.labels import square_words

View = Mapping[str, Any]
PHONE = 390  # points across a phone, and how high a number must be there
LEGIBLE = 12.5


def city(view: View, speech: Speech, tall: bool) -> Panel:
    """The shared city. Which fragments there are never changes: a move changes few of them."""
    plan, cell, common = "/".join(view["map"]), view["cell"], speech.common
    names = [speech.name(seat) for seat in range(view["seats"])]
    key = (plan, cell, common, tall, view["latest"], names, view["buildings"])
    drawn, panel = LAST[0]
    if drawn != key:
        panel = built_city(view, plan, names, common, tall)
        LAST[0] = key, panel
    return panel


# All seats see the same city, one after the other: the last one that was drawn, and from what.
LAST: list[tuple[tuple[object, ...], Panel]] = [((), Panel("city", "board", "", 0, 0))]


def built_city(view: View, plan: str, names: list[str], speech: Speech, tall: bool) -> Panel:
    """The city with what was built."""
    cell = view["cell"]
    shown = empty_city(plan, cell, speech).copy()
    wide = len(view["map"][0]) * cell * SQUARE + 2 * EDGE
    high = len(view["map"]) * cell * SQUARE + 2 * EDGE
    digit = max(15, min(20.4, LEGIBLE * wide / PHONE)) if tall else 15
    for one in view["buildings"]:
        id, owner, squares = one["building"], one["owner"], tuple(one["squares"])
        if not squares:
            continue  # set aside
        for square in squares:
            shown["city-square-" + square] = NOTHING
        whose, name = (NEUTRAL, "") if owner is None else (owner, names[owner])
        shown["city-building-" + id] = building(
            plan, cell, squares, one["number"], whose, name, digit, speech
        )
        if id == view["latest"]:
            shown["city-latest"] = latest(plan, cell, squares)
    return Panel("city", "board", speech("bv.panel.city"), wide, high, fragments=shown)


@lru_cache(CITIES)
def empty_city(plan: str, cell: int, speech: Speech) -> dict[str, Fragment]:
    """The city before anything is built; the shadow of what is taller falls on what is lower."""
    shown = {"city-ground": ground(plan, cell, speech)}
    for square, spot in spots_of(plan, cell).items():
        shown[intern(f"city-square-{square}")] = noted_square(square, spot, speech)
    for number in range(1, HEIGHTS + 1):
        for colour in "abcd"[:COLOURS]:
            shown[f"city-building-{colour}{number}"] = NOTHING
    shown["city-latest"] = NOTHING
    return shown


@fragment
def nothing() -> str:
    """What is not there, or not yet."""
    return ""


NOTHING = nothing()


@fragment
def free_square(square: str, spot: Square, speech: Speech) -> str:
    """A square to build on; its outline is plain, for marks along it are copies of it."""
    which = layouts.LETTERS.index(square[0]) % 4
    x, y = EDGE + spot[0] * SQUARE, EDGE + spot[1] * SQUARE
    side = SQUARE - 2.4
    return place(
        f"square-{square}",
        rect(x + 1.2, y + 1.2, side, side, rx=3, fill="var(--sheet)", fill_opacity=0.28),
        use(f"bv-square-{which}", x, y),
        label=square_words(square, speech),
    )


# The same square at the same spot of many cities is one object.
noted_square = lru_cache(1 << 13)(free_square)
