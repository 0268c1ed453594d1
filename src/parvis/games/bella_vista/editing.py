"""Setting up a position: buildings of the architect one looks at, hands, contracts, objectives, the
constraint and the round.

Whatever is changed, the round begins anew with its offers, unless a building is to be placed at
once. Every architect has built once a round: buildings that are missing for that were set aside.
What a building earned when it was placed is not reckoned: one that is put here earned nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Final

from parvis.engine.choices import Node, Step, Way
from parvis.engine.codec import Codec, Kind, Part
from parvis.engine.drawing.panel import Panel
from parvis.engine.editing import Editor, away, button, first, lead
from parvis.engine.refusal import Bar
from parvis.engine.words import Speech
from parvis.games.bella_vista import legality
from parvis.games.bella_vista.choices import which_turn
from parvis.games.bella_vista.components import (
    CONSTRAINT_TEXT,
    CONTRACT_TEXT,
    FORCED,
    GROUP_TEXT,
    HEIGHT_TEXT,
    HEIGHTS,
    NOTHING,
    ROUNDS,
    Components,
    coins_of,
    sets,
)
from parvis.games.bella_vista.drawing.buildings import NEUTRAL
from parvis.games.bella_vista.drawing.palette import Spare, palette
from parvis.games.bella_vista.labels import (
    GROUP_KEYS,
    HEIGHT_KEYS,
    constraint_words,
    contract_name,
)
from parvis.games.bella_vista.moves import TURNS
from parvis.games.bella_vista.position import BellaVista
from parvis.games.bella_vista.scoring import purse
from parvis.games.bella_vista.views import shapes_of

NOT_SPARE: Final = Bar("BV-1.2", "bv.no.edit.spare", 1)
NO_FIT: Final = Bar("BV-4.1", "bv.no.edit.fit", 2)
COVERED: Final = Bar("BV-4.1", "bv.no.edit.covered", 3)
FULL: Final = Bar("BV-5.4", "bv.no.edit.full", 4)
NOT_THERE: Final = Bar("", "bv.no.edit.there", 1)
NO_CARD: Final = Bar("BV-2.3", "bv.no.edit.card", 1)
PURSES: Final = ("0", "1", "2", "3", "5", "8", "12")
NUMBERS: Final = [str(n + 1) for n in range(HEIGHTS)]
FREE: Final = 3  # the neutral colour at three architects
UNBUILT: Final = "-"
ASIDE: Final = "x"
MINE: Final = "edit-mine"
Site = tuple[str, int]  # where it stands, what it earned
PACKS: Final = 8  # whose edits are kept


class Edits:
    """The kinds of edit of a pack."""

    def __init__(self, components: Components) -> None:
        names = [components.name(square) for square in range(components.squares)]
        square, turn = Part("square", names), Part("turn", list(TURNS))
        number, old = Part("spare", NUMBERS), Part("contract", list(CONTRACT_TEXT))
        self.build = Kind("build", "{spare}@{square}{turn}", (number, square, turn))
        neutral = Part("neutral", NUMBERS)
        self.neutral = Kind("neutral", "n{neutral}@{square}{turn}", (neutral, square, turn))
        self.raze = Kind("raze", "-@{square}", (square,))
        self.hand = Kind("hand", "{spare}>{card}", (number, Part("card", NUMBERS)))
        new = Part("new", list(CONTRACT_TEXT))
        self.show = Kind("show", "{contract}>{new}", (old, new))
        self.grant = Kind("grant", "{contract}+", (old,))
        self.refund = Kind("refund", "-{taken}", (Part("taken", list("0123")),))
        self.up = Kind("up", "!{up}", (Part("up", NUMBERS),), "edit-up")
        self.turn = Kind("turn", "turn-{seat}", (Part("seat", list("0123")),), "edit-turn")
        rounds = [str(n + 1) for n in range(ROUNDS)]
        self.round = Kind("round", "round-{round}", (Part("round", rounds),), "edit-round")
        wish = Part("constraint", list(CONSTRAINT_TEXT))
        self.constraint = Kind("constraint", "rule-{constraint}", (wish,), "edit-constraint")
        height, many = Part("height", list(HEIGHT_TEXT)), Part("group", list(GROUP_TEXT))
        self.height = Kind("height", "height-{height}", (height,), "edit-height")
        self.group = Kind("group", "group-{group}", (many,), "edit-group")
        self.coins = Kind("coins", "coins-{coins}", (Part("coins", list(PURSES)),), "edit-coins")
        self.codec = Codec([
            self.build, self.neutral, self.raze, self.hand, self.show, self.grant, self.refund,
            self.up, self.turn, self.round, self.constraint, self.height, self.group, self.coins,
        ])  # fmt: skip


@lru_cache(PACKS)
def edits_of(components: Components) -> Edits:
    """The kinds of edit, once for a pack."""
    return Edits(components)


class Lies:
    """What lies where: a position taken apart, to be changed and written again."""

    def __init__(self, position: BellaVista, fields: Mapping[str, str]) -> None:
        self.position = position
        self.seats = position.seats
        self.sets = sets(self.seats)
        self.fields = dict(fields)
        self.round = int(fields["round"])
        self.order = numbers(fields["order"])
        places, gains = fields["sites"].split(","), numbers(fields["gains"])
        sites: list[Site] = list(zip(places, gains, strict=True))
        # By seat and height: what was built of it, the first set first.
        self.built: list[list[list[Site]]] = []
        for seat in range(self.seats):
            colours = [seat, seat + 2][: self.sets]
            self.built.append([
                [sites[c * HEIGHTS + h] for c in colours if sites[c * HEIGHTS + h][0] != UNBUILT]
                for h in range(HEIGHTS)
            ])  # fmt: skip
        free = sites[FREE * HEIGHTS :] if self.seats == 3 else []
        self.neutral: list[Site] = [site for site in free if site[0] != UNBUILT]
        self.hands = [digits(text) for text in fields["hands"].split(",")]
        self.decks = [digits(text) for text in fields["decks"].split(",")]
        self.display, self.taken = numbers(fields["display"]), numbers(fields["taken"])
        self.contracts = numbers(fields["contracts"])
        self.paid = numbers(fields["paid"])
        self.up = 0  # the card to be built at once, and whose
        self.seat = 0

    def standing(self, seat: int) -> int:
        """How many buildings of a seat stand in the city."""
        return sum(place != ASIDE for sites in self.built[seat] for place, _ in sites)

    def least_round(self) -> int:
        """The earliest round in which so much can stand."""
        most = max(self.standing(seat) for seat in range(self.seats))
        first_neutral = max(
            [n + 2 for n, (p, _) in enumerate(self.neutral) if p != ASIDE], default=1
        )
        return max(-(-most // self.sets) + 1, first_neutral)

    def coins(self, seat: int) -> int:
        """What a seat had to pay with in all."""
        gains = [gain for sites in self.built[seat] for _, gain in sites]
        return purse(self.seats) + sum(map(coins_of, gains))

    # Changes.

    def place(self, seat: int, number: int, site: str) -> None:
        """A building stands; one that was set aside comes back for it."""
        sites = self.built[seat][number]
        aside = (ASIDE, FORCED)
        if aside in sites:
            sites.remove(aside)
        sites.append((site, 0))

    def settle(self) -> None:
        """The round begins: who has not built often enough has set buildings aside."""
        self.round = max(self.round, self.least_round())
        for seat in range(self.seats):
            self.set_aside(seat)
            self.deal(seat)
            self.paid[seat] = min(self.paid[seat], self.coins(seat))
        due = min(ROUNDS - 1, self.round - 1) if self.seats == 3 else 0
        missing: list[Site] = [(ASIDE, FORCED)] * (due - len(self.neutral))
        self.neutral = [*self.neutral, *missing][:due]

    def set_aside(self, seat: int) -> None:
        """As many buildings as rounds, standing or set aside."""
        due = self.sets * (self.round - 1)
        built = self.built[seat]
        while sum(map(len, built)) > due:
            sites = next(sites for sites in built if (ASIDE, FORCED) in sites)
            sites.remove((ASIDE, FORCED))
        while sum(map(len, built)) < due:
            # Rather what is still in the deck than what is in the hand.
            left = [h for h in range(HEIGHTS) if len(built[h]) < self.sets]
            held = self.hands[seat]
            built[min(left, key=lambda h: (h + 1 in held, h))].append((ASIDE, FORCED))

    def deal(self, seat: int) -> None:
        """Hand and deck from the cards that were never turned up, most of them as they were."""
        left = [n + 1 for n in range(HEIGHTS) for _ in range(self.sets - len(self.built[seat][n]))]
        drawn = int(self.position.drawn(self.round))
        kept: list[int] = []
        for number in (*self.hands[seat], *self.decks[seat], *left):
            if kept.count(number) < left.count(number):
                kept.append(number)
        size = len(left) - (self.sets * HEIGHTS - drawn)
        self.hands[seat], self.decks[seat] = sorted(kept[:size]), kept[size:]

    def line(self) -> tuple[list[str], int]:
        """The offers and the slot turned up: none yet, or the card to be built, then others'."""
        slots = self.fields["line"].count(",") + 1
        if not self.up:
            return ["-"] * slots, NOTHING
        cards = [f"{self.seat}:{self.up}"]
        self.hands[self.seat].remove(self.up)
        rest = [*self.order]
        rest.remove(self.seat)
        cards += [f"{seat}:{self.hands[seat].pop(0)}" for seat in rest]
        return [*cards, *["-"] * (slots - len(cards))], 0

    def text(self) -> dict[str, str]:
        """The position as text again."""
        line, slot = self.line()
        sites: list[Site] = [(UNBUILT, 0)] * (4 * HEIGHTS)
        for seat in range(self.seats):
            for height in range(HEIGHTS):
                for n, site in enumerate(self.built[seat][height]):
                    sites[(seat + 2 * n) * HEIGHTS + height] = site
        for n, site in enumerate(self.neutral):
            sites[FREE * HEIGHTS + n] = site
        return {
            **self.fields,
            "round": str(self.round),
            "phase": "build" if self.up else "offer",
            "order": listed(self.order),
            "line": ",".join(line),
            "slot": str(slot),
            "hands": ",".join(["".join(map(str, hand)) or "-" for hand in self.hands]),
            "decks": ",".join(["".join(map(str, deck)) or "-" for deck in self.decks]),
            "paid": listed(self.paid),
            "sites": ",".join([place for place, _ in sites]),
            "gains": listed([gain for _, gain in sites]),
            "latest": "-1",
            "display": listed(self.display),
            "taken": listed(self.taken),
            "contracts": listed(self.contracts),
        }


