"""A game without a table: its picture and symbols. Imports the site and the assets."""

from __future__ import annotations

import asyncio
import gzip

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parvis.engine.drawing.tokens import THEMES
from parvis.web import assets
from parvis.web.forms import read_wish
from parvis.web.site import Site
from parvis.web.speech import speech_for


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
    packed = assets.packed_symbols_of(game)
    return drawn(request, packed, assets.FOR_A_YEAR if kept else "no-cache")


async def setup(site: Site, request: Request) -> Response:
    """The board as a game with these options begins, or a sentence that says why it cannot."""
    game, reader = site.game(request), site.reader(request)
    asked = dict(request.query_params)
    theme = asked.get("theme", "light")
    if theme not in THEMES:
        raise HTTPException(404)
    wish = read_wish(game, asked, "", "", speech_for(reader.language, game))
    if wish.errors:
        sentences = [sentence for told in wish.errors.values() for sentence in told]
        told = " ".join(sentences)
        return site.page(
            request, reader, "error", answer=422, status=422, message=told, onward=None
        )
    options = tuple(sorted(wish.options.items()))
    packed = await asyncio.to_thread(assets.setup_of, game, wish.seats, options, theme)
    return drawn(request, packed, "max-age=3600")


def drawn(request: Request, packed: bytes, kept: str) -> Response:
    """A picture that was packed, for a browser that may not take it so."""
    headers = {"cache-control": kept, "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        packed = gzip.decompress(packed)
    return Response(packed, media_type="image/svg+xml", headers=headers)
