"""Every game, played to its end by what the server sends and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

import parvis
from parvis.engine.chance import Rng
from parvis.table.registry import Registry
from parvis.table.store import Store
from tests.table.tables import ADA, BOB, CLEO, in_registry, persons
from tests.web.test_socket import Plain, fold
from tests.web.wires import Wire, looking


class Folded:
    """A browser that keeps what it is shown."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.state: Plain = {}
        self.read = 0

    async def settle(self) -> Plain:
        await self.wire.quiet()
        for text in self.wire.frames[self.read :]:
            frame = json.loads(text)
            if frame["type"] in ("state", "update"):
                self.state = fold(self.state or None, frame)
        self.read = len(self.wire.frames)
        return self.state


def goes_on(shown: list[Plain]) -> bool:
    """Whether somebody who has nothing to decide is just going on."""
    asked = any(one["tree"] or one["over"] for one in shown)
    return not asked or len({one["n"] for one in shown}) > 1


def walked(tree: list[dict[str, Any]], rng: Rng) -> tuple[int, list[str]]:
    """A way through the tree: the move, and what was picked."""
    total, at, picks = 0, 0, []
    while True:
        choices = tree[at]["choices"]
        choice = choices[int(rng.below(len(choices)))]
        total += choice["add"]
        picks.append(choice["pick"])
        if "then" not in choice:
            return total, picks
        at = choice["then"]


@pytest.mark.parametrize("game", [game.id for game in parvis.all_games()])
def test_a_whole_game_by_its_trees(game: str, store: Store, long: bool) -> None:
    most = 10_000 if long else 30

    async def script(registry: Registry) -> None:
        people = [ADA, BOB]
        live = await registry.make(game, persons(*people), ADA)
        rng = Rng(12)
        async with (
            looking(registry, live, ADA) as ada,
            looking(registry, live, BOB, "it") as bob,
            looking(registry, live, CLEO, "fr") as cleo,
        ):
            seats = [Folded(ada), Folded(bob)]
            other = Folded(cleo)
            for number in range(most):
                shown = [await seat.settle() for seat in seats]
                while goes_on(shown):
                    shown = [await seat.settle() for seat in seats]
                if shown[0]["over"]:
                    break
                turn = shown[0]["turn"]["seat"]
                assert shown[turn]["tree"]
                assert shown[1 - turn]["tree"] is None
                move, picks = walked(shown[turn]["tree"], rng)
                wire = seats[turn].wire
                if number % 7 == 0:
                    wire.say(type="why", ask=number, path=picks[:1])
                    assert (await wire.hear("why"))["words"] is None
                    wire.say(type="preview", ask=number, move=move)
                    assert (await wire.hear("preview"))["move"] == move
                wire.say(type="move", id=f"command {number}", n=shown[turn]["n"], move=move)
                assert (await wire.hear("done", "refused"))["type"] == "done"
            for looker in (*seats, other):
                folded = dict(await looker.settle())
                looker.state, looker.read = {}, len(looker.wire.frames)
                looker.wire.say(type="hello")
                whole = dict(await looker.settle())
                whole["type"] = folded["type"]
                assert folded == whole
            assert other.state["tree"] is None
        if long:
            assert live.table.over()
            assert live.table.record().verify()

    in_registry(store, script)
