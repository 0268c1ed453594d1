"""The rules of a game: the book, what is found in it, one clause, a picture of a figure.

Imports the site, the book and its search.
"""

from __future__ import annotations

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parvis.engine.drawing.tokens import THEMES
from parvis.engine.rulebook import LANGUAGES
from parvis.web import assets
from parvis.web.book import book_of, index_of, scene_of, version_of
from parvis.web.pages.games import drawn
from parvis.web.pages.parts import plain_game
from parvis.web.rule_search import LONGEST, search
from parvis.web.site import Site
from parvis.web.speech import speech_for


async def rules(site: Site, request: Request) -> Response:
    game, reader = site.game(request), site.reader(request)
    book = await asyncio.to_thread(book_of, game, reader.language)
    speech = speech_for(reader.language, game)
    question = asked(request)
    return site.page(
        request,
        reader,
        "rules",
        speech,
        game=plain_game(game, speech),
        book=book,
        question=question,
        hits=search(index_of(game, reader.language), question, speech("page.rules.alike")),
    )


async def hits(site: Site, request: Request) -> Response:
    """What a question finds, for a page that has the book already."""
    game, reader = site.game(request), site.reader(request)
    await asyncio.to_thread(book_of, game, reader.language)
    question = asked(request)
    speech = speech_for(reader.language, game)
    found = search(index_of(game, reader.language), question, speech("page.rules.alike"))
    return site.page(request, reader, "hits", speech, question=question, hits=found, book_url="")


async def clause(site: Site, request: Request) -> Response:
    """One clause with its figures, for the table."""
    game, reader = site.game(request), site.reader(request)
    book = await asyncio.to_thread(book_of, game, reader.language)
    found = book.clause(request.path_params["clause"])
    if found is None:
        raise HTTPException(404)
    speech = speech_for(reader.language, game)
    plain = plain_game(game, speech)
    return site.page(
        request,
        reader,
        "clause",
        speech,
        game=plain,
        book=book,
        clause=found,
    )


async def figure(site: Site, request: Request) -> Response:
    game = site.game(request)
    asked = request.query_params
    theme, language = asked.get("theme", "light"), asked.get("language", "en")
    number = request.path_params["scene"]
    if theme not in THEMES or language not in LANGUAGES or number not in ("1", "2", "3"):
        raise HTTPException(404)
    id = request.path_params["figure"]
    n = int(number) - 1
    try:
        packed = await asyncio.to_thread(scene_of, game, id, n, language, theme)
    except (KeyError, IndexError):
        raise HTTPException(404) from None
    kept = asked.get("v") == version_of(game, id, n, language)
    return drawn(request, packed, assets.FOR_A_YEAR if kept else "no-cache")


def asked(request: Request) -> str:
    """The words that somebody looks for."""
    return request.query_params.get("q", "")[:LONGEST].strip()
