"""Imports point one way: cli, lab → web → table → bots → games → engine."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import setup

SOURCE = setup.ROOT / "src" / "parvis"
MODULES = sorted(SOURCE.rglob("*.py"))

# From the ground up. "parvis" is the package's own front, `parvis/__init__.py`.
FLOORS = {
    "engine": 0,
    "games": 1,
    "bots": 2,
    "parvis": 3,
    "table": 4,
    "web": 5,
    "lab": 6,
    "cli": 7,
    "__main__": 8,
}


def dotted(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(module: str, source: str) -> Iterator[str]:
    """Every name from Parvis that a module imports, wherever in the file it does."""
    for node in ast.walk(ast.parse(source, module)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively in line {node.lineno}"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name for name in names if name.partition(".")[0] == "parvis")


def floor(name: str) -> int:
    second = name.split(".")[1] if "." in name else "parvis"
    return FLOORS.get(second, FLOORS["parvis"])


def against_the_arrow(module: str, source: str) -> list[str]:
    return [name for name in imported(module, source) if floor(name) > floor(module)]


def game_of(name: str) -> str | None:
    parts = name.split(".")
    return parts[2] if parts[:2] == ["parvis", "games"] and len(parts) > 2 else None


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_imports_point_down(path: Path) -> None:
    assert against_the_arrow(dotted(path), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_a_game_imports_no_other_game(path: Path) -> None:
    module = dotted(path)
    own = game_of(module)
    if own is None:
        return
    others = {game_of(name) for name in imported(module, path.read_text(encoding="utf-8"))}
    assert others <= {None, own}


@pytest.mark.parametrize(
    ("module", "line", "wrong"),
    [
        ("parvis.engine.position", "from parvis.games.neoville import GAME", True),
        ("parvis.engine.position", "import parvis", True),
        ("parvis.games.neoville.position", "import parvis.bots.flat", True),
        ("parvis.bots.flat", "from parvis import web", True),
        ("parvis.table.log", "from parvis.bots.flat import Flat", False),
        ("parvis.web.pages", "import parvis", False),
        ("parvis.cli", "from parvis.web import serve", False),
        ("parvis.engine.position", "from pathlib import Path", False),
    ],
)
def test_the_arrow_is_seen_where_it_is_broken(module: str, line: str, wrong: bool) -> None:
    assert bool(against_the_arrow(module, line)) == wrong


TELLING = [path for path in MODULES if floor(dotted(path)) >= FLOORS["table"]]


@pytest.mark.parametrize("path", TELLING, ids=dotted)
def test_a_module_of_the_upper_floors_says_first_what_it_imports(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    head = " ".join((ast.get_docstring(ast.parse(source)) or "").split())
    assert re.search(r"\b[Ii]mports?\b", head), "what it is for and what it may import"
    if "mports nothing of Parvis" in head:
        assert list(imported(dotted(path), source)) == []


def test_every_part_of_the_package_has_its_floor() -> None:
    parts = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in MODULES}
    assert parts - {"__init__"} <= set(FLOORS)


def test_what_is_compiled_is_declared_and_there() -> None:
    named = setup.compiled_files()
    assert "src/parvis/engine/position.py" in named
    assert "src/parvis/games/neoville/position.py" in named
    assert not [name for name in named if not (setup.ROOT / name).is_file()]
    assert not [name for name in named if name.endswith(("schema.py", "options.py"))]


def test_a_game_that_does_not_declare_what_is_compiled_is_told_so(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text("GAME = None\n")
    with pytest.raises(SystemExit, match="declares no COMPILED"):
        setup.declared(tmp_path, "COMPILED")


def test_no_compiled_library_lies_among_the_sources() -> None:
    assert not [path for path in SOURCE.rglob("*") if path.suffix in (".so", ".pyd")]


def named_files() -> list[str]:
    """The files that the architecture's page says every game has."""
    page = (setup.ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("| file | holds |")[2].partition("\n\n")[0]
    rows = [row for row in table.splitlines() if row and "| optional:" not in row]
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


GAMES = [init.parent for init in sorted(SOURCE.glob("games/*/__init__.py"))]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_the_files_that_the_architecture_names(game: Path) -> None:
    names = named_files()
    assert len(names) > 20
    for name in names:
        short = {".en.md": "rulebook.en.md", ".it.md": "rulebook.it.md"}.get(name, name)
        found = game / ("words" if name in ("en.po", "it.po") else "") / short
        assert found.exists(), f"{game.name} has no {name}"
