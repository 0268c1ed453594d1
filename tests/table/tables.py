"""The example game at a table, and what is injected to make a test the same every time."""

from __future__ import annotations

import asyncio
import itertools
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TypeVar

from parvis.table.chair import Chair
from parvis.table.commands import Command, read_request
from parvis.table.live_table import LiveTable
from parvis.table.pace import AT_ONCE
from parvis.table.registry import Ids, Registry
from parvis.table.store import Store
from parvis.table.worker_pool import WorkerPool

WORKER = (sys.executable, "-m", "tests.table.example_worker")
Found = TypeVar("Found")
PATIENCE = 120.0  # seconds, on a machine that has much else to do
ADA, BOB, CLEO = "ada-browser", "bob-browser", "cleo-browser"


class CountedIds(Ids):
    """Names and secrets that are the same in every run."""

    def __init__(self) -> None:
        self.numbers = itertools.count(1)

    def table(self) -> str:
        return f"table{next(self.numbers)}"

    def code(self) -> str:
        return f"CODE{next(self.numbers):02}"

    def key(self) -> str:
        return "key"

    def seed(self) -> str:
        return "a seed"

    def salt(self) -> str:
        return "salt"

    def guess(self) -> int:
        return next(self.numbers)


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Watcher:
    """Someone who looks at a table."""

    def __init__(self, person: str = "", household: str = "") -> None:
        self.person = person
        self.household = household
        self.news = asyncio.Event()
        self.closed = False

    def changed(self) -> None:
        self.news.set()

    def gone(self) -> None:
        self.closed = True


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


def persons(*names: str) -> list[Chair]:
    return [Chair("person", name.split("-")[0].title(), (name,)) for name in names]


def bot(name: str = "random") -> Chair:
    return Chair("bot", "Alba", (), name)


def registry_on(
    store: Store,
    clock: Clock | None = None,
    ids: Ids | None = None,
    monotonic: Callable[[], float] = time.monotonic,
) -> Registry:
    """A registry with the example's workers, which answers at once."""
    workers = WorkerPool(2, WORKER)
    return Registry(store, workers, AT_ONCE, clock or time.time, ids, monotonic=monotonic)


@asynccontextmanager
async def closing(registry: Registry) -> AsyncIterator[Registry]:
    try:
        yield registry
    finally:
        await registry.close()


def in_registry(
    store: Store,
    script: Callable[[Registry], Coroutine[object, object, Found]],
    clock: Clock | None = None,
    ids: Ids | None = None,
) -> Found:
    """Run a script in a registry of its own."""

    async def whole() -> Found:
        async with closing(registry_on(store, clock, ids)) as registry:
            return await script(registry)

    return asyncio.run(whole())


def say(kind: str, person: str, id: str | None = None, **data: object) -> Command:
    return Command(person, read_request(kind, data), id)


def first_move(live: LiveTable, person: str, id: str | None = None) -> Command:
    position = live.table.position
    assert position is not None
    return say("move", person, id, n=live.table.n, move=position.moves()[0])
