"""The rules once more, slowly and plainly: blocks as pairs, sets instead of bits, no short cuts.

Told the hands of each round and the moves, it knows all the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Block = tuple[str, int]  # M, P, H, T or D, and the number
KINDS = ("lawn", "pool", "tree")


def kind(block: Block) -> str:
    return KINDS[(block[1] - 1) % 3]


@dataclass
class Oracle:
    """A game, round by round."""

    seats: int
    options: dict[str, object]
    lots: dict[str, set[Block]] = field(default_factory=lambda: {e: set() for e in "MPHT"})
    scores: list[int] = field(default_factory=list)
    idle: int = 0
    end: str = ""

    def __post_init__(self) -> None:
        self.sides = 2 if self.seats == 4 else self.seats
        self.scores = [0] * self.sides

    def deal(self, hands: list[set[Block]], speaker: int) -> None:
        self.hands = hands
        self.speaker = speaker
        self.offers: dict[int, str] = {}  # in the order of the offers
        self.namers: dict[int, int] = {}
        self.answering = False
        self.turn = speaker
        self.trick: list[tuple[int, Block]] = []
        self.kept: list[set[Block]] = [set() for _ in range(self.sides)]
        self.dropped: set[Block] = set()
        self.building = False

    def legal(self) -> set[str]:
        """The legal moves in notation."""
        if self.building:
            _, blocks, room = self.choices()[0]
            codes = sorted(blocks, key=lambda block: block[1])
            if room == 1:
                return {f"=D{a[1]}" for a in codes}
            return {f"=D{a[1]}+D{b[1]}" for a in codes for b in codes if a < b}
        if len(self.offers) < self.sides:
            given = list(self.offers.values())
            limit = 2 if self.options.get("contre") else 1
            names = {f"!{e}" for e in "MPHT" if given.count(e) < limit}
            if self.seats == 4 and not self.answering:
                names.add("!build")
            return names
        hand = self.hands[self.turn]
        if self.trick:
            led = self.trick[0][1][0]
            following = {block for block in hand if block[0] == led}
            hand = following or hand
        return {f"{block[0]}{block[1]}" for block in hand}

    def play(self, move: str) -> None:
        if move == "!build":
            self.answering = True
            self.turn = (self.turn + 2) % 4
        elif move.startswith("!"):
            side = self.turn % self.sides
            self.offers[side] = move[1]
            self.namers[side] = self.turn
            self.answering = False
            self.turn = (self.speaker + len(self.offers)) % self.seats
            if len(self.offers) == self.sides:
                self.turn = self.namers[self.speaker % self.sides]
        elif move.startswith("="):
            stay = {("D", int(code[1:])) for code in move[1:].split("+")}
            side, blocks, _ = self.choices()[0]
            self.kept[side] -= blocks - stay
            self.finish_round()
        else:
            block = (move[0], int(move[1:]))
            self.hands[self.turn].remove(block)
            self.trick.append((self.turn, block))
            self.turn = (self.turn + 1) % self.seats
            if len(self.trick) == self.seats:
                self.take_trick()

    def take_trick(self) -> None:
        led = self.trick[0][1][0]
        trumps = [(block[1], seat) for seat, block in self.trick if block[0] == "D"]
        followers = [(block[1], seat) for seat, block in self.trick if block[0] == led]
        _, winner = max(trumps or followers)
        side = winner % self.sides
        self.kept[side] |= {b for _, b in self.trick if b[0] in ("D", self.offers[side])}
        self.trick = []
        self.turn = winner
        if not any(self.hands):
            self.settle_contre()
            self.finish_round()

    def settle_contre(self) -> None:
        order = list(self.offers)
        for a in order:
            for b in order[order.index(a) + 1 :]:
                if self.offers[a] == self.offers[b]:
                    mine, theirs = self.kept[a], self.kept[b]
                    counts = [(len(x), sum(n for _, n in x)) for x in (mine, theirs)]
                    winner, loser = (b, a) if counts[1] > counts[0] else (a, b)
                    if self.options.get("contre_spoils") == "winner-takes-all":
                        self.kept[winner] |= self.kept[loser]
                    self.kept[loser] = set()

    def choices(self) -> list[tuple[int, set[Block], int]]:
        """Who has to choose among which decorations for how many places."""
        found: list[tuple[int, set[Block], int]] = []
        for side, offer in self.offers.items():
            for name in KINDS:
                blocks = {b for b in self.kept[side] if b[0] == "D" and kind(b) == name}
                there = sum(b[0] == "D" and kind(b) == name for b in self.lots[offer])
                if len(blocks) > 2 - there > 0:
                    found.append((side, blocks, 2 - there))
        return found

    def finish_round(self) -> None:
        if self.options.get("choose_decorations") and self.choices():
            self.building = True
            self.turn = self.namers[self.choices()[0][0]]
            return
        placed = 0
        for side, offer in self.offers.items():
            lot = self.lots[offer]
            before = set(lot)
            for block in sorted(self.kept[side], key=lambda b: b[1]):
                same = [b for b in lot if b[0] == "D" and kind(b) == kind(block)]
                if block[0] != "D" or len(same) < 2:
                    lot.add(block)
            if lot != before:  # the loser of a contre builds nothing, and nothing pays nothing
                placed += len(lot) - len(before)
                self.scores[side] += self.points(before, lot)
        self.idle = 0 if placed else self.idle + 1
        self.end = self.how_it_ends()

    def points(self, before: set[Block], after: set[Block]) -> int:
        c0, c1 = (sum(b[0] != "D" for b in blocks) for blocks in (before, after))
        d0, d1 = (sum(b[0] == "D" for b in blocks) for blocks in (before, after))
        if c1 < 10 or d1 < 6:
            return 10 * (len(after) - len(before))
        if c0 + d0 == 0:
            award = 350 if c1 == 15 else 300
        else:
            award = 250 if c1 == 15 else 150
        if self.options.get("award") == "cumulative":
            return award + 10 * (len(after) - len(before))
        return award + (10 * (c1 - max(10, c0)) if c1 < 15 else 0)

    def how_it_ends(self) -> str:
        for lot in self.lots.values():
            trumps = sum(block[0] == "D" for block in lot)
            if trumps == 6 and len(lot) - trumps >= 10:
                return "finished"
        if len(self.unbuilt()) < self.seats:
            return "short"
        return "idle" if self.idle == self.options.get("idle_rounds", 5) else ""

    def unbuilt(self) -> set[Block]:
        blocks = {(suit, n) for suit in "MPHTD" for n in range(1, 16)}
        for lot in self.lots.values():
            blocks -= lot
        return blocks
