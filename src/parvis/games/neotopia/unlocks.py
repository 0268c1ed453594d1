"""What an element makes possible: the projects of the hand that it completes or brings nearer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.words import Speech
from parvis.games.neotopia.components import COLOURS, LETTERS, REGIONS
from parvis.games.neotopia.labels import layout_in
from parvis.games.neotopia.schema import View


def unlocks(before: Mapping[str, object], after: Mapping[str, object], speech: Speech) -> list[str]:
    """Projects that could be built at once; others that lack one element from then on."""
    old, new = cast(View, before), cast(View, after)
    place = new["at"]
    if place is None or place == old["at"]:
        return []
    colour = COLOURS[colour_at(new, place)]
    at_once = old["completes"].get(colour, {}).get(place, [])
    nearer = sorted(lacking_one(new) - lacking_one(old) - set(at_once))
    found: list[str] = []
    for key, codes in (("nt.unlocks.completes", at_once), ("nt.unlocks.nearer", nearer)):
        names = [old["projects"][code]["name"] for code in codes]
        if names:
            found.append(speech(key, projects=names))
    return found


def colour_at(view: View, place: str) -> int:
    """The colour of the element that lies on a space."""
    _, region, name = place.split("-")
    seen = view["regions"][REGIONS.index(region)]
    return LETTERS.index(seen["elements"][layout_in("/".join(seen["map"])).names.index(name)])


def lacking_one(view: View) -> set[str]:
    """Projects of the hand that one element would complete somewhere."""
    return {
        code for spaces in view["completes"].values() for codes in spaces.values() for code in codes
    }
