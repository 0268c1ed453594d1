"""The kinds of move, how they are written, and the runs in which legal ones come.

A space is a region's letter, a row and a column: `Dd4` is the middle of the desert. A project is
its two colours and a number: `rg2`. Moves:

    red             a colour to play, if they are chosen
    Dd4             first element, before the first turn
    1r-Dd4          red of factory 1 to Dd4
    deck  rg2       draw a project
    +rg2  no        build it, or decline
    auto:1r-Dd4  auto:deck  auto:rg2     automation
    grant:deck  grant:rg2                government grant, first card (the second is a plain draw)
    init:r-Dd4      private initiative
    permit:1r-Da1   building permit
    end             end of the turn
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parvis.engine.bits import BIT, count, nth, write_members
from parvis.engine.codec import Codec, Kind, Part

# The numbers of the kinds, in the order of the codec.
START: Final = 0
PLACE: Final = 1
DRAW: Final = 2
END: Final = 3
DECLINE: Final = 4
BUILD: Final = 5
AUTO_PLACE: Final = 6
AUTO_DRAW: Final = 7
GRANT_DRAW: Final = 8
INITIATE: Final = 9
PERMIT_PLACE: Final = 10
CHOOSE: Final = 11

OFF_THE_DECK: Final = 0  # among the cards that a draw names; the designs follow
FIRST_DESIGN: Final = 1

NOT_LISTED: Final[list[object]] = []


class Moves:
    """The kinds of move of a pack."""

    def __init__(self, spaces: list[str], designs: list[str], colours: list[str]) -> None:
        letters = [colour[0] for colour in colours]
        space = Part("space", spaces)
        source = Part("source", [f"{factory}{letter}" for factory in "123" for letter in letters])
        card = Part("card", ["deck", *designs])
        project = Part("project", designs)
        self.start = Kind("start", "{space}", (space,))
        self.place = Kind("place", "{source}-{space}", (source, space))
        self.draw = Kind("draw", "{card}", (card,))
        self.end = Kind("end", "end")
        self.decline = Kind("decline", "no", declines=True, secretly=True)
        self.build = Kind("build", "+{project}", (project,))
        self.auto_place = Kind(
            "automation-place", "auto:{source}-{space}", (source, space), "bonus-automation"
        )
        self.auto_draw = Kind("automation-draw", "auto:{card}", (card,), "bonus-automation")
        self.grant = Kind("grant", "grant:{card}", (card,), "bonus-grant")
        self.initiate = Kind(
            "initiative", "init:{colour}-{space}", (Part("colour", letters), space),
            "bonus-initiative",
        )  # fmt: skip
        self.permit = Kind("permit", "permit:{source}-{space}", (source, space), "bonus-permit")
        self.choose = Kind("choose", "{colour}", (Part("colour", colours),))
        self.codec = Codec(
            [
                self.start, self.place, self.draw, self.end, self.decline, self.build,
                self.auto_place, self.auto_draw, self.grant, self.initiate, self.permit,
                self.choose,
            ]
        )  # fmt: skip


class Runs:
    """Goes through runs of moves, ascending: to list them all, to count them or to pick the n-th.

    A run is a first move and the set of what may be added to it. One enumeration of the legal
    moves serves all three.
    """

    def __init__(self, n: i64 = -1) -> None:
        self.total: i64 = 0
        self.n: i64 = n  # to pick; none if negative
        self.picked: i64 = -1
        self.numbers: list[object] | None = None  # of the codec, to list them
        self.listed = NOT_LISTED

    def again(self, n: i64) -> None:
        """Begin anew, to pick the n-th."""
        self.total = 0
        self.n = n

    def list_all(self, numbers: list[object]) -> None:
        """Begin anew, to list all that were counted."""
        self.numbers = numbers
        self.listed = [None] * int(self.total)
        self.total = 0

    def add(self, first: i64, members: i64, size: i64) -> None:
        """One run, of so many members."""
        numbers = self.numbers
        if numbers is not None:
            write_members(self.listed, self.total, numbers, first, members)
        elif self.total <= self.n < self.total + size:
            self.picked = first + nth(members, self.n - self.total)
        self.total += size

    def skip(self, size: i64) -> bool:
        """Count several runs at once, of so many members in all, if none of them is to be picked
        or listed; whether that was so."""
        if self.numbers is not None or self.total <= self.n < self.total + size:
            return False
        self.total += size
        return True

    def add_set(self, first: i64, members: i64) -> None:
        self.add(first, members, count(members))

    def add_one(self, move: i64) -> None:
        self.add(move, BIT[0], 1)
