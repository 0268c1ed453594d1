"""Whole numbers, counted: memory for the different ones only. Imports nothing of Parvis."""

from __future__ import annotations

from collections import Counter
from math import sqrt


class Histogram:
    """How often each number came. All sums are exact: the order of the numbers does not matter.

    >>> found = Histogram()
    >>> for number in (3, 1, 100, 2, 4):
    ...     found.add(number)
    >>> found.total, found.mean, found.quantile(0.5)
    (5, 22.0, 3)
    """

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def add(self, number: int) -> None:
        self.counts[number] += 1

    @property
    def total(self) -> int:
        """How many numbers there were."""
        return self.counts.total()

    @property
    def mean(self) -> float:
        return self.sum(1) / max(1, self.total)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        total = max(1, self.total)
        return sqrt(total * self.sum(2) - self.sum(1) ** 2) / total

    def sum(self, power: int) -> int:
        """The sum of all numbers to this power."""
        return sum(number**power * count for number, count in self.counts.items())

    def quantile(self, part: float) -> int:
        """The number that this part of all lies below; 0 gives the least, 1 the largest."""
        place = min(self.total - 1, int(part * self.total))
        for number in sorted(self.counts):
            place -= self.counts[number]
            if place < 0:
                return number
        raise ValueError("no numbers")
