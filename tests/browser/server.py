"""A server in its own process, that a test may kill and start again."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import parvis
from tests.browser.waiting import PATIENCE
from tests.signals import heeded

SERVE = Path(__file__).with_name("serve.py")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A running server with its own folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        source = str(Path(parvis.__file__).parents[1])
        path = os.pathsep.join(part for part in (source, os.environ.get("PYTHONPATH")) if part)
        with (self.folder / "server.log").open("ab") as log, heeded():
            self.process = subprocess.Popen(
                [sys.executable, str(SERVE), str(self.port), str(self.folder)],
                env={**os.environ, "PYTHONPATH": path},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.03)
        raise TimeoutError((self.folder / "server.log").read_text()[-3000:])

    def kill(self) -> None:
        """No goodbye: the server and its workers are gone at once."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None
