"""What a mail's links carry: signed, so that who has the mail needs no cookie. Imports nothing of
Parvis."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import itsdangerous

A_WHILE = 2 * 24 * 3600  # seconds in which an address has to be confirmed


class SignedLinks:
    """Links that confirm an address, or stop what is sent there."""

    def __init__(self, keys: str | Sequence[str]) -> None:
        good = [keys] if isinstance(keys, str) else [*reversed(keys)]
        signing = {"digest_method": hashlib.sha256}
        self.confirming, self.stopping = (
            itsdangerous.URLSafeTimedSerializer(good, salt=salt, signer_kwargs=signing)
            for salt in ("parvis mail confirm", "parvis mail stop")
        )

    def confirm(self, person: str, mail: str) -> str:
        return str(self.confirming.dumps([person, mail]))

    def stop(self, person: str, mail: str) -> str:
        return str(self.stopping.dumps([person, mail]))

    def confirmed(self, token: str) -> tuple[str, str] | None:
        """Who confirms which address, if the link is good and not too old."""
        return read(self.confirming, token, A_WHILE)

    def stopped(self, token: str) -> tuple[str, str] | None:
        """Who wants no more mails at which address; such a link is good for ever."""
        return read(self.stopping, token, None)


def read(
    serializer: itsdangerous.URLSafeTimedSerializer, token: str, age: int | None
) -> tuple[str, str] | None:
    try:
        person, mail = serializer.loads(token[:2000], max_age=age)
    except (itsdangerous.BadData, TypeError, ValueError):
        return None
    return str(person), str(mail)
