"""The legal moves of a view as a tree of things one can pick."""

from __future__ import annotations

from collections.abc import Callable

from parvis.engine.choices import Step, Tree, tree_of
from parvis.engine.codec import Decoder
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import (
    BLOCK_OF,
    LETTERS,
    LOT_PLACES,
    LOTS,
    SUIT,
    TRUMPS,
    block_place,
)
from parvis.games.cites_nouvelles.labels import KINDS_WORDS, LOT_WORDS, block_label, kind_of
from parvis.games.cites_nouvelles.schema import View

Way = Callable[[str, list[int]], list[Step]]  # the steps to a move of a kind with these parts


def choices(view: View, speech: Speech) -> Tree:
    """What the seat of a view may do now; an empty tree if it is not its turn."""
    if not view["moves"]:
        return Tree()
    way = {"trick": to_play, "decorate": to_stay}.get(view["phase"], to_name)(view, speech)
    decoder = Decoder(view["kinds"])
    return tree_of([(move, way(*decoder.decode(move))) for move in view["moves"]])


def last_chance(view: View) -> bool:
    """Whether the game ends with this round if nothing is built in it."""
    return not view["over"] and view["idle"] == int(view["options"]["idle_rounds"]) - 1


def idleness(view: View, speech: Speech) -> str:
    """How many rounds in a row have built nothing, or the warning that one more ends the game."""
    if last_chance(view):
        return speech("cn.draw.last-chance")
    return speech("cn.draw.idle", n=view["idle"], limit=view["options"]["idle_rounds"])


def to_name(view: View, speech: Speech) -> Way:
    """An ensemble, or “I build!”."""
    ask = offer_question(view, speech)

    def way(kind: str, parts: list[int]) -> list[Step]:
        if kind == "build":
            return [Step(ask, "build", speech("cn.choice.build"), button=True)]
        (lot,) = parts
        doubled = LOTS[lot] in view["offers"]
        does = speech("cn.does.double" if doubled else "cn.does.name", lot=LOT_WORDS[lot])
        return [Step(ask, LOT_PLACES[lot], lot_label(lot, view, speech), does=does)]

    return way


def offer_question(view: View, speech: Speech) -> str:
    seat = view["seat"]
    assert seat is not None
    partner = f"@{(seat + 2) % 4}"
    if view["phase"] == "answer":
        ask = speech("cn.ask.answer", partner=partner)
    elif view["seats"] == 4:
        ask = speech("cn.ask.offer-or-build", partner=partner)
    else:
        ask = speech("cn.ask.offer")
    return f"{ask} {speech('cn.last-chance')}" if last_chance(view) else ask


def lot_label(lot: int, view: View, speech: Speech) -> str:
    """A lot with what stands on it; one that was offered already would be doubled."""
    standing = [code[0] for code in view["lots"][LOTS[lot]]]
    decorations = standing.count(LETTERS[TRUMPS])
    facts: dict[str, object] = {
        "lot": LOT_WORDS[lot],
        "constructions": len(standing) - decorations,
        "decorations": decorations,
    }
    if LOTS[lot] not in view["offers"]:
        return speech.tell("cn.choice.name", facts)
    namer = view["namers"][view["offers"].index(LOTS[lot])]
    return speech.tell("cn.choice.double", {**facts, "namer": f"@{namer}"})


def to_play(view: View, speech: Speech) -> Way:
    """A block."""
    ask = trick_question(view, speech)

    def way(_: str, parts: list[int]) -> list[Step]:
        (block,) = parts
        label = block_label(block, kind_of(block, view["decorations"]), speech)
        does = speech("cn.does.play", number=block % 15 + 1)
        return [Step(ask, block_place(block), label, does=does)]

    return way


def trick_question(view: View, speech: Speech) -> str:
    if not view["trick"]:
        return speech("cn.ask.lead")
    led = SUIT[BLOCK_OF[view["trick"][0]]]
    follows = any(SUIT[BLOCK_OF[code]] == led for code in view["hand"])
    if led == TRUMPS:
        return speech("cn.ask.follow-trump" if follows else "cn.ask.free-trump")
    return speech("cn.ask.follow" if follows else "cn.ask.free", lot=LOT_WORDS[led])


def to_stay(view: View, speech: Speech) -> Way:
    """One decoration where one place is free; where two are, the lower number, then the other."""
    asked = view["decorate"]
    assert asked is not None
    offer = view["offers"][asked["side"]]
    assert offer is not None
    words: dict[str, object] = {
        "lot": LOT_WORDS[LOTS.index(offer)],
        "kind": KINDS_WORDS[asked["kind"]],
    }
    first = speech.tell("cn.ask.stay" if asked["room"] == 1 else "cn.ask.pair", words)
    asks = (first, speech("cn.ask.second"))
    does = speech("cn.does.stay")

    def way(_: str, parts: list[int]) -> list[Step]:
        blocks = [15 * TRUMPS + part for part in parts]
        return [
            Step(ask, block_place(block), block_label(block, asked["kind"], speech), does=does)
            for ask, block in zip(asks, blocks, strict=False)
        ]

    return way
