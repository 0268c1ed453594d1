"""Component packs: TOML files that say what is in the box.

A pack is read into a `Pack`; a game checks it entry by entry through `Entry`, whose errors name
the entry (`tiles[12].icons`), what was expected and what was found.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources

LARGEST = 200_000  # characters: far more than any box needs, and no way to fill the memory
MOST_DOTS = 60  # in one line


class PackError(ValueError):
    """What is wrong with a pack, and in which entry."""

    def __init__(self, entry: str, reason: str) -> None:
        super().__init__(f"{entry}: {reason}" if entry else reason)
        self.entry = entry
        self.reason = reason


@dataclass(frozen=True)
class Pack:
    """A pack's content. `digest` names it: SHA-256 of its text."""

    source: str
    data: dict[str, object] = field(compare=False)
    standard: bool = field(default=False, compare=False)

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.source.encode()).hexdigest()

    @property
    def name(self) -> str:
        return str(self.data.get("name", "unnamed"))

    def entry(self) -> Entry:
        """The whole pack as an entry to be checked."""
        return Entry(self.data, "")


def read_pack(source: str, standard: bool = False) -> Pack:
    """Parse a pack's text (TOML); `PackError` names the line of a syntax error."""
    if len(source) > LARGEST:
        raise PackError("", f"the pack has {len(source)} characters; the limit is {LARGEST}")
    source = source.replace("\r\n", "\n")
    for number, line in enumerate(source.split("\n"), 1):
        # The parser takes a time that grows with the square of a key's parts.
        if line.count(".") > MOST_DOTS:
            raise PackError("", f"line {number}: {line.count('.')} dots; the limit is {MOST_DOTS}")
    try:
        data = tomllib.loads(source)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise PackError("", f"not valid TOML: {error}") from error
    return Pack(source, data, standard)


def standard_pack(package: str) -> Pack:
    """The pack that comes with a game (`package` is the game's import path)."""
    text = resources.files(package).joinpath("pack.toml").read_text(encoding="utf-8")
    return read_pack(text, standard=True)


class Entry:
    """A table of a pack, read key by key; `done` complains of keys that nobody asked for.

    >>> entry = Entry({"value": 4, "shape": "L3"}, "biodomes[2]")
    >>> entry.whole("value", 1, 3)
    Traceback (most recent call last):
    ...
    parvis.engine.packs.PackError: biodomes[2].value: expected a whole number from 1 to 3, found 4
    """

    def __init__(self, data: dict[str, object], path: str) -> None:
        self.data = data
        self.path = path
        self.asked: set[str] = set()

    def at(self, key: str) -> str:
        """The full name of a key."""
        return f"{self.path}.{key}" if self.path else key

    def fail(self, key: str, reason: str) -> PackError:
        """The error to raise for a key."""
        return PackError(self.at(key), reason)

    def get(self, key: str) -> object:
        self.asked.add(key)
        if key not in self.data:
            raise self.fail(key, "is missing")
        return self.data[key]

    def has(self, key: str) -> bool:
        return key in self.data

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        value = self.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.fail(
                key, f"expected a whole number from {low} to {high}, found {show(value)}"
            )
        return value

    def text(self, key: str, choices: tuple[str, ...] = ()) -> str:
        """A string, one of the choices if any are given."""
        value = self.get(key)
        if not isinstance(value, str):
            raise self.fail(key, f"expected text, found {show(value)}")
        if choices and value not in choices:
            raise self.fail(key, f"expected one of {', '.join(choices)}, found {show(value)}")
        return value

    def truth(self, key: str) -> bool:
        """true or false."""
        value = self.get(key)
        if not isinstance(value, bool):
            raise self.fail(key, f"expected true or false, found {show(value)}")
        return value

    def wholes(self, key: str, low: int, high: int, count: int | None = None) -> list[int]:
        """A list of whole numbers within bounds, of a given length if one is given."""
        items = self.items(key, count)
        for n, value in enumerate(items):
            if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
                raise self.fail(
                    f"{key}[{n}]",
                    f"expected a whole number from {low} to {high}, found {show(value)}",
                )
        return [value for value in items if isinstance(value, int)]

    def texts(self, key: str, choices: tuple[str, ...] = (), count: int | None = None) -> list[str]:
        """A list of strings."""
        items = self.items(key, count)
        for n, value in enumerate(items):
            if not isinstance(value, str):
                raise self.fail(f"{key}[{n}]", f"expected text, found {show(value)}")
            if choices and value not in choices:
                raise self.fail(
                    f"{key}[{n}]", f"expected one of {', '.join(choices)}, found {show(value)}"
                )
        return [value for value in items if isinstance(value, str)]

    def items(self, key: str, count: int | None = None) -> list[object]:
        """A list of anything."""
        value = self.get(key)
        if not isinstance(value, list):
            raise self.fail(key, f"expected a list, found {show(value)}")
        if count is not None and len(value) != count:
            raise self.fail(key, f"expected {count} entries, found {len(value)}")
        return value

    def table(self, key: str) -> Entry:
        """A table within this one."""
        value = self.get(key)
        if not isinstance(value, dict):
            raise self.fail(key, f"expected a table, found {show(value)}")
        return Entry(value, self.at(key))

    def tables(self, key: str, count: int | None = None) -> Iterator[Entry]:
        """A list of tables, one after the other."""
        for n, value in enumerate(self.items(key, count)):
            if not isinstance(value, dict):
                raise self.fail(f"{key}[{n}]", f"expected a table, found {show(value)}")
            yield Entry(value, f"{self.at(key)}[{n}]")

    def done(self) -> None:
        """Complain of a key that nobody asked for: most likely a misspelt one."""
        for key in self.data:
            if key not in self.asked:
                known = ", ".join(sorted(self.asked))
                raise self.fail(key, f"unknown key; known here: {known}")


def show(value: object) -> str:
    """A value as an error message shows it, cut short."""
    try:
        text = repr(value)
    except ValueError:  # of thousands of digits
        return "a number that is far too long"
    return text if len(text) <= 40 else text[:37] + "..."
