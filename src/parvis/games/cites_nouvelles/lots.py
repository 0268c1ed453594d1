"""What finds room on a lot, and when a lot is finished."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import count
from parvis.games.cites_nouvelles.components import DECORATIONS, ENOUGH, ROOM


def room_for(standing: i64, kind: i64) -> i64:
    """How many decorations of a kind (all of it, as a set) a lot can still take."""
    return ROOM - count(standing & kind)


def fitting(standing: i64, trumps: i64, kinds: vec[i64]) -> i64:
    """The decorations that find room beside those that stand, the lowest of each kind first."""
    placed: i64 = 0
    for kind in kinds:
        room: i64 = room_for(standing, kind)
        rest: i64 = trumps & kind
        while room > 0:
            placed |= rest & -rest
            rest &= rest - 1
            room -= 1
    return placed


def finished(constructions: i64, decorations: i64) -> bool:
    """Whether a lot with so many blocks is finished."""
    return constructions >= ENOUGH and decorations == DECORATIONS
