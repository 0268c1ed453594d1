"""Cités Nouvelles by search: moves are tried in guesses, to the end of the round.

Guesses heed what offers tell. The last tricks of a round are reckoned out exactly. What lies beyond
the round is a matter of deals that nobody knows, so that there the points, and whether an award can
still be had, must tell who is likely to win. Compiled.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import erf, exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parvis.bots.cites_nouvelles_reasons import reasons_for
from parvis.bots.cites_nouvelles_sight import (
    Taste,
    lacking,
    likely_block,
    likely_move,
    values_at_sight,
)
from parvis.bots.playouts import Judge
from parvis.bots.search import Search, Sense, Trial
from parvis.engine.bits import count, lowest
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence
from parvis.games.cites_nouvelles.components import (
    ANY,
    BLOCKS,
    DEAL,
    ENSEMBLES,
    MARK_OF,
    NOBODY,
    OFFER,
    OVER,
    SUIT_OF,
    SUITS,
    TRICK,
    TRUMPS,
)
from parvis.games.cites_nouvelles.legality import bound_suit
from parvis.games.cites_nouvelles.position import Cites
from parvis.games.cites_nouvelles.tricks import BITS, ONE

# By the blocks that a lot lacks: how far it helps to speak first and finish it.
FIRST: Final = vec[float]([1.0, 1.0, 0.8, 0.25])
SHORT_HANDS: Final = 8.0  # how much more so when hands are shorter than at first
MOST_BOOST: Final = 0.35
STEPS: Final = 9  # of the integral over what a side may still get
A_POINT: Final = 0.0005  # of share, where the share is the same
REACH: Final = 2.6  # standard deviations that it goes either way
OFTEN: Final = 4  # times as many worlds for an offer, on which a whole round depends
GUESSES: Final = 4  # that one is chosen of, by what offers tell
FADING_AT_TWO: Final = 2.4  # how far an offer tells less, and then the contrary,
FADING: Final = 0.85  # by the part of the hand that was played
FINE: Final = 16777216
ROOT: Final = sqrt(2.0)


class Prospects(Sense):
    """What a skill's weights make of a position."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self.taste = Taste(weights)
        self.prize: float = weights["prize"]  # what an award brings, beyond its blocks
        self.speaking: float = weights["speaking"]  # how far who speaks first gets it
        self.noise: float = weights["noise"]  # how far a side's points may be off,
        self.most: float = weights["most"]  # and no more than that while an award may end it
        self.belief: float = weights["belief"]  # how far an offer tells of the hand
        self.margin: float = weights["margin"]  # what a lead weighs beside the share
        self.exact: i64 = int(weights["exact"])  # tricks that are reckoned out

    def values(self, position: Position, rng: Rng) -> list[tuple[int, float]]:
        assert isinstance(position, Cites)
        return values_at_sight(position, self.taste)

    def likely(self, position: Position, rng: Rng) -> int:
        assert isinstance(position, Cites)
        return int(likely_move(position, self.taste))

    def estimate(self, position: Position) -> tuple[list[float], float]:
        assert isinstance(position, Cites)
        spread = self.noise * sqrt(float(unbuilt(position)))
        if within_reach(position) < BLOCKS:
            spread = max(spread, 0.7 * self.prize)
        return [float(score) for score in position.points], spread

    def quiet(self, position: Position) -> bool:
        """Whether a round begins."""
        assert isinstance(position, Cites)
        return position.phase == OFFER and position.seat == position.speaker

    def searching(
        self, position: Position, rng: Rng, limit: int, sight: int, trust: float, ends: float
    ) -> Search:
        assert isinstance(position, Cites)
        often = 1 if position.phase == TRICK else OFTEN
        return Trying(self, position, rng, often * limit, trust, ends)

    def reasons(self, position: Position, move: int) -> list[Sentence]:
        assert isinstance(position, Cites)
        return reasons_for(position, move)

    def share(self, position: Cites, side: i64) -> float:
        """The share of victory that a side may expect when a round, or the game, is over."""
        sides: i64 = position.terms.sides
        points = position.points
        mine: i64 = points[side]
        other: i64
        if position.phase == OVER:
            equal: i64 = 0
            for other in points:
                if other > mine:
                    return 0.0
                if other == mine:
                    equal += 1
            return 1.0 / float(equal)
        left: i64 = unbuilt(position)
        spread: float = self.noise * sqrt(float(left))
        if position.terms.seats == 4:
            spread *= 1.35
        need: i64 = within_reach(position)
        if need >= BLOCKS:
            return chance_of(points, side, spread, -1, 0.0)
        spread = min(spread, self.most)
        speaker: i64 = (position.speaker + 1) % sides
        tricks: float = float(left) / float(position.terms.seats * position.terms.hand)
        gets: float = 1.0 / float(sides)
        if need < len(FIRST):
            boost: float = self.speaking * (1.0 + SHORT_HANDS * max(0.0, 1.0 - tricks))
            gets += min(boost, MOST_BOOST) * FIRST[need]
        rest: float = (1.0 - gets) / float(sides - 1)
        found: float = 0.0
        for other in range(sides):
            weight: float = gets if other == speaker else rest
            found += weight * chance_of(points, side, spread, other, self.prize)
        return found


