"""The table in rows of text, for a terminal: what, and what there is of it."""

from __future__ import annotations

from parvis.engine.words import Speech
from parvis.games.cites_nouvelles.choices import idleness
from parvis.games.cites_nouvelles.components import BLOCK_OF, LETTERS, LOTS, SUIT, TRUMPS
from parvis.games.cites_nouvelles.labels import (
    KIND_WORDS,
    LOT_WORDS,
    SUIT_WORDS,
    block_label,
    kind_of,
    progress_words,
)
from parvis.games.cites_nouvelles.schema import View

Row = tuple[str, str]


def rows(view: View, speech: Speech) -> list[Row]:
    """Lots, trick, what was kept, the other seats, and the hand: all shorter than read out."""
    found: list[Row] = [heading(view, speech)]
    for lot, standing in view["lots"].items():
        names = [
            " + ".join(speech.name(seat) for seat in seats)
            for side, seats in enumerate(view["sides"])
            if view["offers"][side] == lot
        ]
        trumps = sum(code[0] == LETTERS[TRUMPS] for code in standing)
        progress = progress_words(len(standing) - trumps, trumps, speech)
        owner = f"  ({', '.join(names)})" if names else ""
        found.append((speech.spoken(LOT_WORDS[LOTS.index(lot)]), f"{progress}{owner}"))
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
    facts: list[str] = []
    if view["phase"] == "trick":
        facts.append(speech("cn.draw.tricks-left", n=max(view["hand_sizes"])))
    if view["idle"]:
        facts.append(idleness(view, speech))
    return speech("cn.draw.round", number=view["round"]), " · ".join(facts)


def tricks(view: View, speech: Speech) -> list[Row]:
    """The trick on the table, or the last one."""
    if view["trick"]:
        return [("→", played(view["leader"], view["trick"], view, speech))]
    last = view["last"]
    if last:
        told = played(last["leader"], last["blocks"], view, speech)
        return [(speech("cn.draw.last-trick"), told)]
    return []


def played(leader: int, codes: list[str], view: View, speech: Speech) -> str:
    parts: list[str] = []
    for n, code in enumerate(codes):
        who = speech.name((leader + n) % view["seats"])
        block = BLOCK_OF[code]
        kind = kind_of(block, view["decorations"])
        parts.append(f"{who}: {block_label(block, kind, speech)}")
    return " · ".join(parts)


def other(view: View, seat: int, speech: Speech) -> str:
    parts = [speech("cn.draw.in-hand", n=view["hand_sizes"][seat])]
    if view["voids"][seat]:
        words = [SUIT_WORDS[LETTERS.index(letter)] for letter in view["voids"][seat]]
        parts.append(speech("cn.draw.void", suits=words))
    if seat == view["speaker"]:
        parts.append(speech("cn.draw.speaker"))
    return " · ".join(parts)


def grouped(codes: list[str], view: View, speech: Speech) -> str:
    """Blocks by ensemble, and decorations by kind: `Towers 3 9 12`, `Pool 2 14`."""
    found: dict[str, list[int]] = {}
    for block in sorted(BLOCK_OF[code] for code in codes):
        trump = SUIT[block] == TRUMPS
        word = KIND_WORDS[view["decorations"][block % 15]] if trump else LOT_WORDS[SUIT[block]]
        found.setdefault(speech.spoken(word), []).append(block % 15 + 1)
    return " · ".join(f"{word} {' '.join(map(str, numbers))}" for word, numbers in found.items())
