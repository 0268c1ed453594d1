"""What serves the pages rather than people: settings, colours, health, numbers.

Imports the site and the assets.
"""

from __future__ import annotations

import asyncio
import ipaddress
from dataclasses import replace
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from parvis.engine.rulebook import LANGUAGES
from parvis.web import assets
from parvis.web.identity import ANY_THEME
from parvis.web.security import client_of
from parvis.web.site import Site


async def settings(site: Site, request: Request) -> Response:
    form = await site.form(request)
    reader = site.reader(request).with_name(form.get("name", ""))
    if form.get("language") in LANGUAGES:
        reader = replace(reader, language=form["language"])
    if form.get("theme") in ANY_THEME:
        reader = replace(reader, theme=form["theme"])
    return site.onward(request, reader, local(form.get("next", "/")))


async def theme(site: Site, request: Request) -> Response:
    headers = {"cache-control": "max-age=3600"}
    return Response(assets.theme_css(), media_type="text/css", headers=headers)


async def healthz(site: Site, request: Request) -> Response:
    healthy = await asyncio.to_thread(site.registry.healthy)
    return JSONResponse({"ok": healthy}, 200 if healthy else 503)


async def numbers(site: Site, request: Request) -> Response:
    if not site.open_metrics and not on_loopback(client_of(request)):
        raise HTTPException(404)
    return Response(site.metrics.text(), media_type="text/plain; version=0.0.4")


def local(path: str) -> str:
    """A path on this server, whatever a form says.

    >>> local("/t/abc"), local("//evil.example"), local("https://evil.example")
    ('/t/abc', '/', '/')
    """
    fine = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()
    return quote(path, safe="/?=&%#-_.~") if fine and len(path) < 300 else "/"


def on_loopback(client: str) -> bool:
    try:
        return ipaddress.ip_address(client).is_loopback
    except ValueError:
        return False
