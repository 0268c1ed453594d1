"""Legal moves as a tree of things one can pick; reads a view and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

from parvis.engine.choices import Step, Tree, tree_of
from parvis.engine.codec import Decoder
from parvis.engine.words import Speech
from parvis.games.neotopia.components import COLOURS, KINDS, REGIONS, Layout
from parvis.games.neotopia.labels import (
    ELEMENT_WORDS,
    IN_REGION,
    KIND_WORDS,
    REGION_WORDS,
    USES,
    colour_in,
    describe,
)
from parvis.games.neotopia.moves import FIRST_DESIGN, OFF_THE_DECK
from parvis.games.neotopia.notation import KIND_LETTERS
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


def choices(view: Mapping[str, object], speech: Speech) -> Tree:
    """The legal moves of a view."""
    return Questions(cast(View, view), speech).tree()


class Questions:
    """What is asked of the seat on turn."""

    def __init__(self, view: View, speech: Speech) -> None:
        self.view = view
        self.speech = speech
        self.decoder = Decoder(cast(list[dict[str, object]], view["kinds"]))
        self.regions: list[int] = []  # by space
        self.spots: list[int] = []
        self.names: list[str] = []
        for region, seen in enumerate(view["regions"]):
            names = Layout(seen["map"]).names
            self.regions += [region] * len(names)
            self.spots += range(len(names))
            self.names += names
        # Many moves share a step: each is put into words once.
        self.space_step = cache(self.space)
        self.card_step = cache(self.card)

    def tree(self) -> Tree:
        """All questions; the first is node 0."""
        decoded = [(move, *self.decoder.decode(move)) for move in self.view["moves"]]
        if not decoded:
            return Tree()
        self.ask = self.first_question({kind for _, kind, _ in decoded})
        decoded.sort(key=lambda entry: entry[1] in BUTTONS)
        return tree_of([(move, self.steps(kind, values)) for move, kind, values in decoded])

    def first_question(self, kinds: set[str]) -> str:
        phase = self.view["phase"]
        if phase == "colours":
            return self.speech("nt.ask.colour")
        if phase == "first":
            colour = colour_in(self.view, self.view["seat"])
            return self.speech("nt.ask.first", element=ELEMENT_WORDS[colour or 0])
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

    def steps(self, kind: str, values: list[int]) -> list[Step]:
        """The picks that make a move."""
        if kind in BUTTONS:
            return [self.button(kind)]
        found: list[Step] = []
        ask = self.ask
        if kind in BONUSES:
            token, key = BONUSES[kind]
            found.append(self.bonus(token))
            ask = self.speech(key)
        if kind == "start":
            return [self.space_step(ask, values[0], None)]
        if kind == "choose":
            word = self.speech.spoken(ELEMENT_WORDS[values[0]])
            return [Step(ask, f"reserve-{COLOURS[values[0]]}", word)]
        if kind == "build":
            return [self.card_step(ask, "hand", self.view["codes"][values[0]])]
        if len(values) == 1:
            if values[0] == OFF_THE_DECK:
                return [*found, Step(ask, "deck", self.speech("nt.label.deck"))]
            code = self.view["codes"][values[0] - FIRST_DESIGN]
            return [*found, self.card_step(ask, "offer", code)]
        colour = values[0] % len(COLOURS)
        element = ELEMENT_WORDS[colour]
        where = "nt.ask.outer" if kind == "permit" else "nt.ask.space"
        if kind == "initiative":
            label = self.speech("nt.label.reserve", element=element)
            found.append(Step(ask, f"reserve-{COLOURS[colour]}", label))
        else:
            factory = values[0] // len(COLOURS)
            label = self.speech("nt.label.factory", factory=factory + 1, element=element)
            found.append(Step(ask, f"factory-{factory}-{COLOURS[colour]}", label))
        return [*found, self.space_step(self.speech(where, element=element), values[1], colour)]

    def button(self, kind: str) -> Step:
        if kind == "end":
            return Step(self.ask, kind, self.speech("nt.label.end"), button=True)
        key = "nt.label.decline" if len(self.view["moves"]) > 1 else "nt.label.go_on"
        return Step(self.ask, kind, self.speech(key), button=True)

    def bonus(self, kind: int) -> Step:
        label = self.speech("nt.label.bonus", kind=KIND_WORDS[kind], use=USES[kind])
        return Step(self.ask, f"bonus-{KINDS[kind]}", label)

    def card(self, ask: str, where: str, code: str) -> Step:
        colour = colour_in(self.view, self.view["seat"])
        label = describe(self.view["projects"][code], colour, self.speech)
        return Step(ask, f"{where}-{code}", label)

    def space(self, ask: str, space: int, colour: int | None) -> Step:
        """A space in words: its token, and the projects that an element there would complete."""
        region = self.regions[space]
        place = f"space-{REGIONS[region]}-{self.names[space]}"
        said = self.speech(
            "nt.label.space", region=REGION_WORDS[region], name=self.names[space].upper()
        )
        token = self.view["regions"][region]["tokens"][self.spots[space]]
        if token != ".":
            kind = KIND_WORDS[KIND_LETTERS.index(token)]
            said = self.speech("nt.label.token", space=said, kind=kind)
        if colour is not None:
            codes = self.view["completes"].get(COLOURS[colour], {}).get(place, [])
            if codes:
                projects = [self.view["projects"][code]["name"] for code in codes]
                said = self.speech("nt.label.completes", space=said, projects=projects)
        return Step(ask, place, said)
