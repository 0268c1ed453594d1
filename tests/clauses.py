"""A clause belongs to a test by its marker, and the suite looks whether the test provokes it.

    @pytest.mark.clause("NV-3.4")
    def test_two_districts_with_a_skyscraper_each_may_not_be_joined() -> None: ...

While a test runs, every refusal and every ledger line that is made is noted with its clause. A
test that is marked with a clause which the game's code can cite fails if it does not provoke it.
`quiet=True` marks the other side of such a clause, where nothing is refused and no line is
written (`test_one_district_may_be_touched_twice`); it does not count as provoking.

When all tests of a game have run, every clause of its rulebook must have been held: one that the
code can cite by a test that provoked it, another one (set-up, order of play) by a marked test or
by a reason in `tests/<game>/untested.toml`.

Compiled classes cannot be watched, so all this happens in interpreted runs only.
"""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import parvis
from parvis.engine.game import REGISTER, Game
from parvis.engine.ledger import Line
from parvis.engine.refusal import Refusal

TESTS = Path(__file__).parent
NOTES = "clauses"  # the name under which a test's report carries its notes


def folder_of(game: Game) -> str:
    """The name of a game's folder, the same among the sources and among the tests."""
    return game.package.rpartition(".")[2]


@cache
def game_in(folder: str) -> Game | None:
    """The game whose tests lie in a folder; the example lies there itself."""
    for game in REGISTER.values():
        if folder_of(game) == folder:
            return game
    if not (TESTS / folder / "__init__.py").exists():
        return None
    example: Game | None = getattr(importlib.import_module(f"tests.{folder}"), "GAME", None)
    return example


def clauses_of(game: Game) -> set[str]:
    """Every numbered rule of a game's rulebook, without the sections' headings."""
    return {c.number for c in game.rulebook("en").clauses.values() if not c.section}


@cache
def citable(game: Game) -> set[str]:
    """The clauses that refusals and ledger lines can cite, read from the game's source.

    A clause that stands in an option (which it explains) or in a comparison is not cited by it. Nor
    is one that an explanation leads to; that those exist is held for every place of every drawing.
    Nor one by which only an edit is refused: no move can meet it.
    Nor the one that decides between equals (`TIES`), which is told after the end.
    """
    source = importlib.import_module(game.package).__file__
    assert source is not None
    found: set[str] = set()
    for path in Path(source).parent.rglob("*.py"):
        if path.name in ("explanations.py", "editing.py"):
            continue
        if not path.name.startswith("test_"):  # the example has its tests beside it
            found |= cited_in(path.read_text(encoding="utf-8"), game.prefix)
    return found


def cited_in(source: str, prefix: str) -> set[str]:
    """The clauses that a module can cite.

    >>> sorted(cited_in('f("XX-1.1", "x.no"); g(clause == "XX-1.2"); Option("a", "XX-1.3")', "XX"))
    ['XX-1.1']
    """
    number = re.compile(rf"{prefix}-\d+\.\d+")
    found: set[str] = set()

    def visit(node: ast.AST) -> None:
        if isinstance(node, ast.Compare):
            return
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Option":
            return
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "TIES":
            return
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.update([node.value] if number.fullmatch(node.value) else [])
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(source))
    return found


def reasons(folder: str) -> dict[str, str]:
    """Why some clauses of a game are held by no test."""
    path = TESTS / folder / "untested.toml"
    if not path.exists():
        return {}
    found: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8"))
    return found


def marks(item: pytest.Item) -> Iterator[tuple[str, bool]]:
    """The clauses that a test is marked with, and whether it is to provoke them."""
    for mark in item.iter_markers("clause"):
        for number in mark.args:
            yield number, not mark.kwargs.get("quiet", False)


# What one test says of itself: its marked clauses, and those of them that it provoked.


def unprovoked(game: Game, marked: list[tuple[str, bool]], provoked: set[str]) -> list[str]:
    """What is wrong with a test's markers, in sentences."""
    known, can = clauses_of(game), citable(game)
    wrong = [f"{number}: there is no such clause" for number, _ in marked if number not in known]
    loud = {number for number, loud in marked if loud and number in can}
    wrong += [
        f"marked with {number}, but while it ran no refusal and no ledger line cited it "
        f"(cited: {', '.join(sorted(provoked)) or 'nothing'}); "
        "if it holds the clause's other side, mark it quiet=True"
        for number in sorted(loud - provoked)
    ]
    return wrong


