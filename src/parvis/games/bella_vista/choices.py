"""The legal moves of a view as a tree of things one can pick.

An offer is a slot, then a card; a building is a square, then a rotation; a contract is one pick, as
is taking none; a tile of the city is a tile, then a cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.choices import Choice, Node, Tree
from parvis.engine.words import Speech
from parvis.games.bella_vista import layouts
from parvis.games.bella_vista.components import CONTRACT_TEXT, CONTRACTS, HEIGHTS
from parvis.games.bella_vista.refusals import TILE_PLACES, cell_name
from parvis.games.bella_vista.wording import (
    constraint_words,
    contract_name,
    square_name,
    square_words,
    tile_words,
)


def choices(view: Mapping[str, Any], speech: Speech) -> Tree:
    """The tree for whoever sees this view; empty if there is nothing to choose."""
    tree = Tree()
    moves: list[int] = view["moves"]
    if not moves:
        return tree
    if view["phase"] == "offer":
        offers(tree, view, speech, moves)
    elif view["phase"] == "contract":
        contracts(tree, view, speech, moves)
    elif view["phase"] == "layout":
        tiles(tree, view, speech, moves)
    else:
        buildings(tree, view, speech, moves)
    return tree


def offers(tree: Tree, view: Mapping[str, Any], speech: Speech, moves: list[int]) -> None:
    """A slot, then a card: every card may go on every slot, so both lists stand alone."""
    slots = sorted({move // HEIGHTS for move in moves})
    cards = sorted({move % HEIGHTS for move in moves})
    right = slots == [len(view["prices"])]
    coins = view["players"][view["seat"]]["coins"]
    first = Node(
        speech("bv.ask.right", n=coins)
        if right
        else speech("bv.ask.offer", round=view["round"], n=coins),
        [],
    )
    tree.nodes.append(first)
    then = tree.add(
        Node(
            speech("bv.ask.card"),
            [
                Choice(f"card-{card + 1}", speech("bv.label.card", number=card + 1), card)
                for card in cards
            ],
        )
    )
    for slot in slots:
        if slot == len(view["prices"]):
            pick, label = "slot-right", speech("bv.label.right")
        else:
            price = view["prices"][slot]
            pick, label = f"slot-{price}", speech("bv.label.slot", n=price)
        first.choices.append(Choice(pick, label, slot * HEIGHTS, then))


def buildings(tree: Tree, view: Mapping[str, Any], speech: Speech, moves: list[int]) -> None:
    """A square, then a rotation; squares that allow the same rotations share the second node."""
    base: int = view["first"][0]
    number = view["building"] % HEIGHTS + 1
    rule = constraint_words(view, speech)
    if view["phase"] == "neutral":
        ask = speech("bv.ask.neutral", number=number, constraint=rule)
    else:
        ask = speech("bv.ask.build", number=number, constraint=rule)
    first = Node(ask, [])
    tree.nodes.append(first)
    turns: dict[int, list[int]] = {}
    for move in moves:
        turns.setdefault((move - base) // 4, []).append((move - base) % 4)
    alike = len(view["shapes"][number - 1]) == 1  # it looks the same however it is turned
    for square, rotations in turns.items():
        cycle = Node(
            speech("bv.ask.turn", number=number),
            [Choice(f"turn-{turn}", turn_words(turn, speech), turn) for turn in rotations],
            "cycle",
        )
        then = None if alike else tree.add(cycle)
        first.choices.append(
            Choice(
                f"square-{square_name(view, square)}",
                square_words(view, square, speech),
                base + square * 4,
                then,
            )
        )


def turn_words(turn: int, speech: Speech) -> str:
    """A rotation as it is spoken of."""
    return speech("bv.label.turn", degrees=90 * turn) if turn else speech("bv.label.straight")


def contracts(tree: Tree, view: Mapping[str, Any], speech: Speech, moves: list[int]) -> None:
    """A contract that is fulfilled, or none."""
    base: int = view["first"][1]
    node = Node(speech("bv.ask.contract"), [])
    tree.nodes.append(node)
    for move in moves:
        kind = move - base
        if kind == CONTRACTS:
            node.choices.append(Choice("none", speech("bv.label.none"), move, button=True))
            continue
        label = speech(
            "bv.label.contract",
            contract=contract_name(view, kind, speech),
            n=view["contracts"][kind]["coins"],
        )
        node.choices.append(Choice(f"contract-{CONTRACT_TEXT[kind]}", label, move))


def tiles(tree: Tree, view: Mapping[str, Any], speech: Speech, moves: list[int]) -> None:
    """A tile, then a cell; the plain and the hatched districts share their cells."""
    base: int = view["first"][2]
    left = layouts.TILES - len(view["laid"])
    first = Node(speech("bv.ask.tile", n=left), [])
    tree.nodes.append(first)
    cells: dict[int, list[int]] = {}
    for move in moves:
        tile = move - base
        cells.setdefault(tile // layouts.CELLS, []).append(tile % layouts.CELLS)
    for kind, spots in cells.items():
        then = tree.add(
            Node(
                speech("bv.ask.cell"),
                [
                    Choice(
                        f"cell-{cell_name(cell)}",
                        speech("bv.label.cell", cell=cell_name(cell)),
                        cell,
                    )
                    for cell in spots
                ],
            )
        )
        first.choices.append(
            Choice(TILE_PLACES[kind], tile_words(kind, speech), base + kind * layouts.CELLS, then)
        )
