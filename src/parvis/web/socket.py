"""One browser's connection to a table: reads commands, sends what changed."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Mapping

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from parvis.engine.position import Position
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.table.commands import Command, Take, read_request
from parvis.table.decisions import Refused, acting
from parvis.table.live_table import LiveTable
from parvis.table.log_writer import public_id
from parvis.table.registry import NoTable, Registry
from parvis.web.identity import Reader
from parvis.web.limits import Bucket, Limits
from parvis.web.metrics import Metrics
from parvis.web.serializer import (
    Plain,
    Viewer,
    changed_panels,
    picture,
    plain_panels,
    plain_sides,
    seat_for,
    spoken_line,
    state,
    update,
    whole_message,
)
from parvis.web.speech import clause_text, say_or, speech_at

COMMANDS = frozenset(
    {"move", "undo", "vote", "withdraw", "chat", "take", "leave", "bot_in", "bot_out"}
)
NO_TABLE, FORBIDDEN, TOO_FAST, RESTART = 4404, 4403, 4429, 1012
LONGEST_PATH = 12
LONGEST_PICK = 80
HINT_BOT = "flat:steady"

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
    ) -> None:
        self.socket = socket
        self.registry = registry
        self.live = live
        self.reader = reader
        self.person = reader.person
        self.limits = limits
        self.metrics = metrics
        self.tall = False
        self.greeted = False
        self.seat: int | None = None
        self.shown: Plain | None = None
        self.replies: list[Plain] = []
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

    def latest(self) -> Plain | None:
        with self.metrics.timed(self.metrics.draws):
            now = state(self.live, self.viewer(), self.registry.clock())
            before, self.shown = self.shown, now
            return whole_message(now) if before is None else update(before, now)

    async def send(self, message: Plain) -> None:
        await self.socket.send({"type": "websocket.send", "text": orjson.dumps(message).decode()})

    def reply(self, message: Plain) -> None:
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
            text = received.get("text")
            if not self.messages.take(loop.time()):
                await self.socket.close(TOO_FAST)
                return
            if not isinstance(text, str) or len(text.encode()) > self.limits.message:
                self.misunderstood()
                continue
            try:
                message = orjson.loads(text)
            except orjson.JSONDecodeError:
                self.misunderstood()
                continue
            if not isinstance(message, dict):
                self.misunderstood()
                continue
            try:
                await self.take(message)
            except WebSocketDisconnect:
                return
            except Exception:
                self.metrics.errors.inc()
                log.exception(
                    "message failed", extra={"table": public_id(self.live.table.config.id)}
                )
                self.misunderstood()

    def misunderstood(self) -> None:
        speech = speech_at(self.live.table, self.reader.language)
        self.reply({"type": "error", "words": speech("table.refused.bad")})

    async def take(self, message: Mapping[str, object]) -> None:
        kind = message.get("type")
        if not isinstance(kind, str):
            self.misunderstood()
        elif kind == "ping":
            self.reply({"type": "pong"})
        elif kind == "hello":
            self.tall = message.get("tall") is True
            self.greeted = True
            self.shown = None
            self.changed()
        elif kind in COMMANDS:
            await self.command(kind, message)
        elif kind in ("preview", "why", "hint"):
            self.question(kind, message)
        else:
            self.misunderstood()

    async def command(self, kind: str, message: Mapping[str, object]) -> None:
        id = message.get("id")
        if not isinstance(id, str) or not 8 <= len(id) <= 64 or not id.isprintable():
            self.misunderstood()
            return
        # A browser's own ids must not meet those of another one.
        own = hashlib.sha256(f"{self.person}:{id}".encode()).hexdigest()[:40]
        data = {key: value for key, value in message.items() if key not in ("type", "id")}
        try:
            try:
                request = read_request(kind, data)
            except ValueError:
                raise Refused("bad", "table.refused.bad") from None
            if isinstance(request, Take) and "name" not in data:
                request = Take(request.seat, self.reader.name)
            if not self.events.take(asyncio.get_running_loop().time()):
                raise Refused("busy", "table.refused.too_fast")
            with self.metrics.timed(self.metrics.commands):
                n = await self.registry.command(self.live, Command(self.person, request, own))
        except Refused as refused:
            self.metrics.refused.labels(refused.reason).inc()
            self.reply({"type": "refused", "id": id, **self.refused_parts(refused)})
        else:
            self.reply({"type": "done", "id": id, "n": n})

    def refused_parts(self, refused: Refused) -> Plain:
        if refused.refusal is not None:
            return {**self.spoken(refused.refusal), "reason": refused.reason}
        speech = speech_at(self.live.table, self.reader.language)
        return {
            "words": speech.tell(refused.key, refused.params),
            "clause": "",
            "text": "",
            "places": [],
            "reason": refused.reason,
        }

    def spoken(self, refusal: Refusal) -> Plain:
        language = self.reader.language
        speech = speech_at(self.live.table, language)
        return {
            "words": say_or(speech, refusal.key, refusal.params, refusal.clause),
            "clause": refusal.clause,
            "text": clause_text(self.live.table.game, language, refusal.clause),
            "places": list(refusal.places),
        }

    # Questions: looked at only for the seat to decide, lest an answer tell another's hand.

    def question(self, kind: str, message: Mapping[str, object]) -> None:
        ask = message.get("ask")
        if not isinstance(ask, int) or isinstance(ask, bool) or not 0 <= ask < 2**53:
            self.misunderstood()
            return
        try:
            if self.live.table.position is None:
                raise Refused("over", "table.refused.read_only")
            seat = acting(self.live.table, self.person)
        except Refused as refused:
            self.reply({"type": "why", "ask": ask, **self.refused_parts(refused)})
            return
        position = self.live.table.position
        if kind == "why":
            self.why(position, ask, message.get("path"))
        elif kind == "preview":
            self.preview(position, seat, ask, message.get("move"))
        elif self.hints is None or self.hints.done():
            self.hints = asyncio.ensure_future(self.hint(position, seat, ask))
        else:
            self.misunderstood()

    def why(self, position: Position, ask: int, path: object) -> None:
        if (
            not isinstance(path, list)
            or len(path) > LONGEST_PATH
            or not all(isinstance(pick, str) and len(pick) <= LONGEST_PICK for pick in path)
        ):
            self.misunderstood()
            return
        refusal = position.why(tuple(path))
        nothing: Plain = {"words": None, "clause": "", "text": "", "places": []}
        self.reply(
            {
                "type": "why",
                "ask": ask,
                **(nothing if refusal is None else self.spoken(refusal)),
            }
        )

    def preview(self, position: Position, seat: int, ask: int, move: object) -> None:
        if not isinstance(move, int) or isinstance(move, bool):
            self.misunderstood()
            return
        try:
            seen = position.preview(move, seat)
        except Malformed:
            self.misunderstood()
            return
        except Illegal as error:
            self.reply({"type": "why", "ask": ask, **self.spoken(error.refusal)})
            return
        table = self.live.table
        assert table.game is not None
        speech = speech_at(table, self.reader.language)
        view, went, came, scores = (seen[name] for name in ("view", "went", "came", "scores"))
        assert isinstance(view, dict)
        assert isinstance(went, list)
        assert isinstance(came, list)
        assert isinstance(scores, list)
        ghost = plain_panels(table.game.draw(view, speech, self.tall))
        here = picture(self.live, Viewer(self.person, seat, self.reader.language, self.tall))
        self.reply(
            {
                "type": "preview",
                "ask": ask,
                "move": move,
                "panels": changed_panels(here.panels, ghost),
                "ledger": {
                    "went": [spoken_line(line, speech) for line in went],
                    "came": [spoken_line(line, speech) for line in came],
                },
                "sides": plain_sides(position.sides(), scores, []),
            }
        )

    async def hint(self, position: Position, seat: int, ask: int) -> None:
        table = self.live.table
        assert table.game is not None
        speech = speech_at(table, self.reader.language)
        answer = await self.registry.bots.think(table, seat, HINT_BOT)
        if table.position is not position:
            self.reply({"type": "hint", "ask": ask, "words": [], "picks": [], "move": None})
            return
        tree = table.game.choices(position.view(seat), speech)
        picks = next((path for move, path in tree.paths() if move == answer.move), ())
        words: list[str] = []
        for reason in answer.reasons:
            params = reason["params"]
            assert isinstance(params, dict)
            words.append(say_or(speech, str(reason["key"]), params, "…"))
        self.reply(
            {
                "type": "hint",
                "ask": ask,
                "words": words,
                "picks": list(picks),
                "move": answer.move,
            }
        )


async def connect(
    socket: WebSocket, registry: Registry, id: str, reader: Reader, limits: Limits, metrics: Metrics
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
    await Connection(socket, registry, live, reader, limits, metrics).run()
