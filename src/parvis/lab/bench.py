"""How fast the engine is: inside compiled code, through the public API, and beside others.

A decision is one `play`; chance is counted on no side. Time is the processor's, not the clock's.
Every figure is the median of several rounds, and in each round every contender has its go, so that
a busy machine is unfair to all alike. Imports the engine, and the loops of others beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time

import parvis
from parvis.engine.chance import Rng
from parvis.engine.game import Game
from parvis.lab.dice import Dice
from parvis.lab.peers import Loop, Peer, peers

ROUNDS = 5
STARTS = 8  # different deals that playouts start from


class Contender:
    """A game at a player count and its loops."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.starts = [parvis.start(game.id, seats, f"bench {n}") for n in range(STARTS)]
        self.rng = Rng(7)
        self.dice = Dice()
        self.per_playout: list[float] = []

    def native(self, seconds: float) -> float:
        """Decisions a second in playouts."""
        rng = self.rng
        starts = self.starts
        decisions = playouts = 0
        begun = process_time()
        while (spent := process_time() - begun) < seconds:
            for start in starts:
                decisions += start.copy().playout(rng)
            playouts += STARTS
        self.per_playout.append(decisions / playouts)
        return decisions / spent

    def api(self, seconds: float) -> float:
        """Decisions a second in a Python loop of moves, pick and play."""
        r = self.dice.state
        count = games = 0
        spent = 0.0
        while spent < seconds:
            position = self.starts[games % STARTS].copy()
            games += 1
            begun = process_time()
            while not position.over():
                moves = position.moves()
                r = (r * 1103515245 + 12345) & 0x7FFFFFFF
                position.play(moves[(r >> 8) % len(moves)])
                count += 1
            spent += process_time() - begun
        self.dice.state = r
        return count / spent

    def copy(self, seconds: float) -> float:
        """Microseconds of a copy, over all positions of random games."""
        return self.each(seconds, lambda position: position.copy)

    def moves(self, seconds: float) -> float:
        """Microseconds of listing the moves."""
        return self.each(seconds, lambda position: position.moves)

    def each(self, seconds: float, of: Callable[[parvis.Position], Callable[[], object]]) -> float:
        count = games = 0
        spent = 0.0
        while spent < seconds:
            position = self.starts[games % STARTS].copy()
            games += 1
            while not position.over() and spent < seconds:
                measured = of(position)
                begun = process_time()
                for _ in range(10):
                    measured()
                spent += process_time() - begun
                count += 10
                position.play(self.dice.pick(position.moves()))
        return spent / count * 1e6


@dataclass(frozen=True)
class Row:
    """The figures of one game at one player count, or of a peer."""

    name: str
    seats: int
    decisions_per_s: float | None
    playouts_per_s: float | None
    api_decisions_per_s: float
    copy_us: float
    moves_us: float | None
    compiled: bool | None

    def plain(self) -> dict[str, object]:
        """The row as plain data."""
        return {
            "game": self.name,
            "seats": self.seats,
            "decisions_per_s": self.decisions_per_s,
            "playouts_per_s": self.playouts_per_s,
            "api_decisions_per_s": self.api_decisions_per_s,
            "copy_us": self.copy_us,
            "moves_us": self.moves_us,
            "compiled": self.compiled,
        }


@dataclass(frozen=True)
class Aim:
    """A figure to reach beside a peer: at least `least` times, better `aim` times.

    For copies the ratio is the peer's time over ours: above 1 is cheaper than the peer.
    """

    game: str
    seats: int
    peer: str
    what: str  # playouts, api, copy
    least: float
    aim: float


AIMS = (
    Aim("cites-nouvelles", 4, "OpenSpiel bridge", "playouts", 1, 1.5),
    Aim("cites-nouvelles", 4, "OpenSpiel bridge", "api", 0.7, 1),
    Aim("cites-nouvelles", 4, "OpenSpiel bridge", "copy", 0.5, 1),
    Aim("neoville", 2, "Catanatron", "playouts", 15, 30),
    Aim("neoville", 2, "Catanatron", "api", 8, 8),
    Aim("neoville", 2, "Catanatron", "copy", 20, 20),
    Aim("bella-vista", 4, "Catanatron", "playouts", 10, 10),
    Aim("bella-vista", 4, "Catanatron", "api", 15, 20),
    Aim("bella-vista", 4, "Catanatron", "copy", 20, 20),
    Aim("neotopia", 2, "Catanatron", "playouts", 10, 10),
    Aim("neotopia", 2, "Catanatron", "api", 15, 15),
    Aim("neotopia", 2, "Catanatron", "copy", 20, 20),
)


