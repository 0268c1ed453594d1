"""Who a browser is, without accounts: a signed cookie; and the secret links of seats.

Imports the table, for the key of its links, and how names are tidied.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import itsdangerous

from parvis.engine.drawing.tokens import THEMES
from parvis.engine.rulebook import LANGUAGES
from parvis.table.decisions import LONGEST_NAME, tidy_name
from parvis.table.table import Table

COOKIE = "parvis"
A_YEAR = 365 * 24 * 3600
A_WEEK = 7 * 24 * 3600
ANY_THEME = ("auto", *THEMES)
KEY_VARIABLE = "PARVIS_SECRET_KEY"
KEY_FILE = "secret.key"
SHORTEST_KEY = 32
# Cookies without a time would be good for ever, even when nobody knows any more that their session
# has ended. Who comes before this day gets one with a time and keeps their seats.
LAST_UNTIMED = datetime(2027, 6, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Reader:
    """A browser: a random number that only it knows, and how it wants to be spoken to."""

    person: str
    name: str = ""
    language: str = "en"
    theme: str = "auto"
    session: int = 0
    known: bool = True  # False: there is no good cookie, it has yet to be set
    fresh: bool = True  # False: the cookie is good, and old enough to be written anew
    ended: bool = False  # there was a cookie, of a session that has ended
    late: bool = False  # it has ended just now: the browser may have got its new cookie meanwhile

    def with_name(self, name: str) -> Reader:
        named = tidy_name(name, LONGEST_NAME)
        return replace(self, name=named) if named and named != self.name else self


class Identity:
    """Reads and writes the cookie. Of several keys the first signs, and all are good."""

    def __init__(
        self,
        keys: str | Sequence[str],
        current: Callable[[str], int] = lambda person: 0,
        just_begun: Callable[[str], bool] = lambda person: False,
    ) -> None:
        good = [keys] if isinstance(keys, str) else [*reversed(keys)]
        salt, signing = "parvis cookie", {"digest_method": hashlib.sha256}
        self.serializer = itsdangerous.URLSafeTimedSerializer(
            good, salt=salt, signer_kwargs=signing
        )
        # Cookies of before they were signed with their time.
        self.untimed = itsdangerous.URLSafeSerializer(good, salt=salt, signer_kwargs=signing)
        self.current = current  # the last session of a person
        self.just_begun = just_begun  # whether that began just now

    def write(self, reader: Reader) -> str:
        fields = [reader.person, reader.name, reader.language, reader.theme, reader.session]
        return str(self.serializer.dumps(fields))

    def read(self, cookie: str | None, accepted: str) -> Reader:
        """The reader of a cookie, or a new one who reads what their browser asks for."""
        new = Reader(secrets.token_urlsafe(16), "", preferred(accepted), known=False)
        if not cookie or len(cookie) >= 1000:
            return new
        try:
            (person, name, language, theme, session), signed = self.loaded(cookie)
        except (itsdangerous.BadData, TypeError, ValueError):
            return new
        if language not in LANGUAGES or theme not in ANY_THEME:
            return new
        if session < self.current(person):
            late = self.just_begun(person)
            return replace(new, language=language, theme=theme, ended=True, late=late)
        fresh = (datetime.now(UTC) - signed).total_seconds() < A_WEEK
        return Reader(person, name, language, theme, session, fresh=fresh)

    def loaded(self, cookie: str) -> tuple[Any, datetime]:
        """What a cookie holds, and when it was written."""
        try:
            found: tuple[Any, datetime] = self.serializer.loads(
                cookie, max_age=A_YEAR, return_timestamp=True
            )
        except itsdangerous.SignatureExpired:
            raise
        except itsdangerous.BadSignature:
            if datetime.now(UTC) >= LAST_UNTIMED:
                raise
            person, name, language, theme = self.untimed.loads(cookie)
            return (person, name, language, theme, 0), datetime.fromtimestamp(0, UTC)
        return found


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


def read_keys(folder: Path) -> list[str]:
    """The server's secret keys, the one that signs first: from the environment, or from a file that
    only its user can read."""
    given = re.split(r"[\s,]+", os.environ.get(KEY_VARIABLE, "").strip())
    if any(given):
        if any(len(key) < SHORTEST_KEY or len(set(key)) < SHORTEST_KEY // 4 for key in given):
            raise OSError(
                f"{KEY_VARIABLE} is too weak: {SHORTEST_KEY} random characters or more, for "
                'example by python3 -c "import secrets; print(secrets.token_hex(32))"; of several '
                "keys, with blanks between them, the first signs and all are good"
            )
        return given
    file = folder / KEY_FILE
    if not file.exists():
        make_secret(file, secrets.token_hex(32))
    keys = file.read_text(encoding="ascii").split()
    if not keys:
        raise OSError(f"{file} holds no key: put it back from where it is kept, or remove it")
    return keys


def make_secret(file: Path, text: str) -> None:
    """A key in a file that only its user can read; of servers that start at once the first makes
    it, and it is there as a whole or not at all."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{secrets.token_hex(8)}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as out:
            out.write(text + "\n")
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        except OSError:  # a file system without hard links
            draft.rename(file)
    finally:
        draft.unlink(missing_ok=True)


def secret(table: Table, what: str) -> str:
    """A secret that only who was told it knows."""
    digest = hmac.digest(table.config.key.encode(), what.encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:18]).decode()


def seat_token(table: Table, seat: int) -> str:
    """The secret part of a seat's link: good until someone sits down there or gives it up."""
    return secret(table, f"seat:{table.config.id}:{seat}:{table.chairs[seat].turnover}")


def screen_token(table: Table) -> str:
    """The secret of a public screen: with it the screen goes along to the next game."""
    return secret(table, f"screen:{table.config.id}")


def screen_link(table: Table) -> str:
    """The address of a public screen of the people at a table."""
    return f"/t/{table.config.id}/screen?key={screen_token(table)}"


def seat_link(table: Table, seat: int) -> str:
    """The address of a seat's secret link."""
    return f"/s/{table.config.id}/{seat}/{seat_token(table, seat)}"


def opens(table: Table, seat: int, token: str) -> bool:
    """Whether a token opens a seat, compared in constant time."""
    return hmac.compare_digest(token.encode(), seat_token(table, seat).encode())
