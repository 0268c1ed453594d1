"""A server for the browser tests: bots answer at once, and nobody asks for too much.

Run as a program: `python serve.py PORT FOLDER`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from parvis.table import worker_pool
from parvis.table.pace import AT_ONCE
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.app import make_app
from parvis.web.delivery import read_delivery
from parvis.web.house import House
from parvis.web.limits import UNLIMITED
from parvis.web.server import BoundedServer, listen

HOUSE = "127.0.0.2"  # stands for this machine's address in the local network
KEY = "key of the browser tests"  # the same after a restart: browsers are known again


def database(folder: Path) -> str:
    return f"sqlite:///{folder / 'parvis.db'}"


def main(port: int, folder: Path) -> None:
    worker_pool.PATIENCE = 300.0  # on a busy machine a worker may take long, and has not failed
    store = Store(database(folder))
    registry = Registry(store, pace=AT_ONCE, bot_tables=UNLIMITED.bot_tables)
    house = House(lambda: [HOUSE], port)
    delivery = read_delivery({}, folder, inward=True)
    app = make_app(registry, KEY, UNLIMITED, delivery=delivery, house=house)
    config = uvicorn.Config(app, access_log=False, log_level="warning")
    server = BoundedServer(config)
    house.lend = server.lend
    server.run(sockets=[listen("127.0.0.1", port)])


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
