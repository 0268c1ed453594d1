"""The table in words, for who does not see it: regions of described places, made from a view, so it
cannot leak.

A game may say it in `description.py`: `describe(view, names, speech)` gives the regions, where
`names` are the titles that the drawing gives its places, and `beside(view, place, speech)` what
lies around a place. Without that module the drawing is read out, panel by panel.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from parvis.engine.drawing.panel import NAMED, Drawing, Panel
from parvis.engine.words import Speech

if TYPE_CHECKING:
    from parvis.engine.game import Game

# What a region answers: how the game stands, what I hold, the ground (mine, where each has one),
# stocks, somebody else's things.
Topic = Literal["game", "hand", "board", "supply", "seat"]
TOPICS: Final[Mapping[str, Topic]] = {
    "board": "board",
    "hand": "hand",
    "area": "seat",
    "supply": "supply",
}  # by the role of a panel
WAYS: Final = {
    "left": "#kit.way.left",
    "right": "#kit.way.right",
    "above": "#kit.way.above",
    "below": "#kit.way.below",
    "upper-left": "#kit.way.upper_left",
    "upper-right": "#kit.way.upper_right",
    "lower-left": "#kit.way.lower_left",
    "lower-right": "#kit.way.lower_right",
}
MOST = 16  # things that are told one by one


class Thing(NamedTuple):
    """Something on the table in words, and the places of the drawing that it speaks of."""

    words: str
    places: tuple[str, ...] = ()


class Region(NamedTuple):
    """A part of the table: what one asks for by its name."""

    id: str
    topic: Topic
    title: str
    things: list[Thing]
    seat: int | None = None  # whose it is, if it is somebody's


def describe(game: Game, view: Mapping[str, object], speech: Speech) -> list[Region]:
    """The whole table as a view knows it."""
    drawing = game.draw(view, speech)
    if game.describes:
        found: list[Region] = game.module("description").describe(view, drawing.names(), speech)
        return found
    return read_out(drawing)


def read_out(drawing: Drawing) -> list[Region]:
    """The panels of a drawing, each place by its title."""
    return [
        Region(panel.id, TOPICS[panel.role], panel.title, titled(panel), panel.seat)
        for panel in drawing.panels
    ]


def titled(panel: Panel) -> list[Thing]:
    """The places of a panel that have a title."""
    found: dict[str, str] = {}
    for svg in panel.texts().values():
        for place, name in NAMED.findall(svg):
            if name:
                found.setdefault(unescape(place), unescape(name))
    return [Thing(name, (place,)) for place, name in found.items()]


def direction(way: str, what: str, speech: Speech) -> str:
    """What lies in some direction, as a sentence."""
    return speech("kit.way.is", way=WAYS[way], what=what)


def reach(game: Game, view: Mapping[str, object], place: str, speech: Speech) -> list[str]:
    """What lies around a place, and what one can do there now: with what it goes."""
    says: list[str] = []
    if game.describes:
        says += game.module("description").beside(view, place, speech)
    if view["turn"] is not None and view["turn"] == view["seat"]:
        says.append(possible(game, view, place, speech))
    return says


def meant(names: Mapping[str, str], typed: str, seat: object = None) -> list[str]:
    """The places that somebody may mean, the likeliest first: by their names in the drawing or the
    end of one, by their titles or words of one. What is one's own comes before others' things.

    >>> names = {"slot-0-d4": "City of Ada, d4", "slot-1-d4": "Slot d4", "stack": "Stack, 58 tiles"}
    >>> meant(names, "d4", seat=1), meant(names, "ada d4"), meant(names, "e9")
    (['slot-1-d4', 'slot-0-d4'], ['slot-0-d4'], [])
    >>> meant({"square-f1": "", "square-F1": ""}, "F1")
    ['square-F1', 'square-f1']
    """
    wanted = typed.casefold().strip()
    if not wanted:
        return []
    exact = [at for at, name in names.items() if wanted in (at.casefold(), name.casefold())]
    ending = "-" + typed.strip().replace(" ", "-")
    found = exact or [at for at in names if at.casefold().endswith(ending.casefold())]
    if not found:
        parts = wanted.split()
        words = {at: re.findall(r"[\w≥−]+", name.casefold()) for at, name in names.items()}
        found = [at for at in names if all(part in words[at] for part in parts)]
    # Where letters are large and small, those that were typed are meant: F11 is not f11.
    return sorted(found, key=lambda at: (not f"-{at}".endswith(ending), f"-{seat}-" not in at))


def possible(game: Game, view: Mapping[str, object], place: str, speech: Speech) -> str:
    """What a place is chosen with in the legal moves of a view."""
    tree = game.choices(view, speech)
    cycles = {one.pick for node in tree.nodes if node.kind == "cycle" for one in node.choices}
    along: dict[str, str] = {}
    chosen = False
    for _, path in tree.paths():
        if place in path:
            chosen = True
            labels = tree.labels(path)
            for pick, label in zip(path, labels, strict=True):
                if pick != place and pick not in cycles:
                    along.setdefault(pick, label)
    if not chosen:
        return speech("kit.reach.not")
    if not along:
        return speech("kit.reach.alone")
    return speech("kit.reach.with", n=len(along), things=listed(list(along.values()), speech))


def listed(words: Sequence[str], speech: Speech) -> list[str]:
    """Some words, and how many more there are."""
    if len(words) <= MOST:
        return list(words)
    return [*words[: MOST - 1], speech("kit.reach.more", n=len(words) - MOST + 1)]


def changes(before: Sequence[Region], after: Sequence[Region]) -> list[str]:
    """What is told of the table after a move that was not told before it, with its region.

    >>> table = Region("city", "board", "The city", [Thing("a park")])
    >>> changes([table], [table._replace(things=[Thing("a park"), Thing("your 4")])])
    ['The city: your 4']
    """
    old = {(region.id, thing.words) for region in before for thing in region.things}
    return [
        f"{region.title}: {thing.words}" if region.title else thing.words
        for region in after
        for thing in region.things
        if (region.id, thing.words) not in old
    ]


def all_places(regions: Sequence[Region]) -> set[str]:
    """Every place that is spoken of."""
    return {place for region in regions for thing in region.things for place in thing.places}
