"""The rules as pages: pictures, search, marks of what is ours, a clause alone."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator

import pytest

import parvis
from parvis.engine.rulebook import LANGUAGES
from parvis.table.store import Store
from parvis.web.book import book_of, index_of
from parvis.web.rule_search import LONGEST, Entry, search
from tests.stairs import GAME
from tests.table.tables import registry_on
from tests.web.test_pages import Site

PICTURE = re.compile(r'<img src="([^"]+)" width="(\d+)" height="(\d+)" alt="" loading="lazy">')
ALL = [game.id for game in parvis.all_games()]


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    made = Site(registry_on(store))
    with made.root:
        yield made


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rulebook_opens_with_three_pictures_and_has_its_figures(
    site: Site, language: str
) -> None:
    page = site.browser(language).get("/rules/stairs").text
    speech = GAME.speech(language)
    for id, figure in GAME.figures().items():
        assert speech.tell(f"st.figure.{id}", figure.facts()) in page
        assert f'role="img" aria-label="{speech.tell(f"st.figure.{id}.alt")}"' in page
    opening, _, rest = page.partition('class="preface"')
    assert opening.count("<figure") == 3
    assert rest.count("<figure") == 2
    assert speech.tell("st.no.marked", {"step": 4}) in rest, "a refusal is told in its own words"


def test_pictures_are_kept_for_a_year_by_their_content(site: Site) -> None:
    browser = site.browser("fr")
    found = PICTURE.findall(browser.get("/rules/stairs").text)
    assert len(found) == 6
    for address, width, height in found:
        answer = browser.get(address.replace("&amp;", "&"))
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert f"width='{width}' height='{height}'" in answer.text, "the page leaves room for it"
    stale = browser.get("/figure/stairs/taken/1.svg?language=fr&v=0123")
    assert stale.headers["cache-control"] == "no-cache"


def test_a_picture_is_of_a_theme_and_a_language(site: Site) -> None:
    browser = site.browser()
    texts = {
        browser.get(f"/figure/stairs/taken/1.svg?language={language}&theme={theme}").text
        for language in ("en", "fr")
        for theme in ("light", "dark")
    }
    assert len(texts) == 4


@pytest.mark.parametrize(
    "path",
    [
        "/figure/stairs/nothing/1.svg",
        "/figure/stairs/taken/3.svg",
        "/figure/stairs/taken/0.svg",
        "/figure/stairs/taken/x.svg",
        "/figure/stairs/taken/1.svg?theme=pink",
        "/figure/stairs/taken/1.svg?language=de",
        "/figure/chess/taken/1.svg",
        "/rules/stairs/ST-9.9",
        "/rules/chess/ST-1.2",
    ],
)
def test_what_is_not_there_is_not_found(site: Site, path: str) -> None:
    assert site.browser().get(path).status_code == 404


def test_the_printed_page_is_light(site: Site) -> None:
    browser = site.browser()
    browser.post("/settings", data={"theme": "dark", "next": "/"})
    page = browser.get("/rules/stairs").text
    assert '<source media="print" srcset="' in page
    assert "@media print" in browser.get("/theme.css").text


def test_a_search_without_scripts_is_answered_with_clauses(site: Site) -> None:
    browser = site.browser()
    page = browser.get("/rules/stairs", params={"q": "mark"}).text
    hits = page[page.index('id="hits"') :].partition("</form>")[0]
    assert '<a href="#ST-1.2">' in hits
    assert "<mark>Mark</mark>" in hits
    alone = browser.get("/rules/stairs/hits", params={"q": "mark"}).text
    assert re.findall(r'href="#([^"]+)"', alone) == re.findall(r'href="#([^"]+)"', hits)
    nothing = browser.get("/rules/stairs", params={"q": "<b>elephant"}).text
    assert "Nothing about “&lt;b&gt;elephant”" in nothing


def test_a_search_finds_titles_texts_and_captions_whatever_the_accents() -> None:
    french = index_of(parvis.game_of("neoville"), "fr")
    assert "NV-1.4" in [hit.number for hit in search(french, "ECOMOBILE")]
    assert next(hit.number for hit in search(french, "quartiers")) == "NV-3.4", "titles first"
    assert "NV-3.3" in [hit.number for hit in search(french, "rien ne l'interdit")], "a caption"
    assert next(hit.number for hit in search(french, "nv-4.9")) == "NV-4.9"
    assert search(french, "  ") == []
    assert search(french, "x" * 500) == []
    assert search(french, "score") == []
    assert search(french, "score", "score, total")[0].number == "NV-4.10", "by a word alike"
    assert search(french, "parc", "parc, total") == search(french, "parc"), "what stands is meant"


def test_what_is_found_is_cut_around_the_words() -> None:
    entry = Entry("X-1", "Cœur", "mot " * 60 + "l’Élan du cœur bat " + "mot " * 60)
    [hit] = search([entry], "elan coeur")
    assert hit.title == (("Cœur", True),)
    assert [text for text, marked in hit.snippet if marked] == ["Élan", "cœur"]
    whole = "".join(text for text, _ in hit.snippet)
    assert whole.startswith("… ")
    assert whole.endswith(" …")
    assert len(whole) < 260
    assert search([entry], "a " * LONGEST) is not None


@pytest.mark.parametrize("game", ALL)
def test_what_is_ours_is_marked_alike_in_every_language(game: str) -> None:
    books = [book_of(parvis.game_of(game), language) for language in LANGUAGES]
    marks = [
        {clause.number: [mark.name for mark in clause.marks] for clause in book.clauses()}
        for book in books
    ]
    assert marks[0] == marks[1] == marks[2]
    assert any(marks[0].values())


def test_a_clause_alone_has_its_figure_and_leads_to_the_book(site: Site) -> None:
    page = site.browser().get("/rules/stairs/ST-1.2").text
    assert 'id="clause"' in page
    assert "/figure/stairs/taken/2.svg" in page
    assert 'href="/rules/stairs#ST-1.2"' in page


@pytest.mark.parametrize("game", ALL)
def test_a_page_of_rules_and_its_pictures_are_light(site: Site, game: str) -> None:
    """Over the wire: the page below 20 KB, all pictures together below 250 KB, none above 16 KB."""
    browser = site.browser("fr")
    page = browser.get(f"/rules/{game}").text
    assert len(gzip.compress(page.encode())) < 20_000
    sizes = [
        len(gzip.compress(browser.get(address.replace("&amp;", "&")).content))
        for address, _, _ in PICTURE.findall(page)
    ]
    assert len(sizes) >= 20
    assert max(sizes) < 16_000
    assert sum(sizes) < 250_000


def test_a_figure_leads_to_a_table_where_its_position_can_be_tried(site: Site) -> None:
    browser = site.browser()
    page = browser.get("/rules/stairs").text
    assert 'href="/try/stairs?figure=taken"' in page
    assert "figure=goal" not in page, "the opening is to be read"
    assert browser.get("/try/stairs?figure=taken").status_code == 200


@pytest.mark.parametrize("game", ALL)
def test_every_clause_leads_to_where_it_can_be_tried(site: Site, game: str) -> None:
    browser = site.browser("fr")
    sections = browser.get(f"/rules/{game}").text.split('<section class="clause" id="')[1:]
    for section in sections:
        assert 'class="try"' in section, section[:8]
    leads = {
        each for section in sections for each in re.findall(r'class="try" href="(/[^"]+)', section)
    }
    assert f"/try/{game}" in leads
    for address in [lead for lead in leads if lead.startswith("/learn/")]:
        assert browser.get(address).status_code == 200
    without = next(section for section in sections if "<figure" not in section)
    alone = browser.get(f"/rules/{game}/{without[: without.index(chr(34))]}").text
    assert 'class="try"' in alone
