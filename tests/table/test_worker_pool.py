"""Bots are asked fairly and in time, and who does not want to know any more costs nothing."""

from __future__ import annotations

import asyncio
import gc
import os
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import parvis
from parvis.bots import Bot, Budget, Player, Thought
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.table import worker, worker_pool
from parvis.table.fair_queue import REMEMBERED, Asker, FairQueue
from parvis.table.lane import Lane
from parvis.table.worker_pool import LEAST, BotQuestion, Worker, WorkerPool, WorkersFailed
from tests.table.tables import WORKER, Clock, until


def of(household: str, table: str = "", only_bots: bool = False) -> Asker:
    return Asker(frozenset({household}), table, only_bots)


def served(queue: FairQueue[str], only_bots: bool = True) -> list[str]:
    order = []
    while (found := queue.next(only_bots)) is not None:
        order.append(found[0])
    return order


# Who is next.


def test_households_take_turns_however_many_tables_they_have() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.join(f"many {number}", of("many", f"table {number}"))
    queue.join("one", of("one", "the table"))
    assert served(queue) == ["many 0", "one", "many 1", "many 2"]


def test_within_a_household_tables_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.join(f"a{number}", of("home", "a"))
    queue.join("b0", of("home", "b"))
    assert served(queue) == ["a0", "b0", "a1", "a2"]


def test_who_was_served_lately_waits_for_who_was_not() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.join("first", of("busy"))
    assert served(queue) == ["first"]
    queue.join("again", of("busy"))
    queue.join("new", of("quiet"))
    assert served(queue) == ["new", "again"]


def test_tables_where_a_person_plays_come_before_those_where_only_bots_do() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.join("bots", of("a", only_bots=True))
    queue.join("person", of("b"))
    queue.join("another", of("b"))
    assert served(queue, only_bots=False) == ["person", "another"]
    assert served(queue) == ["bots"]


def test_a_table_of_two_households_waits_for_neither_of_them() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.join(f"many {number}", of("many", str(number)))
    queue.join("both", Asker(frozenset({"many", "one"}), "shared"))
    assert served(queue)[1] == "both"


def test_the_queue_remembers_only_so_many() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in range(2 * REMEMBERED):
        queue.join(number, of(f"household {number}"))
        queue.next()
    assert len(queue.served) == REMEMBERED
    assert not queue.waiting


# Lanes.


def test_one_worker_is_kept_for_tables_where_a_person_plays() -> None:
    async def script() -> None:
        lane = Lane(["one", "two"])
        bots = of("a", only_bots=True)
        first = await lane.get(bots)
        second = asyncio.ensure_future(lane.get(bots))
        await asyncio.sleep(0)
        assert not second.done()
        person = await lane.get(of("b"))
        assert {first, person} == {"one", "two"}
        lane.put(person, of("b"))
        await asyncio.sleep(0)
        assert not second.done()
        lane.put(first, bots)
        assert await second == first

    asyncio.run(script())


def test_a_lone_worker_serves_all() -> None:
    async def script() -> None:
        assert await Lane(["one"]).get(of("a", only_bots=True)) == "one"

    asyncio.run(script())


def test_who_is_cancelled_while_waiting_leaves_the_queue() -> None:
    async def script() -> None:
        lane = Lane(["one"])
        taken = await lane.get(of("a"))
        waiting = asyncio.ensure_future(lane.get(of("b")))
        next_one = asyncio.ensure_future(lane.get(of("c")))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert len(lane.queue.waiting) == 1
        lane.put(taken, of("a"))
        next_one.cancel()  # in the very moment in which its turn comes
        await asyncio.wait([next_one])
        assert lane.idle == ["one"]
        assert not lane.queue.waiting

    asyncio.run(script())


def test_a_worker_that_comes_back_while_someone_is_cancelled_is_not_lost() -> None:
    async def script() -> None:
        lane = Lane(["one", "two"])
        bots = of("b", only_bots=True)
        taken = [await lane.get(of("a")) for _ in range(2)]
        gone = asyncio.ensure_future(lane.get(bots))
        next_one = asyncio.ensure_future(lane.get(bots))
        await asyncio.sleep(0)
        gone.cancel()
        lane.put(taken[0], of("a"))  # before the cancelled one could leave the queue
        await asyncio.wait([gone])
        assert await next_one == taken[0]
        assert lane.queue.turn == 3, "nobody was served in vain"
        lane.put(taken[0], bots)
        lane.put(taken[1], of("a"))
        assert sorted(lane.idle) == ["one", "two"]
        assert lane.free_for_bots == 1

    asyncio.run(script())


# Questions.


def a_question(moves: int = 0, seconds: float = 0.6, asker: Asker | None = None) -> BotQuestion:
    position = parvis.start("stairs", seats=2, seed=1)
    for _ in range(moves):
        position.play(position.moves()[0])
    seat = position.turn()
    assert seat is not None
    text = position.guess(seat, Rng(1)).text()
    return BotQuestion(text, None, "flat:steady", 1, seconds, asker or Asker())


@asynccontextmanager
async def a_pool(clock: Callable[[], float] | None = None) -> AsyncIterator[WorkerPool]:
    pool = WorkerPool(2, WORKER) if clock is None else WorkerPool(2, WORKER, clock)
    try:
        yield pool
    finally:
        await pool.close()


