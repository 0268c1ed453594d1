"""How many tables where only bots play may go on at once for one household.

The others wait until one of them ends or is left. Imports live tables.
"""

from __future__ import annotations

from collections import Counter

from parvis.table.live_table import LiveTable

MOST_BOT_TABLES = 4


class Admission:
    """Tables where only bots play: for whom each goes on, and which wait, in their order."""

    def __init__(self, most: int = MOST_BOT_TABLES) -> None:
        self.most = most
        self.playing: dict[LiveTable, str] = {}
        self.waiting: dict[LiveTable, None] = {}

    def admits(self, live: LiveTable) -> bool:
        """Whether a table goes on; one where a person plays always does."""
        households = live.households()
        if not live.table.only_bots():
            self.release(live)
        elif self.playing.get(live) not in households:
            self.release(live)
            counted = Counter(self.playing.values())
            free = [one for one in sorted(households) if counted[one] < self.most]
            if not free:
                self.waiting[live] = None
                return False
            self.playing[live] = free[0]
        self.waiting.pop(live, None)
        return True

    def release(self, live: LiveTable) -> None:
        """A table does not go on."""
        self.playing.pop(live, None)
        self.waiting.pop(live, None)
