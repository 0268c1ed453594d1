"""A toy game to try the tools on: hidden hands, a trick, a die. It is registered only by tests."""

from __future__ import annotations

from parvis.engine.game import Game

GAME = Game("toy", "tests.toy", "TY", 1, (2, 3), "Toy")
