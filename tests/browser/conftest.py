"""A real Chromium and a real server for the browser tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from parvis.web.hosts import is_loopback
from parvis.web.load.browsers import AT_ONCE, FLAGS, chromium
from tests.browser.server import Server
from tests.browser.waiting import COUNTING, PATIENCE

WIDE = (1280, 800)
PHONE = (390, 844)

Visit = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest first: then nobody waits for the last one."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/browser/test_whole_games"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as the machine has it."""
    found = chromium()
    if found is None:
        pytest.skip("no Chromium on this machine: the pages are not looked at")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def server(shared_server: Server) -> Server:
    """A server that all tests share."""
    return shared_server


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to kill."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


def is_here(address: str) -> bool:
    """Whether a request stays on this machine, as all must."""
    return is_loopback(urlsplit(address).hostname or "")


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Open a page as somebody new; what goes wrong in the page fails the test."""
    contexts: list[BrowserContext] = []
    trouble: list[str] = []

    def someone(
        address: str,
        phone: bool = False,
        dark: bool = False,
        locale: str = "fr-FR",
        motion: str = "reduce",
        pace: str = "none",
        installed: bool = False,
        size: tuple[int, int] | None = None,
    ) -> Page:
        width, height = size or (PHONE if phone else WIDE)
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if motion == "reduce" else "no-preference",
            locale=locale,
            service_workers="allow" if installed else "block",
            has_touch=phone,
            is_mobile=phone,
        )
        contexts.append(context)
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(COUNTING)
        context.add_init_script(AT_ONCE.replace("none", pace))
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda said: heard(said.type, said.text))
        page.on("request", lambda asked: left(asked.url))
        page.goto(address)
        return page

    def left(address: str) -> None:
        if urlsplit(address).scheme in ("http", "https", "ws", "wss") and not is_here(address):
            trouble.append(f"asks elsewhere: {address}")

    def heard(kind: str, text: str) -> None:
        # Missing pages and a server that is away are told by the browser itself.
        own = ("WebSocket", "ERR_", "Failed to load resource")
        if kind == "error" and not any(part in text for part in own):
            trouble.append(text)

    yield someone
    for context in contexts:
        context.close()
    assert trouble == []
