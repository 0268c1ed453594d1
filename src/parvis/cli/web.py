"""`parvis serve`, `load` and `soak`: the table in the browser, and how much it bears.

Imports the web only when it is asked for: its libraries may be missing.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
from argparse import Namespace
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING

from parvis.cli import games
from parvis.cli.screen import Screen
from parvis.cli.trouble import Trouble
from parvis.games import all_games

if TYPE_CHECKING:
    from parvis.table.pruning import Keeping

LIBRARIES = ("alembic", "jinja2", "msgspec", "sqlalchemy", "starlette", "uvicorn")


def can_serve() -> bool:
    """Whether the libraries of the table are there: the engine does without them."""
    return all(importlib.util.find_spec(name) is not None for name in LIBRARIES)


def check_libraries(asked: Namespace, screen: Screen) -> None:
    """One sentence if the libraries of the table or of its database are missing."""
    if not can_serve():
        raise Trouble(screen.speech("cli.serve.missing"))
    if (asked.database or "").startswith("postgres") and not importlib.util.find_spec("psycopg"):
        raise Trouble(screen.speech("cli.serve.postgres"))


def keeping_of(asked: Namespace) -> Keeping:
    """How long tables are kept."""
    from parvis.table.pruning import UNFINISHED, Keeping

    given = asked.keep_unfinished
    return Keeping(asked.keep, UNFINISHED if given is None else given)


def serve(asked: Namespace, screen: Screen) -> int:
    """`parvis serve`: play in the browser."""
    check_libraries(asked, screen)
    from parvis.table.store import StoreError
    from parvis.web.front import Front
    from parvis.web.hosts import own_hosts
    from parvis.web.server import serve as run

    hosts = own_hosts([asked.host, *asked.allow_host])
    front = Front(hosts, asked.hsts, asked.metrics, tuple(asked.proxy))
    try:
        return run(
            asked.host,
            asked.port,
            asked.database,
            asked.open,
            front=front,
            keeping=keeping_of(asked),
        )
    except (StoreError, OSError) as error:
        raise Trouble(str(error)) from error


def load(asked: Namespace, screen: Screen) -> int:
    """`parvis load`: how much a server bears, on this machine only."""
    if not can_serve():
        raise Trouble(screen.speech("cli.serve.missing"))
    from parvis.web.load.measuring import measure
    from parvis.web.load.peer import NoPeer, a_peer
    from parvis.web.load.report import Report, table

    games = games_of(asked.games)
    if asked.finished:
        return compare_databases(games, asked, screen)
    if asked.browser:
        return watch_browsers(games, asked, screen)
    reports: list[Report] = []

    async def run() -> None:
        async with contextlib.AsyncExitStack() as stack:
            peer = None
            if asked.peer is not None:
                beside = a_peer(Path(asked.peer), asked.tables, asked.pause)
                peer = await stack.enter_async_context(beside)
            for game in games:
                report = await measure(game, asked.tables, asked.seconds, asked.pause, peer)
                reports.append(report)
                if not asked.json:
                    screen.show(*report.lines())

    try:
        run_quickly(run())
    except (NoPeer, OSError) as error:
        raise Trouble(str(error)) from error
    if asked.json:
        print(json.dumps([report.plain() for report in reports], indent=2))
    elif len(reports) > 1:
        screen.show("", *table(reports))
    return 1 if any(report.wrong for report in reports) else 0


def compare_databases(games: list[str], asked: Namespace, screen: Screen) -> int:
    """`parvis load --finished N`: what games that are over cost those who play."""
    from parvis.web.load.archive import Comparison, compare

    found: list[Comparison] = []

    async def run() -> None:
        for game in games:
            found.append(await compare(game, asked.finished))
            if not asked.json:
                screen.show(*found[-1].lines())

    try:
        run_quickly(run())
    except OSError as error:
        raise Trouble(str(error)) from error
    if asked.json:
        print(json.dumps([one.plain() for one in found], indent=2))
    return 0


def watch_browsers(games: list[str], asked: Namespace, screen: Screen) -> int:
    """`parvis load --browser`: from a click to the other browser's painted board."""
    from parvis.web.load.browsers import NoBrowser, Painted, watch

    found: list[Painted] = []
    try:
        for game in games:
            found.append(watch(game))
            if not asked.json:
                screen.show(*found[-1].lines())
    except (NoBrowser, OSError) as error:
        raise Trouble(str(error)) from error
    if asked.json:
        print(json.dumps([one.plain() for one in found], indent=2))
    return 0


def games_of(named: str) -> list[str]:
    """The games that were asked for, by their names with commas between them; or all."""
    found = [game.id for game in all_games()]
    wanted = found if named == "all" else named.split(",")
    for game in wanted:
        if game not in found:
            raise Trouble(f"unknown game {game[:40]!r}; there are: {', '.join(found)}")
    return wanted


def run_quickly(work: Coroutine[object, object, None]) -> None:
    """Run it in the quicker loop, if that is there: what clients take, the server cannot have."""
    import asyncio

    loop = importlib.import_module("uvloop") if importlib.util.find_spec("uvloop") else asyncio
    with asyncio.Runner(loop_factory=loop.new_event_loop) as runner:
        runner.run(work)


def soak(asked: Namespace, screen: Screen) -> int:
    """`parvis soak`: whether a server's memory stays what it is; 1 if it grows."""
    if not can_serve():
        raise Trouble(screen.speech("cli.serve.missing"))
    from parvis.table.store import StoreError
    from parvis.web.load.soak import FLAT, Sample, growth, soak

    samples: list[Sample] = []

    async def run() -> None:
        async for sample in soak(asked.tables, asked.minutes, asked.pause):
            samples.append(sample)
            screen.show(sample.line())

    screen.show(f"{asked.tables} tables, {asked.minutes:g} minutes")
    try:
        run_quickly(run())
    except (OSError, StoreError) as error:
        raise Trouble(str(error)) from error
    grown = growth(samples)
    screen.show(f"  {100 * grown:+.1f} % of memory in the last quarter beside the one before")
    return 1 if grown > FLAT else 0


def alone(asked: Namespace, screen: Screen) -> int:
    """`parvis` without a command: in the browser, or in the terminal if that is all there is."""
    if not can_serve():
        return games.choose(asked, screen)
    return serve(asked, screen)
