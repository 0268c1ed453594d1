"""The table on every screen: question and hand always there, nothing covered, nothing too small."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

import parvis
from parvis.web.load.browsers import AT_ONCE
from tests.browser.moments import ALONE, Moment, be, prepare
from tests.browser.player import Finger, Player
from tests.browser.server import Server
from tests.browser.waiting import COUNTING, PATIENCE, POLL, answered

GAMES = {game.id: max(game.seats) for game in parvis.all_games()}
TOUCHED = ((844, 390), (360, 640), (390, 844), (820, 1180))
BY_MOUSE = ((1366, 625), (1280, 800), (640, 400), (1920, 1080))
MIDDLE = 0.55
LOOKS = 10  # picks between two looks at where everything stands
SHARES = (0.03, MIDDLE, 0.8, 2.0)  # beyond 1: the game is over

# Counts the states that came: a page that becomes small or large is drawn anew by the server.
STATES = """(() => {
  window.parvisStates = 0;
  const send = WebSocket.prototype.send;
  const known = new WeakSet();
  WebSocket.prototype.send = function (text) {
    if (!known.has(this)) {
      known.add(this);
      this.addEventListener("message", (event) => {
        if (JSON.parse(event.data).type === "state") window.parvisStates++;
      });
    }
    return send.call(this, text);
  };
})()"""

GEOMETRY = (Path(__file__).with_name("geometry.js")).read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory, long: bool) -> Iterator[Stage]:
    """A server with a table for each game and moment."""
    folder = tmp_path_factory.mktemp("stage")
    shares = SHARES if long else (MIDDLE,)
    wanted = [(game, seats, share) for game, seats in GAMES.items() for share in shares]
    tables = {(each.game, each.share): each for each in prepare(folder, wanted)}
    server = Server(folder)
    server.start()
    yield Stage(server, tables)
    server.kill()


class Stage:
    """The server, and its tables by game and share."""

    def __init__(self, server: Server, tables: dict[tuple[str, float], Moment]) -> None:
        self.server = server
        self.tables = tables

    def early(self, long: bool) -> tuple[float, ...]:
        """The moments at which the game is not over."""
        return tuple(share for share in SHARES if share < 1) if long else (MIDDLE,)

    def open(
        self, browser: Browser, game: str, size: tuple[int, int], touch: bool, share: float = MIDDLE
    ) -> tuple[BrowserContext, Page]:
        """Come to a table as the person of the first seat."""
        moment = self.tables[game, share]
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce",
            locale="fr-FR",
            service_workers="block",
            has_touch=touch,
            is_mobile=touch,
        )
        context.set_default_timeout(1000 * PATIENCE)
        context.add_init_script(COUNTING)
        context.add_init_script(STATES)
        context.add_init_script(AT_ONCE)
        be(context, self.server.address, moment)
        page = context.new_page()
        page.goto(self.server.address + moment.path)
        page.wait_for_selector("#table[data-n]")
        return context, page


def resize(page: Page, size: tuple[int, int]) -> None:
    """Make the window another one, and wait until it is drawn for its size."""
    page.wait_for_function("() => parvisStates > 0")
    before = page.evaluate("[parvisStates, document.getElementById('jumps').offsetParent !== null]")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_function(
        """([states, small]) => parvisStates > states
          || (document.getElementById("jumps").offsetParent !== null) === small""",
        arg=before,
    )
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def look_at(page: Page, sizes: tuple[tuple[int, int], ...], touch: bool) -> list[str]:
    """What is wrong at these sizes."""
    found: list[str] = []
    for size in sizes:
        resize(page, size)
        page.evaluate("document.querySelectorAll('dialog[open]').forEach((each) => each.close())")
        found += [f"{size[0]}x{size[1]}: {trouble}" for trouble in page.evaluate(GEOMETRY, touch)]
    return found


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "mouse"])
@pytest.mark.parametrize("game", GAMES)
def test_question_and_hand_are_there_and_nothing_is_covered_at_any_size(
    browser: Browser, stage: Stage, game: str, touch: bool, long: bool
) -> None:
    sizes = TOUCHED if touch else BY_MOUSE
    for share in SHARES if long else (MIDDLE,):
        context, page = stage.open(browser, game, sizes[0], touch, share)
        found = look_at(page, sizes, touch)
        context.close()
        assert found == [], "\n".join([f"{game} at {share}", *found])


# Words in the heads of the table of points that stand in two lines.
BROKEN_NAMES = """[...document.querySelectorAll(".sources thead .name")]
  .filter((each) => !each.textContent.includes(" "))
  .filter((each) => each.offsetHeight > 1.5 * parseFloat(getComputedStyle(each).lineHeight))
  .map((each) => each.textContent)"""


def play_by_taps(page: Page, game: str) -> None:
    """To the end, and all that while question and hand are there."""
    finger, picks, last = Finger(page, 3), 0, time.monotonic()
    while not finger.over():
        if finger.act():
            picks, last = picks + 1, time.monotonic()
            if picks % LOOKS == 0:
                found = page.evaluate(GEOMETRY, True)
                assert found == [] or finger.over(), "\n".join(
                    [f"{game} after {picks} picks", *found]
                )
        else:
            assert time.monotonic() < last + PATIENCE, finger.look()
            page.wait_for_timeout(POLL)
    page.wait_for_selector("#result[open]")
    page.wait_for_selector(".sources thead .name")
    assert page.evaluate(BROKEN_NAMES) == []


SHORT = ("bella-vista", (844, 390))
WHOLE = [(game, size) for game in GAMES for size in ((360, 640), (844, 390))]


@pytest.mark.parametrize(
    ("game", "size"),
    [pytest.param(*each, marks=[] if each == SHORT else pytest.mark.long) for each in WHOLE],
    ids=[f"{game}-{size[0]}x{size[1]}" for game, size in WHOLE],
)
def test_a_whole_game_is_played_by_taps_on_the_smallest_phones(
    browser: Browser, tmp_path: Path, game: str, size: tuple[int, int]
) -> None:
    [moment] = prepare(tmp_path, [(game, GAMES[game], ALONE)])
    server = Server(tmp_path)
    server.start()
    try:
        stage = Stage(server, {(game, ALONE): moment})
        context, page = stage.open(browser, game, size, touch=True, share=ALONE)
        play_by_taps(page, game)
        context.close()
    finally:
        server.kill()


def test_pointing_at_an_opponent_enlarges_the_area_and_shifts_nothing(
    browser: Browser, stage: Stage
) -> None:
    context, page = stage.open(browser, "neoville", (1280, 800), touch=False)
    where = """() => [...document.querySelectorAll("#asked, #papers, #seats > li, .tabs button")]
      .map((each) => each.getBoundingClientRect().toJSON())"""
    before = page.evaluate(where)
    for seat in (1, 3):
        page.hover(f"#seats > li[data-seat='{seat}'] .who")
        page.wait_for_selector(f".panel.large[data-seat='{seat}']")
        assert page.evaluate(where) == before
        box = page.locator(".panel.large").bounding_box()
        assert box
        assert box["width"] > 300
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 800
    page.mouse.move(60, 400)
    page.wait_for_selector(".panel.large", state="detached")
    assert page.evaluate(where) == before
    context.close()


def test_an_area_is_pinned_beside_the_board_by_key_and_stays_there(
    browser: Browser, stage: Stage
) -> None:
    context, page = stage.open(browser, "bella-vista", (1280, 800), touch=False)
    page.focus("#seats > li[data-seat='2'] .who")
    page.keyboard.press("Enter")
    page.wait_for_selector(".panel.large[data-seat='2']")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    pinned = "#ground > .panel[data-seat='2']"
    page.wait_for_selector(pinned)
    assert page.locator(".panel.large").count() == 0
    assert page.evaluate(GEOMETRY, False) == []
    page.reload()
    page.wait_for_selector(pinned)
    box = page.locator(pinned).bounding_box()
    assert box
    assert box["width"] >= 150
    assert page.evaluate("document.activeElement.matches('body')")
    page.click(f"{pinned} .pin")
    page.wait_for_selector("#seats > li[data-seat='2'] .panel[data-role=area]")
    context.close()


def test_cities_of_others_are_readable_beside_ones_own(browser: Browser, stage: Stage) -> None:
    context, page = stage.open(browser, "neoville", (1280, 800), touch=False)
    widths = page.evaluate(
        """[...document.querySelectorAll('#ground > .panel[data-role="area"] > svg')]
          .map((each) => each.getBoundingClientRect().width)"""
    )
    assert len(widths) == 3
    assert min(widths) > 115, "they were 75 in the list of seats"
    own = page.locator('.panel[data-role="board"]').bounding_box()
    assert own
    assert own["width"] > 450, "one's own stays large"
    context.close()


# What is written on the table and can hardly be read. Others' areas can be enlarged.
HARDLY_READ = """() => [...document.querySelectorAll("#table .panel > svg text")]
  .filter((text) => text.checkVisibility({ visibilityProperty: true }))
  .map((text) => ({ words: text.textContent, role: text.closest(".panel").dataset.role,
    size: parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a }))
  .filter(({ role, size }) => size < (role === "area" ? 7.9 : 10.7))
  .map(({ words, role, size }) => `${role}: "${words}" has ${size.toFixed(1)} px`)"""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_written_on_a_wide_table_can_be_read_or_is_left_out(
    browser: Browser, stage: Stage, game: str, long: bool
) -> None:
    for share in SHARES if long else (MIDDLE,):
        context, page = stage.open(browser, game, (1280, 800), touch=False, share=share)
        for size in ((1280, 800), (1920, 1080)):
            resize(page, size)
            assert page.evaluate(HARDLY_READ) == [], f"{game} at {size}"
        context.close()


# What lies side by side on the board and is too small for a finger to tell apart.
CROWDED = """() => {
  const boxes = [...document.querySelectorAll('#ground [data-role="board"] .is-legal')]
    .map((each) => ({ name: each.dataset.place, box: each.getBoundingClientRect() }))
    .map(({ name, box: { x, y, width, height } }) =>
      ({ name, x: x + width / 2, y: y + height / 2, size: Math.min(width, height) }));
  const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < 1.1 * a.size;
  return boxes.filter((one) => one.size < 43.5)
    .filter((one) => boxes.some((each) => each !== one && near(one, each))).map(({ name }) => name);
}"""
# How large the places of a sort are that lie beside the one that was picked.
BESIDE = """(sort) => Math.min(
  ...[...document.querySelectorAll(`#ground [data-place^="${sort}-"]:not(.is-picked)`)]
    .map((each) => each.getBoundingClientRect()).map((box) => Math.min(box.width, box.height)))"""
LIES_IN_VIEW = """() => {
  const frame = document.getElementById("ground").getBoundingClientRect();
  return [...document.querySelectorAll('.ghostly #ground [data-role="board"] .is-picked')]
    .map((each) => each.getBoundingClientRect())
    .every((_, n, all) => all.some(
      ({ top, bottom }) => top > frame.top - 1 && bottom < frame.bottom + 1));
}"""


@pytest.mark.parametrize("game", GAMES)
def test_with_a_move_in_hand_a_low_phone_shows_the_board_and_a_finger_finds_its_places(
    browser: Browser, stage: Stage, game: str
) -> None:
    context, page = stage.open(browser, game, (360, 640), touch=True)
    finger = Finger(page, 5)
    told = page.locator("#log .entry.move").count()
    for _ in range(3):
        crowded = page.evaluate(CROWDED)
        target = finger.look(crowded[0] if crowded else finger.any())["target"]
        if target is None or target["name"] == "confirm":
            break
        finger.press(target["x"], target["y"])
        answered(page)
        assert page.locator("#log .entry.move").count() == told, "a tap is no move yet"
        if not page.locator("#table.begun").count():
            break
        ground = page.locator("#ground").bounding_box()
        assert ground
        assert ground["height"] >= 230
        assert page.evaluate(LIES_IN_VIEW), "what lies on the board is seen"
        if crowded:
            sort = crowded[0].split("-")[0]
            assert page.evaluate(BESIDE, sort) >= 43, "then the next tap finds any square"
    finger.put_down()
    context.close()


PHONES = ((390, 844), (360, 640), (844, 390))
# What can be picked and is drawn smaller than a finger: its name and middle, and whether all else
# that can be picked is a finger away from there.
SMALL_TARGETS = """() => {
  const all = [...document.querySelectorAll(".panel .is-legal")].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    const middle = { x: x + width / 2, y: y + height / 2 };
    return { name: each.dataset.place, ...middle, size: Math.min(width, height) };
  });
  const apart = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
  return all.filter((one) => one.size < 43.5).map(({ name, x, y }) => ({ name, x, y,
    alone: all.every((each) => each.name === name || apart(each, { x, y }) >= 43.5) }));
}"""
PICKED = "[...document.querySelectorAll('.panel .is-picked')].map((each) => each.dataset.place)"


@pytest.mark.parametrize("game", GAMES)
def test_a_finger_finds_all_that_can_be_picked_or_the_first_tap_enlarges_it_and_plays_nothing(
    browser: Browser, stage: Stage, game: str, long: bool
) -> None:
    for size, share in [(size, share) for size in PHONES for share in stage.early(long)]:
        context, page = stage.open(browser, game, size, touch=True, share=share)
        finger = Finger(page, 5)
        told = page.locator("#log .entry.move").count()
        for _ in range(4):
            answered(page)
            targets = page.evaluate(SMALL_TARGETS)
            crowded = [each["name"] for each in targets if not each["alone"]]
            wanted = (crowded or [each["name"] for each in targets] or [finger.any()])[0]
            target = finger.look(wanted)["target"]
            if target is None or target["name"] == "confirm":
                break
            if page.locator(f'#answers [data-pick="{target["name"]}"]').count():
                break  # a button that says what it does is meant
            if targets and not crowded:  # a finger may be that far beside it
                [target] = [e for e in page.evaluate(SMALL_TARGETS) if e["name"] == wanted]
                finger.press(target["x"] - 19, target["y"] + 4)
                answered(page)
                assert wanted in page.evaluate(PICKED), f"{wanted} is missed at {size}"
            else:
                finger.press(target["x"], target["y"])
                answered(page)
            assert page.locator("#log .entry.move").count() == told, "a tap is no move yet"
            if crowded:
                sort = crowded[0].split("-")[0]
                assert page.evaluate(BESIDE, sort) >= 43, f"{sort} stays small at {size}"
        finger.put_down()
        context.close()


def test_with_a_building_in_hand_its_buttons_are_whole_beside_what_is_remarked(
    browser: Browser, stage: Stage
) -> None:
    context, page = stage.open(browser, "bella-vista", (1280, 800), touch=False)
    player = Player(page, 5)
    page.wait_for_selector("#remark:not([hidden])")
    while not page.locator('#answers [data-does="confirm"]').count():
        player.act()
        answered(page)
    for size in ((1280, 800), (1366, 625)):
        resize(page, size)
        assert page.evaluate(GEOMETRY, False) == []
    player.put_down()
    context.close()


BUILT = """[...document.querySelectorAll("[id^=city-building]")]
  .filter((each) => each.childElementCount).map((each) => each.id)"""


def test_a_building_is_nudged_and_dragged_by_a_finger_then_confirmed(
    browser: Browser, stage: Stage
) -> None:
    context, page = stage.open(browser, "bella-vista", (390, 844), touch=True)
    finger = Finger(page, 5)
    stood = page.evaluate(BUILT)
    while not page.locator("#nudges").is_visible():
        finger.act()
        page.wait_for_function("() => !document.querySelector('#table.waits')")
    page.wait_for_selector("#table.ghostly")
    [ghost] = set(page.evaluate(BUILT)) - set(stood)
    drawn = f"document.getElementById('{ghost}').innerHTML"
    seen = {page.evaluate(drawn)}
    for way in ("left", "up", "right", "down"):
        page.tap(f"#nudges [data-way={way}]")
        answered(page)
        seen.add(page.evaluate(drawn))
    assert len(seen) > 2, "nudging shows nothing"
    session = context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        dots = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": dots})

    before, ways = page.evaluate(drawn), [(90, 0), (-90, 0), (0, 90), (0, -90)]
    while page.evaluate(drawn) == before:
        dx, dy = ways.pop()
        box = page.locator(f"#{ghost}").bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch("touchStart", (x, y))
        for step in range(1, 6):
            touch("touchMove", (x + dx * step / 5, y + dy * step / 5))
        touch("touchEnd")
        answered(page)
    assert page.locator("#nudges").is_visible(), "a drag is no confirmation"
    told = page.locator("#log .entry.move").count()
    page.tap('[data-does="confirm"]')
    page.wait_for_function(
        "(told) => document.querySelectorAll('#log .entry.move').length > told", arg=told
    )
    context.close()


def test_the_regions_of_neotopia_are_a_tap_away(browser: Browser, stage: Stage) -> None:
    context, page = stage.open(browser, "neotopia", (390, 844), touch=True)
    for region in ("land-water", "land-forest", "supply", "city"):
        page.tap(f"#jumps [data-panel={region}]")
        page.wait_for_selector(f"#jumps [data-panel={region}][aria-current=true]")
        box = page.locator(f".panel[data-panel={region}]").bounding_box()
        ground = page.locator("#ground").bounding_box()
        assert box
        assert ground
        assert box["y"] < ground["y"] + ground["height"] - 100
    # A finger that rests on a card of the hand sees it large: that card alone, as it is.
    card = page.locator("#hand [data-place]").nth(1).bounding_box()
    assert card
    at = [{"x": card["x"] + card["width"] / 2, "y": card["y"] + card["height"] / 2}]
    touch = context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at})
    page.wait_for_selector("#explained:not([hidden]) .clauses")
    large = page.locator("#explained .enlarged").bounding_box()
    assert large
    assert large["height"] > 1.5 * card["height"]
    shape = card["width"] / card["height"]
    assert large["width"] / large["height"] == pytest.approx(shape, rel=0.1)
    context.close()


CURRENT = "() => document.querySelector('#jumps [aria-current=true]')?.dataset.panel"


@pytest.mark.parametrize("game", GAMES)
def test_the_tab_of_what_is_in_view_is_the_current_one(
    browser: Browser, stage: Stage, game: str
) -> None:
    context, page = stage.open(browser, game, (390, 844), touch=True)
    tabs = page.locator("#jumps [data-panel]").evaluate_all(
        "all => all.map((each) => each.dataset.panel)"
    )
    reached = set()
    for tab in tabs:
        page.tap(f"#jumps [data-panel={tab}]")
        page.evaluate("() => new Promise((done) => setTimeout(done, 100))")
        reached.add(page.evaluate(CURRENT))
    assert len(reached) >= len(tabs) - 1, "the last ones may both be in view"
    context.close()


@pytest.mark.parametrize("size", [(390, 844), (360, 640)], ids=["tall", "low"])
def test_what_one_may_take_lies_right_above_the_hand_of_a_phone(
    stage: Stage, browser: Browser, size: tuple[int, int]
) -> None:
    context, page = stage.open(browser, "neotopia", size, touch=True)
    offer = page.locator('.panel[data-role="supply"]')
    offer.locator(".is-legal").first.wait_for()
    box, asked = offer.bounding_box(), page.locator("#asked").bounding_box()
    assert box is not None
    assert asked is not None
    ends, begins = box["y"] + box["height"], asked["y"]
    assert abs(ends - begins) < 12, "nothing lies between the offer and the question"
    page.locator("#jumps .jump").nth(1).tap()  # a region is looked at: the offer stays
    assert offer.locator(".is-legal").first.evaluate(
        """(card) => { const { x, y } = card.getBoundingClientRect();
             return card.contains(document.elementFromPoint(x + 20, y + 20)); }"""
    )
    context.close()
