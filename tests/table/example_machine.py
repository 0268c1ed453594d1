"""`parvis worker` that knows the example as well; arguments: database, how many jobs."""

from __future__ import annotations

import sys

from parvis.engine.game import register
from parvis.table.store import Store
from parvis.table.worker_machine import work
from parvis.web import logs
from tests.stairs import GAME
from tests.table.tables import WORKER


def main(url: str, jobs: str) -> None:
    register(GAME)
    logs.set_up()
    work(Store(url, as_it_is=True, connections=int(jobs) + 2), int(jobs), WORKER)


if __name__ == "__main__":
    main(*sys.argv[1:])
