"""The legal moves of a view as a tree of things one can pick.

An offer is a slot, then a card; a building is a square, then a rotation; a contract is one pick, as
is taking none; a tile of the city is a tile, then a cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from parvis.engine.choices import Choice, Node, Step, Tree, tree_of
from parvis.engine.codec import Decoder
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import CONTRACT_TEXT
from parvis.games.bella_vista.labels import (
    TILE_PLACES,
    contract_label,
    contract_name,
    rule_words,
    square_labels,
    square_names,
    tile_words,
)

View = Mapping[str, Any]
Ways = list[tuple[int, Sequence[Step]]]  # moves, each with the steps to it


def choices(view: View, speech: Speech) -> Tree:
    """The tree for whoever sees this view; empty if there is nothing to choose."""
    if not view["moves"]:
        return Tree()
    if view["phase"] == "contract":
        return contracts(view, speech)
    if view["phase"] == "offer":
        return offers(view, speech)
    if view["phase"] == "layout":
        return tiles(view, speech)
    return sites(view, speech)


def offers(view: View, speech: Speech) -> Tree:
    """A slot, then a card: every card may go on every slot, so both lists stand alone."""
    prices = view["prices"]
    coins = view["players"][view["seat"]]["coins"]
    ask = speech("bv.ask.offer", round=view["round"], n=coins)
    ways: Ways = []
    cards: dict[int, Node] = {}
    card: Node | None = None
    for run in Decoder(view["kinds"]).runs(view["moves"]):
        slot = run.before[0]
        if slot < len(prices):
            label = speech("bv.label.slot", n=prices[slot])
            step = Step(ask, f"slot-{prices[slot]}", label, titled=True)
        else:
            right = speech("bv.ask.right", n=coins)
            step = Step(right, "slot-right", speech("bv.label.right"), titled=True)
        if card is None:
            card = which_card(tuple(run.last), speech.common)
        ways.append((run.start + run.last[0], (step,)))
        cards[run.start + run.last[0]] = card
    return tree_of(ways, cards)


@lru_cache(1024)
def which_card(numbers: tuple[int, ...], speech: Speech) -> Node:
    """Which of one's cards, counted from the lowest."""
    found = [
        Choice(
            f"card-{n + 1}",
            speech("bv.label.card", number=n + 1),
            n - numbers[0],
            titled=True,
            does=speech("bv.does.offer", number=n + 1),
        )
        for n in numbers
    ]
    return Node(speech("bv.ask.card"), found)


def sites(view: View, speech: Speech) -> Tree:
    """A square, then a rotation, unless the building looks the same however it is turned."""
    number = int(view["building"][1])
    key = "bv.ask.neutral" if view["phase"] == "neutral" else "bv.ask.build"
    ask = speech(key, number=number, constraint=rule_words(view["rule"], speech))
    names, labels = square_names(view["cell"]), square_labels(view["cell"], speech.common)
    does = speech("bv.does.build", number=number)
    turned = len(view["shapes"][number - 1]) > 1
    ways: Ways = []
    turns: dict[int, Node] = {}
    for run in Decoder(view["kinds"]).runs(view["moves"]):
        square, least = run.before[0], run.start + run.last[0]
        step = Step(ask, "square-" + names[square], labels[square], titled=True, does=does)
        ways.append((least, (step,)))
        if turned:
            turns[least] = which_turn(number, tuple(run.last), speech.common)
    return tree_of(ways, turns)


@lru_cache(1024)
def which_turn(number: int, turns: tuple[int, ...], speech: Speech) -> Node:
    """Which way round, counted from the first that fits."""
    found = [Choice(f"turn-{turn}", turn_words(turn, speech), turn - turns[0]) for turn in turns]
    does = speech("bv.does.build", number=number)
    return Node(speech("bv.ask.turn", number=number), found, "cycle", does)


def turn_words(turn: int, speech: Speech) -> str:
    """A rotation as it is spoken of."""
    return speech("bv.label.turn", degrees=90 * turn) if turn else speech("bv.label.straight")


def contracts(view: View, speech: Speech) -> Tree:
    """A contract that is fulfilled, or none."""
    ask = speech("bv.ask.contract")
    decoder = Decoder(view["kinds"])
    found: Ways = []
    for move in view["moves"]:
        kind, parts = decoder.decode(move)
        if kind == "decline":
            step = Step(ask, "none", speech("bv.label.none"), button=True, quiet=True)
        else:
            contract = CONTRACT_TEXT[parts[0]]
            terms = view["contracts"][contract]
            label = contract_label(contract, terms["needs"], terms["coins"], speech)
            name = contract_name(contract, terms["needs"], speech)
            several = len(view["moves"]) > 2
            if several:
                does = speech("bv.does.contract", contract=name)
            else:
                does = speech("bv.does.take")
            step = Step(ask, f"contract-{contract}", label, titled=True, does=does)
        found.append((move, (step,)))
    return tree_of(found)


def tiles(view: View, speech: Speech) -> Tree:
    """A tile, then a cell; the plain and the hatched districts share their cells."""
    ask = speech("bv.ask.tile", n=layouts.TILES - len(view["laid"]))
    ways: Ways = []
    cells: dict[int, Node] = {}
    for run in Decoder(view["kinds"]).runs(view["moves"]):
        kind, least = run.before[0], run.start + run.last[0]
        step = Step(ask, TILE_PLACES[kind], tile_words(kind, speech), titled=True)
        ways.append((least, (step,)))
        cells[least] = which_cell(tuple(run.last), speech.common)
    return tree_of(ways, cells)


@lru_cache(64)
def which_cell(cells: tuple[int, ...], speech: Speech) -> Node:
    """Which cell the corner of a tile goes to, counted from the first."""
    found: list[Choice] = []
    for cell in cells:
        name = layouts.cell_name(cell)
        label = speech("bv.label.cell", cell=name)
        found.append(Choice(f"cell-{name}", label, cell - cells[0], titled=True))
    return Node(speech("bv.ask.cell"), found, does=speech("bv.does.tile"))
