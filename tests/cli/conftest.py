"""The command line under test: its own state folder, the example, typed input."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from parvis.cli import main
from parvis.engine import game as games
from tests.stairs import GAME

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, no state from elsewhere, and the example among the games."""
    monkeypatch.setitem(games.REGISTER, GAME.id, GAME)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "200")
    for variable in ("PARVIS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command with arguments and typed lines: its code, output and complaints."""

    def typed(*arguments: str, typing: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typing))
        code = main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return typed
