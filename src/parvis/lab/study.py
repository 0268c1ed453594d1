"""What games look like from above: scores, where the points come from, length, who wins.

Imports matches and the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt

from parvis.engine.ledger import OPEN
from parvis.lab.match import Match, over_cores


@dataclass(frozen=True)
class Ended:
    """What is kept of a game that was played."""

    scores: tuple[int, ...]
    winning: tuple[int, ...]
    decisions: int
    sources: Mapping[tuple[str, str], int]  # points by clause and key, all sides together
    lines: Mapping[tuple[str, str], int]  # how many lines of each


@dataclass
class Study:
    """Games of one line-up at one player count."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: list[Ended] = field(default_factory=list)

    @property
    def scores(self) -> list[int]:
        """Every side's score of every game, ascending."""
        return sorted(points for ended in self.games for points in ended.scores)

    @property
    def mean(self) -> float:
        return mean(self.scores)

    @property
    def deviation(self) -> float:
        middle = self.mean
        return sqrt(mean([(points - middle) ** 2 for points in self.scores]))

    def quantile(self, part: float) -> int:
        """The score below which that part of all scores lies."""
        return quantile(self.scores, part)

    @property
    def length(self) -> list[int]:
        """The decisions of each game, ascending."""
        return sorted(ended.decisions for ended in self.games)

    def wins(self) -> list[float]:
        """The share of victory of each side: what sitting first or last is worth."""
        sides = len(self.games[0].scores)
        shares = [0.0] * sides
        for ended in self.games:
            for side in ended.winning:
                shares[side] += 1 / len(ended.winning) / len(self.games)
        return shares

    def means(self) -> list[float]:
        """The mean score of each side."""
        sides = len(self.games[0].scores)
        return [mean([ended.scores[side] for ended in self.games]) for side in range(sides)]

    def sources(self) -> list[tuple[str, str, float, float]]:
        """Clause, key, points and lines a game and side, clause by clause."""
        points: Counter[tuple[str, str]] = Counter()
        lines: Counter[tuple[str, str]] = Counter()
        for ended in self.games:
            points.update(ended.sources)
            lines.update(ended.lines)
        count = len(self.games) * len(self.games[0].scores)
        return [
            (clause, key, points[clause, key] / count, lines[clause, key] / count)
            for clause, key in sorted(lines)
        ]

    def plain(self) -> dict[str, object]:
        """The study as plain data."""
        return {
            "game": self.game,
            "seats": self.seats,
            "bots": list(self.bots),
            "games": len(self.games),
            "mean": self.mean,
            "deviation": self.deviation,
            "quantiles": {str(part): self.quantile(part) for part in (0, 0.1, 0.5, 0.9, 1)},
            "mean_by_side": self.means(),
            "wins_by_side": self.wins(),
            "decisions": mean(self.length),
            "decisions_most": self.length[-1],
            "sources": [
                {"clause": clause, "key": key, "points": points, "lines": lines}
                for clause, key, points, lines in self.sources()
            ],
        }


def mean(numbers: list[int] | list[float]) -> float:
    return sum(numbers) / max(1, len(numbers))


def quantile(ascending: list[int], part: float) -> int:
    """The number that a part of all lies below.

    >>> quantile([1, 2, 3, 4, 100], 0.5)
    3
    """
    return ascending[min(len(ascending) - 1, int(part * len(ascending)))]


def ended(match: Match) -> Ended:
    """Play a game and keep what a study needs."""
    position, decisions = match.play()
    points: Counter[tuple[str, str]] = Counter()
    lines: Counter[tuple[str, str]] = Counter()
    for line in position.ledger():
        if line.status != OPEN:
            points[line.clause, line.key] += line.points
            lines[line.clause, line.key] += 1
    winners = position.winners()
    sides = position.sides()
    winning = tuple(side for side in range(len(sides)) if sides[side][0] in winners)
    return Ended(tuple(position.scores()), winning, decisions, dict(points), dict(lines))


def study(
    game: str,
    seats: int,
    bots: tuple[str, ...],
    games: int,
    seed: str = "study",
    options: Mapping[str, object] | None = None,
    pack: str | None = None,
    jobs: int = 1,
    progress: Callable[[Study], None] | None = None,
) -> Study:
    """Games of these bots, who sit down in turn until all seats are taken."""
    players = tuple(bots[seat % len(bots)] for seat in range(seats))
    matches = [Match(game, players, f"{seed} {n}", options or {}, pack) for n in range(games)]
    result = Study(game, players, seats)
    for game_ended in over_cores(ended, matches, jobs):
        result.games.append(game_ended)
        if progress is not None:
            progress(result)
    return result
