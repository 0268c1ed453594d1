"""Tables at chosen moments of a game: straight into the server's database, so nobody has to play.

The same seeds and the same moves every time.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext

from parvis.engine.chance import Rng
from parvis.table.chair import Chair
from parvis.table.commands import Command, Move
from parvis.table.pace import AT_ONCE
from parvis.table.registry import Ids, Registry
from parvis.table.store import Store
from parvis.web.identity import Identity, Reader
from tests.browser.serve import KEY, database

NAMES = ("Ana", "Bruno", "Célia", "Dario")
MOST = 5000  # moves of a game
HOARDS = ("draw", "grant", "automation-draw", "decline")


@dataclass(frozen=True)
class Moment:
    """A table where the person of the first seat is to decide, or where the game is over."""

    game: str
    seats: int
    share: float  # of the game that was played
    path: str
    person: str


ALONE = -1.0  # as a share: nothing was played, and bots sit on the other seats


class SameSeeds(Ids):
    """The same game every time; names and secrets are as random as ever."""

    def __init__(self, seed: int) -> None:
        self.number = seed

    def seed(self) -> str:
        return f"{self.number:064x}"


def prepare(folder: Path, wanted: list[tuple[str, int, float]], seed: int = 7) -> list[Moment]:
    """A table for each game, number of seats and share of the game; before the server starts."""
    with ThreadPoolExecutor(1) as aside:  # Playwright has a loop of its own in this thread
        return aside.submit(asyncio.run, made(folder, wanted, seed)).result()


async def made(folder: Path, wanted: list[tuple[str, int, float]], seed: int) -> list[Moment]:
    registry = Registry(Store(database(folder)), pace=AT_ONCE, ids=SameSeeds(seed))
    try:
        return [await moment(registry, *each, seed) for each in wanted]
    finally:
        await registry.close()


async def moment(registry: Registry, game: str, seats: int, share: float, seed: int) -> Moment:
    """Play at random until the first seat decides, that much of the game being over.

    That seat hoards: where it can draw it does, so that hands grow as large as they may.
    """
    people = [f"{name}-{game}-{seats}-{share}" for name in NAMES[:seats]]
    chairs = [Chair("person", NAMES[n], (person,)) for n, person in enumerate(people)]
    if share == ALONE:
        chairs[1:] = [Chair("bot", name, bot="random") for name in NAMES[1:seats]]
    live = await registry.make(game, chairs, people[0])
    if share == ALONE:
        return Moment(game, seats, share, f"/t/{live.table.config.id}", people[0])
    assert live.table.position is not None
    moves = live.table.position.copy().playout(Rng(seed)) * share
    rng = Rng(seed)
    for number in range(MOST):
        turn, position = live.table.turn(), live.table.position
        if turn is None or (number >= moves and turn == 0):
            break
        chosen = position.random_move(rng)
        if turn == 0:
            hoards = [each for each in position.moves() if position.meaning(each)["kind"] in HOARDS]
            chosen = hoards[rng.below(len(hoards))] if hoards else chosen
        await registry.command(live, Command(people[turn], Move(live.table.n, chosen)))
    return Moment(game, seats, share, f"/t/{live.table.config.id}", people[0])


def be(context: BrowserContext, address: str, moment: Moment, language: str = "fr") -> None:
    """Come as the person of the first seat."""
    cookie = Identity(KEY).write(Reader(moment.person, NAMES[0], language))
    context.add_cookies([{"name": "parvis", "value": cookie, "url": address}])
