"""Cités Nouvelles at sight: what a seat makes of its hand and of what everybody has seen.

A block is worth what its trick may bring, by how likely it wins, less what it might do later. All
of it comes from the seat's own hand and from public facts, so that it may stand for any seat of a
guess. Compiled: a search asks for it some thousand times a move.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.engine.bits import count, lowest
from parvis.games.cites_nouvelles.components import (
    ANSWER,
    ANY,
    BLOCKS,
    DECORATE,
    DECORATIONS,
    ENOUGH,
    ENSEMBLES,
    FULL,
    MARK_OF,
    NOBODY,
    OFFER,
    ROOM,
    SUIT_OF,
    SUITS,
    TRICK,
    TRUMPS,
)
from parvis.games.cites_nouvelles.legality import bound_suit
from parvis.games.cites_nouvelles.position import Cites
from parvis.games.cites_nouvelles.tricks import BITS, ONE

EACH: Final = 10.0  # points of a block that is built
WORTHS: Final = 8  # numbers a side: four ensembles, then three kinds of decoration
NONES: Final = 16  # numbers a seat: how likely it holds none of so many blocks
KINDS: Final = 3
WON: Final = 0.8  # of the blocks that one holds and wants, those that one gets,
CAUGHT: Final = 0.45  # and of those that others hold


class Taste:
    """The weights of a skill; points, or shares of them."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.power: float = weights["power"]  # a construction that would win a trick later
        self.trump: float = weights["trump"]  # a decoration that would
        self.lead: float = weights["lead"]  # to lead the next trick
        self.draw: float = weights["draw"]  # how far one counts on blocks still to come
        self.own: float = weights["own"]  # how far a block is worth its points later
        self.fear: float = weights["fear"]  # how far a block may be lost later
        self.rivalry: float = weights["rivalry"]  # what others get, beside one's own
        self.deny: float = weights["deny"]  # a decoration without room, for it serves nobody
        self.finish: float = weights["finish"]  # what comes near an award, as a share of it
        self.hold: float = weights["hold"]  # naming: a block that one holds
        self.high: float = weights["high"]  # naming: one that would win
        self.stock: float = weights["stock"]  # naming: one that others may hold
        self.garden: float = weights["garden"]  # naming: room for a decoration
        self.award: float = weights["award"]  # naming: an award within reach, as a share of it
        self.bar: float = weights["bar"]  # naming: another's award that one bars
        self.partner: float = weights["partner"]  # “I build!”


