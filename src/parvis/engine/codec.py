"""Kinds of move with named parts: the only place where a move's number is made or taken apart.

A game declares its kinds once; numbers, notation, choices and `Position.meaning` follow.

>>> tile = Part("tile", ["oak", "elm"])
>>> turn = Part("turn", ["n", "e", "s", "w"])
>>> codec = Codec([Kind("lay", "{tile}-{turn}", (tile, turn)), Kind("pass", "no")])
>>> codec.limit, codec.kind("lay").move(1, 2), codec.say(6)
(9, 6, 'elm-s')
>>> codec.meaning(6)
{'kind': 'lay', 'tile': 'elm', 'turn': 's'}
>>> codec.read("no")
8
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mypy_extensions import i64

from parvis.engine.refusal import Malformed

LONGEST = 60  # characters of a move in notation


class Part:
    """One named part of a kind of move: the texts of its values, which count from 0."""

    def __init__(self, name: str, texts: list[str]) -> None:
        self.name = name
        self.texts = texts
        self.size: i64 = len(texts)
        self.values: dict[str, int] = {}
        for value in range(len(texts)):
            self.values[texts[value]] = value


class Kind:
    """A kind of move: its name, how it is written, its parts in the order in which one picks them.

    `lead` is a pick before those of the parts (a token that is used, say); a kind without parts is
    one pick, by default its own name. `named` tells which parts go together, if not all do.
    `declines`: it does nothing, where perhaps something could have been done; `secretly`: whether
    it could is known to its seat alone. Only a kind without parts declines.
    """

    def __init__(
        self,
        name: str,
        form: str,
        parts: tuple[Part, ...] = (),
        lead: str = "",
        named: Callable[[list[int]], bool] | None = None,
        declines: bool = False,
        secretly: bool = False,
    ) -> None:
        self.declines = declines
        self.secretly = secretly
        self.name = name
        self.form = form
        self.parts = parts
        self.lead = lead if lead or parts else name
        self.named = named
        self.base: i64 = 0  # the first number; given by the codec
        self.number: i64 = 0  # of this kind among the codec's
        self.strides: list[int] = [1] * len(parts)
        for n in range(len(parts) - 2, -1, -1):
            self.strides[n] = self.strides[n + 1] * int(parts[n + 1].size)
        self.size: i64 = self.strides[0] * int(parts[0].size) if parts else 1
        # The same as plain numbers, for who makes and takes apart many moves.
        self.first: i64 = self.strides[0] if len(parts) > 0 else 1
        self.second: i64 = self.strides[1] if len(parts) > 1 else 1
        self.third: i64 = self.strides[2] if len(parts) > 2 else 1

    def move(self, first: i64 = 0, second: i64 = 0, third: i64 = 0) -> i64:
        """The number of the move with these parts."""
        return self.base + first * self.first + second * self.second + third * self.third

    def list_into(self, found: list[int], first: i64, seconds: list[int]) -> None:
        """Append the moves with this first part and each of these second ones."""
        start: int = self.base + first * self.first
        step: int = self.second
        for second in seconds:
            found.append(start + second * step)  # noqa: PERF401 (no list in between)

    def part(self, move: i64, n: i64) -> i64:
        """The value of a move's n-th part."""
        rest: i64 = move - self.base
        if n == 0:
            return rest // self.first
        if n == 1:
            return rest % self.first // self.second
        if n == 2:
            return rest % self.second // self.third
        return rest // i64(self.strides[n]) % self.parts[n].size

    def only(self, move: i64) -> i64:
        """The value of a move's only part: what is left without the base."""
        return move - self.base

    def values(self, move: int) -> list[int]:
        """The values of all parts."""
        return [int(self.part(move, n)) for n in range(len(self.parts))]

    def say(self, move: int) -> str:
        """A move of this kind in notation."""
        text = self.form
        for n in range(len(self.parts)):
            part = self.parts[n]
            text = text.replace("{" + part.name + "}", part.texts[self.part(move, n)])
        return text

    def pattern(self) -> str:
        """What matches the notation of this kind, with a group for each part."""
        text = re.escape(self.form)
        for part in self.parts:
            longest_first = sorted(part.texts, key=lambda text: (-len(text), text))
            group = "|".join([re.escape(text) for text in longest_first])
            text = text.replace(re.escape("{" + part.name + "}"), f"(?P<{part.name}>{group})")
        return text

    def plain(self) -> dict[str, object]:
        """The kind as plain data."""
        return {
            "kind": self.name,
            "base": int(self.base),
            "parts": [
                {"name": part.name, "size": int(part.size), "stride": self.strides[n]}
                for n, part in enumerate(self.parts)
            ],
        }


