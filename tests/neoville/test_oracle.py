"""The fast code and a slow, obvious one agree over many random cities."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import parvis
from parvis.engine.bits import members
from parvis.games.neoville.city import SKIES, district_of, label_of, size_of
from parvis.games.neoville.components import square_of
from parvis.games.neoville.legality import edgy, joins, open_slots
from parvis.games.neoville.position import Neoville
from tests.neoville import oracle
from tests.neoville.tables import PARTS, RING, RING_PIECES, begin, table

OPTIONS: list[dict[str, object]] = [
    {},
    {"merge_exception": "tile"},
    {"biodome_mirror": True, "utilities": "windmills-biodomes"},
    {"open_hands": True, "utilities": "ecomobiles-biodomes"},
]


def check(position: Neoville) -> None:
    """Points, districts and placements of a position."""
    view: dict[str, Any] = position.view(position.turn())
    assert position.scores() == oracle.points(view)
    for seat, city in enumerate(view["cities"]):
        squares = oracle.ground(city)
        cells = position.cities[seat].cells
        kinds = view["box"]["pieces"]
        towers = {
            oracle.square_at(piece["square"])
            for piece in city["pieces"]
            if "terrain" in kinds[piece["kind"]]
        }
        for row, column in squares:
            square = square_of(row // 2 * 7 + column // 2, row % 2 * 2 + column % 2)
            whole = oracle.district(squares, (row, column))
            assert size_of(cells, square) == len(whole) == len(district_of(cells, square))
            assert cells[label_of(cells, square)] >> SKIES == len(towers & whole)
    turn = position.turn()
    if view["phase"] == "tile" and turn is not None:
        found = {tuple(position.say(move).split("=")) for move in position.moves()}
        assert found == oracle.placements(view, turn)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.clause("NV-3.4", quiet=True)
def test_points_districts_and_placements_agree_with_the_oracle(
    options: dict[str, object], long: bool
) -> None:
    """NV-3.2, NV-3.4, NV-4.2: over positions from all over random games."""
    rng = parvis.Rng(11)
    for seed in range(60 if long else 3):
        position = begin(2 + seed % 3, seed, **options)
        while not position.over():
            if rng.below(8) == 0:
                check(position)
            moves = position.moves()
            position.play(moves[rng.below(len(moves))])
        check(position)


@pytest.mark.clause("NV-4.2", quiet=True)
def test_thousands_of_finished_cities_score_alike(long: bool) -> None:
    """NV-4.2 to NV-4.9: random ends, where every sort of failure is frequent."""
    rng = parvis.Rng(12)
    games = 2500 if long else 120
    for seed in range(games):
        position = begin(2 + seed % 3, seed, biodome_mirror=seed % 2 == 0)
        position.playout(rng)
        view: dict[str, Any] = position.view(None)
        assert position.scores() == oracle.points(view)


@pytest.mark.heavy
@pytest.mark.parametrize(
    "hand", ["gr/rg* rr/ww+ rr/ww*", "gs/sg rr/ww+ rr/ww*", "gs/sg gw/wr gg/ww"]
)
@pytest.mark.parametrize("exception", ["hand", "tile"])
@pytest.mark.clause("NV-3.5")
def test_a_playout_draws_from_exactly_the_placements_of_the_oracle(
    hand: str, exception: str
) -> None:
    """NV-3.4, NV-3.5: where all, some or none of the tiles would join too much."""
    position = table(RING, hand, RING_PIECES, merge_exception=exception)
    view: dict[str, Any] = position.view(0)
    legal = oracle.placements(view, 0)
    rng = parvis.Rng(1)
    drawn: Counter[tuple[str, ...]] = Counter()
    for _ in range(60 * len(legal)):
        ahead = position.twin(rng)
        ahead.lay_any(rng)
        after: dict[str, Any] = ahead.view(None)
        drawn["d4", after["cities"][0]["tiles"]["d4"]] += 1
    assert set(drawn) == legal
    assert min(drawn.values()) > 25
    assert max(drawn.values()) < 110


@pytest.mark.clause("NV-3.4", quiet=True)
def test_a_slot_without_two_such_districts_of_one_terrain_takes_any_tile(long: bool) -> None:
    """NV-3.4: the quick answer for a slot never lets a tile through that joins too much."""
    rng = parvis.Rng(13)
    asked = Counter[bool]()
    for seed in range(30 if long else 4):
        position = begin(2 + seed % 3, seed)
        while not position.over():
            moves = position.moves()
            towers = [move for move in moves if position.say(move)[0] in "EFSW"]
            if towers:  # many skyscrapers, so that many districts must stay apart
                moves = towers
            position.play(moves[rng.below(len(moves))])
            cells = position.cities[rng.below(position.seats)].cells
            for slot in members(int(open_slots(cells))):
                hot = edgy(cells, slot)
                asked[hot] += 1
                for look in range(len(PARTS.looks)) if not hot and rng.below(20) == 0 else ():
                    assert not joins(cells, slot, PARTS.looks[look], PARTS.areas[look])
    assert asked[True] > 100
    assert asked[False] > 100
