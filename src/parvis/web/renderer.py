"""Pictures of points, made beside the server: few at a time, each once, the last ones kept.

Imports nothing of Parvis.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from asyncio.subprocess import PIPE
from collections import OrderedDict
from collections.abc import Mapping, Sequence

COMMAND = (sys.executable, "-m", "parvis.web.render_process")
KEPT = 24_000_000  # bytes of pictures that were asked for last
WAITING = 12  # of each kind, that may be asked for at once
PATIENCE = 600.0  # seconds for one picture, however long it waited: it comes after all else

log = logging.getLogger("parvis.web")


class RendererBusy(Exception):
    """Too many want pictures just now."""


class RendererFailed(Exception):
    """No picture was made."""


class Renderer:
    """The pictures that are being made, and those that were. A film keeps no picture waiting."""

    def __init__(
        self, command: Sequence[str] = COMMAND, kept: int = KEPT, waiting: int = WAITING
    ) -> None:
        self.command = command
        self.most = kept
        self.waiting = waiting
        self.lanes = {"picture": asyncio.Semaphore(1), "film": asyncio.Semaphore(1)}
        self.made: OrderedDict[str, bytes] = OrderedDict()
        self.being_made: dict[str, asyncio.Task[bytes]] = {}
        self.queued = dict.fromkeys(self.lanes, 0)

    async def picture(self, key: str, svg: str, zoom: float) -> bytes:
        """A sheet as PNG."""
        return await self.get(key, "picture", {"svg": svg, "zoom": zoom})

    async def film(self, key: str, asked: Mapping[str, object]) -> bytes:
        """A game as GIF."""
        return await self.get(key, "film", asked)

    async def get(self, key: str, lane: str, asked: Mapping[str, object]) -> bytes:
        found = self.made.get(key)
        if found is not None:
            self.made.move_to_end(key)
            return found
        task = self.being_made.get(key)
        if task is None:
            if self.queued[lane] >= self.waiting:
                raise RendererBusy
            self.queued[lane] += 1
            task = asyncio.ensure_future(self.make(key, lane, asked))
            self.being_made[key] = task
            task.add_done_callback(lambda done: self.ended(key, lane, done))
        # Whoever asked may leave; others may wait for the same one.
        return await asyncio.shield(task)

    def ended(self, key: str, lane: str, task: asyncio.Task[bytes]) -> None:
        self.queued[lane] -= 1
        self.being_made.pop(key, None)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("no picture", extra={"why": str(error)})

    async def make(self, key: str, lane: str, asked: Mapping[str, object]) -> bytes:
        async with self.lanes[lane]:
            picture = await self.drawn(json.dumps(asked).encode())
        self.made[key] = picture
        while sum(map(len, self.made.values())) > self.most:
            self.made.popitem(last=False)
        return picture

    async def drawn(self, asked: bytes) -> bytes:
        process = await asyncio.create_subprocess_exec(*self.command, stdin=PIPE, stdout=PIPE)
        try:
            async with asyncio.timeout(PATIENCE):
                picture, _ = await process.communicate(asked)
        except TimeoutError as error:
            raise RendererFailed("it took too long") from error
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                await process.communicate()
        if process.returncode or not picture:
            raise RendererFailed(f"its process ended with {process.returncode}")
        return picture

    async def close(self) -> None:
        """End what is being made."""
        tasks = list(self.being_made.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
