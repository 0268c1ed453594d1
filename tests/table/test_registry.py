"""Commands become events once; servers share a database; bots play and never hold others up."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from parvis.table.chair import Chair
from parvis.table.decisions import Refused
from parvis.table.live_table import LiveTable
from parvis.table.pace import AT_ONCE, Pace
from parvis.table.presence import Presence
from parvis.table.pruning import Keeping, prune
from parvis.table.registry import OPENING, NoTable, Registry
from parvis.table.roll_call import BEAT
from parvis.table.schema import PRESENCE
from parvis.table.store import A_DAY, Conflict, Store, StoreError
from parvis.table.stored import Append, StoredTable
from parvis.table.table import Table, fold
from parvis.table.worker_pool import BotAnswer, BotQuestion, WorkerPool, WorkersFailed
from tests.table.places import relaxed
from tests.table.tables import (
    ADA,
    BOB,
    PATIENCE,
    WORKER,
    Clock,
    Watcher,
    bot,
    closing,
    first_move,
    in_registry,
    persons,
    registry_on,
    say,
    until,
)
from tests.table.test_store import MADE


def test_a_command_sent_twice_is_applied_once(store: Store) -> None:
    async def twice(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        command = first_move(live, ADA, "the same id")
        numbers = await asyncio.gather(*(registry.command(live, command) for _ in range(5)))
        assert numbers == [1] * 5
        assert len(live.table.moves) == 1
        again = registry_on(store)
        async with closing(again):
            assert await again.command(await again.open(live.table.config.id), command) == 1
            assert len(store.tail(live.table.config.id, 0)) == 1

    in_registry(store, lambda registry: twice(registry))


def test_two_servers_cannot_both_play_a_move(store: Store, url: str) -> None:
    async def race() -> None:
        other_store = relaxed(Store(url))
        async with closing(registry_on(store)) as one, closing(registry_on(other_store)) as other:
            mine = await one.make("stairs", persons(ADA, BOB), ADA, {"rounds": 30})
            theirs = await other.open(mine.table.config.id)
            for turn in range(30):
                seat = mine.table.turn()
                await other.follow(theirs)
                await one.follow(mine)
                assert theirs.table.n == mine.table.n
                person = (ADA, BOB)[seat or 0]
                outcomes = await asyncio.gather(
                    one.command(mine, first_move(mine, person, f"one {turn:6}")),
                    other.command(theirs, first_move(theirs, person, f"other {turn:6}")),
                    return_exceptions=True,
                )
                fine = [outcome for outcome in outcomes if isinstance(outcome, int)]
                assert len(fine) == 1, outcomes
                [wrong] = [outcome for outcome in outcomes if isinstance(outcome, BaseException)]
                assert isinstance(wrong, Refused)
                assert wrong.reason in ("stale", "turn")
            events = store.tail(mine.table.config.id, 0)
            assert [event.n for event in events] == list(range(1, 31))
        other_store.close()

    asyncio.run(race())


def test_one_server_hears_of_what_another_appends(store: Store, url: str) -> None:
    async def heard() -> None:
        other_store = relaxed(Store(url))
        async with closing(registry_on(store)) as one, closing(registry_on(other_store)) as other:
            mine = await one.make("stairs", persons(ADA, BOB), ADA)
            theirs = await other.open(mine.table.config.id)
            other.start()
            watcher = Watcher(BOB)
            other.join(theirs, watcher)
            watcher.news.clear()
            async with asyncio.timeout(PATIENCE):
                while not watcher.news.is_set():  # it begins to listen in its own time
                    await one.command(mine, say("chat", ADA, text="are you there?"))
                    await asyncio.sleep(0.05)
            await until(lambda: theirs.table.n == mine.table.n)
            watcher.news.clear()
            await one.command(mine, first_move(mine, ADA))
            await until(watcher.news.is_set)
            assert theirs.table.n == mine.table.n
            assert len(theirs.table.moves) == 1

    asyncio.run(heard())


def test_a_seat_taken_on_one_server_can_act_on_the_other(store: Store, url: str) -> None:
    async def both() -> None:
        other_store = relaxed(Store(url))
        async with closing(registry_on(store)) as one, closing(registry_on(other_store)) as other:
            mine = await one.make("stairs", [*persons(ADA), Chair()], ADA)
            theirs = await other.open(mine.table.config.id)
            await one.command(mine, say("take", BOB, seat=1, name="Bob"))
            # The other server has not heard yet; its append meets the number that is taken.
            number = await other.command(theirs, say("chat", ADA, text="welcome"))
            assert number == 2
            assert theirs.table.chairs[1].name == "Bob"
        other_store.close()

    asyncio.run(both())


def test_a_table_that_is_not_there_is_not_opened(store: Store) -> None:
    async def missing(registry: Registry) -> None:
        for _ in range(2):
            with pytest.raises(NoTable):
                await registry.open("nothing")
        assert not registry.opening

    in_registry(store, lambda registry: missing(registry))


def test_what_cannot_be_stored_is_not_played(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        watcher = Watcher(BOB)
        registry.join(live, watcher)
        watcher.news.clear()
        monkeypatch.setattr(store, "append", lambda batch: [StoreError("full")] * len(batch))
        with pytest.raises(Refused) as refused:
            await registry.command(live, first_move(live, ADA))
        assert refused.value.reason == "busy"
        assert live.table.n == 0
        assert not watcher.news.is_set()

    in_registry(store, lambda registry: broken(registry))


def test_a_lost_answer_of_the_database_does_not_double_a_move(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit went through, but we were told that it had not."""
    real = store.append

    async def ambiguous(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)

        def committed_and_lost(batch: object) -> object:
            monkeypatch.setattr(store, "append", real)
            real(batch)  # type: ignore[arg-type]
            return [Conflict()]

        monkeypatch.setattr(store, "append", committed_and_lost)
        assert await registry.command(live, first_move(live, ADA, "a command")) == 1
        assert len(live.table.moves) == 1
        assert len(store.tail(live.table.config.id, 0)) == 1

    in_registry(store, lambda registry: ambiguous(registry))


