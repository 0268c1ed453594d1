"""Anybody who looks may ask what something is; the answer is made from what they see."""

from __future__ import annotations

from parvis.table.registry import Registry
from parvis.table.store import Store
from tests.table.tables import ADA, BOB, in_registry, persons
from tests.web.wires import looking


def test_who_plays_waits_or_looks_on_is_told_what_a_thing_is(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        for person in (ADA, BOB, "a looker-on"):
            async with looking(registry, live, person) as wire:
                wire.say(type="explain", ask=7, place="step-4")
                told = await wire.hear("explain")
                assert (told["ask"], told["name"]) == (7, "step 4")
                assert told["says"]
                assert told["clauses"] == [
                    {"number": "ST-1.2", "title": "Marking"},
                    {"number": "ST-2.3", "title": "Points"},
                ]

    in_registry(store, script)


def test_of_what_is_not_in_ones_own_drawing_nothing_is_told(store: Store) -> None:
    async def script(registry: Registry) -> None:
        live = await registry.make("stairs", persons(ADA, BOB), ADA)
        async with looking(registry, live, "a looker-on") as wire:
            for place in ("card-3", "step-99", "", "constructor", "'><script>", "x" * 80):
                wire.say(type="explain", ask=1, place=place)
                told = await wire.hear("explain")
                assert (told["name"], told["says"], told["clauses"]) == ("", [], [])
            wire.say(type="explain", ask=2, place="x" * 81)
            assert (await wire.hear())["type"] == "error"

    in_registry(store, script)
