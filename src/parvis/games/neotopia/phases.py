"""The phases of play, and how near the end is: as numbers for the rules, as words for texts."""

from __future__ import annotations

from typing import Final

FIRST: Final = 0  # first elements, before the first turn
ACT: Final = 1
BUILD: Final = 2  # build or decline
SECOND: Final = 3  # second card of a government grant
OVER: Final = 4
COLOURS: Final = 5  # each person chooses one

FAR: Final = 0
ANNOUNCED: Final = 1  # the flag was turned: this round is finished, then one more
LAST_ROUND: Final = 2

PHASES: Final = ("first", "act", "build", "second", "over", "colours")
ENDS: Final = ("far", "announced", "last")
