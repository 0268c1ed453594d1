"""A table as a record tells it: for the terminal, and for what is never stored.

Imports records, the folded table and what moves bring.
"""

from __future__ import annotations

from collections.abc import Sequence

from parvis.engine.record import Record
from parvis.engine.record import taken_back as back_in
from parvis.table.chair import Chair
from parvis.table.decisions import Outcome, played, taken_back
from parvis.table.event import Event
from parvis.table.stored import TableConfig
from parvis.table.table import Table


def config_of(record: Record, host: str) -> TableConfig:
    """What was agreed, as a record tells it, and its secrets."""
    setting = record.declared().settle(record.seats, record.options, record.pack)
    return TableConfig(
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        options=setting.options,
        pack=setting.pack.source,
        digest=setting.pack.digest,
        seed=record.seed,
        salt=record.salt,
        commitment=record.commitment,
        host=host,
        origin=record.origin,
    )


def table_of(record: Record, chairs: Sequence[Chair], host: str) -> Table:
    """A table where a record leads; `RecordError` says what is wrong with it."""
    table = Table(config_of(record, host))
    table.position = record.start()
    table.apply(Event(0, 0.0, "made", None, {"chairs": [chair.plain() for chair in chairs]}))
    table.keep()
    # Replayed whole before anything is played here: what is wrong is told by its line.
    for _ in record.replay():
        pass
    if record.course:
        record.retrace()
    for text in record.course or record.moves:
        outcome = step(table, text)
        table.take(outcome.numbered(table.n, 0.0), outcome.position)
    table.practice = record.practice
    return table


def step(table: Table, text: str) -> Outcome:
    """What a word of a record's course brings."""
    if (count := back_in(text)) is not None:
        to = len(table.moves) - count
        return taken_back(table, table.moves[to].seat, to, agreed=False, practice=False)
    seat, position = table.turn(), table.position
    assert seat is not None
    assert position is not None
    return played(table, seat, position.read(text))
