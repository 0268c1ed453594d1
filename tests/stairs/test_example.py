"""The example is what CONTRIBUTING says of it: the same lines, every file, and small."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"^```\w+ (\S+)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
TESTS = {"scrambler.py", "test_rules.py", "test_example.py"}
MOST = 410


@pytest.mark.parametrize(("file", "lines"), EXCERPTS, ids=[file for file, _ in EXCERPTS])
def test_an_excerpt_stands_in_its_file_word_for_word(file: str, lines: str) -> None:
    assert f"\n{lines}" in "\n" + (ROOT / file).read_text(encoding="utf-8")


def test_every_file_of_the_example_is_shown() -> None:
    shown = {ROOT / file for file, _ in EXCERPTS}
    there = {path for path in HERE.rglob("*") if path.is_file() and path.suffix != ".pyc"}
    alike = re.compile(r"(fr|it)\.(po|md)$|test_example\.py$|mutants\.toml$")
    assert {path for path in there - shown if not alike.search(path.name)} == set()


def test_the_example_stays_small() -> None:
    """Its Python with drawing, choices and bot, its pack, and its words in one language."""
    files = [path for path in HERE.glob("*.py") if path.name not in TESTS]
    files += [HERE / "pack.toml", HERE / "words" / "en.po"]
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= MOST
