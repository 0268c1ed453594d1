"""The table in words: everything that the pictures tell can be read, heard, asked and typed."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, expect

import parvis
from tests.browser.conftest import Visit
from tests.browser.player import Typist, play_out, points
from tests.browser.server import Server
from tests.browser.tables import SOME_GAMES, pair, with_bot
from tests.browser.test_curtain import around
from tests.browser.test_pages import healthy, healthy_in_both
from tests.browser.waiting import PATIENCE, answered

expect.set_options(timeout=1000 * PATIENCE)
GAMES = [game.id for game in parvis.all_games()]
SHORTEST = "bella-vista"


def in_words(page: Page) -> Page:
    """The same table in text mode, by its address."""
    page.goto(page.url.partition("?")[0] + "?mode=text")
    page.wait_for_selector("#regions section")
    return page


def alone(visit: Visit, server: Server, game: str, locale: str = "fr-FR") -> Page:
    """Somebody in text mode at a table with a bot."""
    return in_words(with_bot(visit, server, game, locale=locale))


def typed(page: Page, line: str) -> list[str]:
    """What is said after a line."""
    page.wait_for_selector("#choices button")
    page.fill("#typed", line)
    page.keyboard.press("Enter")
    answered(page)
    page.wait_for_selector("#spoken:not([data-unsaid])")
    texts: list[str] = page.locator("#spoken p").all_text_contents()
    said = [each for text in texts for each in text.split("\n")]
    last = max(at for at, each in enumerate(said) if each == f"> {line}")
    return said[last + 1 :]


@pytest.mark.parametrize(
    "game",
    [pytest.param(each, marks=[] if each == SHORTEST else pytest.mark.long) for each in GAMES],
)
def test_two_who_do_not_see_play_a_whole_game(visit: Visit, server: Server, game: str) -> None:
    players = [Typist(in_words(page), seed) for seed, page in enumerate(pair(visit, server, game))]
    play_out(list(players))
    first, second = players
    assert points(first) == points(second)
    for player in players:
        page = player.page
        assert page.locator("#choices button").count() == 0
        page.fill("#typed", "résultat")
        page.keyboard.press("Enter")
        expect(page.locator("#result")).to_be_visible()
        expect(page.locator("#spoken")).to_contain_text(page.inner_text("#ask"))


@pytest.mark.parametrize("game", SOME_GAMES)
def test_everything_is_told_and_nothing_bars_the_way(
    visit: Visit, server: Server, game: str
) -> None:
    page = alone(visit, server, game)
    page.wait_for_selector("#choices button")
    healthy_in_both(page)
    page.set_viewport_size({"width": 390, "height": 844})
    healthy(page)
    page.set_viewport_size({"width": 640, "height": 400})  # twice as large on a usual screen
    healthy(page)
    titles = page.locator("h2:visible").all_inner_texts()
    for title in ("Commandes et réponses", "Ce qui est demandé", "Points", "Journal", "Joueurs"):
        assert title in titles
    # Nothing of the pictures is left to stumble over.
    assert page.locator("svg [data-reach]:visible, #ground:visible, #hand:visible").count() == 0
    places = page.evaluate(
        "() => [...document.querySelectorAll('.panel [data-name]')].map((one) => one.dataset.place)"
    )
    told = typed(page, "table")
    assert len(told) > 10
    for place in places[:3]:
        assert typed(page, f"autour {place}")[0]


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("fr-FR", ("aide", "main", "points", "conseil")),
        ("en-GB", ("help", "hand", "score", "hint")),
        ("it-IT", ("aiuto", "mano", "punti", "consiglio")),
    ],
)
def test_commands_are_words_of_the_reader_and_english_ones(
    visit: Visit, server: Server, locale: str, words: tuple[str, ...]
) -> None:
    page = alone(visit, server, "neoville", locale)
    helps, hand, score, hint = words
    page.wait_for_selector("#choices button")
    assert any(hand in line for line in typed(page, helps))
    assert typed(page, hand) == typed(page, "hand")
    assert any("NV-" in line for line in typed(page, score))
    assert typed(page, "zzz")[0].count("zzz") == 1
    page.fill("#typed", hint)
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_be_visible()
    expect(page.locator("#spoken")).to_contain_text(page.inner_text("#why p").strip())


def test_advice_is_heard_with_its_clauses_and_played_by_yes(visit: Visit, server: Server) -> None:
    page = alone(visit, server, "bella-vista")
    page.wait_for_selector("#choices button")
    told = page.locator("#log .entry.move").count()
    page.fill("#typed", "conseil")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_be_visible()
    expect(page.locator("#spoken")).to_contain_text("Deuxième choix")
    expect(page.locator("#spoken")).to_contain_text("BV-")
    page.fill("#typed", "oui")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "told => document.querySelectorAll('#log .entry.move').length > told", arg=told
    )


def test_it_is_switched_on_by_the_first_link_a_key_the_menu_and_is_remembered(
    visit: Visit, server: Server
) -> None:
    page = visit(f"{server.address}/")
    page.click("[data-game=neoville] button.act")
    page.wait_for_selector("#table[data-n]")
    address = page.url
    page.keyboard.press("Tab")
    first = page.locator(".skip").first
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.wait_for_selector("#regions section")
    page.goto(address)
    page.wait_for_selector("#regions section")  # remembered
    page.locator("#ask").focus()
    page.keyboard.press("t")
    expect(page.locator("#ground")).to_be_visible()
    expect(page.locator("#regions")).to_be_hidden()
    page.click("#menu summary")
    page.click("#menu [data-does=in-words]")
    expect(page.locator("#regions section").first).to_be_visible()
    page.goto(f"{address}?mode=graphic")
    expect(page.locator("#ground")).to_be_visible()


def test_a_preview_a_refusal_and_a_move_are_each_said_once(visit: Visit, server: Server) -> None:
    page = alone(visit, server, "neoville", "en-GB")
    page.wait_for_selector("#choices button")
    question = page.inner_text("#ask")
    typed(page, "1")
    refusal = typed(page, "why stack")
    assert any("NV-" in line for line in refusal), refusal
    said = typed(page, "preview 1")
    assert any(line.startswith("Your city: Tile") for line in said), said
    typed(page, "back")
    assert page.inner_text("#ask") == question
    # By notation, with completion; and what is taken back is told.
    page.fill("#typed", "d")
    expect(page.locator("#completions li").first).to_contain_text("Slot d4")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#typed")).to_have_attribute("aria-activedescendant", "complete-0")
    page.keyboard.press("Enter")
    expect(page.locator("#regions")).to_contain_text("Tile d4")
    heard = page.locator("#spoken p", has_text="lays a tile at d4")
    expect(heard).to_have_count(1)
    typed(page, "undo")
    expect(page.locator("#ask")).to_have_text(question)
    # Only one voice speaks.
    live = page.evaluate(
        """() => [...document.querySelectorAll('[aria-live=polite], [role=alert], [role=status]')]
          .filter((one) => one.getAttribute('aria-live') !== 'off' && one.checkVisibility())
          .map((one) => one.id)"""
    )
    assert set(live) <= {"spoken", "line"}


def test_what_comes_in_a_moment_is_one_text_in_its_order(visit: Visit, server: Server) -> None:
    """A reader that is busy takes several texts that come together in any order."""
    page = alone(visit, server, "cites-nouvelles")
    page.evaluate(
        """() => { window.came = []; new MutationObserver((all) => {
          const now = performance.now();
          for (const each of all.flatMap(({ addedNodes }) => [...addedNodes])) {
            if (!each.ariaHidden) came.push([now, each.textContent]);
          }
        }).observe(spoken, { childList: true }); }"""
    )
    for _ in range(3):
        page.wait_for_selector("#choices button")
        page.keyboard.press("Tab")
        page.evaluate("document.querySelector('#choices button').click()")
        answered(page)
    page.wait_for_selector("#spoken:not([data-unsaid])")
    came = page.evaluate("came")
    assert len(came) > 1
    gaps = [after[0] - before[0] for before, after in itertools.pairwise(came)]
    assert min(gaps) > 450, came


def test_what_the_others_do_and_say_is_said_in_the_order_of_events(
    visit: Visit, server: Server
) -> None:
    ada, bruno = (in_words(page) for page in pair(visit, server, "neoville"))
    for page, text in ((ada, "Bonjour Bruno"), (bruno, "Salut Ada")):
        page.fill("#typed", f"dire {text}")
        page.keyboard.press("Enter")
        expect((bruno if page is ada else ada).locator("#spoken")).to_contain_text(text)
    player, other = (ada, bruno) if ada.evaluate("table.dataset.mine === 'true'") else (bruno, ada)
    typed(player, "1")
    typed(player, "1")
    expect(other.locator("#spoken")).to_contain_text("pose une tuile en d4")
    expect(other.locator("#regions")).to_contain_text("Tuile d4")
    typed(player, "annuler")
    expect(other.locator("#regions")).not_to_contain_text("Tuile d4")


def heard(page: Page, *texts: str) -> None:
    """All of it was said, by the one voice."""
    for text in texts:
        expect(page.locator("#spoken")).to_contain_text(text)


def send(page: Page, line: str) -> None:
    """Type a line without waiting for what it brings about."""
    page.fill("#typed", line)
    page.keyboard.press("Enter")


def test_votes_a_bot_that_sits_in_and_the_next_game_are_said_and_answered_by_typing(
    visit: Visit, own_server: Server
) -> None:
    ada, bruno = (in_words(page) for page in pair(visit, own_server, "neoville"))
    # Taking back, once another has seen something: it is asked, and answered by a word.
    player, other = (ada, bruno) if ada.evaluate("table.dataset.mine === 'true'") else (bruno, ada)
    turn = Typist(player, 1)
    while player.evaluate("table.dataset.mine === 'true'"):
        turn.act()
        answered(player)
    send(player, "annuler")
    heard(other, "reprendre")
    send(other, "non")
    heard(player, "ne veut pas revenir en arrière")
    # A bot sits in, and the person comes back.
    send(bruno, "joueurs")
    bruno.get_by_role("button", name="Un robot joue pour moi").click()
    heard(ada, "Un robot joue pour Bruno")
    bruno.locator("#invite [data-does=bot_out]").click()
    heard(ada, "Le robot rend sa place à Bruno")
    bruno.keyboard.press("Escape")
    # Stopping together: offered, declined, offered again and agreed.
    send(ada, "arrêter")
    heard(ada, ada.inner_text("#ending p"))
    send(ada, "oui")
    heard(bruno, "Ada propose d’arrêter la partie, sans vainqueur. D’accord ?")
    send(bruno, "non")
    expect(ada.locator("#ending")).to_be_hidden()
    heard(ada, "Bruno veut continuer")
    send(ada, "arrêter")
    send(ada, "oui")
    expect(bruno.locator("#ending")).to_be_visible()
    send(bruno, "oui")
    for page in (ada, bruno):
        heard(page, "Tout le monde a accepté d’arrêter la partie.")
        expect(page.locator("#choices button")).to_have_count(0)
        live = page.locator("#ending, #round, #undo-asked")
        expect(live).to_have_count(3)
        assert set(live.evaluate_all("all => all.map((one) => one.ariaLive)")) == {"off"}
    # Once more: one asks for it, the other hears it and comes along.
    before = ada.url.partition("?")[0]
    ada.keyboard.press("Escape")
    send(ada, "rejouer")
    ada.wait_for_selector("#table[data-over=false]")
    assert ada.url.partition("?")[0] != before
    heard(bruno, "Ada propose une nouvelle partie.")
    bruno.keyboard.press("Escape")
    send(bruno, "rejouer")
    bruno.wait_for_selector("#table[data-over=false] #choices button, #table[data-over=false] #ask")
    assert bruno.url.partition("?")[0] == ada.url.partition("?")[0]
    bruno.wait_for_selector("#regions section")  # in words there too


def test_the_end_of_a_round_is_said_with_what_each_has_won(visit: Visit, server: Server) -> None:
    page = alone(visit, server, "bella-vista")
    player = Typist(page, 5)
    while page.locator("#round").is_hidden():
        assert not player.over()
        player.act()
        answered(page)
    title = page.inner_text("#round h2")
    names = page.locator("#round .name").all_inner_texts()
    said = page.locator("#spoken p", has_text=title).last.inner_text()
    assert len(names) == 2
    assert all(name in said for name in names)
    won = [page.locator(f"#round .{part}").first.inner_text() for part in ("gain", "points")]
    assert ", ".join([names[0], *filter(None, won)]) + "." in said, "in sentences, to be heard"


def test_behind_the_curtain_no_word_of_a_hand_is_left(visit: Visit, server: Server) -> None:
    page = around(visit, server, "cites-nouvelles", phone=False)
    page.goto(page.url + "?mode=text")
    expect(page.locator("#curtain")).to_be_visible()
    page.click("#curtain-lift")
    page.wait_for_selector("#choices button")
    typed(page, "main")
    held = page.locator('#regions [data-topic="hand"] li').all_inner_texts()
    assert held
    player = Typist(page, 1)
    while page.locator("#curtain").is_hidden():
        player.act()
        answered(page)
    expect(page.locator('#regions [data-topic="hand"]')).to_have_count(0)
    everything = page.evaluate("document.documentElement.outerHTML")
    assert not [each for each in held if each in everything]


def test_plain_signs_for_braille(visit: Visit, server: Server) -> None:
    page = alone(visit, server, "neoville")
    page.evaluate("localStorage['parvis.plain'] = 'on'")
    page.reload()
    page.wait_for_selector("#choices button")
    typed(page, "table")
    typed(page, "points")
    told = "\n".join(page.inner_text(part) for part in ("#spoken", "#regions", "#choices"))
    signs: str = page.evaluate("Object.keys(JSON.parse(signs.textContent)).join('')")
    assert "−" in signs
    assert not set(told) & set(signs)
    lines = [line for line in told.splitlines() if not line.startswith(">")]
    assert max(map(len, lines)) <= 40
    page.click("#menu summary")
    page.click("#menu [data-does=ease]")
    page.select_option("#pref-cells", "20")
    page.keyboard.press("Escape")
    typed(page, "main")
    assert max(map(len, page.inner_text("#spoken p:last-child").splitlines())) <= 20


@pytest.mark.parametrize("path", ["/learn/neoville/lay", "/try/neoville"])
def test_a_step_of_a_course_and_a_table_of_ones_own_are_in_words_too(
    visit: Visit, server: Server, path: str
) -> None:
    page = visit(f"{server.address}{path}")
    page.wait_for_selector("#table[data-n]")
    in_words(page)
    page.wait_for_selector("#choices button")
    healthy(page)
    begun = page.inner_text("#ask")
    typed(page, "1")
    assert page.inner_text("#ask") != begun
    typed(page, "retour")
    expect(page.locator("#ask")).to_have_text(begun)
