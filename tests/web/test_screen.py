"""A public screen: what it is shown, what it may say, and where it goes along to."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession

from parvis.engine.chance import Rng
from parvis.table.presence import SCREEN
from tests.table.tables import say
from tests.web.test_clocks import told
from tests.web.test_curtain import greeted, shows_a_hand
from tests.web.test_pages import HOME, Site, new_table, state_of
from tests.web.test_pages import site as site

# Who sits where is told to each in their own way: a seat's link only to who may know it.
COMMON = ("n", "panels", "log", "ledger", "last", "sides", "turn", "ask", "winners", "title")


def made(browser: TestClient, seats: str = "2") -> str:
    """The address of a screen, by one click."""
    answer = browser.post("/screen/stairs", data={"seats": seats}, follow_redirects=False)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def table_of(screen: str) -> str:
    return screen.partition("/screen")[0]


def joined(site: Site, code: str, name: str) -> TestClient:
    """Somebody who sits down by the code, in the first seat that is open."""
    browser = site.browser()
    page = browser.get(f"/join/{code}").text
    seat = page.partition('name="seat" value="')[2][0]
    browser.post(f"/join/{code}", data={"seat": seat, "name": name})
    return browser


def socket_of(screen: str) -> str:
    return screen.replace("/screen", "/screen/socket")


def play_out(site: Site, address: str) -> None:
    """To the end, whoever sits there."""
    live, rng = site.live(address), Rng(3)
    assert site.root.portal is not None
    while not live.table.over():
        turn, position = live.table.turn(), live.table.position
        assert turn is not None
        assert position is not None
        moves = position.moves()
        move = moves[int(rng.below(len(moves)))]
        person = live.table.chairs[turn].persons[0]
        wish = say("move", person, n=live.table.n, move=move)
        site.root.portal.call(site.registry.command, live, wish)


def test_one_click_makes_a_table_with_open_seats_and_shows_its_code(site: Site) -> None:
    tv = site.browser()
    screen = made(tv, "3")
    table = site.live(table_of(screen)).table
    assert [chair.kind for chair in table.chairs] == ["open"] * 3
    page = tv.get(screen).text
    assert table.config.code in page
    assert f"http://testserver/join/{table.config.code}" not in page, "the QR code has it"
    assert f'src="{table_of(screen)}/qr.svg"' in page
    ada = joined(site, table.config.code, "Ada")
    assert [chair.name for chair in table.chairs] == ["Ada", "", ""]
    assert ada.get(table_of(screen)).text.count(screen.replace("&", "&amp;")) == 1, "in the menu"


def test_the_form_of_a_new_table_leaves_people_s_seats_open_and_the_bots_in_theirs(
    site: Site,
) -> None:
    address = new_table(site.browser(), **{"seats": "2", "seat-1": "bot:level:2", "screen": "true"})
    assert "/screen?key=" in address
    kinds = [chair.kind for chair in site.live(table_of(address)).table.chairs]
    assert kinds == ["open", "bot"]


def test_a_screen_is_shown_what_one_who_looks_on_is_whosever_browser_it_is(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada, game="cites-nouvelles")
    with (
        ada.websocket_connect(f"{address}/socket", headers=HOME) as playing,
        site.browser().websocket_connect(f"{address}/socket", headers=HOME) as watching,
        ada.websocket_connect(f"{address}/screen/socket", headers=HOME) as screen,
    ):
        own, public, shown = greeted(playing), greeted(watching), greeted(screen, seat=0)
        assert shows_a_hand(own)
        assert not shows_a_hand(shown)
        assert {part: shown[part] for part in COMMON} == {part: public[part] for part in COMMON}
        assert (shown["seat"], shown["held"], shown["tree"]) == (None, [], None)
        assert (shown["curtain"], shown["host"], shown["proof"]) == (None, False, None)
        assert [seat["link"] for seat in shown["seats"]] == [None, None]
        assert [seat["mine"] for seat in shown["seats"]] == [False, False]


def answer_to(socket: WebSocketTestSession, **message: object) -> dict[str, Any]:
    socket.send_json(message)
    while (told := socket.receive_json())["type"] in ("state", "update"):
        pass
    found: dict[str, Any] = told
    return found


@pytest.mark.parametrize(
    "wish",
    [
        {"type": "take", "seat": 1, "name": "TV"},
        {"type": "chat", "text": "hello"},
        {"type": "free", "seat": 0},
        {"type": "bot_in", "seat": 1},
        {"type": "move", "n": 0, "move": 0},
        {"type": "undo"},
    ],
    ids=lambda wish: str(wish["type"]),
)
def test_a_screen_does_nothing_even_where_its_browser_may(
    site: Site, wish: dict[str, object]
) -> None:
    ada = site.browser()
    address = new_table(ada)
    with ada.websocket_connect(f"{address}/screen/socket", headers=HOME) as screen:
        greeted(screen)
        told = answer_to(screen, id="a screen's own", **wish)
    assert (told["type"], told["reason"]) == ("refused", "seat")
    assert site.live(address).table.n == 0
    assert SCREEN not in site.live(address).table.chairs[0].persons


def test_phones_are_told_that_a_screen_shows_the_board_and_that_it_is_gone(site: Site) -> None:
    ada = site.browser()
    address = new_table(ada)
    with ada.websocket_connect(f"{address}/socket", headers=HOME) as phone:
        assert greeted(phone)["screen"] is False
        with site.browser().websocket_connect(f"{address}/screen/socket", headers=HOME) as screen:
            greeted(screen)
            shown = greeted(phone)
            assert shown["screen"] is True
            assert shown["watching"] == 0, "a screen is nobody"
        while greeted(phone)["screen"]:
            pass


def test_around_a_screen_somebody_becomes_the_host_for_its_browser_only_shows(site: Site) -> None:
    tv = site.browser()
    screen = made(tv)
    code = site.live(table_of(screen)).table.config.code
    ada, bob = joined(site, code, "Ada"), joined(site, code, "Bob")
    address = table_of(screen)
    assert not state_of(ada, address)["hostless"], "nobody shows it"
    assert told(ada, address, "host", seat=0)["type"] == "refused"
    with tv.websocket_connect(socket_of(screen), headers=HOME) as shown:
        greeted(shown)
        assert state_of(ada, address)["hostless"]
        with tv.websocket_connect(f"{address}/socket", headers=HOME) as looking:
            greeted(looking)
            assert not state_of(ada, address)["hostless"], "the host is here"
        assert told(bob, address, "host", seat=0)["type"] == "refused", "for oneself only"
        assert told(ada, address, "host", seat=0)["type"] == "done"
        assert state_of(ada, address)["host"]
        assert not state_of(bob, address)["hostless"], "Ada sits there"
        assert told(ada, address, "free", seat=1)["type"] == "done"
    assert site.live(address).table.chairs[1].kind == "open"


def test_the_screen_goes_along_to_the_next_game_again_and_again(site: Site) -> None:
    tv = site.browser()
    screen = made(tv)
    code = site.live(table_of(screen)).table.config.code
    ada, _ = (joined(site, code, name) for name in ("Ada", "Bob"))
    for _ in range(2):
        address = table_of(screen)
        assert tv.get(f"{address}/screen/next?{screen.partition('?')[2]}").status_code == 409
        play_out(site, address)
        with (
            tv.websocket_connect(socket_of(screen), headers=HOME) as knowing,
            tv.websocket_connect(f"{address}/screen/socket", headers=HOME) as ignorant,
        ):
            assert greeted(knowing)["again"] is None
            ada.post(f"{address}/again")
            onward = greeted(knowing)["again"]
            assert greeted(ignorant)["again"] is None, "only who was told the secret"
        assert tv.get(f"{address}/screen/next").status_code == 404
        answer = tv.get(onward["url"], follow_redirects=False)
        assert answer.status_code == 303
        following = str(answer.headers["location"])
        assert table_of(following) == f"/t/{site.live(address).table.again}"
        assert following != screen
        screen = following
