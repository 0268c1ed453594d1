"""What happened is seen: others' moves one after the other, tricks that stay, the end and after."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.conftest import Visit
from tests.browser.player import Player
from tests.browser.server import Server
from tests.browser.tables import join_table
from tests.browser.test_pages import healthy_in_both
from tests.browser.waiting import PATIENCE, until

STAY = 1100  # milliseconds, at the usual pace
expect.set_options(timeout=1000 * PATIENCE)

QUICKEST = "bot:level:1"  # it decides at sight


@dataclass(frozen=True)
class Step:
    """What came at once: mostly one move, more if the line was slow."""

    n: int
    moves: list[dict[str, Any]]

    def words(self) -> str:
        return "".join(" ".join(move["words"]) for move in self.moves)

    def ends(self) -> bool:
        return any("ends" in move for move in self.moves)

    def others(self) -> set[int]:
        return {move["seat"] for move in self.moves} - {0}

    def stay(self) -> int:
        """How long it stays at the usual pace, in milliseconds."""
        count = min(3, len([move for move in self.moves if move["seat"] != 0]))
        return STAY * max(count, 2 if self.ends() else 0)


class Heard:
    """What the server has told a page, shown or not, and what it has yet to answer."""

    def __init__(self, page: Page) -> None:
        self.n = self.due = -1
        self.unanswered: set[str] = set()
        self.asked = self.over = False
        self.steps: list[Step] = []
        page.on("websocket", self.listen)

    def listen(self, socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: self.said(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.hear(json.loads(frame)))

    def said(self, frame: dict[str, Any]) -> None:
        if "id" in frame:
            self.unanswered.add(frame["id"])

    def settled(self) -> bool:
        """Whether what the page has asked for is done, and the page was told so."""
        return not self.unanswered and self.n >= self.due

    def hear(self, frame: dict[str, Any]) -> None:
        if frame["type"] in ("done", "refused"):
            self.unanswered.discard(frame["id"])
            self.due = frame.get("n", self.due)
        if frame["type"] not in ("state", "update"):
            return
        self.n = frame["n"]
        if "tree" in frame:  # who has nothing to choose is not asked
            self.asked = bool(frame["tree"])
        self.over = frame.get("over", self.over)
        moves = [entry for entry in frame.get("log", []) if entry["kind"] == "move"]
        if moves and frame["type"] == "update":
            self.steps.append(Step(self.n, moves))


def with_bots(page: Page, seats: int) -> None:
    """Fill in the form: me, and the quickest bots; then go to the table."""
    page.fill("#name", "Ada")
    for seat in range(1, seats):
        page.select_option(f"[name=seat-{seat}]", QUICKEST)
    page.click("form.form button.act")
    page.wait_for_selector("#table[data-n]")


def shown(page: Page) -> int:
    return int(page.evaluate("document.getElementById('table').dataset.n"))


# Whether the words lie over the one thing that they speak of; of several they may.
COVERS = """() => {
  const words = document.getElementById("told-words").getBoundingClientRect();
  const marks = [...document.querySelectorAll("#ground .mark-last")]
    .map((each) => each.getBoundingClientRect());
  return marks.length === 1 && marks.some((box) => box.left < words.right && box.right > words.left
    && box.top < words.bottom && box.bottom > words.top);
}"""


def told(page: Page) -> str:
    """What is being told now."""
    return str(page.evaluate("document.getElementById('told-words').textContent"))


def arrives(page: Page, n: int) -> None:
    """Until the page shows an event; what it is told reaches the test first."""
    until(page, lambda: shown(page) == n)


def asked(page: Page, heard: Heard) -> None:
    """Until the server waits for me, whatever the page shows."""
    until(page, lambda: heard.asked or heard.over)


def played(player: Player, heard: Heard) -> list[Step]:
    """Play a move of mine; it and all that came until I am asked again."""
    before = len(heard.steps)

    def moved() -> bool:
        if heard.settled() and len(heard.steps) == before:  # else a click would pass over it
            player.act()
        return len(heard.steps) > before

    until(player.page, moved)
    asked(player.page, heard)
    return heard.steps[before:]


def test_the_moves_of_three_bots_are_seen_in_their_order_and_can_be_skipped(
    visit: Visit, server: Server
) -> None:
    address = f"{server.address}/new/cites-nouvelles?seats=4"
    page = visit(address, motion="no-preference", pace="normal")
    heard = Heard(page)
    page.clock.install(time=0)
    with_bots(page, 4)
    page.clock.pause_at(60_000)  # from here on time passes when the test says so
    player, seen, tricks = Player(page, 5), 0, 0
    for _ in range(40):
        asked(page, heard)
        page.keyboard.press("s")
        arrives(page, heard.n)
        steps = played(player, heard)
        while steps and not steps[0].stay():  # my own move, that ended nothing
            steps.pop(0)
        for at, step in enumerate(steps):
            arrives(page, step.n)
            assert told(page) == step.words()
            assert not page.evaluate(COVERS), "the words stand beside what they speak of"
            expect(page.locator("#skip")).to_be_visible(visible=at + 1 < len(steps))
            page.clock.run_for(step.stay() - 1)
            assert shown(page) == step.n, "it is still there"
            page.clock.run_for(1)
            tricks += step.ends()
        seen = max(seen, len({seat for step in steps for seat in step.others()}))
        if seen == 3 and tricks > 2:
            break
    assert (seen, tricks > 2) == (3, True)
    assert told(page) == ""
    # The newest lines of the log are no paler than the others.
    page.click("#tab-log")
    while not page.locator("#log .entry.lately").count():  # I took the last trick, and lead
        played(player, heard)
        page.keyboard.press("s")
    newest = page.locator("#log .entry.lately").last
    expect(newest).to_have_css("color", page.evaluate("getComputedStyle(document.body).color"))
    expect(newest).to_have_css("border-top-width", "0px")
    # Who goes on passes over what waits, and plays nothing unseen.
    page.keyboard.press("s")
    while len([step for step in played(player, heard) if step.stay()]) < 2:
        page.keyboard.press("s")
    expect(page.locator("#skip")).to_be_visible()
    n = heard.n
    page.locator("#hand svg [data-place]").first.click()
    assert shown(page) == n
    expect(page.locator("#skip")).to_be_hidden()
    expect(page.locator("#table")).to_have_attribute("data-mine", "true")
    assert heard.n == n


def test_on_a_phone_one_swipes_through_what_happened_and_the_board_shows_it(
    visit: Visit, server: Server
) -> None:
    page = visit(f"{server.address}/new/neoville?seats=4", phone=True)
    heard = Heard(page)
    with_bots(page, 4)
    player = Player(page, 2)
    cards = page.locator("#since li")
    asked(page, heard)
    there = re.compile(r"(?:slot|square)-([1-3])-")  # in another's city
    while (cards.count() < 3 or not happened(cards, there)) and not heard.over:
        played(player, heard)
        arrives(page, heard.n)
    count = cards.count()
    list_of = page.locator("#since ul")
    expect(cards.last).to_be_in_viewport(ratio=0.9)
    expect(cards.last).to_contain_text(f"{count}/{count}")
    expect(page.locator(".panel.peek")).to_have_count(0)
    swipe(list_of, cards.first)
    expect(page.locator(".mark-spoken").first).to_be_attached()
    # Another's city is folded away on a phone: it comes when something happened there.
    laid, seat = happened(cards, there)[0]
    city = page.locator(f"#seats .panel.peek[data-seat='{seat}']")
    swipe(list_of, cards.nth(laid))
    expect(city).to_be_in_viewport(ratio=0.9)
    expect(city.locator(".mark-spoken").first).to_be_visible()
    page.tap("#asked .ask")
    expect(city).to_have_count(0)
    cards.nth(laid).tap()
    expect(city).to_be_in_viewport(ratio=0.9)


def swipe(cards: Locator, to: Locator) -> None:
    """A finger on the cards, until one of them is in sight."""
    cards.dispatch_event("pointerdown", {"pointerType": "touch"})
    to.evaluate("(card) => card.parentElement.scrollTo(card.offsetLeft, 0)")
    expect(to).to_be_in_viewport(ratio=0.9)


def happened(cards: Locator, there: re.Pattern[str]) -> list[tuple[int, str]]:
    """Which cards speak of such a place, and of whose."""
    places = cards.evaluate_all("all => all.map((card) => card.dataset.places)")
    found = [(n, there.search(text)) for n, text in enumerate(places)]
    return [(n, match[1]) for n, match in found if match]


# By a socket beside the page's own, for a quick bot: the page offers the usual one.
LET_A_BOT_PLAY = """(seat) => {
  const socket = new WebSocket(document.getElementById("table").dataset.socket);
  socket.onopen = () => socket.send(
    JSON.stringify({ type: "bot_in", id: "let a bot play", seat, bot: "greedy" }));
}"""


def numbers(page: Page, selector: str) -> list[int]:
    return [int(text.replace("−", "-")) for text in page.locator(selector).all_inner_texts()]


def test_the_end_tells_why_and_the_same_people_play_once_more(visit: Visit, server: Server) -> None:
    host = visit(f"{server.address}/new/bella-vista?seats=3")
    host.fill("#name", "Ada")
    host.select_option("[name=seat-1]", QUICKEST)
    host.select_option("[name=seat-2]", "open")
    host.click("form.form button.act")
    host.wait_for_selector("#table[data-n]")
    guest = join_table(visit, host, phone=True)
    host.wait_for_function("() => !document.getElementById('invite').open")
    guest.evaluate(LET_A_BOT_PLAY, 2)
    host.evaluate(LET_A_BOT_PLAY, 0)
    host.wait_for_selector("#result[open]")
    guest.wait_for_selector("#result[open]")
    # The table of sources is the ledger: by clause and by player, and its sums are the points.
    host.wait_for_selector("#result-sources tfoot")
    rows = host.locator("#result-sources tbody tr").count()
    columns = [
        numbers(host, f"#result-sources tbody td:nth-of-type({side + 1})") for side in range(3)
    ]
    totals = numbers(host, "#result-sources tfoot td")
    assert [sum(column) for column in columns] == totals
    assert totals == numbers(host, "#result-sides .points")
    ledger = host.evaluate(
        """() => {
          const found = {};
          let side = -1;
          for (const each of document.querySelectorAll("#ledger h2, #ledger .line")) {
            if (each.matches("h2")) { side += 1; continue; }
            const clause = each.querySelector(".clause").textContent;
            const points = Number(each.querySelector(".points").textContent.replace("−", "-"));
            if (points) (found[clause] ??= [0, 0, 0])[side] += points;
          }
          return found;
        }"""
    )
    ledger = {clause: points for clause, points in ledger.items() if any(points)}
    links = host.locator("#result-sources tbody a").evaluate_all(
        "all => all.map((link) => link.hash.slice(1))"
    )
    assert sorted(links) == sorted(ledger)
    assert rows == len(ledger)
    for at, clause in enumerate(links):
        assert sorted(column[at] for column in columns) == sorted(ledger[clause])
    expect(host.locator("#result-course .points-line")).to_have_count(3)
    healthy_in_both(host)
    healthy_in_both(guest)
    # Its box is closed and brought back; the page is loaded anew and shows it again.
    host.click("#result .close")
    host.click("#show-result")
    host.wait_for_selector("#result[open]")
    guest.reload()
    guest.wait_for_selector("#result[open] #result-sources tfoot")
    guest.click("#result .close")
    # One plays once more, the other is told so where they are, and both sit where they sat.
    names = host.locator("#seats .name").all_inner_texts()
    old = host.url
    host.click("#result form.again button")
    host.wait_for_url(lambda url: url != old)
    expect(guest.locator("#after .asked-again")).to_contain_text("Ada")
    guest.tap("#after .asked-again a")
    guest.wait_for_url(host.url)
    for page, seat in ((host, 0), (guest, 2)):
        page.wait_for_selector("#table[data-n]")
        expect(page.locator(f'#seats > li.mine[data-seat="{seat}"]')).to_be_visible()
        assert page.locator("#seats .name").all_inner_texts() == names
    expect(host.locator("#seats > li").nth(1).locator(".doing")).to_contain_text("robot")
