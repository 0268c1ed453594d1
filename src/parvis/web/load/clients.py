"""The clients of a table: they receive, parse and fold everything, and play moves of the tree.

Imports identities to sit at a table; all else goes over the wire.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

from parvis.engine.chance import Rng
from parvis.web.identity import Identity, Reader
from parvis.web.load.process import KEY
from parvis.web.load.tables import Made
from parvis.web.updates import resolved

ARRIVING = 120.0  # seconds that all clients together may take to be there
DRAINING = 10.0  # seconds that moves on their way may take to arrive
AT_ONCE = 50  # tables whose clients knock at the same time

HINT = 3  # the number of the question


@dataclass
class Seen:
    """What all clients together saw."""

    moves: int = 0
    landed: int = 0  # moves that the other seat has seen
    opened: int = 0  # states that were sent whole
    arrived: float = 0.0  # when the last of these came
    over: int = 0
    late: list[float] = field(default_factory=list)  # from a move to the other seat's update
    sizes: list[int] = field(default_factory=list)  # bytes to one client a move, uncompressed
    wires: list[int] = field(default_factory=list)  # the same on the wire
    views: list[tuple[bytes, int]] = field(default_factory=list)  # whole; and size on the wire
    wrong: list[str] = field(default_factory=list)
    keeps_views: bool = False
    play: asyncio.Event = field(default_factory=asyncio.Event)  # whether moves are made
    knocking: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    def forget(self) -> None:
        """From here on it counts."""
        for noted in (self.late, self.sizes, self.wires):
            noted.clear()


class CountedConnection(ClientConnection):
    """A socket that counts what comes over the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


class Account:
    """What one client is sent for each move: the update, and all that follows until the next."""

    def __init__(self, socket: CountedConnection, seen: Seen) -> None:
        self.socket = socket
        self.seen = seen
        self.size = 0
        self.wire = 0
        self.counts = False  # not before a whole move was seen

    def take(self, frame: bytes, moved: bool) -> None:
        """Note a frame; one that shows a move closes the account of the move before."""
        if moved:
            wire = self.socket.received
            if self.counts:
                self.seen.sizes.append(self.size)
                self.seen.wires.append(wire - self.wire)
            self.counts, self.size, self.wire = True, 0, wire
        self.size += len(frame)


class Pair:
    """A table and its clients."""

    asks = False  # whether someone who is about to move asks questions too

    def __init__(self, address: str, made: Made, seen: Seen, think: float) -> None:
        self.address = f"{address.replace('http', 'ws', 1)}/t/{made.id}/socket"
        self.origin = address
        self.people = made.people
        self.seen = seen
        self.think = think
        self.advised: set[ClientConnection] = set()  # who waits for advice
        self.rng = Rng(secrets.randbits(60))
        self.sent: dict[int, tuple[float, ClientConnection]] = {}

    async def run(self) -> None:
        """Sit down and play until the game is over."""
        async with contextlib.AsyncExitStack() as stack:
            async with self.seen.knocking:
                sockets = [
                    await stack.enter_async_context(self.socket(person)) for person in self.people
                ]
            await asyncio.gather(*(self.client(socket) for socket in sockets))

    def socket(self, person: str) -> websockets.connect:
        cookie = Identity(KEY).write(Reader(person, "Load", "en"))
        return websockets.connect(
            self.address,
            origin=websockets.Origin(self.origin),
            additional_headers={"cookie": f"parvis={cookie}"},
            create_connection=CountedConnection,
            max_size=None,
            open_timeout=ARRIVING,
            ping_interval=None,
        )

    async def client(self, socket: ClientConnection) -> None:
        """Fold what comes, and move when it is one's turn."""
        assert isinstance(socket, CountedConnection)
        await socket.send(b'{"type":"hello"}', text=True)
        state: dict[str, Any] = {}
        account, knocked = Account(socket, self.seen), socket.received
        moved = -1  # what was shown when the last move was sent
        while True:
            text = await socket.recv(decode=False)
            now = time.perf_counter()
            frame = msgspec.json.decode(text)
            kind = frame["type"]
            account.take(text, kind == "update" and frame["n"] > state.get("n", -1))
            if kind == "state":
                state = frame
                self.seen.opened, self.seen.arrived = self.seen.opened + 1, now
                if self.seen.keeps_views:
                    self.seen.views.append((text, socket.received - knocked))
            elif kind == "update":
                if state.get("n") != frame["from"]:
                    self.seen.wrong.append(f"update from {frame['from']} at {state.get('n')}")
                    return
                state.update(resolved(frame, state))
            elif kind == "refused" and self.asks and frame["reason"] in ("stale", "turn"):
                continue  # the same move was on its way when the line was cut
            elif kind in ("refused", "error"):
                self.seen.wrong.append(f"refused: {frame['words']}")
                continue
            else:  # an answer
                if frame.get("ask") == HINT:
                    self.advised.discard(socket)
                continue
            self.saw(socket, frame["n"], now)
            if state["over"]:
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
                self.seen.landed += 1
                del self.sent[number]

    async def move(self, socket: ClientConnection, state: dict[str, Any]) -> None:
        await self.seen.play.wait()
        if self.think:
            await asyncio.sleep(self.think * (0.5 + int(self.rng.below(1000)) / 1000))
            await self.seen.play.wait()
        total, at = 0, 0
        while True:
            choices = state["tree"][at]["choices"]
            choice = choices[int(self.rng.below(len(choices)))]
            total += choice["add"]
            if "then" not in choice:
                break
            at = choice["then"]
        if self.asks:
            await self.ask(socket, total)
        self.sent[state["n"] + 1] = (time.perf_counter(), socket)
        self.seen.moves += 1
        message = {"type": "move", "id": secrets.token_hex(8), "n": state["n"], "move": total}
        await socket.send(msgspec.json.encode(message), text=True)

    async def ask(self, socket: ClientConnection, move: int) -> None:
        """What people ask before a move: what it would bring; now and then more."""
        asked: list[dict[str, Any]] = [{"type": "preview", "ask": 1, "move": move}]
        if self.rng.below(10) == 0:
            asked.append({"type": "why", "ask": 2, "path": ["nowhere"]})
        if self.rng.below(40) == 0:
            asked.append({"type": "chat", "id": secrets.token_hex(8), "text": "well played"})
        if self.rng.below(100) == 0 and socket not in self.advised:  # one at a time
            self.advised.add(socket)
            asked.append({"type": "hint", "ask": HINT})
        for message in asked:
            await socket.send(msgspec.json.encode(message), text=True)


async def game_after_game(
    first: Made, again: Callable[[], Awaitable[Made]], clients: Callable[[Made], Pair], seen: Seen
) -> None:
    """The people of a table, who begin another game when theirs is over."""
    made = first
    while True:
        await clients(made).run()
        seen.over += 1
        made = await again()


async def drained(seen: Seen) -> None:
    """Wait until all that was played has been seen."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAINING):
            while seen.landed < seen.moves:
                await asyncio.sleep(0.01)


async def all_there(seen: Seen, clients: int) -> None:
    """Wait until every client has been sent its table."""
    async with asyncio.timeout(ARRIVING):
        while seen.opened < clients and not seen.wrong:
            await asyncio.sleep(0.005)
