"""When tables are due, and from when to when no server looked after their clocks.

Imports the store and its schema.
"""

from __future__ import annotations

import sqlalchemy as sa

from parvis.table.schema import CLOCKS_KEPT, OUTAGES, TABLES
from parvis.table.store import Store
from parvis.table.timing import Span

GAP = 60.0  # seconds without any server that are an outage
MOST = 200  # tables that are looked at in a round


def due_tables(store: Store, until: float) -> list[tuple[str, float]]:
    """The tables where something is due until then, the first first."""
    wanted = sa.select(TABLES.c.id, TABLES.c.due).where(TABLES.c.due <= until)
    with store.reading() as connection:
        rows = connection.execute(wanted.order_by(TABLES.c.due).limit(MOST))
        return [(row.id, row.due) for row in rows]


def any_due(store: Store) -> bool:
    """Whether any clock goes."""
    with store.reading() as connection:
        wanted = sa.select(TABLES.c.id).where(TABLES.c.due.is_not(None)).limit(1)
        return connection.execute(wanted).first() is not None


def keep_clocks(store: Store, now: float, watched: bool = True) -> float:
    """Note that a server looks after clocks; the end of the last outage, just now or before.

    All servers write one row, so it is an outage only if none of them did for a while; unless they
    had no reason to (`watched`).
    """
    only = CLOCKS_KEPT.c.id == 0
    with store.writing() as connection:
        kept = sa.select(CLOCKS_KEPT.c.at).where(only).with_for_update()
        before = connection.execute(kept).scalar()
        if before is None:
            connection.execute(store.unless_there(CLOCKS_KEPT), {"id": 0, "at": now})
        elif now > before:
            if watched and now - before > GAP:
                span = {"since": before, "until": now}
                connection.execute(store.unless_there(OUTAGES), span)
            connection.execute(sa.update(CLOCKS_KEPT).where(only).values(at=now))
        return connection.execute(sa.select(sa.func.max(OUTAGES.c.until))).scalar() or 0.0


def outages_after(store: Store, at: float) -> list[Span]:
    """The outages that ended after a time."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(OUTAGES).where(OUTAGES.c.until > at))
        return [(row.since, row.until) for row in rows]
