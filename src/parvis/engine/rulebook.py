"""The rulebooks: Markdown files with one heading a clause."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import resources

from parvis.engine.typesetting import typeset

LANGUAGES = ("fr", "en", "it")
HEADING = re.compile(r"^(#{1,3}) (?:([A-Z]{2}-\d+(?:\.\d+)?) ?)?(.*)$")


@dataclass(frozen=True)
class Clause:
    """A numbered rule (`CN-4.2`) or a section of rules (`CN-4`)."""

    number: str
    title: str
    text: str

    @property
    def section(self) -> bool:
        return "." not in self.number


@dataclass(frozen=True)
class Rulebook:
    """A game's rules in one language."""

    title: str
    preface: str
    clauses: dict[str, Clause]


def read_rulebook(package: str, language: str) -> Rulebook:
    """The rulebook of a game in a language."""
    file = resources.files(package).joinpath(f"rulebook.{language}.md")
    return parse_rulebook(typeset(file.read_text(encoding="utf-8"), language))


def parse_rulebook(source: str) -> Rulebook:
    """A rulebook from its Markdown.

    >>> book = parse_rulebook("# Game\\n\\n## XX-1 Start\\n\\n### XX-1.1 First\\n\\nGo.\\n")
    >>> book.clauses["XX-1.1"].title, book.clauses["XX-1.1"].text
    ('First', 'Go.')
    """
    title = ""
    preface: list[str] = []
    clauses: dict[str, Clause] = {}
    number = heading = ""
    body: list[str] = preface
    for line in source.splitlines():
        match = HEADING.match(line)
        if match is None:
            body.append(line)
            continue
        if number:
            clauses[number] = Clause(number, heading, "\n".join(body).strip())
        number, heading = match[2] or "", match[3].strip()
        if number in clauses:
            raise ValueError(f"clause {number} stands twice")
        if match[1] == "#":
            title = heading
            body = preface
        else:
            body = []
    if number:
        clauses[number] = Clause(number, heading, "\n".join(body).strip())
    return Rulebook(title, "\n".join(preface).strip(), clauses)
