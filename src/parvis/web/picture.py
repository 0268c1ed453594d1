"""A position as a seat sees it: panels and choices, from its own view; and the score for all.

Imports the engine's drawing, the table, the
readers' words and the messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec import UNSET

from parvis.engine.choices import Tree
from parvis.engine.drawing.panel import Panel
from parvis.engine.drawing.part import Memory, Remembering
from parvis.engine.ledger import Line as LedgerLine
from parvis.engine.ledger import read_line
from parvis.engine.words import Speech
from parvis.table.event import key_of
from parvis.table.table import Table
from parvis.web.messages import Choice, Line, Question, Side
from parvis.web.speech import say_or


class Viewer(NamedTuple):
    """Who looks: the browser, from which seat, in which language, on which screen."""

    person: str
    seat: int | None
    language: str
    tall: bool
    curtain: int | None = None  # the seat whose person has yet to say that they are there
    unheard: frozenset[str] = frozenset()  # persons whose chat is not shown


class Score(NamedTuple):
    """What all see alike of a position, whatever their seat and language."""

    lines: list[LedgerLine]
    sides: list[Side]
    winners: list[int]
    over: bool


class Picture(NamedTuple):
    """A position to be shown; its panels are drawn when they are sent."""

    panels: list[Panel]
    tree: list[Question] | None
    ask: str = ""  # of the one to decide, also of who can do nothing but go on and has no tree


def score_of(table: Table) -> Score:
    """The points of a table's position, or of the last one that was kept of a game of old rules."""
    position = table.position
    if position is not None:
        winners = table.winners()
        sides = sides_of(position.sides(), position.scores(), winners)
        return Score(position.ledger(), sides, winners, table.over())
    shown: Mapping[str, Any] = table.frozen or {}
    view = (shown.get("views") or {}).get(key_of(None)) or {}
    winners = table.winners()
    sides = sides_of(view.get("sides") or [], view.get("scores") or [], winners)
    lines = [read_line(plain) for plain in shown.get("ledger") or []]
    return Score(lines, sides, winners, bool(shown.get("over")))


def draw(table: Table, viewer: Viewer, speech: Speech, memory: Memory | None = None) -> Picture:
    """The position of a table for a viewer; the memory is the table's own."""
    position, game = table.position, table.game
    if position is None or game is None:
        return Picture(kept_panels(table, viewer, speech), None)
    view = position.view(viewer.seat)
    turn = table.turn()
    mine = turn is not None and turn == viewer.seat and table.chairs[turn].by_person
    panels = game.draw(
        Remembering(view, {} if memory is None else memory), speech, viewer.tall
    ).panels
    if not mine:
        return Picture(panels, None)
    tree = questions_of(game.choices(view, speech))
    return Picture(panels, None if position.going_on() is not None else tree, tree[0].ask)


def kept_panels(table: Table, viewer: Viewer, speech: Speech) -> list[Panel]:
    """A game of older rules from its last snapshot; none if it cannot be drawn any more."""
    shown: Mapping[str, Any] = table.frozen or {}
    view = (shown.get("views") or {}).get(key_of(viewer.seat))
    if table.game is None or not view:
        return []
    try:
        panels = table.game.draw(view, speech, viewer.tall).panels
        for panel in panels:
            panel.texts()
    except Exception:  # an old view may lack anything
        return []
    return panels


def questions_of(tree: Tree) -> list[Question]:
    return [
        Question(
            node.ask,
            node.kind,
            [
                Choice(
                    pick,
                    add,
                    "" if titled else label,
                    UNSET if then is None else then,
                    button,
                    does,
                    quiet,
                )
                for pick, label, add, then, button, titled, does, quiet in node.choices
            ],
            node.does,
        )
        for node in tree.nodes
    ]


def sides_of(sides: list[list[int]], scores: list[int], winners: list[int]) -> list[Side]:
    return [
        Side(side, seats, scores[side], any(seat in winners for seat in seats))
        for side, seats in enumerate(sides)
    ]


def line_in_words(line: Mapping[str, Any], speech: Speech) -> Line:
    """A line of the ledger, plain as it is stored too."""
    return Line(
        line["side"],
        line["points"],
        line["clause"],
        say_or(speech, line["key"], line["params"], line["clause"]),
        line["places"],
        line["status"],
        line["low"],
        line["high"],
    )
