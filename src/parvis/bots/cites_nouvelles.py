"""Cités Nouvelles: `greedy` looks to the end of the trick.

It tries each block in some guesses, lets the others answer by a rule of thumb, and counts what
the sides have kept. It names the ensemble of which it holds most, and high blocks more.
"""

from __future__ import annotations

from collections.abc import Mapping

from parvis.bots.bot import Bot, Budget, Thought, ranked
from parvis.bots.cites_nouvelles_search import Prospects
from parvis.bots.playouts import Judge
from parvis.bots.search import Sense
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.games.cites_nouvelles.components import ANSWER, ENOUGH, OFFER, SUIT, TRICK, TRUMPS
from parvis.games.cites_nouvelles.position import Cites
from parvis.games.cites_nouvelles.tricks import beats, best_of

WORLDS = 8  # guesses that a block is tried in
A_BLOCK = 10.0  # points of a block that is built
FINISH = 60.0  # what it is worth to come within reach of a finished lot
PARTNER = 55.0  # what a partner's choice is worth who has not been heard yet
HIGH = 10  # blocks from this rank on often win their trick


def think(position: Position, rng: Rng, budget: Budget) -> Thought:
    """The block that brings most by the end of the trick."""
    assert isinstance(position, Cites)
    moves = position.moves()
    if len(moves) == 1:
        return Thought(moves[0])
    if position.phase in (OFFER, ANSWER):
        return ranked([(move, offer_value(position, move)) for move in moves], rng)
    if position.phase != TRICK:
        return ranked([(move, 0.0) for move in moves], rng)
    seat = position.turn()
    assert seat is not None
    side = position.side_of(seat)
    play = position.terms.moves.play
    sums = dict.fromkeys(moves, 0.0)
    for _ in range(WORLDS):
        world = position.guess(seat, rng)
        assert isinstance(world, Cites)
        for move in moves:
            sums[move] += trick_value(world, move, side)
    values = [(move, sums[move] / WORLDS - price(int(play.only(move)))) for move in moves]
    return ranked(values, rng)


def offer_value(position: Cites, move: int) -> float:
    """What naming an ensemble promises."""
    kinds = position.terms.moves
    if position.codec.kind_of(move) is kinds.build:
        return PARTNER
    seat = position.turn()
    assert seat is not None
    lot = int(kinds.name.only(move))
    held = [block for block in position.hand(seat) if SUIT[block] == lot]
    value = sum(A_BLOCK if block % 15 >= HIGH else A_BLOCK * 0.6 for block in held)
    standing = sum(SUIT[block] == lot for block in position.standing(lot))
    if standing < ENOUGH <= standing + 1.5 * len(held):
        value += FINISH
    return value


def trick_value(world: Cites, move: int, side: int) -> float:
    """How far a side leads when the trick is over, in points."""
    trial = world.twin(world.chance.copy())
    number, left = trial.number, trial.left
    trial.play(move)
    while trial.phase == TRICK and trial.number == number and trial.left == left:
        trial.play(answer(trial))
    worths = [worth(trial, other) for other in range(len(trial.points))]
    return worths[side] - max(worths[:side] + worths[side + 1 :])


def worth(position: Cites, side: int) -> float:
    """Points, and the blocks kept for building."""
    return position.points[side] + A_BLOCK * len(position.kept_by(side))


def price(block: int) -> float:
    """What it costs to let a block go: high ones win tricks later."""
    return block % 15 * (0.5 if SUIT[block] == TRUMPS else 0.2) + (SUIT[block] == TRUMPS) * 2.0


def answer(position: Cites) -> int:
    """What a seat plays by rule of thumb: take what is worth it, feed the own side, save."""
    seat = position.turn()
    assert seat is not None
    side = position.side_of(seat)
    trick = position.trick
    best = int(best_of(trick))
    holder = position.side_of((int(position.leader) + best) % position.seats)
    top = trick[best]
    play = position.terms.moves.play
    chosen, most = -1, 0.0
    for move in position.moves():
        block = int(play.only(move))
        wins = beats(block, top)
        taker = side if wins else holder
        stake = sum(useful(position, taker, other) for other in [*trick, block])
        value = (A_BLOCK if taker == side else -A_BLOCK) * stake - price(block)
        if chosen < 0 or value > most:
            chosen, most = move, value
    return chosen


def useful(position: Cites, side: int, block: int) -> bool:
    """Whether a block is worth something to a side that takes it."""
    return SUIT[block] in (TRUMPS, position.offers[side])


def sensible(position: Position, rng: Rng) -> int:
    """A playout's move: what to build is chosen with care, for partners rely on it; then any."""
    assert isinstance(position, Cites)
    if position.phase not in (OFFER, ANSWER):
        return int(position.random_move(rng))
    return max(position.moves(), key=lambda move: offer_value(position, move))


def sense(weights: Mapping[str, float]) -> Sense:
    """What levels of these weights think with."""
    return Prospects(weights)


JUDGE = Judge(worlds=1500, openly=2000, scale=100.0, policy=sensible)
BOTS = (Bot("greedy", think),)
