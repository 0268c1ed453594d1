"""The command in a real terminal: it asks, is interrupted, and wipes the screen."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import parvis
from tests.signals import heeded

SOURCE = Path(parvis.__file__).resolve().parent.parent
PATIENCE = 120.0  # seconds, on a machine that has much else to do


class Terminal:
    """A program in a pseudo-terminal."""

    def __init__(self, *arguments: str, state: Path) -> None:
        self.master, slave = pty.openpty()
        self.seen = ""
        environment = os.environ | {
            "PYTHONPATH": str(SOURCE),
            "XDG_STATE_HOME": str(state),
            "PARVIS_LANG": "en",
            "TERM": "xterm",
            "COLUMNS": "120",
        }
        with heeded():
            self.process = subprocess.Popen(
                [sys.executable, "-m", "parvis", *arguments],
                stdin=slave,
                stdout=slave,
                stderr=slave,
                env=environment,
                cwd=state,
                start_new_session=True,
            )
        os.close(slave)

    def wait_for(self, pattern: str) -> str:
        """Read until a pattern shows; what was read up to there."""
        end = time.monotonic() + PATIENCE
        while not (match := re.search(pattern, self.seen)):
            if time.monotonic() > end:
                raise AssertionError(f"{pattern!r} did not show:\n{self.seen[-2000:]}")
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.seen += os.read(self.master, 65536).decode(errors="replace")
                except OSError:  # the program has ended and closed its side
                    if not re.search(pattern, self.seen):
                        raise AssertionError(f"ended without {pattern!r}:\n{self.seen}") from None
        read, self.seen = self.seen[: match.end()], self.seen[match.end() :]
        return read

    def wait_until_it_reads(self) -> None:
        """A signal between the question and the reading of the answer would wait for a line."""
        end = time.monotonic() + PATIENCE
        while sleeping(self.process.pid) is False and time.monotonic() < end:
            time.sleep(0.05)

    def rest(self) -> str:
        """What an ended program wrote last."""
        while select.select([self.master], [], [], 0)[0]:
            try:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
            except OSError:
                break
        return self.seen

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        return self.process.wait(PATIENCE)


def sleeping(process: int) -> bool | None:
    """Whether a process waits for something; None where the system does not tell."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return None
    return status.rpartition(")")[2].split()[0] == "S"


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.process.wait()
        os.close(terminal.master)


def test_an_interrupt_is_clean_and_keeps_the_game(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = Terminal(
        "play", "cites-nouvelles", "--seats", "2", "--bots", "random", state=tmp_path
    )
    terminals.append(terminal)
    terminal.wait_for("> ")
    terminal.type("1\n")
    terminal.wait_for("> ")
    terminal.wait_until_it_reads()
    terminal.process.send_signal(signal.SIGINT)
    read = terminal.wait_for("parvis play --last")
    assert terminal.end() == 130
    assert "Traceback" not in read


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_study_shows_what_was_counted(
    tmp_path: Path, terminals: list[Terminal], jobs: str
) -> None:
    terminal = Terminal(
        "study", "cites-nouvelles", "--seats", "2", "--bots", "random", "--games", "1000000",
        "--jobs", jobs, state=tmp_path,
    )  # fmt: skip
    terminals.append(terminal)
    bar = terminal.wait_for(r"[1-9][\d,]* of 1,000,000 games, \S+ a second, \S+ left")
    assert "━" in bar
    os.killpg(terminal.process.pid, signal.SIGINT)  # as a terminal does it, workers and all
    read = terminal.wait_for(r"Broken off after ([\d,]+) of 1,000,000 games")
    read += terminal.wait_for(r"random, random, [1-9][\d,]* game")
    assert terminal.end() == 130
    assert "Traceback" not in read + terminal.rest()


def test_the_screen_is_wiped_before_the_next_person_looks(
    tmp_path: Path, terminals: list[Terminal]
) -> None:
    terminal = Terminal(
        "play", "cites-nouvelles", "--seats", "2", "--bots", "none", "--names", "Ada,Ben",
        state=tmp_path,
    )  # fmt: skip
    terminals.append(terminal)
    read = terminal.wait_for("Pass the screen to (Ada|Ben)")
    assert "\x1b[2J\x1b[3J\x1b[H" in read
    terminal.type("\n")
    assert "\x1b[2J\x1b[3J" in terminal.wait_for("> ")
    terminal.type("quit\n")
    assert terminal.end() == 0


def test_a_replay_is_stepped_through(tmp_path: Path, terminals: list[Terminal]) -> None:
    arguments = ("play", "cites-nouvelles", "--seats", "2", "--bots", "random,random")
    first = Terminal(*arguments, "--save", "bots.parvis", state=tmp_path)
    terminals.append(first)
    first.wait_for("The record is in")
    assert first.end() == 0
    terminal = Terminal("replay", "bots.parvis", state=tmp_path)
    terminals.append(terminal)
    for typed, prompt in (("", "0/"), ("\n", "1/"), ("\n", "2/"), ("b\n", "1/"), ("7\n", "7/")):
        terminal.type(typed)
        terminal.wait_for(f"{prompt}\\d+ > ")
    terminal.type("what\n")
    terminal.wait_for("Enter: next")
    terminal.type("q\n")
    assert terminal.end() == 0


def test_a_reader_that_leaves_early_gets_no_traceback(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(SOURCE), "XDG_STATE_HOME": str(tmp_path)}
    command = f"{sys.executable} -m parvis pack show cites-nouvelles | head -c 1"
    ended = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, env=environment, timeout=PATIENCE
    )
    assert ended.stderr == ""
