"""`parvis bench`, `parvis ladder`, `parvis study`. Imports the lab and bots."""

from __future__ import annotations

import contextlib
import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from rich.table import Table

import parvis
from parvis.bots import BotError, player_of, usual_bot
from parvis.cli import files
from parvis.cli.play import read_options
from parvis.cli.progress import counting
from parvis.cli.screen import Screen, speech_for
from parvis.cli.trouble import BAD_INPUT, INTERRUPTED, Trouble
from parvis.engine.game import Game, UnknownGame, game_of
from parvis.engine.options import OptionError
from parvis.games import all_games
from parvis.lab import bench as benches
from parvis.lab import ladder as ladders
from parvis.lab import study as studies
from parvis.lab import thinking as thoughts
from parvis.lab.elo import ratings
from parvis.lab.executors import ExecutorError, executor_of
from parvis.lab.kept import Kept, KeptError, played_with
from parvis.lab.match import Match, Result, Series, Tally, play_all


def rate(number: float | None) -> str:
    """A rate in round figures.

    >>> rate(4380856.8), rate(1864.5), rate(None)
    ('4 381 k', '1.9 k', '')
    """
    if number is None:
        return ""
    if number >= 10_000:
        return f"{number / 1000:,.0f} k".replace(",", " ")
    return f"{number / 1000:.1f} k"


def bench(asked: Namespace, screen: Screen) -> int:
    """`parvis bench`."""
    games = all_games()
    try:
        if asked.game:
            games = [game_of(asked.game)]
    except UnknownGame as error:
        raise Trouble(str(error)) from error
    if asked.seats is not None and not any(asked.seats in game.seats for game in games):
        raise Trouble(screen.speech("cli.bench.seats", seats=asked.seats))
    if asked.thinking:
        return thinking(asked, games, screen)
    with waiting(screen, asked.json) as progress:
        result = benches.bench(games, asked.seats, asked.peers, asked.seconds, progress=progress)
    if asked.json:
        rows = [row.plain() for row in result.rows + result.beside]
        rows += [{"ratio": ratio.plain()} for ratio in result.ratios]
        screen.console.file.write(json.dumps(rows, indent=1) + "\n")
        return 0
    say = screen.speech
    table = Table(title=say("cli.bench.compiled" if parvis.COMPILED else "cli.bench.interpreted"))
    table.add_column(say("cli.column.game"))
    for key in (
        "cli.column.seats",
        "cli.column.playouts",
        "cli.column.decisions",
        "cli.column.api",
        "cli.column.copy",
        "cli.column.moves",
    ):
        table.add_column(say(key), justify="right")
    for row in result.rows + result.beside:
        table.add_row(
            row.name,
            str(row.seats),
            rate(row.playouts_per_s),
            rate(row.decisions_per_s),
            rate(row.api_decisions_per_s),
            f"{row.copy_us:.2f}",
            "" if row.moves_us is None else f"{row.moves_us:.2f}",
        )
    screen.show(table)
    if asked.peers and not result.beside:
        screen.say("cli.bench.no-peers")
    if result.ratios:
        screen.show(ratios(result.ratios, screen))
    return 0


def thinking(asked: Namespace, games: Sequence[Game], screen: Screen) -> int:
    """`parvis bench --thinking`: how long a bot thinks where several tables are played at once."""
    planned: list[Series[thoughts.Thinking]] = []
    for game in games:
        try:
            player_of(game, asked.thinking)
        except BotError as error:
            raise Trouble(str(error)) from error
        counts = [n for n in game.seats if asked.seats in (None, n)]
        planned += [
            thoughts.plan(game.id, asked.thinking, n, asked.tables, "bench") for n in counts
        ]
    asked.jobs, asked.cluster, asked.quiet = asked.tables, None, asked.json
    code = run(thoughts.timed, planned, asked, screen)
    found = [series.tally for series in planned if series.tally.games]
    if asked.json:
        screen.console.file.write(json.dumps([one.plain() for one in found], indent=1) + "\n")
        return code
    say = screen.speech
    table = Table(title=say("cli.thinking.title", bot=asked.thinking, n=asked.tables))
    table.add_column(say("cli.column.game"))
    for key in (
        "cli.column.seats",
        "cli.column.decisions-made",
        "cli.thinking.mean",
        "cli.thinking.most",
        "cli.thinking.longest",
        "cli.thinking.memory",
    ):
        table.add_column(say(key), justify="right")
    for one in found:
        seconds = (one.mean, one.within(thoughts.MOST), one.within(1.0))
        table.add_row(
            game_of(one.game).name,
            str(one.seats),
            str(len(one.seconds)),
            *(f"{each:.2f}" for each in seconds),
            f"{one.memory:.0f}",
        )
    screen.show(table)
    return code


