"""What the log is made of. Imports nothing of Parvis."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

Kind = Literal["made", "move", "undo", "ask", "vote", "withdraw", "chat", "chair", "rules"]
Stories = dict[str, list[dict[str, object]]]  # by seat, "" for a spectator; equal ones left out


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table: its number, its time, and what it was."""

    n: int
    at: float
    kind: str
    seat: int | None = None
    data: dict[str, object] = field(default_factory=dict)
    stories: Stories | None = None
    command: str | None = None

    def numbered(self, n: int, at: float) -> Event:
        return replace(self, n=n, at=at)


def whole(value: object) -> int:
    """A number out of an event's data."""
    assert isinstance(value, int), f"expected a number, found {value!r}"
    return value
