"""What a building brings nearer: the contracts that it meets, or what they still lack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.words import Speech
from parvis.games.bella_vista.labels import contract_name

View = Mapping[str, Any]


def unlocks(before: View, after: View, speech: Speech) -> list[str]:
    """By the contracts on display, which of them its seat is nearer to."""
    seat = before["seat"]
    found: list[str] = []
    for old, new in zip(before["display"], after["display"], strict=True):
        if old is None or new is None or old["contract"] != new["contract"]:
            continue
        have, asked = new["met"][seat], new["asked"]
        if have <= old["met"][seat] or old["met"][seat] >= asked:
            continue
        terms = before["contracts"][new["contract"]]
        name = contract_name(new["contract"], terms["needs"], speech)
        if have >= asked:
            found.append(speech("bv.unlocks.met", contract=name))
        else:
            found.append(speech("bv.unlocks.nearer", contract=name, n=asked - have))
    return found
