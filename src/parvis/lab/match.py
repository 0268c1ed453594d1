"""Games between bots, each repeatable from its seed. Imports bots, the engine and executors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

from parvis.bots import player_of
from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.game import game_of
from parvis.engine.packs import Pack, read_pack
from parvis.engine.position import Position
from parvis.lab.executors import Executor

LONGEST = 20_000  # decisions: far more than any game has; a game that passes it never ends


@lru_cache(maxsize=4)
def pack_of(source: str) -> Pack:
    """A pack that many games are played with is read once."""
    return read_pack(source)


@dataclass(frozen=True)
class Match:
    """A game to be played: everything as text, so that it can be sent to another process."""

    game: str
    players: tuple[str, ...]  # a bot for each seat, as `player_of` reads it
    seed: str
    options: Mapping[str, object] = field(default_factory=dict)
    pack: str | None = None

    def start(self) -> Position:
        """The first position."""
        game = game_of(self.game)
        pack = None if self.pack is None else pack_of(self.pack)
        setting = game.settle(len(self.players), self.options, pack)
        return game.begin(setting, Stream(key_of_seed(self.seed)))

    def play(self) -> tuple[Position, int]:
        """The last position, and how many decisions led there."""
        position = self.start()
        players = [player_of(game_of(self.game), text) for text in self.players]
        rng = Rng(int.from_bytes(key_of_seed(f"bots {self.seed}")[:8], "big"))
        decisions = 0
        while not position.over():
            seat = position.turn()
            assert seat is not None
            position.play(players[seat].choose(position, rng).move)
            decisions += 1
            if decisions > LONGEST:
                raise RuntimeError(f"{self.game}, seed {self.seed}: the game does not end")
        return position, decisions


def winning_sides(position: Position) -> tuple[int, ...]:
    """The sides that won a game."""
    winners = position.winners()
    sides = position.sides()
    return tuple(side for side in range(len(sides)) if sides[side][0] in winners)


Result = TypeVar("Result")
Result_contra = TypeVar("Result_contra", contravariant=True)


class Tally(Protocol[Result_contra]):
    """Counts games as they end, in the order of their seeds, and keeps none of them."""

    games: int

    def count(self, ended: Result_contra) -> None: ...


Counted_co = TypeVar("Counted_co", covariant=True)


@dataclass(frozen=True)
class Series(Generic[Counted_co]):
    """Games that are counted together, and how many they are; made when their turn comes."""

    tally: Counted_co
    games: int
    matches: Iterable[Match]


def play_all(
    work: Callable[[Match], Result],
    planned: Sequence[Series[Tally[Result]]],
    executor: Executor,
    progress: Callable[[], None] = lambda: None,
) -> None:
    """Play every series; whatever breaks it off, the tallies hold what was counted until then."""
    matches = (match for series in planned for match in series.matches)
    tallies = (series.tally for series in planned for _ in range(series.games))
    for tally, result in zip(tallies, executor.map(work, matches), strict=True):
        tally.count(result)
        progress()
