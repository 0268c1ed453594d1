"""A position's text that somebody brings: read, and what is wrong with it in their language.

Imports the engine's texts and readers' words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from parvis.engine.game import REGISTER, UnknownGame, read_position
from parvis.engine.position import Position
from parvis.engine.text import Fault, TextError, one_line
from parvis.engine.words import Speech
from parvis.web.speech import verbatim

LONGEST_SHOWN = 60  # characters of what a field holds
FAULTS: Mapping[Fault, str] = {
    "large": "page.position.large",
    "empty": "page.position.empty",
    "word": "page.position.word",
    "twice": "page.position.twice",
    "first": "page.position.first",
    "game": "page.position.game",
    "other": "page.position.other",
    "rules": "page.position.rules",
    "seen": "page.position.seen",
    "pack": "page.position.pack",
    "missing": "page.position.missing",
    "unknown": "page.position.unknown",
    "count": "page.position.count",
    "number": "page.position.number",
    "range": "page.position.range",
    "choice": "page.position.choice",
    "seats": "page.position.seats",
    "value": "page.position.value",
}


class TextFault(NamedTuple):
    """A sentence in the reader's language; the English detail where that alone says why."""

    sentence: str
    detail: str

    @property
    def whole(self) -> str:
        return f"{self.sentence} ({self.detail})" if self.detail else self.sentence


def read_any(text: str) -> Position:
    """The position of a text, of whatever game; `TextError` says what is wrong."""
    try:
        return read_position(text)
    except UnknownGame as error:
        named = text.split()[0].partition("/")[0]
        raise TextError(str(error), "game", found=named) from error


def text_fault(error: TextError, speech: Speech) -> TextFault:
    """What is wrong with a position's text: which field, and what it holds."""
    facts = {
        name: shortened(value) if isinstance(value, str) else value
        for name, value in error.facts.items()
    }
    facts["example"] = example()
    detail = one_line(str(error))[:300] if error.fault == "value" else ""
    return TextFault(speech(FAULTS[error.fault], **facts), detail)


def example() -> str:
    """How a text may begin."""
    game = next(iter(REGISTER.values()))
    return f"{game.id}/{game.rules}"


def shortened(text: str) -> str:
    """As much of somebody's text as a sentence can hold."""
    line = verbatim(one_line(text))
    return line if len(line) <= LONGEST_SHOWN else line[: LONGEST_SHOWN - 1] + "…"
