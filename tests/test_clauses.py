"""The watch over clauses and their tests: it sees what a test provokes, and what none does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import parvis
from tests.clauses import Held, citable, cited_in, clauses_of, missing, unprovoked
from tests.stairs import GAME

ROOT = Path(__file__).parents[1]
CITED = {"ST-1.1", "ST-1.2", "ST-1.4", "ST-2.2", "ST-2.3"}  # by the example's refusals and lines


def test_the_code_can_cite_what_its_refusals_and_lines_name() -> None:
    assert citable(GAME) == CITED
    assert cited_in('x = Refusal("ST-1.1", "st.no") if a else "ST-1.2"', "ST") == {
        "ST-1.1",
        "ST-1.2",
    }


def test_a_test_that_does_not_provoke_its_clause_is_told_so() -> None:
    (wrong,) = unprovoked(GAME, [("ST-1.1", True)], {"ST-1.2"})
    assert wrong.startswith("marked with ST-1.1, but while it ran no refusal")
    assert unprovoked(GAME, [("ST-1.1", True)], {"ST-1.1"}) == []
    assert unprovoked(GAME, [("ST-1.1", False)], set()) == []


def test_a_marker_names_a_clause_of_the_rulebook() -> None:
    assert unprovoked(GAME, [("ST-9.9", True)], set()) == ["ST-9.9: there is no such clause"]


def test_a_clause_that_no_test_provokes_is_named() -> None:
    held = Held(marked=clauses_of(GAME), provoked=CITED - {"ST-2.3"})
    (wrong,) = missing(GAME, held, {})
    assert wrong.startswith("ST-2.3: no test marked with it provokes it")
    held.provoked.add("ST-2.3")
    assert missing(GAME, held, {}) == []


def test_a_reason_that_is_not_needed_is_named() -> None:
    held = Held(marked=clauses_of(GAME), provoked=clauses_of(GAME))
    (wrong,) = missing(GAME, held, {"ST-1.1": "it is only a matter of taste"})
    assert wrong == "ST-1.1: untested.toml gives a reason that is not needed"


def test_some_tests_of_a_game_do_not_make_the_whole() -> None:
    held = Held(expected=2)
    notes = {"expected": 2, "marked": ["ST-1.1"], "provoked": ["ST-1.1", "ST-1.2"]}
    held.add("one", notes)
    assert not held.complete()
    held.add("two", notes)
    assert held.complete()
    assert held.provoked == {"ST-1.1"}, "a clause that the test is not marked with is no merit"


RULES = '''
"""Rules of the example."""
import pytest
import parvis
from parvis.engine.game import REGISTER
from tests.stairs import GAME

@pytest.fixture(autouse=True)
def example(monkeypatch):
    monkeypatch.setitem(REGISTER, "stairs", GAME)

@pytest.mark.clause("ST-1.1")
def test_a_mark_comes_first_of_all():
    position = parvis.start("stairs", 2, 1)
    assert position.refusal(position.read("draw")) is not None

@pytest.mark.clause("ST-1.2")
def test_idle():
    parvis.start("stairs", 2, 1)

@pytest.mark.clause("ST-1.2", quiet=True)
def test_quiet():
    parvis.start("stairs", 2, 1)
'''


@pytest.mark.skipif(parvis.COMPILED, reason="compiled classes cannot be watched")
def test_a_run_sees_what_its_tests_provoke(tmp_path: Path) -> None:
    """A run of its own: one test provokes its clause, one does not, and others have none."""
    folder = tmp_path / "stairs"
    folder.mkdir()
    (folder / "test_rules.py").write_text(RULES)
    (tmp_path / "conftest.py").write_text(
        "import tests.clauses\n"
        "from pathlib import Path\n"
        "tests.clauses.TESTS = Path(__file__).parent\n"
        "tests.clauses.game_in = lambda folder: __import__('tests.stairs').stairs.GAME\n"
        "pytest_plugins = ['tests.clauses']\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    clause: x\n")

    def run(*how: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "stairs", *how],
            cwd=tmp_path,
            env={
                **os.environ,
                "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            },
            capture_output=True,
            text=True,
            check=False,
        )

    whole = run("-p", "xdist.plugin", "-n", "2").stdout
    assert "2 passed" in whole
    assert "1 failed" in whole
    assert "marked with ST-1.2, but while it ran" in whole
    assert "ST-1.2: no test marked with it provokes it" in whole
    assert "ST-2.3: no test marked with it provokes it" in whole
    assert "ST-1.1: no test" not in whole
    part = run("-k", "first")
    assert part.returncode == 0, part.stdout
    assert "no test holds" not in part.stdout
