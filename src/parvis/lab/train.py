"""Training: the weights that a game's bots value by, found by playing.

A generation of candidates is drawn around the best guess so far (CMA-ES); each plays the shipped
weights at equal deals and is told how it fared. Everything follows from the seed, wherever and in
however many processes it is played; what was played is kept in a file, from which a training that
was broken off goes on. Imports bots, ladders and where they are played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from parvis.bots import skills_of
from parvis.bots.bot import BotError
from parvis.bots.skill import Skills
from parvis.engine.game import game_of
from parvis.lab.executors import Executor
from parvis.lab.ladder import Rung, outcome, plan
from parvis.lab.match import Series, play_all

SIGMA = 0.2  # how far the first candidates lie from where it begins, in spans
LEAD = 0.1  # what a lead of one spread weighs against a victory
DIGITS = 4


class TrainingError(ValueError):
    """Why something cannot be trained, or a file not gone on with."""


@dataclass(frozen=True)
class Plan:
    """What is trained, and by how many games; two trainings of one plan are the same."""

    game: str
    seed: int = 1
    level: int = 4  # whose weights are trained, at sight or by search
    seats: int = 2
    games: int = 40  # of each candidate
    generations: int = 12
    nothing: bool = False  # whether it begins with weights that know nothing, not with the shipped

    @property
    def shipped(self) -> str:
        return f"level:{self.level}"


@dataclass
class Generation:
    """The candidates of a generation and how each fared: by the share of victory and the lead."""

    weights: list[dict[str, float]]
    shares: list[float] = field(default_factory=list)
    leads: list[float] = field(default_factory=list)

    @property
    def best(self) -> int:
        return max(range(len(self.shares)), key=lambda n: (self.shares[n], self.leads[n]))


@dataclass
class Training:
    """A training as far as it has come."""

    plan: Plan
    generations: list[Generation] = field(default_factory=list)

    def text(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"


def read_training(text: str, plan: Plan) -> Training:
    """What was kept of a training of this plan; `TrainingError` if it was another one.

    More generations than before go on from it; anything else would be another training.
    """
    try:
        plain = json.loads(text)
        kept = Plan(**plain["plan"])
        found = [Generation(**each) for each in plain["generations"]]
    except (ValueError, TypeError, KeyError) as error:
        raise TrainingError(f"this is no training: {error}") from error
    if Plan(**{**asdict(kept), "generations": plan.generations}) != plan:
        raise TrainingError(f"this is another training: {kept}")
    return Training(plan, found[: plan.generations])


def trainable(game: str) -> Skills:
    skills = skills_of(game_of(game))
    if skills is None or not skills.spans:
        raise TrainingError(f"{game} has no weights that could be trained")
    return skills


def text_of(plan: Plan, weights: Mapping[str, float]) -> str:
    """A candidate as `player_of` reads it."""
    return " ".join([plan.shipped, *(f"{name}={value:g}" for name, value in weights.items())])


def train(
    training: Training,
    executor: Executor,
    progress: Callable[[], None] = lambda: None,
) -> Iterator[Generation]:
    """The generations that are left, each as it is done; those before are told again first."""
    import numpy as np
    from cmaes import CMA

    plan = training.plan
    skills = trainable(plan.game)
    names = list(skills.spans)
    low = np.array([skills.spans[name][0] for name in names])
    high = np.array([skills.spans[name][1] for name in names])
    known = [0.0 if plan.nothing else skills.weights[name] for name in names]
    start = (np.array(known) - low) / (high - low)
    optimizer = CMA(
        mean=start.clip(0.0, 1.0),
        sigma=SIGMA,
        bounds=np.array([[0.0, 1.0]] * len(names)),
        seed=plan.seed,
    )
    for number in range(plan.generations):
        asked = [optimizer.ask() for _ in range(optimizer.population_size)]
        weights = [
            {
                name: float(f"{value:.{DIGITS}g}")
                for name, value in zip(names, low + (high - low) * point, strict=True)
            }
            for point in asked
        ]
        if number < len(training.generations):
            generation = training.generations[number]
            if generation.weights != weights:
                raise TrainingError(f"generation {number + 1} of the file is another one")
        else:
            generation = Generation(weights)
            planned = fixtures(plan, generation, number)
            play_all(outcome, planned, executor, progress)
            rungs = [series.tally for series in planned]
            generation.shares = [rung.share for rung in rungs]
            generation.leads = [rung.margin for rung in rungs]
            training.generations.append(generation)
        optimizer.tell(list(zip(asked, costs(generation), strict=True)))
        yield generation


def fixtures(plan: Plan, generation: Generation, number: int) -> list[Series[Rung]]:
    """Each candidate against the shipped weights, all at the same deals, new for a generation."""
    return [
        plan_of(plan, weights, plan.games, f"train {plan.seed} {number}")
        for weights in generation.weights
    ]


def plan_of(trained: Plan, weights: Mapping[str, float], games: int, seed: str) -> Series[Rung]:
    bots = [text_of(trained, weights), trained.shipped]
    return plan(trained.game, trained.seats, bots, games, seed)[0]


def costs(generation: Generation) -> list[float]:
    """What is made small: defeats, and a little the points that one lies behind."""
    leads = generation.leads
    mean = sum(leads) / len(leads)
    spread = max(1e-6, (sum((lead - mean) ** 2 for lead in leads) / len(leads)) ** 0.5)
    return [
        -share - LEAD * (lead - mean) / spread
        for share, lead in zip(generation.shares, leads, strict=True)
    ]


def middle(training: Training) -> dict[str, float]:
    """The mean of the better half of the last generation: steadier than its luckiest one."""
    last = training.generations[-1]
    order = sorted(range(len(last.weights)), key=lambda n: costs(last)[n])
    chosen = [last.weights[n] for n in order[: max(1, len(order) // 2)]]
    return {
        name: float(f"{sum(each[name] for each in chosen) / len(chosen):.{DIGITS}g}")
        for name in chosen[0]
    }


def verified(
    training: Training,
    weights: Mapping[str, float],
    games: int,
    executor: Executor,
    progress: Callable[[], None] = lambda: None,
) -> Rung:
    """The found weights against the shipped ones at deals that nothing was chosen by."""
    series = plan_of(training.plan, weights, games, f"verify {training.plan.seed}")
    play_all(outcome, [series], executor, progress)
    return series.tally


def with_weights(text: str, weights: Mapping[str, float], trained: Mapping[str, object]) -> str:
    """A data file with other weights, and how they were found; all else stays as it is.

    >>> print(with_weights("[weights]\\ngrowth = 0.5  # a turn\\n", {"growth": 0.75}, {"seed": 1}))
    [trained]
    seed = 1
    <BLANKLINE>
    [weights]
    growth = 0.75  # a turn
    <BLANKLINE>
    """
    head, found, rest = text.partition("[weights]\n")
    if not found:
        raise BotError("the data file has no [weights]")
    body, found, after = rest.partition("\n[")
    for name, value in weights.items():
        body = re.sub(rf"(?m)^{re.escape(name)} *=[^#\n]*?( *#|$)", rf"{name} = {value:g}\1", body)
    head = re.sub(r"(?ms)^\[trained\]\n.*?(?=^\[|\Z)", "", head)
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in trained.items())
    return f"{head}[trained]\n{lines}\n[weights]\n{body}{found}{after}"


def kept_in(path: Path, plan: Plan) -> Training:
    """The training of a plan as a file has it; a new one if there is none."""
    if not path.exists():
        return Training(plan)
    return read_training(path.read_text(encoding="utf-8"), plan)
