"""The table in words: regions by row and by group, factories, projects, what others hold; from a
view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from parvis.engine.description import Region as Told
from parvis.engine.description import Thing, Topic, direction
from parvis.engine.words import Speech
from parvis.games.neotopia.components import COLOURS, KIND_LETTERS, LETTERS, REGIONS, Layout
from parvis.games.neotopia.labels import (
    ELEMENT_WORDS,
    KIND_WORDS,
    REGION_WORDS,
    completing,
    layout_in,
    reserve_label,
)
from parvis.games.neotopia.schema import Region, View

Names = Mapping[str, str]
WAYS = ("left", "right", "upper-left", "upper-right", "lower-left", "lower-right")
CARDS = ("hand", "offer", "known")  # places of cards end with their code


def describe(view: Mapping[str, object], names: Names, speech: Speech) -> list[Told]:
    """The game, my hand, the regions, factories and reserve, projects on offer, the others."""
    known = cast(View, view)
    mine = known["seat"]
    found = [Told("game", "game", speech("kit.text.game"), of_sort(names, speech, "round"))]
    if mine is not None:
        held = of_sort(names, speech, "tokens", "bonus", "hand", seat=mine)
        found.append(Told("hand", "hand", speech("nt.draw.hand"), held, mine))
    for number, region in enumerate(known["regions"]):
        title = speech.spoken(REGION_WORDS[number])
        told = region_words(known, number, region, names, speech)
        found.append(Told(f"region-{region['key']}", "board", title, told))
    found.append(
        Told("factories", "supply", speech("nt.draw.centre"), stocks(known, names, speech))
    )
    offer = of_sort(names, speech, "offer", "deck")
    found.append(Told("offer", "supply", speech("nt.draw.supply"), offer))
    topic: Topic = "seat"
    for seat in range(known["seats"]):
        if seat != mine:
            things = of_sort(names, speech, "tokens", "cards", "known", seat=seat)
            found.append(Told(f"area-{seat}", topic, speech.name(seat), things, seat))
    return found


def of_sort(names: Names, speech: Speech, *sorts: str, seat: int | None = None) -> list[Thing]:
    """Places that their titles describe well enough; cards with the codes that moves name."""
    things: list[Thing] = []
    for sort in sorts:
        for place, name in names.items():
            parts = place.split("-")
            if parts[0] != sort or (sort in ("tokens", "cards", "known") and parts[1] != str(seat)):
                continue
            words = speech("nt.text.code", project=name, code=parts[-1]) if sort in CARDS else name
            things.append(Thing(words, (place,)))
    return things


def region_words(
    view: View, number: int, region: Region, names: Names, speech: Speech
) -> list[Thing]:
    """A region: points, pile and last project, its rows, its groups, what would complete."""
    key = region["key"]
    whole = (f"region-{key}", f"track-{key}")  # of which all that follows speaks
    things = [Thing(name, (place,)) for place, name in names.items() if of_region(place, key)]
    things[0] = things[0]._replace(places=(*things[0].places, *whole))
    layout = layout_in("/".join(region["map"]))
    rows: dict[str, list[int]] = {}
    for spot, name in enumerate(layout.names):
        rows.setdefault(name[0], []).append(spot)
    for letter, spots in rows.items():
        told = [space_words(region, layout, spot, speech) for spot in spots]
        places = tuple(f"space-{key}-{layout.names[spot]}" for spot in spots)
        things.append(Thing(speech("nt.text.row", letter=letter.upper(), spaces=told), places))
    things += groups(region, layout, speech)
    for built in view["built"]:
        if built["space"].startswith(f"space-{key}-"):
            project = view["projects"][built["project"]]["name"]
            spaces = [place.rpartition("-")[2].upper() for place in built["spaces"]]
            words = speech("nt.text.built", project=project, spaces=spaces)
            things.append(Thing(words, tuple(built["spaces"])))
    for place, found in completing(view).items():
        if place.startswith(f"space-{key}-"):
            space = place.rpartition("-")[2].upper()
            for colour, projects in found:
                element = ELEMENT_WORDS[colour]
                words = speech(
                    "nt.text.completes", element=element, space=space, projects=list(projects)
                )
                things.append(Thing(words, (place,)))
    return things


def of_region(place: str, key: str) -> bool:
    """Whether a place is on the strip of a region, or somebody's points there."""
    sort, _, rest = place.partition("-")
    return sort in ("last", "pile", "points") and rest.partition("-")[0] == key


