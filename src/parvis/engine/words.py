"""Words: keys with parameters, looked up in Babel catalogues.

A catalogue is a gettext `.po` file whose message ids are keys (`cn.ask.offer`). `{name}` in a
message stands for a parameter. A message with plural forms is chosen by the parameter `n`. A
parameter may itself be a word (`"#cn.tours"`), the name of a seat (`"@2"`), or a list of such.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from importlib import resources

from babel.messages.pofile import read_po

from parvis.engine.rulebook import LANGUAGES
from parvis.engine.typesetting import listed, number, one_stop, typeset

Catalogue = Mapping[str, str | tuple[str, ...]]
MOST_SAID = 1 << 12  # sentences that a language remembers
MOST_NAMED = 1 << 4  # those with names in them, that a table remembers


@cache
def read_catalogue(package: str, language: str) -> Catalogue:
    """The messages in a package's `words` folder."""
    file = resources.files(package).joinpath("words", f"{language}.po")
    with file.open("rb") as source:
        catalogue = read_po(source, locale=language)
    messages: dict[str, str | tuple[str, ...]] = {}
    for message in catalogue:
        if not message.id:
            continue
        key = message.id if isinstance(message.id, str) else message.id[0]
        text = message.string
        if isinstance(text, str):
            messages[key] = typeset(text, language)
        else:
            messages[key] = tuple(typeset(form, language) for form in text or ())
    return messages


@cache
def plural_rule(language: str) -> Callable[[int], int]:
    """Which plural form a number takes."""
    expression = {"fr": "(n > 1)"}.get(language, "(n != 1)")
    return gettext.c2py(expression)


class Speech:
    """A language to speak in, the words to use, and the names of the seats.

    What is said without names is remembered, and said by one `common` speech for all tables; the
    last sentences with names are remembered where these people play.
    """

    def __init__(
        self,
        language: str,
        catalogues: Sequence[Catalogue],
        names: Sequence[str] = (),
        common: Speech | None = None,
    ) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"unknown language {language[:20]!r}; there are {LANGUAGES}")
        if names and common is None:
            common = Speech(language, catalogues)
        self.language = language
        self.names = list(names)
        self.common: Speech = self if common is None else common
        self.messages: dict[str, str | tuple[str, ...]] = {}
        self.said: dict[Hashable, str] = {}
        self.named: dict[Hashable, str] = {}
        if common is not None:
            self.messages, self.said = common.messages, common.said
            return
        for catalogue in (read_catalogue("parvis.engine", language), *reversed(catalogues)):
            self.messages.update((key, text) for key, text in catalogue.items() if text)

    def with_names(self, names: Sequence[str]) -> Speech:
        """The same words for a table where these people play."""
        return Speech(self.language, (), names, self.common)

    def __call__(self, key: str, **params: object) -> str:
        return self.tell(key, params)

    def tell(self, key: str, params: Mapping[str, object] | None = None) -> str:
        """The message of a key with its parameters filled in; KeyError if there is none."""
        asked: Hashable = (key, *params, *params.values()) if params else key
        common = self.common.said
        try:
            text = common.get(asked) or self.named.get(asked)
        except TypeError:  # a list is among them
            asked = (key, *(params or {}), *map(plain, (params or {}).values()))
            text = self.named.get(asked)
        if text is None:
            text = self.worded(key, params or {})
            said, most = common, MOST_SAID
            if any(map(is_personal, (params or {}).values())):
                said, most = self.named, MOST_NAMED
            if len(said) >= most:
                said.clear()
            said[asked] = text
        return text

    def worded(self, key: str, params: Mapping[str, object]) -> str:
        message = self.messages.get(key)
        if message is None:
            raise KeyError(f"no word {key!r} in {self.language}")
        if isinstance(message, tuple):
            number = params.get("n", 0)
            assert isinstance(number, int), f"{key}: the parameter n chooses the plural form"
            message = message[plural_rule(self.language)(abs(number))]
        spoken = {name: self.spoken(value) for name, value in params.items()}
        return one_stop(message.format_map(spoken))

    def spoken(self, value: object) -> str:
        """A parameter as it is said."""
        if isinstance(value, str):
            if value.startswith("#"):
                return self.tell(value[1:])
            if value.startswith("@") and value[1:].isdecimal():
                return self.name(int(value[1:]))
            return value
        if isinstance(value, (list, tuple)):
            return listed([self.spoken(item) for item in value], self.language)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return number(value, self.language)
        return str(value)

    def name(self, seat: int) -> str:
        """The name of a seat."""
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return self.tell("kit.seat", {"number": seat + 1})


def plain(value: object) -> Hashable:
    """A parameter as it can be looked up: lists, also within lists, as tuples.

    >>> plain([1, ["#a", "@2"]])
    (1, ('#a', '@2'))
    """
    return tuple(map(plain, value)) if isinstance(value, (list, tuple)) else value


def is_personal(value: object) -> bool:
    """Whether a parameter may speak of those who play: a name, or a list."""
    if isinstance(value, str):
        return value.startswith("@")
    return isinstance(value, (list, tuple))
