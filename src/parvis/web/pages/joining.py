"""Coming to a table: by its code, or by the secret link of a seat.

Imports the site and the commands that take a seat.
"""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from parvis.bots import bot_label
from parvis.table.commands import Command, Link, Take
from parvis.table.decisions import Refused
from parvis.table.live_table import LiveTable
from parvis.table.registry import CODE
from parvis.table.table import Table
from parvis.web.identity import Reader, opens, screen_link
from parvis.web.pages.parts import plain_table
from parvis.web.security import client_of
from parvis.web.serializer import SHAPES
from parvis.web.site import Site
from parvis.web.speech import speech_at, speech_for
from parvis.web.timing import timing_in_words


async def join(site: Site, request: Request) -> Response:
    reader = site.reader(request)
    code = tidy_code(request.query_params.get("code", ""))
    if len(code) == CODE:
        return RedirectResponse(f"/join/{code}", 303)
    error = speech_for(reader.language)("table.join.no_code") if code else ""
    return site.page(request, reader, "join", code=code, error=error)


async def by_code(site: Site, request: Request) -> LiveTable | None:
    """The table of a code, if it leads to one; who tries many wrong ones has to wait."""
    client = client_of(request)
    # Taken before anything is waited for: else many could try at once while there is one left.
    site.spend(site.codes, client)
    code = tidy_code(request.path_params["code"])
    ask, store = site.registry.errands.run, site.registry.store
    id = await ask(store.by_code, code) if len(code) == CODE else None
    live = await site.registry.open(id) if id is not None else None
    if live is None or not leads_on(live.table, site.reader(request)):
        return None
    site.codes.give_back(client)
    return live


def leads_on(table: Table, reader: Reader) -> bool:
    """Whether a code still leads to its table: of a private one only until all seats are taken."""
    open_seat = any(chair.vacant for chair in table.chairs)
    return open_seat or not table.config.private or bool(table.held(reader.person))


async def join_table(site: Site, request: Request) -> Response:
    reader = site.reader(request)
    live = await by_code(site, request)
    if live is None:
        return no_such_code(site, request, reader)
    return seats_page(site, request, reader, live.table, "")


def no_such_code(site: Site, request: Request, reader: Reader) -> Response:
    words = speech_for(reader.language)("table.join.no_code")
    code = tidy_code(request.path_params["code"])
    return site.page(request, reader, "join", answer=404, code=code, error=words)


def seats_page(site: Site, request: Request, reader: Reader, table: Table, error: str) -> Response:
    speech = speech_at(table, reader.language)
    held = table.held(reader.person)
    return site.page(
        request,
        reader,
        "seats",
        speech,
        409 if error else 200,
        table=plain_table(request, table),
        screen=screen_link(table),
        seats=[
            {
                "seat": seat,
                "name": speech.name(seat),
                "kind": chair.kind,
                "vacant": chair.vacant,
                "bot": bot_label(speech, table.game, chair.bot) if chair.bot else "",
                "mine": seat in held,
                "shape": SHAPES[seat % len(SHAPES)],
            }
            for seat, chair in enumerate(table.chairs)
        ],
        timing=agreed(table, reader.language),
        error=error,
    )


def agreed(table: Table, language: str) -> list[str]:
    """What was agreed on time, told before anybody sits down."""
    return [] if table.timing is None else timing_in_words(table.timing, language)


async def take_seat(site: Site, request: Request) -> Response:
    form = await site.form(request)
    live = await by_code(site, request)
    reader = site.reader(request)
    if live is None:
        return no_such_code(site, request, reader)
    wanted = form.get("seat", "")
    if not wanted or live.table.held(reader.person):
        return site.onward(request, reader, f"/t/{live.table.config.id}")
    seats = numbered(live.table)
    reader = await site.named(reader, form.get("name", ""))
    return await sit(site, request, reader, live, Take(seats.get(wanted, len(seats)), reader.name))


async def sit(
    site: Site, request: Request, reader: Reader, live: LiveTable, wish: Take | Link
) -> Response:
    """Take a seat and go on to the table, or say why not."""
    try:
        if barred := site.why_not_write(reader.person, client_of(request), wish):
            raise Refused("busy", barred)
        seated = await site.seating(live, reader.person, wish)
        await site.registry.command(live, Command(reader.person, seated))
        await site.hold_name(reader.person, seated.name)
    except Refused as refused:
        words = speech_at(live.table, reader.language).tell(refused.key, refused.params)
        return seats_page(site, request, reader, live.table, words)
    return site.onward(request, reader, f"/t/{live.table.config.id}")


def linked(request: Request, live: LiveTable, reader: Reader) -> int:
    """The seat of a secret link, if the link is good; who sat down by it comes back by it too."""
    text, token = request.path_params["seat"], request.path_params["token"]
    seat = numbered(live.table).get(text)
    if seat is None:
        raise HTTPException(404)
    if seat not in live.table.held(reader.person) and not opens(live.table, seat, token):
        raise HTTPException(404)
    return seat


async def seat_link(site: Site, request: Request) -> Response:
    live = await site.live(request)
    reader = site.reader(request)
    seat = linked(request, live, reader)
    speech = speech_at(live.table, reader.language)
    return site.page(
        request,
        reader,
        "seat",
        speech,
        table=plain_table(request, live.table),
        seat=seat,
        seat_name=speech.name(seat),
        action=request.url.path,
        held=seat in live.table.held(reader.person),
        timing=agreed(live.table, reader.language),
    )


async def take_link(site: Site, request: Request) -> Response:
    form = await site.form(request)
    live = await site.live(request)
    reader = site.reader(request)
    seat = linked(request, live, reader)
    if seat in live.table.held(reader.person):
        return site.onward(request, reader, f"/t/{live.table.config.id}")
    if live.table.chairs[seat].vacant:  # else the seat has its name
        reader = await site.named(reader, form.get("name", ""))
    else:
        reader = reader.with_name(form.get("name", ""))
    return await sit(site, request, reader, live, Link(seat, reader.name))


def numbered(table: Table) -> dict[str, int]:
    """A table's seats by the numbers that forms and addresses give them."""
    return {str(seat): seat for seat in range(table.config.seats)}


def tidy_code(text: str) -> str:
    """A code as people type it: in small letters, with blanks or dashes.

    >>> tidy_code(" abc-234 ")
    'ABC234'
    """
    return "".join(c for c in text[:40].upper() if c.isascii() and c.isalnum())
