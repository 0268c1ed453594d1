"""The set-up behind ./play and ./test: what it notices, what it says."""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bootstrap
import checks
import setup
from bootstrap import Trouble

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project to set up, in place of this one."""
    (tmp_path / "src" / "parvis").mkdir(parents=True)
    for name in ("setup.py", "README.md", "LICENSE", "src/parvis/__init__.py"):
        (tmp_path / name).write_text("\n")
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["builder"]\n[project]\ndependencies = ["library"]\n'
        '[project.optional-dependencies]\npng = ["painter", "library"]\ndev = ["checker"]\n'
    )
    venv = tmp_path / ".venv"
    names = {"ROOT": "", "VENV": ".venv", "LOG": ".venv/log", "STAMP": ".venv/stamp"}
    for name, place in names.items():
        monkeypatch.setattr(bootstrap, name, tmp_path / place)
    monkeypatch.setattr(bootstrap, "PYTHON", venv / "python")
    return tmp_path


@pytest.fixture
def steps(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that `prepare` takes, none of them in earnest."""
    taken: list[str] = []

    def make_venv() -> None:
        taken.append("venv")
        bootstrap.VENV.mkdir(exist_ok=True)
        bootstrap.PYTHON.write_text("an interpreter")

    def install_package() -> str:
        taken.append("package")
        return ""

    monkeypatch.setattr(bootstrap, "make_venv", make_venv)
    monkeypatch.setattr(bootstrap, "install", lambda *what: taken.append(" ".join(what)))
    monkeypatch.setattr(bootstrap, "install_package", install_package)
    return taken


def prepared_again(steps: list[str], *extras: str) -> list[str]:
    steps.clear()
    bootstrap.prepare(*extras)
    return steps


def test_the_first_start_does_everything_and_the_second_nothing(steps: list[str]) -> None:
    bootstrap.prepare()
    assert steps == ["venv", "builder library", "package"]
    assert prepared_again(steps) == []


def test_a_changed_source_is_installed_again_and_nothing_else(
    project: Path, steps: list[str]
) -> None:
    bootstrap.prepare()
    source = project / "src" / "parvis" / "__init__.py"
    os.utime(source, (1, 1))
    assert prepared_again(steps) == [], "it was only touched"
    source.write_text("answer = 2\n")
    assert prepared_again(steps) == ["package"]
    source.rename(source.with_name("other.py"))
    assert prepared_again(steps) == ["package"]


def test_extras_add_up(steps: list[str]) -> None:
    bootstrap.prepare("dev")
    assert prepared_again(steps, "png") == ["builder library painter"]
    assert prepared_again(steps, "dev", "png") == []


def test_another_interpreter_beneath_starts_afresh(project: Path, steps: list[str]) -> None:
    bootstrap.prepare()
    bootstrap.PYTHON.rename(project / "python4")
    bootstrap.PYTHON.symlink_to(project / "python4")
    assert prepared_again(steps) == ["venv", "builder library", "package"]


