"""The toy's position from its text."""

from __future__ import annotations

from parvis.engine.chance import Chance
from parvis.engine.setting import Setting
from parvis.engine.text import Fields
from tests.toy.position import ToyPosition


def numbers(text: str, between: str = ",") -> list[int]:
    return [int(part) for part in text.split(between)] if text not in ("-", "") else []


def restore(setting: Setting, chance: Chance, fields: Fields) -> ToyPosition:
    position = ToyPosition(setting, chance)
    position.hands = [numbers(hand, ".") for hand in fields.take("hands").split(",")]
    position.table = numbers(fields.take("table"))
    position.lead = fields.whole("lead", 0, setting.seats - 1)
    for pair in [text for text in fields.take("won").split(",") if text != "-"]:
        who, points = numbers(pair, ".")
        position.won.append((who, points))
    position.gone = numbers(fields.take("gone"))
    return position
