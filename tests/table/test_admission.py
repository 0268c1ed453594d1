"""Of tables where only bots play, a household has so many at once; the others wait and say so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

import pytest

from parvis.table.chair import Chair
from parvis.table.live_table import LiveTable
from parvis.table.pace import AT_ONCE, Pace
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.table.worker_pool import BotAnswer, BotQuestion, WorkerPool
from parvis.web.picture import Viewer
from parvis.web.serializer import Serializer
from tests.table.tables import ADA, BOB, WORKER, Watcher, bot, closing, persons, say, until


class Gated(WorkerPool):
    """Bots that come to a decision (any) when they are let."""

    def __init__(self) -> None:
        super().__init__(2, WORKER)
        self.let = asyncio.Event()
        self.asked: list[BotQuestion] = []
        self.whole = 0.0

    async def think(self, question: BotQuestion) -> BotAnswer:
        self.asked.append(question)
        await self.let.wait()
        return BotAnswer(999, whole=self.whole)


Script = Callable[[Registry, Gated], Coroutine[object, object, None]]


def with_bots(store: Store, script: Script, most: int = 1, pace: Pace = AT_ONCE) -> None:
    async def whole() -> None:
        bots = Gated()
        async with closing(Registry(store, bots, pace, bot_tables=most)) as registry:
            await script(registry, bots)

    asyncio.run(whole())


async def watched(
    registry: Registry, household: str, chairs: list[Chair] | None = None
) -> tuple[LiveTable, Watcher]:
    live = await registry.make("stairs", chairs or [bot(), bot()], ADA)
    watcher = Watcher(ADA, household)
    registry.join(live, watcher)
    await until(lambda: live.bot_task is None or live.thinking is not None)
    return live, watcher


def waits(live: LiveTable) -> bool:
    return live.held_back


def test_a_table_of_bots_waits_until_another_of_the_same_household_is_over(store: Store) -> None:
    async def script(registry: Registry, bots: Gated) -> None:
        first, _ = await watched(registry, "home")
        second, watcher = await watched(registry, "home")
        assert first.thinking is not None
        assert second.thinking is None
        assert waits(second)
        assert watcher.news.is_set()
        bots.let.set()
        await until(second.table.over)
        assert first.table.over()
        assert not waits(second)
        assert not registry.bots.admission.waiting
        assert not registry.bots.admission.playing

    with_bots(store, script)


def test_a_table_of_bots_waits_until_another_of_the_same_household_is_left(store: Store) -> None:
    async def script(registry: Registry, bots: Gated) -> None:
        first, leaving = await watched(registry, "home")
        second, _ = await watched(registry, "home")
        registry.part(first, leaving)
        bots.let.set()
        await until(second.table.over)
        assert not first.table.over()

    with_bots(store, script)


def test_a_waiting_table_that_is_left_waits_no_more(store: Store) -> None:
    async def script(registry: Registry, bots: Gated) -> None:
        await watched(registry, "home")
        second, leaving = await watched(registry, "home")
        registry.part(second, leaving)
        assert not waits(second)
        assert not registry.bots.admission.waiting

    with_bots(store, script)


def test_other_households_and_tables_with_a_person_do_not_wait(store: Store) -> None:
    async def script(registry: Registry, bots: Gated) -> None:
        await watched(registry, "home")
        waiting, _ = await watched(registry, "home")
        elsewhere, _ = await watched(registry, "elsewhere")
        person, _ = await watched(registry, "home", [bot(), *persons(ADA)])
        assert elsewhere.thinking
        assert person.thinking
        assert [question.asker.only_bots for question in bots.asked] == [True, True, False]
        assert waits(waiting)
        registry.join(waiting, Watcher(BOB, "a visitor's"))
        assert waiting.bot_task is not None, "someone else wants to see it"

    with_bots(store, script)


def test_a_person_who_sits_down_lets_a_waiting_table_go_on(store: Store) -> None:
    async def script(registry: Registry, bots: Gated) -> None:
        await watched(registry, "home")
        second, _ = await watched(registry, "home", [bot(), Chair("person", "Ada", (ADA,), "flat")])
        assert waits(second), "a bot plays for the person too"
        await registry.command(second, say("bot_out", ADA, seat=1))
        assert not waits(second)
        assert second.bot_task is not None

    with_bots(store, script)


@pytest.mark.parametrize(
    ("language", "words"), [("fr", "attendent"), ("en", "wait"), ("it", "aspettano")]
)
def test_who_looks_at_a_waiting_table_is_told_why(store: Store, language: str, words: str) -> None:
    async def script(registry: Registry, bots: Gated) -> None:
        first, _ = await watched(registry, "home")
        second, _ = await watched(registry, "home")
        viewer = Viewer("", None, language, False)
        assert words in Serializer().shown(second, viewer, 0.0).state.ask
        assert words not in Serializer().shown(first, viewer, 0.0).state.ask

    with_bots(store, script)


class Heard(Pace):
    """A pace that is told how long answers took, and gives them at once."""

    took: list[float]

    def release(self, seconds: float, took: float) -> float:
        self.took.append(took)
        return 0.0


def test_a_forced_answer_that_had_to_wait_is_held_back_as_one_with_a_choice(store: Store) -> None:
    pace = Heard()
    object.__setattr__(pace, "took", [])

    async def script(registry: Registry, bots: Gated) -> None:
        bots.whole = 1000.0  # what waiting and thinking would have taken; this one came at once
        bots.let.set()
        await watched(registry, "home", [bot(), *persons(ADA)])
        await until(lambda: bool(pace.took))
        assert pace.took[0] == 1000.0

    with_bots(store, script, pace=pace)