def unbuilt(position: Cites) -> i64:
    """How many blocks stand on no lot."""
    left: i64 = BLOCKS
    lot: i64
    for lot in range(ENSEMBLES):
        left -= count(position.lots[2 * lot]) + count(position.lots[2 * lot + 1])
    return left


def within_reach(position: Cites) -> i64:
    """How many blocks the lot lacks that is nearest to be finished; BLOCKS if none can be."""
    best: i64 = BLOCKS
    lot: i64
    for lot in range(ENSEMBLES):
        best = min(best, lacking(position, lot))
    return best


def chance_of(points: list[int], side: i64, spread: float, winner: i64, prize: float) -> float:
    """How likely a side ends with most, if each may be off by so much and one wins a prize."""
    mine: float = float(points[side]) + (prize if winner == side else 0.0)
    other: i64
    if len(points) == 2:
        other = 1 - side
        ahead: float = mine - float(points[other]) - (prize if winner == other else 0.0)
        return 0.5 * (1.0 + erf(ahead / spread / 2.0))
    total: float = 0.0
    weights: float = 0.0
    for step in range(STEPS):
        z: float = REACH * (2.0 * step / (STEPS - 1) - 1.0)
        weight: float = exp(-0.5 * z * z)
        below: float = 1.0
        for other in range(len(points)):
            if other != side:
                theirs: float = float(points[other]) + (prize if winner == other else 0.0)
                below *= 0.5 * (1.0 + erf(((mine - theirs) / spread + z) / ROOT))
        total += weight * below
        weights += weight
    return total / weights


def options(position: Cites) -> list[int]:
    """The blocks that may be played, one of those that do the same."""
    hands = position.hands
    base: i64 = 5 * position.seat
    bound: i64 = bound_suit(position)
    found: list[int] = []
    suit: i64
    seat: i64
    for suit in range(SUITS):
        if bound not in (ANY, suit):
            continue
        marks: i64 = hands[base + suit]
        if suit == TRUMPS:
            while marks:
                found.append(int(15 * suit + lowest(marks)))
                marks &= marks - 1
            continue
        others: i64 = 0
        for seat in range(position.terms.seats):
            if 5 * seat != base:
                others |= hands[5 * seat + suit]
        trick: i64 = position.laid
        while trick:
            block: i64 = (trick & ONE) - 1
            if SUIT_OF[block] == suit:
                others |= MARK_OF[block]
            trick >>= BITS
        while marks:
            low: i64 = marks & -marks
            found.append(int(15 * suit + lowest(marks)))
            marks ^= low
            # Those that follow without another's between do the same.
            while marks and others & ((marks & -marks) - low) == 0:
                low = marks & -marks
                marks ^= low
    return found


