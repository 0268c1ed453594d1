"""What counts for an objective, a contract or a coin, case by case: BV-4.6, BV-1.5, BV-6."""

from __future__ import annotations

import pytest

from parvis.games.bella_vista.components import OFFER, OVER
from parvis.games.bella_vista.scoring import fulfils, groups, met
from tests.bella_vista.tables import (
    ALONE,
    BORDER,
    EACH,
    PARKS,
    RIVERS,
    SQUARES,
    TWO_PARKS,
    begin,
    built,
    coins,
    display,
    lines_of,
    objectives,
    stand,
    turn_up,
)
from tests.playing import play

# Height objectives.


@pytest.mark.clause("BV-6.1")
def test_each_architect_has_the_heights_of_ones_own_buildings_by_each_park() -> None:
    position = built(PARKS, EACH, "8:F41n", "7:F11n", city=TWO_PARKS)
    stand(position, 1, "6:F21n", "5:l33n")
    stand(position, 2, "1:B11n", "6:f43e", "7:F44n")
    mine = lines_of(position, 0, "BV-6.1")
    assert [(line.points, line.params, line.places) for line in mine] == [
        (8, {"n": 1, "number": 1}, ("park-1", "square-F41")),
        (8, {"n": 1, "number": 2}, ("park-2", "square-F41")),
    ]
    assert position.scores()[0] == 20 + 16
    other = lines_of(position, 1, "BV-6.1")
    assert [(line.points, line.params["number"], line.key) for line in other] == [
        (6, 1, "bv.ledger.park")
    ]
    assert position.scores()[1] == 20 + 6 + 10 * 0
    # only by the third park; the 7 is by a river
    assert [(line.points, line.places) for line in lines_of(position, 2, "BV-6.1")] == [
        (6, ("park-3", "square-f43"))
    ]


@pytest.mark.clause("BV-6.1")
def test_the_heights_beside_one_park_add_up() -> None:
    position = built(PARKS, ALONE, "8:O41n", "7:O42n", "1:b14n", "2:F11n")
    (line,) = lines_of(position, 0, "BV-6.1")
    assert (line.points, line.params, line.status) == (16, {"n": 3, "number": 1}, "standing")
    assert line.places == ("park-1", "square-b14", "square-O42", "square-O41")


@pytest.mark.clause("BV-6.2")
def test_the_heights_beside_each_river_add_up() -> None:
    position = built(RIVERS, EACH, "8:F44n", "7:F43n", "6:B43e", "5:L22n", city=TWO_PARKS)
    lines = lines_of(position, 0, "BV-6.2")
    assert [(line.points, line.params, line.key) for line in lines] == [
        (15, {"n": 2, "number": 1}, "bv.ledger.river"),
        (6, {"n": 1, "number": 2}, "bv.ledger.river"),
    ]
    assert [line.places[0] for line in lines] == ["river-1", "river-2"]
    assert position.scores()[0] == 20 + 21 + 10


@pytest.mark.clause("BV-6.3")
def test_the_heights_on_the_border_are_one_line_of_ones_own_buildings() -> None:
    position = built(BORDER, EACH, "8:F11n", "3:F41n", "7:F22n", "6:O42e")
    stand(position, 1, "6:B14n")
    (line,) = lines_of(position, 0, "BV-6.3")
    assert (line.points, line.key, line.params) == (11, "bv.ledger.border", {"n": 2})
    assert line.places == ("square-F41", "square-F11")
    assert [line.points for line in lines_of(position, 1, "BV-6.3")] == [6]
    assert position.scores()[:3] == [20 + 11 + 0, 26, 20]


@pytest.mark.clause("BV-6.1", quiet=True)
def test_without_a_building_there_is_no_line() -> None:
    position = begin()
    for height in (PARKS, RIVERS, BORDER):
        for group in (SQUARES, EACH, ALONE):
            objectives(position, height, group)
            assert {line.clause for line in position.ledger()} == {"BV-2.3"}
            assert position.scores() == [20] * 4


# Groups.


@pytest.mark.clause("BV-6.4")
def test_the_largest_group_is_the_one_with_most_squares_not_with_most_buildings() -> None:
    position = built(RIVERS, SQUARES, "8:F11n", "7:F12n", "6:F13n", "1:B11n", "2:B12n")
    (line,) = lines_of(position, 0, "BV-6.4")
    assert (line.points, line.params, line.key) == (16, {"n": 8}, "bv.ledger.largest")
    assert line.places == ("square-B11", "square-B12")
    assert position.scores()[0] == 36


@pytest.mark.clause("BV-6.4")
def test_of_two_largest_groups_one_counts() -> None:
    position = built(RIVERS, SQUARES, "8:F11n", "5:F12n", "7:B11n", "6:B12n", "4:L22n")
    lines = lines_of(position, 0, "BV-6.4")
    assert [line.points for line in lines] == [8]
    equal = built(RIVERS, SQUARES, "1:F11n", "8:F12n", "2:B11n", "7:B12n")
    assert [line.points for line in lines_of(equal, 0, "BV-6.4")] == [10]
    assert equal.scores()[0] == 30


