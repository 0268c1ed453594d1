"""Rulebooks are read by their headings."""

from __future__ import annotations

import pytest

from parvis.engine.rulebook import parse_rulebook


def test_a_clause_is_a_heading_and_what_stands_under_it() -> None:
    book = parse_rulebook("# T\n\nHello.\n\n## XX-1 Start\n\n### XX-1.1 First\n\nGo.\n\n- a\n- b\n")
    assert book.title == "T"
    assert book.preface == "Hello."
    assert book.clauses["XX-1"].section
    assert book.clauses["XX-1.1"].text == "Go.\n\n- a\n- b"


def test_a_clause_that_stands_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="twice"):
        parse_rulebook("### XX-1.1 A\n\n### XX-1.2 B\n\n### XX-1.1 C\n\n")
