"""Why a decision matters, for who is new to a game: one remark at a decision, each once at a table.

Imports the engine's courses, the table, the readers' words and the messages.
"""

from __future__ import annotations

from parvis.engine.course import course_of, key, remark_of
from parvis.engine.game import Game
from parvis.engine.ledger import Line
from parvis.table.table import Table
from parvis.web import messages
from parvis.web.picture import Viewer
from parvis.web.speech import speech_at


class Coach:
    """What was told through one socket, and the ledger at the decision before this one."""

    def __init__(self) -> None:
        self.said: set[str] = set()
        self.before: list[Line] | None = None
        self.ledger: list[Line] | None = None
        self.at = -1  # the event after which something was last looked for
        self.told: messages.Remark | None = None

    def remark(self, table: Table, viewer: Viewer) -> messages.Remark | None:
        """The remark on this decision; none if it is not the viewer's."""
        position, game = table.position, table.game
        if position is None or game is None or viewer.seat is None:
            return None
        if position.turn() != viewer.seat or not table.chairs[viewer.seat].by_person:
            return None
        if table.moved != self.at:
            self.at = table.moved
            self.before, self.ledger = self.ledger, position.ledger()
            self.told = self.look(table, game, viewer)
        return self.told

    def look(self, table: Table, game: Game, viewer: Viewer) -> messages.Remark | None:
        course = course_of(game)
        position, seat = table.position, viewer.seat
        if course is None or position is None or seat is None:
            return None
        found = remark_of(course, position, seat, self.before, self.said)
        if found is None:
            return None
        self.said.add(found.id)
        words = speech_at(table, viewer.language)(key(game, "remark", found.id))
        clauses = game.rulebook(viewer.language).clauses
        clause = clauses.get(found.clause)
        side = position.side_of(seat)
        lines = [line for line in position.ledger() if found.speaks_of(line, side)]
        places = list(lines[0].places) if found.clause and lines else []
        named = None if clause is None else messages.ClauseName(clause.number, clause.title)
        return messages.Remark(words, named, places)
