"""Setting up a position: elements on spaces and in factories, projects in hands and in the offer,
tokens, whose turn and how near the end.

Elements come from the reserve and go back to it, projects from the deck; tokens that were used can
come back. Afterwards it is always somebody's turn to act. Projects are built by playing only.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from parvis.engine.choices import Step
from parvis.engine.codec import Codec, Kind, Part
from parvis.engine.drawing.panel import Panel
from parvis.engine.editing import Editor, away, button, first, lead
from parvis.engine.refusal import Bar
from parvis.engine.words import Speech
from parvis.games.neotopia import legality
from parvis.games.neotopia.components import (
    ACTIONS,
    BY_SEAT,
    COLOURS,
    EACH_KIND,
    KIND_LETTERS,
    KINDS,
    LETTERS,
    REGION_LETTERS,
    REGIONS,
    Components,
)
from parvis.games.neotopia.drawing.palette import palette
from parvis.games.neotopia.labels import ELEMENT_WORDS, KIND_WORDS, REGION_WORDS, face_of
from parvis.games.neotopia.phases import ENDS
from parvis.games.neotopia.position import Neotopia
from parvis.games.neotopia.views import projects_of

NOTHING: Final = Bar("", "nt.no.edit.nothing", 1)
NOT_THERE: Final = Bar("", "nt.no.edit.there", 1)
IN_PROJECT: Final = Bar("NT-4.3", "nt.no.edit.project", 3)
NO_CARD: Final = Bar("NT-1.4", "nt.no.edit.card", 1)
NO_TOKEN: Final = Bar("NT-6.5", "nt.no.edit.token", 1)
NOT_BONUS: Final = Bar("NT-2.2", "nt.no.edit.bonus", 2)
MOST_ROUNDS: Final = 30
HERE: Final = "edit-hand"  # the button that gives something to the seat one looks from
PLACES: Final = ("factory-0", "factory-1", "factory-2", "centre")
HEAPS: Final = [f"{factory}-{colour}" for factory in range(3) for colour in COLOURS]
PACKS: Final = 8  # whose edits are kept


class Edits:
    """The kinds of edit of a pack."""

    def __init__(self, parts: Components) -> None:
        element, spaces = Part("reserve", list(COLOURS)), Part("space", parts.space_code)
        card, kind = Part("spare", parts.codes), Part("token", list(KINDS))
        self.put = Kind("put", "{reserve}@{space}", (element, spaces))
        self.clear = Kind("clear", "-@{space}", (spaces,))
        self.supply = Kind("stock", "{reserve}+{to}", (element, Part("to", list(PLACES))))
        self.unstock = Kind("unstock", "-+{factory}", (Part("factory", HEAPS),))
        self.draw = Kind("draw", "{spare}>", (card,))
        self.swap = Kind("hand", "{spare}>{hand}", (card, Part("hand", parts.codes)))
        self.reoffer = Kind("offer", "{spare}>>{offer}", (card, Part("offer", parts.codes)))
        self.drop = Kind("drop", "-{hand}", (Part("hand", parts.codes),))
        self.lay = Kind("lay", "{token}@{space}", (kind, spaces))
        self.hold = Kind("hold", "{token}+", (kind,))
        self.use = Kind("use", "-{bonus}", (Part("bonus", list(KINDS)),))
        self.unbuild = Kind("unbuild", "-{last}", (Part("last", list(REGIONS)),))
        self.turn = Kind("turn", "turn-{seat}", (Part("seat", list("0123")),), "edit-turn")
        lefts = [str(n + 1) for n in range(ACTIONS)]
        self.left = Kind("left", "left-{left}", (Part("left", lefts),), "edit-left")
        rounds = [str(n + 1) for n in range(MOST_ROUNDS)]
        self.round = Kind("round", "round-{round}", (Part("round", rounds),), "edit-round")
        self.end = Kind("end", "end-{end}", (Part("end", list(ENDS)),), "edit-end")
        self.codec = Codec([
            self.put, self.clear, self.supply, self.unstock, self.draw, self.swap, self.reoffer,
            self.drop, self.lay, self.hold, self.use, self.unbuild, self.turn, self.left,
            self.round, self.end,
        ])  # fmt: skip


@lru_cache(PACKS)
def edits_of(parts: Components) -> Edits:
    """The kinds of edit, once for a pack."""
    return Edits(parts)


class Lies:
    """What lies where: a position taken apart, to be changed and written again."""

    def __init__(self, parts: Components, seats: int, fields: Mapping[str, str]) -> None:
        self.parts = parts
        self.seats = seats
        self.fields = dict(fields)
        self.ground = list("".join(fields["board"].split("/")))  # by space
        self.sizes = [len(row) for row in fields["board"].split("/")]
        self.heaps = [list(text.replace("-", "")) for text in fields["stock"].split("/")]
        self.lying = list(fields["lying"])
        self.tokens = [int(count) for count in fields["held"].split(",")]
        self.cards = [codes_in(text) for text in fields["hands"].split("/")]
        self.offered = [code for code in fields["offer"].split(",") if code != "."]
        self.builds = codes_in(fields["builds"])

    @property
    def turn(self) -> int:
        return int(self.fields["turn"])

    def in_reserve(self, colour: int) -> int:
        """How many elements of a colour are left in the box."""
        letter = LETTERS[colour]
        used = self.ground.count(letter) + sum(heap.count(letter) for heap in self.heaps)
        return self.parts.elements - used

    def deck(self) -> dict[str, int]:
        """How many cards of each design the deck has."""
        left = dict(zip(self.parts.codes, self.parts.copies, strict=True))
        built = [build.split(":")[2] for build in self.builds]
        for code in (*self.offered, *built, *(code for hand in self.cards for code in hand)):
            left[code] -= 1
        return left

    def spare(self, kind: int) -> int:
        """How many tokens of a kind are nowhere: they were used, or taken away."""
        letter = KIND_LETTERS[kind]
        held = sum(self.tokens[kind::4])
        seen = self.lying.count(letter) + self.fields["top"].count(letter)
        return EACH_KIND - held - seen - int(self.fields["covered"].split(",")[kind])

    def in_project(self, space: int) -> bool:
        """Whether the element on a space belongs to a project that is built."""
        region, spot = self.spot(space)
        for build in self.builds:
            _, code, _, way = build.split(":")
            if REGION_LETTERS.index(code[0]) == region and int(way, 16) >> spot & 1:
                return True
        return False

    def spot(self, space: int) -> tuple[int, int]:
        """The region of a space, and its number there."""
        region = 0
        while space >= self.sizes[region]:
            space -= self.sizes[region]
            region += 1
        return region, space

    def settle(self) -> None:
        """It is somebody's turn to act, and what was seen of hands is forgotten."""
        fields = self.fields
        if fields["phase"] in ("first", "colours"):
            fields["round"] = "1"
        fields["phase"] = "act"
        fields["left"] = str(max(1, int(fields["left"]))) if fields["left"] != "0" else str(ACTIONS)
        fields["used"], fields["acted"], fields["at"] = "0", "1", "-"
        fields["known"] = "/".join(["-"] * self.seats)
        fields["colours"] = self.colours()
        deck = self.deck()
        while len(self.offered) < 4 and any(deck.values()):
            code = next(code for code, left in deck.items() if left)
            deck[code] -= 1
            self.offered.append(code)

    def colours(self) -> str:
        """Who has not chosen a colour gets one."""
        letters = list(self.fields["colours"])
        for seat in range(self.seats):
            if letters[seat] == ".":
                free = [LETTERS[n] for n in BY_SEAT if LETTERS[n] not in letters]
                letters[seat] = free[0]
        return "".join(letters)

    def text(self) -> dict[str, str]:
        """The position as text again."""
        rows: list[str] = []
        at = 0
        for size in self.sizes:
            rows.append("".join(self.ground[at : at + size]))
            at += size
        offer = [*self.offered, *["."] * (4 - len(self.offered))]
        return {
            **self.fields,
            "board": "/".join(rows),
            "stock": "/".join(["".join(heap) or "-" for heap in self.heaps]),
            "lying": "".join(self.lying),
            "held": ",".join([str(count) for count in self.tokens]),
            "hands": "/".join([",".join(hand) or "-" for hand in self.cards]),
            "offer": ",".join(offer),
            "builds": ",".join(self.builds) or "-",
        }


