"""The pages: each route reads a request, asks the registry, and fills a template."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import quote

import jinja2
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.websockets import WebSocket

import parvis
from parvis.engine.drawing.tokens import THEMES
from parvis.engine.game import Game, UnknownGame, game_of
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech
from parvis.table.chair import Chair
from parvis.table.commands import Command, Link, Take
from parvis.table.decisions import BOT_NAMES, USUAL_BOT, Refused
from parvis.table.live_table import LiveTable
from parvis.table.registry import CODE, NoTable, Registry
from parvis.table.stored import TableSummary
from parvis.table.table import Table
from parvis.web import assets
from parvis.web.forms import form_fields, read_form, read_wish, seat_count
from parvis.web.identity import A_YEAR, ANY_THEME, COOKIE, Identity, Reader, opens
from parvis.web.limits import Buckets, Limits
from parvis.web.metrics import Metrics
from parvis.web.openapi import document
from parvis.web.security import TooLarge, client_of, read_body, same_origin
from parvis.web.serializer import SHAPES, Serializer
from parvis.web.socket import FORBIDDEN, TOO_FAST, connect
from parvis.web.speech import bot_choices, speech_at, speech_for

OWN_NAMES = {"fr": "français", "en": "English", "it": "italiano"}

log = logging.getLogger("parvis.web")


class Pages:
    """All routes, with what they share."""

    def __init__(
        self,
        registry: Registry,
        identity: Identity,
        limits: Limits,
        metrics: Metrics,
        open_metrics: bool = False,
    ) -> None:
        self.registry = registry
        self.identity = identity
        self.limits = limits
        self.metrics = metrics
        self.open_metrics = open_metrics
        self.serializer = Serializer()
        self.posts = Buckets(limits.posts)
        self.tables = Buckets(limits.tables)
        self.codes = Buckets(limits.codes)
        self.gets = Buckets(limits.pages)
        self.sockets: Counter[str] = Counter()
        self.templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(assets.TEMPLATES),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    # What every page needs.

    def reader(self, connection: HTTPConnection) -> Reader:
        accepted = connection.headers.get("accept-language", "")
        return self.identity.read(connection.cookies.get(COOKIE), accepted)

    def page(
        self,
        request: Request,
        reader: Reader,
        template: str,
        speech: Speech | None = None,
        answer: int = 200,
        **context: object,
    ) -> Response:
        """A filled template, with the cookie if the browser has none yet."""
        text = self.templates.get_template(f"{template}.html").render(
            say=speech or speech_for(reader.language),
            language=reader.language,
            languages=[{"code": code, "name": OWN_NAMES[code]} for code in LANGUAGES],
            theme=reader.theme,
            name=reader.name,
            here=request.url.path,
            static=assets.static_url,
            version=parvis.__version__,
            **context,
        )
        response = Response(text, answer, media_type="text/html; charset=utf-8")
        response.headers["cache-control"] = "no-store"
        if not reader.known:
            self.remember(request, response, reader)
        return response

    def remember(self, request: Request, response: Response, reader: Reader) -> None:
        response.set_cookie(
            COOKIE,
            self.identity.write(reader),
            max_age=A_YEAR,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )

    def onward(self, request: Request, reader: Reader, address: str) -> Response:
        """Send the browser on after a form."""
        response = RedirectResponse(address, 303)
        self.remember(request, response, reader)
        return response

    async def form(self, request: Request) -> dict[str, str]:
        """The fields of a form from our own page; anything else is turned away."""
        if not same_origin(request):
            raise HTTPException(403)
        if not self.posts.take(client_of(request)):
            raise HTTPException(429)
        try:
            return read_form(await read_body(request, self.limits.form))
        except TooLarge:
            raise HTTPException(413) from None
        except (ValueError, UnicodeError):
            raise HTTPException(400) from None

    async def live(self, request: Request) -> LiveTable:
        try:
            return await self.registry.open(request.path_params["id"])
        except NoTable:
            raise HTTPException(404) from None

    def game(self, request: Request) -> Game:
        try:
            return game_of(request.path_params["game"])
        except UnknownGame:
            raise HTTPException(404) from None

    # Home.

    async def home(self, request: Request) -> Response:
        reader = self.reader(request)
        mine = await asyncio.to_thread(self.registry.store.of_person, reader.person)
        public = await asyncio.to_thread(self.registry.store.public)
        held = {listed.id for listed in mine}
        return self.page(
            request,
            reader,
            "home",
            games=[plain_game(game) for game in parvis.all_games()],
            mine=[self.my_table(listed, reader) for listed in mine],
            open=[open_table(listed) for listed in public if listed.id not in held],
        )

    def my_table(self, listed: TableSummary, reader: Reader) -> dict[str, object]:
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

    async def play_now(self, request: Request) -> Response:
        """One click: me and bots."""
        game = self.game(request)
        form = await self.form(request)
        if not self.tables.take(client_of(request)):
            raise HTTPException(429)
        reader = self.reader(request).with_name(form.get("name", ""))
        seats = seat_count(game, form.get("seats", ""))
        bot = form.get("bot", USUAL_BOT)
        if bot not in bot_choices(game):
            raise HTTPException(422)
        chairs = [Chair("person", reader.name, (reader.person,))]
        chairs += [Chair("bot", BOT_NAMES[seat], (), bot) for seat in range(1, seats)]
        live = await self.registry.make(game.id, chairs, reader.person)
        return self.onward(request, reader, f"/t/{live.table.config.id}")

    # New tables.

    async def new(self, request: Request) -> Response:
        game = self.game(request)
        seats = seat_count(game, request.query_params.get("seats", ""))
        return self.new_page(request, self.reader(request), game, seats, {}, [])

    def new_page(
        self,
        request: Request,
        reader: Reader,
        game: Game,
        seats: int,
        form: dict[str, str],
        errors: list[str],
    ) -> Response:
        speech = speech_for(reader.language, game)
        return self.page(
            request,
            reader,
            "new",
            speech,
            422 if errors else 200,
            game=plain_game(game),
            private=form.get("private", "true" if not form else "") == "true",
            errors=errors,
            name_missing=not reader.name,
            **form_fields(game, seats, form, speech),
        )

    async def make(self, request: Request) -> Response:
        form = await self.form(request)
        try:
            game = game_of(form.get("game", ""))
        except UnknownGame:
            raise HTTPException(404) from None
        reader = self.reader(request).with_name(form.get("name", ""))
        if "recount" in form:  # another number of seats, and nothing typed so far is lost
            seats = seat_count(game, form["recount"])
            return self.new_page(request, reader, game, seats, form, [])
        speech = speech_for(reader.language, game)
        wish = read_wish(game, form, reader.person, reader.name, speech)
        if wish.errors:
            return self.new_page(request, reader, game, wish.seats, form, wish.errors)
        if not self.tables.take(client_of(request)):
            raise HTTPException(429)
        live = await self.registry.make(
            game.id, wish.chairs, reader.person, wish.options, wish.private
        )
        return self.onward(request, reader, f"/t/{live.table.config.id}")

    # Joining.

    async def join(self, request: Request) -> Response:
        reader = self.reader(request)
        code = tidy_code(request.query_params.get("code", ""))
        if len(code) == CODE:
            return RedirectResponse(f"/join/{code}", 303)
        error = speech_for(reader.language)("table.join.no_code") if code else ""
        return self.page(request, reader, "join", code=code, error=error)

    async def by_code(self, request: Request) -> LiveTable:
        """The table of a code; who tries many wrong ones has to wait."""
        client = client_of(request)
        if self.codes.spent(client):
            raise HTTPException(429)
        code = tidy_code(request.path_params["code"])
        id = (
            await asyncio.to_thread(self.registry.store.by_code, code)
            if len(code) == CODE
            else None
        )
        if id is None:
            self.codes.take(client)
            raise HTTPException(404)
        return await self.registry.open(id)

    async def join_table(self, request: Request) -> Response:
        reader = self.reader(request)
        try:
            live = await self.by_code(request)
        except HTTPException as error:
            if error.status_code != 404:
                raise
            words = speech_for(reader.language)("table.join.no_code")
            code = tidy_code(request.path_params["code"])
            return self.page(request, reader, "join", answer=404, code=code, error=words)
        return self.seats_page(request, reader, live.table, "")

    def seats_page(self, request: Request, reader: Reader, table: Table, error: str) -> Response:
        speech = speech_at(table, reader.language)
        held = table.held(reader.person)
        return self.page(
            request,
            reader,
            "seats",
            speech,
            409 if error else 200,
            table=plain_table(request, table),
            seats=[
                {
                    "seat": seat,
                    "name": speech.name(seat),
                    "kind": chair.kind,
                    "mine": seat in held,
                    "shape": SHAPES[seat % len(SHAPES)],
                }
                for seat, chair in enumerate(table.chairs)
            ],
            error=error,
        )

    async def take_seat(self, request: Request) -> Response:
        form = await self.form(request)
        live = await self.by_code(request)
        reader = self.reader(request).with_name(form.get("name", ""))
        address = f"/t/{live.table.config.id}"
        wanted = form.get("seat", "")
        if not wanted or live.table.held(reader.person):
            return self.onward(request, reader, address)
        seats = numbered(live.table)
        take = Take(seats.get(wanted, len(seats)), reader.name)
        try:
            await self.registry.command(live, Command(reader.person, take))
        except Refused as refused:
            speech = speech_at(live.table, reader.language)
            words = speech.tell(refused.key, refused.params)
            return self.seats_page(request, reader, live.table, words)
        return self.onward(request, reader, address)

    def linked(self, request: Request, live: LiveTable) -> int:
        """The seat of a secret link, if the link is good."""
        text, token = request.path_params["seat"], request.path_params["token"]
        seats = numbered(live.table)
        if text not in seats or not opens(live.table, seats[text], token):
            raise HTTPException(404)
        return seats[text]

    async def seat_link(self, request: Request) -> Response:
        live = await self.live(request)
        seat = self.linked(request, live)
        reader = self.reader(request)
        speech = speech_at(live.table, reader.language)
        return self.page(
            request,
            reader,
            "seat",
            speech,
            table=plain_table(request, live.table),
            seat=seat,
            seat_name=speech.name(seat),
            action=request.url.path,
            held=seat in live.table.held(reader.person),
        )

    async def take_link(self, request: Request) -> Response:
        form = await self.form(request)
        live = await self.live(request)
        seat = self.linked(request, live)
        reader = self.reader(request).with_name(form.get("name", ""))
        address = f"/t/{live.table.config.id}"
        if seat not in live.table.held(reader.person):
            link = Link(seat, reader.name)
            try:
                await self.registry.command(live, Command(reader.person, link))
            except Refused as refused:
                speech = speech_at(live.table, reader.language)
                words = speech.tell(refused.key, refused.params)
                return self.seats_page(request, reader, live.table, words)
        return self.onward(request, reader, address)

    # A table.

    async def table(self, request: Request) -> Response:
        live = await self.live(request)
        reader = self.reader(request)
        return self.page(
            request,
            reader,
            "table",
            speech_at(live.table, reader.language),
            table=plain_table(request, live.table),
            patterns=Markup(assets.patterns()),
            socket=f"/t/{live.table.config.id}/socket",
            spectator=not live.table.held(reader.person),
        )

    async def record(self, request: Request) -> Response:
        live = await self.live(request)
        if live.table.game is None or live.table.position is None:
            raise HTTPException(404)
        name = f"{live.table.config.game}.parvis"
        headers = {
            "content-disposition": f'attachment; filename="{name}"',
            "cache-control": "no-store",
        }
        return PlainTextResponse(live.table.record().text(), headers=headers)

    async def qr(self, request: Request) -> Response:
        live = await self.live(request)
        address = join_address(request, live.table)
        return Response(assets.qr_svg(address), media_type="image/svg+xml")

    async def socket(self, socket: WebSocket) -> None:
        client = client_of(socket)
        if not same_origin(socket):
            await socket.close(FORBIDDEN)
            return
        if self.sockets[client] >= self.limits.sockets or not self.gets.take(client):
            await socket.close(TOO_FAST)
            return
        self.sockets[client] += 1
        try:
            id = socket.path_params["id"]
            reader = self.reader(socket)
            await connect(
                socket, self.registry, id, reader, self.limits, self.metrics, self.serializer
            )
        finally:
            self.sockets[client] -= 1

    # The rest.

    async def rules(self, request: Request) -> Response:
        game = self.game(request)
        reader = self.reader(request)
        book = assets.book_of(game, reader.language)
        speech = speech_for(reader.language, game)
        return self.page(request, reader, "rules", speech, game=plain_game(game), book=marked(book))

    async def picture(self, request: Request) -> Response:
        game = self.game(request)
        theme = request.query_params.get("theme", "light")
        if theme not in THEMES:
            raise HTTPException(404)
        svg = await asyncio.to_thread(assets.picture_of, game, theme)
        headers = {"cache-control": "max-age=3600"}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    async def settings(self, request: Request) -> Response:
        form = await self.form(request)
        reader = self.reader(request).with_name(form.get("name", ""))
        if form.get("language") in LANGUAGES:
            reader = replace(reader, language=form["language"])
        if form.get("theme") in ANY_THEME:
            reader = replace(reader, theme=form["theme"])
        return self.onward(request, reader, local(form.get("next", "/")))

    async def theme(self, request: Request) -> Response:
        headers = {"cache-control": "max-age=3600"}
        return Response(assets.theme_css(), media_type="text/css", headers=headers)

    async def healthz(self, request: Request) -> Response:
        healthy = await asyncio.to_thread(self.registry.healthy)
        return JSONResponse({"ok": healthy}, 200 if healthy else 503)

    async def numbers(self, request: Request) -> Response:
        if not self.open_metrics and not on_loopback(client_of(request)):
            raise HTTPException(404)
        return Response(self.metrics.text(), media_type="text/plain; version=0.0.4")

    async def openapi(self, request: Request) -> Response:
        return JSONResponse(document(parvis.all_games()))

    async def failed(self, request: Request, error: Exception) -> Response:
        """Any error as a page in the reader's language."""
        status = error.status_code if isinstance(error, HTTPException) else 500
        reader = self.reader(request)
        speech = speech_for(reader.language)
        key = ERROR_WORDS.get(status, ERROR_WORDS[400] if status < 500 else ERROR_WORDS[500])
        if status >= 500:
            self.metrics.errors.inc()
            log.error("page failed", exc_info=error)
        page = self.page(
            request, reader, "error", answer=status, status=status, message=speech(key)
        )
        headers = getattr(error, "headers", None) or {}
        page.headers.update(headers)
        return page


