"""What all pages share: who reads, filled templates, forms from our own pages, errors in words.

Imports the registry, the sessions, the guards, the sockets and the readers' words; no page.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import replace

import jinja2
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

import parvis
from parvis.engine.game import Game, UnknownGame, game_of
from parvis.engine.plain import SIGNS
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech
from parvis.table.analyses import Analyses
from parvis.table.commands import Chat, Link, Take
from parvis.table.decisions import Refused, tidy_name
from parvis.table.live_table import LiveTable
from parvis.table.people import claim_name, free_name, person_of
from parvis.table.registry import NoTable, Registry
from parvis.table.replay import Replays
from parvis.table.sessions import Sessions
from parvis.table.shunned import blocks, shunned_by
from parvis.table.store import StoreError
from parvis.table.worker import LAST
from parvis.web import assets
from parvis.web.delivery import Delivery
from parvis.web.desk import Desk
from parvis.web.forms import read_form
from parvis.web.front import Front
from parvis.web.hosts import name_in
from parvis.web.house import House, Reach, reach_of
from parvis.web.identity import A_YEAR, COOKIE, Identity, Reader
from parvis.web.limits import Buckets, Limits
from parvis.web.metrics import Metrics
from parvis.web.renderer import Renderer
from parvis.web.security import TooLarge, client_of, direct, read_body, same_origin
from parvis.web.serializer import Serializer
from parvis.web.signed import SignedLinks
from parvis.web.socket import Connection
from parvis.web.speech import removed_words, speech_for
from parvis.web.teller import Teller
from parvis.web.waiting_socket import WaitingSocket

OWN_NAMES = {"fr": "français", "en": "English", "it": "italiano"}
ERROR_WORDS = {
    400: "table.error.bad",
    403: "table.error.origin",
    404: "table.error.none",
    409: "table.error.again",
    413: "table.error.large",
    421: "table.error.host",
    429: "table.error.fast",
    500: "table.error.own",
    503: "table.error.storage",
}
OWN_ERRORS = (  # with more to tell
    "table.error.tables_a_day",
    "table.error.unfinished",
    "table.error.pictures",
    "table.error.no_picture",
    "table.error.house",
    "table.error.network",
)
RETRY = "5"  # seconds after which a database that does not answer is worth another try

log = logging.getLogger("parvis.web")


class Site:
    """One server as its pages know it: the registry, who reads, limits, templates."""

    def __init__(
        self,
        registry: Registry,
        identity: Identity,
        sessions: Sessions,
        limits: Limits,
        metrics: Metrics,
        front: Front,
        house: House,
        delivery: Delivery,
        links: SignedLinks,
    ) -> None:
        self.registry = registry
        self.delivery = delivery
        self.links = links
        self.teller = Teller(registry, delivery, links)
        self.identity = identity
        self.sessions = sessions
        self.sessions.ended = self.ended
        self.limits = limits
        self.metrics = metrics
        self.front = front
        self.house = house
        self.serializer = Serializer()
        self.desk = Desk()
        command = (*registry.workers.command, LAST)
        self.analyses = Analyses(registry.store, registry.errands, command)
        self.replays = Replays()
        self.renderer = Renderer()
        self.adding: set[str] = set()  # persons whose older games are being added up
        self.posts = Buckets(limits.posts)
        self.tables = Buckets(limits.tables)
        self.codes = Buckets(limits.codes)
        self.recoveries = Buckets(limits.recoveries)
        self.mails = Buckets(limits.mails)
        self.pushes = Buckets(limits.pushes)
        self.pages = Buckets(limits.pages)
        self.questions = Buckets(limits.questions)
        self.questions_of_address = Buckets(limits.questions_of_address)
        self.chats = Buckets(limits.chats)
        self.chats_of_address = Buckets(limits.chats_of_address)
        self.commands_of_address = Buckets(limits.commands_of_address)
        self.tables_of_address = Buckets(limits.tables_of_address)
        self.pictures = Buckets(limits.pictures)
        self.films = Buckets(limits.films)
        self.exports = Buckets(limits.exports)
        self.analyses_of_address = Buckets(limits.analyses_of_address)
        self.sockets: Counter[str] = Counter()
        self.pages_open: Counter[str] = Counter()
        self.waiting_pages: set[WaitingSocket] = set()
        self.templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(assets.TEMPLATES),
            auto_reload=False,  # files of a newer version may come to lie there before the restart
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals["plain_signs"] = {chr(sign): bare for sign, bare in SIGNS.items()}

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
        """A filled template, with the cookie if the browser has none yet or an old one."""
        text = self.templates.get_template(f"{template}.html").render(
            say=speech or speech_for(reader.language),
            language=reader.language,
            languages=[{"code": code, "name": OWN_NAMES[code]} for code in LANGUAGES],
            theme=reader.theme,
            bars=assets.bar_colours(reader.theme),
            name=reader.name,
            here=request.scope["path"],
            static=assets.static_url,
            version=parvis.__version__,
            alone=self.alone(request),
            reach=self.reach(request),
            **context,
        )
        response = Response(text, answer, media_type="text/html; charset=utf-8")
        response.headers["cache-control"] = "no-store"
        if not ((reader.known and reader.fresh) or reader.late):
            self.remember(request, response, reader)
        return response

    def alone(self, request: Request) -> bool:
        """Whether games stay on the reader's own computer: nobody else reaches this server."""
        private = self.front.alone and not self.house.address
        return private and self.registry.store.sqlite and direct(request)

    def reach(self, request: Request) -> Reach:
        """How other devices than the reader's reach this server, and what the reader may do."""
        own, host = f"{request.url.scheme}://{request.url.netloc}", request.headers.get("host", "")
        return reach_of(self.house, own, name_in(host) or "", self.at_machine(request))

    def at_machine(self, request: Request) -> bool:
        """Whether the reader sits at the server itself: came through no proxy, and not from the
        house, by the second socket."""
        server = request.scope.get("server") or ("",)
        return direct(request) and not self.house.listens_at(str(server[0]))

    def remember(self, request: Request, response: Response, reader: Reader) -> None:
        response.set_cookie(
            COOKIE,
            self.identity.write(reader),
            max_age=A_YEAR,
            httponly=True,
            samesite="lax",
            secure=request.scope["scheme"] == "https",
        )

    def ended(self, person: str, session: int) -> None:
        """Whoever looks at a table by an earlier session of this person has to come anew."""
        for connection in self.connections_of(person):
            connection.end(session)
        for page in tuple(self.waiting_pages):
            if page.person == person:
                page.end(session)

    def connections_of(self, person: str) -> list[Connection]:
        """By which somebody looks at tables here."""
        return [
            listener
            for live in self.registry.live_tables.values()
            for listener in live.listeners
            if isinstance(listener, Connection) and listener.person == person
        ]

    def shuns_anew(self, person: str) -> None:
        """Somebody has muted, blocked or welcomed another: their open pages follow."""
        for connection in self.connections_of(person):
            connection.shuns_anew()

    async def begin_session(self, request: Request) -> None:
        """Whoever shows the cookie of a new session has got it: those before it end."""
        reader = self.reader(request)
        if reader.session > self.sessions.current(reader.person):
            await self.sessions.begin(reader.person, reader.session)

    def onward(self, request: Request, reader: Reader, address: str) -> Response:
        """Send the browser on after a form."""
        response = RedirectResponse(address, 303)
        self.remember(request, response, reader)
        return response

    def spend(self, buckets: Buckets, client: str, words: str = "") -> None:
        """Count what a client asks for; who asks for too much has to wait, and is told how long."""
        if not buckets.take(client):
            raise HTTPException(429, words, {"retry-after": buckets.pause()})

    async def form(self, request: Request) -> dict[str, str]:
        """The fields of a form from our own page; anything else is turned away."""
        if not same_origin(request):
            raise HTTPException(403)
        self.spend(self.posts, client_of(request))
        try:
            return read_form(await read_body(request, self.limits.form))
        except TooLarge:
            raise HTTPException(413) from None
        except (ValueError, UnicodeError):
            raise HTTPException(400) from None

    async def live(self, request: Request) -> LiveTable:
        """The table of an address; `NoTable` becomes an error page that may tell more."""
        return await self.registry.open(request.path_params["id"])

    def may_ask(self, person: str, client: str) -> bool:
        """Whether someone may ask a table one more question, through whichever socket."""
        return self.questions.take(person or client) and self.questions_of_address.take(client)

    def why_not_write(self, person: str, client: str, wish: object) -> str:
        """The words that refuse what would be kept, by how much these have written; or none."""
        if isinstance(wish, Chat) and not self.chats.take(person or client):
            return "table.refused.too_fast"
        talked = not isinstance(wish, Chat) or self.chats_of_address.take(client)
        written = talked and self.commands_of_address.take(client)
        return "" if written else "table.refused.a_day"

    async def named(self, reader: Reader, name: str) -> Reader:
        """The reader by the name they give, or one beside it if somebody else goes by it. It is
        theirs when they do something by it (`hold_name`)."""
        wished = reader.with_name(name)
        if not wished.name:
            return wished
        ask, store, now = self.registry.errands.run, self.registry.store, self.registry.clock()
        return replace(wished, name=await ask(free_name, store, reader.person, wished.name, now))

    async def hold_name(self, person: str, name: str) -> None:
        """From now on nobody else goes by this name."""
        ask, store = self.registry.errands.run, self.registry.store
        if name and (await ask(person_of, store, person)).name != name:
            await ask(claim_name, store, person, name, self.registry.clock())

    async def seating(self, live: LiveTable, person: str, wish: Take | Link) -> Take | Link:
        """A wish to sit down, by a name that is free; `Refused` if the table's maker has blocked
        this person."""
        table = live.table
        vacant = wish.seat < len(table.chairs) and table.chairs[wish.seat].vacant
        if live.loose or not person or not vacant:
            return wish
        ask, store = self.registry.errands.run, self.registry.store
        try:
            if await ask(blocks, store, (table.config.host,), (person,)):
                raise Refused("seat", "table.refused.barred")
            name = tidy_name(wish.name)
            if name:
                name = await ask(free_name, store, person, name, self.registry.clock())
        except StoreError as error:
            raise Refused("busy", "table.refused.storage") from error
        return type(wish)(wish.seat, name)

    async def unheard(self, person: str) -> frozenset[str]:
        """Whose chat somebody does not read."""
        if not person:
            return frozenset()
        ask, store = self.registry.errands.run, self.registry.store
        return frozenset(one.other for one in await ask(shunned_by, store, person))

    async def check_room(self, request: Request, reader: Reader) -> None:
        """Whether one more table may be made from there, and by this person, whose name is then
        theirs; else an error page."""
        client = client_of(request)
        self.spend(self.tables, client)
        self.spend(self.tables_of_address, client, "table.error.tables_a_day")
        registry = self.registry
        made = await registry.errands.run(registry.store.unfinished, reader.person)
        if made >= self.limits.unfinished:
            raise HTTPException(429, "table.error.unfinished")
        await self.hold_name(reader.person, reader.name)

    def game(self, request: HTTPConnection) -> Game:
        try:
            return game_of(request.path_params["game"])
        except UnknownGame:
            raise HTTPException(404) from None

    async def failed(self, request: Request, error: Exception) -> Response:
        """Any error as a page in the reader's language."""
        gone = error.removed if isinstance(error, NoTable) else None
        if isinstance(error, NoTable):
            error = HTTPException(404 if gone is None else 410)
        if isinstance(error, StoreError):
            error = HTTPException(503, str(error), {"retry-after": RETRY})
        status = error.status_code if isinstance(error, HTTPException) else 500
        reader = replace(
            self.reader(request), known=True, fresh=True
        )  # an error gives nobody a cookie
        speech = speech_for(reader.language)
        key = ERROR_WORDS.get(status, ERROR_WORDS[400] if status < 500 else ERROR_WORDS[500])
        detail = getattr(error, "detail", "")
        if detail in OWN_ERRORS:
            key = detail
        if status >= 500:
            if status != 503:  # a database that does not answer is no fault of ours
                self.metrics.errors.inc()
            log.error("page failed", exc_info=error)
        message = speech(key) if gone is None else removed_words(gone, speech)
        page = self.page(
            request, reader, "error", answer=status, status=status, message=message, onward=None
        )
        headers = getattr(error, "headers", None) or {}
        page.headers.update(headers)
        return page
