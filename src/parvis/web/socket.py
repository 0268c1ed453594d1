"""One browser's connection to a table: reads its messages, sends what changed and the answers.

Imports the registry, the table's questions, the messages and who makes them; draws and words
nothing itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from parvis.engine.refusal import Malformed, Refusal
from parvis.table import questions
from parvis.table.commands import Command, Take
from parvis.table.decisions import Refused
from parvis.table.live_table import LiveTable
from parvis.table.log_writer import public_id
from parvis.table.registry import NoTable, Registry
from parvis.table.worker_pool import BotAnswer
from parvis.web import answers
from parvis.web.identity import Reader
from parvis.web.limits import Bucket, Limits
from parvis.web.messages import (
    Answer,
    AskHint,
    Asking,
    AskPreview,
    AskWhy,
    Done,
    Hello,
    Misread,
    NamedRequest,
    Ping,
    Pong,
    Sent,
    State,
    Update,
    read,
    write,
)
from parvis.web.metrics import Metrics
from parvis.web.picture import Viewer
from parvis.web.serializer import Serializer, seat_for
from parvis.web.updates import update

NO_TABLE, FORBIDDEN, TOO_FAST, RESTART = 4404, 4403, 4429, 1012

log = logging.getLogger("parvis.socket")


class Connection:
    """A socket that looks at a table. Whatever is sent goes through `speak`, in order."""

    def __init__(
        self,
        socket: WebSocket,
        registry: Registry,
        live: LiveTable,
        reader: Reader,
        limits: Limits,
        metrics: Metrics,
        serializer: Serializer,
        may_ask: Callable[[], bool] = lambda: True,
    ) -> None:
        self.socket = socket
        self.registry = registry
        self.live = live
        self.reader = reader
        self.person = reader.person
        self.limits = limits
        self.metrics = metrics
        self.serializer = serializer
        self.may_ask = may_ask
        self.tall = False
        self.greeted = False
        self.seat: int | None = None
        self.shown: State | None = None
        self.replies: list[Answer] = []
        self.news = asyncio.Event()  # something to send: a reply, or
        self.stale = True  # what is shown is not what is
        self.closing: int | None = None
        self.hints: asyncio.Task[BotAnswer | None] | None = None
        now = asyncio.get_running_loop().time()
        self.messages = Bucket(*limits.messages, limits.messages[0], now)
        self.events = Bucket(*limits.events, limits.events[0], now)

    # Listener.

    def changed(self) -> None:
        self.stale = True
        self.news.set()

    def gone(self) -> None:
        self.closing = RESTART
        self.news.set()

    # Sending.

    def viewer(self) -> Viewer:
        self.seat = seat_for(self.live.table, self.person, self.seat)
        return Viewer(self.person, self.seat, self.reader.language, self.tall)

    async def speak(self) -> None:
        """Send updates and replies as they come; several events that wait make one update."""
        while self.closing is None:
            await self.news.wait()
            self.news.clear()
            replies, self.replies = self.replies, []
            if self.greeted and self.stale:
                self.stale = False
                message = self.latest()
                if message is not None:
                    await self.send(message)
            for reply in replies:
                await self.send(reply)
        await self.socket.close(self.closing)

    def latest(self) -> State | Update | None:
        with self.metrics.timed(self.metrics.draws):
            now = self.serializer.state(self.live, self.viewer(), self.registry.clock())
            before, self.shown = self.shown, now
            return now if before is None else update(before, now)

    async def send(self, message: Sent) -> None:
        await self.socket.send({"type": "websocket.send", "text": write(message)})

    def reply(self, message: Answer) -> None:
        self.replies.append(message)
        self.news.set()

    # Reading.

    async def run(self) -> None:
        """Until the browser goes away."""
        self.metrics.sockets.inc()
        self.registry.join(self.live, self)
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
            self.registry.part(self.live, self)
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
            if not self.messages.take(loop.time()):
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
            case Hello():
                self.tall = message.tall
                self.greeted = True
                self.shown = None
                self.changed()
            case Ping():
                self.reply(Pong())
            case _:
                self.question(message)

    async def command(self, message: NamedRequest) -> None:
        id, request = message
        if isinstance(request, Take) and not request.name:
            request = Take(request.seat, self.reader.name)
        # A browser's own ids must not meet those of another one.
        own = hashlib.sha256(f"{self.person}:{id}".encode()).hexdigest()[:40]
        try:
            if not self.events.take(asyncio.get_running_loop().time()):
                raise Refused("busy", "table.refused.too_fast")
            with self.metrics.timed(self.metrics.commands):
                n = await self.registry.command(self.live, Command(self.person, request, own))
        except Refused as refused:
            self.refused(id, refused)
        else:
            self.reply(Done(id, n))

    def refused(self, id: str, refused: Refused) -> None:
        self.metrics.refused.labels(refused.reason).inc()
        self.reply(answers.refused(self.live.table, self.reader.language, id, refused))

    def question(self, message: Asking) -> None:
        table, language, ask = self.live.table, self.reader.language, message.ask
        try:
            if not self.may_ask():
                raise Refused("busy", "table.refused.too_fast")
            match message:
                case AskWhy():
                    barred = questions.why(table, self.person, tuple(message.path))
                    self.reply(answers.why(table, language, ask, barred))
                case AskPreview():
                    self.preview(message)
                case AskHint() if self.hints is None or self.hints.done():
                    advice = questions.hint(table, self.person, self.registry.bots)
                    self.hints = asyncio.ensure_future(advice)
                    self.hints.add_done_callback(partial(self.advised, ask))
                case AskHint():
                    self.misunderstood()  # one at a time
        except Refused as refused:
            self.reply(answers.not_looked_at(table, language, ask, refused))
        except Malformed:
            self.misunderstood()

    def preview(self, message: AskPreview) -> None:
        table, ask = self.live.table, message.ask
        seen = questions.preview(table, self.person, message.move)
        if isinstance(seen, Refusal):
            self.reply(answers.why(table, self.reader.language, ask, seen))
            return
        viewer = self.viewer()
        here = self.serializer.picture(self.live, viewer)
        self.reply(answers.preview(table, viewer, here, ask, message.move, seen))

    def advised(self, ask: int, advice: asyncio.Task[BotAnswer | None]) -> None:
        if not advice.cancelled():
            found = advice.result()
            self.reply(answers.hint(self.live.table, self.viewer(), ask, found))


async def connect(
    socket: WebSocket,
    registry: Registry,
    id: str,
    reader: Reader,
    limits: Limits,
    metrics: Metrics,
    serializer: Serializer,
    may_ask: Callable[[], bool],
) -> None:
    """Serve one socket."""
    await socket.accept()
    try:
        live = await registry.open(id)
    except NoTable:
        await socket.close(NO_TABLE)
        return
    if len(live.listeners) >= limits.sockets_at_table:
        await socket.close(TOO_FAST)
        return
    connection = Connection(socket, registry, live, reader, limits, metrics, serializer, may_ask)
    await connection.run()
