"""The words of a reader: the pages', the table's, and those of a game.

Imports the engine's words, the bots' names and the table.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from functools import cache

from babel.dates import format_date

from parvis.bots import bots_for
from parvis.engine.game import Game
from parvis.engine.words import Catalogue, Speech, read_catalogue
from parvis.table.pruning import Removed
from parvis.table.table import Table


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


# How the bots that play every game, and the usual levels, are called; a game's own bots are
# called by their names.
BOT_WORDS = {
    "random": "table.bot.random",
    "flat": "table.bot.flat",
    "greedy": "table.bot.greedy",
}
LEVEL_WORDS = {
    "quick": "table.level.quick",
    "steady": "table.level.steady",
    "strong": "table.level.strong",
}


@cache
def bot_choices(game: Game) -> tuple[str, ...]:
    """Every bot that can sit down, with its levels: `flat:quick`."""
    return tuple(
        value
        for bot in bots_for(game)
        for value in ([f"{bot.name}:{level}" for level in bot.levels] or [bot.name])
    )


def bot_label(speech: Speech, value: str) -> str:
    """A bot and its level in words."""
    name, _, level = value.partition(":")
    bot = speech(BOT_WORDS[name]) if name in BOT_WORDS else name
    if not level:
        return bot
    return f"{bot}, {speech(LEVEL_WORDS[level]) if level in LEVEL_WORDS else level}"


def clause_text(game: Game | None, language: str, clause: str) -> str:
    """The rulebook's own words for a clause, without marks."""
    if game is None:
        return ""
    found = game.rulebook(language).clauses.get(clause)
    return re.sub(r"[*_`]{1,2}", "", found.text) if found is not None else ""


REMOVED_WORDS = {
    "finished": "table.removed.finished",
    "untouched": "table.removed.untouched",
    "unbegun": "table.removed.unbegun",
}


def removed_words(gone: Removed, speech: Speech) -> str:
    """Why and when a table was removed."""
    day = format_date(datetime.fromtimestamp(gone.at, UTC), "long", speech.language)
    return speech(REMOVED_WORDS[gone.why], day=day)
