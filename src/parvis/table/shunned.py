"""Whom somebody does not want to hear, or to meet. Imports the store and its schema."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Literal

import sqlalchemy as sa

from parvis.table.chair import Chair
from parvis.table.schema import CHAIRS, SHUNNED, TABLES
from parvis.table.store import Store

Shun = Literal["mute", "block"]
MOST = 500  # whom one person shuns
LATELY = 40  # tables whose people are listed


@dataclass(frozen=True)
class Shunned:
    """Somebody who is not heard, or not met either; the name they went by then."""

    other: str
    kind: Shun
    name: str


@dataclass(frozen=True)
class Met:
    """Somebody with whom one sat at a table: where they are pointed at, and their name there."""

    person: str
    table: str
    seat: int
    name: str


def shun(store: Store, person: str, other: str, kind: Shun, name: str, now: float) -> None:
    """From now on; of too many the first are forgotten."""
    row = {"person": person, "other": other, "kind": kind, "name": name[:40], "at": now}
    own = SHUNNED.c.person == person
    oldest = sa.select(SHUNNED.c.other).where(own).order_by(SHUNNED.c.at.desc()).offset(MOST - 1)
    with store.writing() as connection:
        forgotten = list(connection.execute(oldest).scalars())
        gone = SHUNNED.c.other.in_([other, *forgotten])
        connection.execute(sa.delete(SHUNNED).where(own, gone))
        connection.execute(sa.insert(SHUNNED), row)


def welcome(store: Store, person: str, other: str) -> None:
    """Not any more."""
    with store.writing() as connection:
        connection.execute(
            sa.delete(SHUNNED).where(SHUNNED.c.person == person, SHUNNED.c.other == other)
        )


def shunned_by(store: Store, person: str) -> list[Shunned]:
    """Whom somebody shuns, the last first."""
    rows = sa.select(SHUNNED).where(SHUNNED.c.person == person).order_by(SHUNNED.c.at.desc())
    with store.reading() as connection:
        return [Shunned(row.other, row.kind, row.name) for row in connection.execute(rows)]


def blocks(store: Store, persons: Collection[str], others: Collection[str]) -> set[tuple[str, str]]:
    """Who of some blocks whom of others."""
    wanted = sa.select(SHUNNED.c.person, SHUNNED.c.other).where(
        SHUNNED.c.kind == "block",
        SHUNNED.c.person.in_(persons),
        SHUNNED.c.other.in_(others),
    )
    with store.reading() as connection:
        return {(person, other) for person, other in connection.execute(wanted)}


def apart(store: Store, person: str) -> frozenset[str]:
    """Those with whom somebody does not meet: whom they block, and who blocks them."""
    wanted = sa.select(SHUNNED.c.person, SHUNNED.c.other).where(
        SHUNNED.c.kind == "block", (SHUNNED.c.person == person) | (SHUNNED.c.other == person)
    )
    with store.reading() as connection:
        found = {name for row in connection.execute(wanted) for name in row}
    return frozenset(found - {person})


def without(chairs: list[Chair], unwilling: Collection[str]) -> list[Chair]:
    """The chairs of a next game: whoever does not want to be seated by its maker is not.

    >>> chairs = [Chair("person", "Ada", ("ada",)), Chair("person", "Bob", ("bob",))]
    >>> [chair.kind for chair in without(chairs, {"bob"})]
    ['person', 'open']
    """
    return [
        Chair() if any(person in unwilling for person in chair.persons) else replace(chair)
        for chair in chairs
    ]


def met(store: Store, person: str, most: int = LATELY) -> list[Met]:
    """With whom somebody sat at a table of late, each once, the last first."""
    own = sa.select(CHAIRS.c.table_id).where(CHAIRS.c.person == person)
    lately = (
        sa.select(TABLES.c.id, TABLES.c.last)
        .where(TABLES.c.id.in_(own), TABLES.c.purpose == "")
        .order_by(TABLES.c.last.desc())
        .limit(most)
        .subquery()
    )
    rows = (
        sa.select(CHAIRS.c.person, CHAIRS.c.table_id, CHAIRS.c.seat, CHAIRS.c.name)
        .join(lately, lately.c.id == CHAIRS.c.table_id)
        .where(CHAIRS.c.kind == "person", CHAIRS.c.person.not_in(["", person]))
        .order_by(lately.c.last.desc(), CHAIRS.c.seat)
    )
    found: dict[str, Met] = {}
    with store.reading() as connection:
        for other, table, seat, name in connection.execute(rows):
            found.setdefault(other, Met(other, table, seat, name))
    return list(found.values())
