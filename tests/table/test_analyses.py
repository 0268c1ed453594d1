"""Analyses are made in the background, one after the other, and kept for whoever asks."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from parvis.bots.analyst import analyse_record
from parvis.engine.chance import Rng
from parvis.engine.record import Record, RecordError
from parvis.table import analyses
from parvis.table.analyses import SEED, SILENT, Analyses, TooMany, packed, unpacked
from parvis.table.errands import Errands
from parvis.table.pruning import Keeping, prune
from parvis.table.schema import ANALYSES
from parvis.table.store import A_DAY, Store
from parvis.table.worker import LAST
from tests.table.tables import ADA, WORKER, Clock, in_registry, until

EFFORT = 0.01
NOBODY = (sys.executable, "-c", "pass")  # a process that ends before it says anything


def a_record(seed: str = "kept", rounds: int = 1) -> Record:
    record = Record.begin("stairs", 2, seed, {"rounds": rounds})
    position, rng = record.start(), Rng(3)
    while not position.over():
        move = int(position.random_move(rng))
        record = record.with_move(position, move)
        position.play(move)
    return record.finish(position)


def kept(store: Store, record: Record) -> str:
    """The table of a record."""
    return in_registry(store, lambda registry: registry.keep_record(record, ADA))


@asynccontextmanager
async def analysing(
    store: Store, command: tuple[str, ...] = (*WORKER, LAST), clock: Clock | None = None
) -> AsyncIterator[Analyses]:
    times = {"clock": clock} if clock is not None else {}
    made = Analyses(store, Errands(), command, effort=EFFORT, **times)
    try:
        yield made
    finally:
        await made.close()


async def settled(made: Analyses, table: str) -> None:
    await until(lambda: table not in made.jobs)


def test_what_was_found_is_kept_and_seen_at_other_servers(store: Store) -> None:
    record = a_record()
    table, total = kept(store, record), len(record.moves)

    async def script() -> None:
        async with analysing(store) as here, analysing(store) as there:
            assert (await here.standing(table, total)).state == "none"
            await here.start(table, record)
            assert (await here.standing(table, total)).state in ("waiting", "running")
            await here.start(table, record)  # asked twice, made once
            assert len(here.jobs) == 1
            await settled(here, table)
            found = await there.standing(table, total)
            assert (found.state, found.done, found.total) == ("done", total, total)
            assert found.result is not None
            assert found.result.plain() == analyse_record(record, SEED, EFFORT).plain()
            assert all(worker.process is None for worker in here.workers), "nobody idles"
            await there.start(table, record)
            assert there.jobs == {}

    asyncio.run(script())


def test_whoever_stops_it_can_begin_anew_also_from_another_server(
    store: Store, hold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "A_BEAT", 0.05)
    record = a_record()
    table, total = kept(store, record), len(record.moves)

    async def script() -> None:
        async with analysing(store) as here, analysing(store) as there:
            await here.start(table, record)
            await until(lambda: here.jobs[table].state == "running")
            while (await there.standing(table, total)).state != "running":
                await asyncio.sleep(0.01)
            await there.stop(table)
            await settled(here, table)
            assert (await here.standing(table, total)).state == "stopped"
            await here.start(table, record)
            await until(lambda: here.jobs[table].state == "running")
            await here.stop(table)
            assert (await there.standing(table, total)).state == "stopped"
            hold.unlink()
            await here.start(table, record)
            await settled(here, table)
            assert (await here.standing(table, total)).state == "done"

    asyncio.run(script())


def test_tables_wait_for_their_turn_and_only_so_many(
    store: Store, hold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MOST_WAITING", 2)
    records = [a_record(seed) for seed in ("one", "two", "three")]
    tables = [kept(store, record) for record in records]

    async def script() -> None:
        async with analysing(store) as here:
            await here.start(tables[0], records[0])
            await until(lambda: here.jobs[tables[0]].state == "running")
            await here.start(tables[1], records[1])
            assert (await here.standing(tables[1], 1)).state == "waiting"
            with pytest.raises(TooMany):
                await here.start(tables[2], records[2])
            hold.unlink()
            for table in tables[:2]:
                await settled(here, table)
                assert (await here.standing(table, 1)).state == "done"

    asyncio.run(script())


def test_processes_that_die_make_it_fail_and_it_can_be_asked_for_again(store: Store) -> None:
    record = a_record()
    table, total = kept(store, record), len(record.moves)

    async def script() -> None:
        async with analysing(store, NOBODY) as here:
            await here.start(table, record)
            await settled(here, table)
            assert (await here.standing(table, total)).state == "failed"
        async with analysing(store) as later:
            await later.start(table, record)
            await settled(later, table)
            assert (await later.standing(table, total)).state == "done"

    asyncio.run(script())


def test_what_a_server_left_counts_as_failed_after_a_while(store: Store) -> None:
    record, clock = a_record(), Clock()
    table = kept(store, record)

    async def script() -> None:
        async with analysing(store, clock=clock) as here:
            here.mark(table, "running", 3)
            found = await here.standing(table, 6)
            assert (found.state, found.done) == ("running", 3)
            clock.now += SILENT + 1
            assert (await here.standing(table, 6)).state == "failed"

    asyncio.run(script())


def test_who_waits_is_heard_of_and_what_a_dead_server_had_waiting_is_begun_anew(
    store: Store, hold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "A_BEAT", 0.05)
    records, clock = [a_record("one"), a_record("two")], Clock()
    tables = [kept(store, record) for record in records]

    async def script() -> None:
        async with analysing(store, clock=clock) as here, analysing(store, clock=clock) as there:
            for table, record in zip(tables, records, strict=True):
                await here.start(table, record)
            await until(lambda: "running" in [here.jobs[table].state for table in tables])
            second = 1 if here.jobs[tables[0]].state == "running" else 0
            table, record = tables[second], records[second]
            clock.now += SILENT + 1
            while (await there.standing(table, 6)).state != "waiting":
                await asyncio.sleep(0.01)  # its server says that it still waits there
            await there.stop(table)
            await settled(here, table)
            assert (await here.standing(table, 6)).state == "stopped"
            there.begin(table)
            clock.now += SILENT + 1
            assert (await there.standing(table, 6)).state == "failed"
            hold.unlink()
            await there.start(table, record)
            await settled(there, table)
            assert (await there.standing(table, 6)).state == "done"

    asyncio.run(script())


def test_figures_of_another_method_are_made_anew(store: Store) -> None:
    record = a_record()
    table, total = kept(store, record), len(record.moves)

    async def script() -> None:
        async with analysing(store) as here:
            here.mark(table, "running", 0)
            here.keep(table, total, packed(analyse_record(record, SEED, EFFORT)))
            with store.writing() as connection:
                connection.execute(sa.update(ANALYSES).values(method=0))
            assert (await here.standing(table, total)).state == "none"
            await here.start(table, record)
            await settled(here, table)
            assert (await here.standing(table, total)).state == "done"

    asyncio.run(script())


def test_a_game_that_goes_on_is_refused(store: Store) -> None:
    record = a_record()
    cut = replace(record, moves=record.moves[:-1], result=None, final="")

    async def script() -> None:
        async with analysing(store) as here:
            with pytest.raises(RecordError):
                await here.start("any", cut)
            assert here.jobs == {}

    asyncio.run(script())


def test_what_is_kept_is_small_reads_back_and_goes_with_its_table(store: Store) -> None:
    record = a_record(rounds=12)
    found = analyse_record(record, SEED, EFFORT)
    text = packed(found)
    assert unpacked(text).plain() == found.plain()
    assert len(text) < 300 * len(record.moves)
    table = kept(store, record)
    made = Analyses(store, Errands(), effort=EFFORT)
    made.mark(table, "running", 0)
    made.keep(table, len(record.moves), text)
    kept(store, a_record("newest"))  # the newest event is never removed
    gone = prune(store, Keeping(finished=1), Clock().now + 10**10 + 400 * A_DAY)
    assert table in [one.table for one in gone]
    assert made.kept(table) is None


def test_a_game_that_ended_before_its_end_is_worth_what_its_last_position_was() -> None:
    whole = a_record(rounds=2)
    cut = replace(whole, moves=whole.moves[:6], result=None, final="")
    resigned = replace(cut, stopped="resigned", gave_up={0: 6}, won=(1,))
    found = analyse_record(resigned, effort=EFFORT)
    assert len(found.course) == 7
    assert found.course[-1][0].margin_error > 0.0, "it was not decided"
    with pytest.raises(RecordError, match="not over"):
        analyse_record(cut, effort=EFFORT)
    with pytest.raises(RecordError):
        analyse_record(replace(resigned, moves=(), gave_up={0: 0}), effort=EFFORT)
