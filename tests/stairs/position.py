"""Mark, draw, play."""

from __future__ import annotations

from parvis.engine.chance import Chance, Rng
from parvis.engine.ledger import Line
from parvis.engine.position import EVERYTHING, Position
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting

MARK, DRAW, PLAY = 0, 1, 2
SQUARES = 9
DRAWING = 20  # the move that draws; 10 to 19 play a card


class Stairs(Position):
    def __init__(self, setting: Setting, chance: Chance) -> None:
        super().__init__(setting, chance)
        self.hands: list[list[int]] = []
        self.marks: list[int] = [-1] * SQUARES
        self.phase = MARK
        self.pending = False
        self.plays = 0
        self.last = -1
        self.points = [0] * setting.seats

    def turn(self) -> int | None:
        return None if self.pending or self.over() else self.plays % self.seats

    def over(self) -> bool:
        rounds = self.setting.options["rounds"]
        assert isinstance(rounds, int)
        return self.plays >= rounds * self.seats

    @property
    def move_limit(self) -> int:
        return DRAWING + 1

    def names(self, move: int) -> bool:
        return 0 <= move < SQUARES or 10 <= move <= DRAWING

    def playable(self) -> list[int]:
        hand = sorted(set(self.hands[self.plays % self.seats]))
        fitting = [card for card in hand if self.last < 0 or card % 2 == self.last % 2]
        return fitting or hand

    def moves(self) -> list[int]:
        if self.turn() is None:
            return []
        if self.phase == MARK:
            return list(range(SQUARES))
        if self.phase == DRAW:
            return [DRAWING]
        return [10 + card for card in self.playable()]

    def refusal(self, move: int) -> Refusal | None:
        if not self.names(move):
            raise Malformed(f"there is no move {move}")
        if move in self.moves():
            return None
        if self.phase == PLAY and 10 <= move < DRAWING:
            return Refusal("ST-1.2", "st.no.card", {"card": move - 10}, (f"card-{move - 10}",), 1)
        return Refusal("ST-1.1", "st.no.phase")

    def decide(self, move: int) -> None:
        refusal = self.refusal(move)
        if refusal is not None:
            raise Illegal(refusal)
        seat = self.turn()
        assert seat is not None
        if self.phase == MARK:
            self.marks[move] = seat
            self.phase = DRAW
        elif self.phase == DRAW:
            self.pending = True
        else:
            self.hands[seat].remove(move - 10)
            self.points[seat] += move - 10
            self.last = move - 10
            self.plays += 1
            self.phase = MARK

    def resolve(self) -> None:
        if self.pending:
            self.hands[self.plays % self.seats].append(int(self.chance.below(10)))
            self.pending = False
            self.phase = PLAY

    def play(self, move: int) -> None:
        self.decide(move)
        self.resolve()

    def foresee(self, move: int) -> Stairs:
        ahead = self.copy()
        ahead.decide(move)
        return ahead

    def copy(self) -> Stairs:
        twin = Stairs(self.setting, self.chance.copy())
        twin.hands = [list(hand) for hand in self.hands]
        twin.marks = list(self.marks)
        twin.phase, twin.pending, twin.plays = self.phase, self.pending, self.plays
        twin.last, twin.points = self.last, list(self.points)
        return twin

    def playout(self, rng: Rng) -> int:
        self.chance = rng
        count = 0
        while not self.over():
            moves = self.moves()
            self.play(moves[int(rng.below(len(moves)))])
            count += 1
        return count

    def fitting(self, path: tuple[str, ...]) -> list[int]:
        return [
            move
            for move in range(self.move_limit)
            if self.names(move) and path in ((), (pick_of(move),))
        ]

    def scores(self) -> list[int]:
        return list(self.points)

    def winners(self) -> list[int]:
        best = max(self.points)
        return [s for s in range(self.seats) if self.points[s] == best] if self.over() else []

    def ledger(self) -> list[Line]:
        return [
            Line(seat, points, "ST-1.2", "st.line", {"n": points})
            for seat, points in enumerate(self.points)
        ]

    def view(self, seat: int | None) -> dict[str, object]:
        view = self.frame(seat)
        view["hand"] = sorted(self.hands[seat]) if seat is not None else []
        view["sizes"] = [len(hand) for hand in self.hands]
        view["marks"] = list(self.marks)
        view["phase"] = self.phase
        view["last"] = self.last
        view["plays"] = self.plays
        return view

    def guess(self, seat: int | None, rng: Rng) -> Position:
        twin = self.copy()
        for other in range(self.seats):
            if other != seat:
                twin.hands[other] = [int(rng.below(10)) for _ in self.hands[other]]
        twin.chance = rng.spawn()
        return twin

    def story(self, move: int, seat: int | None) -> list[Sentence]:
        who = self.turn()
        if self.phase == MARK:
            return [Sentence("st.tell.mark", {"who": f"@{who}"}, (f"square-{move}",))]
        if self.phase == DRAW:
            if seat != who:
                return [Sentence("st.tell.draw", {"who": f"@{who}"})]
            after = self.copy()
            after.play(move)
            assert who is not None
            return [Sentence("st.tell.drawn", {"card": after.hands[who][-1]})]
        return [Sentence("st.tell.play", {"who": f"@{who}", "card": move - 10})]

    def say(self, move: int) -> str:
        return "d" if move == DRAWING else f"c{move - 10}" if move >= 10 else f"s{move}"

    def read(self, text: str) -> int:
        for move in range(self.move_limit):
            if self.names(move) and self.say(move) == text:
                return move
        raise Malformed(f"no move {text[:20]!r}")

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        hands = [
            ".".join(map(str, hand)) if seat in (EVERYTHING, s) else f"?{len(hand)}"
            for s, hand in enumerate(self.hands)
        ]
        return [
            ("hands", ",".join(hands)),
            ("marks", ",".join(map(str, self.marks))),
            ("phase", str(self.phase)),
            ("plays", str(self.plays)),
            ("last", str(self.last)),
            ("points", ",".join(map(str, self.points))),
        ]


def pick_of(move: int) -> str:
    return "draw" if move == DRAWING else f"card-{move - 10}" if move >= 10 else f"square-{move}"


def begin(setting: Setting, chance: Chance) -> Stairs:
    position = Stairs(setting, chance)
    position.hands = [[int(chance.below(10)) for _ in range(3)] for _ in range(setting.seats)]
    return position
