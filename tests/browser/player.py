"""Somebody at a table, who picks at random among what the page offers."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

from parvis.engine.chance import Rng
from parvis.web.load.browsers import LOOK
from tests.browser.waiting import PATIENCE, POLL, answered

# What can be picked now, by the names that a screen reader says.
NAMES = """() => [...document.querySelectorAll("#answers [data-reach], .panel [data-reach]")]
  .filter((one) => one.getBoundingClientRect().width)
  .map((one) => one.getAttribute("aria-label") ?? one.textContent.trim())"""
PASSING = 60.0  # seconds after which what lies over a place lies there for good


class Player:
    """A page of the table, and what its player does there."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.rng = Rng(seed)
        self.turned = 0

    def look(self, wanted: float | str = 0.0) -> dict[str, Any]:
        """What the page offers, and where one of it is: by name, or by how far down the list."""
        seen: dict[str, Any] = self.page.evaluate(LOOK, wanted)
        return seen

    def any(self) -> float:
        """A number from 0 to below 1."""
        return self.below(1 << 20) / (1 << 20)

    def below(self, count: int) -> int:
        return int(self.rng.below(count))

    def press(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def act(self) -> bool:
        """One pick, if one is asked for; whether there was one."""
        target = self.look(self.any())["target"]
        if target is None:
            return False
        limit = time.monotonic() + PASSING
        while target["x"] is None:  # something may just be on its way over it
            assert time.monotonic() < limit, f"{target['name']} cannot be reached by a pointer"
            self.page.wait_for_timeout(POLL)
            again = self.look(target["name"])["target"]
            if again is None:
                return True
            target = again
        if target["name"] == "confirm" and self.turned < 3 and self.below(2):
            self.turned += 1
            self.turn()
            return True
        self.turned = 0
        self.press(target["x"], target["y"])
        return True

    def turn(self) -> None:
        box = self.page.evaluate(
            """() => document.querySelector('[data-does="turn-right"]')?.getBoundingClientRect()"""
        )
        if box:
            self.press(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def put_down(self) -> None:
        """Leaves what was begun: what it would bring is told to this page alone."""
        for _ in range(3):
            self.page.keyboard.press("Escape")

    def over(self) -> bool:
        return bool(self.look()["over"])


class Finger(Player):
    """Plays by touch alone."""

    def press(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


class Keys(Player):
    """Plays by the keyboard alone."""

    def act(self) -> bool:
        seen = self.look()
        if seen["target"] is None:
            return False
        keyboard = self.page.keyboard
        if seen["target"]["name"] == "confirm":
            if self.turned < 3 and self.below(2):
                self.turned += 1
                keyboard.press("r")
                return True
            self.turned = 0
            if not self.page.evaluate("Boolean(document.activeElement.closest('[data-reach]'))"):
                keyboard.press("ArrowRight")
            keyboard.press("Enter")
            return True
        for _ in range(1 + self.below(min(8, seen["count"]))):
            keyboard.press("ArrowRight")
        keyboard.press("Enter")
        return True


class Named(Player):
    """Plays as assistive technology does: by role and name, the focus first, then the click."""

    def act(self) -> bool:
        seen = self.look()
        if seen["target"] is None:
            return False
        answered(self.page)  # what a button brings is part of its name
        names: list[str] = self.page.evaluate(NAMES)
        if not names:
            return False
        self.page.evaluate("document.activeElement?.blur()")
        name = names[self.below(len(names))]
        found = self.page.get_by_role("button", name=name, exact=True).and_(
            self.page.locator("[data-reach]")
        )
        if not found.count():
            return True  # somebody else moved meanwhile
        element = found.first.element_handle()
        element.focus()
        answered(self.page)  # what it would bring is drawn by now
        if self.look()["n"] != seen["n"]:
            return True  # somebody else moved meanwhile
        assert element.evaluate("(one) => one.isConnected"), f"{name} went away under the focus"
        element.dispatch_event("click")
        return True


# Where the table is in words: whether something is asked, and how many answers are listed.
LISTED = """() => {
  const root = document.getElementById("table");
  const free = root.dataset.mine === "true" && !root.classList.contains("waits");
  const listed = "#choices :is([data-does=choose], [data-does=confirm])";
  return free ? document.querySelectorAll(listed).length : 0;
}"""
# A move in notation, as it is offered after its first letter.
COMPLETED = """() => document.querySelector("#completions li b")?.textContent ?? \"\""""


class Typist(Player):
    """Plays in words: by typing a number or a move, by a button of the list, by a digit."""

    def act(self) -> bool:
        count = int(self.page.evaluate(LISTED))
        if not count:
            return False
        number = 1 + self.below(count)
        way = self.below(4)
        if way == 0 and number < 10:
            self.page.evaluate("document.activeElement?.blur()")
            self.page.keyboard.press(str(number))
        elif way == 1:
            self.page.evaluate(
                "(at) => document.querySelectorAll('#choices button')[at]?.click()", number - 1
            )
        elif way == 2 and self.notation():
            return True
        else:
            self.type(str(number))
        return True

    def type(self, line: str) -> None:
        self.page.fill("#typed", line)
        self.page.keyboard.press("Enter")

    def notation(self) -> bool:
        """A whole move by what the line completes it to; whether there is one."""
        if self.page.locator("#choices [data-does=back]").count():
            return False  # a whole move, not the rest of one
        self.page.fill("#typed", "@bcdefmpt"[self.below(9)])
        answered(self.page)
        found = str(self.page.evaluate(COMPLETED))
        if not found or self.page.locator("#completions li").count() < 1:
            return False
        self.type(found)
        return True

    def over(self) -> bool:
        return bool(self.page.evaluate("document.getElementById('table').dataset.over === 'true'"))


# What the frame of two keys is around: several things, an answer, or something else.
FRAMED = """() => {
  const frame = document.getElementById("scan"), at = document.activeElement;
  if (frame.hidden) return "nothing";
  const [f, a] = [frame, at].map((each) => each.getBoundingClientRect());
  const one = ["width", "height"].every((side) => Math.abs(f[side] - 12 - a[side]) < 4);
  return !one ? "group" : at.closest("[data-reach], #answers") ? "answer" : "other";
}"""


class TwoKeys(Player):
    """Plays with the space bar and Enter, and nothing else."""

    def act(self) -> bool:
        if not self.asked():
            return False
        for _ in range(1 + self.below(5)):
            self.page.keyboard.press(" ")
        for _ in range(80):
            if not self.asked():
                return True
            framed = self.page.evaluate(FRAMED)
            if framed == "group":
                self.page.keyboard.press("Enter")
                for _ in range(self.below(3)):
                    self.page.keyboard.press(" ")
            elif framed == "answer":
                self.page.keyboard.press("Enter")
                return True
            else:
                self.page.keyboard.press(" ")
        raise AssertionError("two keys never came to an answer")

    def asked(self) -> bool:
        seen = self.look()
        return bool(seen["count"] or self.page.evaluate(LISTED))


def play_out(players: list[Player], limit: int = 4000) -> int:
    """Let them play until the game is over for all of them; the number of picks."""
    picks, last = 0, time.monotonic()
    while picks < limit:
        done = [player.act() for player in players]
        picks += sum(done)
        if any(done):
            last = time.monotonic()
            continue
        if all(player.over() for player in players):
            return picks
        assert time.monotonic() < last + PATIENCE, [player.look() for player in players]
        players[0].page.wait_for_timeout(POLL)
    raise AssertionError(f"not over after {limit} picks")


def points(player: Player) -> list[str]:
    """The points of each seat, as the page shows them."""
    return player.page.locator("#seats .points").all_inner_texts()
