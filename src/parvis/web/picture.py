"""A position as a seat sees it, drawn and in words: panels, choices, ledger, sides.

Made from the seat's own view and nothing else. Imports the engine's drawing, the table, the
readers' words and the messages.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parvis.engine.choices import Tree
from parvis.engine.drawing.panel import Drawing
from parvis.engine.words import Speech
from parvis.table.table import Table
from parvis.web.messages import Choice, Line, Panel, Question, Side
from parvis.web.speech import say_or


@dataclass(frozen=True)
class Viewer:
    """Who looks: the browser, from which seat, in which language, on which screen."""

    person: str
    seat: int | None
    language: str
    tall: bool

    @property
    def seat_key(self) -> str:
        """What the seat is called in stored views and stories; empty for who looks on."""
        return "" if self.seat is None else str(self.seat)


@dataclass(frozen=True)
class Picture:
    """A drawn position."""

    panels: list[Panel]
    tree: list[Question] | None
    ledger: list[Line]
    sides: list[Side]
    winners: list[int]
    over: bool


def draw(table: Table, viewer: Viewer, speech: Speech) -> Picture:
    """The position of a table for a viewer."""
    position, game = table.position, table.game
    if position is None or game is None:
        return draw_frozen(table, viewer, speech)
    view = position.view(viewer.seat)
    turn = position.turn()
    mine = turn is not None and turn == viewer.seat and table.chairs[turn].by_person
    winners = position.winners()
    return Picture(
        panels_of(game.draw(view, speech, viewer.tall)),
        questions_of(game.choices(view, speech)) if mine else None,
        [line_in_words(line.plain(), speech) for line in position.ledger()],
        sides_of(position.sides(), position.scores(), winners),
        winners,
        position.over(),
    )


def draw_frozen(table: Table, viewer: Viewer, speech: Speech) -> Picture:
    """A game of older rules, from its last snapshot; what cannot be drawn any more is left out."""
    shown: Mapping[str, Any] = table.frozen or {}
    view = (shown.get("views") or {}).get(viewer.seat_key) or {}
    panels: list[Panel] = []
    if table.game is not None and view:
        try:
            panels = panels_of(table.game.draw(view, speech, viewer.tall))
        except Exception:  # an old view may lack anything
            panels = []
    winners = view.get("winners") or []
    return Picture(
        panels,
        None,
        [line_in_words(line, speech) for line in shown.get("ledger") or []],
        sides_of(view.get("sides") or [], view.get("scores") or [], winners),
        winners,
        bool(shown.get("over")),
    )


def panels_of(drawing: Drawing) -> list[Panel]:
    return [
        Panel(
            panel.id,
            panel.role,
            panel.title,
            panel.seat,
            panel.width,
            panel.height,
            list(panel.fragments),
            panel.fragments,
        )
        for panel in drawing.panels
    ]


def questions_of(tree: Tree) -> list[Question]:
    return [
        Question(
            node.ask,
            node.kind,
            [Choice(one.pick, one.label, one.add, one.then, one.button) for one in node.choices],
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
