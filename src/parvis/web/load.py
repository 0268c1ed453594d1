"""`parvis load`: how much a server bears, measured over real sockets on this machine only.

A server is started in a process of its own, with an empty database. Each table has two
clients, which receive, parse and fold everything they are sent; whoever is to decide plays a move
of the tree. The time that counts is from a move to the other seat's update. Nothing else is
spared: the log is committed, both seats are drawn. Imports the registry to make the tables, and
identities to sit at them; all else goes over the wire.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from parvis.engine.chance import Rng
from parvis.engine.game import game_of
from parvis.table.chair import Chair
from parvis.table.registry import Registry
from parvis.table.store import Store
from parvis.web.identity import Identity, Reader

KEY = "load"  # of a server that nobody else can reach, and whose database is thrown away
STARTING = 20.0
ARRIVING = 120.0  # seconds that all clients together may take to be there
AT_ONCE = 50  # tables whose clients knock at the same time
WARM = 1.0


@dataclass
class Seen:
    """What all clients together saw."""

    moves: int = 0
    bytes: int = 0
    frames: int = 0
    late: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    over: int = 0
    ready: int = 0
    begin: asyncio.Event = field(default_factory=asyncio.Event)
    knocking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))


@dataclass(frozen=True)
class Report:
    """What a run measured."""

    game: str
    tables: int
    seconds: float
    moves: int
    p50: float
    p95: float
    p99: float
    cpu: float
    memory: float
    bytes: float
    games_over: int
    wrong: tuple[str, ...]

    def lines(self) -> list[str]:
        """The report in words."""
        rate = self.moves / self.seconds
        made = [
            f"{self.game}, {self.tables} tables, {self.seconds:.1f} s",
            f"  {rate:8.0f} moves a second ({self.moves} moves, {self.games_over} games finished)",
            f"  {1000 * self.p50:8.1f} ms from a move to the other seat's update, p50",
            f"  {1000 * self.p95:8.1f} ms p95",
            f"  {1000 * self.p99:8.1f} ms p99",
            f"  {1000 * self.cpu:8.2f} ms of the server's processor time a move",
            f"  {self.memory / 1024:8.0f} KB of the server's memory a table, with its two sockets",
            f"  {self.bytes / 1024:8.1f} KB received a move by both seats together",
        ]
        return made + [f"  went wrong: {wrong}" for wrong in self.wrong[:5]]


class Pair:
    """A table and its two clients."""

    def __init__(self, address: str, id: str, people: list[str], seen: Seen, think: float) -> None:
        self.address = f"{address.replace('http', 'ws', 1)}/t/{id}/socket"
        self.origin = address
        self.people = people
        self.seen = seen
        self.think = think
        self.rng = Rng(secrets.randbits(60))
        self.sent: dict[int, tuple[float, ClientConnection]] = {}

    async def run(self) -> None:
        identity = Identity(KEY)
        sockets: list[ClientConnection] = []
        async with contextlib.AsyncExitStack() as stack:
            async with self.seen.knocking:
                for person in self.people:
                    cookie = identity.write(Reader(person, "Load", "en"))
                    socket = websockets.connect(
                        self.address,
                        origin=websockets.Origin(self.origin),
                        additional_headers={"cookie": f"parvis={cookie}"},
                        max_size=None,
                        open_timeout=ARRIVING,
                        ping_interval=None,
                    )
                    sockets.append(await stack.enter_async_context(socket))
            await asyncio.gather(*(self.client(socket) for socket in sockets))

    async def client(self, socket: ClientConnection) -> None:
        """Fold what comes, and move when it is one's turn."""
        await socket.send(b'{"type":"hello"}', text=True)
        state: dict[str, Any] = {}
        moved = -1  # what was shown when the last move was sent
        async for text in socket:
            now = time.perf_counter()
            self.seen.frames += 1
            self.seen.bytes += len(text)
            frame = msgspec.json.decode(text)
            kind = frame["type"]
            if kind == "state":
                state = frame
                self.seen.ready += 1
                await self.seen.begin.wait()
            elif kind == "update":
                if state.get("n") != frame["from"]:
                    self.seen.wrong.append(f"update from {frame['from']} at {state.get('n')}")
                    return
                state.update(frame)
            elif kind == "refused":
                self.seen.wrong.append(f"refused: {frame['words']}")
                continue
            elif kind == "done":
                continue
            self.saw(socket, frame["n"], now)
            if state["over"]:
                self.seen.over += 1
                return
            # What changes without an event asks for no second move.
            if state["turn"]["mine"] and state["tree"] and state["n"] > moved:
                moved = state["n"]
                await self.move(socket, state)

    def saw(self, socket: ClientConnection, n: int, now: float) -> None:
        """Note how long a move took to reach a seat that did not make it."""
        for number, (sent, by) in tuple(self.sent.items()):
            if number <= n and by is not socket:
                self.seen.late.append(now - sent)
                del self.sent[number]

    async def move(self, socket: ClientConnection, state: dict[str, Any]) -> None:
        if self.think:
            await asyncio.sleep(self.think * (0.5 + int(self.rng.below(1000)) / 1000))
        total, at = 0, 0
        while True:
            choices = state["tree"][at]["choices"]
            choice = choices[int(self.rng.below(len(choices)))]
            total += choice["add"]
            if choice["then"] is None:
                break
            at = choice["then"]
        self.sent[state["n"] + 1] = (time.perf_counter(), socket)
        self.seen.moves += 1
        message = {"type": "move", "id": secrets.token_hex(8), "n": state["n"], "move": total}
        await socket.send(msgspec.json.encode(message), text=True)


