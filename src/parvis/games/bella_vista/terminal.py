"""The table in rows of text, for a terminal: what, and what there is of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.words import Speech
from parvis.games.bella_vista.components import ROUNDS
from parvis.games.bella_vista.labels import (
    GROUP_KEYS,
    HEIGHT_KEYS,
    constraint_words,
    contract_label,
    spots,
    tile_words,
)
from parvis.games.bella_vista.layouts import LETTERS

View = Mapping[str, Any]
Row = tuple[str, str]

OWNERS = "abcd"  # a building is its owner's letter and its height
NEUTRAL = "n"
GROUNDS = {"*": "♣", "1": "≈≈≈", "2": "≈≈≈", ".": ""}


def rows(view: View, speech: Speech) -> list[Row]:
    """The city as a map, the offers, the town hall, the contracts, the architects, the hand."""
    found: list[Row] = [(speech("bv.panel.city"), "\n".join(city(view)))]
    if view["phase"] == "layout":
        return found
    letters = [f"{letter} {tile_words(n, speech)}" for n, letter in enumerate(LETTERS)]
    found.append(("", " · ".join(letters)))
    found.append(
        (
            speech("bv.drawing.round", round=view["round"], rounds=ROUNDS),
            constraint_words(view["constraint"], speech),
        )
    )
    found.append(("", speech(HEIGHT_KEYS[view["height"]])))
    found.append(("", speech(GROUP_KEYS[view["group"]])))
    found.append((speech("bv.panel.offers"), offers(view, speech)))
    for spot, shown in enumerate(view["display"]):
        if shown is not None:
            label = speech("bv.panel.contracts") if spot == 0 else ""
            found.append((label, contract(view, shown, speech)))
    for seat, player in enumerate(view["players"]):
        name = f"{OWNERS[seat]} = {speech.name(seat)}"
        left = " ".join(str(number) for number in player["unseen"])
        found.append((name, f"{player['coins']} ¢ · {left}"))
    if view["seat"] is not None:
        held = " ".join(str(number) for number in view["hand"])
        found.append((speech("bv.panel.hand"), held))
    return found


def city(view: View) -> list[str]:
    """A free square by its name, as moves are written; a building by owner and height."""
    cell = view["cell"]
    lines = [
        [GROUNDS.get(letter, f"{letter}·") for letter in row for _ in range(cell)]
        for row in view["map"]
        for _ in range(cell)
    ]
    if view["phase"] == "layout":
        return [" ".join(f"{shown:3}" for shown in line).rstrip() for line in lines]
    where = spots(view["map"], cell)
    for square, (x, y) in where.items():
        lines[y][x] = square
    for one in view["buildings"]:
        letter = NEUTRAL if one["owner"] is None else OWNERS[one["owner"]]
        for square in one["squares"]:
            x, y = where[square]
            lines[y][x] = f"{letter}{one['number']}"
    return [" ".join(f"{shown:3}" for shown in line).rstrip() for line in lines]


def offers(view: View, speech: Speech) -> str:
    """Slot by slot: the price and the card on it."""
    parts: list[str] = []
    for slot, card in enumerate(view["line"]):
        price = str(view["prices"][slot]) if slot < len(view["prices"]) else "→"
        if card is not None:
            number = "?" if card["number"] is None else str(card["number"])
            parts.append(f"{price}: {speech.name(card['seat'])} {number}")
        elif slot < len(view["prices"]):
            parts.append(f"{price}: –")
    return " · ".join(parts)


def contract(view: View, shown: Mapping[str, Any], speech: Speech) -> str:
    """What a contract asks, what it brings, how far each architect is."""
    terms = view["contracts"][shown["contract"]]
    words = contract_label(shown["contract"], terms["needs"], terms["coins"], speech)
    far = " ".join(f"{OWNERS[seat]} {n}/{shown['asked']}" for seat, n in enumerate(shown["met"]))
    return f"{words} ({far})"
