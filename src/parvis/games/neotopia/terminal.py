"""The table in rows of text, for a terminal: what, and what there is of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.words import Speech
from parvis.games.neotopia.components import (
    COLOURS,
    KIND_LETTERS,
    KINDS,
    LETTERS,
    REGION_LETTERS,
    REGIONS,
    Layout,
)
from parvis.games.neotopia.labels import (
    ELEMENT_WORDS,
    FACTORY_WORDS,
    KIND_WORDS,
    REGION_WORDS,
    colour_in,
    describe,
    face_of,
)
from parvis.games.neotopia.schema import Region, View

Row = tuple[str, str]
MARKS = {".": "·", "*": "·", "c": "+", "o": "◦"}
APART = "     "


def rows(view: Mapping[str, object], speech: Speech) -> list[Row]:
    """The regions as maps, the factories, the offer, the other players, the hand."""
    seen = cast(View, view)
    city = "\n".join([*maps(seen, speech), legend(speech)])
    found = [(speech("nt.draw.board"), city)]
    found += [(speech.spoken(REGION_WORDS[n]), region(seen, n, speech)) for n in range(3)]
    for factory, counts in enumerate(seen["factories"]):
        found.append(
            (
                speech("nt.draw.factory", factory=factory + 1),
                f"{letters(counts):8} {speech.spoken(FACTORY_WORDS[factory])}",
            )
        )
    tiles = speech("nt.draw.tiles", n=seen["tiles"])
    found.append((speech("nt.draw.centre"), f"{letters(seen['centre']):8} {tiles}"))
    reserve = " ".join(f"{LETTERS[n]} {count}" for n, count in enumerate(seen["reserve"]))
    found.append((speech("nt.draw.reserve"), reserve))
    for n, code in enumerate(code for code in seen["offer"] if code is not None):
        label = "" if n else speech("nt.draw.supply")
        found.append((label, project(seen, code, seen["seat"], speech)))
    found.append(("", speech("nt.draw.deck", n=seen["deck"])))
    for seat in range(seen["seats"]):
        if seat != seen["seat"]:
            found.append((speech.name(seat), other(seen, seat, speech)))
    if seen["seat"] is not None:
        found += mine(seen, seen["seat"], speech)
    return found


def maps(view: View, speech: Speech) -> list[str]:
    """The three regions side by side; rows have letters, and spaces count from the left."""
    layouts = [Layout(region["map"]) for region in view["regions"]]
    widths = [max(len(row) for row in layout.rows) for layout in layouts]
    heads = [
        f"{REGION_LETTERS[n]} {speech.spoken(REGION_WORDS[n])}".ljust(widths[n]) for n in range(3)
    ]
    found = ["  " + APART.join(heads).rstrip()]
    for y in range(max(len(layout.rows) for layout in layouts)):
        parts = [
            line_of(region, layout, y).ljust(width)
            for region, layout, width in zip(view["regions"], layouts, widths, strict=True)
        ]
        found.append(f"{'abcdefghijklmnop'[y]} {APART.join(parts).rstrip()}")
    return found


def line_of(region: Region, layout: Layout, y: int) -> str:
    """A row of a region: elements by their letters, tokens by their numbers."""
    if y >= len(layout.rows):
        return ""
    line = list(layout.rows[y])
    for spot, (x, row) in enumerate(zip(layout.x, layout.y, strict=True)):
        if row != y:
            continue
        line[x] = MARKS[layout.marks[spot]]
        if region["tokens"][spot] != ".":
            line[x] = str(KIND_LETTERS.index(region["tokens"][spot]) + 1)
        if region["elements"][spot] != ".":
            line[x] = region["elements"][spot]
    return "".join(line)


def legend(speech: Speech) -> str:
    elements = [f"{LETTERS[n]} {speech.spoken(word)}" for n, word in enumerate(ELEMENT_WORDS)]
    kinds = [f"{n + 1} {speech.spoken(word)}" for n, word in enumerate(KIND_WORDS)]
    return " · ".join([*elements, *kinds, f"◦ {speech('nt.draw.outer')}"])


def region(view: View, number: int, speech: Speech) -> str:
    """Everybody's points in a region, its last project, its pile."""
    seen = view["regions"][number]
    parts = [
        f"{speech.name(seat)} {points}" + ("×3" if view["weakest"][seat] == REGIONS[number] else "")
        for seat, points in enumerate(seen["points"])
    ]
    if seen["last"] is None:
        parts.append(speech("nt.draw.no_last"))
    else:
        name = view["projects"][seen["last"]]["name"]
        parts.append(speech("nt.draw.last", project=name))
    if seen["pile"]:
        kind = KIND_WORDS[KINDS.index(seen["top"])] if seen["top"] else "#nt.draw.face_down"
        parts.append(speech("nt.draw.pile", n=seen["pile"], kind=kind))
    else:
        parts.append(speech("nt.draw.pile_empty"))
    return " · ".join(parts)


def letters(counts: list[int]) -> str:
    return " ".join(LETTERS[n] for n, count in enumerate(counts) for _ in range(count)) or "–"


def letter(colour: str) -> str:
    return LETTERS[COLOURS.index(colour)]


def project(view: View, code: str, seat: int | None, speech: Speech) -> str:
    """A project by its code, in words, and its pattern."""
    shown = view["projects"][code]
    colours = {"A": letter(shown["main"]), "B": letter(shown["second"])}
    drawn = " / ".join(
        "".join(colours.get(mark, mark) for mark in row).replace(" ", "·")
        for row in shown["pattern"]
    )
    return f"{code}: {describe(face_of(shown), colour_in(view, seat), speech.common)} ({drawn})"


def tokens(view: View, seat: int, speech: Speech) -> str:
    held = [
        f"{speech.spoken(KIND_WORDS[kind])} ×{count}"
        for kind, count in enumerate(view["held"][seat])
        if count
    ]
    return ", ".join(held) or speech("nt.draw.no_bonus")


def other(view: View, seat: int, speech: Speech) -> str:
    known = view["known"][seat]
    hidden = speech("nt.draw.hidden", n=view["cards"][seat] - len(known))
    colour = played(view, seat, speech)
    return " · ".join([colour, tokens(view, seat, speech), hidden, *known])


def played(view: View, seat: int, speech: Speech) -> str:
    """The element whose colour a seat plays."""
    colour = colour_in(view, seat)
    return "–" if colour is None else speech.spoken(ELEMENT_WORDS[colour])


def mine(view: View, seat: int, speech: Speech) -> list[Row]:
    colour = played(view, seat, speech)
    found = [(speech("nt.draw.hand"), f"{colour} · {tokens(view, seat, speech)}")]
    found += [("", project(view, code, seat, speech)) for code in view["hand"] or []]
    return found