@pytest.mark.clause("BV-6.4")
def test_the_largest_group_need_not_have_the_lowest_building() -> None:
    position = built(RIVERS, SQUARES, "1:F11n", "8:F12n", "2:B11n", "3:B23n")
    (line,) = lines_of(position, 0, "BV-6.4")
    assert (line.points, line.places) == (16, ("square-B11", "square-B23"))


@pytest.mark.clause("BV-6.4")
def test_every_group_brings_10_and_says_how_many_buildings_it_has() -> None:
    position = built(RIVERS, EACH, "8:F11n", "7:F12n", "6:F13n", "1:B11n", "2:B12n", "4:L22n")
    lines = lines_of(position, 0, "BV-6.4")
    assert [(line.points, line.params, line.key) for line in lines] == [
        (10, {"n": 2}, "bv.ledger.group"),
        (10, {"n": 3}, "bv.ledger.group"),
    ]
    assert position.scores()[0] == 40


@pytest.mark.clause("BV-6.4")
def test_buildings_in_no_group_are_one_line() -> None:
    position = built(RIVERS, ALONE, "8:F11n", "7:F12n", "5:O22n", "4:L22n")
    (line,) = lines_of(position, 0, "BV-6.4")
    assert (line.points, line.params, line.key) == (-10, {"n": 2}, "bv.ledger.alone")
    assert line.places == ("square-L22", "square-O22")
    assert position.scores()[0] == 10
    stand(position, 1, "8:B11n", "7:B12n")
    assert lines_of(position, 1, "BV-6.4") == []


@pytest.mark.clause("BV-6.4", quiet=True)
def test_a_group_is_joined_through_a_chain_and_not_through_anothers_building() -> None:
    position = begin()
    stand(position, 0, "8:F11n", "6:F31n", "7:O11n")
    stand(position, 1, "7:F21n")
    assert sorted(group.bit_count() for group in groups(position, 0)) == [1, 1, 1]
    stand(position, 0, "5:F12n")
    assert sorted(group.bit_count() for group in groups(position, 0)) == [1, 1, 2]
    chain = begin()
    stand(chain, 0, "1:F11n", "8:F12n", "7:F13n", "6:F14n", "2:B11n")
    assert sorted(group.bit_count() for group in groups(chain, 0)) == [1, 4]


@pytest.mark.clause("BV-6.4")
def test_at_the_end_the_lines_of_the_objectives_are_banked() -> None:
    position = built(PARKS, EACH, "8:O41n", "7:O42n")
    for phase, status in ((OFFER, "standing"), (OVER, "banked")):
        position.phase = phase
        assert {line.status for line in lines_of(position, 0, "BV-6.4")} == {status}
        assert {line.status for line in lines_of(position, 0, "BV-6.1")} == {status}


# Contracts: what is met, and how much of it.

PAIRS = ("Ff", "Bb", "Ll", "Oo")


@pytest.mark.clause("BV-1.5")
@pytest.mark.clause("BV-4.8", quiet=True)
@pytest.mark.parametrize(
    ("contract", "sites", "far"),
    [
        ("F", ("8:F11n", "7:F12n", "6:F33n", "5:B11n"), [1, 2, 2, 2]),
        ("o", ("8:o11n", "7:F12n", "6:o33n"), [1, 1, 2]),
        ("Ff", ("8:F11n", "7:F12n", "6:f11n"), [1, 1, 2]),
        ("Oo", ("8:o11n", "7:o12n", "6:O11n"), [1, 1, 2]),
        ("Bb", ("8:B11n", "7:F12n", "6:O11n"), [1, 1, 1]),
        ("FBLO", ("8:F11n", "7:B11n", "6:L11n", "5:O11n"), [1, 2, 3, 4]),
        ("FBLO", ("8:F11n", "7:F12n", "6:f11n", "5:O11n"), [1, 1, 1, 2]),
        ("fblo", ("8:f11n", "7:b11n", "6:l11n", "5:o11n"), [1, 2, 3, 4]),
        ("fblo", ("8:F11n", "7:B11n", "6:L11n", "5:O11n", "4:f12n"), [0, 0, 0, 0, 1]),
        ("straddling", ("6:F42n", "5:F34n", "8:F11n"), [1, 2, 2]),
        (
            "border",
            ("8:F11n", "7:F21n", "6:F22n", "5:L31n", "1:B14n", "2:O11n"),
            [1, 2, 2, 3, 4, 4],
        ),
        ("river", ("8:f41n", "7:f31n", "6:f43e"), [1, 1, 2]),
        ("park", ("8:O41n", "7:O31n", "6:f11e", "5:F11n"), [1, 1, 2, 2]),
    ],
)
def test_how_much_of_a_contract_is_met(
    contract: str, sites: tuple[str, ...], far: list[int]
) -> None:
    """Building by building; never more than is asked."""
    position = begin()
    display(position, contract)
    kind = position.display[0]
    asked = {"FBLO": 4, "fblo": 4, "border": 4}.get(contract, 2)
    for site, expected in zip(sites, far, strict=True):
        stand(position, 0, site)
        assert met(position, 0, kind) == expected, site
        assert fulfils(position, 0, kind) == (expected == asked)
        assert met(position, 1, kind) == 0
    shown = position.view(0)["display"]
    assert shown[0] == {"contract": contract, "asked": asked, "met": [far[-1], 0, 0, 0]}  # type: ignore[index]


