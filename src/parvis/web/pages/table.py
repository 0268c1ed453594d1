"""A table: its page, its record, its QR code and its socket. Imports the site and the socket."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

from parvis.web import assets
from parvis.web.pages.parts import join_address, plain_table
from parvis.web.security import client_of, same_origin
from parvis.web.site import Site
from parvis.web.socket import FORBIDDEN, TOO_FAST, connect
from parvis.web.speech import speech_at


async def table(site: Site, request: Request) -> Response:
    live = await site.live(request)
    reader = site.reader(request)
    return site.page(
        request,
        reader,
        "table",
        speech_at(live.table, reader.language),
        table=plain_table(request, live.table),
        patterns=Markup(assets.patterns()),
        socket=f"/t/{live.table.config.id}/socket",
        spectator=not live.table.held(reader.person),
    )


async def record(site: Site, request: Request) -> Response:
    live = await site.live(request)
    if live.table.game is None or live.table.position is None:
        raise HTTPException(404)
    name = f"{live.table.config.game}.parvis"
    headers = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-store",
    }
    return PlainTextResponse(live.table.record().text(), headers=headers)


async def qr(site: Site, request: Request) -> Response:
    live = await site.live(request)
    address = join_address(request, live.table)
    return Response(assets.qr_svg(address), media_type="image/svg+xml")


async def socket(site: Site, socket: WebSocket) -> None:
    client = client_of(socket)
    if not same_origin(socket):
        await socket.close(FORBIDDEN)
        return
    if site.sockets[client] >= site.limits.sockets or not site.gets.take(client):
        await socket.close(TOO_FAST)
        return
    site.sockets[client] += 1
    try:
        id = socket.path_params["id"]
        reader = site.reader(socket)
        if not reader.known:  # without our cookie one looks on, and cannot come back to a seat
            reader = replace(reader, person="")
        may_ask = partial(site.may_ask, reader.person, client)
        await connect(
            socket, site.registry, id, reader, site.limits, site.metrics, site.serializer, may_ask
        )
    finally:
        site.sockets[client] -= 1
