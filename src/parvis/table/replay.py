"""A game that is over, move by move: the position after any of them, and what a seat saw of one.

Positions are kept now and then, and those that were looked at last, so that a step in either
direction plays a few moves at most. Nothing is played further than somebody has looked.
Imports the engine and the table.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Literal

from parvis.engine.position import Position
from parvis.engine.sentence import Sentence
from parvis.table.table import Table

EVERY = 8  # moves between two positions that are kept
LATELY = 4  # positions that were looked at last
GAMES = 24  # that are at hand at once

# Why a game cannot be looked through: it is not over, or today's rules play it otherwise.
Reason = Literal["going", "rules"]


class CannotReplay(Exception):
    """A game that cannot be looked through, and why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class Replay:
    """One game. Moves are numbered from 1; after 0 moves there is the position as it began.

    May be asked from several threads. Positions that it gives are copies: whoever asks may play on.
    """

    def __init__(self, table: Table) -> None:
        if not table.over():
            raise CannotReplay("going")
        if table.position is None or table.game is None:
            raise CannotReplay("rules")
        self.game = table.game
        self.seats = table.config.seats
        self.moves = tuple(played.text for played in table.moves)
        self.movers = tuple(played.seat for played in table.moves)
        self.lock = Lock()
        self.front = table.first()  # the furthest that anybody has looked
        self.points = [self.front.scores()]  # up to there, by move, then by side
        self.kept: dict[int, Position] = {0: self.front.copy()}
        self.lately: OrderedDict[int, Position] = OrderedDict()
        self.told: dict[tuple[int, int | None], list[Sentence]] = {}
        self.record = table.record()
        self.winners = table.winners()
        self.stopped = table.stopped  # how it ended before its end, if it did

    def __len__(self) -> int:
        return len(self.moves)

    def position(self, at: int) -> Position:
        """The position after this many moves."""
        with self.lock:
            return self.known(at).copy()

    def scores(self, at: int) -> list[list[int]]:
        """Each side's points before the first move and after each up to this one, by side."""
        with self.lock:
            self.reach(at)
            return [list(side) for side in zip(*self.points[: at + 1], strict=True)]

    def mover(self, number: int) -> int:
        """The seat that made a move."""
        return self.movers[number - 1]

    def story(self, number: int, seat: int | None) -> list[Sentence]:
        """What a seat (None: who looks on) saw of a move."""
        with self.lock:
            found = self.told.get((number, seat))
            if found is None:
                before = self.known(number - 1)
                move = before.read(self.moves[number - 1])
                found = self.told[number, seat] = before.recount(move, seat)
            return found

    # Within the lock.

    def known(self, at: int) -> Position:
        """The position after this many moves, which nobody may play on."""
        if not 0 <= at <= len(self.moves):
            raise IndexError(at)
        self.reach(at)
        found = self.lately.pop(at, None) or self.kept.get(at)
        if found is None:
            near = max(count for count in (*self.kept, *self.lately) if count < at)
            found = (self.kept.get(near) or self.lately[near]).copy()
            for text in self.moves[near:at]:
                found.play(found.read(text))
        self.lately[at] = found
        while len(self.lately) > LATELY:
            self.lately.popitem(last=False)
        return found

    def reach(self, at: int) -> None:
        """Play on to here, if nobody has looked so far."""
        while len(self.points) <= at:
            count = len(self.points)
            self.front.play(self.front.read(self.moves[count - 1]))
            self.points.append(self.front.scores())
            if count % EVERY == 0:
                self.kept[count] = self.front.copy()
            if count == at:
                self.lately[at] = self.front.copy()


class Replays:
    """The games that were looked through last."""

    def __init__(self, most: int = GAMES) -> None:
        self.most = most
        self.games: OrderedDict[str, Replay] = OrderedDict()
        self.lock = Lock()

    def of(self, table: Table) -> Replay:
        """The game of a table that is over; `CannotReplay` says why not."""
        with self.lock:
            found = self.games.pop(table.config.id, None) or Replay(table)
            self.games[table.config.id] = found
            while len(self.games) > self.most:
                self.games.popitem(last=False)
            return found
