"""The home page, and a table in one click. Imports the site and what templates are given."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

import parvis
from parvis.engine.words import Speech
from parvis.table.chair import Chair
from parvis.table.decisions import BOT_NAMES, USUAL_BOT
from parvis.table.pruning import removed_of
from parvis.table.stored import TableSummary
from parvis.web.forms import seat_count
from parvis.web.identity import Reader
from parvis.web.pages.parts import game_name, plain_game
from parvis.web.site import Site
from parvis.web.speech import bot_choices, removed_words, speech_for


async def home(site: Site, request: Request) -> Response:
    reader = site.reader(request)
    store, ask = site.registry.store, site.registry.errands.run
    mine, public, gone = await asyncio.gather(
        ask(store.of_person, reader.person),
        ask(store.public),
        ask(removed_of, store, reader.person, site.registry.clock()),
    )
    speech = speech_for(reader.language)
    held = {listed.id for listed in mine}
    return site.page(
        request,
        reader,
        "home",
        games=[plain_game(game) for game in parvis.all_games()],
        mine=[my_table(listed, reader) for listed in mine],
        removed=[
            {"game_name": game_name(one.game), "words": removed_words(one, speech)} for one in gone
        ],
        open=[open_table(listed) for listed in public if listed.id not in held],
    )


def my_table(listed: TableSummary, reader: Reader) -> dict[str, object]:
    names = seat_names(listed, speech_for(reader.language))
    mine = any(
        seat == listed.turn and person == reader.person for seat, person, _, _ in listed.chairs
    )
    return {
        "id": listed.id,
        "url": f"/t/{listed.id}",
        "game": listed.game,
        "game_name": game_name(listed.game),
        "players": list(names.values()),
        "mine": mine and not listed.over,
        "over": listed.over,
        "practice": listed.practice,
        "turn": "" if listed.turn is None or listed.over else names[listed.turn],
        "when": datetime.fromtimestamp(listed.last, UTC).isoformat(timespec="seconds"),
    }


async def play_now(site: Site, request: Request) -> Response:
    """One click: me and bots."""
    game = site.game(request)
    form = await site.form(request)
    reader = site.reader(request).with_name(form.get("name", ""))
    seats = seat_count(game, form.get("seats", ""))
    bot = form.get("bot", USUAL_BOT)
    if bot not in bot_choices(game):
        raise HTTPException(422)
    chairs = [Chair("person", reader.name, (reader.person,))]
    chairs += [Chair("bot", BOT_NAMES[seat], (), bot) for seat in range(1, seats)]
    await site.check_room(request, reader)
    live = await site.registry.make(game.id, chairs, reader.person)
    return site.onward(request, reader, f"/t/{live.table.config.id}")


def seat_names(listed: TableSummary, speech: Speech) -> dict[int, str]:
    return {seat: name or speech("kit.seat", number=seat + 1) for seat, _, _, name in listed.chairs}


def open_table(listed: TableSummary) -> dict[str, object]:
    free = [seat for seat, _, kind, _ in listed.chairs if kind == "open"]
    return {
        "url": f"/join/{listed.code}",
        "game_name": game_name(listed.game),
        "players": [name for _, _, _, name in listed.chairs if name],
        "free": len(free),
        "practice": listed.practice,
    }