@dataclass(frozen=True)
class Ratio:
    """What became of an aim."""

    aim: Aim
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours if self.aim.what == "copy" else self.ours / self.theirs

    @property
    def reached(self) -> bool:
        return self.ratio >= self.aim.least

    def plain(self) -> dict[str, object]:
        """The ratio as plain data."""
        return {
            "game": self.aim.game,
            "seats": self.aim.seats,
            "peer": self.aim.peer,
            "what": self.aim.what,
            "ratio": self.ratio,
            "least": self.aim.least,
            "aim": self.aim.aim,
            "reached": self.reached,
        }


@dataclass(frozen=True)
class Bench:
    """All rows, those of peers, and the ratios."""

    rows: list[Row]
    beside: list[Row]
    ratios: list[Ratio]


def bench(
    games: list[Game],
    seats: int | None = None,
    with_peers: bool = False,
    seconds: float = 0.3,
    rounds: int = ROUNDS,
    progress: Callable[[str], None] | None = None,
) -> Bench:
    """Measure games, and peers if asked; `seconds` is for each figure in each round."""
    contenders = [
        Contender(game, count)
        for game in games
        for count in game.seats
        if seats is None or count == seats
    ]
    others: list[Peer] = peers() if with_peers else []
    loops: dict[tuple[str, int, str], Loop] = {}
    for contender in contenders:
        name, count = contender.game.id, contender.seats
        loops[name, count, "playouts"] = contender.native
        loops[name, count, "api"] = contender.api
        loops[name, count, "copy"] = contender.copy
        loops[name, count, "moves"] = contender.moves
    for peer in others:
        if peer.native is not None:
            loops[peer.name, 0, "playouts"] = peer.native
        loops[peer.name, 0, "api"] = peer.api
        loops[peer.name, 0, "copy"] = peer.copy
    figures: dict[tuple[str, int, str], list[float]] = {at: [] for at in loops}
    for _ in range(rounds):
        for at, loop in loops.items():
            if progress is not None:
                progress(at[0])
            figures[at].append(loop(seconds))
    middle = {at: median(values) for at, values in figures.items()}
    rows: list[Row] = []
    for contender in contenders:
        name, count = contender.game.id, contender.seats
        length = median(contender.per_playout)
        rows.append(
            Row(
                name,
                count,
                middle[name, count, "playouts"],
                middle[name, count, "playouts"] / length,
                middle[name, count, "api"],
                middle[name, count, "copy"],
                middle[name, count, "moves"],
                parvis.COMPILED,
            )
        )
    beside = [
        Row(
            peer.name,
            2 if peer.native is None else 4,
            middle.get((peer.name, 0, "playouts")),
            None,
            middle[peer.name, 0, "api"],
            middle[peer.name, 0, "copy"],
            None,
            None,
        )
        for peer in others
    ]
    return Bench(rows, beside, ratios(rows, beside))


def ratios(rows: list[Row], beside: list[Row]) -> list[Ratio]:
    """Every aim whose game and peer were both measured."""
    ours = {(row.name, row.seats): row for row in rows}
    theirs = {row.name: row for row in beside}
    found: list[Ratio] = []
    for aim in AIMS:
        mine = ours.get((aim.game, aim.seats))
        other = theirs.get(aim.peer)
        if mine is None or other is None:
            continue
        pairs = {
            "playouts": (mine.decisions_per_s, other.decisions_per_s or other.api_decisions_per_s),
            "api": (mine.api_decisions_per_s, other.api_decisions_per_s),
            "copy": (mine.copy_us, other.copy_us),
        }
        mine_value, other_value = pairs[aim.what]
        assert mine_value is not None
        found.append(Ratio(aim, mine_value, other_value))
    return found
