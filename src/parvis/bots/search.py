"""Search over guesses: the moves that look best at sight are tried in many worlds.

What a game's bots make of a position is its `Sense`: what each move is worth at sight, what a
seat would likely play, what a position promises. The search tries the most promising moves in the
same guesses of the seat, lets all seats play on as they likely would for a while, and asks what
that position promises. The running is halved in rounds, so that most worlds go to the moves
between which it is hard to tell. Compiled, loops and all.
"""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64, mypyc_attr

from parvis.bots.bot import Considered, Thought
from parvis.bots.playouts import Judge
from parvis.bots.skill import Skill
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence

MARGIN: Final = 0.1  # what a lead of one spread weighs against a whole victory
SPREAD: Final = 10.0  # points that an end lies off what a game that says nothing expects


@mypyc_attr(allow_interpreted_subclasses=True)
class Sense:
    """What a game's bots make of a position; a game overrides what it can say better."""

    def values(self, position: Position, rng: Rng) -> list[tuple[int, float]]:
        """Each legal move that is worth a thought and its value at sight, in points."""
        seat = position.turn()
        assert seat is not None
        side = position.side_of(seat)
        return [(move, float(position.foresee(move).scores()[side])) for move in position.moves()]

    def likely(self, position: Position, rng: Rng) -> int:
        """What the seat to decide would play; quick, for it is asked many thousand times."""
        best = -1
        most = 0.0
        for move, value in self.values(position, rng):
            if best < 0 or value > most:
                best, most = move, value
        return best

    def estimate(self, position: Position) -> tuple[list[float], float]:
        """Points by side that are expected at the end, and how far that may be off."""
        return [float(points) for points in position.scores()], SPREAD

    def quiet(self, position: Position) -> bool:
        """Whether one may stop to estimate here, lest who moved last looks better."""
        return True

    def judge(self, seat: int, sight: int) -> Judge:
        """How this seat plays worlds on: so many decisions a seat, or to the end if 0."""
        return Judge(policy=self.likely, horizon=sight, quiet=self.quiet, estimate=self.estimate)

    def trials(self, position: Position, rng: Rng, grain: float, ends: float) -> list[Trial]:
        """What might be tried, by its value at sight; `ends` is when to have found it."""
        return [Trial(move, rough(value, grain)) for move, value in self.values(position, rng)]

    def searching(
        self, position: Position, rng: Rng, limit: int, sight: int, trust: float, ends: float
    ) -> Search:
        """A search of so many playouts, until then at most if `ends` is not 0."""
        seat = position.turn()
        assert seat is not None
        return Search(self.judge(seat, sight), position, rng, limit, trust, ends)

    def reasons(self, position: Position, move: int) -> list[Sentence]:
        """What speaks for a move, if one can say."""
        return []


class Trial:
    """A move that is tried and what it brought."""

    def __init__(self, move: int, value: float) -> None:
        self.move = move
        self.value = value  # at sight
        self.visits: i64 = 0
        self.shares: float = 0.0
        self.leads: float = 0.0


