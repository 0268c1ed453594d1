"""The cases that the laws are held for: every game, every player count, options pairwise."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

import parvis
from parvis.engine.game import Game
from parvis.engine.options import Option
from parvis.engine.position import Position
from parvis.engine.words import Speech
from tests.example import games_and_example

FEW = os.environ.get("PARVIS_CASES") == "few"
MOST = 12  # of a number, say of rounds: more of the same would only take longer


@dataclass(frozen=True)
class Case:
    """A game at a player count with some options."""

    game: Game
    seats: int
    options: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        changed = self.game.changed(self.game.settle(self.seats, self.options).options)
        parts = [f"{name}={value[:24]}" for name, value in changed.items()]
        return "-".join([self.game.id, str(self.seats), *parts])

    def start(self, seed: int) -> Position:
        return parvis.start(self.game.id, self.seats, seed, self.options)

    def speech(self, language: str = "fr") -> Speech:
        return Speech(language, [self.game.catalogue(language)])

    def folder(self) -> str:
        return self.game.package.rpartition(".")[2]

    def twin(self, position: Position, seat: int | None, rng: parvis.Rng) -> Position:
        """Another position that differs only in what the seat cannot know."""
        scrambler = importlib.import_module(f"tests.{self.folder()}.scrambler")
        twin: Position = scrambler.twin(position, seat, rng)
        return twin


def values(option: Option, seats: int) -> list[object]:
    """The values of an option that are worth trying."""
    if option.kind == "bool":
        return [False, True]
    if option.kind == "choice":
        return list(option.choices)
    if option.kind == "int":
        highest = min(option.highest(seats), MOST)
        return [*sorted({option.low, highest, int(str(option.default))})]
    return [option.default]


def pairwise(options: list[Option], seats: int) -> list[dict[str, object]]:
    """Few settings in which every two values of different options meet at least once."""
    domains = {option.name: values(option, seats) for option in options}
    wanted = {
        (a, x, b, y)
        for a, b in combinations(domains, 2)
        for x in map(repr, domains[a])
        for y in map(repr, domains[b])
    }
    rows: list[dict[str, object]] = [{option.name: option.default for option in options}]
    if len(domains) == 1:
        ((name, domain),) = domains.items()
        return [{name: value} for value in domain]

    def met(row: dict[str, object]) -> set[tuple[str, str, str, str]]:
        return {(a, repr(row[a]), b, repr(row[b])) for a, b in combinations(domains, 2)}

    wanted -= met(rows[0])
    while wanted:
        a, x, b, y = min(wanted)
        row: dict[str, object] = {}
        for name, domain in domains.items():
            fixed = {a: x, b: y}.get(name)
            if fixed is not None:
                row[name] = next(value for value in domain if repr(value) == fixed)
        for name, domain in domains.items():
            if name not in row:
                gains = [gain(row, name, value, wanted) for value in domain]
                row[name] = domain[gains.index(max(gains))]
        wanted -= met(row)
        rows.append(row)
    return rows


def gain(
    row: dict[str, object], name: str, value: object, wanted: set[tuple[str, str, str, str]]
) -> int:
    """How many wanted pairs a value would meet in a row that is not full yet."""
    found = 0
    for other, its in row.items():
        found += (name, repr(value), other, repr(its)) in wanted
        found += (other, repr(its), name, repr(value)) in wanted
    return found


def all_cases() -> list[Case]:
    """Every game and player count, options pairwise.

    With PARVIS_CASES=few one setting for each player count, another one each: enough for a run
    beside another one, compiled, that tries them all.
    """
    cases: list[Case] = []
    for game in games_and_example():
        for turn, seats in enumerate(game.seats):
            options = [
                option for option in game.options if not option.seats or seats in option.seats
            ]
            rows = pairwise(options, seats)
            if FEW:
                rows = [rows[turn % len(rows)]]
            cases += [Case(game, seats, row) for row in rows]
    return cases


def plain_cases() -> list[Case]:
    """Every game and player count with the default options; with PARVIS_CASES=few one count."""
    return [
        Case(game, seats)
        for number, game in enumerate(games_and_example())
        for seats in ([game.seats[number % len(game.seats)]] if FEW else game.seats)
    ]


def random_game(case: Case, seed: int) -> Iterator[tuple[Position, int]]:
    """A game by uniformly random moves: each position with the move that is about to be played.

    The position goes on when the iteration does; copy it to keep it.
    """
    rng = parvis.Rng(seed)
    position = case.start(seed)
    while not position.over():
        moves = position.moves()
        move = moves[rng.below(len(moves))]
        yield position, move
        position.play(move)


def some_positions(case: Case, seed: int, count: int) -> list[Position]:
    """Positions from all over random games, the ends included."""
    kept: list[Position] = []
    while len(kept) < count:
        game = [position.copy() for position, _ in random_game(case, seed)]
        last = game[-1].copy()
        rng = parvis.Rng(seed + 1)
        wanted = min(4, count - len(kept))
        step = max(1, len(game) // wanted)
        kept += [game[min(len(game) - 1, i * step + rng.below(step))] for i in range(wanted)]
        if len(kept) == count:
            last.play(last.moves()[0])
            kept[-1] = last
        seed += 1000
    return kept
