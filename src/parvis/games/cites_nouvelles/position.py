"""A position of Cités Nouvelles, and how moves change it.

The Reserve has no order worth keeping: it is mixed before every deal and before blocks are turned
up. So it is simply every block that is nowhere else, and a deal draws from it when it is needed.
"""

from __future__ import annotations

from mypy_extensions import i64

from parvis.engine.bits import COUNT16
from parvis.engine.chance import Chance, Rng
from parvis.engine.ledger import Line
from parvis.engine.position import Position
from parvis.engine.refusal import Illegal, Malformed, Refusal
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.games.cites_nouvelles import notation, refusals, scoring, stories
from parvis.games.cites_nouvelles.components import (
    ANSWER,
    BLOCKS,
    BUILD,
    DEAL,
    DECORATE,
    DECORATIONS,
    ENDS,
    ENOUGH,
    ENSEMBLES,
    FINISHED,
    FULL,
    IDLE,
    MARK,
    MOVES,
    NOTHING,
    OFFER,
    OVER,
    PHASES,
    PLAY,
    ROOM,
    SHORT,
    STAY,
    SUIT,
    TRICK,
    TRUMPS,
    Terms,
    blocks_of,
    terms_of,
)
from parvis.games.cites_nouvelles.guessing import deal_unseen


