"""A public screen: this screen shows, phones play. Imports the site, the table's page and socket.

It is a view of one who looks on, whoever's browser it is. Nothing of it is stored.
"""

from __future__ import annotations

import hmac
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket

from parvis.table.chair import Chair
from parvis.table.live_table import LiveTable
from parvis.table.table import Table
from parvis.web import assets
from parvis.web.forms import seat_count
from parvis.web.identity import Reader, screen_link, screen_token
from parvis.web.pages.parts import plain_table
from parvis.web.pages.table import serve
from parvis.web.screen_socket import ScreenConnection
from parvis.web.site import Site
from parvis.web.speech import speech_at


async def make(site: Site, request: Request) -> Response:
    """One click: a table whose seats are all open, shown here."""
    game = site.game(request)
    form = await site.form(request)
    reader = site.reader(request)
    chairs = [Chair("open") for _ in range(seat_count(game, form.get("seats", "")))]
    await site.check_room(request, reader)
    live = await site.registry.make(game.id, chairs, reader.person)
    return site.onward(request, reader, screen_link(live.table))


async def screen(site: Site, request: Request) -> Response:
    live = await site.live(request)
    table, reader = live.table, site.reader(request)
    key = "?key=" + request.query_params["key"] if knows(request, table) else ""
    return site.page(
        request,
        reader,
        "screen",
        speech_at(table, reader.language),
        table=plain_table(request, table, site.reach(request).base),
        back=f"/t/{table.config.id}/screen{key}",
        goes_along=bool(key),
        symbols=assets.symbols_url(table.game) if table.game is not None else "",
        cover=assets.cover_of(table.game) if table.game is not None else "",
        socket=f"/t/{table.config.id}/screen/socket{key}",
    )


async def following(site: Site, request: Request) -> Response:
    """The screen of the game that the same people play next."""
    table = (await site.live(request)).table
    if not table.again:
        raise HTTPException(409)
    if not knows(request, table):
        raise HTTPException(404)
    live = await site.registry.open(table.again)
    return RedirectResponse(screen_link(live.table), 303)


async def socket(site: Site, socket: WebSocket) -> None:
    async def opening(_: Reader) -> LiveTable:
        return await site.registry.open(socket.path_params["id"])

    await serve(site, socket, opening, partial(ScreenConnection, knows=partial(knows, socket)))


def knows(connection: HTTPConnection, table: Table) -> bool:
    """Whether who asks was told the secret of this table's screens."""
    given = connection.query_params.get("key", "")
    return hmac.compare_digest(given.encode(), screen_token(table).encode())
