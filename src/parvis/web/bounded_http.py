"""An HTTP connection that cannot be held open by saying little.

Uvicorn waits for ever for a request that has begun, or has not; here it has to come whole in time,
its answer has to be taken in time, and only so many connections may stand at once.
Imports the limits, the count and the headers.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from parvis.web.connections import Connections
from parvis.web.limits import Limits
from parvis.web.security import HEADERS

PAUSE = 10  # seconds after which one who was turned away may try again


def bounded_http(limits: Limits, connections: Connections) -> type[HttpToolsProtocol]:
    """A protocol within these limits that counts its connections there."""

    class BoundedHTTP(HttpToolsProtocol):
        def __init__(self, *arguments: Any, **named: Any) -> None:
            super().__init__(*arguments, **named)
            self.counted = ""  # the address that this connection counts for
            self.heading = False  # the head of a request is still coming
            self.head = 0  # bytes of it
            self.patience = 0.0
            self.alarm: asyncio.TimerHandle | None = None

        @property
        def begun(self) -> RequestResponseCycle | None:
            """The last request whose head has come."""
            return self.cycle

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            address = self.client[0] if self.client else "unknown"
            status = connections.come(address)
            if status is not None:
                self.turn_away(status)
                return
            self.counted = address
            self.watch()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self.rest()
            connections.idle.pop(self, None)
            if self.counted:
                connections.go(self.counted)

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self.head += len(data)
            if self.heading and self.head > limits.head:
                self.turn_away(431)
            elif self.counted and not self.transport.is_closing():
                self.watch()

        def on_message_begin(self) -> None:
            super().on_message_begin()
            self.heading = True
            self.head = 0

        def on_headers_complete(self) -> None:
            self.heading = False
            super().on_headers_complete()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self.cycle.response_complete:
                self.rest()  # from here the time of an idle connection counts
                connections.idle[self] = self.transport.abort
            else:
                self.watch()

        def handle_websocket_upgrade(self) -> None:
            self.rest()
            connections.idle.pop(self, None)
            self.counted = ""  # the socket is counted on, and takes itself off
            super().handle_websocket_upgrade()

        def watch(self) -> None:
            """Whoever is waited for has this long, however often they say a little."""
            now = self.begun
            owed = now is None or now.response_complete or now.more_body
            patience = limits.asking if owed else limits.answering
            if patience != self.patience:
                self.rest()
                if owed:
                    connections.idle[self] = self.transport.abort
                else:
                    connections.idle.pop(self, None)
                self.patience = patience
                self.alarm = self.loop.call_later(patience, self.transport.abort)

        def rest(self) -> None:
            self.patience = 0.0
            if self.alarm is not None:
                self.alarm.cancel()
                self.alarm = None

        def turn_away(self, status: int) -> None:
            """Answer without the application, with all the headers that it would set."""
            phrase = HTTPStatus(status).phrase
            headers = {
                **HEADERS,
                "connection": "close",
                "content-length": str(len(phrase)),
                "content-type": "text/plain; charset=utf-8",
            }
            if status in (429, 503):
                headers["retry-after"] = str(PAUSE)
            lines = [f"HTTP/1.1 {status} {phrase}", *(f"{k}: {v}" for k, v in headers.items())]
            self.transport.write("\r\n".join([*lines, "", phrase]).encode())
            self.transport.close()

        def send_400_response(self, msg: str) -> None:
            self.turn_away(400)

    return BoundedHTTP
