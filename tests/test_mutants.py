"""The mutants' runner, on a small set of rules of its own and on the example."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import parvis
from parvis.engine.game import Game
from tests.mutants.mutations import Mutant, mutants_of
from tests.mutants.report import Survivors, shown
from tests.mutants.runner import Outcome

ROOT = Path(__file__).parents[1]
PLACE = Game("pond", "pond", "PO", 1, (1,), "Pond")

POND = '''"""A pond: how many ducks may swim on it."""

LARGEST = 5


class Pond:
    """With room for so many."""

    def __init__(self, ducks: int) -> None:
        self.ducks = ducks

    def may_come(self, more: int) -> bool:
        """Not too many, and not on ice."""
        return more > 0 and self.ducks + more <= LARGEST

    def come(self, more: int) -> None:
        while more:
            self.ducks += 1
            more -= 1

    def view(self) -> int:
        return self.ducks + 1
'''

GOOD = """
import pytest
from pond.position import Pond

@pytest.mark.clause("PO-1.1")
def test_five_ducks_and_no_more():
    assert Pond(2).may_come(3)
    assert not Pond(2).may_come(4)
    assert Pond(0).may_come(1)

@pytest.mark.clause("PO-1.1")
def test_at_least_one_comes():
    assert not Pond(2).may_come(0)

@pytest.mark.clause("PO-1.2")
def test_they_stay():
    pond = Pond(2)
    pond.come(2)
    assert pond.ducks == 4
"""

TRY = """
import sys
from pathlib import Path
from parvis.engine.game import Game
from tests.mutants.report import Survivors, shown
from tests.mutants.runner import try_out

sys.path.insert(0, ".")
game = Game("pond", "pond", "PO", 1, (1,), "Pond")
survivors = Survivors.read(game, Path("mutants.toml").read_text())
outcome = try_out(game, [Path("pond/position.py").resolve()], 600, 2,
                  tests=Path("rules"))
text, good = shown(outcome, survivors, 95)
print(text)
print("good" if good else "bad")
"""


def tried(folder: Path, tests: str, listed: str = "") -> list[str]:
    """What the runner says of the pond with these tests."""
    for name, text in {
        "pond/__init__.py": "",
        "pond/position.py": POND,
        "rules/test_pond.py": tests,
        "mutants.toml": listed,
        "pytest.ini": "[pytest]\nmarkers =\n    clause: x\n",
        "run.py": TRY,
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return ran([sys.executable, "run.py"], folder).stdout.splitlines()


def ran(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_good_tests_kill_every_mutant(tmp_path: Path) -> None:
    """Also the endless loops, and the constant that is set when the module is imported."""
    lines = tried(tmp_path, GOOD)
    assert lines[-1] == "good", lines
    assert not [line for line in lines if "→" in line]
    assert any("100.0 %" in line for line in lines if line.startswith("in all"))


LISTED = """
    [[survivor]]
    file = "position.py"
    function = "Pond.may_come"
    was = "return more > 0 and self.ducks + more <= LARGEST"
    now = "{}"
    reason = "ducks come in flocks, never none"
"""


def test_survivors_are_named_and_accepted_ones_count_apart(tmp_path: Path) -> None:
    """Without the test of the lower bound that half of the rule can be deleted."""
    weak = GOOD.replace("assert not Pond(2).may_come(0)", "pass")
    weak = weak.replace('mark.clause("PO-1.2")', "mark.filterwarnings")
    accepted = "return more >= 0 and self.ducks + more <= LARGEST"
    lines = tried(tmp_path, weak, LISTED.format(accepted) + LISTED.format("return False"))
    was = "return more > 0 and self.ducks + more <= LARGEST"
    now = "return self.ducks + more <= LARGEST"
    assert f"position.py:14 Pond.may_come: {was}  →  {now}" in lines, "a deleted rule is found"
    assert not [line for line in lines if line.endswith(f"→  {accepted}")]
    assert any("1 accepted apart" in line for line in lines)
    stale = [line for line in lines if line.startswith("listed, but killed now")]
    assert len(stale) == 1
    assert stale[0].endswith("| return False")
    dropped = [line for line in lines if "self.ducks += 1  →  pass" in line]
    assert len(dropped) == 1
    assert dropped[0].endswith("(no rule test comes here)")
    assert lines[-1] == "bad"


def test_tests_that_fail_unchanged_are_named(tmp_path: Path) -> None:
    lines = tried(tmp_path, GOOD.replace("pond.ducks == 4", "pond.ducks == 7"))
    assert "without any change these fail: rules/test_pond.py::test_they_stay" in lines


def test_when_the_time_is_up_it_says_how_many_were_tried() -> None:
    mutants = mutants_of(Path("position.py"), ast.parse(POND))
    text, good = shown(Outcome(mutants, mutants[:7]), Survivors(PLACE), 95)
    assert f"7 of {len(mutants)} mutants tried before the time was up" in text
    assert good


@pytest.mark.skipif(parvis.COMPILED, reason="the sources are what is changed")
def test_the_examples_rules_of_legality_are_held_by_its_rule_tests() -> None:
    done = ran([sys.executable, "-m", "tests.mutants", "stairs", "--only", "Stairs.bar"], ROOT)
    assert done.returncode == 0, done.stdout
    assert "100.0 %" in done.stdout


def test_every_mutant_differs_and_the_tree_is_left_as_it_was() -> None:
    tree = ast.parse(POND)
    before = ast.dump(tree)
    mutants = mutants_of(Path("position.py"), tree)
    assert ast.dump(tree) == before
    assert {mutant.function for mutant in mutants} == {"", "Pond.may_come", "Pond.come"}
    for mutant in mutants:
        assert mutant.was != mutant.now


def test_a_function_of_a_modules_own_is_a_rule_whatever_its_name() -> None:
    source = "def view(a: int) -> int:\n    return a + 1\n\n\n" + POND
    found = {mutant.function for mutant in mutants_of(Path("a.py"), ast.parse(source))}
    assert "view" in found
    assert "Pond.view" not in found


def test_a_listed_survivor_that_no_longer_exists_is_named() -> None:
    survivors = Survivors(PLACE, listed={("a.py", "f", "x", "y"): "for some reason"})
    text, good = shown(Outcome(list[Mutant]()), survivors, 95)
    assert "listed, but no such mutant: a.py | f | x | y" in text
    assert not good


def test_a_reason_is_a_sentence() -> None:
    with pytest.raises(SystemExit, match="a reason is a sentence"):
        Survivors.read(PLACE, '[[apart]]\nfile = "a.py"\nfunction = "f"\nreason = "no"\n')