class Cites(Position):
    """A position. Lists by seat, by side or by lot; sets of blocks are 15 bits a suit."""

    def __init__(
        self, setting: Setting, chance: Chance, terms: Terms, origin: Cites | None = None
    ) -> None:
        super().__init__(setting, chance)
        self.terms = terms
        if origin is not None:
            self.phase: i64 = origin.phase
            self.seat: i64 = origin.seat  # who decides
            self.number: i64 = origin.number  # of the round, from 1
            self.speaker: i64 = origin.speaker  # who spoke first in this round
            self.leader: i64 = origin.leader  # of the trick
            self.left: i64 = origin.left  # tricks left in this round, with the one being played
            self.hands: list[int] = origin.hands[:]  # 5 × seat + suit: a set
            self.voids: list[int] = origin.voids[:]  # by seat: suits (bits) shown to be missing
            self.offers: list[int] = origin.offers[:]  # by side: a lot, or -1
            self.namers: list[int] = origin.namers[:]  # by side: the seat that named it, or -1
            self.trick: list[int] = origin.trick[:]  # blocks, from the leader on
            self.last: list[int] = origin.last[:]  # the leader and the blocks of the trick before
            self.kept: list[int] = origin.kept[:]  # 2 × side: constructions, then decorations
            self.returned: list[int] = origin.returned[:]  # by suit: sent back this round
            self.turned: list[int] = origin.turned[:]  # 75 × seat + block, as turned this round
            self.lots: list[int] = origin.lots[:]  # 2 × lot: constructions, then decorations
            self.points: list[int] = origin.points[:]  # by side
            self.raised: list[scoring.Raising] = origin.raised[:]
            return
        seats = int(terms.seats)
        sides = int(terms.sides)
        self.phase = DEAL
        self.seat = 0
        self.number = 0
        self.speaker = seats - 1
        self.leader = 0
        self.left = 0
        self.hands = [0] * (5 * seats)
        self.voids = [0] * seats
        self.offers = [-1] * sides
        self.namers = [-1] * sides
        self.trick = []
        self.last = []
        self.kept = [0] * (2 * sides)
        self.returned = [0] * 5
        self.turned = []
        self.lots = [0] * (2 * ENSEMBLES)
        self.points = [0] * sides
        self.raised = []

    # The course of play.

    def turn(self) -> int | None:
        if self.phase >= DEAL:
            return None
        return int(self.seat)

    def over(self) -> bool:
        return self.phase == OVER

    def sides(self) -> list[list[int]]:
        if self.terms.seats == 4:
            return [[0, 2], [1, 3]]
        return [[seat] for seat in range(self.setting.seats)]

    @property
    def move_limit(self) -> int:
        return MOVES

    def names(self, move: int) -> bool:
        return 0 <= move < MOVES

    def copy(self) -> Cites:
        return Cites(self.setting, self.chance.copy(), self.terms, self)

    def foresee(self, move: int) -> Cites:
        self.check(move)
        ahead = self.copy()
        ahead.decide(move)
        return ahead

    def play(self, move: int) -> None:
        self.check(move)
        self.decide(move)
        if self.phase == DEAL:
            self.deal()

    def check(self, move: int) -> None:
        """Raise what is to be raised for a move that cannot be played."""
        if not self.legal(move):
            refusal = self.refusal(move)
            assert refusal is not None
            raise Illegal(refusal)

    def legal(self, move: i64) -> bool:
        if self.phase == TRICK:
            block: i64 = move - PLAY
            if block < 0 or block >= BLOCKS:
                return False
            suit: i64 = SUIT[block]
            mine: i64 = self.hands[5 * self.seat + suit]
            if mine & MARK[block] == 0:
                return False
            if len(self.trick) == 0:
                return True
            led: i64 = SUIT[self.trick[0]]
            return suit == led or self.hands[5 * self.seat + led] == 0
        if self.phase == DECORATE:
            return STAY <= move < MOVES and self.may_stay(self.terms.stays[move - STAY])
        if self.phase > DECORATE or move < 0:
            return False
        if move < BUILD:
            return self.offerable(move)
        return move == BUILD and self.phase == OFFER and self.terms.seats == 4

    def offerable(self, lot: i64) -> bool:
        """Whether the side on turn may offer an ensemble."""
        times: i64 = self.offers.count(lot)
        return times == 0 or (times == 1 and self.terms.contre)

    def may_stay(self, chosen: i64) -> bool:
        """Whether exactly these decorations may be the ones that stay."""
        surplus: i64 = self.surplus()
        side: i64 = surplus // 3
        marks: i64 = self.terms.kind_marks[surplus % 3]
        lot: i64 = self.offers[side]
        among: i64 = self.kept[2 * side + 1] & marks
        room: i64 = ROOM - COUNT16[self.lots[2 * lot + 1] & marks]
        return chosen & ~among == 0 and COUNT16[chosen] == room

    def moves(self) -> list[int]:
        if self.phase == TRICK:
            base: i64 = 5 * self.seat
            if len(self.trick) > 0:
                led: i64 = SUIT[self.trick[0]]
                marks: i64 = self.hands[base + led]
                if marks:
                    return listed(marks, PLAY + 15 * led, [])
            found: list[int] = []
            suit: i64
            for suit in range(5):
                listed(self.hands[base + suit], PLAY + 15 * suit, found)
            return found
        if self.phase == DECORATE:
            return [move for move in range(STAY, MOVES) if self.legal(move)]
        return [move for move in range(PLAY) if self.legal(move)]

    def decide(self, move: i64) -> None:
        """Do all of a legal move that follows from what everybody knows and from the move."""
        if self.phase == TRICK:
            self.lay(move - PLAY)
        elif self.phase == DECORATE:
            self.leave(self.terms.stays[move - STAY])
        elif move == BUILD:
            self.phase = ANSWER
            self.seat = (self.seat + 2) & 3
        else:
            self.name(move)

    def name(self, lot: i64) -> None:
        terms = self.terms
        side: i64 = self.seat % terms.sides
        self.offers[side] = lot
        self.namers[side] = self.seat
        made: i64 = terms.sides - self.offers.count(-1)
        if made < terms.sides:
            self.phase = OFFER
            self.seat = (self.speaker + made) % terms.seats
        else:
            self.phase = TRICK
            self.leader = self.namers[self.speaker % terms.sides]
            self.seat = self.leader

    def lay(self, block: i64) -> None:
        """Put a block into the trick; the last one closes it."""
        seat: i64 = self.seat
        suit: i64 = SUIT[block]
        at: i64 = 5 * seat + suit
        self.hands[at] = self.hands[at] ^ MARK[block]
        trick = self.trick
        if len(trick) > 0:
            led: i64 = SUIT[trick[0]]
            if led != suit:
                self.voids[seat] = self.voids[seat] | MARK[led]  # bit `led`: suits are below 15
        trick.append(block)
        if len(trick) < self.terms.seats:
            seat += 1
            self.seat = 0 if seat == self.terms.seats else seat
        else:
            self.close_trick()

    def close_trick(self) -> None:
        """Give the trick to its winner, who keeps some blocks and leads next."""
        winner: i64 = (self.leader + best_of(self.trick)) % self.terms.seats
        side: i64 = winner % self.terms.sides
        offer: i64 = self.offers[side]
        block: i64
        for block in self.trick:
            suit: i64 = SUIT[block]
            mark: i64 = MARK[block]
            if suit == TRUMPS:
                self.kept[2 * side + 1] = self.kept[2 * side + 1] | mark
            elif suit == offer:
                self.kept[2 * side] = self.kept[2 * side] | mark
            else:
                self.returned[suit] = self.returned[suit] | mark
        self.last = self.trick
        self.last.insert(0, int(self.leader))
        self.trick = []
        self.leader = winner
        self.seat = winner
        self.left -= 1
        if self.left == 0:
            self.settle_contre()
            self.ask_or_build()

    def rival(self, side: int) -> int:
        """The side with the same offer, or -1."""
        for other in range(len(self.offers)):
            if other != side and self.offers[other] == self.offers[side]:
                return other
        return -1

    def contre(self) -> tuple[int, int]:
        """Winner and loser of the contre by what they have kept; (-1, -1) if there is none."""
        for turn in range(self.terms.sides):
            first = (self.speaker + turn) % self.terms.sides
            second = self.rival(int(first))
            if second >= 0:
                if self.takings(second) > self.takings(int(first)):
                    return second, int(first)
                return int(first), second
        return -1, -1

    def takings(self, side: int) -> int:
        """What decides a contre: the number of blocks first, then the sum of their numbers."""
        number = 0
        sum = 0
        for marks in self.kept[2 * side : 2 * side + 2]:
            for n in range(15):
                if marks >> n & 1:
                    number += 1
                    sum += n + 1
        return 1000 * number + sum

    def settle_contre(self) -> None:
        winner, loser = self.contre()
        if winner < 0:
            return
        if self.terms.takes_all:
            self.kept[2 * winner] |= self.kept[2 * loser]
            self.kept[2 * winner + 1] |= self.kept[2 * loser + 1]
        else:
            self.returned[self.offers[loser]] |= self.kept[2 * loser]
            self.returned[TRUMPS] |= self.kept[2 * loser + 1]
        self.kept[2 * loser] = 0
        self.kept[2 * loser + 1] = 0

    def surplus(self) -> i64:
        """The first choice of decorations to be made: 3 × side + kind, or -1 if there is none."""
        turn: i64
        kind: i64
        for turn in range(self.terms.sides):
            side: i64 = (self.speaker + turn) % self.terms.sides
            standing: i64 = self.lots[2 * self.offers[side] + 1]
            trumps: i64 = self.kept[2 * side + 1]
            for kind in range(3):
                marks: i64 = self.terms.kind_marks[kind]
                room: i64 = ROOM - COUNT16[standing & marks]
                if room > 0 and COUNT16[trumps & marks] > room:
                    return 3 * side + kind
        return -1

    def leave(self, chosen: i64) -> None:
        """Keep the chosen decorations and send the others of their kind back."""
        surplus: i64 = self.surplus()
        at: i64 = 2 * (surplus // 3) + 1
        among: i64 = self.kept[at] & self.terms.kind_marks[surplus % 3]
        self.kept[at] = self.kept[at] ^ among | chosen
        self.returned[TRUMPS] = self.returned[TRUMPS] | (among ^ chosen)
        self.ask_or_build()

    def ask_or_build(self) -> None:
        if self.terms.chooses:
            surplus: i64 = self.surplus()
            if surplus >= 0:
                self.phase = DECORATE
                self.seat = self.namers[surplus // 3]
                return
        self.build()

    def build(self) -> None:
        """All sides build what they kept; then the round, and perhaps the game, is over."""
        turn: i64
        for turn in range(self.terms.sides):
            side: i64 = (self.speaker + turn) % self.terms.sides
            self.raise_lot(side, self.offers[side])
        self.phase = OVER if self.end() else DEAL

    def raise_lot(self, side: i64, lot: i64) -> None:
        constructions: i64 = self.kept[2 * side]
        trumps: i64 = self.kept[2 * side + 1]
        if constructions | trumps == 0:
            return
        before: i64 = self.lots[2 * lot]
        standing: i64 = self.lots[2 * lot + 1]
        placed: i64 = fitting_trumps(standing, trumps, self.terms.kind_marks)
        self.returned[TRUMPS] = self.returned[TRUMPS] | (trumps ^ placed)
        self.kept[2 * side] = 0
        self.kept[2 * side + 1] = 0
        if constructions | placed == 0:
            return
        self.lots[2 * lot] = before | constructions
        self.lots[2 * lot + 1] = standing | placed
        c0: i64 = COUNT16[before]
        d0: i64 = COUNT16[standing]
        c1: i64 = c0 + COUNT16[constructions]
        d1: i64 = d0 + COUNT16[placed]
        points: i64 = scoring.worth(c0, d0, c1, d1, self.terms.cumulative)
        self.points[side] = self.points[side] + points
        self.raised.append(scoring.Raising(self.number, side, lot, constructions, placed, c0, d0))

    def end(self) -> i64:
        """How the game ends after this round was built; 0 if it goes on."""
        unbuilt: i64 = BLOCKS
        finished = False
        lot: i64
        for lot in range(ENSEMBLES):
            constructions: i64 = COUNT16[self.lots[2 * lot]]
            decorations: i64 = COUNT16[self.lots[2 * lot + 1]]
            unbuilt -= constructions + decorations
            if constructions >= ENOUGH and decorations == DECORATIONS:
                finished = True
        if finished:
            return FINISHED
        last: i64 = self.raised[-1].number if self.raised else 0
        if self.number - last >= 2:
            return IDLE
        if unbuilt == 0:  # any block that is not built yet would find room on some lot
            return NOTHING
        if unbuilt < self.terms.seats:
            return SHORT
        return 0

    # Chance.

    def deal(self) -> None:
        """Begin the next round: mix, deal, and find the first speaker."""
        terms = self.terms
        seats: i64 = terms.seats
        stock = self.unbuilt()
        size: i64 = min(terms.hand, len(stock) // seats)
        hands = self.hands
        i: i64
        for i in range(5 * seats):
            hands[i] = 0
        dealt: i64 = seats * size
        seat: i64 = 0
        for i in range(dealt):
            j: i64 = i + self.chance.below(len(stock) - i)
            block: i64 = stock[j]
            stock[j] = stock[i]
            at: i64 = 5 * seat + SUIT[block]
            hands[at] = hands[at] | MARK[block]
            seat += 1
            if seat == seats:
                seat = 0
        self.number += 1
        self.left = size
        self.voids = [0] * int(seats)
        self.offers = [-1] * int(terms.sides)
        self.namers = [-1] * int(terms.sides)
        self.returned = [0] * 5
        self.turned = []
        self.trick = []
        self.last = []
        self.speaker = (self.speaker + 1) % seats
        if (terms.draws or self.number == 1) and len(stock) - dealt >= seats:
            self.speaker = self.draw_speaker(stock[dealt:])
        self.seat = self.speaker
        self.leader = self.speaker
        self.phase = OFFER

    def unbuilt(self) -> list[int]:
        """The blocks that stand on no lot."""
        trumps: i64 = FULL
        found: list[int] = []
        lot: i64
        for lot in range(ENSEMBLES):
            listed(FULL & ~self.lots[2 * lot], 15 * lot, found)
            trumps &= ~self.lots[2 * lot + 1]
        return listed(trumps, 15 * TRUMPS, found)

    def draw_speaker(self, stock: list[int]) -> i64:
        """Turn up blocks of the Reserve until one seat has the highest."""
        seats = int(self.terms.seats)
        tied = [(int(self.speaker) + turn) % seats for turn in range(seats)]
        while len(tied) > 1 and len(stock) >= len(tied):
            turned: list[int] = []
            for seat in tied:
                block = stock.pop(int(self.chance.below(len(stock))))
                self.turned.append(75 * seat + block)
                turned.append(rank(block))
            best = max(turned)
            tied = [tied[n] for n in range(len(tied)) if turned[n] == best]
        return tied[0]

    def playout(self, rng: Rng) -> int:
        self.chance = rng
        played: i64 = 0
        while self.phase != OVER:
            if self.phase == TRICK:
                self.lay(self.random_block(rng))
            elif self.phase == DEAL:
                self.deal()
                continue
            else:
                moves = self.moves()
                self.decide(moves[rng.below(len(moves))])
            played += 1
        return int(played)

    def random_block(self, rng: Rng) -> i64:
        """A block that may be played now, every one equally likely."""
        base: i64 = 5 * self.seat
        marks: i64
        if len(self.trick) > 0:
            led: i64 = SUIT[self.trick[0]]
            marks = self.hands[base + led]
            if marks:
                return 15 * led + nth_mark(marks, rng.below(COUNT16[marks]))
        n: i64 = rng.below(self.left)
        suit: i64 = 0
        marks = self.hands[base]
        here: i64 = COUNT16[marks]
        while n >= here:
            n -= here
            suit += 1
            marks = self.hands[base + suit]
            here = COUNT16[marks]
        return 15 * suit + nth_mark(marks, n)

    # Refusals.

    def refusal(self, move: int) -> Refusal | None:
        if not self.names(move):
            raise Malformed(f"moves of Cités Nouvelles are numbered 0 to {MOVES - 1}, not {move}")
        return refusals.refusal(self, move)

    def fitting(self, path: tuple[str, ...]) -> list[int]:
        return refusals.fitting(self, path)

    # Points.

    def scores(self) -> list[int]:
        return self.points[:]

    def winners(self) -> list[int]:
        if self.phase != OVER:
            return []
        best = max(self.points)
        return [
            seat for seat in range(self.setting.seats) if self.points[self.side_of(seat)] == best
        ]

    def side_of(self, seat: int) -> int:
        return seat % int(self.terms.sides)

    def ledger(self) -> list[Line]:
        lines: list[Line] = []
        for raising in self.raised:
            lines.extend(scoring.raising_lines(raising, self.terms.cumulative))
        if self.phase < DEAL:
            sides = [side for side in range(len(self.offers)) if self.offers[side] >= 0]
            lines += [scoring.open_line(self, side) for side in sides]
        return lines

    # Knowledge.

    def unseen(self) -> list[int]:
        """By suit: the blocks that were not seen since the deal, in a hand or in the Reserve."""
        found = [FULL] * 5
        for lot in range(ENSEMBLES):
            found[lot] &= ~self.lots[2 * lot]
            found[TRUMPS] &= ~self.lots[2 * lot + 1]
        for side in range(len(self.offers)):
            if self.offers[side] >= 0:
                found[self.offers[side]] &= ~self.kept[2 * side]
                found[TRUMPS] &= ~self.kept[2 * side + 1]
        for suit in range(5):
            found[suit] &= ~self.returned[suit]
        for block in self.trick:
            found[SUIT[block]] &= ~MARK[block]
        for turned in self.turned:
            found[SUIT[turned % BLOCKS]] &= ~MARK[turned % BLOCKS]
        return found

    def hand(self, seat: int) -> list[int]:
        """The blocks in a hand, ascending."""
        found: list[int] = []
        for suit in range(5):
            found.extend(blocks_of(suit, self.hands[5 * seat + suit]))
        return found

    def hand_size(self, seat: int) -> int:
        """How many blocks a seat holds, told from what everybody knows."""
        if self.phase >= DECORATE:
            return 0
        turn = (seat - self.leader) % self.terms.seats
        return int(self.left) - (1 if turn < len(self.trick) else 0)

    def blocks_in_hands(self) -> int:
        """How many blocks are in all hands together."""
        sizes = [self.hand_size(seat) for seat in range(self.setting.seats)]
        return sum(sizes)

    def guess(self, seat: int | None, rng: Rng) -> Cites:
        guessed = Cites(self.setting, rng.spawn(), self.terms, self)
        unseen = self.unseen()
        others: list[int] = []
        for other in range(self.setting.seats):
            if other != seat:
                others.append(other)
                continue
            for suit in range(5):
                unseen[suit] &= ~self.hands[5 * other + suit]
        hands = deal_unseen(
            [blocks_of(suit, unseen[suit]) for suit in range(5)],
            [self.hand_size(other) for other in others],
            [self.voids[other] for other in others],
            rng,
        )
        for n in range(len(others)):
            for suit in range(5):
                guessed.hands[5 * others[n] + suit] = 0
            for block in hands[n]:
                guessed.hands[5 * others[n] + block // 15] |= MARK[block]
        return guessed

    def view(self, seat: int | None) -> dict[str, object]:
        view = self.frame(seat)
        seats = range(self.setting.seats)
        view["phase"] = PHASES[self.phase]
        view["round"] = int(self.number)
        view["speaker"] = int(self.speaker)
        view["offers"] = self.offers[:]
        view["namers"] = self.namers[:]
        view["lots"] = [
            blocks_of(lot, self.lots[2 * lot]) + blocks_of(TRUMPS, self.lots[2 * lot + 1])
            for lot in range(ENSEMBLES)
        ]
        view["hand"] = [] if seat is None else self.hand(seat)
        view["hand_sizes"] = [self.hand_size(other) for other in seats]
        view["leader"] = int(self.leader)
        view["trick"] = self.trick[:]
        view["last"] = self.last[:]
        view["kept"] = [self.kept_by(side) for side in range(len(self.offers))]
        view["returned"] = [
            block for suit in range(5) for block in blocks_of(suit, self.returned[suit])
        ]
        view["turned"] = [[turned // BLOCKS, turned % BLOCKS] for turned in self.turned]
        view["voids"] = [
            [suit for suit in range(5) if self.voids[other] >> suit & 1] for other in seats
        ]
        view["reserve"] = self.reserve_size()
        view["kinds"] = self.terms.kinds[:]
        view["decorate"] = self.asked() if self.phase == DECORATE else None
        view["end"] = ENDS[self.end()] if self.phase == OVER else ""
        return view

    def kept_by(self, side: int) -> list[int]:
        """What a side has kept in this round so far."""
        trumps = blocks_of(TRUMPS, self.kept[2 * side + 1])
        return blocks_of(max(0, self.offers[side]), self.kept[2 * side]) + trumps

    def reserve_size(self) -> int:
        """How many blocks the Reserve holds."""
        held = self.blocks_in_hands() + len(self.trick)
        for marks in self.kept:
            held += COUNT16[marks]
        return len(self.unbuilt()) - held

    def asked(self) -> dict[str, object]:
        """The choice of decorations to be made: by which side, of which kind, how many, which."""
        surplus = int(self.surplus())
        side = surplus // 3
        marks = self.terms.kind_marks[surplus % 3]
        standing = self.lots[2 * self.offers[side] + 1] & marks
        return {
            "side": side,
            "kind": surplus % 3,
            "room": ROOM - COUNT16[standing],
            "among": blocks_of(TRUMPS, self.kept[2 * side + 1] & marks),
        }

    def story(self, move: int, seat: int | None) -> list[Sentence]:
        self.check(move)
        return stories.story(self, move)

    # Text.

    def say(self, move: int) -> str:
        return notation.say(self, move)

    def read(self, text: str) -> int:
        return notation.read(self, text)

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        return notation.fields(self, seat)


def begin(setting: Setting, chance: Chance) -> Cites:
    """The first position: dealt, and someone to speak."""
    position = Cites(setting, chance, terms_of(setting))
    position.deal()
    return position


def rank(block: int) -> int:
    """The strength of a turned block: a trump beats any construction."""
    return block % 15 + (15 if block >= 15 * TRUMPS else 0)


def best_of(trick: list[int]) -> i64:
    """Which block of a trick wins, counted from the leader.

    >>> int(best_of([56, 58, 2, 53]))
    1
    """
    best: i64 = trick[0]
    at: i64 = 0
    i: i64
    for i in range(1, len(trick)):
        block: i64 = trick[i]
        # The same suit and higher; or a trump on a construction.
        if block > best and (block >= 15 * TRUMPS or SUIT[block] == SUIT[best]):
            best = block
            at = i
    return at


def fitting_trumps(standing: i64, trumps: i64, kind_marks: list[int]) -> i64:
    """The decorations that find room on a lot, the lowest of each kind first."""
    placed: i64 = 0
    marks: i64
    for marks in kind_marks:
        room: i64 = ROOM - COUNT16[standing & marks]
        rest: i64 = trumps & marks
        while room > 0 and rest:
            placed |= rest & -rest
            rest &= rest - 1
            room -= 1
    return placed


def listed(marks: i64, base: i64, found: list[int]) -> list[int]:
    """Append the members of a set, counted from a base; the same list."""
    while marks:
        low: i64 = marks & -marks
        found.append(base + COUNT16[low - 1])
        marks ^= low
    return found


def nth_mark(marks: i64, n: i64) -> i64:
    """The n-th member of a set from below, counting from 0."""
    while n > 0:
        marks &= marks - 1
        n -= 1
    return COUNT16[(marks & -marks) - 1]