@contextlib.contextmanager
def a_server(folder: Path) -> Iterator[tuple[str, int]]:
    """A server of its own on a free port of this machine; its address and process."""
    process = subprocess.Popen(
        [sys.executable, "-m", "parvis.web.load_server", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout
        address = process.stdout.readline().strip()
        if not address:
            raise OSError("the server did not start")
        deadline = time.monotonic() + STARTING
        while True:
            try:
                with urlopen(f"{address}/healthz", timeout=2):
                    break
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
        yield address, process.pid
    finally:
        process.terminate()
        process.communicate()


def spent(pid: int) -> float:
    """Processor seconds of a process so far (0 where the system does not tell)."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def memory(pid: int) -> int:
    """Bytes in memory of a process (0 where the system does not tell)."""
    with contextlib.suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


async def make_tables(folder: Path, game: str, count: int) -> list[tuple[str, list[str]]]:
    """Tables with two persons each, straight into the database."""
    registry = Registry(Store(f"sqlite:///{folder / 'load.db'}"))
    seats = 2 if 2 in game_of(game).seats else min(game_of(game).seats)
    made: list[tuple[str, list[str]]] = []
    for _ in range(count):
        people = [secrets.token_hex(8) for _ in range(seats)]
        chairs = [Chair("person", f"P{n}", (person,)) for n, person in enumerate(people)]
        live = await registry.make(game, chairs, people[0])
        made.append((live.table.config.id, people))
    await registry.close()
    return made


async def all_there(seen: Seen, clients: int) -> None:
    """Wait until every client has been sent its table; then let them play."""
    async with asyncio.timeout(ARRIVING):
        while seen.ready < clients and not seen.wrong:
            await asyncio.sleep(0.05)
    seen.begin.set()
    await asyncio.sleep(WARM)


async def measure(game: str, tables: int, seconds: float, think: float = 0.0) -> Report:
    """Run tables for some seconds."""
    seen = Seen()
    with tempfile.TemporaryDirectory(prefix="parvis-load-") as name:
        folder = Path(name)
        made = await make_tables(folder, game, tables)
        with a_server(folder) as (address, pid):
            empty = memory(pid)
            pairs = [Pair(address, id, people, seen, think) for id, people in made]
            tasks = [asyncio.ensure_future(pair.run()) for pair in pairs]
            await all_there(seen, sum(len(people) for _, people in made))
            seen.moves = seen.bytes = seen.over = 0
            seen.late.clear()
            begun, used = time.perf_counter(), spent(pid)
            await asyncio.sleep(seconds)
            took, used = time.perf_counter() - begun, spent(pid) - used
            moves, received, late = seen.moves, seen.bytes, sorted(seen.late)
            full = memory(pid)
            for task in tasks:
                task.cancel()
            outcomes = await asyncio.gather(*tasks, return_exceptions=True)
            seen.wrong += [
                repr(outcome)
                for outcome in outcomes
                if isinstance(outcome, Exception)
                and not isinstance(outcome, websockets.ConnectionClosed)
            ]
    late = late or [0.0]
    return Report(
        game=game,
        tables=tables,
        seconds=took,
        moves=moves,
        p50=late[len(late) // 2],
        p95=late[int(len(late) * 0.95)],
        p99=late[int(len(late) * 0.99)],
        cpu=used / max(1, moves),
        memory=(full - empty) / tables,
        bytes=received / max(1, moves),
        games_over=seen.over,
        wrong=tuple(seen.wrong),
    )
