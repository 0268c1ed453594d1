"""Law 8: every clause exists in three languages (that tests hold each: tests/clauses.py)."""

from __future__ import annotations

import pytest

from parvis.engine.game import Game
from parvis.engine.rulebook import LANGUAGES
from tests.clauses import citable
from tests.example import games_and_example

GAMES = games_and_example()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_clause_exists_in_three_languages(game: Game) -> None:
    books = [game.rulebook(language) for language in LANGUAGES]
    for book in books:
        assert list(book.clauses) == list(books[0].clauses)
        assert book.title
        for clause in book.clauses.values():
            assert clause.number.startswith(f"{game.prefix}-")
            assert clause.title, clause.number
            assert clause.section or clause.text, clause.number
    texts = {book.clauses[number].text for book in books for number in books[0].clauses}
    assert len(texts) > 2.5 * len(citable(game)), "the three languages are different texts"
