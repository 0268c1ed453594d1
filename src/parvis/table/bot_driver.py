"""Bots at their tables: woken when it is their turn, asked in a worker, their moves appended.

So are the moves of persons who can do nothing but go on.

Of several servers where people look at a table one lets its bots think; the others ask it how far
they are, and take over when it is gone or nothing happens for too long.
Imports the worker pool, the pace of answers, the pauses of who goes on, who may go on, the lock
that tells which server lets bots think, the log writer and what a move brings.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

from parvis.bots import player_of
from parvis.bots.advice import Advice, only
from parvis.bots.adviser import seed_of
from parvis.engine.chance import Rng
from parvis.table.admission import Admission
from parvis.table.decisions import Outcome, Refused, played
from parvis.table.drive_lock import DriveLock
from parvis.table.errands import Errands
from parvis.table.fair_queue import Asker
from parvis.table.going_on import Pauses, only_goes_on
from parvis.table.live_table import LiveTable, Thinking
from parvis.table.log_writer import LogWriter
from parvis.table.memory import plain_memory
from parvis.table.pace import Pace
from parvis.table.store import Conflict, StoreError
from parvis.table.table import Table
from parvis.table.worker_pool import BotAnswer, BotQuestion, WorkersFailed

AGAIN = 5.0  # seconds before a bot that failed is woken again
PAUSE = 1.0  # seconds before a bot tries again to have its move stored
NEXT = 1.0  # seconds before the lock of a table is tried again
OVERDUE = 10.0  # seconds after which another server's bot is not waited for any more

log = logging.getLogger("parvis.bots")


class Pool(Protocol):
    """Whoever has questions answered, here or elsewhere."""

    async def think(self, question: BotQuestion) -> BotAnswer: ...


class BotDriver:
    """Plays for bots wherever someone is there to see it, and where people take their time."""

    def __init__(
        self,
        writer: LogWriter,
        workers: Pool,
        pace: Pace,
        clock: Callable[[], float],
        new_seed: Callable[[], int],
        admission: Admission,
        lock: DriveLock,
        errands: Errands,
    ) -> None:
        self.pauses = Pauses(pace, new_seed)
        self.lock = lock
        self.errands = errands
        self.writer = writer
        self.workers = workers
        self.pace = pace
        self.clock = clock
        self.new_seed = new_seed
        self.admission = admission
        self.conflicts = 0

    def wake(self, live: LiveTable) -> None:
        """Let a bot think, if it is one's turn and someone is there to see it, or will be."""
        self.pauses.opened(live)
        if live.bot_task is None and self.turn(live) is not None:
            live.bot_task = asyncio.ensure_future(self.play(live))
            live.bot_task.add_done_callback(lambda task: self.stopped(live, task))

    def turn(self, live: LiveTable) -> tuple[int, str] | None:
        """The seat and the bot that is to play now; None if there is none, or it has to wait.

        No bot's name: the seat can do nothing but go on.
        """
        unseen = not live.listeners and live.table.unattended()
        playing = to_move(live) if live.listeners or unseen else None
        if playing is None:
            self.admission.release(live)
        held_back = playing is not None and not unseen and not self.admission.admits(live)
        if live.held_back != held_back:
            live.held_back = held_back
            live.tell()
        return None if held_back else playing

    def go_on(self, live: LiveTable) -> None:
        """A table goes on, or it does not; then one that waited for it does."""
        self.wake(live)
        for other in tuple(self.admission.waiting):
            self.wake(other)

    def stopped(self, live: LiveTable, task: asyncio.Task[None]) -> None:
        live.bot_task = None
        live.thinking = None
        if task.cancelled():
            return
        if task.exception() is None:
            self.go_on(live)  # a person may have moved at the very end of it
        else:
            log.error("a bot failed", exc_info=task.exception())
            asyncio.get_running_loop().call_later(AGAIN, self.go_on, live)

    async def play(self, live: LiveTable) -> None:
        """Play for bots until it is a person's turn, or nobody looks; one server at a time."""
        try:
            await self.drive(live)
        finally:
            await self.done(live)

    async def drive(self, live: LiveTable) -> None:
        loop = asyncio.get_running_loop()
        while (playing := self.turn(live)) is not None:
            seat, bot = playing
            table = live.table
            moved = table.moved
            if not bot:
                await self.go_past(live, seat)
                continue
            assert table.game is not None
            seconds = player_of(table.game, bot).seconds
            due = self.pace.due(seconds)
            if not await self.mine(live, due) or table.moved != moved:
                continue
            since = loop.time()
            live.thinking = Thinking(seat, self.clock(), due)
            live.tell()
            if live.followed:
                await self.announce(live)
            asker = Asker(live.households(), table.config.id, table.only_bots())
            answer = await self.think(table, seat, bot, asker)
            took = max(loop.time() - since, answer.whole)
            pause = self.pace.release(seconds, took) - (loop.time() - since)
            await asyncio.sleep(max(0.0, pause))
            await self.append(live, moved, playing, partial(self.outcome, table, seat, answer))

    async def go_past(self, live: LiveTable, seat: int) -> None:
        """Go on for a person who can do nothing else, when the pause is over."""
        table, moved = live.table, live.table.moved
        left = self.pauses.left(live)
        if not await self.mine(live, left) or table.moved != moved:
            return
        await asyncio.sleep(self.pauses.left(live))

        def outcome() -> Outcome:
            position = table.position
            assert position is not None
            return played(table, seat, position.moves()[0])

        await self.append(live, moved, (seat, ""), outcome)

    async def append(
        self, live: LiveTable, moved: int, playing: tuple[int, str], outcome: Callable[[], Outcome]
    ) -> None:
        """Append what was decided for a seat, if it is still what the table waits for."""
        table = live.table
        try:
            async with live.lock:
                live.thinking = None
                if table.moved != moved or to_move(live) != playing:
                    return  # taken back, or the person is here again
                try:
                    await self.writer.append(live, outcome())
                except Conflict:
                    self.conflicts += 1
                    await self.writer.catch_up(live)
                    return
        except StoreError as error:
            log.error("cannot append", extra={"why": str(error)})
            await asyncio.sleep(PAUSE)  # people may act meanwhile
            return
        self.pauses.opened(live)
        live.tell()

    # Other servers where people look at the same table.

    async def mine(self, live: LiveTable, due: float) -> bool:
        """Whether this server lets the bot think that is to play; if not, some time has passed."""
        id, moved, loop = live.table.config.id, live.table.moved, asyncio.get_running_loop()
        since = loop.time()
        if live.loose or self.lock.mine(id):
            return True
        while live.table.moved == moved and self.turn(live) is not None:
            try:
                if await self.errands.run(self.lock.take, id):
                    return True
            except StoreError:
                return True
            if loop.time() - since > due + OVERDUE:
                log.warning("the bot of another server is overdue")
                return True
            if live.thinking is None:  # whoever has just started may not have heard it before
                await self.tell(f"? {id}")
            await asyncio.sleep(NEXT)
        return False

    async def done(self, live: LiveTable) -> None:
        """Another server may let this table's bots think."""
        id = live.table.config.id
        if id in self.lock.held:
            with contextlib.suppress(StoreError):
                await self.errands.run(self.lock.give, id)

    async def announce(self, live: LiveTable) -> None:
        """Tell other servers how far a bot is."""
        if (bot := live.thinking) is not None:
            spent = max(0.0, self.clock() - bot.since)
            await self.tell(f"! {live.table.config.id} {bot.seat} {spent:.3f} {bot.due:.3f}")

    async def tell(self, words: str) -> None:
        with contextlib.suppress(StoreError):
            await self.errands.run(self.lock.tell, words)

    async def asked(self, live: LiveTable) -> None:
        """Another server wants to know how far a bot is, now and from now on."""
        if self.lock.mine(live.table.config.id):
            live.followed = True
            await self.announce(live)

    def told(self, live: LiveTable, seat: int, spent: float, due: float) -> None:
        """A bot is at work at another server."""
        if not self.lock.mine(live.table.config.id):
            live.thinking = Thinking(seat, self.clock() - spent, due)
            live.tell()

    def moved(self, live: LiveTable) -> None:
        """Something was played at another server: its bot has come to an end."""
        if not self.lock.mine(live.table.config.id):
            live.thinking = None

    def outcome(self, table: Table, seat: int, answer: BotAnswer) -> Outcome:
        """What a bot's answer brings; a bot that errs plays any legal move instead."""
        try:
            return played(table, seat, answer.move)
        except Refused:
            log.error("a bot's move was refused", extra={"game": table.config.game})
            position = table.position
            assert position is not None
            return played(table, seat, any_of(position.moves(), Rng(self.new_seed())))

    async def think(self, table: Table, seat: int, bot: str, asker: Asker) -> BotAnswer:
        """A bot's answer for a seat; if all workers fail, any legal move."""
        assert table.game is not None
        seconds = player_of(table.game, bot).seconds
        rng, seed = Rng(self.new_seed()), self.new_seed()
        question = replace(question_of(table, seat, rng, seed, asker), bot=bot, seconds=seconds)
        try:
            return await self.workers.think(question)
        except WorkersFailed:
            assert table.position is not None
            return BotAnswer(any_of(table.position.moves(), rng))

    async def advise(self, table: Table, seat: int, picks: Sequence[str], asker: Asker) -> Advice:
        """Advice for a seat; all its chance follows from what the seat sees."""
        assert table.position is not None
        seed = seed_of(table.position, seat)
        question = question_of(table, seat, Rng(seed), seed, asker)
        try:
            answer = await self.workers.think(replace(question, picks=tuple(picks)))
        except WorkersFailed:
            return only(table.position.say(any_of(table.position.moves(), Rng(seed))))
        assert answer.advice is not None
        return answer.advice


def question_of(table: Table, seat: int, rng: Rng, seed: int, asker: Asker) -> BotQuestion:
    """What a worker is told of a table: a guess of the seat's, and what it remembers."""
    assert table.position is not None
    guess = table.position.guess(seat, rng).text()
    pack = table.own_pack()
    source = None if pack is None else pack.source
    memory = plain_memory(table, seat, rng)
    return BotQuestion(guess, source, "", seed, asker=asker, memory=memory)


def to_move(live: LiveTable) -> tuple[int, str] | None:
    """The seat to decide and its bot, or no bot if it is a person's that can only go on."""
    seat = only_goes_on(live)
    return bot_to_move(live.table) if seat is None else (seat, "")


def bot_to_move(table: Table) -> tuple[int, str] | None:
    """The seat to decide and its bot, if a bot plays there."""
    turn = table.turn()
    if turn is None or not table.chairs[turn].bot:
        return None
    return turn, table.chairs[turn].bot


def any_of(moves: list[int], rng: Rng) -> int:
    return moves[int(rng.below(len(moves)))]
