"""What every thing on the table is, as a view knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.explanation import Explanation
from parvis.engine.words import Speech
from parvis.games.neotopia.components import (
    ACTIONS,
    BONUS_POINTS,
    KINDS,
    LAP,
    REGIONS,
)
from parvis.games.neotopia.labels import (
    ELEMENT_WORDS,
    IN_REGION,
    KIND_WORDS,
    colour_in,
    face_of,
    layout_in,
)
from parvis.games.neotopia.schema import Region, View

BONUS_ABOUT = {
    "grant": ("nt.about.grant", "NT-6.1"),
    "automation": ("nt.about.automation", "NT-6.2"),
    "initiative": ("nt.about.initiative", "NT-6.3"),
    "permit": ("nt.about.permit", "NT-6.4"),
}


def explain(view: Mapping[str, object], place: str, speech: Speech) -> Explanation:
    """What a place is for, when it scores, and how far one is."""
    known = cast(View, view)
    sort, _, rest = place.partition("-")
    if sort == "space":
        return space(known, rest, speech)
    if sort in ("region", "track", "last", "pile", "points"):
        region, _, seat = rest.partition("-")
        return of_region(known, sort, REGIONS.index(region), seat, speech)
    if sort in ("offer", "hand"):
        return project(known, sort, rest, speech)
    if sort == "known":
        return project(known, sort, rest.partition("-")[2], speech)
    if sort == "bonus":
        return bonus(known, KINDS.index(rest), speech)
    if sort == "tokens":
        return tokens(known, int(rest), speech)
    if sort == "factory":
        return Explanation(
            (speech("nt.about.factory"), speech("nt.about.emptied")), ("NT-3.2", "NT-3.4")
        )
    if sort == "centre":
        says = [speech("nt.about.centre")]
        if known["flag"]:
            says.append(speech("nt.about.flag"))
        return Explanation(tuple(says), ("NT-3.4", "NT-7.1"))
    if sort == "reserve":
        return Explanation((speech("nt.about.reserve"),), ("NT-1.1", "NT-3.5"))
    if sort == "cards":
        return Explanation((speech("nt.about.cards"),), ("NT-2.4", "NT-3.1"))
    if sort == "round":
        return round_(known, speech)
    return Explanation((speech("nt.about.deck"),), ("NT-3.1", "NT-3.8"))


def round_(view: View, speech: Speech) -> Explanation:
    """The round, the actions of who is on turn, and how near the end is."""
    says = [speech("nt.about.round", n=ACTIONS)]
    if view["end"] == "far":
        says.append(speech("nt.about.flag"))
    else:
        says.append(speech("nt.about.ending"))
    return Explanation(tuple(says), ("NT-3.7", "NT-7.1"))


def space(view: View, rest: str, speech: Speech) -> Explanation:
    """A space of a region, with what lies on it."""
    key, _, name = rest.partition("-")
    region = view["regions"][REGIONS.index(key)]
    layout = layout_in("/".join(region["map"]))
    at = layout.names.index(name)
    if region["elements"][at] != ".":
        says = (speech("nt.about.element"), speech("nt.about.grouped"))
        return Explanation(says, ("NT-4.3", "NT-7.2"))
    says_free = []
    clauses = ["NT-3.2"]
    if layout.marks[at] == "o":
        says_free.append(speech("nt.about.outer"))
        clauses = ["NT-3.3", "NT-6.4"]
    elif layout.marks[at] == "c" and not region["elements"].strip("."):
        says_free.append(speech("nt.about.middle"))
    else:
        says_free.append(speech("nt.about.space"))
    if region["tokens"][at] != ".":
        says_free.append(speech("nt.about.token"))
        clauses.append("NT-5.1")
    return Explanation(tuple(says_free), tuple(clauses))


def of_region(view: View, sort: str, number: int, seat: str, speech: Speech) -> Explanation:
    """A region, or what stands on its strip."""
    region = view["regions"][number]
    if sort == "region":
        says = [speech("nt.about.region")]
        mine = view["seat"]
        if mine is not None:
            says.append(standing(view, region, mine, speech))
        return Explanation(tuple(says), ("NT-1.2", "NT-7.3"))
    if sort == "track":
        steps = [str(step) for step in view["tracks"]]
        says = [speech("nt.about.track", steps=steps), speech("nt.about.lap", n=LAP)]
        return Explanation(tuple(says), ("NT-5.2", "NT-5.3"))
    if sort == "last":
        return Explanation((speech("nt.about.last"),), ("NT-4.4",))
    if sort == "pile":
        return Explanation(
            (speech("nt.about.pile", steps=[str(n) for n in view["tracks"]]),), ("NT-5.2",)
        )
    return Explanation(
        (standing(view, region, int(seat), speech), speech("nt.about.triple")), ("NT-7.2", "NT-7.3")
    )


def standing(view: View, region: Region, seat: int, speech: Speech) -> str:
    """Somebody's points in a region: those of the track, and the largest group."""
    mine = seat == view["seat"]
    return speech(
        "nt.about.mine" if mine else "nt.about.points",
        track=region["track"][seat],
        group=region["group"][seat],
        n=region["points"][seat],
    )


