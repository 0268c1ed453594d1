"""A record from elsewhere as a table that is over: checked, then its log as if played here.

Imports records, how moves are told and what a store is given.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace

from parvis.engine.position import Position
from parvis.engine.record import Record, RecordError, taken_back
from parvis.table.chair import Chair
from parvis.table.decisions import tidy_name
from parvis.table.ending import stopped_in
from parvis.table.event import Event
from parvis.table.from_record import config_of, step
from parvis.table.log_writer import standing_of
from parvis.table.stored import Append, Snapshot, TableConfig
from parvis.table.table import Table, snapshot_of

MOST_PLAYED = 3_000  # moves, those that were taken back among them: checking them takes time
LONGEST_SECRET = 64  # characters of a seed, a salt, a commitment


def checked(source: str) -> Record:
    """A record of a game that is over, every move of it played again; `RecordError` says why not.

    Nothing is played of a record that would take too long.
    """
    record = Record.read(source)
    if max(len(record.moves), len(record.course)) > MOST_PLAYED:
        raise RecordError(0, f"more than {MOST_PLAYED} moves", "long", most=MOST_PLAYED)
    for name in ("seed", "salt", "commitment"):
        value = getattr(record, name)
        if len(value) > LONGEST_SECRET or not value.isprintable():
            reason = f"{name}: more than {LONGEST_SECRET} characters, or none that can be read"
            raise RecordError(0, reason, "line", found=name)
    record.checks()
    if not record.stopped and not record.today().position().over():
        raise RecordError(0, "the game is not over after its last move", "going")
    if record.practice and record.practice not in returns(record):
        raise RecordError(0, "practice: nothing was taken back to there", "course")
    return record


def returns(record: Record) -> list[int]:
    """The moves that were played again after something was taken back, in their order."""
    found: list[int] = []
    count = 0
    for text in record.course:
        back = taken_back(text)
        count = count + 1 if back is None else count - back
        if back is not None:
            found.append(count + 1)
    return found


def id_of(record: Record) -> str:
    """The id of its table: the same for the same record, whoever brings it."""
    digest = hashlib.sha256(record.text().encode()).digest()
    return "r" + base64.urlsafe_b64encode(digest)[:21].decode()


def kept_config(record: Record, host: str, key: str, now: float) -> TableConfig:
    """What is kept of the table of a record from elsewhere."""
    told = config_of(record, host)
    return replace(told, id=id_of(record), key=key, created=now, purpose="record")


def log_of(record: Record, config: TableConfig) -> Append:
    """All that happened, with what lists and later rules need of its end."""
    chairs, now = chairs_of(record), config.created
    table = Table(config)
    table.position = record.today().start()
    events = [Event(0, now, "made", None, {"chairs": [chair.plain() for chair in chairs]})]
    table.apply(events[0])
    for text in record.course or record.moves:
        outcome = step(table, text)
        happened = [known(event, record) for event in outcome.numbered(table.n, now)]
        table.take(happened, outcome.position)
        events += happened
    for event in ending_of(record, table.n + 1, now, table.chairs):
        table.apply(event)
        events.append(event)
    return Append(
        config.id,
        tuple(events),
        turn=None,
        over=True,
        snapshot=snapshot_under(record, table.position, table.n),
        chairs=tuple(chairs),
        practice=bool(record.practice),
        standing=standing_of(table.position, table.winners()),
        stopped=record.stopped,
    )


def ending_of(record: Record, n: int, now: float, chairs: list[Chair]) -> list[Event]:
    """What a record says of who gave up, and of an end before the end."""
    told = [
        Event(
            n + number,
            now,
            "chair",
            seat,
            {
                "chair": replace(chairs[seat], given_up=True).plain(),
                "why": "time" if record.stopped == "time" else "resign",
                "moves": after,
            },
        )
        for number, (seat, after) in enumerate(record.gave_up.items())
    ]
    if (stopped := stopped_in(record)) is not None:
        data: dict[str, object] = {"why": stopped.why, "winners": list(stopped.winners)}
        told.append(Event(n + len(told), now, "end", stopped.seat, data))
    return told


def known(event: Event, record: Record) -> Event:
    """An event of the course; who took back to where practice began knew what would come."""
    if event.kind != "undo" or event.data["to"] != record.practice - 1:
        return event
    return replace(event, data={**event.data, "practice": True})


def snapshot_under(record: Record, last: Position, n: int) -> Snapshot:
    """The last position by the version of the rules that the record names."""
    made, own = (
        snapshot_of(last, n, len(record.moves), bool(record.stopped)),
        record.declared().rules,
    )
    text = made.text.replace(f"{record.game}/{own} ", f"{record.game}/{record.rules} ", 1)
    return replace(made, text=text)


def chairs_of(record: Record) -> list[Chair]:
    """Who played, as far as the record says; none of them is anybody here."""
    names = (*record.players, *[""] * record.seats)[: record.seats]
    return [Chair("person", tidy_name(name)) for name in names]
