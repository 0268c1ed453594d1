"""Events on their way into a table: committed by the journal first, and only then applied.

Imports the store and its journal, the live table, and what a command has decided.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from parvis.engine.position import Position
from parvis.table.chair import Chair, read_chair
from parvis.table.decisions import Outcome
from parvis.table.errands import Errands
from parvis.table.event import Event, whole
from parvis.table.journal import Journal
from parvis.table.live_table import LiveTable
from parvis.table.store import Store
from parvis.table.stored import Append, Snapshot, Standing
from parvis.table.table import EVERY, Table, snapshot_of

log = logging.getLogger("parvis.table")


class LogWriter:
    """Appends to tables, and takes in what other servers have appended. Callers hold the lock."""

    def __init__(self, store: Store, errands: Errands, clock: Callable[[], float]) -> None:
        self.store = store
        self.errands = errands
        self.journal = Journal(store)
        self.clock = clock
        self.moves = 0

    async def append(self, live: LiveTable, outcome: Outcome, rules: int | None = None) -> int:
        """Append, commit, apply; the number of the first event."""
        table = live.table
        now = self.clock()
        events = outcome.numbered(table.n, now)
        position = outcome.position or table.position
        await self.journal.append(
            Append(
                table.config.id,
                events,
                turn=None if position is None else position.turn(),
                over=table.over() if position is None else position.over(),
                snapshot=snapshot_after(table, events, position, rules is not None),
                chairs=chairs_after(table, events),
                rules=rules,
                practice=practice_after(table, events),
                standing=None if outcome.position is None else standing_of(outcome.position),
            )
        )
        table.take(events, outcome.position)
        self.moves += sum(event.kind == "move" for event in events)
        live.used = now
        return events[0].n

    async def catch_up(self, live: LiveTable) -> None:
        """Take in what others have appended."""
        events = await self.errands.run(self.store.tail, live.table.config.id, live.table.n)
        if not events:
            if not await self.errands.run(self.store.has, live.table.config.id):
                live.give_up()  # it was removed meanwhile
            return
        try:
            for event in events:
                live.table.apply(event)
        except Exception:
            log.exception("cannot follow", extra={"table": public_id(live.table.config.id)})
            live.give_up()
        else:
            live.tell()

    def working(self) -> bool:
        """Whether what is appended will be committed."""
        return self.journal.working()

    def close(self) -> None:
        """Commit what is waiting, then stop."""
        self.journal.close()


def snapshot_after(
    table: Table, events: tuple[Event, ...], position: Position | None, needed: bool
) -> Snapshot | None:
    """The snapshot to keep with these events: now and then, at the end, and after an undo."""
    if position is None:
        return None
    moves = len(table.moves)
    for event in events:
        if event.kind == "move":
            moves += 1
            needed = needed or moves % EVERY == 0 or position.over()
        elif event.kind == "undo":
            moves = whole(event.data["to"])
            needed = True
    return snapshot_of(position, events[-1].n, moves) if needed else None


def chairs_after(table: Table, events: tuple[Event, ...]) -> tuple[Chair, ...] | None:
    """Who sits where after these events, if that changes."""
    chairs = list(table.chairs)
    changed = False
    for event in events:
        if event.kind == "chair" and event.seat is not None:
            chairs[event.seat] = read_chair(event.data["chair"])
            changed = True
    return tuple(chairs) if changed else None


def standing_of(position: Position) -> Standing:
    """How a game stands, for lists."""
    winners = position.winners() if position.over() else []
    return tuple(
        (seats, points, any(seat in winners for seat in seats))
        for seats, points in zip(position.sides(), position.scores(), strict=True)
    )


def practice_after(table: Table, events: tuple[Event, ...]) -> bool:
    """Whether the game is practice after these events."""
    return bool(table.practice) or any(event.data.get("practice") is True for event in events)


def public_id(id: str) -> str:
    """As much of a table's id as a log may hold: the whole of it opens the table."""
    return id[:6]
