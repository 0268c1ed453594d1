"""What a person decides about themselves: their name, how they are told, whom they shun, and how
they come back on another device. Imports the site, the people and the ways of delivery.
"""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from parvis.engine.words import Speech
from parvis.table import people, shunned
from parvis.table.commands import Command, Link
from parvis.table.decisions import Refused, tidy_name
from parvis.table.people import Person, Push
from parvis.table.registry import NoTable
from parvis.table.shunned import Met, Shun
from parvis.web import assets
from parvis.web.delivery import is_mail
from parvis.web.identity import Reader
from parvis.web.pages.service import local
from parvis.web.push import Undelivered, why_no_push
from parvis.web.security import client_of
from parvis.web.site import Site
from parvis.web.speech import speech_for

MOST_CARRIED = 100  # games that go along to another person
DONE = {  # what a form leads back with, and what is then said
    "name": "page.me.done.name",
    "quiet": "page.me.done.quiet",
    "mail-sent": "page.me.done.mail_sent",
    "mail-stop": "page.me.done.mail_stop",
    "push": "page.me.done.push",
    "push-stop": "page.me.done.push_stop",
    "people": "page.me.done.people",
    "recovered": "page.me.done.recovered",
}


async def me(site: Site, request: Request) -> Response:
    return await my_page(site, request, site.reader(request), {})


async def my_page(
    site: Site,
    request: Request,
    reader: Reader,
    errors: dict[str, str],
    typed: dict[str, str] | None = None,
) -> Response:
    """The page, perhaps with what is wrong, by the name of the field."""
    store, ask = site.registry.store, site.registry.errands.run
    person = await ask(people.person_of, store, reader.person)
    pushes = await ask(people.pushes_of, store, reader.person)
    speech = speech_for(reader.language)
    low, high = person.quiet or (None, None)
    given = typed or {}
    done = DONE.get(request.query_params.get("done", ""), "") if not errors else ""
    return site.page(
        request,
        reader,
        "me",
        answer=422 if errors else 200,
        errors=errors,
        done=speech(done) if done else "",
        named=given.get("name", reader.name),
        push_key=site.delivery.push_public,
        pushes=len(pushes),
        mails=site.delivery.smtp is not None,
        mail=given.get("mail", person.mail),
        confirmed=person.confirmed,
        quiet={
            "on": person.quiet is not None,
            "from": given.get("from", clock_of(low, 22 * 60)),
            "to": given.get("to", clock_of(high, 8 * 60)),
            "zone": given.get("zone", person.zone),
        },
        recoverable=person.recoverable,
        unwanted=await unwanted(site, reader),
    )


def clock_of(minutes: int | None, otherwise: int) -> str:
    """
    >>> clock_of(None, 480), clock_of(1425, 0)
    ('08:00', '23:45')
    """
    hours, minute = divmod(otherwise if minutes is None else minutes, 60)
    return f"{hours:02}:{minute:02}"


def minutes_of(text: str) -> int | None:
    """A time of day in minutes.

    >>> minutes_of("7:30"), minutes_of("25:00"), minutes_of("soon")
    (450, None, None)
    """
    found = re.fullmatch(r"(\d{1,2})[:.h](\d{2})", text.strip())
    if found is None:
        return None
    hours, minute = int(found[1]), int(found[2])
    return 60 * hours + minute if hours < 24 and minute < 60 else None


def back(site: Site, request: Request, reader: Reader, done: str, part: str = "") -> Response:
    return site.onward(request, reader, f"/me?{urlencode({'done': done})}{part}")


# My name.


async def name(site: Site, request: Request) -> Response:
    form = await site.form(request)
    reader = site.reader(request)
    speech = speech_for(reader.language)
    wished = tidy_name(form.get("name", ""))
    if not wished:
        return await my_page(site, request, reader, {"name": speech("page.me.name.none")})
    store, ask, now = site.registry.store, site.registry.errands.run, site.registry.clock()
    free = await ask(people.free_name, store, reader.person, wished, now)
    if free != wished:
        words = speech("page.me.name.taken", name=wished, free=free)
        typed = {"name": free}
        return await my_page(site, request, reader, {"name": words}, typed)
    got = await ask(people.claim_name, store, reader.person, wished, now)
    return back(site, request, replace(reader, name=got or wished), "name")


