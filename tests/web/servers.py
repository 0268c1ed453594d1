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

STARTING = 60.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`parvis serve` on a port of its own, with its data in a folder or in a database."""

    def __init__(self, folder: Path, url: str) -> None:
        self.port = free_port()
        self.folder = folder
        self.url = url
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.web.toy_server", str(self.port), self.url,
                 str(self.folder)],
                stderr=log,
            )  # fmt: skip
        deadline = time.monotonic() + STARTING
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
        return self.process.wait(timeout=30)
