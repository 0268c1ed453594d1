"""The web application: routes, guards, and a registry that opens and closes with it.

Imports the site, its routes and its guard.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware

from parvis.table.registry import Registry
from parvis.web.identity import Identity
from parvis.web.limits import Limits
from parvis.web.metrics import Metrics
from parvis.web.routes import server_routes
from parvis.web.security import Guard
from parvis.web.site import Site


def make_app(
    registry: Registry,
    key: str,
    limits: Limits | None = None,
    open_metrics: bool = False,
) -> Starlette:
    """The application for a registry; it starts and closes the registry."""
    metrics = Metrics(registry)
    site = Site(registry, Identity(key), limits or Limits(), metrics, open_metrics)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        registry.start()
        try:
            yield
        finally:
            await registry.close()

    handlers: Mapping[object, object] = {HTTPException: site.failed, Exception: site.failed}
    return Starlette(
        routes=server_routes(site),
        middleware=[Middleware(Guard, metrics=metrics)],
        exception_handlers=handlers,  # type: ignore[arg-type]
        lifespan=lifespan,
    )
