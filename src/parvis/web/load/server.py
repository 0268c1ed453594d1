"""The server that is measured: on loopback, with limits lifted, in a given folder.

No move is held back to hide that there was no choice: such a pause is waiting and no work, and
would be all that is measured. Imports the server, its limits and its pace.
"""

from __future__ import annotations

import logging
import sys

import uvicorn

from parvis.table.pace import AT_ONCE
from parvis.web.limits import UNLIMITED
from parvis.web.load.process import KEY, database
from parvis.web.server import configure, listen


def main(folder: str) -> None:
    logging.disable(logging.INFO)
    config = configure(database(folder), key=KEY, limits=UNLIMITED, pace=AT_ONCE)
    listener = listen("127.0.0.1", 0)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main(sys.argv[1])
