"""Bots think on other machines; whatever becomes of these, every question is answered once."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sa
from psycopg import sql

import parvis
from parvis.engine.chance import Rng
from parvis.table import question_queue, remote_pool, worker_machine
from parvis.table.fair_queue import Asker
from parvis.table.lane import Lane
from parvis.table.pace import AT_ONCE
from parvis.table.question_queue import Gone, Kind, QuestionQueue, Taken, spoken
from parvis.table.registry import Registry
from parvis.table.remote_pool import RemotePool
from parvis.table.schema import QUESTIONS, WORKERS
from parvis.table.store import Store, StoreError
from parvis.table.worker_machine import WorkerMachine
from parvis.table.worker_pool import LEAST, BotAnswer, BotQuestion, WorkerPool
from tests.table.machines import Machine
from tests.table.places import SERVER, new_url, postgres_there
from tests.table.tables import ADA, WORKER, Watcher, bot, closing, persons, until

SLOW, QUICK = Kind(False, False), Kind(True, False)
BOTS_ALONE = Kind(False, True)


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    if not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")
    with new_url("postgresql", tmp_path) as address:
        yield address


@pytest.fixture
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a worker may take long, and this one still waits for it."""
    monkeypatch.setattr(remote_pool, "TAKEN", 300.0)
    monkeypatch.setattr(remote_pool, "NO_HURRY", 300.0)


def a_question(
    bot: str = "random", seconds: float = 0.0, asker: Asker | None = None
) -> BotQuestion:
    position = parvis.start("stairs", seats=2, seed=1)
    return BotQuestion(position.guess(0, Rng(1)).text(), None, bot, 1, seconds, asker or Asker())


def ask(
    queue: QuestionQueue, id: str, kind: Kind = SLOW, rank: int = 0, within: float = 60
) -> None:
    queue.ask("here", id, a_question().line().decode(), kind, rank, within)


def take(queue: QuestionQueue, *kinds: Kind) -> str | None:
    """The name of the question that is next, which is given back."""
    taken = queue.take(kinds or worker_machine.KINDS)
    if taken is None:
        return None
    taken.connection.rollback()  # at once, where giving it back leaves it to the database
    taken.connection.close()
    return taken.id


def taken_soon(queue: QuestionQueue) -> Taken:
    """The next question, as soon as the database has noticed that nobody has it any more."""
    for _ in range(3000):
        taken = queue.take([SLOW])
        if taken is not None:
            return taken
        time.sleep(0.02)
    raise AssertionError("nobody gave it back")


def waiting(store: Store) -> int:
    """How many questions there are."""
    with store.reading() as connection:
        count = sa.select(sa.func.count()).select_from(QUESTIONS)
        return connection.execute(count).scalar() or 0


# The queue.


def test_a_question_is_one_worker_s_alone_until_its_connection_is_gone(store: Store) -> None:
    queue, other = QuestionQueue(store), QuestionQueue(store)
    ask(queue, "a")
    taken = queue.take([SLOW])
    assert taken is not None
    assert take(other) is None
    assert queue.end("a") is None, "someone is thinking about it"
    taken.give_back()  # as the database does for a process that was killed
    again = taken_soon(other)
    again.answer({"move": 3})
    assert take(other) is None, "it was answered"
    assert queue.end("a") == Gone({"move": 3})
    assert queue.end("a") is None


def test_tables_where_a_person_plays_come_first_then_who_asks_for_little(store: Store) -> None:
    queue = QuestionQueue(store)
    for id, kind, rank in (("bots", BOTS_ALONE, 0), ("third", SLOW, 2), ("first", SLOW, 0)):
        ask(queue, id, kind, rank)
    ask(queue, "second", SLOW, 0)
    order = []
    while (next_one := take(queue)) is not None:
        order.append(next_one)
        queue.end(next_one)
    assert order == ["first", "second", "third", "bots"]


