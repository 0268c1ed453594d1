"""The example among the games: known only while a test wants it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import parvis
from parvis.engine.game import REGISTER, Game, register
from tests.stairs import GAME


@contextmanager
def registered() -> Iterator[None]:
    register(GAME)
    try:
        yield
    finally:
        REGISTER.pop(GAME.id, None)


def games_and_example() -> list[Game]:
    """Every game there is, and the example, by id."""
    return sorted({*parvis.all_games(), GAME}, key=lambda game: game.id)
