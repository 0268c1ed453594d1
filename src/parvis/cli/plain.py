"""The table line by line, without frames or columns: for braille displays and screen readers.

Imports the engine only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parvis.cli.pictures import side_name, signed
from parvis.engine.description import Region, Topic, describe
from parvis.engine.game import Game
from parvis.engine.ledger import OPEN, STANDING, Line
from parvis.engine.position import Position
from parvis.engine.words import Speech

BRIEF: tuple[Topic, ...] = ("game", "hand")  # what is told at each turn


def table(
    game: Game, view: Mapping[str, object], speech: Speech, topics: Sequence[Topic] = ()
) -> Iterator[str]:
    """The regions of the table, or those of some topics, each with its things."""
    for region in describe(game, view, speech):
        if not topics or region.topic in topics:
            yield from lines_of(region)


def lines_of(region: Region) -> Iterator[str]:
    yield region.title
    yield from (f"- {thing.words}" for thing in region.things)


def scores(position: Position, speech: Speech) -> str:
    """Every side with its points."""
    return ", ".join(
        f"{side_name(position, side, speech)} {points}"
        for side, points in enumerate(position.scores())
    )


def ledger(lines: Sequence[Line], position: Position, speech: Speech) -> Iterator[str]:
    """Every point with its clause, by side."""
    for side, total in enumerate(position.scores()):
        yield f"{side_name(position, side, speech)}: {total}"
        mine = [line for line in lines if line.side == side]
        if not mine:
            yield f"- {speech('cli.line.none')}"
        for line in mine:
            points, note = signed(line.points), ""
            if line.status == OPEN:
                points = f"{signed(line.low)} … {signed(line.high)}"
                note = f" ({speech('cli.line.open')})"
            elif line.status == STANDING:
                note = f" ({speech('cli.line.standing')})"
            yield f"- {points}, {line.clause}: {speech.tell(line.key, line.params)}{note}"
