"""The server while its database stands still: it answers in words, and ends when it is told to."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from parvis.table.registry import Registry
from parvis.table.store import Store, StoreError
from parvis.web.server import LONGEST_END
from tests.signals import heeded
from tests.table.standstill import Place, place_of
from tests.table.tables import registry_on
from tests.web.servers import PATIENCE, Server
from tests.web.test_pages import Site, new_table


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with place_of(request.param, tmp_path) as found:
        yield found


def asked(server: Server, path: str) -> tuple[int, bytes]:
    try:
        with urlopen(server.address + path, timeout=PATIENCE) as answer:
            return answer.status, answer.read()
    except HTTPError as error:
        return error.code, error.read()


def test_a_server_answers_and_ends_while_its_database_stands_still(
    place: Place, tmp_path: Path
) -> None:
    server = Server(tmp_path, place.url)
    server.start()
    try:
        assert asked(server, "/healthz") == (200, b'{"ok":true}')
        with place.standstill():
            deadline = time.monotonic() + PATIENCE
            while (found := asked(server, "/healthz"))[0] == 200:  # it holds for a moment
                assert time.monotonic() < deadline
                time.sleep(0.1)
            assert found == (503, b'{"ok":false}')
            assert asked(server, "/")[0] in (200, 503)  # an SQLite file can still be read
            assert server.process is not None
            server.process.send_signal(signal.SIGTERM)
            server.process.wait(LONGEST_END + PATIENCE)
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
    assert "Traceback" not in (tmp_path / "log").read_text()


HANGS = """
import asyncio, sys, threading, uvicorn
from parvis.web import server

async def app(scope, receive, send):
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    threading.Event().wait()  # what no cancelling ends

server.LONGEST_END = 0.5
config = uvicorn.Config(app, lifespan="on", log_config=None)
listener = server.listen("127.0.0.1", 0)
threading.Timer(0.5, print, ("ready",), {"flush": True}).start()
server.BoundedServer(config).run(sockets=[listener])
"""


def test_a_server_ends_even_if_something_in_it_never_does() -> None:
    with heeded():
        process = subprocess.Popen(
            [sys.executable, "-c", HANGS], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    made = Site(registry_on(store))
    with made.root:
        yield made


def fail(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_answer(*given: object, **named: object) -> object:
        raise StoreError("no answer")

    monkeypatch.setattr(registry.errands, "run", no_answer)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "cannot be reached"), ("fr", "ne sont pas joignables"), ("it", "non sono raggiung")],
)
def test_pages_say_in_words_that_the_database_does_not_answer(
    site: Site, monkeypatch: pytest.MonkeyPatch, language: str, words: str
) -> None:
    browser: TestClient = site.browser(language)
    address = new_table(browser)
    site.registry.live_tables.clear()
    with monkeypatch.context() as patched:
        fail(site.registry, patched)
        for path in ("/", address, "/join/ABCDEF"):
            answer = browser.get(path)
            assert answer.status_code == 503
            assert answer.headers["retry-after"] == "5"
            assert words in answer.text
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            browser.websocket_connect(f"{address}/socket") as w,
        ):
            w.receive_json()
        assert closed.value.code == 1012
    assert browser.get(address).status_code == 200
    counted = browser.get("/metrics", headers={"host": "localhost"}).text
    assert "\nparvis_errors_total 0.0\n" in counted, "that is no fault of the program"