def codes_in(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


class NeotopiaEditor(Editor):
    """What can be changed in Neotopia."""

    def __init__(self, position: Neotopia, seat: int) -> None:
        super().__init__(position, seat)
        self.parts = position.parts
        self.kinds = edits_of(position.parts)
        self.lies = self.taken_apart()
        self.own = self.lies.cards[seat]
        self.deck = self.lies.deck()
        self.bonuses = {space: slot for slot, space in enumerate(self.parts.slot_space)}

    def taken_apart(self) -> Lies:
        return Lies(self.parts, self.position.seats, self.fields)

    @property
    def codec(self) -> Codec:
        return self.kinds.codec

    def pick(self, kind: Kind, n: int, value: int) -> str:
        part = kind.parts[n]
        if part.name == "space":
            code = part.texts[value]
            return f"space-{REGIONS[REGION_LETTERS.index(code[0])]}-{code[1:]}"
        if part.name == "to":
            return part.texts[value]
        if part.name in ("seat", "left", "round", "end"):
            return f"edit-{part.name}-{value}"
        return super().pick(kind, n, value)

    # What bars an edit.

    def candidates(self) -> list[int]:
        kinds, codes = self.kinds, self.parts.codes
        spaces = range(len(self.parts.space_code))
        cards = [n for n, code in enumerate(codes) if self.deck[code]]
        found = [int(kinds.put.move(c, space)) for c in range(4) for space in spaces]
        for kind, lying in ((kinds.swap, self.own), (kinds.reoffer, self.lies.offered)):
            here = sorted({codes.index(code) for code in lying})
            found += [int(kind.move(new, old)) for new in cards for old in here]
        found += [int(kinds.lay.move(kind, space)) for kind in range(4) for space in self.bonuses]
        for kind in self.codec.kinds:
            if kind not in (kinds.put, kinds.swap, kinds.reoffer, kinds.lay):
                found += range(int(kind.base), int(kind.base + kind.size))
        return found

    def bar(self, edit: int) -> Bar | None:
        kinds, lies = self.kinds, self.lies
        if self.fields["phase"] == "over":
            return legality.GAME_OVER
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        if kind in (kinds.put, kinds.supply):
            if not lies.in_reserve(values[0]):
                return legality.NOT_IN_RESERVE
            return self.space_bar(values[1]) if kind is kinds.put else None
        if kind is kinds.clear:
            if lies.ground[values[0]] != ".":
                return self.space_bar(values[0])
            slot = self.bonuses.get(values[0])
            return NOTHING if slot is None or lies.lying[slot] == "." else None
        if kind is kinds.unstock:
            heap = lies.heaps[values[0] // 4]
            return None if LETTERS[values[0] % 4] in heap else NOTHING
        if kind in (kinds.draw, kinds.swap, kinds.reoffer):
            return self.card_bar(kind, values)
        if kind in (kinds.lay, kinds.hold):
            if lies.spare(values[0]) < 1:
                return NO_TOKEN
            return self.bonus_bar(values[1]) if kind is kinds.lay else None
        return self.other_bar(kind, values[0])

    def space_bar(self, space: int) -> Bar | None:
        """Why what lies on a space has to stay."""
        return IN_PROJECT if self.lies.in_project(space) else None

    def bonus_bar(self, space: int) -> Bar | None:
        """Why no token can lie on a space."""
        if space not in self.bonuses:
            return NOT_BONUS
        taken = self.lies.ground[space] != "." or self.lies.lying[self.bonuses[space]] != "."
        return NOT_THERE if taken else None

    def card_bar(self, kind: Kind, values: list[int]) -> Bar | None:
        """Why a project cannot come to a hand or the offer."""
        codes = self.parts.codes
        if not self.deck[codes[values[0]]] or sum(self.deck.values()) < 6:
            return NO_CARD
        if kind is self.kinds.draw:
            return None
        lying = self.own if kind is self.kinds.swap else self.lies.offered
        return None if codes[values[1]] in lying else NOT_THERE

    def other_bar(self, kind: Kind, value: int) -> Bar | None:
        """What bars taking something away, and changing whose turn it is."""
        kinds, lies, fields = self.kinds, self.lies, self.fields
        if kind is kinds.drop:
            there = self.parts.codes[value] in self.own
        elif kind is kinds.use:
            there = lies.tokens[self.seat * 4 + value] > 0
        elif kind is kinds.unbuild:
            letter = REGION_LETTERS[value]
            there = any(build.split(":")[1][0] == letter for build in lies.builds)
        elif kind is kinds.turn:
            there = value < lies.seats and (value != lies.turn or fields["phase"] != "act")
        elif kind is kinds.left:
            there = fields["left"] != str(value + 1)
        elif kind is kinds.round:
            there = fields["round"] != str(value + 1)
        else:
            there = fields["end"] != ENDS[value]
        return None if there else NOT_THERE

    def facts(self, edit: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        picks = [self.pick(kind, n, value) for n, value in enumerate(values)]
        params: dict[str, object] = {}
        for part, value in zip(kind.parts, values, strict=True):
            if part.name == "reserve":
                params["element"] = ELEMENT_WORDS[value]
            elif part.name == "space":
                code = part.texts[value]
                params["region"] = REGION_WORDS[REGION_LETTERS.index(code[0])]
                params["space"] = code[1:].upper()
            elif part.name == "token":
                params["kind"] = KIND_WORDS[value]
            elif part.name == "spare":
                params["project"] = projects_of(self.parts)[value]["name"]
        return params, tuple(pick for pick in picks if not pick.startswith("edit-"))

    # What an edit does.

    def change(self, edit: int) -> Mapping[str, str]:
        lies = self.taken_apart()
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        if not self.move_element(lies, kind, values) and not self.move_card(lies, kind, values):
            self.turn_on(lies, kind, values[0])
        lies.settle()
        return lies.text()

    def move_element(self, lies: Lies, kind: Kind, values: list[int]) -> bool:
        """Elements and tokens; whether it was one."""
        kinds = self.kinds
        if kind is kinds.put:
            lies.ground[values[1]] = LETTERS[values[0]]
            if values[1] in self.bonuses:
                lies.lying[self.bonuses[values[1]]] = "."
        elif kind is kinds.clear:
            if lies.ground[values[0]] == ".":
                lies.lying[self.bonuses[values[0]]] = "."
            lies.ground[values[0]] = "."
        elif kind is kinds.supply:
            lies.heaps[values[1]].append(LETTERS[values[0]])
        elif kind is kinds.unstock:
            lies.heaps[values[0] // 4].remove(LETTERS[values[0] % 4])
        elif kind is kinds.lay:
            lies.lying[self.bonuses[values[1]]] = KIND_LETTERS[values[0]]
        elif kind in (kinds.hold, kinds.use):
            lies.tokens[self.seat * 4 + values[0]] += 1 if kind is kinds.hold else -1
        else:
            return False
        return True

    def move_card(self, lies: Lies, kind: Kind, values: list[int]) -> bool:
        """Projects; whether it was one."""
        kinds, codes, hand = self.kinds, self.parts.codes, lies.cards[self.seat]
        if kind is kinds.draw:
            hand.append(codes[values[0]])
        elif kind is kinds.drop:
            hand.remove(codes[values[0]])
        elif kind in (kinds.swap, kinds.reoffer):
            lying = hand if kind is kinds.swap else lies.offered
            lying[lying.index(codes[values[1]])] = codes[values[0]]
        elif kind is kinds.unbuild:
            letter = REGION_LETTERS[values[0]]
            built = [n for n, build in enumerate(lies.builds) if build.split(":")[1][0] == letter]
            del lies.builds[built[-1]]
        else:
            return False
        return True

    def turn_on(self, lies: Lies, kind: Kind, value: int) -> None:
        """Whose turn it is, and how far the game is."""
        kinds, fields = self.kinds, lies.fields
        if kind is kinds.turn:
            fields["turn"], fields["left"] = str(value), str(ACTIONS)
        elif kind is kinds.left:
            fields["left"] = str(value + 1)
        elif kind is kinds.round:
            fields["round"] = str(value + 1)
            fields["phase"] = "act"
        else:
            fields["end"], fields["flag"] = ENDS[value], "0" if value else "1"
            if value:
                fields["tiles"] = "-"

    def emptied(self) -> Mapping[str, str]:
        lies = self.taken_apart()
        lies.builds = []
        lies.ground = ["."] * len(lies.ground)
        lies.settle()
        return lies.text()

    # How one picks it.

    def steps(self, edit: int, speech: Speech) -> tuple[Step, ...]:
        kinds = self.kinds
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        picks = [self.pick(kind, n, value) for n, value in enumerate(values)]
        if kind in (kinds.clear, kinds.unstock, kinds.drop, kinds.use, kinds.unbuild):
            return (first(picks[0], speech), away(speech))
        if kind in (kinds.draw, kinds.hold):
            words = speech("nt.edit.mine", who=f"@{self.seat}")
            return (first(picks[0], speech), button(HERE, words, speech("kit.edit.where")))
        if not kind.lead:
            swaps = kind in (kinds.swap, kinds.reoffer)
            does = speech("kit.edit.exchange" if swaps else "kit.edit.put")
            where = Step(speech("kit.edit.where"), picks[1], "", titled=True, does=does)
            return (first(picks[0], speech), where)
        which = speech("kit.edit.which")
        if kind is kinds.turn:
            plays = speech("kit.edit.plays", who=f"@{values[0]}")
            who = button(picks[0], plays, speech("kit.edit.who"))
            return (lead("turn", "kit.edit.turn", speech), who)
        if kind is kinds.left:
            number = button(picks[0], str(values[0] + 1), speech("kit.edit.how-many"))
            return (lead("left", "nt.edit.left", speech), number)
        if kind is kinds.round:
            number = button(picks[0], str(values[0] + 1), which)
            return (lead("round", "kit.edit.round", speech), number)
        key = ("nt.edit.end.far", "nt.edit.end.announced", "nt.edit.end.last")[values[0]]
        return (lead("end", "nt.edit.end", speech), button(picks[0], speech(key), which))

    def palette(self, speech: Speech) -> Panel | None:
        faces = [face_of(project) for project in projects_of(self.parts)]
        cards = [
            (code, face, self.deck[code])
            for code, face in zip(self.parts.codes, faces, strict=True)
            if self.deck[code]
        ]
        tokens = [max(0, self.lies.spare(kind)) for kind in range(len(KINDS))]
        colour = LETTERS.find(self.fields["colours"][self.seat])
        mine = None if colour < 0 else colour
        return palette(tuple(cards), tuple(tokens), mine, speech.common)


def editor(position: Neotopia, seat: int) -> Editor:
    """Who changes a position, looking from a seat."""
    return NeotopiaEditor(position, seat)