def test_a_switch_to_pure_calls_for_another_build(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARVIS_PURE", raising=False)
    bootstrap.prepare()
    monkeypatch.setenv("PARVIS_PURE", "1")
    assert prepared_again(steps) == ["package"]


def test_a_step_that_failed_is_tried_again_without_those_before_it(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> str:
        raise Trouble("no")

    working = bootstrap.install_package
    monkeypatch.setattr(bootstrap, "install_package", fail)
    with pytest.raises(Trouble):
        bootstrap.prepare()
    monkeypatch.setattr(bootstrap, "install_package", working)
    assert prepared_again(steps) == ["package"]


def test_of_two_starts_at_once_one_waits_for_the_other(project: Path) -> None:
    second = "import bootstrap, pathlib; bootstrap.ROOT = pathlib.Path(sys.argv[1])\n"
    second = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{second}"
    second += "with bootstrap.one_at_a_time(): print('in')"
    with bootstrap.one_at_a_time():
        waiting = subprocess.Popen(
            [sys.executable, "-c", second, str(project)], stdout=subprocess.PIPE, text=True
        )
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(1)
    assert waiting.communicate(timeout=60)[0] == "in\n"


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("NewConnectionError: [Errno -3] Temporary failure in name resolution", "No connection"),
        ("No version of rich (from versions: none)", "No connection"),
        ("error: Failed to fetch: `https://pypi.org/simple/rich/`", "No connection"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("PermissionError: [Errno 13] Permission denied: '.venv'", "cannot be written"),
        (
            "The virtual environment was not created because ensurepip is not available",
            "pip nor uv",
        ),
        ("out of luck", "out of luck"),
    ],
)
def test_failures_are_told_in_plain_words_with_what_was_printed_and_logged(
    project: Path, output: str, words: str
) -> None:
    bootstrap.VENV.mkdir()
    with pytest.raises(Trouble, match=words) as told:
        bootstrap.run([sys.executable, "-c", f"raise SystemExit({output!r})"])
    assert output in str(told.value)
    assert output in bootstrap.LOG.read_text()


def test_a_folder_that_cannot_be_written_to_is_told_as_such(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "ROOT", project / "missing")
    assert bootstrap.guarded(bootstrap.play, ()) == 1
    assert "cannot be written to" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("uv", "pip", "made", "installed"),
    [
        ("/uv", False, "/uv venv --python {0} {2}", "/uv pip install --python {1}"),
        (None, True, "{0} -m venv --without-pip {2}", "{0} -m pip --python {1} install"),
        (None, False, "{0} -m venv {2}", "{1} -m pip install"),
    ],
)
def test_libraries_come_by_uv_or_by_the_pip_there_is(
    project: Path, monkeypatch: pytest.MonkeyPatch, uv: str, pip: bool, made: str, installed: str
) -> None:
    ran: list[str] = []
    monkeypatch.setattr(shutil, "which", lambda name: uv)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: pip)
    monkeypatch.setattr(bootstrap, "run", lambda command: ran.append(" ".join(command)))
    bootstrap.make_venv()
    bootstrap.install("rich")
    places = (sys.executable, bootstrap.PYTHON, bootstrap.VENV)
    assert ran[0] == made.format(*places)
    assert ran[1].startswith(installed.format(*places))


@pytest.mark.parametrize("script", ["play", "test"])
def test_an_older_python_can_read_that_it_is_too_old(script: str) -> None:
    ast.parse((ROOT / script).read_text(), feature_version=(3, 7))


def test_the_probe_finds_no_compiler_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARVIS_PURE", "0")
    monkeypatch.setenv("CC", "/nowhere/cc")
    assert setup.why_pure() == "no C compiler that finds Python.h"


@pytest.mark.parametrize(
    ("chosen", "paths"),
    [
        (["tests/test_layout.py", "src"], []),
        (["tests/engine/test_bits.py::test_x"], ["tests/engine/test_bits.py::test_x"]),
        (["tests/engine", "tests/browser"], ["tests/engine"]),
        ([], ["tests/conformance", "tests/engine"]),
    ],
)
def test_compiled_code_is_tested_by_the_folders_that_exercise_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: list[str], paths: list[str]
) -> None:
    for folder in ("conformance", "engine", "browser", "table", "__pycache__"):
        (tmp_path / "tests" / folder).mkdir(parents=True)
    monkeypatch.setattr(checks, "ROOT", tmp_path)
    assert checks.tests_of_compiled_code(chosen) == paths


def test_the_summary_tells_what_failed_and_repeats_the_closing_lines(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    python = [sys.executable, "-c"]
    good = checks.Check("good", [*python, "print('dots\\n== 3 passed in 1s ==')"])
    bad = checks.Check("bad", [*python, "print('1 failed'); raise SystemExit(1)"])
    without = checks.Check("compiled", [], left_out="no C compiler")
    assert checks.report([good, without], 0) == 0
    capfdbinary.readouterr()
    assert checks.report([good, without, bad], 0) == 1
    summary = capfdbinary.readouterr().out.decode().partition("summary")[2].split()
    assert "bad FAILED 0" in " ".join(summary)[:300]
    assert "compiled left out" in " ".join(summary)
    assert summary[-7:] == ["good", "==", "3", "passed", "in", "1s", "=="]


@pytest.mark.long
def test_a_fresh_copy_starts_and_sets_nothing_up_the_second_time(tmp_path: Path) -> None:
    """In earnest, from the package index or pip's cache; not compiled, which takes longer."""
    for path in [ROOT / "play", ROOT / "bootstrap.py", *bootstrap.package_files()]:
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    command = [sys.executable, str(tmp_path / "play"), "--version"]
    env = {**os.environ, "PARVIS_PURE": "1"}
    first = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert "interpreted" in first.stdout
    assert "PARVIS_PURE is set" in first.stderr
    second = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert (second.stdout, second.stderr) == (first.stdout, "")
