"""Parvis as an app of the device: its manifest, its service worker, the page while nobody answers.

Imports the site and the assets.
"""

from __future__ import annotations

import asyncio
import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

import parvis
from parvis.engine.drawing.tokens import TOKENS
from parvis.web import assets
from parvis.web.site import Site
from parvis.web.speech import speech_for

# What the page wants while the server is away; its address brings the language and the version.
AWAY = "/away"
NEEDED = ("css/base.css", "css/pages.css", "css/forced.css", "icon.svg")
# By name: how many points wide, and what else is said of it.
ICONS: dict[str, tuple[int, dict[str, str]]] = {
    "small": (192, {}),
    "large": (512, {}),
    "masked": (512, {"purpose": "maskable"}),
    "touch": (180, {"purpose": "maskable"}),
}


async def manifest(site: Site, request: Request) -> Response:
    """What a device has to know to put Parvis among its apps."""
    reader = site.reader(request)
    speech = speech_for(reader.language)
    paper = TOKENS["paper"][1 if reader.theme == "dark" else 0]
    told = {
        "name": "Parvis",
        "short_name": "Parvis",
        "description": speech("page.home.lead"),
        "lang": reader.language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "categories": ["games"],
        "icons": [
            {"src": assets.static_url("icon.svg"), "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": icon_url(name), "sizes": f"{size}x{size}", "type": "image/png", **purpose}
                for name, (size, purpose) in ICONS.items()
            ),
        ],
        "shortcuts": [{"name": game.name, "url": f"/new/{game.id}"} for game in parvis.all_games()],
    }
    return Response(
        json.dumps(told, ensure_ascii=False),
        media_type="application/manifest+json",
        headers={"cache-control": "no-cache"},
    )


async def icon(site: Site, request: Request) -> Response:
    """The mark of Parvis as a picture of points, for devices that draw no lines."""
    name = request.path_params["name"]
    if name not in ICONS:
        raise HTTPException(404)
    size, purpose = ICONS[name]
    made = await asyncio.to_thread(assets.icon_png, size, bool(purpose))
    headers = {"cache-control": assets.FOR_A_YEAR if "v" in request.query_params else "no-cache"}
    return Response(made, media_type="image/png", headers=headers)


def icon_url(name: str) -> str:
    """The address of such a picture, with a hash of what it is made of."""
    return f"/icon/{name}.png?{assets.static_url('icon.svg').partition('?')[2]}"


async def worker(site: Site, request: Request) -> Response:
    """The service worker: it holds static things and the page for when nobody answers."""
    needed = json.dumps([AWAY, "/theme.css", *(assets.static_url(name) for name in NEEDED)])
    script = (assets.STATIC / "worker.js").read_text(encoding="utf-8").replace("[]", needed, 1)
    headers = {"cache-control": "no-cache"}
    return Response(script, media_type="text/javascript", headers=headers)


async def away(site: Site, request: Request) -> Response:
    """Shown by the browser when the server does not answer."""
    return site.page(request, site.reader(request), "away")