ERROR_WORDS = {
    400: "table.error.bad",
    403: "table.error.origin",
    404: "table.error.none",
    413: "table.error.large",
    429: "table.error.fast",
    500: "table.error.own",
}


def plain_game(game: Game) -> dict[str, object]:
    return {
        "id": game.id,
        "name": game.name,
        "seats": list(game.seats),
        "picture": f"/picture/{game.id}.svg",
        "cover": Markup(assets.cover_of(game)),
        "rules": f"/rules/{game.id}",
    }


def plain_table(request: Request, table: Table) -> dict[str, object]:
    id = table.config.id
    return {
        "id": id,
        "url": f"/t/{id}",
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


def game_name(id: str) -> str:
    try:
        return game_of(id).name
    except UnknownGame:
        return id


def seat_names(listed: TableSummary, speech: Speech) -> dict[int, str]:
    return {seat: name or speech("kit.seat", number=seat + 1) for seat, _, _, name in listed.chairs}


def numbered(table: Table) -> dict[str, int]:
    """A table's seats by the numbers that forms and addresses give them."""
    return {str(seat): seat for seat in range(table.config.seats)}


def open_table(listed: TableSummary) -> dict[str, object]:
    free = [seat for seat, _, kind, _ in listed.chairs if kind == "open"]
    return {
        "url": f"/join/{listed.code}",
        "game_name": game_name(listed.game),
        "players": [name for _, _, _, name in listed.chairs if name],
        "free": len(free),
        "practice": listed.practice,
    }


def tidy_code(text: str) -> str:
    """A code as people type it: in small letters, with blanks or dashes.

    >>> tidy_code(" abc-234 ")
    'ABC234'
    """
    return "".join(c for c in text[:40].upper() if c.isascii() and c.isalnum())


def local(path: str) -> str:
    """A path on this server, whatever a form says.

    >>> local("/t/abc"), local("//evil.example"), local("https://evil.example")
    ('/t/abc', '/', '/')
    """
    fine = path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable()
    return quote(path, safe="/?=&%#-_.~") if fine and len(path) < 300 else "/"


def on_loopback(client: str) -> bool:
    try:
        return ipaddress.ip_address(client).is_loopback
    except ValueError:
        return False


def marked(book: dict[str, object]) -> dict[str, object]:
    """A rulebook whose HTML (made from our own Markdown, with HTML in it turned off) is trusted."""
    sections = book["sections"]
    assert isinstance(sections, list)
    return {
        "title": book["title"],
        "preface": Markup(book["preface"]),
        "sections": [
            {
                **section,
                "html": Markup(section["html"]),
                "clauses": [
                    {**clause, "html": Markup(clause["html"])} for clause in section["clauses"]
                ],
            }
            for section in sections
        ],
    }