def in_pool(
    script: Callable[[WorkerPool], Coroutine[object, object, None]],
    clock: Callable[[], float] | None = None,
) -> None:
    async def whole() -> None:
        async with a_pool(clock) as pool:
            await script(pool)

    asyncio.run(whole())


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[BotQuestion]:
    """The questions as workers take them."""
    heard: list[BotQuestion] = []
    real = Worker.ask

    async def ask(self: Worker, question: BotQuestion) -> worker_pool.BotAnswer:
        heard.append(question)
        return await real(self, question)

    monkeypatch.setattr(Worker, "ask", ask)
    return heard


def test_a_household_that_asks_much_does_not_keep_another_one_waiting(
    hold: Path, taken: list[BotQuestion]
) -> None:
    async def script(pool: WorkerPool) -> None:
        bots = [a_question(asker=of("many", f"bots {n}", only_bots=True)) for n in range(5)]
        tables = [a_question(asker=of("many", f"table {n}")) for n in range(2)]
        many = [asyncio.ensure_future(pool.think(asked)) for asked in (*bots, *tables)]
        await until(lambda: len(taken) == 1)
        one = asyncio.ensure_future(pool.think(a_question(asker=of("one", "the table"))))
        await asyncio.sleep(0)
        hold.unlink()
        await asyncio.gather(one, *many)
        tables_in_order = [question.asker.table for question in taken]
        assert tables_in_order[:4] == ["bots 0", "the table", "table 0", "table 1"]
        assert pool.waiting == 0

    in_pool(script)


def test_time_spent_waiting_is_taken_off_the_time_to_think(
    hold: Path, taken: list[BotQuestion]
) -> None:
    clock = Clock()
    waits: list[float] = []

    async def script(pool: WorkerPool) -> None:
        pool.waited = waits.append
        thinking = asyncio.ensure_future(pool.think(a_question()))
        await until(lambda: len(taken) == 1)
        late = asyncio.ensure_future(pool.think(a_question()))
        await asyncio.sleep(0)
        clock.now += 0.25
        last = asyncio.ensure_future(pool.think(a_question(seconds=2.0)))
        await asyncio.sleep(0)
        hold.unlink()
        assert (await thinking).whole == 0.6
        assert (await late).whole == pytest.approx(0.6), "it is there when it was said to be"
        assert (await last).whole == 2.0

    in_pool(script, clock)
    assert [question.seconds for question in taken] == [0.6, pytest.approx(0.35), 2.0]
    assert waits == [0.0, 0.25, 0.0]


def test_however_long_it_waited_a_bot_thinks_a_little() -> None:
    assert a_question().after(100.0).seconds == LEAST
    assert a_question(seconds=0.0).after(100.0).seconds == 0.0, "it does not think by time"
    assert b'"seconds": 0.6,' in a_question().line()


@pytest.mark.parametrize(
    ("own", "left"),
    [(Budget(seconds=0.6), Budget(seconds=0.25)), (Budget(simulations=7), Budget(simulations=7))],
)
def test_a_worker_thinks_for_the_seconds_that_are_left(
    monkeypatch: pytest.MonkeyPatch, own: Budget, left: Budget
) -> None:
    given: list[Budget] = []

    def think(position: Position, rng: Rng, budget: Budget) -> Thought:
        given.append(budget)
        return Thought(position.moves()[0])

    monkeypatch.setattr(worker, "player_of", lambda game, bot: Player(Bot("spy", think), own))
    asked: dict[str, object] = {
        "text": a_question().text,
        "pack": None,
        "bot": "spy",
        "seed": 1,
        "seconds": 0.25,
    }
    worker.answer(asked)
    assert given == [left]


# Whoever does not wait any more.


def processes() -> int:
    gc.collect()
    return sum(isinstance(one, Process) for one in gc.get_objects())


def test_a_question_that_is_cancelled_leaves_nothing_behind(hold: Path) -> None:
    async def script(pool: WorkerPool) -> None:
        before = processes()
        thinking = pool.all[1]
        known: set[int] = set()
        for number in range(4):
            hold.touch()
            asked = asyncio.ensure_future(pool.think(a_question()))
            await until(lambda: thinking.process is not None and bool(pool.work))
            assert thinking.process is not None
            known.add(thinking.process.pid)
            asked.cancel()
            await asyncio.wait([asked])
            assert pool.waiting == 0
            waiting = asyncio.ensure_future(pool.think(a_question(moves=2)))
            await asyncio.sleep(0)
            hold.unlink()
            answer = await waiting
            position = parvis.read_position(a_question(moves=2).text)
            assert answer.move in position.moves(), f"the answer to another question, {number}"
        assert len(known) == 1, "the same process goes on"
        assert processes() == before + 1
        assert pool.failures == 0

    in_pool(script)


def test_a_worker_that_never_answers_is_killed_and_reaped(
    hold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "PATIENCE", 0.0)

    async def script(pool: WorkerPool) -> None:
        before = processes()
        asked = asyncio.ensure_future(pool.think(a_question(seconds=0.3)))
        await until(lambda: pool.all[1].process is not None)
        process = pool.all[1].process
        assert process is not None
        asked.cancel()
        await until(lambda: not pool.work)
        assert pool.failures == 1
        with pytest.raises(ProcessLookupError):
            os.kill(process.pid, 0)  # not even a zombie
        del process
        with pytest.raises(WorkersFailed):
            await pool.think(a_question(seconds=0.3))
        assert processes() == before

    in_pool(script)
