"""What the words of a refusal speak of: facts and places. It decides nothing (see `legality`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parvis.engine.bits import count
from parvis.engine.codec import Kind
from parvis.engine.refusal import Bar
from parvis.games.neotopia import legality, scoring
from parvis.games.neotopia.components import ACTIONS, BESIDE, COLOURS, KINDS, REGIONS, Components
from parvis.games.neotopia.labels import (
    ELEMENT_WORDS,
    FACTORY_WORDS,
    IN_REGION,
    KIND_WORDS,
    REGION_WORDS,
    TYPE_WORDS,
)
from parvis.games.neotopia.moves import BUILD, FIRST_DESIGN, OFF_THE_DECK

if TYPE_CHECKING:
    from parvis.games.neotopia.position import Neotopia

Facts = tuple[dict[str, object], tuple[str, ...]]


def facts(position: Neotopia, move: int, bar: Bar) -> Facts:
    """Parameters and places of a bar that is known to bar this move."""
    kind = position.codec.kind_of(move)
    values = kind.values(move)
    if bar is legality.BUILD_OR_DECLINE_FIRST:
        return {}, (position.parts.place[position.at],)
    if bar is legality.SECOND_CARD_FIRST:
        return {}, ("deck", *offer_places(position))
    if bar is legality.ACTIONS_LEFT:
        return {"n": int(position.left)}, ()
    if bar is legality.ACTIONS_DONE:
        return {"actions": ACTIONS}, ()
    if bar in (legality.NO_TOKEN, legality.TOKEN_USED):
        token = int(legality.token_of(kind.number))
        params: dict[str, object] = {"kind": KIND_WORDS[token]} if bar is legality.NO_TOKEN else {}
        return params, (f"bonus-{KINDS[token]}",)
    if bar is legality.COLOUR_TAKEN:
        who = f"@{position.colour.index(values[0])}"
        return {"element": ELEMENT_WORDS[values[0]], "who": who}, (f"reserve-{COLOURS[values[0]]}",)
    if bar is legality.NOT_IN_RESERVE:
        return {"element": ELEMENT_WORDS[values[0]]}, (f"reserve-{COLOURS[values[0]]}",)
    if bar in (legality.NOT_IN_FACTORY, legality.NOT_BESIDE):
        return of_factory(position, values[0], values[1], bar)
    if bar is legality.DECK_EMPTY:
        return {}, ("deck",)
    if bar is legality.NOT_OFFERED:
        project = TYPE_WORDS[position.parts.kind[values[0] - FIRST_DESIGN]]
        return {"project": project}, offer_places(position)
    if bar.reach == 0:
        return {}, ()
    if kind.number == BUILD:
        return of_project(position, values[0], bar)
    return of_space(position, values[-1], bar)


def of_factory(position: Neotopia, source: int, space: int, bar: Bar) -> Facts:
    """A factory that lacks an element, or does not serve a region."""
    factory = source // 4
    place = f"factory-{factory}"
    if bar is legality.NOT_IN_FACTORY:
        return {"factory": FACTORY_WORDS[factory], "element": ELEMENT_WORDS[source % 4]}, (place,)
    left, right = BESIDE[factory * 2 : factory * 2 + 2]
    params: dict[str, object] = {
        "factory": FACTORY_WORDS[factory],
        "region": REGION_WORDS[position.parts.region_of[space]],
        "regions": (REGION_WORDS[left], REGION_WORDS[right]),
    }
    return params, (place, f"region-{REGIONS[left]}", f"region-{REGIONS[right]}")


def of_space(position: Neotopia, space: int, bar: Bar) -> Facts:
    """A space where no element may go."""
    parts = position.parts
    region = parts.region_of[space]
    place = parts.place[space]
    if bar.key == "nt.no.taken":
        colour = legality.colour_at(position, region, parts.spot_of[space])
        return {"element": ELEMENT_WORDS[colour]}, (place,)
    if bar.key == "nt.no.centre":
        centre = parts.place[parts.offset[region] + parts.centre[region]]
        return {"region": IN_REGION[region]}, (centre,)
    if bar is legality.NOT_OUTER:
        free = parts.outer[region] & ~position.taken[region]
        return {"n": int(count(free))}, scoring.spots_of(position, region, free)
    if bar is legality.OUTER_APART:
        return {"region": IN_REGION[region]}, (place,)
    if bar.key == "nt.no.apart":
        open_spots = int(legality.room(position, region))
        places = (place, *scoring.spots_of(position, region, open_spots))
        return {"region": IN_REGION[region]}, places
    return {}, (place,)


def of_project(position: Neotopia, design: int, bar: Bar) -> Facts:
    """A project that cannot be built."""
    parts = position.parts
    params: dict[str, object] = {"project": TYPE_WORDS[parts.kind[design]]}
    if bar is legality.NOT_IN_HAND:
        return params, ()
    region = parts.region_of[position.at]
    if bar is legality.SAME_TYPE:
        params["region"] = IN_REGION[region]
        return params, (f"last-{REGIONS[region]}",)
    _, spots = legality.lacking(position, design)
    if bar is legality.COLOUR_NOT_IN_PATTERN:
        colour = legality.colour_at(position, region, parts.spot_of[position.at])
        params["element"] = ELEMENT_WORDS[colour]
    if bar is legality.ELEMENTS_MISSING:
        params["n"] = int(count(spots))
    return params, scoring.spots_of(position, region, spots)


def offer_places(position: Neotopia) -> tuple[str, ...]:
    """The cards that lie in the offer."""
    parts = position.parts
    codes = sorted({parts.codes[parts.design_of[card]] for card in position.offer if card >= 0})
    return tuple([f"offer-{code}" for code in codes])


def pick(parts: Components, kind: Kind, n: int, value: int) -> str:
    """What one points at for a part of a move."""
    name = kind.parts[n].name
    if name == "space":
        return parts.place[value]
    if name == "source":
        return f"factory-{value // 4}-{COLOURS[value % 4]}"
    if name == "colour":
        return f"reserve-{COLOURS[value]}"
    if kind.number == BUILD:
        return f"hand-{parts.codes[value]}"
    return "deck" if value == OFF_THE_DECK else f"offer-{parts.codes[value - FIRST_DESIGN]}"