def ratios(found: list[benches.Ratio], screen: Screen) -> Table:
    """How the games stand beside the peers."""
    say = screen.speech
    table = Table(title=say("cli.bench.ratios"))
    for key in ("cli.column.game", "cli.column.seats", "cli.column.peer", "cli.column.what"):
        table.add_column(say(key))
    for key in ("cli.column.ratio", "cli.column.least", "cli.column.aim"):
        table.add_column(say(key), justify="right")
    table.add_column("")
    words = {
        "playouts": say("cli.what.playouts"),
        "api": say("cli.what.api"),
        "copy": say("cli.what.copy"),
    }
    for ratio in found:
        aim = ratio.aim
        mark = "✗" if not ratio.reached else "✓" if ratio.ratio < aim.aim else "✓✓"
        table.add_row(
            aim.game,
            str(aim.seats),
            aim.peer,
            words[aim.what],
            f"{ratio.ratio:.2f}",
            f"{aim.least:g}",
            f"{aim.aim:g}",
            mark,
        )
    return table


@contextlib.contextmanager
def waiting(screen: Screen, quiet: bool) -> Iterator[Callable[[str], None]]:
    """Say what is being measured, where somebody can see it."""
    if quiet or not screen.console.is_terminal:
        yield lambda text: None
        return
    with screen.console.status("") as status:
        yield lambda text: status.update(text)


def run(
    work: Callable[[Match], Result],
    planned: Sequence[Series[Tally[Result]]],
    asked: Namespace,
    screen: Screen,
) -> int:
    """Play what was planned, where it was asked for; the exit code.

    An interrupt or a cluster that is lost leaves what was counted so far, and says so.
    """
    quiet = asked.json or asked.quiet
    left = sum(series.games for series in planned)
    total = left + sum(series.tally.games for series in planned)
    code = 0
    try:
        with (
            executor_of(asked.jobs, asked.cluster) as executor,
            counting(screen.speech, left, quiet) as progress,
        ):
            play_all(work, planned, executor, progress)
        for node, n in [] if quiet else sorted(executor.played.items()):
            complain(screen.speech("cli.cluster.played", node=node, n=n))
    except KeyboardInterrupt:
        code = INTERRUPTED
    except ExecutorError as error:
        complain("parvis: " + screen.speech.tell(error.key, error.params))
        code = BAD_INPUT
    done = sum(series.tally.games for series in planned)
    if code and done:
        complain(screen.speech("cli.broken-off", done=done, total=total))
    return code


def complain(text: str) -> None:
    """Say something beside the results."""
    print(text, file=sys.stderr)


def lineup(asked: Namespace, screen: Screen) -> tuple[Game, list[str], list[int], str | None]:
    """The game, the bots, the player counts and the pack's text that were asked for, checked."""
    try:
        game = game_of(asked.game)
        bots = [text.strip() for text in asked.bots.split(",") if text.strip()]
        for text in bots:
            player_of(game, text)
        counts = [asked.seats] if asked.seats is not None else list(game.seats)
        pack = files.pack_of(asked.pack) if asked.pack else None
        for count in counts:
            game.settle(count, read_options(asked.options), pack)
    except (UnknownGame, BotError, OptionError, ValueError) as error:
        raise Trouble(str(error)) from error
    if not bots:
        raise Trouble(screen.speech("cli.no-bots"))
    return game, bots, counts, None if pack is None else pack.source


