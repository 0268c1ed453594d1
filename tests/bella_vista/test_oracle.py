"""The fast rules against the slow ones, over random games in random cities."""

from __future__ import annotations

from typing import Any

import pytest

import parvis
from parvis.games.bella_vista.components import (
    ANY_PARK,
    ANY_RIVER,
    CONSTRAINT_TEXT,
    GROUP_TEXT,
    HEIGHT_TEXT,
    HEIGHTS,
    ON_BORDER_BIT,
    PARK_SHIFT,
    RIVER_SHIFT,
)
from parvis.games.bella_vista.layouts import LETTERS
from parvis.games.bella_vista.position import BellaVista
from tests.bella_vista import oracle
from tests.bella_vista.oracle import Point, SlowCity

FOOTPRINTS: list[list[Point]] = [
    [(0, 0), (1, 0), (2, 0), (3, 0)],
    [(0, 0), (1, 0), (2, 0), (2, 1)],
    [(0, 0), (1, 0), (2, 0), (1, 1)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
    [(0, 0), (1, 0), (0, 1)],
    [(0, 0), (1, 0)],
    [(0, 0)],
    [(0, 0)],
]


def points_of(position: BellaVista, city: SlowCity, squares: list[int]) -> set[Point]:
    return {city.square(position.components.name(square)) for square in squares}


def houses_of(position: BellaVista, city: SlowCity) -> list[tuple[set[Point], int, int | None]]:
    """Every building as points, height and owner."""
    seen: Any = position.view(None)["buildings"]
    return [
        ({city.square(name) for name in one["squares"]}, one["number"], one["owner"])
        for one in seen
        if one["squares"]
    ]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.clause("BV-4.3", "BV-4.4")
@pytest.mark.clause("BV-4.1", quiet=True)
def test_placements_and_their_traits_are_those_of_the_slow_city(seed: int) -> None:
    """BV-4.1, BV-4.3, BV-4.4, BV-6.1, BV-6.2: adjacency, border, parks and rivers merged."""
    position = parvis.start("bella-vista", 4, seed)
    assert isinstance(position, BellaVista)
    fast, slow = position.town(), SlowCity(position.town().lines)
    assert len(fast.parks) == len(slow.parks)
    assert len(fast.rivers) == len(slow.rivers)
    shape = position.components.shape
    for height in range(HEIGHTS):
        expected = oracle.sites(slow, FOOTPRINTS[height], set())
        listed = [p for p in range(len(fast.shape_of)) if fast.shape_of[p] == shape[height]]
        found = []
        for placement in listed:
            house = points_of(position, slow, fast.covered(placement))
            found.append(frozenset(house))
            traits = fast.traits[placement]
            assert bool(traits & ON_BORDER_BIT) == slow.on_border(house)
            assert (traits & ANY_PARK).bit_count() == slow.by_park(house)
            assert (traits & ANY_RIVER).bit_count() == slow.by_river(house)
            assert traits >> PARK_SHIFT & 31 < 1 << len(slow.parks)
            assert traits >> RIVER_SHIFT & 3 < 1 << len(slow.rivers)
            assert {LETTERS[n] for n in range(8) if traits >> n & 1} == slow.districts(house)
            near = fast.touches[fast.touches_from[placement] : fast.touches_from[placement + 1]]
            assert points_of(position, slow, list(near)) == oracle.edge(house) & slow.ground
        assert sorted(found, key=sorted) == expected, "one id for one distinct effect"


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.clause("BV-4.2", quiet=True)
def test_whole_games_agree_with_the_slow_rules(seats: int, long: bool) -> None:
    """BV-4.2, BV-4.5, BV-4.6, BV-6.1 to BV-6.4: legal sites, coins, contracts met, final totals."""
    for seed in range(60 if long else 6):
        position = parvis.start("bella-vista", seats, f"oracle {seed}")
        assert isinstance(position, BellaVista)
        slow = SlowCity(position.town().lines)
        rng = parvis.Rng(seed)
        while not position.over():
            moves = position.moves()
            move = moves[rng.below(len(moves))]
            if position.view(None)["phase"] in ("build", "neutral"):
                check_building(position, slow, move, rng)
            position.play(move)
        check_totals(position, slow)


def check_building(position: BellaVista, slow: SlowCity, move: int, rng: parvis.Rng) -> None:
    before = houses_of(position, slow)
    height = int(position.building) % HEIGHTS
    built = set().union(*(house for house, _, _ in before)) if before else set()
    every = oracle.sites(slow, FOOTPRINTS[height], built)
    constraint = CONSTRAINT_TEXT[position.constraints[position.round - 1]]
    legal = [house for house in every if slow.meets(set(house), constraint)]
    forced = not legal
    if forced:
        legal = [house for house in every if slow.on_border(set(house))] or every
    assert len(position.moves()) == len(legal)
    ahead = position.foresee(move)
    assert isinstance(ahead, BellaVista)
    new = [one for one in houses_of(ahead, slow) if one not in before]
    ((house, tall, owner),) = new
    assert frozenset(house) in legal
    view: Any = ahead.view(None)
    coins = next(one["coins"] for one in view["buildings"] if one["building"] == view["latest"])
    if forced or owner is None:
        assert coins == 0
        return
    assert coins == oracle.coins(house, tall, [(other, height) for other, height, _ in before])
    mine = [other for other, _, whose in [*before, *new] if whose == owner]
    wholly = [slow.districts(other) for other in mine]
    facts = {
        "straddling": sum(len(on) > 1 for on in wholly),
        "border": sum(slow.on_border(other) for other in mine),
        "river": sum(slow.by_river(other) > 0 for other in mine),
        "park": sum(slow.by_park(other) > 0 for other in mine),
        **{letter: wholly.count({letter}) for letter in LETTERS},
    }
    row = [facts[letter] for letter in LETTERS]
    row += [facts[name] for name in ("straddling", "border", "river", "park")]
    assert ahead.tally[owner * 16 : owner * 16 + 12] == row


def check_totals(position: BellaVista, slow: SlowCity) -> None:
    houses = houses_of(position, slow)
    height, group = HEIGHT_TEXT[position.height], GROUP_TEXT[position.group]
    for seat in range(position.seats):
        mine = [(house, tall) for house, tall, owner in houses if owner == seat]
        view: Any = position.view(None)
        player = view["players"][seat]
        contracts = sum(view["contracts"][kind]["coins"] for kind in player["taken"])
        expected = player["coins"] + contracts + oracle.objectives(slow, mine, height, group)
        assert position.scores()[seat] == expected
