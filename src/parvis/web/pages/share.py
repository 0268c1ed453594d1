"""What one shows others of a game that is over: a link, a picture, a film, the record.

Imports the site, how a game is looked through, and the renderer.
"""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parvis.engine.drawing.points import size_of
from parvis.engine.drawing.tokens import THEMES
from parvis.engine.rulebook import LANGUAGES
from parvis.table.replay import CannotReplay
from parvis.web.pages.parts import plain_table
from parvis.web.pages.replay import Wanted, refusal, wanted
from parvis.web.renderer import RendererBusy, RendererFailed
from parvis.web.replay import drawing, eyes_in_address, read_at, read_eyes
from parvis.web.security import client_of
from parvis.web.site import OWN_NAMES, Site
from parvis.web.speech import speech_at

LONGEST = 2000  # points of a picture's longer side
KEPT = "private, max-age=86400"  # a game that is over stays as it is


async def share(site: Site, request: Request) -> Response:
    """The page: what is shown, to be chosen, and the ways to hand it on."""
    try:
        found = await wanted(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    asked, reader = request.query_params, site.reader(request)
    last = len(found.replay)
    at = read_at(asked.get("at", ""), last, last)
    eyes = read_eyes(asked.get("as", ""), found.table.config.seats, None)
    own_theme = reader.theme if reader.theme in THEMES else "light"
    theme = asked["theme"] if asked.get("theme") in THEMES else own_theme
    language = found.reader.language
    speech = speech_at(found.table, reader.language)
    table = plain_table(request, found.table)
    shown = {"at": str(at), "as": eyes_in_address(eyes), "theme": theme, "lang": language}
    film = {name: value for name, value in shown.items() if name != "at"}
    name = f"{found.table.config.game}-{at}"
    return site.page(
        request,
        reader,
        "share",
        speech,
        table=table,
        at=at,
        total=last,
        shown=shown,
        seats=[
            {"value": str(seat), "label": speech("page.replay.as.seat", name=f"@{seat}")}
            for seat in range(found.table.config.seats)
        ],
        tongues=[{"value": code, "label": OWN_NAMES[code]} for code in LANGUAGES],
        link=f"{table['address']}/replay?" + urlencode({"at": at, "as": shown["as"]}),
        back=f"{table['url']}/replay?" + urlencode({"at": at, "as": shown["as"]}),
        svg=f"{table['url']}/replay/picture.svg?{urlencode(shown)}",
        png=f"{table['url']}/replay/picture.png?{urlencode(shown)}",
        gif=f"{table['url']}/replay/film.gif?{urlencode(film)}",
        file=name,
    )


async def picture(site: Site, request: Request) -> Response:
    """All that is seen after a move, as a picture of points."""
    try:
        found = await wanted(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    site.spend(site.pictures, client_of(request))
    theme = theme_in(request)
    tall = bool(request.query_params.get("tall"))

    def drawn() -> str:
        whole = drawing(found.replay, found.at, found.eyes, found.speech, tall)
        return whole.sheet(theme, tall)

    svg = await site.desk.ask(drawn)
    zoom = min(2.0, *(LONGEST / length for length in size_of(svg)))
    key = f"{key_of(found, theme)} {found.at} {tall}"
    try:
        made = await site.renderer.picture(key, svg, zoom)
    except (RendererBusy, RendererFailed) as error:
        raise unmade(error) from error
    return sent(made, "image/png", f"{found.table.config.game}-{found.at}.png")


async def film(site: Site, request: Request) -> Response:
    """The whole game as an animated picture."""
    try:
        found = await wanted(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    theme = theme_in(request)
    key = f"film {key_of(found, theme)}"
    if key not in site.renderer.made:  # what is there costs nothing
        site.spend(site.films, client_of(request))
    seats = range(found.table.config.seats)
    asked = {
        "record": found.table.record().text(),
        "as": "open" if found.eyes is None else found.eyes,
        "language": found.reader.language,
        "names": [found.speech.name(seat) for seat in seats],
        "theme": theme,
    }
    try:
        made = await site.renderer.film(key, asked)
    except (RendererBusy, RendererFailed) as error:
        raise unmade(error) from error
    return sent(made, "image/gif", f"{found.table.config.game}.gif")


def theme_in(request: Request) -> str:
    theme = request.query_params.get("theme", "light")
    return theme if theme in THEMES else "light"


def key_of(found: Wanted, theme: str) -> str:
    """What tells one picture of a game from another."""
    eyes = eyes_in_address(found.eyes)
    return f"{found.table.config.id} {eyes} {theme} {found.reader.language}"


def unmade(error: RendererBusy | RendererFailed) -> HTTPException:
    """Why there is no picture: too many want one, or it could not be made."""
    busy = isinstance(error, RendererBusy)
    words = "table.error.pictures" if busy else "table.error.no_picture"
    return HTTPException(503, words, {"retry-after": "20"})


def sent(made: bytes, kind: str, name: str) -> Response:
    headers = {"cache-control": KEPT, "content-disposition": f'inline; filename="{name}"'}
    return Response(made, media_type=kind, headers=headers)
