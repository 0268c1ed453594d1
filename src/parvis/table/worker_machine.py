"""A machine that thinks for bots of tables it does not know: `parvis worker`.

Each job has a process that thinks and takes one question at a time. Of several jobs the first is
for quick bots; of three or more the second is for tables where a person plays.
Imports the queue, the processes that think, and the store's errands.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

from parvis.table.errands import Errands
from parvis.table.notifications import listen
from parvis.table.question_queue import ASKED, Kind, QuestionQueue, Taken, read_kind
from parvis.table.store import Store, StoreError
from parvis.table.worker_pool import WORKER, BotAnswer, Worker, WorkersFailed, read_question

BEAT = 2.0  # seconds between two signs of life
LOOK = 0.5  # seconds after which a question that came back without a word is found
PAUSE = 1.0  # seconds before a database that failed is asked again
ENDING = 5.0  # seconds for a thought to come to its end when it is time to stop
KINDS = tuple(Kind(quick, only_bots) for quick in (True, False) for only_bots in (False, True))

log = logging.getLogger("parvis.worker")


def kinds_of(number: int, jobs: int) -> tuple[Kind, ...]:
    """What a job takes: of several some are kept free for who should not wait.

    >>> [len(kinds_of(number, 3)) for number in range(3)], len(kinds_of(0, 1))
    ([2, 2, 4], 4)
    """
    if number == 0 and jobs > 1:
        return tuple(kind for kind in KINDS if kind.quick)
    if number == 1 and jobs > 2:
        return tuple(kind for kind in KINDS if not kind.only_bots)
    return KINDS


class Job:
    """One process that thinks, and what it takes."""

    def __init__(self, machine: WorkerMachine, kinds: tuple[Kind, ...]) -> None:
        self.machine = machine
        self.kinds = kinds
        self.worker = Worker(machine.command)
        self.called = asyncio.Event()
        self.idle = False

    def call(self) -> None:
        """Have it look for a question, at the latest after that at hand."""
        self.idle = False
        self.called.set()

    async def run(self) -> None:
        await self.worker.start()
        machine = self.machine
        while not machine.stopping.is_set():
            self.called.clear()
            try:
                taken = await machine.errands.run(machine.queue.take, self.kinds)
                if taken is not None:
                    await self.think(taken)
                else:
                    self.idle = not self.called.is_set()
                    await self.called.wait()
            except StoreError as error:
                log.warning("the database failed", extra={"why": str(error)})
                await asyncio.sleep(PAUSE)

    async def think(self, taken: Taken) -> None:
        """Answer a question, or give it back."""
        errands = self.machine.errands
        try:
            try:
                question = read_question(taken.asked).after(taken.waited)
                answer = plain(await self.worker.ask(question), taken.waited, question.seconds)
                self.machine.answered += 1
            except (WorkersFailed, ValueError, TypeError) as failure:
                self.machine.failures += 1
                why = f"{type(failure).__name__} {failure}"[:200]
                log.warning("a question was not answered", extra={"why": why})
                answer = {"failed": why}
            await errands.run(taken.answer, answer)
        except BaseException:
            taken.give_back()
            raise


def plain(answer: BotAnswer, waited: float, seconds: float) -> dict[str, object]:
    return {
        "move": answer.move,
        "reasons": answer.reasons,
        "advice": None if answer.advice is None else answer.advice.plain(),
        "waited": waited,
        "seconds": seconds,
    }


class WorkerMachine:
    """All jobs of a machine, and its signs of life."""

    def __init__(self, store: Store, jobs: int, command: Sequence[str] = WORKER) -> None:
        self.queue = QuestionQueue(store)
        self.store = store
        self.command = command
        self.errands = Errands()
        self.id = secrets.token_hex(8)
        self.stopping = asyncio.Event()
        self.jobs = [Job(self, kinds_of(number, jobs)) for number in range(jobs)]
        self.answered = 0
        self.failures = 0
        self.strange: str | None = None

    def call(self, kind: Kind | None = None) -> None:
        """Have jobs look for a question: an idle one that takes this kind; without a kind, all."""
        fitting = [job for job in self.jobs if kind is None or kind in job.kinds]
        idle = [job for job in fitting if job.idle] if kind is not None else []
        for job in idle[:1] or fitting:
            job.call()

    async def run(self) -> None:
        """Think until it is time to stop; then come to an end, or give questions back."""
        with self.listening():
            log.info("worker ready", extra={"jobs": len(self.jobs), "speaks": self.queue.speaks})
            working = [asyncio.ensure_future(job.run()) for job in self.jobs]
            aside = [asyncio.ensure_future(self.beat()), asyncio.ensure_future(self.look())]
            await asyncio.wait(
                [*working, asyncio.ensure_future(self.stopping.wait())],
                return_when=asyncio.FIRST_COMPLETED,
            )
            self.stopping.set()
            self.call()
            for task in aside:
                task.cancel()
            with contextlib.suppress(StoreError):
                await self.errands.run(self.queue.leave, self.id)
            _, thinking = await asyncio.wait(working, timeout=ENDING)
            for task in thinking:
                task.cancel()
            ends = await asyncio.gather(*working, *aside, return_exceptions=True)
        for job in self.jobs:
            await job.worker.stop()
        self.errands.close()
        log.info("worker ended", extra={"answered": self.answered, "failures": self.failures})
        for end in ends:
            if isinstance(end, Exception):
                raise end

    async def beat(self) -> None:
        """Say that this machine is there, and in words if it is not of use."""
        while True:
            try:
                strange = await self.errands.run(self.queue.beat, self.id, len(self.jobs))
                if strange is not None and strange != self.strange:
                    self.strange = strange
                    log.warning(
                        "questions of another version are refused; bring both to the same one",
                        extra={"theirs": strange, "own": self.queue.speaks},
                    )
            except StoreError as error:
                log.warning("the database failed", extra={"why": str(error)})
            await asyncio.sleep(BEAT)

    async def look(self) -> None:
        """Nobody is told of a question that a worker gave back by dying."""
        while True:
            await asyncio.sleep(LOOK)
            self.call()

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        loop, over = asyncio.get_running_loop(), threading.Event()

        def called(kind: Kind | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.call, kind)

        heard: dict[str, Callable[[str], None]] = {ASKED: lambda text: called(read_kind(text))}
        arguments = (self.store, heard, lambda: called(None), over)
        thread = threading.Thread(target=listen, args=arguments, name="questions", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()


def work(store: Store, jobs: int, command: Sequence[str] = WORKER) -> None:
    """Think until interrupted or told to stop."""

    async def run() -> None:
        machine = WorkerMachine(store, jobs, command)
        loop = asyncio.get_running_loop()

        def stop(number: int, frame: FrameType | None) -> None:
            loop.call_soon_threadsafe(machine.stopping.set)

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        await machine.run()

    try:
        asyncio.run(run())
    finally:
        store.close()
