"""Who looks at a table now, and since when someone has been gone. Imports nothing of Parvis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class Presence:
    """The persons at a table, by how many windows each has open."""

    def __init__(self) -> None:
        self.windows: Counter[str] = Counter()
        self.left: dict[str, float] = {}
        self.changes = 0  # rises when someone comes or goes

    def come(self, person: str) -> None:
        self.windows[person] += 1
        self.changes += 1

    def go(self, person: str, now: float) -> None:
        self.changes += 1
        self.windows[person] -= 1
        if self.windows[person] <= 0:
            del self.windows[person]
            self.left[person] = now

    def here(self, persons: Iterable[str]) -> bool:
        """Whether any of these browsers, which hold one seat, is there."""
        return any(person in self.windows for person in persons)

    def away(self, persons: Iterable[str], now: float, patience: float) -> bool:
        """Whether none of them is there, nor has been for a while."""
        return all(
            person not in self.windows and now - self.left.get(person, 0.0) >= patience
            for person in persons
        )

    def watching(self, seated: Iterable[str]) -> int:
        """How many are there who hold no seat."""
        return len(self.windows.keys() - set(seated))
