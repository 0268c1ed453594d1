"""The table in words: the round, the trick, the lots, hands, what was kept and what memory gives;
from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from parvis.engine.description import Region, Thing
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
from parvis.games.cites_nouvelles.labels import (
    KIND_WORDS,
    LOT_WORDS,
    SUIT_WORDS,
    block_label,
    kind_of,
)
from parvis.games.cites_nouvelles.schema import View

Names = Mapping[str, str]


def describe(view: Mapping[str, object], names: Names, speech: Speech) -> list[Region]:
    """The round, my hand, the trick, the lots, what was kept, what was not seen yet, the others."""
    known = cast(View, view)
    mine = known["seat"]
    game = [Thing(names["round"], ("round",))] if "round" in names else []
    found = [Region("game", "game", speech("cn.text.game"), game)]
    if mine is not None:
        held = [*blocks(known["hand"], known, speech), *own(names, mine)]
        title = speech("cn.draw.hand", n=len(known["hand"]))
        found.append(Region("hand", "hand", title, held, mine))
    found.append(Region("trick", "board", speech("cn.text.trick"), trick(known, names, speech)))
    lots = [lot(known, letter, speech) for letter in known["lots"]]
    found.append(Region("lots", "board", speech("cn.draw.board"), lots))
    found.append(Region("kept", "supply", speech("cn.draw.kept"), kept(known, names, speech)))
    seen = [Thing(name, (at,)) for at, name in names.items() if at.startswith("memory-")]
    title = speech("cn.draw.reserve", n=known["reserve"])
    found.append(Region("memory", "supply", title, seen))
    found += [
        Region(f"seat-{seat}", "seat", speech.name(seat), own(names, seat), seat)
        for seat in range(known["seats"])
        if seat != mine
    ]
    rest = left_over(names, found)
    if rest:  # what is to be chosen among lies beside all this
        found.insert(1, Region("choice", "supply", speech("cn.draw.choose"), rest))
    return found


def own(names: Names, seat: int) -> list[Thing]:
    """What is told of a seat: its hand, its offer, what it lacks, whether it speaks first."""
    sorts = ("hand", "offer", "voids", "speaker")
    places = [f"{sort}-{seat}" for sort in sorts]
    return [Thing(names[place], (place,)) for place in places if place in names]


def left_over(names: Names, found: Sequence[Region]) -> list[Thing]:
    """Places that nothing speaks of yet."""
    told = {place for region in found for thing in region.things for place in thing.places}
    return [Thing(name, (place,)) for place, name in names.items() if place not in told]


def trick(view: View, names: Names, speech: Speech) -> list[Thing]:
    """The trick from its leader on, or the one before it."""
    things: list[Thing] = []
    last = view["last"]
    order = [(view["leader"] + n) % view["seats"] for n in range(view["seats"])]
    for n, seat in enumerate(order):
        place = f"seat-{seat}"
        if n < len(view["trick"]):
            key = "cn.text.played" if n else "cn.text.led"
            code = view["trick"][n]
            words = speech(key, who=f"@{seat}", block=label(code, view, speech))
            things.append(Thing(words, (place, f"block-{code}")))
        elif view["trick"]:
            things.append(Thing(speech("cn.text.waits", who=f"@{seat}"), (place,)))
        elif place in names:
            things.append(Thing(names[place], (place,)))
    if not view["trick"]:
        things.insert(0, Thing(speech("cn.text.idle")))
    if last:
        told = [
            speech(
                "cn.text.played",
                who=f"@{(last['leader'] + n) % view['seats']}",
                block=label(code, view, speech),
            )
            for n, code in enumerate(last["blocks"])
        ]
        places = () if view["trick"] else tuple(f"block-{code}" for code in last["blocks"])
        things.append(Thing(before(told, speech), places))
    return things


def before(told: list[str], speech: Speech) -> str:
    """The trick before; names stand in it, so it is no parameter."""
    return speech("cn.text.before", told="").strip() + " " + ", ".join(told)


def label(code: str, view: View, speech: Speech) -> str:
    block = BLOCK_OF[code]
    return block_label(block, kind_of(block, view["decorations"]), speech)


def lot(view: View, letter: Ensemble, speech: Speech) -> Thing:
    """A lot: how far it is, what stands on it and who offers it."""
    codes = view["lots"][letter]
    constructions = sum(code.startswith(letter) for code in codes)
    progress = speech(
        "cn.text.progress",
        constructions=so_far(constructions, ENOUGH, speech),
        decorations=so_far(len(codes) - constructions, DECORATIONS, speech),
    )
    name = speech.spoken(LOT_WORDS[LOTS.index(letter)])
    for side, seats in enumerate(view["sides"]):
        if view["offers"][side] == letter:
            name = speech("cn.text.offered", lot=name, who=[f"@{seat}" for seat in seats])
    words = speech("cn.text.lot", lot=name, progress=progress)
    told = [words, *(thing.words for thing in blocks(codes, view, speech))]
    return Thing(". ".join(told), (f"lot-{letter}", *(f"block-{code}" for code in codes)))


def so_far(count: int, needed: int, speech: Speech) -> str:
    """A count beside what is needed, until there are more."""
    return speech("cn.text.of", count=count, needed=needed) if count <= needed else str(count)


def blocks(codes: Sequence[str], view: View, speech: Speech) -> list[Thing]:
    """Blocks by suit, each by its number; of a decoration also its kind."""
    found: dict[int, list[int]] = {}
    for block in sorted(BLOCK_OF[code] for code in codes):
        found.setdefault(SUIT[block], []).append(block)
    names = {BLOCK_OF[code]: code for code in codes}
    return [
        Thing(
            speech(
                "cn.text.blocks",
                suit=SUIT_WORDS[suit],
                numbers=[number(block, view, speech) for block in held],
            ),
            tuple(f"block-{names[block]}" for block in held),
        )
        for suit, held in found.items()
    ]


def number(block: int, view: View, speech: Speech) -> str:
    """A block of its suit."""
    if SUIT[block] != TRUMPS:
        return str(block % 15 + 1)
    kind = KIND_WORDS[view["decorations"][block % 15]]
    return speech("cn.text.trump", numbers=block % 15 + 1, kind=kind)


def kept(view: View, names: Names, speech: Speech) -> list[Thing]:
    """What each side has kept in this round."""
    things: list[Thing] = []
    for side, seats in enumerate(view["sides"]):
        place = f"kept-{side}"
        codes = view["kept"][side]
        held = [thing.words for thing in blocks(codes, view, speech)] or [speech("cn.text.none")]
        who = speech.spoken([f"@{seat}" for seat in seats])
        words = ". ".join([who, names.get(place, ""), *held])
        things.append(Thing(words, (place, *(f"block-{code}" for code in codes))))
    return things


def beside(view: Mapping[str, object], place: str, speech: Speech) -> list[str]:
    """Nothing lies beside anything here: blocks stand on their lots."""
    return []
