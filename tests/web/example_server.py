"""A server that knows the example game; arguments: port, database, folder, perhaps `limited`."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from parvis.engine.game import register
from parvis.web import logs
from parvis.web.limits import UNLIMITED, Limits
from parvis.web.server import configure, listen
from tests.stairs import GAME
from tests.web.killed import KEY


def main(port: str, url: str, folder: str, limited: str = "") -> None:
    register(GAME)
    logs.set_up()
    config = configure(url, Path(folder), Limits() if limited else UNLIMITED, key=KEY)
    uvicorn.Server(config).run(sockets=[listen("127.0.0.1", int(port))])


if __name__ == "__main__":
    main(*sys.argv[1:])
