"""Servers under fire: killed, told to stop, their database restarted, while people play on.

Where bots think on machines of their own these are killed too.

python -m tests.web.siege          as `./test --long` does it, with figures
python -m tests.web.siege 100      with so many blows of every kind
python -m tests.web.siege 100 "postgresql, 2 servers, 3 workers"      one of them
"""

from __future__ import annotations

import asyncio
import itertools
import re
import ssl
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from urllib.request import urlopen

from parvis.engine.game import register
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.table import fold
from tests.stairs import GAME
from tests.table.machines import Machine
from tests.table.places import OwnPostgres, new_url
from tests.table.tables import bot, in_registry, persons
from tests.web.killed import Client
from tests.web.servers import Server

TABLES = 6
PATIENCE = 120.0  # seconds, on a machine that has much else to do

# Of a server: kill -9, SIGTERM; of the database; of a machine where bots think: kill -9.
Blow = Literal["kill", "stop", "restart", "kill worker"]


@dataclass(frozen=True)
class Siege:
    """On what, and what happens how often."""

    kind: str
    servers: int = 1
    kills: int = 0
    stops: int = 0
    restarts: int = 0
    between: int = 80  # moves, before the next blow
    workers: int = 0  # machines where bots think; then there is a bot at every table
    worker_kills: int = 0

    def blows(self) -> list[Blow]:
        """All of them, the kinds mixed."""
        kinds: tuple[tuple[Blow, int], ...] = (
            ("kill", self.kills),
            ("stop", self.stops),
            ("restart", self.restarts),
            ("kill worker", self.worker_kills),
        )
        found = [(number / count, blow) for blow, count in kinds for number in range(count)]
        return [blow for _, blow in sorted(found, key=lambda one: one[0])]

    def __str__(self) -> str:
        workers = f", {self.workers} workers" if self.workers else ""
        return f"{self.kind}, {self.servers} server{'s' * (self.servers > 1)}{workers}"


@dataclass
class Held:
    """What came of it: moves that were acknowledged to people, moves of bots, and how many
    questions to these were answered by other machines, as far as servers lived to tell."""

    moves: int = 0
    bots: int = 0
    remote: int = 0


LONG = (
    Siege("sqlite", 1, kills=30, stops=4),
    Siege("sqlite", 2, kills=30, stops=4),
    Siege("postgresql", 1, kills=30, stops=4),
    Siege("postgresql", 2, kills=30, stops=4),
    Siege("own postgresql", 2, restarts=10),
    Siege("postgresql", 2, kills=4, workers=3, worker_kills=4, between=30),
)
SHORT = {
    "sqlite, 1 server": Siege("sqlite", 1, kills=2, between=12),
    "postgresql, 2 servers": Siege("postgresql", 2, kills=1, stops=1, between=12),
    "own postgresql, 2 servers": Siege("own postgresql", 2, restarts=1, between=12),
}


@contextmanager
def database(kind: str, folder: Path) -> Iterator[tuple[str, OwnPostgres | None]]:
    """Its address, and what restarts it if it is ours alone."""
    if kind == "own postgresql":
        with OwnPostgres() as own:
            yield own.url, own
    else:
        with new_url(kind, folder) as url:
            yield url, None


def besiege(siege: Siege, folder: Path) -> Held:
    """Play through it; how many moves were acknowledged. None is lost, none is doubled."""
    held = Held()
    with database(siege.kind, folder) as (url, own):
        store = Store(url)
        bots = "flat:quick" if siege.workers else ""
        options: dict[str, object] = {"rounds": 2000}
        tables = [a_table(store, n, options=options, bots=bots) for n in range(TABLES)]
        servers = [Server(folder, url) for _ in range(siege.servers)]
        machines = [Machine(folder, url) for _ in range(siege.workers)]
        fought = under_fire(servers, tables, siege, own, machines=machines, held=held)
        clients = asyncio.run(fought)
        for id, people in tables:
            at_it = [client for client in clients if client.person in people]
            held.bots += check(store, id, at_it)
        store.close()
    held.moves = sum(len(client.done) for client in clients)
    return held


def a_table(
    store: Store,
    number: int,
    game: str = "stairs",
    options: dict[str, object] | None = None,
    bots: str = "",
) -> tuple[str, list[str]]:
    people = [f"person-{number}-{seat}" for seat in range(2)]
    chairs = [*persons(*people), *([bot(bots)] if bots else [])]

    async def make(registry: Registry) -> str:
        live = await registry.make(game, chairs, people[0], options or {})
        return live.table.config.id

    return in_registry(store, make), people


