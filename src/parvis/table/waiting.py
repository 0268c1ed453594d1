"""How many tables wait for those who have a page open, told as it changes.

What this server appends or follows is known from the fold and costs no question; of tables that
are not in its memory, what another server has appended is looked up.
Imports what is awaited, the store and its errands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import sqlalchemy as sa

from parvis.table.awaited import tables_by_person
from parvis.table.errands import Errands
from parvis.table.schema import CHAIRS
from parvis.table.store import Store, StoreError

Told = Callable[[frozenset[str]], None]  # of the tables that wait
AGAIN = 2.0  # seconds before the database is asked once more
SOON = 0.1  # seconds in which more may have to be looked up

log = logging.getLogger("parvis.table")


class Waiting:
    """The tables that wait for each person who listens."""

    def __init__(self, store: Store, errands: Errands) -> None:
        self.store = store
        self.errands = errands
        self.listeners: dict[str, set[Told]] = {}
        self.known: dict[str, frozenset[str]] = {}
        self.unsure: set[str] = set()  # persons whose tables have to be looked up
        self.elsewhere: set[str] = set()  # tables at which something happened at another server
        self.doubt = asyncio.Event()

    def listen(self, person: str, told: Told) -> None:
        """From now on `told` is called with what waits for this person, once at first."""
        self.listeners.setdefault(person, set()).add(told)
        if person in self.known:
            told(self.known[person])
        else:
            self.look_up(person)

    def leave(self, person: str, told: Told) -> None:
        listening = self.listeners.get(person, set())
        listening.discard(told)
        if not listening:
            self.listeners.pop(person, None)
            self.known.pop(person, None)
            self.unsure.discard(person)

    def changed(self, table: str, before: frozenset[str], after: frozenset[str]) -> None:
        """A table waits for others than before, as its fold tells."""
        for person in before ^ after:
            if person in self.known:
                waits = self.known[person]
                self.know(person, waits | {table} if person in after else waits - {table})
            elif person in self.listeners:
                self.look_up(person)  # what is being looked up may be of before

    def happened(self, table: str) -> None:
        """Something happened at a table that is not in memory here; empty: at any table."""
        if not self.listeners:
            return
        if table:
            self.elsewhere.add(table)
        else:
            self.unsure.update(self.listeners)
        self.doubt.set()

    def look_up(self, person: str) -> None:
        self.unsure.add(person)
        self.doubt.set()

    def know(self, person: str, tables: frozenset[str]) -> None:
        if self.known.get(person) != tables:
            self.known[person] = tables
            for told in tuple(self.listeners.get(person, ())):
                told(tables)

    async def run(self) -> None:
        """Look up what is not known, again and again."""
        while True:
            await self.doubt.wait()
            try:
                await self.settle()
            except StoreError as error:
                log.warning("cannot look what waits", extra={"why": str(error)})
                await asyncio.sleep(AGAIN)
            else:
                await asyncio.sleep(SOON)

    async def settle(self) -> None:
        """Look up what is not known now."""
        tables = frozenset(self.elsewhere)
        if tables:
            sitting = await self.errands.run(self.sitting, tables)
            self.elsewhere -= tables
            self.unsure |= sitting & self.listeners.keys()
        persons, self.unsure = frozenset(self.unsure), set()
        if not self.elsewhere:
            self.doubt.clear()
        if not persons:
            return
        for person in persons:
            self.known.pop(person, None)  # whatever changes from here on is looked up again
        try:
            found = await self.errands.run(tables_by_person, self.store, persons)
        except StoreError:
            self.unsure |= persons & self.listeners.keys()
            self.doubt.set()
            raise
        for person in persons & self.listeners.keys() - self.unsure:
            self.know(person, found[person])

    # In the database; this blocks.

    def sitting(self, tables: frozenset[str]) -> set[str]:
        """Who sits at some tables."""
        wanted = sa.select(CHAIRS.c.person).where(CHAIRS.c.table_id.in_(tables)).distinct()
        with self.store.reading() as connection:
            return set(connection.execute(wanted).scalars())
