"""The pages, and who may see and do what without accounts."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import parvis
from parvis.table.event import Event
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.stored import Append
from parvis.web.app import make_app
from parvis.web.delivery import Delivery
from parvis.web.identity import Identity, Reader, opens, preferred, read_keys, seat_token
from parvis.web.limits import UNLIMITED, Limits
from parvis.web.socket import Connection
from tests.table.tables import registry_on

HOME = {"origin": "http://testserver"}
KEY = "a key for tests"


class Site:
    """A server and the browsers that visit it."""

    def __init__(
        self,
        registry: Registry,
        limits: Limits = UNLIMITED,
        delivery: Delivery | None = None,
    ) -> None:
        self.registry = registry
        self.app = make_app(registry, KEY, limits, delivery=delivery)
        self.root = TestClient(self.app)

    def browser(self, language: str = "en") -> TestClient:
        client = TestClient(
            self.app, headers={"accept-language": language, **HOME}, client=("127.0.0.1", 1)
        )
        client.portal = self.root.portal  # the same running loop for all of them
        return client

    def live(self, address: str) -> LiveTable:
        return self.registry.live_tables[address.rpartition("/t/")[2]]


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    made = Site(registry_on(store))
    with made.root:
        yield made


def new_table(browser: TestClient, **fields: str) -> str:
    form = {"game": "stairs", "seats": "2", "seat-0": "me", "seat-1": "open", "name": "Ada"}
    answer = browser.post("/tables", data=form | fields, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def state_of(browser: TestClient, address: str) -> dict[str, Any]:
    with browser.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        state: dict[str, Any] = socket.receive_json()
        return state


# Pages.


@pytest.mark.parametrize("language", ["fr", "en", "it"])
@pytest.mark.parametrize(
    "path", ["/", "/new/stairs", "/new/stairs?seats=4", "/join", "/rules/stairs", "/nothing"]
)
def test_every_page_is_there_in_every_language(site: Site, path: str, language: str) -> None:
    answer = site.browser(language).get(path)
    assert answer.status_code == (404 if path == "/nothing" else 200)
    assert f'lang="{language}"' in answer.text
    assert "style=" not in re.sub(r"<svg.*?</svg>", "", answer.text, flags=re.DOTALL)
    assert not re.search(r"<script(?![^>]*(src=|application/json))", answer.text)
    assert not re.search(r"\son[a-z]+=", answer.text)


@pytest.mark.parametrize("game", [game.id for game in parvis.all_games()])
def test_every_game_has_its_form_rules_picture_and_table(site: Site, game: str) -> None:
    browser = site.browser()
    for path in (f"/new/{game}", f"/rules/{game}", f"/picture/{game}.svg?theme=dark"):
        assert browser.get(path).status_code == 200
    prefix = parvis.game_of(game).prefix
    assert f'id="{prefix}-1' in browser.get(f"/rules/{game}").text
    answer = browser.post(f"/play-now/{game}", data={"bot": "random"}, follow_redirects=False)
    state = state_of(browser, str(answer.headers["location"]))
    assert state["panels"]
    assert state["seat"] == 0


def test_one_click_makes_a_table_with_bots(site: Site) -> None:
    browser = site.browser()
    answer = browser.post("/play-now/stairs", follow_redirects=False)
    assert answer.status_code == 303
    table = site.live(answer.headers["location"]).table
    assert [chair.kind for chair in table.chairs] == ["person", "bot"]
    assert browser.get(answer.headers["location"]).status_code == 200
    assert "Stairs" in browser.get("/").text


def test_the_form_makes_what_it_says(site: Site) -> None:
    fields = {
        "seats": "3", "seat-1": "bot:flat:quick", "seat-2": "open", "option-rounds": "7",
        "private": "true", "name": "Ada",
    }  # fmt: skip
    table = site.live(new_table(site.browser(), **fields)).table
    assert [chair.kind for chair in table.chairs] == ["person", "bot", "open"]
    assert table.chairs[0].name == "Ada"
    assert table.config.options == {"rounds": 7}
    assert table.config.private


def test_the_form_sets_options_of_every_kind(site: Site) -> None:
    fields = {"option-contre": "true", "option-award": "cumulative", "option-first_speaker": "draw"}
    table = site.live(new_table(site.browser(), game="cites-nouvelles", **fields)).table
    wanted = {"contre": True, "award": "cumulative", "first_speaker": "draw"}
    assert table.config.options.items() >= wanted.items()
    assert table.config.options["choose_decorations"] is False


@pytest.mark.parametrize(
    "fields", [{"option-rounds": "0"}, {"option-rounds": "x"}, {"seat-1": "bot:flat:600s"}]
)
def test_a_form_that_does_not_fit_comes_back_with_sentences(
    site: Site, fields: dict[str, str]
) -> None:
    form = {"game": "stairs", "seats": "2", "name": "Ada"} | fields
    answer = site.browser().post("/tables", data=form)
    assert answer.status_code == 422
    assert "Ada" in answer.text


def test_another_number_of_seats_keeps_what_was_typed_and_makes_no_table(site: Site) -> None:
    form = {"game": "stairs", "seats": "2", "name": "Ada Bee", "option-rounds": "7", "recount": "3"}
    browser = site.browser()
    answer = browser.get("/new/stairs", params=form)  # no form is sent: one can go back to it
    assert answer.status_code == 200
    assert 'value="Ada Bee"' in answer.text
    assert 'value="7"' in answer.text
    assert 'name="seat-2"' in answer.text
    assert "/t/" not in browser.get("/").text


def test_a_written_city_that_does_not_fit_comes_back_with_its_wrong_tile(site: Site) -> None:
    form = {"game": "bella-vista", "seats": "2", "name": "Ada", "option-city": "<#"}
    answer = site.browser().post("/tables", data=form, headers={"accept-language": "en"})
    assert answer.status_code == 422
    assert "is no tile" in answer.text
    assert "<#" not in answer.text


def test_settings_are_remembered(site: Site) -> None:
    browser = site.browser()
    fields = {"name": " Zoë ", "language": "it", "theme": "dark", "next": "/join?code=A"}
    answer = browser.post("/settings", data=fields, follow_redirects=False)
    assert answer.headers["location"] == "/join?code=A"
    page = browser.get("/join").text
    assert 'lang="it"' in page
    assert 'data-theme="dark"' in page


# Joining.


def test_a_friend_joins_by_code(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    address = new_table(ada)
    code = site.live(address).table.config.code
    answer = bob.get(f"/join?code={code.lower()[:3]}-{code.lower()[3:]}")
    assert answer.status_code == 200
    answer = bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"}, follow_redirects=False)
    assert answer.headers["location"] == address
    assert state_of(bob, address)["seat"] == 1
    late = site.browser()
    answer = late.post(f"/join/{code}", data={"seat": "1", "name": "Eve"}, follow_redirects=False)
    assert answer.status_code == 409
    assert state_of(late, address)["seat"] is None


def test_the_code_is_drawn_for_a_camera(site: Site) -> None:
    address = new_table(site.browser())
    answer = site.browser().get(f"{address}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert "<svg" in answer.text


def test_a_secret_link_opens_one_seat_until_it_is_given_up(site: Site) -> None:
    ada, phone = site.browser(), site.browser()
    address = new_table(ada)
    link = state_of(ada, address)["seats"][0]["link"]
    assert phone.get(link).status_code == 200
    assert state_of(phone, address)["seat"] is None  # looking at a link takes nothing
    assert phone.post(link, follow_redirects=False).status_code == 303
    assert state_of(phone, address)["seat"] == 0
    assert phone.get(link.replace("/0/", "/1/")).status_code == 404
    assert site.browser().get(link[:-2]).status_code == 404
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "leave", "id": "leaving 1", "seat": 0})
        while socket.receive_json()["type"] != "done":
            pass
    assert site.browser().get(link).status_code == 404


def test_the_link_of_an_open_seat_does_not_lead_to_the_hand_of_who_took_it(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    address = new_table(ada)
    link = state_of(ada, address)["seats"][1]["link"]
    assert bob.post(link, follow_redirects=False).status_code == 303
    assert site.browser().get(link).status_code == 404, "Ada with another browser"
    assert site.browser().post(link, follow_redirects=False).status_code == 404
    assert bob.get(link).status_code == 200, "Bob comes back by it"
    assert bob.post(link, follow_redirects=False).status_code == 303
    own = state_of(bob, address)["seats"][1]["link"]
    assert site.browser().get(own).status_code == 200, "and has one for his phone"


def test_a_link_does_not_let_one_hold_two_hands(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    address = new_table(ada)
    link = state_of(ada, address)["seats"][0]["link"]
    code = site.live(address).table.config.code
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    assert bob.post(link, follow_redirects=False).status_code == 409


# What others may not do.


def test_private_tables_are_listed_for_nobody_else(site: Site) -> None:
    ada, eve = site.browser(), site.browser()
    secret = new_table(ada, private="true")
    public = new_table(ada)
    code = site.live(public).table.config.code
    page = eve.get("/").text
    assert secret not in page
    assert site.live(secret).table.config.code not in page
    assert f"/join/{code}" in page
    assert public not in page
    assert secret in ada.get("/").text


def test_a_forged_cookie_is_nobody(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada)
    person = site.live(address).table.chairs[0].persons[0]
    forged = Identity("another key").write(Reader(person, "Ada"))
    eve = TestClient(site.app, headers=HOME, cookies={"parvis": forged})
    eve.portal = site.root.portal
    assert state_of(eve, address)["seat"] is None
    real = Identity(KEY).write(Reader(person, "Ada"))
    for place in range(0, len(real) - 1, 7):  # the last one has bits that nobody reads
        changed = real[:place] + ("A" if real[place] != "A" else "B") + real[place + 1 :]
        read = Identity(KEY).read(changed, "")
        assert read.person != person or not read.known or changed == real


def test_the_cookie_is_kept_from_scripts_and_other_sites(site: Site) -> None:
    cookie = site.browser().get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "http://testserver.evil", "http://[::1"]
)
def test_forms_from_elsewhere_are_turned_away(site: Site, origin: str) -> None:
    browser = site.browser()
    before = len(site.registry.live_tables)
    for path in ("/play-now/stairs", "/tables", "/settings", "/join/ABCDEF", "/s/a/0/b"):
        answer = browser.post(path, data={"game": "stairs"}, headers={"origin": origin})
        assert answer.status_code == 403
    assert len(site.registry.live_tables) == before


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://testserver.evil", "http://[::1"]
)
def test_sockets_from_elsewhere_are_turned_away(site: Site, origin: str) -> None:
    browser = site.browser()
    address = new_table(browser)
    with (
        pytest.raises(WebSocketDisconnect),
        browser.websocket_connect(f"{address}/socket", headers={"origin": origin}) as socket,
    ):
        socket.receive_json()


def test_a_table_that_is_not_there(site: Site) -> None:
    browser = site.browser()
    assert browser.get("/t/nothing").status_code == 404
    assert browser.get("/t/nothing/record").status_code == 404
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        browser.websocket_connect("/t/nothing/socket", headers=HOME) as socket,
    ):
        socket.receive_json()
    assert closed.value.code == 4404


def test_no_page_is_framed_kept_or_sniffed(site: Site) -> None:
    answer = site.browser().get("/")
    policy = answer.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer.headers["cache-control"] == "no-store"


def test_names_are_escaped(site: Site) -> None:
    browser = site.browser()
    address = new_table(browser, name="<img src=x>")
    code = site.live(address).table.config.code
    for path in ("/", address, f"/join/{code}"):
        assert "<img src=x>" not in browser.get(path).text


@pytest.mark.parametrize(
    ("language", "mark"), [("fr", "entraînement"), ("en", "practice"), ("it", "allenamento")]
)
def test_my_tables_say_which_are_practice(site: Site, language: str, mark: str) -> None:
    browser = site.browser(language)
    address = new_table(browser, **{"seat-1": "bot:random"})
    badge = f'<span class="practice">{mark}</span>'
    assert badge not in browser.get("/").text
    with browser.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        for n, command in enumerate(
            (
                {"type": "move", "n": 0, "move": 4},
                {"type": "move", "n": 1, "move": 20},
                {"type": "undo", "practice": True},
            )
        ):
            socket.send_json({"id": f"command {n}", **command})
            while socket.receive_json()["type"] != "done":
                pass
    assert badge in browser.get("/").text
    assert "practice: 2\n" in browser.get(f"{address}/record").text
    assert 'id="practice"' in browser.get(address).text


def test_open_tables_say_which_are_practice(site: Site) -> None:
    browser = site.browser()
    address = new_table(browser)
    said = Event(1, time.time(), "chat")
    practised = Append(address.rpartition("/")[2], (said,), 0, False, practice=True)
    site.registry.store.append([practised])
    assert '<span class="practice">practice</span>' in site.browser().get("/").text


def test_a_record_before_the_end_has_no_moves(site: Site) -> None:
    address = new_table(site.browser())
    answer = site.browser().get(f"{address}/record")
    assert "moves: 0" in answer.text
    assert "seed" not in answer.text


# Limits.


def test_who_asks_for_too_much_has_to_wait(store: Store) -> None:
    limits = Limits(posts=(5, 0.001), codes=(3, 0.001), tables=(2, 0.001))
    site = Site(registry_on(store), limits)
    with site.root:
        browser = site.browser()
        codes = [browser.get(f"/join/ABCDE{n}").status_code for n in range(5)]
        assert codes == [404, 404, 404, 429, 429]
        made = [browser.post("/play-now/stairs").status_code for _ in range(3)]
        assert made[-1] == 429
        assert int(browser.post("/play-now/stairs").headers["retry-after"]) == 1000
        posts = [browser.post("/settings", data={}).status_code for _ in range(5)]
        assert posts[-1] == 429


def test_pages_are_counted_too_but_not_what_machines_ask_for(store: Store) -> None:
    site = Site(registry_on(store), Limits(pages=(4, 0.001)))
    with site.root:
        browser = site.browser()
        assert [browser.get("/").status_code for _ in range(6)] == [200] * 4 + [429] * 2
        assert browser.get("/rules/stairs").status_code == 429
        assert browser.get("/healthz").status_code == 200


def test_without_our_cookie_a_socket_looks_on(site: Site) -> None:
    address = new_table(site.browser())
    stranger = site.browser()
    with stranger.websocket_connect(f"{address}/socket") as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["type"] == "state"
        socket.send_json({"type": "take", "id": "sit down", "seat": 1, "name": "Eve"})
        answer = socket.receive_json()
        assert (answer["type"], answer["reason"]) == ("refused", "seat")
    assert site.live(address).table.chairs[1].kind == "open"


def test_of_sockets_that_are_gone_nothing_is_kept(store: Store) -> None:
    site = Site(registry_on(store), Limits(sockets=2, pages=(1e6, 1e6)))
    with site.root:
        address = new_table(site.browser())
        for _ in range(20):
            state_of(site.browser(), address)
        gone: list[Any] = [thing for thing in gc.get_objects() if type(thing) is Connection]
        assert not [thing for thing in gone if thing.live is site.live(address)]
        assert not site.live(address).listeners
        assert not site.live(address).presence.windows
        assert not site.live(address).presence.left
        assert not site.app.failed.__self__.sockets  # type: ignore[attr-defined]


def test_one_socket_too_many_is_told_so_by_a_code_that_a_page_can_read(store: Store) -> None:
    site = Site(registry_on(store), Limits(sockets=1))
    with site.root:
        address = new_table(site.browser())
        with site.browser().websocket_connect(f"{address}/socket"):
            with (
                pytest.raises(WebSocketDisconnect) as closed,
                site.browser().websocket_connect(f"{address}/socket") as second,
            ):
                second.receive_json()
            assert closed.value.code == 4429


def test_wrong_codes_that_come_all_at_once_are_counted_too(store: Store) -> None:
    site = Site(registry_on(store), Limits(codes=(3, 0.001)))
    with site.root, ThreadPoolExecutor(20) as pool:
        browser = site.browser()
        answers = pool.map(lambda n: browser.get(f"/join/ABCD{n}").status_code, range(20, 60))
        assert sorted(answers) == [404] * 3 + [429] * 37


def test_right_codes_cost_nothing(store: Store) -> None:
    site = Site(registry_on(store), Limits(codes=(3, 0.001)))
    with site.root:
        browser = site.browser()
        code = site.live(new_table(browser)).table.config.code
        assert {browser.get(f"/join/{code}").status_code for _ in range(9)} == {200}


def test_one_household_is_one_client_whatever_its_addresses(store: Store) -> None:
    site = Site(registry_on(store), Limits(codes=(3, 0.001)))
    with site.root:

        def tried(address: str) -> int:
            client = TestClient(site.app, client=(address, 1))
            client.portal = site.root.portal
            return client.get("/join/ABCDEF").status_code

        assert [tried(f"2001:db8:1:2::{n}") for n in range(5)] == [404] * 3 + [429] * 2
        assert tried("2001:db8:1:3::1") == 404, "another one"


def test_the_code_of_a_private_table_is_good_until_all_seats_are_taken(site: Site) -> None:
    ada, bob, eve = site.browser(), site.browser(), site.browser()
    address = new_table(ada, private="true")
    code = site.live(address).table.config.code
    assert eve.get(f"/join/{code}").status_code == 200
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    assert eve.get(f"/join/{code}").status_code == 404
    answer = eve.post(f"/join/{code}", data={"seat": "1", "name": "Eve"})
    assert answer.status_code == 404
    assert "No table is waiting for players" in answer.text
    assert bob.get(f"/join/{code}").status_code == 200, "who sits there finds the way back"


def test_questions_are_counted_by_person_and_by_address_whatever_the_sockets(store: Store) -> None:
    limits = Limits(questions=(3, 0.001), questions_of_address=(5, 0.001))
    site = Site(registry_on(store), limits)
    with site.root:
        ada = site.browser()
        address = new_table(ada, **{"seat-1": "bot:random"})

        def asked(browser: TestClient) -> list[str | None]:
            found = []
            with browser.websocket_connect(f"{address}/socket") as socket:
                for _ in range(2):
                    socket.send_json({"type": "why", "ask": 1, "path": []})
                    answer = socket.receive_json()
                    found.append(answer.get("reason"))
            return found

        assert asked(ada) + asked(ada) == [None, None, None, "busy"]
        others = [reason for _ in range(2) for reason in asked(site.browser())]
        assert others == ["seat", "seat", "busy", "busy"], "who looks on is answered too, a little"


def test_a_socket_tells_from_which_household_a_table_is_looked_at(site: Site) -> None:
    address = new_table(site.browser())
    far = TestClient(site.app, headers=HOME, client=("2001:db8:1:2:3:4:5:6", 1))
    far.portal = site.root.portal
    with far.websocket_connect(f"{address}/socket") as socket:
        socket.send_json({"type": "hello"})
        socket.receive_json()
        assert site.live(address).households() == {"2001:db8:1:2::/64"}


def test_how_long_bots_waited_for_a_worker_is_counted(site: Site) -> None:
    site.registry.workers.waited(0.2)
    text = site.browser().get("/metrics", headers={"host": "localhost"}).text
    assert 'parvis_bot_wait_seconds_bucket{le="0.1"} 0.0' in text
    assert 'parvis_bot_wait_seconds_bucket{le="0.3"} 1.0' in text


def test_the_numbers_are_for_this_machine(site: Site) -> None:
    here = {"host": "localhost"}
    assert "parvis_tables" in site.browser().get("/metrics", headers=here).text
    far = TestClient(site.app, client=("192.0.2.7", 1))
    far.portal = site.root.portal
    assert far.get("/metrics", headers=here).status_code == 404
    assert far.get("/healthz").json() == {"ok": True}


# Small things.


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("fr-CH, en;q=0.5", "fr"), ("de, it;q=0.1", "it"), ("", "en"), ("q=;;;,,,fr;q=x,it", "it")],
)
def test_a_browsers_language_is_honoured(accepted: str, language: str) -> None:
    assert preferred(accepted) == language


def test_the_secret_key_is_made_once_and_for_its_user_only(tmp_path: Any) -> None:
    folder = tmp_path / "new"
    [key] = read_keys(folder)
    assert len(key) == 64
    assert read_keys(folder) == [key]
    assert (folder / "secret.key").stat().st_mode & 0o077 == 0


def test_a_seats_token_is_its_own(site: Site) -> None:
    table = site.live(new_table(site.browser())).table
    assert opens(table, 0, seat_token(table, 0))
    assert not opens(table, 1, seat_token(table, 0))
    assert not opens(table, 0, "é")
    assert not opens(table, 0, "")


@pytest.mark.parametrize("weak", ["short", "a" * 64, "abc" * 20])
def test_a_weak_key_is_refused(weak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARVIS_SECRET_KEY", weak)
    with pytest.raises(OSError, match="too weak"):
        read_keys(tmp_path)
    monkeypatch.setenv("PARVIS_SECRET_KEY", "0123456789abcdef" * 4)
    assert read_keys(tmp_path) == ["0123456789abcdef" * 4]
