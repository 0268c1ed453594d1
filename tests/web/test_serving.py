"""`parvis serve` and `parvis load` as a user starts them."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from parvis.cli.main import main
from parvis.web import logs
from parvis.web.server import listen
from tests.signals import heeded

PATIENCE = 120.0  # seconds, on a machine that has much else to do


def started(*arguments: str, folder: Path) -> subprocess.Popen[str]:
    with heeded():
        return subprocess.Popen(
            [sys.executable, "-m", "parvis", *arguments],
            env={**os.environ, "XDG_DATA_HOME": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def test_serve_says_where_keeps_its_data_and_ends_in_peace(tmp_path: Path) -> None:
    process = started("serve", "--no-open", "--port", "0", folder=tmp_path)
    try:
        assert process.stdout
        line = process.stdout.readline()
        found = re.search(r"http://localhost:\d+/", line)
        assert found, line
        with urlopen(found[0] + "healthz", timeout=PATIENCE) as answer:
            assert json.load(answer) == {"ok": True}
        with urlopen(found[0], timeout=PATIENCE) as answer:
            assert b"<h1" in answer.read()
        process.send_signal(signal.SIGINT)
    finally:
        if process.poll() is None and sys.exc_info()[0] is not None:
            process.kill()
        _, errors = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors
    assert {path.name for path in (tmp_path / "parvis").iterdir()} >= {"parvis.db", "secret.key"}
    assert (tmp_path / "parvis" / "secret.key").stat().st_mode & 0o077 == 0


def test_a_database_that_cannot_be_used_is_told_in_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["serve", "--no-open", "--database", "mysql://x"]) == 2
    assert "sqlite:///" in capsys.readouterr().err


def test_load_measures_on_this_machine(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.web.load.STARTING", PATIENCE)
    arguments = ["load", "--game", "cites-nouvelles", "--tables", "2", "--seconds", "0.5"]
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    for word in ("moves a second", "p50", "p95", "p99", "processor", "memory"):
        assert word in shown
    assert "went wrong" not in shown


@pytest.mark.parametrize("wrong", [["--tables", "0"], ["--seconds", "99"], ["--game", "chess"]])
def test_load_is_bounded(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["load", *wrong]) == 2
    assert capsys.readouterr().err


def test_a_port_that_was_asked_for_and_is_taken_is_an_error() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(OSError, match=f"port {port} of 127.0.0.1"):
            listen("127.0.0.1", port)


def test_without_a_wish_the_next_free_port_is_taken() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        assert second.getsockname()[1] > first.getsockname()[1]


def test_logs_are_lines_of_json_without_secrets() -> None:
    record = logging.makeLogRecord(
        {"msg": "request", "route": "/t/{id}", "token": "abc", "seed": "def", "ms": 1.5}
    )
    line = json.loads(logs.Lines().format(record))
    assert line["route"] == "/t/{id}"
    assert line["ms"] == 1.5
    assert "token" not in line
    assert "seed" not in line
