"""Stairs, the smallest game that has everything; CONTRIBUTING goes through it file by file."""

from parvis.engine.game import Game

GAME = Game("stairs", "tests.stairs", prefix="ST", rules=1, seats=(2, 3, 4), name="Stairs")
