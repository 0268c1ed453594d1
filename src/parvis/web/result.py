"""How a game came out, told when somebody asks after the end: by what, and from when on.

Imports the table, the picture's ledger, the readers' words and the messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parvis.engine.game import Game
from parvis.engine.words import Speech
from parvis.table.table import Table
from parvis.web.messages import ClauseName, Line, Result, Source, Tie, Turning
from parvis.web.speech import clause_text, say_or

MOST_WORDS = 3  # sentences of the move that decided


@dataclass(frozen=True)
class Course:
    """A game from its first move to its last: each side's points, and the move that decided."""

    points: list[list[int]]  # by side: before the first move and after each
    decided: int | None  # after how many moves the winner was ahead for good


def sources(lines: Sequence[Line], sides: int, game: Game | None, language: str) -> list[Source]:
    """The ledger as a table: a row for each clause, in the order of the rules.

    A row is called as its lines are, if they all are alike; else as the clause is.
    """
    clauses = game.rulebook(language).clauses if game is not None else {}
    order = {clause: at for at, clause in enumerate(clauses)}
    points: dict[str, list[int]] = {}
    words: dict[str, set[str]] = {}
    for line in lines:
        points.setdefault(line.clause, [0] * sides)[line.side] += line.points
        words.setdefault(line.clause, set()).add(line.words)

    def title(clause: str) -> str:
        alike = words[clause]
        if clause in clauses and len(alike) > 1:
            return clauses[clause].title
        return next(iter(alike)) if len(alike) == 1 else clause

    return [
        Source(clause, title(clause), points[clause])
        for clause in sorted(points, key=lambda clause: (order.get(clause, len(order)), clause))
        if any(points[clause])
    ]


def ahead_from(points: Sequence[Sequence[int]], winner: int) -> int:
    """From which point on the winner had more than all others, to the end.

    >>> ahead_from([[0, 2, 3, 9], [0, 3, 2, 4]], 0)
    2
    """
    others = [side for number, side in enumerate(points) if number != winner]
    at = len(points[winner])
    while at and all(side[at - 1] < points[winner][at - 1] for side in others):
        at -= 1
    return at


def course_of(table: Table) -> Course | None:
    """The points over time, by playing the game again; None if today's rules do not play it."""
    if table.position is None or not table.over():
        return None
    position = table.first()
    scores = [position.scores()]
    for played in table.moves:
        position.play(position.read(played.text))
        scores.append(position.scores())
    return course_from([list(side) for side in zip(*scores, strict=True)], table)


def course_from(points: list[list[int]], table: Table) -> Course:
    """The course of a game that is over, by its points over time."""
    won = winning_sides(table)
    if len(won) != 1 or len(points) < 2 or table.stopped is not None:
        return Course(points, None)
    at = ahead_from(points, won[0])
    # Who won by a rule for draws was never ahead.
    return Course(points, at if at < len(points[0]) else None)


def winning_sides(table: Table) -> list[int]:
    assert table.position is not None
    winners = table.winners()
    sides = enumerate(table.position.sides())
    return [side for side, seats in sides if any(seat in winners for seat in seats)]


def turning(table: Table, course: Course | None, speech: Speech) -> Turning | None:
    """From when on the winner stayed ahead, in words."""
    if course is None or course.decided is None:
        return None
    assert table.position is not None
    seats = table.position.sides()[winning_sides(table)[0]]
    facts: dict[str, object] = {"names": [f"@{seat}" for seat in seats], "n": len(seats)}
    if course.decided < 2:  # the first move of all is no turning point
        return Turning(0, [speech.tell("table.result.always", facts)])
    number = course.decided
    before = table.at_move(number - 1)
    told = before.recount(before.read(table.moves[number - 1].text), None)
    words = [say_or(speech, each.key, each.params, "…") for each in told[:MOST_WORDS]]
    if number == len(table.moves):
        return Turning(number, [speech.tell("table.result.last", facts), *words])
    facts |= {"move": number, "all": len(table.moves)}
    return Turning(number, [speech.tell("table.result.turning", facts), *words])


def tie(table: Table, speech: Speech) -> Tie | None:
    """By which rule it came out, if several sides have the most points."""
    game, position = table.game, table.position
    if game is None or position is None or not game.ties or not position.over():
        return None
    scores = position.scores()
    if scores.count(max(scores)) < 2:
        return None
    clause = game.rulebook(speech.language).clauses[game.ties]
    text = clause_text(game, speech.language, clause.number)
    won = winning_sides(table)
    seats = [seat for side in won for seat in position.sides()[side]]
    facts: dict[str, object] = {"names": [f"@{seat}" for seat in seats], "n": len(seats)}
    key = "table.result.broken" if len(won) == 1 else "table.result.shared"
    return Tie(speech.tell(key, facts), ClauseName(clause.number, clause.title), text)


def result(
    table: Table, ask: int, lines: Sequence[Line], sides: int, course: Course | None, speech: Speech
) -> Result:
    """The answer to who asks how it came out."""
    rows = sources(lines, sides, table.game, speech.language)
    points = [] if course is None else course.points
    return Result(ask, rows, points, turning(table, course, speech), tie(table, speech))
