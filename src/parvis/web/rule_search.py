"""Searching a rulebook: in titles, texts and captions, whatever the accents.

Imports nothing of ours.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

LONGEST = 80  # characters of a question
MOST = 40  # clauses that are shown
AROUND = 70  # characters beside what was found
BEGUN = 4  # letters from which on a word that is being typed stands for those alike
LIGATURES = {"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ß": "ss", "’": "'"}


@dataclass(frozen=True)
class Entry:
    """A clause as it can be found."""

    number: str
    title: str
    text: str  # plain, with the captions of its figures


@dataclass(frozen=True)
class Hit:
    """A clause that was found, its title and a piece of its text, cut where the words stand."""

    number: str
    title: tuple[tuple[str, bool], ...]  # pieces, and whether each is one of the words
    snippet: tuple[tuple[str, bool], ...]


def search(entries: Iterable[Entry], question: str, alike: str = "") -> list[Hit]:
    """The clauses that have every word of a question; those with all of them in the title first.

    A word that stands nowhere is looked for by those alike: groups of words with commas
    between them, and semicolons between the groups.

    >>> hit, = search([Entry("X-1", "Les étés", "Un bâtiment.")], "batiment ETES")
    >>> hit.number, hit.title, hit.snippet
    ('X-1', (('Les ', False), ('étés', True)), (('Un ', False), ('bâtiment', True), ('.', False)))
    """
    asked = folded(question[:LONGEST])[0].split()
    if not asked:
        return []
    plain = [
        (entry, folded(f"{entry.number} {entry.title}")[0], folded(entry.text)[0])
        for entry in entries
    ]
    wanted = [
        [word] if any(word in title or word in text for _, title, text in plain) else others
        for word, others in ((word, [word, *like(word, alike)]) for word in asked)
    ]
    words = [word for each in wanted for word in each]
    found: list[tuple[bool, Hit]] = []
    for entry, title, text in plain:
        if not all(any(word in title or word in text for word in each) for each in wanted):
            continue
        hit = Hit(
            entry.number, pieces(entry.title, words), pieces(snippet(entry.text, words), words)
        )
        found.append((not all(any(word in title for word in each) for each in wanted), hit))
    found.sort(key=lambda each: each[0])
    return [hit for _, hit in found[:MOST]]


def like(word: str, alike: str) -> list[str]:
    """The other words of the groups that have this one, or one that begins with it.

    >>> like("scor", "score, point; tie, draw"), like("sc", "score, point")
    (['score', 'point'], [])
    """
    groups = [[each.strip() for each in folded(group)[0].split(",")] for group in alike.split(";")]
    return [
        other
        for group in groups
        if any(each == word or (len(word) >= BEGUN and each.startswith(word)) for each in group)
        for other in group
        if other != word
    ]


def folded(text: str) -> tuple[str, list[int]]:
    """A text without accents and capitals, and for each of its characters where it came from.

    >>> folded("Œuvré")
    ('oeuvre', [0, 0, 1, 2, 3, 4])
    """
    plain: list[str] = []
    places: list[int] = []
    for at, character in enumerate(text):
        bare = LIGATURES.get(character) or unicodedata.normalize("NFD", character)[0].casefold()
        plain.append(" " if bare.isspace() else bare)
        places += [at] * len(bare)
    return "".join(plain), places


def snippet(text: str, words: list[str]) -> str:
    """What stands around the first word that is found, cut at blanks."""
    plain, places = folded(text)
    at = min((plain.find(word) for word in words if word in plain), default=0)
    middle = places[at] if places else 0
    first, last = max(0, middle - AROUND), min(len(text), middle + 2 * AROUND)
    if first:
        first = text.find(" ", first) + 1
    if last < len(text):
        last = max(text.rfind(" ", first, last), middle + 1)
    return f"{'… ' if first else ''}{text[first:last]}{' …' if last < len(text) else ''}"


def pieces(text: str, words: list[str]) -> tuple[tuple[str, bool], ...]:
    """A text cut where the words begin and end."""
    plain, places = folded(text)
    inside = [False] * len(text)
    for word in words:
        at = plain.find(word)
        while at >= 0:
            for place in places[at : at + len(word)]:
                inside[place] = True
            at = plain.find(word, at + 1)
    found: list[tuple[str, bool]] = []
    for character, marked in zip(text, inside, strict=True):
        if found and found[-1][1] == marked:
            found[-1] = (found[-1][0] + character, marked)
        else:
            found.append((character, marked))
    return tuple(found)
