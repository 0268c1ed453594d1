"""The words of a reader: the pages', the table's, and those of a game.

Imports the engine's words, the bots' names and the table.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache

from babel.dates import format_date, format_skeleton, format_timedelta

from parvis.bots import bots_for, characters_for, levels_for
from parvis.bots.levels import LEVEL_WORDS
from parvis.engine.game import Game
from parvis.engine.words import Catalogue, Speech, read_catalogue
from parvis.table.pruning import Removed
from parvis.table.table import Table

A_MINUTE, A_DAY = 60.0, 86_400.0


@cache
def catalogues(game: Game | None, language: str) -> tuple[Catalogue, ...]:
    own = [game.catalogue(language)] if game is not None else []
    shared = ("parvis.table", "parvis.web", "parvis.bots")
    return (*own, *(read_catalogue(package, language) for package in shared))


@cache
def common_speech(language: str, game: Game | None) -> Speech:
    """A language with the words of a game, for all tables."""
    return Speech(language, catalogues(game, language))


def speech_for(language: str, game: Game | None = None, names: tuple[str, ...] = ()) -> Speech:
    """A language, with the words of a game and the names of those who play."""
    return common_speech(language, game).with_names(names)


def speech_at(table: Table, language: str) -> Speech:
    """A language, with the words and names of a table."""
    return speech_for(language, table.game, tuple(chair.name for chair in table.chairs))


def say_or(speech: Speech, key: str, params: dict[str, object], otherwise: str) -> str:
    """Words that may have gone since they were written into a log."""
    try:
        return speech.tell(key, params)
    except (KeyError, IndexError, ValueError, AssertionError):
        return otherwise


def verbatim(text: str) -> str:
    """Somebody's own text, which is never taken for a word or a seat.

    >>> verbatim("#round: unknown field")
    'round: unknown field'
    """
    return text.lstrip("#@ ")


@cache
def bot_choices(game: Game) -> tuple[str, ...]:
    """Every bot that can be asked to sit down, the weakest first: `level:1`; then characters."""
    return (*levels_for(game).values(), *(each.id for each in characters_for(game)))


@cache
def known_bots(game: Game) -> frozenset[str]:
    """Those and every other one that has a name; a form may ask for them all."""
    named = (
        value
        for bot in bots_for(game)
        for value in ([f"{bot.name}:{level}" for level in bot.levels] or [bot.name])
    )
    return frozenset((*bot_choices(game), *named))


def level_choices(speech: Speech, game: Game) -> list[dict[str, str]]:
    """The levels of a game, weakest first, as a form offers them."""
    return [
        {"value": bot, "label": speech(LEVEL_WORDS[level])}
        for level, bot in levels_for(game).items()
    ]


def clause_text(game: Game | None, language: str, clause: str) -> str:
    """The rulebook's own words for a clause, without marks."""
    if game is None:
        return ""
    found = game.rulebook(language).clauses.get(clause)
    return re.sub(r"[*_`]{1,2}", "", found.text) if found is not None else ""


def when(at: float, now: float, speech: Speech) -> str:
    """How long ago something was, or on which day, as one says it."""
    ago = max(0.0, now - at)
    if ago < A_MINUTE:
        return speech("table.when.now")
    if ago < A_DAY * 6:
        return format_timedelta(
            timedelta(seconds=-ago), threshold=0.9, add_direction=True, locale=speech.language
        )
    then = datetime.fromtimestamp(at, UTC)
    if ago < A_DAY * 300:
        return format_skeleton("MMMMd", then, locale=speech.language)
    return format_date(then, "long", speech.language)


REMOVED_WORDS = {
    "finished": "table.removed.finished",
    "untouched": "table.removed.untouched",
    "unbegun": "table.removed.unbegun",
    "lesson": "table.removed.lesson",
}


def removed_words(gone: Removed, speech: Speech) -> str:
    """Why and when a table was removed."""
    day = format_date(datetime.fromtimestamp(gone.at, UTC), "long", speech.language)
    return speech(REMOVED_WORDS[gone.why], day=day)
