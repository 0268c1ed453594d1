"""A server in a process of its own, and what the system tells of a process.

Imports nothing of Parvis.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

KEY = "load"  # of a server that nobody else can reach, and whose database is thrown away
STARTING = 20.0


@dataclass(frozen=True)
class Process:
    """A process that is measured (nothing where the system does not tell)."""

    pid: int

    def spent(self) -> float:
        """Processor seconds so far, of all its threads."""
        with contextlib.suppress(OSError):
            if sys.platform == "linux":  # the clock of another process; /proc only has hundredths
                return time.clock_gettime((~self.pid << 3) | 2)
        return 0.0

    def memory(self) -> int:
        """Bytes in memory."""
        with contextlib.suppress(OSError):
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE")
        return 0


@dataclass(frozen=True)
class Slice:
    """What a server did in some seconds."""

    seconds: float
    moves: int
    cpu: float

    def each(self) -> float:
        """Processor seconds a move."""
        return self.cpu / max(1, self.moves)


def database(folder: Path | str) -> str:
    return f"sqlite:///{Path(folder) / 'load.db'}"


@contextlib.contextmanager
def a_server(folder: Path) -> Iterator[tuple[str, Process]]:
    """A server of its own on a free port of this machine; its address and process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "parvis.web.load.server", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout
        address = process.stdout.readline().strip()
        if not address:
            raise OSError("the server did not start")
        deadline = time.monotonic() + STARTING
        while True:
            try:
                with urlopen(f"{address}/healthz", timeout=2):
                    break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
        yield address, Process(process.pid)
    finally:
        process.terminate()
        process.communicate()
