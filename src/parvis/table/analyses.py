"""Analyses of finished games: asked for by people, made in the background, kept in the database.

One table is looked into after the other, by processes of their own that come after all bots; of
those who wait there is a bound. Whoever asks at another server sees the same: how far it is, or
what was found. What a server has left unfinished can be asked for again.
Imports the analyst, the store with its schema, its errands, and the worker processes.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import os
import time
import zlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from typing import Literal

import sqlalchemy as sa

from parvis.bots.analysis import Analysis, read_analysis
from parvis.bots.analyst import Task, finished, put_together, tasks
from parvis.engine.build import COMPILED
from parvis.engine.record import Record
from parvis.table.errands import Errands
from parvis.table.schema import ANALYSES
from parvis.table.store import Store, StoreError
from parvis.table.worker import LAST
from parvis.table.worker_pool import WORKER, Worker, WorkersFailed

METHOD = 1  # raised when figures of before are not comparable any more: they are made anew
SEED = 0
PROCESSES = 2
MOST_WAITING = 20  # tables
SLOWEST = 600.0  # seconds for one move
TRIES = 3
A_BEAT = 2.0  # seconds between two notes of how far it is
SILENT = 30.0  # seconds without one after which a server has left it
LARGEST = 400_000  # characters that are kept of a game
AT_HAND = 24  # analyses that were looked at last
INTERPRETED = 0.1  # the effort where nothing is compiled
LONG = 400  # moves: longer games get less effort for each, so that their time is bounded

State = Literal["none", "waiting", "running", "done", "failed", "stopped"]
UNDER_WAY: tuple[State, ...] = ("waiting", "running")
log = logging.getLogger("parvis.analyses")


class TooMany(Exception):
    """So many wait already that nobody should be kept waiting behind them."""


@dataclass(frozen=True)
class Standing:
    """How an analysis stands: moves that are done, of how many; and what was found."""

    state: State
    done: int = 0
    total: int = 0
    result: Analysis | None = None


@dataclass
class Job:
    """An analysis that is being made here."""

    table: str
    record: Record
    state: State = "waiting"
    found: dict[int, dict[str, object]] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None

    def effort(self, whole: float) -> float:
        """What a game gets of the whole effort, by its length."""
        return whole * min(1.0, LONG / max(1, len(self.record.moves)))

    @property
    def standing(self) -> Standing:
        return Standing(self.state, len(self.found), len(self.record.moves))


class Analyses:
    """The analyses of a server: those in the making, those at hand, and those in the database."""

    def __init__(
        self,
        store: Store,
        errands: Errands,
        command: Sequence[str] | None = None,
        clock: Callable[[], float] = time.time,
        effort: float = 1.0 if COMPILED else INTERPRETED,
    ) -> None:
        self.store = store
        self.errands = errands
        self.clock = clock
        self.effort = effort
        count = min(PROCESSES, os.cpu_count() or 1)
        self.workers = [Worker(tuple(command or (*WORKER, LAST))) for _ in range(count)]
        self.jobs: dict[str, Job] = {}
        self.turn = asyncio.Lock()
        self.at_hand: OrderedDict[str, Analysis] = OrderedDict()

    async def standing(self, table: str, total: int) -> Standing:
        """How the analysis of a table stands, here or at another server."""
        job = self.jobs.get(table)
        if job is not None:
            return job.standing
        found = self.at_hand.get(table)
        if found is None:
            row = await self.errands.run(self.kept, table)
            if row is None or row.method != METHOD:
                return Standing("none", 0, total)
            if row.result is None:
                silent = row.state in UNDER_WAY and row.at < self.clock() - SILENT
                return Standing("failed" if silent else row.state, row.done, total)
            found = await asyncio.to_thread(unpacked, row.result)
            self.hold(table, found)
        return Standing("done", total, total, found)

    async def start(self, table: str, record: Record) -> None:
        """Begin, unless it is done or on its way; `RecordError` and `TooMany` say why not."""
        standing = await self.standing(table, len(record.moves))
        if standing.state in ("done", *UNDER_WAY):
            return
        if len(self.jobs) >= MOST_WAITING:
            raise TooMany
        record = await asyncio.to_thread(finished, record)
        if table not in self.jobs:
            job = self.jobs[table] = Job(table, record)
            job.task = asyncio.ensure_future(self.make(job))

    async def stop(self, table: str) -> None:
        """Leave it; what was found so far is forgotten."""
        job = self.jobs.get(table)
        if job is not None and job.task is not None:
            job.task.cancel()
            await asyncio.gather(job.task, return_exceptions=True)
        else:  # at another server, which hears of it when it next says how far it is
            await self.errands.run(self.mark, table, "stopped", 0)

    async def close(self) -> None:
        """Leave everything; what is unfinished can be asked for again."""
        running = [job.task for job in self.jobs.values() if job.task is not None]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    # In the background.

    async def make(self, job: Job) -> None:
        """One analysis from its turn to its end, whatever that is."""
        ended: State = "failed"
        try:
            await self.errands.run(self.begin, job.table)
            async with self.heard_of(job), self.turn:
                job.state = "running"
                await self.look(job)
                found = [job.found[number] for number in sorted(job.found)]
                analysis = await asyncio.to_thread(
                    put_together, job.record, SEED, job.effort(self.effort), found
                )
                text = await asyncio.to_thread(packed, analysis)
                if len(text) <= LARGEST:
                    await self.errands.run(self.keep, job.table, len(found), text)
                self.hold(job.table, analysis)
                ended = "done"
        except asyncio.CancelledError:
            ended = "stopped"
        except (WorkersFailed, StoreError, ValueError) as error:
            log.warning("analysis failed", extra={"why": type(error).__name__})
        finally:
            if ended != "done":
                await self.note_end(job, ended)
            if len(self.jobs) == 1:  # nobody needs the processes next
                for worker in self.workers:
                    await worker.stop()
            self.jobs.pop(job.table, None)

    async def note_end(self, job: Job, state: State) -> None:
        try:
            await self.errands.run(self.mark, job.table, state, len(job.found))
        except (StoreError, RuntimeError):  # the server ends: silence says the same
            log.info("the end of an analysis was not noted")

    @asynccontextmanager
    async def heard_of(self, job: Job) -> AsyncIterator[None]:
        """Let other servers know that it waits or how far it is."""
        telling = asyncio.ensure_future(self.tell(job))
        try:
            yield
        finally:
            telling.cancel()

    async def tell(self, job: Job) -> None:
        """Say now and then that it is wanted and how far it is, until somebody stops it."""
        wanted = True
        while wanted:
            await asyncio.sleep(A_BEAT)
            with suppress(StoreError):  # the next time, or never: then it counts as left
                wanted = await self.errands.run(self.mark, job.table, job.state, len(job.found))
        if job.task is not None:
            job.task.cancel()

    async def look(self, job: Job) -> None:
        """Look into all moves, several at a time."""
        left = tasks(job.record, SEED, job.effort(self.effort))
        lookers = [
            asyncio.ensure_future(self.look_on(job, worker, left)) for worker in self.workers
        ]
        try:
            await asyncio.gather(*lookers)
        finally:
            for one in lookers:
                one.cancel()
            await asyncio.gather(*lookers, return_exceptions=True)

    async def look_on(self, job: Job, worker: Worker, left: Iterator[Task]) -> None:
        """One process after the next move, until none is left."""
        try:
            for task in left:
                job.found[task.number] = await self.found(worker, task)
        except BaseException:
            await worker.stop()  # its answer would else be taken for that of the next question
            raise

    async def found(self, worker: Worker, task: Task) -> dict[str, object]:
        """What is found of a move, asked again if a process dies."""
        line = json.dumps(asdict(task)).encode() + b"\n"
        for tried in range(1, TRIES + 1):
            try:
                return await worker.tell(line, SLOWEST)
            except WorkersFailed:
                if tried == TRIES:
                    raise
        raise AssertionError("tried at least once")

    def hold(self, table: str, analysis: Analysis) -> None:
        self.at_hand.pop(table, None)
        self.at_hand[table] = analysis
        while len(self.at_hand) > AT_HAND:
            self.at_hand.popitem(last=False)

    # In the database; these block.

    def kept(self, table: str) -> sa.Row[tuple[object, ...]] | None:
        """What is known there of a table's analysis."""
        with self.store.reading() as connection:
            rows = sa.select(ANALYSES).where(ANALYSES.c.table_id == table)
            return connection.execute(rows).first()

    def begin(self, table: str) -> None:
        """Say that it is wanted; what is there is of another method, or nothing."""
        with self.store.writing() as connection:
            connection.execute(sa.delete(ANALYSES).where(ANALYSES.c.table_id == table))
        self.mark(table, "waiting", 0)

    def mark(self, table: str, state: State, done: int) -> bool:
        """Say how far it is; False if somebody has stopped it meanwhile."""
        own = ANALYSES.c.table_id == table
        values: dict[str, object] = {"method": METHOD, "state": state, "done": done}
        values["at"] = self.clock()
        change = sa.update(ANALYSES).where(own, ANALYSES.c.result.is_(None))
        if state in UNDER_WAY:  # in one statement, lest a stop at another server is lost
            change = change.where(ANALYSES.c.state != "stopped")
        with self.store.writing() as connection:
            if connection.execute(change.values(**values)).rowcount:
                return True
            there = connection.execute(sa.select(ANALYSES.c.state).where(own)).first()
            if there is None:
                connection.execute(self.store.unless_there(ANALYSES), {"table_id": table, **values})
        return there is None

    def keep(self, table: str, done: int, text: str) -> None:
        """What was found, for whoever asks from now on."""
        with self.store.writing() as connection:
            connection.execute(
                sa.update(ANALYSES)
                .where(ANALYSES.c.table_id == table)
                .values(method=METHOD, state="done", done=done, at=self.clock(), result=text)
            )


def packed(analysis: Analysis) -> str:
    """An analysis as it is kept: small, and text."""
    plain = json.dumps(analysis.plain(), separators=(",", ":")).encode()
    return base64.b85encode(zlib.compress(plain, 9)).decode()


def unpacked(text: str) -> Analysis:
    return read_analysis(json.loads(zlib.decompress(base64.b85decode(text))))
