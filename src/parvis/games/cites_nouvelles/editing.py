"""Setting up a position: blocks in hands, on lots and among what is kept; offers, whose turn.

A block is in one place. What is put somewhere comes from the Reserve, or from another hand that
then takes another block for it; what is taken away goes to the Reserve. What was shown of hands is
forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from parvis.engine.choices import Step
from parvis.engine.codec import Codec, Kind, Part
from parvis.engine.drawing.panel import Panel
from parvis.engine.editing import Editor, away, button, first, lead
from parvis.engine.refusal import Bar
from parvis.engine.words import Speech
from parvis.games.cites_nouvelles import legality
from parvis.games.cites_nouvelles.components import (
    ANSWER,
    BLOCK_OF,
    BLOCKS,
    CODES,
    DECORATE,
    DECORATIONS,
    ENOUGH,
    ENSEMBLES,
    LETTERS,
    LOTS,
    OFFER,
    OVER,
    PHASES,
    ROOM,
    SUIT,
    TRICK,
    TRUMPS,
)
from parvis.games.cites_nouvelles.drawing.palette import palette
from parvis.games.cites_nouvelles.labels import KINDS_WORDS, LOT_WORDS, block_words, kind_of
from parvis.games.cites_nouvelles.position import Cites
from parvis.games.cites_nouvelles.terms import Terms

NOT_SPARE: Final = Bar("", "cn.no.edit.spare", 1)
NOT_THERE: Final = Bar("", "cn.no.edit.there", 1)
OTHER_LOT: Final = Bar("CN-1.4", "cn.no.edit.lot", 2)
NO_ROOM: Final = Bar("CN-5.2", "cn.no.edit.room", 3)
ENDS: Final = Bar("CN-7.1", "cn.no.edit.ends", 4)
TOO_FEW: Final = Bar("CN-7.2", "cn.no.edit.few", 4)
NOT_KEPT: Final = Bar("CN-4.5", "cn.no.edit.kept", 2)
NO_OFFER: Final = Bar("CN-3.1", "cn.no.edit.offer", 1)
IDLE: Final = Bar("CN-7.1", "cn.no.edit.idle", 2)
MOST_ROUNDS: Final = 40
MOST_LEFT: Final = 15


class Edits:
    """The kinds of edit."""

    def __init__(self) -> None:
        spare, block = Part("spare", CODES), Part("block", CODES)
        lots, sides = Part("lot", list(LOTS)), Part("kept", list("0123"))
        self.hand = Kind("hand", "{spare}>{block}", (spare, block))
        self.build = Kind("build", "{spare}@{lot}", (spare, lots))
        self.keep = Kind("keep", "{spare}+{kept}", (spare, sides))
        self.remove = Kind("remove", "-{block}", (block,))
        self.offer = Kind("offer", "!{lot}", (lots,), "edit-offer")
        self.turn = Kind("turn", "turn-{seat}", (Part("seat", list("0123")),), "edit-turn")
        rounds = [str(n + 1) for n in range(MOST_ROUNDS)]
        self.round = Kind("round", "round-{round}", (Part("round", rounds),), "edit-round")
        sizes = [str(n + 1) for n in range(MOST_LEFT)]
        self.left = Kind("left", "left-{left}", (Part("left", sizes),), "edit-left")
        self.offers = Kind("offers", "offers", lead="edit-offers")
        self.tricks = Kind("tricks", "tricks", lead="edit-tricks")
        self.codec = Codec([
            self.hand, self.build, self.keep, self.remove, self.offer, self.turn, self.round,
            self.left, self.offers, self.tricks,
        ])  # fmt: skip


@cache
def all_edits() -> Edits:
    """The kinds of edit; they are the same for all packs."""
    return Edits()


class Lies:
    """What lies where: a position taken apart, to be changed and written again."""

    def __init__(self, terms: Terms, fields: Mapping[str, str]) -> None:
        self.terms = terms
        self.seats, self.sides = int(terms.seats), int(terms.sides)
        self.phase = PHASES.index(fields["phase"])
        self.round, self.speaker = int(fields["round"]), int(fields["speaker"])
        self.leader = int(fields["leader"])
        offers = fields["offers"].split(",")
        self.offers = [LETTERS.index(text[0]) if text != "-" else -1 for text in offers]
        self.namers = [int(text[1:]) if text != "-" else -1 for text in offers]
        self.held = [blocks_in(text) for text in fields["hands"].split(",")]
        self.trick = blocks_in(fields["trick"])
        self.keeps = [blocks_in(text) for text in fields["kept"].split(",")]
        self.went_back = blocks_in(fields["returned"])
        self.raised: list[tuple[int, int, int, list[int]]] = []  # round, side, lot, blocks
        for text in [] if fields["raised"] == "-" else fields["raised"].split(","):
            number, side, lot, blocks = text.split(":")
            self.raised.append((int(number), int(side), LETTERS.index(lot), blocks_in(blocks)))

    def standing(self, lot: int) -> list[int]:
        """What stands on a lot."""
        return [block for _, _, on, blocks in self.raised if on == lot for block in blocks]

    def built(self) -> list[int]:
        return [block for _, _, _, blocks in self.raised for block in blocks]

    def reserve(self) -> list[int]:
        """The blocks that are nowhere else; those sent back in this round are there too."""
        gone = {*self.built(), *self.trick}
        gone = gone.union(*self.held, *self.keeps)
        return [block for block in range(BLOCKS) if block not in gone]

    @property
    def left(self) -> int:
        """How many blocks a hand has before the trick."""
        return max(map(len, self.held), default=0)

    def most(self, built: int) -> int:
        """How many blocks a hand can have if so many are built."""
        return min(int(self.terms.hand), (BLOCKS - built) // self.seats)

    def last_round(self) -> int:
        """The last round that built something."""
        return self.raised[-1][0] if self.raised else 0

    # Changes.

    def draw(self, block: int) -> None:
        """A block leaves where it is; a hand takes another from the Reserve for it."""
        if block in self.went_back:
            self.went_back.remove(block)
        for hand in self.held:
            if block in hand:
                hand[hand.index(block)] = self.reserve()[0]

    def put_back(self, block: int) -> None:
        """A block of a lot, or one that was kept, goes back to the Reserve."""
        for kept in self.keeps:
            if block in kept:
                kept.remove(block)
        for _, _, _, blocks in self.raised:
            if block in blocks:
                blocks.remove(block)
        self.raised = [each for each in self.raised if each[3]]
        if self.round - 1 - self.last_round() >= int(self.terms.idle_rounds):
            self.round = self.last_round() + 1

    def build(self, block: int, side: int, lot: int) -> None:
        """A block stands on a lot, built by this side in the round before."""
        self.round = max(self.round, 2)
        for number, by, on, blocks in self.raised:
            if (number, by, on) == (self.round - 1, side, lot):
                blocks.append(block)
                return
        self.raised.append((self.round - 1, side, lot, [block]))

    def take_up(self) -> None:
        """The blocks of the trick go back to the hands that they came from."""
        for turn, block in enumerate(self.trick):
            self.held[(self.leader + turn) % self.seats].append(block)
        self.trick = []

    def deal(self, size: int) -> None:
        """Make all hands so large."""
        self.take_up()
        for hand in self.held:
            del hand[size:]
        for hand in self.held:
            while len(hand) < size:
                hand.append(self.reserve()[0])

    def ask_offers(self, speaker: int) -> None:
        """The round begins: nobody has offered."""
        self.deal(self.left or 1)
        self.phase, self.speaker, self.leader = OFFER, speaker, speaker
        self.offers, self.namers = [-1] * self.sides, [-1] * self.sides
        self.keeps, self.went_back = [[] for _ in range(self.sides)], []

    def ask_lead(self, leader: int) -> None:
        """Every side has offered, and this seat leads."""
        self.deal(self.left or 1)
        for side in range(self.sides):
            if self.offers[side] < 0:
                self.offers[side] = min(set(range(ENSEMBLES)) - set(self.offers))
                self.namers[side] = side
        self.phase, self.leader = TRICK, leader

    def turn(self) -> str:
        if self.phase == TRICK:
            return str((self.leader + len(self.trick)) % self.seats)
        made = self.sides - self.offers.count(-1)
        return str((self.speaker + made + (2 if self.phase == ANSWER else 0)) % self.seats)

    def fields(self) -> dict[str, str]:
        """The position as text again."""
        named = zip(self.offers, self.namers, strict=True)
        offers = [f"{LETTERS[lot]}{namer}" if lot >= 0 else "-" for lot, namer in named]
        raised = [
            f"{number}:{side}:{LETTERS[lot]}:{joined(blocks)}"
            for number, side, lot, blocks in self.raised
        ]
        elsewhere = set(range(BLOCKS)) - set(self.reserve())
        return {
            "phase": PHASES[self.phase],
            "round": str(self.round),
            "speaker": str(self.speaker),
            "turn": self.turn(),
            "leader": str(self.leader),
            "offers": ",".join(offers),
            "hands": ",".join([joined(sorted(hand)) for hand in self.held]),
            "trick": joined(self.trick),
            "last": "-",
            "kept": ",".join([joined(sorted(kept)) for kept in self.keeps]),
            "returned": joined([block for block in self.went_back if block not in elsewhere]),
            "voids": ",".join(["-"] * self.seats),
            "turned": "-",
            "raised": ",".join(raised) or "-",
        }


def blocks_in(text: str) -> list[int]:
    return [] if text == "-" else [BLOCK_OF[code] for code in text.split(".")]


def joined(blocks: list[int]) -> str:
    return ".".join([CODES[block] for block in blocks]) or "-"


class CitesEditor(Editor):
    """What can be changed in Cités Nouvelles."""

    def __init__(self, position: Cites, seat: int) -> None:
        super().__init__(position, seat)
        self.terms = position.terms
        self.kinds = all_edits()
        self.lies = self.taken_apart()
        self.side = seat % self.lies.sides
        self.hand = self.lies.held[seat]
        held = {block for hand in self.lies.held for block in hand if hand is not self.hand}
        self.spare = sorted({*self.lies.reserve(), *held})

    def taken_apart(self) -> Lies:
        return Lies(self.terms, self.fields)

    @property
    def codec(self) -> Codec:
        return self.kinds.codec

    def pick(self, kind: Kind, n: int, value: int) -> str:
        name = kind.parts[n].name
        if name in ("spare", "block", "lot", "kept"):
            return super().pick(kind, n, value)
        return f"edit-{name}-{value}"

    # What bars an edit.

    def candidates(self) -> list[int]:
        kinds, lies = self.kinds, self.lies
        found = [int(kinds.hand.move(new, old)) for new in self.spare for old in self.hand]
        found += [
            int(kinds.build.move(block, lot)) for block in self.spare for lot in range(ENSEMBLES)
        ]
        sides = range(lies.sides)
        found += [int(kinds.keep.move(block, side)) for block in self.spare for side in sides]
        others = (kinds.remove, kinds.offer, kinds.turn, kinds.round, kinds.left)
        for kind in (*others, kinds.offers, kinds.tricks):
            found += range(int(kind.base), int(kind.base + kind.size))
        return found

    def bar(self, edit: int) -> Bar | None:
        kinds, lies = self.kinds, self.lies
        if lies.phase == OVER:
            return legality.GAME_OVER
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        if kind in (kinds.hand, kinds.build, kinds.keep) and values[0] not in self.spare:
            return NOT_SPARE
        if kind is kinds.hand:
            return None if values[1] in self.hand else NOT_THERE
        if kind is kinds.build:
            return self.build_bar(*values)
        if kind is kinds.keep:
            return self.keep_bar(*values)
        if kind is kinds.remove:
            kept = [block for kept in lies.keeps for block in kept]
            return None if values[0] in (*lies.built(), *kept) and self.asks() else NOT_THERE
        if kind is kinds.offer:
            return self.offer_bar(values[0])
        return self.course_bar(kind, values)

    def asks(self) -> bool:
        """Whether hands are being played; what is kept is not being built."""
        return self.lies.phase != DECORATE

    def course_bar(self, kind: Kind, values: list[int]) -> Bar | None:
        """What bars changing whose turn it is, which round, what is asked."""
        kinds, lies = self.kinds, self.lies
        if kind is kinds.turn:
            there = values[0] < lies.seats and lies.turn() != str(values[0]) and self.asks()
            return None if there else NOT_THERE
        if kind is kinds.round:
            if values[0] + 1 == lies.round or values[0] < lies.last_round():
                return NOT_THERE
            idle = values[0] - lies.last_round()
            return None if idle < int(self.terms.idle_rounds) else IDLE
        if kind is kinds.left:
            if not self.asks() or values[0] + 1 == lies.left:
                return NOT_THERE
            return None if self.enough(values[0] + 1) else TOO_FEW
        if kind is kinds.offers:
            return None if self.enough(lies.left or 1) and lies.phase != OFFER else NOT_THERE
        return None if self.enough(lies.left or 1) and lies.phase != TRICK else NOT_THERE

    def enough(self, size: int) -> bool:
        """Whether there are blocks for hands of this size."""
        lies = self.lies
        there = len(lies.reserve()) + len(lies.trick) + sum(map(len, lies.held))
        return size <= lies.most(len(lies.built())) and size * lies.seats <= there

    def build_bar(self, block: int, lot: int) -> Bar | None:
        """Why a block cannot stand on a lot."""
        lies = self.lies
        if SUIT[block] not in (lot, TRUMPS):
            return OTHER_LOT
        standing = [*lies.standing(lot), block]
        kinds = [kind_of(each, self.terms.kinds) for each in standing]
        if SUIT[block] == TRUMPS and kinds.count(kinds[-1]) > ROOM:
            return NO_ROOM
        trumps = sum(SUIT[each] == TRUMPS for each in standing)
        if trumps == DECORATIONS and len(standing) - trumps >= ENOUGH:
            return ENDS
        small = lies.left > lies.most(len(lies.built()) + 1)
        return TOO_FEW if small or not lies.reserve() or not self.asks() else None

    def keep_bar(self, block: int, side: int) -> Bar | None:
        """Why a side cannot have kept a block."""
        lies = self.lies
        if side >= lies.sides:
            return NOT_THERE
        if lies.phase != TRICK:
            return NO_OFFER
        if SUIT[block] not in (lies.offers[side], TRUMPS):
            return NOT_KEPT
        return None if len(lies.reserve()) > 1 else TOO_FEW

    def offer_bar(self, lot: int) -> Bar | None:
        """Why one's side cannot have offered this."""
        lies = self.lies
        if lies.phase != TRICK:
            return NO_OFFER
        if lies.offers[self.side] == lot:
            return NOT_THERE
        if lies.offers.count(lot) < (2 if self.terms.contre else 1):
            return None
        return legality.DOUBLED if self.terms.contre else legality.OFFERED

    def facts(self, edit: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        picks = [self.pick(kind, n, value) for n, value in enumerate(values)]
        params: dict[str, object] = {}
        for part, value in zip(kind.parts, values, strict=True):
            if part.name in ("spare", "block"):
                params |= block_words(value, self.terms.kinds)
                name = kind_of(value, self.terms.kinds)
                params["kind"] = KINDS_WORDS.get(name, "")
            elif part.name == "lot":
                params["lot"] = LOT_WORDS[value]
                if value in self.lies.offers:
                    namer = self.lies.namers[self.lies.offers.index(value)]
                    params["namer"] = f"@{namer}"
        return params, tuple(pick for pick in picks if not pick.startswith("edit-"))

    # What an edit does.

    def change(self, edit: int) -> Mapping[str, str]:
        kinds, lies = self.kinds, self.taken_apart()
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        if kind is kinds.hand:
            self.exchange(lies, values[0], values[1])
        elif kind is kinds.build:
            lies.draw(values[0])
            lies.build(values[0], self.side, values[1])
        elif kind is kinds.keep:
            lies.draw(values[0])
            lies.keeps[values[1]].append(values[0])
        elif kind is kinds.remove:
            lies.put_back(values[0])
        elif kind is kinds.offer:
            self.offer(lies, values[0])
        elif kind is kinds.round:
            lies.round = values[0] + 1
        elif kind is kinds.left:
            lies.deal(values[0] + 1)
        elif kind is kinds.offers or (kind is kinds.turn and lies.phase in (OFFER, ANSWER)):
            lies.ask_offers(values[0] if values else self.seat)
        else:
            lies.ask_lead(values[0] if values else self.seat)
        return lies.fields()

    def exchange(self, lies: Lies, new: int, old: int) -> None:
        """A block of one's hand for another, perhaps another hand's."""
        if new in lies.went_back:
            lies.went_back.remove(new)
        for hand in lies.held:
            if new in hand:
                hand[hand.index(new)] = old
        mine = lies.held[self.seat]
        mine[mine.index(old)] = new

    def offer(self, lies: Lies, lot: int) -> None:
        """One's side has named another ensemble; what it then does not keep goes back."""
        lies.offers[self.side] = lot
        kept = lies.keeps[self.side]
        lies.keeps[self.side] = [block for block in kept if SUIT[block] in (lot, TRUMPS)]

    def emptied(self) -> Mapping[str, str]:
        lies = self.taken_apart()
        lies.raised, lies.round = [], 1
        lies.ask_offers(lies.speaker)
        return lies.fields()

    # How one picks it.

    def steps(self, edit: int, speech: Speech) -> tuple[Step, ...]:
        kinds = self.kinds
        kind = self.codec.kind_of(edit)
        values = kind.values(edit)
        picks = [self.pick(kind, n, value) for n, value in enumerate(values)]
        if kind in (kinds.hand, kinds.build, kinds.keep):
            does = speech("kit.edit.exchange" if kind is kinds.hand else "kit.edit.put")
            where = Step(speech("kit.edit.where"), picks[1], "", titled=True, does=does)
            return (first(picks[0], speech), where)
        if kind is kinds.remove:
            return (first(picks[0], speech), away(speech))
        which = speech("kit.edit.which")
        if kind is kinds.offer:
            lot = Step(which, picks[0], "", titled=True, does=speech("cn.edit.offer.does"))
            return (lead("offer", "cn.edit.offer", speech), lot)
        if kind is kinds.turn:
            plays = speech("kit.edit.plays", who=f"@{values[0]}")
            who = button(picks[0], plays, speech("kit.edit.who"))
            return (lead("turn", "kit.edit.turn", speech), who)
        if kind is kinds.round:
            number = button(picks[0], str(values[0] + 1), which)
            return (lead("round", "cn.edit.round", speech), number)
        if kind is kinds.left:
            number = button(picks[0], str(values[0] + 1), speech("kit.edit.how-many"))
            return (lead("left", "cn.edit.left", speech), number)
        key = "cn.edit.offers" if kind is kinds.offers else "cn.edit.tricks"
        return (lead("phase", "kit.edit.phase", speech), button(kind.lead, speech(key), which))

    def palette(self, speech: Speech) -> Panel | None:
        kinds = self.terms.kinds
        blocks = [(block, kind_of(block, kinds)) for block in self.spare]
        return palette(tuple(blocks), speech.common)


def editor(position: Cites, seat: int) -> Editor:
    """Who changes a position, looking from a seat."""
    return CitesEditor(position, seat)