@pytest.mark.clause("BV-1.5")
@pytest.mark.parametrize(
    ("contract", "at_two", "at_more"),
    [
        ("F", 3, 2),
        ("Ll", 2, 2),
        ("fblo", 4, 4),
        ("straddling", 2, 2),
        ("border", 4, 4),
        ("river", 3, 2),
        ("park", 3, 2),
    ],
)
def test_what_a_contract_asks_for(contract: str, at_two: int, at_more: int) -> None:
    for seats, asked in ((2, at_two), (3, at_more), (4, at_more)):
        position = begin(seats)
        display(position, contract)
        assert position.asked[position.display[0]] == asked
        assert [line.side for line in position.ledger() if line.status == "open"] == []


@pytest.mark.clause("BV-6.5")
def test_contracts_belong_to_who_took_them() -> None:
    position = begin()
    position.taken = [4 * 17 + 1, 4 * 0 + 0, 4 * 8 + 1]
    assert position.scores() == [27, 28, 20, 20]
    assert [
        (line.side, line.points, line.key) for line in position.ledger() if line.clause == "BV-6.5"
    ] == [
        (0, 7, "bv.contract.single"),
        (1, 3, "bv.contract.park"),
        (1, 5, "bv.contract.pair"),
    ]
    (line,) = lines_of(position, 0, "BV-6.5")
    assert (line.places, line.params) == (("taken-0",), {"n": 2, "district": "#bv.district.0"})


# Coins by building.


@pytest.mark.clause("BV-4.6")
def test_the_ledger_shows_where_coins_were_earned() -> None:
    position = begin()
    display(position)
    objectives(position, RIVERS, EACH)
    stand(position, 1, "2:F11n", "7:B11n")
    turn_up(position, (0, 6), (1, 8), (2, 8), (3, 8), constraint="hatched")
    play(position, "F12e", "B12n")
    assert [coins(position, seat) for seat in range(2)] == [24, 24]
    assert [
        (line.points, line.key, line.params, line.places)
        for line in lines_of(position, 0, "BV-4.6")
    ] == [
        (1, "bv.ledger.lower", {"n": 1}, ("square-F12",)),
        (3, "bv.ledger.tallest", {"n": 1}, ("square-F12",)),
    ]
    play(position, "B13n")
    assert coins(position, 2) == 20  # an 8 beside an 8: not strictly the highest
    assert lines_of(position, 2, "BV-4.6") == []


@pytest.mark.clause("BV-4.6")
def test_coins_of_several_buildings_add_up() -> None:
    position = begin()
    display(position)
    stand(position, 1, "2:F11n", "1:B11n")
    turn_up(position, (0, 6), (1, 8), (2, 8), (3, 8), constraint="hatched")
    play(position, "F12e", "L22n", "L33n", "O22n")
    turn_up(position, (0, 7), (1, 6), (2, 7), (3, 7), constraint="hatched")
    play(position, "B12n")
    lines = lines_of(position, 0, "BV-4.6")
    assert [(line.points, line.params, line.places) for line in lines] == [
        (2, {"n": 2}, ("square-F12", "square-B12")),
        (6, {"n": 2}, ("square-F12", "square-B12")),
    ]
    assert coins(position, 0) == 28


@pytest.mark.clause("BV-4.6")
def test_a_line_names_only_the_buildings_that_earned_by_it() -> None:
    """A lone building is the highest and has no lower neighbour; another is not the highest."""
    position = begin()
    display(position)
    stand(position, 1, "6:F12n", "2:F24n")
    turn_up(position, (0, 6), (1, 8), (2, 8), (3, 8), constraint="hatched")
    play(position, "F13n", "L22n", "L33n", "O22n")
    turn_up(position, (0, 7), (1, 7), (2, 7), (3, 7), constraint="hatched")
    play(position, "B22n")
    assert [(line.points, line.places) for line in lines_of(position, 0, "BV-4.6")] == [
        (1, ("square-F13",)),
        (3, ("square-B22",)),
    ]
