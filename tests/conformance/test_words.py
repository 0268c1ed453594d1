"""Every key that the code can say has words in three languages, and no words are left over."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from parvis.engine import course
from parvis.engine.figures import parse_figures
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Catalogue, read_catalogue
from tests.example import games_and_example, registered

ROOT = Path(__file__).parents[2]
SOURCES = (ROOT / "src" / "parvis", ROOT / "tests" / "stairs")  # and the example
CATALOGUES = sorted(path.parent for source in SOURCES for path in source.rglob("words/fr.po"))
KEY = re.compile(r"^#?((?:kit|bot|cli|page|table|tell|cn|nv|bv|nt|st)\.[a-z0-9_.-]+)$")


def package(words: Path) -> str:
    return ".".join(words.parent.relative_to(ROOT).parts).removeprefix("src.")


def prefixes(catalogue: Catalogue) -> set[str]:
    return {key.partition(".")[0] for key in catalogue}


def files(pattern: str) -> list[Path]:
    return [path for source in SOURCES for path in source.rglob(pattern)]


@cache
def said() -> set[str]:
    """Every key in the source: literals in Python, quoted words in templates and scripts."""
    found: set[str] = set()
    for path in files("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                match = KEY.match(node.value)
                if match:
                    found.add(match[1])
    for path in [*files("*.html"), *files("static/*.js")]:
        for quoted in re.findall(r"[\"']([^\"'\s]+)[\"']", path.read_text(encoding="utf-8")):
            match = KEY.match(quoted)
            if match:
                found.add(match[1])
    for path in files("figures.toml"):  # each has a caption and a text instead of the picture
        prefix = next(iter(prefixes(read_catalogue(package(path), "fr"))))
        for id in parse_figures(path.read_text(encoding="utf-8"), ""):
            found |= {f"{prefix}.figure.{id}", f"{prefix}.figure.{id}.alt"}
    with registered():
        return found.union(*(course.keys(game) for game in games_and_example()))


@pytest.mark.sources
@pytest.mark.parametrize("words", CATALOGUES, ids=package)
def test_all_keys_that_the_code_can_say_are_in_all_three_catalogues(words: Path) -> None:
    keys = said()
    for language in LANGUAGES:
        catalogue = read_catalogue(package(words), language)
        mine = {key for key in keys if key.partition(".")[0] in prefixes(catalogue)}
        assert mine - set(catalogue) == set(), f"without words in {language}"
        assert set(catalogue) - mine == set(), f"words in {language} that nobody says"


@pytest.mark.parametrize("words", CATALOGUES, ids=package)
def test_a_message_has_the_same_parameters_and_forms_in_all_languages(words: Path) -> None:
    catalogues = [read_catalogue(package(words), language) for language in LANGUAGES]
    for key, first in catalogues[0].items():
        for language, catalogue in zip(LANGUAGES, catalogues, strict=True):
            message = catalogue[key]
            forms = message if isinstance(message, tuple) else (message,)
            assert all(forms), f"{key} is empty in {language}"
            assert isinstance(message, tuple) == isinstance(first, tuple), key
            names = [{name for _, name, _, _ in Formatter().parse(form) if name} for form in forms]
            wanted = first if isinstance(first, tuple) else (first,)
            expected = {
                name for form in wanted for _, name, _, _ in Formatter().parse(form) if name
            }
            assert set().union(*names) - {"n"} == expected - {"n"}, f"{key} in {language}"
