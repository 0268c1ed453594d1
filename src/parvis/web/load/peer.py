"""boardgame.io beside Parvis: tic-tac-toe in memory, played in turn with what is measured.

Node and its packages are found, never installed. Imports what the system tells of a process.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import time
from collections.abc import AsyncIterator
from pathlib import Path

from parvis.web.load.process import Process, Slice

SCRIPTS = Path(__file__).parent / "boardgameio"
PACKAGES = ("boardgame.io", "socket.io-client")
RAMP = 0.3  # seconds before a slice counts
ANSWERING = 120.0


class NoPeer(Exception):
    """boardgame.io is not there; says what to do."""


class Peer:
    """A server of boardgame.io and its clients, which play when they are told to."""

    def __init__(self, server: Process, clients: asyncio.subprocess.Process) -> None:
        self.server = server
        self.clients = clients

    async def tell(self, word: str) -> int:
        """Say something to the clients; the moves that they have seen so far."""
        assert self.clients.stdin
        self.clients.stdin.write(f"{word}\n".encode())
        return int(await heard(self.clients))

    async def slice(self, seconds: float) -> Slice:
        """Play for some seconds."""
        await self.tell("play")
        await asyncio.sleep(RAMP)
        begun, used, before = time.perf_counter(), self.server.spent(), await self.tell("count")
        await asyncio.sleep(seconds)
        moves, used = await self.tell("count") - before, self.server.spent() - used
        took = time.perf_counter() - begun
        await self.tell("pause")
        await asyncio.sleep(RAMP)
        return Slice(took, moves, used)


async def heard(process: asyncio.subprocess.Process) -> str:
    """The next line that a process says."""
    assert process.stdout
    async with asyncio.timeout(ANSWERING):
        line = (await process.stdout.readline()).decode().strip()
    if not line:
        raise NoPeer("boardgame.io did not answer")
    return line


def found(folder: Path) -> dict[str, str]:
    """The environment in which Node finds the packages of this folder; `NoPeer` if it cannot."""
    missing = [name for name in PACKAGES if not (folder / "node_modules" / name).is_dir()]
    if shutil.which("node") is None:
        raise NoPeer("boardgame.io needs Node (https://nodejs.org), which is not there")
    if missing:
        raise NoPeer(
            f"no {' and no '.join(missing)} in {folder}; to install what is needed there:"
            f" npm install --prefix {folder} {' '.join(PACKAGES)}"
        )
    return {**os.environ, "NODE_PATH": str((folder / "node_modules").resolve())}


@contextlib.asynccontextmanager
async def a_peer(folder: Path, tables: int, think: float) -> AsyncIterator[Peer]:
    """boardgame.io from a folder where npm has installed it, with so many matches."""
    env = found(folder)

    async def started(script: str, *arguments: str) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            "node",
            str(SCRIPTS / script),
            *arguments,
            env=env,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        running.append(process)
        return process

    running: list[asyncio.subprocess.Process] = []
    try:
        server = await started("server.js")
        while not (address := await heard(server)).startswith("http"):
            pass  # it has more to say
        clients = await started("clients.js", address, str(tables), str(think))
        await heard(clients)
        yield Peer(Process(server.pid), clients)
    finally:
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()
