"""What the one to decide may ask before deciding: why not, what would it bring, what would you do.

Answers are plain and typed, without words or drawing. Others are `Refused`: an answer might tell
them a hand. Imports the folded table, its guard, for whom is asked, and advice.
"""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from parvis.bots.advice import Advice
from parvis.engine.position import Position
from parvis.engine.refusal import Illegal, Refusal
from parvis.table.decisions import Refused, acting
from parvis.table.fair_queue import Asker
from parvis.table.table import Table

PlainLine = dict[str, Any]  # of the ledger, as `Line.plain` has it


class Adviser(Protocol):
    """Whoever has advice for a seat."""

    async def advise(
        self, table: Table, seat: int, picks: Sequence[str], asker: Asker
    ) -> Advice: ...


@dataclass(frozen=True)
class Preview:
    """What a move would bring before any chance: what its seat would see, lines, points."""

    seat: int
    before: dict[str, object]  # what it sees now
    view: dict[str, object]
    went: list[PlainLine]
    came: list[PlainLine]
    scores: list[int]


def deciding(table: Table, person: str) -> tuple[Position, int]:
    """The position, and the seat to decide if this browser holds it; else `Refused`."""
    if table.position is None:
        raise Refused("over", "table.refused.read_only")
    if table.over():
        raise Refused("over", "table.refused.over")
    return table.position, acting(table, person)


def why(table: Table, person: str, path: tuple[str, ...]) -> Refusal | None:
    """Why nothing legal begins with these picks; None if something does."""
    position, _ = deciding(table, person)
    return position.why(path)


def preview(table: Table, person: str, move: int) -> Preview | Refusal:
    """What a move would bring, or what bars it; `Malformed` if the number names none."""
    return foreseen(*deciding(table, person), move)


def foreseen(position: Position, seat: int, move: int) -> Preview | Refusal:
    """`preview` for a seat of which it is known that it may ask."""
    try:
        seen: dict[str, Any] = position.preview(move, seat)
    except Illegal as error:
        return error.refusal
    return Preview(seat, position.view(seat), **seen)


def hint(
    table: Table, person: str, bots: Adviser, picks: Sequence[str] = (), household: str = ""
) -> Coroutine[Any, Any, Advice | None]:
    """What to play, of the moves that what is picked so far belongs to.

    Whether one may ask is said at once, the answer takes its time.
    """
    _, seat = deciding(table, person)
    moved = table.moved  # a move of another server is played on the same position
    asker = Asker(frozenset({household}), table.config.id)

    async def advice() -> Advice | None:
        answer = await bots.advise(table, seat, picks, asker)
        return answer if table.moved == moved else None  # of what is past, nothing

    return advice()
