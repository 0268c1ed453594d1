"""What every thing on the table is, as a view knows it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import cast

from parvis.engine.explanation import Explanation
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import (
    BLOCK_OF,
    DECORATIONS,
    ENOUGH,
    LOTS,
    SUIT,
    TRUMPS,
    Ensemble,
)
from parvis.games.cites_nouvelles.labels import LOT_WORDS
from parvis.games.cites_nouvelles.lots import finished
from parvis.games.cites_nouvelles.schema import View


def explain(view: Mapping[str, object], place: str, speech: Speech) -> Explanation:
    """What a place is for, when it scores, and how far it is."""
    known = cast(View, view)
    sort, _, rest = place.partition("-")
    if sort == "block":
        return block(known, rest, speech)
    if sort == "lot":
        return lot(known, cast(Ensemble, rest), speech)
    if sort == "seat":
        return Explanation(
            (speech("cn.about.spot"), speech("cn.about.trick")), ("CN-4.4", "CN-4.5")
        )
    if sort == "hand":
        return Explanation((speech("cn.about.hand"),), ("CN-2.1", "CN-4.6"))
    if sort == "voids":
        return Explanation((speech("cn.about.voids"),), ("CN-4.2", "CN-4.6"))
    if sort == "speaker":
        return Explanation((speech("cn.about.speaker"),), ("CN-2.2", "CN-2.4"))
    if sort == "offer":
        return Explanation((speech("cn.about.offer"),), ("CN-3.1", "CN-4.5"))
    if sort == "kept":
        return kept(known, int(rest), speech)
    if sort == "memory":
        return Explanation((speech("cn.about.memory"),), ("CN-4.6", "CN-2.1"))
    return Explanation(
        (speech("cn.about.round"), speech("cn.about.end")), ("CN-4.1", "CN-5.1", "CN-7.3")
    )


def block(view: View, code: str, speech: Speech) -> Explanation:
    """A block: what it does in a trick, what it brings on a lot, and where it is."""
    if SUIT[BLOCK_OF[code]] == TRUMPS:
        says = [speech("cn.about.trump"), speech("cn.about.decoration")]
        clauses = ["CN-1.2", "CN-4.4", "CN-5.2"]
    else:
        lots = LOT_WORDS[SUIT[BLOCK_OF[code]]]
        says = [speech("cn.about.construction", lot=lots), speech("cn.about.block")]
        clauses = ["CN-1.1", "CN-4.2", "CN-6.1"]
    if code in chain(*view["lots"].values()):
        says = [speech("cn.about.built")]
        clauses = ["CN-5.1", "CN-6.1"]
    elif code in chain(*view["kept"]):
        says.append(speech("cn.about.kept"))
        clauses.append("CN-5.1")
    elif code in view["hand"] and view["phase"] == "trick":
        wanted = mine(view)
        if wanted is not None and (SUIT[BLOCK_OF[code]] in (TRUMPS, LOTS.index(wanted))):
            says.append(speech("cn.about.keep"))
        else:
            says.append(speech("cn.about.return"))
        clauses.append("CN-4.5")
    return Explanation(tuple(says), tuple(clauses))


def mine(view: View) -> Ensemble | None:
    """What the side of who looks has offered."""
    seat = view["seat"]
    if seat is None:
        return None
    side = next(n for n, seats in enumerate(view["sides"]) if seat in seats)
    return view["offers"][side]


def lot(view: View, letter: Ensemble, speech: Speech) -> Explanation:
    """A lot: how far it is, and what finishing it brings."""
    codes = view["lots"][letter]
    constructions = sum(code.startswith(letter) for code in codes)
    decorations = len(codes) - constructions
    says = [
        speech(
            "cn.about.lot",
            constructions=constructions,
            enough=ENOUGH,
            decorations=decorations,
            all=DECORATIONS,
        )
    ]
    clauses = ["CN-1.4", "CN-6.2", "CN-6.3"]
    if finished(constructions, decorations):
        says.append(speech("cn.about.finished"))
    else:
        says.append(speech("cn.about.again" if codes else "cn.about.fresh"))
    doubled = view["offers"].count(letter) == 2
    if doubled:
        says.append(speech("cn.about.contre"))
        clauses.append("CN-8.3")
    elif letter in view["offers"]:
        says.append(speech("cn.about.offered"))
        clauses.append("CN-3.1")
    return Explanation(tuple(says), tuple(clauses))


def kept(view: View, side: int, speech: Speech) -> Explanation:
    """What a side has kept in this round."""
    says = [speech("cn.about.stored", n=len(view["kept"][side]))]
    return Explanation(tuple(says), ("CN-4.5", "CN-5.1"), ("CN-5.1", "CN-8.3"))
