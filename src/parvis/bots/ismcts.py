"""Plain information set Monte Carlo tree search: the yardstick that other bots are measured by.

Single observer (Cowling, Powley and Whitehouse 2012): one tree over the moves from the seat's point
of view, a new guess for each iteration, UCB1 among the moves that are legal in that guess with
availability counts, one node added, then uniformly random play to the end. A victory counts 1, a
shared one its share. The most visited move is played. Nothing here knows any game. Compiled.
"""

from __future__ import annotations

import time
from math import log, sqrt
from typing import Final

from mypy_extensions import i64

from parvis.bots.bot import Budget, Considered, Thought
from parvis.bots.playouts import ended
from parvis.engine.chance import Rng
from parvis.engine.position import Position

EXPLORING: Final = 0.7  # the constant of UCB1 that its authors use for rewards from 0 to 1
USUAL: Final = 1000


class Node:
    """A move in the tree: who decided for it, how often it could be and was, what it brought."""

    def __init__(self, move: int, side: int) -> None:
        self.move = move
        self.side = side
        self.visits: i64 = 0
        self.available: i64 = 0
        self.reward: float = 0.0
        self.children: dict[int, Node] = {}


def descend(root: Node, position: Position, rng: Rng) -> list[Node]:
    """From the root to a new node, or to the end of the game; plays the moves on the way."""
    path = [root]
    node = root
    while not position.over():
        seat = position.turn()
        assert seat is not None
        side = position.side_of(seat)
        untried: list[int] = []
        known: list[Node] = []
        for move in position.moves():
            child = node.children.get(move)
            if child is None:
                untried.append(move)
            else:
                child.available += 1
                known.append(child)
        if untried:
            move = untried[int(rng.below(len(untried)))]
            child = Node(move, side)
            child.available = 1
            node.children[move] = child
            position.play(move)
            path.append(child)
            return path
        node = chosen(known)
        position.play(node.move)
        path.append(node)
    return path


def chosen(known: list[Node]) -> Node:
    """By UCB1, counting how often each could have been chosen."""
    best = known[0]
    most = -1.0
    for child in known:
        visits = float(int(child.visits))
        value = child.reward / visits
        value += EXPLORING * sqrt(log(float(int(child.available))) / visits)
        if value > most:
            best, most = child, value
    return best


def think(position: Position, rng: Rng, budget: Budget) -> Thought:
    """The move that the tree visited most."""
    # Time on one core: a yardstick must not shrink because the machine is busy.
    begun = time.thread_time()
    moves = position.moves()
    if len(moves) == 1:
        return Thought(moves[0])
    seat = position.turn()
    assert seat is not None
    limit: int = budget.simulations
    seconds: float = float(budget.seconds)
    if limit <= 0 and seconds <= 0:
        limit = USUAL
    root = Node(-1, -1)
    spent = 0
    while limit <= 0 or spent < limit:
        if seconds > 0 and spent and time.thread_time() - begun >= seconds:
            break
        world = position.guess(seat, rng)
        path = descend(root, world, rng)
        world.playout(rng)
        shares = ended(world).shares
        for node in path:
            node.visits += 1
            if node.side >= 0:
                node.reward += shares[node.side]
        spent += 1
    order = [(-int(node.visits), -node.reward, node.move) for node in root.children.values()]
    order.sort()
    considered: list[Considered] = []
    for visits, reward, move in order:
        share = reward / visits
        considered.append(Considered(move, share, -visits, share))
    return Thought(order[0][2], tuple(considered), (), spent, time.thread_time() - begun)
