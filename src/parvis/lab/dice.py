"""The bench's own dice: as cheap in every loop, so that they favour nobody.

Imports nothing of Parvis.
"""

from __future__ import annotations


class Dice:
    """A linear congruential generator; good enough to wander, and nothing else."""

    def __init__(self, seed: int = 1) -> None:
        self.state = seed

    def roll(self, n: int) -> int:
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % n

    def pick(self, items: list[int]) -> int:
        return items[self.roll(len(items))]
