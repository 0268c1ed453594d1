"""`parvis worker`: a machine that thinks for the bots of servers elsewhere.

Imports the table's storage and workers only when asked for: libraries may be missing.
"""

from __future__ import annotations

import os
from argparse import Namespace

from parvis.cli.screen import Screen
from parvis.cli.trouble import Trouble
from parvis.cli.web import check_libraries

MOST_JOBS = 64


def worker(asked: Namespace, screen: Screen) -> int:
    """`parvis worker`: think until told to stop."""
    if not asked.database:
        raise Trouble(screen.speech("cli.worker.none"))
    if asked.database.startswith("sqlite"):
        raise Trouble(screen.speech("cli.worker.sqlite"))
    check_libraries(asked, screen)
    from parvis.table.store import Store, StoreError
    from parvis.table.worker_machine import work
    from parvis.web import logs

    jobs = asked.jobs or min(MOST_JOBS, os.cpu_count() or 1)
    logs.set_up()
    try:
        work(Store(asked.database, as_it_is=True, connections=jobs + 2), jobs)
    except StoreError as error:
        raise Trouble(str(error)) from error
    return 0
