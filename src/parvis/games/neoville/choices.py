"""Legal moves as a tree of things one can pick.

A turn is three trees: tile, slot, rotation; piece (in the stock, row by kind), square; draw.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from parvis.engine.choices import Step, Tree, tree_of
from parvis.engine.codec import Decoder
from parvis.engine.words import Speech
from parvis.games.neoville.components import QUADRANTS, slot_name
from parvis.games.neoville.labels import (
    piece_label,
    row_pick,
    square_word,
    squares_of,
    tile_label,
    tile_pick,
    tile_words,
)
from parvis.games.neoville.schema import Look, View

Decoded = list[tuple[int, str, list[int]]]  # move, kind, values of its parts
Steps = list[tuple[int, list[Step]]]


def choices(view: Mapping[str, object], speech: Speech) -> Tree:
    """The tree of a view; empty if the seat has nothing to decide."""
    known = cast(View, view)
    decoder = Decoder(cast(list[dict[str, object]], known["kinds"]))
    decoded = [(move, *decoder.decode(move)) for move in known["moves"]]
    if known["phase"] == "tile":
        return tree_of(to_lay(known, decoded, speech))
    if known["phase"] == "piece":
        return tree_of(to_put(known, decoded, speech))
    return tree_of(to_draw(known, decoded, speech))


def to_lay(view: View, decoded: Decoded, speech: Speech) -> Steps:
    """Hand tile, slot, rotation."""
    looks = view["box"]["looks"]
    tiles = {
        tile: Step(speech("nv.ask.tile"), tile_pick(view, tile), tile_label(view, tile, speech))
        for tile in {looks[values[0]]["tile"] for _, _, values in decoded}
    }
    slots = {
        slot: slot_step(view["seat"], slot_name(slot), speech)
        for slot in {values[1] for _, _, values in decoded}
    }
    turns = {
        look: turn_step(looks[look], speech) for look in {values[0] for _, _, values in decoded}
    }
    # Slot by slot, then turn by turn.
    ordered = sorted(decoded, key=lambda item: (looks[item[2][0]]["tile"], item[2][1], item[2][0]))
    return [
        (move, [tiles[looks[look]["tile"]], slots[slot], turns[look]])
        for move, _, (look, slot) in ordered
    ]


def slot_step(seat: int | None, slot: str, speech: Speech) -> Step:
    """A slot of one's own city."""
    return Step(speech("nv.ask.slot"), f"slot-{seat}-{slot}", speech("nv.label.slot", slot=slot))


def turn_step(look: Look, speech: Speech) -> Step:
    """A tile turned some way, told by its squares."""
    label = speech("nv.label.turn", tile=tile_words(look["look"]))
    return Step(speech("nv.ask.turn"), f"turn-{look['turns']}", label, "cycle", button=True)


def to_put(view: View, decoded: Decoded, speech: Speech) -> Steps:
    """Which piece of the stock, which square; or none."""
    codes = list(view["box"]["pieces"])
    ask = speech("nv.ask.piece" if len(decoded) > 1 else "nv.ask.no-piece")
    pieces: dict[int, Step] = {}
    squares: dict[int, Step] = {}
    found: Steps = []
    for move, kind, values in decoded:
        if kind == "none":
            continue
        piece, quadrant = values
        if piece not in pieces:
            pieces[piece] = piece_step(view, codes[piece], ask, speech)
        if quadrant not in squares:
            squares[quadrant] = square_step(view, quadrant, speech)
        found.append((move, [pieces[piece], squares[quadrant]]))
    none = Step(ask, "none", speech("nv.label.none"), button=True)
    return found + [(move, [none]) for move, kind, _ in decoded if kind == "none"]


def piece_step(view: View, code: str, ask: str, speech: Speech) -> Step:
    """A piece of the stock."""
    it = cast(Mapping[str, Any], view["box"]["pieces"][code])
    label = speech("nv.label.stock", piece=piece_label(it, speech), n=view["stock"][code])
    return Step(ask, f"piece-{code}", label)


def square_step(view: View, quadrant: int, speech: Speech) -> Step:
    """A square of the new tile."""
    slot, seat = view["slot"], view["seat"]
    assert slot is not None
    assert seat is not None
    ground = squares_of(view["cities"][seat]["tiles"][slot])[quadrant]
    name = slot + QUADRANTS[quadrant]
    label = speech("nv.label.square", square=name, ground=square_word(ground))
    return Step(speech("nv.ask.square"), f"square-{seat}-{slot}-{QUADRANTS[quadrant]}", label)


def to_draw(view: View, decoded: Decoded, speech: Speech) -> Steps:
    """A tile of the row, or the stack."""
    ask = speech("nv.ask.draw")
    found: Steps = []
    for move, kind, values in decoded:
        if kind == "stack":
            step = Step(ask, "stack", speech("nv.label.stack", n=view["stack"]))
        else:
            tile = view["box"]["tiles"][values[0]]
            step = Step(ask, row_pick(view, tile), tile_label(view, tile, speech))
        found.append((move, [step]))
    return found
