"""Tables to be played at, straight into the database: new ones, and games of every age.

Imports the registry that makes them, its pace and store, and commands for the moves before.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from parvis.engine.chance import Rng, shuffle
from parvis.engine.game import game_of
from parvis.table.chair import Chair
from parvis.table.commands import Command, Move
from parvis.table.pace import AT_ONCE
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.load.process import database

TOGETHER = 50  # tables that are prepared at a time: they share commits


class Made(NamedTuple):
    """A table, and who plays there."""

    id: str
    people: list[str]


def maker(folder: Path) -> Registry:
    """Who makes tables in a database; nothing is held back from anybody, for nobody looks."""
    return Registry(Store(database(folder)), pace=AT_ONCE)


async def make_table(registry: Registry, game: str, people: Sequence[str] = ()) -> Made:
    """A table for these people, or for as few new ones as the game allows."""
    people = [*people] or [secrets.token_hex(8) for _ in range(min(game_of(game).seats))]
    chairs = [Chair("person", f"P{n}", (person,)) for n, person in enumerate(people)]
    live = await registry.make(game, chairs, people[0])
    return Made(live.table.config.id, people)


async def play_on(registry: Registry, made: Made, most: int) -> None:
    """Play at random, so many moves or to the end."""
    live, rng = await registry.open(made.id), Rng(secrets.randbits(60))
    for _ in range(most):
        turn, position = live.table.turn(), live.table.position
        if turn is None or position is None:
            break
        move = Move(live.table.n, position.random_move(rng))
        await registry.command(live, Command(made.people[turn], move))


async def length(registry: Registry, made: Made) -> int:
    """How many moves a game takes that goes on at random."""
    position = (await registry.open(made.id)).table.position
    assert position is not None
    return position.copy().playout(Rng(secrets.randbits(60)))


async def of_every_age(registry: Registry, games: Iterable[str]) -> list[Made]:
    """A table for each of these, where some of the game has been played: no two as far."""
    room = asyncio.Semaphore(TOGETHER)

    async def one(game: str, share: float) -> Made:
        async with room:
            while True:
                made = await make_table(registry, game)
                await play_on(registry, made, int(share * await length(registry, made)))
                if not (await registry.open(made.id)).table.over():
                    return made  # one that ended sooner than another would have is of no use

    wanted = list(games)
    places = list(range(len(wanted)))
    shuffle(places, Rng(secrets.randbits(60)))
    shares = [(place + 0.5) / len(wanted) for place in places]
    return await asyncio.gather(*map(one, wanted, shares))
