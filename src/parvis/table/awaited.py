"""Whom a table waits for, and which tables wait for someone.

It follows from the fold alone and is written with the events, so that counting a person's tables
reads as many rows as there are, however many games were ever played.
Imports the folded table, the store and its schema.
"""

from __future__ import annotations

import sqlalchemy as sa

from parvis.table.schema import AWAITED, EVENTS, TABLES
from parvis.table.store import Store
from parvis.table.table import Table

NOBODY: frozenset[str] = frozenset()


def awaited(table: Table) -> frozenset[str]:
    """The persons without whom it does not go on: on turn, or asked and not yet answering."""
    if table.position is None or table.over() or table.config.purpose == "lesson":
        return NOBODY
    turn = table.turn()
    seats = [*table.unanswered(), *table.asked_to_stop()]
    if turn is not None and table.chairs[turn].by_person:
        seats = [turn, *seats]
    if not seats:
        return NOBODY
    return frozenset(person for seat in seats for person in table.chairs[seat].persons)


def tables_for(store: Store, person: str) -> frozenset[str]:
    """The tables that wait for this person."""
    with store.reading() as connection:
        found = sa.select(AWAITED.c.table_id).where(AWAITED.c.person == person)
        return frozenset(connection.execute(found).scalars())


def tables_by_person(store: Store, persons: frozenset[str]) -> dict[str, frozenset[str]]:
    """The same for several."""
    rows = sa.select(AWAITED.c.person, AWAITED.c.table_id).where(AWAITED.c.person.in_(persons))
    found: dict[str, set[str]] = {person: set() for person in persons}
    with store.reading() as connection:
        for person, table in connection.execute(rows):
            found[person].add(table)
    return {person: frozenset(tables) for person, tables in found.items()}


def persons_at(store: Store, table: str) -> frozenset[str]:
    """Whom a table waits for, as it is written."""
    with store.reading() as connection:
        found = sa.select(AWAITED.c.person).where(AWAITED.c.table_id == table)
        return frozenset(connection.execute(found).scalars())


def put_right(store: Store, table: Table) -> bool:
    """Write whom a table waits for, if that is not what is written; whether it was not.

    A server of an older version does not write it, nor does a change of rules that ends a game.
    """
    id, persons = table.config.id, awaited(table)
    if persons_at(store, id) == persons:
        return False
    rows = [{"table_id": id, "person": person, "since": table.at} for person in persons]
    held = sa.select(TABLES.c.id).where(TABLES.c.id == id).with_for_update()
    newest = sa.select(sa.func.max(EVENTS.c.n)).where(EVENTS.c.table_id == id)
    with store.writing() as connection:
        connection.execute(held)  # whoever appends to it waits
        if connection.execute(newest).scalar() != table.n:
            return False  # somebody has just appended, and written it
        connection.execute(sa.delete(AWAITED).where(AWAITED.c.table_id == id))
        if rows:
            connection.execute(sa.insert(AWAITED), rows)
    return True
