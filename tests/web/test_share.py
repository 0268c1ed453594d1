"""What one shows others of a game that is over, and how it is made without holding anybody up."""

from __future__ import annotations

import asyncio
import io
import re
import sys
from html import unescape

import pytest
from PIL import Image, ImageSequence

from parvis.engine.film import LARGEST
from parvis.web.limits import Limits
from parvis.web.renderer import Renderer, RendererBusy, RendererFailed
from tests.web.finished import against_bots, finished, near_the_end
from tests.web.test_my_games import make, person_of
from tests.web.test_pages import Site, new_table
from tests.web.test_pages import site as site

GAME = "cites-nouvelles"
ECHO = (sys.executable, "-c", "import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())")


def over(site: Site, person: str = "ada") -> str:
    return f"/t/{make(site, GAME, against_bots(person)).table.config.id}"


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def test_a_picture_of_any_move_is_made_for_any_eyes_language_and_theme(site: Site) -> None:
    address, browser = over(site), site.browser("fr")
    pictures: set[bytes] = set()
    for query in ("as=all", "as=0", "as=1", "as=all&theme=dark", "as=all&lang=en"):
        answer = browser.get(f"{address}/replay/picture.png?at=9&{query}")
        assert answer.headers["content-type"] == "image/png"
        with opened(answer.content) as picture:
            assert max(picture.size) <= 2000
        pictures.add(answer.content)
    assert len(pictures) == 5
    svg = [
        browser.get(f"{address}/replay/picture.svg?at=9&lang={tongue}").text
        for tongue in ("fr", "it")
    ]
    assert svg[0] != svg[1]


def test_a_film_is_animated_and_small_and_who_asks_for_others_too_has_to_wait(site: Site) -> None:
    portal, origin = site.root.portal, near_the_end(GAME, 2, 6)
    assert portal is not None
    live = portal.call(finished, site.registry, GAME, against_bots("ada"), 1, 100_000, origin)
    address, moves = f"/t/{live.table.config.id}", len(live.table.moves)
    strict = Site(site.registry, Limits(films=(1, 0.001)))
    strict.root = site.root
    browser = strict.browser()
    asked = [f"{address}/replay/film.gif?as={eyes}&lang=fr" for eyes in ("all", "1", "all")]
    answers = [browser.get(one) for one in asked]
    assert [answer.status_code for answer in answers] == [200, 429, 200], "one is there already"
    assert answers[0].headers["content-type"] == "image/gif"
    assert len(answers[0].content) <= LARGEST
    with opened(answers[0].content) as film:
        assert sum(1 for _ in ImageSequence.Iterator(film)) == moves + 1 > 1


@pytest.mark.parametrize("path", ["replay/picture.png", "replay/film.gif", "share", "replay/on"])
def test_of_a_game_that_goes_on_nothing_is_shown(site: Site, path: str) -> None:
    portal = site.root.portal
    assert portal is not None
    live = portal.call(finished, site.registry, GAME, against_bots("ada"), 1, 6)
    answer = site.browser().get(f"/t/{live.table.config.id}/{path}?as=all")
    assert answer.status_code == 409
    assert "image" not in answer.headers["content-type"]


def test_a_page_has_the_link_the_pictures_and_the_record(site: Site) -> None:
    address = over(site)
    page = unescape(site.browser().get(f"{address}/share?at=7&as=1&lang=it&theme=dark").text)
    assert f'value="http://testserver{address}/replay?at=7&as=1"' in page
    for file in ("picture.png", "picture.svg"):
        assert f"{address}/replay/{file}?at=7&as=1&theme=dark&lang=it" in page
    assert f"{address}/replay/film.gif?as=1&theme=dark&lang=it" in page
    assert f'href="{address}/record" download' in page


def test_who_comes_from_the_end_shares_the_end_with_all_hands_open(site: Site) -> None:
    address = over(site)
    page = unescape(site.browser().get(f"{address}/share").text)
    assert f"/replay?at={len(site.live(address).table.moves)}&as=all" in page


