"""Clients that remember what they were shown, and go on after their server was killed."""

from __future__ import annotations

import asyncio
import itertools
import json
import ssl
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection

from parvis.web.identity import Identity, Reader
from parvis.web.updates import resolved

KEY = "a key for a server that is killed"
NUMBERS = itertools.count()


class Client:
    """A browser at a table: folds what it is sent, resends what was not answered."""

    def __init__(
        self, addresses: list[str], id: str, person: str, tls: ssl.SSLContext | None = None
    ) -> None:
        self.tls = tls
        self.addresses = itertools.cycle(addresses)  # after a failure the next one is tried
        self.table = id
        self.person = person
        self.shown: dict[int, list[str]] = {}  # what the log said, by event
        self.last = -1
        self.state: dict[str, Any] = {}
        self.open: dict[str, Any] | None = None  # a command without an answer
        self.done: dict[str, int] = {}  # event of each command that was answered
        self.moves = 0
        self.stopping = False

    async def run(self) -> None:
        cookie = Identity(KEY).write(Reader(self.person, self.person, "en"))
        while not self.stopping:
            address = next(self.addresses)
            try:
                async with websockets.connect(
                    f"{address.replace('http', 'ws', 1)}/t/{self.table}/socket",
                    origin=websockets.Origin(address),
                    additional_headers={"cookie": f"parvis={cookie}"},
                    max_size=None,
                    open_timeout=60,
                    ssl=self.tls,
                ) as socket:
                    await socket.send(json.dumps({"type": "hello", "last": self.last}))
                    if self.open is not None:
                        await socket.send(json.dumps(self.open))
                    await self.listen(socket)
            except (OSError, websockets.WebSocketException, TimeoutError):
                await asyncio.sleep(0.2)

    async def listen(self, socket: ClientConnection) -> None:
        async for text in socket:
            frame = json.loads(text)
            kind = frame["type"]
            if kind in ("state", "update"):
                self.take(frame)
            elif kind in ("done", "refused") and self.open and frame["id"] == self.open["id"]:
                if kind == "done":
                    assert self.done.setdefault(frame["id"], frame["n"]) == frame["n"]
                else:
                    assert frame["reason"] in ("stale", "turn", "busy"), frame
                self.open = None
            if self.stopping:
                return
            if self.open is None and self.state.get("tree") and self.state["turn"]["mine"]:
                await self.move(socket)

    def take(self, frame: dict[str, Any]) -> None:
        assert frame["n"] >= self.last, "the table went back in time"
        self.last = frame["n"]
        self.state.update(resolved(frame, self.state))
        for entry in frame.get("log", []):
            known = self.shown.setdefault(entry["n"], entry["words"])
            assert known == entry["words"], "a move that was shown has changed"

    async def move(self, socket: ClientConnection) -> None:
        choices = self.state["tree"][0]["choices"]
        number = next(NUMBERS)
        self.open = {
            "type": "move",
            "id": f"{self.person} {number:08}",
            "n": self.last,
            "move": choices[number % len(choices)]["add"],
        }
        self.moves += 1
        await socket.send(json.dumps(self.open))
