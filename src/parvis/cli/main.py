"""The commands and their arguments.

Imports every other module of the command.
"""

from __future__ import annotations

import argparse
import ipaddress
import math
import os
import re
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

import parvis
from parvis.cli import analysing, games, lab, packs, records, storage, training, web, worker
from parvis.cli.screen import Screen, language_of
from parvis.cli.trouble import BAD_INPUT, INTERRUPTED, Trouble
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech

Command = Callable[[argparse.Namespace, Screen], int]
MOST_GAMES = 1_000_000
MOST_MOVES = 10_000_000
MOST_DAYS = 36_500


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are one sentence."""

    def error(self, message: str) -> NoReturn:
        raise Trouble(f"{message} ({self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with these arguments; its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        language = language_of(asked_language(given))
        screen = Screen(language)
        asked = parser(screen.speech).parse_args(given)
        command: Command = asked.run
        code = command(asked, screen)
        sys.stdout.flush()
        return code
    except Trouble as trouble:
        print(f"parvis: {trouble}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has left; Python would complain once more when it closes it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"parvis: {error}", file=sys.stderr)
        return BAD_INPUT
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0


def asked_language(given: list[str]) -> str | None:
    """The value of --lang, read first: the help itself is in that language."""
    for at, word in enumerate(given):
        value = ""
        if word == "--lang" and at + 1 < len(given):
            value = given[at + 1]
        elif word.startswith("--lang="):
            value = word.removeprefix("--lang=")
        else:
            continue
        if value not in LANGUAGES:
            raise Trouble(f"--lang is one of {', '.join(LANGUAGES)}, not {value[:20]!r}")
        return value
    return None


def whole(low: int, high: int) -> Callable[[str], int]:
    """A type of argument: a whole number within bounds."""

    def read(text: str) -> int:
        digits = text.isascii() and text.isdecimal() and len(text) < 12
        if not digits or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(
                f"expected a whole number from {low} to {high}, not {text[:20]!r}"
            )
        return int(text)

    return read


def time_of(unit: str, low: float, high: float) -> Callable[[str], float]:
    """A type of argument: some seconds or minutes."""

    def read(text: str) -> float:
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if not low <= number <= high:
            raise argparse.ArgumentTypeError(
                f"expected {unit} from {low:g} to {high:g}, not {text[:20]!r}"
            )
        return number

    return read


seconds = time_of("seconds", 0.001, 60)
pause = time_of("seconds", 0, 60)
minutes = time_of("minutes", 0.01, 1440)
effort = time_of("an effort", 0.01, 20)


def host_name(text: str) -> str:
    """A type of argument: a name by which a server is called."""
    if not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,252}", text):
        raise argparse.ArgumentTypeError(
            f"expected a name such as table.example, without port or scheme, not {text[:40]!r}"
        )
    return text


def network(text: str) -> str:
    """A type of argument: an address, or a network."""
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected an address or a network such as 10.0.0.0/8, not {text[:40]!r}"
        ) from None


def cluster(text: str) -> str:
    """A type of argument: where a cluster is."""
    door = re.fullmatch(r"(ray://)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})", text)
    if text not in ("auto", "local") and (door is None or not 0 < int(door[3]) < 65536):
        raise argparse.ArgumentTypeError(
            f"expected auto, local, host:port or ray://host:port, not {text[:40]!r}"
        )
    return text


def parser(say: Speech) -> Parser:
    """All commands."""
    common = Parser(add_help=False)
    common.add_argument("--lang", choices=LANGUAGES, help=say("cli.arg.lang"))
    top = Parser(prog="parvis", description=say("cli.about"), parents=[common])
    top.add_argument("--version", action="version", version=version())
    served(top, say)
    top.set_defaults(run=web.alone)
    commands = top.add_subparsers(title=say("cli.commands"), metavar="COMMAND", parser_class=Parser)

    def command(name: str, help_key: str, run: Command) -> argparse.ArgumentParser:
        text = say(help_key)
        added = commands.add_parser(name, help=text, description=text, parents=[common])
        added.set_defaults(run=run)
        return added

    command("games", "cli.command.games", games.games)

    added = command("schema", "cli.command.schema", games.schema)
    added.add_argument("game", help=say("cli.arg.game"))

    added = command("play", "cli.command.play", games.play_or_choose)
    added.add_argument("game", nargs="?", help=say("cli.arg.game-or-record"))
    added.add_argument("--seats", type=whole(1, 9), help=say("cli.arg.seats"))
    added.add_argument("--bots", help=say("cli.arg.bots"))
    added.add_argument("--names", help=say("cli.arg.names"))
    added.add_argument("--seed", help=say("cli.arg.seed"))
    added.add_argument("--save", metavar="FILE", help=say("cli.arg.save"))
    added.add_argument("--last", action="store_true", help=say("cli.arg.last"))
    added.add_argument("--from", dest="origin", metavar="FILE|TEXT", help=say("cli.arg.from"))
    added.add_argument("--at", type=whole(0, MOST_MOVES), metavar="N", help=say("cli.arg.from-at"))
    added.add_argument("--plain", action="store_true", help=say("cli.arg.plain"))
    setting(added, say)

    added = command("serve", "cli.command.serve", web.serve)
    served(added, say)

    added = command("worker", "cli.command.worker", worker.worker)
    added.add_argument("--jobs", type=whole(1, 64), help=say("cli.arg.worker-jobs"))
    stored(added, say)

    added = command("backup", "cli.command.backup", storage.backup)
    added.add_argument("file", help=say("cli.arg.backup"))
    added.add_argument("--force", action="store_true", help=say("cli.arg.force"))
    stored(added, say)

    added = command("restore", "cli.command.restore", storage.restore)
    added.add_argument("file", help=say("cli.arg.backup"))
    stored(added, say)

    added = command("prune", "cli.command.prune", storage.prune)
    added.add_argument("--dry-run", action="store_true", help=say("cli.arg.dry-run"))
    kept(added, say)
    stored(added, say)

    added = command("load", "cli.command.load", web.load)
    added.add_argument(
        "--games", "--game", default="all", metavar="GAMES", help=say("cli.arg.load-games")
    )
    added.add_argument("--tables", type=whole(1, 1000), default=50, help=say("cli.arg.tables"))
    added.add_argument("--seconds", type=seconds, default=10.0, help=say("cli.arg.load-seconds"))
    added.add_argument("--pause", type=pause, default=0.0, help=say("cli.arg.pause"))
    added.add_argument(
        "--finished", type=whole(1, 1_000_000), metavar="N", help=say("cli.arg.finished")
    )
    added.add_argument("--browser", action="store_true", help=say("cli.arg.browser"))
    added.add_argument("--peer", nargs="?", const=".", metavar="DIR", help=say("cli.arg.peer"))
    added.add_argument("--json", action="store_true", help=say("cli.arg.json"))

    added = command("soak", "cli.command.soak", web.soak)
    added.add_argument("--tables", type=whole(1, 1000), default=200, help=say("cli.arg.tables"))
    added.add_argument("--minutes", type=minutes, default=20.0, help=say("cli.arg.soak-minutes"))
    added.add_argument("--pause", type=pause, default=3.0, help=say("cli.arg.pause"))

    added = command("replay", "cli.command.replay", records.replay)
    added.add_argument("record", nargs="?", help=say("cli.arg.record"))
    added.add_argument("--last", action="store_true", help=say("cli.arg.last"))
    added.add_argument("--fast", action="store_true", help=say("cli.arg.fast"))
    added.add_argument("--seat", type=whole(1, 9), help=say("cli.arg.seat"))

    added = command("draw", "cli.command.draw", records.draw)
    added.add_argument("record", nargs="?", help=say("cli.arg.record"))
    added.add_argument("--position", metavar="TEXT", help=say("cli.arg.position"))
    added.add_argument("--at", type=whole(0, MOST_MOVES), metavar="N", help=say("cli.arg.at"))
    onlooking(added, say)
    added.add_argument("--tall", action="store_true", help=say("cli.arg.tall"))
    added.add_argument("--pack", metavar="FILE", help=say("cli.arg.pack"))
    added.add_argument("-o", "--output", metavar="FILE", help=say("cli.arg.output"))

    added = command("film", "cli.command.film", records.film)
    added.add_argument("record", help=say("cli.arg.record"))
    onlooking(added, say)
    added.add_argument(
        "-o", "--output", metavar="FILE", default="game.gif", help=say("cli.arg.film-output")
    )

    added = command("verify", "cli.command.verify", records.verify)
    added.add_argument("record", help=say("cli.arg.record"))

    added = command("analyse", "cli.command.analyse", analysing.analyse)
    added.add_argument("record", nargs="?", help=say("cli.arg.record"))
    added.add_argument("--last", action="store_true", help=say("cli.arg.last"))
    added.add_argument(
        "--seed", type=whole(0, 10**9), default=0, metavar="N", help=say("cli.arg.analysis-seed")
    )
    added.add_argument("--effort", type=effort, default=1.0, help=say("cli.arg.effort"))
    added.add_argument("--jobs", type=whole(1, 4096), help=say("cli.arg.jobs"))
    added.add_argument("--quiet", action="store_true", help=say("cli.arg.quiet"))
    added.add_argument("--json", action="store_true", help=say("cli.arg.json"))

    pack = command("pack", "cli.command.pack", packs.check)
    under = pack.add_subparsers(metavar="check | show", required=True, parser_class=Parser)
    added = under.add_parser("check", help=say("cli.command.pack-check"), parents=[common])
    added.set_defaults(run=packs.check)
    added.add_argument("file", help=say("cli.arg.pack-file"))
    added.add_argument("--game", help=say("cli.arg.game"))
    added = under.add_parser("show", help=say("cli.command.pack-show"), parents=[common])
    added.set_defaults(run=packs.show)
    added.add_argument("game", help=say("cli.arg.game"))

    added = command("bench", "cli.command.bench", lab.bench)
    added.add_argument("--game", help=say("cli.arg.game"))
    added.add_argument("--seats", type=whole(1, 9), help=say("cli.arg.seats"))
    added.add_argument("--peers", action="store_true", help=say("cli.arg.peers"))
    added.add_argument("--seconds", type=seconds, default=0.3, help=say("cli.arg.seconds"))
    added.add_argument("--thinking", metavar="BOT", help=say("cli.arg.thinking"))
    added.add_argument("--tables", type=whole(1, 256), default=4, help=say("cli.arg.tables"))
    added.add_argument("--json", action="store_true", help=say("cli.arg.json"))

    added = command("ladder", "cli.command.ladder", lab.ladder)
    played(added, say, "flat,random")
    added.add_argument("--levels", action="store_true", help=say("cli.arg.levels"))
    added.add_argument("--file", metavar="FILE", help=say("cli.arg.ladder-file"))

    added = command("study", "cli.command.study", lab.study)
    played(added, say, "flat:100")

    added = command("train", "cli.command.train", training.train)
    added.add_argument("game", help=say("cli.arg.game"))
    added.add_argument(
        "--seed", type=whole(1, 10**9), default=1, metavar="N", help=say("cli.arg.train-seed")
    )
    added.add_argument("--level", type=whole(1, 8), default=4, help=say("cli.arg.train-level"))
    added.add_argument("--seats", type=whole(1, 9), default=2, help=say("cli.arg.train-seats"))
    added.add_argument(
        "--games", type=whole(2, MOST_GAMES), default=40, help=say("cli.arg.train-games")
    )
    added.add_argument(
        "--generations", type=whole(1, 10_000), default=12, help=say("cli.arg.generations")
    )
    added.add_argument("--from-nothing", action="store_true", help=say("cli.arg.from-nothing"))
    added.add_argument("--file", metavar="FILE", help=say("cli.arg.train-file"))
    added.add_argument("-o", "--output", metavar="FILE", help=say("cli.arg.train-output"))
    added.add_argument("--jobs", type=whole(1, 4096), help=say("cli.arg.jobs"))
    added.add_argument("--cluster", type=cluster, metavar="ADDRESS", help=say("cli.arg.cluster"))
    added.add_argument("--quiet", action="store_true", help=say("cli.arg.quiet"))
    return top


def served(added: argparse.ArgumentParser, say: Speech) -> None:
    """How the table in the browser is served, by `parvis serve` or without a command."""
    added.add_argument("--host", default="127.0.0.1", help=say("cli.arg.host"))
    added.add_argument("--port", type=whole(0, 65535), help=say("cli.arg.port"))
    stored(added, say)
    kept(added, say)
    added.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=True, help=say("cli.arg.open")
    )
    added.add_argument("--metrics", action="store_true", help=say("cli.arg.metrics"))
    added.add_argument(
        "--allow-host", action="append", default=[], type=host_name, metavar="NAME",
        help=say("cli.arg.allow-host"),
    )  # fmt: skip
    added.add_argument(
        "--proxy", action="append", default=[], type=network, metavar="ADDRESS",
        help=say("cli.arg.proxy"),
    )  # fmt: skip
    added.add_argument("--hsts", action="store_true", help=say("cli.arg.hsts"))


def onlooking(added: argparse.ArgumentParser, say: Speech) -> None:
    """For whom a picture is drawn, and in which colours."""
    added.add_argument("--seat", type=whole(1, 9), help=say("cli.arg.seat"))
    added.add_argument("--open", action="store_true", help=say("cli.arg.all-open"))
    added.add_argument(
        "--theme", choices=("light", "dark"), default="light", help=say("cli.arg.theme")
    )


def kept(added: argparse.ArgumentParser, say: Speech) -> None:
    """How long tables are kept."""
    days = whole(0, MOST_DAYS)
    added.add_argument("--keep", type=days, default=0, metavar="DAYS", help=say("cli.arg.keep"))
    added.add_argument(
        "--keep-unfinished",
        type=days,
        metavar="DAYS",
        help=say("cli.arg.keep-unfinished"),
    )


def stored(added: argparse.ArgumentParser, say: Speech) -> None:
    """Where tables are kept; by the environment a password stays out of the list of processes."""
    default = os.environ.get("PARVIS_DATABASE")
    help_text = say("cli.arg.database")
    added.add_argument("--database", metavar="URL", default=default, help=help_text)


def setting(added: argparse.ArgumentParser, say: Speech) -> None:
    """What a game is played with."""
    added.add_argument(
        "--options", action="append", metavar="NAME=VALUE", help=say("cli.arg.options")
    )
    added.add_argument("--pack", metavar="FILE", help=say("cli.arg.pack"))


def played(added: argparse.ArgumentParser, say: Speech, bots: str) -> None:
    """What many games between bots need."""
    added.add_argument("game", help=say("cli.arg.game"))
    added.add_argument("--bots", default=bots, help=say("cli.arg.line-up"))
    added.add_argument("--games", type=whole(1, MOST_GAMES), default=100, help=say("cli.arg.games"))
    added.add_argument("--seats", type=whole(1, 9), help=say("cli.arg.seats"))
    added.add_argument("--seed", help=say("cli.arg.seed"))
    added.add_argument("--jobs", type=whole(1, 4096), help=say("cli.arg.jobs"))
    added.add_argument("--cluster", type=cluster, metavar="ADDRESS", help=say("cli.arg.cluster"))
    added.add_argument("--quiet", action="store_true", help=say("cli.arg.quiet"))
    added.add_argument("--json", action="store_true", help=say("cli.arg.json"))
    setting(added, say)


def version() -> str:
    return f"Parvis {parvis.__version__} ({'compiled' if parvis.COMPILED else 'interpreted'})"
