"""A position drawn and a move told: for a seat, for who looks on, or with all hands open.

All hands open is for games that are over, and for who keeps the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal

from parvis.engine.drawing.panel import Drawing, Panel
from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence
from parvis.engine.words import Speech

# A seat; None: who looks on; open: who sees every hand.
Onlooker = int | None | Literal["open"]


def drawn_for(
    game: Game, position: Position, onlooker: Onlooker, speech: Speech, tall: bool = False
) -> Drawing:
    """The drawing of a position for one who looks at it so."""
    if onlooker != "open":
        return game.draw(position.view(onlooker), speech, tall)
    drawing = game.draw(position.view(None), speech, tall)
    panels = list(drawing.panels)
    for seat in range(position.seats):
        own = game.draw(position.view(seat), speech, tall).panels
        panels += [open_hand(panel, seat, speech) for panel in own if panel.role == "hand"]
    return replace(drawing, panels=panels)


def open_hand(panel: Panel, seat: int, speech: Speech) -> Panel:
    """A hand beside others: under a name of its own, and told whose it is."""
    id = f"{panel.id}-of-{seat}"
    return replace(
        panel,
        id=id,
        seat=seat,
        title=speech("kit.hand.of", name=f"@{seat}"),
        fragments={id + name.removeprefix(panel.id): one for name, one in panel.fragments.items()},
    )


def open_story(
    public: Sequence[Sentence], own: Mapping[int, Sequence[Sentence]]
) -> list[tuple[int | None, Sentence]]:
    """A move as all saw it (None), with what each of these seats alone was told; that stands in
    place of a public sentence that says less of the same."""
    more = [(seat, one) for seat, told in own.items() for one in telling_more(told, public)]
    story: list[tuple[int | None, Sentence]] = []
    for sentence in public:
        fuller = [pair for pair in more if says_less(sentence, pair[1])]
        story += fuller or [(None, sentence)]
        more = [pair for pair in more if pair not in fuller]
    return story + more


def telling_more(private: Sequence[Sentence], public: Sequence[Sentence]) -> list[Sentence]:
    """The sentences that name something that no public one does: a card, a tile.

    Others say the same to the one who did it: that you build, that you pay.
    """
    named = {fact for sentence in public for fact in facts_of(sentence)}
    return [sentence for sentence in private if not facts_of(sentence) <= named]


def says_less(sentence: Sentence, other: Sentence) -> bool:
    facts = facts_of(sentence)
    return bool(facts) and facts <= facts_of(other) and sentence.places == other.places


def facts_of(sentence: Sentence) -> set[tuple[str, str]]:
    return {(name, repr(value)) for name, value in sentence.params.items()}


def quoted(seat: int | None, words: str, speech: Speech) -> str:
    """What one seat alone was told, for all: in quotation marks, unless it names who is meant."""
    if seat is None or speech.name(seat) in words:
        return words
    return speech.tell("kit.told", {"name": f"@{seat}", "words": words})