def test_some_jobs_are_kept_for_quick_bots_and_for_persons(store: Store) -> None:
    queue = QuestionQueue(store)
    ask(queue, "bots", BOTS_ALONE)
    for_quick, for_persons, for_all = (worker_machine.kinds_of(n, 3) for n in range(3))
    assert take(queue, *for_quick) is take(queue, *for_persons) is None
    assert take(queue, *for_all) == "bots"
    ask(queue, "person", SLOW)
    assert take(queue, *for_quick) is None
    assert take(queue, *for_persons) == "person"
    ask(queue, "quick", QUICK)
    assert take(queue, *for_quick) == "quick"


def test_what_nobody_waits_for_is_neither_taken_nor_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = QuestionQueue(store)
    ask(queue, "old", within=-1 - question_queue.FORGOTTEN)
    ask(queue, "late", within=-1)
    queue.beat("gone", 1)
    with store.writing() as connection:
        connection.execute(sa.update(WORKERS).values(at=WORKERS.c.at - 100))
    queue.beat("here", 2)
    assert take(queue) is None
    assert queue.there() == [(2, spoken())]
    queue.tidy()
    with store.reading() as connection:
        assert connection.execute(sa.select(QUESTIONS.c.id)).scalars().all() == ["late"]
        assert connection.execute(sa.select(WORKERS.c.id)).scalars().all() == ["here"]


