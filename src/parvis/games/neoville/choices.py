"""Legal moves as a tree of things one can pick.

A turn is three trees: tile, slot, rotation; piece (in the stock, row by kind), square; draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from parvis.engine.choices import Choice, Node, Tree
from parvis.engine.words import Speech
from parvis.games.neoville.components import QUADRANTS, SPINS, slot_name
from parvis.games.neoville.looks import (
    View,
    piece_label,
    rotated,
    square_word,
    squares_of,
    tile_label,
    tile_words,
)


def choices(view: Mapping[str, object], speech: Speech) -> Tree:
    """The tree of a view; empty if the seat has nothing to decide."""
    known = cast(View, view)
    moves: list[int] = known["moves"]
    if not moves:
        return Tree()
    phase = known["phase"]
    if phase == "tile":
        return tile_tree(known, moves, speech)
    if phase == "piece":
        return piece_tree(known, moves, speech)
    return draw_tree(known, moves, speech)


def tile_tree(view: View, moves: list[int], speech: Speech) -> Tree:
    """Hand tile, slot, rotation."""
    seat = view["seat"]
    tree = Tree([Node(speech("nv.ask.tile"), [])])
    by_face: dict[int, dict[int, list[int]]] = {}
    for move in moves:
        slots = by_face.setdefault(move // SPINS, {})
        slots.setdefault(move % SPINS // 4, []).append(move % 4)
    for face, slots in by_face.items():
        look = view["box"]["faces"][face]
        turns = {
            n: turn_choice(look, n, speech) for n in {n for each in slots.values() for n in each}
        }
        where: list[Choice] = []
        for slot, rotations in slots.items():
            cycle = Node(speech("nv.ask.turn"), [turns[n] for n in rotations], "cycle")
            then = tree.add(cycle)
            label = speech("nv.label.slot", slot=slot_name(slot))
            where.append(Choice(f"slot-{seat}-{slot_name(slot)}", label, slot * 4, then))
        then = tree.add(Node(speech("nv.ask.slot"), where))
        label = tile_label(view, face, speech)
        tree.nodes[0].choices.append(Choice(f"tile-{face}", label, face * SPINS, then))
    return tree


def turn_choice(look: str, quarters: int, speech: Speech) -> Choice:
    """A tile turned some way, told by its squares."""
    label = speech("nv.label.turn", tile=tile_words(rotated(look, quarters)))
    return Choice(f"turn-{quarters}", label, quarters, button=True)


def piece_tree(view: View, moves: list[int], speech: Speech) -> Tree:
    """Which piece of the stock, which square; or none."""
    seat = view["seat"]
    box = view["box"]
    first = box["first_piece"]
    slot = view["slot"]
    squares = squares_of(view["cities"][seat]["tiles"][slot])
    pieces: dict[int, list[int]] = {}
    for move in moves:
        if move > first:
            kind, quadrant = divmod(move - first - 1, 4)
            pieces.setdefault(kind, []).append(quadrant)
    tree = Tree([Node(speech("nv.ask.piece" if pieces else "nv.ask.no-piece"), [])])
    for kind, quadrants in pieces.items():
        where = [
            Choice(
                f"square-{seat}-{slot}-{QUADRANTS[n]}",
                square_label(f"{slot}{QUADRANTS[n]}", squares[n], speech),
                n,
            )
            for n in quadrants
        ]
        then = tree.add(Node(speech("nv.ask.square"), where))
        it: Mapping[str, Any] = box["kinds"][kind]
        left = view["stock"][str(kind)]
        label = speech("nv.label.stock", piece=piece_label(it, speech), n=left)
        add = first + 1 + kind * 4
        tree.nodes[0].choices.append(Choice(f"piece-{it['code']}", label, add, then))
    none = Choice("none", speech("nv.label.none"), first, button=True)
    tree.nodes[0].choices.append(none)
    return tree


def square_label(name: str, square: tuple[int, int], speech: Speech) -> str:
    """A square of the new tile, as one says it."""
    return speech("nv.label.square", square=name, ground=square_word(square))


def draw_tree(view: View, moves: list[int], speech: Speech) -> Tree:
    """A tile of the row, or the stack."""
    box = view["box"]
    picks: list[Choice] = []
    for move in moves:
        if move == box["from_stack"]:
            label = speech("nv.label.stack", n=view["stack"])
            picks.append(Choice("stack", label, move))
        else:
            face = move - box["first_draw"]
            picks.append(Choice(f"row-{face}", tile_label(view, face, speech), move))
    return Tree([Node(speech("nv.ask.draw"), picks)])
