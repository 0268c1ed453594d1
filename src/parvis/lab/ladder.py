"""How strong bots are against each other.

One bot takes a side and the other bot all the other sides. The same deal is played once from each
side before the next is dealt, so that luck counts the same for all. A shared first place counts
half. Imports matches and where they are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt

from parvis.bots import levels_for
from parvis.engine.game import game_of
from parvis.lab.executors import Executor, Here
from parvis.lab.match import Match, Series, play_all, winning_sides

Outcome = tuple[tuple[int, ...], list[int]]  # the winning sides and the scores

SURE = 1.96  # standard deviations of a 95 % interval


@dataclass
class Rung:
    """One bot against another: what it won and how sure that is."""

    bot: str
    against: str
    seats: int
    sides: int
    games: int = 0
    won: float = 0.0
    by_side: list[float] = field(default_factory=list)
    margins: int = 0

    def count(self, ended: Outcome) -> None:
        """One more game; the sides take turns."""
        winning, scores = ended
        side = self.games % self.sides
        won = 0.0
        if side in winning:
            won = 1.0 if len(winning) == 1 else 0.5
        self.games += 1
        self.won += won
        self.by_side[side] += won
        rest = [points for other, points in enumerate(scores) if other != side]
        self.margins += scores[side] - max(rest)

    @property
    def share(self) -> float:
        """The share of victory; equal bots get `even`."""
        return self.won / max(1, self.games)

    @property
    def even(self) -> float:
        return 1 / self.sides

    @property
    def margin(self) -> float:
        """By how many points it led, on average."""
        return self.margins / max(1, self.games)

    @property
    def bounds(self) -> tuple[float, float]:
        """The share's 95 % confidence interval (Wilson's).

        >>> low, high = Rung("a", "b", 2, 2, games=200, won=190).bounds
        >>> round(low, 3), round(high, 3)
        (0.91, 0.973)
        """
        n = max(1, self.games)
        p = self.share
        middle = (p + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
        reach = SURE * sqrt(p * (1 - p) / n + SURE**2 / (4 * n * n)) / (1 + SURE**2 / n)
        return max(0.0, middle - reach), min(1.0, middle + reach)

    def plain(self) -> dict[str, object]:
        """The rung as plain data."""
        low, high = self.bounds
        return {
            "bot": self.bot,
            "against": self.against,
            "seats": self.seats,
            "games": self.games,
            "share": self.share,
            "low": low,
            "high": high,
            "even": self.even,
            "margin": self.margin,
            "by_side": self.by_side,
        }


def outcome(match: Match) -> Outcome:
    """Play a game and keep what a ladder needs."""
    position, _ = match.play()
    return winning_sides(position), position.scores()


def plan(
    game: str,
    seats: int,
    bots: list[str],
    games: int,
    seed: str = "ladder",
    options: Mapping[str, object] | None = None,
    pack: str | None = None,
) -> list[Series[Rung]]:
    """Every bot against each that is named after it, `games` games each."""
    pairs = [(bot, other) for index, bot in enumerate(bots) for other in bots[index + 1 :]]
    return plan_pairs(game, seats, pairs, games, seed, options, pack)


def plan_levels(
    game: str,
    seats: int,
    games: int,
    seed: str = "ladder",
    options: Mapping[str, object] | None = None,
    pack: str | None = None,
) -> list[Series[Rung]]:
    """Each level against the one below, and the first against chance."""
    climbing = ["random", *levels_for(game_of(game)).values()]
    pairs = [(above, below) for below, above in pairwise(climbing)]
    return plan_pairs(game, seats, pairs, games, seed, options, pack)


def plan_pairs(
    game: str,
    seats: int,
    pairs: Sequence[tuple[str, str]],
    games: int,
    seed: str,
    options: Mapping[str, object] | None,
    pack: str | None,
) -> list[Series[Rung]]:
    """The first of each pair against the second, `games` games each."""
    sides = Match(game, ("random",) * seats, seed, options or {}, pack).start().sides()

    def matches(bot: str, other: str) -> Iterator[Match]:
        for number in range(games):
            mine = sides[number % len(sides)]
            players = tuple(bot if seat in mine else other for seat in range(seats))
            yield Match(game, players, f"{seed} {number // len(sides)}", options or {}, pack)

    return [
        Series(
            Rung(bot, other, seats, len(sides), by_side=[0.0] * len(sides)),
            games,
            matches(bot, other),
        )
        for bot, other in pairs
    ]


def ladder(
    game: str,
    seats: int,
    bots: list[str],
    games: int,
    seed: str = "ladder",
    options: Mapping[str, object] | None = None,
    pack: str | None = None,
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
) -> list[Rung]:
    """Plan a ladder and play it."""
    planned = plan(game, seats, bots, games, seed, options, pack)
    play_all(outcome, planned, executor or Here(), progress)
    return [series.tally for series in planned]
