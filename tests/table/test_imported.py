"""A record from elsewhere is a table that is over, as if it had been played here."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from parvis.engine.record import RecordError
from parvis.table.imported import MOST_PLAYED, checked, id_of, returns
from parvis.table.registry import Ids, Registry
from parvis.table.store import Store
from parvis.table.table import EVERY
from tests.table.tables import ADA, BOB, CountedIds, in_registry, persons
from tests.web.games import a_record


def a_long_one() -> str:
    return a_record("stairs", rounds=EVERY).text()


def test_it_is_opened_from_the_log_as_it_was_recorded(store: Store) -> None:
    record = checked(a_long_one())

    async def script(registry: Registry) -> None:
        id = await registry.keep_record(record, ADA)
        table = (await registry.open(id)).table
        assert table.over()
        assert table.record().text() == record.text()
        assert table.config.purpose == "record"
        assert [entry.sentences(0) for entry in table.log[-3:]]
        assert table.position is not None
        standing = registry.store.records_of(ADA)[0].standing
        assert [points for _, points, _ in standing] == table.position.scores()
        assert registry.store.records_of(BOB) == []
        assert registry.store.of_person(ADA) == []
        assert registry.store.unfinished(ADA) == 0

    in_registry(store, script)


def test_two_who_bring_it_at_once_come_to_one_table(store: Store) -> None:
    record = checked(a_long_one())

    async def script(registry: Registry) -> None:
        brought = [registry.keep_record(record, person) for person in (ADA, BOB, ADA)]
        assert set(await asyncio.gather(*brought)) == {id_of(record)}
        assert len(registry.store.records_of(ADA)) + len(registry.store.records_of(BOB)) == 1

    in_registry(store, script)


def test_a_code_that_is_taken_is_exchanged_for_another(store: Store) -> None:
    class Twice(CountedIds):
        codes = iter(("TAKEN2", "TAKEN2", "FREE22"))

        def code(self) -> str:
            return next(self.codes)

    async def script(registry: Registry) -> None:
        await registry.make("stairs", persons(ADA, BOB), ADA)
        id = await registry.keep_record(checked(a_long_one()), ADA)
        assert (await registry.open(id)).table.config.code == "FREE22"

    ids: Ids = Twice()
    in_registry(store, script, ids=ids)


def test_where_one_went_back_to_is_read_from_the_course() -> None:
    record = replace(a_record("stairs"), course=("m1", "m2", "<1", "m3", "<2", "m4"))
    assert returns(record) == [2, 1]


def test_what_cannot_be_kept_is_told_before_anything_is_played() -> None:
    record = a_record("stairs")
    for wrong, fault in (
        (replace(record, moves=record.moves * MOST_PLAYED), "long"),
        (replace(record, seed="7\0", commitment=""), "line"),
        (replace(record, salt="x" * 65), "line"),
        (replace(record, moves=record.moves[:-1], result=None, final=""), "going"),
        (replace(record, practice=2), "course"),
    ):
        with pytest.raises(RecordError) as refused:
            checked(wrong.text())
        assert refused.value.fault == fault
