"""The house: every table that is being played, who is there, and how commands become events.

A command is decided on the folded table, its events are appended and committed, and only then
applied and shown. If another server was first, the rest of the log is read and the command is
decided again.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from parvis.bots import player_of
from parvis.engine import seeds
from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.game import Game, game_of
from parvis.engine.packs import Pack
from parvis.engine.position import Position
from parvis.table.chair import Chair, read_chair
from parvis.table.commands import Command, Outcome, Refused, decide, played
from parvis.table.event import Event, whole
from parvis.table.journal import Journal
from parvis.table.neighbours import Neighbours
from parvis.table.pace import Pace
from parvis.table.store import Appended, Conflict, Made, Snapshot, Store, StoreError
from parvis.table.table import EVERY, Table, fold, snapshot_of
from parvis.table.thinkers import Answer, Question, Thinkers, ThinkingFailed

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that look alike
CODE = 6
TRIES = 8
AWAY = 45.0  # seconds after which someone who has lost the connection counts as absent
AGAIN = 5.0  # seconds before a bot that failed is woken again
PAUSE = 1.0  # seconds before a bot tries again to have its move stored
IDLE = 300.0  # seconds after which a table that nobody watches is forgotten (not lost)

log = logging.getLogger("parvis.house")


class NoTable(LookupError):
    """There is no table of this id."""


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


class Listener(Protocol):
    """Someone who looks at a table."""

    person: str

    def changed(self) -> None:
        """There is something new to be seen."""

    def gone(self) -> None:
        """The table must be opened again."""


@dataclass
class Thinking:
    """A bot at work: which seat, since when, how long it may take."""

    seat: int
    since: float
    due: float


@dataclass
class Live:
    """A table in play: its fold, who looks at it, who is there, which bot thinks."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    here: Counter[str] = field(default_factory=Counter)
    left: dict[str, float] = field(default_factory=dict)
    thinking: Thinking | None = None
    mind: asyncio.Task[None] | None = None
    used: float = 0.0
    comings: int = 0  # rises when someone comes or goes
    drawn: dict[object, object] = field(default_factory=dict)  # what the page keeps of drawings

    def tell(self) -> None:
        for listener in tuple(self.listeners):
            listener.changed()

    def absent(self, now: float, away: float) -> frozenset[int]:
        """Seats of persons who are not here and have not been for a while."""
        return frozenset(
            seat
            for seat, chair in enumerate(self.table.chairs)
            if chair.kind == "person"
            and not any(self.here[person] for person in chair.persons)
            and all(now - self.left.get(person, 0.0) >= away for person in chair.persons)
        )


