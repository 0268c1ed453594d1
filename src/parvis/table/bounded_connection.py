"""A connection to PostgreSQL that does not wait for ever. Imports nothing of Parvis.

A server's own time limits do not help when the server itself stands still or the line is dead: the
one who asks has to look at the clock.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import psycopg
import sqlalchemy as sa

# What the driver is told unless the address says otherwise: a line that is dead is noticed.
USUAL: dict[str, Any] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 10000,
}


class Unanswered(psycopg.OperationalError):
    """The database did not answer in time; the connection is closed."""


class BoundedConnection(psycopg.Connection[Any]):
    """Each answer is waited for `patience` seconds."""

    patience = 5.0

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **kwargs: Any) -> Any:
        try:
            return super().wait(until(gen, time.monotonic() + self.patience), *args, **kwargs)
        except Unanswered:
            self.pgconn.finish()
            raise


def until(gen: Generator[Any, Any, Any], end: float) -> Generator[Any, Any, Any]:
    """The driver's own waiting, which wakes up now and then, until a time."""
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > end:
                raise Unanswered("the database does not answer")
            wanted = gen.send(ready)
    except StopIteration as answer:
        return answer.value


def listening(url: sa.URL, patience: float) -> BoundedConnection:
    """A connection by itself, to listen with."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return connect(patience, [address], {**url.query, "autocommit": True})


def connect(patience: float, args: list[Any], given: dict[str, Any]) -> BoundedConnection:
    """What this end gives up, the server gives up too, with whatever it had locked."""
    usual = {**USUAL, "connect_timeout": max(2, int(patience))}
    connection = BoundedConnection.connect(*args, **{**usual, **given})
    connection.patience = patience
    before = connection.autocommit
    connection.autocommit = True
    wait = int(1000 * patience)
    connection.execute(f"SET statement_timeout = {wait}")
    connection.execute(f"SET lock_timeout = {wait}")
    connection.execute(f"SET idle_in_transaction_session_timeout = {12 * wait}")
    connection.autocommit = before
    return connection
