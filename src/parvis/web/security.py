"""What guards every answer: headers, the host and the origin of a request, its size, its rate.

Imports the metrics, the limits, the hosts and the front.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parvis.web.front import Front
from parvis.web.hosts import is_loopback, name_in
from parvis.web.limits import Buckets
from parvis.web.metrics import Metrics

log = logging.getLogger("parvis.web")

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


HSTS = "max-age=31536000"
PROXIED = frozenset({"forwarded", "via", "x-real-ip"})  # headers that only a proxy sends


class TooLarge(Exception):
    """A body beyond the limit."""


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this very host."""
    origin = connection.headers.get("origin") or connection.headers.get("referer", "")
    host = connection.headers.get("host", "")
    try:
        parts = urlsplit(origin) if len(origin) < 2000 else urlsplit("")
    except ValueError:  # `http://[::1`
        return False
    return bool(host) and parts.scheme in ("http", "https") and parts.netloc == host


def client_of(connection: HTTPConnection) -> str:
    """Whom a rate is counted for: an address, or with IPv6 the network that one customer has."""
    return household(connection.client.host) if connection.client else "unknown"


def household(address: str) -> str:
    """
    >>> household("192.0.2.7"), household("2001:db8:1:2:3:4:5:6"), household("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::/64', '192.0.2.7')
    """
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    if known.is_loopback:
        return str(known)
    return str(ipaddress.ip_network((known, 64), strict=False))


async def read_body(request: Request, most: int) -> bytes:
    """The body, if it is not too large; whatever its headers claim."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise TooLarge
    return bytes(body)


def direct(connection: HTTPConnection) -> bool:
    """Whether a request comes from this very machine, through no proxy: one on this machine makes
    all the world look as if it were here."""
    name = name_in(connection.headers.get("host", ""))
    return (
        is_loopback(client_of(connection))
        and connection.scope["http_version"] != "1.0"  # of today only proxies speak it
        and name is not None
        and is_loopback(name)
        and not any(
            header in PROXIED or header.startswith("x-forwarded") for header in connection.headers
        )
    )


class Guard:
    """Lets in who calls the server by its name, puts the headers on every answer and writes one
    line a request, by route, not by path."""

    def __init__(
        self,
        app: ASGIApp,
        metrics: Metrics,
        front: Front,
        requests: Buckets,
        failed: Callable[[Request, Exception], Awaitable[Response]],
    ) -> None:
        self.app = app
        self.metrics = metrics
        self.front = front
        self.requests = requests
        self.failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            if self.requests.take(client_of(HTTPConnection(scope))):
                await self.answer(scope, receive, send)
            else:
                await self.hang_up(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.connect(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def misdirected(self, scope: Scope) -> HTTPException | None:
        """What is wrong with the name that the server is called by."""
        given = [value for name, value in scope["headers"] if name == b"host"]
        name = name_in(given[0].decode("latin-1")) if len(given) == 1 else None
        if name is None:
            return HTTPException(400)
        known = self.front.hosts is None or self.front.hosts.allow(name)
        return None if known else HTTPException(421)

    def guarded(self, scope: Scope, headers: list[tuple[bytes, bytes]]) -> None:
        """Add our headers to those of an answer."""
        own = {name.lower() for name, _ in headers}
        ours = dict(HEADERS)
        if self.front.hsts and scope["scheme"] in ("https", "wss"):
            ours["strict-transport-security"] = HSTS
        headers.extend(
            (name.encode(), value.encode())
            for name, value in ours.items()
            if name.encode() not in own
        )

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = time.perf_counter()
        status = 500

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = list(message["headers"])
                self.guarded(scope, message["headers"])
            await send(message)

        try:
            wrong = self.misdirected(scope)
            if wrong is None:
                await self.app(scope, receive, guarded)
            else:
                page = await self.failed(Request(scope), wrong)
                await page(scope, receive, guarded)
        finally:
            route = getattr(scope.get("route"), "path", "")
            self.metrics.requests.labels(route, str(status)).inc()
            log.info(
                "request",
                extra={
                    "route": route,
                    "method": scope["method"],
                    "status": status,
                    "ms": round(1000 * (time.perf_counter() - begun), 1),
                },
            )

    async def hang_up(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Turn a flood away as cheaply as can be: no page, no line, nor what else waits there."""
        self.metrics.requests.labels("", "429").inc()
        pause = {"connection": "close", "retry-after": self.requests.pause()}
        answer = PlainTextResponse("Too Many Requests", 429, {**HEADERS, **pause})
        await answer(scope, receive, send)

    async def connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        """A socket that is turned away before it stands is answered like any request."""
        stands = False

        async def guarded(message: Message) -> None:
            nonlocal stands
            stands = stands or message["type"] == "websocket.accept"
            if message["type"] == "websocket.close" and not stands:
                await refuse(403)
            else:
                await send(message)

        async def refuse(status: int) -> None:
            if "websocket.http.response" not in scope.get("extensions", {}):
                await send({"type": "websocket.close"})
                return
            headers: list[tuple[bytes, bytes]] = []
            self.guarded(scope, headers)
            await send(
                {"type": "websocket.http.response.start", "status": status, "headers": headers}
            )
            await send({"type": "websocket.http.response.body", "body": b""})

        wrong = self.misdirected(scope)
        if wrong is None:
            await self.app(scope, receive, guarded)
        else:
            await receive()  # what it says first: that it wants to connect
            await refuse(wrong.status_code)
