"""Every route of the server, declared once; and the server's own routes made from that.

Imports the pages and what they may be sent. OpenAPI and the table in docs/protocol.md come from
the same list.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Mount, WebSocketRoute
from starlette.routing import Route as ServerRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import parvis
from parvis.web import assets, fields
from parvis.web.openapi import document
from parvis.web.pages import games, home, joining, new_table, service, table
from parvis.web.route import CSS, FILE, JSON, PLAIN, SVG, Handler, Route
from parvis.web.security import client_of
from parvis.web.site import Site

CODE, SECRET = "/join/{code}", "/s/{id}/{seat}/{token}"


class KeptFiles(StaticFiles):
    """Files whose address holds a hash of their content may be kept for a year."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kept = b"v=" in scope.get("query_string", b"")
        response.headers["cache-control"] = assets.FOR_A_YEAR if kept else "no-cache"
        return response


async def openapi(site: Site, request: Request) -> Response:
    return JSONResponse(document(ROUTES, parvis.all_games()))


ROUTES = (
    Route(
        "GET",
        "/",
        home.home,
        "`home.html`: the games, my tables and the open ones; all that are over, or those before "
        "a time",
        query=fields.home,
        stored=True,
    ),
    Route(
        "POST",
        "/play-now/{game}",
        home.play_now,
        "Makes a table, me in seat 0 and bots in the others; goes on to `/t/{id}`",
        (422,),
        form=fields.play_now,
        stored=True,
    ),
    Route(
        "GET",
        "/new/{game}",
        new_table.new,
        "`new.html`: the form of a new table",
        query=fields.new_table_again,
    ),
    Route(
        "GET",
        "/setup/{game}.svg",
        games.setup,
        "The board as a game with these options begins",
        (422,),
        kind=SVG,
        query=fields.setup,
    ),
    Route(
        "POST",
        "/tables",
        new_table.make,
        "Makes a table from that form; goes on to `/t/{id}`, or `new.html` with its errors",
        (404, 422),
        form=fields.new_table,
        needed=("game",),
        stored=True,
    ),
    Route(
        "GET",
        "/join",
        joining.join,
        "`join.html`; with a whole code goes on to `/join/{code}`",
        (303,),
        query=fields.code,
    ),
    Route(
        "GET",
        CODE,
        joining.join_table,
        "`seats.html`: who sits where, open seats",
        stored=True,
    ),
    Route(
        "POST",
        CODE,
        joining.take_seat,
        "Takes a seat, or without `seat` looks on; goes on to `/t/{id}`, or `seats.html` "
        "with its error",
        (409,),
        form=fields.seat,
        stored=True,
    ),
    Route(
        "GET",
        f"{SECRET}/qr.svg",
        table.seat_qr,
        "The QR code of that link",
        kind=SVG,
        stored=True,
    ),
    Route(
        "GET",
        SECRET,
        joining.seat_link,
        "`seat.html`: the secret link of one seat",
        stored=True,
    ),
    Route(
        "POST",
        SECRET,
        joining.take_link,
        "This browser now holds the seat too; goes on to `/t/{id}`, or `seats.html`",
        (409,),
        form=fields.name,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}",
        table.table,
        "`table.html`: a shell, filled by the socket",
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/record",
        table.record,
        "The record; moves and seed only after the end; `practice: 12` if the game is practice "
        "from that move on",
        kind=PLAIN,
        stored=True,
    ),
    Route(
        "POST",
        "/t/{id}/again",
        table.again,
        "After the end: makes the next table for the same people and bots, with the same options, "
        "or finds the one that was made; goes on to its `/t/{id}`",
        (409,),
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/qr.svg",
        table.qr,
        "The QR code of the address to join",
        kind=SVG,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/picture.svg",
        table.picture,
        "The board, small, as the reader's seat sees it; kept by browsers, by the time in `v`",
        kind=SVG,
        query=fields.themed_version,
        stored=True,
    ),
    Route("WS", "/t/{id}/socket", table.socket, "The socket"),
    Route(
        "GET",
        "/rules/{game}",
        games.rules,
        "`rules.html`; each clause has its number as anchor: `/rules/neoville#NV-3.4`",
    ),
    Route(
        "GET",
        "/picture/{game}.svg",
        games.picture,
        "A position of the game, for the home page",
        kind=SVG,
        query=fields.theme,
    ),
    Route(
        "GET",
        "/symbols/{game}.svg",
        games.symbols,
        "The pictures that drawings of the game refer to; kept by browsers, by the hash in `v`",
        kind=SVG,
        query=fields.version,
    ),
    Route(
        "POST",
        "/settings",
        service.settings,
        "Keeps name, language and theme; goes on to `next`",
        form=fields.settings,
    ),
    Route(
        "POST",
        "/session",
        service.session,
        "Ends this browser's session, so that a copy of its cookie is no use: `renew` gives it a "
        "new one and keeps its seats, `forget` leaves it without; goes on to `/`",
        (422,),
        form=fields.session,
        needed=("do",),
        stored=True,
    ),
    Route(
        "GET",
        "/theme.css",
        service.theme,
        "The colour tokens as CSS variables: light, dark, and by the reader's system",
        kind=CSS,
        counted=False,
    ),
    Route(
        "GET",
        "/healthz",
        service.healthz,
        '`{"ok": true}` if something can be written to the database, or 503; within seconds',
        kind=JSON,
        stored=True,
        counted=False,
    ),
    Route(
        "GET",
        "/metrics",
        service.numbers,
        "Numbers for Prometheus; only to loopback unless `--metrics`",
        (404,),
        PLAIN,
        counted=False,
    ),
    Route("GET", "/openapi.json", openapi, "These routes as an OpenAPI document", kind=JSON),
    Route(
        "GET",
        "/static/{path}",
        KeptFiles(directory=assets.STATIC, check_dir=False),
        "Files of the client, cached by content hash",
        (304,),
        FILE,
        counted=False,
    ),
)


def server_routes(site: Site) -> list[BaseRoute]:
    """The routes as the server wants them."""
    made: list[BaseRoute] = []
    pages: dict[str, dict[str, Handler]] = {}
    for route in ROUTES:
        if isinstance(route.handler, StaticFiles):
            made.append(Mount(route.path.removesuffix("/{path}"), route.handler))
        elif route.method == "WS":
            made.append(WebSocketRoute(route.path, partial(route.handler, site)))
        else:
            handler = partial(route.handler, site)
            pages.setdefault(route.path, {})[route.method] = (
                counted(site, handler, route.stored) if route.counted else handler
            )
    return made + [page_route(path, handlers) for path, handlers in pages.items()]


def counted(site: Site, handler: Handler, stored: bool) -> Handler:
    """Who asks for too much has to wait. What asks the database also begins a new session."""

    async def answer(request: Request) -> Response:
        site.spend(site.pages, client_of(request))
        if stored:
            await site.begin_session(request)
        response: Response = await handler(request)
        return response

    return answer


def page_route(path: str, handlers: Mapping[str, Handler]) -> ServerRoute:
    """All methods of a path; one route, so that `Allow` names them all."""

    async def answer(request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        response: Response = await handlers[method](request)
        return response

    return ServerRoute(path, answer, methods=list(handlers))
