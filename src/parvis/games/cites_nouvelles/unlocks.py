"""What a move brings nearer: the lot that it finishes, or what that lot still lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import BLOCK_OF, ENOUGH, KINDS, LOTS, ROOM, Ensemble
from parvis.games.cites_nouvelles.labels import LOT_WORDS, kind_of
from parvis.games.cites_nouvelles.schema import View

LACKS = {
    "": "cn.lacks.constructions",
    "lawn": "cn.lacks.lawns",
    "pool": "cn.lacks.pools",
    "tree": "cn.lacks.trees",
}


def unlocks(before: Mapping[str, object], after: Mapping[str, object], speech: Speech) -> list[str]:
    """Lots to which something was added that their builder keeps, and a lot that is named."""
    old, new = cast(View, before), cast(View, after)
    found: list[str] = []
    for lot, words in zip(LOTS, LOT_WORDS, strict=True):
        had, lacks = lacking(old, lot), lacking(new, lot)
        named = new["offers"].count(lot) > old["offers"].count(lot)
        if sum(lacks.values()) == sum(had.values()) and not named:
            continue
        missing = [speech(LACKS[kind], n=n) for kind, n in lacks.items() if n]
        if missing:
            found.append(speech("cn.unlocks.lacks", lot=words, missing=missing))
        else:
            found.append(speech("cn.unlocks.finishes", lot=words))
    return found


def lacking(view: View, lot: Ensemble) -> dict[str, int]:
    """What a lot still needs to be finished, with what is kept for it: constructions, then by kind.

    Of a lot in contre nobody knows yet whose blocks will stand there.
    """
    blocks = list(view["lots"][lot])
    if view["offers"].count(lot) == 1:
        blocks += view["kept"][view["offers"].index(lot)]
    kinds = [kind_of(BLOCK_OF[code], view["decorations"]) for code in blocks]
    needed = {"": ENOUGH} | dict.fromkeys(KINDS, ROOM)
    return {kind: max(0, n - kinds.count(kind)) for kind, n in needed.items()}
