"""What a tile brings nearer: pieces that have more of what they want, and still lack some."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.words import Speech
from parvis.games.neoville.boxes import index_of
from parvis.games.neoville.schema import View


def unlocks(before: Mapping[str, object], after: Mapping[str, object], speech: Speech) -> list[str]:
    """Skyscrapers and ecomobiles of the seat; those that are satisfied by it are in the ledger."""
    old, new = cast(View, before), cast(View, after)
    seat = old["seat"]
    if seat is None:
        return []
    kinds = index_of(new["box"]).pieces
    had = {piece["square"]: piece["have"] for piece in old["cities"][seat]["pieces"]}
    found: list[str] = []
    for piece in new["cities"][seat]["pieces"]:
        kind, have = kinds[piece["kind"]], piece["have"]
        grows = have > had.get(piece["square"], have)
        if piece["state"] != "short" or not grows or not kind.wants:
            continue
        facts: dict[str, object] = {"piece": kind.piece, "mark": kind.mark, "n": kind.wants - have}
        if kind.sort == "ecomobiles":
            found.append(speech("nv.line.eco.short", have=have, **facts))
        else:
            found.append(speech("nv.line.sky.short", size=have, value=kind.wants, **facts))
    return found
