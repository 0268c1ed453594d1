"""The analysis of a finished game: what is found of each decision, of luck and of each player.

Shares are chances of victory, 0 to 1; margins are points ahead of the best other side. Every
estimate carries its standard error. How they are found: `parvis.bots.analyst`. Imports nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

FINE, INEXACT, ERROR, BLUNDER = "fine", "inexact", "error", "blunder"
VERDICTS = (FINE, INEXACT, ERROR, BLUNDER)
# What a move gives away to be called so: of a victory, or ten times that in usual margins.
THRESHOLDS = {INEXACT: 0.02, ERROR: 0.05, BLUNDER: 0.12}
NOISE = 2.0  # standard errors that a difference must exceed to count

# The rating of a player: what a decision gives away on average, at most, while the game is open.
RATINGS = {"superb": 0.004, "strong": 0.012, "good": 0.025, "fair": 0.045, "learning": 1.0}
SETTLED = 0.02  # nearer to victory or defeat than this a decision decides nothing any more

MOMENTS = 3
ROUND = 5  # decimals that are kept


@dataclass(frozen=True)
class Value:
    """A share of victory and a margin, expected, with their standard errors."""

    share: float
    margin: float
    share_error: float = 0.0
    margin_error: float = 0.0

    def less(self, other: Value) -> Value:
        """The difference of two estimates that know nothing of each other."""
        return Value(
            self.share - other.share,
            self.margin - other.margin,
            (self.share_error**2 + other.share_error**2) ** 0.5,
            (self.margin_error**2 + other.margin_error**2) ** 0.5,
        )


NOTHING = Value(0.0, 0.0)


def total(values: Sequence[Value]) -> Value:
    """The sum of independent estimates.

    >>> total([Value(0.1, 2.0, 0.03, 0.3), Value(0.2, 1.0, 0.04, 0.4)]).margin_error
    0.5
    """
    return Value(
        sum(value.share for value in values),
        sum(value.margin for value in values),
        sum(value.share_error**2 for value in values) ** 0.5,
        sum(value.margin_error**2 for value in values) ** 0.5,
    )


@dataclass(frozen=True)
class Gain:
    """Points that one move lets one expect beyond another, by the clause that gives them."""

    clause: str
    points: float


@dataclass(frozen=True)
class Weighed:
    """A move that was looked into: what it is worth to who decides, from what they can know.

    `gains` are the points that it lets its side expect in the ledger, by clause, most first; they
    are found where a position is analysed, not in whole games.
    """

    move: str
    value: Value
    worlds: int
    gains: tuple[Gain, ...] = ()


@dataclass(frozen=True)
class Decision:
    """A decision: the moves that were looked into, best first, and what the played one gave away.

    `loss` is never negative: what does not exceed the noise is nothing. `cost` weighs it in one
    number, by which moves are compared: the share, and a tenth for each usual margin. `gains` are
    what the best move lets one expect beyond the played one.
    """

    number: int  # of the move, from 1
    seat: int
    played: str
    moves: tuple[Weighed, ...]
    loss: Value = NOTHING
    cost: float = 0.0
    verdict: str = FINE
    gains: tuple[Gain, ...] = ()

    @property
    def best(self) -> str:
        return self.moves[0].move

    @property
    def open(self) -> bool:
        """Whether the game could still be won and lost."""
        return SETTLED < self.moves[0].value.share < 1 - SETTLED


@dataclass(frozen=True)
class Luck:
    """What chance brought after a move, by side."""

    number: int
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Moment:
    """A move at which the game turned: by an error, by luck, or by a move well made.

    `side` is the one that it helped or hurt most, `change` what it changed for it; `seat` moved.
    """

    number: int
    kind: str  # "error", "luck" or "move"
    seat: int
    side: int
    change: Value


@dataclass(frozen=True)
class Performance:
    """How a seat played, and how lucky its side was.

    start + luck + own + others = result, for share and for margin.
    """

    seat: int
    side: int
    decisions: int  # those with a choice
    counted: int  # of these, those while the game was open
    verdicts: Mapping[str, int]
    loss: Value  # given away in all
    cost: float  # the same weighed in one number, while the game was open
    rating: str
    start: Value
    luck: Value
    own: Value  # what the decisions of its side changed, beside usual play
    others: Value  # and those of the others
    result: Value

    @property
    def mean_cost(self) -> float:
        """What a decision gave away on average."""
        return self.cost / max(1, self.counted)

    @property
    def adjusted(self) -> Value:
        """The result without luck."""
        return self.result.less(self.luck)


@dataclass(frozen=True)
class Ply:
    """What was found of one move; the parts that an analysis is put together from."""

    number: int
    seat: int
    before: tuple[Value, ...]  # by side, all hands open
    pending: tuple[Value, ...]  # when the move was decided and nothing drawn; empty: nothing was
    decision: Decision | None  # None: there was no choice


@dataclass(frozen=True)
class Analysis:
    """A whole game."""

    game: str
    seats: int
    sides: tuple[tuple[int, ...], ...]
    seed: int
    effort: float
    course: tuple[tuple[Value, ...], ...]  # by move, then the end: what each side could expect
    decisions: tuple[Decision, ...]
    luck: tuple[Luck, ...]
    moments: tuple[Moment, ...]
    players: tuple[Performance, ...]

    def plain(self) -> dict[str, object]:
        """The analysis as plain data, figures rounded."""
        found = rounded(asdict(self))
        assert isinstance(found, dict)
        for player, entry in zip(self.players, found["players"], strict=True):
            entry["mean_cost"] = round(player.mean_cost, ROUND)
            entry["adjusted"] = rounded(asdict(player.adjusted))
        return found


def rounded(plain: object) -> Any:
    """Plain data with its figures rounded; tuples become lists."""
    if isinstance(plain, float):
        return round(plain, ROUND)
    if isinstance(plain, dict):
        return {key: rounded(value) for key, value in plain.items()}
    if isinstance(plain, list | tuple):
        return [rounded(value) for value in plain]
    return plain


def read_values(plain: Sequence[Mapping[str, Any]]) -> tuple[Value, ...]:
    return tuple(Value(**value) for value in plain)


def read_gains(plain: Sequence[Mapping[str, Any]]) -> tuple[Gain, ...]:
    return tuple(Gain(**gain) for gain in plain)


def read_weighed(plain: Mapping[str, Any]) -> Weighed:
    gains = read_gains(plain["gains"])
    return Weighed(plain["move"], Value(**plain["value"]), plain["worlds"], gains)


def read_decision(plain: Mapping[str, Any]) -> Decision:
    moves = tuple(read_weighed(each) for each in plain["moves"])
    return Decision(
        plain["number"],
        plain["seat"],
        plain["played"],
        moves,
        Value(**plain["loss"]),
        plain["cost"],
        plain["verdict"],
        read_gains(plain["gains"]),
    )


def read_ply(plain: Mapping[str, Any]) -> Ply:
    """Read back what `rounded(asdict(ply))` wrote."""
    decision = plain["decision"]
    return Ply(
        plain["number"],
        plain["seat"],
        read_values(plain["before"]),
        read_values(plain["pending"]),
        None if decision is None else read_decision(decision),
    )


def read_analysis(plain: Mapping[str, Any]) -> Analysis:
    """Read back what `Analysis.plain` wrote."""
    players = [
        Performance(
            entry["seat"],
            entry["side"],
            entry["decisions"],
            entry["counted"],
            dict(entry["verdicts"]),
            Value(**entry["loss"]),
            entry["cost"],
            entry["rating"],
            *(Value(**entry[name]) for name in ("start", "luck", "own", "others", "result")),
        )
        for entry in plain["players"]
    ]
    return Analysis(
        plain["game"],
        plain["seats"],
        tuple(tuple(side) for side in plain["sides"]),
        plain["seed"],
        plain["effort"],
        tuple(read_values(at) for at in plain["course"]),
        tuple(read_decision(decision) for decision in plain["decisions"]),
        tuple(Luck(each["number"], read_values(each["values"])) for each in plain["luck"]),
        tuple(
            Moment(
                each["number"], each["kind"], each["seat"], each["side"], Value(**each["change"])
            )
            for each in plain["moments"]
        ),
        tuple(players),
    )


def verdict_of(cost: float) -> str:
    """What a cost is called.

    >>> verdict_of(0.06), verdict_of(0.0)
    ('error', 'fine')
    """
    found = FINE
    for name, least in THRESHOLDS.items():
        if cost >= least:
            found = name
    return found


def rating_of(mean_cost: float) -> str:
    """The word for a mean cost.

    >>> rating_of(0.01)
    'strong'
    """
    return next(name for name, most in RATINGS.items() if mean_cost <= most)


def gathered(
    game: str,
    sides: Sequence[Sequence[int]],
    seed: int,
    effort: float,
    plies: Sequence[Ply],
    end: Sequence[Value],
) -> Analysis:
    """An analysis from what was found of each move, and from the end."""
    course = [*(ply.before for ply in plies), tuple(end)]
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    luck: list[Luck] = []
    changed: list[tuple[Value, ...]] = []  # by each decision
    for at, ply in enumerate(plies):
        after = course[at + 1]
        decided = ply.pending or after
        changed.append(differences(decided, ply.before))
        if ply.pending:
            luck.append(Luck(ply.number, differences(after, ply.pending)))
    decisions = [ply.decision for ply in plies if ply.decision is not None]
    seats = sum(len(side) for side in sides)
    players: list[Performance] = []
    for seat in range(seats):
        side = side_of[seat]
        mine = [decision for decision in decisions if decision.seat == seat]
        counted = [decision.cost for decision in mine if decision.open]
        verdicts = {name: sum(decision.verdict == name for decision in mine) for name in VERDICTS}
        turns = [
            (side_of[ply.seat] == side, change[side])
            for ply, change in zip(plies, changed, strict=True)
        ]
        players.append(
            Performance(
                seat,
                side,
                len(mine),
                len(counted),
                verdicts,
                total([decision.loss for decision in mine]),
                sum(counted),
                rating_of(sum(counted) / max(1, len(counted))),
                course[0][side],
                total([each.values[side] for each in luck]),
                total([change for own, change in turns if own]),
                total([change for own, change in turns if not own]),
                course[-1][side],
            )
        )
    return Analysis(
        game,
        seats,
        tuple(tuple(side) for side in sides),
        seed,
        effort,
        tuple(course),
        tuple(decisions),
        tuple(luck),
        turning(plies, side_of, changed, luck),
        tuple(players),
    )


def differences(after: Sequence[Value], before: Sequence[Value]) -> tuple[Value, ...]:
    return tuple(one.less(other) for one, other in zip(after, before, strict=True))


def turning(
    plies: Sequence[Ply],
    side_of: Mapping[int, int],
    changed: Sequence[Sequence[Value]],
    luck: Sequence[Luck],
) -> tuple[Moment, ...]:
    """The moments that decided the game: errors, luck and moves that changed most, in their order.

    Of one move only what changed most counts.
    """
    drawn = {each.number: each.values for each in luck}
    found: list[tuple[float, Moment]] = []
    for at, ply in enumerate(plies):
        here: list[tuple[float, Moment]] = []
        decision = ply.decision
        if decision is not None and decision.verdict != FINE:
            lost = Value(
                -decision.loss.share,
                -decision.loss.margin,
                decision.loss.share_error,
                decision.loss.margin_error,
            )
            here.append(
                (
                    decision.loss.share,
                    Moment(ply.number, "error", ply.seat, side_of[ply.seat], lost),
                )
            )
        kinds = [("luck", drawn.get(ply.number, ())), ("move", changed[at])]
        for kind, values in kinds:
            for side, value in enumerate(values):
                # What may be noise counts for what it exceeds noise by.
                size = abs(value.share) - NOISE * value.share_error
                if size > 0:
                    here.append((size, Moment(ply.number, kind, ply.seat, side, value)))
        if here:
            found.append(max(here, key=lambda pair: (pair[0], -pair[1].side)))
    found.sort(key=lambda pair: (-pair[0], pair[1].number))
    return tuple(sorted((moment for _, moment in found[:MOMENTS]), key=lambda each: each.number))
