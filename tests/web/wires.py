"""Sockets without a network: what is said to a table, and every frame that comes back."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import cast

import msgspec
from starlette.websockets import WebSocket, WebSocketState

from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.web.desk import Desk
from parvis.web.identity import Reader
from parvis.web.limits import UNLIMITED, Limits
from parvis.web.messages import Sent
from parvis.web.metrics import Metrics
from parvis.web.serializer import Serializer
from parvis.web.socket import Connection, Visitor

Frame = dict[str, object]
SENT = msgspec.json.Decoder(Sent)
PATIENCE = 120.0  # seconds, on a machine that has much else to do


class Wire:
    """One end of a socket: `say` goes to the server, `frames` came from it."""

    def __init__(self) -> None:
        self.scope: dict[str, object] = {}
        self.application_state = WebSocketState.CONNECTED
        self.incoming: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        self.frames: list[str] = []
        self.closed: int | None = None
        self.news = asyncio.Event()
        self.reads = asyncio.Event()  # whether the browser takes what it is sent
        self.reads.set()

    # The server's side, as starlette's WebSocket has it.

    async def receive(self) -> dict[str, object]:
        return await self.incoming.get()

    async def send(self, message: dict[str, object]) -> None:
        await self.reads.wait()
        SENT.decode(str(message["text"]))  # whatever is sent is what its type says
        self.frames.append(str(message["text"]))
        self.news.set()

    async def close(self, code: int = 1000) -> None:
        self.closed = code
        self.application_state = WebSocketState.DISCONNECTED
        self.incoming.put_nowait({"type": "websocket.disconnect"})
        self.news.set()

    # The browser's side.

    def say(self, **message: object) -> None:
        self.say_text(json.dumps(message))

    def say_text(self, text: str) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def hear(self, *types: str) -> Frame:
        """The next frame of one of these types that has not been heard yet."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while self.heard < len(self.frames):
                    frame: Frame = json.loads(self.frames[self.heard])
                    self.heard += 1
                    if not types or frame["type"] in types:
                        return frame
                self.news.clear()
                await self.news.wait()

    heard = 0

    async def cut_off(self) -> int:
        """Why the server closed the socket."""
        async with asyncio.timeout(PATIENCE):
            while self.closed is None:
                self.news.clear()
                await self.news.wait()
        return self.closed

    async def quiet(self) -> list[Frame]:
        """Everything that comes until the server has nothing more to say."""
        self.say(type="ping")
        found: list[Frame] = []
        while True:
            frame = await self.hear()
            if frame["type"] == "pong":
                return found
            found.append(frame)


@asynccontextmanager
async def looking(
    registry: Registry,
    live: LiveTable,
    person: str,
    language: str = "en",
    limits: Limits = UNLIMITED,
    greet: bool = True,
    desk: Desk | None = None,
    may_ask: Callable[[], bool] = lambda: True,
    make: Callable[..., Connection] = Connection,
) -> AsyncIterator[Wire]:
    """A browser that looks at a table."""
    wire = Wire()
    reader = Reader(person, person.split("-")[0].title(), language)
    socket, visitor = cast(WebSocket, wire), Visitor(reader, may_ask=may_ask)
    metrics, serializer = Metrics(registry), Serializer()
    connection = make(socket, registry, live, visitor, limits, metrics, serializer, desk or Desk())
    serving = asyncio.ensure_future(connection.run())
    if greet:
        wire.say(type="hello")
    try:
        yield wire
    finally:
        await wire.close()
        await serving
