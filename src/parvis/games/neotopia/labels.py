"""What regions, elements, bonuses and projects are called for people."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from parvis.games.neotopia.components import COLOURS, KIND_LETTERS, LETTERS, Layout

if TYPE_CHECKING:
    from parvis.engine.words import Speech
    from parvis.games.neotopia.schema import Project, View

KEPT = 1 << 11  # labels of each kind that are remembered

REGION_WORDS: Final = ("#nt.region.desert", "#nt.region.water", "#nt.region.forest")
FACTORY_WORDS: Final = ("#nt.factory.1", "#nt.factory.2", "#nt.factory.3")  # by its regions
IN_REGION: Final = ("#nt.in.desert", "#nt.in.water", "#nt.in.forest")
ELEMENT_WORDS: Final = (
    "#nt.element.red", "#nt.element.green", "#nt.element.purple", "#nt.element.blue",
)  # fmt: skip
KIND_WORDS: Final = (
    "#nt.kind.grant", "#nt.kind.automation", "#nt.kind.initiative", "#nt.kind.permit",
)  # fmt: skip
TYPE_WORDS: Final = (
    "#nt.type.rr", "#nt.type.rg", "#nt.type.rp", "#nt.type.rb",
    "#nt.type.gr", "#nt.type.gg", "#nt.type.gp", "#nt.type.gb",
    "#nt.type.pr", "#nt.type.pg", "#nt.type.pp", "#nt.type.pb",
    "#nt.type.br", "#nt.type.bg", "#nt.type.bp", "#nt.type.bb",
)  # fmt: skip
USES: Final = ("#nt.use.grant", "#nt.use.automation", "#nt.use.initiative", "#nt.use.permit")
SILHOUETTES: Final = {
    "X X X": "#nt.shape.line",
    "X X/   X": "#nt.shape.bent",
    "X X/ X": "#nt.shape.triangle",
    "X X/ X X": "#nt.shape.rhombus",
    " X/  X X/ X": "#nt.shape.star",
    "X X X/ X": "#nt.shape.flag",
    " X X/X X X": "#nt.shape.trapezium",
    "X X/ X/X X": "#nt.shape.hourglass",
    "X X/ X X X": "#nt.shape.comet",
}


class Face(NamedTuple):
    """What a project card shows, as values that can be compared and remembered."""

    main: str
    second: str
    points: int
    own: int
    pattern: str  # its rows, with / between them
    name: str

    def worth(self, colour: int | None) -> int:
        """Its points to who plays a colour (NT-4.5)."""
        mine = colour is not None and COLOURS[colour] == self.main == self.second
        return self.own if mine else self.points


def face_of(project: Project) -> Face:
    return Face(
        project["main"],
        project["second"],
        project["points"],
        project["own"],
        "/".join(project["pattern"]),
        project["name"],
    )


def colour_in(view: View, seat: int | None) -> int | None:
    """The colour that a seat plays; None for a spectator, and before it is chosen."""
    name = None if seat is None else view["colours"][seat]
    return None if name is None else COLOURS.index(name)


@lru_cache(KEPT)
def describe(face: Face, colour: int | None, speech: Speech) -> str:
    """A project in words: its name, its elements, its shape, its points to who plays a colour."""
    counts = [
        speech("nt.label.count", count=number, element=ELEMENT_WORDS[COLOURS.index(shown)])
        for shown, letter in ((face.main, "A"), (face.second, "B"))
        if (number := face.pattern.count(letter))
    ]
    silhouette = face.pattern.replace("A", "X").replace("B", "X")
    return speech(
        "nt.label.project",
        project=face.name,
        elements=counts,
        shape=SILHOUETTES.get(silhouette, "#nt.shape.other"),
        n=face.worth(colour),
    )


# What an element of each colour would complete on a space: the colour, and keys of projects' names.
Completing = tuple[tuple[int, tuple[str, ...]], ...]


def completing(view: View) -> dict[str, Completing]:
    """By place: what an element there would complete of the hand."""
    found: dict[str, Completing] = {}
    for colour, key in enumerate(COLOURS):
        for place, codes in view["completes"].get(key, {}).items():
            names = tuple(view["projects"][code]["name"] for code in codes)
            found[place] = (*found.get(place, ()), (colour, names))
    return found


@lru_cache(KEPT)
def layout_in(map: str) -> Layout:
    """A region's layout by its map, whose rows have / between them."""
    return Layout(map.split("/"))


@lru_cache(KEPT)
def space_label(
    region: int, name: str, outer: bool, element: str, token: str, speech: Speech
) -> str:
    """A space in words, and what lies on it."""
    words = speech("nt.label.space", region=REGION_WORDS[region], name=name.upper())
    if element != ".":
        return f"{words} : {speech.spoken(ELEMENT_WORDS[LETTERS.index(element)])}"
    if outer:
        words += f" ({speech('nt.draw.outer')})"
    if token != ".":
        kind = KIND_WORDS[KIND_LETTERS.index(token)]
        words = speech("nt.label.token", space=words, kind=kind)
    return words


@lru_cache(KEPT)
def hint_words(completing: Completing, speech: Speech) -> str:
    """What an element would complete on a space, to be said after its label."""
    return "".join(
        f" · {speech.spoken(ELEMENT_WORDS[colour])} → {speech.spoken(names)}"
        for colour, names in completing
    )


@lru_cache(KEPT)
def stock_label(factory: int, colour: int, count: int, speech: Speech) -> str:
    """A factory's elements of one colour in words."""
    words = speech("nt.draw.between", factory=FACTORY_WORDS[factory])
    return f"{words}, {reserve_label(colour, count, speech)}"


@lru_cache(KEPT)
def reserve_label(colour: int, count: int, speech: Speech) -> str:
    """How many elements of a colour there are."""
    return speech("nt.draw.in_stock", element=ELEMENT_WORDS[colour], count=count)
