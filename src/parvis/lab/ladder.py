"""How strong bots are against each other.

One bot takes a side and the other bot all the other sides. The same deal is played once from each
side before the next is dealt, so that luck counts the same for all. A shared first place counts
half. Imports matches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt

from parvis.lab.match import Match, over_cores

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


def outcome(match: Match) -> tuple[list[int], list[int]]:
    """The winning sides and the scores."""
    position, _ = match.play()
    winners = position.winners()
    sides = position.sides()
    winning = [side for side in range(len(sides)) if sides[side][0] in winners]
    return winning, position.scores()


def ladder(
    game: str,
    seats: int,
    bots: list[str],
    games: int,
    seed: str = "ladder",
    options: Mapping[str, object] | None = None,
    pack: str | None = None,
    jobs: int = 1,
    progress: Callable[[Rung], None] | None = None,
) -> list[Rung]:
    """Every bot against each that is named after it, `games` games each."""
    sides = Match(game, ("random",) * seats, seed, options or {}, pack).start().sides()
    rungs: list[Rung] = []
    for index, bot in enumerate(bots):
        for other in bots[index + 1 :]:
            rung = Rung(bot, other, seats, len(sides), by_side=[0.0] * len(sides))
            matches: list[Match] = []
            for number in range(games):
                mine = sides[number % len(sides)]
                players = tuple(bot if seat in mine else other for seat in range(seats))
                deal = f"{seed} {number // len(sides)}"
                matches.append(Match(game, players, deal, options or {}, pack))
            for number, (winning, scores) in enumerate(over_cores(outcome, matches, jobs)):
                side = number % len(sides)
                won = 0.0
                if side in winning:
                    won = 1.0 if len(winning) == 1 else 0.5
                rung.games += 1
                rung.won += won
                rung.by_side[side] += won
                rest = [points for other, points in enumerate(scores) if other != side]
                rung.margins += scores[side] - max(rest)
                if progress is not None:
                    progress(rung)
            rungs.append(rung)
    return rungs
