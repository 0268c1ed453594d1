"""Bots at their tables: woken when it is their turn, asked in a worker, their moves appended.

Imports the worker pool, the pace of answers, the log writer and what a move brings.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from parvis.bots import player_of
from parvis.engine.chance import Rng
from parvis.table.decisions import Outcome, Refused, played
from parvis.table.live_table import LiveTable, Thinking
from parvis.table.log_writer import LogWriter
from parvis.table.pace import Pace
from parvis.table.store import Conflict, StoreError
from parvis.table.table import Table
from parvis.table.worker_pool import BotAnswer, BotQuestion, WorkerPool, WorkersFailed

AGAIN = 5.0  # seconds before a bot that failed is woken again
PAUSE = 1.0  # seconds before a bot tries again to have its move stored

log = logging.getLogger("parvis.bots")


class BotDriver:
    """Plays for bots wherever someone is there to see it."""

    def __init__(
        self,
        writer: LogWriter,
        workers: WorkerPool,
        pace: Pace,
        clock: Callable[[], float],
        new_seed: Callable[[], int],
    ) -> None:
        self.writer = writer
        self.workers = workers
        self.pace = pace
        self.clock = clock
        self.new_seed = new_seed
        self.conflicts = 0

    def wake(self, live: LiveTable) -> None:
        """Let a bot think, if it is one's turn and someone is there to see it."""
        if live.bot_task is None and live.listeners and bot_to_move(live.table) is not None:
            live.bot_task = asyncio.ensure_future(self.play(live))
            live.bot_task.add_done_callback(lambda task: self.stopped(live, task))

    def stopped(self, live: LiveTable, task: asyncio.Task[None]) -> None:
        live.bot_task = None
        live.thinking = None
        if task.cancelled():
            return
        if task.exception() is None:
            self.wake(live)  # a person may have moved at the very end of it
        else:
            log.error("a bot failed", exc_info=task.exception())
            asyncio.get_running_loop().call_later(AGAIN, self.wake, live)

    async def play(self, live: LiveTable) -> None:
        """Play for bots until it is a person's turn, or nobody looks."""
        loop = asyncio.get_running_loop()
        while live.listeners and (playing := bot_to_move(live.table)) is not None:
            seat, bot = playing
            table = live.table
            moved = table.moved
            assert table.game is not None
            seconds = player_of(table.game, bot).budget.seconds
            since = loop.time()
            live.thinking = Thinking(seat, self.clock(), self.pace.due(seconds))
            live.tell()
            answer = await self.think(table, seat, bot)
            pause = self.pace.release(seconds, loop.time() - since) - (loop.time() - since)
            await asyncio.sleep(max(0.0, pause))
            async with live.lock:
                live.thinking = None
                if table.moved != moved or bot_to_move(table) != playing:
                    continue  # taken back, or the person is here again
                try:
                    await self.writer.append(live, self.outcome(table, seat, answer))
                except Conflict:
                    self.conflicts += 1
                    await self.writer.catch_up(live)
                    continue
                except StoreError as error:
                    log.error("cannot append", extra={"why": str(error)})
                    await asyncio.sleep(PAUSE)
                    continue
            live.tell()

    def outcome(self, table: Table, seat: int, answer: BotAnswer) -> Outcome:
        """What a bot's answer brings; a bot that errs plays any legal move instead."""
        try:
            return played(table, seat, answer.move)
        except Refused:
            log.error("a bot's move was refused", extra={"game": table.config.game})
            position = table.position
            assert position is not None
            return played(table, seat, any_of(position.moves(), Rng(self.new_seed())))

    async def think(self, table: Table, seat: int, bot: str) -> BotAnswer:
        """A bot's answer for a seat; if all workers fail, any legal move."""
        position = table.position
        assert position is not None
        assert table.game is not None
        rng = Rng(self.new_seed())
        guess = position.guess(seat, rng)
        pack = table.own_pack()
        question = BotQuestion(
            guess.text(),
            None if pack is None else pack.source,
            bot,
            self.new_seed(),
            player_of(table.game, bot).budget.seconds,
        )
        try:
            return await self.workers.think(question)
        except WorkersFailed:
            return BotAnswer(any_of(guess.moves(), rng))


def bot_to_move(table: Table) -> tuple[int, str] | None:
    """The seat to decide and its bot, if a bot plays there."""
    turn = table.turn()
    if turn is None or not table.chairs[turn].bot:
        return None
    return turn, table.chairs[turn].bot


def any_of(moves: list[int], rng: Rng) -> int:
    return moves[int(rng.below(len(moves)))]
