"""Plays the same games again and again, asking all that can be asked; prints the memory in use.

python -m tests.conformance.memory_used GAME ROUNDS [leak]

The games are the same ones in every round, so that what is remembered on purpose is soon complete:
what still grows is lost. `leak` loses some on purpose, to show that it is seen.
"""

from __future__ import annotations

import ctypes
import gc
import sys
from pathlib import Path

import parvis
from parvis.bots import bots_for
from parvis.bots.memory import Memory, seen, worlds
from parvis.engine.chance import Rng
from parvis.engine.game import Game
from parvis.engine.words import Speech
from parvis.table import worker

SEEDS = (1, 2)
EVERY = 11  # moves between two that all is asked of
PAGES = Path("/proc/self/statm")
PAGE = 4  # KB


def used() -> int:
    """The memory of this process in KB, without what was given back already."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(PAGES.read_text().split()[1]) * PAGE


def play(game: Game, seats: int, seed: int, speech: Speech) -> None:
    """A game by random moves; now and then all is asked that a table, a page or a bot asks."""
    position = parvis.start(game.id, seats, seed)
    rng = Rng(seed)
    number = 0
    while (seat := position.turn()) is not None:
        moves = position.moves()
        move = moves[int(rng.below(len(moves)))]
        if number % EVERY == seed % EVERY:
            ask(game, position, seat, move, speech, rng)
        position.play(move)
        number += 1
    position.ledger()
    position.winners()


def ask(
    game: Game, position: parvis.Position, seat: int, move: int, speech: Speech, rng: Rng
) -> None:
    guess = position.guess(seat, rng)
    text = guess.text()
    for bot in bots_for(game):
        worker.answer({"text": text, "pack": None, "bot": f"{bot.name}:8", "seed": 7})
    line = seen(position, [position.say(move)], seat)
    worlds(Memory(seat, text, ((0, line),)), guess, rng, tries=5)
    guess.playout(rng)
    parvis.read_position(position.text()).text(seat)
    for other in (None, *range(position.seats)):
        view = position.view(other)
        position.story(move, other)
    game.choices(view, speech)
    position.picture(seat).svg()
    position.preview(move, seat)
    position.reveals(move)
    position.ledger()
    for tried in range(0, position.move_limit, max(1, position.move_limit // 40)):
        if position.names(tried):
            position.refusal(tried)
    for kind in position.codec.kinds:
        path = [kind.lead] if kind.lead else []
        position.why((*path, *[position.pick(kind, 0, 0) for _ in kind.parts[:1]]))


def main(name: str, rounds: int, leaking: bool) -> None:
    game = parvis.game_of(name)
    speech = Speech("fr", [game.catalogue("fr")])
    seats = game.seats[-1]
    lost: list[bytes] = []
    for _ in range(rounds):
        for seed in SEEDS:
            play(game, seats, seed, speech)
        if leaking:
            lost.append(b"x" * (1 << 20))
        print(used(), flush=True)


if __name__ == "__main__":
    print("compiled" if parvis.COMPILED else "interpreted")
    main(sys.argv[1], int(sys.argv[2]), "leak" in sys.argv[3:])
