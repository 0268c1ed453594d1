"""The legal moves of a view as a tree of things one can pick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.choices import Choice, Node, Tree
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import (
    BUILD,
    KINDS_WORDS,
    LOT_PLACES,
    LOT_WORDS,
    PAIR,
    PAIRS,
    PLAY,
    STAY,
    SUIT,
    TRUMPS,
    block_place,
    block_words,
)

View = Mapping[str, Any]


def choices(view: View, speech: Speech) -> Tree:
    """What the seat of a view may do now; an empty tree if it is not its turn."""
    if not view["moves"]:
        return Tree()
    if view["phase"] == "trick":
        return Tree([Node(trick_question(view, speech), blocks(view, speech, view["moves"]))])
    if view["phase"] == "decorate":
        return decorations(view, speech)
    return Tree([offer(view, speech)])


def name_of(block: int, view: View, speech: Speech) -> str:
    """A block as a screen reader says it."""
    key = "cn.trump" if SUIT[block] == TRUMPS else "cn.block"
    return speech.tell(key, block_words(block, view["kinds"]))


def offer(view: View, speech: Speech) -> Node:
    partner = f"@{(view['seat'] + 2) % 4}"
    if view["phase"] == "answer":
        ask = speech("cn.ask.answer", partner=partner)
    elif BUILD in view["moves"]:
        ask = speech("cn.ask.offer-or-build", partner=partner)
    else:
        ask = speech("cn.ask.offer")
    found: list[Choice] = []
    for move in view["moves"]:
        if move == BUILD:
            found.append(Choice("build", speech("cn.choice.build"), BUILD, button=True))
            continue
        standing = [SUIT[block] for block in view["lots"][move]]
        facts: dict[str, object] = {
            "lot": LOT_WORDS[move],
            "constructions": len(standing) - standing.count(TRUMPS),
            "decorations": standing.count(TRUMPS),
        }
        key = "cn.choice.name"
        if move in view["offers"]:
            key = "cn.choice.double"
            facts["namer"] = f"@{view['namers'][view['offers'].index(move)]}"
        found.append(Choice(LOT_PLACES[move], speech.tell(key, facts), move))
    return Node(ask, found)


def trick_question(view: View, speech: Speech) -> str:
    if not view["trick"]:
        return speech("cn.ask.lead")
    led = SUIT[view["trick"][0]]
    follows = any(SUIT[block] == led for block in view["hand"])
    if led == TRUMPS:
        return speech("cn.ask.follow-trump" if follows else "cn.ask.free-trump")
    return speech("cn.ask.follow" if follows else "cn.ask.free", lot=LOT_WORDS[led])


def blocks(view: View, speech: Speech, moves: list[int]) -> list[Choice]:
    return [
        Choice(block_place(move - PLAY), name_of(move - PLAY, view, speech), move) for move in moves
    ]


def decorations(view: View, speech: Speech) -> Tree:
    """One decoration where one place is free; where two are, the lower number, then the other."""
    asked = view["decorate"]
    kind = asked["kind"]
    among: list[int] = asked["among"]
    lot = LOT_WORDS[view["offers"][asked["side"]]]
    words: dict[str, object] = {"lot": lot, "kind": KINDS_WORDS[kind]}

    def choice(block: int, add: int, then: int | None = None) -> Choice:
        return Choice(block_place(block), name_of(block, view, speech), add, then)

    if asked["room"] == 1:
        first = 15 * TRUMPS
        found = [choice(block, STAY + block - first) for block in among]
        return Tree([Node(speech.tell("cn.ask.stay", words), found)])
    of_kind = [n + 15 * TRUMPS for n in range(15) if view["kinds"][n] == kind]
    tree = Tree([Node(speech.tell("cn.ask.pair", words), [])])
    for n, low in enumerate(among[:-1]):
        then = [
            choice(high, PAIRS.index((of_kind.index(low), of_kind.index(high))))
            for high in among[n + 1 :]
        ]
        node = tree.add(Node(speech("cn.ask.second"), then))
        tree.nodes[0].choices.append(choice(low, PAIR + 10 * kind, node))
    return tree
