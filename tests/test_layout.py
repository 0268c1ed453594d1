"""Imports point one way: cli, lab → web → table → bots → games → engine."""

from __future__ import annotations

import ast
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
    "parvis": 2,
    "bots": 3,
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


def test_every_part_of_the_package_has_its_floor() -> None:
    parts = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in MODULES}
    assert parts - {"__init__"} <= set(FLOORS)


def test_compiled_modules_are_named_by_setup() -> None:
    named = setup.compiled_files()
    assert "src/parvis/engine/position.py" in named
    assert not [name for name in named if name.endswith(("choices.py", "drawing.py", "options.py"))]
    for pattern in setup.COMPILED:
        if "/engine/" in pattern:
            assert (setup.ROOT / pattern).is_file(), pattern


def test_no_compiled_library_lies_among_the_sources() -> None:
    assert not [path for path in SOURCE.rglob("*") if path.suffix in (".so", ".pyd")]
