"""The form of a new table, and the table made from it. Imports the site and its forms."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parvis.engine.game import Game, UnknownGame, game_of
from parvis.table.chair import Chair
from parvis.web.cast import character_choices
from parvis.web.forms import form_fields, read_wish, seat_count
from parvis.web.identity import Reader, screen_link
from parvis.web.pages.parts import plain_game
from parvis.web.site import Site
from parvis.web.speech import speech_for


async def new(site: Site, request: Request) -> Response:
    game, reader = site.game(request), site.reader(request)
    asked = dict(request.query_params)
    # Another number of seats comes by address, so that Back leads here; nothing typed is lost.
    sent = asked if "recount" in asked else {}
    seats = seat_count(game, sent.get("recount") or asked.get("seats", ""))
    named = reader.with_name(sent.get("name", ""))
    return new_page(site, request, named, game, seats, sent, {})


def new_page(
    site: Site,
    request: Request,
    reader: Reader,
    game: Game,
    seats: int,
    form: dict[str, str],
    errors: dict[str, list[str]],
) -> Response:
    speech = speech_for(reader.language, game)
    return site.page(
        request,
        reader,
        "new",
        speech,
        422 if errors else 200,
        game=plain_game(game, speech),
        characters=character_choices(speech, game),
        private=form.get("private", "true" if not form else "") == "true",
        announced=form.get("announced", "") == "true",
        webhook=bool(site.delivery.webhook),
        errors=errors,
        name_missing=not reader.name,
        **form_fields(game, seats, form, speech),
    )


async def make(site: Site, request: Request) -> Response:
    form = await site.form(request)
    try:
        game = game_of(form.get("game", ""))
    except UnknownGame:
        raise HTTPException(404) from None
    reader = await site.named(site.reader(request), form.get("name", ""))
    speech = speech_for(reader.language, game)
    wish = read_wish(game, form, reader.person, reader.name, speech)
    if wish.errors:
        return new_page(site, request, reader, game, wish.seats, form, wish.errors)
    await site.check_room(request, reader)
    shown = form.get("screen") == "true"  # here; then everybody plays on a device of their own
    chairs = [Chair() if shown and chair.kind == "person" else chair for chair in wish.chairs]
    live = await site.registry.make(
        game.id,
        chairs,
        reader.person,
        wish.options,
        wish.private,
        language=reader.language,
        announced=form.get("announced", "") == "true",
        timing=wish.timing,
    )
    onward = screen_link(live.table) if shown else f"/t/{live.table.config.id}"
    return site.onward(request, reader, onward)
