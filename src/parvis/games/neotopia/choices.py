"""Legal moves as a tree of things one can pick; reads a view and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from parvis.engine.choices import Choice, Node, Step, Tree, Way, tree_of
from parvis.engine.codec import Decoder, Run
from parvis.engine.words import Speech
from parvis.games.neotopia.components import COLOURS, KINDS, REGIONS
from parvis.games.neotopia.labels import (
    ELEMENT_WORDS,
    IN_REGION,
    KIND_WORDS,
    USES,
    colour_in,
    completing,
    describe,
    face_of,
    hint_words,
    layout_in,
    reserve_label,
    space_label,
    stock_label,
)
from parvis.games.neotopia.moves import FIRST_DESIGN, OFF_THE_DECK
from parvis.games.neotopia.schema import View

BUTTONS = ("end", "decline")  # told after everything else
# The bonus that a kind of move uses, and what is asked when it is picked.
BONUSES = {
    "grant": (0, "nt.ask.grant"),
    "automation-place": (1, "nt.ask.automation"),
    "automation-draw": (1, "nt.ask.automation"),
    "initiative": (2, "nt.ask.initiative"),
    "permit": (3, "nt.ask.permit"),
}
KEPT = 1 << 10  # sets of spaces that are remembered


def choices(view: Mapping[str, object], speech: Speech) -> Tree:
    """The legal moves of a view."""
    return Questions(cast(View, view), speech).tree()


class Questions:
    """What is asked of the seat on turn."""

    def __init__(self, view: View, speech: Speech) -> None:
        self.view = view
        self.speech = speech.common
        self.colour = colour_in(view, view["seat"])
        self.ways: list[Way] = []
        self.rest: dict[int, Node] = {}  # where many moves differ in the space only
        self.nodes: dict[tuple[str, tuple[int, ...]], Node] = {}

    def tree(self) -> Tree:
        """All questions; the first is node 0."""
        if not self.view["moves"]:
            return Tree()
        kinds = cast(list[dict[str, object]], self.view["kinds"])
        runs = Decoder(kinds).runs(self.view["moves"])
        self.spaces = spaces_in(self.view, self.speech)
        self.ask = self.first_question({run.kind for run in runs})
        runs.sort(key=lambda run: run.kind in BUTTONS)
        for run in runs:
            self.add(run)
        return tree_of(self.ways, self.rest)

    def first_question(self, kinds: set[str]) -> str:
        phase = self.view["phase"]
        if phase == "colours":
            return self.speech("nt.ask.colour")
        if phase == "first":
            return self.speech("nt.ask.first", element=ELEMENT_WORDS[self.colour or 0])
        if phase == "second":
            return self.speech("nt.ask.second")
        if phase == "build":
            if "build" not in kinds:
                return self.speech("nt.ask.build_none")
            region = REGIONS.index((self.view["at"] or "").split("-")[1])
            return self.speech("nt.ask.build", region=IN_REGION[region])
        if "end" in kinds:
            return self.speech("nt.ask.end")
        return self.speech("nt.ask.act", n=self.view["left"])

    def add(self, run: Run) -> None:
        """The moves of a run, with the picks that make them."""
        kind, before, start, last = run
        lead: list[Step] = []
        ask = self.ask
        if kind in BONUSES:
            token, key = BONUSES[kind]
            label = self.speech("nt.label.bonus", kind=KIND_WORDS[token], use=USES[token])
            lead = [Step(ask, f"bonus-{KINDS[token]}", label, titled=True)]
            ask = self.speech(key)
        if before:
            colour = before[0] % len(COLOURS)
            source = self.source(kind, before[0] // len(COLOURS), colour, ask)
            asked = self.speech("nt.ask.outer" if kind == "permit" else "nt.ask.space")
            self.ways.append((start, [*lead, source]))
            self.rest[start] = self.question(asked, tuple(last))
        else:
            self.ways += [(start + n, [*lead, self.single(kind, n, ask)]) for n in last]

    def question(self, ask: str, spaces: tuple[int, ...]) -> Node:
        """Which of these spaces; one node for all sources that lead there."""
        node = self.nodes.get((ask, spaces))
        if node is None:
            does = self.speech("nt.does.place")
            node = Node(ask, [self.spaces[space] for space in spaces], does=does)
            self.nodes[ask, spaces] = node
        return node

    def source(self, kind: str, factory: int, colour: int, ask: str) -> Step:
        """Where an element comes from."""
        if kind == "initiative":
            label = reserve_label(colour, self.view["reserve"][colour], self.speech)
            return Step(ask, f"reserve-{COLOURS[colour]}", label, titled=True)
        count = self.view["factories"][factory][colour]
        label = stock_label(factory, colour, count, self.speech)
        return Step(ask, f"factory-{factory}-{COLOURS[colour]}", label, titled=True)

    def single(self, kind: str, value: int, ask: str) -> Step:
        """What is picked in a move of one part, or of none."""
        if kind == "end":
            return Step(ask, kind, self.speech("nt.label.end"), button=True)
        if kind == "decline":
            key = "nt.label.decline" if len(self.view["moves"]) > 1 else "nt.label.go_on"
            return Step(ask, kind, self.speech(key), button=True, quiet=True)
        if kind == "start":
            space = self.spaces[value]
            does = self.speech("nt.does.place")
            return Step(ask, space.pick, space.label, titled=True, does=does)
        if kind == "choose":
            label = self.speech.spoken(ELEMENT_WORDS[value])
            does = self.speech("nt.does.choose")
            return Step(ask, f"reserve-{COLOURS[value]}", label, titled=True, does=does)
        if kind == "build":
            return self.card(ask, "hand", value, "nt.does.build")
        if value == OFF_THE_DECK:
            drawn = self.speech("nt.label.deck")
            return Step(ask, "deck", drawn, titled=True, does=drawn)
        return self.card(ask, "offer", value - FIRST_DESIGN, "nt.does.take")

    def card(self, ask: str, where: str, design: int, key: str) -> Step:
        code = self.view["codes"][design]
        project = self.view["projects"][code]
        label = describe(face_of(project), self.colour, self.speech)
        does = self.speech(key, project=project["name"])
        return Step(ask, f"{where}-{code}", label, titled=True, does=does)


def spaces_in(view: View, speech: Speech) -> list[Choice]:
    """Every space as the last pick of a move, if no element lies there."""
    regions = tuple([("/".join(seen["map"]), seen["tokens"]) for seen in view["regions"]])
    found = spaces_with(regions, speech)
    hints = completing(view)
    if hints:
        found = found.copy()
        numbers = numbers_on(tuple([map for map, _ in regions]))
        for place, hint in hints.items():
            space = numbers[place]
            label = found[space].label + hint_words(hint, speech)
            found[space] = Choice(place, label, space, titled=True)
    return found


@lru_cache(KEPT)
def spaces_with(regions: tuple[tuple[str, str], ...], speech: Speech) -> list[Choice]:
    """Every space with its token, by the maps and tokens of the regions."""
    found: list[Choice] = []
    for region, (map, tokens) in enumerate(regions):
        layout = layout_in(map)
        for name, mark, token in zip(layout.names, layout.marks, tokens, strict=True):
            label = space_label(region, name, mark == "o", ".", token, speech)
            pick = f"space-{REGIONS[region]}-{name}"
            found.append(Choice(pick, label, len(found), titled=True))
    return found


@lru_cache(KEPT)
def numbers_on(maps: tuple[str, ...]) -> dict[str, int]:
    """The spaces by their places, counted on through the regions."""
    places = [
        f"space-{region}-{name}"
        for region, map in zip(REGIONS, maps, strict=True)
        for name in layout_in(map).names
    ]
    return {place: number for number, place in enumerate(places)}
