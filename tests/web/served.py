"""A real server within the test's own loop, and raw connections to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn

from parvis.web.front import Front
from parvis.web.limits import UNLIMITED, Limits
from parvis.web.server import configure, listen
from tests.web.servers import PATIENCE

UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@dataclass
class Line:
    """One connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def say(self, text: str) -> None:
        self.writer.write(text.encode())
        await self.writer.drain()

    async def hear(self) -> str:
        """The head of an answer, in small letters; nothing if the server has closed."""
        return (await self.head()).lower()

    async def head(self) -> str:
        async with asyncio.timeout(PATIENCE):
            try:
                return (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            except (asyncio.IncompleteReadError, ConnectionError):
                return ""

    async def end(self) -> bytes:
        """All that comes until the server closes."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self.reader.read()
            except ConnectionError:
                return b""

    def close(self) -> None:
        self.writer.close()


@dataclass
class Served:
    """A server that stands."""

    port: int
    lines: list[Line] = field(default_factory=list)

    async def line(self) -> Line:
        line = Line(*await asyncio.open_connection("127.0.0.1", self.port))
        self.lines.append(line)
        return line

    async def asked(self, path: str = "/healthz", host: str = "localhost", more: str = "") -> str:
        """The head of the answer to one request."""
        line = await self.line()
        await line.say(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n")
        head = await line.hear()
        line.close()
        return head


@asynccontextmanager
async def served(
    folder: Path, limits: Limits = UNLIMITED, front: Front | None = None
) -> AsyncIterator[Served]:
    config = configure(f"sqlite:///{folder}/parvis.db", folder, limits, key="k" * 40, front=front)
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server.serve(sockets=[listener]))
    stands = Served(listener.getsockname()[1])
    try:
        yield stands
    finally:
        for line in stands.lines:
            line.close()
        server.should_exit = True
        await serving
