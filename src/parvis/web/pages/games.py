"""A game without a table: its rulebook, picture and symbols. Imports the site and the assets."""

from __future__ import annotations

import asyncio

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parvis.engine.drawing.tokens import THEMES
from parvis.web import assets
from parvis.web.pages.parts import plain_game
from parvis.web.site import Site
from parvis.web.speech import speech_for


async def rules(site: Site, request: Request) -> Response:
    game = site.game(request)
    reader = site.reader(request)
    book = assets.book_of(game, reader.language)
    speech = speech_for(reader.language, game)
    return site.page(request, reader, "rules", speech, game=plain_game(game), book=marked(book))


async def picture(site: Site, request: Request) -> Response:
    game = site.game(request)
    theme = request.query_params.get("theme", "light")
    if theme not in THEMES:
        raise HTTPException(404)
    svg = await asyncio.to_thread(assets.picture_of, game, theme)
    headers = {"cache-control": "max-age=3600"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


async def symbols(site: Site, request: Request) -> Response:
    game = site.game(request)
    kept = request.query_params.get("v") == assets.symbols_url(game).rpartition("=")[2]
    headers = {
        "cache-control": assets.FOR_A_YEAR if kept else "no-cache",
        "vary": "accept-encoding",
    }
    packed = "gzip" in request.headers.get("accept-encoding", "")
    if packed:
        headers["content-encoding"] = "gzip"
    content = assets.packed_symbols_of(game) if packed else assets.symbols_of(game)
    return Response(content, media_type="image/svg+xml", headers=headers)


def marked(book: dict[str, object]) -> dict[str, object]:
    """A rulebook whose HTML (made from our own Markdown, with HTML in it turned off) is trusted."""
    sections = book["sections"]
    assert isinstance(sections, list)
    return {
        "title": book["title"],
        "preface": Markup(book["preface"]),
        "sections": [
            {
                **section,
                "html": Markup(section["html"]),
                "clauses": [
                    {**clause, "html": Markup(clause["html"])} for clause in section["clauses"]
                ],
            }
            for section in sections
        ],
    }
