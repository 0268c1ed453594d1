"""What a seat is told of a move; everybody is called by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import members
from parvis.engine.sentence import Sentence
from parvis.games.neotopia import legality, moves, phases, scoring
from parvis.games.neotopia.components import REGIONS
from parvis.games.neotopia.labels import (
    ELEMENT_WORDS,
    FACTORY_WORDS,
    IN_REGION,
    KIND_WORDS,
    TYPE_WORDS,
)

if TYPE_CHECKING:
    from parvis.games.neotopia.position import Neotopia


def recount(position: Neotopia, move: int, seat: int | None) -> list[Sentence]:
    """What happens when this legal move is played, as that seat sees it."""
    after = position.twin(position.chance.copy())
    after.decide(move)
    after.resolve()
    kind = position.codec.kind_of(move)
    number = int(kind.number)
    values = kind.values(move)
    who = f"@{int(position.seat)}"
    told = used_token(position, number, who)
    if number == moves.DECLINE:
        told.append(Sentence("nt.story.decline", {"who": who}))
    elif number == moves.END:
        told.append(Sentence("nt.story.end", {"who": who}))
    elif number == moves.CHOOSE:
        element = ELEMENT_WORDS[values[0]]
        told.append(Sentence("nt.story.colour", {"who": who, "element": element}))
    elif number == moves.BUILD:
        told += tell_building(position, after, values[0], who)
    elif len(values) == 1 and number != moves.START:
        told += tell_card(position, after, values[0], seat, who)
    else:
        told += tell_placement(position, after, number, values, who)
    return told + tell_passage(position, after)


def used_token(position: Neotopia, number: int, who: str) -> list[Sentence]:
    """The bonus that a move uses, if it uses one."""
    token = int(legality.token_of(number))
    if token < 0:
        return []
    kind = KIND_WORDS[token]
    return [Sentence("nt.story.bonus", {"who": who, "kind": kind}, (f"tokens-{position.seat}",))]


def tell_card(
    position: Neotopia, after: Neotopia, card: int, seat: int | None, who: str
) -> list[Sentence]:
    """A card that is drawn; what came off the deck is told to who drew it."""
    parts = position.parts
    mover = int(position.seat)
    if card != moves.OFF_THE_DECK:
        project = TYPE_WORDS[parts.kind[card - moves.FIRST_DESIGN]]
        return [Sentence("nt.story.take", {"who": who, "project": project})]
    if seat != mover:
        return [Sentence("nt.story.deck", {"who": who}, ("deck",))]
    design = parts.design_of[members(after.hand[mover] & ~position.hand[mover])[0]]
    params: dict[str, object] = {"who": who, "project": TYPE_WORDS[parts.kind[design]]}
    return [Sentence("nt.story.draw", params, (f"hand-{parts.codes[design]}",))]


def tell_building(position: Neotopia, after: Neotopia, design: int, who: str) -> list[Sentence]:
    parts = position.parts
    mover = int(position.seat)
    region = parts.region_of[position.at]
    _, _, _, points, way = after.builds[-1]
    gained = [
        kind
        for kind in range(4)
        for _ in range(after.held[mover * 4 + kind] - position.held[mover * 4 + kind])
    ]
    built = Sentence(
        "nt.story.build",
        {
            "who": who,
            "project": TYPE_WORDS[parts.kind[design]],
            "region": IN_REGION[region],
            "n": points,
        },
        scoring.spots_of(position, region, way),
    )
    tokens = [
        Sentence(
            "nt.story.track",
            {
                "who": who,
                "kind": KIND_WORDS[kind],
                "points": after.track[mover * 3 + region],
                "region": IN_REGION[region],
            },
            (f"pile-{REGIONS[region]}",),
        )
        for kind in gained
    ]
    return [built, *tokens]


def tell_placement(
    position: Neotopia, after: Neotopia, number: int, values: list[int], who: str
) -> list[Sentence]:
    """An element on a space, the token it covers, the factory it empties."""
    parts = position.parts
    space = values[-1]
    region = parts.region_of[space]
    if number == moves.START:
        colour = position.colour[position.seat]
    else:
        colour = values[0] % 4  # of the reserve, or of a factory
    told = [
        Sentence(
            "nt.story.place",
            {"who": who, "element": ELEMENT_WORDS[colour], "region": IN_REGION[region]},
            (parts.place[space],),
        )
    ]
    slot = parts.slot[space]
    if slot >= 0 and position.lying[slot] >= 0:
        kind = KIND_WORDS[position.lying[slot]]
        told.append(Sentence("nt.story.token", {"who": who, "kind": kind}, (parts.place[space],)))
    if number in (moves.START, moves.INITIATE):
        return told
    factory = values[0] // 4
    if sum(position.stock[factory * 4 : factory * 4 + 4]) == 1:
        told += tell_refill(position, after, factory)
    return told


def tell_refill(position: Neotopia, after: Neotopia, factory: int) -> list[Sentence]:
    """A factory that was emptied, others that had gone without, and the tiles turned for them."""
    bare = [other for other in range(3) if not any(position.stock[other * 4 : other * 4 + 4])]
    told = [
        Sentence(
            "nt.story.refill",
            {
                "factory": FACTORY_WORDS[filled],
                "elements": elements(after.stock[filled * 4 : filled * 4 + 4]),
            },
            (f"factory-{filled}",),
        )
        for filled in (factory, *bare)
    ]
    told.append(
        Sentence("nt.story.centre", {"elements": elements(after.stock[12:16])}, ("centre",))
    )
    if after.flag != position.flag:
        told.append(Sentence("nt.story.flag", None, ("centre",)))
    return told


def elements(counts: vec[i64]) -> object:
    """Elements as a list of words; a dash if there are none."""
    words = [
        word for word, number in zip(ELEMENT_WORDS, counts, strict=True) for _ in range(number)
    ]
    return words or "–"


def tell_passage(position: Neotopia, after: Neotopia) -> list[Sentence]:
    """What the end of the turn brings: new cards, the last round, the end."""
    parts = position.parts
    told: list[Sentence] = []
    fresh = [
        card for slot, card in enumerate(after.offer) if card >= 0 and card != position.offer[slot]
    ]
    if fresh:
        designs = [parts.design_of[card] for card in fresh]
        told.append(
            Sentence(
                "nt.story.offer",
                {"projects": [TYPE_WORDS[parts.kind[design]] for design in designs]},
                tuple(f"offer-{parts.codes[design]}" for design in designs),
            )
        )
    if after.end == phases.LAST_ROUND and position.end != phases.LAST_ROUND:
        told.append(Sentence("nt.story.last_round"))
    if after.over():
        winners = [f"@{seat}" for seat in after.winners()]
        told.append(Sentence("nt.story.over", {"winners": winners, "n": len(winners)}))
    return told
