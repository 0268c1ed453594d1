"""Answers of the table in a reader's words, as messages: refusals, previews, explanations, hints.

Imports positions, the table's questions and refusals, the picture, the readers' words and the
messages.
"""

from __future__ import annotations

from msgspec.structs import asdict

from parvis.engine.position import Position
from parvis.engine.refusal import Refusal
from parvis.engine.sentence import read_sentence
from parvis.table import questions
from parvis.table.decisions import Refused
from parvis.table.table import Table
from parvis.table.worker_pool import BotAnswer
from parvis.web import messages
from parvis.web.picture import Picture, Viewer, line_in_words, sides_of
from parvis.web.speech import clause_text, say_or, speech_at
from parvis.web.updates import changed_panels

NOTHING = messages.Why(None, "", "", [])  # bars it
STEP = " › "  # between the things that one picks for a move


def misunderstood(table: Table, language: str) -> messages.Error:
    return messages.Error(speech_at(table, language)("table.refused.bad"))


def refused(table: Table, language: str, id: str, found: Refused) -> messages.Refused:
    """A command that was not carried out."""
    words = refused_words(table, language, found)
    return messages.Refused(**asdict(words), id=id, reason=found.reason)


def not_looked_at(table: Table, language: str, ask: int, found: Refused) -> messages.Barred:
    """A question of one who may not ask."""
    words = refused_words(table, language, found)
    return messages.Barred(**asdict(words), ask=ask, reason=found.reason)


def why(table: Table, language: str, ask: int, found: Refusal | None) -> messages.Barred:
    """What bars a move or some picks, or that nothing does."""
    words = NOTHING if found is None else refusal_words(table, language, found)
    return messages.Barred(**asdict(words), ask=ask)


def refused_words(table: Table, language: str, found: Refused) -> messages.Why:
    if found.refusal is not None:
        return refusal_words(table, language, found.refusal)
    return messages.Why(speech_at(table, language).tell(found.key, found.params), "", "", [])


def refusal_words(table: Table, language: str, found: Refusal) -> messages.Why:
    return messages.Why(
        say_or(speech_at(table, language), found.key, found.params, found.clause),
        found.clause,
        clause_text(table.game, language, found.clause),
        list(found.places),
    )


def preview(
    table: Table, viewer: Viewer, here: Picture, ask: int, move: int, seen: questions.Preview
) -> messages.Preview:
    """A move as a ghost over what is drawn now."""
    assert table.game is not None
    assert table.position is not None
    speech = speech_at(table, viewer.language)
    ghost = table.game.draw(seen.view, speech, viewer.tall).panels
    return messages.Preview(
        ask,
        move,
        changed_panels(here.panels, ghost),
        messages.LedgerChange(
            [line_in_words(line, speech) for line in seen.went],
            [line_in_words(line, speech) for line in seen.came],
        ),
        sides_of(table.position.sides(), seen.scores, []),
        table.game.unlocks(seen.before, seen.view, speech.common),
    )


def explained(
    table: Table, position: Position, viewer: Viewer, ask: int, place: str
) -> messages.Explained:
    """What a place is in the drawing of who asks; nothing, if it is not there any more."""
    assert table.game is not None
    speech = speech_at(table, viewer.language)
    view = position.view(viewer.seat)
    name = table.game.draw(view, speech, viewer.tall).names().get(place)
    if name is None:
        return messages.Explained(ask, "", [], [], [])
    found = table.game.explain(view, place, speech)
    clauses = table.game.rulebook(viewer.language).clauses
    cited = [messages.ClauseName(number, clauses[number].title) for number in found.clauses]
    return messages.Explained(ask, name, list(found.says), cited, list(found.scored))


def hint(
    table: Table, position: Position, viewer: Viewer, ask: int, advice: BotAnswer
) -> messages.Hint:
    """A bot's advice in sentences: its move, what that brings, what the bot expects of it."""
    assert table.game is not None
    speech = speech_at(table, viewer.language)
    tree = table.game.choices(position.view(viewer.seat), speech)
    picks = next((path for move, path in tree.paths() if move == advice.move), ())
    spelt = STEP.join(label for label in tree.labels(picks) if label)
    sentences = [questions.advised(position, advice.move, spelt)]
    sentences += [read_sentence(reason) for reason in advice.reasons]
    words = [say_or(speech, told.key, told.params, "…") for told in sentences]
    return messages.Hint(ask, words, list(picks), advice.move)
