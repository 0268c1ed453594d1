"""Threads that write take turns: nobody is passed over by who writes all the time."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from parvis.table.turns import Turns

PATIENCE = 120.0


def until(done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_who_asks_again_at_once_comes_after_those_who_wait() -> None:
    turns, order = Turns(), list[str]()

    def greedy() -> None:
        for _ in range(3):
            with turns.one(PATIENCE):
                order.append("greedy")
                until(lambda: len(turns.waiting) == 2 or len(order) > 2)

    def modest(name: str) -> None:
        with turns.one(PATIENCE):
            order.append(name)

    first = threading.Thread(target=greedy)
    first.start()
    until(lambda: bool(order))
    others = []
    for number, name in enumerate(("ada", "bob")):
        others.append(threading.Thread(target=modest, args=(name,)))
        others[-1].start()
        until(lambda: len(turns.waiting) > number or len(order) > 1)  # noqa: B023
    for thread in (first, *others):
        thread.join(PATIENCE)
    assert order[:3] == ["greedy", "ada", "bob"]
    assert not turns.taken


def test_whose_turn_does_not_come_leaves_the_line() -> None:
    turns = Turns()
    with turns.one(PATIENCE):
        with pytest.raises(TimeoutError), turns.one(0.01):
            raise AssertionError
        assert not turns.waiting
    with turns.one(0.01):
        assert turns.taken