def test_worker_and_server_of_different_versions_leave_each_other_alone_and_say_so(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    queue, older = QuestionQueue(store), QuestionQueue(store)
    older.speaks = "0: stairs 1"
    ask(queue, "a")
    assert take(older) is None
    assert older.beat("old", 4) == spoken(), "the worker knows what it refuses"
    assert queue.beat("new", 4) is None

    async def looked() -> None:
        async with closing(Registry(store, Never(), AT_ONCE)) as registry:
            pool = registry.remote
            assert pool is not None
            queue.leave("new")
            await pool.look()
            assert pool.workers == 0
            await pool.look()

    asyncio.run(looked())
    assert caplog.text.count("of another version is not asked") == 1


def test_of_what_is_asked_nothing_is_written_to_the_log_of_the_database(store: Store) -> None:
    persistence = "SELECT relpersistence FROM pg_class WHERE oid = CAST(:name AS regclass)"
    with store.reading() as connection:
        for name in ("questions", "workers"):
            assert connection.execute(sa.text(persistence), {"name": name}).scalar() == "u"


# Lanes that grow and shrink.


def test_a_lane_serves_as_many_as_there_are_workers_now() -> None:
    async def script() -> None:
        lane: Lane[None] = Lane([])
        asker = Asker()
        waiting = [asyncio.ensure_future(lane.get(asker)) for _ in range(4)]
        await asyncio.sleep(0)
        lane.resize(3, None)
        await asyncio.sleep(0)
        assert [one.done() for one in waiting] == [True, True, True, False]
        lane.resize(1, None)
        lane.put(None, asker)
        lane.put(None, asker)
        await asyncio.sleep(0)
        assert not waiting[3].done(), "two are there no more"
        lane.put(None, asker)
        await waiting[3]
        lane.put(None, asker)
        assert len(lane.idle) == lane.size == 1

    asyncio.run(script())


# Servers and machines.


class Never(WorkerPool):
    """A machine that should not have to think itself."""

    def __init__(self) -> None:
        super().__init__(2, ("false",))
        self.asked: list[BotQuestion] = []

    async def think(self, question: BotQuestion) -> BotAnswer:
        self.asked.append(question)
        return BotAnswer(parvis.read_position(question.text).moves()[0], whole=question.seconds)


@asynccontextmanager
async def a_server(store: Store, workers: int = 0) -> AsyncIterator[tuple[Registry, RemotePool]]:
    """A server that has heard of so many workers."""
    async with closing(Registry(store, Never(), AT_ONCE)) as registry:
        registry.start()
        pool = registry.remote
        assert pool is not None
        await until(lambda: pool.workers == workers)
        yield registry, pool


@asynccontextmanager
async def a_machine(store: Store, jobs: int = 1) -> AsyncIterator[WorkerMachine]:
    machine = WorkerMachine(store, jobs, WORKER)
    running = asyncio.ensure_future(machine.run())
    try:
        await until(lambda: bool(machine.queue.there()))
        yield machine
    finally:
        machine.stopping.set()
        await running


def asked_here(pool: RemotePool) -> list[BotQuestion]:
    assert isinstance(pool.local, Never)
    return pool.local.asked


@pytest.mark.usefixtures("no_hurry")
def test_bots_play_a_whole_game_by_a_worker_that_is_told_neither_position_nor_people(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[object, ...]] = []
    real = QuestionQueue.ask

    def overheard(self: QuestionQueue, *asked: object) -> None:
        told.append(asked)
        real(self, *asked)  # type: ignore[arg-type]

    monkeypatch.setattr(QuestionQueue, "ask", overheard)

    async def script() -> None:
        waits: list[float] = []
        async with a_machine(store), a_server(store, workers=1) as (registry, pool):
            pool.waited = waits.append
            live = await registry.make("stairs", [bot(), bot()], ADA)
            registry.join(live, Watcher(ADA, "a household"))
            await until(live.table.over)
            assert live.table.record().verify()
            assert not asked_here(pool)
            assert pool.answered == len(live.table.moves) == len(told) == len(waits)
            assert registry.figures().remote_workers == 1
            written = repr(told)
            assert "chance=rng:" in written
            hidden = (live.table.config.seed, live.table.config.id, "stream:", ADA, "a household")
            for secret in hidden:
                assert secret not in written

    asyncio.run(script())
    with store.reading() as connection:
        assert connection.execute(sa.select(QUESTIONS)).first() is None
        assert connection.execute(sa.select(WORKERS)).first() is None, "it said goodbye"


def test_without_workers_a_server_thinks_by_itself(store: Store) -> None:
    async def script() -> None:
        async with a_server(store) as (_, pool):
            await pool.think(a_question())
            assert len(asked_here(pool)) == 1
            assert pool.failures == 0

    asyncio.run(script())


def test_what_nobody_takes_is_thought_about_here_with_the_time_that_is_left(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_pool, "TAKEN", 0.01)
    QuestionQueue(store).beat("asleep", 1)

    async def script() -> None:
        async with a_server(store, workers=1) as (_, pool):
            answer = await pool.think(a_question("flat", 0.3))
            (asked,) = asked_here(pool)
            assert asked.seconds == LEAST
            assert answer.whole >= 0.3
            assert pool.failures == 1
            assert not pool.open
            assert not +pool.asking

    asyncio.run(script())
    assert take(QuestionQueue(store)) is None, "it was taken back"


def test_what_is_late_is_thought_about_here_and_whoever_is_first_is_heard(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_pool, "TAKEN", 300.0)
    monkeypatch.setattr(remote_pool, "NO_HURRY", 0.3)
    queue = QuestionQueue(store)
    queue.beat("slow", 1)

    async def script() -> None:
        async with a_server(store, workers=1) as (_, pool):
            thinking = asyncio.ensure_future(pool.think(a_question()))
            await until(lambda: (found := take(queue)) is not None and found in pool.open)
            taken = queue.take([QUICK])
            assert taken is not None
            answer = await thinking
            assert answer.move in parvis.read_position(a_question().text).moves()
            assert len(asked_here(pool)) == 1
            taken.answer(
                {"move": 999, "reasons": [], "advice": None, "waited": 0.0, "seconds": 0.0}
            )

    asyncio.run(script())


@pytest.mark.usefixtures("no_hurry")
def test_a_question_that_cannot_be_answered_there_is_asked_here(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def script() -> None:
        async with a_machine(store) as machine, a_server(store, workers=1) as (_, pool):
            await pool.think(replace(a_question(), bot="nobody"))
            assert len(asked_here(pool)) == 1
            assert machine.failures == 1
            await pool.think(a_question())
            assert pool.answered == 1, "the worker goes on"

    asyncio.run(script())
    assert "a remote worker failed" in caplog.text


@pytest.mark.usefixtures("no_hurry")
def test_an_answer_that_nobody_was_told_of_is_found(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(question_queue, "ANSWERED", "nobody_listens_")

    async def script() -> None:
        async with a_machine(store), a_server(store, workers=1) as (_, pool):
            await pool.think(a_question())
            assert pool.answered == 1

    asyncio.run(script())


@pytest.mark.usefixtures("no_hurry")
def test_whoever_is_not_interested_any_more_leaves_nothing_behind(store: Store) -> None:
    QuestionQueue(store).beat("asleep", 1)

    async def script() -> None:
        async with a_server(store, workers=1) as (_, pool):
            asked = [asyncio.ensure_future(pool.think(a_question())) for _ in range(3)]
            await until(lambda: waiting(store) == 1)
            for one in asked:
                one.cancel()
            await asyncio.wait(asked)
            await until(lambda: not pool.open and not pool.tasks)
            assert pool.waiting == 0
            assert len(pool.lanes[True].idle) == 1

    asyncio.run(script())


@pytest.mark.usefixtures("no_hurry")
def test_a_server_asks_no_more_at_once_than_there_are_workers(store: Store) -> None:
    QuestionQueue(store).beat("two", 2)

    async def script() -> None:
        async with a_server(store, workers=1) as (_, pool):
            many = Asker(frozenset({"many"}), "a table")
            asked = [asyncio.ensure_future(pool.think(a_question(asker=many))) for _ in range(5)]
            await until(lambda: waiting(store) == 2)
            await asyncio.sleep(0.1)
            assert waiting(store) == 2
            with store.reading() as connection:
                ranks = connection.execute(sa.select(QUESTIONS.c.rank)).scalars().all()
            assert sorted(ranks) == [0, 1], "the second one of a household comes after others"
            for one in asked:
                one.cancel()
            await asyncio.wait(asked)

    asyncio.run(script())


# Machines that end.


@contextmanager
def machines(folder: Path, url: str, count: int) -> Iterator[list[Machine]]:
    made = [Machine(folder, url) for _ in range(count)]
    try:
        yield made
    finally:
        for machine in made:
            machine.end()


def someone_thinks(store: Store) -> bool:
    """Whether there are questions, and all of them are being thought about."""
    with store.engine.connect() as connection:
        asked = connection.execute(sa.select(QUESTIONS.c.id)).first()
        free = sa.select(QUESTIONS.c.id).with_for_update(skip_locked=True)
        return asked is not None and connection.execute(free).first() is None


@pytest.mark.usefixtures("no_hurry")
def test_a_worker_that_is_killed_in_mid_thought_loses_no_move(
    store: Store, url: str, tmp_path: Path, hold: Path
) -> None:
    async def script() -> None:
        with machines(tmp_path, url, 2) as (first, second):
            first.start()
            async with a_server(store, workers=1) as (registry, pool):
                live = await registry.make("stairs", [bot("greedy"), *persons(ADA)], ADA)
                registry.join(live, Watcher(ADA))
                await until(lambda: someone_thinks(store))
                await asyncio.to_thread(first.kill)
                second.start()
                await until(lambda: not someone_thinks(store))
                await until(lambda: someone_thinks(store))
                hold.unlink()
                await until(lambda: live.table.turn() == 1)
                assert pool.answered > 0, "the other worker has answered"
                assert pool.failures == 0
                kept = store.load(live.table.config.id)
                assert kept is not None
                assert [event.n for event in kept.events] == list(range(live.table.n + 1))

    asyncio.run(script())


@pytest.mark.usefixtures("no_hurry")
def test_a_worker_that_is_told_to_stop_finishes_its_thought(
    store: Store, url: str, tmp_path: Path, hold: Path
) -> None:
    async def script() -> None:
        with machines(tmp_path, url, 1) as (machine,):
            machine.start()
            async with a_server(store, workers=1) as (_, pool):
                thinking = asyncio.ensure_future(pool.think(a_question("greedy")))
                await until(lambda: someone_thinks(store))
                stopping = asyncio.ensure_future(asyncio.to_thread(machine.stop))
                await until(lambda: not pool.queue.there())
                hold.unlink()
                await thinking
                assert await stopping == 0
        lines = [json.loads(line) for line in machine.said().splitlines()]
        assert lines[0]["says"] == "worker ready"
        assert lines[-1]["says"] == "worker ended"

    asyncio.run(script())


def test_a_thought_that_does_not_end_in_time_is_given_back(
    store: Store, hold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_machine, "ENDING", 0.0)
    queue = QuestionQueue(store)

    async def script() -> None:
        async with a_machine(store):
            queue.ask("here", "a", a_question("greedy").line().decode(), SLOW, 0, 600.0)
            await until(lambda: someone_thinks(store))

    asyncio.run(script())
    assert take(queue) == "a"


def test_a_worker_needs_no_more_of_the_database_than_its_questions(store: Store, url: str) -> None:
    """As docs/running.md tells: it cannot read a table, a seed or a key."""
    name = f"parvis_{secrets.token_hex(6)}"
    page = (Path(__file__).parents[2] / "docs" / "running.md").read_text(encoding="utf-8")
    granted = [line.strip() for line in page.splitlines() if line.strip().startswith("GRANT ")]
    assert granted
    queue = QuestionQueue(store)
    with psycopg.connect(SERVER, autocommit=True) as server:
        role = sql.Identifier(name)
        server.execute(sql.SQL("CREATE ROLE {}").format(role))
        try:
            with store.writing() as connection:
                schema = connection.execute(sa.text("SELECT current_schema()")).scalar()
                connection.execute(sa.text(f"GRANT USAGE ON SCHEMA {schema} TO {name}"))
                for line in granted:
                    connection.execute(sa.text(line.replace("parvis_worker", name)))
            limited = Store(f"{url}%20-crole%3D{name}", as_it_is=True)
            theirs = QuestionQueue(limited)
            assert theirs.beat("a worker", 1) is None
            ask(queue, "a")
            taken = theirs.take([SLOW])
            assert taken is not None
            taken.answer({"move": 3})
            theirs.leave("a worker")
            assert queue.end("a") == Gone({"move": 3})
            for table in ("tables", "events", "snapshots", "sessions"):
                with pytest.raises(sa.exc.ProgrammingError), limited.reading() as connection:
                    connection.execute(sa.text(f"SELECT * FROM {table}"))
            limited.close()
        finally:
            server.execute(sql.SQL("DROP OWNED BY {}").format(role))
            server.execute(sql.SQL("DROP ROLE {}").format(role))


def test_a_machine_waits_for_a_database_that_is_gone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_machine, "PAUSE", 0.01)
    real, troubles = QuestionQueue.take, [StoreError("gone")]

    def fails_once(self: QuestionQueue, kinds: tuple[Kind, ...]) -> object:
        if troubles:
            raise troubles.pop()
        return real(self, kinds)

    monkeypatch.setattr(QuestionQueue, "take", fails_once)
    queue = QuestionQueue(store)
    ask(queue, "a")

    def answered() -> bool:
        with store.reading() as connection:
            return connection.execute(sa.select(QUESTIONS.c.answer)).scalar() is not None

    async def script() -> None:
        async with a_machine(store):
            await until(answered)

    asyncio.run(script())
