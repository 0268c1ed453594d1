"""The games: one package each, found by looking, so that adding a folder adds a game.

Each imports the engine and itself, no other game.
"""

from __future__ import annotations

import importlib
import pkgutil

from parvis.engine.game import REGISTER, Game, register

for _found in pkgutil.iter_modules(__path__):
    if _found.ispkg:
        register(importlib.import_module(f"{__name__}.{_found.name}").GAME)


def all_games() -> list[Game]:
    """Every game there is, by id."""
    return [REGISTER[id] for id in sorted(REGISTER)]
