"""The terminal: what is written to it and what is typed. Imports the engine's words."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

from rich.console import Console, RenderableType
from rich.text import Text

from parvis.cli.trouble import Goodbye
from parvis.engine.game import Game
from parvis.engine.plain import plain, short_lines
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech, read_catalogue

WIPE = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what was scrolled out of it, and home


def language_of(asked: str | None) -> str:
    """The language that was asked for, else that of the locale, else English."""
    if asked:
        return asked
    for variable in ("PARVIS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        language = os.environ.get(variable, "")[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


def speech_for(game: Game | None, language: str, names: Sequence[str] = ()) -> Speech:
    """The words of the command and, if one is meant, of a game."""
    packages = ("parvis.bots", "parvis.table", "parvis")
    catalogues = [read_catalogue(package, language) for package in packages]
    if game is not None:
        catalogues.insert(0, game.catalogue(language))
    return Speech(language, catalogues, names)


class Screen:
    """A console and the words it speaks."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.speech = speech_for(None, language)
        self.plain = False  # lines of plain signs only, as a braille display wants them
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # better a ? than no game at all
        self.console = Console(highlight=False)

    def show(self, *things: RenderableType, style: str = "") -> None:
        """Write things one below the other; plain strings are not read as markup."""
        for thing in things:
            if self.plain and isinstance(thing, (str, Text)):
                for line in str(thing).splitlines() or [""]:
                    for part in short_lines(plain(line), self.console.width):
                        self.console.print(part, markup=False, soft_wrap=True)
                continue
            if isinstance(thing, str):
                thing = Text(thing)
            self.console.print(thing, style=style or None)

    def say(self, key: str, **params: object) -> None:
        """Write a message."""
        self.say_with(self.speech, key, **params)

    def say_with(self, speech: Speech, key: str, **params: object) -> None:
        """Write a message in another's words: one that knows a game or the players' names."""
        self.show(speech.tell(key, params))

    def ask(self, prompt: str) -> str:
        """A typed line; `Goodbye` when there are no more."""
        if sys.stdin is None or sys.stdin.closed:
            raise Goodbye
        try:
            asked = plain(prompt) if self.plain else Text(prompt, style="bold")
            return self.console.input(asked, markup=False).strip()
        except (EOFError, UnicodeDecodeError):
            self.show("")
            raise Goodbye from None

    def wipe(self) -> None:
        """Nothing that stood on the screen can be read any more."""
        if self.console.is_terminal:
            self.console.file.write(WIPE)
            self.console.file.flush()
        else:
            self.show("\n" * 3 + "─" * 40)
