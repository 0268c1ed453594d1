"""Answers of the table in a reader's words, as messages: refusals, previews, explanations, the
table as it is told, what is typed, hints.

Imports positions, descriptions, advice, the table's questions and refusals, the picture, the
readers' words and the messages.
"""

from __future__ import annotations

from msgspec.structs import asdict

from parvis.bots.advice import Advice
from parvis.bots.advice_words import advised
from parvis.engine import description
from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.refusal import Malformed, Refusal
from parvis.engine.words import Speech
from parvis.table import questions
from parvis.table.decisions import Refused
from parvis.table.table import Table
from parvis.web import messages
from parvis.web.picture import Picture, Viewer, line_in_words, sides_of
from parvis.web.speech import clause_text, say_or, speech_at
from parvis.web.updates import changed_panels

NOTHING = messages.Why(None, "", "", [])  # bars it
MOST_COMPLETIONS = 8
MOST_CHANGES = 6  # that a preview tells
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
    table: Table,
    viewer: Viewer,
    here: Picture,
    asked: messages.AskPreview,
    seen: questions.Preview,
) -> messages.Preview:
    """A move as a ghost over what is drawn now; what it would change in words, if one wants."""
    assert table.game is not None
    assert table.position is not None
    speech = speech_at(table, viewer.language)
    ghost = table.game.draw(seen.view, speech, viewer.tall).panels
    return messages.Preview(
        asked.ask,
        asked.move,
        changed_panels(here.panels, ghost),
        messages.LedgerChange(
            [line_in_words(line, speech) for line in seen.went],
            [line_in_words(line, speech) for line in seen.came],
        ),
        sides_of(table.position.sides(), seen.scores, []),
        table.game.unlocks(seen.before, seen.view, speech.common),
        told_changes(table.game, seen, speech) if asked.words else [],
    )


def told_changes(game: Game, seen: questions.Preview, speech: Speech) -> list[str]:
    """What a move would change on the table, in words."""
    before, after = (description.describe(game, view, speech) for view in (seen.before, seen.view))
    return description.changes(before, after)[:MOST_CHANGES]


def explained(
    asked: messages.AskExplain, table: Table, position: Position, viewer: Viewer
) -> messages.Explained:
    """What a place is in the drawing of who asks; nothing, if it is not there any more."""
    assert table.game is not None
    speech = speech_at(table, viewer.language)
    view = position.view(viewer.seat)
    name = table.game.draw(view, speech, viewer.tall).names().get(asked.place)
    if name is None:
        return messages.Explained(asked.ask, "", [], [], [])
    found = table.game.explain(view, asked.place, speech)
    clauses = table.game.rulebook(viewer.language).clauses
    cited = [messages.ClauseName(number, clauses[number].title) for number in found.clauses]
    return messages.Explained(asked.ask, name, list(found.says), cited, list(found.scored))


def described(table: Table, position: Position, viewer: Viewer) -> list[messages.Region]:
    """The table in words, as a viewer sees it."""
    assert table.game is not None
    speech = speech_at(table, viewer.language)
    return [
        messages.Region(
            id, topic, title, seat, [messages.Thing(told, [*at]) for told, at in things]
        )
        for id, topic, title, things, seat in description.describe(
            table.game, position.view(viewer.seat), speech
        )
    ]


def around(
    asked: messages.AskAround, table: Table, position: Position, viewer: Viewer
) -> messages.Around:
    """What lies around the place that somebody means, and what can be done there."""
    assert table.game is not None
    speech = speech_at(table, viewer.language)
    view = position.view(viewer.seat)
    names = {
        at: name for at, name in table.game.draw(view, speech, viewer.tall).names().items() if name
    }
    found = description.meant(names, asked.place, viewer.seat)
    if not found:
        return messages.Around(asked.ask, "", "", [])
    place, *others = found
    says = description.reach(table.game, view, place, speech)
    also = list(dict.fromkeys(names[at] for at in others if names[at] != names[place]))
    return messages.Around(asked.ask, place, names[place], says, also[:MOST_COMPLETIONS])


def reading(
    asked: messages.AskRead, table: Table, position: Position, viewer: Viewer
) -> messages.Reading:
    """The move that is typed, and legal ones that begin like it."""
    assert table.game is not None
    tree = table.game.choices(position.view(viewer.seat), speech_at(table, viewer.language))
    typed = asked.text.strip()
    said = {position.say(move): move for move in position.moves()}
    try:
        move: int | None = position.read(typed)
    except Malformed:  # letters may be large or small where that is no other move
        alike = [move for text, move in said.items() if text.casefold() == typed.casefold()]
        move = alike[0] if len(alike) == 1 else None
    begun = {said[text]: text for text in said if text.casefold().startswith(typed.casefold())}
    if len(begun) > MOST_COMPLETIONS:
        begun = dict(list(begun.items())[:MOST_COMPLETIONS])
    spelt = {move: path for move, path in tree.paths() if move in begun}
    completions = [
        messages.Completion(text, STEP.join(label for label in tree.labels(spelt[move]) if label))
        for move, text in begun.items()
        if move in spelt
    ]
    return messages.Reading(asked.ask, move, completions)


def hint(
    table: Table, position: Position, viewer: Viewer, asked: messages.AskHint, advice: Advice
) -> messages.Hint:
    """Advice in sentences, and the picks that make its move."""
    assert table.game is not None
    speech = speech_at(table, viewer.language)
    tree = table.game.choices(position.view(viewer.seat), speech)
    paths = dict(tree.paths())

    def spelt(move: int) -> str:
        return STEP.join(label for label in tree.labels(paths.get(move, ())) if label)

    move = position.read(advice.best.move)
    told = advised(advice, position, table.game, speech, spelt, bool(asked.picks))
    says = [messages.Said(words, clause) for words, clause in told]
    return messages.Hint(asked.ask, says, list(paths.get(move, ())), move)
