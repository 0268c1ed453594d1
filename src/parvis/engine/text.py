"""The text form of a position: one line of `name=value` words, as FEN is for chess.

    cites-nouvelles/1 seats=4 chance=stream:…:160 phase=trick hands=…

The first word is the game and its rules version. Values hold no white space; what might is
percent-encoded. A value of several parts puts commas between them, and `-` stands for nothing.
"""

from __future__ import annotations

from typing import Literal
from urllib.parse import quote, unquote

from parvis.engine.setting import Setting

LARGEST = 100_000


Fault = Literal[
    "large", "empty", "word", "twice", "first", "game", "other", "rules", "seen", "pack",
    "missing", "unknown", "count", "number", "range", "choice", "seats", "value",
]  # fmt: skip


class TextError(ValueError):
    """What is wrong with a position's text, and in which field.

    `fault` names it for who tells it in another language, with the facts that belong to it; where
    it is a `value`, only the reason says what is wrong with that.
    """

    def __init__(self, reason: str, fault: Fault, **facts: object) -> None:
        super().__init__(reason)
        self.fault: Fault = fault
        self.facts = facts


def encode(value: str) -> str:
    """Any text as a value."""
    return quote(value, safe=":/,.;!?*+|<>@$'()[]{}^~")


def decode(value: str) -> str:
    """The text that `encode` was given."""
    return unquote(value)


def one_line(text: str) -> str:
    """A text in one line, without what would steer a terminal or spoil a drawing.

    >>> one_line("  Ada\\n\\tLovelace\\x1b[2J ")
    'Ada Lovelace [2J'
    """
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def header(setting: Setting) -> list[tuple[str, str]]:
    """The words that every position's text begins with."""
    from parvis.engine.game import game_of  # the registry stands above the text form

    parts = [(f"{setting.game}/{setting.rules}", ""), ("seats", str(setting.seats))]
    for name, value in game_of(setting.game).changed(setting.options).items():
        parts.append((f"option.{name}", encode(value)))
    if not setting.pack.standard:
        parts.append(("pack", setting.pack.digest))
    return parts


class Fields:
    """The named values of a position's text; every error names the field."""

    def __init__(self, values: dict[str, str]) -> None:
        self.values = values
        self.given = dict(values)  # also what was taken

    def fail(self, name: str, reason: str, fault: Fault = "value", **facts: object) -> TextError:
        told = {"field": name, "found": self.given.get(name, ""), **facts}
        return TextError(f"{name}: {reason}", fault, **told)

    def take(self, name: str) -> str:
        """A value, once."""
        if name not in self.values:
            raise self.fail(name, "is missing", "missing")
        return self.values.pop(name)

    def whole(self, name: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        return self.number(name, self.take(name), low, high)

    def wholes(self, name: str, low: int, high: int, count: int | None = None) -> list[int]:
        """Whole numbers with commas between (`-`: none)."""
        text = self.take(name)
        parts = [] if text == "-" else text.split(",")
        if count is not None and len(parts) != count:
            reason = f"expected {count} numbers, found {len(parts)}"
            raise self.fail(name, reason, "count", count=count, found=len(parts))
        return [self.number(name, part, low, high) for part in parts]

    def number(self, name: str, text: str, low: int, high: int) -> int:
        if not text.removeprefix("-").isdecimal() or len(text) > 18 or not text.isascii():
            reason = f"expected a whole number, found {text[:30]!r}"
            raise self.fail(name, reason, "number", found=text)
        if not low <= int(text) <= high:
            reason = f"expected {low} to {high}, found {int(text)}"
            raise self.fail(name, reason, "range", low=low, high=high, found=int(text))
        return int(text)

    def word(self, name: str, choices: tuple[str, ...]) -> str:
        """One of a few words."""
        text = self.take(name)
        if text not in choices:
            words = ", ".join(choices)
            reason = f"expected one of {words}, found {text[:30]!r}"
            raise self.fail(name, reason, "choice", choices=words)
        return text

    def done(self) -> None:
        """Complain of a field that nobody asked for."""
        for name in self.values:
            raise self.fail(name, "unknown field", "unknown")


def too_large(text: str, most: int) -> TextError:
    """A text with more characters than are read."""
    reason = f"the text has {len(text)} characters; the limit is {most}"
    return TextError(reason, "large", found=len(text), most=most)


def split(text: str) -> tuple[str, dict[str, str]]:
    """The first word and the named values of a position's text."""
    if len(text) > LARGEST:
        raise too_large(text, LARGEST)
    words = text.split()
    if not words:
        raise TextError("the text is empty", "empty")
    values: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise TextError(f"expected name=value, found {word[:40]!r}", "word", found=word)
        if name in values:
            raise TextError(f"{name}: given twice", "twice", field=name)
        values[name] = value
    return words[0], values
