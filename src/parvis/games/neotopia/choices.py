"""Legal moves as a tree of things one can pick; reads a view and nothing else."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from typing import cast

from parvis.engine.choices import Choice, Node, Tree
from parvis.engine.words import Speech
from parvis.games.neotopia.components import (
    AUTO_DECK,
    AUTO_PLACE,
    AUTO_TAKE,
    BUILD,
    COLOURS,
    DECK,
    DECLINE,
    ELEMENT_WORDS,
    END,
    GRANT_DECK,
    GRANT_TAKE,
    IN_REGION,
    INITIATE,
    KIND_WORDS,
    KINDS,
    PERMIT_PLACE,
    PLACE,
    REGION_WORDS,
    REGIONS,
    SETUP,
    TAKE,
    Layout,
    colour_of,
)
from parvis.games.neotopia.notation import KIND_LETTERS
from parvis.games.neotopia.views import Project, View

USES = ("#nt.use.grant", "#nt.use.automation", "#nt.use.initiative", "#nt.use.permit")
SILHOUETTES = {
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


def choices(view: Mapping[str, object], speech: Speech) -> Tree:
    """The legal moves of a view."""
    seen = cast(View, view)
    return Questions(seen, speech).tree() if seen["moves"] else Tree()


class Questions:
    """What is asked of the seat on turn."""

    def __init__(self, view: View, speech: Speech) -> None:
        self.view = view
        self.speech = speech
        self.by_sort: dict[int, list[int]] = {}
        for move in view["moves"]:
            sort = bisect_right(view["base"], move) - 1
            self.by_sort.setdefault(sort, []).append(move - view["base"][sort])
        self.regions: list[int] = []  # by space
        self.spots: list[int] = []
        self.names: list[str] = []
        for region, seen in enumerate(view["regions"]):
            names = Layout(seen["map"]).names
            self.regions += [region] * len(names)
            self.spots += range(len(names))
            self.names += names
        self.made = Tree()

    def tree(self) -> Tree:
        """All questions; the first is node 0."""
        first = Node("", [])
        self.made.nodes.append(first)
        first.ask, first.choices = self.first_question()
        return self.made

    def first_question(self) -> tuple[str, list[Choice]]:
        phase = self.view["phase"]
        base = self.view["base"]
        if phase == "first":
            seat = self.view["seat"] or 0
            colour = colour_of(seat)
            ask = self.speech("nt.ask.first", element=ELEMENT_WORDS[colour])
            return ask, self.spaces(self.by_sort[SETUP], None, base[SETUP])
        if phase == "build":
            return self.building()
        if phase == "second":
            return self.speech("nt.ask.second"), self.cards(DECK, TAKE, 0)
        found = self.actions(PLACE, DECK, TAKE, 0) + self.bonuses()
        if END in self.by_sort:
            label = self.speech("nt.label.end")
            found.append(Choice("end", label, base[END], button=True))
            return self.speech("nt.ask.end"), found
        return self.speech("nt.ask.act", n=self.view["left"]), found

    def building(self) -> tuple[str, list[Choice]]:
        """Build one of the projects that fit, or decline."""
        base = self.view["base"]
        designs = self.by_sort.get(BUILD, [])
        found = [
            Choice(
                f"hand-{self.code(design)}", self.project(self.code(design)), base[BUILD] + design
            )
            for design in designs
        ]
        label = self.speech("nt.label.decline" if designs else "nt.label.go_on")
        found.append(Choice("decline", label, base[DECLINE], button=True))
        if not designs:
            return self.speech("nt.ask.build_none"), found
        region = REGIONS.index((self.view["at"] or "").split("-")[1])
        return self.speech("nt.ask.build", region=IN_REGION[region]), found

    def bonuses(self) -> list[Choice]:
        """A token for each bonus that can be used, with the question it leads to."""
        base = self.view["base"]
        found: list[Choice] = []
        if GRANT_DECK in self.by_sort or GRANT_TAKE in self.by_sort:
            node = Node(
                self.speech("nt.ask.grant"), self.cards(GRANT_DECK, GRANT_TAKE, base[GRANT_DECK])
            )
            found.append(self.bonus(0, base[GRANT_DECK], node))
        if {AUTO_PLACE, AUTO_DECK, AUTO_TAKE} & set(self.by_sort):
            inside = self.actions(AUTO_PLACE, AUTO_DECK, AUTO_TAKE, base[AUTO_PLACE])
            found.append(
                self.bonus(1, base[AUTO_PLACE], Node(self.speech("nt.ask.automation"), inside))
            )
        if INITIATE in self.by_sort:
            inside = [
                Choice(
                    f"reserve-{COLOURS[colour]}",
                    self.speech("nt.label.reserve", element=ELEMENT_WORDS[colour]),
                    colour * len(self.names),
                    self.where(spaces, colour, "nt.ask.space"),
                )
                for colour, spaces in self.by_source(INITIATE).items()
            ]
            found.append(
                self.bonus(2, base[INITIATE], Node(self.speech("nt.ask.initiative"), inside))
            )
        if PERMIT_PLACE in self.by_sort:
            inside = self.elements(PERMIT_PLACE, base[PERMIT_PLACE], "nt.ask.outer")
            found.append(
                self.bonus(3, base[PERMIT_PLACE], Node(self.speech("nt.ask.permit"), inside))
            )
        return found

    def bonus(self, kind: int, add: int, node: Node) -> Choice:
        label = self.speech("nt.label.bonus", kind=KIND_WORDS[kind], use=USES[kind])
        return Choice(f"bonus-{KINDS[kind]}", label, add, self.made.add(node))

    def actions(self, place: int, deck: int, take: int, less: int) -> list[Choice]:
        """The two ordinary actions; `less` was added by an earlier pick."""
        return self.elements(place, less, "nt.ask.space") + self.cards(deck, take, less)

    def cards(self, deck: int, take: int, less: int) -> list[Choice]:
        base = self.view["base"]
        found: list[Choice] = []
        if deck in self.by_sort:
            found.append(Choice("deck", self.speech("nt.label.deck"), base[deck] - less))
        for design in self.by_sort.get(take, []):
            code = self.code(design)
            add = base[take] + design - less
            found.append(Choice(f"offer-{code}", self.project(code), add))
        return found

    def elements(self, sort: int, less: int, ask: str) -> list[Choice]:
        """The elements of factories, each leading to its spaces."""
        found: list[Choice] = []
        for source, spaces in self.by_source(sort).items():
            factory, colour = divmod(source, 4)
            label = self.speech(
                "nt.label.factory", factory=factory + 1, element=ELEMENT_WORDS[colour]
            )
            add = self.view["base"][sort] + source * len(self.names) - less
            then = self.where(spaces, colour, ask)
            found.append(Choice(f"factory-{factory}-{COLOURS[colour]}", label, add, then))
        return found

    def by_source(self, sort: int) -> dict[int, list[int]]:
        """The spaces that each element may go to."""
        found: dict[int, list[int]] = {}
        for rest in self.by_sort.get(sort, []):
            source, space = divmod(rest, len(self.names))
            found.setdefault(source, []).append(space)
        return found

    def where(self, spaces: list[int], colour: int, ask: str) -> int:
        """The question on which space an element goes."""
        asked = self.speech(ask, element=ELEMENT_WORDS[colour])
        return self.made.add(Node(asked, self.spaces(spaces, colour, 0)))

    def spaces(self, spaces: list[int], colour: int | None, more: int) -> list[Choice]:
        return [
            Choice(self.place(space), self.space(space, colour), more + space) for space in spaces
        ]

    def place(self, space: int) -> str:
        return f"space-{REGIONS[self.regions[space]]}-{self.names[space]}"

    def space(self, space: int, colour: int | None) -> str:
        """A space in words: its token, and the projects that an element there would complete."""
        region = self.regions[space]
        said = self.speech(
            "nt.label.space", region=REGION_WORDS[region], name=self.names[space].upper()
        )
        token = self.view["regions"][region]["tokens"][self.spots[space]]
        if token != ".":
            kind = KIND_WORDS[KIND_LETTERS.index(token)]
            said = self.speech("nt.label.token", space=said, kind=kind)
        if colour is None:
            return said
        codes = self.view["completes"].get(COLOURS[colour], {}).get(self.place(space), [])
        if codes:
            projects = [self.view["projects"][code]["name"] for code in codes]
            said = self.speech("nt.label.completes", space=said, projects=projects)
        return said

    def code(self, design: int) -> str:
        return self.view["codes"][design]

    def project(self, code: str) -> str:
        return describe(self.view["projects"][code], self.view["seat"], self.speech)


def describe(project: Project, seat: int | None, speech: Speech) -> str:
    """A project in words: its name, its elements, its shape, its points."""
    rows = project["pattern"]
    counts = [
        speech("nt.label.count", count=number, element=ELEMENT_WORDS[colour])
        for colour, letter in ((project["main"], "A"), (project["second"], "B"))
        if (number := "".join(rows).count(letter))
    ]
    silhouette = "/".join(rows).replace("A", "X").replace("B", "X")
    return speech(
        "nt.label.project",
        project=project["name"],
        elements=counts,
        shape=SILHOUETTES.get(silhouette, "#nt.shape.other"),
        n=worth(project, seat),
    )


def worth(project: Project, seat: int | None) -> int:
    """The points of a project to a seat (NT-4.5)."""
    single = project["main"] == project["second"]
    mine = seat is not None and project["main"] == colour_of(seat)
    return project["own"] if single and mine else project["points"]
