"""What a thing on the table is, for people who point at it: made from a view, so it cannot leak."""

from __future__ import annotations

from typing import NamedTuple


class Explanation(NamedTuple):
    """What a place is for: sentences, and the clauses that speak of it.

    Its name is the one that the drawing gives it.
    """

    says: tuple[str, ...]
    clauses: tuple[str, ...]
    scored: tuple[str, ...] = ()  # clauses whose lines of the ledger tell what it has brought
