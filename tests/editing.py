"""Edits by their notation, for the tests of every game."""

from __future__ import annotations

from typing import Any

from parvis.engine.game import game_of
from parvis.engine.position import Position
from parvis.engine.refusal import Refusal


def edit(position: Position, *texts: str, seat: int = 0) -> Position:
    """The position after these edits, looked at from a seat."""
    for text in texts:
        editor = game_of(position.setting.game).editor(position, seat)
        position = editor.edited(editor.codec.read(text))
    return position


def refusal(position: Position, text: str, seat: int = 0) -> Refusal:
    """Why an edit is refused."""
    editor = game_of(position.setting.game).editor(position, seat)
    found = editor.refusal(editor.codec.read(text))
    assert found is not None, f"{text} is allowed"
    return found


def field(position: Position, name: str) -> str:
    """A field of a position's text."""
    return dict(word.partition("=")[::2] for word in position.text().split())[name]


def seen(position: Position, *path: str | int, seat: int = 0) -> Any:
    """Something of a seat's view."""
    found: Any = position.view(seat)
    for step in path:
        found = found[step]
    return found
