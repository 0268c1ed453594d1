"""`kill -9` at any moment loses no move that was shown to anyone, and doubles none."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parvis.table.store import Store
from parvis.table.table import fold
from tests.table.places import new_url, postgres_there
from tests.table.tables import in_registry, persons
from tests.web.killed import Client
from tests.web.servers import Server

TABLES = 6
PATIENCE = 120.0  # seconds, on a machine that has much else to do


async def played_on(clients: list[Client], tasks: list[asyncio.Task[None]], answers: int) -> None:
    """Until so many more commands have been answered."""
    wanted = sum(len(client.done) for client in clients) + answers
    async with asyncio.timeout(PATIENCE):
        while sum(len(client.done) for client in clients) < wanted:
            for task in tasks:
                if task.done():
                    task.result()
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_killed_server_loses_no_move_that_was_shown(
    kind: str, tmp_path: Path, long: bool
) -> None:
    if kind == "postgresql" and not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")
    with new_url(kind, tmp_path) as url:
        store = Store(url)
        tables: list[tuple[str, list[str]]] = []
        for number in range(TABLES):
            people = [f"person-{number}-{seat}" for seat in range(2)]

            async def make(registry, people=people):  # type: ignore[no-untyped-def]
                return await registry.make("stairs", persons(*people), people[0], {"rounds": 2000})

            live = in_registry(store, make)
            tables.append((live.table.config.id, people))
        server = Server(tmp_path, url)
        clients = asyncio.run(under_fire(server, tables, 12 if long else 3))
        for id, people in tables:
            kept = store.load(id)
            assert kept is not None
            table = fold(kept)
            assert [event.n for event in kept.events] == list(range(len(kept.events)))
            commands = [event.command for event in kept.events if event.command]
            assert len(commands) == len(set(commands))
            for client in clients:
                if client.person in people:
                    # All that was shown is in the log, and reads the same.
                    assert client.last <= table.n
                    moves = {entry.n for entry in table.log if entry.kind == "move"}
                    assert set(client.shown) <= moves
                    assert set(client.done.values()) <= moves
                    assert len(set(client.done.values())) == len(client.done)
        store.close()


def by_table(clients: list[Client]) -> list[list[Client]]:
    return [[client for client in clients if client.url == url] for url in {c.url for c in clients}]


async def under_fire(
    server: Server, tables: list[tuple[str, list[str]]], kills: int
) -> list[Client]:
    """Play on all tables while the server is killed again and again, at odd moments."""
    server.start()
    clients = [Client(server.address, id, person) for id, people in tables for person in people]
    tasks = [asyncio.ensure_future(client.run()) for client in clients]
    try:
        for number in range(kills):
            await played_on(clients, tasks, 10 + 7 * (number % 5))
            await asyncio.sleep(0.003 * (number % 5))  # not always right after an answer
            await asyncio.to_thread(server.kill)
            server.launch()
            await asyncio.to_thread(server.ready)
        await asyncio.gather(*(played_on(pair, tasks, 3) for pair in by_table(clients)))
    finally:
        for client in clients:
            client.stopping = True
        await asyncio.to_thread(server.kill)
        for task in tasks:
            task.cancel()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        assert outcome is None or isinstance(outcome, asyncio.CancelledError), repr(outcome)
    return clients


def test_a_server_that_is_told_to_stop_closes_in_peace(tmp_path: Path) -> None:
    with new_url("sqlite", tmp_path) as url:
        store = Store(url)

        async def make(registry):  # type: ignore[no-untyped-def]
            return await registry.make("stairs", persons("a-1", "b-1"), "a-1", {"rounds": 2000})

        live = in_registry(store, make)
        server = Server(tmp_path, url)

        async def played() -> list[Client]:
            server.start()
            clients = [Client(server.address, live.table.config.id, p) for p in ("a-1", "b-1")]
            tasks = [asyncio.ensure_future(client.run()) for client in clients]
            await played_on(clients, tasks, 20)
            for client in clients:
                client.stopping = True
            assert await asyncio.to_thread(server.stop) in (0, -15)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            return clients

        clients = asyncio.run(played())
        kept = store.load(live.table.config.id)
        assert kept is not None
        assert len(kept.events) > max(client.last for client in clients)
        log = (tmp_path / "log").read_text()
        assert "Traceback" not in log
        for secret in (live.table.config.id, live.table.config.seed, live.table.config.code, "a-1"):
            assert secret not in log
        store.close()
