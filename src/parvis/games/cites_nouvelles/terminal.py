"""The table in rows of text, for a terminal: what, and what there is of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.components import (
    ENSEMBLES,
    KIND_WORDS,
    LOT_WORDS,
    SUIT,
    TRUMPS,
    block_words,
)

View = Mapping[str, Any]
Row = tuple[str, str]


def rows(view: View, speech: Speech) -> list[Row]:
    """Lots, trick, what was kept, the other seats, and the hand: all shorter than read out."""
    found: list[Row] = [heading(view, speech)]
    for lot in range(ENSEMBLES):
        standing: list[int] = view["lots"][lot]
        names = [
            " + ".join(speech.name(seat) for seat in seats)
            for side, seats in enumerate(view["sides"])
            if view["offers"][side] == lot
        ]
        trumps = sum(SUIT[block] == TRUMPS for block in standing)
        progress = speech(
            "cn.draw.progress", constructions=len(standing) - trumps, decorations=trumps
        )
        owner = f"  ({', '.join(names)})" if names else ""
        found.append((speech.spoken(LOT_WORDS[lot]), f"{progress}{owner}"))
        if standing:
            found.append(("", grouped(standing, view, speech)))
    found += tricks(view, speech)
    for side, seats in enumerate(view["sides"]):
        if view["kept"][side]:
            who = " + ".join(speech.name(seat) for seat in seats)
            kept = grouped(view["kept"][side], view, speech)
            found.append((speech("cn.draw.kept"), f"{who}: {kept}"))
    for seat in range(view["seats"]):
        if seat != view["seat"]:
            found.append((speech.name(seat), other(view, seat, speech)))
    found.append((speech("cn.draw.reserve", n=view["reserve"]), ""))
    if view["seat"] is not None:
        held = grouped(view["hand"], view, speech)
        found.append((speech("cn.draw.hand", n=len(view["hand"])), held))
    return found


def heading(view: View, speech: Speech) -> Row:
    first = speech("cn.draw.round", number=view["round"])
    if view["phase"] != "trick":
        return first, ""
    return first, speech("cn.draw.tricks-left", n=max(view["hand_sizes"]))


def tricks(view: View, speech: Speech) -> list[Row]:
    """The trick on the table, or the last one."""
    if view["trick"]:
        return [("→", played(view["leader"], view["trick"], view, speech))]
    if view["last"]:
        leader, *blocks = view["last"]
        return [(speech("cn.draw.last-trick"), played(leader, blocks, view, speech))]
    return []


def played(leader: int, blocks: list[int], view: View, speech: Speech) -> str:
    parts: list[str] = []
    for n, block in enumerate(blocks):
        who = speech.name((leader + n) % view["seats"])
        key = "cn.trump" if SUIT[block] == TRUMPS else "cn.block"
        parts.append(f"{who}: {speech.tell(key, block_words(block, view['kinds']))}")
    return " · ".join(parts)


def other(view: View, seat: int, speech: Speech) -> str:
    parts = [speech("cn.draw.in-hand", n=view["hand_sizes"][seat])]
    missing: list[int] = view["voids"][seat]
    if missing:
        words = [LOT_WORDS[suit] if suit < ENSEMBLES else "#cn.trumps" for suit in missing]
        parts.append(speech("cn.draw.void", suits=words))
    if seat == view["speaker"]:
        parts.append(speech("cn.draw.speaker"))
    return " · ".join(parts)


def grouped(blocks: list[int], view: View, speech: Speech) -> str:
    """Blocks by ensemble, and decorations by kind: `Towers 3 9 12`, `Pool 2 14`."""
    found: dict[str, list[int]] = {}
    for block in sorted(blocks):
        trump = SUIT[block] == TRUMPS
        word = KIND_WORDS[view["kinds"][block % 15]] if trump else LOT_WORDS[SUIT[block]]
        found.setdefault(speech.spoken(word), []).append(block % 15 + 1)
    return " · ".join(f"{word} {' '.join(map(str, numbers))}" for word, numbers in found.items())
