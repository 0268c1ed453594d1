"""Which session of a person is the last: those before it have ended. Imports the store and its
errands.

A person is a number in a cookie, and the session another one. Only persons who have ever ended a
session have a row here, and all rows are in memory, so that who someone is never waits for the
database; what another server has ended is heard within a few seconds.

A session is numbered by when its cookie was written, and begins when that cookie is first seen:
only then has the browser got it, and those before may end. So a cookie that was written earlier and
held back ends too, and no number comes twice, whatever has been forgotten here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

import sqlalchemy as sa

from parvis.table.errands import Errands
from parvis.table.schema import SESSIONS
from parvis.table.store import Store, StoreError

BEAT = 5.0  # seconds
ASKEW = 60.0  # seconds by which clocks of servers may differ
JUST_NOW = 60.0  # seconds; what a browser asked before its new cookie came is answered by then
FIRST = 1_767_225_600  # 2026 begins; seconds from then on fit the column for a lifetime

log = logging.getLogger("parvis.table")


class Sessions:
    """The last session of each person; who has never ended one is in session 0."""

    def __init__(
        self,
        store: Store,
        errands: Errands,
        kept: float,
        ended: Callable[[str, int], None] = lambda person, number: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store = store
        self.errands = errands
        self.kept = kept  # seconds after which no cookie of an ended session is good anyway
        self.ended = ended  # told of each person whose session has ended, and of the new one
        self.clock = clock
        self.numbers: dict[str, int] = {}
        self.since_when: dict[str, float] = {}  # this server knows of that number
        self.heard = 0.0

    def current(self, person: str) -> int:
        return self.numbers.get(person, 0)

    def just_begun(self, person: str) -> bool:
        """Whether cookies of an ended session may still be on their way here from a browser that
        has its new one."""
        return self.clock() - self.since_when.get(person, -JUST_NOW) < JUST_NOW

    def after(self, session: int) -> int:
        """The number of a session to come after this one."""
        return max(session + 1, int(self.clock()) - FIRST)

    async def run(self) -> None:
        """Hear of other servers, again and again."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.hear()
            except StoreError as error:
                log.warning("cannot hear of ended sessions", extra={"why": str(error)})

    async def hear(self) -> None:
        """Read what is new; at first everything that still matters."""
        now = self.clock()
        for person, number in await self.errands.run(self.since, self.heard - ASKEW):
            self.know(person, number)
        self.heard = now

    async def begin(self, person: str, number: int) -> None:
        """From now on only this session of a person is good, or a later one; everywhere."""
        self.know(person, await self.errands.run(self.raise_number, person, number))

    async def learn(self, person: str) -> None:
        """Hear at once what other servers know of one person."""
        self.know(person, await self.errands.run(self.number, person))

    def know(self, person: str, number: int) -> None:
        if number > self.current(person):
            self.numbers[person] = number
            self.since_when[person] = self.clock()
            self.ended(person, number)

    # In the database; these block.

    def since(self, then: float) -> list[tuple[str, int]]:
        wanted = sa.select(SESSIONS.c.person, SESSIONS.c.number).where(SESSIONS.c.at >= then)
        with self.store.reading() as connection:
            return [(person, number) for person, number in connection.execute(wanted)]

    def number(self, person: str) -> int:
        wanted = sa.select(SESSIONS.c.number).where(SESSIONS.c.person == person)
        with self.store.reading() as connection:
            return int(connection.execute(wanted).scalar_one_or_none() or 0)

    def raise_number(self, person: str, number: int) -> int:
        """The number that now stands there: this one, or a greater one of another server."""
        now, own = self.clock(), SESSIONS.c.person == person
        first = self.store.unless_there(SESSIONS).values(person=person, number=number, at=now)
        lower = sa.update(SESSIONS).where(own, SESSIONS.c.number < number)
        with self.store.writing() as connection:
            connection.execute(sa.delete(SESSIONS).where(SESSIONS.c.at < now - self.kept))
            connection.execute(first)
            connection.execute(lower.values(number=number, at=now))
            return int(connection.execute(sa.select(SESSIONS.c.number).where(own)).scalar_one())
