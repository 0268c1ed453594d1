"""Tables that anybody may come to: a list with filters, and one for who wants to play now.

Imports the store, its schema, levels of bots and paces.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from parvis.bots.levels import SCALE, USUAL
from parvis.table.notices import STILL_THERE
from parvis.table.schema import CHAIRS, EVENTS, PRESENCE, RESULTS, TABLES
from parvis.table.store import A_DAY, Store
from parvis.table.timing import NO_CLOCK

VACANT = ("open", "yields")  # chairs that one may sit down on
LISTED = 14 * A_DAY  # a table that nobody has touched for longer is not listed
MOST = 60
LATELY = 10  # games by which somebody's level is reckoned
ENOUGH = 3  # of them, to tell anything
WELL, BADLY = 0.6, 0.2  # of them won


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for; nothing: anything."""

    game: str = ""
    seats: int = 0
    language: str = ""
    pace: str = ""


@dataclass(frozen=True, kw_only=True)
class OpenTable:
    """A table in the list."""

    id: str
    game: str
    code: str
    host: str
    seats: int
    language: str
    pace: str
    made: float
    begun: bool
    practice: bool
    there: bool  # one of its people has it open
    chairs: tuple[tuple[int, str, str, str], ...]  # seat, person, kind, name

    def vacant(self) -> list[int]:
        """Open seats first, then those of bots that make room."""
        kinds = {seat: kind for seat, _, kind, _ in self.chairs if kind in VACANT}
        return sorted(kinds, key=lambda seat: (VACANT.index(kinds[seat]), seat))


def open_tables(
    store: Store,
    wanted: Wanted,
    person: str,
    apart: Collection[str],
    now: float,
    most: int = MOST,
) -> list[OpenTable]:
    """Those that somebody may come to, where they meet nobody they keep apart from; where somebody
    is there come first, then the newest.

    Where only bots make room it is listed while its person is there.
    """
    of_table = CHAIRS.c.table_id == TABLES.c.id
    there = (
        sa.exists()
        .where(
            PRESENCE.c.table_id == TABLES.c.id,
            PRESENCE.c.at > now - STILL_THERE,
            PRESENCE.c.person.in_(sa.select(CHAIRS.c.person).where(of_table).correlate(TABLES)),
        )
        .correlate(TABLES)
    )
    free = sa.exists().where(of_table, CHAIRS.c.kind == "open")
    yields = sa.exists().where(of_table, CHAIRS.c.kind == "yields")
    begun = sa.exists().where(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.kind == "move")
    terms: list[sa.ColumnElement[bool]] = [
        TABLES.c.private.is_(False),
        TABLES.c.over.is_(False),
        TABLES.c.purpose == "",
        TABLES.c.last > now - LISTED,
        sa.or_(free, sa.and_(yields, there)),
        # So told that who sits at a table is looked at, not all games of this person.
        sa.literal(person).not_in(sa.select(CHAIRS.c.person).where(of_table).correlate(TABLES)),
        TABLES.c.host.not_in(apart),
        ~sa.exists().where(of_table, CHAIRS.c.person.in_(apart)),
    ]
    if wanted.game:
        terms.append(TABLES.c.game == wanted.game)
    if wanted.seats:
        terms.append(TABLES.c.seats == wanted.seats)
    if wanted.language:
        terms.append(TABLES.c.language == wanted.language)
    if wanted.pace:
        terms.append(TABLES.c.pace == ("" if wanted.pace == NO_CLOCK else wanted.pace))
    rows = (
        sa.select(TABLES, there.label("there"), begun.label("begun"))
        .where(*terms)
        .order_by(there.desc(), TABLES.c.last.desc())
        .limit(most)
    )
    with store.reading() as connection:
        found = connection.execute(rows).all()
        sitting: dict[str, list[tuple[int, str, str, str]]] = {row.id: [] for row in found}
        chairs = sa.select(CHAIRS).where(CHAIRS.c.table_id.in_(sitting)).order_by(CHAIRS.c.seat)
        for chair in connection.execute(chairs):
            sitting[chair.table_id].append((chair.seat, chair.person, chair.kind, chair.name))
    return [
        OpenTable(
            id=row.id,
            game=row.game,
            code=row.code,
            host=row.host,
            seats=row.seats,
            language=row.language,
            pace=row.pace,
            made=row.made,
            begun=bool(row.begun),
            practice=row.practice,
            there=bool(row.there),
            chairs=tuple(sitting[row.id]),
        )
        for row in found
    ]


def results_lately(store: Store, person: str, game: str) -> list[tuple[str, bool]]:
    """Against which level of bots somebody played this game of late, and whether they won; the
    last first."""
    rows = (
        sa.select(RESULTS.c.against, RESULTS.c.won)
        .join(TABLES, TABLES.c.id == RESULTS.c.table_id)
        .join(
            CHAIRS,
            sa.and_(CHAIRS.c.table_id == RESULTS.c.table_id, CHAIRS.c.seat == RESULTS.c.seat),
        )
        .where(
            CHAIRS.c.person == person,
            TABLES.c.game == game,
            TABLES.c.practice.is_(False),
            RESULTS.c.against.in_(SCALE),
        )
        .order_by(TABLES.c.last.desc())
        .limit(LATELY)
    )
    with store.reading() as connection:
        return [(level, won) for level, won in connection.execute(rows)]


def level_by(results: Sequence[tuple[str, bool]]) -> str:
    """The level of bots that somebody is a match for, by their last games; the last first.

    >>> level_by([]), level_by([("4", True)] * 3), level_by([("4", False)] * 4)
    ('4', '5', '3')
    """
    if not results:
        return USUAL
    level = results[0][0]
    won = [won for played, won in results if played == level]
    if len(won) < ENOUGH:
        return level
    step = (sum(won) >= WELL * len(won)) - (sum(won) <= BADLY * len(won))
    return SCALE[min(len(SCALE) - 1, max(0, SCALE.index(level) + step))]
