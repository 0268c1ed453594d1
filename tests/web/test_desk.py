"""Questions are looked at beside the loop: nobody else waits for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from parvis.engine.refusal import Refusal
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.desk import Desk
from tests.stairs.position import Stairs
from tests.table.tables import ADA, BOB, first_move, in_registry, persons
from tests.web.wires import PATIENCE, looking

SLOW = ("step-1",)


class Slow:
    """Makes one question take until it is let go, and counts how many are looked at at once."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Semaphore(0)
        self.now = 0
        self.most = 0
        self.loops: set[int] = set()

    def why(self, position: Stairs, path: tuple[str, ...]) -> Refusal | None:
        self.loops.add(threading.get_ident())
        if path != SLOW:
            return None
        self.now += 1
        self.most = max(self.most, self.now)
        self.begun.release()
        assert self.go.acquire(timeout=PATIENCE)
        self.now -= 1
        return None


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    made = Slow()
    monkeypatch.setattr(Stairs, "why", lambda position, path: made.why(position, path))
    yield made
    made.go.release(10)


def test_while_a_question_is_looked_at_others_play_and_ask(store: Store, slow: Slow) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        other = await registry.make("stairs", persons(BOB, ADA), BOB)
        async with looking(registry, live, ADA) as asking, looking(registry, other, BOB) as bob:
            await bob.quiet()
            asking.say(type="why", ask=1, path=list(SLOW))
            while not slow.begun.acquire(blocking=False):
                await bob.quiet()
            bob.say(type="why", ask=2, path=["step-2"])
            assert (await bob.hear("why"))["ask"] == 2
            await registry.command(other, first_move(other, BOB))
            assert (await bob.hear("update"))["n"]
            slow.go.release()
            assert (await asking.hear("why"))["ask"] == 1
        assert threading.get_ident() not in slow.loops

    in_registry(store, script)


def test_one_question_of_a_seat_is_looked_at_at_a_time_whatever_its_sockets(
    store: Store, slow: Slow
) -> None:
    desk = Desk()

    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)

        async with (
            looking(registry, live, ADA, desk=desk) as first,
            looking(registry, live, ADA, desk=desk) as second,
            looking(registry, live, BOB, desk=desk) as bob,
        ):
            for wire in (first, second):
                wire.say(type="why", ask=1, path=list(SLOW))
            while not slow.begun.acquire(blocking=False):
                await bob.quiet()
            for _ in range(20):
                await bob.quiet()  # whatever was said has been taken
            assert not slow.begun.acquire(timeout=0.3), "the other one waits"
            slow.go.release(2)
            for wire in (first, second):
                assert (await wire.hear("why"))["ask"] == 1
        assert slow.most == 1
        assert not desk.turns, "and of who does not ask nothing is kept"

    in_registry(store, script)
    desk.close()


def test_what_was_played_meanwhile_is_asked_about_anew(store: Store, slow: Slow) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, ADA) as ada, looking(registry, live, BOB) as bob:
            ada.say(type="why", ask=1, path=list(SLOW))
            while not slow.begun.acquire(blocking=False):
                await bob.quiet()
            while live.table.turn() == 0:
                await registry.command(live, first_move(live, ADA))
            slow.go.release()
            answer = await ada.hear("why")
            assert (answer["ask"], answer["reason"]) == (1, "turn"), "it is no longer theirs to ask"

    in_registry(store, script)
