"""The box and the set-up: BV-1, BV-2."""

from __future__ import annotations

from collections import Counter

import pytest

import parvis
from parvis.games.bella_vista.components import A_ROW, NOTHING, UNBUILT, read_components
from parvis.games.bella_vista.layouts import column, read_map
from parvis.games.bella_vista.position import BellaVista, begin
from tests.bella_vista.tables import PIAZZA

GAME = parvis.game_of("bella-vista")


def starts(seats: int, count: int, **options: object) -> list[BellaVista]:
    setting = GAME.settle(seats, {"layout": "piazza", **options})
    return [begin(setting, parvis.Rng(seed)) for seed in range(count)]


@pytest.mark.clause("BV-1.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_four_sets_of_eight_buildings_none_of_which_stands(seats: int) -> None:
    (position,) = starts(seats, 1)
    assert position.site == [UNBUILT] * 32
    assert position.gain == [0] * 32
    assert list(position.at) == [0] * 128
    assert position.latest == NOTHING
    assert len(position.tally) == 4 * A_ROW
    owners = [position.owner(building) for building in range(32)]
    assert owners == ([0] * 8 + [1] * 8) * 2 if seats == 2 else sorted([0, 1, 2, 3] * 8)


@pytest.mark.clause("BV-2.3")
@pytest.mark.parametrize("seats", [3, 4])
def test_three_or_four_start_in_any_order_each_with_a_shuffled_deck(seats: int) -> None:
    several = starts(seats, 40)
    assert {tuple(sorted(position.order)) for position in several} == {tuple(range(seats))}
    assert len({tuple(position.order) for position in several}) > 4
    for position in several:
        assert len(position.decks) == 8 * seats
        for seat in range(seats):
            deck = position.decks[8 * seat : 8 * seat + 8]
            assert sorted(deck) == list(range(1, 9))
            assert position.cards(seat) == sorted(deck[:3])
    assert len({tuple(position.decks[:8]) for position in several}) == 40
    ledger = several[0].ledger()
    assert [(line.side, line.points, line.clause) for line in ledger] == [
        (seat, 20, "BV-2.3") for seat in range(seats)
    ]


@pytest.mark.clause("BV-2.4")
def test_two_have_decks_of_two_sets_and_five_cards_in_hand() -> None:
    several = starts(2, 20)
    assert {tuple(position.order) for position in several} == {(0, 1, 1, 0), (1, 0, 0, 1)}
    for position in several:
        assert len(position.decks) == 32
        for seat in range(2):
            deck = position.decks[16 * seat : 16 * seat + 16]
            assert sorted(deck) == sorted([*range(1, 9)] * 2)
            assert position.cards(seat) == sorted(deck[:5])
    assert several[0].scores() == [30, 30]
    assert {line.clause for line in several[0].ledger()} == {"BV-2.4"}


@pytest.mark.clause("BV-2.2")
def test_cards_in_common_are_shuffled_and_the_first_ones_turned_up() -> None:
    several = starts(4, 60)
    for position in several:
        assert sorted(position.constraints) == list(range(10))
        assert Counter(position.contracts) == Counter(range(18))
        assert position.display == position.contracts[:4]
        assert position.dealt == 4
        assert position.round == 1
    assert {position.constraints[0] for position in several} == set(range(10))
    assert {position.contracts[0] for position in several} == set(range(18))
    drawn = {(int(position.height), int(position.group)) for position in several}
    assert drawn == {(height, group) for height in range(3) for group in range(3)}


@pytest.mark.clause("BV-2.1", quiet=True)
def test_the_option_says_where_the_city_comes_from() -> None:
    maps = read_components(GAME.pack).maps
    for name, source in maps.items():
        (position,) = starts(4, 1, layout=name)
        assert position.town().source == source
    drawn = [position.town().source for position in starts(4, 40, layout="drawn")]
    assert set(drawn) == set(maps.values())
    own = read_map(PIAZZA)
    for layout in ("random", "players", "banks"):
        (position,) = starts(4, 1, layout=layout, city=PIAZZA)
        assert position.town().source == own


@pytest.mark.clause("BV-2.1", quiet=True)
def test_a_city_that_a_pack_does_not_have_is_drawn_among_those_it_has() -> None:
    source = GAME.pack.source
    cut = source[: source.index("banks =")]
    pack = parvis.read_pack(cut)
    setting = GAME.settle(4, {"layout": "gardens"}, pack)
    sources = {begin(setting, parvis.Rng(seed)).town().source for seed in range(12)}
    assert sources == set(read_components(pack).maps.values())
    assert len(sources) == 2


@pytest.mark.clause("BV-2.1", quiet=True)
def test_columns_are_named_like_those_of_a_sheet() -> None:
    assert [column(x) for x in (0, 25, 26, 27, 51, 52)] == ["A", "Z", "AA", "AB", "AZ", "BA"]


@pytest.mark.clause("BV-2.1", quiet=True)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_architects_lay_in_the_order_of_the_start_cards(seats: int) -> None:
    position = parvis.start("bella-vista", seats, seats, {"layout": "players"})
    assert isinstance(position, BellaVista)
    order = list(position.order)
    assert position.view(0)["round"] == 0
    assert position.scores() == [30 if seats == 2 else 20] * seats
    for n, tile in enumerate(("F@K11", "f@M11", "*@K10", "-@L10", "B@K13", "*@M13")):
        assert position.turn() == order[n % len(order)]
        position.play(position.read(tile))
    assert position.winners() == []
    assert len(position.ledger()) == seats  # the purses, and nothing of objectives or contracts
    assert position.view(0)["map"] == ["*11.", "FFff", "FFff", "BB*.", "BB.."]
    assert position.view(0)["box"] == {"left": 10, "top": 9, "right": 14, "bottom": 14}
