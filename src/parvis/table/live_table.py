"""A table in memory while people look at it: its fold, its listeners, the bot at work.

Imports the table and presence only.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from parvis.table.presence import SCREEN, Presence
from parvis.table.table import Table


class Listener(Protocol):
    """Someone who looks at a table."""

    person: str
    household: str  # whose address it is; never stored

    def changed(self) -> None:
        """There is something new to be seen."""

    def gone(self) -> None:
        """The table must be opened again."""


@dataclass(frozen=True)
class Thinking:
    """A bot at work: which seat, since when, how long it may take."""

    seat: int
    since: float
    due: float


@dataclass(eq=False)
class LiveTable:
    """A table in play. Whoever appends to it or catches up holds the lock."""

    table: Table
    used: float = 0.0
    presence: Presence = field(default_factory=Presence)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    thinking: Thinking | None = None
    bot_task: asyncio.Task[None] | None = None
    paused: tuple[int, float] = (-1, 0.0)  # of the question after an event: until when (see Pauses)
    followed: bool = False  # people look at it at other servers too
    held_back: bool = False  # its bots wait until other tables of the same watchers are over
    making: asyncio.Lock = field(default_factory=asyncio.Lock)  # the next table for these people
    loose: bool = False  # never stored: it is there for as long as its one browser looks at it
    broken: bool = False  # its log could not be followed: it must be opened again

    def tell(self) -> None:
        for listener in tuple(self.listeners):
            listener.changed()

    def give_up(self) -> None:
        """What is in memory is not what is in the log: all must open it again."""
        self.broken = True
        for listener in tuple(self.listeners):
            listener.gone()

    def households(self) -> frozenset[str]:
        """Of those who look at the table."""
        return frozenset(listener.household for listener in self.listeners)

    def idle(self) -> bool:
        """Whether nobody looks and nothing is being done."""
        return not self.listeners and not self.lock.locked() and self.bot_task is None

    def hostless(self, now: float, monotonic: float, patience: float) -> bool:
        """Whether the host is not here, and may be gone for good or made no more than a screen."""
        if self.only_shown():
            return True
        away = self.presence.away(self.table.hosts, monotonic, patience)
        return away and self.table.misses_host(now)

    def only_shown(self) -> bool:
        """Whether a public screen shows the table, and whoever made it neither sits nor looks on:
        nobody around the screen could open a seat again."""
        hosts = self.table.hosts
        sits = any(not hosts.isdisjoint(chair.persons) for chair in self.table.chairs)
        return not sits and self.presence.here((SCREEN,)) and not self.presence.here(hosts)

    def absent(self, now: float, patience: float) -> frozenset[int]:
        """Seats of persons who are not here and have not been for a while."""
        return frozenset(
            seat
            for seat, chair in enumerate(self.table.chairs)
            if chair.kind == "person" and self.presence.away(chair.persons, now, patience)
        )
