"""What lies outside of a server, on this machine: a push service, a mail server, a club's chat."""

from __future__ import annotations

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from parvis.web.delivery import Smtp


def plain(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Browser:
    """A browser as a push service knows it: it alone can open what is pushed to it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.private = ec.generate_private_key(ec.SECP256R1())
        public = self.private.public_key()
        self.auth = os.urandom(16)
        self.p256dh = plain(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))

    def form(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": self.p256dh, "auth": plain(self.auth)}

    def opened(self, body: bytes) -> dict[str, str]:
        text = http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"
        )
        told: dict[str, str] = json.loads(text)
        return told


@dataclass
class Asked:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Web:
    """A server that notes what it is asked, and answers as it is told to."""

    address: str = ""
    status: int = 201
    location: str = ""
    asked: list[Asked] = field(default_factory=list)

    def told(self) -> list[Any]:
        """All bodies, as JSON."""
        return [json.loads(one.body) for one in self.asked]


@contextmanager
def web() -> Iterator[Web]:
    noted = Web()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            headers = {name.lower(): value for name, value in self.headers.items()}
            noted.asked.append(Asked(self.path, headers, body))
            self.send_response(noted.status)
            if noted.location:
                self.send_header("location", noted.location)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    noted.address = f"http://127.0.0.1:{server.server_address[1]}"
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    serving.start()
    try:
        yield noted
    finally:
        server.shutdown()
        serving.join()
        server.server_close()


@dataclass
class Mails:
    """A mail server that notes what it is given, and refuses if it is told to."""

    smtp: Smtp | None = None
    refuses: str = ""
    got: list[EmailMessage] = field(default_factory=list)

    async def handle_DATA(self, server: object, session: object, envelope: Any) -> str:  # noqa: N802
        if self.refuses:
            return self.refuses
        read = message_from_bytes(envelope.content, policy=default)
        assert isinstance(read, EmailMessage)
        self.got.append(read)
        return "250 OK"

    def text(self, number: int = -1) -> str:
        return str(self.got[number].get_content())


class AnyPort(Controller):  # type: ignore[misc]
    """Listens wherever there is room."""

    def _trigger_server(self) -> None:
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextmanager
def mails() -> Iterator[Mails]:
    noted = Mails()
    controller = AnyPort(noted, hostname="127.0.0.1", port=0)
    controller.start()
    try:
        noted.smtp = Smtp("127.0.0.1", controller.port, "parvis@table.example", starttls=False)
        yield noted
    finally:
        controller.stop()