class House:
    """All tables of this server."""

    def __init__(
        self,
        store: Store,
        thinkers: Thinkers | None = None,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
        ids: Ids | None = None,
        away: float = AWAY,
    ) -> None:
        self.store = store
        self.journal = Journal(store)
        self.thinkers = thinkers or Thinkers()
        self.pace = pace or Pace()
        self.clock = clock
        self.ids = ids or Ids()
        self.away = away
        self.lives: dict[str, Live] = {}
        self.opening: dict[str, asyncio.Task[Live]] = {}
        self.tasks: set[asyncio.Task[object]] = set()
        self.neighbours: Neighbours | None = None
        self.moves = 0
        self.conflicts = 0

    # Opening and closing.

    def start(self) -> None:
        """Listen to other servers; call it inside the running loop."""
        loop = asyncio.get_running_loop()

        def heard(table: str, n: int) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self.heard, table, n)

        self.neighbours = Neighbours(self.store, heard)
        self.spawn(self.tidy_up())

    async def close(self) -> None:
        """Let what was begun be committed, then stop."""
        minds = [live.mind for live in self.lives.values() if live.mind is not None]
        ending = [*minds, *self.tasks]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        await self.thinkers.close()
        await asyncio.to_thread(self.journal.close)
        if self.neighbours is not None:
            await asyncio.to_thread(self.neighbours.close)
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
            for id, live in tuple(self.lives.items()):
                busy = live.listeners or live.lock.locked() or live.mind is not None
                if not busy and now - live.used > IDLE:
                    del self.lives[id]

    def heard(self, table: str, n: int) -> None:
        """Another server (or this one) has appended; an empty name means anything may be new."""
        for id in [table] if table else tuple(self.lives):
            live = self.lives.get(id)
            if live is not None and (not table or live.table.n < n):
                self.spawn(self.follow(live))

    async def follow(self, live: Live) -> None:
        async with live.lock:
            await self.catch_up(live)

    async def catch_up(self, live: Live) -> None:
        """Take in what others have appended. The caller holds the lock."""
        events = await asyncio.to_thread(self.store.tail, live.table.made.id, live.table.n)
        if not events:
            return
        try:
            for event in events:
                live.table.apply(event)
        except Exception:
            log.exception("cannot follow", extra={"table": public_id(live.table.made.id)})
            self.lives.pop(live.table.made.id, None)
            for listener in tuple(live.listeners):
                listener.gone()
            return
        live.tell()
        self.wake(live)

    # Tables.

    async def make(
        self,
        game: str,
        chairs: list[Chair],
        host: str,
        options: Mapping[str, object] | None = None,
        private: bool = True,
        pack: Pack | None = None,
    ) -> Live:
        """A new table; ValueError says what does not fit."""
        declared = game_of(game)
        setting = declared.settle(len(chairs), options, pack)
        seed, salt = self.ids.seed(), self.ids.salt()
        position = declared.begin(setting, Stream(key_of_seed(seed)))
        for _ in range(TRIES):
            now = self.clock()
            made = Made(
                self.ids.table(),
                declared.id,
                declared.rules,
                len(chairs),
                setting.options,
                setting.pack.source,
                setting.pack.digest,
                seed,
                salt,
                seeds.commitment(seed, salt),
                self.ids.key(),
                self.ids.code(),
                private,
                host,
                now,
            )
            first = Event(0, now, "made", None, {"chairs": [chair.plain() for chair in chairs]})
            appended = Appended(
                made.id,
                (first,),
                position.turn(),
                position.over(),
                snapshot_of(position, 0, 0),
                tuple(chairs),
            )
            try:
                await asyncio.to_thread(self.store.make, made, appended)
            except Conflict:
                continue
            table = Table(made)
            table.position = position
            table.apply(first)
            table.keep()
            live = Live(table, used=now)
            self.lives[made.id] = live
            return live
        raise StoreError("no free code for a new table")

    async def open(self, id: str) -> Live:
        """The table of an id, from memory or from the log; `NoTable` if there is none."""
        live = self.lives.get(id)
        if live is None:
            task = self.opening.get(id)
            if task is None:
                task = asyncio.ensure_future(self.load(id))
                self.opening[id] = task
                task.add_done_callback(lambda _: self.opening.pop(id, None))
            live = await asyncio.shield(task)
        live.used = self.clock()
        return live

    async def load(self, id: str) -> Live:
        kept = await asyncio.to_thread(self.store.load, id)
        if kept is None:
            raise NoTable(id)
        table = await asyncio.to_thread(fold, kept)
        live = Live(table, used=self.clock())
        if table.position is not None and table.game is not None:
            await self.renew_rules(live, table.game)
        # Someone else may have appended in between.
        await self.catch_up(live)
        self.lives[id] = live
        return live

    async def renew_rules(self, live: Live, game: Game) -> None:
        """A game of older rules that replays goes on under the rules of today, and says so."""
        if live.table.made.rules == game.rules:
            return
        renewed = Outcome((Event(-1, 0.0, "rules", None, {"to": game.rules}),))
        try:
            await self.append(live, renewed, rules=game.rules)
        except Conflict:
            log.info("rules renewed elsewhere")

    # Commands.

    async def command(self, live: Live, command: Command) -> int:
        """Carry a command out; the number of its event. `Refused` says why not."""
        # A client that goes away must not leave an event committed and not applied.
        return await asyncio.shield(asyncio.ensure_future(self.carry_out(live, command)))

    async def carry_out(self, live: Live, command: Command) -> int:
        async with live.lock:
            for _ in range(TRIES):
                if command.id is not None and command.id in live.table.commands:
                    return live.table.commands[command.id]
                absent = live.absent(self.clock(), self.away)
                known = Command(command.kind, command.person, command.id, command.data, absent)
                outcome = decide(live.table, known)
                try:
                    number = await self.append(live, outcome)
                except Conflict:
                    self.conflicts += 1
                    await self.catch_up(live)
                    continue
                except StoreError as error:
                    log.error("cannot append", extra={"why": str(error)})
                    raise Refused("busy", "table.refused.storage") from error
                live.tell()
                self.wake(live)
                return number
        raise Refused("busy", "table.refused.busy")

    async def append(self, live: Live, outcome: Outcome, rules: int | None = None) -> int:
        """Append, commit, apply; the number of the first event. The caller holds the lock."""
        table = live.table
        now = self.clock()
        events = tuple(
            event.numbered(table.n + 1 + number, now) for number, event in enumerate(outcome.events)
        )
        position = outcome.position or table.position
        await self.journal.append(
            Appended(
                table.made.id,
                events,
                None if position is None else position.turn(),
                position is not None and position.over(),
                snapshot_after(table, events, position, rules is not None),
                chairs_after(table, events),
                rules,
                practice_after(table, events),
            )
        )
        for event in events:
            changes = event.kind in ("move", "undo")
            table.apply(event, outcome.position if changes else None)
            self.moves += event.kind == "move"
        live.used = now
        return events[0].n

    # Bots.

    def wake(self, live: Live) -> None:
        """Let a bot think, if it is one's turn and someone is there to see it."""
        if live.mind is None and live.listeners and self.bot_to_move(live) is not None:
            live.mind = asyncio.ensure_future(self.play_bots(live))

            def done(task: asyncio.Task[None]) -> None:
                live.mind = None
                live.thinking = None
                if task.cancelled():
                    return
                if task.exception() is None:
                    self.wake(live)  # a person may have moved at the very end of it
                else:
                    log.error("a bot failed", exc_info=task.exception())
                    asyncio.get_running_loop().call_later(AGAIN, self.wake, live)

            live.mind.add_done_callback(done)

    def bot_to_move(self, live: Live) -> tuple[int, str] | None:
        table = live.table
        turn = table.turn()
        if turn is None or not table.chairs[turn].bot:
            return None
        return turn, table.chairs[turn].bot

    async def play_bots(self, live: Live) -> None:
        """Play for bots until it is a person's turn, or nobody looks."""
        loop = asyncio.get_running_loop()
        while live.listeners and (playing := self.bot_to_move(live)) is not None:
            seat, bot = playing
            table = live.table
            moved, position = table.moved, table.position
            assert position is not None
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
                if table.moved != moved or self.bot_to_move(live) != (seat, bot):
                    continue  # taken back, or the person is here again
                try:
                    await self.append(live, self.bot_move(table, seat, answer))
                except Conflict:
                    self.conflicts += 1
                    await self.catch_up(live)
                    continue
                except StoreError as error:
                    log.error("cannot append", extra={"why": str(error)})
                    await asyncio.sleep(PAUSE)
                    continue
            live.tell()

    def bot_move(self, table: Table, seat: int, answer: Answer) -> Outcome:
        """What a bot's answer brings; a bot that errs plays any legal move instead."""
        try:
            return played(table, seat, answer.move)
        except Refused:
            log.error("a bot's move was refused", extra={"game": table.made.game})
            position = table.position
            assert position is not None
            moves = position.moves()
            return played(table, seat, moves[int(Rng(self.ids.guess()).below(len(moves)))])

    async def think(self, table: Table, seat: int, bot: str) -> Answer:
        """A bot's answer for a seat; if all workers fail, any legal move."""
        position = table.position
        assert position is not None
        assert table.game is not None
        rng = Rng(self.ids.guess())
        guess = position.guess(seat, rng)
        pack = table.own_pack()
        question = Question(
            guess.text(),
            None if pack is None else pack.source,
            bot,
            self.ids.guess(),
            player_of(table.game, bot).budget.seconds,
        )
        try:
            return await self.thinkers.think(question)
        except ThinkingFailed:
            moves = guess.moves()
            return Answer(moves[int(rng.below(len(moves)))])

    # Presence.

    def join(self, live: Live, listener: Listener) -> None:
        live.listeners.add(listener)
        live.here[listener.person] += 1
        live.comings += 1
        live.tell()
        self.wake(live)

    def part(self, live: Live, listener: Listener) -> None:
        live.listeners.discard(listener)
        live.comings += 1
        live.here[listener.person] -= 1
        if live.here[listener.person] <= 0:
            del live.here[listener.person]
            live.left[listener.person] = self.clock()
        live.used = self.clock()
        live.tell()


def snapshot_after(
    table: Table, events: tuple[Event, ...], position: Position | None, needed: bool
) -> Snapshot | None:
    """The snapshot to keep with these events: now and then, at the end, and after an undo."""
    if position is None:
        return None
    moves = len(table.moves)
    for event in events:
        if event.kind == "move":
            moves += 1
            needed = needed or moves % EVERY == 0 or position.over()
        elif event.kind == "undo":
            moves = whole(event.data["to"])
            needed = True
    return snapshot_of(position, events[-1].n, moves) if needed else None


def chairs_after(table: Table, events: tuple[Event, ...]) -> tuple[Chair, ...] | None:
    """Who sits where after these events, if that changes."""
    chairs = list(table.chairs)
    changed = False
    for event in events:
        if event.kind == "chair" and event.seat is not None:
            chairs[event.seat] = read_chair(event.data["chair"])
            changed = True
    return tuple(chairs) if changed else None


def practice_after(table: Table, events: tuple[Event, ...]) -> bool:
    """Whether the game is practice after these events."""
    return bool(table.practice) or any(event.data.get("practice") is True for event in events)


def public_id(id: str) -> str:
    """As much of a table's id as a log may hold: the whole of it opens the table."""
    return id[:6]
