"""Bots think on other machines where there are any, and here where there are none.

A question is taken back if nobody takes it, and thought about here too if its answer is late, so
that a bot answers when it was said to whatever becomes of a worker. Who is next is decided here, as
for the workers of this machine; the queue holds no more questions of a server than there are
workers to take them. Imports the queue, the local pool, its lanes and the store's errands.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

from parvis.table.errands import Errands
from parvis.table.lane import Lane
from parvis.table.question_queue import ANSWERED, Gone, Kind, QuestionQueue
from parvis.table.store import StoreError
from parvis.table.worker_pool import (
    LEAST,
    PATIENCE,
    BotAnswer,
    BotQuestion,
    WorkerPool,
    read_answer,
)

LOOK = 2.0  # seconds between two looks at who is there
TIDY = 15  # looks after which what was left behind is removed
TAKEN = 0.3  # seconds within which a question has to be taken, or as long as time can be made up
LATE = 0.1  # seconds after its time to think before a question is asked here too
NO_HURRY = 5.0  # the same where a bot does not think by time

log = logging.getLogger("parvis.remote_pool")


class RemotePool:
    """Asks workers on other machines; `local` answers where they do not."""

    def __init__(
        self,
        local: WorkerPool,
        queue: QuestionQueue,
        errands: Errands,
        server: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.local = local
        self.queue = queue
        self.errands = errands
        self.server = server
        self.clock = clock
        self.lanes: dict[bool, Lane[None]] = {True: Lane([]), False: Lane([])}  # quick, and not
        self.open: dict[str, asyncio.Future[None]] = {}
        self.asking: Counter[str] = Counter()  # questions in the queue by household
        self.tasks: set[asyncio.Task[object]] = set()
        self.workers = 0
        self.strangers: set[str] = set()
        self.looks = 0
        self.waiting = 0
        self.answered = 0
        self.failures = 0  # not taken, late, or failed
        self.waited: Callable[[float], object] = lambda seconds: None  # is told of every wait

    @property
    def channel(self) -> str:
        return ANSWERED + self.server

    def heard(self, id: str) -> None:
        """There is an answer to a question."""
        waiting = self.open.get(id)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    # Who is there.

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except StoreError as error:
                self.count([])
                log.warning("cannot look for workers", extra={"why": str(error)})
            await asyncio.sleep(LOOK)

    async def look(self) -> None:
        there = await self.errands.run(self.queue.there)
        self.count([jobs for jobs, speaks in there if speaks == self.queue.speaks])
        for speaks in {speaks for _, speaks in there} - {self.queue.speaks} - self.strangers:
            self.strangers.add(speaks)
            log.warning(
                "a worker of another version is not asked; bring both to the same one",
                extra={"theirs": speaks, "own": self.queue.speaks},
            )
        if self.open:  # the line by which answers are told may have been cut
            for id in await self.errands.run(self.queue.answered, self.server):
                self.heard(id)
        if self.looks % TIDY == 0:
            await self.errands.run(self.queue.tidy)
        self.looks += 1

    def count(self, jobs: list[int]) -> None:
        """So many questions can be thought about at once: as `kinds_of` shares them out."""
        if (self.workers == 0) != (not jobs):
            log.info("workers on other machines", extra={"workers": len(jobs), "jobs": sum(jobs)})
        self.workers = len(jobs)
        self.lanes[True].resize(sum(jobs), None)
        self.lanes[False].resize(sum(max(1, one - 1) for one in jobs), None)

    # Questions.

    async def think(self, question: BotQuestion) -> BotAnswer:
        """A bot's answer, from whoever has it first once that is needed."""
        if not self.workers:
            return await self.local.think(question)
        asked = self.clock()
        self.waiting += 1
        remote = asyncio.ensure_future(self.ask(question, asked))
        try:
            await asyncio.wait([remote], timeout=answered_by(question))
            answer = remote.result() if remote.done() else None
            if answer is None:
                self.failures += 1
                answer = await self.here_or(remote, question, asked)
            return answer
        finally:
            remote.cancel()
            self.waiting -= 1

    async def here_or(
        self, remote: asyncio.Future[BotAnswer | None], question: BotQuestion, asked: float
    ) -> BotAnswer:
        """This machine's answer, or the other one's if that comes first after all."""
        spent = self.clock() - asked
        local = asyncio.ensure_future(self.local.think(question.after(spent)))
        try:
            if not remote.done():
                both: list[asyncio.Future[Any]] = [remote, local]
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                if not local.done() and (answer := remote.result()) is not None:
                    return answer
            answer = await local
            return replace(answer, whole=spent + answer.whole)
        finally:
            local.cancel()

    async def ask(self, question: BotQuestion, asked: float) -> BotAnswer | None:
        """The answer of another machine; None if there is none to be had."""
        quick = question.quick
        lane, until = self.lanes[quick], taken_by(question)
        try:
            async with asyncio.timeout(until):
                await lane.get(question.asker)
        except TimeoutError:
            return None
        try:
            return await self.queued(question, quick, asked, asked + until)
        except StoreError as error:
            log.warning("cannot ask another machine", extra={"why": str(error)})
            return None
        finally:
            lane.put(None, question.asker)

    async def queued(
        self, question: BotQuestion, quick: bool, asked: float, until: float
    ) -> BotAnswer | None:
        id = secrets.token_hex(16)
        answered = self.open[id] = asyncio.get_running_loop().create_future()
        asker, joined = question.asker, self.clock()
        shorter = question.after(joined - asked)
        households = asker.households or frozenset({""})
        rank = min(self.asking[household] for household in households)
        self.asking.update(households)
        gone: Gone | None = None
        try:
            line, kind = shorter.line().decode(), Kind(quick, asker.only_bots)
            patience = shorter.seconds + PATIENCE
            await self.errands.run(self.queue.ask, self.server, id, line, kind, rank, patience)
            await asyncio.wait([answered], timeout=max(0.0, until - self.clock()))
            gone = await self.errands.run(self.queue.end, id)
            if gone is None:  # someone is thinking about it
                await asyncio.wait([answered], timeout=patience)
                gone = await self.errands.run(self.queue.end, id)
        finally:
            if gone is None:
                self.spawn(self.forget(id))
            del self.open[id]
            self.asking -= Counter(dict.fromkeys(households, 1))
        return None if gone is None else self.read(gone, question, joined - asked)

    async def forget(self, id: str) -> None:
        """Nobody waits for the answer any more; of who thinks about it, it is tidied up later."""
        try:
            await self.errands.run(self.queue.end, id)
        except StoreError:
            log.info("a question is left to be tidied up")

    def read(self, gone: Gone, question: BotQuestion, before: float) -> BotAnswer | None:
        """An answer as it was written down, after so many seconds before it was asked."""
        match gone.answer:
            case {"waited": int() | float() as waited, "seconds": int() | float() as seconds}:
                answer = read_answer(gone.answer or {})
                if answer is not None:
                    self.answered += 1
                    self.waited(before + waited)
                    return replace(answer, whole=before + waited + seconds)
            case {"failed": why}:
                log.warning("a remote worker failed", extra={"why": why, "bot": question.bot})
        return None

    def spawn(self, work: Coroutine[object, object, object]) -> None:
        task: asyncio.Task[object] = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Let questions be taken back."""
        if self.tasks:
            await asyncio.wait(self.tasks)
        await self.local.close()


def taken_by(question: BotQuestion) -> float:
    """Seconds after which it is too late to begin elsewhere: this machine can still be in time.

    >>> [taken_by(BotQuestion("", None, "flat", 1, seconds)) for seconds in (2.0, 0.15)]
    [1.85, 0.3]
    """
    return max(TAKEN, question.seconds - LEAST)


def answered_by(question: BotQuestion) -> float:
    """Seconds after which an answer is late."""
    return max(TAKEN, question.seconds) + LATE if question.seconds else NO_HURRY
