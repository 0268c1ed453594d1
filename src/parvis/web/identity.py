"""Who a browser is, without accounts: a signed cookie; and the secret links of seats.

Imports the table, for the key of its links, and how names are tidied.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass, replace
from pathlib import Path

import itsdangerous

from parvis.engine.drawing.tokens import THEMES
from parvis.engine.rulebook import LANGUAGES
from parvis.table.decisions import LONGEST_NAME, tidy_name
from parvis.table.table import Table

COOKIE = "parvis"
A_YEAR = 365 * 24 * 3600
ANY_THEME = ("auto", *THEMES)
KEY_VARIABLE = "PARVIS_SECRET_KEY"
SHORTEST_KEY = 32


@dataclass(frozen=True)
class Reader:
    """A browser: a random number that only it knows, and how it wants to be spoken to."""

    person: str
    name: str = ""
    language: str = "en"
    theme: str = "auto"
    known: bool = True  # False: the cookie has yet to be set

    def with_name(self, name: str) -> Reader:
        named = tidy_name(name, LONGEST_NAME)
        return replace(self, name=named) if named and named != self.name else self


class Identity:
    """Reads and writes the cookie."""

    def __init__(self, key: str) -> None:
        self.serializer = itsdangerous.URLSafeSerializer(
            key, salt="parvis cookie", signer_kwargs={"digest_method": hashlib.sha256}
        )

    def write(self, reader: Reader) -> str:
        fields = [reader.person, reader.name, reader.language, reader.theme]
        return str(self.serializer.dumps(fields))

    def read(self, cookie: str | None, accepted: str) -> Reader:
        """The reader of a cookie, or a new one who reads what their browser asks for."""
        fields: object = None
        if cookie and len(cookie) < 1000:
            with contextlib.suppress(itsdangerous.BadData):
                fields = self.serializer.loads(cookie)
        if isinstance(fields, list) and len(fields) == 4:
            person, name, language, theme = fields
            if isinstance(name, str) and language in LANGUAGES and theme in ANY_THEME:
                return Reader(str(person), name, language, theme)
        return Reader(secrets.token_urlsafe(16), "", preferred(accepted), "auto", known=False)


def preferred(accepted: str) -> str:
    """The first of our languages that a browser accepts.

    >>> preferred("de;q=0.9, it-CH, fr;q=0.8"), preferred("de")
    ('it', 'en')
    """
    wishes: list[tuple[float, int, str]] = []
    for order, part in enumerate(accepted[:200].split(",")):
        tag, _, quality = part.strip().partition(";q=")
        language = tag.strip()[:2].lower()
        if language in LANGUAGES:
            try:
                weight = float(quality or 1)
            except ValueError:
                weight = 0.0
            wishes.append((-weight, order, language))
    return min(wishes)[2] if wishes else "en"


def read_key(folder: Path) -> str:
    """The server's secret key: from the environment, or a file that only its user can read."""
    given = os.environ.get(KEY_VARIABLE, "")
    if given and (len(given) < SHORTEST_KEY or len(set(given)) < SHORTEST_KEY // 4):
        raise OSError(
            f"{KEY_VARIABLE} is too weak: {SHORTEST_KEY} random characters or more, for example "
            'by python3 -c "import secrets; print(secrets.token_hex(32))"'
        )
    if given:
        return given
    file = folder / "secret.key"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return file.read_text(encoding="ascii").strip()
    with os.fdopen(handle, "w", encoding="ascii") as out:
        key = secrets.token_hex(32)
        out.write(key + "\n")
    return key


def seat_token(table: Table, seat: int) -> str:
    """The secret part of a seat's link: good until whoever holds the seat gives it up."""
    what = f"seat:{table.config.id}:{seat}:{table.chairs[seat].turnover}"
    digest = hmac.digest(table.config.key.encode(), what.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:18]).decode()


def seat_link(table: Table, seat: int) -> str:
    """The address of a seat's secret link."""
    return f"/s/{table.config.id}/{seat}/{seat_token(table, seat)}"


def opens(table: Table, seat: int, token: str) -> bool:
    """Whether a token opens a seat, compared in constant time."""
    return hmac.compare_digest(token.encode(), seat_token(table, seat).encode())
