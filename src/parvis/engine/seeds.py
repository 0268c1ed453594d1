"""Seeds, and the proof that a shuffle was fixed before the first move.

A commitment is SHA-256 of `salt:seed`. It is published when a game starts; seed and salt are
published when it has ended, and anyone can check that they fit.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets


def new_seed() -> str:
    """A secret seed of 256 bits."""
    return secrets.token_hex(32)


def new_salt() -> str:
    """A salt, so that a guessable seed cannot be found by trying."""
    return secrets.token_hex(16)


def commitment(seed: str, salt: str) -> str:
    """What is published at the start.

    >>> commitment("7", "salt")[:16]
    '0bdc73c5926d255c'
    """
    return hashlib.sha256(f"{salt}:{seed}".encode()).hexdigest()


def keeps(promise: str, seed: str, salt: str) -> bool:
    """Whether seed and salt are those that were promised."""
    return hmac.compare_digest(promise.encode(), commitment(seed, salt).encode())