# Being told.


async def quiet(site: Site, request: Request) -> Response:
    form = await site.form(request)
    reader = site.reader(request)
    speech = speech_for(reader.language)
    store, ask = site.registry.store, site.registry.errands.run
    hours: tuple[int, int] | None = None
    zone = form.get("zone", "").strip()
    if form.get("quiet") == "true":
        low, high = minutes_of(form.get("from", "")), minutes_of(form.get("to", ""))
        errors = {}
        if low is None or high is None or low == high:
            errors["quiet"] = speech("page.me.quiet.times")
        if not known_zone(zone):
            errors["zone"] = speech("page.me.quiet.unknown")
        if errors or low is None or high is None:
            return await my_page(site, request, reader, errors, form)
        hours = (low, high)
    wishes = Person(
        reader.person, language=reader.language, zone=zone if known_zone(zone) else "", quiet=hours
    )
    await ask(people.keep_wishes, store, wishes, site.registry.clock())
    return back(site, request, reader, "quiet")


def known_zone(name: str) -> bool:
    """
    >>> known_zone("Europe/Paris"), known_zone("Atlantis"), known_zone("../../etc/passwd")
    (True, False, False)
    """
    try:
        return bool(name) and len(name) <= 64 and bool(ZoneInfo(name).key)
    except (OSError, ValueError, LookupError):
        return False


async def push(site: Site, request: Request) -> Response:
    """From the page's script: this browser wants to be pushed to, or nothing any more."""
    form = await site.form(request)
    reader = site.reader(request)
    store, ask = site.registry.store, site.registry.errands.run
    if not site.delivery.push_key or not reader.known:
        raise HTTPException(409)
    if form.get("do") == "stop":
        await ask(people.forget_pushes, store, reader.person)
        return back(site, request, reader, "push-stop")
    endpoint, p256dh, auth = (form.get(field, "") for field in ("endpoint", "p256dh", "auth"))
    if why_no_push(endpoint, p256dh, auth, site.delivery.inward):
        raise HTTPException(422)
    made = Push(reader.person, endpoint, p256dh, auth, site.delivery.push_public)
    site.spend(site.pushes, client_of(request))
    try:
        await site.teller.try_push(made, reader.language)
    except Undelivered:
        words = {"push": speech_for(reader.language)("page.me.push.failed")}
        return await my_page(site, request, reader, words)
    await ask(people.keep_push, store, made, reader.language, site.registry.clock())
    site.teller.wants(reader.person)
    return back(site, request, reader, "push")


async def mail(site: Site, request: Request) -> Response:
    """A mail with a link goes to an address; only who follows it gets others."""
    form = await site.form(request)
    reader = site.reader(request)
    speech = speech_for(reader.language)
    store, ask = site.registry.store, site.registry.errands.run
    if site.delivery.smtp is None:
        raise HTTPException(409)
    if form.get("do") == "stop":
        now = site.registry.clock()
        await ask(people.keep_mail, store, reader.person, "", reader.language, now)
        return back(site, request, reader, "mail-stop")
    address = form.get("mail", "").strip()
    if not is_mail(address):
        return await my_page(site, request, reader, {"mail": speech("page.me.mail.wrong")}, form)
    person = await ask(people.person_of, store, reader.person)
    if person.confirmed and person.mail == address:
        return back(site, request, reader, "mail-sent")
    to = hashlib.sha256(address.lower().encode()).hexdigest()
    for whom in (f"person {reader.person}", f"mail {to}", f"client {client_of(request)}"):
        if not site.mails.take(whom):
            words = {"mail": speech("page.me.mail.often")}
            return await my_page(site, request, reader, words, form)
    try:
        await site.teller.send_confirmation(reader.person, address, reader.language)
    except Undelivered:
        words = {"mail": speech("page.me.mail.failed")}
        return await my_page(site, request, reader, words, form)
    return back(site, request, reader, "mail-sent")


