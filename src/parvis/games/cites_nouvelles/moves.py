"""The kinds of move and their named parts.

`!T` names the Tours, `!build` leaves the choice to the partner, `T14` plays a block, `=D3` or
`=D3+D6` says which decorations stay.
"""

from __future__ import annotations

from mypy_extensions import i64

from parvis.engine.codec import Codec, Kind, Part
from parvis.games.cites_nouvelles.components import CODES, LOTS, MARK, TRUMPS


class Moves:
    """The kinds of move; which decorations make a pair depends on the kinds that a pack gives."""

    def __init__(self, kinds: list[str]) -> None:
        decorations = CODES[15 * TRUMPS :]

        def are_pair(values: list[int]) -> bool:
            return values[0] < values[1] and kinds[values[0]] == kinds[values[1]]

        self.name = Kind("name", "!{ensemble}", (Part("ensemble", list(LOTS)),))
        self.build = Kind("build", "!build")
        self.play = Kind("play", "{block}", (Part("block", CODES),))
        self.stay = Kind("stay", "={decoration}", (Part("decoration", decorations),))
        self.pair = Kind(
            "pair",
            "={low}+{high}",
            (Part("low", decorations), Part("high", decorations)),
            named=are_pair,
        )
        self.codec = Codec([self.name, self.build, self.play, self.stay, self.pair])
        # Candidates: while offers are made, and while decorations are chosen.
        self.offering = self.of(self.name) + self.of(self.build)
        self.choosing = self.of(self.stay) + self.of(self.pair)

    def of(self, kind: Kind) -> list[int]:
        """All moves of a kind."""
        return [move for move in self.codec.moves() if self.codec.kind_of(move) is kind]

    def staying(self, move: i64) -> i64:
        """The decorations that stay by a move that says so, as a set."""
        if self.codec.kind_of(move) is self.stay:
            return MARK[self.stay.only(move)]
        return MARK[self.pair.part(move, 0)] | MARK[self.pair.part(move, 1)]