@dataclass
class Held:
    """What the tests of one game have held so far; `expected` is 0 unless all of them run."""

    expected: int = 0
    ran: set[str] = field(default_factory=set)
    marked: set[str] = field(default_factory=set)
    provoked: set[str] = field(default_factory=set)

    def add(self, test: str, notes: dict[str, Any]) -> None:
        self.ran.add(test)
        self.expected = notes["expected"]
        self.marked.update(notes["marked"])
        self.provoked.update(set(notes["provoked"]) & set(notes["marked"]))

    def complete(self) -> bool:
        return 0 < self.expected == len(self.ran)


def missing(game: Game, held: Held, why: dict[str, str]) -> list[str]:
    """Which clauses nobody holds, in sentences."""
    known, can = clauses_of(game), citable(game)
    found = {
        "cited by the code, not in the rulebook": can - known,
        "no test marked with it provokes it, though the code can cite it": (known & can)
        - held.provoked,
        "no test is marked with it, and untested.toml gives no reason": known
        - can
        - held.marked
        - why.keys(),
        "untested.toml gives a reason that is not needed": why.keys() - (known - can - held.marked),
        "a reason is a sentence": {number for number in why if len(why[number]) < 20},
    }
    return [f"{number}: {wrong}" for wrong, numbers in found.items() for number in sorted(numbers)]


class Watch:
    """Notes what each test provokes, and judges it."""

    def __init__(self) -> None:
        self.noted: set[str] = set()
        self.expected: dict[str, int] = {}
        self.partial: set[str] = set()
        self.held: dict[str, Held] = {}
        self.wrong: dict[str, list[str]] = {}

    def listen(self) -> None:
        for kind in (Refusal, Line):
            setattr(kind, "__init__", self.noting(kind.__init__))  # noqa: B010 (mypy)

    def noting(self, init: Callable[..., None]) -> Callable[..., None]:
        def noted(made: Refusal | Line, *args: object, **named: object) -> None:
            init(made, *args, **named)
            self.noted.add(made.clause)

        return noted

    # A run of some tests only says nothing of a game as a whole.

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self.partial.update(i.path.parent.name for i in items if i.get_closest_marker("clause"))

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        named = any("::" in argument for argument in session.config.args)
        for folder in {item.path.parent for item in session.items}:
            files = {item.path for item in session.items if item.path.parent == folder}
            whole = files == set(folder.glob("test_*.py"))
            if whole and not named and folder.name not in self.partial:
                self.expected[folder.name] = sum(
                    item.path.parent == folder for item in session.items
                )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        folder = item.path.parent.name
        if item.path.parent.parent == TESTS and game_in(folder) is not None:
            marked = list(marks(item))
            notes = {
                "folder": folder,
                "expected": self.expected.get(folder, 0),
                "marked": sorted({number for number, _ in marked}),
                "loud": sorted({number for number, loud in marked if loud}),
                "provoked": [],
            }
            item.user_properties.append((NOTES, notes))
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        notes = notes_of(item.user_properties)
        self.noted.clear()
        try:
            result = yield
        finally:
            if notes is not None:
                notes["provoked"] = sorted(self.noted & set(notes["loud"]))
        game = game_in(item.path.parent.name)
        if notes is not None and game is not None:
            wrong = unprovoked(game, list(marks(item)), set(self.noted))
            if wrong:
                pytest.fail("\n".join(wrong), pytrace=False)
        return result

    # These two run where the reports come together: with xdist, not where the tests run.

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        notes = notes_of(report.user_properties)
        if notes is not None and report.when == "teardown":
            self.held.setdefault(notes["folder"], Held()).add(report.nodeid, notes)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workerinput"):
            return
        for folder, held in self.held.items():
            game = game_in(folder)
            if game is not None and held.complete():
                self.wrong[folder] = missing(game, held, reasons(folder))
        if any(self.wrong.values()) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        for folder, sentences in self.wrong.items():
            if sentences:
                terminalreporter.section(f"clauses of {folder} that no test holds", red=True)
                terminalreporter.line("\n".join(sentences))


def notes_of(properties: list[tuple[str, Any]]) -> dict[str, Any] | None:
    """The notes that a test's report carries."""
    found: dict[str, Any] | None = dict(properties).get(NOTES)
    return found


def pytest_configure(config: pytest.Config) -> None:
    if not parvis.COMPILED:
        watch = Watch()
        watch.listen()
        config.pluginmanager.register(watch, "parvis-clauses")
