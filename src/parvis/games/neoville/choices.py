"""Legal moves as a tree of things one can pick.

A turn is three trees: tile, slot, rotation; piece (in the stock, row by kind), square; draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from parvis.engine.choices import Step, Tree, tree_of
from parvis.engine.codec import Decoder
from parvis.engine.words import Speech
from parvis.games.neoville.boxes import Index, PlainKind, index_of
from parvis.games.neoville.components import QUADRANTS, SPOTS, slot_name
from parvis.games.neoville.labels import (
    KEPT,
    row_pick,
    square_word,
    squares_of,
    stock_label,
    tile_label,
    tile_pick,
    turn_label,
)
from parvis.games.neoville.schema import View

Decoded = list[tuple[int, str, list[int]]]  # move, kind, values of its parts
Steps = list[tuple[int, tuple[Step, ...]]]


def choices(view: Mapping[str, object], speech: Speech) -> Tree:
    """The tree of a view; empty if the seat has nothing to decide."""
    known = cast(View, view)
    if not known["moves"]:
        return tree_of(())
    decoder = Decoder(cast(list[dict[str, object]], known["kinds"]))
    decoded = [(move, *decoder.decode(move)) for move in known["moves"]]
    asked = {"tile": to_lay, "piece": to_put, "draw": to_draw}[known["phase"]]
    return tree_of(asked(known, index_of(known["box"]), decoded, speech.common))


def to_lay(view: View, index: Index, decoded: Decoded, speech: Speech) -> Steps:
    """Hand tile, slot, rotation; slot by slot, then turn by turn."""
    seat, looks = view["seat"], view["box"]["looks"]
    found: list[tuple[int, int, int, int]] = []
    for move, _, (look, slot) in decoded:
        found.append((index.numbers[looks[look]["tile"]], slot, look, move))
    found.sort()
    return [
        (
            move,
            (
                tile_step(index, tile, speech),
                slot_step(seat, slot, speech),
                turn_step(looks[look]["turns"], looks[look]["look"], speech),
            ),
        )
        for tile, slot, look, move in found
    ]


@lru_cache(KEPT)
def tile_step(index: Index, number: int, speech: Speech) -> Step:
    """A tile of the hand."""
    tile = index.box["tiles"][number]
    label = tile_label(tile, index.equity.get(tile, 0), speech)
    return Step(speech("nv.ask.tile"), tile_pick(index, tile), label)


@lru_cache(KEPT)
def slot_step(seat: int | None, number: int, speech: Speech) -> Step:
    """A slot of one's own city."""
    slot = slot_name(number)
    return Step(speech("nv.ask.slot"), f"slot-{seat}-{slot}", speech("nv.label.slot", slot=slot))


@lru_cache(KEPT)
def turn_step(turns: int, look: str, speech: Speech) -> Step:
    """A tile turned some way, told by its squares."""
    label = turn_label(look, speech)
    does = speech("nv.does.lay")
    return Step(speech("nv.ask.turn"), f"turn-{turns}", label, "cycle", does=does)


def to_put(view: View, index: Index, decoded: Decoded, speech: Speech) -> Steps:
    """Which piece of the stock, which square; or none."""
    ask = speech("nv.ask.piece" if len(decoded) > 1 else "nv.ask.no-piece")
    seat, slot, stock = view["seat"], view["slot"], view["stock"]
    assert slot is not None
    assert seat is not None
    look = view["cities"][seat]["tiles"][slot]
    found: Steps = []
    last: Steps = []
    for move, kind, values in decoded:
        if kind == "none":
            none = Step(ask, "none", speech("nv.label.none"), button=True, quiet=True)
            last.append((move, (none,)))
            continue
        piece = index.pieces[index.codes[values[0]]]
        steps = (
            piece_step(piece, stock[piece.code], ask, speech),
            square_step(seat, slot, look, values[1], speech),
        )
        found.append((move, steps))
    return found + last


@lru_cache(KEPT)
def piece_step(kind: PlainKind, left: int, ask: str, speech: Speech) -> Step:
    """A piece of the stock."""
    return Step(ask, f"piece-{kind.code}", stock_label(kind, left, speech), titled=True)


@lru_cache(KEPT)
def square_step(seat: int, slot: str, look: str, number: int, speech: Speech) -> Step:
    """A square of the new tile."""
    quadrant = QUADRANTS[number]
    ground = square_word(squares_of(look)[number])
    label = speech("nv.label.square", slot=slot, spot=SPOTS[quadrant], ground=ground)
    place = f"square-{seat}-{slot}-{quadrant}"
    return Step(speech("nv.ask.square"), place, label, does=speech("nv.does.put"))


def to_draw(view: View, index: Index, decoded: Decoded, speech: Speech) -> Steps:
    """A tile of the row, or the stack."""
    found: Steps = []
    for move, kind, values in decoded:
        if kind == "stack":
            label = speech("nv.label.stack", n=view["stack"])
            does = speech("nv.does.stack")
            found.append((move, (Step(speech("nv.ask.draw"), "stack", label, does=does),)))
        else:
            found.append((move, (row_step(index, values[0], speech),)))
    return found


@lru_cache(KEPT)
def row_step(index: Index, number: int, speech: Speech) -> Step:
    """A tile of the row."""
    tile = index.box["tiles"][number]
    label = tile_label(tile, index.equity.get(tile, 0), speech)
    does = speech("nv.does.take")
    return Step(speech("nv.ask.draw"), row_pick(index, tile), label, does=does)
