"""Questions to bots on their way to other machines and back, in PostgreSQL.

Whoever takes a question holds its row locked in an open transaction for as long as it thinks: when
the process or its machine is gone the database lets go of the row, and anyone may take it, at once
and without a clock. All times are the database's own. Imports the store.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa

from parvis.games import all_games
from parvis.table.store import Store

PROTOCOL = 2  # raised when questions or answers are told in another way
ASKED = "parvis_questions"  # the channel by which workers hear of a question
ANSWERED = "parvis_answers_"  # and that by which a server does of answers, with its name
ALIVE = 6.0  # seconds since a worker was last heard of
FORGOTTEN = 60.0  # seconds after which nobody waits for an answer any more

NOW = "extract(epoch FROM clock_timestamp())"
ASK = sa.text(
    "WITH asked AS (INSERT INTO questions"
    " (id, server, speaks, quick, only_bots, rank, at, until, asked)"
    f" VALUES (:id, :server, :speaks, :quick, :only_bots, :rank, {NOW}, {NOW} + :patience, :asked))"
    " SELECT pg_notify(:channel, :kind)"
)
END = sa.text(
    "DELETE FROM questions WHERE id ="
    " (SELECT id FROM questions WHERE id = :id FOR UPDATE SKIP LOCKED) RETURNING answer"
)
TAKE = sa.text(
    f"SELECT id, server, asked, {NOW} - at AS waited FROM questions"
    f" WHERE answer IS NULL AND speaks = :speaks AND until > {NOW}"
    " AND quick IN :quick AND only_bots IN :only_bots"
    " ORDER BY only_bots, rank, at LIMIT 1 FOR UPDATE SKIP LOCKED"
).bindparams(sa.bindparam("quick", expanding=True), sa.bindparam("only_bots", expanding=True))
ANSWER = sa.text(
    "WITH answered AS (UPDATE questions SET answer = :answer WHERE id = :id)"
    " SELECT pg_notify(:channel, :id)"
)
BEAT = sa.text(
    f"INSERT INTO workers (id, jobs, speaks, at) VALUES (:id, :jobs, :speaks, {NOW})"
    f" ON CONFLICT (id) DO UPDATE SET at = {NOW}"
)
LEAVE = sa.text("DELETE FROM workers WHERE id = :id")
THERE = sa.text(f"SELECT jobs, speaks FROM workers WHERE at > {NOW} - {ALIVE}")
DONE = sa.text("SELECT id FROM questions WHERE server = :server AND answer IS NOT NULL")
TIDY = [
    sa.text(
        "DELETE FROM questions WHERE id IN (SELECT id FROM questions"
        f" WHERE until < {NOW} - {FORGOTTEN} FOR UPDATE SKIP LOCKED)"
    ),
    sa.text(f"DELETE FROM workers WHERE at < {NOW} - {FORGOTTEN}"),
]
STRANGE = sa.text(
    f"SELECT speaks FROM questions WHERE answer IS NULL AND speaks <> :speaks AND until > {NOW}"
    " LIMIT 1"
)


def spoken() -> str:
    """What both ends must have in common: how questions are told, and the rules of all games."""
    return f"{PROTOCOL}: " + ", ".join(f"{game.id} {game.rules}" for game in all_games())


@dataclass(frozen=True)
class Kind:
    """Which questions: of quick bots or others, of tables where only bots play or others."""

    quick: bool
    only_bots: bool

    def text(self) -> str:
        return f"{self.quick:d}{self.only_bots:d}"


def read_kind(text: str) -> Kind:
    """
    >>> read_kind(Kind(True, False).text())
    Kind(quick=True, only_bots=False)
    """
    return Kind(text[:1] == "1", text[1:] == "1")


@dataclass(frozen=True)
class Gone:
    """A question that has left the queue, with its answer if there was one."""

    answer: dict[str, object] | None


class QuestionQueue:
    """What servers and workers do with the queue. All methods block."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.speaks = spoken()

    # Servers.

    def ask(self, server: str, id: str, asked: str, kind: Kind, rank: int, patience: float) -> None:
        """A question that nobody need take after `patience` seconds."""
        row = {
            "id": id,
            "server": server,
            "speaks": self.speaks,
            "quick": kind.quick,
            "only_bots": kind.only_bots,
            "rank": rank,
            "patience": patience,
            "asked": asked,
            "channel": ASKED,
            "kind": kind.text(),
        }
        with self.store.writing() as connection:
            connection.execute(ASK, row)

    def end(self, id: str) -> Gone | None:
        """Take a question back, or its answer; None if a worker is thinking about it."""
        with self.store.writing() as connection:
            row = connection.execute(END, {"id": id}).first()
        if row is None:
            return None
        return Gone(None if row.answer is None else json.loads(row.answer))

    def answered(self, server: str) -> list[str]:
        """Which questions of a server have an answer, told or not."""
        with self.store.reading() as connection:
            return list(connection.execute(DONE, {"server": server}).scalars())

    def there(self) -> list[tuple[int, str]]:
        """The workers that are there: how many questions each takes at once, what it speaks."""
        with self.store.reading() as connection:
            return [(row.jobs, row.speaks) for row in connection.execute(THERE)]

    def tidy(self) -> None:
        """Remove what servers and workers that are no more have left."""
        with self.store.writing() as connection:
            for statement in TIDY:
                connection.execute(statement)

    # Workers.

    def take(self, kinds: Sequence[Kind]) -> Taken | None:
        """The next question of these kinds, if there is one; nobody else gets it meanwhile."""
        wanted = {
            "speaks": self.speaks,
            "quick": sorted({kind.quick for kind in kinds}),
            "only_bots": sorted({kind.only_bots for kind in kinds}),
        }
        connection = self.store.engine.connect()
        try:
            row = connection.execute(TAKE, wanted).first()
            if row is not None:
                return Taken(connection, row.id, row.server, row.asked, row.waited)
            connection.rollback()
        except BaseException:
            connection.invalidate()
            raise
        finally:
            if connection.invalidated or not connection.in_transaction():
                connection.close()
        return None

    def beat(self, worker: str, jobs: int) -> str | None:
        """A worker is there; what a question speaks that it cannot take, if there is one."""
        with self.store.writing() as connection:
            connection.execute(BEAT, {"id": worker, "jobs": jobs, "speaks": self.speaks})
            return connection.execute(STRANGE, {"speaks": self.speaks}).scalar()

    def leave(self, worker: str) -> None:
        with self.store.writing() as connection:
            connection.execute(LEAVE, {"id": worker})


@dataclass
class Taken:
    """A question that this process alone thinks about, until it answers or gives it back."""

    connection: sa.Connection
    id: str
    server: str
    asked: str
    waited: float

    def answer(self, answer: dict[str, object]) -> None:
        told = {"id": self.id, "answer": json.dumps(answer), "channel": ANSWERED + self.server}
        with self.connection:
            self.connection.execute(ANSWER, told)
            self.connection.commit()

    def give_back(self) -> None:
        """Whoever is next may take it."""
        if not self.connection.closed:
            self.connection.invalidate()
            self.connection.close()
