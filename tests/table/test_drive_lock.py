"""Of several servers where people look at a table one lets its bots think; all see them at work."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from parvis.table import bot_driver
from parvis.table.drive_lock import DriveLock
from parvis.table.live_table import LiveTable, Thinking
from parvis.table.pace import AT_ONCE, Pace
from parvis.table.registry import Registry
from parvis.table.store import Store
from tests.table.places import new_url, postgres_there
from tests.table.tables import ADA, BOB, Watcher, bot, closing, first_move, persons, until
from tests.table.test_admission import Gated

LONG = Pace(1000.0, 0.0, 0.001)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    if not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")
    with new_url("postgresql", tmp_path) as address:
        yield address


@asynccontextmanager
async def a_server(url: str, pace: Pace = AT_ONCE) -> AsyncIterator[tuple[Registry, Gated]]:
    bots = Gated()
    async with closing(Registry(Store(url), bots, pace)) as registry:
        registry.start()
        yield registry, bots


async def looking(registry: Registry, live: LiveTable, person: str) -> LiveTable:
    """The same table at another server, with someone who looks at it there."""
    found = await registry.open(live.table.config.id)
    registry.join(found, Watcher(person))
    return found


def test_a_lock_is_one_server_s_alone_and_goes_with_its_connection(url: str) -> None:
    store = Store(url)
    first, second = DriveLock(store), DriveLock(store)
    assert first.take("a")
    assert first.take("a"), "again, which changes nothing"
    assert not second.take("a")
    assert second.take("b")
    assert first.mine("a")
    assert not second.mine("a")
    first.give("a")
    assert second.take("a")
    assert second.line is not None
    second.line.pgconn.finish()  # as the database sees it when a server is killed
    for _ in range(1000):
        if first.take("a"):
            break
    assert first.mine("a")
    assert second.take("c"), "it is connected anew"
    assert not second.mine("a"), "and knows that it has lost what it held"
    first.close()
    second.close()
    store.close()


def test_who_asks_a_lock_that_was_closed_opens_nothing(url: str) -> None:
    """An errand may still be on its way when a server ends."""
    store = Store(url)
    lock = DriveLock(store)
    assert lock.take("a")
    lock.close()
    assert not lock.take("a")
    lock.tell("a 0 1 2")
    lock.give("a")
    assert lock.line is None
    store.close()


def test_one_server_asks_and_both_see_who_thinks_and_how_far_it_is(url: str) -> None:
    async def script() -> None:
        async with a_server(url, LONG) as (one, asked), a_server(url, LONG) as (two, idle):
            live = await one.make("stairs", [bot(), *persons(ADA, BOB)], ADA)
            one.join(live, Watcher(ADA))
            await until(lambda: len(asked.asked) == 1)
            assert live.thinking is not None
            live.thinking = Thinking(0, one.clock() - 400.0, 1000.0)
            there = await looking(two, live, BOB)
            await until(lambda: there.thinking is not None)
            assert there.thinking is not None
            assert there.thinking.seat == 0
            assert there.thinking.due == 1000.0
            assert two.clock() - there.thinking.since >= 400.0
            assert not idle.asked

    asyncio.run(script())


def test_who_did_not_hear_how_far_a_bot_is_asks_again(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_driver, "NEXT", 0.01)

    async def script() -> None:
        async with a_server(url, LONG) as (one, asked), a_server(url, LONG) as (two, idle):
            live = await one.make("stairs", [bot(), *persons(ADA, BOB)], ADA)
            one.join(live, Watcher(ADA))
            await until(lambda: len(asked.asked) == 1)
            said: list[str] = []
            tell = two.drive_lock.tell

            def unheard_at_first(words: str) -> None:
                said.append(words)
                if len(said) > 1:
                    tell(words)

            monkeypatch.setattr(two.drive_lock, "tell", unheard_at_first)
            there = await looking(two, live, BOB)
            await until(lambda: there.thinking is not None)
            assert set(said) == {f"? {live.table.config.id}"}
            assert not idle.asked

    asyncio.run(script())


def test_the_other_server_hears_of_each_bot_in_turn_and_of_none_after_the_last(url: str) -> None:
    async def script() -> None:
        async with a_server(url) as (one, asked), a_server(url) as (two, idle):
            live = await one.make("stairs", [bot(), bot(), *persons(ADA, BOB)], ADA)
            one.join(live, Watcher(ADA))
            await until(lambda: len(asked.asked) == 1)
            there = await looking(two, live, BOB)
            seen: set[int] = set()
            await until(lambda: there.thinking is not None)

            def tell() -> None:
                if there.thinking is not None:
                    seen.add(there.thinking.seat)

            there.tell = tell  # type: ignore[method-assign]
            asked.let.set()
            idle.let.set()
            await until(lambda: there.table.turn() == 2 and there.bot_task is None)
            assert there.thinking is None
            assert live.table.turn() == 2
            assert one.figures().conflicts == two.figures().conflicts == 0
            assert seen

    asyncio.run(script())


def test_when_a_server_ends_the_other_one_lets_the_bot_think(url: str) -> None:
    async def script() -> None:
        async with a_server(url) as (two, bots), a_server(url) as (one, asked):
            live = await one.make("stairs", [bot(), *persons(ADA, BOB)], ADA)
            one.join(live, Watcher(ADA))
            await until(lambda: len(asked.asked) == 1)
            there = await looking(two, live, BOB)
            await until(lambda: there.thinking is not None)
            assert not bots.asked
            assert one.drive_lock.line is not None
            one.drive_lock.line.pgconn.finish()  # as if it had been killed
            await until(lambda: len(bots.asked) == 1)
            bots.let.set()
            await until(lambda: there.table.turn() == 1)
            await until(lambda: live.table.turn() == 1)
            asked.let.set()  # what was thought for nothing is not played
            await two.command(there, first_move(there, ADA))
            await until(lambda: live.table.n == there.table.n)

    asyncio.run(script())


def test_a_server_that_comes_to_nothing_is_not_waited_for(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_driver, "OVERDUE", 0.0)
    monkeypatch.setattr(bot_driver, "NEXT", 0.01)

    async def script() -> None:
        async with a_server(url) as (one, asked), a_server(url) as (two, bots):
            live = await one.make("stairs", [bot(), *persons(ADA, BOB)], ADA)
            one.join(live, Watcher(ADA))
            await until(lambda: len(asked.asked) == 1)
            there = await looking(two, live, BOB)
            bots.let.set()
            await until(lambda: there.table.turn() == 1)

    asyncio.run(script())
