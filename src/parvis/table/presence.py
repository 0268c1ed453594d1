"""Who is at a table now, at this server or another. Imports nothing of Parvis.

All times are of this server's monotonic clock: whether someone is away does not depend on what time
it is, here or elsewhere. Of other servers it knows a count that they raise while someone is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class Presence:
    """The persons at a table: how many windows each has open here, who is at other servers."""

    def __init__(self, now: float = 0.0) -> None:
        self.since = now  # nobody is called away before they could have come
        self.windows: Counter[str] = Counter()
        self.left: dict[str, float] = {}
        self.beats: dict[tuple[str, str], int] = {}  # the last count by server and person
        self.elsewhere: dict[str, float] = {}  # when another server's count last rose
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

    def hear(self, server: str, person: str, beat: int, now: float) -> None:
        """Another server says, by a count that rises, that someone is there."""
        if self.beats.get((server, person)) != beat:
            self.beats[server, person] = beat
            self.changes += person not in self.elsewhere
            self.elsewhere[person] = now

    def forget(self, now: float, patience: float) -> None:
        """Whoever has not been heard of by another server for a while is not there any more."""
        for person in [p for p, heard in self.elsewhere.items() if now - heard >= patience]:
            del self.elsewhere[person]
            self.left[person] = now
            self.changes += 1

    def here(self, persons: Iterable[str]) -> bool:
        """Whether any of these browsers, which hold one seat, is there."""
        return any(person in self.windows or person in self.elsewhere for person in persons)

    def away(self, persons: Iterable[str], now: float, patience: float) -> bool:
        """Whether none of them is there, nor has been for a while."""
        return all(
            person not in self.windows
            and person not in self.elsewhere
            and now - self.left.get(person, self.since) >= patience
            for person in persons
        )

    def watching(self, seated: Iterable[str]) -> int:
        """How many are there who hold no seat."""
        return len({*self.windows, *self.elsewhere} - set(seated))
