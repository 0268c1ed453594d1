"""What ./test does: style, types, tests interpreted, those of the rules compiled, the browser's.

./test                   everything
./test --long            the long tests too
./test tests/engine      only these tests, interpreted and compiled
./test -k ledger         only tests whose names match
./test --mutants neoville    whether that game's rule tests notice every small change of its rules
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence

import bootstrap
from bootstrap import ROOT

NOTHING_COLLECTED = 5
TYPESCRIPT = "typescript@5.9.3"

BROWSER = "tests/browser"

# Folders of tests that exercise no compiled code: once, interpreted, is enough.
UNCOMPILED = {"browser", "cli", "lab", "table", "web"}


class Report:
    """The steps taken so far, with their outcome, time and closing line."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, float, str]] = []

    def step(
        self,
        title: str,
        command: Sequence[str],
        env: dict[str, str] | None = None,
        fine: Sequence[int] = (0,),
    ) -> None:
        heading(title)
        start = time.monotonic()
        code, closing = shown([*command], env or {})
        outcome = "ok" if code in fine else "FAILED"
        self.rows.append((title, outcome, time.monotonic() - start, closing))

    def leave_out(self, title: str, reason: str, outcome: str = "left out") -> None:
        heading(title)
        print(f"{outcome}: {reason}", flush=True)
        self.rows.append((title, outcome, 0.0, reason))

    def failed(self) -> bool:
        return any(outcome == "FAILED" for _, outcome, _, _ in self.rows)

    def show(self) -> None:
        heading("summary")
        width = max(len(title) for title, _, _, _ in self.rows)
        for title, outcome, seconds, closing in self.rows:
            print(f"{title:<{width}}  {outcome:<8}  {seconds:6.1f} s  {closing.strip('= ')}")
        for title, _, _, closing in self.rows:
            if closing.startswith("=="):
                print(f"\n{title}\n{closing}")
        sys.stdout.flush()


def main(arguments: Sequence[str]) -> int:
    choice = read(arguments)
    python = str(bootstrap.prepare(bootstrap.TEST_EXTRAS))
    if choice.mutants:
        return mutants(python, choice)
    report = Report()
    everything = not choice.paths and choice.k is None

    if everything:
        report.step("format", [python, "-m", "ruff", "format", "--check", "."])
        report.step("style", [python, "-m", "ruff", "check", "."])
        report.step("types", [python, "-m", "mypy"])
        check_client(report)

    pytest = [python, "-m", "pytest", "-n", str(cores()), *passed_on(choice)]
    pure = bootstrap.why_pure()
    # What runs compiled as well need not try every setting interpreted.
    thrifty = not pure
    cases = "few" if thrifty else "all"
    fine = (0,) if everything else (0, NOTHING_COLLECTED)
    plain = [path for path in choice.paths if not in_browser(path)]
    if plain or not choice.paths:
        report.step(
            "tests, interpreted",
            [*pytest, f"--ignore={BROWSER}", *(["-m", "not heavy"] if thrifty else ()), *plain],
            {
                "PARVIS_TESTS": "interpreted",
                "PARVIS_CASES": cases,
                "PYTHONPATH": str(ROOT / "src"),
            },
            fine,
        )

    title = "tests, compiled"
    paths = tests_of_compiled_code(choice.paths)
    if pure:
        if pure in bootstrap.EXCUSES:
            report.leave_out(title, pure)
        else:
            report.leave_out(
                title, f"{pure} (see {bootstrap.LOG}; remove .venv to retry)", "FAILED"
            )
    elif paths:
        once = ["-m", "not sources"]
        report.step(title, [*pytest, *once, *paths], {"PARVIS_TESTS": "compiled"}, fine)
    else:
        report.leave_out(title, "the chosen tests exercise no compiled code")

    # A process of their own, for what drives the browser keeps an event loop; and the package as
    # it is installed, so that a file left out of it is missed here.
    title = "tests, browser"
    pages = [path for path in choice.paths if in_browser(path)]
    if pages or not choice.paths:
        if has_browser():
            # Few and long: handed out one by one, so that no worker is left with the longest.
            one_by_one = "--maxschedchunk=1"
            report.step(title, [*pytest, one_by_one, *(pages or [BROWSER])], None, fine)
        else:
            report.leave_out(title, "no chromium (Debian, Ubuntu: apt install chromium)")

    report.show()
    return 1 if report.failed() else 0


