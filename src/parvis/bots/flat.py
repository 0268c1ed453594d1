"""Flat Monte Carlo over guesses: try every move in many worlds, play on at random, count.

Each sweep deals one guess, which all moves still in the running are tried in: a move is then not
better for having met a better deal. The running is halved in rounds (sequential halving), so
that most simulations go to the moves between which it is hard to tell.

A playout counts for the share of victory, and a little for the margin, which tells moves apart
where all win or all lose. Compiled, loops and all.
"""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from parvis.bots.bot import Budget, Considered, Thought
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence

MARGIN: Final = 0.1  # what a margin of one spread weighs against a whole victory
USUAL: Final = 400  # simulations, if no budget is given


class Arm:
    """A move in the running and what its simulations brought."""

    def __init__(self, move: int) -> None:
        self.move = move
        self.visits: i64 = 0
        self.wins: float = 0.0
        self.margin: float = 0.0

    def share(self) -> float:
        return self.wins / max(1, int(self.visits))

    def mean(self) -> float:
        return self.margin / max(1, int(self.visits))


class Search:
    """One search: the arms, the limits, and what was spent."""

    def __init__(self, position: Position, rng: Rng, simulations: int, seconds: float) -> None:
        seat = position.turn()
        assert seat is not None
        self.position = position
        self.rng = rng
        self.seat: int = seat
        self.sides: list[list[int]] = position.sides()
        self.side: int = position.side_of(seat)
        self.simulations: i64 = simulations
        self.seconds: float = seconds
        self.begun: float = time.perf_counter()
        self.spent: i64 = 0
        self.squares: float = 0.0
        self.total: float = 0.0

    def enough(self, part: float) -> bool:
        """Whether this part (0 to 1) of the budget is spent."""
        if self.spent == 0:
            return False
        if self.simulations > 0 and float(int(self.spent)) >= part * float(int(self.simulations)):
            return True
        if self.seconds > 0:
            return time.perf_counter() - self.begun >= part * self.seconds
        return False

    def spread(self) -> float:
        """How far margins lie apart, over all simulations so far."""
        n = float(max(1, int(self.spent)))
        mean = self.total / n
        variance = self.squares / n - mean * mean
        return float(max(variance, 1e-9) ** 0.5)

    def value(self, arm: Arm) -> float:
        usual = self.total / max(1, int(self.spent))
        return arm.share() + MARGIN * (arm.mean() - usual) / self.spread()

    def simulate(self, world: Position, arm: Arm) -> None:
        """Try a move once in a world, which stays as it is."""
        trial = world.copy()
        trial.play(arm.move)
        trial.playout(self.rng)
        scores = trial.scores()
        winners = trial.winners()
        margin = 0.0
        first = True
        winning = 0
        won = False
        for side in range(len(self.sides)):
            if self.sides[side][0] in winners:
                winning += 1
                if side == self.side:
                    won = True
            if side != self.side:
                lead = float(scores[self.side] - scores[side])
                if first or lead < margin:
                    margin = lead
                    first = False
        arm.visits += 1
        if won:
            arm.wins += 1.0 / winning
        arm.margin += margin
        self.spent += 1
        self.total += margin
        self.squares += margin * margin

    def sweep(self, arms: list[Arm], part: float) -> bool:
        """Try all arms in one world; False if the budget ended first."""
        world = self.position.guess(self.seat, self.rng)
        for arm in arms:
            if self.enough(part):
                return False
            self.simulate(world, arm)
        return True

    def run(self, moves: list[int]) -> list[Arm]:
        """All arms, best first."""
        arms = [Arm(move) for move in moves]
        # In random order, lest a budget that ends in a sweep favours low numbers.
        i = len(arms) - 1
        while i > 0:
            j = int(self.rng.below(i + 1))
            arms[i], arms[j] = arms[j], arms[i]
            i -= 1
        rounds = 1
        while (2 << (rounds - 1)) < len(arms):
            rounds += 1
        running = arms
        for turn in range(rounds):
            part = float(turn + 1) / float(rounds)
            while self.sweep(running, part):
                pass
            tried = [arm for arm in running if arm.visits > 0]
            worth = [(-self.value(arm), arm.move) for arm in tried]
            worth.sort()
            best = [move for _, move in worth[: max(2, (len(running) + 1) // 2)]]
            running = [arm for arm in tried if arm.move in best]
        tried = [arm for arm in arms if arm.visits > 0]
        chosen = [(arm not in running, -self.value(arm), arm.move) for arm in tried]
        chosen.sort()
        by_move = {arm.move: arm for arm in tried}
        return [by_move[move] for _, _, move in chosen]


def think(position: Position, rng: Rng, budget: Budget) -> Thought:
    """The move that wins most often over guesses and random play."""
    begun = time.perf_counter()
    moves = position.moves()
    if len(moves) == 1:
        return Thought(moves[0])
    simulations: int = budget.simulations
    seconds: float = float(budget.seconds)
    if simulations <= 0 and seconds <= 0:
        simulations = USUAL
    search = Search(position, rng, simulations, seconds)
    arms = search.run(moves)
    considered = tuple(
        [Considered(arm.move, search.value(arm), int(arm.visits), arm.share()) for arm in arms]
    )
    best = arms[0]
    margin = round(best.mean())
    reasons = (
        Sentence("bot.share", {"n": int(search.spent), "share": round(100 * best.share())}),
        Sentence("bot.margin.ahead" if margin >= 0 else "bot.margin.behind", {"n": abs(margin)}),
    )
    return Thought(best.move, considered, reasons, int(search.spent), time.perf_counter() - begun)
