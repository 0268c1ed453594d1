"""What goes over the line: nothing lost, nothing twice, and a server that comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

import parvis
from tests.browser.conftest import Visit
from tests.browser.player import Player, points
from tests.browser.server import Server
from tests.browser.tables import SOME_GAMES, pair
from tests.browser.waiting import POLL, answered, until

GAMES = [game.id for game in parvis.all_games()]
FIRST = GAMES[0]


class Cable:
    """The socket of a page, with a hand on it."""

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocketRoute] = []
        self.sent: list[dict[str, Any]] = []
        self.told: list[dict[str, Any]] = []
        self.deaf = False
        page.route_web_socket("**/socket", self.plug)

    def plug(self, page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        self.deaf = False
        self.sockets = [page_side, server_side]

        def up(message: str | bytes) -> None:
            self.sent.append(json.loads(message))
            server_side.send(message)

        def down(message: str | bytes) -> None:
            if not self.deaf:
                self.told.append(json.loads(message))
                page_side.send(message)

        page_side.on_message(up)
        server_side.on_message(down)

    def moves(self) -> list[str]:
        """The names of the moves that were sent."""
        return [message["id"] for message in self.sent if message["type"] == "move"]

    def settled(self, id: str) -> bool:
        """Whether the page was told what became of a command."""
        return any(message.get("id") == id for message in self.told)

    def cut(self) -> None:
        for side in self.sockets:
            side.close()


def wait_on(player: Player) -> None:
    """Until it is this player's turn and the page knows it."""
    player.page.wait_for_selector("#table[data-mine=true][data-line=on]:not(.waits)")


def number(page: Page) -> str | None:
    """Of the last event that a page shows."""
    return page.locator("#table").get_attribute("data-n")


def log_length(page: Page) -> int:
    return page.locator("#log .entry.move").count()


def test_a_cut_line_mends_itself_and_a_move_is_neither_lost_nor_doubled(
    visit: Visit, server: Server
) -> None:
    host, guest = pair(visit, server, FIRST)
    cable = Cable(host)
    host.reload()
    host.wait_for_selector("#table[data-line=on][data-n]")
    players = [Player(host, 8), Player(guest, 9)]

    def host_has_to_move() -> bool:
        return bool(players[0].look()["mine"]) or (players[1].act() and False)

    def host_has_moved() -> bool:
        return bool(cable.moves()) or (players[0].act() and False)

    for _ in range(6):
        until(host, host_has_to_move)
        wait_on(players[0])
        moves = log_length(host)
        cable.deaf = True  # the answer will not come through
        cable.sent.clear()
        until(host, host_has_moved)
        guest.wait_for_function(
            "(moves) => document.querySelectorAll('#log .entry.move').length > moves", arg=moves
        )
        cable.cut()
        host.wait_for_selector("#table:not([data-line=on])")
        host.wait_for_selector("#table[data-line=on]:not(.waits)")
        until(host, lambda: cable.settled(cable.moves()[0]))
        assert len(cable.moves()) >= 2, "not sent again"
        assert len(set(cable.moves())) == 1, "sent again under another name"
        assert log_length(host) == log_length(guest) == moves + 1


def test_two_tabs_of_one_seat_stay_in_step(visit: Visit, server: Server) -> None:
    host, guest = pair(visit, server, FIRST)
    second = host.context.new_page()
    second.goto(host.url)
    second.wait_for_selector("#table[data-n]")
    tabs = [Player(host, 1), Player(second, 2)]
    other = Player(guest, 3)
    for step in range(24):
        if not tabs[step % 2].act():
            other.act()
        host.wait_for_timeout(POLL)
    for page in (host, second, guest):
        page.wait_for_selector("#table:not(.waits)")
    for tab in tabs:
        tab.put_down()
    until(host, lambda: len({number(page) for page in (host, second, guest)}) == 1)
    assert points(tabs[0]) == points(tabs[1])
    assert host.locator(".is-legal").count() == second.locator(".is-legal").count()


def test_a_killed_server_comes_back_and_the_game_goes_on(visit: Visit, own_server: Server) -> None:
    pages = pair(visit, own_server, FIRST)
    players = [Player(page, 20 + seed) for seed, page in enumerate(pages)]
    for _ in range(3):
        for _ in range(12):
            for player in players:
                player.act()
        seen = max(log_length(page) for page in pages)
        own_server.kill()
        for player in players:
            player.page.wait_for_selector("#table:not([data-line=on])")
            player.act()  # what is picked meanwhile waits for the server
        own_server.start()
        for page in pages:
            page.wait_for_selector("#table[data-line=on]:not(.waits)")
            assert log_length(page) >= min(seen, 60)
    for _ in range(12):
        for player in players:
            player.act()
    for player in players:
        player.page.wait_for_selector("#table:not(.waits)")
        player.put_down()
    until(pages[0], lambda: number(pages[0]) == number(pages[1]))
    assert points(players[0]) == points(players[1])


# A point on each greyed place that a pointer can hit.
GREY = """() => [...document.querySelectorAll(".panel .is-grey")].flatMap((element) => {
  const box = element.getBoundingClientRect();
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const hit = document.elementFromPoint(x, y)?.closest("[data-place]");
  return hit === element && !element.parentElement.closest(".is-legal") ? [[x, y]] : [];
})"""


@pytest.mark.parametrize("game", SOME_GAMES)
def test_the_page_says_why_not_before_a_move_is_tried(
    visit: Visit, server: Server, game: str
) -> None:
    pages = pair(visit, server, game)
    players = [Player(page, 30 + seed) for seed, page in enumerate(pages)]
    for _ in range(400):
        for player in players:
            page = player.page
            grey = page.evaluate(GREY) if player.look()["mine"] else []
            if grey:
                n = number(page)
                x, y = grey[player.below(len(grey))]
                page.mouse.click(x, y)
                answered(page)
                if page.locator("#why:not([hidden]) .clause").count():
                    assert page.locator("#why p").first.inner_text().strip()
                    assert page.locator(".mark-cited, .mark-asked").count() >= 1
                    page.keyboard.press("Escape")
                    assert page.locator("#why").is_hidden()
                    assert number(page) == n
                    return
            player.act()
    raise AssertionError("nothing greyed ever said why")
