"""A seat that has nothing to do goes on by itself, after a pause that does not tell it from others.

Whether a hand holds something that could be done is its owner's secret. So whoever can do nothing
goes on when a drawn pause is over, and whoever declines sooner is seen to do so no earlier than
that. Nothing of it is stored: a server that opens the table draws a pause anew. Imports the live
table, the pace and what people ask for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.table.commands import Command, Move
from parvis.table.live_table import LiveTable
from parvis.table.pace import Pace

PARTS = 1 << 20  # in which a draw is measured


def only_goes_on(live: LiveTable) -> int | None:
    """The seat to decide, if it is a person's who is here and can do nothing but go on.

    One who is away is waited for, as if there were a choice. Nobody goes on while it is asked
    whether to take back: what was asked about would be gone.
    """
    table = live.table
    position, seat = table.position, table.turn()
    if position is None or seat is None or table.asked is not None:
        return None
    chair = table.chairs[seat]
    if not chair.by_person or not live.presence.here(chair.persons):
        return None
    return None if position.going_on() is None else seat


def may_decline_secretly(position: Position) -> bool:
    """Whether it may be another's secret that the seat to decide can do nothing else."""
    kinds = [kind for kind in position.codec.kinds if kind.secretly]
    return any(position.bar(kind.base) is None for kind in kinds)


def is_alone(live: LiveTable, seat: int) -> bool:
    """Whether nobody is there from whom a hand would be a secret: only bots, and no onlooker."""
    chairs = live.table.chairs
    others = [chair for other, chair in enumerate(chairs) if other != seat]
    return all(chair.kind == "bot" for chair in others) and not live.presence.watching(
        chairs[seat].persons
    )


class Pauses:
    """Until when nobody sees that a seat goes on without having done anything."""

    def __init__(self, pace: Pace, new_seed: Callable[[], int]) -> None:
        self.pace = pace
        self.new_seed = new_seed

    def opened(self, live: LiveTable) -> None:
        """Draw the pause of a question as soon as it is asked."""
        table, position = live.table, live.table.position
        if position is None or live.paused[0] == table.moved:
            return
        seat = position.turn()
        pause = 0.0
        if seat is not None and may_decline_secretly(position) and not is_alone(live, seat):
            pause = self.pace.pause(int(Rng(self.new_seed()).below(PARTS)) / PARTS)
        live.paused = table.moved, asyncio.get_running_loop().time() + pause

    def comes(self, live: LiveTable, person: str) -> None:
        """Who comes back has a pause anew, as they would take their time to look."""
        seat = live.table.turn()
        persons = () if seat is None else live.table.chairs[seat].persons
        if person in persons and not live.presence.here(persons):
            live.paused = (-1, 0.0)

    def left(self, live: LiveTable) -> float:
        """Seconds to go."""
        self.opened(live)
        return max(0.0, live.paused[1] - asyncio.get_running_loop().time())

    async def hold(self, live: LiveTable, command: Command) -> None:
        """Wait with a move that declines what others cannot know of."""
        position, request, seat = live.table.position, command.request, live.table.turn()
        if position is None or not isinstance(request, Move) or not position.names(request.move):
            return
        if seat is None or command.person not in live.table.chairs[seat].persons:
            return
        if position.codec.kind_of(request.move).secretly:
            await asyncio.sleep(self.left(live))