class Outlook:
    """What a seat knows and expects at a moment."""

    def __init__(self, position: Cites, taste: Taste) -> None:
        self.position = position
        self.taste = taste
        terms = position.terms
        seat: i64 = position.seat
        seats: i64 = terms.seats
        self.seats: i64 = seats
        self.sides: i64 = terms.sides
        self.seat: i64 = seat
        self.side: i64 = seat % terms.sides
        hands = position.hands
        lots = position.lots
        kept = position.kept
        unseen = position.returned[:]
        suit: i64
        other: i64
        for suit in range(ENSEMBLES):
            unseen[suit] = FULL ^ unseen[suit] ^ hands[5 * seat + suit] ^ lots[2 * suit]
        unseen[TRUMPS] = FULL ^ hands[5 * seat + TRUMPS] ^ unseen[TRUMPS]
        for suit in range(ENSEMBLES):
            unseen[TRUMPS] ^= lots[2 * suit + 1]
        for other in range(terms.sides):
            offer: i64 = position.offers[other]
            if offer >= 0:
                unseen[offer] &= ~kept[2 * other]
                unseen[TRUMPS] &= ~kept[2 * other + 1]
        trick: i64 = position.laid
        while trick:
            block: i64 = (trick & ONE) - 1
            unseen[SUIT_OF[block]] &= ~MARK_OF[block]
            trick >>= BITS
        if len(position.turned):
            n: i64
            for n in position.turned:
                block = n % BLOCKS
                unseen[SUIT_OF[block]] &= ~MARK_OF[block]
        self.unseen: vec[i64] = unseen
        # By seat and number: how likely it holds none of so many of the unseen blocks.
        nones = NOTHING[:]
        left: i64 = position.left
        for other in range(seats):
            if other == seat:
                continue
            voids: i64 = position.voids[other]
            total: i64 = 0
            for suit in range(SUITS):
                if voids & MARK_OF[suit] == 0:
                    total += count(unseen[suit])
            miss: float = 1.0 - float(left) / float(max(total, left, 1))
            at: i64 = NONES * other
            none: float = 1.0
            for n in range(NONES):
                nones[at + n] = none
                none *= miss
        self.nones: vec[float] = nones
        self.worths: vec[float] = worths_of(position, taste)

    def kind_at(self, block: i64) -> i64:
        """Where the worth of a block stands."""
        suit: i64 = SUIT_OF[block]
        if suit != TRUMPS:
            return suit
        mark: i64 = MARK_OF[block]
        kinds = self.position.terms.kind_marks
        if mark & kinds[0]:
            return 4
        return 5 if mark & kinds[1] else 6

    def beaten(self, block: i64, led: i64, other: i64) -> float:
        """How likely another seat can beat a block."""
        suit: i64 = SUIT_OF[block]
        voids: i64 = self.position.voids[other]
        at: i64 = NONES * other
        unseen = self.unseen
        above: i64 = count(unseen[suit] >> (block - 15 * suit + 1))
        if suit == TRUMPS:
            if voids & 16:
                return 0.0
            has: float = 1.0 - self.nones[at + above]
            if led == TRUMPS:
                return has
            return has if voids & MARK_OF[led] else has * self.nones[at + count(unseen[led])]
        if voids & MARK_OF[suit]:
            has = 0.0
            free: float = 1.0
        else:
            has = 1.0 - self.nones[at + above]
            free = self.nones[at + count(unseen[suit])]
        if voids & 16:
            return has
        return has + free * (1.0 - self.nones[at + count(unseen[TRUMPS])])

    def holds(self, block: i64, led: i64, last: i64) -> float:
        """How likely no opponent beats a block of those who play after this seat, up to `last`."""
        stays: float = 1.0
        other: i64 = self.seat
        while True:
            other += 1
            if other == self.seats:
                other = 0
            if other == last:
                return stays
            if other % self.sides != self.side:
                stays *= 1.0 - self.beaten(block, led, other)

    def keeping(self, block: i64) -> float:
        """What a block is worth in the hand."""
        taste = self.taste
        suit: i64 = SUIT_OF[block]
        wins: float = self.holds(block, suit, self.seat)
        at: i64 = self.kind_at(block)
        power: float = taste.trump if suit == TRUMPS else taste.power
        value: float = wins * (power + taste.own * self.worths[WORTHS * self.side + at])
        return value - (1.0 - wins) * taste.fear * self.lost(at)

    def lost(self, at: i64) -> float:
        """What a block is worth to the others, on average."""
        total: float = 0.0
        other: i64
        for other in range(self.sides):
            if other != self.side:
                total += self.worths[WORTHS * other + at]
        return self.taste.rivalry * total / float(self.sides - 1)

    def value(self, block: i64) -> float:
        """What it is worth to play a block now."""
        position = self.position
        taste = self.taste
        worths = self.worths
        own: i64 = WORTHS * self.side
        at: i64 = self.kind_at(block)
        suit: i64 = SUIT_OF[block]
        trick: i64 = position.laid
        if trick == 0:
            mine: float = worths[own + at]
            theirs: float = self.lost(at)
            other: i64
            for other in range(self.seats):
                if other % self.sides != self.side:
                    voids: i64 = position.voids[other]
                    if voids & MARK_OF[suit] == 0:
                        has: float = 1.0 - self.nones[NONES * other + count(self.unseen[suit])]
                        mine += taste.draw * has * worths[own + at]
                        theirs += taste.draw * has * self.lost(at)
            wins: float = self.holds(block, suit, self.seat)
            return wins * (mine + taste.lead) - (1.0 - wins) * theirs - self.keeping(block)
        led: i64 = SUIT_OF[(trick & ONE) - 1]
        best: i64 = -1
        holder: i64 = 0
        mine = worths[own + at]
        turn: i64 = position.leader
        while trick:
            lying: i64 = (trick & ONE) - 1
            if best < 0 or (lying > best and SUIT_OF[lying] in (TRUMPS, led)):
                best = lying
                holder = turn
            mine += worths[own + self.kind_at(lying)]
            turn += 1
            if turn == self.seats:
                turn = 0
            trick >>= BITS
        if block > best and suit in (TRUMPS, led):
            best = block
            holder = self.seat
        side: i64 = holder % self.sides
        if side == self.side:
            wins = self.holds(best, led, position.leader)
        else:
            wins = 0.0
        theirs = 0.0
        if wins < 1.0:
            if side != self.side:
                theirs = self.taken(side, at)
            else:
                for other in range(self.sides):
                    if other != self.side:
                        theirs += self.taken(other, at) / float(self.sides - 1)
        ahead: float = taste.lead if holder == self.seat else 0.0
        return wins * (mine + ahead) - (1.0 - wins) * taste.rivalry * theirs - self.keeping(block)

    def taken(self, side: i64, at: i64) -> float:
        """What the trick is worth to another side, with one more block."""
        worths = self.worths
        total: float = worths[WORTHS * side + at]
        trick: i64 = self.position.laid
        while trick:
            total += worths[WORTHS * side + self.kind_at((trick & ONE) - 1)]
            trick >>= BITS
        return total

    def naming(self, lot: i64) -> float:
        """What it promises to build an ensemble."""
        position = self.position
        taste = self.taste
        hands = position.hands
        base: i64 = 5 * self.seat
        value: float = 0.0
        held: i64 = hands[base + lot]
        while held:
            block: i64 = 15 * lot + lowest(held)
            value += taste.hold + taste.high * self.holds(block, lot, self.seat)
            held &= held - 1
        value += taste.stock * float(count(self.unseen[lot]))
        trumps: i64 = hands[base + TRUMPS]
        room: i64 = DECORATIONS - count(position.lots[2 * lot + 1])
        value += taste.garden * float(min(room, count(trumps) + 2))
        prize: float = award_of(position, lot)
        value += taste.award * prize * self.finishing(lot, True)
        if taste.bar > 0 and position.offers.count(NOBODY) > 1:
            value += taste.bar * prize * self.finishing(lot, False)
        return value

    def finishing(self, lot: i64, mine: bool) -> float:
        """How likely a lot is finished this round by this seat, or by another that names it."""
        position = self.position
        kinds = position.terms.kind_marks
        standing: i64 = position.lots[2 * lot + 1]
        hand: i64 = position.hands[5 * self.seat + lot]
        trumps: i64 = position.hands[5 * self.seat + TRUMPS]
        left: i64 = position.left
        total: i64 = 0
        suit: i64
        for suit in range(SUITS):
            total += count(self.unseen[suit])
        held: float = float(left) / float(max(total, left, 1))  # of the unseen, by one seat
        others: float = held * float(self.seats - 1)
        chance: float = 1.0
        kind: i64
        for kind in range(KINDS + 1):
            if kind < KINDS:
                need: i64 = ROOM - count(standing & kinds[kind])
                own: float = float(count(trumps & kinds[kind]))
                unseen: float = float(count(self.unseen[TRUMPS] & kinds[kind]))
            else:
                need = ENOUGH - count(position.lots[2 * lot])
                own = float(count(hand))
                unseen = float(count(self.unseen[lot]))
            if need <= 0:
                continue
            if float(need) > own + unseen:
                return 0.0
            if mine:
                gets: float = WON * own + CAUGHT * others * unseen
            else:
                gets = WON * held * unseen + CAUGHT * (own + (others - held) * unseen)
            chance *= slope(gets - float(need))
        return chance


