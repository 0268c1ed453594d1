"""A machine that thinks for bots, in a process of its own, to be killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

from tests.signals import heeded

PATIENCE = 120.0  # seconds, on a machine that has much else to do


class Machine:
    """`parvis worker` on a database."""

    def __init__(self, folder: Path, url: str, jobs: int = 1) -> None:
        self.log = folder / "worker.log"
        self.url = url
        self.jobs = jobs
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log, heeded():
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.table.example_machine", self.url, str(self.jobs)],
                stderr=log,
            )

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

    def end(self) -> None:
        """Whatever has become of it."""
        if self.process is not None and self.process.poll() is None:
            self.kill()

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")
