"""What serves the pages rather than people: settings, colours, health, numbers.

Imports the site and the assets.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from parvis.engine.rulebook import LANGUAGES
from parvis.table.people import note_language
from parvis.table.store import StoreError
from parvis.web import assets
from parvis.web.identity import ANY_THEME, COOKIE
from parvis.web.security import direct
from parvis.web.site import Site


async def settings(site: Site, request: Request) -> Response:
    form = await site.form(request)
    reader = site.reader(request)
    if "name" in form:
        reader = await site.named(reader, form["name"])
        await site.hold_name(reader.person, reader.name)
    if form.get("language") in LANGUAGES:
        reader = replace(reader, language=form["language"])
        ask, store = site.registry.errands.run, site.registry.store
        with suppress(StoreError):  # it is read as one likes even then
            await ask(note_language, store, reader.person, reader.language)
    if form.get("theme") in ANY_THEME:
        reader = replace(reader, theme=form["theme"])
    address = local(form.get("next", "/"))
    return RedirectResponse(address, 303) if reader.late else site.onward(request, reader, address)


async def session(site: Site, request: Request) -> Response:
    """End this browser's session: whoever has a copy of its cookie is nobody with it."""
    form = await site.form(request)
    reader = site.reader(request)
    does = form.get("do")
    if does not in ("renew", "forget"):
        raise HTTPException(422)
    onward = RedirectResponse("/", 303)
    await site.sessions.learn(reader.person)
    if not reader.known or reader.session < site.sessions.current(reader.person):
        return onward  # it has ended already, perhaps by this very form, sent twice
    following = site.sessions.after(reader.session)
    if does == "renew":
        # It begins, and this one ends, when the browser shows that it has got the cookie.
        return site.onward(request, replace(reader, session=following), "/")
    await site.sessions.begin(reader.person, following + 1)  # above all that were ever written
    onward.delete_cookie(COOKIE)
    return onward


async def theme(site: Site, request: Request) -> Response:
    headers = {"cache-control": "max-age=3600"}
    return Response(assets.theme_css(), media_type="text/css", headers=headers)


async def healthz(site: Site, request: Request) -> Response:
    healthy = await site.registry.healthy()
    return JSONResponse({"ok": healthy}, 200 if healthy else 503)


async def numbers(site: Site, request: Request) -> Response:
    if not site.front.open_metrics and not direct(request):
        raise HTTPException(404)
    return Response(site.metrics.text(), media_type="text/plain; version=0.0.4")


def local(path: str) -> str:
    """A path on this server, whatever a form says.

    >>> local("/t/abc"), local("//evil.example"), local("https://evil.example")
    ('/t/abc', '/', '/')
    """
    fine = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()
    return quote(path, safe="/?=&%#-_.~") if fine and len(path) < 300 else "/"
