"""`parvis train`: finds the weights of a game's bots by playing. Imports the lab's training."""

from __future__ import annotations

import importlib.util
import shlex
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path

from rich.table import Table

from parvis.bots.skill import DATA
from parvis.cli.files import check_writable, write
from parvis.cli.lab import complain
from parvis.cli.progress import counting
from parvis.cli.screen import Screen
from parvis.cli.trouble import BAD_INPUT, INTERRUPTED, Trouble
from parvis.engine.game import UnknownGame, game_of
from parvis.lab import train as training
from parvis.lab.executors import ExecutorError, executor_of

VERIFYING = 10  # times the games of a candidate


def train(asked: Namespace, screen: Screen) -> int:
    """`parvis train`."""
    if importlib.util.find_spec("cmaes") is None:
        raise Trouble(screen.speech("cli.train.no-library"))
    plan = training.Plan(
        asked.game,
        asked.seed,
        asked.level,
        asked.seats,
        asked.games,
        asked.generations,
        asked.from_nothing,
    )
    file = Path(asked.file or f"train-{asked.game}.json")
    check_writable(str(file))
    try:
        game = game_of(asked.game)
        game.settle(plan.seats)
        training.trainable(asked.game)
        begun = training.kept_in(file, plan)
    except (UnknownGame, ValueError, OSError) as error:
        raise Trouble(f"{file}: {error}" if file.exists() else str(error)) from error
    try:
        return trained(asked, screen, begun, file)
    except KeyboardInterrupt:
        complain(screen.speech("cli.train.broken-off", file=str(file)))
        return INTERRUPTED
    except ExecutorError as error:
        complain("parvis: " + screen.speech.tell(error.key, error.params))
        return BAD_INPUT
    except training.TrainingError as error:
        raise Trouble(f"{file}: {error}") from error


def trained(asked: Namespace, screen: Screen, begun: training.Training, file: Path) -> int:
    """Go on with a training to its end, keep it after each generation, and tell what it found."""
    say, plan = screen.speech, begun.plan
    each = population(asked.game) * plan.games
    left = (plan.generations - len(begun.generations)) * each + VERIFYING * plan.games
    curve = Table(title=say("cli.train.curve"))
    for key in ("cli.train.generation", "cli.train.best", "cli.train.mean", "cli.column.margin"):
        curve.add_column(say(key), justify="right")
    with (
        executor_of(asked.jobs, asked.cluster) as executor,
        counting(say, left, asked.quiet) as progress,
    ):
        for number, found in enumerate(training.train(begun, executor, progress), 1):
            write(str(file), begun.text())
            mean = sum(found.shares) / len(found.shares)
            lead = sum(found.leads) / len(found.leads)
            best = found.shares[found.best]
            curve.add_row(str(number), f"{100 * best:.1f} %", f"{100 * mean:.1f} %", f"{lead:+.1f}")
        weights = training.middle(begun)
        rung = training.verified(begun, weights, VERIFYING * plan.games, executor, progress)
    screen.show(curve)
    low, high = rung.bounds
    told = f"{100 * rung.share:.1f} % ({100 * low:.1f} – {100 * high:.1f} %, {rung.margin:+.1f})"
    screen.say("cli.train.verified", n=rung.games, share=told)
    command = ["parvis", "train", plan.game, "--seed", str(plan.seed), "--level", str(plan.level)]
    command += ["--seats", str(plan.seats), "--games", str(plan.games)]
    command += ["--generations", str(plan.generations)]
    command += ["--from-nothing"] if plan.nothing else []
    facts = {
        "command": shlex.join(command),
        "date": datetime.now(UTC).date().isoformat(),
        "share": round(rung.share, 3),
        "games": rung.games,
    }
    source = DATA / f"{game_of(plan.game).package.rpartition('.')[2]}.toml"
    made = training.with_weights(source.read_text(encoding="utf-8"), weights, facts)
    if asked.output:
        write(asked.output, made)
        screen.say("cli.train.written", file=asked.output)
    elif not asked.quiet:
        for name, value in weights.items():
            screen.show(f"{name} = {value:g}")
    return 0


def population(game: str) -> int:
    """Candidates of a generation, as CMA-ES has it for so many weights."""
    from cmaes import CMA
    from numpy import zeros

    found: int = CMA(mean=zeros(len(training.trainable(game).spans)), sigma=1.0).population_size
    return found
