"""Records from elsewhere: the form that takes one, and those that one has brought.

Imports the site, what checks records, and what lists of tables are given.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parvis.engine.game import Game, UnknownGame, game_of
from parvis.engine.record import Fault, RecordError
from parvis.engine.refusal import Refusal
from parvis.table.imported import checked
from parvis.web.identity import Reader
from parvis.web.pages.home import my_table
from parvis.web.security import TooLarge, client_of, read_body, same_origin
from parvis.web.site import Site
from parvis.web.speech import say_or, speech_for, verbatim
from parvis.web.uploads import boundary_of, read_parts

NAMED = re.compile(r"^game: *(\S{1,40})", re.M)
FAULTS: Mapping[Fault, str] = {
    "other": "page.record.other",
    "large": "page.record.large",
    "line": "page.record.line",
    "row": "page.record.row",
    "missing": "page.record.missing",
    "game": "page.record.game",
    "setting": "page.record.setting",
    "pack": "page.record.pack",
    "short": "page.record.short",
    "players": "page.record.players",
    "origin": "page.record.origin",
    "rules": "page.record.rules",
    "going": "page.record.going",
    "over": "page.record.over",
    "illegal": "page.record.illegal",
    "malformed": "page.record.malformed",
    "none": "page.record.line",
    "final": "page.record.final",
    "result": "page.record.result",
    "course": "page.record.course",
    "promise": "page.record.promise",
    "long": "page.record.long",
    "stopped": "page.record.stopped",
}


async def records(site: Site, request: Request) -> Response:
    return await records_page(site, request, site.reader(request))


async def records_page(
    site: Site, request: Request, reader: Reader, text: str = "", error: str = "", status: int = 422
) -> Response:
    registry = site.registry
    speech = speech_for(reader.language)
    found = await registry.errands.run(registry.store.records_of, reader.person)
    now = registry.clock()
    return site.page(
        request,
        reader,
        "records",
        speech,
        status if error else 200,
        records=[my_table(listed, reader, speech, now) for listed in found],
        text=text,
        error=error,
        most=site.limits.record // 1024,
    )


async def bring(site: Site, request: Request) -> Response:
    """A record is checked, kept, and opened; the same one leads to the same replay."""
    reader = site.reader(request)
    say = speech_for(reader.language)
    try:
        text = await sent(site, request)
    except TooLarge:
        return await records_page(site, request, reader, "", say(FAULTS["large"]), 413)
    except UnicodeDecodeError:  # a picture, say
        words = say("page.record.at", line=1, words=say(FAULTS["other"]))
        return await records_page(site, request, reader, "", words)
    if not text.strip():
        return await records_page(site, request, reader, "", say("page.record.nothing"))
    await site.check_room(request, reader)
    try:
        record = await site.desk.ask(lambda: checked(text))
    except RecordError as wrong:
        words = fault_in_words(wrong, text, reader.language)
        return await records_page(site, request, reader, text, words)
    id = await site.registry.keep_record(record, reader.person)
    return site.onward(request, reader, f"/t/{id}/replay")


async def sent(site: Site, request: Request) -> str:
    """The file, or else the text, of a form from our own page.

    `TooLarge` or UnicodeDecodeError if it can be no record.
    """
    if not same_origin(request):
        raise HTTPException(403)
    site.spend(site.posts, client_of(request))
    body = await read_body(request, site.limits.record)
    boundary = boundary_of(request.headers.get("content-type", ""))
    if boundary is None:
        raise HTTPException(400)
    try:
        fields = read_parts(body, boundary)
    except ValueError:
        raise HTTPException(400) from None
    return (fields.get("file") or fields.get("text") or b"").decode("utf-8")


def fault_in_words(wrong: RecordError, source: str, language: str) -> str:
    """What is wrong with a record and where, in the reader's language."""
    speech = speech_for(language, game_named(source))
    facts = {**wrong.facts}
    refusal = facts.pop("refusal", None)
    if isinstance(refusal, Refusal):
        why = say_or(speech, refusal.key, refusal.params, refusal.clause)
        facts |= {"why": why, "clause": refusal.clause}
    plain = {
        name: verbatim(value) if isinstance(value, str) else value for name, value in facts.items()
    }
    words = speech(FAULTS[wrong.fault], **plain)
    return speech("page.record.at", line=wrong.line, words=words) if wrong.line else words


def game_named(source: str) -> Game | None:
    """The game that a record names, if there is one."""
    found = NAMED.search(source)
    try:
        return game_of(found[1]) if found else None
    except UnknownGame:
        return None
