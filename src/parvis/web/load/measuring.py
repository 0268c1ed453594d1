"""`parvis load`: moves over real sockets, every stage of a game alike.

A server is started in a process of its own. Its tables are games of every age, and whoever ends
one begins another, so that what is counted is an average over whole games. Nothing is spared: the
log is committed, every seat is drawn, every client parses what it is sent. Imports the clients,
the server's process, the tables and the report.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
import time
import zlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from urllib.request import urlopen

import websockets

from parvis.web.load.clients import Pair, Seen, all_there, drained, game_after_game
from parvis.web.load.peer import RAMP, Peer
from parvis.web.load.process import Process, Slice, a_server
from parvis.web.load.report import FirstView, PeerReport, Report
from parvis.web.load.tables import Made, make_table, maker, of_every_age

WARM = 1.0
SLICES = 5  # of a run in turn with another server
OPENINGS = 20  # tables that are opened to see what that takes
VIEWS = 100  # first views that are weighed
SHEET = re.compile(r'"(/symbols/[^"]+)"')

Sitting = Callable[[Made], Pair]


async def measure(
    game: str, tables: int, seconds: float, think: float = 0.0, peer: Peer | None = None
) -> Report:
    """Play a game at some tables for some seconds; in turn with another server, if there is one."""
    with tempfile.TemporaryDirectory(prefix="parvis-load-") as name:
        folder = Path(name)
        registry = maker(folder)
        try:
            firsts = await of_every_age(registry, [game] * tables)
            stock = [await make_table(registry, game) for _ in range(tables + OPENINGS)]
            one_at_a_time = asyncio.Lock()

            async def again() -> Made:
                if stock:
                    return stock.pop()
                async with one_at_a_time:  # beside a server that writes to the same file
                    return await make_table(registry, game)

            with a_server(folder) as (address, server):
                run = Run(address, server, think)
                return await run.measured(game, firsts, again, seconds, peer)
        finally:
            await registry.close()


class Run:
    """A server and those who play there."""

    def __init__(self, address: str, server: Process, think: float) -> None:
        self.address = address
        self.server = server
        self.think = think
        self.seen = Seen()

    async def measured(
        self,
        game: str,
        firsts: Sequence[Made],
        again: Callable[[], Awaitable[Made]],
        seconds: float,
        peer: Peer | None,
    ) -> Report:
        seen, server, people = self.seen, self.server, len(firsts[0].people)
        sitting: Sitting = partial(Pair, self.address, seen=seen, think=self.think)
        empty = server.memory()
        seen.keeps_views = True
        tasks: list[asyncio.Task[None]] = []
        half = empty
        for some in (firsts[: len(firsts) // 2], firsts[len(firsts) // 2 :]):
            half, opened = server.memory() if tasks else empty, seen.opened
            tasks += [
                asyncio.ensure_future(game_after_game(one, again, sitting, seen)) for one in some
            ]
            await all_there(seen, opened + people * len(some))
            await self.slice(max(WARM, 1.5 * self.think))
        seen.keeps_views = False
        full = server.memory()
        if peer is not None:
            await peer.slice(WARM)
        seen.forget()
        count = 1 if peer is None else SLICES
        opened, over = seen.opened, seen.over
        clients, begun = time.process_time(), time.perf_counter()
        slices: list[Slice] = []
        beside: list[Slice] = []
        for _ in range(count):
            slices.append(await self.slice(seconds / count))
            if peer is not None:
                beside.append(await peer.slice(seconds / count))
        clients, begun = time.process_time() - clients, time.perf_counter() - begun
        opened, over = seen.opened - opened, seen.over - over
        late, sizes, wires = (sorted(noted) for noted in (seen.late, seen.sizes, seen.wires))
        busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
        seen.wrong += await ended(tasks)
        opening = await self.opening(sitting, [await again() for _ in range(OPENINGS)])
        moves, used = sum(one.moves for one in slices), sum(one.cpu for one in slices)
        openings = opening * opened / people / max(1, moves)  # a move's share of them
        each = [one.each() - openings for one in slices]
        return Report(
            game=game,
            tables=len(firsts),
            pause=self.think,
            seconds=sum(one.seconds for one in slices),
            moves=moves,
            games_over=over,
            p50=share(late, 0.5),
            p95=share(late, 0.95),
            p99=share(late, 0.99),
            cpu=used / max(1, moves) - openings,
            opening=opening,
            cpu_with_opening=used / max(1, moves),
            memory=(full - empty) / len(firsts),
            memory_more=(full - half) / (len(firsts) - len(firsts) // 2),
            size_p50=share(sizes, 0.5),
            size_p95=share(sizes, 0.95),
            wire_p50=share(wires, 0.5),
            wire_p95=share(wires, 0.95),
            view=first_view(seen.views, self.address, firsts[0].id),
            clients=clients / begun,
            busy=busy,
            wrong=tuple(seen.wrong),
            peer=beside_it(each, beside) if beside else None,
        )

    async def slice(self, seconds: float) -> Slice:
        """Play for some seconds, which count once moves are on their way everywhere."""
        seen = self.seen
        seen.play.set()
        await asyncio.sleep(RAMP)
        begun, used, before = time.perf_counter(), self.server.spent(), seen.landed
        await asyncio.sleep(seconds)
        made = Slice(time.perf_counter() - begun, seen.landed - before, self.server.spent() - used)
        seen.play.clear()
        await drained(seen)
        return made

    async def opening(self, sitting: Sitting, fresh: Sequence[Made]) -> float:
        """Processor seconds to open a table for all who play there, and to see them leave."""
        self.seen.opened, before = 0, self.server.spent()
        tasks = [asyncio.ensure_future(sitting(made).run()) for made in fresh]
        await all_there(self.seen, sum(len(made.people) for made in fresh))
        await ended(tasks)
        return (self.server.spent() - before) / len(fresh)


async def ended(tasks: Sequence[asyncio.Task[None]]) -> list[str]:
    """Stop playing; what went wrong before."""
    for task in tasks:
        task.cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    return [
        repr(outcome)
        for outcome in outcomes
        if isinstance(outcome, Exception) and not isinstance(outcome, websockets.ConnectionClosed)
    ]


def share(ascending: Sequence[float], part: float) -> float:
    """The value below which this part of all lies.

    >>> share([1, 2, 3, 4], 0.5), share([], 0.99)
    (3, 0.0)
    """
    return ascending[int(len(ascending) * part)] if ascending else 0.0


def beside_it(each: Sequence[float], beside: Sequence[Slice]) -> PeerReport:
    """What the other server did in the slices between ours."""
    return PeerReport(
        cpu=median(one.each() for one in beside),
        rate=sum(one.moves for one in beside) / sum(one.seconds for one in beside),
        ratio=median(mine / other.each() for mine, other in zip(each, beside, strict=True)),
    )


def first_view(views: Sequence[tuple[bytes, int]], address: str, table: str) -> FirstView:
    """What it takes to show a table for the first time: the state, and the symbols it refers to."""
    some = views[:: max(1, len(views) // VIEWS)]
    size = int(median(len(text) for text, _ in some))
    wire = int(median(wire for _, wire in some))
    packed = int(median(len(zlib.compress(text)) for text, _ in some))
    with urlopen(f"{address}/t/{table}") as answer:
        named = SHEET.search(answer.read().decode())
    sheet = b""
    if named is not None:
        with urlopen(address + named[1]) as answer:
            sheet = answer.read()
    return FirstView(
        size=size,
        compressed=min(wire, packed),  # a socket that compresses knows best
        wire=wire,
        sheet=len(sheet),
        sheet_compressed=len(zlib.compress(sheet)) if sheet else 0,
    )
