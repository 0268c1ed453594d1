"""What guards every answer: headers, the origin of a request, its size, its rate.

Imports the metrics only.
"""

from __future__ import annotations

import ipaddress
import logging
import time
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


class Guard:
    """Puts the headers on every answer and writes one line a request, by route, not by path."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                own = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (name.encode(), value.encode())
                        for name, value in HEADERS.items()
                        if name.encode() not in own
                    ),
                ]
            await send(message)

        try:
            await self.app(scope, receive, guarded)
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