async def confirm(site: Site, request: Request) -> Response:
    """The link of that mail: first a page, for programs look at links too."""
    return letter(site, request, "confirm", bool(site.links.confirmed(token_of(request))))


async def confirm_it(site: Site, request: Request) -> Response:
    form = await site.form(request)
    said = site.links.confirmed(form.get("token", ""))
    if said is None:
        return letter(site, request, "confirm", False)
    reader = site.reader(request)
    store, ask = site.registry.store, site.registry.errands.run
    now = site.registry.clock()
    await ask(people.keep_mail, store, *said, reader.language, now)
    site.teller.wants(said[0])
    return letter(site, request, "confirm", True, done=True)


async def stop(site: Site, request: Request) -> Response:
    return letter(site, request, "stop", bool(site.links.stopped(token_of(request))))


async def stop_it(site: Site, request: Request) -> Response:
    """By the button of the page, or by a mail program (RFC 8058): the link itself says who."""
    token = token_of(request)
    said = site.links.stopped(token)
    if said is None:
        return letter(site, request, "stop", False)
    store, ask = site.registry.store, site.registry.errands.run
    person = await ask(people.person_of, store, said[0])
    if person.mail == said[1]:
        now = site.registry.clock()
        await ask(people.keep_mail, store, said[0], "", person.language, now)
    return letter(site, request, "stop", True, done=True)


def token_of(request: Request) -> str:
    return request.query_params.get("token", "")


def letter(site: Site, request: Request, does: str, good: bool, done: bool = False) -> Response:
    """The page behind a mail's link."""
    return site.page(
        request,
        site.reader(request),
        "letter",
        answer=200 if good else 422,
        does=does,
        good=good,
        done=done,
        token=token_of(request),
    )


# Coming back on another device.


async def recovery(site: Site, request: Request) -> Response:
    """A new code, shown once; the one before is void."""
    await site.form(request)
    reader = site.reader(request)
    site.spend(site.recoveries, f"make {client_of(request)}")
    store, ask = site.registry.store, site.registry.errands.run
    code = await ask(
        people.make_recovery, store, reader.person, reader.name, reader.language,
        site.registry.clock(),
    )  # fmt: skip
    link = f"{site.reach(request).base}/recover?{urlencode({'code': code})}"
    qr = base64.b64encode(assets.drawn_qr(link).encode()).decode()
    return site.page(
        request, reader, "recovery", code=code, link=link, qr=f"data:image/svg+xml;base64,{qr}"
    )


async def recover(site: Site, request: Request) -> Response:
    code = request.query_params.get("code", "")[:80]
    return await recover_page(site, request, code, "")


async def recover_page(site: Site, request: Request, code: str, error: str) -> Response:
    reader = site.reader(request)
    store, ask = site.registry.store, site.registry.errands.run
    going = await ask(store.of_person, reader.person, False, MOST_CARRIED)
    answer = 422 if error else 200
    return site.page(
        request, reader, "recover", answer=answer, code=code, error=error, own=len(going)
    )


async def recover_it(site: Site, request: Request) -> Response:
    """This browser is from now on who made the code; its own games that go on come along."""
    form = await site.form(request)
    reader, client = site.reader(request), client_of(request)
    speech = speech_for(reader.language)
    site.spend(site.recoveries, client)
    store, ask = site.registry.store, site.registry.errands.run
    code = form.get("code", "")
    person = await ask(people.recovered, store, code)
    if person is None:
        return await recover_page(site, request, code[:80], speech("page.recover.wrong"))
    site.recoveries.give_back(client)
    if person.person == reader.person and reader.known:
        return back(site, request, reader, "recovered")
    if reader.known:
        await carry(site, reader.person, person.person)
        await ask(people.move_on, store, reader.person, person, site.registry.clock())
    await site.sessions.learn(person.person)
    session = site.sessions.current(person.person)
    if form.get("others") == "end":
        # It begins, and those before end, when this browser shows that it has got the cookie.
        session = site.sessions.after(session)
    known = replace(
        reader, person=person.person, name=person.name or reader.name, session=session, known=True
    )
    return back(site, request, known, "recovered")