def numbers(text: str) -> list[int]:
    return [] if text == "-" else [int(part) for part in text.split(",")]


def digits(text: str) -> list[int]:
    return [] if text == "-" else [int(digit) for digit in text]


def listed(values: list[int]) -> str:
    return ",".join([str(value) for value in values]) or "-"


class BellaVistaEditor(Editor):
    """What can be changed in Bella Vista."""

    def __init__(self, position: BellaVista, seat: int) -> None:
        super().__init__(position, seat)
        self.bella = position
        self.components = position.components
        self.kinds = edits_of(position.components)
        self.lies = self.taken_apart()
        # In the last round there may stand more than any round could begin with.
        self.late = self.lies.least_round() > ROUNDS
        if position.city is not None and not self.late:
            self.lies.settle()
        self.hand = digits(self.fields["hands"].split(",")[seat])  # without what was offered
        city = position.city
        self.sites: list[tuple[int, int, int, int]] = []  # shape, square, turn, placement
        if city is not None:
            self.sites = [(*site, n) for n, site in enumerate(city.sites()) if position.free(n)]

    def taken_apart(self) -> Lies:
        return Lies(self.bella, self.fields)

    @property
    def codec(self) -> Codec:
        return self.kinds.codec

    def pick(self, kind: Kind, n: int, value: int) -> str:
        part = kind.parts[n]
        if part.name == "turn":
            return f"turn-{value}"
        if part.name in ("new", "up", "seat", "round", "constraint", "height", "group", "coins"):
            return f"edit-{part.name}-{value}"
        return super().pick(kind, n, value)

    # What bars an edit.

    def candidates(self) -> list[int]:
        kinds, shapes = self.kinds, self.components.shape
        found: list[int] = []
        for kind in (kinds.build, kinds.neutral):
            for number in range(HEIGHTS):
                if self.number_bar(kind, number) is None:
                    here = [site for site in self.sites if site[0] == shapes[number]]
                    found += [int(kind.move(number, square, turn)) for _, square, turn, _ in here]
        for kind in self.codec.kinds:
            if kind not in (kinds.build, kinds.neutral):
                found += range(int(kind.base), int(kind.base + kind.size))
        return found

    def bar(self, edit: int) -> Bar | None:
        kinds, lies = self.kinds, self.lies
        if self.bella.city is None:
            return legality.NOW_LAYOUT
        if self.bella.over():
            return legality.NOTHING_TO_DECIDE
        if self.late:
            return FULL
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        if kind in (kinds.build, kinds.neutral):
            return self.number_bar(kind, values[0]) or self.site_bar(*values)
        if kind is kinds.raze:
            return None if values[0] in self.standing else NOT_THERE
        if kind is kinds.hand:
            held = values[1] + 1 in self.hand and values[0] != values[1]
            left = values[0] + 1 in lies.decks[self.seat]
            return None if held and left else NO_CARD if held else NOT_THERE
        if kind in (kinds.show, kinds.grant):
            there = values[0] in lies.display
            return (
                None
                if there and (kind is kinds.grant or values[1] in lies.contracts)
                else NOT_THERE
            )
        if kind is kinds.refund:
            mine = [card for card in lies.taken if card % 4 == values[0]]
            return None if mine and values[0] < lies.seats else NOT_THERE
        return self.course_bar(kind, values[0])

    def number_bar(self, kind: Kind, number: int) -> Bar | None:
        """Why a building cannot stand anywhere."""
        lies = self.lies
        if kind is self.kinds.neutral:
            if lies.seats != 3 or number >= ROUNDS - 1:
                return NOT_SPARE
            stands = number < len(lies.neutral) and lies.neutral[number][0] != ASIDE
            return NOT_SPARE if stands else None
        standing = [place for place, _ in lies.built[self.seat][number] if place != ASIDE]
        if len(standing) >= lies.sets:
            return NOT_SPARE
        return FULL if lies.standing(self.seat) >= lies.sets * (ROUNDS - 1) else None

    def site_bar(self, number: int, square: int, turn: int) -> Bar | None:
        """Why a building cannot stand there."""
        placement = int(self.bella.town().placement(self.components.shape[number], square, turn))
        if placement == NOTHING:
            return NO_FIT
        return None if self.bella.free(placement) else COVERED

    @cached_property
    def standing(self) -> dict[int, tuple[int, int, int]]:
        """By square what stands on it: its owner (3: nobody at three), height, which of them."""
        found: dict[int, tuple[int, int, int]] = {}
        town, build = self.bella.town(), self.bella.kinds.build
        owners = [*self.lies.built, *[[]] * (FREE - self.lies.seats)]
        if self.lies.seats == 3:
            owners.append([[site] for site in self.lies.neutral])
        for owner, heights in enumerate(owners):
            for height, sites in enumerate(heights):
                for n, (place, _) in enumerate(sites):
                    if place != ASIDE:
                        values = build.values(self.bella.read(place))
                        shape = self.components.shape[height]
                        placement = int(town.placement(shape, *values))
                        for square in town.covered(placement):
                            found[square] = (owner, height, n)
        return found

    def course_bar(self, kind: Kind, value: int) -> Bar | None:
        """What bars changing the course of the game."""
        kinds, lies, fields = self.kinds, self.lies, self.fields
        if kind is kinds.up:
            # Every architect needs a card for the line.
            enough = all(len(hand) >= lies.sets for hand in lies.hands)
            site = any(shape == self.components.shape[value] for shape, *_ in self.sites)
            return None if value + 1 in lies.hands[self.seat] and enough and site else NO_CARD
        if kind is kinds.turn:
            there = value < lies.seats and (lies.order[0] != value or fields["phase"] != "offer")
        elif kind is kinds.round:
            there = value + 1 != lies.round
            if there and value + 1 < lies.least_round():
                return FULL
        elif kind is kinds.constraint:
            there = fields["constraints"].split(",")[lies.round - 1] != CONSTRAINT_TEXT[value]
        elif kind is kinds.height:
            there = fields["height"] != HEIGHT_TEXT[value]
        elif kind is kinds.group:
            there = fields["group"] != GROUP_TEXT[value]
        else:
            left = lies.coins(self.seat) - lies.paid[self.seat]
            there = int(PURSES[value]) <= lies.coins(self.seat) and left != int(PURSES[value])
        return None if there else NOT_THERE

    def facts(self, edit: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        picks = [self.pick(kind, n, value) for n, value in enumerate(values)]
        params: dict[str, object] = {"number": values[0] + 1}
        return params, tuple(pick for pick in picks if not pick.startswith(("edit-", "turn-")))

    # What an edit does.

    def change(self, edit: int) -> Mapping[str, str]:
        kinds, lies = self.kinds, self.taken_apart()
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        lies.settle()
        if kind is kinds.build:
            lies.place(self.seat, values[0], self.said(values[1], values[2]))
        elif kind is kinds.neutral:
            missing: list[Site] = [(ASIDE, FORCED)] * (values[0] + 1 - len(lies.neutral))
            lies.neutral += missing
            lies.neutral[values[0]] = (self.said(values[1], values[2]), 0)
        elif kind is kinds.raze:
            self.raze(lies, values[0])
        elif kind is kinds.hand:
            hand, deck = lies.hands[self.seat], lies.decks[self.seat]
            deck[deck.index(values[0] + 1)] = values[1] + 1
            hand[hand.index(values[1] + 1)] = values[0] + 1
        elif not self.move_contract(lies, kind, values):
            self.turn_on(lies, kind, values[0])
        lies.settle()
        return lies.text()

    def said(self, square: int, turn: int) -> str:
        build = self.bella.kinds.build
        return build.say(int(build.move(square, turn)))

    def raze(self, lies: Lies, square: int) -> None:
        """A building comes out of the city; the round stays."""
        owner, height, n = self.standing[square]
        if owner == FREE and lies.seats == 3:
            lies.neutral[height] = (ASIDE, FORCED)
        else:
            lies.built[owner][height].pop(n)

    def move_contract(self, lies: Lies, kind: Kind, values: list[int]) -> bool:
        """Contracts; whether it was one."""
        kinds = self.kinds
        if kind is kinds.show:
            lies.contracts[lies.contracts.index(values[1])] = values[0]
            lies.display[lies.display.index(values[0])] = values[1]
        elif kind is kinds.grant:
            lies.taken.append(4 * values[0] + self.seat)
            following = lies.contracts.pop(0) if lies.contracts else NOTHING
            lies.display[lies.display.index(values[0])] = following
        elif kind is kinds.refund:
            last = [card for card in lies.taken if card % 4 == values[0]][-1]
            lies.taken.reverse()
            lies.taken.remove(last)
            lies.taken.reverse()
            lies.contracts.append(last // 4)
        else:
            return False
        return True

    def turn_on(self, lies: Lies, kind: Kind, value: int) -> None:
        """The course of the game."""
        kinds, fields = self.kinds, lies.fields
        if kind is kinds.up:
            lies.up, lies.seat = value + 1, self.seat
        elif kind is kinds.turn:
            lies.order.remove(value)
            lies.order.insert(0, value)
        elif kind is kinds.round:
            lies.round = value + 1
        elif kind is kinds.constraint:
            rules = fields["constraints"].split(",")
            here, there = lies.round - 1, rules.index(CONSTRAINT_TEXT[value])
            rules[here], rules[there] = rules[there], rules[here]
            fields["constraints"] = ",".join(rules)
        elif kind is kinds.height:
            fields["height"] = HEIGHT_TEXT[value]
        elif kind is kinds.group:
            fields["group"] = GROUP_TEXT[value]
        else:
            lies.paid[self.seat] = lies.coins(self.seat) - int(PURSES[value])

    def emptied(self) -> Mapping[str, str]:
        lies = self.taken_apart()
        if self.bella.city is None:
            return {}
        for seat in range(lies.seats):
            lies.built[seat] = [[] for _ in range(HEIGHTS)]
        lies.neutral, lies.round = [], 1
        lies.settle()
        return lies.text()

    # How one picks it.

    def ways(self, speech: Speech) -> tuple[list[Way], dict[int, Node]]:
        """A building on a square; how it is turned is asked for after it."""
        kinds = self.kinds
        turns: dict[int, list[int]] = {}  # by building and square
        for edit in self.edits():
            if self.codec.kind_of(edit) in (kinds.build, kinds.neutral):
                turns.setdefault((edit - int(kinds.build.base)) // len(TURNS), []).append(edit)
            else:
                turns[-1 - edit] = [edit]
        ways: list[Way] = []
        rest: dict[int, Node] = {}
        for same in turns.values():
            kind = self.codec.kind_of(same[0])
            ways.append((same[0], self.steps(same[0], speech)))
            if kind in (kinds.build, kinds.neutral):
                number = int(kind.part(same[0], 0)) + 1
                several = tuple([int(kind.part(edit, 2)) for edit in same])
                rest[same[0]] = which_turn(number, several, speech.common)
        return ways, rest

    def steps(self, edit: int, speech: Speech) -> tuple[Step, ...]:
        kinds = self.kinds
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        picks = [self.pick(kind, n, value) for n, value in enumerate(values)]
        if kind in (kinds.raze, kinds.refund):
            return (first(picks[0], speech), away(speech))
        if kind in (kinds.build, kinds.neutral, kinds.hand):
            does = speech("kit.edit.exchange" if kind is kinds.hand else "kit.edit.put")
            where = Step(speech("kit.edit.where"), picks[1], "", titled=True, does=does)
            return (first(picks[0], speech), where)
        which = speech("kit.edit.which")
        if kind is kinds.grant:
            words = speech("bv.edit.mine", who=f"@{self.seat}")
            return (first(picks[0], speech), button(MINE, words, speech("kit.edit.with")))
        if kind is kinds.show:
            words = contract_name(CONTRACT_TEXT[values[1]], self.needs(values[1]), speech)
            return (first(picks[0], speech), button(picks[1], words, speech("kit.edit.with")))
        if kind is kinds.turn:
            plays = speech("kit.edit.plays", who=f"@{values[0]}")
            who = button(picks[0], plays, speech("kit.edit.who"))
            return (lead("turn", "kit.edit.turn", speech), who)
        name = kind.name
        return (
            lead(name, LEADS[name], speech),
            button(picks[0], self.words(kind, values[0], speech), which),
        )

    def needs(self, contract: int) -> int:
        """How many buildings a contract asks for."""
        return self.bella.needs[contract]

    def words(self, kind: Kind, value: int, speech: Speech) -> str:
        """What a button says."""
        kinds = self.kinds
        if kind is kinds.constraint:
            return constraint_words(CONSTRAINT_TEXT[value], speech)
        if kind is kinds.height:
            return speech(HEIGHT_KEYS[HEIGHT_TEXT[value]])
        if kind is kinds.group:
            return speech(GROUP_KEYS[GROUP_TEXT[value]])
        return PURSES[value] if kind is kinds.coins else str(value + 1)

    def palette(self, speech: Speech) -> Panel | None:
        if self.bella.city is None:
            return None
        kinds, lies = self.kinds, self.lies
        shapes = shapes_of(self.components)
        found: list[Spare] = []
        for kind, owner in ((kinds.build, self.seat), (kinds.neutral, NEUTRAL)):
            for number in range(HEIGHTS):
                if self.number_bar(kind, number) is None:
                    shape = tuple([(x, y) for x, y in shapes[number][0]])
                    sites = [] if owner == NEUTRAL else lies.built[self.seat][number]
                    standing = [place for place, _ in sites if place != ASIDE]
                    count = 1 if owner == NEUTRAL else lies.sets - len(standing)
                    pick = f"{kind.parts[0].name}-{number + 1}"
                    found.append((pick, number + 1, owner, shape, count))
        return palette(tuple(found), speech.name(self.seat), speech.common)


LEADS: Final = {
    "up": "bv.edit.up",
    "round": "bv.edit.round",
    "constraint": "bv.edit.constraint",
    "height": "bv.edit.height",
    "group": "bv.edit.group",
    "coins": "bv.edit.coins",
}


def editor(position: BellaVista, seat: int) -> Editor:
    """Who changes a position, looking from a seat."""
    return BellaVistaEditor(position, seat)
