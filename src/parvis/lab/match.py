"""Games between bots, each repeatable from its seed. Imports bots and the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import TypeVar

from parvis.bots import player_of
from parvis.engine.chance import Rng, Stream, key_of_seed
from parvis.engine.game import game_of
from parvis.engine.packs import read_pack
from parvis.engine.position import Position

LONGEST = 20_000  # decisions: far more than any game has; a game that passes it never ends


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
        pack = None if self.pack is None else read_pack(self.pack)
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


Item = TypeVar("Item")
Result = TypeVar("Result")


def over_cores(
    work: Callable[[Item], Result], items: Iterable[Item], jobs: int
) -> Iterator[Result]:
    """The results in order, from this process or from several."""
    if jobs <= 1:
        yield from map(work, items)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, items)
