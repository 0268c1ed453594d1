"""A server that knows the example game; arguments: port, database, folder, and perhaps `limited`,
`proxied`."""

from __future__ import annotations

import sys
from pathlib import Path

from parvis.engine.game import register
from parvis.web import logs
from parvis.web.front import Front
from parvis.web.hosts import own_hosts
from parvis.web.limits import UNLIMITED, Limits
from parvis.web.server import BoundedServer, configure, listen
from tests.stairs import GAME
from tests.web.killed import KEY

PROXIED = Front(own_hosts(["table.example"]), hsts=True, proxies=("127.0.0.1",))


def main(port: str, url: str, folder: str, *how: str) -> None:
    register(GAME)
    logs.set_up()
    limits = Limits() if "limited" in how else UNLIMITED
    front = PROXIED if "proxied" in how else None
    config = configure(url, Path(folder), limits, key=KEY, front=front)
    BoundedServer(config).run(sockets=[listen("127.0.0.1", int(port))])


if __name__ == "__main__":
    main(*sys.argv[1:])
