"""The registry: every table that is in memory; new ones are made and old ones opened here.

Imports all other modules of the table; the web and tests talk to tables through it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, replace

from parvis.engine import seeds
from parvis.engine.game import Game, game_of
from parvis.engine.packs import Pack
from parvis.engine.record import Record
from parvis.table.admission import MOST_BOT_TABLES, Admission
from parvis.table.awaited import NOBODY, awaited, put_right
from parvis.table.bot_driver import BotDriver
from parvis.table.caretaker import Caretaker
from parvis.table.chair import Chair
from parvis.table.change_listener import ChangeListener
from parvis.table.commands import Command
from parvis.table.decisions import Outcome
from parvis.table.dispatcher import Applied, Dispatcher
from parvis.table.drive_lock import BOTS, DriveLock
from parvis.table.errands import Errands
from parvis.table.event import Event
from parvis.table.from_record import table_of
from parvis.table.health import Health
from parvis.table.imported import id_of, kept_config, log_of
from parvis.table.live_table import Listener, LiveTable
from parvis.table.log_writer import LogWriter, standing_of
from parvis.table.pace import Pace
from parvis.table.presence import Presence
from parvis.table.pruning import Keeping, Removed, removed
from parvis.table.question_queue import QuestionQueue
from parvis.table.remote_pool import RemotePool
from parvis.table.roll_call import RollCall
from parvis.table.store import Conflict, Store, StoreError
from parvis.table.stored import Append, Purpose, TableConfig
from parvis.table.table import Table, begun, fold, snapshot_of
from parvis.table.timekeeper import Timekeeper
from parvis.table.timing import Timing
from parvis.table.waiting import Waiting
from parvis.table.worker_pool import WorkerPool

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
CODE = 6
TRIES = 8  # to find a code that is not taken
AWAY = 45.0  # seconds after which someone who has lost the connection counts as absent
AGAIN = 2.0  # seconds before the rest of a log is asked for again
OPENING = 2  # tables that are read from the log at a time
IDLE = 300.0  # seconds after which a table that nobody watches is forgotten (not lost)

log = logging.getLogger("parvis.table")


class NoTable(LookupError):
    """There is no table of this id; perhaps there was one."""

    def __init__(self, id: str, removed: Removed | None = None) -> None:
        super().__init__(id)
        self.removed = removed


class Ids:
    """Where secrets and names come from; tests put their own in place."""

    def table(self) -> str:
        return secrets.token_urlsafe(16)

    def code(self) -> str:
        return "".join(secrets.choice(ALPHABET) for _ in range(CODE))

    def key(self) -> str:
        return secrets.token_hex(32)

    def seed(self) -> str:
        return seeds.new_seed()

    def salt(self) -> str:
        return seeds.new_salt()

    def guess(self) -> int:
        return secrets.randbits(62)


@dataclass(frozen=True)
class Figures:
    """What a server has counted since its start, and has at hand."""

    tables: int
    moves: int
    conflicts: int
    commits: int
    appends: int
    thinking: int
    failures: int
    remote_workers: int = 0
    remote_answers: int = 0
    remote_failures: int = 0


class Registry:
    """All tables of this server."""

    def __init__(
        self,
        store: Store,
        workers: WorkerPool | None = None,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
        ids: Ids | None = None,
        away: float = AWAY,
        monotonic: Callable[[], float] = time.monotonic,
        bot_tables: int = MOST_BOT_TABLES,
        keeping: Keeping | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.monotonic = monotonic
        self.ids = ids or Ids()
        self.workers = workers or WorkerPool()
        self.errands = Errands()
        self.health = Health(self.errands, store.healthy)
        self.writer = LogWriter(store, self.errands, clock)
        self.waiting = Waiting(store, self.errands)
        self.writer.waits = self.waiting.changed
        self.remote: RemotePool | None = None  # workers on other machines
        if not store.sqlite:
            queue = QuestionQueue(store)
            self.remote = RemotePool(self.workers, queue, self.errands, secrets.token_hex(8))
        self.drive_lock = DriveLock(store)
        self.bots = BotDriver(
            self.writer,
            self.remote or self.workers,
            pace or Pace(),
            clock,
            self.ids.guess,
            Admission(bot_tables),
            self.drive_lock,
            self.errands,
        )
        self.dispatcher = Dispatcher(self.writer, self.bots, monotonic, away)
        self.live_tables: dict[str, LiveTable] = {}
        self.roll_call = RollCall(store, self.errands, self.live_tables, monotonic)
        self.caretaker = Caretaker(
            store, self.errands, self.writer.journal, self.live_tables, keeping or Keeping(), clock
        )
        self.timekeeper = Timekeeper(
            store, self.errands, self.writer, self.bots, clock, self.open, self.live_tables
        )
        self.writer.notes_due = self.timekeeper.note
        self.opening: dict[str, asyncio.Task[LiveTable]] = {}
        self.room = asyncio.Semaphore(OPENING)
        self.tasks: set[asyncio.Task[object]] = set()
        self.changes: ChangeListener | None = None
        self.visited: Callable[[LiveTable, str], None] = lambda live, person: None

    # Opening and closing.

    def start(self) -> None:
        """Listen to other servers; call it inside the running loop."""
        loop = asyncio.get_running_loop()

        def calling(call: Callable[..., None]) -> Callable[..., None]:
            """The same from another thread, as long as there is somebody to hear it."""

            def called(*told: object) -> None:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(call, *told)

            return called

        channels = {BOTS: calling(self.heard_of_bot)}
        if self.remote is not None:
            channels[self.remote.channel] = calling(self.remote.heard)
            self.spawn(self.remote.run())
        self.changes = ChangeListener(self.store, calling(self.heard), channels)
        self.spawn(self.tidy_up())
        self.spawn(self.roll_call.run())
        self.spawn(self.waiting.run())
        self.spawn(self.caretaker.run())
        self.spawn(self.timekeeper.run())

    async def close(self) -> None:
        """Let what was begun be committed, then stop."""
        playing = [live.bot_task for live in self.live_tables.values() if live.bot_task is not None]
        ending = [*playing, *self.tasks]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        await (self.remote or self.workers).close()
        await asyncio.to_thread(self.drive_lock.close)
        closers = [self.writer.close, *([self.changes.close] if self.changes is not None else [])]
        with contextlib.suppress(StoreError):
            await self.errands.run(self.roll_call.leave)
        await asyncio.gather(*(asyncio.to_thread(close) for close in closers))
        with contextlib.suppress(StoreError):
            await self.errands.run(self.store.checkpoint)
        self.errands.close()
        self.store.close()

    def spawn(self, work: Coroutine[object, object, object]) -> asyncio.Task[object]:
        task: asyncio.Task[object] = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def tidy_up(self) -> None:
        """Forget tables that nobody looks at; the log has them."""
        while True:
            await asyncio.sleep(IDLE / 5)
            now = self.clock()
            for id, live in tuple(self.live_tables.items()):
                if live.idle() and now - live.used > IDLE:
                    del self.live_tables[id]

    async def healthy(self) -> bool:
        """Whether the database can be written to and appends are being committed."""
        return self.writer.working() and await self.health.good()

    def figures(self) -> Figures:
        remote = self.remote
        return Figures(
            tables=len(self.live_tables),
            moves=self.writer.moves,
            conflicts=self.dispatcher.conflicts + self.bots.conflicts,
            commits=self.writer.journal.commits,
            appends=self.writer.journal.appends,
            thinking=self.workers.waiting + (remote.waiting if remote else 0),
            failures=self.workers.failures,
            remote_workers=remote.workers if remote else 0,
            remote_answers=remote.answered if remote else 0,
            remote_failures=remote.failures if remote else 0,
        )

    # Tables.

    async def make(
        self,
        game: str,
        chairs: list[Chair],
        host: str,
        options: Mapping[str, object] | None = None,
        private: bool = True,
        pack: Pack | None = None,
        origin: str = "",
        purpose: Purpose = "",
        source: tuple[str, int] | None = None,
        timing: Timing | None = None,
        language: str = "",
        announced: bool = False,
    ) -> LiveTable:
        """A new table, perhaps from a position's text; ValueError says what does not fit.

        `source` tells where that position was: at which table, after how many moves. Without
        `timing` there is no clock.
        """
        declared = game_of(game)
        setting = declared.settle(len(chairs), options, pack)
        seed, salt = self.ids.seed(), self.ids.salt()
        position = begun(declared, setting, seed, origin)
        for _ in range(TRIES):
            now = self.clock()
            config = TableConfig(
                id=self.ids.table(),
                game=declared.id,
                rules=declared.rules,
                seats=len(chairs),
                options=setting.options,
                pack=setting.pack.source,
                digest=setting.pack.digest,
                seed=seed,
                salt=salt,
                commitment=seeds.commitment(seed, salt),
                key=self.ids.key(),
                code=self.ids.code(),
                private=private,
                host=host,
                created=now,
                origin=origin,
                purpose=purpose,
                language=language,
                announced=announced,
            )
            told: dict[str, object] = {"chairs": [chair.plain() for chair in chairs]}
            if source is not None:
                told["source"] = list(source)
            if timing is not None:
                told |= {"timing": timing.plain(), "turn": position.turn()}
            first = Event(0, now, "made", None, told)
            table = Table(config)
            table.position = position
            table.apply(first)
            table.keep()
            append = Append(
                config.id,
                (first,),
                turn=position.turn(),
                over=position.over(),
                snapshot=snapshot_of(position, 0, 0),
                chairs=tuple(chairs),
                standing=standing_of(position, []),
                awaited=awaited(table),
                due=table.due(),
                pace="" if timing is None else timing.pace,
            )
            try:
                await self.errands.run(self.store.make, config, append)
            except Conflict:
                continue
            self.waiting.changed(config.id, NOBODY, awaited(table))
            if (due := table.due()) is not None:
                self.timekeeper.note(due)
            live = LiveTable(table, now, Presence(self.monotonic()))
            self.live_tables[config.id] = live
            return live
        raise StoreError("no free code for a new table")

    def make_loose(self, record: Record, chairs: list[Chair], host: str) -> LiveTable:
        """A table that is never stored, where a record leads; `RecordError` says what is wrong.

        Whoever asks for it holds it: it is found by no id, and gone when they let go of it.
        """
        table = table_of(record, chairs, host)
        return LiveTable(table, self.clock(), Presence(self.monotonic()), loose=True)

    async def keep_record(self, record: Record, host: str) -> str:
        """The id of the table of a record that was checked, made if there is none yet."""
        id = id_of(record)
        if await self.errands.run(self.store.has, id):
            return id
        config = kept_config(record, host, self.ids.key(), self.clock())
        log = await asyncio.to_thread(log_of, record, config)
        for _ in range(TRIES):
            try:
                await self.errands.run(self.store.make, replace(config, code=self.ids.code()), log)
            except Conflict:
                if await self.errands.run(self.store.has, id):
                    break  # the same record was brought at the same time
            else:
                break
        return id

    async def open(self, id: str) -> LiveTable:
        """The table of an id, from memory or from the log; `NoTable` if there is none."""
        live = self.live_tables.get(id)
        task = self.opening.get(id)
        if task is None and (live is None or live.broken):
            task = asyncio.ensure_future(self.load(id))
            self.opening[id] = task
            task.add_done_callback(lambda _: self.opening.pop(id, None))
        if task is not None:
            live = await asyncio.shield(task)
        assert live is not None
        live.used = self.clock()
        return live

    async def load(self, id: str) -> LiveTable:
        async with self.room:  # whole logs are read: few at a time, or memory stays in pieces
            stored = await self.errands.run(self.store.load, id)
            if stored is None:
                raise NoTable(id, await self.errands.run(removed, self.store, id))
            table = await asyncio.to_thread(fold, stored)
        live = LiveTable(table, self.clock(), Presence(self.monotonic()))
        async with live.lock:
            # From here on changes are heard; then what came between reading and now is read.
            self.live_tables[id] = live
            try:
                if table.position is not None and table.game is not None:
                    if stored.snapshot is None:
                        made = snapshot_of(table.position, table.n, len(table.moves))
                        await self.errands.run(self.store.keep_snapshot, id, made)
                    await self.renew_rules(live, table.game)
                await self.writer.catch_up(live)
                if live.broken:  # it was removed while it was read
                    raise NoTable(id, await self.errands.run(removed, self.store, id))
                await self.timekeeper.make_good(live)
                if await self.errands.run(put_right, self.store, table):
                    self.waiting.happened(id)
            except BaseException:
                del self.live_tables[id]
                raise
        return live

    async def renew_rules(self, live: LiveTable, game: Game) -> None:
        """A game of older rules that replays goes on under the rules of today, and says so.

        One that has ended keeps the rules that it was played under, in its record too.
        """
        if live.table.config.rules == game.rules or live.table.over():
            return
        renewed = Outcome((Event(-1, 0.0, "rules", None, {"to": game.rules}),))
        try:
            await self.writer.append(live, renewed, rules=game.rules)
        except Conflict:
            log.info("rules renewed elsewhere")

    # What other servers append.

    def heard(self, table: str, n: int) -> None:
        """Another server (or this one) has appended; an empty name means anything may be new."""
        for id in [table] if table else tuple(self.live_tables):
            live = self.live_tables.get(id)
            if live is not None and (not table or live.table.n < n):
                self.spawn(self.follow(live, n if table else None))
        if table not in self.live_tables:
            self.waiting.happened(table)

    def heard_of_bot(self, words: str) -> None:
        """Another server (or this one) tells how far a bot is, or asks for it."""
        what, id, *more = words.split()
        live = self.live_tables.get(id)
        if live is not None and what == "?":
            self.spawn(self.bots.asked(live))
        elif live is not None and what == "!" and len(more) == 3:
            self.bots.told(live, int(more[0]), float(more[1]), float(more[2]))

    async def follow(self, live: LiveTable, n: int | None = None) -> None:
        """Take in event n, if it is not there by now; None: whatever there is."""
        try:
            async with live.lock:
                if n is not None and live.table.n >= n:
                    return  # it was our own, and on its way
                before = live.table.moved
                await self.writer.catch_up(live)
                if live.table.moved != before:
                    self.bots.moved(live)
        except StoreError as error:
            log.warning("cannot follow yet", extra={"why": str(error)})
            again = asyncio.get_running_loop().call_later
            again(AGAIN, self.heard, live.table.config.id, live.table.n + 1)
        else:
            self.bots.wake(live)

    # People.

    async def command(
        self, live: LiveTable, command: Command, applied: Applied | None = None
    ) -> int:
        """Carry a command out; the number of its event. `Refused` says why not."""
        return await self.dispatcher.run(live, command, applied)

    def join(self, live: LiveTable, listener: Listener) -> None:
        self.bots.pauses.comes(live, listener.person)
        live.listeners.add(listener)
        live.presence.come(listener.person)
        self.visited(live, listener.person)
        live.tell()
        self.bots.wake(live)

    def part(self, live: LiveTable, listener: Listener) -> None:
        live.listeners.discard(listener)
        live.used = self.clock()
        seated = bool(live.table.held(listener.person))
        live.presence.go(listener.person, self.monotonic(), seated)
        self.visited(live, listener.person)
        live.tell()
        self.bots.go_on(live)
