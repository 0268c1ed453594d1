"""What a store is given and gives back: plain values. Imports events and chairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from parvis.table.chair import Chair
from parvis.table.event import Event

# What a table is for: a game, a record from elsewhere to be looked at, something to be learnt.
Purpose = Literal["", "record", "lesson"]

# Of each side: its seats, its points, and whether it has won.
Standing = tuple[tuple[list[int], int, bool], ...]


def read_standing(text: str | None) -> Standing:
    """What was kept of how a game stands; nothing of games from before that."""
    return msgspec.json.decode(text, type=Standing) if text else ()


@dataclass(frozen=True, kw_only=True)
class TableConfig:
    """What was agreed when a table was made, and its secrets."""

    game: str
    rules: int
    seats: int
    options: dict[str, object]
    pack: str  # the pack's whole text
    digest: str
    seed: str = field(repr=False)
    salt: str = field(repr=False)
    commitment: str
    host: str
    # What only a table that is kept and shared needs.
    id: str = ""
    key: str = field(repr=False, default="")
    code: str = ""
    private: bool = True
    created: float = 0.0
    origin: str = field(repr=False, default="")  # the text of the position that it began from
    purpose: Purpose = ""
    language: str = ""  # of who made it
    announced: bool = False  # a private table of which a club's chat may be told


@dataclass(frozen=True)
class Snapshot:
    """A position after event n: its text, its hash, and the views, to be shown by later rules."""

    n: int
    moves: int
    text: str
    hash: str
    packed: str

    @property
    def shown(self) -> dict[str, object]:
        """Views and ledger; seldom asked for, so they stay packed until then."""
        found: dict[str, object] = msgspec.json.decode(self.packed)
        return found


@dataclass(frozen=True)
class Result:
    """What a game that is over was for one seat."""

    seat: int
    points: int
    won: bool
    tied: bool  # it has won together with others
    against: str  # people, a level of bots, bots of no level, or nobody
    sources: Mapping[str, int]  # points by clause


@dataclass(frozen=True)
class Append:
    """Events to append, and what follows from them for lists."""

    table: str
    events: tuple[Event, ...]
    turn: int | None
    over: bool
    snapshot: Snapshot | None = None
    chairs: tuple[Chair, ...] | None = None
    rules: int | None = None
    practice: bool = False
    standing: Standing | None = None  # None: as it was
    results: tuple[Result, ...] = ()  # of a game that ends
    awaited: frozenset[str] | None = None  # whom it waits for; None: as it was
    due: float | None = None  # when a server has to look at it, though nobody does
    stopped: str = ""  # why it ended before its end
    host: str | None = None  # None: as it was
    pace: str = ""  # of a new table


@dataclass(frozen=True)
class StoredTable:
    """All that is kept of a table."""

    config: TableConfig
    events: list[Event]
    snapshot: Snapshot | None


@dataclass(frozen=True, kw_only=True)
class TableSummary:
    """A table in a list."""

    id: str
    game: str
    code: str
    over: bool
    turn: int | None
    last: float
    chairs: tuple[tuple[int, str, str, str], ...]  # seat, person, kind, name
    practice: bool = False
    standing: Standing = ()
    due: float | None = None
    stopped: str = ""
    pace: str = ""