class Search:
    """One search: what is tried, what it may cost, what was spent."""

    def __init__(
        self,
        judge: Judge,
        position: Position,
        rng: Rng,
        limit: int,
        trust: float,
        ends: float,
    ) -> None:
        seat = position.turn()
        assert seat is not None
        self.judge = judge
        self.position = position
        self.rng = rng
        self.seat: int = seat
        self.side: int = position.side_of(seat)
        self.limit: i64 = limit  # playouts
        self.trust = trust  # worlds that the value at sight counts for
        self.ends = ends  # when to have an answer; 0: whenever it is found
        self.margin = MARGIN
        self.spent: i64 = 0
        self.total: float = 0.0
        self.squares: float = 0.0

    def late(self) -> bool:
        return self.ends > 0 and time.perf_counter() >= self.ends

    def sweep(self, trials: list[Trial]) -> bool:
        """Try all moves in one world; False if time was up first, and then it counts for none."""
        found = self.outcomes(trials)
        if len(found) < len(trials):
            return False
        for n in range(len(trials)):
            share, lead = found[n]
            trials[n].visits += 1
            trials[n].shares += share
            trials[n].leads += lead
            self.spent += 1
            self.total += lead
            self.squares += lead * lead
        return True

    def outcomes(self, trials: list[Trial]) -> list[tuple[float, float]]:
        """The share and the lead of each in one world; fewer if time was up."""
        world = self.position.guess(self.seat, self.rng)
        chance = self.rng.spawn()
        found: list[tuple[float, float]] = []
        for trial in trials:
            if self.late():
                break
            ahead = world.copy()
            self.play_out(ahead, trial, chance.copy())
            outcome = self.judge.outcome(ahead)
            found.append((outcome.shares[self.side], outcome.leads[self.side]))
        return found

    def play_out(self, ahead: Position, trial: Trial, chance: Rng) -> None:
        """Play a trial in a world, and on from there."""
        ahead.play(trial.move)
        self.judge.play_on(ahead, chance)

    def spread(self) -> float:
        """How far leads lie apart, over all playouts so far."""
        n = float(max(1, int(self.spent)))
        mean = self.total / n
        return float(max(self.squares / n - mean * mean, 1.0) ** 0.5)

    def worth(self, trial: Trial, best: float, spread: float) -> float:
        """What trials are compared by: victory, a little the lead, and the value at sight."""
        n = float(max(1, int(trial.visits)))
        found = trial.shares / n + self.margin * trial.leads / n / spread
        if self.trust <= 0:
            return found
        # At sight a point is worth what it adds to the share near an even game.
        doubt = (trial.value - best) / spread * (0.4 + self.margin)
        return found + self.trust / (n + self.trust) * (doubt if doubt > -2.0 else -2.0)

    def order(self, trials: list[Trial]) -> list[Trial]:
        """Best first."""
        best = trials[0].value
        for trial in trials:
            if trial.value > best:
                best = trial.value
        spread = self.spread()
        ranks = [
            (-self.worth(trials[n], best, spread), -trials[n].value, n) for n in range(len(trials))
        ]
        ranks.sort()
        return [trials[n] for _, _, n in ranks]

    def run(self, trials: list[Trial]) -> list[Trial]:
        """All trials, best first."""
        running = trials
        rounds = 1
        while (2 << (rounds - 1)) < len(trials):
            rounds += 1
        out: list[Trial] = []
        for turn in range(rounds):
            until: i64 = int(self.limit) * (turn + 1) // rounds
            while self.spent < until:
                if not self.sweep(running):
                    return self.order(running) + out
            running = self.order(running)
            if turn + 1 < rounds:
                half = max(2, (len(running) + 1) // 2)
                out = running[half:] + out
                running = running[:half]
        return running + out


def rough(value: float, grain: float) -> float:
    """A value as one sees it who sees no finer than so many points."""
    return value if grain <= 0 else float(int((value + 1e6) / grain)) * grain


def search(
    sense: Sense, position: Position, rng: Rng, skill: Skill, seconds: float = 0.0
) -> Thought:
    """The move that is worth most to a skill: at sight if it has no worlds, otherwise by search.

    `seconds` is when to have an answer whatever the skill; 0: whenever it is found.
    """
    begun = time.perf_counter()
    ends = begun + seconds if seconds > 0 else 0.0
    moves = position.moves()
    if len(moves) == 1:
        return Thought(moves[0])
    seen = sense.trials(position, rng, skill.grain, ends)
    # Chance decides between equals.
    keyed = [(-seen[n].value, int(rng.below(1 << 20)), n) for n in range(len(seen))]
    keyed.sort()
    trials = [seen[n] for _, _, n in keyed]
    spent = 0
    if skill.worlds > 0 and len(trials) > 1:
        trials = trials[: skill.breadth]
        limit = skill.worlds * len(trials)
        one = sense.searching(position, rng, limit, skill.sight, skill.trust, ends)
        trials = one.run(trials)
        spent = int(one.spent)
    considered: dict[int, Considered] = {}  # each move by the best that begins with it
    for trial in trials:
        if trial.move not in considered:
            considered[trial.move] = weighed(trial)
    best = trials[0].move
    reasons = tuple(sense.reasons(position, best))
    return Thought(best, tuple(considered.values()), reasons, spent, time.perf_counter() - begun)


def weighed(trial: Trial) -> Considered:
    """What became of a trial, or what it looked like at sight."""
    visits = int(trial.visits)
    if visits == 0:
        return Considered(trial.move, trial.value)
    return Considered(trial.move, trial.leads / visits, visits, trial.shares / visits)
