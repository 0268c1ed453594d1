"""What several templates are given: a game, a table. Imports games, bots, assets and words."""

from __future__ import annotations

from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request

from parvis.bots import levels_for
from parvis.engine.course import course_of
from parvis.engine.game import Game, UnknownGame, game_of
from parvis.engine.words import Speech
from parvis.table.table import Table
from parvis.web import assets
from parvis.web.speech import say_or

# How much there is to learn.
WEIGHTS = {1: "page.weight.light", 2: "page.weight.medium", 3: "page.weight.rich"}

EASY = "2"  # the level of who plays against somebody who learns
MIDDLE = 0.45  # how far into a game a picture is that gives nothing away


def plain_game(game: Game, speech: Speech) -> dict[str, object]:
    course = course_of(game)
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
        "learn": f"/learn/{game.id}" if course is not None else "",
        "steps": [step.id for step in course.steps] if course is not None else [],
    }


def first_whole(game: Game) -> dict[str, str]:
    """What makes a whole game against an easy bot, once one has learnt it."""
    return {"url": f"/play-now/{game.id}", "bot": levels_for(game)[EASY]}


def game_name(id: str) -> str:
    try:
        return game_of(id).name
    except UnknownGame:
        return id


def plain_table(request: Request, table: Table, base: str = "") -> dict[str, object]:
    """`base`: how other devices reach the server, if not as the reader does."""
    id = table.config.id
    return {
        "id": id,
        "url": f"/t/{id}",
        "address": f"{own_base(request)}/t/{id}",
        "game": table.config.game,
        "game_name": game_name(table.config.game),
        "code": table.config.code,
        "join": join_address(base or own_base(request), table),
        "qr": f"/t/{id}/qr.svg",
        "rules": f"/rules/{table.config.game}",
        "record": f"/t/{id}/record",
        "private": table.config.private,
        "commitment": table.config.commitment,
        "from": bool(table.config.origin),
        "source": source_of(table),
    }


def plain_loose(game: Game, url: str) -> dict[str, object]:
    """The same of a table that is kept nowhere: nobody is invited, nothing has to be proved."""
    named = {"game": game.id, "game_name": game.name, "rules": f"/rules/{game.id}", "url": url}
    nothing = ("address", "code", "join", "qr", "record", "commitment")
    return {**named, **dict.fromkeys(nothing, ""), "from": False, "source": None}


def source_of(table: Table) -> dict[str, object] | None:
    """Where the position was that a table began from, if that is known.

    What was hidden there can be looked up by its replay: where several people play it is named, and
    led to only after the end.
    """
    if table.source is None:
        return None
    id, at = table.source
    people = {person for chair in table.chairs for person in chair.persons}
    several = len(people) > 1 or any(chair.vacant for chair in table.chairs)
    secret = several and not table.over()
    return {"at": at, "url": "" if secret else f"/t/{id}/replay?at={at}"}


def card(
    request: Request, table: Table, speech: Speech, at: int, last: int, eyes: str
) -> dict[str, str]:
    """What a link to a game that is over shows where it is pasted; not how it came out."""
    shown = {"at": at if at < last else round(last * MIDDLE), "as": "all", "lang": speech.language}
    address = plain_table(request, table)["address"]
    names = [f"@{seat}" for seat in range(table.config.seats)]
    return {
        "title": speech("page.card.title", game=game_name(table.config.game)),
        "about": speech("page.card.about", names=names, n=last),
        "address": f"{address}/replay?{urlencode({'at': at, 'as': eyes})}",
        "picture": f"{address}/replay/picture.png?{urlencode(shown)}",
    }


def own_base(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def join_address(base: str, table: Table) -> str:
    return f"{base}/join/{table.config.code}"
