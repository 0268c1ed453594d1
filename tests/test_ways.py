"""The ways that docs/ways.md draws through the code are there to be walked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "parvis" / "games"
PAGE = (ROOT / "docs" / "ways.md").read_text(encoding="utf-8")
MOST_FILES = 5  # that one opens for a rule

RULES = [row.strip("|").split("|") for row in re.findall(r"^\| [A-Z]{2}-\d.*$", PAGE, re.MULTILINE)]


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("row", RULES, ids=lambda row: row[0].strip())
def test_the_way_of_a_rule_is_short_and_every_file_on_it_knows_the_rule(row: list[str]) -> None:
    clause, said, *homes, test = (cell.strip() for cell in row)
    folder = said.strip("`").partition("/")[0]
    opened = {GAMES / said.strip("`"), ROOT / "tests" / folder / test.strip("`")}
    book = (GAMES / said.strip("`")).read_text(encoding="utf-8")
    assert f"### {clause} " in book
    for home in homes:
        name, *names = re.findall(r"`([^`]+)`", home)
        text = (GAMES / name).read_text(encoding="utf-8")
        opened.add(GAMES / name)
        assert names
        for each in names:
            assert re.search(rf"(?<![\w]){re.escape(each)}\b", text), f"{name} has no {each}"
    tests = (ROOT / "tests" / folder / test.strip("`")).read_text(encoding="utf-8")
    assert re.search(rf'mark\.clause\([^)]*"{re.escape(clause)}"', tests)
    assert len(opened) <= MOST_FILES


def test_the_way_of_a_rule_is_drawn_for_every_game() -> None:
    drawn = {row[1].strip(" `").partition("/")[0] for row in RULES}
    assert drawn == {init.parent.name for init in GAMES.glob("*/__init__.py")}


STEPS = re.findall(r"^\d+\. `([^`]+)` `([^`]+)`", section("The way of a click"), re.MULTILINE)


def test_every_step_of_a_click_is_called_by_an_earlier_one() -> None:
    assert len(STEPS) > 10
    earlier = ""
    for file, name in STEPS:
        text = (ROOT / "src" / "parvis" / file).read_text(encoding="utf-8")
        own = name.rpartition(".")[2]
        assert re.search(rf"(def|class|function|async|static|get)?\s*\b{own}\s*[(:=]", text), (
            f"{file} has no {name}"
        )
        assert not earlier or re.search(rf"\b{own}\b", earlier), f"nobody calls {name}"
        earlier += text


def test_every_module_of_the_table_has_its_line_on_the_page_of_rooms() -> None:
    rooms = (ROOT / "docs" / "table.md").read_text(encoding="utf-8").partition("## The rooms")[2]
    named = set(re.findall(r"`(\w+)\.py`", rooms.partition("\n## ")[0]))
    modules = {path.stem for path in (ROOT / "src/parvis/table").glob("*.py")}
    assert named == modules - {"__init__"}
