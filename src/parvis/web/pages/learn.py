"""A first game: the course of a game, its steps at the table, its guided game.

Imports the site, the table's page and what makes a step of a course.
"""

from __future__ import annotations

import asyncio
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from parvis.bots import levels_for
from parvis.engine.course import Course, Lesson, course_of, key
from parvis.engine.game import Game, UnknownGame, game_of, read_position
from parvis.engine.words import Speech
from parvis.table.chair import Chair
from parvis.table.decisions import BOT_NAMES
from parvis.table.live_table import LiveTable
from parvis.table.registry import NoTable
from parvis.web import assets
from parvis.web.identity import Reader
from parvis.web.lesson import LessonConnection, Teaching
from parvis.web.pages.parts import EASY, first_whole, plain_game, plain_loose
from parvis.web.pages.table import serve
from parvis.web.site import Site
from parvis.web.socket import Connection
from parvis.web.speech import speech_for


async def overview(site: Site, request: Request) -> Response:
    """What one learns, step by step, and where one was."""
    game, reader = site.game(request), site.reader(request)
    course = needed(game)
    speech = speech_for(reader.language, game)
    return site.page(
        request,
        reader,
        "learn",
        speech,
        game=plain_game(game, speech),
        steps=[plain_step(game, step, speech) for step in course.steps],
        whole=first_whole(game),
    )


async def step(site: Site, request: Request) -> Response:
    """One step: the table's page with what there is to do beside it."""
    teaching, reader = taught(request), site.reader(request)
    game = teaching.game
    speech = speech_for(reader.language, game)
    before, after = teaching.beside(-1), teaching.beside(1)
    return site.page(
        request,
        reader,
        "table",
        speech,
        table=plain_loose(game, ""),
        symbols=assets.symbols_url(game),
        socket=f"{request.scope['path']}/socket",
        spectator=False,
        screen="",
        learn=f"/learn/{game.id}",
        guided=None,
        trying=None,
        lesson={
            **plain_step(game, teaching.step, speech),
            "number": teaching.number,
            "looks": not teaching.step.ideas,
            "steps": [plain_step(game, one, speech) for one in teaching.course.steps],
            "back": plain_step(game, before, speech) if before else None,
            "next": plain_step(game, after, speech) if after else None,
        },
    )


async def socket(site: Site, socket: WebSocket) -> None:
    try:
        teaching = taught(socket)
    except HTTPException:
        teaching = None

    async def opening(reader: Reader) -> LiveTable:
        if teaching is None:
            raise NoTable("")
        return LiveTable(await asyncio.to_thread(teaching.table, reader), loose=True)

    make = Connection if teaching is None else partial(LessonConnection, teaching=teaching)
    await serve(site, socket, opening, make)


async def play(site: Site, request: Request) -> Response:
    """The guided game: a short one against an easy bot, from a position in mid-game."""
    game = site.game(request)
    await site.form(request)
    course, reader = needed(game), site.reader(request)
    position = read_position(course.game)
    mine = position.turn() or 0
    bot = levels_for(game)[EASY]
    chairs = [Chair("bot", BOT_NAMES[seat], (), bot) for seat in range(position.seats)]
    chairs[mine] = Chair("person", reader.name, (reader.person,))
    await site.check_room(request, reader)
    live = await site.registry.make(
        game.id,
        chairs,
        reader.person,
        position.setting.options,
        origin=course.game,
        purpose="lesson",
    )
    return site.onward(request, reader, f"/t/{live.table.config.id}")


def needed(game: Game) -> Course:
    """The course of a game; there may be none."""
    course = course_of(game)
    if course is None:
        raise HTTPException(404)
    return course


def taught(connection: HTTPConnection) -> Teaching:
    """The step that an address names."""
    try:
        game = game_of(connection.path_params["game"])
    except UnknownGame:
        raise HTTPException(404) from None
    course = needed(game)
    found = course.step(connection.path_params["step"])
    if found is None:
        raise HTTPException(404)
    return Teaching(game, course, found)


def plain_step(game: Game, step: Lesson, speech: Speech) -> dict[str, str]:
    return {
        "id": step.id,
        "url": f"/learn/{game.id}/{step.id}",
        "title": speech(key(game, step.id, "title")),
        "task": speech(key(game, step.id, "task")),
    }
