"""The end of a table's log and chat as a viewer reads it. Imports the table, words and messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from msgspec import UNSET, UnsetType

from parvis.engine.game import Ending
from parvis.engine.sentence import Sentence
from parvis.engine.words import Speech
from parvis.table.table import TOLD, Entry, Table
from parvis.web import messages
from parvis.web.picture import Viewer
from parvis.web.speech import say_or

MOST_LINES = TOLD


def entry_in_words(
    entry: Entry, viewer: Viewer, speech: Speech, ends: Mapping[str, Ending]
) -> messages.Entry:
    """An entry of the log: a move by the story that this seat saw."""
    return sentences_in_words(entry, entry.sentences(viewer.seat), speech, ends)


def sentences_in_words(
    entry: Entry, told: Sequence[Sentence], speech: Speech, ends: Mapping[str, Ending]
) -> messages.Entry:
    """An entry of the log with what was told of it."""
    words: list[str] = []
    places: list[str] = []
    end: Ending | UnsetType = UNSET
    for sentence in told:
        # Of a trick and its round, the round.
        end = ends.get(sentence.key, end)
        words.append(say_or(speech, sentence.key, sentence.params, "…"))
        places += [place for place in sentence.places if place not in places]
    return messages.Entry(entry.n, entry.seat, entry.kind, words, places, entry.undone, end)


def chat_lines(table: Table, unheard: frozenset[str] = frozenset()) -> list[messages.Chat]:
    return [
        messages.Chat(line.n, line.seat, line.name, line.text)
        for line in table.chat[-MOST_LINES:]
        if unheard.isdisjoint(line.persons)
    ]


def since(table: Table, viewer: Viewer) -> list[int]:
    """The numbers of the moves since this seat's last one."""
    numbers: list[int] = []
    for entry in islice(reversed(table.log), MOST_LINES):
        if entry.kind == "move" and not entry.undone:
            if viewer.seat is None or entry.seat == viewer.seat:
                break
            numbers.append(entry.n)
    return numbers[::-1]
