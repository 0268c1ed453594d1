"""`parvis serve` and `parvis load`: the table in the browser, and how much it bears."""

from __future__ import annotations

import importlib.util
from argparse import Namespace

from parvis.cli import games
from parvis.cli.screen import Screen
from parvis.cli.trouble import Trouble

LIBRARIES = ("alembic", "jinja2", "orjson", "sqlalchemy", "starlette", "uvicorn")


def can_serve() -> bool:
    """Whether the libraries of the extra `web` are there."""
    return all(importlib.util.find_spec(name) is not None for name in LIBRARIES)


def serve(asked: Namespace, screen: Screen) -> int:
    """`parvis serve`: play in the browser."""
    if not can_serve():
        raise Trouble(screen.speech("cli.serve.missing"))
    from parvis.table.store import StoreError
    from parvis.web.server import serve as run

    try:
        return run(asked.host, asked.port, asked.database, asked.open, asked.metrics)
    except (StoreError, OSError) as error:
        raise Trouble(str(error)) from error


def alone(asked: Namespace, screen: Screen) -> int:
    """`parvis` without a command: in the browser, or in the terminal if that is all there is."""
    if not can_serve():
        return games.choose(asked, screen)
    from parvis.web.server import HOST, PORT

    wanted = Namespace(host=HOST, port=PORT, database=None, open=True, metrics=False)
    return serve(wanted, screen)
