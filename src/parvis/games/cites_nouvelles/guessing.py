"""Deals that fit what is known: every one of them equally likely.

What is known of the unseen blocks is how many each hand holds and which suits a hand has shown to
be void in. Suits that are void in the same hands are dealt alike, so they form one class. Classes
that someone is void in are dealt first: how many blocks of the class each hand gets is drawn by
the number of deals in which it does (counted hand size by hand size), then which ones.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parvis.engine.chance import Chance

FINE: Final = 67108864  # two draws below this number make a fraction of 52 bits


def inverse_factorials() -> list[float]:
    found = [1.0]
    for n in range(1, 76):
        found.append(found[n - 1] / n)
    return found


SHARE: Final[list[float]] = inverse_factorials()  # 1 / n!


class Sharing:
    """Deals the blocks of each class to the hands; what is left over is the Reserve's."""

    def __init__(self, classes: list[list[int]], bars: list[int], chance: Chance) -> None:
        # bars[c] has bit h set if hand h is void in class c; the last class has no bar.
        self.classes = classes
        self.bars = bars
        self.chance = chance
        self.known: dict[tuple[int, int], float] = {}

    def ways(self, at: int, sizes: int) -> float:
        """How many deals of the classes from `at` on fill hands of these sizes, up to a factor.

        Sizes are packed, four bits a hand.
        """
        if at == len(self.classes) - 1:
            return self.filled(at, sizes)
        key = (at, sizes)
        if key not in self.known:
            total = 0.0
            for taken in self.splits(at, sizes):
                total += self.weight(at, taken) * self.ways(at + 1, sizes - taken)
            self.known[key] = total
        return self.known[key]

    def filled(self, at: int, sizes: int) -> float:
        """The weight of filling up all hands from the last class."""
        wanted = (sizes & 15) + (sizes >> 4 & 15) + (sizes >> 8 & 15) + (sizes >> 12)
        if wanted > len(self.classes[at]):
            return 0.0
        return self.weight(at, sizes)

    def weight(self, at: int, taken: int) -> float:
        """How many ways there are to take so many blocks of a class, up to a factor."""
        left: i64 = len(self.classes[at])
        product = 1.0
        while taken:
            product *= SHARE[taken & 15]
            left -= taken & 15
            taken >>= 4
        return product * SHARE[left]

    def splits(self, at: int, sizes: int) -> list[int]:
        """All ways to take blocks of a class into hands of these sizes, packed alike."""
        found = [0]
        hand = 0
        stock = len(self.classes[at])
        while sizes >> 4 * hand:
            if not self.bars[at] >> hand & 1:
                room = sizes >> 4 * hand & 15
                longer: list[int] = []
                for taken in found:
                    used = (taken & 15) + (taken >> 4 & 15) + (taken >> 8 & 15) + (taken >> 12)
                    most = min(room, stock - used)
                    longer += [taken + (n << 4 * hand) for n in range(most + 1)]
                found = longer
            hand += 1
        return found

    def fraction(self) -> float:
        """A number from 0 up to 1."""
        high = int(self.chance.below(FINE))
        return (high * FINE + int(self.chance.below(FINE))) / (FINE * FINE)

    def split(self, at: int, sizes: int) -> int:
        """How many blocks of a class each hand takes."""
        point = self.fraction() * self.ways(at, sizes)
        chosen = -1
        for taken in self.splits(at, sizes):
            share = self.weight(at, taken) * self.ways(at + 1, sizes - taken)
            if share > 0.0:
                chosen = taken
                if point < share:
                    break
                point -= share
        return chosen

    def deal(self, sizes: list[int]) -> list[list[int]]:
        """The blocks of each hand."""
        hands: list[list[int]] = [[] for _ in sizes]
        packed = 0
        for hand in range(len(sizes)):
            packed |= sizes[hand] << 4 * hand
        for at in range(len(self.classes)):
            taken = packed if at == len(self.classes) - 1 else self.split(at, packed)
            packed -= taken
            stock = self.classes[at]
            first: i64 = 0
            for hand in range(len(sizes)):
                for _ in range(taken >> 4 * hand & 15):
                    other: i64 = first + self.chance.below(len(stock) - first)
                    block = stock[other]
                    stock[other] = stock[first]
                    stock[first] = block
                    hands[hand].append(block)
                    first += 1
        return hands


def deal_unseen(
    unseen: list[list[int]], sizes: list[int], voids: list[int], chance: Chance
) -> list[list[int]]:
    """Hands of these sizes from the unseen blocks of each suit, obeying the voids (bit s: suit s).

    Equal arguments, down to the order of the lists, give equal deals.
    """
    free: list[int] = []
    classes: list[list[int]] = []
    bars: list[int] = []
    for suit in range(len(unseen)):
        bar = 0
        for hand in range(len(sizes)):
            if voids[hand] >> suit & 1:
                bar |= 1 << hand
        if bar == 0:
            free.extend(unseen[suit])
        elif bar in bars:
            classes[bars.index(bar)].extend(unseen[suit])
        else:
            bars.append(bar)
            classes.append(unseen[suit][:])
    classes.append(free)
    bars.append(0)
    return Sharing(classes, bars, chance).deal(sizes)
