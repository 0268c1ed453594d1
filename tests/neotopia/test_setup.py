"""The box and the set-up: NT-1 and NT-2."""

from __future__ import annotations

import pytest

import parvis
from parvis.games.neotopia.components import BESIDE
from parvis.games.neotopia.position import Neotopia
from tests.neotopia.tables import PARTS, legal, stock, table
from tests.playing import play, refused


def start(seats: int, seed: int = 1) -> Neotopia:
    position = parvis.start("neotopia", seats, seed)
    assert isinstance(position, Neotopia)
    return position


@pytest.mark.clause("NT-1.1")
def test_no_element_is_ever_lost_or_made() -> None:
    for seats in (2, 3, 4):
        position = start(seats)
        rng = parvis.Rng(seats)
        while not position.over():
            for colour in range(4):
                lying = sum(
                    int(position.board[region * 4 + colour]).bit_count() for region in range(3)
                )
                stocked = sum(position.stock[colour::4])
                assert lying + stocked + position.reserve[colour] == 25
            moves = position.moves()
            position.play(moves[rng.below(len(moves))])


@pytest.mark.clause("NT-1.2")
def test_each_factory_touches_two_regions_and_each_region_two_factories() -> None:
    pairs = [set(BESIDE[n : n + 2]) for n in (0, 2, 4)]
    assert all(len(pair) == 2 for pair in pairs)
    assert [sum(region in pair for pair in pairs) for region in range(3)] == [2, 2, 2]
    refusal = refused(table(), "1r-Fd4")
    assert refusal.clause == "NT-1.2"
    assert refusal.places == ("factory-0", "region-desert", "region-water")
    assert {"1r-Dd4", "1r-Wd4", "2r-Wd4", "2r-Fd4", "3r-Dd4", "3r-Fd4"} <= legal(table())


@pytest.mark.clause("NT-1.3")
def test_twelve_tiles_show_four_elements_each_and_one_has_the_flag() -> None:
    assert PARTS.tiles == 12
    assert all(sum(PARTS.mixes[n * 4 : n * 4 + 4]) == 4 for n in range(12))
    assert [sum(PARTS.mixes[colour::4]) for colour in range(4)] == [12] * 4
    assert 0 <= PARTS.flag < 12


@pytest.mark.clause("NT-1.4")
def test_there_are_56_projects_and_six_tokens_of_each_kind() -> None:
    assert PARTS.cards == 56
    position = start(4)
    seen = [position.lying.count(kind) + position.top.count(kind) for kind in range(4)]
    assert [seen[kind] + position.covered[kind] for kind in range(4)] == [6] * 4


@pytest.mark.clause("NT-1.5")
def test_the_default_pack_is_as_its_clause_says() -> None:
    assert [len(layout.x) for layout in PARTS.layouts] == [37]
    assert [layout.marks.count("o") for layout in PARTS.layouts] == [6]
    assert [layout.marks.count("*") for layout in PARTS.layouts] == [4]
    assert len(set(PARTS.kind)) == 16
    for kind in set(PARTS.kind):
        designs = [design for design in range(PARTS.designs) if PARTS.kind[design] == kind]
        sizes = [PARTS.shapes[PARTS.shape[design]].size for design in designs]
        points = [PARTS.points[design] for design in designs]
        cards = [int(PARTS.cards_of[design]).bit_count() for design in designs]
        if kind // 4 == kind % 4:
            assert (sizes, points, sum(cards)) == ([3, 3, 3], [4, 4, 4], 5)
        else:
            assert (sizes, points, cards) == ([3, 4, 5], [3, 4, 5], [1, 1, 1])


@pytest.mark.clause("NT-1.5")
def test_turning_the_colours_maps_cards_and_tiles_onto_themselves() -> None:
    cards = [
        (PARTS.main[d], PARTS.second[d], PARTS.shape[d], PARTS.points[d]) for d in PARTS.design_of
    ]
    turned = [((main + 1) % 4, (second + 1) % 4, *rest) for main, second, *rest in cards]
    assert sorted(turned) == sorted(cards)
    tiles = [tuple(PARTS.mixes[n * 4 : n * 4 + 4]) for n in range(12)]
    assert sorted((d, a, b, c) for a, b, c, d in tiles) == sorted(tiles)


@pytest.mark.clause("NT-2.1", "NT-2.6")
def test_factories_and_the_production_pile_start_with_one_of_each_colour() -> None:
    for seats in (2, 3, 4):
        assert list(start(seats).stock) == [1] * 16
        assert list(start(seats).reserve) == [21] * 4


@pytest.mark.clause("NT-2.2")
def test_four_tokens_lie_in_each_region_and_four_in_its_pile_with_the_top_up() -> None:
    position = start(3)
    assert all(kind >= 0 for kind in position.lying)
    assert position.pile == [4, 4, 4]
    assert all(kind >= 0 for kind in position.top)
    assert sum(position.covered) == 9
    regions = [PARTS.region_of[space] for space in PARTS.slot_space]
    assert regions == [0] * 4 + [1] * 4 + [2] * 4


@pytest.mark.clause("NT-2.3")
def test_all_markers_start_at_zero() -> None:
    assert start(4).track == [0] * 12


@pytest.mark.clause("NT-2.4")
def test_everyone_is_dealt_three_projects_and_the_first_player_is_drawn() -> None:
    firsts = set()
    for seed in range(40):
        position = start(4, seed)
        assert [int(cards).bit_count() for cards in position.hand] == [3] * 4
        assert list(position.known) == [0] * 4
        assert list(position.held) == [0] * 16
        firsts.add(position.turn())
    assert firsts == {0, 1, 2, 3}


