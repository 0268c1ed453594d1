"""The web application: routes, guards, and a registry that opens and closes with it.

Imports the site with what it is made of, its routes and its guard.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from parvis.table.registry import NoTable, Registry
from parvis.table.sessions import Sessions
from parvis.table.store import StoreError
from parvis.web.delivery import Delivery
from parvis.web.front import Front
from parvis.web.house import House
from parvis.web.identity import A_WEEK, A_YEAR, Identity
from parvis.web.limits import Buckets, Limits
from parvis.web.metrics import Metrics
from parvis.web.routes import server_routes
from parvis.web.security import Guard
from parvis.web.signed import SignedLinks
from parvis.web.site import Site

# How often cycles are looked for among new things: after so many. With hundreds of tables a look
# at 50,000 takes a tenth of a second, and everybody waits meanwhile. What outlives one look, as
# a connection does, is left to `look_for_cycles`, unless a flood of them comes first.
RARELY = (2_000, 500, 1_000_000)
OFTEN, LASTING, AT_LAST = 300.0, 5.0, 3_600.0  # seconds from one look at all to the next


def make_app(
    registry: Registry,
    key: str | Sequence[str],
    limits: Limits | None = None,
    front: Front | None = None,
    delivery: Delivery | None = None,
    house: House | None = None,
) -> Guard:
    """The application for a registry; it starts and closes the registry."""
    metrics, bounds = Metrics(registry), limits or Limits()
    reached = front or Front()
    # A week more: a server that has not heard of the end may have written such a cookie anew.
    sessions = Sessions(registry.store, registry.errands, A_YEAR + A_WEEK, clock=registry.clock)
    identity = Identity(key, sessions.current, sessions.just_begun)
    links = SignedLinks(key)
    site = Site(
        registry, identity, sessions, bounds, metrics, reached, house or House(),
        delivery or Delivery(), links,
    )  # fmt: skip

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await sessions.hear()
        # What is there now stays; and nearly all that a move makes is gone before the next one, so
        # looking for cycles after every few hundred things would find none, at a tenth of the time.
        gc.freeze()
        gc.set_threshold(*RARELY)
        registry.start()
        registry.spawn(look_for_cycles(lambda: registry.writer.moves))
        registry.spawn(sessions.run())
        registry.spawn(site.teller.run())
        try:
            yield
        finally:
            site.desk.close()
            site.teller.close()
            await site.renderer.close()
            await site.analyses.close()
            await registry.close()

    failures = (HTTPException, NoTable, StoreError, Exception)
    handlers: Mapping[object, object] = dict.fromkeys(failures, site.failed)
    app = Starlette(
        routes=server_routes(site),
        exception_handlers=handlers,  # type: ignore[arg-type]
        lifespan=lifespan,
    )
    # Outside of all: it guards failures too.
    return Guard(app, metrics, reached, Buckets(bounds.requests), site.failed)


async def look_for_cycles(
    moves: Callable[[], int],
    often: float = OFTEN,
    lasting: float = LASTING,
    at_last: float = AT_LAST,
) -> None:
    """Things that only hold each other are found while nobody has moved for a while, since all
    wait for it; at last even so."""
    while True:
        await asyncio.sleep(often)
        for _ in range(int(at_last / lasting)):
            before = moves()
            await asyncio.sleep(lasting)
            if moves() == before:
                break
        gc.collect()
