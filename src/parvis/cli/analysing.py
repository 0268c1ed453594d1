"""`parvis analyse`: what was well played in a game, what was not, and what luck brought.

Imports the analyst and its words, the executors of the lab, and the screen.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator

from rich.table import Table
from rich.text import Text

from parvis.bots import analyst, telling
from parvis.bots.analysis import VERDICTS, Analysis, Performance, Value
from parvis.cli import files, seed_files
from parvis.cli.progress import counting
from parvis.cli.screen import Screen, speech_for
from parvis.cli.session import shown_names
from parvis.cli.trouble import BAD_INPUT, Trouble
from parvis.engine.game import Game
from parvis.engine.record import Record, RecordError
from parvis.engine.words import Speech
from parvis.lab.executors import ExecutorError, executor_of

BARS = "▁▂▃▄▅▆▇█"
WIDEST = 64  # characters of a course


def analyse(asked: Namespace, screen: Screen) -> int:
    """`parvis analyse`."""
    name = str(seed_files.home() / seed_files.LAST) if asked.last else asked.record
    if name is None:
        raise Trouble(screen.speech("cli.analyse.which"))
    try:
        record = analyst.finished(seed_files.unlock(files.read_record(name)))
    except RecordError as error:
        raise Trouble(f"{name}: {error}") from error
    jobs = asked.jobs or os.cpu_count() or 1
    quiet = asked.quiet or asked.json
    try:
        with (
            executor_of(jobs) as executor,
            counting(
                screen.speech, len(record.moves), quiet, words="cli.progress.moves"
            ) as progress,
        ):

            def run(
                work: Callable[[analyst.Task], dict[str, object]], tasks: Iterable[analyst.Task]
            ) -> Iterator[dict[str, object]]:
                for found in executor.map(work, tasks):
                    progress()
                    yield found

            analysis = analyst.analyse_record(record, asked.seed, asked.effort, run)
    except ExecutorError as error:
        print("parvis: " + screen.speech.tell(error.key, error.params), file=sys.stderr)
        return BAD_INPUT
    if asked.json:
        screen.console.file.write(json.dumps(analysis.plain(), indent=1) + "\n")
        return 0
    show(analysis, record, screen)
    return 0


def show(analysis: Analysis, record: Record, screen: Screen) -> None:
    """The analysis for people."""
    game = record.declared()
    speech = speech_for(game, screen.language, shown_names(record.players, game))
    screen.show(play_table(analysis, speech), luck_table(analysis, speech))
    for name, explained in telling.FIGURE_WORDS:
        screen.show(f"{speech(name)} – {speech(explained)}", style="dim")
    screen.show("")
    screen.say_with(speech, "cli.analyse.course")
    for side in range(len(analysis.sides)):
        who = speech.spoken(telling.people_of(analysis, side))
        shares = [at[side].share for at in analysis.course]
        screen.show(f"{bars(shares)} {who}")
    if analysis.moments:
        screen.show("")
        screen.show(speech("cli.analyse.moments"), style="bold")
    for moment in analysis.moments:
        screen.show(f"{moment.number:4} {telling.moment_of(moment, analysis, speech)}")
    screen.show("")
    errors(analysis, record, game, speech, screen)


def bars(shares: list[float]) -> str:
    """A course as a row of bars.

    >>> bars([0.0, 0.5, 1.0])
    '▁▅█'
    """
    step = max(1.0, len(shares) / WIDEST)
    at = [shares[int(n * step)] for n in range(int(len(shares) / step))]
    at[-1] = shares[-1]
    return "".join(BARS[min(len(BARS) - 1, int(share * len(BARS)))] for share in at)


def play_table(analysis: Analysis, speech: Speech) -> Table:
    """How each seat played."""
    table = Table()
    table.add_column(speech("cli.column.player"))
    table.add_column(speech("cli.column.decisions-made"), justify="right")
    for verdict in VERDICTS[1:]:
        table.add_column(speech(telling.VERDICT_WORDS[verdict]), justify="right")
    table.add_column(speech("cli.column.loss"), justify="right")
    table.add_column(speech("cli.column.cost"), justify="right")
    table.add_column(speech("cli.column.rating"))
    for player in analysis.players:
        table.add_row(
            speech.name(player.seat),
            str(player.decisions),
            *(str(player.verdicts[verdict]) for verdict in VERDICTS[1:]),
            f"{percent(player.loss, speech)}",
            f"{speech.spoken(round(100 * player.mean_cost, 2))} %",
            speech(telling.RATING_WORDS[player.rating]),
        )
    return table


def percent(value: Value, speech: Speech) -> str:
    """A share in hundredths."""
    return f"{speech.spoken(telling.hundredths(value.share))} %"


def change(value: Value, speech: Speech) -> str:
    """A change of a share in hundredths, with its standard error."""
    off = speech.spoken(telling.hundredths(value.share_error))
    return f"{telling.signed(telling.hundredths(value.share), speech)} % ± {off}"


def luck_table(analysis: Analysis, speech: Speech) -> Table:
    """From the start to the result: luck, one's own play, the others'."""
    table = Table()
    table.add_column(speech("cli.column.player"))
    for name, _ in telling.FIGURE_WORDS:
        table.add_column(speech(name), justify="right")
    shown: dict[int, Performance] = {player.side: player for player in analysis.players}
    for side, player in sorted(shown.items()):
        table.add_row(
            speech.spoken(telling.people_of(analysis, side)),
            percent(player.start, speech),
            change(player.luck, speech),
            change(player.own, speech),
            change(player.others, speech),
            percent(player.result, speech),
            percent(player.adjusted, speech),
        )
    return table


def errors(analysis: Analysis, record: Record, game: Game, speech: Speech, screen: Screen) -> None:
    """Every decision that was an error, what it cost, and what was better."""
    found = {each.number: each for each in analysis.decisions if each.verdict != VERDICTS[0]}
    if not found:
        screen.say_with(speech, "cli.analyse.none")
        return
    screen.show(speech("cli.analyse.errors"), style="bold")
    for number, (position, move) in enumerate(record.replay(), 1):
        decision = found.get(number)
        if decision is None:
            continue
        word = speech(telling.VERDICT_WORDS[decision.verdict])
        played = telling.told(position, move, decision.seat, speech)
        best = position.read(decision.best)
        better = telling.told(position, best, decision.seat, speech)
        screen.show(
            Text.assemble((f"{number:4} {decision.played:12} ", "bold"), f"{played} ({word})")
        )
        cost = telling.cost_of(decision.loss, speech)
        reasons = telling.reasons_of(decision, game, speech)
        screen.show(
            "     " + speech("cli.analyse.cost", cost=cost),
            "     " + speech("cli.analyse.best", move=decision.best, story=better),
            *(f"     {clause} {words}" for clause, words in reasons),
        )
