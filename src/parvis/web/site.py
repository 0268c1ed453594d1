"""What all pages share: who reads, filled templates, forms from our own pages, errors in words.

Imports the registry, the guards and the readers' words; no page.
"""

from __future__ import annotations

import logging
from collections import Counter

import jinja2
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

import parvis
from parvis.engine.game import Game, UnknownGame, game_of
from parvis.engine.rulebook import LANGUAGES
from parvis.engine.words import Speech
from parvis.table.live_table import LiveTable
from parvis.table.registry import NoTable, Registry
from parvis.web import assets
from parvis.web.forms import read_form
from parvis.web.identity import A_YEAR, COOKIE, Identity, Reader
from parvis.web.limits import Buckets, Limits
from parvis.web.metrics import Metrics
from parvis.web.security import TooLarge, client_of, read_body, same_origin
from parvis.web.serializer import Serializer
from parvis.web.speech import speech_for

OWN_NAMES = {"fr": "français", "en": "English", "it": "italiano"}
ERROR_WORDS = {
    400: "table.error.bad",
    403: "table.error.origin",
    404: "table.error.none",
    413: "table.error.large",
    429: "table.error.fast",
    500: "table.error.own",
}

log = logging.getLogger("parvis.web")


class Site:
    """One server as its pages know it: the registry, who reads, limits, templates."""

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
        self.questions = Buckets(limits.questions)
        self.questions_of_address = Buckets(limits.questions_of_address)
        self.sockets: Counter[str] = Counter()
        self.templates = jinja2.Environment(
            loader=jinja2.FileSystemLoader(assets.TEMPLATES),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

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

    def may_ask(self, person: str, client: str) -> bool:
        """Whether someone may ask a table one more question, through whichever socket."""
        return self.questions.take(person or client) and self.questions_of_address.take(client)

    def game(self, request: Request) -> Game:
        try:
            return game_of(request.path_params["game"])
        except UnknownGame:
            raise HTTPException(404) from None

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
