"""What several templates are given: a game, a table. Imports games, assets and readers' words."""

from __future__ import annotations

from markupsafe import Markup
from starlette.requests import Request

from parvis.engine.game import Game, UnknownGame, game_of
from parvis.engine.words import Speech
from parvis.table.table import Table
from parvis.web import assets
from parvis.web.speech import say_or

# How much there is to learn.
WEIGHTS = {1: "page.weight.light", 2: "page.weight.medium", 3: "page.weight.rich"}


def plain_game(game: Game, speech: Speech) -> dict[str, object]:
    return {
        "id": game.id,
        "name": game.name,
        "about": say_or(speech, game.about, {}, ""),
        "minutes": game.minutes,
        "weight": speech(WEIGHTS[game.weight]) if game.weight else "",
        "seats": list(game.seats),
        "picture": f"/picture/{game.id}.svg",
        "cover": Markup(assets.cover_of(game)),
        "rules": f"/rules/{game.id}",
    }


def game_name(id: str) -> str:
    try:
        return game_of(id).name
    except UnknownGame:
        return id


def plain_table(request: Request, table: Table) -> dict[str, object]:
    id = table.config.id
    return {
        "id": id,
        "url": f"/t/{id}",
        "address": f"{request.url.scheme}://{request.url.netloc}/t/{id}",
        "game": table.config.game,
        "game_name": game_name(table.config.game),
        "code": table.config.code,
        "join": join_address(request, table),
        "qr": f"/t/{id}/qr.svg",
        "rules": f"/rules/{table.config.game}",
        "record": f"/t/{id}/record",
        "private": table.config.private,
        "commitment": table.config.commitment,
    }


def join_address(request: Request, table: Table) -> str:
    return f"{request.url.scheme}://{request.url.netloc}/join/{table.config.code}"
