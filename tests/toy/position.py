"""Each plays a card; the highest wins what a die shows; three tricks."""

from __future__ import annotations

from parvis.engine.chance import Chance, Rng, shuffle
from parvis.engine.ledger import Line
from parvis.engine.position import EVERYTHING, Position
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from tests.toy.components import read_components

TRICKS = 3


class ToyPosition(Position):
    def __init__(self, setting: Setting, chance: Chance) -> None:
        super().__init__(setting, chance)
        self.cards = read_components(setting.pack)
        self.hands: list[list[int]] = []
        self.table: list[int] = []
        self.lead = 0
        self.won: list[tuple[int, int]] = []
        self.gone: list[int] = []

    def turn(self) -> int | None:
        if self.over() or len(self.table) == self.seats:
            return None
        return (self.lead + len(self.table)) % self.seats

    def over(self) -> bool:
        return len(self.won) == TRICKS

    @property
    def move_limit(self) -> int:
        return self.cards

    def names(self, move: int) -> bool:
        return 0 <= move < self.cards

    def moves(self) -> list[int]:
        seat = self.turn()
        return [] if seat is None else sorted(self.hands[seat])

    def refusal(self, move: int) -> Refusal | None:
        if not self.names(move):
            raise Malformed(f"there is no card {move}")
        seat = self.turn()
        if seat is None:
            return Refusal("TY-1.3", "ty.no.over")
        if move in self.hands[seat]:
            return None
        return Refusal("TY-1.1", "ty.no.card", {"card": move + 1}, (f"card-{move + 1}",))

    def decide(self, move: int) -> None:
        refusal = self.refusal(move)
        if refusal is not None:
            raise Illegal(refusal)
        seat = self.turn()
        assert seat is not None
        self.hands[seat].remove(move)
        self.table.append(move)
        self.gone.append(move)

    def resolve(self) -> None:
        if len(self.table) == self.seats:
            self.lead = (self.lead + self.table.index(max(self.table))) % self.seats
            die = self.setting.options["die"]
            assert isinstance(die, int)
            self.won.append((self.lead, 1 + int(self.chance.below(die))))
            self.table = []

    def play(self, move: int) -> None:
        self.decide(move)
        self.resolve()

    def foresee(self, move: int) -> ToyPosition:
        ahead = self.copy()
        ahead.decide(move)
        return ahead

    def copy(self) -> ToyPosition:
        twin = ToyPosition(self.setting, self.chance.copy())
        twin.hands = [list(hand) for hand in self.hands]
        twin.table = list(self.table)
        twin.lead = self.lead
        twin.won = list(self.won)
        twin.gone = list(self.gone)
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
        return [move for move in range(self.cards) if path in ((), (f"card-{move + 1}",))]

    def scores(self) -> list[int]:
        return [sum(points for who, points in self.won if who == s) for s in range(self.seats)]

    def winners(self) -> list[int]:
        scores = self.scores()
        return [s for s in range(self.seats) if scores[s] == max(scores)] if self.over() else []

    def ledger(self) -> list[Line]:
        return [
            Line(who, points, "TY-1.2", "ty.line.trick", {"trick": n}, (f"trick-{n}",))
            for n, (who, points) in enumerate(self.won, 1)
        ]

    def view(self, seat: int | None) -> dict[str, object]:
        view = self.frame(seat)
        view["hand"] = sorted(self.hands[seat]) if seat is not None else []
        view["table"] = list(self.table)
        view["lead"] = self.lead
        view["won"] = [list(pair) for pair in self.won]
        view["gone"] = sorted(self.gone)
        return view

    def guess(self, seat: int | None, rng: Rng) -> Position:
        twin = self.copy()
        known = set(self.gone) | set(self.hands[seat] if seat is not None else [])
        unseen = [card for card in range(self.cards) if card not in known]
        shuffle(unseen, rng)
        for other in range(self.seats):
            if other != seat:
                twin.hands[other] = sorted(unseen.pop() for _ in self.hands[other])
        twin.chance = rng.spawn()
        return twin

    def story(self, move: int, seat: int | None) -> list[Sentence]:
        who = self.turn()
        told = [Sentence("ty.tell.play", {"who": f"@{who}", "card": move + 1})]
        after = self.copy()
        after.play(move)
        if len(after.won) > len(self.won):
            winner, points = after.won[-1]
            told.append(Sentence("ty.tell.trick", {"who": f"@{winner}", "n": points}))
        return told

    def say(self, move: int) -> str:
        return f"c{move + 1}"

    def read(self, text: str) -> int:
        if text[:1] == "c" and text[1:].isdecimal() and self.names(int(text[1:]) - 1):
            return int(text[1:]) - 1
        raise Malformed(f"a move is c1 to c{self.cards}, not {text[:20]!r}")

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        hands = [
            ".".join(map(str, hand)) if seat in (EVERYTHING, s) else f"?{len(hand)}"
            for s, hand in enumerate(self.hands)
        ]
        return [
            ("hands", ",".join(hands)),
            ("table", ",".join(map(str, self.table)) or "-"),
            ("lead", str(self.lead)),
            ("won", ",".join(f"{who}.{points}" for who, points in self.won) or "-"),
            ("gone", ",".join(map(str, self.gone)) or "-"),
        ]


def begin(setting: Setting, chance: Chance) -> ToyPosition:
    position = ToyPosition(setting, chance)
    deck = list(range(position.cards))
    shuffle(deck, chance)
    position.hands = [sorted(deck.pop() for _ in range(TRICKS)) for _ in range(setting.seats)]
    return position
