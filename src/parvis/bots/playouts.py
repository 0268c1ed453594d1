"""What a position is worth, by games played on from it: quickly, in any game. Compiled.

Where random play tells good from bad, a playout goes to the end: each decides for what looks best
at once among a few random moves (`width`; 1 is plainly random). Where it does not, a game's bot
plays on for a while (`policy`, `horizon`, `quiet`), and then the bot's own estimate counts.

Chance is common: the n-th world of one position, or of one move, meets the same numbers as the n-th
of another, so that their difference is less noisy than each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import erf, exp, sqrt
from typing import Final

from mypy_extensions import i64

from parvis.engine.chance import Rng
from parvis.engine.position import Position

Policy = Callable[[Position, Rng], int]
# Expected points at the end by side, and how far the end may lie from them (standard deviation).
Estimate = Callable[[Position], tuple[list[float], float]]

Quiet = Callable[[Position], bool]

STEPS: Final = 25  # of the integral over what a side may still get
REACH: Final = 3.6  # standard deviations that it goes either way


class Judge:
    """How positions of a game are judged; made of what its bots can do."""

    def __init__(
        self,
        width: int = 1,
        worlds: int = 400,
        openly: int = 0,
        scale: float = 0.0,
        policy: Policy | None = None,
        horizon: int = 0,
        quiet: Quiet | None = None,
        estimate: Estimate | None = None,
    ) -> None:
        self.width: i64 = width
        self.worlds = worlds  # that two moves are compared in
        self.openly = openly or worlds  # that a position is judged in, all hands open
        self.scale = scale  # how far leads lie apart in the end; 0: as the playouts show
        self.policy = policy
        self.horizon: i64 = horizon  # decisions a seat, at least; 0: to the end
        self.quiet = quiet  # where one may stop then, lest who moved last looks better
        self.estimate = estimate

    def play_on(self, position: Position, rng: Rng) -> None:
        """Play a position on as far as it goes; all chance comes from `rng`."""
        policy, quiet = self.policy, self.quiet
        if policy is None and self.width <= 1 and self.horizon == 0:
            position.playout(rng)
            return
        position.chance = rng
        position.resolve()
        left: i64 = self.horizon * position.setting.seats
        while not position.over():
            if policy is None:
                position.decide(hasty(position, rng, self.width))
            else:
                position.decide(policy(position, rng))
            position.resolve()
            left -= 1
            if left <= 0 and self.horizon > 0 and (quiet is None or quiet(position)):
                return

    def outcome(self, position: Position) -> Outcome:
        """What a position is worth that was played on."""
        estimate = self.estimate
        if position.over() or estimate is None:
            return ended(position)
        points, spread = estimate(position)
        return Outcome(chances(points, spread), [lead(points, n) for n in range(len(points))])


class Outcome:
    """By side: the share of victory and the lead over the best other one."""

    def __init__(self, shares: list[float], leads: list[float]) -> None:
        self.shares = shares
        self.leads = leads


class Arm:
    """A move and what it brought the side that plays it, world by world."""

    def __init__(self, move: int) -> None:
        self.move = move
        self.shares: list[float] = []
        self.leads: list[float] = []


def lead(points: list[float], side: int) -> float:
    """Points of a side beyond those of the best other one."""
    best = 0.0
    first = True
    for other in range(len(points)):
        if other != side and (first or points[other] > best):
            best = points[other]
            first = False
    return points[side] - best


def ended(position: Position) -> Outcome:
    """What the end of a game is worth; a shared victory counts by the number of its sides."""
    sides = position.sides()
    winners = position.winners()
    winning = [n for n in range(len(sides)) if sides[n][0] in winners]
    points = [float(score) for score in position.scores()]
    shares = [0.0] * len(sides)
    for side in winning:
        shares[side] = 1.0 / len(winning)
    return Outcome(shares, [lead(points, n) for n in range(len(sides))])


def chances(points: list[float], spread: float) -> list[float]:
    """How likely each side ends with most, if each may be off by so much.

    >>> [round(share, 2) for share in chances([30.0, 30.0, 20.0], 5.0)]
    [0.49, 0.49, 0.02]
    """
    sides = len(points)
    shares = [0.0] * sides
    spread = max(spread, 0.01)
    for side in range(sides):
        total = 0.0
        weights = 0.0
        for step in range(STEPS):
            z = REACH * (2.0 * step / (STEPS - 1) - 1.0)
            weight = exp(-0.5 * z * z)
            below = 1.0
            for other in range(sides):
                if other != side:
                    ahead = (points[side] - points[other]) / spread + z
                    below *= 0.5 * (1.0 + erf(ahead / sqrt(2.0)))
            total += weight * below
            weights += weight
        shares[side] = total / weights
    whole = sum(shares)
    return [share / whole for share in shares]


def hasty(position: Position, rng: Rng, width: i64) -> i64:
    """Of a few random moves the one after which its side stands best."""
    best: i64 = position.random_move(rng)
    seat = position.turn()
    assert seat is not None
    side = position.side_of(seat)
    highest = 0
    tried: i64 = 0
    move: i64 = best
    while True:
        ahead = position.twin(rng)
        ahead.decide(move)
        scores = ahead.scores()
        value = 4 * scores[side] * (len(scores) - 1)
        for other in range(len(scores)):
            if other != side:
                value -= scores[other]
        if tried == 0 or value > highest:
            highest = value
            best = move
        tried += 1
        if tried >= width:
            return best
        move = position.random_move(rng)


def try_moves(
    judge: Judge, position: Position, seat: int, arms: list[Arm], seed: int, first: int, last: int
) -> None:
    """Try each move in the same worlds, as the seat guesses them: numbers `first` to `last` - 1."""
    side = position.side_of(seat)
    for number in range(first, last):
        rng = Rng(seed + number)
        world = position.guess(seat, rng)
        chance = rng.spawn()
        for arm in arms:
            trial = world.copy()
            trial.play(arm.move)
            judge.play_on(trial, chance.copy())
            found = judge.outcome(trial)
            arm.shares.append(found.shares[side])
            arm.leads.append(found.leads[side])


def equity(judge: Judge, position: Position, seed: int, worlds: int) -> tuple[Outcome, Outcome]:
    """What a position is worth to who sees all hands, and the standard errors of that.

    What nobody has seen yet is dealt anew for each playout; what is pending is drawn anew.
    """
    if position.over():
        return ended(position), Outcome(
            [0.0] * len(position.sides()), [0.0] * len(position.sides())
        )
    sides = len(position.sides())
    shares = [0.0] * sides
    leads = [0.0] * sides
    shares2 = [0.0] * sides
    leads2 = [0.0] * sides
    for number in range(worlds):
        rng = Rng(seed + number)
        world = position.redealt(rng)
        judge.play_on(world, rng.spawn())
        found = judge.outcome(world)
        for side in range(sides):
            share = found.shares[side]
            ahead = found.leads[side]
            shares[side] += share
            shares2[side] += share * share
            leads[side] += ahead
            leads2[side] += ahead * ahead
    n = float(worlds)
    mean = Outcome([x / n for x in shares], [x / n for x in leads])
    return mean, Outcome(
        [error(shares2[side], mean.shares[side], n) for side in range(sides)],
        [error(leads2[side], mean.leads[side], n) for side in range(sides)],
    )


def error(squares: float, mean: float, n: float) -> float:
    """The standard error of a mean."""
    return sqrt(max(0.0, squares / n - mean * mean) / max(1.0, n - 1.0))
