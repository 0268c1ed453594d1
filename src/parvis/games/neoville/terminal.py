"""The cities as maps of letters, for a terminal.

A square is the first letter of its terrain, then what is on it: `+` a park, `*` a sport, or a
piece. Tiles are kept apart, so that a slot's name can be read off the edges.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from parvis.engine.words import Speech
from parvis.games.neoville.components import SQUARE_WORDS, TERRAINS
from parvis.games.neoville.labels import name_at, piece_label, slot_at, squares_of
from parvis.games.neoville.schema import CityView, View

ICONS = ("", "+", "*")
WIDTH = 5  # characters of a square


def words(view: View, speech: Speech) -> dict[str, str]:
    """The cities as maps, and of the stock only what is left."""
    found: dict[str, str] = {}
    for seat in range(view["seats"]):
        lines = [*map_of(view, seat, speech), *told(view, seat, speech)]
        if seat == (view["seat"] or 0):
            lines.append(legend(speech))
        found[f"city-{seat}"] = "\n".join(lines)
    kinds = cast(Mapping[str, Mapping[str, Any]], view["box"]["pieces"])
    left = [
        piece_label(kinds[code], speech) + (f" ×{count}" if count > 1 else "")
        for code, count in view["stock"].items()
    ]
    found["stock"] = " · ".join(left) or "–"
    return found


def letters(speech: Speech) -> list[str]:
    """The first letters of the terrains."""
    return [speech.spoken(SQUARE_WORDS[0][terrain])[0] for terrain in range(len(TERRAINS))]


def legend(speech: Speech) -> str:
    """What the letters and signs mean."""
    names = [speech.spoken(SQUARE_WORDS[0][terrain]) for terrain in range(len(TERRAINS))]
    signs = [f"+ {speech('nv.park')}", f"* {speech('nv.sport')}"]
    return " · ".join([*(f"{name[0]} {name}" for name in names), *signs])


def map_of(view: View, seat: int, speech: Speech) -> list[str]:
    """A city with a rim of empty slots, two lines for a row of tiles."""
    city = view["cities"][seat]
    if not city["tiles"]:
        return ["–"]
    spots = [slot_at(name) for name in city["tiles"]]
    top, bottom = min(row for row, _ in spots) - 1, max(row for row, _ in spots) + 1
    left, right = min(column for _, column in spots) - 1, max(column for _, column in spots) + 1
    span = [column for column in range(left, right + 1) if 0 <= column < 7]
    pieces = {piece["square"]: piece["kind"] for piece in city["pieces"]}
    lines = ["   " + " ".join(f"{name_at(0, column)[0]:^{2 * WIDTH}}" for column in span)]
    for row in range(max(0, top), min(6, bottom) + 1):
        for half in (0, 1):
            parts = [square_row(city, pieces, row, column, half, speech) for column in span]
            lines.append(f"{row + 1 if half == 0 else ' '}  " + " ".join(parts))
    return lines


def square_row(
    city: CityView, pieces: Mapping[str, str], row: int, column: int, half: int, speech: Speech
) -> str:
    """Two squares of a tile, side by side."""
    name = name_at(row, column)
    look = city["tiles"].get(name)
    if look is None:
        return f"{'·' if half == 0 else ' ':^{2 * WIDTH}}"
    squares = squares_of(look)
    first = letters(speech)
    shown: list[str] = []
    for place, quadrant in enumerate(("nw", "ne") if half == 0 else ("sw", "se")):
        terrain, icon = squares[2 * half + place]
        piece = short(pieces.get(name + quadrant, ""))
        shown.append(f"{first[terrain] + ICONS[icon] + piece:{WIDTH}}")
    return "".join(shown)


def short(code: str) -> str:
    """A piece in few letters: E10 as it is, eco-parks4 as ep4, mill-left as mle.

    >>> [short(code) for code in ("E10", "eco-parks4", "mill-left", "dome-T4", "")]
    ['E10', 'ep4', 'mle', 'dT4', '']
    """
    kind, dash, rest = code.partition("-")
    if not dash:
        return code
    if kind == "dome":
        return f"d{rest}"
    if kind == "mill":
        return f"m{rest[:2]}"
    return f"e{rest[0]}{rest[-1]}"


def told(view: View, seat: int, speech: Speech) -> list[str]:
    """The pieces in words, and the icons."""
    city = view["cities"][seat]
    kinds = cast(Mapping[str, Mapping[str, Any]], view["box"]["pieces"])
    lines = [
        f"{speech('nv.label.parks', n=city['parks'])} · "
        f"{speech('nv.label.sports', n=city['sports'])}"
    ]
    for piece in city["pieces"]:
        label = piece_label(kinds[piece["kind"]], speech)
        state = speech(STATES[piece["state"]])
        lines.append(f"{piece['square']} {label}: {state}")
    return lines


STATES = {
    "met": "nv.state.met",
    "short": "nv.state.short",
    "spare": "nv.state.spare",
    "open": "nv.state.open",
    "second": "nv.state.second",
}
