"""A position: its state, how moves change it, what bars them, and who knows what."""

from __future__ import annotations

from parvis.engine.chance import Chance, Rng
from parvis.engine.codec import Codec
from parvis.engine.ledger import Line
from parvis.engine.position import EVERYTHING, Position
from parvis.engine.refusal import Bar
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from tests.stairs.components import STEPS, read_components
from tests.stairs.moves import CODEC, MARK, PLAY

DEALING = "dealing"  # the phase when a card is drawn and nobody has seen it

OVER = Bar("ST-2.2", "st.no.over")
NOT_NOW = Bar("ST-1.1", "st.no.now")
MARKED = Bar("ST-1.2", "st.no.marked", reach=1)
NOT_HELD = Bar("ST-1.4", "st.no.card", reach=1)


class Stairs(Position):
    def __init__(self, setting: Setting, chance: Chance) -> None:
        super().__init__(setting, chance)
        self.phase = "mark"  # the kind of move that is to be played
        self.turns = 0  # how many are over
        self.marks: list[int | None] = [None] * STEPS  # by step: the seat whose mark it bears
        self.hands: list[list[int]] = [[] for _ in range(setting.seats)]
        self.points = [0] * setting.seats

    def twin(self, chance: Chance) -> Stairs:
        twin = Stairs(self.setting, chance)
        twin.phase = self.phase
        twin.turns = self.turns
        twin.marks = list(self.marks)
        twin.hands = [list(hand) for hand in self.hands]
        twin.points = list(self.points)
        return twin

    # The course of play.

    @property
    def seat(self) -> int:
        """Whose turn goes on."""
        return self.turns % self.seats

    def turn(self) -> int | None:
        return None if self.phase == DEALING or self.over() else self.seat

    def over(self) -> bool:
        return self.turns // self.seats == self.setting.options["rounds"]

    def decide(self, move: int) -> None:
        if self.phase == "mark":
            self.marks[MARK.only(move)] = self.seat
            self.phase = "draw"
        elif self.phase == "draw":
            self.phase = DEALING
        else:
            card = PLAY.only(move)
            self.hands[self.seat].remove(card)
            if self.marks[card] == self.seat:
                self.points[self.seat] += card
            self.turns += 1
            self.phase = "mark"

    def resolve(self) -> None:
        if self.phase == DEALING:
            self.hands[self.seat].append(any_card(self.chance))
            self.phase = "play"

    def ledger(self) -> list[Line]:
        lines = [Line(s, n, "ST-2.3", "st.line.cards") for s, n in enumerate(self.points)]
        return [line for line in lines if line.points]

    # What may be played.

    @property
    def codec(self) -> Codec:
        return CODEC

    def bar(self, move: int) -> Bar | None:
        if self.over():
            return OVER
        if CODEC.kind_of(move).name != self.phase:
            return NOT_NOW
        if self.phase == "mark" and self.marks[MARK.only(move)] == self.seat:
            return MARKED
        if self.phase == "play" and PLAY.only(move) not in self.hands[self.seat]:
            return NOT_HELD
        return None

    # Who knows what.

    def seen(self, seat: int | None) -> dict[str, object]:
        return {
            "phase": self.phase,
            "turns": self.turns,
            "marks": list(self.marks),
            "hand": [] if seat is None else sorted(self.hands[seat]),
            "points": list(self.points),
        }

    def guessed(self, seat: int | None, rng: Rng) -> Stairs:
        guess = self.twin(rng.spawn())
        for other in range(self.seats):
            if other != seat:
                guess.hands[other] = [any_card(rng) for _ in self.hands[other]]
        return guess

    def recount(self, move: int, seat: int | None) -> list[Sentence]:
        told = {"who": f"@{self.seat}", **self.meaning(move)}
        if self.phase == "mark":
            return [Sentence("st.tell.mark", told, (f"step-{told['step']}",))]
        if self.phase == "play":
            return [Sentence("st.tell.play", told)]
        if seat != self.seat:
            return [Sentence("st.tell.draw", told)]
        after = self.twin(self.chance.copy())
        after.decide(move)
        after.resolve()
        return [Sentence("st.tell.drawn", {"card": after.hands[seat][-1]})]

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        found = [
            ("phase", self.phase),
            ("turns", str(self.turns)),
            ("marks", ",".join("-1" if mark is None else str(mark) for mark in self.marks)),
            ("points", ",".join(map(str, self.points))),
        ]
        for holder, hand in enumerate(self.hands):
            known = seat in (EVERYTHING, holder)
            found.append((f"hand{holder}", ",".join(map(str, hand)) if known else f"?{len(hand)}"))
        return found


def any_card(chance: Chance) -> int:
    """A card of the pile, which never ends."""
    return int(chance.below(STEPS))


def begin(setting: Setting, chance: Chance) -> Stairs:
    position = Stairs(setting, chance)
    for hand in position.hands:
        hand.extend(any_card(chance) for _ in range(read_components(setting.pack)))
    return position
