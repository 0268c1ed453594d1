"""Analyses games: what each decision gave away, and what chance brought.

A decision is judged from what its seat could know: every move that is worth a look is tried in
the same guesses of the seat, played on as the game's `JUDGE` says. The best one is chosen in some
worlds and compared with the played one in others, so that luck in choosing is not called an error.

Luck is judged when the game is over, with all hands open: what a position is worth before something
is drawn, with the draw made anew each time, and after it. Values before and after every move add
up, so that start, luck and decisions make the result exactly.

The same seed gives the same analysis, wherever and in however many processes. Imports bots, games
and the engine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import lru_cache

from parvis.bots import bots_for, own_bots
from parvis.bots.analysis import (
    FINE,
    NOISE,
    NOTHING,
    Analysis,
    Decision,
    Gain,
    Ply,
    Value,
    Weighed,
    gathered,
    read_ply,
    rounded,
    verdict_of,
)
from parvis.bots.flat import MARGIN, Search
from parvis.bots.playouts import Arm, Judge, Outcome, equity, try_moves
from parvis.engine.chance import Rng
from parvis.engine.game import Game, game_of
from parvis.engine.position import Position
from parvis.engine.record import Record, RecordError

USUAL = Judge()
FEW = 6  # moves that are all looked into; of more only the most promising
FROM_BOT = 5  # that the game's own bot puts first,
FROM_SEARCH = 4  # and a quick search
A_MOVE = 24  # simulations of that search for each move
FINALISTS = 3
KEPT = 5  # moves that a decision tells
FRESH = 50_000  # the number of the first world that nothing is chosen in
LEAST_COST = 0.0005  # below this nothing is lost that anybody could tell
REDRAWN = 5  # draws that are made again to see whether there is any chance
LINES = 24  # worlds in which expected lines are compared
LEAST_GAIN = 0.5  # points by a clause that are worth a word
GAINS = 4

Run = Callable[
    [Callable[["Task"], dict[str, object]], Iterable["Task"]], Iterable[dict[str, object]]
]


@dataclass(frozen=True)
class Task:
    """One move of a record that is to be looked into; it can be sent to other processes."""

    record: str
    number: int
    seed: int
    effort: float


def judge_of(game: Game) -> Judge:
    """How positions of a game are judged."""
    found = getattr(own_bots(game), "JUDGE", USUAL)
    assert isinstance(found, Judge)
    return found


def seed_of(*parts: object) -> int:
    """The first of a row of seeds, one for each world."""
    digest = hashlib.sha256("/".join(str(part) for part in parts).encode()).digest()
    return int.from_bytes(digest[:6], "big") * 100_000


def scaled(worlds: int, effort: float) -> int:
    return max(4, round(worlds * effort))


def judged(position: Position, played: int, number: int, seed: int, effort: float) -> Decision:
    """What a move gave away, from what its seat could know and nothing else."""
    seat = position.turn()
    assert seat is not None
    judge = judge_of(game_of(position.setting.game))
    base = seed_of(seed, "decision", number)
    arms, running = narrowed(judge, position, seat, played, base, effort)
    scale = scale_of(judge, arms)
    by_move = {arm.move: arm for arm in arms}
    own = by_move[played]
    best = max(running, key=lambda arm: (worth(arm, scale), arm is own, -arm.move))
    loss, cost = NOTHING, 0.0
    gains: tuple[Gain, ...] = ()
    if best is not own:
        finals = [Arm(best.move), Arm(played)]
        last = FRESH + scaled(judge.worlds, effort)
        try_moves(judge, position, seat, finals, base, FRESH, last)
        cost, noise = mean_of(margins(finals[0], finals[1], scale))
        if cost > max(NOISE * noise, LEAST_COST):
            found = paired(finals[0], finals[1])
            loss = replace(found, share=max(0.0, found.share), margin=max(0.0, found.margin))
        else:
            cost, best = 0.0, own  # nothing better was found
        for arm in finals:
            by_move[arm.move].shares += arm.shares
            by_move[arm.move].leads += arm.leads
    verdict = verdict_of(cost)
    if verdict != FINE:
        lines = [expected(judge, position, seat, n, base, effort) for n in (best.move, played)]
        gains = beyond(lines[0], lines[1])
    order = sorted(
        arms, key=lambda arm: (arm is not best, arm not in running, -worth(arm, scale), arm.move)
    )
    kept = order[:KEPT] if own in order[:KEPT] else [*order[: KEPT - 1], own]
    moves = tuple(Weighed(position.say(arm.move), value_of(arm), len(arm.shares)) for arm in kept)
    return Decision(number, seat, position.say(played), moves, loss, cost, verdict, gains)


def narrowed(
    judge: Judge, position: Position, seat: int, played: int, base: int, effort: float
) -> tuple[list[Arm], list[Arm]]:
    """The moves that are worth a look, with what they brought, and those of them in the running to
    the last: fewer moves meet more worlds."""
    arms = [Arm(move) for move in promising(judge, position, seat, played, base, effort)]
    rounds = ((0, scaled(judge.worlds // 4, effort)), (1, scaled(judge.worlds // 2, effort)))
    first = 0
    running = arms
    for which, worlds in rounds:
        if which:
            scale = scale_of(judge, arms)
            order = sorted(running, key=lambda arm: (-worth(arm, scale), arm.move))
            running = [arm for arm in running if arm in order[:FINALISTS] or arm.move == played]
        try_moves(judge, position, seat, running, base, first, first + worlds)
        first += worlds
    return arms, running


def promising(
    judge: Judge, position: Position, seat: int, played: int, base: int, effort: float
) -> list[int]:
    """The moves to look into, ascending; always the played one."""
    moves = position.moves()
    if len(moves) <= FEW:
        return moves
    rng = Rng(base + 90_000)
    chosen = {played} & set(moves)
    game = game_of(position.setting.game)
    own = own_bots(game)
    if own is not None:
        thought = bots_for(game)[-1].choose(position, rng)
        chosen.update(each.move for each in thought.considered[:FROM_BOT])
    if own is None or judge.estimate is None:
        tries = max(2, round(A_MOVE * effort))
        search = Search(position.guess(seat, rng.spawn()), rng, tries * len(moves), 0.0)
        chosen.update(arm.move for arm in search.run(moves)[:FROM_SEARCH])
    return sorted(chosen)


def scale_of(judge: Judge, arms: list[Arm]) -> float:
    """How far leads lie apart: as the judge says, or as the playouts show."""
    if judge.scale:
        return judge.scale
    leads = [lead for arm in arms for lead in arm.leads]
    mean = sum(leads) / max(1, len(leads))
    return float(max(1e-3, sum((lead - mean) ** 2 for lead in leads) / max(1, len(leads))) ** 0.5)


def mean_of(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    n = len(values)
    mean = sum(values) / n
    squares = sum((value - mean) ** 2 for value in values)
    return mean, (squares / max(1, n - 1) / n) ** 0.5


def worth(arm: Arm, scale: float) -> float:
    """What arms are compared by: victory, and a little the margin."""
    return mean_of(arm.shares)[0] + MARGIN * mean_of(arm.leads)[0] / scale


def value_of(arm: Arm) -> Value:
    share, share_error = mean_of(arm.shares)
    margin, margin_error = mean_of(arm.leads)
    return Value(share, margin, share_error, margin_error)


def paired(one: Arm, other: Arm) -> Value:
    """What one move is worth beyond another: world by world, for both met the same ones."""
    shares = [a - b for a, b in zip(one.shares, other.shares, strict=True)]
    leads = [a - b for a, b in zip(one.leads, other.leads, strict=True)]
    share, share_error = mean_of(shares)
    margin, margin_error = mean_of(leads)
    return Value(share, margin, share_error, margin_error)


def margins(one: Arm, other: Arm, scale: float) -> list[float]:
    """World by world what one move is worth beyond another, weighed in one number."""
    return [
        one.shares[n] - other.shares[n] + MARGIN * (one.leads[n] - other.leads[n]) / scale
        for n in range(len(one.shares))
    ]


def expected(
    judge: Judge, position: Position, seat: int, move: int, base: int, effort: float
) -> dict[str, list[float]]:
    """By clause: the points of the ledger's lines that a seat's side ends with, world by world."""
    side = position.side_of(seat)
    worlds = min(LINES, scaled(LINES, effort))
    found: dict[str, list[float]] = {}
    for number in range(worlds):
        rng = Rng(base + 80_000 + number)
        trial = position.guess(seat, rng)
        chance = rng.spawn()
        trial.play(move)
        judge.play_on(trial, chance)
        for line in trial.ledger():
            if line.side == side:
                found.setdefault(line.clause, [0.0] * worlds)[number] += line.points
    return found


def beyond(best: dict[str, list[float]], played: dict[str, list[float]]) -> tuple[Gain, ...]:
    """By clause what one move lets one expect beyond another, where it exceeds the noise."""
    gains: list[Gain] = []
    for clause in sorted(best.keys() | played.keys()):
        one, other = best.get(clause), played.get(clause)
        worlds = len(one or other or ())
        none = [0.0] * worlds
        pairs = zip(one or none, other or none, strict=True)
        points, error = mean_of([a - b for a, b in pairs])
        if abs(points) >= max(LEAST_GAIN, error):
            gains.append(Gain(clause, points))
    gains.sort(key=lambda gain: (-abs(gain.points), gain.clause))
    return tuple(gains[:GAINS])


def means(found: dict[str, list[float]]) -> tuple[Gain, ...]:
    gains = [Gain(clause, mean_of(points)[0]) for clause, points in found.items()]
    gains = [gain for gain in gains if abs(gain.points) >= LEAST_GAIN]
    return tuple(sorted(gains, key=lambda gain: (-abs(gain.points), gain.clause)))


def values_of(found: tuple[Outcome, Outcome]) -> tuple[Value, ...]:
    """By side: what an equity is, with its errors."""
    mean, error = found
    figures = zip(mean.shares, mean.leads, error.shares, error.leads, strict=True)
    return tuple(Value(*each) for each in figures)


def ply_of(position: Position, move: int, number: int, seed: int, effort: float) -> Ply:
    """All that is looked into of one move; the position is the true one before it."""
    seat = position.turn()
    assert seat is not None
    judge = judge_of(game_of(position.setting.game))
    common, worlds = seed_of(seed, "luck"), scaled(judge.openly, effort)
    before = values_of(equity(judge, position, common, worlds))
    pending: tuple[Value, ...] = ()
    if draws(position, move, seed_of(seed, "draws", number)):
        pending = values_of(equity(judge, position.foresee(move), common, worlds))
    choice = len(position.moves()) > 1
    decision = judged(position, move, number, seed, effort) if choice else None
    return Ply(number, seat, before, pending, decision)


def draws(position: Position, move: int, seed: int) -> bool:
    """Whether chance has a part in what follows a move; what is merely disclosed is no luck."""
    ahead = position.foresee(move)
    if ahead.over() or ahead.turn() is not None:
        return False  # nothing is pending
    known = [None, *range(position.seats)]
    after = ahead.copy()
    after.resolve()
    shown = [after.text(seat) for seat in known]
    for n in range(REDRAWN):
        other = ahead.redealt(Rng(seed + n))
        other.resolve()
        if [other.text(seat) for seat in known] != shown:
            return True
    return False


@lru_cache(2)
def read_record(text: str) -> Record:
    return Record.read(text)


def examine(task: Task) -> dict[str, object]:
    """Look into one move, wherever that is; plain data."""
    record = read_record(task.record)
    position = record.position(task.number - 1)
    move = position.read(record.moves[task.number - 1])
    found = rounded(asdict(ply_of(position, move, task.number, task.seed, task.effort)))
    assert isinstance(found, dict)
    return found


def tasks(record: Record, seed: int, effort: float) -> Iterator[Task]:
    """A task for each move of a record."""
    text = record.text()
    for number in range(1, len(record.moves) + 1):
        yield Task(text, number, seed, effort)


def finished(record: Record) -> Record:
    """A record that can be analysed; `RecordError` says why not."""
    renewed = record.today()
    if not renewed.moves or (not renewed.stopped and not renewed.position().over()):
        reason = "the game is not over: only finished games are analysed"
        raise RecordError(0, reason, "going")
    return renewed


def put_together(
    record: Record, seed: int, effort: float, found: Iterable[dict[str, object]]
) -> Analysis:
    """The analysis of a finished record from what was found of each of its moves.

    A game that ended before its end counts as the last position was worth: who resigned from a
    good one has not played badly.
    """
    end = record.position()
    judge = judge_of(game_of(record.game))
    worth = equity(judge, end, seed_of(seed, "luck"), scaled(judge.openly, effort))
    plies = [read_ply(ply) for ply in found]
    return gathered(record.game, end.sides(), seed, effort, plies, values_of(worth))


def analyse_record(record: Record, seed: int = 0, effort: float = 1.0, run: Run = map) -> Analysis:
    """A whole game; `run` maps the work over the tasks, perhaps in several processes."""
    record = finished(record)
    return put_together(record, seed, effort, run(examine, tasks(record, seed, effort)))


def analyse_position(position: Position, seed: int = 0, effort: float = 1.0) -> tuple[Weighed, ...]:
    """The moves of the seat to decide that are worth a look, best first, from what it can know."""
    seat = position.turn()
    if seat is None:
        raise ValueError("nobody is to decide in this position")
    judge = judge_of(game_of(position.setting.game))
    base = seed_of(seed, "position")
    moves = position.moves()
    arms = running = [Arm(moves[0])]
    if len(moves) > 1:
        arms, running = narrowed(judge, position, seat, -1, base, effort)
    else:
        try_moves(judge, position, seat, arms, base, 0, scaled(judge.worlds // 4, effort))
    scale = scale_of(judge, arms)
    arms.sort(key=lambda arm: (arm not in running, -worth(arm, scale), arm.move))
    return tuple(
        Weighed(
            position.say(arm.move),
            value_of(arm),
            len(arm.shares),
            means(expected(judge, position, seat, arm.move, base, effort)),
        )
        for arm in arms
    )
