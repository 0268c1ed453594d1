"""What a seat is told of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.sentence import Sentence
from parvis.games.neoville.components import (
    QUADRANTS,
    SPOTS,
    face_words,
    look_words,
    named,
    quadrant_of,
    slot_name,
    slot_place,
    square_of,
    square_place,
)
from parvis.games.neoville.legality import joins
from parvis.games.neoville.moves import LAY, NONE, PUT, STACK

if TYPE_CHECKING:
    from parvis.games.neoville.position import Neoville

BEFORE = ("nv.told.piece",)  # what logs say that were written before squares had words


def recount(position: Neoville, move: int, seat: int | None) -> list[Sentence]:
    """What happens when this legal move is played, as a seat sees it."""
    moves = position.parts.moves
    parts = position.parts
    kind = moves.codec.number_at[move]
    actor = int(position.active())
    who = f"@{actor}"
    if kind == LAY:
        look = int(moves.lay.part(move, 0))
        return tile_laid(position, look, int(moves.lay.part(move, 1)), actor)
    if kind == NONE:
        return ended(position, move, [Sentence("nv.told.none", {"who": who})])
    if kind == PUT:
        square = square_of(int(position.slot), int(moves.put.part(move, 1)))
        params = named(parts, int(moves.put.part(move, 0)))
        params["who"] = who
        params["slot"] = slot_name(int(position.slot))
        params["spot"] = SPOTS[QUADRANTS[quadrant_of(square)]]
        places = (square_place(actor, square),)
        return ended(position, move, [Sentence("nv.told.put", params, places)])
    if kind == STACK:
        if seat == actor or position.open_hands:
            tile = face_words(parts, position.pile[position.top])
            return [Sentence("nv.told.stack.seen", {"who": who, "tile": tile}, ("stack",))]
        return [Sentence("nv.told.stack", {"who": who}, ("stack",))]
    face = int(moves.take.only(move))
    tile = face_words(parts, face)
    lines = [Sentence("nv.told.row", {"who": who, "tile": tile}, (f"row-{face}",))]
    if position.stack_left():
        new = position.pile[position.top]
        tile = face_words(parts, new)
        lines.append(Sentence("nv.told.refill", {"tile": tile}, (f"row-{new}",)))
    return lines


def tile_laid(position: Neoville, look: int, slot: int, actor: int) -> list[Sentence]:
    """A tile is laid; if it joins what should stay apart, that is told too."""
    parts = position.parts
    who = f"@{actor}"
    params: dict[str, object] = {
        "who": who,
        "slot": slot_name(slot),
        "tile": look_words(parts, look),
    }
    places = (slot_place(actor, slot),)
    lines = [Sentence("nv.told.tile", params, places)]
    if joins(position.cities[actor].cells, slot, parts.looks[look], parts.areas[look]):
        lines.append(Sentence("nv.told.exception", {"who": who}, places))
    return lines


def ended(position: Neoville, move: int, lines: list[Sentence]) -> list[Sentence]:
    """If this move ends the game, that is told at the end."""
    ahead = position.twin(position.chance)
    ahead.decide(move)
    if ahead.over():
        lines.append(Sentence("nv.told.over"))
    return lines
