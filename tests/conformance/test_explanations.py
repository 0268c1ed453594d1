"""Every thing on the table explains itself, to every viewer, in every language."""

from __future__ import annotations

import re

import pytest

import parvis
from parvis.engine.rulebook import LANGUAGES
from tests.conformance.cases import Case, all_cases, plain_cases, some_positions

RAW = re.compile(r"\b[a-z]+-[\w-]*\d|\b[a-z]+(?:-[a-z]+)+-\d|[{}#@]")


@pytest.mark.parametrize("case", all_cases(), ids=str)
def test_every_place_in_every_drawing_has_a_name_and_an_explanation(case: Case, more: int) -> None:
    """In words, never by its id; and it cites clauses that there are."""
    clauses = case.game.rulebook("fr").clauses
    speech = case.speech()
    for position in some_positions(case, 97, 2 * more):
        for seat in (None, *range(case.seats)):
            view = position.view(seat)
            wide = case.game.draw(view, speech).names()
            tall = case.game.draw(view, speech, tall=True).names()
            for names in (wide, {place: tall[place] for place in tall if place not in wide}):
                assert wide
                for place, name in names.items():
                    assert name, f"{place} has no name"
                    assert place not in name
                    assert not RAW.search(name), name
                    found = case.game.explain(view, place, speech)
                    assert found.says, place
                    assert found.clauses, f"no rule speaks of {place}"
                    assert set(found.clauses) | set(found.scored) <= set(clauses), place
                    for sentence in found.says:
                        assert sentence.endswith((".", ")")), sentence
                        assert not RAW.search(sentence), sentence


@pytest.mark.parametrize("case", plain_cases(), ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_is_told_in_every_language(case: Case, language: str) -> None:
    speech = case.speech(language)
    for position in some_positions(case, 101, 2):
        for seat in (None, 0):
            view = position.view(seat)
            for place, name in case.game.draw(view, speech).names().items():
                assert name
                assert all(case.game.explain(view, place, speech).says)


@pytest.mark.parametrize("case", plain_cases(), ids=str)
def test_what_a_seat_cannot_know_changes_no_explanation(case: Case) -> None:
    speech = case.speech()
    rng = parvis.Rng(103)
    for position in some_positions(case, 103, 2):
        for seat in (None, 0):
            view, other = position.view(seat), case.twin(position, seat, rng).view(seat)
            for place in case.game.draw(view, speech).names():
                mine = case.game.explain(view, place, speech)
                assert case.game.explain(other, place, speech) == mine
