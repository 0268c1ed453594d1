"""The small socket that every page has: which tables wait for its reader, as that changes.

Imports the registry's waiting tables, the messages, limits and who reads.
"""

from __future__ import annotations

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from parvis.table.waiting import Waiting
from parvis.web.identity import Reader
from parvis.web.limits import Bucket, Limits
from parvis.web.messages import Here, Ping, Pong, Waits, write
from parvis.web.socket import ENDED, TOO_FAST

log = logging.getLogger("parvis.socket")
READS = msgspec.json.Decoder(Here | Ping)


def noted(task: asyncio.Task[None]) -> None:
    """A browser that goes away while it is spoken to is no fault."""
    error = None if task.cancelled() else task.exception()
    if error is not None and not isinstance(error, (WebSocketDisconnect, RuntimeError)):
        log.error("socket failed", exc_info=error)


class WaitingSocket:
    """One page of a reader."""

    def __init__(self, socket: WebSocket, waiting: Waiting, reader: Reader, limits: Limits) -> None:
        self.socket = socket
        self.waiting = waiting
        self.reader = reader
        self.person = reader.person
        self.limits = limits
        self.tables: frozenset[str] | None = None
        self.pongs = 0
        self.closing: int | None = None
        self.news = asyncio.Event()
        now = asyncio.get_running_loop().time()
        self.messages = Bucket(*limits.messages, limits.messages[0], now)

    def told(self, tables: frozenset[str]) -> None:
        self.tables = tables
        self.news.set()

    def end(self, session: int) -> None:
        """Only this session of the person, and later ones, are good."""
        if self.reader.session < session:
            self.cut_off(ENDED)

    def cut_off(self, code: int) -> None:
        self.closing = code
        self.news.set()

    async def run(self) -> None:
        """Until the browser goes away."""
        self.waiting.listen(self.person, self.told)
        speaking = asyncio.ensure_future(self.speak())
        reading = asyncio.ensure_future(self.read())
        try:
            await asyncio.wait({speaking, reading}, return_when="FIRST_COMPLETED")
        finally:
            self.waiting.leave(self.person, self.told)
            for task in (speaking, reading):
                task.cancel()
                task.add_done_callback(noted)

    async def speak(self) -> None:
        """What is new, and only the last of it."""
        while True:
            await self.news.wait()
            self.news.clear()
            if self.closing is not None:
                await self.socket.close(self.closing)
                return
            tables, self.tables = self.tables, None
            if tables is not None:
                await self.socket.send_text(write(Waits(sorted(tables))))
            pongs, self.pongs = self.pongs, 0
            for _ in range(pongs):
                await self.socket.send_text(write(Pong()))

    async def read(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                text = await self.socket.receive_text()
            except (WebSocketDisconnect, KeyError):  # gone, or not a text
                return
            if not self.messages.take(loop.time()) or len(text) > self.limits.message:
                await self.socket.close(TOO_FAST)
                return
            try:
                message = READS.decode(text)
            except (msgspec.DecodeError, RecursionError):
                continue
            if isinstance(message, Ping):
                self.pongs += 1
                self.news.set()
            elif self.person in self.waiting.known:
                self.told(self.waiting.known[self.person])
