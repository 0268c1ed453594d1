"""What regions, elements, bonuses and projects are called for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from parvis.games.neotopia.components import COLOURS

if TYPE_CHECKING:
    from parvis.engine.words import Speech
    from parvis.games.neotopia.schema import Project, View

REGION_WORDS: Final = ("#nt.region.desert", "#nt.region.water", "#nt.region.forest")
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


def colour_in(view: View, seat: int | None) -> int | None:
    """The colour that a seat plays; None for a spectator, and before it is chosen."""
    name = None if seat is None else view["colours"][seat]
    return None if name is None else COLOURS.index(name)


def describe(project: Project, colour: int | None, speech: Speech) -> str:
    """A project in words: its name, its elements, its shape, its points to who plays a colour."""
    rows = project["pattern"]
    counts = [
        speech("nt.label.count", count=number, element=ELEMENT_WORDS[COLOURS.index(shown)])
        for shown, letter in ((project["main"], "A"), (project["second"], "B"))
        if (number := "".join(rows).count(letter))
    ]
    silhouette = "/".join(rows).replace("A", "X").replace("B", "X")
    return speech(
        "nt.label.project",
        project=project["name"],
        elements=counts,
        shape=SILHOUETTES.get(silhouette, "#nt.shape.other"),
        n=worth(project, colour),
    )


def worth(project: Project, colour: int | None) -> int:
    """The points of a project to who plays a colour (NT-4.5)."""
    mine = colour is not None and COLOURS[colour] == project["main"] == project["second"]
    return project["own"] if mine else project["points"]
