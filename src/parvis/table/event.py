"""What the log is made of. Imports nothing of Parvis."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec

Kind = Literal[
    "made", "move", "undo", "ask", "vote", "withdraw", "chat", "chair", "rules", "again",
    "time", "stood", "stop", "end", "host",
]  # fmt: skip
Stories = dict[str, list[dict[str, object]]]  # by seat, "" for a spectator; equal ones left out


def key_of(seat: int | None) -> str:
    """Under which a seat's own story or view is kept; None is who looks on."""
    return "" if seat is None else str(seat)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table: its number, its time, and what it was."""

    n: int
    at: float
    kind: str
    seat: int | None = None
    data: dict[str, object] = field(default_factory=dict)
    stories: str | None = None  # packed: they are unpacked when somebody is told
    command: str | None = None

    def numbered(self, n: int, at: float) -> Event:
        return Event(n, at, self.kind, self.seat, self.data, self.stories, self.command)


def packed(value: object) -> str:
    """Plain data as it is stored."""
    return msgspec.json.encode(value).decode()


def whole(value: object) -> int:
    """A number out of an event's data."""
    assert isinstance(value, int), f"expected a number, found {value!r}"
    return value
