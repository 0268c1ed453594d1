"""A table of one's own where anything can be tried: its page and its socket.

Imports the site, the socket of such a table and how other tables are served.
"""

from __future__ import annotations

from urllib.parse import quote, urlencode

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from parvis.engine.game import Game
from parvis.engine.position import Position
from parvis.engine.text import TextError
from parvis.table.live_table import LiveTable
from parvis.table.registry import NoTable
from parvis.web import assets
from parvis.web.identity import Reader
from parvis.web.pages.parts import plain_loose
from parvis.web.pages.table import serve
from parvis.web.position_text import text_fault
from parvis.web.site import Site
from parvis.web.speech import speech_for
from parvis.web.try_socket import TryConnection, fresh_position, loose_table, read_text

ASKED = ("position", "figure", "seats")


def opened(game: Game, request: HTTPConnection) -> Position:
    """The position that an address asks for; `TextError` says what is wrong with its text."""
    asked = request.query_params
    if text := asked.get("position", "").strip():
        return read_text(game, text)
    if name := asked.get("figure", ""):
        figure = game.figures().get(name)
        if figure is None:
            raise HTTPException(404)
        return figure.position()
    count = asked.get("seats", "")
    seats = int(count) if count in map(str, game.seats) else game.seats[0]
    return fresh_position(game, seats)


async def page(site: Site, request: Request) -> Response:
    game, reader = site.game(request), site.reader(request)
    speech = speech_for(reader.language, game)
    try:
        position = opened(game, request)
    except TextError as error:
        told = speech("table.refused.text", problem=text_fault(error, speech).whole)
        onward = {"url": f"/try/{game.id}", "words": speech("page.try.fresh")}
        return site.page(
            request, reader, "error", speech, 422, status=422, message=told, onward=onward
        )
    asked = {name: request.query_params[name] for name in ASKED if name in request.query_params}
    address = f"/try/{game.id}/socket"
    names = [speech("kit.seat", number=seat + 1) for seat in range(position.seats)]
    return site.page(
        request,
        reader,
        "table",
        speech,
        table=plain_loose(game, f"/try/{game.id}"),
        symbols=assets.symbols_url(game),
        socket=f"{address}?{urlencode(asked, quote_via=quote)}" if asked else address,
        spectator=False,
        screen="",
        learn="",
        guided=None,
        lesson=None,
        trying={"seats": names, "counts": list(game.seats), "editable": game.editable},
    )


async def socket(site: Site, socket: WebSocket) -> None:
    game_id = socket.path_params["game"]

    async def opening(_: Reader) -> LiveTable:
        try:
            game = site.game(socket)
            return loose_table(site.registry, opened(game, socket))
        except (TextError, HTTPException) as error:
            raise NoTable(game_id) from error

    await serve(site, socket, opening, TryConnection)
