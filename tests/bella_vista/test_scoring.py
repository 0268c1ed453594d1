"""The final score: BV-6."""

from __future__ import annotations

import pytest

from parvis.games.bella_vista.components import A_ROW, COINS, OVER
from parvis.games.bella_vista.position import BellaVista
from parvis.games.bella_vista.scoring import groups, largest
from tests.bella_vista.tables import (
    ALONE,
    BORDER,
    EACH,
    ONE_PARK,
    PARKS,
    PIAZZA,
    RIVERS,
    SQUARES,
    TWO_PARKS,
    begin,
    built,
    display,
    fill,
    lines_of,
    objectives,
    stand,
    turn_up,
)
from tests.playing import play


def points(position: BellaVista, clause: str) -> list[int]:
    return [line.points for line in lines_of(position, 0, clause)]


@pytest.mark.parametrize(("city", "lines"), [(TWO_PARKS, [8, 8]), (ONE_PARK, [8])])
@pytest.mark.clause("BV-6.1")
def test_an_8_between_two_parks_counts_for_each(city: str, lines: list[int]) -> None:
    """Worked example 5: 16; tiles that share a side, in a chain, are one park: 8."""
    position = built(PARKS, EACH, "8:F41n", city=city)
    assert points(position, "BV-6.1") == lines
    assert position.scores()[0] == 20 + sum(lines)


@pytest.mark.clause("BV-6.1", quiet=True)
def test_a_shared_corner_does_not_join_parks() -> None:
    """BV-6.1."""
    assert len(begin(city=TWO_PARKS).town().parks) == 4
    assert len(begin(city=ONE_PARK).town().parks) == 3


@pytest.mark.clause("BV-6.2")
def test_6_5_and_3_by_the_river_bring_14_and_their_group_of_9_squares_18() -> None:
    """BV-6.2, BV-6.4, worked example 6."""
    position = built(RIVERS, SQUARES, "6:f31n", "5:f42e", "3:f34n")
    assert points(position, "BV-6.2") == [14]
    assert largest(position, 0) == 9
    assert points(position, "BV-6.4") == [18]
    assert position.scores()[0] == 20 + 14 + 18


@pytest.mark.clause("BV-6.2", quiet=True)
def test_river_tiles_that_share_a_side_are_one_river() -> None:
    """BV-6.2."""
    assert len(begin(city=PIAZZA).town().rivers) == 1
    assert len(begin(city=TWO_PARKS).town().rivers) == 2


@pytest.mark.clause("BV-6.3")
def test_heights_on_the_border_add_up() -> None:
    position = built(BORDER, EACH, "8:F11n", "7:F22n", "2:L11n")
    assert points(position, "BV-6.3") == [10]


@pytest.mark.clause("BV-6.4")
def test_a_group_is_two_or_more_joined_by_sides_and_a_chain_is_one() -> None:
    """BV-6.4."""
    position = built(RIVERS, EACH, "8:F11n", "7:F12n", "6:F22n", "5:O22n", "4:L22n", "3:o22n")
    stand(position, 1, "8:F13n")
    sizes = sorted(group.bit_count() for group in groups(position, 0))
    assert sizes == [1, 1, 1, 3]
    assert points(position, "BV-6.4") == [10]


@pytest.mark.clause("BV-6.4")
def test_each_building_in_no_group_costs_5() -> None:
    position = built(RIVERS, ALONE, "8:F11n", "7:F12n", "5:O22n", "4:L22n")
    assert points(position, "BV-6.4") == [-10]


@pytest.mark.clause("BV-2.4")
def test_the_second_set_of_two_architects_is_ones_own() -> None:
    """BV-2.4, BV-6.4."""
    position = built(RIVERS, EACH, "8:F11n", "8:F12n", seats=2)
    assert position.site[7] >= 0
    assert position.site[23] >= 0
    assert points(position, "BV-6.4") == [10]


@pytest.mark.clause("BV-6.6")
def test_a_total_may_fall_below_zero() -> None:
    """BV-6.6."""
    position = built(RIVERS, ALONE)
    position.tally[COINS] = 1
    position.tally[13] = 19
    stand(position, 0, "8:F11n")
    assert position.scores()[0] == -4


def over(position: BellaVista, *totals: int) -> BellaVista:
    """The game over with these coins."""
    for seat, total in enumerate(totals):
        position.tally[seat * A_ROW + COINS] = total
    position.phase = OVER
    return position


@pytest.mark.clause("BV-6.5", quiet=True)
def test_most_coins_wins() -> None:
    """BV-6.5."""
    position = over(begin(3), 20, 31, 30)
    assert position.winners() == [1]


@pytest.mark.clause("BV-6.5")
def test_contracts_are_added() -> None:
    position = begin(3)
    position.taken = [4 * 12 + 2]
    assert position.scores()[2] == 30
    lines = [line for line in position.ledger() if line.clause == "BV-6.5"]
    assert [(line.side, line.points, line.status) for line in lines] == [(2, 10, "banked")]


