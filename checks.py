"""What ./test does: style, types, tests interpreted, those of the rules compiled, the browser's.

./test                   everything
./test --long            the long tests too
./test tests/engine      only these tests, interpreted and compiled
./test -k ledger         only tests whose names match
./test --mutants neoville    whether that game's rule tests notice every small change of its rules
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import bootstrap
from bootstrap import ROOT

NOTHING_COLLECTED = 5
BROWSER = "tests/browser"
CLIENT = "tests/client"
LIMITS = ("seconds", "only")  # of the mutants
TYPESCRIPT = "typescript@5.9.3"
NO_SCHEMAS = ["-p", "no:schemathesis"]  # takes half a second to come, and only tests/web uses it
SOURCES = {"PARVIS_TESTS": "interpreted", "PYTHONPATH": str(ROOT / "src")}

# Folders of tests for which once, interpreted, is enough: what they exercise is not compiled, or
# the browser's tests run it as it is installed.
UNCOMPILED = {"browser", "cli", "client", "lab", "table", "web"}


@dataclass
class Check:
    """A command that has to succeed, unless there is a reason to leave it out."""

    title: str
    command: list[str]
    env: dict[str, str] = field(default_factory=dict)
    left_out: str = ""


def main(arguments: Sequence[str]) -> int:
    choice = read(arguments)
    pure = bootstrap.prepare("test", at_once=True)
    python = str(bootstrap.PYTHON)
    if choice.mutants:
        given = [f"--{name}={value}" for name in LIMITS if (value := getattr(choice, name))]
        code, _ = shown([python, "-m", "tests.mutants", choice.mutants, *given], SOURCES)
        return code
    some = bool(choice.paths) or choice.k is not None
    found = tests(python, choice, pure)
    return report(found if some else [*style(python), *found], NOTHING_COLLECTED if some else 0)


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


def style(python: str) -> list[Check]:
    """Format, style and types; and what Node checks of the page's scripts, where it is there."""
    tsc = ["npx", "--yes", "--package", TYPESCRIPT, "tsc"]
    scripts = [path.relative_to(ROOT).as_posix() for path in (ROOT / CLIENT).glob("*.test.js")]
    no_node = "" if shutil.which("npx") else "no Node"
    return [
        Check("format", [python, "-m", "ruff", "format", "--check", "."]),
        Check("style", [python, "-m", "ruff", "check", "."]),
        Check("types", [python, "-m", "mypy"]),
        Check("types of the client", [*tsc, "--project", BROWSER], {}, no_node or unfetched(tsc)),
        Check(
            "tests of the client",
            ["node", "--test", *sorted(scripts)],
            left_out=no_node or ("" if scripts else f"no tests in {CLIENT}"),
        ),
    ]


def unfetched(tsc: list[str]) -> str:
    """Node fetches the type checker the first time."""
    command = [shutil.which(tsc[0]) or tsc[0], *tsc[1:], "--version"]
    tried = subprocess.run(command, cwd=ROOT, capture_output=True)
    return f"{TYPESCRIPT} could not be fetched" if tried.returncode else ""


def tests(python: str, choice: argparse.Namespace, pure: str) -> list[Check]:
    """Interpreted, compiled, and in the browser; what one of the runs shows, the others spare."""
    pytest = [python, "-m", "pytest", "-n", str(cores())]
    pytest += ["--long", "--timeout=3600"] if choice.long else []
    pytest += ["-k", choice.k] if choice.k is not None else []
    pytest += ["--color=yes"] if sys.stdout.isatty() else []
    pages = [path for path in choice.paths if is_within(path, BROWSER)]
    plain = [path for path in choice.paths if path not in pages]
    rules = tests_of_compiled_code(choice.paths)
    spared = [] if pure else ["-m", "not heavy"]
    found: list[Check] = []
    if plain or not choice.paths:
        # One more than there are cores: many of these tests wait for servers of their own.
        more = ["-n", str(cores() + 1)]
        interpreted = [*pytest, *more, f"--ignore={BROWSER}", *spared, *plain]
        env = {**SOURCES, "PARVIS_CASES": "all" if pure else "few"}
        found.append(Check("tests, interpreted", interpreted, env))
    compiled = [*pytest, *NO_SCHEMAS, "-m", "not sources", *rules]
    reason = pure or ("" if rules else "the chosen tests exercise no compiled code")
    found.append(Check("tests, compiled", compiled, {"PARVIS_TESTS": "compiled"}, reason))
    if pages or not choice.paths:
        # A process of their own, for what drives the browser keeps an event loop; and the package
        # as it is installed. Few and long: handed out one by one, and to twice as many as there are
        # cores, for they mostly wait.
        many = ["-n", str(2 * cores()), "--maxschedchunk=1"]
        # A browser may stumble on a busy machine: what fails is tried once more, and named.
        again = ["--reruns=1", "-raR"]
        browser = [*pytest, *many, *again, *NO_SCHEMAS, *(pages or [BROWSER])]
        missing = "" if has_browser() else "no chromium (Debian, Ubuntu: apt install chromium)"
        found.append(Check("tests, browser", browser, left_out=missing))
    return found


def is_within(name: str, folder: str) -> bool:
    path = (ROOT / name.partition("::")[0]).resolve()
    return (ROOT / folder) in (path, *path.parents)


def tests_of_compiled_code(chosen: Sequence[str]) -> list[str]:
    """Those of the chosen tests, or of all, that exercise compiled code: the folders' tests."""
    folders = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "tests").iterdir())
        if path.is_dir() and not path.name.startswith(("_", ".")) and path.name not in UNCOMPILED
    ]
    found: list[str] = []
    for name in chosen or ["tests"]:
        if (ROOT / name).resolve() == ROOT / "tests":
            found += folders
        elif any(is_within(name, folder) for folder in folders):
            found.append(name)
    return found


def has_browser() -> bool:
    """Whether Debian's Chromium is there, which root may install."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    if not shutil.which("chromium") and root and shutil.which("apt-get"):
        shown(["apt-get", "update", "-q"], {})
        shown(["apt-get", "install", "-y", "-q", "--no-install-recommends", "chromium"], {})
    return shutil.which("chromium") is not None


def cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def report(checks: Sequence[Check], also_fine: int) -> int:
    """Runs the checks one after another and ends with a table of them; 1 if one has failed."""
    rows: list[tuple[str, str, float, str]] = []
    for check in checks:
        heading(check.title)
        start = time.monotonic()
        if check.left_out:
            outcome, closing = "left out", check.left_out
            print(f"{outcome}: {closing}", flush=True)
            if closing == bootstrap.COMPILING_FAILED:  # no fault of the machine
                outcome = "FAILED"
        else:
            code, closing = shown(check.command, check.env)
            outcome = "ok" if code in (0, also_fine) else "FAILED"
        rows.append((check.title, outcome, time.monotonic() - start, closing))
    heading("summary")
    for title, outcome, seconds, closing in rows:
        print(f"{title:<19}  {outcome:<8}  {seconds:6.1f} s  {closing.strip('= ')}")
    for title, _, _, closing in rows:
        if closing.startswith("=="):
            print(f"\n{title}\n{closing}")
    sys.stdout.flush()
    return int(any(outcome == "FAILED" for _, outcome, _, _ in rows))


def heading(title: str) -> None:
    print(f"\n──── {title} {'─' * (72 - len(title))}", flush=True)


def shown(command: list[str], env: dict[str, str]) -> tuple[int, str]:
    """Runs a command with its output passed through as it comes; its code and closing line."""
    output = b""
    with subprocess.Popen(
        [shutil.which(command[0]) or command[0], *command[1:]],
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