NOTHING: Final = vec[float]([0.0] * (4 * NONES))


def slope(reach: float) -> float:
    """How likely one gets what one needs, by how much more than that one expects."""
    return 1.0 / (1.0 + exp(-1.5 * (reach + 0.5)))


def award_of(position: Cites, lot: i64) -> float:
    """The award for finishing a lot with no more than it needs."""
    return 150.0 if position.lots[2 * lot] | position.lots[2 * lot + 1] else 300.0


def lacking(position: Cites, lot: i64) -> i64:
    """How many blocks a lot lacks to be finished; BLOCKS if it cannot be any more."""
    lots = position.lots
    used: i64 = lots[1] | lots[3] | lots[5] | lots[7]
    standing: i64 = lots[2 * lot + 1]
    for kind in position.terms.kind_marks:
        if ROOM - count(standing & kind) > count(kind & ~used):
            return BLOCKS
    return max(0, ENOUGH - count(lots[2 * lot])) + DECORATIONS - count(standing)


def worths_of(position: Cites, taste: Taste) -> vec[float]:
    """By side: what a block of each ensemble brings it, and a decoration of each kind."""
    terms = position.terms
    worths = NOTHING[:]
    left: i64 = position.left
    side: i64
    kind: i64
    for side in range(terms.sides):
        at: i64 = WORTHS * side
        offer: i64 = position.offers[side]
        if offer < 0:
            for kind in range(KINDS):
                worths[at + 4 + kind] = EACH
            continue
        c: i64 = count(position.lots[2 * offer] | position.kept[2 * side])
        standing: i64 = position.lots[2 * offer + 1] | position.kept[2 * side + 1]
        d: i64 = 0
        for kind in range(KINDS):
            n: i64 = count(standing & terms.kind_marks[kind])
            d += min(n, ROOM)
            worths[at + 4 + kind] = EACH if n < ROOM else taste.deny
        worths[at + offer] = EACH
        need: i64 = max(0, ENOUGH - c) + DECORATIONS - d
        if 0 < need <= 2 * left:
            more: float = taste.finish * award_of(position, offer) / float((1 + need) * (1 + need))
            if c < ENOUGH:
                worths[at + offer] += more
            for kind in range(KINDS):
                if count(standing & terms.kind_marks[kind]) < ROOM:
                    worths[at + 4 + kind] += more
    return worths


