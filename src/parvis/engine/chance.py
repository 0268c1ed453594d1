"""Where chance comes from: a cryptographic stream for games, a small fast generator for search.

`Stream` is SHA-256 in counter mode. Block i of the stream is SHA-256(key ‖ i as 8 bytes, big
endian); it is read as eight 32-bit words, big endian. `below(n)` takes the next word, throws it
away if it is not below the greatest multiple of n that fits in 32 bits, and returns it modulo n.
So a deal can be recomputed by anyone, in any language, from the seed alone.

`Rng` is sfc32 (Chris Doty-Humphrey's small fast counter generator, three 32-bit words and a
counter). It never deals a real game: guesses and playouts use it.

All arithmetic stays below 2**63, so compiled and interpreted code agree.
"""

from __future__ import annotations

import hashlib
from typing import Final

from mypy_extensions import i64

MASK: Final = 0xFFFFFFFF
WORDS: Final = 4294967296


class Chance:
    """A source of whole numbers; see `Stream` and `Rng`."""

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, every one equally likely."""
        raise NotImplementedError

    def copy(self) -> Chance:
        """An independent source that will give the same numbers."""
        raise NotImplementedError

    def text(self) -> str:
        """The source's whole state, as `read_chance` reads it."""
        raise NotImplementedError


class Stream(Chance):
    """SHA-256 in counter mode.

    >>> stream = Stream(key_of_seed("a seed"))
    >>> [int(stream.below(6)) for _ in range(8)]
    [5, 5, 1, 3, 5, 4, 0, 0]
    """

    def __init__(self, key: bytes, drawn: int = 0) -> None:
        self.key = key
        self.drawn: i64 = drawn
        self.block: bytes = b""

    def word(self) -> i64:
        """The next 32 bits."""
        at: i64 = self.drawn & 7
        if at == 0 or len(self.block) == 0:
            number = int(self.drawn >> 3)
            self.block = hashlib.sha256(self.key + number.to_bytes(8, "big")).digest()
        self.drawn += 1
        # Byte by byte: compiled, `int.from_bytes` takes longer than all the rest of a draw.
        block = self.block
        at *= 4
        high: i64 = i64(block[at]) << 24 | i64(block[at + 1]) << 16
        return high | i64(block[at + 2]) << 8 | i64(block[at + 3])

    def below(self, n: i64) -> i64:
        limit: i64 = WORDS - WORDS % n
        word: i64 = self.word()
        while word >= limit:
            word = self.word()
        return word % n

    def copy(self) -> Chance:
        twin = Stream(self.key, self.drawn)
        twin.block = self.block
        return twin

    def text(self) -> str:
        return f"stream:{self.key.hex()}:{self.drawn}"


class Rng(Chance):
    """sfc32, for guesses and playouts.

    >>> rng = Rng(7)
    >>> [int(rng.below(100)) for _ in range(5)]
    [65, 82, 14, 72, 47]
    """

    def __init__(self, seed: int = 0, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = -1) -> None:
        # A state (d >= 0) is taken as it is; otherwise the seed is spread over the words.
        self.a: i64 = a
        self.b: i64 = b
        self.c: i64 = c
        self.d: i64 = d
        if d < 0:
            digest = hashlib.sha256(str(seed).encode()).digest()
            self.a = int.from_bytes(digest[0:4], "big")
            self.b = int.from_bytes(digest[4:8], "big")
            self.c = int.from_bytes(digest[8:12], "big")
            self.d = 1
            self.stir()

    def stir(self) -> None:
        """Throw away the first words, which still show the seed."""
        for _ in range(12):
            self.word()

    def word(self) -> i64:
        """The next 32 bits."""
        a: i64 = self.a
        b: i64 = self.b
        c: i64 = self.c
        d: i64 = self.d
        result: i64 = (a + b + d) & 0xFFFFFFFF
        self.d = (d + 1) & 0xFFFFFFFF
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & 0xFFFFFFFF
        self.c = ((((c << 21) & 0xFFFFFFFF) | (c >> 11)) + result) & 0xFFFFFFFF
        return result

    def below(self, n: i64) -> i64:
        # Lemire's multiply and shift; the rejection keeps it exactly uniform.
        product: i64 = self.word() * n
        low: i64 = product & 0xFFFFFFFF
        if low < n:
            least: i64 = (WORDS - n) % n
            while low < least:
                product = self.word() * n
                low = product & 0xFFFFFFFF
        return product >> 32

    def spawn(self) -> Rng:
        """A new generator seeded from this one, for whoever must not share it."""
        a: i64 = self.word()
        b: i64 = self.word()
        child = Rng(0, a, b, self.word(), 1)
        child.stir()
        return child

    def copy(self) -> Rng:
        return Rng(0, self.a, self.b, self.c, self.d)

    def text(self) -> str:
        return f"rng:{int(self.a):x}.{int(self.b):x}.{int(self.c):x}.{int(self.d):x}"


def key_of_seed(seed: str) -> bytes:
    """The stream's key for a seed: SHA-256 of the seed's text."""
    return hashlib.sha256(b"parvis seed:" + seed.encode()).digest()


def read_chance(text: str) -> Chance:
    """Read back what `Chance.text` wrote; ValueError says what is wrong.

    >>> read_chance(Rng(7).text()).below(100) == Rng(7).below(100)
    True
    """
    kind, _, rest = text.partition(":")
    if kind == "stream":
        key, _, drawn = rest.partition(":")
        if len(key) != 64 or not drawn.isdecimal() or len(drawn) > 15:
            raise ValueError("a stream is stream:<64 hex digits>:<words drawn>")
        return Stream(bytes.fromhex(key), int(drawn))
    if kind == "rng":
        words = [int(word, 16) for word in rest.split(".")]
        if len(words) != 4 or min(words) < 0 or max(words) > 0xFFFFFFFF:
            raise ValueError("an rng is rng:<four 32-bit hex words with dots between>")
        return Rng(0, words[0], words[1], words[2], words[3])
    raise ValueError(f"unknown chance {kind[:20]!r}: expected stream or rng")


def shuffle(items: list[int], chance: Chance) -> None:
    """Put a list into random order in place (Fisher–Yates, from the end)."""
    i: i64 = len(items) - 1
    while i > 0:
        j: i64 = chance.below(i + 1)
        items[i], items[j] = items[j], items[i]
        i -= 1