@pytest.mark.clause("BV-6.5", quiet=True)
def test_a_tie_goes_to_the_largest_group_and_else_is_shared() -> None:
    """BV-6.5: no group counts as 0 squares."""
    position = built(RIVERS, EACH, "8:F11n", "7:F12n", seats=3)
    stand(position, 1, "6:O11n", "7:O12n")
    assert over(position, 20, 20, 30).winners() == [1]
    assert over(position, 20, 19, 30).winners() == [0]
    alone = built(RIVERS, EACH, seats=3)
    assert over(alone, 20, 20, 19).winners() == [0, 1]


@pytest.mark.clause("BV-6.5", quiet=True)
def test_in_a_tie_one_large_building_alone_is_no_group() -> None:
    """BV-6.5 with BV-6.4: two squares in a group beat four squares on their own."""
    position = built(RIVERS, ALONE, "8:F11n", "7:F12n", seats=3)
    stand(position, 1, "1:B11n")
    assert (largest(position, 0), largest(position, 1)) == (2, 0)
    tied = over(position, 20, 25, 19)
    assert tied.scores() == [20, 20, 19]
    assert tied.winners() == [0]


@pytest.mark.clause("BV-6.3")
def test_objectives_stand_while_the_game_goes_on_and_are_banked_at_its_end() -> None:
    position = built(BORDER, EACH, "8:F11n")
    status = {line.clause: line.status for line in position.ledger() if line.side == 0}
    assert status["BV-6.3"] == "standing"
    position.phase = OVER
    status = {line.clause: line.status for line in position.ledger() if line.side == 0}
    assert status["BV-6.3"] == "banked"


@pytest.mark.clause("BV-4.7")
def test_a_displayed_contract_that_is_begun_stands_open_with_its_bounds() -> None:
    """BV-4.7."""
    position = built(RIVERS, EACH)
    display(position, "F")
    stand(position, 0, "8:F11n")
    lines = [line for line in position.ledger() if line.status == "open"]
    assert [(line.side, line.clause, line.points, line.low, line.high) for line in lines] == [
        (0, "BV-4.7", 0, 0, 7)
    ]


@pytest.mark.clause("BV-4.7")
def test_two_displayed_contracts_of_one_kind_stand_open_twice() -> None:
    """BV-4.7: with a pack that has such cards, both may still be taken, in two turns."""
    position = built(RIVERS, EACH)
    display(position, "border", "border")
    stand(position, 0, "8:F11n")
    lines = [line for line in position.ledger() if line.status == "open"]
    assert [(line.low, line.high) for line in lines] == [(0, 5), (0, 5)]


def open_to(position: BellaVista, seat: int) -> list[str]:
    """The contracts that stand open to a seat."""
    return [
        line.places[0] for line in position.ledger() if line.status == "open" and line.side == seat
    ]


def last_round() -> BellaVista:
    """Round 8: a first building of each of four architects, and what each still builds."""
    position = begin()
    position.round = 8
    objectives(position, RIVERS, EACH)
    stand(position, 0, "8:F11n")
    stand(position, 1, "8:F41n")
    display(position, "F", "border")
    turn_up(position, (0, 7), (1, 7), (2, 7), (3, 7), constraint="hatched")
    return position


@pytest.mark.clause("BV-4.7")
def test_who_has_built_for_the_last_time_has_no_open_contract_left() -> None:
    """BV-4.7, BV-5.4."""
    position = last_round()
    assert open_to(position, 0) == ["contract-F"]
    assert open_to(position, 1) == ["contract-F"]
    play(position, "B11n")
    assert open_to(position, 0) == []
    assert open_to(position, 1) == ["contract-F"]


@pytest.mark.clause("BV-4.7")
def test_who_may_take_a_contract_now_has_it_open_until_it_is_taken_or_not() -> None:
    """BV-4.7, BV-5.4."""
    position = last_round()
    play(position, "F12n")
    assert open_to(position, 0) == ["contract-F"]
    play(position, "+none")
    assert open_to(position, 0) == []


@pytest.mark.clause("BV-4.7")
def test_a_contract_that_asks_for_more_than_can_still_be_built_is_not_open() -> None:
    """BV-4.7: one on the border of four, and one building to come; in round 6 there are three."""
    position = last_round()
    assert "contract-border" not in open_to(position, 0)
    position.round = 6
    assert "contract-border" in open_to(position, 0)


