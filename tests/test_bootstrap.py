"""The set-up behind ./play and ./test: what it notices, what it says."""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

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
        'postgres = ["driver"]\n'
    )
    (tmp_path / "locks").mkdir()
    (tmp_path / "locks" / "play.txt").write_text("library==1\n")
    (tmp_path / "locks" / "test.txt").write_text("checker==1\nlibrary==1\n")
    monkeypatch.delenv("PARVIS_UNLOCKED", raising=False)
    venv = tmp_path / ".venv"
    names = {"LOG": "log", "STAMP": "stamp", "VERSIONS": "parvis", "PYTHON": "bin/python"}
    for name, place in names.items():
        monkeypatch.setattr(bootstrap, name, venv / place)
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", venv)
    for switch in ("PARVIS_PURE", "PARVIS_COMPILED"):
        monkeypatch.delenv(switch, raising=False)
    monkeypatch.setattr(bootstrap, "has_compiler", lambda: True)
    return tmp_path


@pytest.fixture
def steps(project: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The steps that `prepare` takes, none of them in earnest."""
    taken: list[str] = []

    def make_venv() -> None:
        taken.append("venv")
        shutil.rmtree(bootstrap.VENV, ignore_errors=True)
        for folder in ("bin", "lib/python3/site-packages"):
            (bootstrap.VENV / folder).mkdir(parents=True)
        bootstrap.PYTHON.write_text("an interpreter")

    sources = bootstrap.install_sources

    def install_sources(here: Path, before: str) -> None:
        taken.append("sources")
        sources(here, before)

    def compiled_wheel(build: Path) -> str:
        taken.append("compiled")
        (build / "dist").mkdir()
        with zipfile.ZipFile(build / "dist" / "parvis.whl", "w") as wheel:
            wheel.write(build / "src/parvis/__init__.py", "parvis/__init__.py")
            wheel.writestr("parvis__mypyc.so", "machine code")
        return ""

    monkeypatch.setattr(bootstrap, "make_venv", make_venv)
    monkeypatch.setattr(bootstrap, "install", lambda *what: taken.append(Path(what[-1]).stem))
    monkeypatch.setattr(bootstrap, "install_sources", install_sources)
    monkeypatch.setattr(bootstrap, "compiled_wheel", compiled_wheel)
    monkeypatch.setattr(bootstrap, "begin_beside", lambda: taken.append("beside"))
    # The tests' own process stays as quick.
    monkeypatch.setattr(os, "nice", lambda _: None, raising=False)
    return taken


def prepared_again(steps: list[str], libraries: str = "play") -> list[str]:
    steps.clear()
    bootstrap.prepare(libraries)
    return steps


def found() -> list[str]:
    """The folders that a process which starts now finds Parvis in, best first."""
    (path,) = bootstrap.VENV.rglob("parvis.pth")
    places = [path.parent / line for line in path.read_text().splitlines()]
    return [place.name for place in places if place.is_dir()]


def test_the_first_start_needs_no_compiler_and_the_second_nothing(
    steps: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert bootstrap.prepare() == bootstrap.BEING_COMPILED
    assert steps == ["venv", "play", "sources", "beside"]
    assert found() == ["pure"]
    assert "bots think more slowly" in capsys.readouterr().err
    bootstrap.compile_beside()
    assert found() == ["compiled", "pure"]
    assert prepared_again(steps) == []
    assert bootstrap.prepare() == ""
    assert capsys.readouterr().err == ""


def test_a_changed_source_is_installed_again_and_nothing_else(
    project: Path, steps: list[str]
) -> None:
    bootstrap.prepare(at_once=True)
    source = project / "src" / "parvis" / "__init__.py"
    os.utime(source, (1, 1))
    assert prepared_again(steps) == [], "it was only touched"
    source.write_text("answer = 2\n")
    assert prepared_again(steps) == ["sources", "beside"]
    source.rename(source.with_name("other.py"))
    assert prepared_again(steps) == ["sources", "beside"]


def test_a_version_that_someone_runs_is_left_as_it_is_when_the_next_one_comes(
    project: Path, steps: list[str]
) -> None:
    bootstrap.prepare(at_once=True)
    first = bootstrap.version()
    source = project / "src" / "parvis" / "__init__.py"
    source.write_text("answer = 2\n")
    bootstrap.prepare(at_once=True)
    assert (first / "compiled" / "parvis" / "__init__.py").read_text() == "\n"
    assert (bootstrap.version() / "pure" / "parvis" / "__init__.py").read_text() == "answer = 2\n"
    source.write_text("answer = 3\n")
    bootstrap.prepare(at_once=True)
    assert not first.exists(), "nor is every version kept for ever"
    source.write_text("answer = 2\n")
    assert prepared_again(steps) == ["sources"], "the one before is compiled already"


def test_what_is_to_be_tested_is_compiled_at_once(steps: list[str]) -> None:
    assert bootstrap.prepare("test", at_once=True) == ""
    assert steps == ["venv", "test", "sources", "compiled"]
    bootstrap.compile_beside()
    assert steps[-1:] == ["compiled"], "what comes later finds nothing to do"
    assert found() == ["compiled", "pure"]


def test_of_two_who_compile_the_second_leaves_it_to_the_first(steps: list[str]) -> None:
    bootstrap.prepare()
    with bootstrap.one_at_a_time("-compiling"):
        bootstrap.compile_beside()
    assert "compiled" not in steps
    assert found() == ["pure"]


def test_compiling_that_is_interrupted_leaves_nothing_and_is_begun_again(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(build: Path) -> str:
        raise KeyboardInterrupt

    working = bootstrap.compiled_wheel
    monkeypatch.setattr(bootstrap, "compiled_wheel", interrupted)
    bootstrap.prepare()
    with pytest.raises(KeyboardInterrupt):
        bootstrap.compile_beside()
    assert found() == ["pure"]
    assert not (bootstrap.VENV / "parvis-build").exists()
    monkeypatch.setattr(bootstrap, "compiled_wheel", working)
    assert prepared_again(steps) == ["beside"]
    bootstrap.compile_beside()
    assert found() == ["compiled", "pure"]


def test_a_disk_that_is_full_costs_no_more_than_the_speed_of_bots(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: zipfile.ZipFile, path: Path) -> None:
        (path / "parvis").mkdir(parents=True)
        raise OSError(28, "No space left on device")

    bootstrap.prepare()
    with monkeypatch.context() as patched:
        patched.setattr(zipfile.ZipFile, "extractall", full)
        bootstrap.compile_beside()
        assert found() == ["pure"]
        assert prepared_again(steps) == ["beside"], "there may be room by now"
    stamp = bootstrap.STAMP.read_text()

    def cut_short(self: Path, text: str, encoding: str) -> None:
        self.write_bytes(text.encode(encoding)[:5])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", cut_short)
    with pytest.raises(OSError, match="No space"):
        bootstrap.remember({}, interpreter="another")
    assert bootstrap.STAMP.read_text() == stamp, "what was known is there as it was"


def test_compiling_that_fails_is_told_once_and_not_tried_again(
    project: Path, steps: list[str], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(bootstrap, "compiled_wheel", lambda build: bootstrap.COMPILING_FAILED)
    bootstrap.prepare()
    bootstrap.compile_beside()
    capsys.readouterr()
    assert bootstrap.prepare() == bootstrap.COMPILING_FAILED
    assert "compiling failed" in capsys.readouterr().err
    assert prepared_again(steps) == []
    assert capsys.readouterr().err == ""


def test_sources_that_are_edited_meanwhile_are_not_compiled_under_another_name(
    project: Path, steps: list[str]
) -> None:
    bootstrap.prepare()
    (project / "src" / "parvis" / "__init__.py").write_text("answer = 2\n")
    bootstrap.compile_beside()
    assert "compiled" not in steps


@pytest.mark.parametrize(
    ("output", "code", "told"),
    [
        ("parvis: no Python.h: building pure Python (slower)", 0, "no Python.h"),
        ("compiling 40 modules", 0, ""),
        ("gcc: internal error", 1, bootstrap.COMPILING_FAILED),
    ],
)
def test_why_a_wheel_is_pure_is_read_from_what_the_build_says(
    project: Path, monkeypatch: pytest.MonkeyPatch, output: str, code: int, told: str
) -> None:
    def run(command: list[str], cwd: Path) -> str:
        if code:
            raise Trouble(bootstrap.diagnosis(output))
        return output

    monkeypatch.setattr(bootstrap, "run", run)
    assert bootstrap.compiled_wheel(project) == told


def test_who_insists_on_compiled_code_is_told_what_went_wrong(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(build: Path) -> str:
        raise Trouble("no C compiler, and PARVIS_COMPILED is set")

    monkeypatch.setattr(bootstrap, "has_compiler", lambda: False)
    assert bootstrap.prepare() == "no C compiler"
    assert "beside" not in steps
    monkeypatch.setenv("PARVIS_COMPILED", "1")
    monkeypatch.setattr(bootstrap, "compiled_wheel", fail)
    with pytest.raises(Trouble, match="no C compiler"):
        bootstrap.prepare(at_once=True)


def test_what_is_tested_is_enough_to_play_but_not_the_other_way_round(steps: list[str]) -> None:
    bootstrap.prepare()
    assert prepared_again(steps, "test") == ["test", "beside"]
    assert prepared_again(steps, "play") == ["beside"]


def test_a_renewed_lock_is_installed(project: Path, steps: list[str]) -> None:
    bootstrap.prepare()
    (project / "locks" / "play.txt").write_text("library==2\n")
    assert prepared_again(steps) == ["play", "beside"]
    assert prepared_again(steps) == ["beside"]


def test_without_the_lock_one_gets_what_should_do(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.prepare()
    asked: list[str] = []
    monkeypatch.setattr(bootstrap, "install", lambda *what: asked.extend(what))
    monkeypatch.setenv("PARVIS_UNLOCKED", "1")
    bootstrap.prepare()
    assert asked == ["builder", "driver", "library"]


def test_libraries_that_cannot_be_had_as_locked_are_told_with_the_way_out(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*what: str) -> None:
        raise Trouble("no matching distribution")

    monkeypatch.setattr(bootstrap, "install", fail)
    with pytest.raises(Trouble, match=r"(?s)no matching distribution.*PARVIS_UNLOCKED=1"):
        bootstrap.install_libraries("play")


def pinned(libraries: str) -> dict[str, tuple[str, str, int]]:
    """Of each locked library its version, where it is wanted, and how many hashes it has."""
    text = bootstrap.lock_of(libraries).read_text(encoding="utf-8").replace("\\\n", " ")
    found: dict[str, tuple[str, str, int]] = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            wanted, *hashes = line.split("--hash=sha256:")
            pin, _, where = wanted.partition(";")
            name, _, version = pin.strip().partition("==")
            found[name] = (version, where.strip(), len(hashes))
    return found


@pytest.mark.parametrize("libraries", ["play", "test"])
def test_the_lock_holds_what_pyproject_names_by_version_and_hash_and_no_address(
    libraries: str,
) -> None:
    lock = pinned(libraries)
    for name, (version, _, hashes) in lock.items():
        assert version, name
        assert hashes, name
    assert "://" not in bootstrap.lock_of(libraries).read_text(encoding="utf-8")
    for wanted in bootstrap.requirements(libraries):
        requirement = Requirement(wanted)
        version, _, _ = lock[requirement.name.lower().replace("_", "-")]
        assert requirement.specifier.contains(version), f"run ./lock: {wanted} is {version}"


def test_players_get_the_versions_that_were_tested() -> None:
    tested = pinned("test")
    for name, (version, _, _) in pinned("play").items():
        assert tested[name][0] == version, f"run ./lock: {name}"


def test_another_interpreter_beneath_starts_afresh(project: Path, steps: list[str]) -> None:
    bootstrap.prepare()
    bootstrap.PYTHON.rename(project / "python4")
    bootstrap.PYTHON.symlink_to(project / "python4")
    assert prepared_again(steps) == ["venv", "play", "sources", "beside"]


def test_a_switch_to_pure_calls_for_another_build(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bootstrap.prepare()
    monkeypatch.setenv("PARVIS_PURE", "1")
    assert prepared_again(steps) == ["sources"]


def test_a_step_that_failed_is_tried_again_without_those_before_it(
    steps: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(here: Path, before: str) -> None:
        raise Trouble("no")

    working = bootstrap.install_sources
    monkeypatch.setattr(bootstrap, "install_sources", fail)
    with pytest.raises(Trouble):
        bootstrap.prepare()
    monkeypatch.setattr(bootstrap, "install_sources", working)
    assert prepared_again(steps) == ["sources", "beside"]


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


@pytest.mark.parametrize("script", ["lock", "play", "test"])
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


def test_bytecode_is_kept_whatever_the_caller_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    ask = "import sys; raise SystemExit(sys.dont_write_bytecode)"
    assert checks.shown([sys.executable, "-c", ask], {})[0] == 0


@pytest.fixture
def fresh_copy(tmp_path: Path) -> Path:
    """What one has after cloning the project."""
    own = [ROOT / "play", ROOT / "bootstrap.py", bootstrap.lock_of("play")]
    for path in [*own, *bootstrap.package_files()]:
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    return tmp_path


def started(folder: Path, **env: str) -> tuple[str, str]:
    """What a start prints: the program, and the set-up."""
    command = [sys.executable, str(folder / "play"), "--version"]
    own = {**os.environ, **env}
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=True)
    return done.stdout, done.stderr


@pytest.mark.long
def test_a_fresh_copy_starts_and_sets_nothing_up_the_second_time(fresh_copy: Path) -> None:
    """In earnest, from the package index or pip's cache; not compiled, which takes longer."""
    first = started(fresh_copy, PARVIS_PURE="1")
    assert "interpreted" in first[0]
    assert "PARVIS_PURE is set" in first[1]
    assert started(fresh_copy, PARVIS_PURE="1") == (first[0], "")


@pytest.mark.long
def test_a_fresh_copy_plays_at_once_and_is_compiled_soon(fresh_copy: Path) -> None:
    if not bootstrap.has_compiler():
        pytest.skip("no C compiler on this machine")
    one_game = {"PARVIS_ONLY": "neoville"}
    said, told = started(fresh_copy, **one_game)
    assert "interpreted" in said
    assert "compiled beside your game" in told
    deadline = time.monotonic() + 1800
    while not list(fresh_copy.glob(".venv/parvis/*/compiled")):
        assert time.monotonic() < deadline
        time.sleep(1)
    said, told = started(fresh_copy, **one_game)
    assert "(compiled)" in said
    assert told == ""