@pytest.mark.clause("NT-2.5")
def test_first_elements_go_to_a_centre_or_next_to_somebody_elses() -> None:
    position = start(2)
    first = position.turn()
    assert first is not None
    assert legal(position) == {"Dd4", "Wd4", "Fd4"}
    refusal = refused(position, "Dd5")
    assert (refusal.clause, refusal.places) == ("NT-2.5", ("space-desert-d4",))
    play(position, "Dd4")
    assert position.board[(first + 3) % 4] == 1 << PARTS.centre[0]
    assert position.turn() == 1 - first
    around = {"Dd3", "Dd5", "Dc3", "Dc4", "De3", "De4"}
    assert legal(position) == around | {"Wd4", "Fd4"}
    assert refused(position, "Dd4").key == "nt.no.taken"
    assert refused(position, "Da2").key == "nt.no.apart"
    assert refused(position, "Dd1").clause == "NT-3.3"
    for move in ("1r-Dd5", "deck", "rr1", "end", "no", "+rr1", "init:r-Dd5", "permit:1r-Dd1"):
        assert refused(position, move).clause == "NT-2.5"
    assert all(card < 0 for card in position.offer)
    play(position, "Dd5")
    assert position.turn() == first
    assert all(card >= 0 for card in position.offer)
    assert refused(position, "Dd6").key == "nt.no.element_first"


@pytest.mark.clause("NT-2.5", quiet=True)
def test_a_token_covered_before_the_first_turn_is_gained_and_nothing_is_built() -> None:
    position = table(
        "Dd4=b Dc4=r Dc3=r", "rr1,rr2,rr3/-", phase="first", first="1", round="0", left="0"
    )
    position.lying[PARTS.slot[PARTS.space_of_code["Db2"]]] = 3
    play(position, "Db2")
    assert position.held[3] == 1
    assert position.turn() == 1
    assert position.builds == []


def choosing(seats: int, seed: int = 1) -> Neotopia:
    """The start of a game in which colours are chosen."""
    position = parvis.start("neotopia", seats, seed, {"colours": "chosen"})
    assert isinstance(position, Neotopia)
    return position


@pytest.mark.clause("NT-2.7", quiet=True)
def test_colours_go_by_seat_unless_they_are_chosen() -> None:
    for seats in (2, 3, 4):
        assert start(seats).view(None)["colours"] == ["blue", "red", "green", "purple"][:seats]
        assert choosing(seats).view(None)["colours"] == [None] * seats
        assert choosing(seats).scores() == [0] * seats


@pytest.mark.clause("NT-2.7")
def test_each_chooses_a_colour_in_turn_order_that_nobody_has_chosen() -> None:
    position = choosing(3)
    first = position.turn()
    assert first is not None
    assert legal(position) == {"red", "green", "purple", "blue"}
    for move in ("Dd4", "1r-Dd4", "deck", "end", "no"):
        early = refused(position, move)
        assert (early.clause, early.key) == ("NT-2.7", "nt.no.colours_first")
    play(position, "purple")
    assert position.turn() == (first + 1) % 3
    assert legal(position) == {"red", "green", "blue"}
    taken = refused(position, "purple")
    assert (taken.clause, taken.places) == ("NT-2.7", ("reserve-purple",))
    assert taken.params == {"element": "#nt.element.purple", "who": f"@{first}"}
    play(position, "red")
    assert legal(position) == {"green", "blue"}
    play(position, "green")
    assert position.turn() == first, "then the first elements follow in the same order"
    assert refused(position, "blue").clause == "NT-2.5"
    play(position, "Dd4")
    assert position.turn() == (first + 1) % 3
    play(position, "Dd5", "Dd3")
    assert [int(position.board[colour]).bit_count() for colour in range(4)] == [1, 1, 1, 0]
    assert position.board[2] == 1 << PARTS.centre[0], "the first player's purple"
    late = refused(position, "blue")
    assert (late.clause, late.key) == ("NT-2.7", "nt.no.colours_settled")


@pytest.mark.clause("NT-7.2")
@pytest.mark.clause("NT-2.7", "NT-4.5", quiet=True)
def test_a_chosen_colour_is_the_one_that_scores() -> None:
    position = table("Dd4=p Dd3=p", "pp1,rr1/rr1", options="option.colours=chosen", colours="pr")
    groups = [line for line in position.ledger() if line.clause == "NT-7.2"]
    assert [(line.side, line.points) for line in groups] == [(0, 2)]
    play(position, "1p-Dd5", "+pp1")
    assert position.track == [2, 0, 0, 0, 0, 0], "a building of one's own colour"


@pytest.mark.clause("NT-2.6")
@pytest.mark.parametrize(("seats", "tiles"), [(2, 9), (3, 10), (4, 12)])
def test_the_pile_has_9_10_or_12_tiles_with_the_flag_at_the_bottom(seats: int, tiles: int) -> None:
    for seed in range(3):
        position = start(seats, seed)
        assert position.view(None)["tiles"] == tiles
        rng = parvis.Rng(seed)
        flips: list[int] = []
        while not position.over():
            before = position.view(None)
            moves = position.moves()
            position.play(moves[rng.below(len(moves))])
            if position.view(None)["tiles"] != before["tiles"]:
                flips.append(int(position.flag))
        assert flips == [1] * (tiles - 1) + [0]
    assert stock(start(seats), 3) == [1, 1, 1, 1]