def solved(
    sense: Prospects, position: Cites, side: i64, alpha: float, beta: float
) -> tuple[float, float]:
    """The share and the lead of a side if the last tricks are played best, all hands open.

    Opponents play against it, whatever they get of that themselves.
    """
    while position.phase < DEAL:
        if position.phase != TRICK:
            position.decide(likely_move(position, sense.taste))
            continue
        blocks = options(position)
        if len(blocks) == 1:
            position.lay(blocks[0])
            continue
        mine = position.seat % position.terms.sides == side
        best: float = -9.0 if mine else 9.0
        points: float = 0.0
        block: i64
        for block in blocks:
            ahead = position.twin(position.chance)
            ahead.lay(block)
            share, lead = solved(sense, ahead, side, alpha, beta)
            worth: float = share + A_POINT * lead
            if (worth > best + A_POINT * points) if mine else (worth < best + A_POINT * points):
                best = share
                points = lead
            if mine:
                alpha = max(alpha, worth)
            else:
                beta = min(beta, worth)
            if alpha >= beta:
                break
        return best, points
    return sense.share(position, side), ahead_by(position, side)


def ahead_by(position: Cites, side: i64) -> float:
    """By how many points a side leads."""
    points = position.points
    best: i64 = -10000
    other: i64
    for other in range(len(points)):
        if other != side:
            best = max(best, i64(points[other]))
    return float(points[side] - best)


def believed(belief: float, position: Cites, seat: int) -> float:
    """How much each block of the offered ensemble speaks for a guess of a namer's hand.

    Who names an ensemble has much of it; but one plays it early, at two most of all.
    """
    named = False
    for namer in position.namers:
        if namer not in (NOBODY, seat):
            named = True
    if not named or belief == 0.0:
        return 0.0
    played = 1.0 - float(position.left) / float(position.terms.hand)
    fading = FADING_AT_TWO if position.terms.seats == 2 else FADING
    return max(-1.0, belief - fading * played)


class Trying(Search):
    """A search that plays rounds to their end."""

    def __init__(
        self, sense: Prospects, position: Cites, rng: Rng, limit: int, trust: float, ends: float
    ) -> None:
        super().__init__(Judge(), position, rng, limit, trust, ends)
        self.sense = sense
        self.margin = sense.margin
        self.start = position
        self.belief: float = believed(sense.belief, position, self.seat)

    def world(self) -> Cites:
        """A guess; of a few, one is likelier chosen in which the offers make sense."""
        chosen = self.start.guess(self.seat, self.rng)
        assert isinstance(chosen, Cites)
        if self.belief == 0.0:
            return chosen
        total = self.odds(chosen)
        for _ in range(GUESSES - 1):
            other = self.start.guess(self.seat, self.rng)
            assert isinstance(other, Cites)
            odds = self.odds(other)
            total += odds
            if float(int(self.rng.below(FINE))) < odds / total * FINE:
                chosen = other
        return chosen

    def odds(self, world: Cites) -> float:
        """How likely the others would have made their offers in a guess, up to a factor."""
        held: i64 = 0
        side: i64
        for side in range(world.terms.sides):
            seat: i64 = world.namers[side]
            if seat >= 0 and seat != self.seat:
                held += count(world.hands[5 * seat + i64(world.offers[side])])
        return exp(self.belief * float(held))

    def outcomes(self, trials: list[Trial]) -> list[tuple[float, float]]:
        """The share and the lead of each at the end of the round."""
        world = self.world()
        sense = self.sense
        taste = sense.taste
        # With more seats a trick has more ways to go.
        exact: i64 = sense.exact if world.terms.seats == 2 else sense.exact - 1
        found: list[tuple[float, float]] = []
        for trial in trials:
            if self.late():
                break
            ahead = world.twin(world.chance)
            ahead.decide(trial.move)
            while ahead.phase < DEAL and (ahead.phase != TRICK or ahead.left > exact):
                if ahead.phase == TRICK:
                    ahead.lay(likely_block(ahead, taste))
                else:
                    ahead.decide(likely_move(ahead, taste))
            found.append(solved(sense, ahead, self.side, -99.0, 99.0))
        return found