def check(store: Store, id: str, clients: list[Client]) -> int:
    """All that was shown is in the log, reads the same, and stands there once; bots' moves."""
    kept = store.load(id)
    assert kept is not None
    table = fold(kept)
    assert [event.n for event in kept.events] == list(range(len(kept.events)))
    commands = [event.command for event in kept.events if event.command]
    assert len(commands) == len(set(commands))
    moves = {event.n for event in kept.events if event.kind == "move"}
    for client in clients:
        assert client.last <= table.n
        assert set(client.shown) <= moves
        assert set(client.done.values()) <= moves
        assert len(set(client.done.values())) == len(client.done)
    played = [event for event in kept.events if event.kind == "move"]
    return sum(event.seat is not None and event.seat >= 2 for event in played)


def answers_elsewhere(server: Server) -> int:
    """How many questions to bots other machines have answered since the server's start."""
    with urlopen(f"{server.address}/metrics", timeout=PATIENCE) as page:
        found = re.search(r"^parvis_remote_answers_total (.*)$", page.read().decode(), re.M)
    assert found
    return int(float(found[1]))


async def under_fire(
    servers: list[Server],
    tables: list[tuple[str, list[str]]],
    siege: Siege,
    own: OwnPostgres | None = None,
    proxy: tuple[str, ssl.SSLContext] | None = None,
    machines: Sequence[Machine] = (),
    held: Held | None = None,
) -> list[Client]:
    """Play on all tables while blow follows blow, at odd moments; perhaps through a proxy."""
    for server in servers:
        server.start()
    address, tls = proxy or ("", None)
    addresses = [address] if proxy else [server.address for server in servers]
    clients = [Client(addresses, id, person, tls) for id, people in tables for person in people]
    tasks = [asyncio.ensure_future(client.run()) for client in clients]
    hit, hit_machine = itertools.cycle(servers), itertools.cycle(machines)
    held = held or Held()
    try:
        for machine in machines:
            machine.start()
        for number, blow in enumerate(siege.blows()):
            await played_on(clients, tasks, siege.between + 7 * (number % 5))
            await asyncio.sleep(0.003 * (number % 5))  # not always right after an answer
            if blow == "restart":
                assert own is not None
                await asyncio.to_thread(own.restart)
                continue
            if blow == "kill worker":
                machine = next(hit_machine)
                await asyncio.to_thread(machine.kill)
                await played_on(clients, tasks, 5)  # the others carry on
                machine.start()
                continue
            server = next(hit)
            if machines:
                held.remote += await asyncio.to_thread(answers_elsewhere, server)
            if blow == "kill":
                await asyncio.to_thread(server.kill)
            else:
                assert await asyncio.to_thread(server.stop) in (0, -15)
            if len(servers) > 1:
                await played_on(clients, tasks, 5)  # the other one carries on
            server.launch()
            await asyncio.to_thread(server.ready)
        await asyncio.gather(*(played_on(pair, tasks, 3) for pair in by_table(clients)))
        for server in servers if machines else ():
            held.remote += await asyncio.to_thread(answers_elsewhere, server)
    finally:
        for client in clients:
            client.stopping = True
        for server in servers:
            await asyncio.to_thread(server.kill)
        for machine in machines:
            await asyncio.to_thread(machine.end)
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        assert outcome is None or isinstance(outcome, asyncio.CancelledError), repr(outcome)
    return clients


async def played_on(clients: list[Client], tasks: list[asyncio.Task[None]], answers: int) -> None:
    """Until so many more commands have been answered."""
    wanted = sum(len(client.done) for client in clients) + answers
    async with asyncio.timeout(PATIENCE):
        while sum(len(client.done) for client in clients) < wanted:
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.001)


def by_table(clients: list[Client]) -> list[list[Client]]:
    tables = {client.table for client in clients}
    return [[client for client in clients if client.table == table] for table in tables]


def main(count: str = "", *kinds: str) -> None:
    register(GAME)
    moves = 0
    for siege in LONG:
        if kinds and str(siege) not in kinds:
            continue
        if count:
            siege = replace(
                siege,
                kills=siege.kills and int(count),
                stops=siege.stops and int(count),
                restarts=siege.restarts and int(count),
                worker_kills=siege.worker_kills and int(count),
            )
        since = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="parvis-siege-") as folder:
            found = besiege(siege, Path(folder))
        moves += found.moves
        bots = (
            f" {siege.worker_kills} kill -9 of workers, {found.bots} moves of bots,"
            f" {found.remote} answered by workers,"
            if siege.workers
            else ""
        )
        print(
            f"{siege!s:<32} {siege.kills:4} kill -9 {siege.stops:4} terminations"
            f" {siege.restarts:4} restarts of the database,{bots} {found.moves:7} moves"
            f" acknowledged, none lost, none doubled ({time.monotonic() - since:.0f} s)",
            flush=True,
        )
    print(f"{moves} moves in all")


if __name__ == "__main__":
    main(*sys.argv[1:])
