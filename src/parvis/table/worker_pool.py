"""Worker processes that think for bots, so that no table waits for another one's bot.

Quick bots have a worker of their own; the others share the rest. A worker that dies or
never answers is replaced, and its question asked again.
Imports nothing of Parvis: questions and answers are text.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from dataclasses import dataclass, field

QUICK = 0.2  # seconds: bots that take no longer go in the quick lane
PATIENCE = 30.0  # seconds beyond its budget before a worker is given up
TRIES = 3
LONGEST_ANSWER = 1 << 20

log = logging.getLogger("parvis.worker_pool")


class WorkersFailed(Exception):
    """No worker could answer."""


@dataclass(frozen=True)
class BotQuestion:
    """What a worker is asked: a guess, who plays, the seed of its chance, the time it takes."""

    text: str
    pack: str | None
    bot: str
    seed: int
    seconds: float = 0.0

    def line(self) -> bytes:
        asked = {"text": self.text, "pack": self.pack, "bot": self.bot, "seed": self.seed}
        return json.dumps(asked).encode() + b"\n"


@dataclass(frozen=True)
class BotAnswer:
    """A move, and the reasons as plain sentences."""

    move: int
    reasons: list[dict[str, object]] = field(default_factory=list)


class Worker:
    """One process; started when it is first needed."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.process: Process | None = None
        self.ended: list[Process] = []

    async def ask(self, question: BotQuestion) -> BotAnswer:
        """The answer; whatever goes wrong ends the process and raises `WorkersFailed`."""
        try:
            if self.process is not None and self.process.returncode is not None:
                self.stop()
            if self.process is None:
                self.process = await asyncio.create_subprocess_exec(
                    *self.command, stdin=PIPE, stdout=PIPE, limit=LONGEST_ANSWER
                )
            assert self.process.stdin
            assert self.process.stdout
            self.process.stdin.write(question.line())
            async with asyncio.timeout(question.seconds + PATIENCE):
                await self.process.stdin.drain()
                line = await self.process.stdout.readline()
            read = json.loads(line)
            return BotAnswer(read["move"], read["reasons"])
        except (OSError, TimeoutError, ValueError, KeyError, asyncio.LimitOverrunError) as error:
            self.stop()
            raise WorkersFailed(type(error).__name__) from error
        except asyncio.CancelledError:
            self.stop()  # its answer would be taken for that of the next question
            raise

    def stop(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            self.ended.append(process)

    async def close(self) -> None:
        self.stop()
        for process in self.ended:
            await process.communicate()  # to the end of its pipes: they close only then
        self.ended = []


class WorkerPool:
    """The workers and the two lanes that lead to them."""

    def __init__(self, workers: int | None = None, command: Sequence[str] | None = None) -> None:
        count = workers or max(2, os.cpu_count() or 1)
        self.command = tuple(command or (sys.executable, "-m", "parvis.table.worker"))
        self.all = [Worker(self.command) for _ in range(count)]
        self.lanes: dict[bool, asyncio.Queue[Worker]] = {}
        self.waiting = 0
        self.failures = 0

    def lane(self, quick: bool) -> asyncio.Queue[Worker]:
        """Idle workers of a lane; the first worker is the quick lane's."""
        if not self.lanes:
            self.lanes = {True: asyncio.Queue(), False: asyncio.Queue()}
            for number, worker in enumerate(self.all):
                self.lanes[number == 0].put_nowait(worker)
        return self.lanes[quick]

    async def think(self, question: BotQuestion) -> BotAnswer:
        """A bot's answer, asked again if a worker fails."""
        lane = self.lane(question.seconds <= QUICK)
        self.waiting += 1
        try:
            for _ in range(TRIES):
                worker = await lane.get()
                try:
                    return await worker.ask(question)
                except WorkersFailed as failure:
                    self.failures += 1
                    log.warning("worker failed", extra={"why": str(failure), "bot": question.bot})
                finally:
                    lane.put_nowait(worker)
        finally:
            self.waiting -= 1
        raise WorkersFailed(f"{TRIES} workers failed")

    async def close(self) -> None:
        """End all workers and wait until they are gone."""
        for worker in self.all:
            await worker.close()
