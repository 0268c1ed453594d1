"""Deals that fit what is known: every one of them equally likely.

What is known of the unseen blocks is how many each hand holds and which suits a hand has shown to
be void in. Suits that are void in the same hands are dealt alike, so they form one class. Classes
that someone is void in are dealt first: how many blocks of the class each hand gets is drawn by
the number of deals in which it does (counted hand size by hand size), then which ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from parvis.engine.chance import Chance
from parvis.games.cites_nouvelles.components import MARK, SUIT, blocks_of

if TYPE_CHECKING:
    from parvis.games.cites_nouvelles.position import Cites

FINE: Final = 67108864  # two draws below this number make a fraction of 52 bits


def inverse_factorials() -> list[float]:
    found = [1.0]
    for n in range(1, 76):
        found.append(found[n - 1] / n)
    return found


SHARE: Final[list[float]] = inverse_factorials()  # 1 / n!


def packed_sum(packed: i64) -> i64:
    """The sum of numbers packed four bits each."""
    return (packed & 15) + ((packed >> 4) & 15) + ((packed >> 8) & 15) + (packed >> 12)


class Sharing:
    """Deals the blocks of each class to the hands; what is left over is the Reserve's.

    Numbers of blocks, one for each hand, are packed into one number, four bits a hand.
    """

    def __init__(self, classes: list[list[int]], bars: list[int], chance: Chance) -> None:
        # bars[c] has bit h set if hand h is void in class c; the last class has no bar.
        self.classes = classes
        self.bars = bars
        self.chance = chance
        self.last: i64 = len(classes) - 1
        self.known: dict[int, float] = {}

    def ways(self, at: i64, sizes: i64) -> float:
        """How many deals of the classes from `at` on fill hands of these sizes, up to a factor."""
        if at == self.last:
            return self.filled(sizes)
        key = int(at << 16 | sizes)
        if key not in self.known:
            total = 0.0
            taken: i64
            for taken in self.splits(at, sizes):
                total += self.weight(at, taken) * self.ways(at + 1, sizes - taken)
            self.known[key] = total
        return self.known[key]

    def filled(self, sizes: i64) -> float:
        """The weight of filling up all hands from the last class."""
        if packed_sum(sizes) > len(self.classes[self.last]):
            return 0.0
        return self.weight(self.last, sizes)

    def weight(self, at: i64, taken: i64) -> float:
        """How many ways there are to take so many blocks of a class, up to a factor."""
        left: i64 = len(self.classes[at]) - packed_sum(taken)
        product = SHARE[left]
        while taken:
            product *= SHARE[taken & 15]
            taken >>= 4
        return product

    def splits(self, at: i64, sizes: i64) -> list[int]:
        """All ways to take blocks of a class into hands of these sizes."""
        found = [0]
        stock: i64 = len(self.classes[at])
        bar: i64 = self.bars[at]
        shift: i64 = 0
        while sizes >> shift:
            if bar & 1 == 0:
                room: i64 = (sizes >> shift) & 15
                longer: list[int] = []
                taken: i64
                n: i64
                for taken in found:
                    most: i64 = min(room, stock - packed_sum(taken))
                    for n in range(most + 1):
                        longer.append(taken + (n << shift))  # noqa: PERF401 (native numbers)
                found = longer
            bar >>= 1
            shift += 4
        return found

    def fraction(self) -> float:
        """A number from 0 up to 1."""
        high = int(self.chance.below(FINE))
        return (high * FINE + int(self.chance.below(FINE))) / (FINE * FINE)

    def split(self, at: i64, sizes: i64) -> i64:
        """How many blocks of a class each hand takes."""
        point = self.fraction() * self.ways(at, sizes)
        chosen: i64 = 0
        taken: i64
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
        packed: i64 = 0
        for size in reversed(sizes):
            packed = packed << 4 | size
        at: i64
        for at in range(len(self.classes)):
            taken: i64 = packed if at == self.last else self.split(at, packed)
            packed -= taken
            stock = self.classes[at]
            first: i64 = 0
            for hand in range(len(sizes)):
                count: i64 = taken & 15
                taken >>= 4
                for _ in range(count):
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


def redeal(position: Cites, seat: int | None, chance: Chance) -> None:
    """Deal all hands but that of a seat anew, from what it has not seen."""
    unseen = position.unseen()
    others: list[int] = []
    for other in range(position.setting.seats):
        if other != seat:
            others.append(other)
            continue
        for suit in range(5):
            unseen[suit] &= ~position.hands[5 * other + suit]
    hands = deal_unseen(
        [blocks_of(suit, unseen[suit]) for suit in range(5)],
        [position.hand_size(other) for other in others],
        [position.voids[other] for other in others],
        chance,
    )
    for n in range(len(others)):
        for suit in range(5):
            position.hands[5 * others[n] + suit] = 0
        for block in hands[n]:
            position.hands[5 * others[n] + SUIT[block]] |= MARK[block]
