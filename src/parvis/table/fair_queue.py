"""Who is served next when several wait: nobody gets more by asking more often.

Tables where a person plays come before those where only bots do. Among them the household that was
served longest ago comes first, then its table that was; who came first decides what is left.
Imports nothing of Parvis.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

REMEMBERED = 1000  # households and tables: whoever is forgotten counts as never served

Waiting = TypeVar("Waiting", bound=Hashable)


@dataclass(frozen=True)
class Asker:
    """For whom something is asked: the households that look at a table, and which table."""

    households: frozenset[str] = frozenset()
    table: str = ""
    only_bots: bool = False


class FairQueue(Generic[Waiting]):
    """Those who wait, and who was served when."""

    def __init__(self) -> None:
        self.waiting: dict[Waiting, Asker] = {}  # in the order of arrival
        self.served: dict[tuple[str, str], int] = {}  # (household, table or nothing) → turn
        self.turn = 0

    def join(self, one: Waiting, asker: Asker) -> None:
        self.waiting[one] = asker

    def leave(self, one: Waiting) -> None:
        self.waiting.pop(one, None)

    def next(self, only_bots: bool = True) -> tuple[Waiting, Asker] | None:
        """Who is served now, if any; without `only_bots` for a table where a person plays."""
        fitting = [one for one, asker in self.waiting.items() if only_bots or not asker.only_bots]
        if not fitting:
            return None
        chosen = min(fitting, key=lambda one: self.rank(self.waiting[one]))
        asker = self.waiting.pop(chosen)
        self.turn += 1
        household = self.household(asker)
        self.serve((household, ""))
        self.serve((household, asker.table))
        return chosen, asker

    def household(self, asker: Asker) -> str:
        """Of those who look at a table, the household that was served longest ago."""
        return min(sorted(asker.households) or [""], key=lambda one: self.served.get((one, ""), 0))

    def rank(self, asker: Asker) -> tuple[bool, int, int]:
        household = self.household(asker)
        return (
            asker.only_bots,
            self.served.get((household, ""), 0),
            self.served.get((household, asker.table), 0),
        )

    def serve(self, key: tuple[str, str]) -> None:
        self.served.pop(key, None)
        self.served[key] = self.turn
        if len(self.served) > REMEMBERED:
            del self.served[next(iter(self.served))]
