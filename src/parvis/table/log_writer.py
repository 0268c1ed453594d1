"""Events on their way into a table: committed by the journal first, and only then applied.

Imports the store and its journal, the live table, what a command has decided, whom the table then
waits for, and results.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from parvis.engine.position import Position
from parvis.table.awaited import awaited
from parvis.table.decisions import Outcome
from parvis.table.errands import Errands
from parvis.table.event import Event
from parvis.table.journal import Journal
from parvis.table.live_table import LiveTable
from parvis.table.results import NO_RESULT, results_at
from parvis.table.store import Store
from parvis.table.stored import Append, Result, Snapshot, Standing
from parvis.table.table import Table, snapshot_of

SNAPSHOTS = 32  # moves from one to the next: what came since is soon played again

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
        self.notes_due: Callable[[float], None] = lambda due: None  # told when a table is next due

    async def append(self, live: LiveTable, outcome: Outcome, rules: int | None = None) -> int:
        """Append, commit (unless the table is loose), apply; the number of the first event."""
        table = live.table
        now = max(self.clock(), table.at)  # another server's clock may be a little ahead
        events = outcome.numbered(table.n, now)
        if not live.loose:
            stored = appended(table, events, outcome.position, rules)
            await self.journal.append(stored)
            if stored.awaited is not None:
                self.waits(stored.table, awaited(table), stored.awaited)
            if stored.due is not None and stored.due > now:  # bots are woken in any case
                self.notes_due(stored.due)
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
    position, later = after or table.position, table.ahead(events, after)
    persons, stopped = awaited(later), later.stopped
    ends = later.over() and not table.over()
    standing: Standing | None = None
    results: tuple[Result, ...] = ()
    if position is not None and (ends or after is not None):
        standing = standing_of(position, later.winners() if ends else [])
    if position is not None and ends:
        results = results_at(table.config.game, position, standing or (), later.chairs)
        if stopped is not None and not stopped.counts:
            results = (NO_RESULT,)
    return Append(
        table.config.id,
        events,
        turn=later.turn(),
        over=later.over(),
        snapshot=snapshot_after(later, events, position, ends or rules is not None),
        chairs=tuple(later.chairs) if has(events, "chair") else None,
        rules=rules,
        practice=bool(later.practice),
        standing=standing,
        results=results,
        awaited=None if persons == awaited(table) else persons,
        due=later.due(),
        stopped="" if stopped is None else stopped.why,
        host=min(later.hosts) if has(events, "host") else None,
    )


def has(events: tuple[Event, ...], kind: str) -> bool:
    return any(event.kind == kind for event in events)


def snapshot_after(
    later: Table, events: tuple[Event, ...], position: Position | None, needed: bool
) -> Snapshot | None:
    """The snapshot to keep with these events: now and then, at the end, and after an undo."""
    if position is None:
        return None
    moves = len(later.moves)
    needed = needed or has(events, "undo") or (has(events, "move") and moves % SNAPSHOTS == 0)
    stopped = later.stopped is not None
    return snapshot_of(position, events[-1].n, moves, stopped) if needed else None


def standing_of(position: Position, winners: Sequence[int]) -> Standing:
    """How a game stands, for lists."""
    return tuple(
        (seats, points, any(seat in winners for seat in seats))
        for seats, points in zip(position.sides(), position.scores(), strict=True)
    )


def public_id(id: str) -> str:
    """As much of a table's id as a log may hold: the whole of it opens the table."""
    return id[:6]
