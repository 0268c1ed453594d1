"""A first game: whole courses at the real table, by mouse and finger; remarks beside a game."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

import parvis
from parvis.engine.course import Lesson, course_of
from parvis.engine.game import Game, read_position
from tests.browser.conftest import Visit
from tests.browser.server import Server
from tests.browser.test_pages import healthy_in_both
from tests.browser.test_screens import GEOMETRY
from tests.browser.waiting import PATIENCE, answered, until

expect.set_options(timeout=1000 * PATIENCE)
SHORT = {("neoville", False), ("cites-nouvelles", True)}  # stand in for the others
CONFIRM = '#answers [data-does="confirm"]'
# All is picked: the move waits for a word, or was played and judged.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
WHOLE = f"""() => document.getElementById("table").dataset.lesson !== "asked"
  || document.querySelector('{CONFIRM}') !== null"""
COURSES = [
    pytest.param(
        game.id,
        phone,
        marks=[] if (game.id, phone) in SHORT else pytest.mark.long,
        id=f"{game.id}-{'phone' if phone else 'wide'}",
    )
    for game in parvis.all_games()
    for phone in (False, True)
]


def steps(game: str) -> tuple[Lesson, ...]:
    course = course_of(parvis.game_of(game))
    assert course is not None
    return course.steps


def picks(game: Game, step: Lesson, move: int) -> list[tuple[str, str]]:
    """What one picks for a move, and what each is called."""
    view = read_position(step.text).view(step.seat)
    tree = game.choices(view, game.speech("fr"))
    path = next(path for found, path in tree.paths() if found == move)
    return list(zip(path, tree.labels(path), strict=True))


def press(page: Page, selector: str, phone: bool) -> None:
    found = page.locator(selector).first
    found.scroll_into_view_if_needed()
    box = None
    while (now := found.bounding_box()) != box:  # what a move would bring may still make room
        box = now
        page.evaluate(FRAMES)
    assert box is not None, selector
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    if phone:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def play(page: Page, step: Lesson, move: int, phone: bool) -> None:
    """Play a move by picking what makes it; what has one answer is answered by itself."""
    game = parvis.game_of(step.text.partition("/")[0])
    for pick, label in picks(game, step, move):
        answered(page)
        button, place = f'#answers [data-pick="{pick}"]', f'.panel [data-for="{pick}"]'
        if page.locator(button).count():
            press(page, button, phone)
        elif page.locator(place).count():
            press(page, place, phone)
        elif page.locator("#turned").inner_text():
            while page.locator("#turned").inner_text() != label:
                press(page, '#answers [data-does="turn-right"]', phone)
                answered(page)
    page.wait_for_function(WHOLE)
    answered(page)
    if judged(page) == "asked":
        press(page, CONFIRM, phone)
    until(page, lambda: judged(page) != "asked")


def judged(page: Page) -> str:
    return page.locator("#table").get_attribute("data-lesson") or ""


@pytest.mark.parametrize(("game", "phone"), COURSES)
def test_a_whole_course_is_done_step_by_step(
    visit: Visit, server: Server, game: str, phone: bool
) -> None:
    page = visit(f"{server.address}/learn/{game}", phone)
    healthy_in_both(page)
    page.click("[data-start]")
    for number, step in enumerate(steps(game), 1):
        page.wait_for_url(f"**/learn/{game}/{step.id}")
        page.wait_for_selector("#table[data-n]")
        expect(page.locator(".lesson-head .count")).to_have_text(f"{number}/{len(steps(game))}")
        if step.ideas:
            expect(page.locator("#lesson-on")).to_be_hidden()
            position = read_position(step.text)
            play(page, step, step.answers(position)[0], phone)
            expect(page.locator("#lesson-says p").first).to_be_visible()
            assert judged(page) == "right"
        if number == 2:
            healthy_in_both(page)
        # What goes on has the focus: Enter is enough.
        expect(page.locator("#lesson-on")).to_be_focused()
        page.keyboard.press("Enter")
    page.wait_for_url(f"**/learn/{game}#play")
    expect(page.locator(".course-steps .done")).to_have_count(len(steps(game)))


def test_a_wrong_move_is_answered_and_tried_again_and_one_comes_back_tomorrow(
    visit: Visit, server: Server
) -> None:
    page = visit(f"{server.address}/learn/neoville/tower")
    page.wait_for_selector("#table[data-n]")
    expect(page.locator("#lesson-title")).to_be_focused()
    # Shown how: the places are marked, and what it would bring is drawn.
    page.click("#lesson-show")
    expect(page.locator("#why")).to_contain_text("Pierre 4")
    step = next(step for step in steps("neoville") if step.id == "tower")
    position = read_position(step.text)
    play(page, step, position.read("S8@nw"), False)
    assert judged(page) == "wrong"
    expect(page.locator("#lesson-says")).to_contain_text("−8 (Les points des gratte-ciel, NV-4.2)")
    expect(page.locator("#lesson-says")).to_contain_text("n’a que 5 cases")
    expect(page.locator("#lesson-again")).to_be_focused()
    healthy_in_both(page)
    page.keyboard.press("Enter")
    until(page, lambda: judged(page) == "asked")
    expect(page.locator("#lesson-says")).to_be_empty()
    play(page, step, position.read("S4@nw"), False)
    assert judged(page) == "right"
    # Tomorrow the course and the home page lead to the next step.
    kept = page.evaluate("localStorage.getItem('parvis.learn.neoville')")
    assert json.loads(kept) == {"at": "size", "done": ["tower"]}
    page.goto(f"{server.address}/")
    link = page.locator('[data-learn="neoville"] a')
    expect(link).to_have_text("Reprendre à l’étape 4 sur 10")
    link.click()
    page.wait_for_url("**/learn/neoville/size")


SIZES = {True: ((844, 390), (360, 640), (820, 1180)), False: ((1366, 625), (640, 400), (1280, 800))}


@pytest.mark.parametrize("phone", [True, False], ids=["touch", "mouse"])
@pytest.mark.parametrize(
    "path",
    [
        "bella-vista/contract",
        pytest.param("neotopia/build", marks=pytest.mark.long),
        pytest.param("neoville/tower", marks=pytest.mark.long),
    ],
)
def test_a_step_hides_neither_its_answers_nor_the_hand_nor_the_board(
    visit: Visit, server: Server, path: str, phone: bool
) -> None:
    page = visit(f"{server.address}/learn/{path}", phone)
    for width, height in SIZES[phone]:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.wait_for_selector("#table[data-n]")
        answered(page)
        # Where there is little room, the task says what the question would.
        found = {*page.evaluate(GEOMETRY, phone)} - {"the question is not there"}
        assert found == set(), f"{width}x{height}"
        ground = page.locator("#ground").bounding_box()
        assert ground is not None
        assert ground["height"] > 80, f"{width}x{height}"


IN_VIEW = """(place) => {
  const box = document.querySelector(`#ground [data-place="${place}"]`).getBoundingClientRect();
  const frame = document.getElementById("ground").getBoundingClientRect();
  return box.top >= frame.top && box.bottom <= frame.bottom;
}"""


def test_on_a_phone_a_step_shows_what_it_speaks_of(visit: Visit, server: Server) -> None:
    page = visit(f"{server.address}/", True)
    for path, place in (("neoville/dome", "shelf-biodomes"), ("neotopia/goal", "points-desert-0")):
        page.goto(f"{server.address}/learn/{path}")
        page.wait_for_selector("#table[data-n]")
        page.wait_for_function(IN_VIEW, arg=place)


def test_a_first_game_offers_the_course_and_says_what_matters_until_two_were_played(
    visit: Visit, server: Server
) -> None:
    page = visit(f"{server.address}/")
    origin = {"origin": server.address}

    def new_game() -> None:
        address = f"{server.address}/play-now/bella-vista"
        made = page.request.post(address, form={"bot": "random"}, headers=origin)
        page.goto(made.url)
        page.wait_for_selector('#table[data-mine="true"]')

    new_game()
    expect(page.locator("#remark")).to_contain_text("Payer cher, c’est bâtir tôt")
    expect(page.locator("#offer")).to_be_visible()
    healthy_in_both(page)
    # It can be switched off, and on again.
    page.click("#menu > summary")
    page.uncheck("#pref-remarks")
    expect(page.locator("#remark")).to_be_hidden()
    page.check("#pref-remarks")
    page.keyboard.press("Escape")
    page.click('[data-does="no-offer"]')
    expect(page.locator("#offer")).to_have_count(0)
    new_game()
    expect(page.locator("#remark")).to_be_visible()
    expect(page.locator("#offer")).to_be_hidden()
    new_game()
    expect(page.locator("#remark")).to_be_hidden()


def test_the_guided_game_is_entered_from_the_course_and_commented(
    visit: Visit, server: Server
) -> None:
    page = visit(f"{server.address}/learn/cites-nouvelles", True)
    page.tap("#play button")
    page.wait_for_selector('#table[data-mine="true"]')
    expect(page.locator("#remark")).to_be_visible()
    expect(page.locator("#game")).to_have_text("Cités Nouvelles")
    healthy_in_both(page)