def test_a_link_that_is_pasted_somewhere_shows_the_game_and_not_how_it_came_out(site: Site) -> None:
    address, browser = over(site), site.browser()
    table = site.live(address).table
    assert table.position is not None
    last = len(table.moves)
    for at, shown in ((5, 5), (last, round(last * 0.45))):
        page = browser.get(f"{address}/replay?at={at}").text
        tags = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
        assert tags["title"] == "A game of Cités Nouvelles"
        assert "Ada and Bruno" in tags["description"]
        picture = unescape(tags["image"])
        assert picture.startswith(f"http://testserver{address}/replay/picture.png?at={shown}&")
        told = " ".join(tags.values())
        assert not any(
            str(points) in told.replace(str(last), "") for points in table.position.scores()
        )
    assert browser.get(picture.removeprefix("http://testserver")).status_code == 200


# The renderer.


def test_a_picture_is_made_once_however_many_ask_for_it() -> None:
    async def ask() -> tuple[list[bytes], int]:
        renderer = Renderer(ECHO)
        found = await asyncio.gather(*(renderer.picture("one", "<svg/>", 1.0) for _ in range(5)))
        return found, len(renderer.made)

    found, made = asyncio.run(ask())
    assert len(set(found)) == 1
    assert made == 1


def test_what_is_kept_is_bounded() -> None:
    async def ask() -> list[str]:
        renderer = Renderer(ECHO, kept=250)
        for number in range(5):
            await renderer.picture(str(number), "x" * 60, 1.0)
        return list(renderer.made)

    assert asyncio.run(ask()) == ["3", "4"]


def test_too_many_at_once_are_told_to_come_again() -> None:
    async def ask() -> list[object]:
        renderer = Renderer(ECHO, waiting=2)
        return await asyncio.gather(
            *(renderer.picture(str(number), "", 1.0) for number in range(4)), return_exceptions=True
        )

    found = asyncio.run(ask())
    assert sum(isinstance(one, RendererBusy) for one in found) == 2


def test_films_that_wait_leave_room_for_pictures() -> None:
    async def ask() -> list[object]:
        renderer = Renderer(ECHO, waiting=2)
        films = [renderer.film(f"film {number}", {}) for number in range(2)]
        return await asyncio.gather(
            *films, renderer.picture("one", "", 1.0), return_exceptions=True
        )

    assert not [one for one in asyncio.run(ask()) if isinstance(one, RendererBusy)]


def test_a_process_that_fails_makes_no_picture_and_the_next_one_is_made() -> None:
    async def ask() -> bytes:
        renderer = Renderer((sys.executable, "-c", "raise SystemExit(3)"))
        with pytest.raises(RendererFailed):
            await renderer.picture("one", "", 1.0)
        renderer.command = ECHO
        return await renderer.picture("one", "", 1.0)

    assert asyncio.run(ask())


def test_a_failure_is_told_in_words(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> bytes:
        raise RendererFailed("no")

    monkeypatch.setattr(Renderer, "drawn", fail)
    answer = site.browser().get(f"{over(site)}/replay/picture.png?at=3")
    assert answer.status_code == 503
    assert "could not be drawn" in answer.text


def test_a_film_that_is_being_made_ends_with_the_server() -> None:
    async def ask() -> bool:
        renderer = Renderer((sys.executable, "-c", "import time; time.sleep(600)"))
        task = asyncio.ensure_future(renderer.film("one", {}))
        while not renderer.being_made:
            await asyncio.sleep(0)
        await renderer.close()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(ask())


def test_a_table_that_goes_on_has_no_address_to_share_yet(site: Site) -> None:
    browser = site.browser()
    person_of(site, browser)
    address = new_table(browser)
    assert f"{address}/share" in browser.get(address).text, (
        "in the box of the end, closed until then"
    )
