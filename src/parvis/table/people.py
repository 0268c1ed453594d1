"""What is known of a person beyond their cookie: a name, how to tell them, a recovery code.

Whoever only plays has no row here but that of their name. Imports the store, its schema and names.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass, replace

import sqlalchemy as sa

from parvis.table.names import folded, free_beside
from parvis.table.schema import CHAIRS, NOTICES, PEOPLE, PUSHES, SHUNNED, TABLES, VISITS
from parvis.table.store import A_DAY, Store

HELD = 180 * A_DAY  # a name is somebody's for so long after they were last here
FORGOTTEN = 400 * A_DAY  # and all that is known of them, if they have no game: their cookie is dead
BATCH = 100  # people who are forgotten at one time
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
GROUPS, LETTERS = 4, 4  # of a recovery code: 80 bits
MOST_PUSHES = 6  # browsers of one person that are pushed to


@dataclass(frozen=True)
class Person:
    """One row; who has none is told nothing and is called what their cookie says."""

    person: str
    name: str = ""
    language: str = "en"
    zone: str = ""
    quiet: tuple[int, int] | None = None  # minutes of the day, from and to
    mail: str = ""
    confirmed: bool = False
    recoverable: bool = False
    seen: float = 0.0


@dataclass(frozen=True)
class Push:
    """A browser that is pushed to: its address at a push service, and the keys that lock for it."""

    person: str
    endpoint: str
    p256dh: str
    auth: str
    key: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.endpoint.encode()).hexdigest()


def person_of(store: Store, person: str) -> Person:
    """What is known of somebody."""
    with store.reading() as connection:
        return read_person(connection, person)


def read_person(connection: sa.Connection, person: str) -> Person:
    row = connection.execute(sa.select(PEOPLE).where(PEOPLE.c.person == person)).first()
    if row is None:
        return Person(person)
    quiet = None if row.quiet_from is None else (row.quiet_from, row.quiet_to)
    return Person(
        person, row.name, row.language, row.zone, quiet, row.mail, row.confirmed,
        row.recovery is not None, row.seen,
    )  # fmt: skip


def put(store: Store, connection: sa.Connection, person: str, **columns: object) -> None:
    """Change some columns of a person's row, which is made if there is none."""
    first = {
        "name": "", "language": "en", "zone": "", "mail": "", "confirmed": False, "seen": 0.0,
        "told_from": 0.0,
    }  # fmt: skip
    connection.execute(store.unless_there(PEOPLE).values(person=person, **first))
    connection.execute(sa.update(PEOPLE).where(PEOPLE.c.person == person).values(**columns))


def keep_wishes(store: Store, wishes: Person, now: float) -> None:
    """When and in which language somebody is told."""
    low, high = wishes.quiet or (None, None)
    with store.writing() as connection:
        put(
            store, connection, wishes.person, language=wishes.language, zone=wishes.zone,
            quiet_from=low, quiet_to=high, seen=now,
        )  # fmt: skip


def note_language(store: Store, person: str, language: str) -> None:
    """Somebody reads another language from now on, and is told in it if they have a row."""
    with store.writing() as connection:
        own = sa.update(PEOPLE).where(PEOPLE.c.person == person)
        connection.execute(own.values(language=language))


# Mail.


def keep_mail(store: Store, person: str, mail: str, language: str, now: float) -> None:
    """An address that its owner has confirmed; an empty one is forgotten."""
    with store.writing() as connection:
        put(
            store, connection, person, mail=mail, confirmed=bool(mail), language=language,
            told_from=now,
        )  # fmt: skip


# Push.


def keep_push(store: Store, push: Push, language: str, now: float) -> None:
    """A browser of this person, in place of the oldest if there are many; it is nobody else's."""
    row = {
        "digest": push.digest, "person": push.person, "endpoint": push.endpoint,
        "p256dh": push.p256dh, "auth": push.auth, "key": push.key, "at": now,
    }  # fmt: skip
    own = sa.select(PUSHES.c.digest).where(PUSHES.c.person == push.person)
    with store.writing() as connection:
        connection.execute(sa.delete(PUSHES).where(PUSHES.c.digest == push.digest))
        older = connection.execute(own.order_by(PUSHES.c.at.desc()).offset(MOST_PUSHES - 1))
        gone = list(older.scalars())
        connection.execute(sa.delete(PUSHES).where(PUSHES.c.digest.in_(gone)))
        connection.execute(sa.insert(PUSHES), row)
        put(store, connection, push.person, language=language, told_from=now)


def forget_push(store: Store, digest: str, person: str | None = None) -> None:
    """A browser is pushed to no more; of this person only, if one is named."""
    gone = sa.delete(PUSHES).where(PUSHES.c.digest == digest)
    if person is not None:
        gone = gone.where(PUSHES.c.person == person)
    with store.writing() as connection:
        connection.execute(gone)


def forget_pushes(store: Store, person: str) -> None:
    with store.writing() as connection:
        connection.execute(sa.delete(PUSHES).where(PUSHES.c.person == person))