def ladder(asked: Namespace, screen: Screen) -> int:
    """`parvis ladder`."""
    game, bots, counts, pack = lineup(asked, screen)
    if len(bots) < 2:
        raise Trouble(screen.speech("cli.ladder.two"))
    options, seed = read_options(asked.options), asked.seed or "ladder"
    planned: list[Series[ladders.Rung]] = []
    for count in counts:
        if asked.levels:
            planned += ladders.plan_levels(game.id, count, asked.games, seed, options, pack)
        else:
            planned += ladders.plan(game.id, count, bots, asked.games, seed, options, pack)
    with contextlib.ExitStack() as opened:
        if asked.file:
            made = played_with(game.id, seed, options, pack)
            kept = opened.enter_context(kept_in(asked.file, made, screen))
            planned = [kept.resumed(series) for series in planned]
        code = run(ladders.outcome, planned, asked, screen)
    rungs = [series.tally for series in planned if series.tally.games]
    if not rungs:
        return code
    if asked.json:
        screen.console.file.write(json.dumps([rung.plain() for rung in rungs], indent=1) + "\n")
        return code
    scales = {
        count: ratings([rung for rung in rungs if rung.seats == count], usual_bot(game))
        for count in counts
    }
    say = screen.speech
    table = Table(title=game.name)
    for key in ("cli.column.bot", "cli.column.against"):
        table.add_column(say(key))
    for key in (
        "cli.column.seats",
        "cli.column.games",
        "cli.column.share",
        "cli.column.interval",
        "cli.column.even",
        "cli.column.margin",
        "cli.column.elo",
    ):
        table.add_column(say(key), justify="right")
    for rung in rungs:
        low, high = rung.bounds
        table.add_row(
            rung.bot,
            rung.against,
            str(rung.seats),
            str(rung.games),
            f"{100 * rung.share:.1f} %",
            f"{100 * low:.1f} – {100 * high:.1f} %",
            f"{100 * rung.even:.0f} %",
            f"{rung.margin:+.1f}",
            f"{scales[rung.seats][rung.bot]:.0f}",
        )
    screen.show(table)
    screen.say("cli.ladder.note")
    return code


def kept_in(name: str, made: Mapping[str, object], screen: Screen) -> Kept:
    """The games that a file keeps, if they can be gone on with."""
    files.check_writable(name)
    try:
        return Kept(Path(name), made)
    except KeptError as error:
        raise Trouble(f"{name}: {screen.speech(str(error))}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{name}: {error}") from error


def study(asked: Namespace, screen: Screen) -> int:
    """`parvis study`."""
    game, bots, counts, pack = lineup(asked, screen)
    options, seed = read_options(asked.options), asked.seed or "study"
    planned = [
        studies.plan(game.id, count, tuple(bots), asked.games, seed, options, pack)
        for count in counts
    ]
    code = run(studies.ended, planned, asked, screen)
    found = [series.tally for series in planned if series.tally.games]
    if asked.json and found:
        screen.console.file.write(json.dumps([one.plain() for one in found], indent=1) + "\n")
        return code
    for one in found:
        show_study(one, game, screen)
    return code


def show_study(one: studies.Study, game: Game, screen: Screen) -> None:
    """Scores, seats and sources of one study."""
    say = speech_for(game, screen.language)
    screen.show(
        say("cli.study.title", game=game.name, bots=", ".join(one.bots), n=one.games),
        style="bold",
    )
    low, mid, high = (one.scores.quantile(part) for part in (0.1, 0.5, 0.9))
    screen.show(
        say(
            "cli.study.scores",
            mean=round(one.scores.mean, 1),
            deviation=round(one.scores.deviation, 1),
            low=one.scores.quantile(0),
            high=one.scores.quantile(1),
            tenth=low,
            half=mid,
            ninth=high,
        ),
        say(
            "cli.study.length",
            mean=round(one.length.mean, 1),
            low=one.length.quantile(0),
            high=one.length.quantile(1),
        ),
    )
    sides = Table()
    sides.add_column(say("cli.column.side"))
    sides.add_column(say("cli.column.points"), justify="right")
    sides.add_column(say("cli.column.share"), justify="right")
    for side, (points, share) in enumerate(zip(one.means(), one.wins(), strict=True), 1):
        sides.add_row(str(side), f"{points:.1f}", f"{100 * share:.1f} %")
    screen.show(sides)
    sources = Table()
    sources.add_column(say("cli.column.clause"))
    sources.add_column(say("cli.column.source"))
    sources.add_column(say("cli.column.points"), justify="right")
    sources.add_column(say("cli.column.lines"), justify="right")
    clauses = game.rulebook(screen.language).clauses
    for clause, key, points, lines in one.sources():
        title = clauses[clause].title if clause in clauses else ""
        sources.add_row(clause, f"{title} ({key})", f"{points:.2f}", f"{lines:.2f}")
    screen.show(sources)
