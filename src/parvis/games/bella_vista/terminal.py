"""The table in rows of text, for a terminal: what, and what there is of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.words import Speech
from parvis.games.bella_vista.components import ROUNDS
from parvis.games.bella_vista.layouts import LETTERS
from parvis.games.bella_vista.wording import (
    CONSTRAINT_KEYS,
    GROUP_KEYS,
    HEIGHT_KEYS,
    contract_name,
    spots,
    square_name,
    tile_words,
)

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
            speech(CONSTRAINT_KEYS[view["constraint"]]),
        )
    )
    found.append(("", speech(HEIGHT_KEYS[view["height"]])))
    found.append(("", speech(GROUP_KEYS[view["group"]])))
    found.append((speech("bv.panel.offers"), offers(view, speech)))
    for spot, kind in enumerate(view["display"]):
        if kind >= 0:
            label = speech("bv.panel.contracts") if spot == 0 else ""
            found.append((label, contract(view, spot, kind, speech)))
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
    for square, (x, y) in enumerate(where):
        lines[y][x] = square_name(view, square)
    for one in view["buildings"]:
        letter = OWNERS[one["owner"]] if one["owner"] < view["seats"] else NEUTRAL
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


def contract(view: View, spot: int, kind: int, speech: Speech) -> str:
    """What a contract asks, what it brings, how far each architect is."""
    words = speech(
        "bv.label.contract",
        contract=contract_name(view, kind, speech),
        n=view["contracts"][kind]["coins"],
    )
    far = " ".join(
        f"{OWNERS[seat]} {have}/{needs}"
        for seat, (have, needs) in enumerate(seat[spot] for seat in view["progress"])
    )
    return f"{words} ({far})"
