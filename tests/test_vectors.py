"""No vector leaves compiled code: one that interpreted code hands back is never released."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import setup
from tests.test_layout import MODULES, dotted, game_of, imported

COMPILED = {setup.ROOT / name for name in setup.compiled_files()}
INTERPRETED = [path for path in MODULES if path not in COMPILED]


def is_vector(node: ast.expr | None) -> bool:
    """Whether an annotation, or what makes a value, is `vec[…]`."""
    if isinstance(node, ast.Call):
        node = node.func
    return isinstance(node, ast.Subscript) and ast.unparse(node.value) == "vec"


def attributes_in(tree: ast.Module) -> Iterator[str]:
    """The attributes of a module's classes that hold vectors."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            given = [arg.arg for arg in function.args.args if is_vector(arg.annotation)]
            for node in ast.walk(function):
                if isinstance(node, ast.Assign | ast.AnnAssign):
                    name = node.value.id if isinstance(node.value, ast.Name) else ""
                    kind = node.annotation if isinstance(node, ast.AnnAssign) else None
                    if is_vector(node.value) or is_vector(kind) or name in given:
                        places = node.targets if isinstance(node, ast.Assign) else [node.target]
                        yield from (p.attr for p in places if isinstance(p, ast.Attribute))


def functions_in(tree: ast.Module) -> Iterator[str]:
    """What takes or returns vectors: a module's functions, and classes by their `__init__`."""
    for owner in tree.body:
        for node in owner.body if isinstance(owner, ast.ClassDef) else [owner]:
            if isinstance(node, ast.FunctionDef) and (node is owner or node.name == "__init__"):
                hints = [node.returns, *[arg.annotation for arg in node.args.args]]
                if any(is_vector(hint) for hint in hints):
                    yield getattr(owner, "name", "")


@cache
def vectors_of(game: str) -> tuple[set[str], set[str]]:
    """What must not be used outside a game's compiled modules: attributes, functions."""
    trees = [
        ast.parse(path.read_text(encoding="utf-8"))
        for path in COMPILED
        if game_of(dotted(path)) == game
    ]
    return (
        {name for tree in trees for name in attributes_in(tree)},
        {name for tree in trees for name in functions_in(tree)},
    )


def uses(source: str, attributes: set[str], functions: set[str]) -> list[str]:
    """Where a module reads such an attribute of another's, or calls such a function."""
    tree = ast.parse(source)
    brought = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node not in calls:
            if node.attr in attributes and ast.unparse(node.value) != "self":
                found.append(node)
        elif isinstance(node, ast.Attribute):
            if node.attr in functions and ast.unparse(node.value) in brought:
                found.append(node)
        elif isinstance(node, ast.Name) and node in calls and node.id in functions & brought:
            found.append(node)
    return [f"{node.lineno}: {ast.unparse(node)}" for node in found]


def games_known(path: Path, source: str) -> set[str]:
    """The games whose modules a module imports, or among which it stands."""
    names = [dotted(path), *imported(dotted(path), source)]
    return {game for name in names if (game := game_of(name)) is not None}


@pytest.mark.parametrize("path", INTERPRETED, ids=dotted)
def test_interpreted_code_touches_no_vector(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert "librt.vecs" not in source
    for game in games_known(path, source):
        assert uses(source, *vectors_of(game)) == []


def test_what_holds_or_takes_a_vector_is_found() -> None:
    held, taking = vectors_of("neoville")
    assert {"cells", "tiles"} <= held
    assert {"City", "pieces_of", "city_points"} <= taking
    assert not {"pile", "parts", "top"} & held
    held, taking = vectors_of("neotopia")
    assert {"board", "hand", "held", "region_of"} <= held
    assert "elements" in taking


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("n = q.cities[0].cells[3]", True),
        ("position.board = kept", True),
        ("from x import pieces_of\npieces_of(kept)", True),
        ("from x import city\ncity.pieces_of(kept)", True),
        ("from x import City\nCity(kept)", True),
        ("self.board = {}", False),
        ("from x import cards\ncards.board(view)", False),
        ("q.cities[0].pieces()", False),
    ],
)
def test_a_use_from_outside_is_seen(line: str, wrong: bool) -> None:
    assert bool(uses(line, {"cells", "board"}, {"pieces_of", "City"})) == wrong
