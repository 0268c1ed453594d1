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
from parvis.web.pages import (
    analysis,
    games,
    going_on,
    home,
    house,
    install,
    joining,
    learn,
    lobby,
    me,
    my_games,
    new_table,
    records,
    replay,
    rules,
    screen,
    service,
    share,
    table,
    trying,
    waiting,
)
from parvis.web.route import (
    CSS,
    FILE,
    GIF,
    JSON,
    MANIFEST,
    PLAIN,
    PNG,
    SCRIPT,
    SVG,
    ZIP,
    Handler,
    Route,
)
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
        "`home.html`: the games, my tables that go on, the last that are over, and the open ones",
        stored=True,
    ),
    Route("WS", "/waiting", waiting.socket, "The socket of every page: which tables wait for me"),
    Route(
        "GET",
        "/games",
        my_games.games,
        "`my_games.html`: all games of this browser, narrowed and in pages; what they add up to",
        query=fields.my_games,
        stored=True,
    ),
    Route(
        "GET",
        "/games/all.zip",
        my_games.export,
        "All of them in one file, each as its record; of those that go on without its secrets",
        kind=ZIP,
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
        "POST",
        "/play-open/{game}",
        home.play_open,
        "Sits down where somebody waits with the same game, or makes a table that all may come to, "
        "where bots make room; goes on to `/t/{id}`",
        form=fields.play_now,
        stored=True,
    ),
    Route(
        "GET",
        "/lobby",
        lobby.lobby,
        "`lobby.html`: the tables that anybody may come to, narrowed",
        query=fields.lobby,
        stored=True,
    ),
    Route(
        "POST",
        "/screen/{game}",
        screen.make,
        "Makes a table whose seats are all open; goes on to its `/t/{id}/screen`",
        form=fields.count,
        stored=True,
    ),
    Route(
        "POST",
        "/house",
        house.house,
        "Opens the server to the local network, or closes it again; only for who sits at the "
        "machine itself; goes on to `next`",
        (409, 422),
        form=fields.house,
        needed=("do",),
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
        "/learn/{game}",
        learn.overview,
        "`learn.html`: the course of a game",
    ),
    Route(
        "POST",
        "/learn/{game}",
        learn.play,
        "Makes the table of its guided game; goes on to `/t/{id}`",
        stored=True,
    ),
    Route(
        "GET",
        "/learn/{game}/{step}",
        learn.step,
        "`table.html` at a step of the course: a shell, filled by the socket",
    ),
    Route(
        "WS",
        "/learn/{game}/{step}/socket",
        learn.socket,
        "The socket of a step: a table that is never stored, where `lesson` says how it stands",
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
        "/t/{id}/replay",
        replay.replay,
        "`replay.html`: after the end, the game after any move, as a seat knew it or all open; "
        "nothing of what comes later, unless `whole`",
        (409,),
        query=fields.replay,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/analysis",
        analysis.analysis,
        "`analysis.html`: after the end, who played how well and how lucky; or how far that is",
        (409,),
        query=fields.analysis,
        stored=True,
    ),
    Route(
        "POST",
        "/t/{id}/analysis",
        analysis.act,
        "After the end: begins the analysis, or stops it; goes on to its page",
        (409,),
        form=fields.analysis_does,
        needed=("do",),
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/analysis/picture.svg",
        analysis.picture,
        "The board after a move that was analysed, or after the better one",
        (409,),
        SVG,
        fields.analysis_picture,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/replay/list",
        replay.replay_list,
        "`replay_list.html`: the moves up to one, a dozen at a time, each with its picture",
        (409,),
        query=fields.at_move,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/replay/step",
        replay.replay_step,
        "One step of it: a `Step`",
        (409,),
        JSON,
        query=fields.replay_step,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/replay/explain",
        replay.replay_explain,
        "What a place is in the drawing of a step: as the socket's `explain`",
        (409,),
        JSON,
        query=fields.replay_explain,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/replay/course",
        replay.replay_course,
        "The points of the whole game and who won: a `WholeCourse`",
        (409,),
        JSON,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/screen",
        screen.screen,
        "`screen.html`: a public screen, on which nothing hidden is ever shown",
        query=fields.screen,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/screen/next",
        screen.following,
        "Goes on to the screen of the game that the same people play next",
        (303, 409),
        query=fields.screen,
        stored=True,
    ),
    Route("WS", "/t/{id}/screen/socket", screen.socket, "Its socket, with the same query"),
    Route(
        "GET",
        "/t/{id}/replay/picture.svg",
        replay.replay_picture,
        "All that is seen after a move, as one picture",
        (409,),
        SVG,
        query=fields.replay_picture,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/replay/picture.png",
        share.picture,
        "The same as a picture of points",
        (409,),
        kind=PNG,
        query=fields.replay_picture,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/replay/film.gif",
        share.film,
        "The whole game as an animated picture of at most 2 MB; it takes a while to be made",
        (409,),
        kind=GIF,
        query=fields.film,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/share",
        share.share,
        "`share.html`: a link, a picture, a film and the record of a game that is over, to hand on",
        (409,),
        query=fields.replay_picture,
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/replay/on",
        going_on.from_game,
        "`going_on.html`: a table from here on: who sits where",
        (409, 422),
        query=fields.replay_picture,
        stored=True,
    ),
    Route(
        "POST",
        "/t/{id}/replay/on",
        going_on.make_from_game,
        "Makes a table that begins after that move; goes on to its `/t/{id}`, or `going_on.html` "
        "with its errors",
        (409, 422),
        form=fields.going_on_from,
        stored=True,
    ),
    Route(
        "GET",
        "/position",
        going_on.paste,
        "`position.html`: the form for the text of a position",
    ),
    Route(
        "POST",
        "/position",
        going_on.from_text,
        "`going_on.html` for that text; with `go` makes a table that begins there and goes on to "
        "its `/t/{id}`",
        (422,),
        form=fields.position,
        needed=("text",),
        stored=True,
    ),
    Route(
        "GET",
        "/t/{id}/proof",
        replay.proof,
        "`proof.html`: after the end, that the deal was the promised one, for the browser to check",
        (409,),
        stored=True,
    ),
    Route(
        "GET",
        "/records",
        records.records,
        "`records.html`: the form that takes a record from elsewhere, and those that one brought",
        stored=True,
    ),
    Route(
        "POST",
        "/records",
        records.bring,
        "Checks a record and keeps it as a table that is over; goes on to its `/t/{id}/replay`, "
        "the same for the same record, or `records.html` with what is wrong",
        (422,),
        form=fields.record,
        uploads=True,
        stored=True,
    ),
    Route(
        "GET",
        "/rules/{game}",
        rules.rules,
        "`rules.html`; each clause has its number as anchor: `/rules/neoville#NV-3.4`; "
        "with `q` what is found in it",
        query=fields.question,
    ),
    Route(
        "GET",
        "/rules/{game}/hits",
        rules.hits,
        "`hits.html`: only what is found, for a page that has the book",
        query=fields.question,
    ),
    Route(
        "GET",
        "/rules/{game}/{clause}",
        rules.clause,
        "`clause.html`: one clause with its figures, for the table",
    ),
    Route(
        "GET",
        "/figure/{game}/{figure}/{scene}.svg",
        rules.figure,
        "A picture of the rules; kept by browsers, by the hash in `v`",
        kind=SVG,
        query=fields.figure,
    ),
    Route(
        "GET",
        "/try/{game}",
        trying.page,
        "`table.html` for a table of one's own, that is never stored: any position can be set up "
        "and played on",
        (422,),
        query=fields.trying,
    ),
    Route("WS", "/try/{game}/socket", trying.socket, "Its socket, with the same query"),
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
        "/me",
        me.me,
        "`me.html`: my name, how I am told, how I come back on another device, this browser",
        query=fields.done,
        stored=True,
    ),
    Route(
        "POST",
        "/me/name",
        me.name,
        "Takes a name that nobody else here goes by; goes on to `/me`, or `me.html` with its error",
        (422,),
        form=fields.my_name,
        stored=True,
    ),
    Route(
        "POST",
        "/me/quiet",
        me.quiet,
        "Keeps the hours in which I am not told; goes on to `/me`, or `me.html` with its errors",
        (422,),
        form=fields.quiet,
        stored=True,
    ),
    Route(
        "POST",
        "/me/push",
        me.push,
        "Pushes a first message to this browser and keeps it, or forgets all of mine; goes on to "
        "`/me`, or `me.html` with its error; 409 if this server does not push",
        (409, 422),
        form=fields.push,
        stored=True,
    ),
    Route(
        "POST",
        "/me/mail",
        me.mail,
        "Sends a link to an address, which confirms it, or forgets it; goes on to `/me`, or "
        "`me.html` with its error; 409 if this server sends no mails",
        (409, 422),
        form=fields.mail,
        stored=True,
    ),
    Route(
        "GET",
        "/mail/confirm",
        me.confirm,
        "`letter.html`: the link of that mail, with a button",
        (422,),
        query=fields.token,
    ),
    Route(
        "POST",
        "/mail/confirm",
        me.confirm_it,
        "Confirms the address; `letter.html`",
        (200, 422),
        form=fields.token,
        stored=True,
    ),
    Route(
        "GET",
        "/mail/stop",
        me.stop,
        "`letter.html`: the link in every mail by which there are no more, with a button",
        (422,),
        query=fields.token,
    ),
    Route(
        "POST",
        "/mail/stop",
        me.stop_it,
        "No more mails to that address; from any origin, for mail programs do; `letter.html`",
        (200, 422),
        query=fields.token,
        stored=True,
    ),
    Route(
        "POST",
        "/me/recovery",
        me.recovery,
        "`recovery.html`: a new recovery code, shown once; the one before is void",
        (200,),
        stored=True,
    ),
    Route(
        "GET",
        "/recover",
        me.recover,
        "`recover.html`: the form for a recovery code",
        query=fields.recovery,
        stored=True,
    ),
    Route(
        "POST",
        "/recover",
        me.recover_it,
        "This browser is from now on who made the code; `others` says whether the devices before "
        "stay; goes on to `/me`, or `recover.html` with its error",
        (422,),
        form=fields.recover,
        stored=True,
    ),
    Route(
        "GET",
        "/me/people",
        me.persons,
        "`people.html`: with whom I played of late, or who sits at a table, to mute or block them",
        query=fields.people,
        stored=True,
    ),
    Route(
        "POST",
        "/me/people",
        me.decide,
        "Mutes or blocks somebody, or neither any more; goes on to `next`, or to `/me`",
        (422,),
        form=fields.shun,
        needed=("who", "do"),
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
        "/manifest.webmanifest",
        install.manifest,
        "What a device has to know to put Parvis among its apps, in the reader's language",
        kind=MANIFEST,
        counted=False,
    ),
    Route(
        "GET",
        "/icon/{name}.png",
        install.icon,
        "The mark of Parvis: `small`, `large`, `masked` or `touch`",
        kind=PNG,
        counted=False,
    ),
    Route(
        "GET",
        "/worker.js",
        install.worker,
        "The service worker; it keeps static files and `/away`, nothing of a game",
        kind=SCRIPT,
        query=fields.worker,
        counted=False,
    ),
    Route(
        "GET",
        "/away",
        install.away,
        "`away.html`: what the service worker shows when the server does not answer",
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