class Codec:
    """All kinds of move of a game, one after the other."""

    def __init__(self, kinds: list[Kind]) -> None:
        self.kinds = kinds
        self.number_at: list[int] = []  # by move: the number of its kind, -1 if it names nothing
        for number in range(len(kinds)):
            kind = kinds[number]
            kind.number = number
            kind.base = len(self.number_at)
            self.number_at.extend([number] * int(kind.size))
            named = kind.named
            if named is not None:
                for move in range(int(kind.base), len(self.number_at)):
                    if not named(kind.values(move)):
                        self.number_at[move] = -1
        self.limit = len(self.number_at)
        # Every number as one object, for lists of moves: to make one takes longer than to list it.
        self.numbers: list[object] = list(range(self.limit))
        self.plain = [kind.plain() for kind in kinds]
        self.readers: list[re.Pattern[str]] = []

    def kind(self, name: str) -> Kind:
        """The kind of that name."""
        for kind in self.kinds:
            if kind.name == name:
                return kind
        raise ValueError(f"there is no kind of move called {name!r}")

    def names(self, move: int) -> bool:
        """Whether a number names a move at all."""
        return 0 <= move < self.limit and self.number_at[move] >= 0

    def kind_of(self, move: i64) -> Kind:
        """The kind of a well-formed move."""
        return self.kinds[self.number_at[move]]

    def check(self, move: int) -> None:
        """Raise `Malformed` for a number that names no move."""
        if not self.names(move):
            shown = str(move) if -(10**12) < move < 10**12 else "a number beyond all bounds"
            raise Malformed(f"expected a move from 0 to {self.limit - 1}, found {shown}")

    def moves(self) -> list[int]:
        """Every number that names a move."""
        return [move for move in range(self.limit) if self.number_at[move] >= 0]

    def meaning(self, move: int) -> dict[str, object]:
        """The kind of a well-formed move and its parts, as words."""
        self.check(move)
        kind = self.kind_of(move)
        found: dict[str, object] = {"kind": kind.name}
        for n in range(len(kind.parts)):
            found[kind.parts[n].name] = kind.parts[n].texts[kind.part(move, n)]
        return found

    def say(self, move: int) -> str:
        """A well-formed move in notation."""
        self.check(move)
        return self.kind_of(move).say(move)

    def read(self, text: str) -> int:
        """The move that a notation names; `Malformed` tells how moves are written."""
        if not self.readers:
            self.readers = [re.compile(kind.pattern()) for kind in self.kinds]
        if len(text) > LONGEST:
            raise Malformed(f"a move has at most {LONGEST} characters, this one {len(text)}")
        for kind in self.kinds:
            found = self.readers[kind.number].fullmatch(text)
            if found is not None:
                move = int(kind.base)
                for n in range(len(kind.parts)):
                    move += kind.strides[n] * kind.parts[n].values[found[kind.parts[n].name]]
                if self.number_at[move] >= 0:
                    return move
        forms = ", ".join([self.example(kind) for kind in self.kinds])
        raise Malformed(f"{text!r} is no move; moves are written like {forms}")

    def example(self, kind: Kind) -> str:
        """The first move of a kind in notation."""
        for move in range(int(kind.base), int(kind.base) + int(kind.size)):
            if self.number_at[move] >= 0:
                return kind.say(move)
        return kind.form


class Run(NamedTuple):
    """Moves that differ in their last part only."""

    kind: str
    before: list[int]  # the values of the other parts
    start: int  # the number with 0 as the last part
    last: list[int]  # the values of the last part; 0 for a kind without parts


class Decoder:
    """Takes moves apart by what a view says of the kinds: for who has a view and no position.

    >>> codec = Codec([Kind("lay", "{x}", (Part("x", ["a", "b"]),)), Kind("pass", "no")])
    >>> decoder = Decoder(codec.plain)
    >>> decoder.decode(1), decoder.decode(2)
    (('lay', [1]), ('pass', []))
    """

    def __init__(self, kinds: Sequence[Mapping[str, object]]) -> None:
        self.kinds: list[tuple[int, str, list[tuple[int, int]]]] = []
        for kind in kinds:
            base, name, parts = kind["base"], kind["kind"], kind["parts"]
            assert isinstance(base, int)
            assert isinstance(name, str)
            assert isinstance(parts, list)
            radices = [(int(part["stride"]), int(part["size"])) for part in parts]
            self.kinds.append((base, name, radices))

    def number(self, move: int) -> int:
        """The number of a move's kind."""
        n = len(self.kinds) - 1
        while self.kinds[n][0] > move:
            n -= 1
        return n

    def decode(self, move: int) -> tuple[str, list[int]]:
        """The kind of a move and the values of its parts."""
        base, name, radices = self.kinds[self.number(move)]
        return name, [(move - base) // stride % size for stride, size in radices]

    def runs(self, moves: list[int]) -> list[Run]:
        """Ascending moves, those together that differ in their last part only.

        >>> parts = (Part("x", ["a", "b"]), Part("y", ["c", "d", "e"]))
        >>> codec = Codec([Kind("lay", "{x}{y}", parts), Kind("pass", "no")])
        >>> [tuple(run) for run in Decoder(codec.plain).runs([0, 2, 4, 6])]
        [('lay', [0], 0, [0, 2]), ('lay', [1], 3, [1]), ('pass', [], 6, [0])]
        """
        found: list[Run] = []
        at = 0
        while at < len(moves):
            base, name, radices = self.kinds[self.number(moves[at])]
            values = [(moves[at] - base) // stride % size for stride, size in radices]
            size = radices[-1][1] if radices else 1
            start = moves[at] - values.pop() if values else moves[at]
            last: list[int] = []
            while at < len(moves) and moves[at] < start + size:
                last.append(moves[at] - start)
                at += 1
            found.append(Run(name, values, start, last))
        return found
