"""Sets of small numbers as whole numbers: bit i stands for member i.

`1 << n` with a native count is a 32-bit shift when compiled, so bits come from the table `BIT`
(up to 63 members) or from plain Python integers.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

# A number in which six bits in a row are different wherever one looks (a de Bruijn sequence): its
# product with a single bit shows at bits 57 to 62 which bit that was.
SHOWS: Final = 0x03F79D71B4CB0A89


def places() -> list[int]:
    """By what bits 57 to 62 show: the member."""
    found = [0] * 64
    for n in range(63):
        found[(SHOWS << n) >> 57 & 63] = n
    return found


# Vectors, which compiled code reads at once.
BIT: Final = vec[i64]([1 << n for n in range(63)])
PLACE: Final = vec[i64](places())
COUNT16: Final = vec[u8]([u8(n.bit_count()) for n in range(65536)])


def count(bits: i64) -> i64:
    """How many members (below 63 bits).

    >>> int(count(0b1011))
    3
    """
    # Pairs, then fours, then bytes, each holding its own count; the product adds the bytes up.
    # (From 62 bits on a literal would be an object, unpacked every time.)
    pairs: i64 = bits - ((bits >> 1) & 0x1555555555555555)
    fours: i64 = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    bytes: i64 = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((bytes * 0x0101010101010101) >> 56) & 0x7F


def lowest(bits: i64) -> i64:
    """The least member of a set that is not empty.

    >>> int(lowest(0b1100))
    2
    """
    return PLACE[((bits & -bits) * SHOWS) >> 57 & 63]


def nth(bits: i64, n: i64) -> i64:
    """The n-th member from below, counting from 0.

    >>> int(nth(0b110100, 1))
    4
    """
    base: i64 = 0
    here: i64 = i64(COUNT16[bits & 0xFFFF])
    while n >= here:
        n -= here
        bits >>= 16
        base += 16
        here = i64(COUNT16[bits & 0xFFFF])
    while n > 0:
        bits &= bits - 1
        n -= 1
    return base + lowest(bits)


def write_members(found: list[object], at: i64, table: list[object], first: i64, bits: i64) -> i64:
    """Write into a list, from a place on, what a table has for each member, counted from a first;
    the place after them.

    A list that has its length already is written twice as fast as one that grows.

    >>> found: list[object] = [None] * 4
    >>> int(write_members(found, 1, list("abcdefgh"), 2, 0b1011)), found
    (4, [None, 'c', 'd', 'f'])
    """
    while bits:
        low: i64 = bits & -bits
        found[at] = table[first + PLACE[low * SHOWS >> 57 & 63]]  # `lowest`, without a call
        at += 1
        bits ^= low
    return at


def members(bits: int) -> list[int]:
    """All members, ascending; for sets of any size.

    >>> members(0b1011)
    [0, 1, 3]
    """
    found: list[int] = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
