"""The living room: one wide screen that shows, and three phones that play."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocket, expect

import parvis
from tests.browser.conftest import Visit
from tests.browser.moments import be, prepare
from tests.browser.player import Finger, Player, play_out
from tests.browser.serve import HOUSE
from tests.browser.server import Server
from tests.browser.test_pages import healthy, healthy_in_both
from tests.browser.test_whole_games import drawn_in_public, scrolls_sideways, sent_fragments
from tests.browser.waiting import PATIENCE, POLL, until

expect.set_options(timeout=1000 * PATIENCE)
NAMES = ("Bérénice", "Maximilien-Alexandre", "Zoé")
TELEVISION = (1920, 1080)
PICKS = 24
# How large something is written, if all of it is on the screen.
WRITTEN = """(element) => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const seen = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return seen ? parseFloat(getComputedStyle(element).fontSize) : 0;
}"""
# What hangs over the edge of the screen.
BEYOND = """() => [...document.querySelectorAll("#ground > .panel, .beside-board > :not([hidden])")]
  .filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  }).map((one) => one.dataset.panel ?? one.className)"""
# What lies over something else.
CROWDED = """() => {
  const all = [...document.querySelectorAll("#ground > .panel")]
    .map((one) => one.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return all.flatMap((a, n) => all.slice(n + 1).filter((b) => meet(a, b))).length;
}"""
# Screens that are none: a phone, on its side and upright, a tablet.
SMALL = ((844, 390), (390, 844), (1080, 1920))
HAND_FIRST = re.compile(r"\bhand-first\b")

Frames = list[dict[str, Any]]


def listen(page: Page) -> Frames:
    """All that a page is sent from now on."""
    frames: Frames = []

    def heard(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: frames.append(json.loads(frame)))

    page.on("websocket", heard)
    return frames


class LivingRoom:
    """A screen, those who sit around it, and all that each of them was ever sent."""

    def __init__(self, visit: Visit, server: Server, game: str) -> None:
        self.visit = visit
        self.game = game
        self.screen = visit(server.address, size=TELEVISION)
        self.frames = listen(self.screen)
        self.players: list[Player] = []
        self.told: list[Frames] = []

    def show(self) -> None:
        """One click on the home page; another lets the phones come."""
        self.screen.select_option(f'[data-game="{self.game}"] [name=seats]', "3")
        self.screen.click(f'[data-game="{self.game}"] button[formaction^="/screen/"]')
        self.screen.wait_for_selector("#table[data-n]")
        expect(self.screen.locator(".lobby-qr")).to_have_count(0)
        self.screen.click("button[value=open]")
        self.screen.wait_for_selector("#table[data-n]")

    def sit_down(self) -> None:
        """By the address and the code that the screen shows."""
        for number, name in enumerate(NAMES):
            expect(self.screen.locator("#lobby-seats .open")).to_have_count(3 - number)
            phone = self.visit("about:blank", phone=True)
            self.told.append(listen(phone))
            phone.goto(self.address())
            phone.fill("#name", name)
            phone.locator("button[name=seat]").first.click()
            phone.wait_for_selector("#table[data-n]")
            self.players.append(Finger(phone, number))
        expect(self.screen.locator("#table")).to_have_attribute("data-stage", "board")

    def address(self) -> str:
        return f"{self.screen.inner_text('.address')}/{self.screen.inner_text('#code')}"

    def play(self, picks: int) -> None:
        """Some picks of whoever is asked."""
        while picks > 0:
            done = sum(player.act() for player in self.players)
            picks -= done
            if not done:
                self.screen.wait_for_timeout(POLL)

    def keep_up(self) -> None:
        """Until the screen shows what the phones do."""
        pages = [self.screen, *(player.page for player in self.players)]
        until(
            self.screen,
            lambda: len({page.get_attribute("#table", "data-n") for page in pages}) == 1,
        )

    def nothing_hidden(self) -> None:
        """The screen was sent nothing of a hand, and was asked nothing."""
        sent = {svg for frame in self.frames for svg in sent_fragments(frame)}
        assert len(sent) > 20
        hands = {svg for frames in self.told for frame in frames for svg in hand_of(frame)}
        assert hands
        assert hands.isdisjoint(sent)
        for frame in self.frames:
            assert not frame.get("tree")
            assert not frame.get("held")
            assert frame.get("seat") is None
            assert not frame.get("host")
            assert all(seat["link"] is None for seat in frame.get("seats", []))
            assert frame.get("over") is True or not frame.get("proof")
            assert not hand_of(frame)

    def drawn_for_anybody(self) -> None:
        """After the end: whatever was drawn there is drawn for whoever looks on."""
        with urllib.request.urlopen(f"{self.players[0].page.url}/record") as answer:
            record = answer.read().decode()
        sitting = [(*NAMES[:count], *([""] * (3 - count))) for count in range(4)]
        public = drawn_in_public(record, *sitting, tall=self.game == "neoville")
        sent = {svg for frame in self.frames for svg in sent_fragments(frame)}
        assert [svg for svg in sent if svg not in public] == []


def hand_of(frame: dict[str, Any]) -> list[str]:
    """The drawing of what somebody holds."""
    panels = frame.get("panels") or []
    listed = panels.values() if isinstance(panels, dict) else panels
    hands = [panel for panel in listed if panel.get("role") == "hand"]
    hands += [panels["hand"]] if isinstance(panels, dict) and "hand" in panels else []
    return [svg for panel in hands for svg in panel.get("fragments", {}).values() if svg]


def test_a_screen_shows_the_table_and_three_phones_play_it(
    visit: Visit, own_server: Server
) -> None:
    room = LivingRoom(visit, own_server, "cites-nouvelles")
    room.show()
    screen = room.screen
    assert room.address().startswith(f"http://{HOUSE}:")
    screen.wait_for_function("() => document.querySelector('.lobby-qr').naturalWidth >= 100")
    assert screen.locator("#code").evaluate(WRITTEN) >= 120
    healthy_in_both(screen)
    room.sit_down()
    phones = [player.page for player in room.players]
    for phone in phones:
        expect(phone.locator("#table")).to_have_class(HAND_FIRST)
        expect(phone.locator("#invite")).not_to_be_visible()  # the screen has the code
    a_hand_first(next(player.page for player in room.players if not player.look()["mine"]))
    # Which set to build is picked on the board, which comes by itself.
    asked = next(player.page for player in room.players if player.look()["mine"])
    expect(asked.locator("#ground .is-legal").first).to_be_visible()

    room.play(PICKS)
    room.keep_up()
    expect(screen.locator("#turn-name")).not_to_be_empty()
    assert screen.locator("#turn-name").evaluate(WRITTEN) >= 48
    assert screen.evaluate(BEYOND) == []
    healthy(screen)
    for width, height in SMALL:
        screen.set_viewport_size({"width": width, "height": height})
        until(screen, lambda: screen.evaluate(BEYOND) == [] and screen.evaluate(CROWDED) == 0)
    screen.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})
    assert [screen.locator("#scores .points").count(), screen.locator("#told li").count()] == [3, 1]
    assert screen.locator("#table :is(button, a):visible").count() == 3, "few things to press"
    screen.wait_for_selector("#table.idle")
    tools = screen.locator(".screen-tools")
    assert tools.evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"
    assert not any(scrolls_sideways(phone) for phone in phones)
    room.nothing_hidden()


def a_hand_first(phone: Page) -> None:
    """The hand is large, and the board a tap away."""
    expect(phone.locator("#ground")).not_to_be_visible()
    high = phone.locator("#hand svg").bounding_box()
    healthy(phone)
    phone.tap("#look")
    expect(phone.locator("#ground")).to_be_visible()
    expect(phone.locator("#look")).to_have_text("Revenir à ma main")
    low = phone.locator("#hand svg").bounding_box()
    assert high is not None
    assert low is not None
    assert high["height"] > low["height"]
    phone.tap("#look")
    expect(phone.locator("#ground")).not_to_be_visible()


def test_when_the_same_people_play_again_the_screen_goes_along(
    visit: Visit, tmp_path: Path
) -> None:
    [moment] = prepare(tmp_path, [("cites-nouvelles", 2, 1.0)])
    server = Server(tmp_path)
    server.start()
    try:
        phone = visit("about:blank", phone=True)
        be(phone.context, server.address, moment)
        phone.goto(server.address + moment.path)
        phone.wait_for_selector("#table[data-over=true]")
        screen = visit("about:blank", size=TELEVISION)
        shown = phone.get_attribute("#menu a[target=_blank][href*='/screen']", "href")
        screen.goto(f"{server.address}{shown}")
        expect(screen.locator("#table")).to_have_attribute("data-stage", "end")
        expect(screen.locator("#ending-sides .winner")).not_to_have_count(0)
        expect(screen.locator("#result-sources tfoot")).to_be_visible()
        healthy(screen)
        phone.locator("#result form.again button").click()
        phone.wait_for_selector("#table[data-over=false]")
        screen.wait_for_selector("#table[data-over=false]")
        assert f"/t/{phone.url.rpartition('/')[2]}/screen" in screen.url
        expect(phone.locator("#table")).to_have_class(HAND_FIRST)
    finally:
        server.kill()


@pytest.mark.long
def test_a_killed_server_a_new_phone_and_a_screen_that_is_loaded_anew_end_nothing(
    visit: Visit, own_server: Server
) -> None:
    room = LivingRoom(visit, own_server, "cites-nouvelles")
    room.show()
    address = room.address()
    room.sit_down()
    room.play(6)
    room.keep_up()
    before = int(room.screen.get_attribute("#table", "data-n") or 0)
    own_server.kill()
    expect(room.screen.locator("#line")).to_be_visible()
    own_server.start()
    # It is closed to the house again: what came by that address waits, and is told so.
    expect(room.screen.locator("#table")).to_have_attribute("data-line", "on")
    stranded = room.players[0].page
    expect(stranded.locator("#table")).not_to_have_attribute("data-line", "on")
    home = visit(own_server.address)
    home.click("button[value=open]")
    for player in room.players:
        expect(player.page.locator("#table")).to_have_attribute("data-line", "on")
    assert all(player.look()["n"] >= before for player in room.players), "nothing was lost"
    # All seats are taken: a private table's code leads nobody in any more.
    late = visit(address, phone=True)
    expect(late.locator(".note.bad")).to_be_visible()
    room.screen.reload()
    room.screen.wait_for_selector("#table[data-n]")
    expect(room.screen.locator("#table")).to_have_attribute("data-stage", "board")
    room.play(6)
    room.keep_up()
    assert int(room.screen.get_attribute("#table", "data-n") or 0) > before
    # One goes home: another becomes the host and opens that seat; the screen has the code again,
    # and the late one sits down in mid-game.
    room.players.pop().page.goto("about:blank")
    first = room.players[0].page
    first.tap("#show-invite")
    first.locator('[data-does="host_take"]').tap()
    expect(first.locator("#log .entry").last).to_contain_text("devient l’hôte")

    def opened() -> bool:
        """Not before they had time to come back."""
        first.tap("#show-invite")
        first.locator('[data-does="free"][data-seat="2"]').tap()
        first.locator('[data-does="free-yes"]').tap()
        first.wait_for_timeout(5000)
        return room.screen.locator("#still-open").is_visible()

    until(first, opened)
    assert room.screen.locator("#still-open strong").inner_text() == address.rpartition("/")[2]
    room.told.append(listen(late))
    late.goto(address)
    late.fill("#name", "Léo")
    late.locator("button[name=seat]").first.tap()
    late.wait_for_selector("#table[data-n]")
    expect(late.locator("#table")).to_have_class(HAND_FIRST)
    expect(room.screen.locator("#scores")).to_contain_text("Léo")
    expect(room.screen.locator("#still-open")).to_be_hidden()
    room.players.append(Finger(late, 7))
    room.play(6)
    room.keep_up()
    room.nothing_hidden()


@pytest.mark.long
@pytest.mark.parametrize("game", [game.id for game in parvis.all_games()])
def test_a_whole_game_in_the_living_room_shows_nothing_hidden(
    visit: Visit, own_server: Server, game: str
) -> None:
    room = LivingRoom(visit, own_server, game)
    room.show()
    room.sit_down()
    play_out(room.players)
    expect(room.screen.locator("#table")).to_have_attribute("data-stage", "end")
    room.nothing_hidden()
    room.drawn_for_anybody()
