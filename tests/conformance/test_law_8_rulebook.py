"""Law 8: every clause exists in three languages, and every clause is held by a test."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

import parvis
from parvis.engine.game import Game
from parvis.engine.rulebook import LANGUAGES

TESTS = Path(__file__).parents[1]
SOURCES = Path(__file__).parents[2] / "src" / "parvis"
GAMES = parvis.all_games()


def folder(game: Game) -> str:
    return game.package.rpartition(".")[2]


def coverage(game: Game) -> dict[str, list[str] | str]:
    return tomllib.loads((TESTS / folder(game) / "clauses.toml").read_text(encoding="utf-8"))


def cited(game: Game) -> set[str]:
    """Every clause that refusals, ledger lines and options can cite, read from the source."""
    found: set[str] = set()
    for name in ("refusals.py", "scoring.py", "position.py", "options.py"):
        tree = ast.parse((SOURCES / "games" / folder(game) / name).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(re.findall(rf"^{game.prefix}-\d+\.\d+$", node.value))
    return found


@cache
def functions(path: Path) -> dict[str, str]:
    """The tests of a file with their source."""
    source = path.read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            found[node.name] = "\n".join(source.splitlines()[first - 1 : node.end_lineno])
    return found


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
    assert len(texts) > 2.5 * len(cited(game)), "the three languages are different texts"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_clause_is_held_by_a_test_or_says_why_not(game: Game) -> None:
    held = coverage(game)
    numbers = {
        clause.number for clause in game.rulebook("en").clauses.values() if not clause.section
    }
    assert set(held) == numbers
    for number, tests in held.items():
        if isinstance(tests, str):
            assert len(tests) > 10, f"{number}: a reason is a sentence"
            continue
        assert tests, number
        for test in tests:
            file, _, name = test.partition("::")
            assert name in functions(TESTS / folder(game) / file), f"{number}: no test {test}"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_clause_that_can_be_cited_is_provoked_by_a_test(game: Game) -> None:
    held = coverage(game)
    for number in sorted(cited(game)):
        tests = held[number]
        assert isinstance(tests, list), f"{number} is cited by the code, so a test must provoke it"
        sources = [
            functions(TESTS / folder(game) / test.partition("::")[0])[test.partition("::")[2]]
            for test in tests
        ]
        assert any(f'"{number}"' in source for source in sources), f"no test of {number} names it"
