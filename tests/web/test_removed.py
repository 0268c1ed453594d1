"""Who comes back to a table that was removed is told when and why, in their language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from parvis.table.pruning import Keeping, prune
from parvis.table.store import A_DAY, Store
from tests.table.tables import registry_on
from tests.web.test_pages import HOME, Site, new_table


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    made = Site(registry_on(store))
    with made.root:
        yield made


def removed(site: Site, browser: TestClient) -> str:
    """The address of a table that nobody began; it was removed now, eight days on."""
    address = new_table(browser)
    new_table(site.browser())  # the newest one stays
    site.registry.live_tables.clear()
    real = site.registry.clock
    site.registry.clock = lambda: real() + 8 * A_DAY
    assert prune(site.registry.store, Keeping(), site.registry.clock())
    return address


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "its game never began"),
        ("fr", "la partie n’avait jamais commencé"),
        ("it", "la partita non era mai cominciata"),
    ],
)
def test_the_link_and_the_list_tell_when_and_why(site: Site, language: str, words: str) -> None:
    browser = site.browser(language)
    address = removed(site, browser)
    for path in (address, f"{address}/record"):
        answer = browser.get(path)
        assert answer.status_code == 410
        assert words in answer.text
    assert words in browser.get("/").text
    assert words not in site.browser(language).get("/").text, "not their table"
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        browser.websocket_connect(f"{address}/socket", headers=HOME) as socket,
    ):
        socket.receive_json()
    assert closed.value.code == 4404


def test_what_never_was_is_not_said_to_be_removed(site: Site) -> None:
    assert site.browser().get("/t/nothing").status_code == 404
