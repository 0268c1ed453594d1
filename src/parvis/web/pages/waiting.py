"""The socket that tells how many tables wait. Imports the site and that socket."""

from __future__ import annotations

from starlette.websockets import WebSocket

from parvis.web.security import client_of, same_origin
from parvis.web.site import Site
from parvis.web.socket import ENDED, FORBIDDEN, TOO_FAST
from parvis.web.waiting_socket import WaitingSocket


async def socket(site: Site, socket: WebSocket) -> None:
    client = client_of(socket)
    if not same_origin(socket):
        await socket.close(FORBIDDEN)
        return
    await socket.accept()  # a browser is told why only by a socket that stands
    if site.pages_open[client] >= site.limits.pages_open or not site.pages.take(client):
        await socket.close(TOO_FAST)
        return
    reader = site.reader(socket)
    if reader.ended or not reader.known:  # nobody's tables wait for who has no cookie
        await socket.close(ENDED if reader.ended else FORBIDDEN)
        return
    page = WaitingSocket(socket, site.registry.waiting, reader, site.limits)
    site.pages_open[client] += 1
    site.waiting_pages.add(page)
    try:
        await page.run()
    finally:
        site.waiting_pages.discard(page)
        site.pages_open[client] -= 1
        if not site.pages_open[client]:
            del site.pages_open[client]
