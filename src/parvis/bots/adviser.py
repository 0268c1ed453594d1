"""Advises who is to decide: which move, and what for.

The strongest level of the game says which moves are worth a look; they are then tried in the same
guesses of the seat, and so are moves that begin as somebody has begun theirs. What the first is for
is read off the ledgers at the end of games played on from it and from the second, world by world.

Chance follows from a seed, and nothing asks a clock: the same view has the same advice. Imports
bots, how positions are judged, and the engine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection

from parvis.bots import levels_for, player_of, usual_bot
from parvis.bots.advice import Advice, Reason
from parvis.bots.analysis import NOISE, NOTHING, Gain, Weighed
from parvis.bots.analyst import (
    LEAST_GAIN,
    judge_of,
    margins,
    mean_of,
    paired,
    scale_of,
    value_of,
    worth,
)
from parvis.bots.playouts import Arm, Judge, try_moves
from parvis.engine.build import COMPILED
from parvis.engine.chance import Rng
from parvis.engine.game import game_of
from parvis.engine.position import Position

LOOKED_INTO = 3  # moves that are compared to the last
GLANCED_AT = 40  # moves that begin as somebody has begun, of which those are found
FEWEST, MOST = 8, 1000  # worlds
EFFORT = 1.0 if COMPILED else 0.2
FIRST, SECOND, THIRD = 10_000, 20_000, 30_000  # the numbers of the worlds of each stage
SURE = 2.0  # standard errors that lines must differ by, in either half of the worlds
REASONS = 3
HOPES = 2
MOSTLY = 0.5  # of a clause's points that one line must bring to be named

Key = tuple[int, str, tuple[str, ...]]  # a side, a clause, and the thing that a line speaks of
Points = dict[Key, list[float]]  # world by world


def seed_of(position: Position, seat: int) -> int:
    """A number that follows from what a seat sees and the settings, and from nothing else."""
    setting = position.setting
    told = [setting.game, setting.rules, setting.seats, setting.options, setting.pack.digest]
    text = json.dumps([told, position.view(seat)], sort_keys=True, default=str)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big") * 100_000


def meant(position: Position, picks: Collection[str]) -> list[int]:
    """The legal moves that these picks belong to, in whichever order; all, if none does."""
    moves = position.moves()
    if not picks:
        return moves
    game = game_of(position.setting.game)
    tree = game.choices(position.view(position.turn()), game.speech())
    begun = [move for move, path in tree.paths() if all(pick in path for pick in picks)]
    return begun or moves


def advise(position: Position, seed: int, picks: Collection[str] = ()) -> Advice:
    """Advice for the seat to decide, from what it can know: of the moves that `picks` belong to.

    >>> import parvis
    >>> advice = advise(parvis.start("cites-nouvelles", seats=3, seed=1), 7)
    >>> len(advice.moves) > 1 and 0 < advice.best.value.share < 1
    True
    """
    seat = position.turn()
    if seat is None:
        raise ValueError("nobody is to decide in this position")
    judge = judge_of(game_of(position.setting.game))
    among = meant(position, picks)
    ranked = considered(position, seed)
    mine = [move for move in ranked if move in among]
    if len(mine) < min(2, len(among)):
        mine = glanced(judge, position, seat, [*mine, *among], seed)
    better = [] if ranked[0] in among else ranked[:1]
    arms = [Arm(move) for move in [*mine[:LOOKED_INTO], *better]]
    try_moves(judge, position, seat, arms, seed + FIRST, 0, worlds_of(judge, 1))
    scale = scale_of(judge, arms)
    running = settled(arms[: len(arms) - len(better)], scale)
    first, *others = running
    second = others[0] if others else None
    elsewhere = None
    beyond = NOTHING
    if better and exceeds(arms[-1], first, scale):
        elsewhere, beyond = weighed(position, arms[-1]), paired(arms[-1], first)
    lines = expected(judge, position, seat, first.move, seed)
    reasons: tuple[Reason, ...] = ()
    if second is not None:
        reasons = compared(lines, expected(judge, position, seat, second.move, seed))
    return Advice(
        tuple(weighed(position, arm) for arm in running),
        NOTHING if second is None else paired(first, second),
        reasons,
        hoped(position, seat, lines),
        elsewhere,
        beyond,
    )


def worlds_of(judge: Judge, share: float) -> int:
    """As many worlds as fit a game whose positions are judged in so many."""
    return max(4, round(max(FEWEST, min(MOST, judge.worlds * share)) * EFFORT))


def considered(position: Position, seed: int) -> list[int]:
    """The moves that the strongest level considers, best first; a quicker one where it is slow."""
    game = game_of(position.setting.game)
    bot = [*levels_for(game).values()][-1] if COMPILED else usual_bot(game)
    thought = player_of(game, bot).choose(position, Rng(seed))
    return list(dict.fromkeys([thought.move, *(each.move for each in thought.considered)]))


def glanced(judge: Judge, position: Position, seat: int, moves: list[int], seed: int) -> list[int]:
    """The most promising of some moves, best first: fewer of them meet more worlds."""
    arms = [Arm(move) for move in list(dict.fromkeys(moves))[:GLANCED_AT]]
    first = 0
    for worlds, left in ((1, 12), (3, 6), (6, LOOKED_INTO)):
        try_moves(judge, position, seat, arms, seed + SECOND, first, first + worlds)
        first += worlds
        scale = scale_of(judge, arms)
        arms.sort(key=lambda arm: (-worth(arm, scale), arm.move))
        del arms[left:]
    return [arm.move for arm in arms]


def exceeds(one: Arm, other: Arm, scale: float) -> bool:
    """Whether one move is better than another by more than noise."""
    mean, error = mean_of(margins(one, other, scale))
    return mean > NOISE * error and mean > 0


def settled(arms: list[Arm], scale: float) -> list[Arm]:
    """Moves in the order in which they were put, unless playing on clearly says otherwise."""
    found: list[Arm] = []
    for arm in arms:
        at = next((n for n, other in enumerate(found) if exceeds(arm, other, scale)), len(found))
        found.insert(at, arm)
    return found


def weighed(position: Position, arm: Arm) -> Weighed:
    return Weighed(position.say(arm.move), value_of(arm), len(arm.shares))


def expected(judge: Judge, position: Position, seat: int, move: int, seed: int) -> Points:
    """What the lines of the ledger bring in the end: games are played on to it."""
    worlds = worlds_of(judge, 0.8)
    to_the_end = Judge(width=int(judge.width), policy=judge.policy)
    found: Points = {}
    for number in range(worlds):
        rng = Rng(seed + THIRD + number)
        trial = position.guess(seat, rng)
        chance = rng.spawn()
        trial.play(move)
        to_the_end.play_on(trial, chance)
        for line in trial.ledger():
            key = (line.side, line.clause, thing_of(line.params))
            found.setdefault(key, [0.0] * worlds)[number] += line.points
    return found


def thing_of(params: dict[str, object]) -> tuple[str, ...]:
    """What a line speaks of: the words and names among its parameters, not its numbers or people.

    >>> thing_of({"piece": "#nv.sky.water", "mark": "10", "size": 12})
    ('#nv.sky.water', '10')
    """
    found = (value for value in params.values() if isinstance(value, str))
    return tuple(value for value in found if not value.startswith("@"))


def summed(points: Points) -> dict[tuple[int, str], list[float]]:
    """By side and clause."""
    found: dict[tuple[int, str], list[float]] = {}
    for (side, clause, _), each in points.items():
        before = found.get((side, clause), [0.0] * len(each))
        found[side, clause] = [a + b for a, b in zip(before, each, strict=True)]
    return found


def compared(first: Points, second: Points) -> tuple[Reason, ...]:
    """Where the ledgers after two moves differ by more than noise, most first.

    Of so many lines some differ by chance: what is found in one half of the worlds has to be found
    in the other, and is told as it is there.
    """
    one, other = summed(first), summed(second)
    found: list[Reason] = []
    for key in one.keys() | other.keys():
        each = differences(one.get(key), other.get(key))
        seen, doubt = mean_of(each[::2])
        points, error = mean_of(each[1::2])
        few = SURE * (1 + 4 / len(each))  # of few worlds even the error is not known well
        sure = abs(seen) >= few * doubt and abs(points) >= max(LEAST_GAIN, few * error)
        if sure and seen * points > 0:
            side, clause = key
            named = named_thing(first, second, side, clause, points)
            found.append(Reason(side, clause, points, error, *named))
    found.sort(key=lambda each: (-abs(each.points), each.clause, each.side))
    return tuple(found[:REASONS])


def named_thing(
    first: Points, second: Points, side: int, clause: str, points: float
) -> tuple[tuple[str, ...], float, float]:
    """The line that most of a clause's difference comes from, and how often it brings points."""
    keys = [key for key in {**first, **second} if key[:2] == (side, clause) and key[2]]
    most, named = 0.0, None
    for key in sorted(keys):
        change, error = mean_of(differences(first.get(key), second.get(key)))
        if change * points > 0 and abs(change) > max(most, NOISE * error, MOSTLY * abs(points)):
            most, named = abs(change), key
    if named is None:
        return (), 0.0, 0.0
    return named[2], often(first.get(named)), often(second.get(named))


def often(points: list[float] | None) -> float:
    return sum(each > 0 for each in points) / len(points) if points else 0.0


def differences(one: list[float] | None, other: list[float] | None) -> list[float]:
    """World by world what one has beyond the other."""
    none = [0.0] * len(one or other or ())
    return [a - b for a, b in zip(one or none, other or none, strict=True)]


def hoped(position: Position, seat: int, lines: Points) -> tuple[Gain, ...]:
    """By clause what a seat's side may expect in the end beyond what it has today, most first."""
    side = position.side_of(seat)
    today: dict[str, int] = {}
    for line in position.ledger():
        if line.side == side:
            today[line.clause] = today.get(line.clause, 0) + line.points
    gains = [
        Gain(clause, mean_of(points)[0] - today.get(clause, 0))
        for (whose, clause), points in summed(lines).items()
        if whose == side
    ]
    gains = [gain for gain in gains if gain.points >= LEAST_GAIN]
    return tuple(sorted(gains, key=lambda gain: (-gain.points, gain.clause))[:HOPES])
