"""One browser's connection to a table: reads its messages, sends what changed and the answers.

Imports the registry, the table's questions, the desk, the messages and who makes them; draws and
words nothing itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar, get_args

from msgspec import structs
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from parvis.engine.position import Position
from parvis.engine.refusal import Malformed, Refusal
from parvis.table import questions
from parvis.table.commands import Command, Request, Take
from parvis.table.decisions import Refused
from parvis.table.live_table import LiveTable
from parvis.table.log_writer import public_id
from parvis.table.registry import NoTable, Registry
from parvis.table.store import StoreError
from parvis.table.table import Table
from parvis.web import answers
from parvis.web.bounded_socket import line_of
from parvis.web.coach import Coach
from parvis.web.desk import Desk
from parvis.web.identity import Reader
from parvis.web.limits import Bucket, Limits
from parvis.web.messages import (
    Answer,
    AskAround,
    AskDescribe,
    AskExplain,
    AskHint,
    Asking,
    AskPreview,
    AskRead,
    AskResult,
    AskWhy,
    Described,
    Done,
    Hello,
    Hint,
    Misread,
    NamedRequest,
    Ping,
    Pong,
    State,
    Update,
    encoded,
    read,
)
from parvis.web.metrics import Metrics
from parvis.web.picture import Viewer
from parvis.web.result import course_of, result
from parvis.web.serializer import Serializer, outlook
from parvis.web.updates import Shown, update

T = TypeVar("T")
Deciding = AskWhy | AskPreview | AskRead  # questions of the one to decide
ENDED_GAME = -1  # at the desk: a question about the whole game, of no seat
MOST_REPLIES = 200  # that wait for a browser which does not read them
REQUESTS = get_args(Request)
NO_TABLE, FORBIDDEN, TOO_FAST, ENDED, RESTART = 4404, 4403, 4429, 4401, 1012

log = logging.getLogger("parvis.socket")


@dataclass(frozen=True)
class Visitor:
    """Who comes to a table, and what they may do there for now."""

    reader: Reader
    household: str = ""  # never stored
    may_ask: Callable[[], bool] = lambda: True
    why_not_write: Callable[[object], str] = lambda _: ""
    last_session: Callable[[], int] = lambda: 0  # of this person, by now
    seating: Callable[[LiveTable, str, Take], Awaitable[Request]] | None = None
    seated: Callable[[str, str], Awaitable[None]] | None = None  # told of who sat down, by a name
    unheard: Callable[[], Awaitable[frozenset[str]]] | None = None  # whose chat they do not read


class Connection:
    """A socket that looks at a table. Whatever is sent goes through `speak`, in order."""

    def __init__(
        self,
        socket: WebSocket,
        registry: Registry,
        live: LiveTable,
        visitor: Visitor,
        limits: Limits,
        metrics: Metrics,
        serializer: Serializer,
        desk: Desk,
    ) -> None:
        self.socket = socket
        self.say = line_of(socket.scope)
        self.registry = registry
        self.live = live
        self.visitor = visitor
        self.reader = visitor.reader
        self.person = visitor.reader.person
        self.household = visitor.household
        self.limits = limits
        self.metrics = metrics
        self.serializer = serializer
        self.desk = desk
        self.tall = False
        self.unheard: frozenset[str] = frozenset()  # as it was when somebody last spoke
        self.said = -1  # lines of the chat then
        self.coach: Coach | None = None
        self.greeted = False
        self.seat: int | None = None
        self.shown: Shown | None = None
        self.replies: list[Answer] = []
        self.news = asyncio.Event()  # something to send: a reply, or
        self.stale = True  # what is shown is not what is
        self.closing: int | None = None
        self.hints: asyncio.Task[None] | None = None
        now = asyncio.get_running_loop().time()
        self.messages = Bucket(*limits.messages, limits.messages[0], now)
        self.events = Bucket(*limits.events, limits.events[0], now)

    # Listener.

    def changed(self) -> None:
        self.stale = True
        self.news.set()

    def shuns_anew(self) -> None:
        """Whom this person does not want to hear is others than before."""
        self.said = -1
        self.changed()

    def gone(self) -> None:
        self.cut_off(RESTART)

    def end(self, session: int) -> None:
        """Only this session of the person, and later ones, are good."""
        if self.reader.session < session:
            self.cut_off(ENDED)

    def cut_off(self, code: int) -> None:
        self.closing = code
        self.news.set()

    # Sending.

    def viewer(self) -> Viewer:
        seat, curtain = outlook(self.live.table, self.person, self.seat)
        viewer = Viewer(self.person, seat, self.reader.language, self.tall, curtain, self.unheard)
        if curtain is not None and (
            self.live.loose or not self.serializer.keeps_secrets(self.live, viewer)
        ):
            viewer = viewer._replace(seat=curtain, curtain=None)
        self.seat = viewer.seat
        return viewer

    async def speak(self) -> None:
        """Send updates and replies as they come; several events that wait make one update."""
        while True:
            await self.news.wait()
            self.news.clear()
            if self.closing is not None:
                await self.socket.close(self.closing)
                return
            replies, self.replies = self.replies, []
            latest = await self.fresh()
            await self.send([*([] if latest is None else [latest]), *map(encoded, replies)])

    async def fresh(self) -> bytes | None:
        """What is there now, if it is not what is shown."""
        if not self.greeted or not self.stale:
            return None
        self.stale = False
        await self.hear_anew()
        message = self.latest()
        return None if message is None else encoded(message)

    async def hear_anew(self) -> None:
        """When somebody has spoken: whoever was muted meanwhile, by any server, is not heard."""
        said = len(self.live.table.chat)
        if said == self.said or self.visitor.unheard is None:
            return
        self.said = said
        with suppress(StoreError):
            self.unheard = await self.visitor.unheard()

    def latest(self) -> State | Update | None:
        with self.metrics.draws.time():
            now = self.now()
            before, self.shown = self.shown, now
            return now.whole() if before is None else update(before, now)

    def now(self) -> Shown:
        """All that there is to be shown, with a remark for who is new to the game."""
        clock, monotonic = self.registry.clock(), self.registry.monotonic()
        viewer = self.viewer()
        found = self.serializer.shown(self.live, viewer, clock, monotonic)
        if self.coach is None:
            return found
        remark = self.coach.remark(self.live.table, viewer)
        return found._replace(state=structs.replace(found.state, remark=remark))

    async def send(self, texts: list[bytes]) -> None:
        """Texts in their order, together where the server can; none is held while one waits."""
        if texts and (self.say is None or not self.say(texts)):
            while texts:
                await self.socket.send({"type": "websocket.send", "text": texts.pop(0).decode()})

    def reply(self, message: Answer) -> None:
        self.replies.append(message)
        self.news.set()

    # Reading.

    def come(self) -> None:
        self.registry.join(self.live, self)

    def go(self) -> None:
        self.registry.part(self.live, self)
        if not self.live.listeners:
            self.serializer.let_go(self.live)

    async def run(self) -> None:
        """Until the browser goes away."""
        self.metrics.sockets.inc()
        self.come()
        self.end(self.visitor.last_session())  # what ended before could not be told
        speaking = asyncio.ensure_future(self.speak())
        reading = asyncio.ensure_future(self.read())
        try:
            done, _ = await asyncio.wait({speaking, reading}, return_when="FIRST_COMPLETED")
            for task in done:
                error = None if task.cancelled() else task.exception()
                if error is not None and not isinstance(error, (WebSocketDisconnect, RuntimeError)):
                    self.metrics.errors.inc()
                    log.error("socket failed", exc_info=error)
        finally:
            speaking.cancel()
            reading.cancel()
            if self.hints is not None:
                self.hints.cancel()
            self.go()
            self.metrics.sockets.dec()
            if self.socket.application_state == WebSocketState.CONNECTED:
                try:
                    await self.socket.close(1011)
                except (RuntimeError, WebSocketDisconnect):
                    log.debug("already closed")

    async def read(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            received = await self.socket.receive()
            if received["type"] != "websocket.receive":
                return
            if not self.messages.take(loop.time()) or len(self.replies) >= MOST_REPLIES:
                await self.socket.close(TOO_FAST)
                return
            text = received.get("text")
            if not isinstance(text, str) or len(text.encode()) > self.limits.message:
                self.misunderstood()
                continue
            try:
                await self.take(text)
            except WebSocketDisconnect:
                return
            except Exception:
                self.metrics.errors.inc()
                log.exception(
                    "message failed", extra={"table": public_id(self.live.table.config.id)}
                )
                self.misunderstood()

    def misunderstood(self) -> None:
        self.reply(answers.misunderstood(self.live.table, self.reader.language))

    async def take(self, text: str) -> None:
        if self.closing is not None:  # who does not read cannot be told, nor goes on
            return
        try:
            message = read(text)
        except Misread as misread:
            if misread.id is None:
                self.misunderstood()
            else:
                self.refused(misread.id, Refused("bad", "table.refused.bad"))
            return
        match message:
            case NamedRequest():
                await self.command(message)
            case Hello() if self.greeted and not self.visitor.may_ask():  # a state is a question
                self.cut_off(TOO_FAST)
            case Hello():
                self.greet(message)
                self.tall = message.tall
                if not message.remarks:
                    self.coach = None
                elif self.coach is None:
                    self.coach = Coach()
                if message.seat is not None:
                    self.seat = message.seat  # whether it is held is looked at when it is shown
                self.greeted = True
                self.shown = None
                self.changed()
            case Ping():
                self.reply(Pong())
            case _:
                await self.question(message)

    def greet(self, message: Hello) -> None:
        """Somebody says that they are there, at any table."""

    async def command(self, message: NamedRequest) -> None:
        id, request = message
        if not isinstance(request, REQUESTS):
            return self.refused(id, Refused("bad", "table.refused.bad"))
        if isinstance(request, Take) and not request.name:
            request = Take(request.seat, self.reader.name)
        # A browser's own ids must not meet those of another one.
        own = hashlib.sha256(f"{self.person}:{id}".encode()).hexdigest()[:40]
        try:
            if not self.events.take(asyncio.get_running_loop().time()):
                raise Refused("busy", "table.refused.too_fast")
            if barred := self.visitor.why_not_write(request):
                raise Refused("busy", barred)
            if isinstance(request, Take) and self.visitor.seating is not None:
                request = await self.visitor.seating(self.live, self.person, request)
            with self.metrics.commands.time():
                await self.carry_out(Command(self.person, request, own), partial(self.done, id))
            if isinstance(request, Take) and self.visitor.seated and not self.live.loose:
                with suppress(StoreError):  # they sit there all the same
                    await self.visitor.seated(self.person, request.name)
        except Refused as refused:
            self.refused(id, refused)

    def done(self, id: str, n: int) -> None:
        """A command was applied. What it changed is sent first, at the same moment."""
        self.reply(Done(id, n))

    async def carry_out(self, command: Command, applied: Callable[[int], None]) -> None:
        """Bring about what a command asks for, and tell the number of its event; or `Refused`."""
        await self.registry.command(self.live, command, applied)

    def refused(self, id: str, refused: Refused) -> None:
        self.metrics.refused.labels(refused.reason).inc()
        self.reply(answers.refused(self.live.table, self.reader.language, id, refused))

    async def question(self, message: Asking) -> None:
        table, language, ask = self.live.table, self.reader.language, message.ask
        try:
            if not self.visitor.may_ask():
                raise Refused("busy", "table.refused.too_fast")
            if (whose := self.viewer().curtain) is not None:
                raise Refused("turn", "table.ask.curtain", {"name": f"@{whose}"})
            match message:
                case AskWhy() | AskPreview() | AskRead():
                    self.reply(await self.answer(message))
                case AskResult() if table.over():
                    self.reply(await self.result(ask))
                case AskResult():
                    self.misunderstood()
                case AskExplain():
                    self.reply(await self.explained(message))
                case AskDescribe():
                    self.reply(await self.described(ask))
                case AskAround():
                    self.reply(await self.looked_at(message))
                case AskHint() if self.hints is None or self.hints.done():
                    questions.deciding(table, self.person)
                    self.hints = asyncio.ensure_future(self.advise(message))
                case AskHint():
                    self.misunderstood()  # one at a time
        except Refused as refused:
            self.reply(answers.not_looked_at(table, language, ask, refused))
        except Malformed:
            self.misunderstood()

    async def result(self, ask: int) -> Answer:
        """How the game came out: played again beside the loop, once for all who ask."""
        table, language, cache = (
            self.live.table,
            self.reader.language,
            self.serializer.at(self.live),
        )
        async with self.desk.turn(self.live, ENDED_GAME):
            if cache.course is None:
                cache.course = await self.desk.ask(partial(course_of, table))
        lines = self.serializer.ledger(self.live, language)
        sides = len(self.serializer.score(self.live).sides)
        speech = self.serializer.speech(self.live, language)
        return await self.desk.ask(partial(result, table, ask, lines, sides, cache.course, speech))

    async def answer(self, message: Deciding) -> Answer:
        """Looked at beside the loop; once more if somebody has played meanwhile."""
        table = self.live.table
        _, seat = questions.deciding(table, self.person)
        async with self.desk.turn(self.live, seat):
            while True:
                moved = table.moved
                found = await self.desk.ask(self.work(message))
                if table.moved == moved:
                    return found

    async def explained(self, message: AskExplain) -> Answer:
        return await self.for_whoever_looks(partial(answers.explained, message))

    async def looked_at(self, message: AskAround) -> Answer:
        return await self.for_whoever_looks(partial(answers.around, message))

    async def described(self, ask: int) -> Answer:
        """The table in words: told once for all who see the same."""
        table, viewer = self.live.table, self.viewer()
        known = self.serializer.at(self.live).descriptions
        key, stamp = (viewer.seat, viewer.language), (table.moved, table.chaired)
        if key not in known or known[key][0] != stamp:
            known[key] = (stamp, await self.for_whoever_looks(answers.described))
        return Described(ask, known[key][1])

    async def for_whoever_looks(self, work: Callable[[Table, Position, Viewer], T]) -> T:
        """From their own view, on a copy of the position."""
        table, viewer = self.live.table, self.viewer()
        if table.position is None:
            raise Refused("over", "table.refused.read_only")
        position = table.position.copy()
        async with self.desk.turn(self.live, -1 if viewer.seat is None else viewer.seat):
            return await self.desk.ask(partial(work, table, position, viewer))

    def work(self, message: Deciding) -> Callable[[], Answer]:
        """What there is to do, on a copy that nobody plays on."""
        table, language, ask = self.live.table, self.reader.language, message.ask
        played, seat = questions.deciding(table, self.person)
        position = played.copy()
        if isinstance(message, AskWhy):
            path = tuple(message.path)
            return lambda: answers.why(table, language, ask, position.why(path))
        viewer = self.viewer()
        if isinstance(message, AskRead):
            return partial(answers.reading, message, table, position, viewer)
        here = self.serializer.picture(self.live, viewer)

        def previewed() -> Answer:
            seen = questions.foreseen(position, seat, message.move)
            if isinstance(seen, Refusal):
                return answers.why(table, language, ask, seen)
            return answers.preview(table, viewer, here, message, seen)

        return previewed

    async def advise(self, asked: AskHint) -> None:
        table, bots = self.live.table, self.registry.bots
        try:
            found = await questions.hint(table, self.person, bots, asked.picks, self.household)
        except Refused as refused:
            self.reply(answers.not_looked_at(table, self.reader.language, asked.ask, refused))
            return
        if found is None or table.position is None:
            self.reply(Hint(asked.ask, [], [], None))
            return
        position, viewer = table.position.copy(), self.viewer()
        told = partial(answers.hint, table, position, viewer, asked, found)
        self.reply(await self.desk.ask(told))


async def connect(
    socket: WebSocket,
    registry: Registry,
    opening: Awaitable[LiveTable],
    visitor: Visitor,
    limits: Limits,
    metrics: Metrics,
    serializer: Serializer,
    desk: Desk,
    make: Callable[..., Connection] = Connection,
) -> None:
    """Serve one socket, by a connection that may know more messages."""
    await socket.accept()
    try:
        live = await opening
    except NoTable:
        await socket.close(NO_TABLE)
        return
    except StoreError:
        await socket.close(RESTART)
        return
    if len(live.listeners) >= limits.sockets_at_table:
        await socket.close(TOO_FAST)
        return
    await make(socket, registry, live, visitor, limits, metrics, serializer, desk).run()
