"""A first game: what a newcomer is shown step by step, and how their moves are judged.

A game's `course.toml` has the steps: a position as text, the moves that are the idea of the step,
typical mistakes, places to look at, clauses that it teaches. What is said stands in the game's
catalogues, under keys made from the step's id: `nv.course.tower.task`. Its remarks are what is told
beside a game, each when its condition holds. Nothing here knows a game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources

from parvis.engine import ledger as ledgers
from parvis.engine.game import Game, read_position
from parvis.engine.ledger import Line
from parvis.engine.packs import Entry
from parvis.engine.position import Position

FILE = "course.toml"
LARGEST = 1000  # points of a line: none has as many


@dataclass(frozen=True)
class Gain:
    """What a move changes for a side by one clause: points, of open lines those that are sure."""

    clause: str
    points: int


@dataclass(frozen=True)
class Idea:
    """Some moves, in declared terms: their kind and parts, points by a clause, what they lead to.

    All that is said must hold; of a part several values may be.
    """

    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the kind among them
    clause: str = ""
    points: int = 0  # by that clause, at least
    then: str = ""  # a kind of move that who played it can play next

    def fits(self, position: Position, move: int) -> bool:
        """Whether a legal move is one of them."""
        meaning = position.meaning(move)
        if any(meaning.get(name) not in values for name, values in self.parts.items()):
            return False
        if self.clause:
            found = [gain.points for gain in gains(position, move) if gain.clause == self.clause]
            if sum(found) < self.points:
                return False
        return not self.then or leads_to(position, move, self.then)


@dataclass(frozen=True)
class Mistake:
    """A typical wrong move, which has an answer of its own."""

    id: str
    idea: Idea


@dataclass(frozen=True)
class Lesson:
    """One step of a course: one idea, at one position. Without ideas one only looks."""

    id: str
    text: str
    ideas: tuple[Idea, ...]
    mistakes: tuple[Mistake, ...]
    places: tuple[str, ...]
    clauses: tuple[str, ...]

    @cached_property
    def seat(self) -> int:
        """The seat that the learner plays: the one to decide."""
        return read_position(self.text).turn() or 0

    def right(self, position: Position, move: int) -> bool:
        """Whether a legal move is what the step is about."""
        return any(idea.fits(position, move) for idea in self.ideas)

    def answers(self, position: Position) -> list[int]:
        """The right moves, those of the first idea first, and of these what brings most."""
        side = position.side_of(self.seat)
        found: list[tuple[int, int, int]] = []
        for move in position.moves():
            for n, idea in enumerate(self.ideas):
                if idea.fits(position, move):
                    found.append((n, -position.foresee(move).scores()[side], move))
                    break
        return [move for _, _, move in sorted(found)]


@dataclass(frozen=True)
class Remark:
    """Something worth telling in a game: which decision it is about, and when it holds.

    `kinds`: a move of one of these kinds can be played. `clause`: the seat's side has lines of it,
    `least` or more, with points between `above` and `below`, neither of them included; `new`: it
    had fewer of these lines at its decision before.
    """

    id: str
    kinds: tuple[str, ...] = ()
    clause: str = ""
    above: int = -LARGEST
    below: int = LARGEST
    least: int = 1
    new: bool = False

    def speaks_of(self, line: Line, side: int) -> bool:
        """Whether a line of the ledger is one of those that it is about."""
        return (
            line.side == side
            and line.clause == self.clause
            and self.above < (line.points or line.low) < self.below
        )

    def holds(self, position: Position, seat: int, before: Sequence[Line] | None) -> bool:
        """Whether it is to be told to the seat that decides; `before`: the ledger at its decision
        before, if it is known."""
        if self.kinds:
            codec = position.codec
            asked = {codec.kind_of(move).name for move in position.moves()}
            if asked.isdisjoint(self.kinds):
                return False
        if not self.clause:
            return True
        side = position.side_of(seat)
        if not self.met(position.ledger(), side):
            return False
        return not self.new or (before is not None and not self.met(before, side))

    def met(self, lines: Sequence[Line], side: int) -> bool:
        """Whether there are enough of the lines that it is about."""
        return sum(self.speaks_of(line, side) for line in lines) >= self.least


@dataclass(frozen=True)
class Course:
    """The steps of a game, the position from which its guided game goes on, the remarks."""

    steps: tuple[Lesson, ...]
    game: str
    remarks: tuple[Remark, ...]

    def step(self, id: str) -> Lesson | None:
        """The step of an id."""
        return next((step for step in self.steps if step.id == id), None)


@dataclass(frozen=True)
class Verdict:
    """What is said of a legal move: whether it is the idea, what it brings, what that would."""

    right: bool
    mistake: str  # the id of the typical one that it is
    brings: tuple[Gain, ...]
    better: tuple[Gain, ...]


def course_of(game: Game) -> Course | None:
    """The course of a game, if it has one; `PackError` names the entry that is wrong."""
    return read_course(game)


@cache
def read_course(game: Game) -> Course | None:
    file = resources.files(game.package).joinpath(FILE)
    if not file.is_file():
        return None
    whole = Entry(tomllib.loads(file.read_text(encoding="utf-8")), "")
    steps = tuple(read_step(entry, game) for entry in whole.tables("steps"))
    remarks = tuple(read_remark(entry) for entry in whole.tables("remarks"))
    text = position_text(whole.text("game"), game)
    whole.done()
    return Course(steps, text, remarks)


def read_step(entry: Entry, game: Game) -> Lesson:
    step = Lesson(
        id=entry.text("id"),
        text=position_text(entry.text("position"), game),
        ideas=tuple(read_idea(one) for one in optional(entry, "right")),
        mistakes=tuple(read_mistake(one) for one in optional(entry, "mistakes")),
        places=tuple(entry.texts("places")),
        clauses=tuple(entry.texts("clauses")),
    )
    entry.done()
    return step


def optional(entry: Entry, key: str) -> list[Entry]:
    return list(entry.tables(key)) if entry.has(key) else []


def read_mistake(entry: Entry) -> Mistake:
    id = entry.text("id")
    return Mistake(id, read_idea(entry))


def read_idea(entry: Entry) -> Idea:
    clause = entry.text("clause") if entry.has("clause") else ""
    points = entry.whole("points", -99, 99) if entry.has("points") else 0
    then = entry.text("then") if entry.has("then") else ""
    parts: dict[str, tuple[str, ...]] = {}
    for key, value in entry.data.items():
        if key not in ("id", "clause", "points", "then"):
            one = isinstance(value, str)
            parts[key] = (entry.text(key),) if one else tuple(entry.texts(key))
    entry.done()
    return Idea(parts, clause, points, then)


def read_remark(entry: Entry) -> Remark:
    remark = Remark(
        id=entry.text("id"),
        kinds=tuple(entry.texts("kinds")) if entry.has("kinds") else (),
        clause=entry.text("clause") if entry.has("clause") else "",
        above=entry.whole("above", -99, 99) if entry.has("above") else -LARGEST,
        below=entry.whole("below", -99, 99) if entry.has("below") else LARGEST,
        least=entry.whole("least", 1, 99) if entry.has("least") else 1,
        new=entry.truth("new") if entry.has("new") else False,
    )
    entry.done()
    return remark


def position_text(text: str, game: Game) -> str:
    """A position as the file has it: without the game and its version, in as many lines as read
    well."""
    return " ".join([f"{game.id}/{game.rules}", *text.split()])


def gains(position: Position, move: int) -> list[Gain]:
    """What a legal move changes for who plays it, by clause, before any chance; the most first."""
    seat = position.turn()
    assert seat is not None
    side = position.side_of(seat)
    after = position.foresee(move).ledger()
    went, came = ledgers.change(position.ledger(), after)
    still_open = {
        line.clause for line in after if line.side == side and line.status == ledgers.OPEN
    }
    points: dict[str, int] = {}
    for lines, sign in ((went, -1), (came, 1)):
        for line in lines:
            is_open = line.status == ledgers.OPEN
            if line.side != side or (is_open and line.clause not in still_open):
                continue  # what was open and is settled now is told by the lines that came
            worth = line.low if is_open else line.points
            points[line.clause] = points.get(line.clause, 0) + sign * worth
    found = [Gain(clause, sum) for clause, sum in points.items() if sum]
    return sorted(found, key=lambda gain: (-abs(gain.points), gain.clause))


def leads_to(position: Position, move: int, kind: str) -> bool:
    """Whether who plays a legal move can play one of this kind next."""
    after = position.copy()
    after.play(move)
    if after.turn() != position.turn():
        return False
    return any(after.codec.kind_of(one).name == kind for one in after.moves())


def judge(step: Lesson, position: Position, move: int) -> Verdict:
    """What is said of a legal move at a step's position."""
    right = step.right(position, move)
    mistake = ""
    if not right:
        fitting = [one.id for one in step.mistakes if one.idea.fits(position, move)]
        mistake = fitting[0] if fitting else ""
    answers = step.answers(position)
    better = taught_first(step, gains(position, answers[0])) if answers else ()
    return Verdict(right, mistake, taught_first(step, gains(position, move)), better)


def taught_first(step: Lesson, found: list[Gain]) -> tuple[Gain, ...]:
    """What the step is about, then what else a move brings."""
    taught = {idea.clause for idea in step.ideas}
    return tuple(sorted(found, key=lambda gain: gain.clause not in taught))


def remark_of(
    course: Course,
    position: Position,
    seat: int,
    before: Sequence[Line] | None,
    said: Collection[str],
) -> Remark | None:
    """The first remark that holds for the seat to decide and was not made yet."""
    for remark in course.remarks:
        if remark.id not in said and remark.holds(position, seat, before):
            return remark
    return None


def key(game: Game, *names: str) -> str:
    """The key of a course's words: `key(game, "tower", "task")` is `nv.course.tower.task`."""
    return ".".join([game.prefix.lower(), "course", *names])


def keys(game: Game) -> list[str]:
    """Every key that a game's course says."""
    course = read_course(game)
    if course is None:
        return []
    found: list[str] = []
    for step in course.steps:
        told = ("title", "task", "done", "wrong") if step.ideas else ("title", "task")
        found += [key(game, step.id, name) for name in told]
        found += [key(game, step.id, "wrong", one.id) for one in step.mistakes]
    return found + [key(game, "remark", remark.id) for remark in course.remarks]
