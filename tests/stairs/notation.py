"""A position from its text."""

from __future__ import annotations

from parvis.engine.chance import Chance
from parvis.engine.setting import Setting
from parvis.engine.text import Fields
from tests.stairs.position import SQUARES, Stairs


def restore(setting: Setting, chance: Chance, fields: Fields) -> Stairs:
    position = Stairs(setting, chance)
    hands = fields.take("hands").split(",")
    position.hands = [[int(card) for card in hand.split(".") if card] for hand in hands]
    position.marks = fields.wholes("marks", -1, 9, SQUARES)
    position.phase = fields.whole("phase", 0, 2)
    position.plays = fields.whole("plays", 0, 10**6)
    position.last = fields.whole("last", -1, 9)
    position.points = fields.wholes("points", 0, 10**6, setting.seats)
    return position
