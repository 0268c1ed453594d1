"""A table: its page, its record, its QR code and its socket. Imports the site and the socket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

from parvis.engine.course import course_of
from parvis.engine.drawing.tokens import THEMES
from parvis.engine.game import game_of
from parvis.table.chair import Chair
from parvis.table.commands import Again, Command
from parvis.table.decisions import Refused, next_chairs
from parvis.table.live_table import LiveTable
from parvis.table.shunned import blocks, without
from parvis.table.table import Table
from parvis.web import assets
from parvis.web.identity import Reader, opens, screen_link, seat_link
from parvis.web.pages.games import drawn
from parvis.web.pages.joining import numbered
from parvis.web.pages.parts import first_whole, join_address, plain_table
from parvis.web.security import client_of, same_origin
from parvis.web.site import Site
from parvis.web.socket import ENDED, FORBIDDEN, TOO_FAST, Connection, Visitor, connect
from parvis.web.speech import speech_at


async def table(site: Site, request: Request) -> Response:
    live = await site.live(request)
    reader = site.reader(request)
    game, purpose = live.table.game, live.table.config.purpose
    seated = bool(live.table.held(reader.person))
    return site.page(
        request,
        reader,
        "table",
        speech_at(live.table, reader.language),
        table=plain_table(request, live.table, site.reach(request).base),
        screen=screen_link(live.table) if seated else "",
        symbols="" if game is None else assets.symbols_url(game),
        socket=f"/t/{live.table.config.id}/socket",
        spectator=not seated,
        trying=None,
        learn=learn_address(live.table),
        guided=first_whole(game) if game is not None and purpose == "lesson" else None,
        lesson=None,
    )


def learn_address(table: Table) -> str:
    """Where its game is taught, if it is."""
    taught = table.game is not None and course_of(table.game) is not None
    return f"/learn/{table.config.game}" if taught else ""


async def record(site: Site, request: Request) -> Response:
    live = await site.live(request)
    name = f"{live.table.config.game}.parvis"
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-store",
    }
    return PlainTextResponse(live.table.record().text(), headers=headers)


async def again(site: Site, request: Request) -> Response:
    """Once more: the same game, options, people and bots; all who sat here are told."""
    await site.form(request)
    live, reader = await site.live(request), site.reader(request)
    table = live.table
    if not table.held(reader.person) or not table.over() or table.game is None:
        raise HTTPException(409)
    async with live.making:
        if not table.again:
            await site.check_room(request, reader)
            try:
                made = await site.registry.make(
                    table.config.game,
                    await seated_again(site, table, reader.person),
                    reader.person,
                    table.config.options,
                    table.config.private,
                    table.own_pack(),
                    origin=table.config.origin,
                    source=table.source,
                    timing=table.timing,
                    language=table.config.language,
                    announced=table.config.announced,
                )
            except ValueError:  # what was agreed on then cannot be played any more
                raise HTTPException(409) from None
            with suppress(Refused):  # another server was quicker: there is one to go to
                wish = Again(made.table.config.id)
                await site.registry.command(live, Command(reader.person, wish))
    if not table.again:
        raise HTTPException(503)
    return site.onward(request, reader, f"/t/{table.again}")


async def seated_again(site: Site, table: Table, person: str) -> list[Chair]:
    """The chairs of the next game; whoever has blocked its maker is not seated by them."""
    others = {who for chair in table.chairs for who in chair.persons} - {person}
    ask, store = site.registry.errands.run, site.registry.store
    unwilling = {who for who, _ in await ask(blocks, store, others, (person,))}
    return without(next_chairs(table), unwilling)


async def picture(site: Site, request: Request) -> Response:
    """The board, small, as the reader sees it: of a table in memory as it is, else as it was kept
    last, so that a list of tables opens none of them."""
    id, reader = request.path_params["id"], site.reader(request)
    theme = request.query_params.get("theme", "light")
    live = site.registry.live_tables.get(id)
    if live is not None:
        game, view = live.table.config.game, live.table.view_of(own_seat(live.table, reader.person))
    else:
        store, ask = site.registry.store, site.registry.errands.run
        game, view = await ask(store.seen, id, reader.person)
    if theme not in THEMES or not view:
        raise HTTPException(404)
    packed = await asyncio.to_thread(
        assets.packed_sheet, game_of(game), view, reader.language, theme
    )
    kept = "v" in request.query_params
    return drawn(request, packed, "private, max-age=31536000, immutable" if kept else "no-cache")


def own_seat(table: Table, person: str) -> int | None:
    """The seat that a browser holds; of several hands around one screen none is shown."""
    held = table.held(person)
    return held[0] if len(held) == 1 else None


async def qr(site: Site, request: Request) -> Response:
    live = await site.live(request)
    address = join_address(site.reach(request).base, live.table)
    return Response(assets.qr_svg(address), media_type="image/svg+xml")


async def seat_qr(site: Site, request: Request) -> Response:
    """The secret link of a seat as a QR code, for who knows it already."""
    live = await site.live(request)
    seat = numbered(live.table).get(request.path_params["seat"])
    if seat is None or not opens(live.table, seat, request.path_params["token"]):
        raise HTTPException(404)
    address = f"{site.reach(request).base}{seat_link(live.table, seat)}"
    headers = {"cache-control": "no-store"}
    return Response(assets.drawn_qr(address), media_type="image/svg+xml", headers=headers)


async def socket(site: Site, socket: WebSocket) -> None:
    async def opening(_: Reader) -> LiveTable:
        return await site.registry.open(socket.path_params["id"])

    await serve(site, socket, opening)


async def serve(
    site: Site,
    socket: WebSocket,
    opening: Callable[[Reader], Awaitable[LiveTable]],
    make: Callable[..., Connection] = Connection,
) -> None:
    """A socket at the table that this reader opens."""
    client = client_of(socket)
    if not same_origin(socket):
        await socket.close(FORBIDDEN)
        return
    if site.sockets[client] >= site.limits.sockets or not site.pages.take(client):
        await socket.accept()  # a browser is told why only by a socket that stands
        await socket.close(TOO_FAST)
        return
    site.sockets[client] += 1
    try:
        reader = site.reader(socket)
        if reader.ended:  # the browser may have got its new cookie meanwhile
            await socket.accept()
            await socket.close(ENDED)
            return
        if not reader.known:  # without our cookie one looks on, and cannot come back to a seat
            reader = replace(reader, person="")
        who = (reader.person, client)
        visitor = Visitor(
            reader,
            client,
            partial(site.may_ask, *who),
            partial(site.why_not_write, *who),
            partial(site.sessions.current, reader.person),
            site.seating,
            site.hold_name,
            partial(site.unheard, reader.person),
        )
        await connect(
            socket,
            site.registry,
            opening(reader),
            visitor,
            site.limits,
            site.metrics,
            site.serializer,
            site.desk,
            make,
        )
    finally:
        site.sockets[client] -= 1
        if not site.sockets[client]:
            del site.sockets[client]
