"""`parvis serve` as a user starts it."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
import uvicorn
from uvicorn.server import ServerState

from parvis.cli.main import main
from parvis.web import logs
from parvis.web.bounded_socket import SLICE, bounded_socket
from parvis.web.connections import Connections
from parvis.web.server import listen
from tests.signals import heeded
from tests.web.servers import PATIENCE, Server


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


def test_the_database_may_be_named_by_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARVIS_DATABASE", "mysql://x")
    assert main(["serve", "--no-open"]) == 2
    assert "not mysql" in capsys.readouterr().err


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


# Floods.


def opened(server: Server) -> socket.socket:
    """A raw socket at a table that does not exist yet, greeted as a browser would."""
    raw = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    raw.sendall(HELLO)
    assert b" 101 " in raw.recv(4096)
    return raw


HELLO = (
    b"GET /t/nothing/socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
PING, EMPTY = b"\x89\x80\x00\x00\x00\x00", b"\x81\x82\x00\x00\x00\x00{}"


class FarEnd(asyncio.Transport):
    """The other end of a socket, as far as a protocol sees it."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.aborted = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.mark.parametrize("frame", [PING, EMPTY], ids=["pings", "messages"])
def test_no_more_frames_are_taken_apart_than_a_slice_beyond_the_bound(frame: bytes) -> None:
    async def flooded() -> tuple[bool, int]:
        async def app(scope: object, receive: object, send: object) -> None:
            await asyncio.sleep(0)

        config = uvicorn.Config(app, log_config=None, ws_per_message_deflate=False)
        protocol = bounded_socket((20, 1.0), Connections(9, 9))(config, ServerState(), {})
        far = FarEnd()
        protocol.connection_made(far)
        protocol.data_received(HELLO)
        protocol.conn.send_response(protocol.response)
        far.written = b""
        protocol.data_received(frame * 40_000)
        return far.aborted, protocol.queue.qsize() + far.written.count(b"\x8a")

    aborted, taken = asyncio.run(flooded())
    assert aborted
    assert taken <= SLICE


@pytest.mark.parametrize("frame", [PING, EMPTY], ids=["pings", "messages"])
def test_who_floods_a_socket_is_cut_off_and_the_server_answers_others(
    tmp_path: Path, frame: bytes
) -> None:
    server = Server(tmp_path, f"sqlite:///{tmp_path}/parvis.db", "limited")
    server.start()
    try:
        with opened(server) as raw:
            raw.settimeout(PATIENCE)
            flood = frame * 4_000_000  # far more than the buffers of both ends hold
            with pytest.raises((ConnectionResetError, BrokenPipeError)):
                raw.sendall(flood)
        with urlopen(f"{server.address}/healthz", timeout=PATIENCE) as answer:
            assert answer.status == 200
    finally:
        server.kill()
