"""A server for the browser tests: bots answer at once, and nobody asks for too much.

Run as a program: `python serve.py PORT FOLDER`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from parvis.table.pace import AT_ONCE
from parvis.web.limits import UNLIMITED
from parvis.web.server import configure, listen


def main(port: int, folder: Path) -> None:
    config = configure(f"sqlite:///{folder / 'parvis.db'}", folder, UNLIMITED, AT_ONCE)
    uvicorn.Server(config).run(sockets=[listen("127.0.0.1", port)])


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
