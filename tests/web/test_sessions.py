"""Sessions end: here, or everywhere but here; cookies grow old; keys are exchanged."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import itsdangerous
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from parvis.table.live_table import LiveTable
from parvis.table.sessions import Sessions
from parvis.table.store import Store
from parvis.web.identity import A_WEEK, A_YEAR, Identity, Reader, read_keys
from tests.table.tables import ADA, Clock, registry_on
from tests.web.test_pages import KEY, Site, new_table, state_of
from tests.web.test_standstill import fail

OLD, NEW, OTHER = "0123456789abcdef" * 4, "fedcba9876543210" * 4, "0f1e2d3c4b5a6978" * 4


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    made = Site(registry_on(store, Clock()))
    with made.root:
        yield made


def later(site: Site, seconds: float) -> None:
    clock = site.registry.clock
    assert isinstance(clock, Clock)
    clock.now += seconds


def copied(site: Site, browser: TestClient) -> TestClient:
    """Another browser with the same cookie."""
    other = site.browser()
    other.cookies.set("parvis", browser.cookies["parvis"])
    return other


def held(browser: TestClient, address: str) -> list[int]:
    seats: list[int] = state_of(browser, address)["held"]
    return seats


def test_a_renewed_session_keeps_its_seats_and_a_copied_cookie_is_nobody(site: Site) -> None:
    ada = site.browser("fr")
    address = new_table(ada)
    thief = copied(site, ada)
    assert held(thief, address) == [0]
    answer = ada.post("/session", data={"do": "renew"}, follow_redirects=False)
    assert answer.status_code == 303
    ada.get("/")
    assert held(ada, address) == [0]
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        thief.websocket_connect(f"{address}/socket") as socket,
    ):
        socket.receive_json()
    assert closed.value.code == 4401
    later(site, 61)
    assert 'lang="fr"' in thief.get("/").text, "it is somebody new, who reads on"
    assert held(thief, address) == []


def renewal(browser: TestClient, **named: Any) -> Any:
    """The answer to the form, which the browser has got; it has not gone on yet."""
    return browser.post("/session", data={"do": "renew"}, follow_redirects=False, **named)


def test_a_form_that_is_sent_twice_costs_no_seat(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada)
    twice = copied(site, ada)
    assert [renewal(one).status_code for one in (ada, twice)] == [303, 303]
    assert held(twice, address) == [0], "whichever of the two answers is taken"
    ada.get("/")
    assert held(ada, address) == held(twice, address) == [0]


def test_what_was_on_its_way_with_the_old_cookie_does_not_take_the_new_one_away(
    site: Site,
) -> None:
    ada = site.browser()
    address = new_table(ada)
    before = copied(site, ada)
    renewal(ada)
    ada.get("/")
    settings = {"language": "it", "next": "/join"}
    for answer in (
        before.get("/", follow_redirects=False),
        before.get(address),
        renewal(before),
        before.post("/settings", data=settings, follow_redirects=False),
    ):
        assert answer.status_code in (200, 303)
        assert "set-cookie" not in answer.headers
    assert held(ada, address) == [0]


def test_a_renewal_whose_answer_is_lost_changes_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = site.browser()
    address = new_table(ada)
    lost = copied(site, ada)
    renewal(lost)
    assert ada.get("/").status_code == 200
    assert held(ada, address) == [0]
    with monkeypatch.context() as patched:
        fail(site.registry, patched)
        assert renewal(ada).status_code == 503
        assert lost.get("/").status_code == 503, "it has the new cookie, which is good later"
    assert held(ada, address) == [0]
    lost.get("/")
    assert held(lost, address) == [0]


def test_a_cookie_that_was_written_and_held_back_ends_with_the_others(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada)
    thief = copied(site, ada)
    later(site, 2 * 10**9)  # numbers are those of the clock
    renewal(thief)
    later(site, 1)
    ada.post("/session", data={"do": "renew"})
    assert "/t/" not in thief.get("/").text
    assert held(ada, address) == [0]


def test_who_has_ended_a_session_at_one_server_has_ended_it_for_forms_at_another(
    site: Site, store: Store
) -> None:
    ada = site.browser()
    address = new_table(ada)
    second = Site(registry_on(Store(store.url.render_as_string(hide_password=False)), Clock()))
    with second.root:
        thief = copied(second, ada)
        assert held(thief, address) == [0]
        renewal(ada)
        ada.get("/")
        assert held(thief, address) == [0], "it has not heard of it yet"
        assert "set-cookie" not in renewal(thief).headers
        with pytest.raises(WebSocketDisconnect):
            held(thief, address)
        assert held(copied(second, ada), address) == [0]


def test_a_new_cookie_that_comes_to_another_server_first_ends_the_old_one_there(
    site: Site, store: Store
) -> None:
    ada = site.browser()
    address = new_table(ada)
    second = Site(registry_on(Store(store.url.render_as_string(hide_password=False)), Clock()))
    with second.root:
        thief = copied(second, ada)
        with thief.websocket_connect(f"{address}/socket") as stolen:
            renewal(ada)
            copied(second, ada).get("/")
            with pytest.raises(WebSocketDisconnect) as closed:
                stolen.receive_json()
            assert closed.value.code == 4401
        assert held(ada, address) == [0]


def test_sockets_of_an_ended_session_are_closed_and_those_of_others_are_not(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    address = new_table(ada)
    bob.get("/")
    thief = copied(site, ada)
    with (
        thief.websocket_connect(f"{address}/socket") as stolen,
        bob.websocket_connect(f"{address}/socket") as other,
    ):
        ada.post("/session", data={"do": "renew"})
        with pytest.raises(WebSocketDisconnect) as closed:
            stolen.receive_json()
        assert closed.value.code == 4401
        other.send_json({"type": "ping"})
        assert other.receive_json() == {"type": "pong"}


def test_a_session_that_ends_while_its_table_is_opened_has_no_socket(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(Sessions, "current", lambda self, person: len(opened))
    site = Site(registry_on(store))
    with site.root:
        ada = site.browser()
        address = new_table(ada)
        as_ever = site.registry.open

        async def slow(id: str) -> LiveTable:
            opened.append(id)
            return await as_ever(id)

        monkeypatch.setattr(site.registry, "open", slow)
        with pytest.raises(WebSocketDisconnect) as closed:
            state_of(ada, address)
        assert closed.value.code == 4401


def test_who_is_forgotten_has_no_cookie_and_no_copy_of_it_is_good(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada)
    thief = copied(site, ada)
    answer = ada.post("/session", data={"do": "forget"}, follow_redirects=False)
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 1
    assert cookies[0].startswith('parvis=""; ')
    assert "Max-Age=0" in cookies[0]
    assert "parvis" not in ada.cookies
    ada.get("/")
    assert held(ada, address) == []
    later(site, 61)
    thief.get("/")
    assert held(thief, address) == []


def test_a_session_is_ended_by_a_form_of_ours_that_says_how(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada)
    assert ada.post("/session", data={"do": "dance"}).status_code == 422
    evil = {"origin": "http://evil.example"}
    assert ada.post("/session", data={"do": "forget"}, headers=evil).status_code == 403
    assert held(ada, address) == [0]
    stranger = site.browser()
    assert stranger.post("/session", data={"do": "renew"}).status_code == 200


@pytest.mark.parametrize("language", ["fr", "en", "it"])
def test_the_page_of_my_settings_has_a_place_for_it(site: Site, language: str) -> None:
    page = site.browser(language).get("/me").text
    assert 'action="/session"' in page
    assert "page.session" not in page


# The cookie itself.


def signed(age: float, monkeypatch: pytest.MonkeyPatch, keys: str | list[str] = KEY) -> str:
    """A cookie that was written so many seconds ago."""
    then = int((datetime.now(UTC) - timedelta(seconds=age)).timestamp())
    with monkeypatch.context() as patched:
        patched.setattr(itsdangerous.TimestampSigner, "get_timestamp", lambda _: then)
        return Identity(keys).write(Reader(ADA, "Ada", "fr", "dark"))


def test_a_cookie_is_written_anew_while_it_is_used_and_is_nobody_after_a_year(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(age: float) -> Any:
        browser = site.browser()
        browser.cookies.set("parvis", signed(age, monkeypatch))
        return browser.get("/")

    assert "set-cookie" not in answer(A_WEEK - 60).headers
    renewed = answer(A_WEEK + 60).headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert Identity(KEY).read(renewed, "") == Reader(ADA, "Ada", "fr", "dark")
    forgotten = answer(A_YEAR + 60).headers["set-cookie"].partition("=")[2].partition(";")[0]
    assert Identity(KEY).read(forgotten, "").person != ADA


def test_the_first_of_several_keys_signs_and_all_are_good() -> None:
    reader = Reader(ADA, "Ada")
    before, between, after = Identity(OLD), Identity([NEW, OLD]), Identity([NEW])
    assert between.read(before.write(reader), "") == reader
    assert after.read(between.write(reader), "") == reader
    assert not after.read(before.write(reader), "").known
    assert not before.read(between.write(reader), "").known


@pytest.mark.parametrize("between", [" ", ",", "\n", ", "])
def test_the_environment_may_name_several_keys(
    between: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARVIS_SECRET_KEY", f" {NEW}{between}{OLD} ")
    assert read_keys(tmp_path) == [NEW, OLD]
    monkeypatch.setenv("PARVIS_SECRET_KEY", f"{NEW}{between}weak")
    with pytest.raises(OSError, match="too weak"):
        read_keys(tmp_path)


def test_a_file_may_hold_several_keys_too(tmp_path: Path) -> None:
    assert len(read_keys(tmp_path)) == 1
    (tmp_path / "secret.key").write_text(f"{NEW}\n{OTHER}\n")
    assert read_keys(tmp_path) == [NEW, OTHER]


def test_servers_that_start_at_once_have_one_key_and_leave_nothing_else(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as servers:
        found = list(servers.map(lambda _: read_keys(tmp_path / "new"), range(40)))
    assert len(found[0]) == 1
    assert found == found[:1] * 40
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["secret.key"]


def test_a_key_is_there_as_a_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def second(size: int) -> str:
        """Another server starts while the first one has yet to write."""
        monkeypatch.undo()
        others.extend(read_keys(tmp_path))
        return NEW

    others: list[str] = []
    monkeypatch.setattr("secrets.token_hex", lambda size: second(size) if size == 32 else "draft")
    assert read_keys(tmp_path) == others
    assert len(others) == 1


def test_a_key_file_without_a_key_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_text("\n")
    with pytest.raises(OSError, match=r"secret\.key holds no key"):
        read_keys(tmp_path)


def test_a_cookie_of_nonsense_that_we_signed_is_nobody() -> None:
    identity = Identity(KEY)
    for fields in ([], [1, 2], "five!", {"a": 1}, None, [ADA, "Ada", "xx", "auto", 0]):
        assert not identity.read(str(identity.serializer.dumps(fields)), "").known
    assert replace(identity.read(None, ""), person="") == Reader("", "", "en", known=False)


def test_who_has_a_cookie_of_before_cookies_had_a_time_is_known_and_gets_one_with_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("parvis.web.identity.LAST_UNTIMED", datetime.now(UTC) + timedelta(1))
    signing = {"digest_method": hashlib.sha256}
    before = itsdangerous.URLSafeSerializer(NEW, salt="parvis cookie", signer_kwargs=signing)
    cookie = str(before.dumps([ADA, "Ada", "fr", "dark"]))
    reader = Identity(NEW).read(cookie, "en")
    assert reader == Reader(ADA, "Ada", "fr", "dark", fresh=False)
    assert Identity(NEW).read(Identity(NEW).write(reader), "en").fresh
    assert Identity(NEW, lambda person: 1).read(cookie, "en").ended
    assert not Identity(OTHER).read(cookie, "en").known
    monkeypatch.setattr("parvis.web.identity.LAST_UNTIMED", datetime.now(UTC))
    assert not Identity(NEW).read(cookie, "en").known, "but not for ever"
