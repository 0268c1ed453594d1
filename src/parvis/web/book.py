"""A rulebook as its page shows it: three pictures to begin with, then clauses with their figures.

Imports the engine, the search and the readers' words.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from parvis.engine.course import course_of
from parvis.engine.figures import PARTS, Figure, Scene, of_clause
from parvis.engine.game import Game
from parvis.engine.illustration import illustrate
from parvis.engine.rulebook import Clause
from parvis.engine.words import Speech
from parvis.web import assets
from parvis.web.rule_search import Entry
from parvis.web.speech import speech_for

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
KEPT = 1 << 10  # pictures, packed: those of all games in a language and a theme, several times
SIZE = re.compile(r" width='(\d+)' height='(\d+)' font-family=")
TALLEST = 400  # pixels of a picture in the book
TAG = re.compile(r"<[^>]+>")
PART_WORDS = {
    "goal": "page.rules.goal",
    "turn": "page.rules.turn",
    "points": "page.rules.points",
}
SIGN_WORDS = {"allowed": "page.rules.allowed", "refused": "page.rules.refused"}
# Marks of what is ours: its word, and what the word means.
MARK_WORDS = {
    "reading": ("page.rules.reading", "page.rules.reading.help"),
    "rebuilt": ("page.rules.rebuilt", "page.rules.rebuilt.help"),
}
# The notes in a rulebook that say so.
READING = re.compile(r"notre lecture|our reading|nostra lettura", re.I)
REBUILT = re.compile(r"reconstitution|reconstruction|ricostruzion", re.I)


@dataclass(frozen=True)
class ShownScene:
    """One picture: its address without a theme, its size, and what a sign on it says in words."""

    address: str
    width: int
    height: int
    sign: str = ""  # allowed or refused
    label: str = ""  # the same in a word
    words: str = ""  # of the refusal


@dataclass(frozen=True)
class ShownFigure:
    """A figure in a language."""

    id: str
    caption: str
    alt: str
    scenes: tuple[ShownScene, ...]
    heading: str = ""  # of one that opens the book


@dataclass(frozen=True)
class Mark:
    """What of a clause is ours, in a word."""

    name: str
    label: str
    help: str


@dataclass(frozen=True)
class ShownClause:
    """A clause, or a section with its clauses."""

    number: str
    title: str
    html: Markup
    marks: tuple[Mark, ...] = ()
    figures: tuple[ShownFigure, ...] = ()
    clauses: tuple[ShownClause, ...] = ()
    trial: str = ""  # where it can be tried, if it has no figure: a step of the course, a new game


@dataclass(frozen=True)
class Book:
    """A rulebook in a language."""

    title: str
    preface: Markup
    opening: tuple[ShownFigure, ...]
    sections: tuple[ShownClause, ...]

    def clauses(self) -> Iterator[ShownClause]:
        """Every clause, those of a section after it."""
        for section in self.sections:
            yield section
            yield from section.clauses

    def clause(self, number: str) -> ShownClause | None:
        return next((each for each in self.clauses() if each.number == number), None)


@cache
def book_of(game: Game, language: str) -> Book:
    """The rulebook of a game."""
    source = game.rulebook(language)
    speech = speech_for(language, game)
    figures = {id: shown_figure(game, figure, speech) for id, figure in game.figures().items()}
    sections: list[tuple[Clause, list[ShownClause]]] = []
    for clause in source.clauses.values():
        if clause.section or not sections:
            sections.append((clause, []))
        if not clause.section:
            own = of_clause(game.figures().values(), clause.number)
            shown = tuple(figures[figure.id] for figure in own)
            trial = "" if shown else trial_of(game, clause.number)
            sections[-1][1].append(shown_clause(clause, speech, shown, trial=trial))
    opening = [
        figures[figure.id]
        for part in PARTS
        for figure in game.figures().values()
        if figure.part == part
    ]
    return Book(
        source.title,
        rendered(source.preface),
        tuple(opening),
        tuple(shown_clause(head, speech, (), tuple(clauses)) for head, clauses in sections),
    )


def shown_clause(
    clause: Clause,
    speech: Speech,
    figures: tuple[ShownFigure, ...],
    clauses: tuple[ShownClause, ...] = (),
    trial: str = "",
) -> ShownClause:
    html = rendered(clause.text)
    marks = tuple(
        Mark(name, speech(MARK_WORDS[name][0]), speech(MARK_WORDS[name][1]))
        for name in marks_of(clause.text)
    )
    return ShownClause(clause.number, clause.title, html, marks, figures, clauses, trial)


def trial_of(game: Game, clause: str) -> str:
    """Where a clause without a figure can be tried."""
    course = course_of(game)
    steps = course.steps if course else ()
    taught = next((step.id for step in steps if clause in step.clauses), None)
    return f"/learn/{game.id}/{taught}" if taught else f"/try/{game.id}"


def rendered(text: str) -> Markup:
    """Our own Markdown as HTML; HTML in it is turned off, so it can be trusted."""
    return Markup(MARKDOWN.render(text))


def marks_of(text: str) -> tuple[str, ...]:
    """What of a clause is ours, by the notes in it."""
    found = (("reading", READING), ("rebuilt", REBUILT))
    return tuple(name for name, note in found if note.search(text.replace("\n", " ")))


def shown_figure(game: Game, figure: Figure, speech: Speech) -> ShownFigure:
    key = f"{game.prefix.lower()}.figure.{figure.id}"
    scenes = [shown_scene(game, figure, n, scene, speech) for n, scene in enumerate(figure.scenes)]
    return ShownFigure(
        figure.id,
        speech.tell(key, figure.facts()),
        speech.tell(f"{key}.alt", figure.facts()),
        tuple(scenes),
        speech(PART_WORDS[figure.part]) if figure.part else "",
    )


def shown_scene(game: Game, figure: Figure, n: int, scene: Scene, speech: Speech) -> ShownScene:
    svg = gzip.decompress(scene_of(game, figure.id, n, speech.language, "light")).decode()
    size = SIZE.search(svg)
    assert size is not None, f"{figure.id}: a picture has a size"
    width, height = int(size[1]), int(size[2])
    scale = min(1.0, TALLEST / height)
    address = f"/figure/{game.id}/{figure.id}/{n + 1}.svg?language={speech.language}"
    refusal = scene.refusal()
    beside_refused = any(other.refused for other in figure.scenes)  # then this one is allowed
    allowed = scene.allowed or (scene.after and beside_refused)
    sign = "allowed" if allowed else "refused" if refusal is not None else ""
    return ShownScene(
        f"{address}&v={version_of(game, figure.id, n, speech.language)}",
        round(width * scale),
        round(height * scale),
        sign,
        speech(SIGN_WORDS[sign]) if sign else "",
        "" if refusal is None else speech.tell(refusal.key, refusal.params),
    )


@lru_cache(KEPT)
def scene_of(game: Game, id: str, n: int, language: str, theme: str) -> bytes:
    """The picture of a scene as it travels; KeyError or IndexError if there is none."""
    figure = game.figures()[id]
    svg = illustrate(game, figure, n, speech_for(language, game), theme)
    return gzip.compress(svg.encode(), 6, mtime=0)


@lru_cache(KEPT)
def version_of(game: Game, id: str, n: int, language: str) -> str:
    """What tells a picture from the same one of another version."""
    return assets.hashed(scene_of(game, id, n, language, "light"))


@cache
def index_of(game: Game, language: str) -> tuple[Entry, ...]:
    """The rulebook as it is searched."""
    return tuple(
        Entry(
            clause.number,
            clause.title,
            " ".join(
                [
                    Markup(TAG.sub(" ", clause.html)).unescape().strip(),
                    *(figure.caption for figure in clause.figures),
                ]
            ),
        )
        for clause in book_of(game, language).clauses()
    )
