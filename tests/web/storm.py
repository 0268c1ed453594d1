"""Nonsense over real sockets: whatever people send, the server answers and the game goes on.

python -m tests.web.storm          as `./test --long` does it, with figures
python -m tests.web.storm 100000   so many messages
"""

from __future__ import annotations

import asyncio
import json
import re
import string
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, get_args
from urllib.request import urlopen

import websockets
from websockets.asyncio.client import ClientConnection

from parvis.engine.chance import Rng
from parvis.table.store import Store
from parvis.web.identity import Identity, Reader
from parvis.web.messages import COMMANDS, Other
from tests.web.killed import KEY
from tests.web.servers import PATIENCE, Server
from tests.web.siege import a_table, check

LONG, SHORT = 40_000, 600
KINDS: dict[str, tuple[str, ...]] = {
    str(kind.__struct_config__.tag): kind.__struct_fields__
    for kind in (*COMMANDS, *get_args(Other))
}
FIELDS = sorted({"id", *(name for fields in KINDS.values() for name in fields)})
LAST = "the last message of {}"
LETTERS = string.ascii_letters + string.digits + "é’中\u202e\u0000\x1b\\\"'<>&{}[]:, "


class Nonsense:
    """Messages that are nearly right, and some that are not at all."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)

    def any_of(self, things: Any) -> Any:
        return things[int(self.rng.below(len(things)))]

    def text(self, most: int = 70) -> str:
        return "".join(self.any_of(LETTERS) for _ in range(int(self.rng.below(most))))

    def value(self, depth: int = 0) -> object:
        kind = int(self.rng.below(9 if depth < 3 else 7))
        if kind == 0:
            return self.any_of((None, True, False, 0.5, -1.5e300, 1e-300))
        if kind == 1:
            return int(self.rng.below(30)) - 4
        if kind == 2:
            return self.any_of((2**31, 2**63, -(2**63), 10**30, 10**400))
        if kind in (3, 4, 5):
            return self.text()
        if kind == 6:
            return self.any_of(("block-1", "card-1", "random", "flat:600s", "x" * 3000))
        if kind == 7:
            return [self.value(depth + 1) for _ in range(int(self.rng.below(5)))]
        return {self.text(9): self.value(depth + 1) for _ in range(int(self.rng.below(5)))}

    def message(self) -> str | bytes:
        kind = int(self.rng.below(20))
        if kind == 0:
            return self.text().encode()
        if kind == 1:
            return str(self.any_of(("[" * 4000, "", "null", "{}", '{"type":', "[]", "\ufffe")))
        said: dict[str, object] = {"type": self.any_of(list(KINDS))}
        wanted = (*KINDS[str(said["type"])], "id")
        if kind == 2:
            said["type"] = self.value()
        for name in FIELDS:
            if name in wanted and self.rng.below(20):
                said[name] = self.plausible(name)
            elif not self.rng.below(20):
                said[name] = self.value()
        text = json.dumps(said)
        return text[: int(self.rng.below(len(text)))] if kind == 3 else text

    def plausible(self, name: str) -> object:
        """What might well stand in this field."""
        if name == "id":
            return f"a command {int(self.rng.below(10**9)):010}"
        if name == "path":
            return [f"card-{int(self.rng.below(32))}"]
        if name in ("text", "name", "bot"):
            return self.any_of(("random", self.text()))
        if name in ("yes", "tall"):
            return bool(self.rng.below(2))
        return int(self.rng.below(8 if name == "seat" else 40)) - 1


async def shout(server: Server, table: str, person: str, seed: int, count: int) -> Counter[str]:
    """Say so many things, then something sensible; how all that was answered."""
    nonsense, answers, last = Nonsense(seed), Counter[str](), LAST.format(seed)
    cookie = Identity(KEY).write(Reader(person, person, "en"))

    async def listen(socket: ClientConnection) -> None:
        async for text in socket:
            frame = json.loads(text)
            answers[frame["type"]] += 1
            if frame.get("id") == last:
                return

    async with websockets.connect(
        f"{server.address.replace('http', 'ws', 1)}/t/{table}/socket",
        origin=websockets.Origin(server.address),
        additional_headers={"cookie": f"parvis={cookie}"},
        max_size=None,
        open_timeout=PATIENCE,
        ping_interval=None,
    ) as socket:
        hearing = asyncio.ensure_future(listen(socket))
        for number in range(count):
            await socket.send(nonsense.message())
            if number % 50 == 0:
                await asyncio.sleep(0)
        await socket.send(json.dumps({"type": "chat", "id": last, "text": "still here"}))
        async with asyncio.timeout(PATIENCE):
            await hearing
        assert socket.close_code is None, "the server hung up"
    return answers


def storm(messages: int, folder: Path) -> Counter[str]:
    """Two players and a stranger at each of two tables send nonsense; how it was answered."""
    url = f"sqlite:///{folder / 'tables.db'}"
    store = Store(url)
    tables = [a_table(store, number, "cites-nouvelles") for number in range(2)]
    shouting = [(id, person) for id, people in tables for person in (*people, "a stranger")]
    server = Server(folder, url)
    server.start()

    async def all_at_once() -> Counter[str]:
        each = messages // len(shouting) + 1
        found = await asyncio.gather(
            *(shout(server, *who, seed, each) for seed, who in enumerate(shouting))
        )
        return sum(found, Counter[str]())

    try:
        answers = asyncio.run(all_at_once())
        with urlopen(f"{server.address}/metrics", timeout=PATIENCE) as page:
            errors = re.search(r"^parvis_errors_total (.*)$", page.read().decode(), re.MULTILINE)
        assert errors
        assert float(errors[1]) == 0
        assert server.stop() in (0, -15)
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill()
    said = (folder / "log").read_text()
    assert "Traceback" not in said, said[said.index("Traceback") - 500 :][:5000]
    for id, _ in tables:
        check(store, id, [])
    store.close()
    return answers


def main(count: str = str(LONG)) -> None:
    since = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="parvis-storm-") as folder:
        answers = storm(int(count), Path(folder))
    told = ", ".join(f"{number} {kind}" for kind, number in answers.most_common())
    print(f"{count} messages, no error ({time.monotonic() - since:.0f} s); answered by {told}")


if __name__ == "__main__":
    main(*sys.argv[1:])