@pytest.mark.clause("BV-4.7", quiet=True)
@pytest.mark.parametrize(
    ("seats", "round_", "built", "open_"),
    [
        (4, 8, 2, False),
        (4, 8, 3, True),
        (4, 7, 1, False),
        (4, 7, 2, True),
        (3, 8, 2, False),
        (3, 8, 3, True),
        (2, 8, 1, False),
        (2, 8, 2, True),
    ],
)
def test_before_the_offers_of_a_round_all_its_buildings_are_still_to_come(
    seats: int, round_: int, built: int, open_: bool
) -> None:
    """Four on the border: one building a round, two with two architects."""
    position = begin(seats)
    position.round = round_
    objectives(position, RIVERS, EACH)
    display(position, "border")
    stand(position, 0, *("8:F11n", "7:F21n", "6:L31n")[:built])
    assert open_to(position, 0) == (["contract-border"] if open_ else [])


@pytest.mark.clause("BV-4.7")
def test_of_two_architects_each_builds_twice_in_the_last_round() -> None:
    """BV-3.3: the first may take a contract after the second building, the second likewise."""
    position = begin(2)
    position.round = 8
    objectives(position, RIVERS, EACH)
    display(position, "F")
    stand(position, 0, "8:F11n")
    stand(position, 1, "8:F21n", "7:F31n")
    turn_up(position, (0, 6), (1, 6), (0, 5), (1, 5), constraint="hatched")
    assert open_to(position, 0) == ["contract-F"]
    play(position, "B11n")
    assert open_to(position, 0) == []  # one on F, three asked, one to come
    assert open_to(position, 1) == ["contract-F"]
    play(position, "F33n")
    assert (position.turn(), open_to(position, 1)) == (1, ["contract-F"])
    assert open_to(position, 0) == []
    play(position, "+none", "B31n")
    assert open_to(position, 1) == ["contract-F"]
    play(position, "L11n", "+none")
    assert open_to(position, 1) == []


@pytest.mark.clause("BV-4.7")
def test_while_another_takes_a_contract_who_is_done_has_none_open() -> None:
    position = last_round()
    play(position, "B11n", "F12n")
    assert position.turn() == 1
    assert open_to(position, 1) == ["contract-F"]
    assert open_to(position, 0) == []


@pytest.mark.clause("BV-4.7")
def test_who_did_not_take_a_contract_that_was_met_has_it_no_longer_open() -> None:
    position = last_round()
    play(position, "F12n", "+none", "F22n")
    assert (position.turn(), open_to(position, 1)) == (1, ["contract-F"])
    assert open_to(position, 0) == []


@pytest.mark.clause("BV-4.7")
def test_with_one_building_to_come_no_contract_is_open_that_asks_for_two() -> None:
    position = last_round()
    stand(position, 0, "1:L11n")
    assert open_to(position, 0) == ["contract-F"]  # two of four on the border
    stand(position, 0, "3:B24s")
    assert open_to(position, 0) == ["contract-F", "contract-border"]


@pytest.mark.clause("BV-4.7")
def test_after_the_last_building_only_what_is_met_stays_open() -> None:
    position = last_round()
    display(position, "F", "Ff")
    play(position, "F12n")
    assert open_to(position, 0) == ["contract-F"]
    assert open_to(position, 1) == ["contract-F", "contract-Ff"]


@pytest.mark.clause("BV-4.7")
def test_a_contract_that_is_not_begun_hides_none_that_is() -> None:
    position = built(RIVERS, EACH)
    display(position, "L", "border")
    stand(position, 0, "8:F11n")
    assert open_to(position, 0) == ["contract-border"]


@pytest.mark.clause("BV-6.5")
def test_before_the_end_nobody_has_won() -> None:
    position = begin(3)
    position.taken = [4 * 12 + 2]
    assert position.winners() == []
    assert len([line for line in position.ledger() if line.clause == "BV-6.5"]) == 1
    assert over(position, 0, 0, 0).winners() == [2]


@pytest.mark.clause("BV-6.5", quiet=True)
def test_a_tie_is_broken_only_among_the_richest() -> None:
    position = built(RIVERS, ALONE, "8:F11n", "7:F12n")
    stand(position, 1, "1:B11n", "2:B12n")
    stand(position, 2, "4:L11n", "3:L13n")
    stand(position, 3, "8:O11n", "7:O12n")
    assert over(position, 20, 19, 20, 20).winners() == [2]
    assert over(position, 20, 19, 10, 20).winners() == [0, 3]


@pytest.mark.clause("BV-4.7")
def test_a_last_building_that_is_forced_brings_no_contract() -> None:
    """BV-4.5, BV-4.7."""
    position = begin()
    position.round = 8
    objectives(position, RIVERS, EACH)
    stand(position, 0, "8:F11n", "6:F13n")
    display(position, "F")
    fill(position, "Ll")
    turn_up(position, (0, 7), (1, 7), (2, 7), (3, 7), constraint="leaves")
    assert open_to(position, 0) == []
    position.round = 7
    assert open_to(position, 0) == ["contract-F"]


@pytest.mark.clause("BV-1.7")
def test_the_bank_never_runs_out() -> None:
    """BV-1.7: nothing bounds what can be earned."""
    position = begin()
    position.tally[COINS] = 10_000
    assert position.scores()[0] >= 9_000
