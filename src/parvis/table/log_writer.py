"""Events on their way into a table: committed by the journal first, and only then applied.

Imports the store and its journal, the live table, what a command has decided, whom the table then
waits for, and results.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from parvis.engine.position import Position
from parvis.table.awaited import awaited
from parvis.table.chair import Chair, read_chair
from parvis.table.decisions import Outcome
from parvis.table.errands import Errands
from parvis.table.event import Event, whole
from parvis.table.journal import Journal
from parvis.table.live_table import LiveTable
from parvis.table.results import results_at
from parvis.table.store import Store
from parvis.table.stored import Append, Result, Snapshot, Standing
from parvis.table.table import EVERY, Table, snapshot_of

# Told of each table that waits for others than before: for whom then, for whom now.
Waits = Callable[[str, frozenset[str], frozenset[str]], None]

log = logging.getLogger("parvis.table")


class LogWriter:
    """Appends to tables, and takes in what other servers have appended. Callers hold the lock."""

    def __init__(self, store: Store, errands: Errands, clock: Callable[[], float]) -> None:
        self.store = store
        self.errands = errands
        self.journal = Journal(store)
        self.clock = clock
        self.moves = 0
        self.waits: Waits = lambda table, before, after: None

    async def append(self, live: LiveTable, outcome: Outcome, rules: int | None = None) -> int:
        """Append, commit (unless the table is loose), apply; the number of the first event."""
        table = live.table
        now = self.clock()
        events = outcome.numbered(table.n, now)
        if not live.loose:
            stored = appended(table, events, outcome.position, rules)
            await self.journal.append(stored)
            if stored.awaited is not None:
                self.waits(stored.table, awaited(table), stored.awaited)
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
        before = awaited(live.table)
        try:
            for event in events:
                live.table.apply(event)
        except Exception:
            log.exception("cannot follow", extra={"table": public_id(live.table.config.id)})
            live.give_up()
        else:
            after = awaited(live.table)
            if after != before:
                self.waits(live.table.config.id, before, after)
            live.tell()

    def working(self) -> bool:
        """Whether what is appended will be committed."""
        return self.journal.working()

    def close(self) -> None:
        """Commit what is waiting, then stop."""
        self.journal.close()


def appended(
    table: Table, events: tuple[Event, ...], after: Position | None, rules: int | None
) -> Append:
    """What is stored of some events; `after` is the position that they lead to, if it changes."""
    position = after or table.position
    standing = None if after is None else standing_of(after)
    results: tuple[Result, ...] = ()
    if after is not None and after.over():
        results = results_at(table.config.game, after, standing or (), table.chairs)
    return Append(
        table.config.id,
        events,
        turn=None if position is None else position.turn(),
        over=table.over() if position is None else position.over(),
        snapshot=snapshot_after(table, events, position, rules is not None),
        chairs=chairs_after(table, events),
        rules=rules,
        practice=practice_after(table, events),
        standing=standing,
        results=results,
        awaited=awaited_after(table, events, after),
    )


def awaited_after(
    table: Table, events: tuple[Event, ...], position: Position | None
) -> frozenset[str] | None:
    """Whom the table waits for after these events, if that changes."""
    persons = awaited(table.ahead(events, position))
    return None if persons == awaited(table) else persons


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
