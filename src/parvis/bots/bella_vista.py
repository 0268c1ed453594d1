"""A greedy architect: the best site for the building at hand, the best building for the moment.

A site is worth what the ledger says it brings now, the best contract it lets one take, and a part
of every contract it brings nearer. An offer is weighed by the best site that each card would
find today; the order of building is seldom worth its price.
"""

from __future__ import annotations

from collections.abc import Mapping

from parvis.bots.bella_vista_sense import Architect
from parvis.bots.bot import Bot, Budget, Thought, ranked
from parvis.bots.playouts import Judge
from parvis.bots.search import Sense
from parvis.bots.skill import skills_in
from parvis.engine.chance import Rng
from parvis.engine.position import Position
from parvis.engine.sentence import Sentence
from parvis.games.bella_vista.components import BUILD, CONTRACT, HEIGHTS, LAYOUT, OFFER
from parvis.games.bella_vista.position import BellaVista
from parvis.games.bella_vista.scoring import fulfils, met

NEARER = 0.45  # what a contract is worth that is almost fulfilled
WAITING = 0.55  # what one more lower neighbour is worth to a building that can wait for it
ORDER = 0.3  # what each slot nearer to the front is worth


def think(position: Position, rng: Rng, budget: Budget) -> Thought:
    """The move of greatest value now."""
    assert isinstance(position, BellaVista)
    seat = position.turn()
    assert seat is not None
    if position.phase == LAYOUT:
        return ranked([(move, 0.0) for move in position.moves()], rng)
    if position.phase == OFFER:
        return offer(position, seat, rng)
    if position.phase == CONTRACT:
        return contract(position, rng)
    return build(position, seat, rng)


def build(position: BellaVista, seat: int, rng: Rng) -> Thought:
    """The best site; a neutral building goes where it helps the others least."""
    return ranked([(move, worth(position, move, seat)) for move in position.moves()], rng)


def worth(position: BellaVista, move: int, seat: int) -> float:
    """What a site brings: points now, a contract, contracts nearer; less what others gain."""
    ahead = position.twin(position.chance)
    ahead.decide(move)
    scores = ahead.scores()
    others = [scores[other] for other in range(len(scores)) if other != seat]
    value = scores[seat] - 0.25 * sum(others) / len(others)
    if ahead.phase == CONTRACT:
        done = [kind for kind in ahead.display if kind >= 0 and fulfils(ahead, seat, kind)]
        value += max(ahead.components.contracts[kind].coins for kind in done)
    return value + nearer(ahead, seat)


def nearer(position: BellaVista, seat: int) -> float:
    """What the displayed contracts promise that are not fulfilled yet."""
    value = 0.0
    for kind in position.display:
        if kind >= 0:
            part = int(met(position, seat, kind)) / position.asked[kind]
            value += NEARER * part * part * position.components.contracts[kind].coins
    return value


def contract(position: BellaVista, rng: Rng) -> Thought:
    """The contract that brings most."""
    kinds = position.kinds
    values: list[tuple[int, float]] = []
    for move in position.moves():
        coins = 0
        if kinds.codec.kind_of(move) is kinds.take:
            coins = position.components.contracts[kinds.take.only(move)].coins
        values.append((move, float(coins)))
    thought = ranked(values, rng)
    reason = Sentence("bv.reason.contract", {"n": int(max(value for _, value in values))})
    return Thought(thought.move, thought.considered, (reason,))


def offer(position: BellaVista, seat: int, rng: Rng) -> Thought:
    """The card that finds the best site today, on a slot that is worth its price."""
    now = position.scores()[seat] + nearer(position, seat)
    found = {
        number: best_site(position, seat, number) - now
        for number in sorted(set(position.cards(seat)))
    }
    prices = position.prices
    values: list[tuple[int, float]] = []
    for move in position.moves():
        slot, card = position.kinds.offer.values(move)
        number = card + 1
        price = prices[slot] if slot < len(prices) else 0
        later = WAITING * number  # the higher a building, the more it gains by waiting
        front = ORDER * (len(prices) - slot)
        values.append((move, found[number] - later + front - price))
    thought = ranked(values, rng)
    number = position.kinds.offer.values(thought.move)[1] + 1
    reason = Sentence("bv.reason.card", {"number": number, "n": round(found[number])})
    return Thought(thought.move, thought.considered, (reason,))


def best_site(position: BellaVista, seat: int, number: int) -> float:
    """The worth of the best site that a card would find if it were turned up now."""
    trial = position.twin(position.chance)
    for slot in range(len(trial.line)):
        trial.line[slot] = -1
    trial.line[0] = seat * HEIGHTS + number - 1
    trial.slot = -1
    trial.step = len(trial.order)
    trial.phase = BUILD
    trial.reveal()
    if trial.phase != BUILD or trial.pending:
        return float(position.scores()[seat])  # it would be set aside
    return max(worth(trial, move, seat) for move in trial.moves())


def sense(weights: Mapping[str, float]) -> Sense:
    """What levels of these weights think with."""
    return Architect(weights)


SKILLS = skills_in("bella_vista")
assert SKILLS is not None
JUDGE = Judge(worlds=150, openly=400, scale=15.0, policy=Architect(SKILLS.weights).likely)
BOTS = (Bot("greedy", think),)
