"""A lane: those who serve one question each, and the questions that wait for one of them.

Imports the fair queue.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Generic, TypeVar

from parvis.table.fair_queue import Asker, FairQueue

Server = TypeVar("Server")


class Lane(Generic[Server]):
    """Idle servers go to whoever is next; one is kept for tables where a person plays."""

    def __init__(self, servers: Iterable[Server]) -> None:
        self.idle = list(servers)
        self.size = len(self.idle)
        self.surplus = 0  # servers that go when they come back
        self.for_bots = 0  # that serve tables where only bots play
        self.queue: FairQueue[asyncio.Future[Server]] = FairQueue()

    @property
    def free_for_bots(self) -> int:
        """How many more may serve tables where only bots play."""
        return max(1, self.size - 1) - self.for_bots

    async def get(self, asker: Asker) -> Server:
        """A server, when it is this one's turn; who is cancelled just leaves the queue."""
        turn: asyncio.Future[Server] = asyncio.get_running_loop().create_future()
        self.queue.join(turn, asker)
        self.serve()
        try:
            return await turn
        except asyncio.CancelledError:
            self.queue.leave(turn)
            if not turn.cancelled():  # its turn came in this very moment
                self.put(turn.result(), asker)
            raise

    def put(self, server: Server, asker: Asker) -> None:
        """A server is idle again, after it has served this asker."""
        self.for_bots -= asker.only_bots
        if self.surplus:
            self.surplus -= 1
        else:
            self.idle.append(server)
        self.serve()

    def resize(self, size: int, server: Server) -> None:
        """From now on so many servers, all alike; who is busy may still come to an end."""
        self.surplus += self.size - size
        self.size = size
        while self.surplus > 0 and self.idle:
            self.idle.pop()
            self.surplus -= 1
        while self.surplus < 0:
            self.idle.append(server)
            self.surplus += 1
        self.serve()

    def serve(self) -> None:
        # Who was cancelled in this pass of the loop has not left yet; nothing is for them.
        for gone in [turn for turn in self.queue.waiting if turn.done()]:
            self.queue.leave(gone)
        while self.idle and (found := self.queue.next(self.free_for_bots > 0)) is not None:
            turn, asker = found
            self.for_bots += asker.only_bots
            turn.set_result(self.idle.pop())
