"""A WebSocket whose other end cannot keep the server reading. Imports the limits and the count.

Uvicorn reads and answers whatever comes, also after the close; so frames are counted here, where
they are taken apart, and who floods the server is cut off without a word.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, MutableMapping, Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from parvis.web.connections import Connections
from parvis.web.limits import Bucket

SLICE = 4096  # bytes that are taken apart before it is looked whether that was too much
LINE = "parvis.line"  # the extension by which an application reaches `BoundedSocket.say`


def framed(text: bytes) -> bytes:
    """A whole text as a server sends it (RFC 6455, 5.2).

    >>> framed(b"hello"), framed(b"x" * 300)[:4]
    (b'\\x81\\x05hello', b'\\x81~\\x01,')
    """
    if len(text) < 126:
        return struct.pack("!BB", 0x81, len(text)) + text
    if len(text) < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, len(text)) + text
    return struct.pack("!BBQ", 0x81, 127, len(text)) + text


def line_of(scope: MutableMapping[str, Any]) -> Callable[[Sequence[bytes]], bool] | None:
    """How texts are said directly on a socket, if its server knows how."""
    line = scope.get("extensions", {}).get(LINE)
    say: Callable[[Sequence[bytes]], bool] | None = line["say"] if line else None
    return say


def bounded_socket(
    frames: tuple[float, float], connections: Connections
) -> type[WebSocketsSansIOProtocol]:
    """A protocol that allows so many frames at once, and so many a second, of any kind.

    It was counted as a connection when it came, by HTTP.
    """

    class BoundedSocket(WebSocketsSansIOProtocol):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.bucket = Bucket(*frames, frames[0], self.loop.time())

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            connections.go(self.client[0] if self.client else "unknown")

        def data_received(self, data: bytes) -> None:
            for start in range(0, len(data), SLICE):
                if self.transport.is_closing():
                    return
                super().data_received(data[start : start + SLICE])

        def handle_events(self) -> None:
            super().handle_events()
            if self.bucket.left < 0:
                self.transport.abort()

        def handle_connect(self, event: Request) -> None:
            super().handle_connect(event)
            if hasattr(self, "scope"):
                self.scope["extensions"][LINE] = {"say": self.say}

        def say(self, texts: Sequence[bytes]) -> bool:
            """Whole texts go out as they are, together, if the line stands and can take them:
            nothing is said so often, and nothing here is compressed."""
            stands = self.handshake_complete and not self.close_sent and not self.disconnected
            if not stands or not self.writable.is_set():
                return False
            if self.conn.state is not OPEN or self.conn.extensions:
                return False
            self.transport.write(b"".join(map(framed, texts)))
            return True

        def count(self) -> None:
            if not self.bucket.take(self.loop.time()):
                self.bucket.left = -1.0

        def handle_text(self, event: Frame) -> None:
            self.count()
            super().handle_text(event)

        def handle_bytes(self, event: Frame) -> None:
            self.count()
            super().handle_bytes(event)

        def handle_cont(self, event: Frame) -> None:
            self.count()
            super().handle_cont(event)

        def handle_ping(self) -> None:
            self.count()
            super().handle_ping()

        def handle_pong(self, event: Frame) -> None:
            self.count()
            super().handle_pong(event)

    return BoundedSocket
