"""Why an architect plays so: what is true of a site, a card or a contract, in words."""

from __future__ import annotations

from mypy_extensions import i64

from parvis.bots.bella_vista_outlook import (
    ALL,
    LOWER,
    Outlook,
    builds_left,
    serves,
)
from parvis.engine.bits import BIT, count, members
from parvis.engine.sentence import Sentence
from parvis.games.bella_vista import legality, scoring
from parvis.games.bella_vista.components import (
    CONSTRAINTS,
    CONTRACT_TEXT,
    HEIGHTS,
    RULES,
    TALLEST_COINS,
)
from parvis.games.bella_vista.labels import ABOUT_KEYS


def site_reasons(look: Outlook, placement: i64) -> list[Sentence]:
    """What speaks for a site."""
    position = look.position
    height: i64 = position.building % HEIGHTS
    place = ("square-" + position.components.name(int(look.city.square_of[placement])),)
    seen: i64 = 0
    for square in look.city.touches[
        look.city.touches_from[placement] : look.city.touches_from[placement + 1]
    ]:
        other: i64 = position.at[i64(square)]
        if other:
            seen |= BIT[other - 1]
    found: list[Sentence] = []
    key: i64 = look.terrain.keys[placement]
    if position.rule < CONSTRAINTS:
        lower: i64 = LOWER[height]
        coins = int(count(seen & lower)) + (TALLEST_COINS if seen & ~lower == 0 else 0)
        if coins:
            found.append(Sentence("bv.reason.earns", {"n": coins}, place))
        found.extend(contract_reasons(look, key))
    faces = int((height + 1) * look.terrain.faces[3 * placement + look.objective])
    if faces:
        found.append(Sentence("bv.reason.height", {"n": faces}, place))
    gained = int(look.group_coins(seen & look.mine, height))
    if gained > 0:
        found.append(Sentence("bv.reason.group", {"n": gained}, place))
    for building in members(int(seen & ~look.mine)):
        if look.loss[building] > 0:
            who = position.owner(building)
            there = scoring.place_of(position, building)
            found.append(Sentence("bv.reason.blocks", {"who": f"@{who}"}, (there,)))
            break
    return found


def contract_reasons(look: Outlook, key: i64) -> list[Sentence]:
    """The displayed contracts that a building on this kind of place fulfils, or brings near."""
    position = look.position
    done: list[Sentence] = []
    near: list[Sentence] = []
    for kind in position.display:
        if kind >= 0 and serves(position, look.seat, key, kind):
            lacking = position.asked[kind] - int(scoring.met(position, look.seat, kind)) - 1
            words: dict[str, object] = {"contract": "#" + ABOUT_KEYS[kind]}
            place = (f"contract-{CONTRACT_TEXT[kind]}",)
            if lacking == 0:
                words["n"] = position.components.contracts[kind].coins
                done.append(Sentence("bv.reason.fulfils", words, place))
            elif lacking < look.left:
                words["n"] = lacking
                near.append(Sentence("bv.reason.nearer", words, place))
    return done or near[:1]


def offer_reasons(look: Outlook, slot: int, height: int) -> list[Sentence]:
    """What speaks for a card, and for its slot."""
    position = look.position
    found: list[Sentence] = []
    rule = look.rule_for(height)
    if rule < RULES:
        _, value = look.best_site(height, rule, ALL)
        if value >= 0.5:
            words: dict[str, object] = {"number": height + 1, "n": round(value)}
            found.append(Sentence("bv.reason.card", words))
    if slot < len(position.prices):
        if legality.open_slots(position) >> slot == 1:
            words = {"n": position.prices[slot]}
            found.append(Sentence("bv.reason.cheapest", words, (f"slot-{position.prices[slot]}",)))
        elif look.hurry() > 0:
            found.append(Sentence("bv.reason.hurry"))
    return found


def taking_reasons(look: Outlook, kind: int) -> list[Sentence]:
    """What speaks for taking a contract."""
    position = look.position
    coins = [position.components.contracts[each].coins for each in takeable(look)]
    mine = position.components.contracts[kind].coins
    place = (f"contract-{CONTRACT_TEXT[kind]}",)
    found: list[Sentence] = []
    if mine == max(coins):
        found.append(Sentence("bv.reason.contract", {"n": mine}, place))
    for other in range(int(look.seats)):
        if other != look.seat:
            lacking = position.asked[kind] - int(scoring.met(position, other, kind))
            if lacking <= 1 and builds_left(position, other) >= max(1, lacking):
                words: dict[str, object] = {"who": f"@{other}"}
                found.append(Sentence("bv.reason.denies", words, place))
    return found


def takeable(look: Outlook) -> list[int]:
    """The contracts that the seat may take now."""
    return members(int(legality.takeable(look.position, look.seat)))
