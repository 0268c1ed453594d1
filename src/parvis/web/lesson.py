"""A step of a course at the table: its one browser plays there, and is told what its move brought.

Imports the engine's courses, loose tables, the socket, the readers' words and the messages.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from msgspec import structs

from parvis.bots import levels_for
from parvis.bots.advice import only
from parvis.engine.course import Course, Gain, Lesson, Verdict, judge, key
from parvis.engine.game import Game, read_position
from parvis.engine.record import Record
from parvis.engine.words import Speech
from parvis.table.chair import Chair
from parvis.table.commands import Command, Move, Undo
from parvis.table.decisions import BOT_NAMES, Refused, decide
from parvis.table.from_record import table_of
from parvis.table.table import Table
from parvis.web import answers, messages
from parvis.web.identity import Reader
from parvis.web.messages import AskHint, Asking, TakeBack, Turn
from parvis.web.socket import Connection
from parvis.web.speech import speech_for
from parvis.web.updates import Shown

NOBODY = Turn(None, False, None, None, None)


@dataclass(frozen=True)
class Teaching:
    """One step of a game's course."""

    game: Game
    course: Course
    step: Lesson

    @property
    def number(self) -> int:
        """Which step it is, from 1."""
        return self.course.steps.index(self.step) + 1

    def beside(self, by: int) -> Lesson | None:
        """The step so many further on, or back; None beyond the ends."""
        at = self.number - 1 + by
        return self.course.steps[at] if 0 <= at < len(self.course.steps) else None

    def seated(self, reader: Reader) -> list[Chair]:
        """The reader at the seat of the step, bots that do nothing at the others."""
        bot = next(iter(levels_for(self.game).values()))
        seats = read_position(self.step.text).seats
        chairs = [Chair("bot", BOT_NAMES[seat], (), bot) for seat in range(seats)]
        chairs[self.step.seat] = Chair("person", reader.name, (reader.person,))
        return chairs

    def table(self, reader: Reader) -> Table:
        """A table at the step's position, which nobody stores."""
        setting = read_position(self.step.text).setting
        record = Record.begin(
            self.game.id, setting.seats, options=setting.options, origin=self.step.text
        )
        return table_of(record, self.seated(reader), reader.person)

    def says(self, verdict: Verdict, speech: Speech) -> list[str]:
        """What is told of a move: its words, what it brought, what the other one brings."""
        name = self.step.id
        if verdict.right:
            told = [speech(key(self.game, name, "done"))]
            return told + ([self.brought(verdict.brings, speech)] if verdict.brings else [])
        wrong = ("wrong", verdict.mistake) if verdict.mistake else ("wrong",)
        told = [self.brought(verdict.brings, speech), speech(key(self.game, name, *wrong))]
        # Who has won more by a move that misses the idea is not told of fewer points.
        if verdict.better and points(verdict.better) > points(verdict.brings):
            told.append(speech("page.learn.better", gains=self.listed(verdict.better, speech)))
        return told

    def brought(self, gains: tuple[Gain, ...], speech: Speech) -> str:
        if not gains:
            return speech("page.learn.nothing")
        return speech("page.learn.brings", gains=self.listed(gains, speech))

    def listed(self, gains: tuple[Gain, ...], speech: Speech) -> list[str]:
        clauses = self.game.rulebook(speech.language).clauses
        return [
            speech(
                "page.learn.gain" if gain.points > 0 else "page.learn.loss",
                n=abs(gain.points),
                title=clauses[gain.clause].title,
                clause=gain.clause,
            )
            for gain in gains
        ]

    def message(self, verdict: Verdict | None, language: str) -> messages.Lesson:
        """How the step stands, for the page."""
        clauses = self.game.rulebook(language).clauses
        return messages.Lesson(
            state="asked" if verdict is None else "right" if verdict.right else "wrong",
            says=[] if verdict is None else self.says(verdict, speech_for(language, self.game)),
            clauses=[messages.ClauseName(one, clauses[one].title) for one in self.step.clauses],
            places=list(self.step.places),
        )


class LessonConnection(Connection):
    """A socket at a step. One move is played and judged; another try begins anew."""

    def __init__(self, *around: Any, teaching: Teaching) -> None:
        super().__init__(*around)
        self.teaching = teaching
        self.verdict: Verdict | None = None

    def come(self) -> None:
        """Nobody else is here, and no bot plays."""
        self.live.listeners.add(self)
        self.live.presence.come(self.person)
        self.changed()

    def go(self) -> None:
        self.live.listeners.discard(self)

    def now(self) -> Shown:
        """The step as it stands; once a move is judged, nothing is asked."""
        found, verdict = super().now(), self.verdict
        lesson = self.teaching.message(verdict, self.reader.language)
        asked = verdict is None and bool(self.teaching.step.ideas)
        state = structs.replace(
            found.state,
            lesson=lesson,
            undo=TakeBack(None, None),
            over=False,
            winners=[],
            proof=None,
            ask=found.state.ask if asked else "",
            tree=found.state.tree if asked else None,
            turn=found.state.turn if asked else NOBODY,
        )
        return found._replace(state=state)

    async def carry_out(self, command: Command, applied: Callable[[int], None]) -> None:
        table = self.live.table
        match command.request:
            case Move() if self.verdict is None and self.teaching.step.ideas:
                position = table.position
                assert position is not None
                outcome = decide(table, command)
                move = command.request.move
                self.verdict = await self.desk.ask(
                    partial(judge, self.teaching.step, position.copy(), move)
                )
                table.take(outcome.numbered(table.n, self.registry.clock()), outcome.position)
            case Undo():
                await self.begin_anew()
            case _:
                raise Refused("bad", "table.refused.bad")
        self.changed()
        applied(self.live.table.n)

    async def begin_anew(self) -> None:
        """The same position once more; numbers go on, so that all of it is shown again."""
        before = self.live.table.n
        table = await self.desk.ask(partial(self.teaching.table, self.reader))
        table.n = table.moved = table.chaired = table.undone = before + 1
        self.live.table = table
        self.verdict = None

    async def question(self, message: Asking) -> None:
        if not isinstance(message, AskHint):
            await super().question(message)
        elif self.visitor.may_ask() and self.verdict is None and self.teaching.step.ideas:
            self.reply(await self.desk.ask(partial(self.shown_how, message)))

    def shown_how(self, asked: AskHint) -> messages.Hint:
        """The idea itself, as advice."""
        position = self.live.table.position
        assert position is not None
        move = self.teaching.step.answers(position)[0]
        advice = only(position.say(move))
        return answers.hint(self.live.table, position.copy(), self.viewer(), asked, advice)


def points(gains: tuple[Gain, ...]) -> int:
    return sum(gain.points for gain in gains)
