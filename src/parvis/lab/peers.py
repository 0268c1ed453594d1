"""The loops of the bench on other people's engines, for whoever has them installed.

OpenSpiel's bridge is played without solving deals double dummy. Its native rollouts are reached
through one `MCTSBot` whose evaluator plays them. Chance is dealt before the clock starts, so that
only decisions are counted. Catanatron has no rollouts of its own: its random game is all of it.
Imports other people's engines, if they are installed.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from time import process_time

from parvis.lab.dice import Dice

SPIELS = ("bridge(use_double_dummy_result=false)", "spades", "hearts")
ROLLOUTS = 300
SEARCHES = 2  # simulations of the bot, each with as many rollouts

Loop = Callable[[float], float]  # seconds to spend -> decisions a second, or microseconds


class Peer:
    """An engine to compare with: a name and its loops."""

    def __init__(self, name: str, native: Loop | None, api: Loop, copy: Loop) -> None:
        self.name = name
        self.native = native
        self.api = api
        self.copy = copy


def spiel(name: str) -> Peer:
    """A game of OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)
    dice = Dice()

    def dealt() -> pyspiel.State:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(dice.pick(state.legal_actions()))
        return state

    def native(seconds: float) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, SEARCHES, 1, False, 7, False)
        states = [dealt() for _ in range(4)]
        length = 0
        for state in states:
            for _ in range(50):
                trial = state.clone()
                while not trial.is_terminal():
                    trial.apply_action(dice.pick(trial.legal_actions()))
                    length += 1
        decisions = length / (len(states) * 50)
        rollouts = 0
        begun = process_time()
        while (spent := process_time() - begun) < seconds:
            bot.step(states[rollouts % len(states)])
            rollouts += ROLLOUTS * SEARCHES
        return rollouts * decisions / spent

    def api(seconds: float) -> float:
        count = 0
        spent = 0.0
        while spent < seconds:
            state = dealt()
            begun = process_time()
            r = dice.state
            while not state.is_terminal():
                moves = state.legal_actions()
                r = (r * 1103515245 + 12345) & 0x7FFFFFFF
                state.apply_action(moves[(r >> 8) % len(moves)])
                count += 1
            spent += process_time() - begun
            dice.state = r
        return count / spent

    def copy(seconds: float) -> float:
        count = 0
        spent = 0.0
        while spent < seconds:
            state = dealt()
            while not state.is_terminal():
                begun = process_time()
                for _ in range(10):
                    state.clone()
                spent += process_time() - begun
                count += 10
                state.apply_action(dice.pick(state.legal_actions()))
        return spent / count * 1e6

    return Peer(f"OpenSpiel {name.partition('(')[0]}", native, api, copy)


def catan() -> Peer:
    """Catanatron's two-player random game."""
    from catanatron import Color, Game, RandomPlayer

    dice = Dice()

    def fresh() -> Game:
        return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=dice.roll(1 << 20))

    def goes_on(game: Game) -> bool:
        return game.winning_color() is None and game.state.num_turns < 1000

    def api(seconds: float) -> float:
        count = 0
        spent = 0.0
        while spent < seconds:
            game = fresh()
            begun = process_time()
            while goes_on(game):
                game.play_tick()
                count += 1
            spent += process_time() - begun
        return count / spent

    def copy(seconds: float) -> float:
        count = 0
        spent = 0.0
        while spent < seconds:
            game = fresh()
            while goes_on(game) and spent < seconds:
                begun = process_time()
                for _ in range(5):
                    game.copy()
                spent += process_time() - begun
                count += 5
                for _ in range(10):
                    if goes_on(game):
                        game.play_tick()
        return spent / count * 1e6

    return Peer("Catanatron", None, api, copy)


def peers() -> list[Peer]:
    """Those that are installed."""
    found: list[Peer] = []
    if importlib.util.find_spec("pyspiel") is not None:
        found += [spiel(name) for name in SPIELS]
    if importlib.util.find_spec("catanatron") is not None:
        found.append(catan())
    return found
