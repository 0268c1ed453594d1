"""The legal moves of a view as a tree of things one can pick.

An offer is a slot, then a card; a building is a square, then a rotation; a contract is one pick, as
is taking none; a tile of the city is a tile, then a cell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from parvis.engine.choices import Step, Tree, tree_of
from parvis.engine.codec import Decoder
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import CONTRACT_TEXT
from parvis.games.bella_vista.labels import (
    TILE_PLACES,
    contract_label,
    rule_words,
    square_words,
    tile_words,
)

View = Mapping[str, Any]
Steps = Callable[[list[int]], Sequence[Step]]  # the steps to a move, by the values of its parts


def choices(view: View, speech: Speech) -> Tree:
    """The tree for whoever sees this view; empty if there is nothing to choose."""
    if not view["moves"]:
        return Tree()
    if view["phase"] == "contract":
        return contracts(view, speech)
    steps: Steps = {"offer": offers, "layout": tiles}.get(view["phase"], sites)(view, speech)
    decoder = Decoder(view["kinds"])
    return tree_of((move, steps(decoder.decode(move)[1])) for move in view["moves"])


def offers(view: View, speech: Speech) -> Steps:
    """A slot, then a card: every card may go on every slot, so both lists stand alone."""
    prices = view["prices"]
    coins = view["players"][view["seat"]]["coins"]
    ask = speech("bv.ask.offer", round=view["round"], n=coins)
    slots = [Step(ask, f"slot-{price}", speech("bv.label.slot", n=price)) for price in prices]
    slots.append(Step(speech("bv.ask.right", n=coins), "slot-right", speech("bv.label.right")))
    which = speech("bv.ask.card")
    cards = [
        Step(which, f"card-{number}", speech("bv.label.card", number=number))
        for number in range(1, len(view["shapes"]) + 1)
    ]
    return lambda parts: (slots[parts[0]], cards[parts[1]])


def sites(view: View, speech: Speech) -> Steps:
    """A square, then a rotation, unless the building looks the same however it is turned."""
    number = int(view["building"][1])
    key = "bv.ask.neutral" if view["phase"] == "neutral" else "bv.ask.build"
    ask = speech(key, number=number, constraint=rule_words(view["rule"], speech))
    how = speech("bv.ask.turn", number=number)
    turns = [
        Step(how, f"turn-{turn}", turn_words(turn, speech), "cycle")
        for turn in range(len(view["shapes"][number - 1]))
    ]
    names = squares_of(view["cell"])
    steps: dict[int, Step] = {}

    def to(parts: list[int]) -> Sequence[Step]:
        square, turn = parts
        if square not in steps:
            name = names[square]
            steps[square] = Step(ask, "square-" + name, square_words(name, speech))
        return (steps[square],) if len(turns) == 1 else (steps[square], turns[turn])

    return to


def squares_of(cell: int) -> list[str]:
    """The names of all squares, as building moves count them."""
    side = range(1, 2 * cell + 1)
    return [
        f"{letter}{column}{row}" for letter in layouts.LETTERS for row in side for column in side
    ]


def turn_words(turn: int, speech: Speech) -> str:
    """A rotation as it is spoken of."""
    return speech("bv.label.turn", degrees=90 * turn) if turn else speech("bv.label.straight")


def contracts(view: View, speech: Speech) -> Tree:
    """A contract that is fulfilled, or none."""
    ask = speech("bv.ask.contract")
    decoder = Decoder(view["kinds"])
    found: list[tuple[int, Sequence[Step]]] = []
    for move in view["moves"]:
        kind, parts = decoder.decode(move)
        if kind == "decline":
            step = Step(ask, "none", speech("bv.label.none"), button=True)
        else:
            contract = CONTRACT_TEXT[parts[0]]
            step = Step(ask, f"contract-{contract}", contract_label(view, contract, speech))
        found.append((move, (step,)))
    return tree_of(found)


def tiles(view: View, speech: Speech) -> Steps:
    """A tile, then a cell; the plain and the hatched districts share their cells."""
    ask = speech("bv.ask.tile", n=layouts.TILES - len(view["laid"]))
    where = speech("bv.ask.cell")
    kinds = [Step(ask, place, tile_words(n, speech)) for n, place in enumerate(TILE_PLACES)]
    cells: dict[int, Step] = {}

    def to(parts: list[int]) -> Sequence[Step]:
        kind, cell = parts
        if cell not in cells:
            name = layouts.cell_name(cell)
            cells[cell] = Step(where, f"cell-{name}", speech("bv.label.cell", cell=name))
        return (kinds[kind], cells[cell])

    return to
