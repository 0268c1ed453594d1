"""Who is at a table now, at this server or another. Imports nothing of Parvis.

All times are of this server's monotonic clock: whether someone is away does not depend on what time
it is, here or elsewhere. Of other servers it knows a count that they raise while someone is there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

SCREEN = "screen"  # what public screens go by: nobody, who holds no seat
REMEMBERED = 600.0  # seconds; longer than anyone waits for somebody who left


class Presence:
    """The persons at a table: how many windows each has open here, who is at other servers."""

    def __init__(self, now: float = 0.0) -> None:
        self.since = now  # nobody is called away before they could have come
        self.windows: Counter[str] = Counter()
        self.left: dict[str, float] = {}  # when, the first to leave first
        # By server and person: the last count, and when it was last heard.
        self.beats: dict[tuple[str, str], tuple[int, float]] = {}
        self.elsewhere: dict[str, float] = {}  # when another server's count last rose
        self.changes = 0  # rises when someone comes or goes

    def come(self, person: str) -> None:
        self.windows[person] += 1
        self.changes += 1

    def go(self, person: str, now: float, seated: bool = True) -> None:
        """A window is closed; when one left who only looked on, nobody asks."""
        self.changes += 1
        self.windows[person] -= 1
        if self.windows[person] <= 0:
            del self.windows[person]
            if seated:
                self.leave(person, now)

    def leave(self, person: str, now: float) -> None:
        """Note who left; who did so long ago is as if they had never been here."""
        self.left.pop(person, None)
        self.left[person] = now
        while now - self.left[first := next(iter(self.left))] > REMEMBERED:
            del self.left[first]

    def hear(self, server: str, person: str, beat: int, now: float) -> None:
        """Another server says, by a count that rises, that someone is there."""
        before = self.beats.get((server, person))
        self.beats[server, person] = (beat, now)
        if before is None or before[0] != beat:
            self.changes += person not in self.elsewhere
            self.elsewhere[person] = now

    def forget(self, now: float, patience: float) -> None:
        """Whoever has not been heard of by another server for a while is not there any more."""
        for person in [p for p, heard in self.elsewhere.items() if now - heard >= patience]:
            del self.elsewhere[person]
            self.leave(person, now)
            self.changes += 1
        # A count that is still told, however old, has to be known again: else it would seem new.
        for told in [t for t, (_, heard) in self.beats.items() if now - heard >= patience]:
            del self.beats[told]

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

    def gone_at(self, persons: Iterable[str]) -> float | None:
        """Since when none of them is there; None if one is."""
        persons = tuple(persons)
        if not persons or self.here(persons):
            return None
        return max(self.left.get(person, self.since) for person in persons)

    def watching(self, seated: Iterable[str]) -> int:
        """How many are there who hold no seat."""
        return len({*self.windows, *self.elsewhere} - set(seated))
