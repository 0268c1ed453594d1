"""What games look like from above: scores, where the points come from, length, who wins.

Imports matches, where they are played, and the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from parvis.engine.ledger import OPEN
from parvis.lab.executors import Executor, Here
from parvis.lab.histogram import Histogram
from parvis.lab.match import Match, Series, play_all, winning_sides

Source = tuple[str, str]  # clause and key


@dataclass(frozen=True)
class Ended:
    """What is counted of a game that was played."""

    scores: tuple[int, ...]
    winning: tuple[int, ...]
    decisions: int
    sources: Mapping[Source, int]  # points by clause and key, all sides together
    lines: Mapping[Source, int]  # how many lines of each


@dataclass
class Study:
    """Games of one line-up at one player count: counted, not kept."""

    game: str
    bots: tuple[str, ...]
    seats: int
    games: int = 0
    scores: Histogram = field(default_factory=Histogram)  # of all sides
    length: Histogram = field(default_factory=Histogram)  # in decisions
    points_by_side: Counter[int] = field(default_factory=Counter)
    won: Counter[tuple[int, int]] = field(default_factory=Counter)  # by side and how many shared it
    points: Counter[Source] = field(default_factory=Counter)
    lines: Counter[Source] = field(default_factory=Counter)

    def count(self, ended: Ended) -> None:
        """One more game."""
        self.games += 1
        for side, points in enumerate(ended.scores):
            self.scores.add(points)
            self.points_by_side[side] += points
        for side in ended.winning:
            self.won[side, len(ended.winning)] += 1
        self.length.add(ended.decisions)
        self.points.update(ended.sources)
        self.lines.update(ended.lines)

    def wins(self) -> list[float]:
        """The share of victory of each side: what sitting first or last is worth."""
        shares = [0.0] * len(self.points_by_side)
        for (side, sharing), times in sorted(self.won.items()):
            shares[side] += times / sharing / self.games
        return shares

    def means(self) -> list[float]:
        """The mean score of each side."""
        return [points / self.games for _, points in sorted(self.points_by_side.items())]

    def sources(self) -> list[tuple[str, str, float, float]]:
        """Clause, key, points and lines a game and side, clause by clause."""
        count = self.scores.total
        return [
            (clause, key, self.points[clause, key] / count, self.lines[clause, key] / count)
            for clause, key in sorted(self.lines)
        ]

    def plain(self) -> dict[str, object]:
        """The study as plain data."""
        quantiles = {str(part): self.scores.quantile(part) for part in (0, 0.1, 0.5, 0.9, 1)}
        return {
            "game": self.game,
            "seats": self.seats,
            "bots": list(self.bots),
            "games": self.games,
            "mean": self.scores.mean,
            "deviation": self.scores.deviation,
            "quantiles": quantiles,
            "mean_by_side": self.means(),
            "wins_by_side": self.wins(),
            "decisions": self.length.mean,
            "decisions_most": self.length.quantile(1),
            "sources": [
                {"clause": clause, "key": key, "points": points, "lines": lines}
                for clause, key, points, lines in self.sources()
            ],
        }


def ended(match: Match) -> Ended:
    """Play a game and keep what a study needs."""
    position, decisions = match.play()
    points: Counter[Source] = Counter()
    lines: Counter[Source] = Counter()
    for line in position.ledger():
        if line.status != OPEN:
            points[line.clause, line.key] += line.points
            lines[line.clause, line.key] += 1
    scores = tuple(position.scores())
    return Ended(scores, winning_sides(position), decisions, dict(points), dict(lines))


def plan(
    game: str,
    seats: int,
    bots: tuple[str, ...],
    games: int,
    seed: str = "study",
    options: Mapping[str, object] | None = None,
    pack: str | None = None,
) -> Series[Study]:
    """Games of these bots, who sit down in turn until all seats are taken."""
    players = tuple(bots[seat % len(bots)] for seat in range(seats))
    matches = (Match(game, players, f"{seed} {n}", options or {}, pack) for n in range(games))
    return Series(Study(game, players, seats), games, matches)


def study(
    game: str,
    seats: int,
    bots: tuple[str, ...],
    games: int,
    seed: str = "study",
    options: Mapping[str, object] | None = None,
    pack: str | None = None,
    executor: Executor | None = None,
    progress: Callable[[], None] = lambda: None,
) -> Study:
    """Plan a study and play it."""
    planned = plan(game, seats, bots, games, seed, options, pack)
    play_all(ended, [planned], executor or Here(), progress)
    return planned.tally
