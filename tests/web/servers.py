"""A real server in a process of its own, to be killed and started again."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from tests.signals import heeded

PATIENCE = 120.0  # seconds, on a machine that has much else to do


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`parvis serve` on a port of its own, with its data in a folder or in a database."""

    def __init__(self, folder: Path, url: str, *how: str) -> None:
        self.port = free_port()
        self.folder = folder
        self.url = url
        self.how = how
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.launch()
        self.ready()

    def launch(self) -> None:
        """Start the program; signals can be set in the main thread only."""
        with (self.folder / "log").open("ab") as log, heeded():
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.web.example_server", str(self.port), self.url,
                 str(self.folder), *self.how],
                stderr=log,
            )  # fmt: skip

    def ready(self) -> None:
        """Wait until it answers."""
        assert self.process is not None
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with urlopen(f"{self.address}/healthz", timeout=2):
                    return
            except (URLError, OSError):
                assert self.process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.03)

    def kill(self) -> None:
        """As `kill -9` does: nothing is tidied up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> int:
        """Politely."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=PATIENCE)
