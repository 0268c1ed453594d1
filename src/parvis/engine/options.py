"""The options of a game: typed, checked, and told in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from parvis.engine.sentence import Sentence

Kind = Literal["bool", "choice", "int", "document"]
LARGEST_DOCUMENT = 20_000


class DocumentError(ValueError):
    """What is wrong with a document: for a log, and in words for who wrote it."""

    def __init__(self, message: str, sentence: Sentence) -> None:
        super().__init__(message)
        self.sentence = sentence


class OptionError(ValueError):
    """An option that does not exist or a value it does not take; in a `sentence` if it can."""

    def __init__(self, message: str, sentence: Sentence | None = None) -> None:
        super().__init__(message)
        self.sentence = sentence


@dataclass(frozen=True)
class Option:
    """One option. `key` names its words: `key` is its name, `key.help` what it does.

    The choices of a choice have the words `choice_keys`, in the same order.
    """

    name: str
    kind: Kind
    default: object
    key: str
    help_key: str
    clause: str
    choices: tuple[str, ...] = ()
    choice_keys: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    seats: tuple[int, ...] = ()  # offered only at these player counts (empty: at all)
    seat: bool = False  # an int that is the number of a seat: no higher than there are seats
    reader: Callable[[str], str] | None = None  # checks a document; ValueError says what is wrong
    pictured: tuple[str, ...] = ()  # choices that one recognises by the board as the game begins

    def highest(self, seats: int | None) -> int:
        """The largest value of an int, at this player count."""
        return min(self.high, seats) if self.seat and seats is not None else self.high

    def check(self, value: object, seats: int | None = None) -> object:
        """The value, in its own type; texts as a form or a file sends them are understood.

        >>> Option("contre", "bool", False, "k", "h", "CN-8").check("true")
        True
        """
        if self.kind == "bool":
            if isinstance(value, bool):
                return value
            if value in ("true", "false"):
                return value == "true"
            raise OptionError(f"option {self.name}: expected true or false, found {value!r:.40}")
        if self.kind == "choice":
            if isinstance(value, str) and value in self.choices:
                return value
            raise OptionError(
                f"option {self.name}: expected one of {', '.join(self.choices)}, "
                f"found {value!r:.40}"
            )
        if self.kind == "int":
            if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 10:
                value = int(value)
            if (
                isinstance(value, int)
                and not isinstance(value, bool)
                and self.low <= value <= self.highest(seats)
            ):
                return value
            raise OptionError(
                f"option {self.name}: expected a whole number from {self.low} to "
                f"{self.highest(seats)}, found {value!r:.40}"
            )
        if isinstance(value, str) and len(value) <= LARGEST_DOCUMENT:
            if self.reader is None or value == self.default:
                return value
            try:
                return self.reader(value)
            except ValueError as error:
                sentence = error.sentence if isinstance(error, DocumentError) else None
                raise OptionError(f"option {self.name}: {error}", sentence) from error
        raise OptionError(
            f"option {self.name}: expected a text of at most {LARGEST_DOCUMENT} characters"
        )


def settle(
    options: tuple[Option, ...], given: Mapping[str, object], seats: int
) -> dict[str, object]:
    """All options with their values: the given ones checked, the rest at their defaults."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            names = ", ".join(sorted(known)) or "none"
            raise OptionError(f"unknown option {name!r:.40}; this game has: {names}")
    settled: dict[str, object] = {}
    for option in options:
        value = option.default
        if option.name in given:
            value = option.check(given[option.name], seats)
        if option.seats and seats not in option.seats and value != option.default:
            counts = ", ".join(str(count) for count in option.seats)
            raise OptionError(f"option {option.name}: only with {counts} seats, not with {seats}")
        settled[option.name] = value
    return settled


def changed(options: tuple[Option, ...], settled: Mapping[str, object]) -> dict[str, str]:
    """The options that differ from their defaults, as text."""
    texts: dict[str, str] = {}
    for option in options:
        value = settled[option.name]
        if value != option.default:
            texts[option.name] = as_text(value)
    return texts


def as_text(value: object) -> str:
    """An option's value as a record and a position's text write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
