"""How people are reached who have no page open: what a server is told of it.

Imports how a secret is kept in a file.

Everything here is off unless the server's operator, or for push the reader, says otherwise.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parseaddr
from functools import cached_property
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from parvis.web.identity import make_secret

ADDRESS, SMTP, WEBHOOK, WEBHOOK_LANGUAGE, PUSH_KEY = (
    "PARVIS_ADDRESS",
    "PARVIS_SMTP",
    "PARVIS_WEBHOOK",
    "PARVIS_WEBHOOK_LANGUAGE",
    "PARVIS_PUSH_KEY",
)
KEY_FILE = "push.key"
LONGEST_MAIL = 254
SECURITY = ("starttls", "none")


class BadDelivery(OSError):
    """What the operator has said cannot be used; says what and where."""


@dataclass(frozen=True)
class Smtp:
    """A mail server: `smtps://` speaks TLS from the start, `smtp://` after STARTTLS."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(repr=False, default="")
    tls: bool = False
    starttls: bool = True


@dataclass(frozen=True)
class Delivery:
    """The ways that a server has to people outside."""

    address: str = ""  # by which people reach it, without a slash at the end
    smtp: Smtp | None = None
    webhook: str = field(repr=False, default="")
    webhook_language: str = "en"
    push_key: str = field(repr=False, default="")  # a private key of P-256, as 32 bytes in base64
    inward: bool = False  # push also to addresses of one's own network, and without TLS

    @cached_property
    def push_public(self) -> str:
        """What browsers are given to subscribe with; nothing if nobody is pushed to."""
        return public_key(self.push_key) if self.push_key else ""


def read_delivery(
    environment: Mapping[str, str], folder: Path | None = None, inward: bool = False
) -> Delivery:
    """What the environment says; without a key for push one is made beside the secret key.

    >>> read_delivery({"PARVIS_ADDRESS": "https://table.example/"}).address
    'https://table.example'
    """
    address = environment.get(ADDRESS, "").strip().rstrip("/")
    if address:
        check_web(ADDRESS, address)
    webhook = environment.get(WEBHOOK, "").strip()
    if webhook:
        check_web(WEBHOOK, webhook)
    given = environment.get(SMTP, "").strip()
    if given and not address:
        raise BadDelivery(f"{SMTP} needs {ADDRESS} too: a mail has to say where the table is")
    language = environment.get(WEBHOOK_LANGUAGE, "").strip() or "en"
    if language not in ("fr", "en", "it"):
        raise BadDelivery(f"{WEBHOOK_LANGUAGE} is fr, en or it, not {language[:20]!r}")
    key = environment.get(PUSH_KEY, "").strip()
    if key:
        try:
            raw_key(key)
        except ValueError as error:
            raise BadDelivery(f"{PUSH_KEY} is no key of P-256 in base64") from error
    elif folder is not None:
        key = kept_key(folder)
    smtp = read_smtp(given) if given else None
    return Delivery(address, smtp, webhook, language, key, inward)


def check_web(name: str, text: str) -> None:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadDelivery(f"{name} begins with https:// and names a host, unlike {text[:60]!r}")


def read_smtp(text: str) -> Smtp:
    """A mail server by its address.

    >>> read_smtp("smtp://ada:secret@mail.example:587?from=parvis@table.example").port
    587
    """
    parts = urlsplit(text)
    try:
        port = parts.port
    except ValueError as error:
        raise BadDelivery(f"{SMTP}: {error}") from error
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
        raise BadDelivery(f"{SMTP} is smtp://user:password@host:587?from=name@host, or smtps://…")
    more = parse_qs(parts.query)
    unknown = set(more) - {"from", "tls"}
    if unknown:
        raise BadDelivery(f"{SMTP}: from and tls can be said, not {sorted(unknown)[0][:20]}")
    sender = more.get("from", [""])[0]
    if not is_mail(sender):
        raise BadDelivery(f"{SMTP} needs ?from=name@host, the address that mails come from")
    security = more.get("tls", ["starttls"])[0]
    if security not in SECURITY:
        raise BadDelivery(f"{SMTP}: tls is {' or '.join(SECURITY)}, not {security[:20]!r}")
    tls = parts.scheme == "smtps"
    return Smtp(
        parts.hostname,
        port or (465 if tls else 587),
        sender,
        unquote(parts.username or ""),
        unquote(parts.password or ""),
        tls,
        security == "starttls",
    )


def is_mail(text: str) -> bool:
    """Whether it can be the address of one mailbox.

    >>> is_mail("ada@table.example"), is_mail("ada@localhost"), is_mail("a@b.c, d@e.f")
    (True, True, False)
    """
    plain = len(text) <= LONGEST_MAIL and text.isascii() and text.isprintable()
    shape = re.fullmatch(r"[^@\s,;<>()\"\\]{1,64}@[A-Za-z0-9.-]+", text)
    return plain and shape is not None and parseaddr(text)[1] == text


def kept_key(folder: Path) -> str:
    """The key for push beside the secret key, made at the first start."""
    file = folder / KEY_FILE
    if not file.exists():
        make_secret(file, new_key())
    key = file.read_text(encoding="ascii").strip()
    try:
        raw_key(key)
    except ValueError as error:
        raise BadDelivery(f"{file} holds no key: put it back, or remove it") from error
    return key


def new_key() -> str:
    """A private key, as text."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32)).decode().rstrip("=")


def raw_key(text: str) -> bytes:
    """The bytes of a key; ValueError if there are not as many as there should be. More is looked at
    when somebody is pushed to: the library for it takes a while to load."""
    raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if len(raw) != 32:
        raise ValueError("a key has 32 bytes")
    return raw


def public_key(private: str) -> str:
    """The public half, as browsers want it; ValueError if it is no key."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    number = int.from_bytes(raw_key(private))
    key = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")
