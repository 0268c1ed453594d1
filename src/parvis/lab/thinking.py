"""How long bots think, and how much memory that takes, with several tables at once.

Each table is a process that plays games between bots of one kind, as at the table: an answer is
due within the bot's time. Time is the clock's: a machine that has more tables than cores keeps
everybody waiting. Only decisions that leave a choice count. Imports matches.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import ceil
from time import perf_counter

from parvis.bots import player_of
from parvis.engine.chance import Rng, key_of_seed
from parvis.engine.game import game_of
from parvis.lab.match import Match, Series

MIB = 1024 if sys.platform.startswith("linux") else 1024 * 1024  # units of memory in one
MOST = 0.95  # of all decisions take no longer than what is told for most

Timed = tuple[list[float], float]  # seconds of each decision, and the MiB of the process


@dataclass
class Thinking:
    """What the decisions of one bot took."""

    game: str
    bot: str
    seats: int
    tables: int
    games: int = 0
    seconds: list[float] = field(default_factory=list)
    memory: float = 0.0  # MiB, of the largest process

    def count(self, ended: Timed) -> None:
        seconds, memory = ended
        self.games += 1
        self.seconds = sorted(self.seconds + seconds)
        self.memory = max(self.memory, memory)

    @property
    def mean(self) -> float:
        return sum(self.seconds) / max(1, len(self.seconds))

    def within(self, part: float) -> float:
        """In how many seconds this part of the decisions was made.

        >>> Thinking("", "", 2, 1, seconds=[0.1, 0.2, 0.3, 0.9]).within(0.75)
        0.3
        """
        if not self.seconds:
            return 0.0
        return self.seconds[max(1, ceil(part * len(self.seconds))) - 1]

    def plain(self) -> dict[str, object]:
        return {
            "game": self.game,
            "bot": self.bot,
            "seats": self.seats,
            "tables": self.tables,
            "games": self.games,
            "decisions": len(self.seconds),
            "mean": self.mean,
            "most": self.within(MOST),
            "longest": self.within(1.0),
            "memory": self.memory,
        }


def timed(match: Match) -> Timed:
    """Play a game and keep what each decision took."""
    position = match.start()
    players = [player_of(game_of(match.game), text) for text in match.players]
    rng = Rng(int.from_bytes(key_of_seed(f"bots {match.seed}")[:8], "big"))
    seconds: list[float] = []
    while (seat := position.turn()) is not None:
        choice = len(position.moves()) > 1
        player = players[seat]
        begun = perf_counter()
        thought = player.choose(position, rng, player.seconds)
        if choice:
            seconds.append(perf_counter() - begun)
        position.play(thought.move)
    return seconds, memory()


def memory() -> float:
    """The most that this process has taken, in MiB; 0 where nobody can tell."""
    try:
        import resource
    except ImportError:  # Windows
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB


def plan(game: str, bot: str, seats: int, tables: int, seed: str) -> Series[Thinking]:
    """A game at each table."""

    def matches() -> Iterator[Match]:
        for number in range(tables):
            yield Match(game, (bot,) * seats, f"{seed} {number}")

    return Series(Thinking(game, bot, seats, tables), tables, matches())
