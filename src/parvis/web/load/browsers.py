"""`parvis load --browser`: from a click to the other browser's painted board, in real Chromium.

Two browsers sit at one table and click at random among what the page offers. Imports the server's
process, the tables, and identities to sit down with.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parvis.engine.chance import Rng
from parvis.web.identity import Identity, Reader
from parvis.web.load.process import KEY, a_server
from parvis.web.load.tables import Made, make_table, maker

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# What Playwright turns off, whose own list ours replaces; and the address bar's suggestions,
# which are two pages of their own in every window that nobody ever sees.
NOT_NEEDED = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
)  # fmt: skip
FLAGS = [
    f"--disable-features={','.join(NOT_NEEDED)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Pages that no window shows are still played on.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
]
HERE = Path(__file__).parent / "browser"
LOOK = (HERE / "look.js").read_text(encoding="utf-8")
WATCH = (HERE / "watch.js").read_text(encoding="utf-8")
# Others' moves are painted when they come, not one after the other. (An empty page has no storage.)
AT_ONCE = "if (location.host) localStorage['parvis.pace'] ??= 'none'"
NOTED = "() => parvisNoted"
MOVES = 60  # that are played at least
TABLES = 5  # that are at hand when a game ends
PATIENCE = 30.0  # seconds without a move after which something is wrong


class NoBrowser(Exception):
    """There is no browser to look with; says what to install."""


@dataclass(frozen=True)
class Painted:
    """How long it took, in seconds."""

    game: str
    browser: str
    moves: int
    p50: float
    p95: float
    busy: float

    def lines(self) -> list[str]:
        return [
            f"{self.game}, {self.moves} moves, {self.browser}, load average {self.busy:.1f}",
            f"  {1000 * self.p50:8.1f} ms from a click to the other browser's painted board, p50",
            f"  {1000 * self.p95:8.1f} ms p95",
        ]

    def plain(self) -> dict[str, object]:
        return asdict(self)


def chromium() -> str | None:
    """Chromium, as the machine has it."""
    return next((path for name in CHROMIUMS if (path := shutil.which(name))), None)


def watch(game: str) -> Painted:
    """Play a game in two browsers."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise NoBrowser('playwright drives the browser: pip install "parvis[dev]"') from None
    found = chromium()
    if found is None:
        raise NoBrowser("no Chromium on this machine (Debian, Ubuntu: apt install chromium)")
    with tempfile.TemporaryDirectory(prefix="parvis-load-") as name, ExitStack() as stack:
        tables = asyncio.run(made(Path(name), game))
        address, _ = stack.enter_context(a_server(Path(name)))
        driver = stack.enter_context(sync_playwright())
        pages: list[Page] = []
        for person in tables[0].people:
            browser = driver.chromium.launch(executable_path=found, args=FLAGS)
            stack.callback(browser.close)
            context = browser.new_context(
                viewport={"width": 1280, "height": 800}, reduced_motion="reduce", locale="en"
            )
            cookie = Identity(KEY).write(Reader(person, "Load", "en"))
            context.add_cookies([{"name": "parvis", "value": cookie, "url": address}])
            context.add_init_script(AT_ONCE)
            context.add_init_script(WATCH)
            pages.append(context.new_page())
        late: list[float] = []
        for table in tables:
            for page in pages:
                page.goto(f"{address}/t/{table.id}")
                page.wait_for_selector("#table[data-n]")
            play(pages, MOVES - len(late))
            late += lateness([page.evaluate(NOTED) for page in pages])
            if len(late) >= MOVES:
                break
        version = f"Chromium {browser.version.partition('.')[0]}"
    late.sort()
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return Painted(
        game, version, len(late), late[len(late) // 2], late[int(0.95 * len(late))], busy
    )


async def made(folder: Path, game: str) -> list[Made]:
    """Tables where the same two sit."""
    registry = maker(folder)
    first = await make_table(registry, game)
    others = [await make_table(registry, game, first.people) for _ in range(TABLES - 1)]
    await registry.close()
    return [first, *others]


def play(pages: Sequence[Page], moves: int) -> None:
    """Click until so many moves were made, or the game is over."""
    rng, first, last = Rng(secrets.randbits(60)), 0, time.monotonic()
    while True:
        seen = [page.evaluate(LOOK, int(rng.below(1000)) / 1000) for page in pages]
        n = min(int(one["n"]) for one in seen)
        first = first or n
        if n >= first + moves or all(one["over"] for one in seen):
            break
        for page, one in zip(pages, seen, strict=True):
            target = one["target"]
            if target is not None and target["x"] is not None:
                page.mouse.click(target["x"], target["y"])
                last = time.monotonic()
                break
        else:
            if time.monotonic() > last + PATIENCE:
                raise OSError("the game does not go on")
            pages[0].wait_for_timeout(5)
    pages[0].wait_for_timeout(200)  # what is on its way is painted


def lateness(noted: Sequence[dict[str, Any]]) -> list[float]:
    """From each click to what the other page painted of it.

    >>> there, here = {"sent": {"1": 5.0}, "painted": {}}, {"sent": {}, "painted": {"1": 25.0}}
    >>> lateness([there, here])
    [0.02]
    """
    return [
        (other["painted"][n] - sent) / 1000
        for one in noted
        for n, sent in one["sent"].items()
        for other in noted
        if other is not one and n in other["painted"]
    ]