def read(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="./test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--long", action="store_true", help="run the long tests too")
    parser.add_argument("-k", metavar="EXPRESSION", help="only tests whose names match")
    parser.add_argument("--mutants", metavar="GAME", help="try this game's rule tests instead")
    parser.add_argument("--seconds", help="with --mutants: stop after so many")
    parser.add_argument("--only", metavar="FILE:LINE", help="with --mutants: of a file or function")
    parser.add_argument("paths", nargs="*", help="only these files or folders")
    return parser.parse_args(arguments)


def mutants(python: str, choice: argparse.Namespace) -> int:
    """Changes the game's rules in one place at a time and looks whether a rule test fails."""
    more = ["--seconds", choice.seconds] if choice.seconds else []
    more += ["--only", choice.only] if choice.only else []
    env = {"PARVIS_TESTS": "interpreted", "PYTHONPATH": str(ROOT / "src")}
    return shown([python, "-m", "tests.mutants", choice.mutants, *more], env)[0]


def passed_on(choice: argparse.Namespace) -> list[str]:
    long = ["--long", "--timeout=3600"] if choice.long else []
    names = ["-k", choice.k] if choice.k is not None else []
    colour = ["--color=yes"] if sys.stdout.isatty() else []
    return [*long, *names, *colour]


def in_browser(name: str) -> bool:
    """Whether a chosen test is one of the browser's."""
    path = (ROOT / name.partition("::")[0]).resolve()
    return (ROOT / BROWSER) in (path, *path.parents)


def tests_of_compiled_code(chosen: Sequence[str]) -> list[str]:
    """Those of the chosen tests, or of all, that exercise compiled code: the folders' tests."""
    tests = ROOT / "tests"
    folders = [
        str(path.relative_to(ROOT))
        for path in sorted(tests.iterdir())
        if path.is_dir() and not path.name.startswith(("_", ".")) and path.name not in UNCOMPILED
    ]
    found: list[str] = []
    for name in chosen or ["tests"]:
        path = (ROOT / name.partition("::")[0]).resolve()
        if path == tests:
            found += folders
        elif any((ROOT / folder) in (path, *path.parents) for folder in folders):
            found.append(name)
    return found


def check_client(report: Report) -> None:
    """The types of the page's own scripts, where Node is there: nothing else needs it."""
    title = "types of the client"
    npx = shutil.which("npx")
    project = ROOT / "tests" / "browser" / "tsconfig.json"
    if not npx or not project.exists():
        report.leave_out(title, "no Node" if not npx else f"no {project}")
        return
    tsc = [npx, "--yes", "--package", TYPESCRIPT, "tsc"]
    if subprocess.run([*tsc, "--version"], cwd=ROOT, capture_output=True).returncode:
        report.leave_out(title, f"{TYPESCRIPT} could not be fetched")
        return
    report.step(title, [*tsc, "--project", str(project)])


def has_browser() -> bool:
    """Whether Debian's Chromium is there, which root may install."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not shutil.which("chromium") and root and shutil.which("apt-get"):
        heading("installing chromium")
        shown(["apt-get", "update", "-q"], {})
        shown(["apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"], {})
    return shutil.which("chromium") is not None


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def heading(title: str) -> None:
    print(f"\n──── {title} {'─' * (72 - len(title))}", flush=True)


def shown(command: list[str], env: dict[str, str]) -> tuple[int, str]:
    """Runs a command with its output passed through as it comes; its code and closing line."""
    output = b""
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env={**bootstrap.environment(), **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout
        while chunk := process.stdout.read1():  # type: ignore[attr-defined]
            sys.stdout.buffer.write(chunk)
            sys.stdout.buffer.flush()
            output = (output + chunk)[-4000:]
    text = re.sub(r"\x1b\[[0-9;]*m", "", output.decode(errors="replace"))
    return process.returncode, (text.strip().splitlines() or [""])[-1]