def test_a_client_that_goes_away_leaves_nothing_half_done(store: Store) -> None:
    async def impatient(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        task = asyncio.ensure_future(registry.command(live, first_move(live, ADA)))
        await asyncio.sleep(0)
        task.cancel()
        await until(lambda: live.table.n == 1)
        assert len(store.tail(live.table.config.id, 0)) == 1

    in_registry(store, lambda registry: impatient(registry))


# Bots.


def test_bots_play_a_whole_game_while_someone_looks_on(store: Store) -> None:
    async def watched(registry: Registry) -> None:
        live = await registry.make("stairs", [bot(), bot()], ADA)
        assert live.bot_task is None  # nobody is there
        registry.join(live, Watcher())
        await until(live.table.over)
        assert live.table.record().verify()

    in_registry(store, lambda registry: watched(registry))


def test_a_worker_is_sent_a_guess_and_never_the_position(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[BotQuestion] = []

    async def overheard(registry: Registry) -> None:
        live = await registry.make("stairs", [bot(), *persons(ADA)], ADA)
        position = live.table.position
        assert position is not None
        real = registry.workers.think

        async def think(question: BotQuestion) -> BotAnswer:
            asked.append(question)
            return await real(question)

        monkeypatch.setattr(registry.workers, "think", think)
        registry.join(live, Watcher(ADA))
        await until(lambda: live.table.turn() == 1)
        for question in asked:
            assert "chance=rng:" in question.text
            assert live.table.config.seed not in question.text
            assert "stream:" not in question.text

    in_registry(store, lambda registry: overheard(registry))


def test_a_worker_that_dies_is_replaced_and_the_move_is_played(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trap = tmp_path / "trap"
    trap.touch()
    monkeypatch.setenv("STAIRS_TRAP", str(trap))

    async def fragile(registry: Registry) -> None:
        live = await registry.make("stairs", [bot(), *persons(ADA)], ADA)
        registry.join(live, Watcher(ADA))
        await until(lambda: live.table.turn() == 1)
        assert registry.workers.failures == 1
        await registry.workers.all[0].stop()  # and once more, between two questions
        assert len(live.table.moves) == 3

    in_registry(store, lambda registry: fragile(registry))


def test_if_no_worker_can_answer_a_legal_move_is_played(store: Store) -> None:
    async def hopeless() -> None:
        registry = Registry(store, WorkerPool(2, ("false",)), AT_ONCE)
        async with closing(registry):
            live = await registry.make("stairs", [bot(), *persons(ADA)], ADA)
            registry.join(live, Watcher(ADA))
            await until(lambda: live.table.turn() == 1)

    asyncio.run(hopeless())


def test_a_bot_that_answers_nonsense_plays_a_legal_move(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def mad(registry: Registry) -> None:
        async def think(question: BotQuestion) -> BotAnswer:
            return BotAnswer(999)

        monkeypatch.setattr(registry.workers, "think", think)
        live = await registry.make("stairs", [bot(), *persons(ADA)], ADA)
        registry.join(live, Watcher(ADA))
        await until(lambda: live.table.turn() == 1)

    in_registry(store, mad)


def test_a_bot_whose_move_cannot_be_stored_holds_nobody_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parvis.table.bot_driver.PAUSE", 100 * PATIENCE)
    real, failed = store.append, threading.Event()

    def fails_once(batch: Sequence[Append]) -> list[Exception | None]:
        monkeypatch.setattr(store, "append", real)
        failed.set()
        return [StoreError("full")] * len(batch)

    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", [bot(), *persons(ADA)], ADA)
        monkeypatch.setattr(store, "append", fails_once)
        registry.join(live, Watcher(ADA))
        await until(failed.is_set)
        async with asyncio.timeout(PATIENCE):
            await registry.command(live, say("chat", ADA, text="take your time"))

    in_registry(store, script)


def test_a_slow_bot_does_not_delay_another_table(store: Store, hold: Path) -> None:
    async def side_by_side(registry: Registry) -> None:
        slow = [
            await registry.make("stairs", [bot("flat:strong"), *persons(ADA)], ADA)
            for _ in range(4)
        ]
        for live in slow:
            registry.join(live, Watcher(ADA))
        await until(lambda: registry.workers.waiting == len(slow))
        quick = await registry.make("stairs", [bot("random"), *persons(ADA)], ADA)
        registry.join(quick, Watcher(ADA))
        await until(lambda: quick.table.turn() == 1)
        assert registry.workers.waiting == len(slow)
        assert all(live.table.turn() == 0 and not live.table.moves for live in slow)

    in_registry(store, lambda registry: side_by_side(registry))


class Hasty(Pace):
    """Gives every answer as soon as it is there."""

    def release(self, seconds: float, took: float) -> float:
        return took


def test_a_person_who_comes_back_takes_over_from_a_bot_that_is_thinking(
    store: Store, hold: Path
) -> None:
    async def back() -> None:
        async with closing(Registry(store, WorkerPool(2, WORKER), Hasty())) as registry:
            live = await registry.make("stairs", persons(ADA, BOB), ADA)
            registry.join(live, Watcher(BOB))
            await registry.command(live, say("bot_in", ADA, seat=0, bot="flat:strong"))
            await until(lambda: registry.workers.waiting == 1)
            await registry.command(live, say("bot_out", ADA, seat=0))
            hold.unlink()  # the bot comes to its decision too late
            await until(lambda: live.bot_task is None)
            assert not live.table.moves
            await registry.command(live, first_move(live, ADA))
            assert len(live.table.moves) == 1

    asyncio.run(back())


def test_absent_is_who_left_a_while_ago() -> None:
    clock = Clock()
    live = LiveTable(Table(MADE), presence=Presence(clock()))
    live.table.chairs = [*persons(ADA), bot()]
    assert live.absent(clock(), 45) == frozenset(), "the server has only just started"
    clock.now += 46
    assert live.absent(clock(), 45) == {0}
    live.presence.come(ADA)
    assert live.absent(clock(), 45) == frozenset()
    live.presence.go(ADA, clock())
    clock.now += 44
    assert live.absent(clock(), 45) == frozenset()
    clock.now += 2
    assert live.absent(clock(), 45) == {0}


def test_of_the_many_who_looked_on_nothing_is_kept_for_long() -> None:
    clock = Clock()
    presence = Presence(clock())
    for n in range(1000):
        clock.now += 5
        presence.come(f"visitor {n}")
        presence.go(f"visitor {n}", clock())
        presence.hear("elsewhere", f"other {n}", 1, clock())
        presence.forget(clock(), 20)
    kept = presence.windows, presence.elsewhere, presence.beats
    assert max(len(each) for each in kept) <= 5
    assert len(presence.left) <= 250, "ten minutes of both"


def test_an_old_count_that_is_told_again_and_again_is_nobody() -> None:
    clock = Clock()
    presence = Presence(clock())
    presence.hear("killed", ADA, 7, clock())
    for _ in range(20):
        clock.now += 5
        presence.hear("killed", ADA, 7, clock())
        presence.forget(clock(), 20)
    assert not presence.here([ADA])


# The time of an answer.


def test_the_time_of_an_answer_does_not_tell_whether_it_was_forced() -> None:
    pace = Pace()
    for budget in (0.0, 0.15, 0.6, 2.0):
        forced = pace.release(budget, 0.0004)
        assert forced == pace.release(budget, 0.02)
        assert forced == pace.release(budget, budget + 0.25)
        assert forced >= budget


def test_a_late_answer_waits_for_the_next_beat() -> None:
    pace = Pace()
    times = {round(pace.release(0.6, 0.9 + late / 100), 6) for late in range(1, 100)}
    assert times == {1.4, 1.9}


class Heard(Pace):
    """A pace that remembers when answers were given."""

    given: list[float]

    def release(self, seconds: float, took: float) -> float:
        self.given.append(super().release(seconds, took))
        return self.given[-1]


@pytest.mark.parametrize("thinker", ["flat:quick", "level:3"])
def test_a_forced_bot_answers_when_an_unforced_one_does(
    store: Store, monkeypatch: pytest.MonkeyPatch, thinker: str
) -> None:
    """Two tables alike but for the bot's hand: the moves are shown at the same times.

    The pace is that of a very patient table, and the loop's clock is put forward by hand.
    """
    ahead = 0.0

    async def answered(registry: Registry, given: list[float], hand: list[int]) -> None:
        nonlocal ahead
        live = await registry.make("stairs", [bot(thinker), *persons(ADA)], ADA)
        position = live.table.position
        assert position is not None
        position.hands[0] = hand  # type: ignore[attr-defined]
        given.clear()
        registry.join(live, Watcher(ADA))
        for number in range(3):
            await until(lambda: len(given) > number)  # noqa: B023 (is waited for)
            ahead += 3 * PATIENCE
            for _ in range(20):
                await asyncio.sleep(0)
            assert len(live.table.moves) == number, "shown too soon"
            ahead += PATIENCE
            await until(lambda: len(live.table.moves) == number + 1)  # noqa: B023

    async def compared() -> None:
        loop = asyncio.get_running_loop()
        real = loop.time
        monkeypatch.setattr(loop, "time", lambda: real() + ahead)
        pace = Heard(4 * PATIENCE, 0.25, 4 * PATIENCE)
        object.__setattr__(pace, "given", [])
        async with closing(Registry(store, WorkerPool(2, WORKER), pace)) as registry:
            for hand in ([2, 2, 2], [1, 4, 7]):  # forced to play a 2; free to choose
                await answered(registry, pace.given, hand)
                assert pace.given == [4 * PATIENCE] * 3

    asyncio.run(compared())


def test_thinking_that_always_fails_says_so() -> None:
    async def fails() -> None:
        workers = WorkerPool(2, ("false",))
        with pytest.raises(WorkersFailed):
            await workers.think(BotQuestion("nonsense", None, "random", 1))
        assert workers.failures == 3
        assert workers.waiting == 0
        await workers.close()

    asyncio.run(fails())


def test_who_is_at_another_server_is_here(store: Store, url: str) -> None:
    """And gone when that server has said nothing for a while, however it ended."""

    async def two_servers() -> None:
        clock = Clock()
        first = Registry(store, WorkerPool(1, WORKER), AT_ONCE, monotonic=clock)
        second = Registry(Store(url), WorkerPool(1, WORKER), AT_ONCE, monotonic=clock)
        async with closing(first), closing(second):
            live = await first.make("stairs", persons(ADA, BOB), ADA)
            there = await second.open(live.table.config.id)
            ada, bob = Watcher(ADA), Watcher(BOB)
            first.join(live, ada)
            second.join(there, bob)

            async def a_while() -> None:
                clock.now += BEAT
                await second.roll_call.call()
                await first.roll_call.call()

            clock.now += 1000
            ada.news.clear()
            await a_while()
            assert ada.news.is_set(), "whoever looks sees that they came"
            assert live.presence.here((BOB,))
            with pytest.raises(Refused) as caught:
                await first.command(live, say("bot_in", ADA, seat=1))
            assert caught.value.key == "table.refused.present"
            for _ in range(20):
                await a_while()
            assert live.presence.here((BOB,)), "for as long as they stay"
            while live.presence.here((BOB,)):  # the second server is killed
                clock.now += BEAT
                await first.roll_call.call()
            assert live.absent(clock(), 45) == frozenset(), "they may come back"
            clock.now += 45
            assert live.absent(clock(), 45) == {1}

    asyncio.run(two_servers())


def test_a_server_that_is_alone_writes_only_when_someone_comes_or_goes(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def script(registry: Registry) -> list[bool]:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        spoke: list[bool] = []
        call = store.call_roll

        def noted(*said: Any) -> list[tuple[str, str, str, int]]:
            spoke.append(said[2] is not None)
            return call(*said)

        monkeypatch.setattr(store, "call_roll", noted)
        ada, bob = Watcher(ADA), Watcher(BOB)
        registry.join(live, ada)
        for _ in range(3):
            await registry.roll_call.call()
        registry.join(live, bob)
        for _ in range(3):
            await registry.roll_call.call()
        return spoke

    assert in_registry(store, script)[:6] == [True, False, False, True, False, False]


def test_a_server_that_is_alone_says_every_hour_who_is_still_there(store: Store) -> None:
    async def script() -> None:
        clock = Clock()
        async with closing(Registry(store, WorkerPool(1, WORKER), AT_ONCE, monotonic=clock)) as one:
            live = await one.make("stairs", persons(ADA, BOB), ADA)
            one.join(live, Watcher(ADA))
            await one.roll_call.call()
            clock.now += 3599
            with store.engine.begin() as connection:
                connection.execute(sa.delete(PRESENCE))  # as another server does after a day
            await one.roll_call.call()
            seen = store.call_roll("another", 1, None, [live.table.config.id])
            assert seen == []
            clock.now += 1
            await one.roll_call.call()
            seen = store.call_roll("another", 1, None, [live.table.config.id])
            assert [person for _, _, person, _ in seen] == [ADA]

    asyncio.run(script())


def test_who_looks_on_without_a_name_keeps_a_table_and_is_nobody(store: Store, url: str) -> None:
    async def two_servers() -> None:
        clock = Clock()
        async with closing(registry_on(store, clock)) as first:
            live = await first.make("stairs", persons(ADA, BOB), ADA)
            await first.make("stairs", persons(ADA, BOB), ADA)  # the newest table is kept anyway
            async with closing(registry_on(Store(url), clock)) as second:
                there = await second.open(live.table.config.id)
                second.join(there, Watcher())
                await second.roll_call.call()
                assert prune(store, Keeping(), clock.now + 91 * A_DAY) == []
                ada = Watcher(ADA)
                first.join(live, ada)
                await first.roll_call.call()
                assert not live.presence.elsewhere
            first.part(live, ada)
            await first.roll_call.call()
            assert prune(store, Keeping(), clock.now + 91 * A_DAY)

    asyncio.run(two_servers())


def test_a_call_that_was_begun_ends_before_a_server_leaves(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, free, ended = threading.Event(), threading.Event(), threading.Event()
    call = store.call_roll

    def slow(*said: Any) -> list[tuple[str, str, str, int]]:
        if not said[2]:
            return call(*said)
        begun.set()
        assert free.wait(PATIENCE)
        heard = call(*said)
        ended.set()
        return heard

    async def script() -> str:
        async with closing(registry_on(store)) as registry:
            live = await registry.make("stairs", persons(ADA, BOB), ADA)
            registry.join(live, Watcher(ADA))
            monkeypatch.setattr(store, "call_roll", slow)
            registry.spawn(registry.roll_call.call())
            await until(begun.is_set)
            asyncio.get_running_loop().call_later(0.2, free.set)  # while it closes
        return live.table.config.id

    id = asyncio.run(script())
    assert ended.wait(PATIENCE)
    assert call("another", 1, None, [id]) == []


def test_a_server_that_closes_takes_its_people_along(store: Store, url: str) -> None:
    async def two_servers() -> None:
        clock = Clock()
        first = Registry(store, WorkerPool(1, WORKER), AT_ONCE, monotonic=clock)
        async with closing(first):
            live = await first.make("stairs", persons(ADA, BOB), ADA)
            first.join(live, Watcher(ADA))
            second = Registry(Store(url), WorkerPool(1, WORKER), AT_ONCE, monotonic=clock)
            async with closing(second):
                second.join(await second.open(live.table.config.id), Watcher(BOB))
                await second.roll_call.call()
            assert first.store.call_roll("another", 1, (), [live.table.config.id]) == []

    asyncio.run(two_servers())


def test_a_clock_that_jumps_sends_nobody_away(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        registry.clock = registry.dispatcher.writer.clock = lambda: time.time() + 1e6
        with pytest.raises(Refused) as caught:
            await registry.command(live, say("bot_in", ADA, seat=1))
        assert caught.value.key == "table.refused.present"

    in_registry(store, script)


def test_of_many_tables_that_are_opened_at_once_few_whole_logs_are_in_memory(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They would leave it in pieces, several times as large as what is kept of them."""

    async def script(registry: Registry) -> None:
        made = [await registry.make("stairs", persons(ADA, BOB), ADA) for _ in range(12)]
        registry.live_tables.clear()
        read, folded, most = registry.store.load, 0, 0

        def counted_read(id: str) -> StoredTable | None:
            nonlocal most
            reading.append(id)
            most = max(most, len(reading) - folded)
            return read(id)

        def counted_fold(stored: StoredTable) -> Table:
            nonlocal folded
            table = fold(stored)
            folded += 1
            return table

        reading: list[str] = []
        monkeypatch.setattr(registry.store, "load", counted_read)
        monkeypatch.setattr("parvis.table.registry.fold", counted_fold)
        opened = await asyncio.gather(*(registry.open(live.table.config.id) for live in made))
        assert len(reading) == folded == len(opened) == 12
        assert most <= OPENING

    in_registry(store, script)


@pytest.mark.parametrize("read", ["load", "tail"])
def test_an_event_in_the_very_moment_of_opening_is_not_missed(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch, read: str
) -> None:
    """Another server appends after the log, or the rest of it, was read, and says so at once."""

    async def two_servers() -> None:
        first = registry_on(store)
        second = registry_on(Store(url))
        async with closing(first), closing(second):
            live = await first.make("stairs", persons(ADA, BOB), ADA)
            id = live.table.config.id
            loop = asyncio.get_running_loop()
            really = getattr(second.store, read)

            def late(*asked: object) -> object:
                found = really(*asked)
                monkeypatch.setattr(second.store, read, really)
                said = first.command(live, say("chat", ADA, text="late"))
                asyncio.run_coroutine_threadsafe(said, loop).result()
                loop.call_soon_threadsafe(second.heard, id, live.table.n)
                return found

            monkeypatch.setattr(second.store, read, late)
            opened = await second.open(id)
            await until(lambda: opened.table.n == live.table.n)
            assert live.table.n == 1, "something was appended"

    asyncio.run(two_servers())
