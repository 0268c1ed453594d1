"""Memory that is used comes back: the same games again and again take no more of it."""

from __future__ import annotations

import gc
import importlib
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

import parvis
import setup
from parvis.bots import bots_for
from tests.conformance import memory_used

WARM = 3  # rounds until all that is remembered on purpose is
NOISE = 256  # KB; measured: below 40 in ten rounds
# One for each language, game or file, or for the whole program.
COUNTED = {
    "words", "game", "bots", "serializer", "speech", "forms", "assets", "cluster", "course", "book",
    "editing", "skill", "typesetting",
}  # fmt: skip

CACHE: Any = type(cache(lambda: None))

only_compiled = pytest.mark.skipif(
    not parvis.COMPILED or not memory_used.PAGES.exists(),
    reason="compiled code, where the system tells a process what it uses",
)


def growth(game: str, rounds: int, *more: str) -> int:
    """By how many KB a process of its own grows in so many rounds, once it is warm."""
    command = [sys.executable, "-m", memory_used.__name__, game, str(WARM + rounds), *more]
    run = subprocess.run(command, cwd=setup.ROOT, capture_output=True, text=True, check=True)
    kind, *used = run.stdout.split()
    assert kind == "compiled"
    return int(used[-1]) - int(used[WARM - 1])


@only_compiled
@pytest.mark.parametrize("game", [game.id for game in parvis.all_games()])
def test_whatever_is_asked_of_games_memory_stays_flat(game: str, long: bool) -> None:
    assert growth(game, 30 if long else 3) < NOISE


@only_compiled
def test_memory_that_is_lost_is_noticed() -> None:
    assert growth("cites-nouvelles", 2, "leak") > NOISE


def test_what_is_remembered_of_games_is_bounded() -> None:
    """By the number of entries; those without a bound have one for each language or file."""
    for game in parvis.all_games():
        importlib.import_module(f"{game.package}.drawing")
        bots_for(game)
    gc.unfreeze()  # a server that an earlier test started here has frozen what there was
    gc.collect()
    found: dict[str, int | None] = {}
    objects: list[Any] = gc.get_objects()
    for kept in objects:
        if type(kept) is CACHE and str(kept.__module__).startswith("parvis."):
            found[f"{kept.__module__}.{kept.__name__}"] = kept.cache_parameters()["maxsize"]
    unbounded = {name for name, most in found.items() if most is None}
    assert {name.split(".")[-2] for name in unbounded} <= COUNTED, unbounded
    assert len(found) > 15
    assert max(found[name] or 0 for name in found) <= 1 << 13


def test_the_cities_that_are_kept_are_few() -> None:
    """Every game of Bella Vista may have a city of its own, and each takes much room."""
    from parvis.games.bella_vista.city import KEPT
    from parvis.games.bella_vista.position import BellaVista

    for seed in range(KEPT + 3):
        position = parvis.start("bella-vista", 2, seed, {"layout": "random"})
    assert isinstance(position, BellaVista)
    assert len(position.components.cities) == len(position.kinds.sites) == KEPT
    assert position.city is not None
    assert position.city.source in position.components.cities