def pushes_of(store: Store, person: str) -> list[Push]:
    with store.reading() as connection:
        rows = connection.execute(sa.select(PUSHES).where(PUSHES.c.person == person))
        return [Push(row.person, row.endpoint, row.p256dh, row.auth, row.key) for row in rows]


# Names.


def claim_name(store: Store, person: str, name: str, now: float) -> str:
    """Hold a name from now on, or the next free one beside it, which is what is returned.

    A name is free if nobody holds it who was here in the last half year.
    """
    with store.writing() as connection:
        got = free_beside(name, lambda fold: holder(connection, fold, person, now) is not None)
        if got:
            fold = folded(got)
            stale = sa.update(PEOPLE).where(PEOPLE.c.folded == fold, PEOPLE.c.person != person)
            connection.execute(stale.values(folded=None))
            put(store, connection, person, name=got, folded=fold, seen=now)
        return got


def free_name(store: Store, person: str, name: str, now: float) -> str:
    """What `claim_name` would give."""
    with store.reading() as connection:
        return free_beside(name, lambda fold: holder(connection, fold, person, now) is not None)


def holder(connection: sa.Connection, fold: str, person: str, now: float) -> str | None:
    """Who else holds a name."""
    others = sa.select(PEOPLE.c.person).where(
        PEOPLE.c.folded == fold, PEOPLE.c.person != person, PEOPLE.c.seen > now - HELD
    )
    return connection.execute(others).scalar()


def touch(store: Store, person: str, now: float) -> None:
    """Somebody is here, and their name stays theirs; written once a day."""
    due = sa.and_(PEOPLE.c.person == person, PEOPLE.c.seen < now - A_DAY)
    with store.reading() as connection:
        if connection.execute(sa.select(PEOPLE.c.person).where(due)).first() is None:
            return
    with store.writing() as connection:
        connection.execute(sa.update(PEOPLE).where(due).values(seen=now))


# Recovery.


def new_code() -> str:
    """A recovery code as it is written down: `ABCD-EFGH-JKLM-NPQR`."""
    letters = [secrets.choice(ALPHABET) for _ in range(GROUPS * LETTERS)]
    return "-".join("".join(letters[at : at + LETTERS]) for at in range(0, len(letters), LETTERS))


def tidy_recovery(text: str) -> str:
    """A code as people type it, or nothing if it can be none.

    >>> tidy_recovery(" abcd efgh-jklm npqr "), tidy_recovery("abcd")
    ('ABCDEFGHJKLMNPQR', '')
    """
    kept = "".join(sign for sign in text[:80].upper() if sign.isascii() and sign.isalnum())
    return kept if len(kept) == GROUPS * LETTERS else ""


def digest_of(code: str) -> str:
    """What is kept of a code; it is random enough that no salt is needed."""
    return hashlib.sha256(f"parvis recovery {tidy_recovery(code)}".encode()).hexdigest()


def make_recovery(store: Store, person: str, name: str, language: str, now: float) -> str:
    """A new code for a person; one that was made before is void."""
    code = new_code()
    with store.writing() as connection:
        put(store, connection, person, recovery=digest_of(code), language=language, seen=now)
        unnamed = sa.update(PEOPLE).where(PEOPLE.c.person == person, PEOPLE.c.name == "")
        connection.execute(unnamed.values(name=name))
    return code


def recovered(store: Store, code: str) -> Person | None:
    """Whose code it is."""
    if not tidy_recovery(code):
        return None
    with store.reading() as connection:
        wanted = sa.select(PEOPLE.c.person).where(PEOPLE.c.recovery == digest_of(code))
        person = connection.execute(wanted).scalar()
        return None if person is None else read_person(connection, person)


def move_on(store: Store, before: str, after: Person, now: float) -> Person:
    """A browser that was `before` is another person from now on: what pushes to it goes along, and
    a name that only the browser had is free."""
    with store.writing() as connection:
        connection.execute(
            sa.update(PUSHES).where(PUSHES.c.person == before).values(person=after.person)
        )
        freed = sa.update(PEOPLE).where(PEOPLE.c.person == before)
        connection.execute(freed.values(folded=None, mail="", confirmed=False))
        put(store, connection, after.person, seen=now)
    return replace(after, seen=now)


# Forgetting.


def forget_gone(connection: sa.Connection, now: float) -> int:
    """Forget some who have no game and made no table that is kept, and were not here for long; how
    many."""
    before = now - FORGOTTEN
    gone = (
        sa.select(PEOPLE.c.person)
        .where(
            PEOPLE.c.seen < before,
            PEOPLE.c.told_from < before,
            ~sa.exists().where(CHAIRS.c.person == PEOPLE.c.person),
            ~sa.exists().where(TABLES.c.host == PEOPLE.c.person),
        )
        .limit(BATCH)
    )
    persons = list(connection.execute(gone).scalars())
    for table in (PUSHES, SHUNNED, VISITS, NOTICES, PEOPLE) if persons else ():
        connection.execute(sa.delete(table).where(table.c.person.in_(persons)))
    return len(persons)
