"""The set-up behind ./play and ./test: what it notices, what it says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import bootstrap
import checks
import setup
from bootstrap import Step, Trouble

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project to set up, in place of this one."""
    package = tmp_path / "src" / "parvis"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("answer = 1\n")
    for name in ("setup.py", "README.md", "LICENSE"):
        (tmp_path / name).write_text("\n")
    (tmp_path / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["builder"]\n'
        '[project]\ndependencies = ["library"]\n'
        '[project.optional-dependencies]\nweb = ["server", "library"]\ndev = ["checker"]\n'
    )
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "STAMP", tmp_path / ".venv" / "parvis.json")
    monkeypatch.setattr(bootstrap, "LOG", tmp_path / ".venv" / "parvis.log")
    return tmp_path


@pytest.fixture
def steps(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that `prepare` takes, none of them in earnest."""
    taken: list[str] = []

    def make_venv(step: Step) -> None:
        taken.append("venv")
        python = bootstrap.python_of(bootstrap.VENV)
        python.parent.mkdir(parents=True, exist_ok=True)
        python.write_text("an interpreter")

    def install(step: Step, *what: str) -> None:
        taken.append(f"install {' '.join(what)}")

    def install_package(step: Step) -> None:
        taken.append("package")
        step.result["pure"] = ""

    monkeypatch.setattr(bootstrap, "make_venv", make_venv)
    monkeypatch.setattr(Step, "install", install)
    monkeypatch.setattr(bootstrap, "install_package", install_package)
    return taken


def test_the_first_start_does_everything_and_the_second_nothing(steps: list[str]) -> None:
    bootstrap.prepare(())
    assert steps == ["venv", "install builder library", "package"]
    steps.clear()
    bootstrap.prepare(())
    assert steps == []


def test_a_changed_source_is_installed_again_and_nothing_else(
    project: Path, steps: list[str]
) -> None:
    bootstrap.prepare(())
    steps.clear()
    (project / "src" / "parvis" / "__init__.py").write_text("answer = 2\n")
    bootstrap.prepare(())
    assert steps == ["package"]


@pytest.mark.parametrize("change", ["add", "remove", "rename"])
def test_files_that_come_go_or_move_are_noticed(
    project: Path, steps: list[str], change: str
) -> None:
    extra = project / "src" / "parvis" / "pack.toml"
    extra.write_text("tiles = 3\n")
    bootstrap.prepare(())
    steps.clear()
    if change == "add":
        (project / "src" / "parvis" / "words.po").write_text("")
    elif change == "remove":
        extra.unlink()
    else:
        extra.rename(extra.with_name("other.toml"))
    bootstrap.prepare(())
    assert steps == ["package"]


def test_touching_a_file_without_changing_it_costs_nothing(project: Path, steps: list[str]) -> None:
    bootstrap.prepare(())
    steps.clear()
    os.utime(project / "src" / "parvis" / "__init__.py", (1, 1))
    (project / "src" / "parvis" / "__pycache__").mkdir()
    (project / "src" / "parvis" / "__pycache__" / "x.cpython-311.pyc").write_text("bytecode")
    bootstrap.prepare(())
    assert steps == []


def test_extras_add_up(steps: list[str]) -> None:
    bootstrap.prepare(("dev",))
    steps.clear()
    bootstrap.prepare(("web",))
    assert steps == ["install builder checker library server"]
    steps.clear()
    bootstrap.prepare(())
    assert steps == []


def test_another_interpreter_beneath_starts_afresh(steps: list[str]) -> None:
    bootstrap.prepare(())
    steps.clear()
    bootstrap.python_of(bootstrap.VENV).write_text("an upgraded interpreter")
    bootstrap.prepare(())
    assert steps == ["venv", "install builder library", "package"]


def test_a_step_that_failed_is_tried_again_without_those_before_it(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(step: Step) -> None:
        raise Trouble("no")

    working = bootstrap.install_package
    monkeypatch.setattr(bootstrap, "install_package", fail)
    with pytest.raises(Trouble):
        bootstrap.prepare(())
    steps.clear()
    monkeypatch.setattr(bootstrap, "install_package", working)
    bootstrap.prepare(())
    assert steps == ["package"]


@pytest.mark.parametrize("stamp", ["", "{", "[]", "null"])
def test_a_damaged_stamp_only_means_doing_it_again(steps: list[str], stamp: str) -> None:
    bootstrap.prepare(())
    steps.clear()
    bootstrap.STAMP.write_text(stamp)
    bootstrap.prepare(())
    assert steps == ["install builder library", "package"]
    assert json.loads(bootstrap.STAMP.read_text())["pure"] == ""


def test_a_switch_to_pure_calls_for_another_build(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PARVIS_PURE", raising=False)
    bootstrap.prepare(())
    steps.clear()
    monkeypatch.setenv("PARVIS_PURE", "1")
    bootstrap.prepare(())
    assert steps == ["package"]


def test_a_compiler_that_appears_calls_for_another_build(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "compiler", lambda: None)
    bootstrap.prepare(())
    steps.clear()
    monkeypatch.setattr(bootstrap, "compiler", lambda: "/usr/bin/cc")
    bootstrap.prepare(())
    assert steps == ["package"]


def test_the_mirror_drops_what_is_gone_and_leaves_the_rest_alone(project: Path) -> None:
    package = project / "src" / "parvis"
    (package / "old.py").write_text("")
    target = project / "copy"
    bootstrap.mirror(bootstrap.package_files(), target)
    kept = target / "src" / "parvis" / "__init__.py"
    os.utime(kept, (1, 1))
    (package / "old.py").unlink()
    (package / "new.py").write_text("")
    bootstrap.mirror(bootstrap.package_files(), target)
    assert sorted(path.name for path in kept.parent.iterdir()) == ["__init__.py", "new.py"]
    assert kept.stat().st_mtime == 1


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("NewConnectionError: [Errno -3] Temporary failure in name resolution", "No connection"),
        ("No version of rich (from versions: none)", "No connection"),
        ("error: Failed to fetch: `https://pypi.org/simple/rich/`", "No connection"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("PermissionError: [Errno 13] Permission denied: '.venv'", "cannot be written"),
    ],
)
def test_usual_failures_are_told_in_plain_words(output: str, words: str) -> None:
    assert words in bootstrap.diagnosis(output).splitlines()[0]


def test_an_unusual_failure_shows_the_end_of_the_output(project: Path) -> None:
    (project / ".venv").mkdir()
    bootstrap.LOG.write_text("all of it")
    told = bootstrap.diagnosis("\n".join(f"line {number}" for number in range(50)))
    assert "line 49" in told
    assert "line 3\n" not in told
    assert "parvis.log" in told


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("parvis: compiled 3 of 40\n", "compiled 3 of 40"),
        ("Collecting rich>=13\n", "rich>=13"),
        ("  Downloading https://files.example/a/rich-14.0-py3-none-any.whl (2 kB)", "rich-14.0"),
        ("Collecting\n", ""),
        ("\n", ""),
    ],
)
def test_progress_shows_the_gist_of_a_line(line: str, shown: str) -> None:
    assert bootstrap.gist(line).startswith(shown)
    assert bool(bootstrap.gist(line)) == bool(shown)


def test_a_command_that_fails_is_told_and_logged(project: Path) -> None:
    (project / ".venv").mkdir()
    step = Step("Trying", lambda step: None)
    with pytest.raises(Trouble, match=r"(?s)Trying failed.*out of luck"):
        step.run([sys.executable, "-c", "print('out of luck'); raise SystemExit(3)"])
    assert "out of luck" in bootstrap.LOG.read_text()


def test_an_old_python_without_a_newer_one_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(Trouble, match=r"needs Python 3\.11 or later; .* is 3\.9"):
        bootstrap.with_recent_python()


def test_an_old_python_hands_over_to_a_newer_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class HandedOver(Exception):
        pass

    def become(command: Sequence[str]) -> int:
        raise HandedOver(command[0])

    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    monkeypatch.setattr(
        shutil, "which", lambda name: f"/opt/{name}" if name == "python3.12" else None
    )
    monkeypatch.setattr(bootstrap, "output_of", lambda command: "Python 3.12")
    monkeypatch.setattr(bootstrap, "become", become)
    with pytest.raises(HandedOver, match=r"/opt/python3\.12"):
        bootstrap.with_recent_python()


def installers(monkeypatch: pytest.MonkeyPatch, answers: dict[str, str], uv: str | None) -> None:
    """Lets `installer` find this uv, and get these answers from its questions to Python."""

    def output_of(command: Sequence[str]) -> str:
        return next((answers[key] for key in answers if key in " ".join(command)), "")

    monkeypatch.setattr(shutil, "which", lambda name: uv)
    monkeypatch.setattr(bootstrap, "outer_python", lambda: "/usr/bin/python3")
    monkeypatch.setattr(bootstrap, "output_of", output_of)


@pytest.mark.parametrize(
    ("uv", "answers", "command"),
    [
        ("/bin/uv", {}, "/bin/uv pip install --python VENV"),
        (None, {"VENV -m pip": "pip 24.0 from"}, "VENV -m pip install --no-compile"),
        (
            None,
            {"/usr/bin/python3 -m pip": "pip 23.0.1 from"},
            "/usr/bin/python3 -m pip --python VENV install --no-compile",
        ),
        (
            None,
            {"/usr/bin/python3 -m pip": "pip 22.0.2 from", "VENV -m ensurepip": "done"},
            "VENV -m pip install --no-compile",
        ),
    ],
)
def test_libraries_come_by_whatever_installs(
    monkeypatch: pytest.MonkeyPatch, uv: str | None, answers: dict[str, str], command: str
) -> None:
    inside = str(bootstrap.python_of(bootstrap.VENV))
    answers = {key.replace("VENV", inside): answer for key, answer in answers.items()}
    installers(monkeypatch, answers, uv)
    assert " ".join(bootstrap.installer()) == command.replace("VENV", inside)


@pytest.mark.parametrize(
    ("answers", "words"),
    [({}, "has no pip"), ({"/usr/bin/python3 -m pip": "pip 22.0.2 from"}, "pip 22.0 is too old")],
)
def test_without_a_way_to_install_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, answers: dict[str, str], words: str
) -> None:
    installers(monkeypatch, answers, uv=None)
    with pytest.raises(Trouble, match=f"(?s){words}.*apt install python3-pip"):
        bootstrap.installer()


def test_a_trouble_ends_in_words_and_a_failing_exit_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def job() -> int:
        raise Trouble("The disk is full.")

    assert bootstrap.guarded(job) == 1
    assert capsys.readouterr().err == "\nThe disk is full.\n"


def test_an_interrupted_set_up_says_that_it_can_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    def job() -> int:
        raise KeyboardInterrupt

    assert bootstrap.guarded(job) == 130
    assert "Run it again" in capsys.readouterr().err


def test_every_requirement_of_play_and_test_is_in_the_project() -> None:
    assert any(name.startswith("rich") for name in bootstrap.requirements(bootstrap.PLAY_EXTRAS))
    assert any(name.startswith("pytest") for name in bootstrap.requirements(bootstrap.TEST_EXTRAS))


def test_setup_excuses_a_pure_install_in_the_words_that_are_known_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PARVIS_PURE", "1")
    assert setup.why_pure.__wrapped__() in bootstrap.EXCUSES
    monkeypatch.setenv("PARVIS_PURE", "0")
    monkeypatch.setattr(setup, "compiler_works", lambda: False)
    assert setup.why_pure.__wrapped__() in bootstrap.EXCUSES


@pytest.mark.parametrize(
    ("chosen", "paths"),
    [
        (["tests/conftest.py"], []),
        (["tests/test_layout.py"], []),
        (["src"], []),
        (["tests/engine/test_bits.py::test_x"], ["tests/engine/test_bits.py::test_x"]),
        (["tests/engine", "tests/browser"], ["tests/engine"]),
        (["tests"], ["tests/conformance", "tests/engine"]),
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


def test_the_report_tells_what_failed_and_repeats_the_closing_lines(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    report = checks.Report()
    report.step("good", [sys.executable, "-c", "print('dots')\nprint('== 3 passed in 1s ==')"])
    assert not report.failed()
    report.leave_out("compiled", "no C compiler")
    assert not report.failed()
    report.step("bad", [sys.executable, "-c", "print('1 failed'); raise SystemExit(1)"])
    assert report.failed()
    capfdbinary.readouterr()
    report.show()
    shown = capfdbinary.readouterr().out.decode()
    assert "bad       FAILED" in shown
    assert "compiled  left out" in shown
    assert shown.endswith("good\n== 3 passed in 1s ==\n")


def test_the_probe_finds_no_compiler_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "/nowhere/cc")
    assert not setup.compiler_works()


@pytest.mark.parametrize("script", ["play", "test", "bootstrap.py", "checks.py"])
def test_scripts_are_readable_to_the_python_that_they_turn_away(script: str) -> None:
    """Python 3.8 must get as far as saying that it is too old."""
    checked = "import ast, sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 8))"
    subprocess.run([sys.executable, "-c", checked, str(ROOT / script)], check=True)


@pytest.mark.long
def test_a_fresh_copy_starts_and_sets_nothing_up_the_second_time(tmp_path: Path) -> None:
    """In earnest, from the package index or pip's cache; not compiled, which takes longer."""
    for name in ("play", "bootstrap.py", "pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "src" / "parvis", tmp_path / "src" / "parvis")
    command = [sys.executable, str(tmp_path / "play"), "--version"]
    env = {**os.environ, "PARVIS_PURE": "1"}
    first = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert "interpreted" in first.stdout
    assert "[3/3]" in first.stderr
    assert "PARVIS_PURE is set" in first.stderr
    log = (tmp_path / ".venv" / "parvis.log").read_text()
    second = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert second.stdout == first.stdout
    assert second.stderr == ""
    assert (tmp_path / ".venv" / "parvis.log").read_text() == log, "something was set up again"