def project(view: View, sort: str, code: str, speech: Speech) -> Explanation:
    """A project card: in the offer, in my hand, or known to be in another's."""
    face = face_of(view["projects"][code])
    colour = colour_in(view, view["seat"])
    says = [speech("nt.about.project", n=face.worth(colour))]
    clauses = ["NT-4.1", "NT-4.2"]
    if face.main == face.second:
        says.append(speech("nt.about.building", own=face.own, other=face.points))
        clauses.append("NT-4.5")
    if sort == "offer":
        says.append(speech("nt.about.offer"))
        clauses.append("NT-3.1")
    barred = [
        IN_REGION[number]
        for number, region in enumerate(view["regions"])
        if region["last"] is not None and same_type(view, region["last"], code)
    ]
    if barred:
        says.append(speech("nt.about.barred", regions=barred))
        clauses.append("NT-4.4")
    if sort == "hand" and completed(view, code):
        says.append(speech("nt.about.ready"))
    seat = view["seat"]
    if sort == "hand" and seat is not None and code in view["known"][seat]:
        says.append(speech("nt.about.eye"))
    return Explanation(tuple(says), tuple(clauses))


def same_type(view: View, code: str, other: str) -> bool:
    """Whether two projects have the same colours, so that one bars the other."""
    one, two = view["projects"][code], view["projects"][other]
    return (one["main"], one["second"]) == (two["main"], two["second"])


def completed(view: View, code: str) -> bool:
    """Whether one more element would complete a project of the hand."""
    return any(code in codes for spaces in view["completes"].values() for codes in spaces.values())


def bonus(view: View, kind: int, speech: Speech) -> Explanation:
    """A kind of bonus in my hand."""
    key, clause = BONUS_ABOUT[KINDS[kind]]
    says = (speech(key), speech("nt.about.bonus", n=BONUS_POINTS))
    return Explanation(says, (clause, "NT-6.0", "NT-6.6"))


def tokens(view: View, seat: int, speech: Speech) -> Explanation:
    """Somebody's colour and bonuses."""
    colour = colour_in(view, seat)
    says: list[str] = []
    if colour is not None:
        key = "nt.about.colour.mine" if seat == view["seat"] else "nt.about.colour"
        says.append(speech(key, element=ELEMENT_WORDS[colour]))
    held = [KIND_WORDS[kind] for kind, count in enumerate(view["held"][seat]) for _ in range(count)]
    if held:
        says.append(speech("nt.about.held", kinds=held))
    says.append(speech("nt.about.bonus", n=BONUS_POINTS))
    return Explanation(tuple(says), ("NT-2.7", "NT-6.0", "NT-7.3"))
