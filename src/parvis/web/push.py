"""Web Push: a locked message to a browser, through the service that the browser has named.

What is sent to is untrusted: an address that anybody may have typed. So only https is spoken, and
only to addresses of the public net; what stands at the other end of the connection is looked at,
not what a name server said before. Imports how people are reached and the people.
"""

from __future__ import annotations

import base64
import binascii
import ipaddress
import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from parvis.table.people import Push
from parvis.web.delivery import Delivery

if TYPE_CHECKING:
    from requests import Session

PATIENCE, DEADLINE = 10.0, 20.0  # seconds for each word of an answer, and for all of it
KEPT = 24 * 3600  # seconds that a push service keeps what it cannot deliver at once
LONGEST_ENDPOINT = 1000
GONE = (404, 410)


class Undelivered(Exception):
    """Something was not delivered; `lasting` if another try would be no use."""

    def __init__(self, why: str, lasting: bool = False) -> None:
        super().__init__(why)
        self.lasting = lasting


class Gone(Undelivered):
    """The browser does not listen any more."""

    def __init__(self) -> None:
        super().__init__("gone", lasting=True)


def why_no_push(endpoint: str, p256dh: str, auth: str, inward: bool = False) -> str:
    """What is wrong with what a browser says of itself; nothing if nothing is.

    >>> why_no_push("https://127.0.0.1/x", "", "")
    'address'
    """
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return "address"
    host = parts.hostname or ""
    if len(endpoint) > LONGEST_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        return "address"
    if not host or parts.username or parts.password:
        return "address"
    if not inward and (
        parts.scheme != "https" or port not in (None, 443) or not may_be_public(host)
    ):
        return "address"
    if inward and parts.scheme not in ("http", "https"):
        return "address"
    if len(decoded(p256dh)) != 65 or decoded(p256dh)[:1] != b"\x04" or len(decoded(auth)) != 16:
        return "keys"
    return ""


def decoded(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text[:200] + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return b""


def may_be_public(host: str) -> bool:
    """Whether a name or an address may belong to the public net.

    >>> [may_be_public(host) for host in ("push.example.org", "router", "10.0.0.1", "a.local")]
    [True, False, False, False]
    """
    try:
        return is_public(host)
    except ValueError:
        labels = host.rstrip(".").lower().split(".")
        home = labels[-1] in ("localhost", "local", "lan", "internal", "home", "arpa")
        return len(labels) > 1 and not home and not labels[-1].isdecimal()


def is_public(address: str) -> bool:
    """Whether an address in digits belongs to the public net; ValueError if it is none."""
    known = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(known, ipaddress.IPv6Address):
        known = known.ipv4_mapped or known.sixtofour or known
    return known.is_global and not known.is_multicast


def send_push(push: Push, told: dict[str, str], topic: str, delivery: Delivery) -> None:
    """Lock and send; `Undelivered` says what went wrong. Blocks."""
    import requests
    from pywebpush import WebPushException, webpush

    claims = {
        "sub": contact(delivery),
        "aud": origin_of(push.endpoint),
        "exp": int(time.time()) + KEPT // 2,
    }
    keys = {"p256dh": push.p256dh, "auth": push.auth}
    try:
        with outward(delivery.inward) as session:
            webpush(
                {"endpoint": push.endpoint, "keys": keys},
                json.dumps(told, ensure_ascii=False).encode(),
                vapid_private_key=delivery.push_key,
                vapid_claims=claims,
                ttl=KEPT,
                timeout=PATIENCE,
                headers={"urgency": "normal", "topic": topic},
                requests_session=session,
            )
    except WebPushException as error:
        status = 0 if error.response is None else error.response.status_code
        if status in GONE:
            raise Gone from None
        raise Undelivered(f"push: {status}", 400 <= status < 500 and status != 429) from None
    except (requests.RequestException, OSError, ValueError) as error:
        raise Undelivered(f"push: {type(error).__name__}") from None


def origin_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def contact(delivery: Delivery) -> str:
    """Whom a push service may write to."""
    if delivery.smtp is not None:
        return f"mailto:{delivery.smtp.sender}"
    return (
        delivery.address if delivery.address.startswith("https://") else "mailto:parvis@localhost"
    )


@contextmanager
def outward(inward: bool) -> Iterator[Session]:
    """A session that follows nobody elsewhere, speaks to the public net only (unless `inward`),
    reads no more than a status, and ends in time however slowly the other side speaks."""
    import requests
    from requests.adapters import HTTPAdapter
    from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
    from urllib3.connection import HTTPConnection, HTTPSConnection
    from urllib3.exceptions import NewConnectionError

    made: list[HTTPConnection] = []

    class Bounded:
        def _new_conn(self) -> Any:
            line = super()._new_conn()  # type: ignore[misc]
            if not inward and not is_public(line.getpeername()[0]):
                line.close()
                raise NewConnectionError(self, "not of the public net")  # type: ignore[arg-type]
            made.append(self)  # type: ignore[arg-type]
            return line

    class PlainConnection(Bounded, HTTPConnection):
        pass

    class LockedConnection(Bounded, HTTPSConnection):
        pass

    class PlainPool(HTTPConnectionPool):
        ConnectionCls = PlainConnection

    class LockedPool(HTTPSConnectionPool):
        ConnectionCls = LockedConnection

    class BoundedAdapter(HTTPAdapter):  # type: ignore[misc]
        def init_poolmanager(self, *given: Any, **named: Any) -> None:
            super().init_poolmanager(*given, **named)
            pools = {"https": LockedPool, **({"http": PlainPool} if inward else {})}
            self.poolmanager.pool_classes_by_scheme = pools

    def leave_unread(answer: Any, **_: object) -> None:
        answer.close()
        answer._content, answer._content_consumed = b"", True

    def cut_off() -> None:
        for connection in made:
            with suppress(OSError, AttributeError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    session = requests.Session()
    session.trust_env = False
    session.max_redirects = 0
    session.stream = True
    session.hooks["response"] = [leave_unread]
    session.adapters.clear()
    for scheme in ("https://", *(["http://"] if inward else [])):
        session.mount(scheme, BoundedAdapter())
    last_resort = threading.Timer(DEADLINE, cut_off)
    last_resort.daemon = True
    last_resort.start()
    try:
        yield session
    finally:
        last_resort.cancel()
        session.close()
