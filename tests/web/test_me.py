"""My settings: my name, how I am told, how I come back, whom I shun; with bad input too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest
from starlette.testclient import TestClient

from parvis.table.people import person_of, pushes_of
from parvis.table.store import Store
from parvis.web.delivery import Delivery, new_key
from parvis.web.identity import Identity, Reader
from parvis.web.limits import UNLIMITED
from parvis.web.site import Site as OwnSite
from tests.table.tables import Clock, registry_on
from tests.web.outside import Browser, Mails, Web, mails, web
from tests.web.test_again import played_out
from tests.web.test_pages import HOME, KEY, Site, new_table, state_of

ADDRESS = "http://testserver"


@pytest.fixture
def post() -> Iterator[Mails]:
    with mails() as noted:
        yield noted


@pytest.fixture
def service() -> Iterator[Web]:
    with web() as noted:
        yield noted


@pytest.fixture
def site(store: Store, post: Mails) -> Iterator[Site]:
    delivery = Delivery(ADDRESS, post.smtp, push_key=new_key(), inward=True)
    made = Site(registry_on(store, Clock()), delivery=delivery)
    with made.root:
        yield made


def reader(browser: TestClient) -> Reader:
    browser.get("/me")
    return Identity(KEY).read(browser.cookies["parvis"], "")


def later(site: Site, seconds: float) -> None:
    clock = site.registry.clock
    assert isinstance(clock, Clock)
    clock.now += seconds


def own(site: Site) -> OwnSite:
    """The site itself."""
    return cast(OwnSite, site.app.failed.__self__)  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["fr", "en", "it"])
@pytest.mark.parametrize("path", ["/me", "/lobby", "/recover", "/me/people"])
def test_every_page_of_mine_is_there_in_every_language(
    site: Site, path: str, language: str
) -> None:
    answer = site.browser(language).get(path)
    assert answer.status_code == 200
    assert f'lang="{language}"' in answer.text
    assert not re.search(r"page\.(me|lobby|recover|shun)\.", answer.text)


def test_a_server_that_sends_nothing_offers_nothing(store: Store) -> None:
    plain = Site(registry_on(store, Clock()))
    with plain.root:
        browser = plain.browser()
        page = browser.get("/me").text
        assert 'action="/me/mail"' not in page
        assert 'action="/me/push"' not in page
        assert browser.post("/me/mail", data={"mail": "a@b.example"}).status_code == 409
        assert browser.post("/me/push", data={}).status_code == 409


# My name.


def test_a_name_is_mine_and_another_is_told_which_is_free(site: Site) -> None:
    ada, other = site.browser(), site.browser()
    assert "from now on" in ada.post("/me/name", data={"name": "Ada"}).text
    assert reader(ada).name == "Ada"
    answer = other.post("/me/name", data={"name": "ADÁ"})
    assert answer.status_code == 422
    assert "ADÁ 2" in answer.text
    assert reader(other).name == ""
    assert other.post("/me/name", data={"name": "ADÁ 2"}).status_code == 200
    assert site.browser().post("/me/name", data={"name": " # "}).status_code == 422


def test_at_a_table_a_name_that_is_held_gets_a_number(site: Site) -> None:
    ada, other = site.browser(), site.browser()
    address = new_table(ada, **{"seats": "3", "seat-2": "open"})
    other.get("/")
    code = site.live(address).table.config.code
    other.post(f"/join/{code}", data={"seat": "1", "name": "ada"})
    third = site.browser()
    third.get("/")
    with third.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        socket.receive_json()
        socket.send_json({"type": "take", "id": "take seat 1", "seat": 2, "name": "Ada"})
        while socket.receive_json()["type"] != "done":
            pass
    names = [chair.name for chair in site.live(address).table.chairs]
    assert names == ["Ada", "ada 2", "Ada 3"]


# Being told.


def test_quiet_hours_are_kept_and_what_is_none_is_told(site: Site) -> None:
    ada = site.browser()
    who = reader(ada).person
    fine = {"quiet": "true", "from": "22:30", "to": "7:05", "zone": "Europe/Paris"}
    assert ada.post("/me/quiet", data=fine).status_code == 200
    kept = person_of(site.registry.store, who)
    assert (kept.quiet, kept.zone) == ((1350, 425), "Europe/Paris")
    for wrong in ({"from": "25:00"}, {"to": "soon"}, {"to": "22:30"}, {"zone": "Atlantis"}):
        assert ada.post("/me/quiet", data=fine | wrong).status_code == 422
    assert person_of(site.registry.store, who).quiet == (1350, 425)
    assert ada.post("/me/quiet", data={}).status_code == 200
    assert person_of(site.registry.store, who).quiet is None


def test_an_address_gets_one_mail_until_its_owner_says_yes_and_none_after_no(
    site: Site, post: Mails
) -> None:
    ada = site.browser("fr")
    who = reader(ada).person
    for wrong in ("", "ada", "ada@", "a@b.example, c@d.example", "a@b.example\nBcc: x@y.example"):
        assert ada.post("/me/mail", data={"mail": wrong}).status_code == 422
    assert ada.post("/me/mail", data={"mail": "ada@table.example"}).status_code == 200
    [mail] = post.got
    assert mail["To"] == "ada@table.example"
    assert not person_of(site.registry.store, who).confirmed
    link = re.search(r"http://\S+confirm\?\S+", post.text())
    assert link is not None
    elsewhere = site.browser()  # a mail is read on any device
    page = elsewhere.get(link[0])
    assert page.status_code == 200
    assert not person_of(site.registry.store, who).confirmed, "programs look at links, too"
    token = link[0].partition("token=")[2]
    assert elsewhere.post("/mail/confirm", data={"token": token}).status_code == 200
    kept = person_of(site.registry.store, who)
    assert (kept.mail, kept.confirmed) == ("ada@table.example", True)
    assert elsewhere.post("/mail/confirm", data={"token": token + "x"}).status_code == 422
    stop = own(site).teller.stop_address(kept).partition("testserver")[2]
    outside = TestClient(site.app, headers={"origin": "https://mail.example"})
    outside.portal = site.root.portal
    assert outside.post(stop + "x").status_code == 422
    assert person_of(site.registry.store, who).confirmed
    assert outside.post(stop, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not person_of(site.registry.store, who).confirmed
    ada.post("/mail/confirm", data={"token": token})
    assert person_of(site.registry.store, who).confirmed
    ada.post("/me/mail", data={"do": "stop"})
    assert person_of(site.registry.store, who).mail == ""


def test_nobody_is_flooded_with_mails_to_confirm(store: Store, post: Mails) -> None:
    limits = replace(UNLIMITED, mails=(2, 0.0001))
    flooded = Site(registry_on(store, Clock()), limits, Delivery(ADDRESS, post.smtp))
    with flooded.root:
        statuses = [
            flooded.browser().post("/me/mail", data={"mail": "ada@table.example"}).status_code
            for _ in range(4)
        ]
        assert statuses == [200, 200, 422, 422]
        assert len(post.got) == 2


def test_a_mail_that_cannot_be_sent_is_told_at_once(site: Site, post: Mails) -> None:
    post.refuses = "451 not now"
    assert site.browser().post("/me/mail", data={"mail": "a@table.example"}).status_code == 422


def test_a_browser_is_pushed_to_once_it_was_reached(site: Site, service: Web) -> None:
    ada = site.browser()
    who = reader(ada).person
    browser = Browser(f"{service.address}/ada")
    for field, value in (("endpoint", "nowhere"), ("p256dh", "AAAA"), ("auth", "")):
        wrong = browser.form() | {field: value}
        assert ada.post("/me/push", data=wrong).status_code == 422
    service.status = 500
    assert ada.post("/me/push", data=browser.form()).status_code == 422
    assert pushes_of(site.registry.store, who) == []
    service.status = 201
    assert ada.post("/me/push", data=browser.form()).status_code == 200
    assert "work" in browser.opened(service.asked[-1].body)["body"]
    [push] = pushes_of(site.registry.store, who)
    assert push.endpoint == browser.endpoint
    ada.post("/me/push", data={"do": "stop"})
    assert pushes_of(site.registry.store, who) == []


# Coming back.


def code_of(browser: TestClient) -> str:
    page = browser.post("/me/recovery")
    found = re.search(r"recovery-code figures\">([A-Z2-9-]{19})<", page.text)
    assert found is not None, page.text
    return found[1]


def held(browser: TestClient, address: str) -> list[int]:
    seats: list[int] = state_of(browser, address)["held"]
    return seats


def test_a_code_brings_name_seats_and_games_to_another_device(site: Site) -> None:
    ada, phone = site.browser(), site.browser("it")
    address = new_table(ada)
    code = code_of(ada)
    assert code not in ada.get("/me").text, "it is shown once"
    own_game = new_table(phone, name="Zoe")
    page = phone.get(f"/recover?code={code}").text
    assert code in page
    answer = phone.post("/recover", data={"code": code.lower(), "others": "keep"})
    assert answer.status_code == 200
    assert (reader(phone).person, reader(phone).name) == (reader(ada).person, "Ada")
    assert reader(phone).language == "it"
    assert held(phone, address) == [0]
    assert held(ada, address) == [0], "the other device stays as it was"
    assert held(phone, own_game) == [0], "what the phone had came along"
    assert held(ada, own_game) == [0]


def test_a_lost_device_is_nobody_afterwards(site: Site) -> None:
    ada, phone = site.browser(), site.browser()
    address = new_table(ada)
    phone.post("/recover", data={"code": code_of(ada), "others": "end"})
    assert held(phone, address) == [0]
    later(site, 61)
    ada.get("/")
    assert held(ada, address) == []


def test_a_wrong_or_void_code_changes_nothing(site: Site) -> None:
    ada, phone = site.browser(), site.browser()
    new_table(ada)
    old = code_of(ada)
    code_of(ada)
    before = reader(phone).person
    for wrong in (old, "", "AAAA-AAAA-AAAA-AAAA", "x" * 500, "é"):
        assert phone.post("/recover", data={"code": wrong}).status_code == 422
    assert reader(phone).person == before


def test_who_tries_many_codes_has_to_wait(store: Store) -> None:
    limits = replace(UNLIMITED, recoveries=(3, 0.0001))
    site = Site(registry_on(store, Clock()), limits)
    with site.root:
        ada = site.browser()
        statuses = [
            ada.post("/recover", data={"code": f"AAAA-AAAA-AAAA-AAA{n}"}).status_code
            for n in range(2, 7)
        ]
        assert statuses == [422, 422, 422, 429, 429]


def test_a_code_does_not_let_one_see_two_hands(site: Site) -> None:
    ada, bob = site.browser(), site.browser()
    address = new_table(ada)
    code = site.live(address).table.config.code
    bob.get("/")
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    bob.post("/recover", data={"code": code_of(ada)})
    assert held(bob, address) == [0], "Bob's seat did not come along"


# People.


def together(site: Site) -> tuple[TestClient, TestClient, str]:
    ada, bob = site.browser(), site.browser()
    address = new_table(ada)
    bob.get("/")
    code = site.live(address).table.config.code
    bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    return ada, bob, address


def shun(browser: TestClient, does: str) -> int:
    page = browser.get("/me/people").text
    who = re.search(r'name="who" value="(\w+)"', page)
    assert who is not None
    answer = browser.post("/me/people", data={"who": who[1], "do": does})
    return int(answer.status_code)


def chat(browser: TestClient, address: str, text: str) -> None:
    with browser.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        socket.receive_json()
        socket.send_json({"type": "chat", "id": f"chat {text} 1", "text": text})
        while socket.receive_json()["type"] != "done":
            pass


def test_whoever_is_muted_is_not_read_by_one_alone(site: Site) -> None:
    ada, bob, address = together(site)
    chat(bob, address, "hello")
    assert [line["text"] for line in state_of(ada, address)["chat"]] == ["hello"]
    assert shun(ada, "mute") == 200
    chat(ada, address, "well")
    assert [line["text"] for line in state_of(ada, address)["chat"]] == ["well"]
    assert [line["text"] for line in state_of(bob, address)["chat"]] == ["hello", "well"]
    assert reader(bob).person not in ada.get("/me/people").text
    assert shun(ada, "welcome") == 200
    assert len(state_of(ada, address)["chat"]) == 2


@pytest.mark.parametrize("does", ["mute", "block"])
def test_whoever_is_muted_or_blocked_is_gone_from_an_open_page_at_once(
    site: Site, does: str
) -> None:
    ada, bob, address = together(site)
    chat(bob, address, "hello")
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:

        def told() -> list[str]:
            """The next lines of the chat that the page is sent."""
            while "chat" not in (frame := socket.receive_json()):
                pass
            return [line["text"] for line in frame["chat"]]

        socket.send_json({"type": "hello"})
        assert told() == ["hello"]
        assert shun(ada, does) == 200
        assert told() == []
        chat(bob, address, "anybody there?")
        assert shun(ada, "welcome") == 200
        assert told() == ["hello", "anybody there?"]


def test_whoever_is_muted_at_another_server_is_not_heard_when_they_speak(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OwnSite, "shuns_anew", lambda site, person: None)  # told of nothing here
    ada, bob, address = together(site)
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["chat"] == []
        assert shun(ada, "mute") == 200
        chat(bob, address, "hello")
        said = state_of(bob, address)["n"]
        while (frame := socket.receive_json())["n"] < said:
            assert not frame.get("chat")
        assert not frame.get("chat")


def test_whoever_is_blocked_cannot_sit_down_and_neither_sees_the_other_in_the_lobby(
    site: Site,
) -> None:
    ada, bob, _ = together(site)
    assert shun(ada, "block") == 200
    second = new_table(ada)
    code = site.live(second).table.config.code
    assert code not in bob.get("/lobby").text
    assert code not in bob.get("/").text
    answer = bob.post(f"/join/{code}", data={"seat": "1", "name": "Bob"})
    assert answer.status_code == 409
    assert site.live(second).table.chairs[1].kind == "open"
    with bob.websocket_connect(f"{second}/socket", headers=HOME) as socket:
        socket.send_json({"type": "hello"})
        socket.receive_json()
        socket.send_json({"type": "take", "id": "take the seat", "seat": 1})
        while (heard := socket.receive_json())["type"] != "refused":
            assert heard["type"] != "done"
    his = new_table(bob)
    assert site.live(his).table.config.code not in ada.get("/lobby").text
    assert "Bob" in ada.get("/me").text


def test_whoever_is_blocked_does_not_seat_one_again(site: Site) -> None:
    ada, bob, address = together(site)
    played_out(site, {0: ada, 1: bob}, address)
    assert shun(ada, "block") == 200
    answer = bob.post(f"{address}/again", follow_redirects=False)
    chairs = site.live(answer.headers["location"]).table.chairs
    assert [chair.kind for chair in chairs] == ["open", "person"]


@pytest.mark.parametrize("form", [{}, {"who": "x", "do": "mute"}, {"who": "x" * 24, "do": "love"}])
def test_nobody_is_shunned_whom_one_has_not_met(site: Site, form: dict[str, str]) -> None:
    assert site.browser().post("/me/people", data=form).status_code == 422


@pytest.mark.parametrize(
    "path",
    ["/me/name", "/me/quiet", "/me/push", "/me/mail", "/me/recovery", "/recover", "/me/people",
     "/mail/confirm", "/play-open/stairs"],
)  # fmt: skip
def test_forms_from_elsewhere_are_turned_away(site: Site, path: str) -> None:
    stranger = site.browser()
    answer = stranger.post(path, data={}, headers={"origin": "https://evil.example"})
    assert answer.status_code == 403
