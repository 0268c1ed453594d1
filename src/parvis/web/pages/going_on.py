"""Playing on from a position: of a game that is over, or of a text. Imports the site and its forms.

Whoever makes such a table may know what is hidden there; it says of itself that it began so.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response

from parvis.bots import usual_bot
from parvis.engine.drawing.tokens import THEMES
from parvis.engine.game import Game, game_of
from parvis.engine.open_table import drawn_for
from parvis.engine.packs import Pack
from parvis.engine.position import Position
from parvis.engine.text import TextError
from parvis.engine.words import Speech
from parvis.table.replay import CannotReplay
from parvis.web.forms import chair_fields, read_chairs
from parvis.web.identity import Reader
from parvis.web.pages.replay import refusal, wanted
from parvis.web.position_text import example, read_any, text_fault
from parvis.web.replay import read_at
from parvis.web.site import Site
from parvis.web.speech import speech_for

NOBODY = "seat-0"  # the field that is told of when nobody would play


@dataclass(frozen=True)
class Beginning:
    """A position to begin from, and all that its form tells of it."""

    game: Game
    position: Position
    speech: Speech
    action: str
    told: str  # which move it is
    back: str  # where one came from
    pack: Pack | None = None
    source: tuple[str, int] | None = None
    hidden: tuple[tuple[str, str], ...] = ()  # fields that the form sends along
    picture: str = ""  # its address; none: the picture stands in the page


async def begins_in_game(site: Site, request: Request, at: str) -> tuple[Beginning, int]:
    """A move of a game that is over, and the seat that the reader had there, or who is to play."""
    found = await wanted(site, request)
    number = read_at(at, len(found.replay), found.at)
    position = await site.desk.ask(lambda: found.replay.position(number))
    id = found.table.config.id
    where = found.speech("page.on.where", at=number, n=len(found.replay))
    made = Beginning(
        found.replay.game,
        position,
        found.speech,
        f"/t/{id}/replay/on",
        where,
        f"/t/{id}/replay?" + urlencode({"at": number}),
        found.table.own_pack(),
        (id, number),
        (("at", str(number)),),
        f"/t/{id}/replay/picture.png?" + urlencode({"at": number, "as": "all"}),
    )
    held = found.table.held(site.reader(request).person)
    return made, held[0] if held else position.turn() or 0


async def from_game(site: Site, request: Request) -> Response:
    try:
        begin, seat = await begins_in_game(site, request, request.query_params.get("at", ""))
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    return form_page(site, request, begin, usual(begin, seat), {})


async def make_from_game(site: Site, request: Request) -> Response:
    form = await site.form(request)
    try:
        begin, seat = await begins_in_game(site, request, form.get("at", ""))
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    return await make(site, request, begin, {**usual(begin, seat), **form})


async def paste(site: Site, request: Request) -> Response:
    return entry(site, request, site.reader(request))


async def from_text(site: Site, request: Request) -> Response:
    form = await site.form(request)
    reader = site.reader(request)
    text = " ".join(form.get("text", "").split())
    speech = speech_for(reader.language)
    try:
        position = await site.desk.ask(lambda: read_any(text))
    except TextError as error:
        fault = text_fault(error, speech)
        told = speech("page.position.wrong", words=fault.sentence)
        return entry(site, request, reader, text, told, fault.detail)
    if position.over():
        return entry(site, request, reader, text, speech("page.position.over"))
    game = game_of(position.setting.game)
    hidden = (("text", text), ("go", "1"))
    begin = Beginning(
        game, position, speech_for(reader.language, game), "/position", "", "/position",
        hidden=hidden,
    )  # fmt: skip
    asked = {**usual(begin, position.turn() or 0), **form}
    if not form.get("go"):
        return form_page(site, request, begin, asked, {})
    return await make(site, request, begin, asked)


def entry(
    site: Site, request: Request, reader: Reader, text: str = "", error: str = "", detail: str = ""
) -> Response:
    """Where one pastes a text, and what is wrong with the one that was sent."""
    return site.page(
        request,
        reader,
        "position",
        answer=422 if error else 200,
        text=text,
        error=error,
        detail=detail,
        example=example(),
    )


def usual(begin: Beginning, seat: int) -> dict[str, str]:
    """Me on one seat, bots on the others."""
    bot = f"bot:{usual_bot(begin.game)}"
    seats = range(begin.position.seats)
    return {f"seat-{one}": "me" if one == seat else bot for one in seats}


async def make(site: Site, request: Request, begin: Beginning, form: Mapping[str, str]) -> Response:
    """The table, or the form again with what is wrong."""
    reader = await site.named(site.reader(request), form.get("name", ""))
    position, game = begin.position, begin.game
    chairs, errors = read_chairs(
        game, position.seats, form, reader.person, reader.name, begin.speech
    )
    if not errors and not any(chair.kind in ("person", "open") for chair in chairs):
        errors[NOBODY] = [begin.speech("page.on.me")]
    if position.over():
        errors["at"] = [begin.speech("page.on.over")]
    if errors:
        return form_page(site, request, begin, form, errors)
    await site.check_room(request, reader)
    setting = position.setting
    live = await site.registry.make(
        game.id,
        chairs,
        reader.person,
        setting.options,
        form.get("private", "") == "true",
        begin.pack,
        origin=position.text(),
        source=begin.source,
    )
    return site.onward(request, reader, f"/t/{live.table.config.id}")


def in_page(svg: str) -> str:
    """A picture that nobody else can ask for, as the page holds it."""
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def form_page(
    site: Site,
    request: Request,
    begin: Beginning,
    form: Mapping[str, str],
    errors: dict[str, list[str]],
) -> Response:
    """The position, and who shall sit where."""
    reader = site.reader(request).with_name(form.get("name", ""))
    position, game, speech = begin.position, begin.game, begin.speech
    if position.over():
        errors.setdefault("at", [speech("page.on.over")])
    chairs = chair_fields(game, position.seats, form, speech)
    scores = position.scores()
    for seat, chair in enumerate(chairs):
        points = scores[position.side_of(seat)]
        chair["was"] = speech("page.on.was", name=f"@{seat}", n=points)
    turn = position.turn()
    where = [begin.told, "" if turn is None else speech("page.on.turn", name=f"@{turn}")]
    drawing = drawn_for(game, position, "open", speech) if not begin.picture else None
    pictures = {
        theme: f"{begin.picture}&theme={theme}&lang={reader.language}"
        if drawing is None
        else in_page(drawing.sheet(theme))
        for theme in (THEMES if reader.theme == "auto" else (reader.theme,))
    }
    return site.page(
        request,
        reader,
        "going_on",
        speech,
        422 if errors else 200,
        game_name=game.name,
        where=" · ".join(part for part in where if part),
        pictures=pictures,
        action=begin.action,
        back=begin.back,
        from_text=begin.source is None,
        hidden=begin.hidden,
        chairs=chairs,
        private=form.get("private", "true" if "name" not in form else "") == "true",
        errors=errors,
        name_missing=not reader.name,
    )
