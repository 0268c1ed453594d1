"""Worker processes that think for bots, so that no table waits for another one's bot.

Quick bots have a worker of their own; the others share the rest, fairly. Time spent waiting is
taken off a bot's time to think, so that it answers when it was said to. A worker that dies or
never answers is replaced, and its question asked again. Questions and answers are text.
Imports the lanes, who is served next in them, and advice.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from parvis.bots.advice import Advice, read_advice
from parvis.table.fair_queue import Asker
from parvis.table.lane import Lane

QUICK = 0.2  # seconds: bots that take no longer go in the quick lane
LEAST = 0.15  # seconds to think that are left however long a question waited: as a quick bot has
PATIENCE = 30.0  # seconds beyond its budget before a worker is given up
TRIES = 3
LONGEST_ANSWER = 1 << 20
WORKER = (sys.executable, "-m", "parvis.table.worker")

log = logging.getLogger("parvis.worker_pool")


class WorkersFailed(Exception):
    """No worker could answer."""


@dataclass(frozen=True)
class BotQuestion:
    """What a worker is asked: a guess, who plays, the seed of its chance, the time it takes.

    `memory` is what the seat saw of moves that were taken back, if there are any. With `picks` it
    is advice that is asked for, and nobody plays: of the moves that these belong to.
    """

    text: str
    pack: str | None
    bot: str
    seed: int
    seconds: float = 0.0
    asker: Asker = field(default_factory=Asker)
    memory: dict[str, object] | None = None
    picks: tuple[str, ...] | None = None

    @property
    def quick(self) -> bool:
        """Whether it goes in the quick lane."""
        return self.picks is None and self.seconds <= QUICK

    def after(self, waited: float) -> BotQuestion:
        """The question with the time to think that is left of it.

        >>> question = BotQuestion("", None, "flat", 1, 0.6)
        >>> question.after(0.25).seconds, question.after(7).seconds
        (0.35, 0.15)
        """
        return replace(self, seconds=max(min(self.seconds, LEAST), self.seconds - waited))

    def line(self) -> bytes:
        """What a worker is told of it: never for whom it is asked."""
        asked = {
            "text": self.text,
            "pack": self.pack,
            "bot": self.bot,
            "seed": self.seed,
            "seconds": self.seconds,
            "memory": self.memory,
            "picks": self.picks,
        }
        return json.dumps(asked).encode() + b"\n"


def read_question(line: str | bytes) -> BotQuestion:
    """A question as a worker on another machine is told of it."""
    read = json.loads(line)
    picks = read.pop("picks")
    return BotQuestion(**read, picks=None if picks is None else tuple(picks))


@dataclass(frozen=True)
class BotAnswer:
    """A move, the reasons as plain sentences, and when it would have come at the latest.

    `whole` is the time from the question until the whole of the thinking time was over. Where
    advice was asked for, there is some.
    """

    move: int
    reasons: list[dict[str, object]] = field(default_factory=list)
    whole: float = 0.0
    advice: Advice | None = None


def read_answer(plain: Mapping[str, Any]) -> BotAnswer | None:
    """An answer as a worker writes it; None if it is none."""
    match plain:
        case {"move": int(move), "reasons": list(reasons), "advice": advice}:
            return BotAnswer(move, reasons, 0.0, None if advice is None else read_advice(advice))
    return None


class Worker:
    """One process; started when it is first needed."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.process: Process | None = None

    async def start(self) -> Process:
        """The process, started if there is none."""
        if self.process is not None and self.process.returncode is not None:
            await self.stop()
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *self.command, stdin=PIPE, stdout=PIPE, limit=LONGEST_ANSWER
            )
        return self.process

    async def ask(self, question: BotQuestion) -> BotAnswer:
        """The answer; whatever goes wrong ends the process and raises `WorkersFailed`."""
        read = await self.tell(question.line(), question.seconds + PATIENCE)
        answer = read_answer(read)
        if answer is None:
            await self.stop()
            raise WorkersFailed("no move")
        return answer

    async def tell(self, line: bytes, seconds: float) -> dict[str, Any]:
        """What comes back for a line, within so many seconds."""
        try:
            process = await self.start()
            assert process.stdin
            assert process.stdout
            process.stdin.write(line)
            async with asyncio.timeout(seconds):
                await process.stdin.drain()
                answer = await process.stdout.readline()
            read = json.loads(answer)
            if not isinstance(read, dict):
                raise TypeError("no answer")
        except (OSError, TimeoutError, ValueError, TypeError, asyncio.LimitOverrunError) as error:
            await self.stop()
            raise WorkersFailed(type(error).__name__) from error
        return read

    async def stop(self) -> None:
        """End the process and wait until it is gone."""
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # to the end of its pipes: they close only then


class WorkerPool:
    """The workers and the two lanes that lead to them."""

    def __init__(
        self,
        workers: int | None = None,
        command: Sequence[str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        # Three at least: for quick bots, for tables where a person plays, and for all others.
        count = max(2, workers or max(3, os.cpu_count() or 1))
        self.command = tuple(command or WORKER)
        self.clock = clock
        self.all = [Worker(self.command) for _ in range(count)]
        self.lanes = {True: Lane(self.all[:1]), False: Lane(self.all[1:])}  # quick, and not
        self.work: set[asyncio.Task[BotAnswer | None]] = set()
        self.waiting = 0
        self.failures = 0
        self.waited: Callable[[float], object] = lambda seconds: None  # is told of every wait

    async def think(self, question: BotQuestion) -> BotAnswer:
        """A bot's answer, asked again if a worker fails."""
        lane = self.lanes[question.quick]
        asked = self.clock()
        self.waiting += 1
        try:
            for _ in range(TRIES):
                joined = self.clock()
                worker = await lane.get(question.asker)
                now = self.clock()
                self.waited(now - joined)
                shorter = question.after(now - asked)
                work = asyncio.ensure_future(self.serve(lane, worker, shorter))
                self.work.add(work)
                work.add_done_callback(self.work.discard)
                # When whoever asked is gone, the worker still comes to its end, for nobody: its
                # answer would else be taken for that of the next question.
                answer = await asyncio.shield(work)
                if answer is not None:
                    return replace(answer, whole=now - asked + shorter.seconds)
        finally:
            self.waiting -= 1
        raise WorkersFailed(f"{TRIES} workers failed")

    async def serve(
        self, lane: Lane[Worker], worker: Worker, question: BotQuestion
    ) -> BotAnswer | None:
        """A worker's answer, None if it failed."""
        try:
            return await worker.ask(question)
        except WorkersFailed as failure:
            self.failures += 1
            log.warning("worker failed", extra={"why": str(failure), "bot": question.bot})
            return None
        finally:
            lane.put(worker, question.asker)

    async def close(self) -> None:
        """End all workers and wait until they are gone."""
        while self.work:
            for work in self.work:
                work.cancel()
            await asyncio.wait(self.work)
        for worker in self.all:
            await worker.stop()
