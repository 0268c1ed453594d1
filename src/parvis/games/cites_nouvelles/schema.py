"""What a view holds: its fields and their types.

Blocks are written as in the notation of moves: T14 is block 14 of the Tours, D3 decoration 3.
"""

from __future__ import annotations

from typing import Annotated, TypedDict

from parvis.engine.schema import Frame
from parvis.games.cites_nouvelles.components import Decoration, End, Ensemble, Phase


class Trick(TypedDict):
    """A trick that was taken."""

    leader: Annotated[int, "the seat that led"]
    blocks: Annotated[list[str], "the blocks, from the leader on, clockwise"]


class Turned(TypedDict):
    """A block that was turned up to find the first speaker."""

    seat: Annotated[int, "who turned it up"]
    block: Annotated[str, "the block"]


class Raised(TypedDict):
    """What a side built in a round."""

    round: Annotated[int, "the round, from 1"]
    side: Annotated[int, "the side"]
    lot: Annotated[Ensemble, "the lot"]
    blocks: Annotated[list[str], "the blocks"]


class Surplus(TypedDict):
    """A choice of decorations to be made."""

    side: Annotated[int, "the side whose namer chooses"]
    kind: Annotated[Decoration, "the kind in question"]
    room: Annotated[int, "how many stay"]
    among: Annotated[list[str], "the decorations to choose from"]


class View(Frame):
    """Blocks are written as in the notation: M, P, H, T or D and a number; D is a decoration."""

    phase: Annotated[Phase, "what goes on; deal only in a preview"]
    round: Annotated[int, "the round, from 1"]
    idle: Annotated[int, "how many rounds have built nothing since the last one that built"]
    speaker: Annotated[int, "the seat that speaks first in this round"]
    offers: Annotated[list[Ensemble | None], "by side: the ensemble it offers"]
    namers: Annotated[list[int | None], "by side: the seat that named it"]
    lots: Annotated[dict[Ensemble, list[str]], "by ensemble: the blocks on its lot"]
    raised: Annotated[list[Raised], "what was built, in order"]
    hand: Annotated[list[str], "the seat's own blocks; none for a spectator"]
    hand_sizes: Annotated[list[int], "by seat: how many blocks it holds"]
    leader: Annotated[int, "the seat that leads the trick"]
    trick: Annotated[list[str], "the blocks of the trick, from the leader on, clockwise"]
    last: Annotated[Trick | None, "the trick before, also when a new round was dealt since"]
    kept: Annotated[list[list[str]], "by side: what it has kept in this round"]
    returned: Annotated[list[str], "what went back to the Reserve in this round"]
    turned: Annotated[list[Turned], "what was turned up for the first speaker of this round"]
    voids: Annotated[list[str], "by seat: the suits it has shown to lack in this round, as letters"]
    reserve: Annotated[int, "how many blocks the Reserve holds"]
    decorations: Annotated[list[Decoration], "the kinds of decorations 1 to 15"]
    decorate: Annotated[Surplus | None, "the choice of decorations to be made now"]
    end: Annotated[End, "why the game is over: a lot finished, a short Reserve, idle rounds"]
