"""`parvis serve` and `parvis load`: the table in the browser, and how much it bears.

Imports the web only when it is asked for: its libraries may be missing.
"""

from __future__ import annotations

import importlib.util
from argparse import Namespace

from parvis.cli import games
from parvis.cli.screen import Screen
from parvis.cli.trouble import Trouble
from parvis.games import all_games

LIBRARIES = ("alembic", "jinja2", "msgspec", "sqlalchemy", "starlette", "uvicorn")


def can_serve() -> bool:
    """Whether the libraries of the table are there: the engine does without them."""
    return all(importlib.util.find_spec(name) is not None for name in LIBRARIES)


def serve(asked: Namespace, screen: Screen) -> int:
    """`parvis serve`: play in the browser."""
    if not can_serve():
        raise Trouble(screen.speech("cli.serve.missing"))
    if (asked.database or "").startswith("postgres") and not importlib.util.find_spec("psycopg"):
        raise Trouble(screen.speech("cli.serve.postgres"))
    from parvis.table.store import StoreError
    from parvis.web.server import serve as run

    try:
        return run(asked.host, asked.port, asked.database, asked.open, asked.metrics)
    except (StoreError, OSError) as error:
        raise Trouble(str(error)) from error


def load(asked: Namespace, screen: Screen) -> int:
    """`parvis load`: how much a server bears, on this machine only."""
    if not can_serve():
        raise Trouble(screen.speech("cli.serve.missing"))
    import asyncio

    from parvis.web.load import measure

    found = [game.id for game in all_games()]
    if asked.game is not None and asked.game not in found:
        raise Trouble(f"unknown game {asked.game[:40]!r}; there are: {', '.join(found)}")
    wrong = False
    for game in [asked.game] if asked.game else found:
        try:
            report = asyncio.run(measure(game, asked.tables, asked.seconds, asked.pause))
        except OSError as error:
            raise Trouble(str(error)) from error
        screen.show(*report.lines())
        wrong = wrong or bool(report.wrong)
    return 1 if wrong else 0


def alone(asked: Namespace, screen: Screen) -> int:
    """`parvis` without a command: in the browser, or in the terminal if that is all there is."""
    if not can_serve():
        return games.choose(asked, screen)
    return serve(asked, screen)