def space_words(region: Region, layout: Layout, spot: int, speech: Speech) -> str:
    """A space and what lies on it, in few words."""
    space = layout.names[spot].upper()
    element, token = region["elements"][spot], region["tokens"][spot]
    outer = layout.marks[spot] == "o"
    if element != ".":
        return speech("nt.text.element", space=space, element=ELEMENT_WORDS[LETTERS.index(element)])
    if token != ".":
        kind = KIND_WORDS[KIND_LETTERS.index(token)]
        return speech("nt.text.outer.token" if outer else "nt.text.token", space=space, kind=kind)
    if outer:
        return speech("nt.text.outer", space=space)
    if layout.marks[spot] == "c":
        return speech("nt.text.centre", space=space)
    return speech("nt.text.free", space=space)


def groups(region: Region, layout: Layout, speech: Speech) -> list[Thing]:
    """Elements of a colour that hang together, the largest groups first."""
    left = {spot for spot, element in enumerate(region["elements"]) if element != "."}
    found: list[tuple[int, str, list[int]]] = []
    while left:
        letter = region["elements"][min(left)]
        group, rim = set[int](), [min(left)]
        while rim:
            spot = rim.pop()
            if spot in left and region["elements"][spot] == letter:
                left.discard(spot)
                group.add(spot)
                rim += [other for other in layout.beside(spot) if other >= 0]
        if len(group) > 1:
            found.append((-len(group), letter, sorted(group)))
    things: list[Thing] = []
    for size, letter, spots in sorted(found):
        spaces = [layout.names[spot].upper() for spot in spots]
        element = ELEMENT_WORDS[LETTERS.index(letter)]
        words = speech("nt.text.group", n=-size, element=element, spaces=spaces)
        places = tuple(f"space-{region['key']}-{layout.names[spot]}" for spot in spots)
        things.append(Thing(words, places))
    return things


def stocks(view: View, names: Names, speech: Speech) -> list[Thing]:
    """The factories with what lies on them, the production, the reserve."""
    things: list[Thing] = []
    for factory, counts in enumerate(view["factories"]):
        place = f"factory-{factory}"
        things.append(
            Thing(
                speech("nt.text.factory", factory=names[place], elements=elements(counts, speech)),
                (place, *(f"{place}-{colour}" for colour in COLOURS)),
            )
        )
    if "centre" in names:
        told = speech(
            "nt.text.factory", factory=names["centre"], elements=elements(view["centre"], speech)
        )
        things.append(Thing(told, ("centre",)))
    words = speech(
        "nt.text.reserve", reserve="#nt.draw.reserve", elements=elements(view["reserve"], speech)
    )
    return [*things, Thing(words, tuple(f"reserve-{colour}" for colour in COLOURS))]


def elements(counts: list[int], speech: Speech) -> list[str]:
    """How many elements of each colour there are."""
    told = [
        reserve_label(colour, count, speech.common) for colour, count in enumerate(counts) if count
    ]
    return told or [speech("nt.text.empty")]


def beside(view: Mapping[str, object], place: str, speech: Speech) -> list[str]:
    """What lies on the six sides of a space."""
    known = cast(View, view)
    sort, _, rest = place.partition("-")
    if sort != "space":
        return []
    key, _, name = rest.partition("-")
    region = known["regions"][REGIONS.index(key)]
    layout = layout_in("/".join(region["map"]))
    found: list[str] = []
    for way, spot in zip(WAYS, layout.beside(layout.names.index(name)), strict=True):
        words = space_words(region, layout, spot, speech) if spot >= 0 else speech("nt.text.off")
        found.append(direction(way, words, speech))
    return found
