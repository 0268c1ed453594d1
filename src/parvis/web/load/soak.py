"""`parvis soak`: whether a server keeps its memory while people play, ask, leave and come back.

Every table plays on and on, a new game after each that ends, with its people now and then gone for
a moment. Imports the clients, the server and the tables of `parvis load`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import websockets

from parvis.games import all_games
from parvis.web.load.clients import Pair, Seen, game_after_game
from parvis.web.load.process import a_server
from parvis.web.load.tables import Made, make_table, maker, of_every_age

STAY = 90  # seconds, about, before the people of a table go and come back
FLAT = 0.02  # of its memory a server may grow by in the second half: allocators breathe


@dataclass(frozen=True)
class Sample:
    """What was seen after some seconds."""

    seconds: float
    memory: int
    moves: int
    games: int
    cpu: float

    def line(self) -> str:
        return (
            f"  {self.seconds / 60:5.1f} min {self.memory / 2**20:8.1f} MB {self.moves:8} moves"
            f" {self.games:6} games over {100 * self.cpu / max(1, self.seconds):4.0f} % of a core"
        )


def growth(samples: Sequence[Sample]) -> float:
    """By which part the memory grew in the second half: its last quarter beside the one before.

    >>> rising = [Sample(minute, 100 + minute, 0, 0, 0) for minute in range(40)]
    >>> f"{growth(rising):.0%}"
    '8%'
    """
    half = samples[len(samples) // 2 :]
    earlier, later = half[: len(half) // 2], half[len(half) // 2 :]
    if not earlier:
        return 0.0
    before, after = (sum(one.memory for one in part) / len(part) for part in (earlier, later))
    return after / before - 1


class Visitors(Pair):
    """Clients who ask before they move, and now and then leave and come back."""

    asks = True

    async def run(self) -> None:
        over = False
        while not over:
            stay = STAY * (0.5 + int(self.rng.below(1000)) / 1000)
            with contextlib.suppress(TimeoutError, websockets.ConnectionClosed):
                async with asyncio.timeout(stay):
                    await super().run()
                    over = True


async def soak(tables: int, minutes: float, pause: float) -> AsyncIterator[Sample]:
    """Play for some minutes, all games side by side; a sample twice a minute."""
    seen = Seen()
    seen.play.set()
    with tempfile.TemporaryDirectory(prefix="parvis-soak-") as name:
        folder = Path(name)
        registry = maker(folder)
        chosen = [*itertools.islice(itertools.cycle(game.id for game in all_games()), tables)]
        firsts = await of_every_age(registry, chosen)
        one_at_a_time = asyncio.Lock()

        async def again(game: str) -> Made:
            async with one_at_a_time:  # beside a server that writes to the same file
                return await make_table(registry, game)

        with a_server(folder) as (address, process):
            sitting = partial(Visitors, address, seen=seen, think=pause)
            tasks = [
                asyncio.ensure_future(game_after_game(first, partial(again, game), sitting, seen))
                for first, game in zip(firsts, chosen, strict=True)
            ]
            begun = time.monotonic()
            try:
                while (passed := time.monotonic() - begun) < 60 * minutes:
                    await asyncio.sleep(min(30.0, 60 * minutes - passed))
                    for task in tasks:
                        if task.done():
                            task.result()
                    passed = time.monotonic() - begun
                    yield Sample(passed, process.memory(), seen.moves, seen.over, process.spent())
                    if seen.wrong:
                        raise OSError(seen.wrong[0])
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                await registry.close()
