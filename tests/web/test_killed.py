"""Whatever ends a server or its database loses no move that was shown to anyone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parvis.table.store import Store
from tests.table.places import OwnPostgres, new_url, postgres_there
from tests.table.tables import in_registry, persons
from tests.web.killed import Client
from tests.web.servers import Server
from tests.web.siege import LONG, SHORT, Siege, besiege, played_on


@pytest.mark.parametrize("siege", LONG, ids=str)
def test_no_move_that_was_shown_is_lost_or_doubled_whatever_happens_to_server_or_database(
    siege: Siege, tmp_path: Path, long: bool
) -> None:
    if not long:
        if str(siege) not in SHORT:
            pytest.skip("long: runs with --long")
        siege = SHORT[str(siege)]
    if siege.kind == "postgresql" and not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")
    if siege.kind == "own postgresql" and (missing := OwnPostgres.missing()):
        pytest.skip(f"left out: {missing}")
    held = besiege(siege, tmp_path)
    assert held.moves > 0
    assert bool(held.remote) == bool(held.bots) == bool(siege.workers)


def test_a_server_that_is_told_to_stop_closes_in_peace(tmp_path: Path) -> None:
    with new_url("sqlite", tmp_path) as url:
        store = Store(url)

        async def make(registry):  # type: ignore[no-untyped-def]
            return await registry.make("stairs", persons("a-1", "b-1"), "a-1", {"rounds": 2000})

        live = in_registry(store, make)
        server = Server(tmp_path, url)

        async def played() -> list[Client]:
            server.start()
            clients = [Client([server.address], live.table.config.id, p) for p in ("a-1", "b-1")]
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