def likely_block(position: Cites, taste: Taste) -> i64:
    """The block that a seat would likely play."""
    hands = position.hands
    base: i64 = 5 * position.seat
    bound: i64 = bound_suit(position)
    suit: i64
    marks: i64
    if position.left == 1 or bound != ANY:
        for suit in range(SUITS):
            marks = hands[base + suit] if bound in (ANY, suit) else 0
            if marks and (position.left == 1 or marks & (marks - 1) == 0):
                return 15 * suit + lowest(marks)
    outlook = Outlook(position, taste)
    best: i64 = -1
    most: float = 0.0
    for suit in range(SUITS):
        marks = hands[base + suit] if bound in (ANY, suit) else 0
        while marks:
            block: i64 = 15 * suit + lowest(marks)
            marks &= marks - 1
            value: float = outlook.value(block)
            if best < 0 or value > most:
                best = block
                most = value
    return best


def likely_move(position: Cites, taste: Taste) -> i64:
    """What a seat would likely do, of whatever kind."""
    if position.phase == TRICK:
        return position.terms.first_block + likely_block(position, taste)
    best = -1
    most = 0.0
    for move, value in values_at_sight(position, taste):
        if best < 0 or value > most:
            best, most = move, value
    return best


def values_at_sight(position: Cites, taste: Taste) -> list[tuple[int, float]]:
    """Each legal move and what it is worth at sight."""
    moves = position.moves()
    kinds = position.terms.moves
    outlook = Outlook(position, taste)
    found: list[tuple[int, float]] = []
    for move in moves:
        if position.phase == TRICK:
            value: float = outlook.value(move - position.terms.first_block)
        elif position.phase == DECORATE:
            # The low numbers stay, and the strong trumps come back into play.
            value = -float(kinds.staying(move))
        elif kinds.codec.kind_of(move) is kinds.build:
            value = taste.partner
        else:
            assert position.phase in (OFFER, ANSWER)
            value = outlook.naming(kinds.name.only(move))
        found.append((move, value))
    return found