async def carry(site: Site, before: str, after: str) -> None:
    """The games of a browser that go on are held by the other person too, where they may be:
    whoever has seen another hand there cannot."""
    store, ask = site.registry.store, site.registry.errands.run
    for listed in await ask(store.of_person, before, False, MOST_CARRIED):
        try:
            live = await site.registry.open(listed.id)
        except NoTable:
            continue
        for seat in live.table.held(before):
            try:
                await site.registry.command(live, Command(after, Link(seat)))
            except Refused:
                continue


# People.


async def unwanted(site: Site, reader: Reader) -> list[dict[str, str]]:
    """Whom a reader shuns."""
    store, ask = site.registry.store, site.registry.errands.run
    speech = speech_for(reader.language)
    return [
        {"who": alias(reader, one.other), "name": called(one.name, speech), "kind": one.kind}
        for one in await ask(shunned.shunned_by, store, reader.person)
    ]


def alias(reader: Reader, other: str) -> str:
    """How a page points at somebody: a person's number is their own secret."""
    return hashlib.sha256(f"{reader.person} {other}".encode()).hexdigest()[:24]


def called(name: str, speech: Speech) -> str:
    return name or speech("page.me.nameless")


async def persons(site: Site, request: Request) -> Response:
    """With whom one played of late, or who sits at one table: to be muted or blocked."""
    reader = site.reader(request)
    speech = speech_for(reader.language)
    store, ask = site.registry.store, site.registry.errands.run
    table = request.query_params.get("table", "")
    shuns = {one.other: one.kind for one in await ask(shunned.shunned_by, store, reader.person)}
    found = await at_table(site, reader, table) if table else []
    found = found or await ask(shunned.met, store, reader.person)
    return site.page(
        request,
        reader,
        "people",
        met=[
            {
                "who": alias(reader, one.person),
                "seat": one.seat,
                "table": one.table,
                "name": called(one.name, speech),
                "kind": shuns.get(one.person, ""),
            }
            for one in {(one.table, one.seat): one for one in found}.values()
        ],
        unwanted=await unwanted(site, reader),
        back=f"/t/{table}" if found and table else "/me",
        table=table if found else "",
    )


async def at_table(site: Site, reader: Reader, id: str) -> list[Met]:
    """The others who sit at a table."""
    try:
        table = (await site.registry.open(id[:32])).table
    except NoTable:
        return []
    return [
        Met(person, id, seat, chair.name)
        for seat, chair in enumerate(table.chairs)
        if chair.kind == "person" and reader.person not in chair.persons
        for person in chair.persons
    ]


async def decide(site: Site, request: Request) -> Response:
    """Mute, block, or neither any more."""
    form = await site.form(request)
    reader = site.reader(request)
    store, ask = site.registry.store, site.registry.errands.run
    does, who, table = form.get("do", ""), form.get("who", ""), form.get("table", "")
    met = await ask(shunned.met, store, reader.person)
    met += await at_table(site, reader, table) if table else []
    names = {one.person: one.name for one in met}
    for one in await ask(shunned.shunned_by, store, reader.person):
        names.setdefault(one.other, one.name)
    other = next((person for person in names if alias(reader, person) == who), None)
    if other is None or does not in ("mute", "block", "welcome"):
        raise HTTPException(422)
    # Several browsers may hold one seat: they are one to who sits beside them.
    seats = {(one.table, one.seat) for one in met if one.person == other}
    for person in {other, *(one.person for one in met if (one.table, one.seat) in seats)}:
        if does == "welcome":
            await ask(shunned.welcome, store, reader.person, person)
        else:
            kind: Shun = "mute" if does == "mute" else "block"
            now = site.registry.clock()
            await ask(shunned.shun, store, reader.person, person, kind, names[person], now)
    site.shuns_anew(reader.person)
    if form.get("next"):
        return RedirectResponse(local(form["next"]), 303)
    return back(site, request, reader, "people", "#people")
