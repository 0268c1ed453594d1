"""The web application: routes, guards, and a registry that opens and closes with it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from parvis.table.registry import Registry
from parvis.web import assets
from parvis.web.identity import Identity
from parvis.web.limits import Limits
from parvis.web.metrics import Metrics
from parvis.web.pages import Pages
from parvis.web.security import Guard


class KeptFiles(StaticFiles):
    """Files whose address holds a hash of their content may be kept for a year."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kept = b"v=" in scope.get("query_string", b"")
        response.headers["cache-control"] = (
            "public, max-age=31536000, immutable" if kept else "no-cache"
        )
        return response


Page = Callable[[Request], Awaitable[Response]]


def shown_and_sent(path: str, shown: Page, sent: Page) -> Route:
    """A page with a form that is sent to its own address; one route, so that `Allow` names both."""

    async def answer(request: Request) -> Response:
        return await (sent if request.method == "POST" else shown)(request)

    return Route(path, answer, methods=["GET", "POST"])


def make_app(
    registry: Registry,
    key: str,
    limits: Limits | None = None,
    open_metrics: bool = False,
) -> Starlette:
    """The application for a registry; it starts and closes the registry."""
    bounds = limits or Limits()
    metrics = Metrics(registry)
    pages = Pages(registry, Identity(key), bounds, metrics, open_metrics)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        registry.start()
        try:
            yield
        finally:
            await registry.close()

    routes = [
        Route("/", pages.home),
        Route("/play-now/{game}", pages.play_now, methods=["POST"]),
        Route("/new/{game}", pages.new),
        Route("/tables", pages.make, methods=["POST"]),
        Route("/join", pages.join),
        shown_and_sent("/join/{code}", pages.join_table, pages.take_seat),
        shown_and_sent("/s/{id}/{seat}/{token}", pages.seat_link, pages.take_link),
        Route("/t/{id}", pages.table),
        Route("/t/{id}/record", pages.record),
        Route("/t/{id}/qr.svg", pages.qr),
        WebSocketRoute("/t/{id}/socket", pages.socket),
        Route("/rules/{game}", pages.rules),
        Route("/picture/{game}.svg", pages.picture),
        Route("/settings", pages.settings, methods=["POST"]),
        Route("/theme.css", pages.theme),
        Route("/healthz", pages.healthz),
        Route("/metrics", pages.numbers),
        Route("/openapi.json", pages.openapi),
        Mount("/static", KeptFiles(directory=assets.STATIC, check_dir=False), name="static"),
    ]

    async def failed(request: Request, error: Exception) -> Response:
        return await pages.failed(request, error)

    handlers: Mapping[object, object] = {HTTPException: failed, Exception: failed}
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard)],
        exception_handlers=handlers,  # type: ignore[arg-type]
        lifespan=lifespan,
    )
    app.state.registry = registry
    app.state.metrics = metrics
    app.state.pages = pages
    return app
