"""Search: it finds what sight does not, keeps its time, and sees no finer than it can."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import parvis
from parvis.bots import player_of
from parvis.bots.ismcts import think as ismcts
from parvis.bots.search import Sense, rough, search
from parvis.bots.skill import Skill
from parvis.lab.ladder import ladder
from tests.example import registered
from tests.stairs import GAME as EXAMPLE


@pytest.fixture(autouse=True)
def _example() -> Iterator[None]:
    with registered():
        yield


class Blind(Sense):
    """Sees no difference between moves, and plays the first."""

    def values(self, position: parvis.Position, rng: parvis.Rng) -> list[tuple[int, float]]:
        return [(move, 0.0) for move in position.moves()]

    def likely(self, position: parvis.Position, rng: parvis.Rng) -> int:
        return int(position.random_move(rng))


def wide(worlds: int) -> Skill:
    return Skill(worlds, breadth=99)


def asked(position: parvis.Position, seed: int, worlds: int, seconds: float = 0.0) -> int:
    found = search(Blind(), position, parvis.Rng(seed), wide(worlds), seconds)
    return found.move


@pytest.mark.heavy
def test_worlds_find_what_sight_does_not() -> None:
    won = 0
    for seed in range(12):
        position = parvis.start(EXAMPLE.id, 2, seed)
        rng = parvis.Rng(seed)
        while not position.over():
            seat = position.turn()
            worlds = 30 if seat == seed % 2 else 0
            position.play(asked(position.guess(seat, rng.spawn()), int(rng.below(1 << 30)), worlds))
        won += seed % 2 in position.winners()
    assert won >= 9


def test_the_same_seed_finds_the_same_move_and_weighs_it_the_same() -> None:
    position = parvis.start(EXAMPLE.id, 2, 3)
    both = [search(Blind(), position, parvis.Rng(5), wide(8)) for _ in range(2)]
    assert both[0].considered == both[1].considered
    assert both[0].simulations == both[1].simulations > 0


def test_when_time_is_up_before_the_first_world_sight_decides() -> None:
    position = parvis.start(EXAMPLE.id, 2, 3)
    found = search(Sense(), position, parvis.Rng(5), wide(1000), 1e-9)
    at_sight = search(Sense(), position, parvis.Rng(5), wide(0))
    assert found.simulations == 0
    assert found.move == at_sight.move


def test_a_search_with_all_the_worlds_there_are_still_ends_in_time() -> None:
    position = parvis.start(EXAMPLE.id, 2, 3)
    found = search(Blind(), position, parvis.Rng(5), wide(10**9), 0.05)
    assert found.move in position.moves()
    assert found.simulations < 10**6


def test_who_sees_roughly_takes_near_values_for_equal() -> None:
    assert rough(10.4, 2.0) == rough(11.9, 2.0) != rough(12.1, 2.0)
    assert rough(-0.5, 2.0) != rough(0.5, 2.0), "a loss is no gain"
    assert rough(10.4, 0.0) == 10.4


@pytest.mark.heavy
def test_the_yardstick_beats_chance_and_repeats_itself() -> None:
    (rung,) = ladder(EXAMPLE.id, 2, ["ismcts:60", "random"], 40, seed="yardstick")
    assert rung.share >= 0.7, rung.plain()
    position = parvis.start(EXAMPLE.id, 2, 3)
    budget = player_of(EXAMPLE, "ismcts:40").budget
    found = [ismcts(position, parvis.Rng(9), budget) for _ in range(2)]
    assert found[0].considered == found[1].considered
    assert sum(each.visits for each in found[0].considered) == 40
