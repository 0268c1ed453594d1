"""Figures of a rulebook: small positions that show what a clause says.

A game's `figures.toml` names positions (in their text form) and figures of one scene or two. What
a scene claims is asked of the rules: a move that it calls refused is refused by the clause of the
figure, and the points that a caption speaks of are those of the ledger. So a figure cannot lie,
and `tests/conformance/test_figures.py` asks every one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Literal

from parvis.engine.ledger import Line
from parvis.engine.packs import Entry
from parvis.engine.refusal import Refusal

if TYPE_CHECKING:
    from parvis.engine.position import Position

FILE = "figures.toml"
ALL = "all"  # for `counts`: every line of the clause
# What one is told before any clause: what for, what one does, where points come from.
Part = Literal["goal", "turn", "points"]
PARTS: tuple[Part, ...] = ("goal", "turn", "points")


@dataclass(frozen=True)
class Scene:
    """One picture of a figure: a position, what of it is shown, and what is claimed of it."""

    text: str  # the position that it begins with
    moves: tuple[str, ...] = ()  # that are played before anything is shown
    seat: int | None = 0  # by whose eyes
    show: tuple[str, ...] = ()  # panels, or places that one is cut down to: `slot-3`, `hand/slot-3`
    allowed: tuple[str, ...] = ()  # moves that are legal
    refused: str = ""  # a move that is not
    as_if: bool = False  # whether that move is drawn as if it had been played
    after: tuple[str, ...] = ()  # moves whose result is shown, before anything is drawn or turned
    counts: str = ""  # which lines of the ledger: those with this place, or all
    by: tuple[str, ...] = ()  # the clauses of these lines or of this refusal, if not the figure's
    side: int | None = None  # whose lines; unless it is said, those of `seat`
    marked: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()  # with 1, 2, 3 …
    tally: bool = False  # whether the places of the lines are numbered
    at: str = ""  # where the sign of a move stands, if it is not where the move goes
    margin: int = 2  # around the places that a panel is cut down to
    above: int = 0  # more room above them, for what is written there
    tall: bool = False  # whether the drawing is that of a tall screen

    def position(self) -> Position:
        """The position that can be tried: what leads there is played, what is claimed is not."""
        from parvis.engine.game import read_position  # a game knows its figures

        position = read_position(self.text)
        for move in self.moves:
            position.play(position.read(move))
        return position

    def shown(self) -> Position:
        """The position that is drawn."""
        position = self.position()
        for move in self.after:
            position = position.foresee(position.read(move))
        if self.as_if:
            position.decide(position.read(self.refused))
        return position

    def refusal(self) -> Refusal | None:
        """Why the move that is claimed to be refused is."""
        if not self.refused:
            return None
        position = self.position()
        return position.refusal(position.read(self.refused))

    def lines(self, clause: str) -> list[Line]:
        """The lines of the ledger that it counts."""
        if not self.counts:
            return []
        position = self.shown()
        return [
            line
            for line in position.ledger()
            if line.clause in (self.by or (clause,))
            and line.side == self.scored(position)
            and (self.counts == ALL or self.counts in line.places)
        ]

    def points(self, clause: str) -> int | None:
        """What these lines are worth, or else what the moves bring; None where nobody scores."""
        if self.counts:
            return sum(line.points for line in self.lines(clause))
        if not self.after:
            return None
        before, position = self.position(), self.shown()
        side = self.scored(position)
        return position.scores()[side] - before.scores()[side]

    def scored(self, position: Position) -> int:
        """The side whose points it speaks of."""
        return position.side_of(self.seat or 0) if self.side is None else self.side


@dataclass(frozen=True)
class Figure:
    """A picture or two with a caption, beside a clause; or one of the three that open the book."""

    id: str
    clause: str
    scenes: tuple[Scene, ...]
    part: Part | None = None

    def position(self) -> Position:
        """The position to try it with."""
        return self.scenes[0].position()

    def facts(self) -> dict[str, object]:
        """What the caption may speak of.

        `points` of the first scene, `points_2` of the second, and `total`: what the side has then.
        """
        first = self.scenes[0]
        shown = first.shown()
        found: dict[str, object] = {"total": shown.scores()[first.scored(shown)]}
        for n, scene in enumerate(self.scenes, 1):
            points = scene.points(self.clause)
            if points is not None:
                found["points" if n == 1 else f"points_{n}"] = points
        return found


def read_figures(package: str, head: str) -> Mapping[str, Figure]:
    """The figures of a game, by their ids, in their order; none if it has no such file.

    `head` is what the texts of its positions begin with: the game and its rules version.
    """
    file = resources.files(package).joinpath(FILE)
    if not file.is_file():
        return {}
    return parse_figures(file.read_text(encoding="utf-8"), head)


def parse_figures(source: str, head: str) -> Mapping[str, Figure]:
    """Figures from their TOML; `PackError` names an entry that is wrong.

    >>> source = '''
    ... position.start = "seats=2 turn=0"
    ... [figure.laid]
    ... clause = "XX-1.2"
    ... position = "start"
    ... refused = "d4"
    ... '''
    >>> [scene] = parse_figures(source, "game/1")["laid"].scenes
    >>> scene.text, scene.refused
    ('game/1 seats=2 turn=0', 'd4')
    """
    entry = Entry(tomllib.loads(source), "")
    given = entry.table("position")
    texts = {name: " ".join([head, *given.text(name).split()]) for name in given.data}
    found = entry.table("figure")
    entry.done()
    return {id: read_figure(id, found.table(id), texts) for id in found.data}


def read_figure(id: str, entry: Entry, texts: Mapping[str, str]) -> Figure:
    part: Part | None = None
    if entry.has("part"):
        wanted = entry.text("part", PARTS)
        part = next(each for each in PARTS if each == wanted)
    clause = entry.text("clause") if entry.has("clause") or part is None else ""
    if entry.has("scene"):
        scenes = tuple(read_scene(scene, texts) for scene in entry.tables("scene"))
        entry.done()
    else:
        scenes = (read_scene(entry, texts),)
    return Figure(id, clause, scenes, part)


def read_scene(entry: Entry, texts: Mapping[str, str]) -> Scene:
    name = entry.text("position")
    if name not in texts:
        raise entry.fail("position", f"there is no position {name!r}")
    seat = entry.whole("seat", -1, 3) if entry.has("seat") else 0
    scene = Scene(
        text=texts[name],
        moves=words(entry, "moves"),
        seat=None if seat < 0 else seat,
        show=words(entry, "show"),
        allowed=words(entry, "allowed"),
        refused=entry.text("refused") if entry.has("refused") else "",
        after=words(entry, "after"),
        counts=entry.text("counts") if entry.has("counts") else "",
        by=words(entry, "by"),
        side=entry.whole("side", 0, 3) if entry.has("side") else None,
        marked=words(entry, "marked"),
        numbered=words(entry, "numbered"),
        as_if=entry.truth("as_if") if entry.has("as_if") else False,
        tally=entry.truth("tally") if entry.has("tally") else False,
        at=entry.text("at") if entry.has("at") else "",
        margin=entry.whole("margin", 0, 60) if entry.has("margin") else 2,
        above=entry.whole("above", 0, 60) if entry.has("above") else 0,
        tall=entry.truth("tall") if entry.has("tall") else False,
    )
    entry.done()
    return scene


def words(entry: Entry, key: str) -> tuple[str, ...]:
    """Several names with blanks between them."""
    return tuple(entry.text(key).split()) if entry.has(key) else ()


def of_clause(figures: Iterable[Figure], clause: str) -> list[Figure]:
    """The figures of a clause, in their order."""
    return [figure for figure in figures if figure.clause == clause and figure.part is None]
