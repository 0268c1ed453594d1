"""Parvis as others get it: the package and its types, its notebook, sdist and wheel."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from pathlib import Path
from urllib.request import urlopen

import pytest

import bootstrap
import parvis
from tests.web.servers import PATIENCE, free_port

ROOT = Path(__file__).resolve().parent.parent
CONTENT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENGINE = ("babel", "librt", "mypy_")  # what it needs, by the first letters
ONE_GAME = """
import parvis
position = parvis.start("neoville", seats=2, seed=1)
while not position.over():
    position.play(position.moves()[0])
print(parvis.COMPILED, position.scores(), position.picture().svg()[:4])
"""


def output_of(command: list[str], cwd: Path, **env: str) -> str:
    """What a command prints, far from the sources."""
    kept = {**bootstrap.environment(), **env}
    done = subprocess.run(command, cwd=cwd, env=kept, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def home_page(port: int) -> str:
    """What a server says on its first page, as soon as it answers."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=10) as page:
                return str(page.read().decode())
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)


def test_the_notebook_runs_from_its_first_cell_to_its_last(tmp_path: Path) -> None:
    cells = json.loads((ROOT / "docs" / "parvis.ipynb").read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert not any(cell["outputs"] for cell in code), "pictures are made when it is opened"
    script = tmp_path / "notebook.py"
    script.write_text("\n".join("".join(cell["source"]) for cell in code), encoding="utf-8")
    sources = str(Path(parvis.__file__).parent.parent)
    told = output_of([sys.executable, str(script)], tmp_path, PYTHONPATH=sources)
    assert "NV-3.0 First lay a tile" in told
    assert "over, scores" in told


def test_the_engine_plays_draws_and_thinks_without_the_libraries_of_the_table(
    tmp_path: Path,
) -> None:
    table = [name for name in CONTENT["project"]["dependencies"] if name[:5] not in ENGINE]
    names = [name.partition(">")[0].partition("[")[0].replace("-", "_") for name in table]
    absent = f"import sys; sys.modules.update(dict.fromkeys({names!r}))\n"
    match = "from parvis.bots import player_of; player_of(parvis.game_of('neoville'), 'greedy')"
    sources = str(Path(parvis.__file__).parent.parent)
    told = output_of(
        [sys.executable, "-c", absent + ONE_GAME + match], tmp_path, PYTHONPATH=sources
    )
    assert "<svg" in told


def test_the_version_stands_in_one_place() -> None:
    assert "version" in CONTENT["project"]["dynamic"]
    assert parvis.__version__ in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_who_has_the_wheel_has_its_types(tmp_path: Path) -> None:
    try:
        importlib.metadata.distribution("parvis")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("Parvis is not installed")
    program = tmp_path / "program.py"
    program.write_text(
        "import parvis\nposition = parvis.start('neoville', seats=2, seed=1)\n"
        "move: str = position.moves()[0]\nreveal_type(position.ledger())\n"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(program)]
    told = subprocess.run(
        command, cwd=tmp_path, env=bootstrap.environment(), capture_output=True, text=True
    ).stdout
    assert 'has type "int", variable has type "str"' in told
    assert 'Revealed type is "list[parvis.engine.ledger.Line]"' in told
    assert "Found 1 error" in told


def test_workflows_try_every_python_on_every_system() -> None:
    yaml = pytest.importorskip("yaml")
    (path,) = (ROOT / ".github" / "workflows").glob("*.yml")
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    matrix = jobs["tests"]["strategy"]["matrix"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert {name.partition("-")[0] for name in matrix["system"]} == {"ubuntu", "macos", "windows"}
    assert jobs["tests"]["steps"][-1]["run"] == "python test"
    assert any("cibuildwheel" in step.get("run", "") for step in jobs["wheels"]["steps"])


@pytest.mark.long
def test_sdist_and_wheel_play_in_an_empty_environment(tmp_path: Path) -> None:
    """The wheel is built from the sdist alone; its libraries come from the package index."""
    for path in [ROOT / "MANIFEST.in", ROOT / "CHANGELOG.md", *bootstrap.package_files()]:
        copy = tmp_path / "copy" / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    build = "import setuptools.build_meta as backend, sys; backend.build_{}(sys.argv[1])"
    python = [sys.executable, "-c"]
    output_of([*python, build.format("sdist"), str(tmp_path)], tmp_path / "copy")
    (sdist,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    output_of([*python, build.format("wheel"), str(tmp_path)], unpacked, PARVIS_ONLY="neoville")
    (wheel,) = tmp_path.glob("*.whl")

    venv = tmp_path / "venv"
    output_of([sys.executable, "-m", "venv", str(venv)], tmp_path)
    programs = venv / ("Scripts" if os.name == "nt" else "bin")
    output_of([str(programs / "python"), "-m", "pip", "install", str(wheel)], tmp_path)
    told = output_of([str(programs / "python"), "-c", ONE_GAME], tmp_path)
    assert told.split()[0] == str("none-any" not in wheel.name)
    port = free_port()
    serve = ["serve", "--no-open", "--port", str(port), "--database", "sqlite:///tables.db"]
    with subprocess.Popen([str(programs / "parvis"), *serve], cwd=tmp_path) as server:
        try:
            assert "Neoville" in home_page(port)
        finally:
            server.terminate()
