"""Advice for who is to decide: the best moves, what each is worth, and what the first one is for.

All of it is found from what a seat may know; how, tells `parvis.bots.adviser`. Shares are chances
of victory, 0 to 1. Imports the analysis' values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from parvis.bots.analysis import NOTHING, Gain, Value, Weighed, read_gains, read_weighed, rounded


@dataclass(frozen=True)
class Reason:
    """Points of a clause that a side ends with, on average, beyond those after the second move.

    `thing` names the line of the ledger that most of them come from, by the words and names among
    its parameters; `chance` is how often that line brings points, `otherwise` how often it does
    after the second move.
    """

    side: int
    clause: str
    points: float
    error: float
    thing: tuple[str, ...] = ()
    chance: float = 0.0
    otherwise: float = 0.0


@dataclass(frozen=True)
class Advice:
    """Moves as one may ask for them, best first.

    `ahead` is what the first is worth beyond the second, in the same worlds. `hopes` are the points
    by clause that its side may expect in the end beyond those of today. `elsewhere` is a better
    move that does not begin as it was asked for, `beyond` what it is worth beyond the first.
    """

    moves: tuple[Weighed, ...]
    ahead: Value = NOTHING
    reasons: tuple[Reason, ...] = ()
    hopes: tuple[Gain, ...] = ()
    elsewhere: Weighed | None = None
    beyond: Value = NOTHING

    @property
    def best(self) -> Weighed:
        return self.moves[0]

    @property
    def second(self) -> Weighed | None:
        return self.moves[1] if len(self.moves) > 1 else None

    def plain(self) -> dict[str, object]:
        """The advice as plain data, figures rounded."""
        found = rounded(asdict(self))
        assert isinstance(found, dict)
        return found


def only(move: str) -> Advice:
    """Advice of one who does not say why.

    >>> only("T7").best.move
    'T7'
    """
    return Advice((Weighed(move, NOTHING, 0),))


def read_advice(plain: Mapping[str, Any]) -> Advice:
    """Read back what `Advice.plain` wrote."""
    elsewhere = plain["elsewhere"]
    return Advice(
        tuple(read_weighed(each) for each in plain["moves"]),
        Value(**plain["ahead"]),
        tuple(Reason(**{**each, "thing": tuple(each["thing"])}) for each in plain["reasons"]),
        read_gains(plain["hopes"]),
        None if elsewhere is None else read_weighed(elsewhere),
        Value(**plain["beyond"]),
    )
