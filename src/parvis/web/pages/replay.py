"""A game that is over, looked through again: its page, steps and pictures; the proof of its deal.

Imports the site, the table's replay and how it is shown.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from parvis.bots import bot_label
from parvis.engine.drawing.tokens import THEMES
from parvis.engine.record import Check, CheckName, OtherRules, Record
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech
from parvis.table.replay import CannotReplay, Reason, Replay
from parvis.table.table import Table
from parvis.web import answers, assets, messages
from parvis.web.cast import face_of
from parvis.web.identity import Reader
from parvis.web.pages.games import drawn
from parvis.web.pages.parts import card, plain_table
from parvis.web.pages.table import own_seat
from parvis.web.picture import Viewer
from parvis.web.replay import (
    Eyes,
    drawing,
    entry,
    eyes_in_address,
    gone,
    read_at,
    read_eyes,
    step,
    whole_course,
)
from parvis.web.serializer import SHAPES
from parvis.web.site import Site
from parvis.web.speech import speech_at

A_PAGE = 12  # moves of a list with pictures
CHECKS: dict[CheckName, str] = {
    "promise": "page.proof.promise",
    "rules": "page.proof.rules",
    "moves": "page.proof.moves",
    "back": "page.proof.back",
    "final": "page.proof.final",
    "result": "page.proof.result",
    "stopped": "page.proof.stopped",
}
WHY_NOT: dict[Reason, str] = {"going": "page.replay.going", "rules": "page.replay.rules"}


class Found(NamedTuple):
    """A table that is over, and who reads about it."""

    table: Table
    replay: Replay
    reader: Reader
    speech: Speech


async def over(site: Site, request: Request) -> Found:
    """The table of an address, if its game is over; `CannotReplay` says why not."""
    live, reader = await site.live(request), site.reader(request)
    replay = await site.desk.ask(lambda: site.replays.of(live.table))
    return Found(live.table, replay, reader, speech_at(live.table, reader.language))


class Wanted(NamedTuple):
    """What of a game somebody wants to see: after which move, with whose eyes, in which words."""

    table: Table
    replay: Replay
    reader: Reader
    speech: Speech
    at: int
    eyes: Eyes


async def wanted(site: Site, request: Request) -> Wanted:
    """What an address asks for. `CannotReplay` says why there is nothing to be seen."""
    table, replay, reader, _ = await over(site, request)
    asked = request.query_params
    own = own_seat(table, reader.person) if reader.known else None
    eyes = read_eyes(asked.get("as", ""), table.config.seats, own)
    at = read_at(asked.get("at", ""), len(replay))
    if asked.get("lang") in LANGUAGES:
        reader = replace(reader, language=asked["lang"])
    if "go" in asked:
        at = await site.desk.ask(lambda: gone(replay, at, eyes, asked["go"]))
    return Wanted(table, replay, reader, speech_at(table, reader.language), at, eyes)


async def refusal(site: Site, request: Request, refused: CannotReplay) -> Response:
    """A page that says why a game cannot be looked through, and leads to its table."""
    live, reader = await site.live(request), site.reader(request)
    speech = speech_at(live.table, reader.language)
    message = speech(WHY_NOT[refused.reason], version=live.table.config.rules)
    onward = {"url": f"/t/{live.table.config.id}", "words": speech("page.replay.table")}
    return site.page(
        request, reader, "error", speech, 409, status=409, message=message, onward=onward
    )


async def replay(site: Site, request: Request) -> Response:
    """The page: whole without scripts, for any move; with them it goes on by steps."""
    try:
        found = await wanted(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    table, game = found.table, found.replay.game
    shown = await site.desk.ask(
        lambda: step(found.replay, found.at, found.eyes, found.speech, tall=False)
    )
    whole: messages.WholeCourse | None = None
    if "whole" in request.query_params:
        whole = await site.desk.ask(lambda: whole_course(found.replay, table, found.speech))
    seats = seats_of(table, found.speech, shown.sides, found.reader.person)
    eyes = eyes_in_address(found.eyes)
    return site.page(
        request,
        found.reader,
        "replay",
        found.speech,
        table=plain_table(request, table),
        symbols=assets.symbols_url(game),
        seats=seats,
        seated=msgspec.to_builtins(seats),
        step=shown,
        whole=whole,
        total=len(found.replay),
        eyes=eyes,
        practice=bool(table.practice),
        imported=table.config.purpose == "record",
        card=card(request, table, found.speech, found.at, len(found.replay), eyes),
    )


async def replay_list(site: Site, request: Request) -> Response:
    """The moves so far, each with its picture: for who has no scripts, and for paper."""
    try:
        found = await wanted(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    at, last = found.at, len(found.replay)
    first = max(0, at - A_PAGE + 1)

    def moves() -> list[dict[str, object]]:
        told = [""] if first == 0 else []
        numbers = range(max(1, first), at + 1)
        told += [
            " ".join(entry(found.replay, number, found.eyes, found.speech).words)
            for number in numbers
        ]
        return [{"at": first + n, "words": words} for n, words in enumerate(told)]

    return site.page(
        request,
        found.reader,
        "replay_list",
        found.speech,
        table=plain_table(request, found.table),
        eyes=eyes_in_address(found.eyes),
        at=at,
        moves=await site.desk.ask(moves),
        earlier=first - 1 if first else None,
        later=min(last, at + A_PAGE) if at < last else None,
    )


async def replay_step(site: Site, request: Request) -> Response:
    """One step, for a page that shows the game already."""
    try:
        found = await wanted(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    asked = request.query_params
    since = read_at(asked["from"], len(found.replay)) if asked.get("from") else None
    tall = bool(asked.get("tall"))
    return await told_of(
        site, lambda: step(found.replay, found.at, found.eyes, found.speech, tall, since)
    )


async def replay_explain(site: Site, request: Request) -> Response:
    """What something is in the drawing of a move, as the one knew whose eyes one looks with."""
    try:
        found = await wanted(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    place = request.query_params.get("place", "")[: messages.LONGEST_PICK]
    asked = messages.AskExplain(0, place)
    tall = bool(request.query_params.get("tall"))

    def explained() -> messages.Explained:
        position = found.replay.position(found.at)
        # All open, what lies in a hand is known to who holds it.
        seats = [found.eyes] if found.eyes is not None else [None, *range(position.seats)]
        for seat in seats:
            viewer = Viewer("", seat, found.reader.language, tall)
            told = answers.explained(asked, found.table, position, viewer)
            if told.name:
                break
        return told

    return await told_of(site, explained)


async def replay_course(site: Site, request: Request) -> Response:
    """The whole course and who won, for who asks."""
    try:
        found = await wanted(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    return await told_of(site, lambda: whole_course(found.replay, found.table, found.speech))


async def told_of(
    site: Site, make: Callable[[], messages.Fetched | messages.Explained]
) -> Response:
    text = await site.desk.ask(lambda: messages.write(make()))
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"})


async def replay_picture(site: Site, request: Request) -> Response:
    """All that is seen after a move, as one picture."""
    try:
        found = await wanted(site, request)
    except CannotReplay as refused:
        return await refusal(site, request, refused)
    theme = request.query_params.get("theme", "light")
    tall = bool(request.query_params.get("tall"))

    def made() -> bytes:
        whole = drawing(found.replay, found.at, found.eyes, found.speech, tall)
        svg = whole.sheet(theme if theme in THEMES else "light", tall)
        return gzip.compress(svg.encode(), 5, mtime=0)

    return drawn(request, await site.desk.ask(made), "no-store")


async def proof(site: Site, request: Request) -> Response:
    """That the deal was the promised one, to be checked by the reader's own browser."""
    live, reader = await site.live(request), site.reader(request)
    table = live.table
    speech = speech_at(table, reader.language)
    if not table.over():
        return await refusal(site, request, CannotReplay("going"))
    record = table.record()
    checks, plays = await asyncio.to_thread(checked, record)
    return site.page(
        request,
        reader,
        "proof",
        speech,
        table=plain_table(request, table),
        seed=record.seed,
        salt=record.salt,
        checks=[speech(CHECKS[check.name], n=check.count) for check in checks],
        plays=plays,
    )


def checked(record: Record) -> tuple[list[Check], bool]:
    """What holds of a record, and whether the rules of today play it."""
    try:
        return record.checks(), True
    except OtherRules:
        return record.check_promise(), False


def seats_of(
    table: Table, speech: Speech, sides: list[messages.Side], person: str
) -> list[messages.Seat]:
    """Who sat where; nobody is away any more, and nobody can be sent off."""
    side_of = {seat: side.side for side in sides for seat in side.seats}
    held = table.held(person)
    return [
        messages.Seat(
            seat=seat,
            name=speech.name(seat),
            kind=chair.kind,
            here=True,
            mine=seat in held,
            side=side_of[seat],
            shape=SHAPES[seat % len(SHAPES)],
            bot=bot_label(speech, table.game, chair.bot) if chair.bot and table.game else None,
            face=face_of(table.game, chair.bot) if chair.bot else None,
            sits_in=False,
            vacant=False,
            left=None,
            free=False,
            link=None,
        )
        for seat, chair in enumerate(table.chairs)
    ]
