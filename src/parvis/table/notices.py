"""What there is to tell, in the database: which tables wait for whom, and who was told of it.

Of several servers one takes a notice: by a row that only one can make, or change from what it was.
Imports the store, its schema, people and when one is told.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import sqlalchemy as sa

from parvis.table.people import Person, read_person
from parvis.table.schema import (
    AWAITED,
    CHAIRS,
    EVENTS,
    NOTICES,
    PEOPLE,
    PRESENCE,
    PUSHES,
    TABLES,
    VISITS,
)
from parvis.table.store import A_DAY, Store
from parvis.table.telling import LEASE, MOST_TRIES, Kind, Notice, Wait, Way

AT_ONCE = 500  # notices that are looked at in one round, the latest first
# A server says anew at least every hour who is there (see roll_call).
STILL_THERE = 3900.0
# What goes on at a table after its end does not end it again.
AFTERWARDS = ("chat", "again", "chair", "rules")


@dataclass(frozen=True)
class Found:
    """Something that may have to be told: whom, of which table, by which way."""

    person: str
    table: str
    way: Way
    wait: Wait


@dataclass(frozen=True)
class Subject:
    """What may be told of a table: no position, no hand."""

    table: str
    game: str
    code: str
    shown: bool  # its address may be told to others than its people
    seats: tuple[tuple[int, str, str, str], ...]  # seat, person, kind, name
    turn: int | None
    over: bool


def waiting(store: Store, way: Way, now: float, key: str = "") -> list[Found]:
    """Tables that wait for people who want to be told by this way, and have not been; by push, for
    browsers that were given this key."""
    some = {
        "push": sa.exists().where(PUSHES.c.person == AWAITED.c.person, PUSHES.c.key == key),
        "mail": sa.exists().where(PEOPLE.c.person == AWAITED.c.person, PEOPLE.c.confirmed),
        "hook": sa.and_(shown(), several()),
    }
    return found(store, some[way], "turn", way, AWAITED.c.person, AWAITED.c.since, now)


def ended(store: Store, way: Way, now: float, key: str = "") -> list[Found]:
    """Games of the last day that are over, for the same."""
    when = (
        sa.select(sa.func.max(EVENTS.c.at))
        .where(EVENTS.c.table_id == TABLES.c.id, EVENTS.c.kind.not_in(AFTERWARDS))
        .scalar_subquery()
    )
    ended = sa.and_(TABLES.c.over, TABLES.c.last > now - A_DAY, TABLES.c.purpose == "")
    lately = sa.and_(ended, several())
    if way == "hook":
        wanted = sa.and_(lately, shown())
        return found(store, wanted, "over", way, sa.literal(""), when, now)
    some = {
        "push": sa.exists().where(PUSHES.c.person == CHAIRS.c.person, PUSHES.c.key == key),
        "mail": sa.exists().where(PEOPLE.c.person == CHAIRS.c.person, PEOPLE.c.confirmed),
    }
    return found(store, sa.and_(lately, some[way]), "over", way, CHAIRS.c.person, when, now)


def unfilled(store: Store, now: float) -> list[Found]:
    """Tables that all may come to and that wait for people to come."""
    free = sa.exists().where(CHAIRS.c.table_id == TABLES.c.id, CHAIRS.c.kind == "open")
    lately = sa.and_(~TABLES.c.over, TABLES.c.made > now - A_DAY, TABLES.c.purpose == "")
    wanted = sa.and_(lately, free, shown())
    return found(store, wanted, "open", "hook", sa.literal(""), TABLES.c.made, now)


def shown() -> sa.ColumnElement[bool]:
    """Whether a table's address may be told: it stands in the list of open ones, or its maker has
    said so."""
    return sa.or_(~TABLES.c.private, TABLES.c.announced)


def several() -> sa.ColumnElement[bool]:
    """Whether more than one person sits at a table: of one alone nobody has to be told."""
    persons = sa.select(sa.func.count(sa.distinct(CHAIRS.c.person))).where(
        CHAIRS.c.table_id == TABLES.c.id, CHAIRS.c.kind == "person"
    )
    return persons.correlate(TABLES).scalar_subquery() > 1


def found(
    store: Store,
    wanted: sa.ColumnElement[bool],
    kind: Kind,
    way: Way,
    person: sa.ColumnElement[str],
    since: sa.ColumnElement[float],
    now: float,
) -> list[Found]:
    """What may have to be told; what is settled for good is not even read."""
    there = sa.exists().where(
        PRESENCE.c.table_id == TABLES.c.id,
        PRESENCE.c.person == person,
        PRESENCE.c.at > now - STILL_THERE,
    )
    notice = sa.and_(
        NOTICES.c.table_id == TABLES.c.id,
        NOTICES.c.person == person,
        NOTICES.c.kind == kind,
        NOTICES.c.way == way,
    )
    visit = sa.and_(VISITS.c.table_id == TABLES.c.id, VISITS.c.person == person)
    again: sa.ColumnElement[bool] = sa.false()
    if kind == "turn":
        again = NOTICES.c.at < (since if way == "hook" else sa.func.coalesce(VISITS.c.at, 0.0))
    open_still = sa.or_(
        NOTICES.c.at.is_(None),
        sa.and_(~NOTICES.c.done, NOTICES.c.due <= now, NOTICES.c.tries < MOST_TRIES),
        sa.and_(NOTICES.c.done, again),
    )
    unknown = sa.or_(VISITS.c.at.is_(None), VISITS.c.at < since)
    if way != "hook":  # what was before they asked to be told they know
        asked = sa.exists().where(PEOPLE.c.person == person, PEOPLE.c.told_from <= since)
        wanted = sa.and_(wanted, asked)
    source: sa.FromClause = TABLES
    if kind == "turn":
        source = AWAITED.join(TABLES, TABLES.c.id == AWAITED.c.table_id)
    elif person is CHAIRS.c.person:
        source = TABLES.join(CHAIRS, CHAIRS.c.table_id == TABLES.c.id)
    source = source.outerjoin(NOTICES, notice).outerjoin(VISITS, visit)
    rows = (
        sa.select(
            person.label("person"), TABLES.c.id, since.label("since"), there.label("there"),
            VISITS.c.at.label("visited"), NOTICES.c.at, NOTICES.c.due, NOTICES.c.tries,
            NOTICES.c.done,
        )
        .select_from(source)
        .where(wanted, open_still, unknown)
        .distinct()
        .order_by(since.desc())
        .limit(AT_ONCE)
    )  # fmt: skip
    with store.reading() as connection:
        return [
            Found(
                row.person,
                row.id,
                way,
                Wait(
                    kind,
                    row.since,
                    bool(row.there),
                    row.visited,
                    None if row.at is None else Notice(row.at, row.due, row.tries, row.done),
                ),
            )
            for row in connection.execute(rows)
        ]


def take(store: Store, one: Found, now: float) -> bool:
    """Take a notice, to send it; of several servers that try one does."""
    key = {"table_id": one.table, "person": one.person, "kind": one.wait.kind, "way": one.way}
    before = one.wait.notice
    tries = 1 if before is None or before.done else before.tries + 1
    taken = {"at": now, "due": now + LEASE, "tries": tries, "done": False}
    with store.writing() as connection:
        if before is None:
            made = store.unless_there(NOTICES).values(**key, **taken).returning(NOTICES.c.at)
            return connection.execute(made).first() is not None
        same = sa.and_(
            *(NOTICES.c[name] == value for name, value in key.items()),
            NOTICES.c.at == before.at,
            NOTICES.c.due == before.due,
        )
        return connection.execute(sa.update(NOTICES).where(same).values(**taken)).rowcount == 1


def settle(store: Store, one: Found, again: float | None = None) -> None:
    """It was sent, or given up; or it is tried again at a time."""
    values: dict[str, object] = {"done": True} if again is None else {"due": again}
    own = sa.and_(
        NOTICES.c.table_id == one.table,
        NOTICES.c.person == one.person,
        NOTICES.c.kind == one.wait.kind,
        NOTICES.c.way == one.way,
    )
    with store.writing() as connection:
        connection.execute(sa.update(NOTICES).where(own).values(**values))


def visit(store: Store, person: str, table: str, now: float) -> None:
    """Somebody who wants to be told is at a table, or leaves it."""
    own = sa.and_(VISITS.c.person == person, VISITS.c.table_id == table)
    with store.writing() as connection:
        row = {"person": person, "table_id": table, "at": now}
        connection.execute(store.unless_there(VISITS).values(**row))
        connection.execute(sa.update(VISITS).where(own).values(at=now))


def wanting(store: Store) -> frozenset[str]:
    """Everybody who wants to be told by push or mail."""
    pushed = sa.select(PUSHES.c.person)
    mailed = sa.select(PEOPLE.c.person).where(PEOPLE.c.confirmed)
    with store.reading() as connection:
        return frozenset(connection.execute(pushed.union(mailed)).scalars())


def subject_of(store: Store, table: str) -> Subject | None:
    """What may be told of a table, if it is still there."""
    with store.reading() as connection:
        row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).first()
        if row is None:
            return None
        chairs = sa.select(CHAIRS.c.seat, CHAIRS.c.person, CHAIRS.c.kind, CHAIRS.c.name)
        sitting = connection.execute(
            chairs.where(CHAIRS.c.table_id == table).order_by(CHAIRS.c.seat)
        )
        seats = tuple((seat, person, kind, name) for seat, person, kind, name in sitting)
    is_shown = not row.private or row.announced
    return Subject(table, row.game, row.code, is_shown, seats, row.turn, row.over)


def people_of(store: Store, persons: Collection[str]) -> dict[str, Person]:
    """What is known of some people."""
    with store.reading() as connection:
        return {person: read_person(connection, person) for person in persons}


def with_presence(all_found: Sequence[Found], here: Collection[tuple[str, str]]) -> list[Found]:
    """What was found, by what this server knows of who is at which table."""
    return [
        replace(one, wait=replace(one.wait, present=True))
        if (one.table, one.person) in here
        else one
        for one in all_found
    ]
