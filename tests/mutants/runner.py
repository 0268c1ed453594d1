"""Tries every mutant of a game's rule modules against that game's own rule tests.

Pytest, the engine, the game and its tests are imported once. Then one process is forked for each
mutant: it gives the changed function its new code, runs the tests that reach the changed lines,
the quickest first, and ends at the first that fails. Where the change is in code that runs when
the game is imported (constants, tables), the process imports game and tests anew; so it does
before a mutant is called a survivor whose code runs when the tests are imported.
A test that needs far more processor time than before is in an endless loop, and so it fails too.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import coverage
import pytest
from hypothesis import Phase, settings

from parvis.engine.game import Game
from tests.clauses import TESTS
from tests.mutants.mutations import Mutant, mutants_of

# What a game's folder of tests holds besides its rule tests.
OTHER_TESTS = ("test_oracle", "test_bot", "test_record")
QUIET = (
    "-qq", "-s", "-p", "no:cacheprovider", "--timeout=0", "--assert=plain", "--no-header",
    "--no-summary", "--tb=no",
)  # fmt: skip
SURVIVED, KILLED = 0, 1
STALLED = 300  # seconds by the clock, for a process that waits for something
MEMORY = 2 << 30


@dataclass
class Outcome:
    """What became of the mutants: those that were tried, and which of them live."""

    mutants: list[Mutant]
    tried: list[Mutant] = field(default_factory=list)
    alive: list[Mutant] = field(default_factory=list)
    unreached: set[int] = field(default_factory=set)  # by identity: no rule test comes there
    tests: int = 0
    trouble: str = ""


def try_out(
    game: Game,
    modules: Sequence[Path],
    seconds: float,
    jobs: int,
    wanted: Callable[[Mutant], bool] = lambda mutant: True,
    tests: Path | None = None,
    progress: Callable[[str], None] = print,
) -> Outcome:
    """Try the mutants of these modules for so many seconds, in an order that is always the same."""
    until = time.monotonic() + seconds
    trees = {path: ast.parse(path.read_text(encoding="utf-8"), str(path)) for path in modules}
    found = [m for path, tree in trees.items() for m in mutants_of(path, tree) if wanted(m)]
    run = Run(game, trees, sorted(found, key=shuffled), until, jobs, progress)
    run.at_import = run.traced(lambda: [importlib.import_module(run.module_name(p)) for p in trees])
    run.tracer.start()
    code = pytest.main([str(tests or TESTS / folder(game)), *QUIET], plugins=[run])
    if not run.ended and not run.outcome.trouble:
        run.outcome.trouble = f"pytest gave up while collecting (code {code})"
    return run.outcome


def folder(game: Game) -> str:
    return game.package.rpartition(".")[2]


def shuffled(mutant: Mutant) -> str:
    """Where a mutant comes in the order: anywhere, but always in the same place."""
    return hashlib.sha256(repr((mutant.key, mutant.line)).encode()).hexdigest()


class RuleTests:
    """Chooses the rule tests: those that carry a clause."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        # The smallest failing example is of no interest here.
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings.default, phases=phases)
        settings.load_profile("mutants")

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        if collection_path.is_dir():
            return None
        if collection_path.stem.startswith(OTHER_TESTS):
            return True
        return "mark.clause" not in collection_path.read_text(encoding="utf-8") or None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [
            item
            for item in items
            if item.get_closest_marker("clause") and not item.get_closest_marker("long")
        ]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        # Whether a clause is provoked does not count here, only what a test asserts.
        session.config.pluginmanager.unregister(name="parvis-clauses")


