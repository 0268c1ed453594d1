"""All games of a person in one file, made as it is sent: a zip with a record of each.

No table is opened for it: a record is read from the log. Games that go on are there without what
is still secret. Imports the store, the folded table and which games are a person's.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec

from parvis.engine.record import Record
from parvis.table import my_games
from parvis.table.store import Store
from parvis.table.stored import StoredTable
from parvis.table.table import Table

AT_A_TIME = 50  # games between two pieces that are sent


class End(msgspec.Struct):
    """What is read of a snapshot: whether the game was over."""

    over: bool = False


read_end = msgspec.json.Decoder(End).decode


class Outbox(io.RawIOBase):
    """A file that is only written to; what was written can be taken away."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        assert isinstance(data, (bytes, bytearray, memoryview))
        self.pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        pieces, self.pieces = self.pieces, []
        return b"".join(pieces)


class Export:
    """The file, piece by piece. Every call blocks a little."""

    def __init__(self, store: Store, person: str) -> None:
        self.store = store
        self.person = person
        self.out = Outbox()
        self.file = zipfile.ZipFile(self.out, "w", zipfile.ZIP_DEFLATED)
        self.pieces = self.made()

    def next(self) -> bytes | None:
        """The next piece; None after the last one."""
        return next(self.pieces, None)

    def made(self) -> Iterator[bytes]:
        last, number = "", 0
        while found := my_games.ids(self.store, self.person, last, AT_A_TIME):
            last = found[-1]
            for id in found:
                stored = self.store.load(id)
                if stored is not None:
                    number += 1
                    self.put(number, stored)
            yield self.out.taken()
        self.file.close()
        yield self.out.taken()

    def put(self, number: int, stored: StoredTable) -> None:
        made = datetime.fromtimestamp(stored.config.created, UTC)
        name = f"{stored.config.game}-{made:%Y-%m-%d}-{number:05}.parvis"
        entry = zipfile.ZipInfo(name, made.timetuple()[:6])
        entry.compress_type = zipfile.ZIP_DEFLATED
        self.file.writestr(entry, record_of(stored).text())


def record_of(stored: StoredTable) -> Record:
    """The record of a table from its log, without playing it; before the end what all may know."""
    table = Table(stored.config)
    for event in stored.events:
        table.apply(event)
    snapshot = stored.snapshot
    if snapshot is None or not read_end(snapshot.packed).over:
        return table.agreed()
    table.ended = snapshot
    return table.whole_record()
