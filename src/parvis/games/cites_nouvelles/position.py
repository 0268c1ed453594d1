"""A position of Cités Nouvelles, and how moves change it.

The Reserve has no order worth keeping: it is mixed before every deal and before blocks are turned
up. So it is simply every block that is nowhere else, and a deal draws from it when it is needed.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import count, lowest
from parvis.engine.chance import Chance, Rng
from parvis.engine.codec import Codec, Kind
from parvis.engine.ledger import Line
from parvis.engine.position import Position
from parvis.engine.refusal import Bar
from parvis.engine.sentence import Sentence
from parvis.engine.setting import Setting
from parvis.games.cites_nouvelles import (
    guessing,
    notation,
    refusals,
    scoring,
    stories,
    views,
)
from parvis.games.cites_nouvelles.components import (
    ANSWER,
    ANY,
    BLOCKS,
    DEAL,
    DECORATE,
    ENSEMBLES,
    FINISHED,
    FULL,
    IDLE,
    KINDS,
    LOT_PLACES,
    MARK,
    MARK_OF,
    NOBODY,
    OFFER,
    OVER,
    SHORT,
    SUIT,
    SUIT_OF,
    SUITS,
    TRICK,
    TRUMPS,
    block_place,
    blocks_of,
)
from parvis.games.cites_nouvelles.legality import (
    ANSWER_NOW,
    DECORATE_NOW,
    GAME_OVER,
    LEAD_NOW,
    OFFER_NOW,
    PLAY_NOW,
    bar_of_block,
    bar_of_build,
    bar_of_decorations,
    bar_of_name,
    bound_suit,
)
from parvis.games.cites_nouvelles.lots import finished, fitting, room_for
from parvis.games.cites_nouvelles.terms import Terms, terms_of
from parvis.games.cites_nouvelles.tricks import BITS, ONE, best_in, unpacked


class Cites(Position):
    """A position. Lists by seat, by side or by lot; sets of blocks are 15 bits a suit.

    Vectors hold what playouts change most. Lists that are replaced and never changed are shared by
    copies.
    """

    def __init__(
        self, setting: Setting, chance: Chance, terms: Terms, source: Cites | None = None
    ) -> None:
        super().__init__(setting, chance)
        self.terms = terms
        if source is not None:
            self.phase: i64 = source.phase
            self.seat: i64 = source.seat  # who decides
            self.number: i64 = source.number  # of the round, from 1
            self.speaker: i64 = source.speaker  # who spoke first in this round
            self.leader: i64 = source.leader  # of the trick
            self.left: i64 = source.left  # tricks left in this round, with the one being played
            self.hands: vec[i64] = source.hands[:]  # 5 × seat + suit: a set
            self.voids: vec[i64] = source.voids[:]  # by seat: suits (bits) shown to be missing
            self.offers: list[int] = source.offers[:]  # by side: a lot, or -1
            self.namers: list[int] = source.namers[:]  # by side: the seat that named it, or -1
            self.laid: i64 = source.laid  # the trick, as one number
            self.before: i64 = source.before  # the trick before, its leader in place of a block
            self.kept: vec[i64] = source.kept[:]  # 2 × side: constructions, then decorations
            self.returned: vec[i64] = source.returned[:]  # by suit: sent back this round
            self.turned: list[int] = source.turned  # 75 × seat + block, as turned this round
            self.lots: vec[i64] = source.lots[:]  # 2 × lot: constructions, then decorations
            self.points: list[int] = source.points[:]  # by side
            self.raised: list[scoring.Raising] = source.raised
            return
        seats = int(terms.seats)
        sides = int(terms.sides)
        self.phase = DEAL
        self.seat = 0
        self.number = 0
        self.speaker = seats - 1
        self.leader = 0
        self.left = 0
        self.hands = vec[i64]([0] * (SUITS * seats))
        self.voids = vec[i64]([0] * seats)
        self.offers = [NOBODY] * sides
        self.namers = [NOBODY] * sides
        self.laid = 0
        self.before = 0
        self.kept = vec[i64]([0] * (2 * sides))
        self.returned = vec[i64]([0] * SUITS)
        self.turned = []
        self.lots = vec[i64]([0] * (2 * ENSEMBLES))
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
        seats = range(self.setting.seats)
        return [
            [seat for seat in seats if self.side_of(seat) == side]
            for side in range(len(self.points))
        ]

    @property
    def codec(self) -> Codec:
        return self.terms.moves.codec

    def bar(self, move: i64) -> Bar | None:
        if self.phase == TRICK:
            block: i64 = move - self.terms.first_block
            if 0 <= block < BLOCKS:
                return bar_of_block(self, block)
            return PLAY_NOW if self.laid else LEAD_NOW
        if self.phase > DECORATE:
            return GAME_OVER
        moves = self.terms.moves
        kind: i64 = moves.codec.number_at[move]
        if self.phase == DECORATE:
            if kind < moves.stay.number:
                return DECORATE_NOW
            return bar_of_decorations(self, moves.staying(move))
        if kind == moves.name.number:
            return bar_of_name(self, moves.name.only(move))
        if kind == moves.build.number:
            return bar_of_build(self)
        return ANSWER_NOW if self.phase == ANSWER else OFFER_NOW

    def facts(self, move: int, bar: Bar) -> tuple[dict[str, object], tuple[str, ...]]:
        return refusals.facts(self, move, bar)

    def candidates(self) -> list[int]:
        if self.phase == TRICK:
            return self.moves()
        moves = self.terms.moves
        return moves.choosing if self.phase == DECORATE else moves.offering

    def moves(self) -> list[int]:
        if self.phase != TRICK:
            return super().moves()
        # By the suit that `bar` asks for too: asking it for each block takes three times as long.
        first: i64 = self.terms.first_block
        base: i64 = 5 * self.seat
        suit: i64 = bound_suit(self)
        if suit != ANY:
            return listed(self.hands[base + suit], first + 15 * suit, [])
        found: list[int] = []
        for suit in range(SUITS):
            listed(self.hands[base + suit], first + 15 * suit, found)
        return found

    def pick(self, kind: Kind, n: int, value: int) -> str:
        if kind is self.terms.moves.name:
            return LOT_PLACES[value]
        if kind is self.terms.moves.play:
            return block_place(value)
        return block_place(15 * TRUMPS + value)

    @property
    def trick(self) -> list[int]:
        """The blocks of the trick, from the leader on."""
        return unpacked(self.laid)

    @property
    def last(self) -> list[int]:
        """The leader and the blocks of the trick before, if there was one."""
        return unpacked(self.before)

    def twin(self, chance: Chance) -> Cites:
        return Cites(self.setting, chance, self.terms, self)

    def decide(self, move: i64) -> None:
        moves = self.terms.moves
        if self.phase == TRICK:
            self.lay(move - self.terms.first_block)
        elif self.phase == DECORATE:
            self.leave(moves.staying(move))
        elif moves.codec.kind_of(move) is moves.build:
            self.phase = ANSWER
            self.seat = self.partner()
        else:
            self.name(moves.name.only(move))

    def resolve(self) -> None:
        if self.phase == DEAL:
            self.deal()

    def partner(self) -> i64:
        """Who sits opposite the seat on turn, at four."""
        return self.seat ^ 2

    def name(self, lot: i64) -> None:
        terms = self.terms
        side: i64 = self.seat % terms.sides
        self.offers[side] = lot
        self.namers[side] = self.seat
        made: i64 = terms.sides - self.offers.count(NOBODY)
        if made < terms.sides:
            self.phase = OFFER
            self.seat = (self.speaker + made) % terms.seats
        else:
            self.phase = TRICK
            self.leader = self.namers[self.speaker % terms.sides]
            self.seat = self.leader

    def lay(self, block: i64) -> None:
        """Put a block into the trick; the last one closes it, and the last trick the round."""
        seat: i64 = self.seat
        seats: i64 = self.terms.seats
        suit: i64 = SUIT_OF[block]
        self.hands[5 * seat + suit] ^= MARK_OF[block]
        trick: i64 = self.laid
        if trick:
            led: i64 = SUIT_OF[(trick & ONE) - 1]
            if led != suit:
                self.voids[seat] |= MARK_OF[led]  # bit `led`: suits are below 15
        turn: i64 = seat - self.leader
        if turn < 0:
            turn += seats
        self.laid = trick | (block + 1) << BITS * turn
        seat += 1
        self.seat = 0 if seat == seats else seat
        if turn + 1 == seats:
            self.take_trick()
            if self.left == 0:
                self.settle_contre()
                self.ask_or_build()

    def take_trick(self) -> None:
        """Give the trick to its winner, who keeps some blocks and leads next."""
        trick: i64 = self.laid
        winner: i64 = (self.leader + best_in(trick)) % self.terms.seats
        side: i64 = winner % self.terms.sides
        offer: i64 = self.offers[side]
        kept = self.kept
        returned = self.returned
        self.laid = 0
        self.before = trick << BITS | (self.leader + 1)
        while trick:
            block: i64 = (trick & ONE) - 1
            suit: i64 = SUIT_OF[block]
            if suit == TRUMPS:
                kept[2 * side + 1] |= MARK_OF[block]
            elif suit == offer:
                kept[2 * side] |= MARK_OF[block]
            else:
                returned[suit] |= MARK_OF[block]
            trick >>= BITS
        self.leader = winner
        self.seat = winner
        self.left -= 1

    def rival(self, side: int) -> int:
        """The side with the same offer, or NOBODY."""
        for other in range(len(self.offers)):
            if other != side and self.offers[other] == self.offers[side]:
                return other
        return NOBODY

    def contre(self) -> tuple[int, int]:
        """Winner and loser of the contre by what they have kept; NOBODY if there is none."""
        for turn in range(self.terms.sides):
            first = int((self.speaker + turn) % self.terms.sides)
            second = self.rival(first)
            if second != NOBODY:
                if self.takings(second) > self.takings(first):
                    return second, first
                return first, second
        return NOBODY, NOBODY

    def takings(self, side: int) -> tuple[int, int]:
        """What decides a contre: the number of blocks first, then the sum of their numbers."""
        kept = self.kept_by(side)
        return len(kept), sum([block % 15 + 1 for block in kept])

    def settle_contre(self) -> None:
        winner, loser = self.contre()
        if winner == NOBODY:
            return
        if self.terms.takes_all:
            self.kept[2 * winner] |= self.kept[2 * loser]
            self.kept[2 * winner + 1] |= self.kept[2 * loser + 1]
        else:
            self.returned[self.offers[loser]] |= self.kept[2 * loser]
            self.returned[TRUMPS] |= self.kept[2 * loser + 1]
        self.kept[2 * loser] = 0
        self.kept[2 * loser + 1] = 0

    def surplus(self) -> tuple[i64, i64]:
        """Who is to choose decorations of which kind first: the side (or NOBODY) and the kind."""
        turn: i64
        kind: i64
        for turn in range(self.terms.sides):
            side: i64 = (self.speaker + turn) % self.terms.sides
            standing: i64 = self.lots[2 * self.offers[side] + 1]
            trumps: i64 = self.kept[2 * side + 1]
            for kind in range(len(KINDS)):
                marks: i64 = self.terms.kind_marks[kind]
                room: i64 = room_for(standing, marks)
                if room > 0 and count(trumps & marks) > room:
                    return side, kind
        return NOBODY, 0

    def choosable(self) -> i64:
        """The decorations that the choice now is among, as a set."""
        side, kind = self.surplus()
        return self.kept[2 * side + 1] & self.terms.kind_marks[kind]

    def room(self) -> i64:
        """How many of them stay."""
        side, kind = self.surplus()
        return room_for(self.lots[2 * self.offers[side] + 1], self.terms.kind_marks[kind])

    def leave(self, chosen: i64) -> None:
        """Keep the chosen decorations and send the others of their kind back."""
        side, _ = self.surplus()
        among: i64 = self.choosable()
        self.kept[2 * side + 1] = self.kept[2 * side + 1] ^ among | chosen
        self.returned[TRUMPS] |= among ^ chosen
        self.ask_or_build()

    def ask_or_build(self) -> None:
        if self.terms.chooses:
            side, _ = self.surplus()
            if side != NOBODY:
                self.phase = DECORATE
                self.seat = self.namers[side]
                return
        self.build()

    def build(self) -> None:
        """All sides build what they kept; then the round, and perhaps the game, is over."""
        turn: i64
        for turn in range(self.terms.sides):
            side: i64 = (self.speaker + turn) % self.terms.sides
            self.raise_lot(side, self.offers[side])
        self.phase = DEAL
        if self.end():
            self.phase = OVER

    def raise_lot(self, side: i64, lot: i64) -> None:
        constructions: i64 = self.kept[2 * side]
        trumps: i64 = self.kept[2 * side + 1]
        before: i64 = self.lots[2 * lot]
        standing: i64 = self.lots[2 * lot + 1]
        placed: i64 = fitting(standing, trumps, self.terms.kind_marks)
        self.returned[TRUMPS] |= trumps ^ placed
        self.kept[2 * side] = 0
        self.kept[2 * side + 1] = 0
        if constructions | placed == 0:
            return
        self.lots[2 * lot] = before | constructions
        self.lots[2 * lot + 1] = standing | placed
        c0: i64 = count(before)
        d0: i64 = count(standing)
        c1: i64 = c0 + count(constructions)
        d1: i64 = d0 + count(placed)
        points: i64 = scoring.worth(c0, d0, c1, d1, self.terms.cumulative)
        self.points[side] = self.points[side] + points
        raising = scoring.Raising(self.number, side, lot, constructions, placed, c0, d0)
        self.raised = [*self.raised, raising]

    def end(self) -> i64:
        """How the game has ended after the last round that was built; 0 if it goes on."""
        unbuilt: i64 = BLOCKS
        done = False
        lot: i64
        for lot in range(ENSEMBLES):
            constructions: i64 = count(self.lots[2 * lot])
            decorations: i64 = count(self.lots[2 * lot + 1])
            unbuilt -= constructions + decorations
            if finished(constructions, decorations):
                done = True
        if done:
            return FINISHED
        if unbuilt < self.terms.seats:
            return SHORT
        if self.idle() >= self.terms.idle_rounds:
            return IDLE
        return 0

    def idle(self) -> i64:
        """How many rounds have built nothing since the last one that built."""
        built: i64 = self.raised[-1].number if self.raised else 0
        played: i64 = self.number if self.phase >= DEAL else self.number - 1
        return played - built

    # Chance.

    def deal(self) -> None:
        """Begin the next round: mix, deal, and find the first speaker."""
        terms = self.terms
        seats: i64 = terms.seats
        chance = self.chance
        stock = self.stock()
        size: i64 = min(terms.hand, len(stock) // seats)
        hands = self.hands  # empty by now
        i: i64
        dealt: i64 = seats * size
        seat: i64 = 0
        for i in range(dealt):
            j: i64 = i + chance.below(len(stock) - i)
            block: i64 = stock[j]
            stock[j] = stock[i]
            hands[5 * seat + SUIT_OF[block]] |= MARK_OF[block]
            seat += 1
            if seat == seats:
                seat = 0
        self.number += 1
        self.left = size
        for seat in range(seats):
            self.voids[seat] = 0
        suit: i64
        for suit in range(SUITS):
            self.returned[suit] = 0
        self.offers = [NOBODY] * int(terms.sides)
        self.namers = [NOBODY] * int(terms.sides)
        self.turned = []
        self.speaker = (self.speaker + 1) % seats
        if terms.draws or self.number == 1:
            self.speaker = self.draw_speaker([int(block) for block in stock[dealt:]])
        self.seat = self.speaker
        self.leader = self.speaker
        self.phase = OFFER

    def stock(self) -> vec[i64]:
        """The blocks that stand on no lot, ascending."""
        free = self.free()
        found = SUIT_OF[:]  # as long as can be
        size: i64 = 0
        suit: i64
        for suit in range(SUITS):
            marks: i64 = free[suit]
            while marks:
                found[size] = 15 * suit + lowest(marks)
                size += 1
                marks &= marks - 1
        return found[:size]

    def unbuilt(self) -> list[int]:
        """The same blocks, for who looks at them."""
        return [int(block) for block in self.stock()]

    def free(self) -> vec[i64]:
        """By suit: the blocks that stand on no lot, as a set."""
        found = vec[i64]([FULL] * SUITS)
        lots = self.lots
        lot: i64
        for lot in range(ENSEMBLES):
            found[lot] ^= lots[2 * lot]
            found[TRUMPS] ^= lots[2 * lot + 1]
        return found

    def draw_speaker(self, stock: list[int]) -> i64:
        """Turn up blocks of the Reserve until one seat has the highest, or too few are left."""
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

    def random_move(self, rng: Rng) -> i64:
        if self.phase == TRICK:
            return self.terms.moves.play.move(self.random_block(rng))
        candidates = self.candidates()
        while True:
            move: i64 = candidates[rng.below(len(candidates))]
            if self.bar(move) is None:
                return move

    def playout(self, rng: Rng) -> int:
        # The engine's loop without the way from a block to a move and back.
        self.chance = rng
        self.resolve()
        played: i64 = 0
        while self.phase != OVER:
            if self.phase == TRICK:
                self.lay(self.random_block(rng))
            else:
                self.decide(self.random_move(rng))
            if self.phase == DEAL:
                self.deal()
            played += 1
        return int(played)

    def random_block(self, rng: Rng) -> i64:
        """A block that may be played now, every one equally likely."""
        hands = self.hands
        base: i64 = 5 * self.seat
        suit: i64 = bound_suit(self)
        n: i64 = 0
        marks: i64
        if suit != ANY:
            marks = hands[base + suit]
            if marks & (marks - 1):
                n = rng.below(count(marks))
        else:
            n = rng.below(self.left)
            suit = 0
            marks = hands[base]
            here: i64 = count(marks)
            while n >= here:
                n -= here
                suit += 1
                marks = hands[base + suit]
                here = count(marks)
        return 15 * suit + nth_mark(marks, n)

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
            sides = [side for side in range(len(self.offers)) if self.offers[side] != NOBODY]
            lines += [scoring.open_line(self, side) for side in sides]
        return lines

    # Knowledge.

    def unseen(self) -> list[int]:
        """By suit: the blocks that were not seen since the deal, in a hand or in the Reserve."""
        found = [int(marks) for marks in self.free()]
        seen = self.sent_back() + self.trick + [turned % BLOCKS for turned in self.turned]
        for side in range(len(self.kept) // 2):
            seen += self.kept_by(side)
        for block in seen:
            found[SUIT[block]] &= ~MARK[block]
        return found

    def hand(self, seat: int) -> list[int]:
        """The blocks in a hand, ascending."""
        found: list[int] = []
        for suit in range(SUITS):
            found.extend(blocks_of(suit, self.hands[5 * seat + suit]))
        return found

    def hand_size(self, seat: int) -> int:
        """How many blocks a seat holds, told from what everybody knows."""
        turn = (seat - self.leader) % self.terms.seats
        return int(self.left) - (1 if turn < len(self.trick) else 0)

    def blocks_in_hands(self) -> int:
        """How many blocks are in all hands together."""
        sizes = [self.hand_size(seat) for seat in range(self.setting.seats)]
        return sum(sizes)

    def guessed(self, seat: int | None, rng: Rng) -> Cites:
        guessed = self.twin(rng.spawn())
        guessing.redeal(guessed, seat, rng)
        return guessed

    def seen(self, seat: int | None) -> dict[str, object]:
        return views.seen(self, seat)

    def standing(self, lot: int) -> list[int]:
        """The blocks on a lot, decorations last."""
        trumps = blocks_of(TRUMPS, self.lots[2 * lot + 1])
        return blocks_of(lot, self.lots[2 * lot]) + trumps

    def sent_back(self) -> list[int]:
        """The blocks that went back to the Reserve in this round."""
        found: list[int] = []
        for suit in range(SUITS):
            found.extend(blocks_of(suit, self.returned[suit]))
        return found

    def kept_by(self, side: int) -> list[int]:
        """What a side has kept in this round so far."""
        trumps = blocks_of(TRUMPS, self.kept[2 * side + 1])
        return blocks_of(self.offers[side], self.kept[2 * side]) + trumps

    def reserve_size(self) -> int:
        """How many blocks the Reserve holds."""
        held = self.blocks_in_hands() + len(self.trick)
        for marks in self.kept:
            held += count(marks)
        return len(self.stock()) - held

    def recount(self, move: int, seat: int | None) -> list[Sentence]:
        return stories.story(self, move)

    def fields(self, seat: int | None) -> list[tuple[str, str]]:
        return notation.fields(self, seat)


def begin(setting: Setting, chance: Chance) -> Cites:
    """The first position: dealt, and someone to speak."""
    position = Cites(setting, chance, terms_of(setting))
    position.deal()
    return position


def rank(block: int) -> int:
    """The strength of a turned block: a trump beats any construction."""
    return block if SUIT[block] == TRUMPS else block % 15


def listed(marks: i64, base: i64, found: list[int]) -> list[int]:
    """Append the members of a set, counted from a base; the same list."""
    while marks:
        found.append(base + lowest(marks))
        marks &= marks - 1
    return found


def nth_mark(marks: i64, n: i64) -> i64:
    """The n-th member of a set from below, counting from 0."""
    while n > 0:
        marks &= marks - 1
        n -= 1
    return lowest(marks)