class Run(RuleTests):
    """The loop over the mutants, in place of pytest's loop over the tests."""

    def __init__(
        self,
        game: Game,
        trees: dict[Path, ast.Module],
        mutants: list[Mutant],
        until: float,
        jobs: int,
        progress: Callable[[str], None],
    ) -> None:
        self.game, self.trees, self.until, self.jobs = game, trees, until, jobs
        self.progress = progress
        self.outcome = Outcome(mutants)
        self.tracer = self.new_tracer()
        self.items: list[pytest.Item] = []
        self.reached: dict[Path, dict[int, set[int]]] = {}  # which tests reach a line
        self.spent: list[float] = []  # by each test, with the tracer on
        self.at_import: dict[Path, set[int]] = {}  # the lines that run when the game is imported
        self.at_collection: dict[Path, set[int]] = {}  # and when its tests are
        self.ended = False

    def new_tracer(self) -> Any:
        tracer = coverage.Coverage(
            data_file=None, config_file=False, include=[str(path) for path in self.trees]
        )
        tracer.set_option("run:disable_warnings", ["no-data-collected", "module-not-measured"])
        return tracer

    def traced(self, doing: Callable[[], object]) -> dict[Path, set[int]]:
        tracer = self.new_tracer()
        tracer.start()
        doing()
        tracer.stop()
        return self.lines(tracer)

    def lines(self, tracer: Any) -> dict[Path, set[int]]:
        data = tracer.get_data()
        return {path: set(data.lines(str(path)) or ()) for path in self.trees}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.tracer.stop()
        self.at_collection = self.lines(self.tracer)
        self.items = session.items
        self.outcome.tests = len(self.items)
        gc.collect()
        gc.freeze()
        if self.measure():
            self.go()
        self.ended = True
        return True

    # Which test reaches which line.

    def measure(self) -> bool:
        """Run the tests on the unchanged sources, in a process of their own."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            with os.fdopen(writing, "w") as out:
                json.dump(self.measured(), out)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as answer:
            text = answer.read()
        os.waitpid(child, 0)
        measured: dict[str, Any] = json.loads(text) if text else {"failed": ["all of them"]}
        if measured["failed"]:
            self.outcome.trouble = "without any change these fail: " + ", ".join(measured["failed"])
            return False
        self.spent = measured["spent"]
        for path, lines in zip(self.trees, measured["reached"], strict=True):
            self.reached[path] = {int(line): set(tests) for line, tests in lines.items()}
        return True

    def measured(self) -> dict[str, Any]:
        silence()
        tracer = self.new_tracer()
        tracer.start()
        failed: list[str] = []
        spent: list[float] = []
        for number, item in enumerate(self.items):
            tracer.switch_context(str(number))
            start = time.process_time()
            if not passes(item):
                failed.append(item.nodeid)
            spent.append(time.process_time() - start)
        tracer.stop()
        reached = []
        for path in self.trees:
            lines: dict[int, list[int]] = tracer.get_data().contexts_by_lineno(str(path))
            reached.append({line: [int(n) for n in tests if n] for line, tests in lines.items()})
        return {"failed": failed, "spent": spent, "reached": reached}

    # The mutants.

    def go(self) -> None:
        alive: set[int] = set()
        running: dict[int, Mutant] = {}
        told = time.monotonic()
        for mutant in self.outcome.mutants:
            if time.monotonic() > self.until:
                break
            while len(running) >= self.jobs:
                self.wait(running, alive)
            self.outcome.tried.append(mutant)
            anew = ran(mutant, self.at_import)
            tests = self.tests_of(mutant, anew)
            if not tests:
                alive.add(id(mutant))
                self.outcome.unreached.add(id(mutant))
                continue
            child = os.fork()
            if child == 0:
                self.end_with(mutant, tests, anew)
            running[child] = mutant
            if time.monotonic() > told + 15:
                told = time.monotonic()
                self.progress(
                    f"{len(self.outcome.tried)} of {len(self.outcome.mutants)} mutants tried, "
                    f"{len(alive)} alive"
                )
        while running:
            self.wait(running, alive)
        self.outcome.alive = [mutant for mutant in self.outcome.tried if id(mutant) in alive]

    def wait(self, running: dict[int, Mutant], alive: set[int]) -> None:
        child, status = os.wait()
        if os.waitstatus_to_exitcode(status) == SURVIVED:
            alive.add(id(running[child]))
        del running[child]

    def tests_of(self, mutant: Mutant, anew: bool) -> list[int]:
        """The tests that may notice a mutant, the quickest first."""
        reached = self.reached[mutant.path]
        near = {test for line in mutant.lines for test in reached.get(line, ())}
        tests = sorted(near, key=lambda test: self.spent[test])
        if anew and mutant.lines & self.at_import[mutant.path]:
            far = set(range(len(self.items))) - near
            tests += sorted(far, key=lambda test: self.spent[test])
        return tests

    def end_with(self, mutant: Mutant, tests: list[int], anew: bool) -> None:
        """In the forked process: try a mutant, and end with whether it lives."""
        code = KILLED
        try:
            silence()
            limit_memory()
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(STALLED)
            mutant.apply()
            anew = anew or not self.exchange_code(mutant)
            lives = anew or self.passes_all(tests)
            if lives and (anew or ran(mutant, self.at_collection)):
                lives = self.passes_anew(mutant, tests)
            code = SURVIVED if lives else KILLED
        finally:
            os._exit(code)

    def passes_all(self, tests: list[int]) -> bool:
        for test in tests:
            allow(self.spent[test])
            if not passes(self.items[test]):
                return False
        return True

    def exchange_code(self, mutant: Mutant) -> bool:
        """Give the function its changed code, for all who know it by whatever name."""
        assert mutant.node is not None
        *classes, name = mutant.function.split(".")
        owner: Any = sys.modules.get(self.module_name(mutant.path))
        for part in classes:
            owner = vars(owner).get(part)
        function = plain_function(vars(owner).get(name)) if owner is not None else None
        if function is None:
            return False
        code = code_of(mutant.node, classes, str(mutant.path))
        if code.co_freevars != function.__code__.co_freevars:
            return False
        function.__code__ = code
        return True

    def module_name(self, path: Path) -> str:
        return f"{self.game.package}.{path.stem}"

    def passes_anew(self, mutant: Mutant, tests: list[int]) -> bool:
        """Import the game and the tests again, with the changed module among them."""
        names = [self.items[test].nodeid for test in tests]
        allowed = {self.items[test].nodeid: self.spent[test] for test in tests}
        files = sorted({str(self.items[test].path) for test in tests})
        forget(self.game.package, "parvis.bots", "tests")
        for item in self.items:
            sys.modules.pop(item.module.__name__, None)  # type: ignore[attr-defined]
        name = self.module_name(mutant.path)
        code = compile(self.trees[mutant.path], str(mutant.path), "exec")
        sys.meta_path.insert(0, Changed(name, mutant.path, code))
        allow(10.0)
        again = Again(names, allowed)
        pytest.main([*files, *QUIET, "-x"], plugins=[again])
        return again.passed == len(names)


class Again(RuleTests):
    """Runs some tests, in this order, in a session of its own."""

    def __init__(self, names: list[str], spent: dict[str, float]) -> None:
        self.names, self.spent, self.passed = names, spent, 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        order = {name: number for number, name in enumerate(self.names)}
        items[:] = sorted(
            (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
        )

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        allow(self.spent[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.passed += report.when == "call" and report.outcome != "failed"


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module, and runs other code than its file holds."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(
        self, fullname: str, path: object, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, origin=str(self.path))

    def exec_module(self, module: ModuleType) -> None:
        module.__file__ = str(self.path)
        exec(self.code, module.__dict__)  # noqa: S102 (that is what this is for)


def ran(mutant: Mutant, lines: dict[Path, set[int]]) -> bool:
    """Whether the code that a mutant changes was among these lines."""
    if mutant.node is None:
        return True
    body = range(mutant.node.body[0].lineno, (mutant.node.end_lineno or 0) + 1)
    return not lines[mutant.path].isdisjoint(body)


def passes(item: pytest.Item) -> bool:
    """Run one test by itself, set up and torn down."""
    seen: list[bool] = []
    plugin = Verdict(seen)
    item.config.pluginmanager.register(plugin)
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    item.config.pluginmanager.unregister(plugin)
    return all(seen)


class Verdict:
    """Listens to how a test ends."""

    def __init__(self, seen: list[bool]) -> None:
        self.seen = seen

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seen.append(report.outcome != "failed")


def plain_function(found: object) -> FunctionType | None:
    """The function behind a property, a static method or a cache."""
    for inside in ("fget", "__func__", "__wrapped__"):
        found = getattr(found, inside, None) or found
    return found if isinstance(found, FunctionType) else None


def code_of(node: ast.FunctionDef, classes: list[str], file: str) -> CodeType:
    """The code of one function, compiled as if it stood alone in its classes."""
    bare = ast.FunctionDef(node.name, node.args, node.body, [], node.returns)
    inside: ast.stmt = ast.copy_location(bare, node)
    for name in reversed(classes):
        inside = ast.copy_location(ast.ClassDef(name, [], [], [inside], []), node)
    future = ast.ImportFrom("__future__", [ast.alias("annotations")], 0)
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(future, node), inside], []))
    code = compile(module, file, "exec")
    for name in [*classes, node.name]:
        code = next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)
    return code


def forget(*packages: str) -> None:
    """Let modules be imported anew; the packages themselves and the tools stay."""
    for name in list(sys.modules):
        if name.startswith(("tests.mutants", "tests.clauses")):
            continue
        if any(name.startswith(f"{package}.") for package in packages):
            package, _, last = name.rpartition(".")
            sys.modules.pop(name)
            if package in sys.modules:
                vars(sys.modules[package]).pop(last, None)


def allow(spent: float) -> None:
    """End this process when a test needs far more processor time than it did before."""
    signal.setitimer(signal.ITIMER_PROF, 1.0 + 5 * spent)


def silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
