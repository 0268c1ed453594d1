"""When a server looks for things that only hold each other: all wait for it."""

from __future__ import annotations

import asyncio
import gc
import weakref

from parvis.web.app import look_for_cycles


class Held:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.own = self


def left_over() -> weakref.ref[Held]:
    return weakref.ref(Held())


def test_what_only_holds_itself_goes_while_nobody_moves() -> None:
    async def script() -> None:
        gone = left_over()
        looking = asyncio.ensure_future(look_for_cycles(lambda: 7, 0.0, 0.01, 60.0))
        while gone() is not None:
            await asyncio.sleep(0.01)
        looking.cancel()

    gc.disable()
    try:
        asyncio.run(asyncio.wait_for(script(), 60))
    finally:
        gc.enable()


def test_while_people_move_nobody_waits_for_it_until_it_has_been_long() -> None:
    moves = 0

    def one_more() -> int:
        nonlocal moves
        moves += 1
        return moves

    async def script() -> int:
        gone = left_over()
        looking = asyncio.ensure_future(look_for_cycles(one_more, 0.0, 0.001, 0.05))
        while gone() is not None:
            await asyncio.sleep(0.001)
        looking.cancel()
        return moves

    gc.disable()
    try:
        assert asyncio.run(asyncio.wait_for(script(), 60)) >= 2 * 50  # it asked as often as it may
    finally:
        gc.enable()
