"""What every thing on the table is, as a view knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parvis.engine.explanation import Explanation
from parvis.engine.words import Speech
from parvis.games.bella_vista.components import HEIGHTS, ROUNDS
from parvis.games.bella_vista.labels import DISTRICT_KEYS
from parvis.games.bella_vista.layouts import LETTERS

View = Mapping[str, Any]
HEIGHT_CLAUSES = {"parks": "BV-6.1", "rivers": "BV-6.2", "border": "BV-6.3"}
GROUP_ABOUT = {
    "largest": "bv.about.group.largest",
    "each": "bv.about.group.each",
    "alone": "bv.about.group.alone",
}
CONSTRAINTS = {
    "park": "bv.about.park_imposed",
    "no-park": "bv.about.park_forbidden",
    "no-river": "bv.about.river_forbidden",
    "no-border": "bv.about.border_forbidden",
}


def explain(view: View, place: str, speech: Speech) -> Explanation:
    """What a place is for, when it scores, and how far one is."""
    sort, _, rest = place.partition("-")
    if sort == "square":
        return square(view, rest, speech)
    if sort in ("park", "river"):
        return landscape(view, sort, speech)
    if sort == "slot":
        return slot(view, rest, speech)
    if sort == "contract":
        return contract(view, rest, speech)
    if sort == "objective":
        return objective(view, rest, speech)
    if sort == "taken":
        return architect(view, int(rest), speech)
    if sort == "card":
        return card(view, int(rest), speech)
    if sort == "constraint":
        return constraint(view, speech)
    if sort == "order":
        return Explanation((speech("bv.about.order"),), ("BV-3.1", "BV-5.2"))
    if sort == "round":
        return Explanation((speech("bv.about.round", rounds=ROUNDS),), ("BV-5.4", "BV-5.3"))
    key = "bv.about.cell" if sort == "cell" else "bv.about.tile"
    return Explanation((speech(key),), ("BV-2.1",))


def square(view: View, name: str, speech: Speech) -> Explanation:
    """A square of the city: free, or part of a building."""
    for one in view["buildings"]:
        if name in one["squares"]:
            return building(one, speech)
    district = DISTRICT_KEYS[LETTERS.index(name[0])]
    says = (speech("bv.about.square", district=district), speech("bv.about.wholly"))
    return Explanation(says, ("BV-4.1", "BV-4.8"))


def building(one: Mapping[str, Any], speech: Speech) -> Explanation:
    """A building: its height, and what it has earned."""
    says = [speech("bv.about.height", number=one["number"], n=len(one["squares"]))]
    clauses = ["BV-1.2", "BV-4.6"]
    if one["owner"] is None:
        says.append(speech("bv.about.neutral"))
        clauses = ["BV-5.1"]
    elif one["forced"]:
        says.append(speech("bv.about.forced"))
        clauses.append("BV-4.5")
    else:
        says.append(speech("bv.about.earned", n=one["coins"], lower=one["lower"]))
        if one["highest"]:
            says.append(speech("bv.about.highest"))
    return Explanation(tuple(says), tuple(clauses))


def landscape(view: View, sort: str, speech: Speech) -> Explanation:
    """A park or a river."""
    says = [speech("bv.about.park" if sort == "park" else "bv.about.river")]
    clauses = ["BV-4.1", "BV-4.3"]
    if view["height"] == f"{sort}s":
        says.append(speech("bv.about.beside"))
        clauses.append(HEIGHT_CLAUSES[view["height"]])
    return Explanation(tuple(says), tuple(clauses))


def slot(view: View, rest: str, speech: Speech) -> Explanation:
    """A slot of the offer board, or the right of it."""
    if rest == "right":
        return Explanation((speech("bv.about.right"),), ("BV-3.2",))
    says = [speech("bv.about.slot", n=int(rest))]
    if view["seat"] is not None:
        says.append(speech("bv.about.purse", n=view["players"][view["seat"]]["coins"]))
    return Explanation(tuple(says), ("BV-3.1", "BV-4.1"))


def constraint(view: View, speech: Speech) -> Explanation:
    """The constraint of the round."""
    key = CONSTRAINTS.get(view["constraint"], "bv.about.imposed")
    says = (speech(key), speech("bv.about.recourse"))
    return Explanation(says, ("BV-4.2", "BV-4.5"))


def objective(view: View, kind: str, speech: Speech) -> Explanation:
    """An objective of the game; the ledger tells what it brings now."""
    if kind == "group":
        key = GROUP_ABOUT[view["group"]]
        return Explanation((speech(key), speech("bv.about.group")), ("BV-6.4",), ("BV-6.4",))
    clause = HEIGHT_CLAUSES[view["height"]]
    key = "bv.about.border" if view["height"] == "border" else "bv.about.beside"
    return Explanation((speech(key),), (clause,), (clause,))


def contract(view: View, which: str, speech: Speech) -> Explanation:
    """A contract: what it brings, and how many of its buildings there are."""
    says = [speech("bv.about.contract", n=view["contracts"][which]["coins"])]
    shown = next((one for one in view["display"] if one and one["contract"] == which), None)
    if shown is not None:
        says.append(speech("bv.about.progress", asked=shown["asked"]))
        if view["seat"] is not None:
            met = shown["met"][view["seat"]]
            says.append(speech("bv.about.met", n=met, asked=shown["asked"]))
    return Explanation(tuple(says), ("BV-4.7", "BV-1.5"))


def architect(view: View, seat: int, speech: Speech) -> Explanation:
    """An architect's purse and contracts, and the numbers that were not seen yet."""
    player, terms = view["players"][seat], view["contracts"]
    says = [speech("bv.about.coins", n=player["coins"])]
    if player["taken"]:
        promised = sum(terms[which]["coins"] for which in player["taken"])
        says.append(speech("bv.about.promised", n=promised))
    clauses = ["BV-1.7", "BV-6.5"]
    if seat != view["seat"]:
        says.append(speech("bv.about.unseen", heights=HEIGHTS))
        if view["seats"] == 2:
            says.append(speech("bv.about.twice"))
            clauses.append("BV-2.4")
    return Explanation(tuple(says), tuple(clauses))


def card(view: View, number: int, speech: Speech) -> Explanation:
    """A card of one's hand: the building that it stands for."""
    size = len(view["shapes"][number - 1][0])
    says = (
        speech("bv.about.height", number=number, n=size),
        speech("bv.about.card"),
        speech("bv.about.earning"),
    )
    return Explanation(says, ("BV-1.2", "BV-3.1", "BV-4.6"))
