"""How long tables are kept, and what is left of those that are not: a line for their people.

Imports the store, its schema and the people.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import sqlalchemy as sa

from parvis.table.people import forget_gone
from parvis.table.schema import (
    ANALYSES,
    AWAITED,
    CHAIRS,
    EVENTS,
    NOTICES,
    PRESENCE,
    REMOVED,
    RESULTS,
    SNAPSHOTS,
    TABLES,
    VISITS,
)
from parvis.table.store import A_DAY, Store

UNFINISHED = 90  # days, unless the operator says otherwise
NEVER_BEGUN = 7  # days at most
LEARNT = 1  # day that a table is kept at which somebody learns
TOLD = 90 * A_DAY  # for so long people are told of a table that was removed
LISTED = 14 * A_DAY  # and for so long in their lists
BATCH = 20  # tables in one transaction


@dataclass(frozen=True)
class Keeping:
    """Days that a table is kept after its last event; 0: for ever."""

    finished: int = 0
    unfinished: int = UNFINISHED

    def bounds(self, now: float) -> dict[str, float]:
        """By reason, the time before which the last event was."""
        days = {
            "finished": self.finished,
            "untouched": self.unfinished,
            "unbegun": min(NEVER_BEGUN, self.unfinished),
            "lesson": LEARNT,
        }
        return {why: now - A_DAY * kept for why, kept in days.items() if kept}


@dataclass(frozen=True)
class Removed:
    """A table that is no more: of which game, why, when it was removed."""

    table: str
    game: str
    why: str
    at: float


@dataclass(frozen=True)
class Overdue(Removed):
    """One that is removed just now: when its last event was, too."""

    last: float


def prune(
    store: Store,
    keeping: Keeping,
    now: float,
    spared: Collection[str] = (),
    most: int | None = BATCH,
    dry: bool = False,
) -> list[Overdue]:
    """Remove some tables that are kept no longer, but none that is open anywhere; and what is known
    of people who have been gone for long."""
    with store.writing() as connection:
        found = overdue(connection, keeping.bounds(now), now, spared, most)
        if not dry:
            for one in found:
                remove(connection, one)
            connection.execute(sa.delete(REMOVED).where(REMOVED.c.at < now - TOLD))
            forget_gone(connection, now)
    return found


def overdue(
    connection: sa.Connection,
    bounds: dict[str, float],
    now: float,
    spared: Collection[str],
    most: int | None,
) -> list[Overdue]:
    begun = sa.exists().where(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.kind == "move")
    state = {
        "finished": TABLES.c.over.is_(True),
        "untouched": sa.and_(TABLES.c.over.is_(False), begun),
        "unbegun": sa.and_(TABLES.c.over.is_(False), ~begun),
        "lesson": TABLES.c.purpose == "lesson",
    }
    # A number of an event must not be given twice: who listens would not hear of the second one.
    newest = sa.select(EVENTS.c.table_id).order_by(EVENTS.c.seq.desc()).limit(1).scalar_subquery()
    found: list[Overdue] = []
    for why, before in bounds.items():
        wanted = (
            sa.select(TABLES.c.id, TABLES.c.game, TABLES.c.last)
            .where(
                state[why],
                TABLES.c.last < before,
                TABLES.c.id.not_in(sa.select(PRESENCE.c.table_id)),
                TABLES.c.id.not_in(spared),
                TABLES.c.id != newest,
            )
            .order_by(TABLES.c.last)
            .limit(None if most is None else most - len(found))
            .with_for_update(of=TABLES, skip_locked=True)  # another server may be at it, or play
        )
        rows = connection.execute(wanted)
        found += [Overdue(row.id, row.game, why, now, row.last) for row in rows]
    return found


def remove(connection: sa.Connection, gone: Removed) -> None:
    """A table with all that was kept of it; its people are remembered for a while."""
    held = sa.select(CHAIRS.c.person).where(CHAIRS.c.table_id == gone.table).distinct()
    persons = {"", *connection.execute(held).scalars()}
    told = {"table_id": gone.table, "game": gone.game, "why": gone.why, "at": gone.at}
    connection.execute(sa.insert(REMOVED), [{**told, "person": person} for person in persons])
    for table in (EVENTS, SNAPSHOTS, CHAIRS, AWAITED, RESULTS, ANALYSES, VISITS, NOTICES):
        connection.execute(sa.delete(table).where(table.c.table_id == gone.table))
    connection.execute(sa.delete(TABLES).where(TABLES.c.id == gone.table))


def removed(store: Store, table: str) -> Removed | None:
    """What became of a table, if it was removed not too long ago."""
    rows = told(store, REMOVED.c.table_id == table, 1)
    return rows[0] if rows else None


def removed_of(store: Store, person: str, now: float, most: int = 5) -> list[Removed]:
    """The tables of a person that were removed of late."""
    return told(store, sa.and_(REMOVED.c.person == person, REMOVED.c.at > now - LISTED), most)


def told(store: Store, wanted: sa.ColumnElement[bool], most: int) -> list[Removed]:
    rows = sa.select(REMOVED).where(wanted).order_by(REMOVED.c.at.desc()).limit(most)
    with store.reading() as connection:
        return [
            Removed(row.table_id, row.game, row.why, row.at) for row in connection.execute(rows)
        ]
