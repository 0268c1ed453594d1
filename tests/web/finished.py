"""Games that are over, straight into a registry: played at random, whoever sits there."""

from __future__ import annotations

from collections.abc import Sequence

import parvis
from parvis.engine.chance import Rng
from parvis.table.chair import Chair
from parvis.table.decisions import played
from parvis.table.live_table import LiveTable
from parvis.table.registry import Registry

BOT = "level:4"


def against_bots(person: str, seats: int = 2, bot: str = BOT) -> list[Chair]:
    """One person, and bots on the other chairs."""
    names = ("Bruno", "Celia", "Dario")
    return [
        Chair("person", "Ada", (person,)),
        *(Chair("bot", name, (), bot) for name in names[: seats - 1]),
    ]


async def finished(
    registry: Registry,
    game: str,
    chairs: Sequence[Chair],
    seed: int = 1,
    most: int = 100_000,
    origin: str = "",
) -> LiveTable:
    """A table whose game was played to its end, or so many moves; perhaps from a position on."""
    live = await registry.make(game, list(chairs), chairs[0].persons[0], origin=origin)
    await play_out(registry, live, seed, most)
    return live


async def play_out(registry: Registry, live: LiveTable, seed: int = 1, most: int = 100_000) -> None:
    rng = Rng(seed)
    for _ in range(most):
        position, turn = live.table.position, live.table.turn()
        if position is None or turn is None:
            return
        move = int(position.random_move(rng))
        await registry.writer.append(live, played(live.table, turn, move))


def near_the_end(game: str, seats: int, moves: int, seed: int = 1) -> str:
    """The text of a position from which a game at random ends after few moves."""
    position, rng = parvis.start(game, seats, seed), Rng(seed)
    course = [position.text()]
    while not position.over():
        position.play(int(position.random_move(rng)))
        course.append(position.text())
    return course[-1 - moves]
