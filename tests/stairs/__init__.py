"""A toy game to try tables on: a turn of three decisions, a secret, as long as one likes.

A turn: mark a square (nothing to hide), draw a card (the drawer learns something), play a card
of the last one's parity if there is one in hand (perhaps forced; the others cannot know).
"""

from __future__ import annotations

from parvis.engine.game import Game

GAME = Game("stairs", "tests.stairs", "ST", 1, (2, 3, 4), "Stairs")
